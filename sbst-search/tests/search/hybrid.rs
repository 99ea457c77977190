//! What the default is made of, each part where the others cannot help.

use crate::problems::{I32, STR};
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::{Distance, TestCase};
use sbst_search::trace::{Comparison, Operand, Relation};
use sbst_search::{search, Algorithm, Execution, Inputs, Options, Outcome, Problem, Silent, Trace};

/// Conditions over a test, each behind the true outcome of the one before it.
struct Chain {
    inputs: Inputs,
    conditions: Vec<fn(&TestCase) -> Comparison>,
    /// Whether integers have distances; else all that is known is whether a condition held.
    distances: bool,
}

fn compared(relation: Relation, left: Operand, right: Operand, holds: bool) -> Comparison {
    Comparison { covers: 0, misses: 0, relation, left, right, holds }
}

impl Problem for Chain {
    fn goals(&self) -> usize {
        2 * self.conditions.len()
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.trace(test, execution, &mut Trace::default());
    }
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        for (number, condition) in self.conditions.iter().enumerate() {
            let (goal, other) = (2 * number as u32, 2 * number as u32 + 1);
            let mut comparison = condition(test);
            let away = match (&comparison.left, &comparison.right) {
                (&Operand::Integer(left, _), &Operand::Integer(right, _)) if self.distances => {
                    Distance::from_steps(left.abs_diff(right).max(1))
                }
                _ => Distance::ONE,
            };
            let distances = if comparison.holds { [Distance::ZERO, away] } else { [away, Distance::ZERO] };
            execution.reached.extend([(goal, distances[0]), (other, distances[1])]);
            (comparison.covers, comparison.misses) =
                if comparison.holds { (goal, other) } else { (other, goal) };
            let holds = comparison.holds;
            trace.comparisons.push(comparison);
            if !holds {
                return;
            }
        }
    }
}

fn searched(problem: &mut Chain, without: &[ValueSource], evaluations: u64) -> Vec<Outcome> {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let options =
        |seed| Options { without: without.to_vec(), ..Options::new(Algorithm::Hybrid, seed, budget) };
    (1..=10).map(|seed| search(problem, &options(seed), &mut Silent)).collect()
}

fn complete(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.archive.covered() == outcome.archive.goals()).count()
}

/// Texts that have to be certain ones, without slopes or literals.
fn texts() -> Chain {
    Chain {
        inputs: Inputs { parameters: vec![&STR, &STR], ..Inputs::default() },
        conditions: vec![
            |test| {
                let upper = test.text(1).to_uppercase();
                let holds = upper == "XYLOPHONE";
                compared(Relation::Equal, Operand::Text(upper), Operand::Text("XYLOPHONE".to_owned()), holds)
            },
            |test| {
                let text = test.text(2).to_owned();
                let holds = text.starts_with("zeppelin:");
                compared(
                    Relation::StartsWith,
                    Operand::Text(text),
                    Operand::Text("zeppelin:".to_owned()),
                    holds,
                )
            },
        ],
        distances: false,
    }
}

#[test]
fn what_conditions_compare_is_written_into_the_input() {
    assert_eq!(complete(&searched(&mut texts(), &[], 500)), 10);
    let without = [ValueSource::InputToState, ValueSource::Operands];
    assert_eq!(complete(&searched(&mut texts(), &without, 5_000)), 0);
}

/// `3 * a + 7 * b == 1_000_003`.
fn sums() -> Chain {
    fn number(test: &TestCase, node: usize) -> i128 {
        test.integer(node) as i128
    }
    fn equal(left: i128, right: i128) -> Comparison {
        // As ordinals, so that their difference is that of the numbers.
        let ordinal = |value: i128| Operand::Integer((value as u128) ^ (1 << 127), false);
        compared(Relation::Equal, ordinal(left), ordinal(right), left == right)
    }
    Chain {
        inputs: Inputs { parameters: vec![&I32, &I32], ..Inputs::default() },
        conditions: vec![|test| equal(3 * number(test, 1) + 7 * number(test, 2), 1_000_003)],
        distances: true,
    }
}

#[test]
fn local_search_goes_down_slopes() {
    let without = [ValueSource::InputToState, ValueSource::Operands];
    assert_eq!(complete(&searched(&mut sums(), &without, 3_000)), 10);
}

#[test]
fn the_same_seed_makes_the_same_tests() {
    let tests = |outcomes: Vec<Outcome>| -> Vec<(u64, Vec<String>)> {
        let hex = |outcome: &Outcome| outcome.archive.iter().map(|(_, test)| test.to_hex()).collect();
        outcomes.iter().map(|outcome| (outcome.evaluations, hex(outcome))).collect()
    };
    assert_eq!(tests(searched(&mut texts(), &[], 500)), tests(searched(&mut texts(), &[], 500)));
    assert_eq!(tests(searched(&mut sums(), &[], 500)), tests(searched(&mut sums(), &[], 500)));
}

/// A goal that no distance leads to: focusing must leave most of the evaluations to chance.
#[test]
fn a_goal_without_a_slope_is_left_to_exploring() {
    let mut needle = Chain {
        inputs: Inputs { parameters: vec![&I32], ..Inputs::default() },
        conditions: vec![|test| {
            let x = test.integer(1) as i64;
            // The hash of one value in 200: what is compared says nothing of the input.
            let hash = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let holds = hash.is_multiple_of(200);
            compared(
                Relation::Equal,
                Operand::Integer(u128::from(holds), false),
                Operand::Integer(1, false),
                holds,
            )
        }],
        distances: false,
    };
    assert_eq!(complete(&searched(&mut needle, &[ValueSource::SpecialValues], 4_000)), 10);
}
