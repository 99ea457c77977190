//! The starts of climbing algorithms: random tests, alternately drawn as published and by this
//! tool's operators.
//!
//! 1. As published, each number of a random test is drawn from its whole domain, uniformly (Zeller
//!    et al.; AVMf's `RandomInitializer`). That needs domains. So it applies to numbers with two
//!    ends from the user. Other values and lengths are drawn as usual, because a uniform number of
//!    64 bits is never small.
//! 2. The second test is drawn by this tool's operators, on every scale and with copies, the third
//!    like the first, and so on. Each may come near values never drawn by the other.

use crate::goals_in_turn::{Turn, TurnOver};
use sbst_model::shape::{Float, Integer};
use sbst_model::{Shape, TestCase};
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::operator::places::Places;
use sbst_search::operator::sample::float::is_ranged;
use sbst_search::operator::sample::integer::skips_zero;
use sbst_search::operator::Operators;

#[derive(Debug, Default)]
pub(crate) struct Starts {
    places: Places,
    /// True if the next start is drawn by the tool's own operators.
    on_every_scale: bool,
}

impl Starts {
    pub(crate) fn begin(&mut self) {
        self.on_every_scale = false;
    }

    pub(crate) fn sample(&mut self, operators: &mut Operators, test: &mut TestCase) {
        operators.sample(test);
        if !self.on_every_scale {
            self.draw_uniformly(operators, test);
        }
        self.on_every_scale = !self.on_every_scale;
    }

    /// Makes `current` the start of a climb, and returns its fitness.
    pub(crate) fn next(
        &mut self,
        operators: &mut Operators,
        turn: &mut Turn<'_, '_>,
        current: &mut TestCase,
    ) -> Result<Fitness, TurnOver> {
        match turn.first.take() {
            Some(first) => current.clone_from(first),
            None => self.sample(operators, current),
        }
        let start = turn.evaluate(current)?;
        turn.report_step(start);
        Ok(start)
    }

    /// Rule 1.
    fn draw_uniformly(&mut self, operators: &mut Operators, test: &mut TestCase) {
        self.places.find(&operators.parameters, test);
        for place in &self.places.leaves {
            match place.shape {
                Shape::Integer(integer) if is_bounded(integer) => {
                    let skipped = skips_zero(integer);
                    let highest = integer.highest - integer.lowest - u128::from(skipped);
                    let ordinal = integer.lowest + operators.random.up_to(highest);
                    let behind = u128::from(skipped && ordinal >= integer.ordinal(0));
                    test.set_integer(place.node, integer.value(ordinal + behind));
                }
                Shape::Float(float) if float.lowest.is_finite() && float.highest.is_finite() => {
                    test.set_payload(place.node, uniform(float, operators).to_bits());
                }
                _ => {}
            }
        }
        operators.make_all_distinct(test);
    }
}

/// True if both ends differ from the type's.
fn is_bounded(integer: &Integer) -> bool {
    let all = Integer::all(integer.name, integer.bits, integer.signed);
    let own = |ordinal: u128| ordinal == all.lowest || ordinal == all.highest;
    // The least value of an unsigned type is as good an end as any.
    (!integer.signed || !own(integer.lowest)) && !own(integer.highest)
}

fn uniform(float: &Float, operators: &mut Operators) -> f64 {
    debug_assert!(is_ranged(float));
    match float.multiples() {
        Some((first, last)) => {
            float.multiple(first + operators.random.up_to(u128::from(last.abs_diff(first))) as i64)
        }
        None => {
            let unit = operators.random.unit();
            float.nearest(float.lowest * (1.0 - unit) + float.highest * unit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::conforms;
    use sbst_model::shape::{Bounds, Endpoint, Range, Width};
    use sbst_search::operator::inputs::Inputs;

    const fn range(lowest: f64, highest: f64) -> Option<Range> {
        let lowest = Some(Endpoint::new(lowest as i128, lowest));
        let highest = Some(Endpoint::new(highest as i128, highest));
        Some(Range { lowest, highest, exclusive: false })
    }
    const THOUSAND: Bounds = Bounds { range: range(-1_000.0, 1_000.0), ..Bounds::NONE };
    static SHAPES: [Shape; 5] = [
        Shape::Integer(Integer::all("i32", 32, true).within(&THOUSAND)),
        Shape::Float(Float::all(Width::Double).within(&Bounds { step: Some(0.1), ..THOUSAND })),
        Shape::Float(Float::all(Width::Single).within(&THOUSAND)),
        Shape::Integer(Integer::all("i8", 8, true).without_zero()),
        Shape::Integer(Integer::all("i64", 64, true)),
    ];

    #[test]
    fn every_second_test_has_numbers_from_all_over_their_domains() {
        let parameters: Vec<&'static Shape> = SHAPES.iter().collect();
        let mut operators = Operators::new(Inputs { parameters, ..Inputs::default() }, &[], 1);
        let (mut starts, mut test) = (Starts::default(), TestCase::new());
        starts.begin();
        let mut far = [[0; 3]; 2];
        for round in 0..4_000 {
            starts.sample(&mut operators, &mut test);
            for (shape, node) in SHAPES.iter().zip(1..) {
                assert!(conforms(shape, &test, node), "{test:?}");
            }
            let real = |node: usize| f64::from_bits(test.nodes()[node].payload).abs();
            let values = [f64::from((test.integer(1) as i32).abs()), real(2), real(3)];
            values.iter().zip(&mut far[round % 2]).for_each(|(value, far)| *far += u32::from(*value > 500.0));
        }
        assert!(far[0].iter().all(|far| (920..1_080).contains(far)), "half of 2,000: {far:?}");
        assert!(far[1].iter().all(|&far| far < 900), "the others are on every scale: {far:?}");
    }
}
