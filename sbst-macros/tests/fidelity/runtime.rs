//! The part of a runtime used by rewritten code.

pub mod __private {
    use std::ops::Deref;
    use std::sync::atomic::{AtomicU64, Ordering};

    pub use linkme;

    #[linkme::distributed_slice]
    pub static TARGETS_0_1_0: [Target];

    pub struct Site(AtomicU64);

    impl Site {
        pub const fn new() -> Self {
            Site(AtomicU64::new(0))
        }

        pub fn count(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }
    }

    pub struct Target {
        pub package: Option<&'static str>,
        pub crate_name: Option<&'static str>,
        pub binary: Option<&'static str>,
        pub module_path: &'static str,
        pub name: &'static str,
        pub file: &'static str,
        pub line: u32,
        pub column: u32,
        pub is_constant: bool,
        pub observed: Option<&'static str>,
        pub sites: &'static [Site],
        pub conditions: &'static [Condition],
    }

    pub struct Condition {
        pub kind: ConditionKind,
        pub text: &'static str,
        pub line: u32,
        pub column: u32,
        pub active: bool,
        pub in_closure: bool,
        pub infeasible: [&'static str; 2],
    }

    pub enum ConditionKind {
        Comparison,
        Boolean,
        Pattern,
        Arm,
        Loop,
        Try,
    }

    pub fn step() {}

    pub use patterns::*;
    pub use values::*;

    /// Matches of patterns, without distances.
    mod patterns {
        use super::*;
        use std::ops::RangeBounds;

        #[derive(Clone, Copy)]
        pub struct Fit(bool);

        pub fn fits() -> Fit {
            Fit(true)
        }

        pub fn whether(matches: bool) -> Fit {
            Fit(matches)
        }

        pub fn misses(_: u32) -> Fit {
            Fit(false)
        }

        pub fn misses_length<T>(_: u32, _: &[T], _: usize) -> Fit {
            Fit(false)
        }

        pub fn all<const N: usize>(parts: [Fit; N]) -> Fit {
            Fit(parts.iter().all(|part| part.0))
        }

        pub fn any<const N: usize>(alternatives: [Fit; N]) -> Fit {
            Fit(alternatives.iter().any(|alternative| alternative.0))
        }

        pub fn constant<T: ?Sized, C: ?Sized>(_: &T, _: &C, matches: bool) -> Fit {
            Fit(matches)
        }

        pub fn literal<T: Literal<L> + ?Sized, L>(value: &T, literal: L) -> Fit {
            Fit(value.is(&literal))
        }

        pub fn range<T: Ordered<L> + ?Sized, L, B: RangeBounds<L>>(value: &T, range: B) -> Fit {
            Fit(value.within(&range))
        }

        pub trait Literal<L> {
            fn is(&self, literal: &L) -> bool;
        }

        pub trait Ordered<L> {
            fn within<B: RangeBounds<L>>(&self, range: &B) -> bool;
        }

        macro_rules! scalars {
            ($($scalar:ty)*) => { $(
                impl Literal<$scalar> for $scalar {
                    fn is(&self, literal: &$scalar) -> bool { self == literal }
                }
                impl Ordered<$scalar> for $scalar {
                    fn within<B: RangeBounds<$scalar>>(&self, range: &B) -> bool { range.contains(self) }
                }
            )* };
        }
        scalars!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 char);

        impl Literal<bool> for bool {
            fn is(&self, literal: &bool) -> bool {
                self == literal
            }
        }

        impl Literal<&str> for str {
            fn is(&self, literal: &&str) -> bool {
                self == *literal
            }
        }

        impl<const N: usize> Literal<&[u8; N]> for [u8] {
            fn is(&self, literal: &&[u8; N]) -> bool {
                self == &literal[..]
            }
        }

        impl<const M: usize, const N: usize> Literal<&[u8; N]> for [u8; M] {
            fn is(&self, literal: &&[u8; N]) -> bool {
                self[..] == literal[..]
            }
        }

        impl<T: Literal<L> + ?Sized, L> Literal<L> for &T {
            fn is(&self, literal: &L) -> bool {
                (**self).is(literal)
            }
        }

        impl<T: Literal<L> + ?Sized, L> Literal<L> for &mut T {
            fn is(&self, literal: &L) -> bool {
                (**self).is(literal)
            }
        }

        impl<T: Ordered<L> + ?Sized, L> Ordered<L> for &T {
            fn within<B: RangeBounds<L>>(&self, range: &B) -> bool {
                (**self).within(range)
            }
        }

        impl<T: Ordered<L> + ?Sized, L> Ordered<L> for &mut T {
            fn within<B: RangeBounds<L>>(&self, range: &B) -> bool {
                (**self).within(range)
            }
        }

