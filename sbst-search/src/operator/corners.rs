//! The corners of the space of inputs: each combination of values at the limits of the parameters.
//!
//! A hidden check may fail for one such combination only (`i32::MIN % -1`), and in a called
//! function it has no distance. So a search for panics begins with the corners. Boundary value
//! testing calls this its worst case.
//!
//! 1. A number is the least or the greatest, zero, one, or one less than zero, if allowed. A
//!    boolean is true or false. Everything else has its simplest value.
//! 2. The number of combinations is at most [`MOST`]. If it is exceeded, each parameter has fewer
//!    values: the last ones in that order are skipped first.
//! 3. Without a number or a boolean, no corners are made: the simplest test alone is no good start.

use crate::operator::{enumeration, inputs::Inputs, recursion::Recursion, sample::push_integer};
use sbst_model::{shape::Integer, NodeKind, Shape, TestCase};

/// The most combinations.
pub const MOST: usize = 256;

/// Returns the tests of all corners, always in the same order.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_search::{corners, Problem};
///
/// let corners = corners::corners(Magic::new().inputs());
/// let values: Vec<i32> = corners.iter().map(|test| test.integer(1) as i32).collect();
/// assert_eq!(values, [i32::MIN, -1, 0, i32::MAX, 1]);
/// ```
pub fn corners(inputs: &Inputs) -> Vec<TestCase> {
    let recursion = inputs.recursion();
    if inputs.parameters.iter().any(|shape| recursion.least_height(shape).is_none()) {
        return Vec::new();
    }
    let mut values: Vec<Vec<TestCase>> =
        inputs.parameters.iter().map(|shape| values_of_shape(shape, &recursion)).collect();
    while product(&values) > MOST {
        let most = values.iter().map(Vec::len).max().unwrap_or(1);
        values.iter_mut().for_each(|values| values.truncate(most - 1));
    }
    if product(&values) == 1 {
        return Vec::new();
    }
    (0..product(&values)).map(|index| combination(&values, index)).collect()
}

fn product(values: &[Vec<TestCase>]) -> usize {
    values.iter().fold(1, |product: usize, values| product.saturating_mul(values.len()))
}

fn combination(values: &[Vec<TestCase>], mut index: usize) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    for values in values {
        test.append(&values[index % values.len()]);
        index /= values.len();
    }
    test.close(call);
    test
}

/// Returns the values of a parameter, the most likely to cause a failure first.
fn values_of_shape(shape: &'static Shape, recursion: &Recursion) -> Vec<TestCase> {
    let one = |push: &dyn Fn(&mut TestCase)| {
        let mut value = TestCase::new();
        push(&mut value);
        value
    };
    match shape.value_shape() {
        Shape::Bool => [0, 1].map(|is| one(&|value| _ = value.leaf(NodeKind::Bool, is))).to_vec(),
        Shape::Integer(integer) => values_of_integer(integer)
            .into_iter()
            .map(|ordinal| one(&|value| push_integer(integer, ordinal, value)))
            .collect(),
        _ => vec![one(&|value| enumeration::push(shape, u32::MAX, 0, recursion, value))],
    }
}

/// The ordinals of rule 1.
fn values_of_integer(integer: &Integer) -> Vec<u128> {
    let near = [0, u128::MAX, 1].map(|value| integer.ordinal(value));
    let wanted = [integer.lowest, near[1], near[0], integer.highest, near[2]];
    let mut found = Vec::new();
    for ordinal in wanted {
        if integer.allows(ordinal) && !found.contains(&ordinal) {
            found.push(ordinal);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::conforms;

    static I64: Shape = Shape::Integer(Integer::all("i64", 64, true));
    static NONZERO: Shape = Shape::Integer(Integer::all("i8", 8, true).without_zero());
    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));

    fn checked_corners(parameters: &[&'static Shape]) -> Vec<TestCase> {
        let tests = corners(&Inputs { parameters: parameters.to_vec(), ..Inputs::default() });
        for test in &tests {
            assert!(
                test.children(0).zip(parameters).all(|(node, shape)| conforms(shape, test, node)),
                "{test:?}"
            );
        }
        tests
    }

    fn integers(test: &TestCase) -> Vec<i128> {
        test.children(0).map(|node| test.integer(node) as i128).collect()
    }

    #[test]
    fn the_least_number_and_minus_one_are_combined() {
        let tests = checked_corners(&[&I64, &I64]);
        assert_eq!(tests.len(), 25);
        assert!(tests.iter().any(|test| integers(test) == [i64::MIN.into(), -1]));
    }

    #[test]
    fn corner_values_are_allowed_and_distinct() {
        let values =
            |shape| checked_corners(&[shape]).iter().map(|test| integers(test)[0]).collect::<Vec<_>>();
        assert_eq!(values(&NONZERO), [-128, -1, 127, 1]);
        assert_eq!(values(&U8), [0, 255, 1]);
    }

    #[test]
    fn many_parameters_have_fewer_corner_values_and_units_none() {
        assert_eq!(checked_corners(&[&I64; 4]).len(), 256);
        assert_eq!(checked_corners(&[&I64; 8]).len(), 256);
        assert_eq!(checked_corners(&[&I64; 9]).len(), 0, "one value each makes no corner");
        static UNIT: Shape =
            Shape::Product(sbst_model::shape::Product { fields: &[], template: "()", fallible: false });
        assert_eq!(checked_corners(&[&UNIT]).len(), 0);
        assert_eq!(checked_corners(&[&I64, &UNIT]).len(), 5);
    }
}
