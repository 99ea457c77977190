//! Randomly drawn test cases, written as they are, to try out the writing of test cases.
//!
//! # Policy
//! 1. Of four test cases, one is drawn anew, two are changed copies of earlier ones, and one is a
//!    crossover. So all operators take part.
//! 2. Each is executed and reported with its observations. Repetitions, and test cases without a
//!    test (a constructor refused), are replaced by others, with up to [`ATTEMPTS`] each.
//! 3. None is simplified. Each one, except findings, stands for all covered goals of the target.

use crate::problem::function_problem::FunctionProblem;
use crate::problem::outline;
use sbst_core::registry::collateral::Places;
use sbst_model::messages::{Observed, TestOutline, ValueSource};
use sbst_model::TestCase;
use sbst_search::{Operators, Problem, SuiteTest};

/// The most test cases tried for each requested one: a function of two booleans has only four.
const ATTEMPTS: usize = 10;

/// Returns the outlines of the requested number of test cases, or of fewer.
pub(crate) fn outlines(
    problem: &mut FunctionProblem,
    wanted: usize,
    without: &[ValueSource],
    seed: u64,
) -> Vec<TestOutline> {
    let mut operators = Operators::new(problem.inputs().clone(), without, seed);
    let places = Places::from_executable();
    let mut drawn: Vec<TestCase> = Vec::new();
    let mut outlines = Vec::new();
    for attempt in 0..wanted * ATTEMPTS {
        if outlines.len() == wanted {
            break;
        }
        let test = draw(&mut operators, &drawn, attempt);
        if drawn.contains(&test) || problem.is_fatal(&test) || !problem.is_call(&test) {
            continue;
        }
        let as_it_is = SuiteTest { test: test.clone(), goals: Vec::new() };
        outlines.extend(
            outline::from_test(problem, places, &as_it_is)
                .map(|outline| for_what_it_covers(problem, outline)),
        );
        drawn.push(test);
    }
    outlines
}

/// Assigns the covered goals to an outline (rule 3).
fn for_what_it_covers(problem: &FunctionProblem, outline: TestOutline) -> TestOutline {
    if matches!(outline.observed, Observed::Fault(_)) {
        return outline;
    }
    let target = problem.target();
    let own = outline.covers.iter().find(|goals| goals.target == target);
    TestOutline { goals: own.map_or_else(Vec::new, |own| own.goals.clone()), ..outline }
}

/// Draws a test case (rule 1).
fn draw(operators: &mut Operators, drawn: &[TestCase], attempt: usize) -> TestCase {
    let mut test = TestCase::new();
    if drawn.is_empty() || attempt.is_multiple_of(4) {
        operators.sample(&mut test);
        return test;
    }
    let mut any = || operators.random().pick(drawn);
    let (one, other) = (any(), any());
    if attempt % 4 == 3 {
        let mut offspring = [TestCase::new(), TestCase::new()];
        operators.crossover([one, other], &mut offspring);
        let [first, _] = offspring;
        return first;
    }
    operators.mutate(one, &mut test);
    test
}
