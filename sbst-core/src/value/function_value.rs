//! Functions as arguments: function pointers, closures and trait objects of them. Such a value is a
//! closure without captures, so that any thread can call it at any time. It returns one value of
//! the test case, built anew at each call.
//!
//! The values are copied to a place of the process, one for each parameter. No lock on it is held
//! while user code runs.

use crate::value::build::{Build, Input};
use crate::value::constructor::Template;
use crate::value::frame::Frame;
use crate::value::parameter::ParameterShape;
use crate::value::store::Store;
use crate::value::within::Within;
use parking_lot::Mutex;
use sbst_model::shape::{Shape, Wrapper};
use sbst_model::TestCase;
use std::marker::PhantomData;
use std::sync::Arc;

/// The returned values, by parameter.
static VALUES: Mutex<Vec<Arc<TestCase>>> = Mutex::new(Vec::new());

/// A parameter that takes functions which return an `R` within the bounds `B`, which `C` builds,
/// written as `X`.
pub struct FunctionParameter<R, B, X, C = R>(Marker<R, B, X, C>);

type Marker<R, B, X, C> = PhantomData<(fn(B, X) -> R, fn() -> C)>;

impl<R, B, X, C> FunctionParameter<R, B, X, C> {
    pub const NEW: Self = FunctionParameter(PhantomData);
}

/// Preferred by method look-up: results can be built.
pub trait CanReturn<R> {
    fn shape(&self) -> ParameterShape;
    /// Makes the functions for the parameter with this index return the frame's next value.
    fn install(&self, frame: &Frame<'_>, parameter: usize);
    /// Returns a returned value.
    fn value(&self, parameter: usize) -> R;
}

/// The fallback: results cannot be built.
pub trait CannotReturn<R> {
    fn shape(&self) -> ParameterShape {
        ParameterShape::default()
    }
    fn install(&self, _frame: &Frame<'_>, _parameter: usize) {}
    /// Never called.
    fn value(&self, _parameter: usize) -> R {
        unreachable!("values of the result's type cannot be built")
    }
}

impl<R, B: Within, X: Template, C> CanReturn<R> for FunctionParameter<R, B, X, C>
where
    C: for<'x> Build<'x, SbstValue = R>,
{
    fn shape(&self) -> ParameterShape {
        let shape = const { &Shape::Wrapper(Wrapper::new(C::shape::<B>, X::TEXT)) };
        ParameterShape { shape: Some(shape), refer: None, ..ParameterShape::from_build::<C, B>() }
    }

    fn install(&self, frame: &Frame<'_>, parameter: usize) {
        let mut values = VALUES.lock();
        while values.len() <= parameter {
            values.push(Arc::default());
        }
        // A thread that an earlier test left behind may still be building from it.
        if Arc::get_mut(&mut values[parameter]).is_none() {
            values[parameter] = Arc::default();
        }
        let value = Arc::get_mut(&mut values[parameter]).expect("nobody else has it");
        frame.copy_next(value);
        drop(values);
        // A value that cannot be built fails here, while arguments are built, and not within the
        // function.
        drop(self.value(parameter));
    }

    fn value(&self, parameter: usize) -> R {
        let value = VALUES.lock()[parameter].clone();
        let store = Store::default();
        let frame = Frame::new(&value, &store, None);
        C::build(&frame)
    }
}

impl<R, B, X, C> CannotReturn<R> for &FunctionParameter<R, B, X, C> {}

/// Builds a value that borrows nothing.
pub fn build<R: for<'x> Input<'x>>(value: &TestCase) -> R {
    let store = Store::default();
    let frame = Frame::new(value, &store, None);
    R::build(&frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::within::Unbounded;
    use sbst_model::{expression, NodeKind};

    struct OneArgument;
    impl Template for OneArgument {
        const TEXT: &'static str = "|_| {0}";
    }
    type Parameter<R> = FunctionParameter<R, Unbounded, OneArgument>;

    /// Installs a pair as the value of a parameter.
    fn install(text: &str, parameter: usize) -> TestCase {
        let mut test = TestCase::new();
        test.push_text("an argument before it");
        let pair = test.open(NodeKind::Product, 0);
        test.push_text(text);
        test.leaf(NodeKind::Integer, 7);
        test.close(pair);
        test.push_text("the next argument");
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        frame.next_text();
        Parameter::<(String, u8)>::NEW.install(&frame, parameter);
        assert_eq!(frame.next_text(), "the next argument");
        test
    }

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn a_function_gives_its_value_at_each_call_and_from_any_thread() {
        let test = install("é", 0);
        let function: fn(i32) -> (String, u8) = |_| (&Parameter::<(String, u8)>::NEW).value(0);
        let expected = (String::from("é"), 7);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(move || (function(1), function(2)))).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), (expected.clone(), expected.clone()));
            }
        });
        let shape = (&Parameter::<(String, u8)>::NEW).shape().shape.unwrap();
        assert_eq!(expression::write(shape, &test, 1).to_string(), r#"|_| (String::from("é"), 7)"#);
        install("other", 0);
        assert_eq!(function(3).0, "other");
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn a_function_may_return_what_lives_for_ever() {
        use crate::value::permanent::Permanent;
        type Forever = FunctionParameter<&'static str, Unbounded, OneArgument, Permanent<str>>;
        let mut test = TestCase::new();
        test.push_text("kept");
        let store = Store::default();
        (&Forever::NEW).install(&Frame::new(&test, &store, None), 1);
        let function: fn(i32) -> &'static str = |_| (&Forever::NEW).value(1);
        assert_eq!(function(1), "kept");
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn a_function_whose_result_cannot_be_built_is_no_parameter_to_search() {
        struct Opaque;
        assert!((&Parameter::<Opaque>::NEW).shape().shape.is_none());
    }
}
