//! An explanation for programs.

use super::find::Found;
use super::graph::rows::GraphRow;
use crate::ui::json_lines::Message;
use sbst_analysis::{Analysis, Branch, MethodFields};
use sbst_model::ConditionKind;
use serde::Serialize;

/// What can be said of a function without executing it.
#[derive(Debug, Serialize)]
pub struct Explanation<'a> {
    /// Path of the function.
    function: &'a str,
    /// Its file.
    file: &'a str,
    /// The line on which its signature begins.
    first_line: u32,
    /// The line on which its body ends.
    last_line: u32,
    /// The conditions that are meant.
    conditions: Vec<Condition<'a>>,
    /// What it does with fields; null if it is no method.
    fields: Option<Fields<'a>>,
    /// What the analysis cannot see.
    imprecise: Vec<Imprecise>,
    /// The object construction graphs of the conditions; null if they were not asked for.
    graphs: Option<Vec<GraphRow>>,
}

/// A condition.
#[derive(Debug, Serialize)]
struct Condition<'a> {
    /// Its number in the function, from 0.
    condition: usize,
    kind: ConditionKind,
    text: &'a str,
    line: u32,
    column: u32,
    /// Whether anything is known of when it is evaluated.
    is_placed: bool,
    /// It is evaluated only if one of these is seen; if there are none, always.
    depends_on: Vec<Outcome>,
    /// The variables that it uses.
    uses: Vec<Used<'a>>,
}

/// An outcome of a condition.
#[derive(Debug, Serialize)]
struct Outcome {
    condition: usize,
    outcome: bool,
    /// The outcome in words.
    means: &'static str,
}

/// A variable that is used.
#[derive(Debug, Serialize)]
struct Used<'a> {
    variable: &'a str,
    /// The last definitions that reach it.
    definitions: Vec<Definition>,
}

/// A definition.
#[derive(Debug, Serialize)]
struct Definition {
    line: u32,
    column: u32,
    kind: String,
    /// Whether it surely defines the variable.
    is_certain: bool,
}

/// What a method does with fields.
#[derive(Debug, Serialize)]
struct Fields<'a> {
    role: String,
    reads: &'a [String],
    writes: &'a [String],
    calls: &'a [String],
    flows: Vec<Flow<'a>>,
}

/// A parameter that flows into a field.
#[derive(Debug, Serialize)]
struct Flow<'a> {
    parameter: &'a str,
    field: &'a str,
}

/// Something that the analysis cannot see.
#[derive(Debug, Serialize)]
struct Imprecise {
    line: u32,
    column: u32,
    reason: String,
}

impl<'a> Explanation<'a> {
    /// What is known of these conditions of a function.
    pub fn of(found: &'a Found, conditions: &[usize], graphs: Option<Vec<GraphRow>>) -> Explanation<'a> {
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
            conditions: conditions.iter().map(|&index| condition(analysis, index)).collect(),
            fields: fields.as_ref().map(Fields::of),
            imprecise: imprecise.collect(),
            graphs,
        }
    }
}

fn condition(analysis: &Analysis, index: usize) -> Condition<'_> {
    let condition = &analysis.conditions[index];
    let outcome = |&Branch { condition, outcome }: &Branch| Outcome {
        condition,
        outcome,
        means: analysis.conditions[condition].kind.outcome(outcome),
    };
    Condition {
        condition: index,
        kind: condition.kind,
        text: &condition.text,
        line: condition.place.line,
        column: condition.place.column,
        is_placed: condition.in_graph,
        depends_on: condition.depends_on.iter().map(outcome).collect(),
        uses: condition.uses.iter().map(|&used| self::used(analysis, used)).collect(),
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
    fn of(fields: &'a MethodFields) -> Fields<'a> {
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

impl Message for Explanation<'_> {
    const TYPE: &'static str = "explanation";
}
