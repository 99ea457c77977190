//! Made-up targets and reports for unit tests.

use crate::search::target_report::{SuiteAt, TargetReport};
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{
    Called, Finding, FindingKind, SearchSummary, Statement, Stopped, SynthesisSummary, TriedSequences,
    UncoveredGoal, Variable,
};
use sbst_model::target::{CallForm, Condition, ExchangedTypes, Parameter, Place};
use sbst_model::{ConditionKind, TargetDescription, TargetId};
use std::collections::BTreeMap;

/// A function `(n: i32) -> bool` with some conditions `n > 0`, one a line.
pub fn description(path: &str, conditions: u32) -> TargetDescription {
    let place = |line, column| Place { file: "src/lib.rs".into(), line, column };
    let condition = |line| Condition {
        kind: ConditionKind::Comparison,
        text: "n > 0".into(),
        place: place(line, 8),
        infeasible: Vec::new(),
        in_closure: false,
    };
    TargetDescription {
        id: TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() },
        place: place(1, 1),
        conditions: (2..2 + conditions).map(condition).collect(),
        checks: Vec::new(),
        parameters: vec![Parameter { name: "n".into(), type_text: "i32".into(), can_be_built: true }],
        result_type: "bool".into(),
        call: CallForm::default(),
        exchanges: ExchangedTypes::default(),
        not_searched: None,
    }
}

/// A report on a function with two conditions: three goals covered, a finding, no tests.
pub fn report(path: &str) -> TargetReport {
    TargetReport {
        summary: Some(SearchSummary {
            evaluations: 12_345,
            evaluations_to_last_goal: 200,
            search_seconds: 0.5,
            seconds_to_last_goal: 0.25,
            covered: vec![0, 1, 2],
            uncovered: vec![UncoveredGoal {
                goal: 3,
                best_distance: Some(3.0),
                tried: TriedSequences::default(),
            }],
            adopted_covered: Vec::new(),
            adopted_reached: Vec::new(),
            stopped: Stopped::Stalled,
            proved: Vec::new(),
            synthesis: SynthesisSummary::default(),
            paths: None,
        }),
        first_covered: BTreeMap::from([(0, 1), (1, 20), (2, 200)]),
        suite: vec![SuiteAt { evaluations: 1, tests: 1, size: 2 }],
        findings: vec![Finding {
            test: String::new(),
            before: Vec::new(),
            kind: FindingKind::Overflow,
            message: "attempt to negate with overflow".into(),
            place: Some(Place { file: "src/lib.rs".into(), line: 9, column: 5 }),
            arguments: vec!["i32::MIN".into()],
            evaluations: 77,
        }],
        ..TargetReport::new(&description(path, 2))
    }
}

/// Lets a finding come from a stack that is made and pushed to.
pub fn tell_a_story(finding: &mut Finding) {
    let called = |path: &str, has_receiver| {
        let TargetDescription { id, place, parameters, .. } = description(path, 0);
        let owner = Some(Expression(vec![Piece::Path("d::Stack".into())]));
        let form = CallForm { owner, has_receiver, ..CallForm::default() };
        Some(Called { id, place, parameters, form, borrows: Vec::new() })
    };
    let stack = || Expression(vec![Piece::Source("&mut ".into()), Piece::Variable("stack".into())]);
    let variable = Variable {
        name: "stack".into(),
        is_changed: true,
        unwraps: false,
        is_reference: false,
        binding: Default::default(),
    };
    finding.before = vec![
        Statement {
            called: called("d::Stack::new", false),
            arguments: vec!["3".into()],
            variable: Some(variable),
            is_assignment: false,
            result: None,
        },
        Statement {
            called: called("d::Stack::push", true),
            arguments: vec![stack(), "5".into()],
            variable: None,
            is_assignment: false,
            result: None,
        },
    ];
    finding.arguments = vec![stack()];
}
