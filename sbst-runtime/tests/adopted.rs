//! Goals of functions reached through callers: their numbers in a search, and their distances.

// The test is of the search build, which needs a newer compiler than a normal one.
#![allow(clippy::incompatible_msrv)]

use sbst::__private::bench::FunctionProblem;
use sbst_model::messages::GoalsOf;
use sbst_model::trace::Operand;
use sbst_model::{Distance, NodeKind, TargetId, TestCase, Trace};
use sbst_search::{Execution, Problem};
use std::sync::{Mutex, MutexGuard};

/// The thread that searches owns the recorder, so one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[sbst::instrument]
fn helper(n: i32) -> bool {
    if n > 100 {
        return n == 4_711;
    }
    false
}

#[sbst::instrument]
fn caller(n: i32) -> u8 {
    if n < 0 {
        return 0;
    }
    if helper(n) {
        2
    } else {
        1
    }
}

fn id(name: &str) -> TargetId {
    let path = format!("adopted::{name}");
    let targets = FunctionProblem::registered().into_iter().map(|target| target.id);
    targets.into_iter().find(|id| id.path == path).unwrap_or_else(|| panic!("`{path}` is annotated"))
}

fn goals_of(name: &str, goals: &[u32]) -> GoalsOf {
    GoalsOf { target: id(name), goals: goals.into() }
}

fn call_with_integer(n: i64) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.leaf(NodeKind::Integer, n as u64);
    test.close(call);
    test
}

/// The goals reached by a call, by number.
fn reached(problem: &mut FunctionProblem, n: i64) -> Vec<(u32, Distance)> {
    let mut execution = Execution::default();
    problem.evaluate(&call_with_integer(n), &mut execution);
    execution.reached.sort_unstable();
    execution.reached
}

fn steps(reached: &[(u32, u128)]) -> Vec<(u32, Distance)> {
    reached.iter().map(|&(goal, steps)| (goal, Distance::from_steps(steps))).collect()
}

#[test]
fn adopted_goals_follow_own_ones_with_their_own_distances() {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name_with("caller", &[goals_of("helper", &[0, 1, 2])]).unwrap();
    assert_eq!((problem.goals(), problem.own_goals()), (7, 4));
    assert_eq!(reached(&mut problem, -5)[..2], steps(&[(0, 0), (1, 5)]));
    assert_eq!(reached(&mut problem, -5).len(), 2, "what is not called is not reached");
    let near: Vec<_> = reached(&mut problem, 90).into_iter().filter(|(goal, _)| *goal >= 4).collect();
    assert_eq!(near, steps(&[(4, 11), (5, 0)]));
    let near: Vec<_> = reached(&mut problem, 4_700).into_iter().filter(|(goal, _)| *goal >= 4).collect();
    assert_eq!(near, steps(&[(4, 0), (5, 4_600), (6, 11)]), "goal 3 of the helper was not asked for");
}

#[test]
fn given_up_goal_keeps_its_number_and_is_not_reached() {
    let _alone = alone();
    let adopted = [goals_of("helper", &[0, 1, 2])];
    let mut problem = FunctionProblem::by_name_without("caller", &adopted, &[5]).unwrap();
    assert_eq!(problem.goals(), 7);
    let goals: Vec<u32> = reached(&mut problem, 4_711).into_iter().map(|(goal, _)| goal).collect();
    assert_eq!(goals, [0, 1, 2, 3, 4, 6]);
}

#[test]
fn adopted_function_keeps_its_dependences_and_roots() {
    let _alone = alone();
    let adopted = [goals_of("helper", &[2, 0])];
    let problem = FunctionProblem::by_name_with("caller", &adopted).unwrap();
    assert_eq!(problem.dependences().parents(4), [5], "whether `n == 4_711` is asked depends on `n > 100`");
    assert!(problem.dependences().is_root(5));
    // With `n > 100` covered elsewhere, no condition is left between the call and the goal.
    let problem = FunctionProblem::by_name_with("caller", &[goals_of("helper", &[2])]).unwrap();
    assert!(problem.dependences().is_root(4));
}

