//! Real-valued mutation (rule 8), along the same variables as a local search.
//!
//! 1. A number moves by ± range · δ of its domain, with equal probability of both signs. δ is the
//!    sum of 2⁻ⁱ for i from 0 to 16, each term with probability 1/17 (IGUANA, `MuhlenbeinMutation`
//!    with a precision of 16).
//! 2. The domain of a number is the set of values allowed by its shape. The domain of a float
//!    without both ends is the representable values. With ends, it is the multiples of the smallest
//!    power of ten that distinguishes its neighbours.
//! 3. A move is at least one position; IGUANA's may be less. Past an end it goes to the end.
//! 4. Characters and lengths are numbers, with the alphabet and the allowed lengths as domains.
//! 5. A boolean is inverted, and a variant of a sum becomes another one, for any range, since there
//!    are no smaller steps.

use sbst_model::{Shape, TestCase};
use sbst_search::local::variable_search;
use sbst_search::operator::places::Places;
use sbst_search::operator::random::Random;
use sbst_search::operator::variables;
use sbst_search::operator::variables::{Part, Positions, Scale, Variable};
use sbst_search::operator::Operators;

/// Bits of precision: the smallest step is 2⁻¹⁶ of the range.
const PRECISION: u32 = 16;

/// Changes tests; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Mutation {
    places: Places,
    variables: Vec<Variable>,
    changed: TestCase,
}

impl Mutation {
    /// Changes each of n variables with probability 1/n, by up to `range` of its domain.
    pub(super) fn mutate(&mut self, operators: &mut Operators, range: f64, test: &mut TestCase) {
        variables::find(operators, test, &mut self.places, &mut self.variables);
        let count = self.variables.len() as u64;
        // From the last to the first, so that the others keep their places.
        for index in (0..self.variables.len()).rev() {
            if operators.random.one_in(count) {
                self.change(operators, self.variables[index], range, test);
            }
        }
    }

    fn change(&mut self, operators: &mut Operators, variable: Variable, range: f64, test: &mut TestCase) {
        let place = variable.place;
        if let (Part::Variant, Shape::Sum(sum)) = (variable.part, place.shape) {
            let old = test.nodes()[place.node].payload as usize;
            let allowed = operators.allowed_variants(place, test).len();
            let drawn = operators.random.index(allowed);
            let new = operators.allowed_variants(place, test)[drawn];
            if new != old {
                self.changed.clone_from(test);
                operators.outside = test.nodes().len() - test.subtree(place.node).len();
                operators.set_variant(sum, new, place, &mut self.changed);
                operators.make_all_distinct(&mut self.changed);
                std::mem::swap(test, &mut self.changed);
            }
            return;
        }
        let Some((scale, positions)) = domain(operators, &variable, test) else { return };
        let to = moved(positions, range, &mut operators.random);
        variable.set(operators, test, scale, to, &mut self.changed);
        std::mem::swap(test, &mut self.changed);
    }
}

/// Rule 2.
fn domain(operators: &Operators, variable: &Variable, test: &TestCase) -> Option<(Scale, Positions)> {
    let bounded = match variable.place.shape {
        Shape::Float(float) => float.lowest.is_finite() && float.highest.is_finite(),
        _ => true,
    };
    let finest = variable.scales().iter().rev().filter(|&&scale| (scale != Scale::Representable) == bounded);
    finest.map(|&scale| Some((scale, variable.positions(operators, test, scale)?))).find_map(|found| found)
}

/// Rules 1 and 3.
fn moved(positions: Positions, range: f64, random: &mut Random) -> u128 {
    let step = (positions.highest as f64 * range * delta(random)).round().max(1.0) as u128;
    variable_search::moved(positions.at, step, random.coin(), positions.highest)
}

fn delta(random: &mut Random) -> f64 {
    let terms = (0..=PRECISION).filter(|_| random.one_in(u64::from(PRECISION) + 1));
    terms.map(|bit| 1.0 / f64::from(1u32 << bit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_power_of_two_is_in_a_step_with_one_chance_in_seventeen() {
        let (mut random, drawn) = (Random::new(1), 40_000);
        let mut times = [0; PRECISION as usize + 1];
        for _ in 0..drawn {
            let bits = (delta(&mut random) * f64::from(1u32 << PRECISION)) as u64;
            for (bit, times) in times.iter_mut().enumerate() {
                *times += bits >> (PRECISION as usize - bit) & 1;
            }
        }
        let expected = drawn as f64 / 17.0;
        assert!(
            times.iter().all(|&times| (times as f64 - expected).abs() < 5.0 * expected.sqrt()),
            "{times:?}"
        );
    }

    #[test]
    fn steps_keep_to_their_range_and_are_on_every_scale_within_it() {
        let mut random = Random::new(1);
        let positions = Positions { at: 1 << 40, highest: 1 << 41 };
        for range in [1e-1, 1e-3, 1e-6] {
            let mut step = || moved(positions, range, &mut random).abs_diff(1 << 40) as f64;
            let steps: Vec<f64> = (0..4_000).map(|_| step() / (1u64 << 41) as f64 / range).collect();
            assert!(steps.iter().all(|&step| step <= 2.0), "{range}");
            let large = steps.iter().filter(|&&step| step > 1.0 / 256.0).count() as f64;
            let expected = 4_000.0 * (1.0 - (16.0f64 / 17.0).powi(9));
            assert!((large - expected).abs() < 150.0, "one of nine terms, or more: {large}");
        }
    }

    #[test]
    fn a_step_is_at_least_one_and_ends_at_the_end() {
        let mut random = Random::new(2);
        for _ in 0..100 {
            let to = moved(Positions { at: 0, highest: 1 }, 1e-6, &mut random);
            assert!(to <= 1);
            assert!([1, 3].contains(&moved(Positions { at: 2, highest: 9 }, 1e-6, &mut random)));
        }
    }
}
