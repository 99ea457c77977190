//! Branch distances of comparisons, by the types of their operands.
//!
//! The types are known after monomorphisation ([`Typed`]). Operands of other types, or of two types
//! without a distance between them, are one step from the other outcome, as a boolean is.

mod byte_array;
#[cfg(feature = "search")]
pub(crate) mod boundary;
#[cfg(feature = "search")]
pub(crate) mod known;
mod number;
#[cfg(feature = "search")]
mod otherwise;
pub(crate) mod range;
#[cfg(feature = "search")]
pub(crate) mod structure;
mod text;

#[cfg(feature = "search")]
pub(crate) use text::difference;

pub(crate) use crate::probe::typed::{with_integer_types, Typed};

pub(crate) use crate::probe::comparison::Operand;
use crate::probe::comparison::Operator;
#[cfg(feature = "search")]
use crate::probe::site::Site;
use sbst_model::Distance;

/// Returns the distance from `left operator right`, which was evaluated to `holds`, to the other
/// outcome. It is never zero: the operator has decided, and a distance only scales this decision.
#[inline(always)]
pub(crate) fn to_other_outcome<L: ?Sized, R: ?Sized>(
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) -> Distance {
    match (Operand::from_value(left), Operand::from_value(right)) {
        #[cfg(feature = "search")]
        (Operand::Other, Operand::Other | Operand::Text(_) | Operand::Bytes(_))
        | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => known::to_other_outcome(
            operator,
            known::Part::referred(&left),
            known::Part::referred(&right),
            holds,
        ),
        (left, right) => between(operator, left, right, holds),
    }
}

#[inline(always)]
pub(crate) fn between(operator: Operator, left: Operand, right: Operand, holds: bool) -> Distance {
    match (left, right) {
        (Operand::Narrow(a), Operand::Narrow(b)) => number::narrow_integer(operator, a.abs_diff(b), holds),
        (Operand::Character(a), Operand::Character(b)) => {
            let gap = u32::from(a).abs_diff(u32::from(b));
            number::narrow_integer(operator, gap.into(), holds)
        }
        (Operand::Unsigned(a), Operand::Unsigned(b)) => {
            number::integer(operator, u128::from(a.abs_diff(b)), holds)
        }
        (Operand::Signed(a), Operand::Signed(b)) => {
            number::integer(operator, u128::from(a.abs_diff(b)), holds)
        }
        (Operand::WidestUnsigned(a), Operand::WidestUnsigned(b)) => {
            number::integer(operator, a.abs_diff(b), holds)
        }
        (Operand::WidestSigned(a), Operand::WidestSigned(b)) => {
            number::integer(operator, a.abs_diff(b), holds)
        }
        (Operand::Float(a), Operand::Float(b)) => number::float(operator, a, b, holds),
        (Operand::Text(a), Operand::Text(b)) if is_short(a.len(), b.len()) => {
            text::distance(operator, a.chars(), b.chars(), holds)
        }
        (Operand::Bytes(a), Operand::Bytes(b)) if is_short(a.len(), b.len()) => {
            text::distance(operator, a.iter().copied(), b.iter().copied(), holds)
        }
        (Operand::Text(_), Operand::Text(_)) | (Operand::Bytes(_), Operand::Bytes(_)) => Distance::FARTHEST,
        _ => Distance::ONE,
    }
}

/// Returns the value of `left operator right`, if the operands can be compared.
#[inline(always)]
pub(crate) fn compared(operator: Operator, left: Operand, right: Operand) -> Option<bool> {
    let order = match (left, right) {
        (Operand::Narrow(a), Operand::Narrow(b)) => Some(a.cmp(&b)),
        (Operand::Character(a), Operand::Character(b)) => Some(a.cmp(&b)),
        (Operand::Unsigned(a), Operand::Unsigned(b)) => Some(a.cmp(&b)),
        (Operand::Signed(a), Operand::Signed(b)) => Some(a.cmp(&b)),
        (Operand::WidestUnsigned(a), Operand::WidestUnsigned(b)) => Some(a.cmp(&b)),
        (Operand::WidestSigned(a), Operand::WidestSigned(b)) => Some(a.cmp(&b)),
        (Operand::Float(a), Operand::Float(b)) => a.partial_cmp(&b),
        (Operand::Text(a), Operand::Text(b)) => Some(a.cmp(b)),
        (Operand::Bytes(a), Operand::Bytes(b)) => Some(a.cmp(b)),
        _ => None,
    };
    order.map(|order| match operator {
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        Operator::Equal => order.is_eq(),
        Operator::NotEqual => order.is_ne(),
    })
}

