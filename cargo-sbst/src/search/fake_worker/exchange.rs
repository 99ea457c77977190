//! Values that scripts exchange.

use super::{Stage, ended, hello, kept, ordered};
use crate::search::schedule::{self, Outcome, Plan};
use crate::search::supervisor::Assignment;
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, BuiltValue, CallOutcome, Event};
use sbst_model::target::ExchangedTypes;

/// Searches a function that takes values, followed in the order by one that gives them. The
/// latter's call has this outcome under other conditions. Returns the orders of the taking worker,
/// and true if the giving function is reported as environmental.
fn exchanged(elsewhere: u64, jobs: usize) -> (String, bool) {
    let stage = Stage::new();
    let built = Event::Built(vec![BuiltValue { of: 7, value: "c0ffee".into(), goals: vec![1] }]);
    let outcome = |outcome| Event::Outcomes(vec![CallOutcome { test: "aa".into(), outcome }]);
    let finished = || Event::Finished(Vec::new());
    let gives = [hello(), kept(&[0, 1], 3), built, outcome(5), ended(), finished()];
    let compares = [hello(), outcome(elsewhere), finished()];
    let takes = [hello(), kept(&[0, 1], 3), ended(), finished()];
    let script = ordered("task: Compare", &stage.send("compares", &compares))
        + &ordered("path: \"d::give\" }, algorithm", &stage.send("gives", &gives))
        + "cp $SBST_WORKER_DIRECTORY/orders.txt $SBST_WORKER_DIRECTORY.log\n"
        + &stage.send("takes", &takes);
    let mut depends = None;
    stage.with_assignments(&script, &["d::a_taker", "d::give"], Budget::UNLIMITED, 10.0, |assignments| {
        let with = |index: usize, takes: &[u64], gives: &[u64]| {
            let mut description = assignments[index].description.clone();
            description.exchanges = ExchangedTypes { takes: takes.to_vec(), gives: gives.to_vec() };
            description
        };
        let descriptions = [with(0, &[7], &[]), with(1, &[], &[7])];
        let assignments: Vec<Assignment<'_>> = descriptions
            .iter()
            .zip(assignments)
            .map(|(description, assignment)| Assignment { description, ..assignment.clone() })
            .collect();
        let plan = Plan {
            assignments: &assignments,
            jobs,
            total_budget: None,
            adopts: false,
            counts_goals: true,
            state: None,
        };
        let progress = Progress::new(plan.work(), false);
        let mut received = Vec::new();
        let search = schedule::search_in_order(&plan, &progress, &mut |index, outcome| {
            let Outcome::Searched(searched) = outcome else { panic!("{outcome:?}") };
            received.push(index);
            depends = Some(searched.report.is_environmental);
            Ok(())
        });
        search.unwrap();
        assert_eq!(received, [0, 1], "results are received in the order of the functions");
    });
    (std::fs::read_to_string(stage.path("work-0.log")).unwrap(), depends.unwrap())
}

#[test]
fn givers_of_values_are_searched_before_takers() {
    for jobs in [1, 2] {
        let (orders, depends) = exchanged(5, jobs);
        let known =
            "known: KnownValues { values: [ValuesOf { of: 7, values: [\"c0ffee\"] }], environmental: [] }";
        assert!(orders.contains(known), "{orders}");
        assert!(!depends);
    }
}

#[test]
fn environmental_calls_give_no_values() {
    let (orders, depends) = exchanged(6, 2);
    let (_, environmental) = orders.split_once("environmental: [").unwrap();
    assert!(environmental.starts_with("TargetId") && environmental.contains("d::give"), "{orders}");
    assert!(depends);
}
