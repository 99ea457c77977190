//! Points at operators of numbers, and at literals.

use super::number::{division_gap, Number, Outcome};
use super::point::{Point, State};
use sbst_model::{Arithmetic, Change};

/// The operands of an operator, if its result is to be replaced.
pub struct Operands(Option<Replaced>);

#[derive(Clone, Copy)]
struct Replaced {
    /// The written operator.
    original: Arithmetic,
    value: Number,
}

/// Inspects the operands of an operator. Panics where the active alternative would.
#[inline(always)]
pub fn operands<L, R>(point: &'static Point, original: Arithmetic, left: &L, right: &R) -> Operands {
    if point.is_quiet() {
        return Operands(None);
    }
    replace(point, original, Number::read(left).zip(Number::read(right)))
}

#[cold]
fn replace(point: &'static Point, original: Arithmetic, operands: Option<(Number, Number)>) -> Operands {
    if original.divides() {
        point.note_gap(|| operands.and_then(|(left, right)| division_gap(left, right)));
    }
    let applied = |operator| operands.and_then(|(left, right)| left.apply(operator, right));
    let result = |change| match change {
        Change::Calculate(operator) => applied(operator),
        _ => None,
    };
    match point.state() {
        State::Quiet => {}
        State::Recording => point.record(|change| {
            let (original, other) = (applied(original)?, result(change)?);
            Some(match (original, other) {
                (Outcome::Value(original), Outcome::Value(other)) => original.differs(other),
                (original, other) => original != other,
            })
        }),
        State::Active(change) => match result(change) {
            Some(Outcome::Value(value)) => return Operands(Some(Replaced { original, value })),
            Some(Outcome::Panics) => panic!("attempt to calculate with overflow, by a mutant"),
            None => {}
        },
    }
    Operands(None)
}

/// Returns the right operand, or one for which the written operator cannot panic.
#[inline(always)]
pub fn neutral<R>(operands: &Operands, mut right: R) -> R {
    if let Some(replaced) = operands.0 {
        if let Some(number) = Number::read(&right) {
            number.neutral(replaced.original).write_or_refer(&mut right);
        }
    }
    right
}

/// Returns the result of the operator, or its replacement.
#[inline(always)]
pub fn replaced<T>(operands: Operands, mut result: T) -> T {
    replaced_in(operands, &mut result);
    result
}

/// Replaces the result of a compound assignment.
#[inline(always)]
pub fn replaced_in<T>(operands: Operands, place: &mut T) {
    if let Some(replaced) = operands.0 {
        replaced.value.write(place);
    }
}

/// Returns the result of a unary operator, or its operand.
#[inline(always)]
pub fn undone<T>(point: &'static Point, mut result: T) -> T {
    if !point.is_quiet() {
        change(point, &mut result, Number::undone);
    }
    result
}

/// Returns a literal, or the next number.
#[inline(always)]
pub fn nudged<T>(point: &'static Point, mut literal: T) -> T {
    if !point.is_quiet() {
        change(point, &mut literal, |number, change| match change {
            Change::Incremented => number.nudged(true),
            Change::Decremented => number.nudged(false),
            _ => None,
        });
    }
    literal
}

/// Returns a text, or an empty one.
#[inline(always)]
pub fn emptied(point: &'static Point, text: &'static str) -> &'static str {
    match point.is_quiet() || !is_emptied(point) {
        true => text,
        false => "",
    }
}

#[cold]
fn is_emptied(point: &'static Point) -> bool {
    match point.state() {
        State::Quiet => false,
        State::Recording => {
            point.record(|_| Some(true));
            false
        }
        State::Active(_) => true,
    }
}

#[cold]
fn change<T>(point: &'static Point, value: &mut T, other: fn(Number, Change) -> Option<Number>) {
    let original = Number::read(value);
    let changed = |change| other(original?, change);
    match point.state() {
        State::Quiet => {}
        State::Recording => point.record(|change| Some(changed(change)?.differs(original?))),
        State::Active(change) => {
            if let Some(changed) = changed(change) {
                changed.write(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    static SUM: Point =
        Point::new(&[Change::Calculate(Arithmetic::Subtract), Change::Calculate(Arithmetic::Multiply)]);
    static NEGATED: Point = Point::new(&[Change::Unnegated]);
    static LITERAL: Point = Point::new(&[Change::Incremented, Change::Decremented]);

    fn sum(left: u8, right: u8) -> u8 {
        let operands = operands(&SUM, Arithmetic::Add, &left, &right);
        let right = neutral(&operands, right);
        replaced(operands, left + right)
    }

    #[test]
    fn alternatives_replace_the_result_even_if_the_original_panics() {
        assert_eq!(sum(3, 2), 5);
        SUM.activate(1);
        assert_eq!((sum(3, 2), sum(255, 255)), (1, 0));
        assert!(catch_unwind(|| sum(1, 2)).is_err());
        SUM.activate(2);
        assert_eq!(sum(3, 2), 6);
        SUM.activate(0);
    }

    #[test]
    fn operands_may_be_references() {
        static PRODUCT: Point = Point::new(&[Change::Calculate(Arithmetic::Add)]);
        let product = |left: &i16, right: &i16| {
            let operands = operands(&PRODUCT, Arithmetic::Multiply, &left, &right);
            let right = neutral(&operands, right);
            replaced(operands, left * right)
        };
        PRODUCT.activate(1);
        assert_eq!((product(&300, &200), product(&2, &3)), (500, 5));
        PRODUCT.activate(0);
    }

    #[test]
    fn values_of_unknown_types_stay() {
        NEGATED.activate(1);
        assert_eq!(undone(&NEGATED, -5_i64), 5);
        assert_eq!(undone(&NEGATED, String::from("a")), "a");
        static TEXT: Point = Point::new(&[Change::Emptied]);
        assert_eq!(emptied(&TEXT, "a"), "a");
        TEXT.activate(1);
        assert_eq!(emptied(&TEXT, "a"), "");
        LITERAL.activate(2);
        assert_eq!((nudged(&LITERAL, 0_u8), nudged(&LITERAL, 7_i128), nudged(&LITERAL, 'a')), (0, 6, 'a'));
    }
}
