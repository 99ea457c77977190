//! An explanation for programs.

use super::find::Found;
use super::graph::rows::GraphRow;
use super::tried::Uncovered;
use crate::state::Tried;
use crate::ui::json_lines::message;
#[cfg(test)]
use crate::ui::json_lines::published::Words;
use sbst_analysis::{Analysis, Branch, MethodFields};
use sbst_model::{ConditionKind, Goal};
use serde::Serialize;

/// The static analysis of a function.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Explanation<'a> {
    function: &'a str,
    file: &'a str,
    /// The line on which its signature begins.
    first_line: u32,
    /// The line on which its body ends.
    last_line: u32,
    /// The explained conditions.
    conditions: Vec<Condition<'a>>,
    /// The fields that it reads and writes; null if it is no method.
    fields: Option<Fields<'a>>,
    /// Constructs that the analysis cannot follow.
    imprecise: Vec<Imprecise>,
    /// The object construction graphs of the conditions; null unless requested.
    graphs: Option<Vec<GraphRow>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Condition<'a> {
    /// Its number in the function, from 0.
    condition: usize,
    #[cfg_attr(test, schemars(with = "Words<ConditionKind>"))]
    kind: ConditionKind,
    text: &'a str,
    line: u32,
    column: u32,
    /// True if the dependences of the condition are known.
    is_placed: bool,
    /// It is evaluated only if one of these occurred; always, if empty.
    depends_on: Vec<OutcomeRow>,
    /// The outcomes that are proved infeasible, by the analysis or by the last run; only if there
    /// are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    infeasible: Vec<Infeasible<'a>>,
    /// The variables that it uses.
    uses: Vec<Used<'a>>,
    /// The outcomes that the last run left uncovered; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uncovered: Vec<UncoveredRow<'a>>,
}

/// An outcome that no test covers, as the last run left it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct UncoveredRow<'a> {
    outcome: bool,
    /// The outcome in words.
    means: &'static str,
    /// The least distance met; null if the condition was never evaluated.
    best_distance: Option<f64>,
    /// The sequences of assignments that were tried; only if any were.
    #[serde(skip_serializing_if = "Tried::is_empty")]
    tried: &'a Tried,
}

/// An outcome that is proved infeasible.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Infeasible<'a> {
    outcome: bool,
    reason: &'a str,
}

/// An outcome of a condition.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OutcomeRow {
    condition: usize,
    outcome: bool,
    /// The outcome in words.
    means: &'static str,
}

/// A variable that is used.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Used<'a> {
    variable: &'a str,
    /// The last definitions that reach it.
    definitions: Vec<Definition>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Definition {
    line: u32,
    column: u32,
    kind: String,
    /// True if it surely defines the variable.
    is_certain: bool,
}

/// The fields that a method reads and writes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Fields<'a> {
    role: String,
    reads: &'a [String],
    writes: &'a [String],
    calls: &'a [String],
    flows: Vec<Flow<'a>>,
}

/// A parameter that flows into a field.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Flow<'a> {
    parameter: &'a str,
    field: &'a str,
}

/// A construct that the analysis cannot follow.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Imprecise {
    line: u32,
    column: u32,
    reason: String,
}

impl<'a> Explanation<'a> {
    /// Returns the analysis of these conditions of a function.
    pub fn from_found(
        found: &'a Found,
        conditions: &[usize],
        uncovered: &'a Uncovered,
        graphs: Option<Vec<GraphRow>>,
    ) -> Explanation<'a> {
        let Found { path, file, function, fields } = found;
        let analysis = &function.analysis;
        let imprecise = analysis.imprecisions.iter().map(|imprecision| Imprecise {
            line: imprecision.place.line,
            column: imprecision.place.column,
            reason: imprecision.reason.to_string(),
        });
        Explanation {
            function: path,
            file,
            first_line: function.first_line,
            last_line: function.last_line,
            conditions: conditions.iter().map(|&index| condition(analysis, index, uncovered)).collect(),
            fields: fields.as_ref().map(Fields::from_method),
            imprecise: imprecise.collect(),
            graphs,
        }
    }
}

fn condition<'a>(analysis: &'a Analysis, index: usize, uncovered: &'a Uncovered) -> Condition<'a> {
    let condition = &analysis.conditions[index];
    let outcome = |&Branch { condition, outcome }: &Branch| OutcomeRow {
        condition,
        outcome,
        means: analysis.conditions[condition].kind.outcome(outcome),
    };
    let row = |outcome: bool| {
        let goal = uncovered.get(&Goal { condition: index as u32, outcome })?;
        if goal.infeasible.is_some() {
            return None;
        }
        let means = condition.kind.outcome(outcome);
        Some(UncoveredRow { outcome, means, best_distance: goal.best_distance, tried: &goal.tried })
    };
    let by_analysis = condition.infeasible.reasons().map(|(outcome, reason)| Infeasible { outcome, reason });
    let by_search = [true, false].into_iter().filter_map(|outcome| {
        let goal = uncovered.get(&Goal { condition: index as u32, outcome })?;
        Some(Infeasible { outcome, reason: goal.infeasible.as_deref()? })
    });
    Condition {
        condition: index,
        kind: condition.kind,
        text: &condition.text,
        line: condition.place.line,
        column: condition.place.column,
        is_placed: condition.in_graph,
        depends_on: condition.depends_on.iter().map(outcome).collect(),
        infeasible: by_analysis.chain(by_search).collect(),
        uses: condition.uses.iter().map(|&used| self::used(analysis, used)).collect(),
        uncovered: [true, false].into_iter().filter_map(row).collect(),
    }
}

fn used(analysis: &Analysis, used: usize) -> Used<'_> {
    let used = &analysis.uses[used];
    let definitions = used.definitions.iter().map(|&definition| {
        let definition = &analysis.definitions[definition];
        Definition {
            line: definition.place.line,
            column: definition.place.column,
            kind: definition.kind.to_string(),
            is_certain: definition.kind.is_certain(),
        }
    });
    Used { variable: &analysis.variables[used.variable].name, definitions: definitions.collect() }
}

impl<'a> Fields<'a> {
    fn from_method(fields: &'a MethodFields) -> Fields<'a> {
        let flow = |(parameter, field): &'a (String, String)| Flow { parameter, field };
        Fields {
            role: fields.role.to_string(),
            reads: &fields.reads,
            writes: &fields.writes,
            calls: &fields.calls,
            flows: fields.flows.iter().map(flow).collect(),
        }
    }
}

message!("explanation": Explanation<'_>);
