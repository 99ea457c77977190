//! Distances between values of types known only at the comparison: collections and options of the
//! standard library behind a name, and types that derive `sbst::Input`.
//!
//! 1. A table lists the *known types* by type identity: standard collections of the commonest
//!    elements (`known/standard.rs`), times and addresses (`known/values.rs`), and users' derived
//!    types. It also lists collections, options and references of these. So an operand needs no
//!    bound, inference is not affected, and other operands have no costs.
//! 2. A known type gives its [`Parts`]: elements, fields, or a variant with fields. A part is an
//!    operand, or has parts itself. A path is one operand as a whole (`known/texts.rs`).
//! 3. *Sequences and structures* are as far from equal as their parts are, each normalised, plus 1
//!    for each part of only one of them.
//! 4. *Enums*: another variant is one step. In the right variant all parts together count less than
//!    a step. Variants without fields are as far apart as their declarations, normalised.
//! 5. For `<` and the other orderings the first difference counts. Variants are ordered as
//!    declared.
//! 6. Comparing parts runs no user code. Types outside of the table have no distance. Parts nested
//!    deeper than [`DEEPEST`], or behind [`MOST_PARTS`] others, have none either.

mod standard;
mod texts;
mod values;
#[cfg(test)]
mod tests;

use super::between;
use crate::probe::operand::{compared, Operand, Operator};
use crate::sorted::sort;
use sbst_model::Distance;
use std::any::TypeId;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::OnceLock;

/// The most levels of nested parts that are compared: of recursive types, the levels near the root.
const DEEPEST: u32 = 16;
/// The most parts of one value that are compared.
const MOST_PARTS: usize = 1_024;
/// The most pairs of operands in two values that are visited.
const MOST_PAIRS: usize = 32;

/// The types registered by users' derives. The version in the name separates two versions of this
/// crate.
#[linkme::distributed_slice]
pub static KNOWN_0_1_0: [&'static [KnownType]];

/// The kind of a value's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any number of elements.
    Sequence,
    Product,
    /// The fields of the variant with this number.
    Variant(u32),
}

/// A value with comparable parts.
pub trait Parts {
    fn kind(&self) -> Kind;
    fn count(&self) -> usize;
    fn part(&self, index: usize) -> KnownPart<'_>;
    /// Returns the operand for the whole value, unless it is a structure.
    fn whole(&self) -> Option<KnownPart<'_>> {
        None
    }
}

/// A part of a value.
#[derive(Clone, Copy)]
pub struct KnownPart<'a>(Found<'a>);

#[derive(Clone, Copy)]
enum Found<'a> {
    Operand(Operand<'a>),
    Parts(&'a dyn Parts),
    Nothing,
}

impl<'a> KnownPart<'a> {
    /// A part without a known type.
    pub const UNKNOWN: KnownPart<'static> = KnownPart(Found::Nothing);

    /// Returns the part for a value of any type.
    pub fn from_value<T>(value: &'a T) -> KnownPart<'a> {
        KnownPart(match Operand::from_sized_value(value) {
            Operand::Other => match known(typeid::of::<T>()) {
                // SAFETY: by its identity, `value` has the type that the table's function takes, up
                // to lifetimes. The result is used no longer than `value`.
                Some(Way::Sized(view)) => found(unsafe { view(ptr::from_ref(value).cast()) }),
                _ => Found::Nothing,
            },
            operand => Found::Operand(operand),
        })
    }

    /// Returns the part for a value that may be unsized, by a reference to it.
    pub(crate) fn referred<T: ?Sized>(value: &'a &'a T) -> KnownPart<'a> {
        KnownPart(match Operand::from_value(*value) {
            Operand::Other => match known(typeid::of::<T>()) {
                // SAFETY: as above. A reference to a sized value is a pointer to it.
                Some(Way::Sized(view)) => found(unsafe { view(ptr::from_ref(*value).cast()) }),
                // SAFETY: as above; this function takes a reference to the reference.
                Some(Way::Unsized(view)) => found(unsafe { view(ptr::from_ref(value).cast()) }),
                None => Found::Nothing,
            },
            operand => Found::Operand(operand),
        })
    }

    /// True if it has parts itself.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self.0, Found::Parts(_))
    }
}

fn found(parts: &dyn Parts) -> Found<'_> {
    parts.whole().map_or(Found::Parts(parts), |whole| whole.0)
}