/// The most bytes of two texts with a distance while a user's own tests run: a microsecond or two.
const SHORT: usize = 1024;

/// True if texts of these lengths have a distance. In a search, all texts do.
#[inline(always)]
fn is_short(a: usize, b: usize) -> bool {
    cfg!(feature = "search") || a.saturating_add(b) <= SHORT
}

/// A recorded comparison; its distance is computed only on request. It is not a closure, so that
/// all calls are inlined.
pub(crate) trait Comparison {
    /// Returns the distance to the other outcome of a comparison that `holds` or does not.
    fn to_other_outcome(&self, holds: bool) -> Distance;

    /// Records the comparison in any role but the plain owner's.
    #[cfg(feature = "search")]
    fn record_slow(&self, site: &'static Site, holds: bool);
}

/// A comparison with both operands visible.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a, L: ?Sized, R: ?Sized>(pub(crate) Operator, pub(crate) &'a L, pub(crate) &'a R);

#[cfg(feature = "search")]
impl<L: ?Sized, R: ?Sized> Seen<'_, L, R> {
    /// Traces the comparison on request.
    #[cold]
    pub(crate) fn note(&self, site: &'static Site, holds: bool) {
        match (Operand::from_value(self.1), Operand::from_value(self.2)) {
            (Operand::Other, Operand::Other | Operand::Text(_) | Operand::Bytes(_))
            | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => known::note_comparison(
                site,
                self.0,
                known::Part::referred(&self.1),
                known::Part::referred(&self.2),
                holds,
            ),
            (left, right) => crate::probe::notes::comparison(site, self.0, left, right, holds),
        }
    }
}

impl<L: ?Sized, R: ?Sized> Comparison for Seen<'_, L, R> {
    #[inline]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        to_other_outcome(self.0, self.1, self.2, holds)
    }

    #[inline(always)]
    #[cfg(feature = "search")]
    fn record_slow(&self, site: &'static Site, holds: bool) {
        #[cfg(feature = "symbolic")]
        crate::probe::symbolic::compare(site, self.0, self.1, self.2, holds);
        match (Operand::from_value(self.1), Operand::from_value(self.2)) {
            (Operand::Other, Operand::Other | Operand::Text(_) | Operand::Bytes(_))
            | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => known::record_slow(
                site,
                self.0,
                known::Part::referred(&self.1),
                known::Part::referred(&self.2),
                holds,
            ),
            (left, right) => otherwise::record(site, self.0, left, right, holds),
        }
    }
}

/// A left operand that no longer exists when the right one is known.
pub(crate) struct Snapshot(Kept);

enum Kept {
    Number(Operand<'static>),
    Text(String),
    Bytes(Vec<u8>),
}

impl Snapshot {
    /// A snapshot of an operand without a distance.
    pub(crate) const OTHER: Snapshot = Snapshot(Kept::Number(Operand::Other));

    #[inline(always)]
    pub(crate) fn from_value<L: ?Sized>(left: &L) -> Snapshot {
        Snapshot(match Operand::from_value(left) {
            Operand::Narrow(n) => Kept::Number(Operand::Narrow(n)),
            Operand::Character(c) => Kept::Number(Operand::Character(c)),
            Operand::Unsigned(n) => Kept::Number(Operand::Unsigned(n)),
            Operand::Signed(n) => Kept::Number(Operand::Signed(n)),
            Operand::WidestUnsigned(n) => Kept::Number(Operand::WidestUnsigned(n)),
            Operand::WidestSigned(n) => Kept::Number(Operand::WidestSigned(n)),
            Operand::Float(x) => Kept::Number(Operand::Float(x)),
            Operand::Text(text) => Kept::Text(text.to_owned()),
            Operand::Bytes(bytes) => Kept::Bytes(bytes.to_owned()),
            Operand::Other => Kept::Number(Operand::Other),
        })
    }

    #[inline(always)]
    pub(crate) fn operand(&self) -> Operand<'_> {
        match &self.0 {
            Kept::Number(number) => *number,
            Kept::Text(text) => Operand::Text(text),
            Kept::Bytes(bytes) => Operand::Bytes(bytes),
        }
    }

