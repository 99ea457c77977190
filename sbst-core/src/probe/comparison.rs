//! Probes around comparisons and bare booleans.

#[cfg(feature = "search")]
mod otherwise;
#[cfg(feature = "search")]
mod parts;
#[cfg(feature = "search")]
mod structure;

#[cfg(feature = "search")]
use crate::probe::branch_distance::known::KnownPart;
#[cfg(feature = "search")]
use crate::probe::branch_distance::structure::Structured;
use crate::probe::branch_distance::{to_other_outcome, Comparison};
#[cfg(feature = "search")]
use crate::probe::evaluation::RecordedComparison;
#[cfg(feature = "search")]
use crate::probe::notes;
#[cfg(feature = "search")]
use crate::probe::operand::Operand;
use crate::probe::operand::Operator;
use crate::probe::site::{SearchDistance, Site};
#[cfg(feature = "symbolic")]
use crate::probe::symbolic;
use sbst_model::Distance;

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
            | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => {
                parts::note(site, self.0, KnownPart::referred(&self.1), KnownPart::referred(&self.2), holds)
            }
            (left, right) => notes::comparison(site, self.0, left, right, holds),
        }
    }
}

impl<L: ?Sized, R: ?Sized> Comparison for Seen<'_, L, R> {
    #[inline]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        to_other_outcome(self.0, self.1, self.2, holds)
    }
}

#[cfg(feature = "search")]
impl<L: ?Sized, R: ?Sized> RecordedComparison for Seen<'_, L, R> {
    #[inline(always)]
    fn record_slow(&self, site: &'static Site, holds: bool) {
        #[cfg(feature = "symbolic")]
        symbolic::compare(site, self.0, self.1, self.2, holds);
        match (Operand::from_value(self.1), Operand::from_value(self.2)) {
            (Operand::Other, Operand::Other | Operand::Text(_) | Operand::Bytes(_))
            | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => parts::record_slow(
                site,
                self.0,
                KnownPart::referred(&self.1),
                KnownPart::referred(&self.2),
                holds,
            ),
            (left, right) => otherwise::record(site, self.0, left, right, holds),
        }
    }
}

/// Records at `site` that `left operator right` was evaluated to `holds`, with the distance to the
/// other outcome, and returns `holds`.
#[inline(always)]
pub fn evaluate_condition<L: ?Sized, R: ?Sized>(
    site: &'static Site,
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) -> bool {
    site.record_comparison(holds, Seen(operator, left, right));
    holds
}

/// An operand of a comparison that is a structure by its syntax.
pub struct Shaped<'a, S: ?Sized>(pub &'a S);

/// Preferred by method look-up for structures of the standard library.
pub trait KnownStructure {
    /// Records a comparison with this operand on the left, or (`mirrored`) on the right.
    fn evaluate<R: ?Sized>(
        &self,
        site: &'static Site,
        operator: Operator,
        other: &R,
        mirrored: bool,
        holds: bool,
    ) -> bool;
}

#[cfg(feature = "search")]
impl<S: Structured + ?Sized> KnownStructure for &Shaped<'_, S> {
    #[inline(always)]
    fn evaluate<R: ?Sized>(
        &self,
        site: &'static Site,
        operator: Operator,
        other: &R,
        mirrored: bool,
        holds: bool,
    ) -> bool {
        let operator = if mirrored { operator.mirrored() } else { operator };
        structure::evaluate(site, operator, self.0, other, holds)
    }
}

/// The fallback for all other operands.
pub trait UnknownStructure {
    fn evaluate<R: ?Sized>(
        &self,
        site: &'static Site,
        operator: Operator,
        other: &R,
        mirrored: bool,
        holds: bool,
    ) -> bool;
}

impl<S: ?Sized> UnknownStructure for Shaped<'_, S> {
    #[inline(always)]
    fn evaluate<R: ?Sized>(
        &self,
        site: &'static Site,
        operator: Operator,
        other: &R,
        mirrored: bool,
        holds: bool,
    ) -> bool {
        if mirrored {
            evaluate_condition(site, operator, other, self.0, holds)
        } else {
            evaluate_condition(site, operator, self.0, other, holds)
        }
    }
}

/// Records a bare boolean, which has no distance.
#[inline(always)]
pub fn evaluate_boolean(site: &'static Site, boolean: bool) -> bool {
    site.record(boolean, SearchDistance::ONE);
    boolean
}

/// The left operand of a comparison. Its methods give the right operand the type that the operator
/// expects.
pub struct Lhs<'a, L: ?Sized>(pub &'a L);

pub struct Pair<'a, 'b, L: ?Sized, R: ?Sized>(pub &'a L, pub &'b R);

impl<'a, L: ?Sized> Lhs<'a, L> {
    #[inline(always)]
    pub fn eq_<'b, R: ?Sized>(self, right: &'b R) -> Pair<'a, 'b, L, R>
    where
        L: PartialEq<R>,
    {
        Pair(self.0, right)
    }

    #[inline(always)]
    pub fn ord_<'b, R: ?Sized>(self, right: &'b R) -> Pair<'a, 'b, L, R>
    where
        L: PartialOrd<R>,
    {
        Pair(self.0, right)
    }
}

/// A left operand that is a place, while the right one can run code. A scalar is copied before that
/// code runs, and other values are borrowed, as by the operator.
pub struct Capture<'a, L: ?Sized>(pub &'a L);

pub struct Copied<L>(L);

impl<L> std::ops::Deref for Copied<L> {
    type Target = L;
    #[inline(always)]
    fn deref(&self) -> &L {
        &self.0
    }
}

/// The left operand as it was captured.
pub struct Captured<C>(pub C);

impl<C: std::ops::Deref> Captured<C> {
    #[inline(always)]
    pub fn eq_<'a, 'b, R: ?Sized>(&'a self, right: &'b R) -> Pair<'a, 'b, C::Target, R>
    where
        C::Target: PartialEq<R>,
    {
        Pair(&*self.0, right)
    }

    #[inline(always)]
    pub fn ord_<'a, 'b, R: ?Sized>(&'a self, right: &'b R) -> Pair<'a, 'b, C::Target, R>
    where
        C::Target: PartialOrd<R>,
    {
        Pair(&*self.0, right)
    }
}

/// Types that the operators compare by value.
pub trait Scalar: Copy {}

macro_rules! scalars {
    ($($scalar:ty)*) => { $(impl Scalar for $scalar {})* };
}
scalars!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char);
impl<T: ?Sized> Scalar for *const T {}
impl<T: ?Sized> Scalar for *mut T {}

/// Preferred by method look-up for scalars.
pub trait CaptureByValue {
    type Operand;
    fn capture(&self) -> Self::Operand;
}

impl<L: Scalar> CaptureByValue for &Capture<'_, L> {
    type Operand = Copied<L>;
    #[inline(always)]
    fn capture(&self) -> Copied<L> {
        Copied(*self.0)
    }
}

/// The fallback for all other operands.
pub trait CaptureByReference {
    type Operand;
    fn capture(&self) -> Self::Operand;
}

impl<'a, L: ?Sized> CaptureByReference for Capture<'a, L> {
    type Operand = &'a L;
    #[inline(always)]
    fn capture(&self) -> &'a L {
        self.0
    }
}
