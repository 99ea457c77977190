//! Dependences between goals, as registered by the attribute, against executions: a condition is
//! evaluated only if one of its goals' dependences was covered.

// The test is of the search build, which needs a newer compiler than a normal one.
#![allow(clippy::incompatible_msrv)]

use sbst::__private::bench::FunctionProblem;
use sbst_model::{Goal, TestCase};
use sbst_search::{Execution, Operators, Problem};

/// The goals on which those of a condition depend, as condition and outcome.
fn parents(problem: &FunctionProblem, condition: u32) -> Vec<(u32, bool)> {
    let goal = Goal { condition, outcome: true }.index() as u32;
    let parents = problem.dependences().parents(goal).iter();
    parents
        .map(|&parent| Goal::from_index(parent as usize))
        .map(|goal| (goal.condition, goal.outcome))
        .collect()
}

#[sbst::instrument]
fn conditional(a: u8, b: u8) -> u8 {
    if a > 100 {
        #[cfg(any())]
        if b == 9 {
            return 3;
        }
        if b > 100 {
            return 1;
        }
    }
    2
}

#[test]
fn unreached_conditions_pass_on_their_dependences() {
    let problem = FunctionProblem::by_name("conditional").unwrap();
    assert_eq!(problem.goals(), 4);
    assert_eq!(parents(&problem, 0), []);
    assert_eq!(parents(&problem, 1), [(0, true)]);
}

#[sbst::instrument]
fn leaving(a: i8, b: Option<i8>, v: Vec<i8>) -> Option<i8> {
    if a > 3 && v.len() > 1 || a == -5 {
        return b;
    }
    let Some(first) = v.first() else {
        return if a < 0 { None } else { Some(1) };
    };
    'outer: for x in &v {
        let mut n = *x;
        while n > 0 {
            n -= 1;
            if n == a {
                continue 'outer;
            }
            if n == 77 {
                break 'outer;
            }
        }
        if n < -100 {
            return None;
        }
    }
    if b? > *first {
        return Some(2);
    }
    Some(3)
}

#[sbst::instrument]
fn matching(a: i8, b: Option<(bool, i8)>, text: String) -> i8 {
    let found = match b {
        Some((true, n)) if n > a => n,
        Some((_, 5..=60)) if a > 0 || text.is_empty() => 1,
        Some((_, n)) => {
            assert!(n != 3, "three");
            2
        }
        None => 'block: {
            if a > 50 {
                break 'block 5;
            }
            loop {
                if text.len() > 2 && matches!(a, 1..=9) {
                    break 6;
                }
                if a < 60 {
                    break 7;
                }
            }
        }
    };
    if (found > 1) & (a > 1) {
        text.bytes().filter(|byte| *byte > 64 && *byte != 90).count() as i8
    } else {
        0
    }
}

#[sbst::instrument]
fn closures(v: Vec<i8>, limit: i8) -> bool {
    if limit > 0 {
        let parse = |x: i8| -> Option<i8> {
            if x < limit {
                return None;
            }
            (x != 5).then_some(x)
        };
        let mut sum = 0_i32;
        v.iter().for_each(|x| {
            if let Some(y) = parse(*x) {
                sum += i32::from(y);
            }
        });
        return sum > 100;
    }
    v.iter().any(|x| *x == limit) && v.iter().all(|x| *x <= 0 || *x == 7)
}

/// The number of random inputs per function.
const EXECUTIONS: usize = 4_000;

#[test]
fn condition_is_evaluated_only_after_goal_of_its_dependences() {
    for name in ["conditional", "leaving", "matching", "closures"] {
        let mut problem = FunctionProblem::by_name(name).unwrap();
        let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
        let (mut test, mut execution) = (TestCase::new(), Execution::default());
        let mut seen = vec![false; problem.goals()];
        for _ in 0..EXECUTIONS {
            operators.sample(&mut test);
            execution.clear();
            problem.evaluate(&test, &mut execution);
            let covered: Vec<u32> = execution
                .reached
                .iter()
                .filter(|(_, distance)| distance.is_zero())
                .map(|goal| goal.0)
                .collect();
            // An arm behind the taken one has distances, but is not tried.
            for &goal in &covered {
                let parents = problem.dependences().parents(goal);
                let is_explained = parents.is_empty() || parents.iter().any(|on| covered.contains(on));
                assert!(is_explained, "{name}: goal {goal} with {covered:?}, but none of {parents:?}");
            }
            covered.iter().for_each(|&goal| seen[goal as usize] = true);
        }
        let dependent = (0..problem.goals()).filter(|&goal| !problem.dependences().is_root(goal as u32));
        assert!(dependent.count() * 3 > problem.goals(), "few goals of {name} depend on another");
        let covered = seen.iter().filter(|&&seen| seen).count();
        assert!(covered * 3 > seen.len() * 2, "few goals of {name} are covered: {covered} of {}", seen.len());
    }
}
