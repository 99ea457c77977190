//! As much of a runtime as rewritten code refers to.

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
        pub sites: &'static [Site],
        pub conditions: &'static [Condition],
        pub literals: Literals,
        pub parameters: &'static [Parameter],
        pub result_type: &'static str,
        pub callable: Result<Callable, &'static str>,
    }

    pub struct Condition {
        pub text: &'static str,
        pub line: u32,
        pub column: u32,
    }

    pub struct Literals {
        pub integers: &'static [(u128, bool)],
        pub floats: &'static [f64],
        pub characters: &'static [char],
        pub texts: &'static [&'static str],
    }

    pub struct Parameter {
        pub name: &'static str,
        pub type_text: &'static str,
    }

    pub struct Callable {
        pub borrows: &'static [usize],
        pub shapes: fn(&mut Shapes),
        pub call: for<'f> fn(&'f Frame<'f>),
    }

    pub use building::*;

    /// Nothing is ever built here; the code that would do it only has to compile.
    mod building {
        use std::marker::PhantomData;

        pub struct Shapes;

        impl Shapes {
            pub fn push(&mut self, (): ()) {}
        }

        pub struct Frame<'f>(PhantomData<&'f ()>);

        impl<'f> Frame<'f> {
            pub fn keep<T>(&'f self, _: T) {}
            pub fn arguments_built(&self) {}
        }

        pub struct Unbounded;
        pub struct ByValue<T, B = Unbounded>(PhantomData<(T, B)>);
        pub struct Shared<T: ?Sized, B = Unbounded>(PhantomData<(B, T)>);
        pub struct Mutable<T: ?Sized, B = Unbounded>(PhantomData<(B, T)>);
        pub struct FunctionParameter<R, B, X>(PhantomData<(R, B, X)>);

        impl<T, B> ByValue<T, B> {
            pub const NEW: Self = ByValue(PhantomData);
        }

        impl<T: ?Sized, B> Shared<T, B> {
            pub const NEW: Self = Shared(PhantomData);
        }

        impl<T: ?Sized, B> Mutable<T, B> {
            pub const NEW: Self = Mutable(PhantomData);
        }

        impl<R, B, X> FunctionParameter<R, B, X> {
            pub const NEW: Self = FunctionParameter(PhantomData);
        }

        pub trait Template {
            const TEXT: &'static str;
        }

        pub trait CanBuild<'f, A> {
            fn shape(&self) {}
            fn argument(&self, _: &'f Frame<'f>) -> A {
                unreachable!()
            }
        }

        pub trait CanReturn<R> {
            fn shape(&self) {}
            fn install(&self, _: &Frame<'_>, _: usize) {}
            fn value(&self, _: usize) -> R {
                unreachable!()
            }
        }

        pub trait CanBuildArbitrary {}
        pub trait CannotBuild {}
        pub trait CannotReturn {}
        pub trait CannotObserve {}
        pub trait CannotObserveArgument {}
        impl CanBuildArbitrary for () {}
        impl CannotBuild for () {}
        impl CannotReturn for () {}
        impl CannotObserve for () {}
        impl CannotObserveArgument for () {}

        impl<'f, T, B> CanBuild<'f, T> for ByValue<T, B> {}
        impl<'f, T: ?Sized, B> CanBuild<'f, &'f T> for Shared<T, B> {}
        impl<'f, T: ?Sized, B> CanBuild<'f, &'f mut T> for Mutable<T, B> {}
        impl<R, B, X: Template> CanReturn<R> for FunctionParameter<R, B, X> {}

        pub struct Observed<'a, T>(pub &'a T);
        pub struct ObservedArgument<'a, T: ?Sized>(pub &'a T);

        pub trait CanObserve {
            fn observe(&self, _: &Frame) {}
        }

        pub trait CanObserveArgument {
            fn observe_argument(&self, _: &Frame, _: usize) {}
        }

        impl<T> CanObserve for Observed<'_, T> {}
        impl<T: ?Sized> CanObserveArgument for ObservedArgument<'_, T> {}
    }

    pub mod worker {
        pub fn entry() {}
    }

    pub fn step() {}

    pub enum Operator {
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
    }

    pub fn evaluate_condition<L: ?Sized, R: ?Sized>(
        site: &Site,
        _: Operator,
        _: &L,
        _: &R,
        holds: bool,
    ) -> bool {
        evaluate_boolean(site, holds)
    }

    pub fn evaluate_boolean(site: &Site, holds: bool) -> bool {
        site.0.fetch_add(1, Ordering::Relaxed);
        holds
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
