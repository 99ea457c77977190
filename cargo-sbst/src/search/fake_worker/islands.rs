//! Islands whose workers are scripts.

use super::{NO_BUDGET, Stage, ended, hello, kept, ordered, turn_ended};
use crate::search::schedule::{self, Outcome, Plan};
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, Event};

/// A script of functions that cover nothing but with the test `aa`, which only islands find.
fn script(stage: &Stage) -> String {
    let found = stage.send("found", &[hello(), kept(&[0, 1], 3), ended(), Event::Finished(Vec::new())]);
    let nothing = stage.send("nothing", &[hello(), turn_ended(777, 5.0), Event::Finished(Vec::new())]);
    format!("case $SBST_WORKER_DIRECTORY in *-island-*) {found} exit;; esac\n")
        + &ordered("\"aa\"", &found)
        + "sleep 0.1\n"
        + &nothing
}

/// Searches functions within a total budget, and returns how many goals each covers.
fn covered(functions: &[&str], jobs: usize, total: Budget) -> Vec<usize> {
    let stage = Stage::new();
    let covered = stage.with_assignments(&script(&stage), functions, NO_BUDGET, 10.0, |assignments| {
        let mut covered = Vec::new();
        let total_budget = Some(total);
        let plan = Plan { assignments, jobs, total_budget, adopts: true, counts_goals: true, state: None };
        let progress = Progress::new(plan.work(), false);
        let searched = schedule::search_in_order(&plan, &progress, &mut |_, outcome| {
            let Outcome::Searched(searched) = outcome else { panic!("{outcome:?}") };
            assert_eq!(searched.failure, None);
            covered.push(searched.report.summary.unwrap().covered.len());
            Ok(())
        });
        searched.unwrap();
        covered
    });
    assert!(!stage.path("work-0-island-1").exists(), "no directory stays behind");
    covered
}

#[test]
fn an_idle_job_searches_an_island_and_the_function_takes_over_its_tests() {
    let seconds = Budget { seconds: Some(2.0), ..NO_BUDGET };
    assert_eq!(covered(&["d::hard"], 2, seconds), [2]);
    assert_eq!(covered(&["d::hard"], 1, seconds), [1], "no job is idle");
}

#[test]
fn a_budget_of_evaluations_has_no_islands() {
    let evaluations = Budget { evaluations: Some(100_000), ..NO_BUDGET };
    assert_eq!(covered(&["d::hard"], 2, evaluations), [1]);
}