        pub fn evaluate_pattern(site: &Site, fit: Fit, _: bool) {
            evaluate_boolean(site, fit.0);
        }

        pub fn ordered(fit: Fit, _: u8) -> Fit {
            fit
        }

        pub fn called(fit: Fit) -> Fit {
            fit
        }

        pub fn evaluate_match(site: &Site, matches: bool) -> bool {
            evaluate_boolean(site, matches)
        }

        pub struct Arms;

        impl Arms {
            pub fn new() -> Self {
                Arms
            }

            pub fn arm(&mut self, site: &Site, fit: Fit, _: bool) {
                evaluate_boolean(site, fit.0);
            }

            pub fn guarded_arm(&mut self, site: &Site, fit: Fit, _: bool) {
                evaluate_boolean(site, fit.0);
            }

            pub fn guard(&mut self) {}
        }
    }

    /// Assertions, loops, `?` and memberships.
    mod values {
        use super::*;
        use std::ops::ControlFlow;
        use std::task::Poll;

        pub fn asserted(holds: bool, _: &'static str) -> bool {
            holds
        }

        /// A message with the text that an assertion would have shown.
        pub fn as_written(message: String) -> String {
            match (
                message.find("crate::runtime::__private::asserted"),
                message.find('\u{2045}'),
                message.find('\u{2046}'),
            ) {
                (Some(call), Some(from), Some(to)) => message[..call].to_string() + &message[from + 3..to],
                _ => message,
            }
        }

