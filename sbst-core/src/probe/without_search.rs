//! Stand-ins for probes of a search: while a user's own tests run, conditions are only counted.

pub(crate) mod call {
    use crate::probe::site::Site;

    #[derive(Clone, Copy)]
    pub struct Call(pub &'static Site, pub usize);

    #[derive(Clone, Copy, Debug)]
    pub struct Inspected;

    #[inline(always)]
    pub fn inspected<T>(_: Inspected, value: T) -> T {
        value
    }

    #[inline(always)]
    pub fn keep_receiver<L: ?Sized>(_: Call, _: &L) -> Inspected {
        Inspected
    }
}

pub(crate) mod distance_scope {
    use crate::probe::site::SearchDistance;

    #[derive(Clone, Copy, Debug)]
    pub struct DistanceScope;

    #[inline(always)]
    pub fn carry_distance(_: DistanceScope) -> DistanceScope {
        DistanceScope
    }

    #[inline(always)]
    pub fn reenter_scope(_: DistanceScope) -> DistanceScope {
        DistanceScope
    }

    #[inline(always)]
    pub fn enter_scope() -> DistanceScope {
        DistanceScope
    }

    #[inline(always)]
    pub fn exit_for_pattern<T>(_: DistanceScope, value: T) -> T {
        value
    }

    #[inline(always)]
    pub(crate) fn carried_distance() -> SearchDistance {
        SearchDistance::ONE
    }

    #[inline(always)]
    pub(crate) fn carried_distance_to_ordering(_: u8) -> Option<SearchDistance> {
        None
    }

    #[inline(always)]
    pub(crate) fn exit_tried(_: DistanceScope) -> (SearchDistance, ()) {
        (SearchDistance::ONE, ())
    }

    #[inline(always)]
    pub(crate) fn propagate((): ()) {}
}

pub(crate) mod notes {
    use crate::probe::operand::{Operand, Operator};
    use crate::probe::site::Site;
    use std::ops::Bound;

    #[inline(always)]
    pub(crate) fn expected(_: &'static Site, _: Operator, _: Operand, _: Operand) {}

    #[inline(always)]
    pub(crate) fn part<L: ?Sized, R: ?Sized>(_: Operator, _: &L, _: &R, _: bool) {}

    #[inline(always)]
    pub(crate) fn part_range<V: ?Sized, B: ?Sized>(_: &V, _: Bound<&B>, _: Bound<&B>) {}

    #[inline(always)]
    pub(crate) fn parts_come_again() {}
}

pub(crate) mod parsing {
    pub use crate::probe::classes::Number;
    use crate::probe::site::Site;
    use crate::probe::without_search::distance_scope::DistanceScope;

    #[inline(always)]
    pub fn enter_for_parsing<T: ?Sized>(_: &'static Site, _: &T, _: Number) -> DistanceScope {
        DistanceScope
    }

    #[inline(always)]
    pub fn parsed<T>(_: &'static Site, text: T, _: Number) -> T {
        text
    }
}

pub(crate) mod returned {
    pub use crate::probe::comparison::evaluate_condition as evaluate_returned;
    use crate::probe::site::{SearchDistance, Site};
    use crate::probe::without_search::distance_scope::DistanceScope;

    #[inline(always)]
    pub fn evaluate_called(site: &'static Site, _: DistanceScope, boolean: bool) -> bool {
        site.record(boolean, SearchDistance::ONE);
        boolean
    }

    #[inline(always)]
    pub fn evaluate_ordered(site: &'static Site, _: DistanceScope, _: u8, boolean: bool) -> bool {
        site.record(boolean, SearchDistance::ONE);
        boolean
    }

    #[inline(always)]
    pub(crate) fn with_carried_distance(distance: SearchDistance) -> SearchDistance {
        distance
    }
}

pub(crate) mod standard_call {
    use crate::probe::without_search::call::{Call, Inspected};
    use sbst_model::StdCall;

    #[inline(always)]
    pub fn inspect<L: ?Sized, R: ?Sized>(_: Call, _: StdCall, _: &L, _: &R) -> Inspected {
        Inspected
    }

    #[inline(always)]
    pub fn inspect_argument<R>(_: Call, _: StdCall, argument: R) -> R {
        argument
    }

    #[inline(always)]
    pub fn inspect_conversion<L: ?Sized>(_: &L) -> Inspected {
        Inspected
    }

    #[inline(always)]
    pub fn inspect_converted<T>(_: Call, _: Inspected, result: T) -> T {
        result
    }
}

pub(crate) mod membership {
    pub use crate::probe::classes::{Class, Quality};
    use crate::probe::site::{SearchDistance, Site};
    use crate::probe::without_search::call::{Call, Inspected};

    #[derive(Clone, Copy, Debug)]
    pub struct Membership;

    #[inline(always)]
    pub fn class<V: ?Sized>(_: &V, _: Class, _: &'static Site, _: bool) -> Membership {
        Membership
    }

    #[inline(always)]
    pub fn quality<V: ?Sized>(_: &V, _: Quality, _: &'static Site, _: bool) -> Membership {
        Membership
    }

    macro_rules! of_two {
        ($($name:ident)*) => { $(
            #[inline(always)]
            pub fn $name<V: ?Sized, W: ?Sized>(_: &V, _: &W, _: &'static Site, _: bool) -> Membership {
                Membership
            }
        )* };
    }
    of_two!(digit ignoring_case multiple);

    #[inline(always)]
    pub fn evaluate_membership(site: &'static Site, _: Membership, _: bool, holds: bool) -> bool {
        site.record(holds, SearchDistance::ONE);
        holds
    }

    #[inline(always)]
    pub fn note_membership(_: &'static Site, _: Membership, _: bool, holds: bool) -> bool {
        holds
    }

    #[inline(always)]
    pub fn look_at_membership(_: &'static Site, _: Membership, _: bool) {}

    #[inline(always)]
    pub fn evaluate_looked_at(site: &'static Site, holds: bool) -> bool {
        site.record(holds, SearchDistance::ONE);
        holds
    }

    pub struct Membered<'a, C: ?Sized, V: ?Sized>(pub &'a C, pub &'a V);

    pub trait KnownMembers {}
    pub trait KnownCall {}

    macro_rules! unknown_members {
        ($($name:ident)*) => {
            pub trait UnknownMembers {
                $(
                    #[inline(always)]
                    fn $name(&self, _: &'static Site, _: bool) -> Membership {
                        Membership
                    }
                )*
            }
        };
    }
    unknown_members!(membership emptiness beginning end sortedness);

    macro_rules! unknown_calls {
        ($($name:ident)*) => {
            pub trait UnknownCall {
                $(
                    #[inline(always)]
                    fn $name(&self, _: Call) -> Inspected {
                        Inspected
                    }
                )*
            }
        };
    }
    unknown_calls!(element some_member keep);

    impl<C: ?Sized, V: ?Sized> UnknownMembers for Membered<'_, C, V> {}
    impl<C: ?Sized, V: ?Sized> UnknownCall for Membered<'_, C, V> {}
}
