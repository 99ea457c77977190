//! Made-up targets and reports for unit tests.

mod description;

pub use description::description;

use crate::search::target_report::{SuiteAt, TargetReport};
use sbst_model::TargetDescription;
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{
    Called, Finding, FindingKind, SearchSummary, Statement, Stopped, UncoveredGoal, Variable,
};
use sbst_model::target::{CallForm, Place};
use std::collections::BTreeMap;

/// A report on a function with two conditions: three goals covered, a finding, no tests.
pub fn report(path: &str) -> TargetReport {
    TargetReport {
        summary: Some(SearchSummary {
            evaluations: 12_345,
            evaluations_to_last_goal: 200,
            search_seconds: 0.5,
            seconds_to_last_goal: 0.25,
            covered: vec![0, 1, 2],
            uncovered: vec![UncoveredGoal::new(3, Some(3.0))],
            ..SearchSummary::new(Stopped::Stalled)
        }),
        first_covered: BTreeMap::from([(0, 1), (1, 20), (2, 200)]),
        suite: vec![SuiteAt { evaluations: 1, tests: 1, size: 2 }],
        findings: vec![Finding {
            place: Some(Place { file: "src/lib.rs".into(), line: 9, column: 5 }),
            arguments: vec!["i32::MIN".into()],
            evaluations: 77,
            ..Finding::new(FindingKind::Overflow, "attempt to negate with overflow".into())
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
            variable: Some(variable),
            ..Statement::new(called("d::Stack::new", false), vec!["3".into()])
        },
        Statement::new(called("d::Stack::push", true), vec![stack(), "5".into()]),
    ];
    finding.arguments = vec![stack()];
}
