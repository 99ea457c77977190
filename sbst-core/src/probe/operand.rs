//! Operands of comparisons, by their types.
//!
//! The types are known after monomorphisation ([`Typed`]).

mod byte_array;

use crate::probe::typed::Typed;
pub(crate) use sbst_model::Operator;

/// An operand with a known distance to others of its type.
#[derive(Clone, Copy)]
pub(crate) enum Operand<'a> {
    /// An integer of up to 32 bits or a boolean.
    Narrow(i64),
    Character(char),
    /// An integer of up to 64 bits.
    Unsigned(u64),
    Signed(i64),
    /// An integer of 128 bits.
    WidestUnsigned(u128),
    WidestSigned(i128),
    Float(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
    Other,
}

#[cfg(feature = "search")]
impl Operand<'_> {
    /// Returns a sort order for operands of one type.
    pub(crate) fn order(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Operand::Narrow(one), Operand::Narrow(other)) => one.cmp(other),
            (Operand::Character(one), Operand::Character(other)) => one.cmp(other),
            (Operand::Unsigned(one), Operand::Unsigned(other)) => one.cmp(other),
            (Operand::Signed(one), Operand::Signed(other)) => one.cmp(other),
            (Operand::WidestUnsigned(one), Operand::WidestUnsigned(other)) => one.cmp(other),
            (Operand::WidestSigned(one), Operand::WidestSigned(other)) => one.cmp(other),
            (Operand::Float(one), Operand::Float(other)) => one.total_cmp(other),
            (Operand::Text(one), Operand::Text(other)) => one.cmp(other),
            (Operand::Bytes(one), Operand::Bytes(other)) => one.cmp(other),
            _ => std::cmp::Ordering::Equal,
        }
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
    order.map(|order| operator.holds(order))
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