#[test]
fn traces_include_comparisons_of_sought_callees() {
    let _alone = alone();
    let operands = |adopted: &[GoalsOf]| {
        let mut problem = FunctionProblem::by_name_with("caller", adopted).unwrap();
        let mut trace = Trace::default();
        problem.trace(&call_with_integer(200), &mut Execution::default(), &mut trace);
        let missed =
            |comparison: &sbst_model::trace::Comparison| (comparison.misses, comparison.right.clone());
        trace.comparisons.iter().map(missed).collect::<Vec<_>>()
    };
    assert_eq!(operands(&[]), [(0, Operand::Integer(0, false))]);
    let all = operands(&[goals_of("helper", &[2, 3])]);
    assert_eq!(all, [(0, Operand::Integer(0, false)), (4, Operand::Integer(4_711, false))]);
}

#[test]
fn details_are_beside_their_goals() {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name_with("caller", &[goals_of("helper", &[1])]).unwrap();
    let mut execution = Execution { wants_details: true, ..Execution::default() };
    problem.evaluate(&call_with_integer(7), &mut execution);
    assert_eq!(execution.details.len(), execution.reached.len());
    assert!(execution.details.iter().all(|detail| detail.evaluations == 1));
}

macro_rules! digit {
    ($($kind:ty: $name:ident),*) => { $(mod $name {
        pub(crate) fn is_digit(n: $kind) -> bool {
            super::Digit::below_ten(n)
        }
    }
    impl Digit for $kind {
        #[sbst::instrument]
        fn below_ten(self) -> bool {
            self < 10
        }
    })* };
}

trait Digit {
    fn below_ten(self) -> bool;
}
digit!(u8: byte, u32: word);

#[sbst::instrument]
fn both(n: u32) -> bool {
    if n == 3 {
        return false;
    }
    byte::is_digit(200) || word::is_digit(n)
}

#[test]
fn goal_of_macro_function_is_covered_by_any_expansion_once() {
    let _alone = alone();
    let targets = FunctionProblem::registered();
    let expansions: Vec<_> = targets.iter().filter(|target| target.id.path.contains("below_ten")).collect();
    assert_eq!(expansions.len(), 2);
    assert_eq!(expansions[0].id, expansions[1].id);
    let adopted = [GoalsOf { target: expansions[0].id.clone(), goals: vec![0, 1] }];
    let mut problem = FunctionProblem::by_name_with("both", &adopted).unwrap();
    let own = problem.own_goals() as u32;
    let mut of_digit =
        |n| reached(&mut problem, n).into_iter().filter(|(goal, _)| *goal >= own).collect::<Vec<_>>();
    assert_eq!(of_digit(12), steps(&[(own, 3), (own + 1, 0)]), "12 is nearer than 200");
    assert_eq!(of_digit(7), steps(&[(own, 0), (own + 1, 0)]));
}

#[sbst::instrument]
fn largest<T: PartialOrd + Copy>(one: T, other: T) -> T {
    if one > other {
        one
    } else {
        other
    }
}

#[sbst::instrument]
fn generic(n: i32) -> i32 {
    if n == 0 {
        return 0;
    }
    largest(n, 5)
}

#[test]
fn goals_of_generic_function_are_reached_in_any_instance() {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name_with("generic", &[goals_of("largest", &[0])]).unwrap();
    assert_eq!(reached(&mut problem, 3).last(), Some(&(2, Distance::from_steps(3))));
}

#[test]
fn several_problems_in_turn_see_their_own_goals() {
    let _alone = alone();
    let mut one = FunctionProblem::by_name("caller").unwrap();
    let before = reached(&mut one, 90);
    let mut other = FunctionProblem::by_name_with("generic", &[goals_of("largest", &[0, 1])]).unwrap();
    assert_eq!(reached(&mut other, 3).len(), 4);
    assert_eq!(reached(&mut one, 90), before);
}