/// The way to the parts of a value.
#[derive(Clone, Copy)]
enum Way {
    /// Takes a pointer to the value.
    Sized(unsafe fn(*const ()) -> &'static dyn Parts),
    /// Takes a pointer to a reference to the value.
    Unsized(unsafe fn(*const ()) -> &'static dyn Parts),
}

#[derive(Clone, Copy)]
pub struct KnownType {
    identity: fn() -> TypeId,
    way: Way,
}

/// A value that is only read: without a destructor, none is compiled for the table.
#[repr(transparent)]
struct View<T>(ManuallyDrop<T>);

impl<T: Parts> Parts for View<T> {
    fn kind(&self) -> Kind {
        self.0.kind()
    }
    fn count(&self) -> usize {
        self.0.count()
    }
    fn part(&self, index: usize) -> KnownPart<'_> {
        self.0.part(index)
    }
    fn whole(&self) -> Option<KnownPart<'_>> {
        self.0.whole()
    }
}

/// # Safety
/// `pointer` must be one to a `T`, up to lifetimes, and the result must not outlive that.
unsafe fn view<T: Parts + 'static>(pointer: *const ()) -> &'static dyn Parts {
    // SAFETY: as the caller promises; a view has the layout of its value.
    unsafe { &*pointer.cast::<View<T>>() }
}

/// # Safety
/// `pointer` must be one to a `&[T]`, up to lifetimes, and the result must not outlive that.
unsafe fn view_slice<T: 'static>(pointer: *const ()) -> &'static dyn Parts {
    // SAFETY: as the caller promises.
    unsafe { &*pointer.cast::<&[T]>() }
}

impl KnownType {
    const fn sized<T: Parts + 'static>() -> KnownType {
        KnownType { identity: typeid::of::<T>, way: Way::Sized(view::<T>) }
    }

    const fn unsized_slice<T: 'static>() -> KnownType {
        KnownType { identity: typeid::of::<[T]>, way: Way::Unsized(view_slice::<T>) }
    }
}

/// A user's type, and the types that contain it.
pub struct Known<T>(PhantomData<T>);

impl<T: Parts + 'static> Known<T> {
    pub const TYPES: [KnownType; 14] = [
        KnownType::sized::<T>(),
        KnownType::sized::<&T>(),
        KnownType::sized::<&&T>(),
        KnownType::sized::<Box<T>>(),
        KnownType::sized::<Option<T>>(),
        KnownType::sized::<Option<&T>>(),
        KnownType::sized::<Option<Box<T>>>(),
        KnownType::sized::<&Option<T>>(),
        KnownType::sized::<Vec<T>>(),
        KnownType::sized::<&Vec<T>>(),
        KnownType::sized::<&[T]>(),
        KnownType::sized::<&&[T]>(),
        KnownType::sized::<Option<Vec<T>>>(),
        KnownType::unsized_slice::<T>(),
    ];
}

#[cfg(not(all(miri, test)))]
fn registered() -> &'static [&'static [KnownType]] {
    &KNOWN_0_1_0
}

/// Miri has no linker that gathers registered types.
#[cfg(all(miri, test))]
fn registered() -> &'static [&'static [KnownType]] {
    const { &[tests::STATE_TYPES] }
}

fn known(identity: TypeId) -> Option<Way> {
    static TABLE: OnceLock<Vec<(TypeId, Way)>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let all = registered()
            .iter()
            .chain(standard::TYPES)
            .chain(texts::TYPES)
            .chain(values::TYPES)
            .copied()
            .flatten();
        let mut table: Vec<(TypeId, Way)> = all.map(|known| ((known.identity)(), known.way)).collect();
        sort(&mut table, |a, b| a.0.cmp(&b.0));
        table
    });
    let index = table.binary_search_by_key(&identity, |(identity, _)| *identity).ok()?;
    Some(table[index].1)
}

/// Returns the distance to the other outcome of `left operator right`, see
/// [`super::to_other_outcome`].
#[inline(never)]
pub(crate) fn to_other_outcome(
    operator: Operator,
    left: KnownPart,
    right: KnownPart,
    holds: bool,
) -> Distance {
    let distance = match operator {
        Operator::Equal | Operator::NotEqual if holds == (operator == Operator::Equal) => Distance::ONE,
        Operator::Equal | Operator::NotEqual => gap(left, right, DEEPEST),
        _ => match first_difference(left, right) {
            Some((left, right)) => between(operator, left, right, holds),
            None => Distance::ONE,
        },
    };
    if distance.is_zero() {
        Distance::ONE
    } else {
        distance
    }
}

