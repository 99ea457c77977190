//! Stand-ins for what only a search records: while a user's own tests run, conditions are counted and nothing else.

#![allow(missing_docs)]

pub(crate) mod call {
    use crate::probe::site::Site;

    #[derive(Clone, Copy)]
    pub struct Call(pub &'static Site, pub usize);

    #[derive(Clone, Copy, Debug)]
    pub struct Told;

    #[inline(always)]
    pub fn told<T>(_: Told, value: T) -> T {
        value
    }

    #[inline(always)]
    pub fn keep<L: ?Sized>(_: Call, _: &L) -> Told {
        Told
    }
}

pub(crate) mod distance_scope {
    use crate::probe::site::{Away, Site};

    #[derive(Clone, Copy, Debug)]
    pub struct Listening;

    #[inline(always)]
    pub fn keep_heard(_: Listening) -> Listening {
        Listening
    }

    #[inline(always)]
    pub fn listen_again(_: Listening) -> Listening {
        Listening
    }

    #[inline(always)]
    pub fn listen() -> Listening {
        Listening
    }

    #[inline(always)]
    pub fn evaluate_called(site: &'static Site, _: Listening, boolean: bool) -> bool {
        site.record(boolean, Away::ONE);
        boolean
    }

    #[inline(always)]
    pub fn evaluate_ordered(site: &'static Site, _: Listening, _: u8, boolean: bool) -> bool {
        site.record(boolean, Away::ONE);
        boolean
    }

    #[inline(always)]
    pub fn heard<T>(_: Listening, value: T) -> T {
        value
    }

    #[inline(always)]
    pub(crate) fn said() -> Away {
        Away::ONE
    }

    #[inline(always)]
    pub(crate) fn order_to(_: u8) -> Option<Away> {
        None
    }

    #[inline(always)]
    pub(crate) fn end_tried(_: Listening) -> (Away, ()) {
        (Away::ONE, ())
    }

    #[inline(always)]
    pub(crate) fn hear_further_out((): ()) {}
}

pub(crate) mod notes {
    use crate::probe::branch_distance::Operand;
    use crate::probe::comparison::Operator;
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
    use crate::probe::site::Site;
    use crate::probe::without_search::distance_scope::Listening;

    #[derive(Clone, Copy, Debug)]
    pub enum Number {
        Unsigned(u32),
        Signed(u32),
        Float,
    }

    #[inline(always)]
    pub fn listen_to_parsing<T: ?Sized>(_: &'static Site, _: &T, _: Number) -> Listening {
        Listening
    }

    #[inline(always)]
    pub fn parsed<T>(_: &'static Site, text: T, _: Number) -> T {
        text
    }
}

pub(crate) mod returned {
    pub use crate::probe::comparison::evaluate_condition as evaluate_heard_condition;
    use crate::probe::site::Away;

    #[inline(always)]
    pub(crate) fn and_said(away: Away) -> Away {
        away
    }
}

pub(crate) mod standard_call {
    use crate::probe::membership::Membered;
    use crate::probe::without_search::call::{Call, Told};

    #[derive(Clone, Copy, Debug)]
    pub enum Asked {
        Add,
        Subtract,
        Multiply,
        Divide,
        Negate,
        Magnitude,
        Shift,
        Power,
        NonZero,
        Scalar,
        OfDigit,
        ToDigit,
        Part,
        Beginning,
        End,
        Element,
        Order,
        ReversedOrder,
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
    }

    #[inline(always)]
    pub fn look<L: ?Sized, R: ?Sized>(_: Call, _: Asked, _: &L, _: &R) -> Told {
        Told
    }

    #[inline(always)]
    pub fn beside<R>(_: Call, _: Asked, argument: R) -> R {
        argument
    }

    #[inline(always)]
    pub fn converting<L: ?Sized>(_: &L) -> Told {
        Told
    }

    #[inline(always)]
    pub fn converted<T>(_: Call, _: Told, result: T) -> T {
        result
    }

    pub trait KnownCall {}

    pub trait UnknownCall {
        #[inline(always)]
        fn element(&self, _: Call) -> Told {
            Told
        }
        #[inline(always)]
        fn some_member(&self, _: Call) -> Told {
            Told
        }
        #[inline(always)]
        fn keep(&self, _: Call) -> Told {
            Told
        }
    }

    impl<C: ?Sized, V: ?Sized> UnknownCall for Membered<'_, C, V> {}
}