        pub struct Assertion(&'static Site);

        impl Assertion {
            pub fn begin(site: &'static Site, _: Operator) -> Self {
                Assertion(site)
            }

            pub fn left<L: ?Sized>(&self, _: &L) {}
            pub fn right<R: ?Sized>(&self, _: &R) {}
            pub fn both<L: ?Sized, R: ?Sized>(&self, _: &L, _: &R) {}
            pub fn unseen(&self) {}
        }

        pub fn assertion_holds<T>(value: T, _: &Assertion) -> T {
            value
        }

        impl Drop for Assertion {
            fn drop(&mut self) {
                evaluate_boolean(self.0, true);
            }
        }

        pub struct Iteration<I>(&'static Site, I);

        pub fn evaluate_loop<I: IntoIterator>(site: &'static Site, iterable: I) -> Iteration<I::IntoIter> {
            Iteration(site, iterable.into_iter())
        }

        impl<I: Iterator> Iterator for Iteration<I> {
            type Item = I::Item;
            fn next(&mut self) -> Option<I::Item> {
                evaluate_boolean(self.0, true);
                self.1.next()
            }
        }

        pub trait Tried {}
        impl<T> Tried for Option<T> {}
        impl<T, E> Tried for Result<T, E> {}
        impl<B, C> Tried for ControlFlow<B, C> {}
        impl<T, E> Tried for Poll<Result<T, E>> {}
        impl<T, E> Tried for Poll<Option<Result<T, E>>> {}

        pub fn evaluate_try<T: Tried>(site: &Site, tried: T) -> T {
            evaluate_boolean(site, true);
            tried
        }

        pub struct Membership;

        pub fn evaluate_membership(site: &Site, _: Membership, _: bool, holds: bool) -> bool {
            evaluate_boolean(site, holds)
        }

        pub fn look_at_membership(_: &Site, _: Membership, _: bool) {}

        pub fn evaluate_looked_at(site: &Site, holds: bool) -> bool {
            evaluate_boolean(site, holds)
        }

        pub struct Membered<'a, C: ?Sized, V: ?Sized>(pub &'a C, pub &'a V);

        pub trait Collection {}
        impl<T> Collection for [T] {}
        impl<T> Collection for Vec<T> {}
        impl<C: Collection + ?Sized> Collection for &C {}

        pub trait KnownMembers {
            fn membership(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn emptiness(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn beginning(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn end(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn sortedness(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
        }

        pub trait UnknownMembers {
            fn membership(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn emptiness(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn beginning(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn end(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
            fn sortedness(&self, _: &Site, _: bool) -> Membership {
                Membership
            }
        }

        #[derive(Clone, Copy)]
        pub struct DistanceScope;

        pub fn enter_scope() -> DistanceScope {
            DistanceScope
        }

        pub fn evaluate_called(site: &Site, _: DistanceScope, holds: bool) -> bool {
            evaluate_boolean(site, holds)
        }

        pub fn evaluate_tried_call<T: Tried>(site: &Site, _: DistanceScope, tried: T) -> T {
            evaluate_try(site, tried)
        }

        pub enum Number {
            Unsigned(u32),
            Signed(u32),
            Float,
        }

        pub fn enter_for_parsing<T: ?Sized>(_: &Site, _: &T, number: Number) -> DistanceScope {
            match number {
                Number::Unsigned(_) | Number::Signed(_) | Number::Float => DistanceScope,
            }
        }

        pub fn parsed<T>(_: &Site, text: T, _: Number) -> T {
            text
        }

        pub fn exit_for_pattern<T>(_: DistanceScope, value: T) -> T {
            value
        }

        pub fn carry_distance(_: DistanceScope) -> DistanceScope {
            DistanceScope
        }

        pub fn reenter_scope(_: DistanceScope) -> DistanceScope {
            DistanceScope
        }

        pub fn evaluate_ordered(site: &Site, _: DistanceScope, _: u8, holds: bool) -> bool {
            evaluate_boolean(site, holds)
        }

        #[derive(Clone, Copy)]
        pub struct Call(pub &'static Site, pub usize);

        pub struct Inspected;

        /// Any of them.
        pub struct StdCall;

        #[allow(non_upper_case_globals)]
        impl StdCall {
            pub const Add: StdCall = StdCall;
            pub const Subtract: StdCall = StdCall;
            pub const Multiply: StdCall = StdCall;
            pub const Divide: StdCall = StdCall;
            pub const Negate: StdCall = StdCall;
            pub const Magnitude: StdCall = StdCall;
            pub const Shift: StdCall = StdCall;
            pub const Power: StdCall = StdCall;
            pub const Logarithm: StdCall = StdCall;
            pub const NonZero: StdCall = StdCall;
            pub const Scalar: StdCall = StdCall;
            pub const OfDigit: StdCall = StdCall;
            pub const ToDigit: StdCall = StdCall;
            pub const Part: StdCall = StdCall;
            pub const Beginning: StdCall = StdCall;
            pub const End: StdCall = StdCall;
            pub const Element: StdCall = StdCall;
            pub const Order: StdCall = StdCall;
            pub const ReversedOrder: StdCall = StdCall;
        }

        pub fn inspected<T>(_: Inspected, value: T) -> T {
            value
        }

        pub fn inspect<L: ?Sized, R: ?Sized>(_: Call, _: StdCall, _: &L, _: &R) -> Inspected {
            Inspected
        }

        pub fn keep_receiver<L: ?Sized>(_: Call, _: &L) -> Inspected {
            Inspected
        }

        pub fn inspect_argument<R>(_: Call, _: StdCall, argument: R) -> R {
            argument
        }

        pub fn inspect_conversion<L: ?Sized>(_: &L) -> Inspected {
            Inspected
        }

        pub fn inspect_converted<T>(_: Call, _: Inspected, result: T) -> T {
            result
        }

        pub trait KnownCall {
            fn element(&self, _: Call) -> Inspected {
                Inspected
            }
            fn some_member(&self, _: Call) -> Inspected {
                Inspected
            }
            fn keep(&self, _: Call) -> Inspected {
                Inspected
            }
        }

        pub trait UnknownCall {
            fn element(&self, _: Call) -> Inspected {
                Inspected
            }
            fn some_member(&self, _: Call) -> Inspected {
                Inspected
            }
            fn keep(&self, _: Call) -> Inspected {
                Inspected
            }
        }

        impl<C: Collection + ?Sized, V: ?Sized> KnownCall for &Membered<'_, C, V> {}
        impl<C: ?Sized, V: ?Sized> UnknownCall for Membered<'_, C, V> {}

        pub fn note_membership(_: &Site, _: Membership, _: bool, holds: bool) -> bool {
            holds
        }

        pub struct Class;

        impl Class {
            pub const ALPHABETIC: Class = Class;
            pub const DIGIT: Class = Class;
            pub const WHITESPACE: Class = Class;
        }

        pub fn class<V: ?Sized>(_: &V, _: Class, _: &Site, _: bool) -> Membership {
            Membership
        }

        pub enum Quality {
            PowerOfTwo,
        }

        pub fn quality<V: ?Sized>(_: &V, _: Quality, _: &Site, _: bool) -> Membership {
            Membership
        }

        pub fn multiple<V: ?Sized, D: ?Sized>(_: &V, _: &D, _: &Site, _: bool) -> Membership {
            Membership
        }

        pub fn digit<V: ?Sized, B: ?Sized>(_: &V, _: &B, _: &Site, _: bool) -> Membership {
            Membership
        }

        pub fn ignoring_case<T: ?Sized, P: ?Sized>(_: &T, _: &P, _: &Site, _: bool) -> Membership {
            Membership
        }

        impl<C: Collection + ?Sized, V: ?Sized> KnownMembers for &Membered<'_, C, V> {}
        impl<C: ?Sized, V: ?Sized> UnknownMembers for Membered<'_, C, V> {}
    }

    pub enum Operator {
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
    }

    pub use self::evaluate_condition as evaluate_returned;

    pub fn evaluate_condition<L: ?Sized, R: ?Sized>(
        site: &Site,
        _: Operator,
        _: &L,
        _: &R,
        holds: bool,
    ) -> bool {
        evaluate_boolean(site, holds)
    }

    pub struct Shaped<'a, S: ?Sized>(pub &'a S);

    pub trait Structured {}
    impl<T> Structured for [T] {}
    impl<T, const N: usize> Structured for [T; N] {}
    impl<T> Structured for Vec<T> {}
    impl<T> Structured for Option<T> {}
    impl<A, B> Structured for (A, B) {}
    impl<S: Structured + ?Sized> Structured for &S {}

    macro_rules! structures {
        ($($name:ident)*) => { $(
            pub trait $name {
                fn evaluate<R: ?Sized>(&self, site: &Site, _: Operator, _: &R, _: bool, holds: bool) -> bool {
                    evaluate_boolean(site, holds)
                }
            }
        )* };
    }
    structures!(KnownStructure UnknownStructure);
    impl<S: Structured + ?Sized> KnownStructure for &Shaped<'_, S> {}
    impl<S: ?Sized> UnknownStructure for Shaped<'_, S> {}

    pub fn evaluate_boolean(site: &Site, holds: bool) -> bool {
        site.0.fetch_add(1, Ordering::Relaxed);
        holds
    }

    pub use eager::*;

    /// The operands of `&`, `|` and `^`.
    mod eager {
        use super::*;

        pub struct Decided<T> {
            pub value: T,
            pub away: (),
        }

        pub enum Connective {
            And,
            Or,
            Xor,
        }

        pub fn decided<T>(value: T) -> Decided<T> {
            Decided { value, away: () }
        }

        pub fn decide_boolean<T>(site: &Site, value: T) -> Decided<T> {
            evaluate_boolean(site, true);
            decided(value)
        }

        pub fn decide_condition<L: ?Sized, R: ?Sized>(
            site: &Site,
            _: Operator,
            _: &L,
            _: &R,
            holds: bool,
        ) -> Decided<bool> {
            decided(evaluate_boolean(site, holds))
        }

        pub fn negated(operand: Decided<bool>) -> Decided<bool> {
            decided(!operand.value)
        }

        pub fn connected<T>(_: Connective, (): (), (): (), value: T) -> Decided<T> {
            decided(value)
        }

        pub fn evaluate_eager(site: &Site, decided: Decided<bool>) -> bool {
            evaluate_boolean(site, decided.value)
        }
    }

    pub struct Lhs<'a, L: ?Sized>(pub &'a L);

    pub struct Pair<'a, 'b, L: ?Sized, R: ?Sized>(pub &'a L, pub &'b R);

    impl<'a, L: ?Sized> Lhs<'a, L> {
        pub fn eq_<'b, R: ?Sized>(self, right: &'b R) -> Pair<'a, 'b, L, R>
        where
            L: PartialEq<R>,
        {
            Pair(self.0, right)
        }

        pub fn ord_<'b, R: ?Sized>(self, right: &'b R) -> Pair<'a, 'b, L, R>
        where
            L: PartialOrd<R>,
        {
            Pair(self.0, right)
        }
    }

    pub struct Capture<'a, L: ?Sized>(pub &'a L);

    pub struct Copied<L>(L);

    impl<L> Deref for Copied<L> {
        type Target = L;
        fn deref(&self) -> &L {
            &self.0
        }
    }

    pub struct Captured<C>(pub C);

    impl<C: Deref> Captured<C> {
        pub fn eq_<'a, 'b, R: ?Sized>(&'a self, right: &'b R) -> Pair<'a, 'b, C::Target, R>
        where
            C::Target: PartialEq<R>,
        {
            Pair(&*self.0, right)
        }

        pub fn ord_<'a, 'b, R: ?Sized>(&'a self, right: &'b R) -> Pair<'a, 'b, C::Target, R>
        where
            C::Target: PartialOrd<R>,
        {
            Pair(&*self.0, right)
        }
    }

    pub trait Scalar: Copy {}
    impl Scalar for i32 {}
    impl Scalar for usize {}

    pub trait CaptureByValue {
        type Operand;
        fn capture(&self) -> Self::Operand;
    }

    impl<L: Scalar> CaptureByValue for &Capture<'_, L> {
        type Operand = Copied<L>;
        fn capture(&self) -> Copied<L> {
            Copied(*self.0)
        }
    }

    pub trait CaptureByReference {
        type Operand;
        fn capture(&self) -> Self::Operand;
    }

    impl<'a, L: ?Sized> CaptureByReference for Capture<'a, L> {
        type Operand = &'a L;
        fn capture(&self) -> &'a L {
            self.0
        }
    }
}