    /// Returns the distance to the other outcome, see [`to_other_outcome`].
    #[inline(always)]
    pub(crate) fn to_other_outcome<R: ?Sized>(&self, operator: Operator, right: &R, holds: bool) -> Distance {
        between(operator, self.operand(), Operand::from_value(right), holds)
    }
}

impl<'a> Operand<'a> {
    #[inline]
    pub(crate) fn from_value<V: ?Sized>(value: &'a V) -> Operand<'a> {
        Operand::from_typed::<AnySize>(Typed::new(value))
    }

    /// Like [`from_value`](Self::from_value), with less code to compile where the type has a size.
    #[cfg(feature = "search")]
    #[inline]
    pub(crate) fn from_sized_value<V>(value: &'a V) -> Operand<'a> {
        Operand::from_typed::<SizeOf<V>>(Typed::new(value))
    }

    #[inline(always)]
    fn from_typed<S: Size>(value: Typed<'a>) -> Operand<'a> {
        macro_rules! ask {
            ($($number:ident: $($type:ty)|+ => $operand:expr;)*) => { $( $(
                if const { may_be::<S, $type>() } {
                    if let Some(&$number) = value.find::<$type>() { return $operand; }
                }
            )+ )* };
        }
        ask! {
            n: i32 | u8 | u32 | i8 | i16 | u16 | bool => Operand::Narrow(i64::from(n));
            c: char => Operand::Character(c);
            n: usize => Operand::Unsigned(n as u64);
            n: u64 => Operand::Unsigned(n);
            n: i64 => Operand::Signed(n);
            n: isize => Operand::Signed(n as i64);
            x: f64 => Operand::Float(x);
            x: f32 => Operand::Float(f64::from(x));
            n: u128 => Operand::WidestUnsigned(n);
            n: i128 => Operand::WidestSigned(n);
        }
        if const { may_be::<S, String>() || may_be::<S, &str>() } {
            if let Some(text) = value.text() {
                return Operand::Text(text);
            }
            if let Some(bytes) = value.bytes() {
                return Operand::Bytes(bytes);
            }
        }
        byte_array::bytes(value).map_or(Operand::Other, Operand::Bytes)
    }
}

/// The size of a type, if known: then tests for types of another size are not compiled.
trait Size {
    const SIZE: Option<usize>;
}

struct AnySize;

impl Size for AnySize {
    const SIZE: Option<usize> = None;
}

#[cfg(feature = "search")]
struct SizeOf<V>(std::marker::PhantomData<V>);

#[cfg(feature = "search")]
impl<V> Size for SizeOf<V> {
    const SIZE: Option<usize> = Some(size_of::<V>());
}

/// True if a type of this size may be `T` or a reference to it.
const fn may_be<S: Size, T>() -> bool {
    match S::SIZE {
        Some(size) => size == size_of::<T>() || size == size_of::<&T>(),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[test]
    fn references_and_lifetimes_make_no_difference() {
        let (five, nine) = (5u16, 9u16);
        let local = String::from("abc");
        let borrowed: &str = &local;
        assert_eq!(to_other_outcome(Operator::Equal, &five, &nine, false), steps(4));
        assert_eq!(to_other_outcome(Operator::Equal, &&five, &&nine, false), steps(4));
        assert_eq!(to_other_outcome(Operator::Less, &&mut 5u16, &&mut 9u16, true), steps(4));
        let plain = to_other_outcome(Operator::Equal, "abc", "abd", false);
        assert!(plain < Distance::ONE);
        assert_eq!(to_other_outcome(Operator::Equal, &borrowed, &"abd", false), plain);
        assert_eq!(to_other_outcome(Operator::Equal, &local, "abd", false), plain);
        assert_eq!(to_other_outcome(Operator::Equal, &Cow::Borrowed(borrowed), &"abd", false), plain);
    }

    #[test]
    fn types_without_a_distance_are_one_step_away() {
        struct Own;
        assert_eq!(to_other_outcome(Operator::Equal, &Own, &Own, false), Distance::ONE);
        assert_eq!(to_other_outcome(Operator::Less, &(Own, 2), &(Own, 0), false), Distance::ONE);
    }

    #[test]
    fn characters_and_booleans_are_numbers() {
        assert_eq!(to_other_outcome(Operator::Equal, &'a', &'d', false), steps(3));
        assert_eq!(to_other_outcome(Operator::LessOrEqual, &'a', &'d', true), steps(4));
        assert_eq!(to_other_outcome(Operator::Equal, &true, &false, false), steps(1));
    }
}
