//! The parts of the default algorithm, each on a problem only it can solve.

use crate::chains::{compared, complete, searched_with, sums, texts, Chain};
use crate::problems::I32;
use sbst_model::messages::ValueSource;
use sbst_model::trace::Operand;
use sbst_model::Operator;
use sbst_search::{Algorithm, Inputs, Outcome};

fn searched(problem: &mut Chain, without: &[ValueSource], evaluations: u64) -> Vec<Outcome> {
    searched_with(Algorithm::Hybrid, problem, without, evaluations)
}

#[test]
fn operands_of_comparisons_are_written_into_the_input() {
    assert_eq!(complete(&searched(&mut texts(), &[], 500)), 10);
    let without = [ValueSource::InputToState, ValueSource::Operands];
    assert_eq!(complete(&searched(&mut texts(), &without, 5_000)), 0);
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

/// A goal without a slope: exploring must get most of the evaluations.
#[test]
fn a_goal_without_a_slope_is_left_to_exploring() {
    let mut needle = Chain {
        inputs: Inputs { parameters: vec![&I32], ..Inputs::default() },
        conditions: vec![|test| {
            let x = test.integer(1) as i64;
            // The hash of one value in 200: the operands of the comparison do not resemble the input.
            let hash = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let holds = hash.is_multiple_of(200);
            compared(
                Operator::Equal.into(),
                Operand::Integer(u128::from(holds), false),
                Operand::Integer(1, false),
                holds,
            )
        }],
        distances: false,
    };
    assert_eq!(complete(&searched(&mut needle, &[ValueSource::SpecialValues], 4_000)), 10);
}