/// Returns the distance of two values to being equal: zero if they are equal, or if it is unknown.
pub(super) fn gap(left: KnownPart, right: KnownPart, depth: u32) -> Distance {
    let (a, b) = match (left.0, right.0) {
        (Found::Operand(a), Found::Operand(b)) => {
            return match compared(Operator::Equal, a, b) {
                Some(false) => between(Operator::Equal, a, b, false),
                _ => Distance::ZERO,
            }
        }
        (Found::Parts(a), Found::Parts(b)) if depth > 0 => (a, b),
        _ => return Distance::ZERO,
    };
    let parts = || {
        let gaps = pairs(a, b).map(|(a, b)| gap(a, b, depth - 1).beyond(0));
        gaps.fold(Distance::ZERO, |sum, gap| sum + gap)
    };
    match (a.kind(), b.kind()) {
        (Kind::Variant(a), Kind::Variant(b)) if a == b => parts().beyond(0),
        (Kind::Variant(this), Kind::Variant(that)) if a.count() + b.count() == 0 => {
            Distance::from_steps(this.abs_diff(that).into()).beyond(0)
        }
        (Kind::Variant(_), Kind::Variant(_)) => Distance::ONE,
        (Kind::Sequence, Kind::Sequence) => {
            parts() + Distance::from_steps(a.count().abs_diff(b.count()) as u128)
        }
        (Kind::Product, Kind::Product) => parts(),
        _ => Distance::ZERO,
    }
}

/// Returns a value of a known type as one operand, if it is a path or an OS string.
#[cold]
pub(crate) fn whole<'a, T: ?Sized>(value: &'a &'a T) -> Operand<'a> {
    match KnownPart::referred(value).0 {
        Found::Operand(operand) => operand,
        Found::Parts(_) | Found::Nothing => Operand::Other,
    }
}

/// Returns the [`gap`] between values of unknown types.
#[inline]
pub(super) fn gap_between<'a, A: ?Sized, B: ?Sized>(left: &'a &'a A, right: &'a &'a B) -> Distance {
    gap(KnownPart::referred(left), KnownPart::referred(right), DEEPEST)
}

fn pairs<'a>(a: &'a dyn Parts, b: &'a dyn Parts) -> impl Iterator<Item = (KnownPart<'a>, KnownPart<'a>)> {
    (0..a.count().min(b.count()).min(MOST_PARTS)).map(|index| (a.part(index), b.part(index)))
}

/// Returns the operands that decide the order of two values.
pub(crate) fn first_difference<'a>(
    left: KnownPart<'a>,
    right: KnownPart<'a>,
) -> Option<(Operand<'a>, Operand<'a>)> {
    first_difference_within(left, right, DEEPEST)
}

fn first_difference_within<'a>(
    left: KnownPart<'a>,
    right: KnownPart<'a>,
    depth: u32,
) -> Option<(Operand<'a>, Operand<'a>)> {
    let number = |number: usize| Operand::Unsigned(number as u64);
    let (a, b) = match (left.0, right.0) {
        (Found::Operand(a), Found::Operand(b)) => {
            return (compared(Operator::Equal, a, b) == Some(false)).then_some((a, b));
        }
        (Found::Parts(a), Found::Parts(b)) if depth > 0 => (a, b),
        _ => return None,
    };
    if let (Kind::Variant(this), Kind::Variant(that)) = (a.kind(), b.kind()) {
        if this != that {
            return Some((number(this as usize), number(that as usize)));
        }
    }
    let within = pairs(a, b).find_map(|(a, b)| first_difference_within(a, b, depth - 1));
    within.or_else(|| (a.count() != b.count()).then(|| (number(a.count()), number(b.count()))))
}

/// Visits the operands at the same places of two values, in their order: `visit` gets true if they
/// are equal.
pub(crate) fn visit_pairs<'a>(
    left: KnownPart<'a>,
    right: KnownPart<'a>,
    visit: &mut dyn FnMut(Operand<'a>, Operand<'a>, bool),
) {
    let mut left_over = MOST_PAIRS;
    visit_pairs_within(left, right, DEEPEST, &mut left_over, visit);
}

fn visit_pairs_within<'a>(
    left: KnownPart<'a>,
    right: KnownPart<'a>,
    depth: u32,
    left_over: &mut usize,
    visit: &mut dyn FnMut(Operand<'a>, Operand<'a>, bool),
) {
    match (left.0, right.0) {
        (Found::Operand(a), Found::Operand(b)) => {
            if let Some(same) = compared(Operator::Equal, a, b).filter(|_| *left_over > 0) {
                *left_over -= 1;
                visit(a, b, same);
            }
        }
        (Found::Parts(a), Found::Parts(b)) if depth > 0 => {
            if a.kind() == Kind::Sequence && a.count() != b.count() {
                visit(Operand::Unsigned(a.count() as u64), Operand::Unsigned(b.count() as u64), false);
            }
            pairs(a, b).for_each(|(a, b)| visit_pairs_within(a, b, depth - 1, left_over, visit));
        }
        _ => {}
    }
}
