//! Goals proved infeasible, compared with all values of the parameters.

use super::{alone, call, generator};
use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::search_symbolically;
use sbst_model::messages::Budget;
use sbst_model::Distance;
use sbst_search::{Algorithm, Execution, Options, Problem as _, Silent};
use std::collections::BTreeSet;
use std::{env, fs};

/// The goals proved infeasible by the search.
fn proved(name: &str, algorithm: Algorithm, evaluations: u64, seed: u64) -> BTreeSet<u32> {
    let mut problem = FunctionProblem::by_name(name).unwrap();
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let mut symbolic = problem.symbolic();
    let options = Options::new(algorithm, seed, budget);
    search_symbolically(&mut problem, &mut symbolic, &options, &mut Silent);
    symbolic.proved().keys().copied().collect()
}

/// The goals reached by calls with these arguments, including calls that fail afterwards.
fn reached(name: &str, calls: impl Iterator<Item = Vec<i64>>) -> BTreeSet<u32> {
    let mut problem = FunctionProblem::by_name(name).unwrap();
    let mut reached = BTreeSet::new();
    for arguments in calls {
        let mut execution = Execution::default();
        problem.evaluate(&call(&arguments), &mut execution);
        let is_reached = |distance: Distance| distance.is_zero() || distance == Distance::BEFORE_FAULT;
        reached.extend(execution.reached.iter().filter(|(_, away)| is_reached(*away)).map(|(goal, _)| *goal));
    }
    reached
}

#[test]
fn goals_reached_by_any_byte_are_not_proved_infeasible() {
    let _alone = alone();
    let (mut right, mut all) = (0, 0);
    for number in 0..generator::FUNCTIONS {
        let name = format!("generated::f{number}");
        let has_two = number % 3 == 2;
        let calls = (0..256).map(|n| if has_two { vec![n & 15, n >> 4] } else { vec![n] });
        let feasible = reached(&name, calls);
        let goals = FunctionProblem::by_name(&name).unwrap().own_goals();
        // A proof of the analysis removes the goal.
        all += goals - feasible.len() - FunctionProblem::by_name(&name).unwrap().infeasible_goals().len();
        let proved = proved(&name, Algorithm::DynamicSymbolicExecution, 400, number);
        let wrong: Vec<&u32> = proved.intersection(&feasible).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        right += proved.len();
    }
    println!("{right} proofs of {all} infeasible goals");
    assert!(right >= 20, "{right} proofs of {all} infeasible goals");
}

#[test]
fn the_generated_functions_are_those_of_the_generator() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/symbolic/generated.rs");
    let seed = env::var("UPDATE_GENERATED").ok().and_then(|seed| seed.parse().ok());
    let written = generator::source(seed.unwrap_or(1));
    if seed.is_some() {
        fs::write(file, written).unwrap();
    } else {
        assert_eq!(fs::read_to_string(file).unwrap(), written);
    }
}

#[sbst::instrument]
fn late(x: u32, y: u32) -> u8 {
    let sum = x / 2 + y / 2;
    if sum == 1_000 {
        if y % 7 == 3 && x / 2 > 1_000 {
            return if y == 5 { 1 } else { 2 };
        }
        return 3;
    }
    4
}

#[test]
fn contradicted_condition_and_its_dependents_are_proved() {
    let _alone = alone();
    let proved = proved("late", Algorithm::DynamicSymbolicExecution, 1_000, 3);
    assert_eq!(proved, BTreeSet::from([4, 6, 7]), "`x / 2 > 1_000`, and both outcomes of `y == 5`");
}

#[sbst::instrument]
fn overflowing(x: u8, y: u8) -> bool {
    let sum = x + y;
    sum > 250 && sum < x
}

#[test]
fn goal_requiring_overflow_is_proved_infeasible() {
    let _alone = alone();
    for (algorithm, evaluations) in
        [(Algorithm::DynamicSymbolicExecution, 1_000), (Algorithm::Hybrid, 100_000)]
    {
        let proved = proved("overflowing", algorithm, evaluations, 1);
        assert_eq!(proved, BTreeSet::from([2]), "{algorithm}: a result that wrapped");
    }
}

#[sbst::instrument]
fn only_before_a_fault(x: u8) -> u8 {
    if x > 250 {
        return x + 100;
    }
    x
}

#[test]
fn goals_reached_only_by_failures_are_not_proved() {
    let _alone = alone();
    assert_eq!(proved("only_before_a_fault", Algorithm::DynamicSymbolicExecution, 2_000, 1), BTreeSet::new());
}

#[sbst::instrument]
fn changed_unseen(x: u8, z: u8) -> bool {
    let mut y = x;
    if y != 5 {
        return false;
    }
    if let Some(mut value) = z.checked_sub(200) {
        std::mem::swap(&mut y, &mut value);
    }
    y != 5
}

#[test]
fn function_with_indirect_variable_change_has_no_proofs() {
    let _alone = alone();
    assert_eq!(proved("changed_unseen", Algorithm::DynamicSymbolicExecution, 2_000, 1), BTreeSet::new());
}
