//! Functions as arguments: function pointers, closures and trait objects of them. Such a value is a
//! closure without captures, so that any thread can call it at any time. It returns one value of
//! the test case, built anew at each call, or [answers] by its arguments.
//!
//! The values are copied to a place of the process, one for each parameter. No lock on it is held
//! while user code runs.

mod key;
mod text;
mod answer;
mod answers;
#[cfg(test)]
mod laws;

pub use key::{Argument, CanCompare, CannotCompare, ClosureParameter, Key};

use crate::sorted::SortedMap;
use crate::value::build::{Build, Input};
use crate::value::constructor::Template;
use crate::value::frame::Frame;
use crate::value::parameter::ParameterShape;
use crate::value::store::Store;
use crate::value::within::{Unbounded, Within};
use answer::{reply, Answer, Reply};
use answers::Answers;
use parking_lot::Mutex;
use sbst_model::shape::{Shape, ShapeRef, Wrapper};
use sbst_model::{NodeKind, TestCase};
use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::Arc;

/// The returned values, by parameter.
static VALUES: Mutex<Vec<Arc<Installed>>> = Mutex::new(Vec::new());

/// The answers of closures that are not constants, by the type of their parameter; none if all are.
static ANSWERS: Mutex<SortedMap<TypeId, Option<&'static Answers>>> = Mutex::new(SortedMap::new());

#[derive(Default)]
struct Installed {
    value: TestCase,
    answers: Option<&'static Answers>,
}

/// A parameter that takes functions of parameters `K`, which return an `R` within the bounds `B`,
/// which `C` builds, written as `X`.
pub struct FunctionParameter<R, B, X, C = R, K = ()>(Marker<R, B, X, C, K>);

type Marker<R, B, X, C, K> = PhantomData<(fn(B, X) -> R, fn(K) -> C)>;

impl<R, B, X, C, K> FunctionParameter<R, B, X, C, K> {
    pub const NEW: Self = FunctionParameter(PhantomData);
}

/// Preferred by method look-up: results can be built.
pub trait CanReturn<R> {
    fn shape(&self, parameters: &[ClosureParameter]) -> ParameterShape;
    /// Makes the functions for the parameter with this index return the frame's next value.
    fn install(&self, frame: &Frame<'_>, parameter: usize, parameters: &[ClosureParameter]);
    /// Returns a returned value of a function that ignores its arguments.
    fn value(&self, parameter: usize) -> R;
    /// Returns the value that is returned for these arguments.
    fn answer(&self, parameter: usize, arguments: &[&dyn Argument]) -> R;
    /// Returns the index of the argument that is returned, if it is always that one.
    fn itself(&self, parameter: usize) -> Option<usize>;
}

/// The fallback: results cannot be built.
pub trait CannotReturn<R> {
    fn shape(&self, _parameters: &[ClosureParameter]) -> ParameterShape {
        ParameterShape::default()
    }
    fn install(&self, _frame: &Frame<'_>, _parameter: usize, _parameters: &[ClosureParameter]) {}
    /// Never called.
    fn value(&self, _parameter: usize) -> R {
        unreachable!("values of the result's type cannot be built")
    }
    /// Never called.
    fn answer(&self, parameter: usize, _arguments: &[&dyn Argument]) -> R {
        self.value(parameter)
    }
    /// Never called.
    fn itself(&self, _parameter: usize) -> Option<usize> {
        None
    }
}

impl<R, B: Within, X: Template, C, K> FunctionParameter<R, B, X, C, K>
where
    C: for<'x> Build<'x, SbstValue = R>,
{
    /// Returns the answers that are not constants.
    fn answers(parameters: &[ClosureParameter]) -> Option<&'static Answers> {
        if parameters.is_empty() {
            return None;
        }
        answers_of(typeid::of::<Self>(), &|| {
            let is_bounded = typeid::of::<B>() != TypeId::of::<Unbounded>();
            let value: ShapeRef = <C as Build<'static>>::shape::<B>;
            Answers::new(typeid::of::<R>(), X::TEXT, value, parameters, is_bounded)
        })
    }
}

impl<R, B: Within, X: Template, C, K> CanReturn<R> for FunctionParameter<R, B, X, C, K>
where
    C: for<'x> Build<'x, SbstValue = R>,
{
    fn shape(&self, parameters: &[ClosureParameter]) -> ParameterShape {
        let constant = const { &Shape::Wrapper(Wrapper::new(C::shape::<B>, X::TEXT)) };
        let shape = Self::answers(parameters).map_or(constant, |answers| answers.shape);
        ParameterShape { shape: Some(shape), refer: None, ..ParameterShape::from_build::<C, B>() }
    }

    fn install(&self, frame: &Frame<'_>, parameter: usize, parameters: &[ClosureParameter]) {
        let answers = Self::answers(parameters);
        // A value that cannot be built fails here, while arguments are built, and not within the
        // function.
        let installed = install(frame, parameter, answers);
        installed.read(|frame| match answers {
            None => drop(C::build(frame)),
            Some(answers) => answers.check(frame, &mut || drop(C::build(frame))),
        });
    }

    fn value(&self, parameter: usize) -> R {
        installed(parameter).read(|frame| C::build(frame))
    }

    fn answer(&self, parameter: usize, arguments: &[&dyn Argument]) -> R {
        let installed = installed(parameter);
        let Some(answers) = installed.answers else { return installed.read(|frame| C::build(frame)) };
        installed.read(|frame| match replied(answers, frame, arguments) {
            None => C::build(frame),
            Some(reply) => reply.read(|frame| C::build(frame)),
        })
    }

    fn itself(&self, parameter: usize) -> Option<usize> {
        let installed = &VALUES.lock()[parameter];
        let variant = installed.value.nodes()[0].payload as usize;
        match installed.answers?.all[variant] {
            Answer::Itself(index) => Some(index),
            _ => None,
        }
    }
}

impl Installed {
    /// Reads the value, or what is in it.
    fn read<T>(&self, read: impl for<'x> FnOnce(&'x Frame<'x>) -> T) -> T {
        let store = Store::default();
        let frame = Frame::new(&self.value, &store, None);
        read(&frame)
    }
}

/// Returns the answers of a parameter's type, which are found once.
fn answers_of(of: TypeId, find: &dyn Fn() -> Option<Answers>) -> Option<&'static Answers> {
    let mut all = ANSWERS.lock();
    *all.get_or_insert_with(of, || find().map(|answers| &*Box::leak(Box::new(answers))))
}

/// Makes the frame's next value that of a parameter.
fn install(frame: &Frame<'_>, parameter: usize, answers: Option<&'static Answers>) -> Arc<Installed> {
    let mut values = VALUES.lock();
    while values.len() <= parameter {
        values.push(Arc::default());
    }
    // A thread that an earlier test left behind may still be building from it.
    if Arc::get_mut(&mut values[parameter]).is_none() {
        values[parameter] = Arc::default();
    }
    let installed = Arc::get_mut(&mut values[parameter]).expect("it was replaced if it was shared");
    frame.copy_next(&mut installed.value);
    installed.answers = answers;
    values[parameter].clone()
}

fn installed(parameter: usize) -> Arc<Installed> {
    VALUES.lock()[parameter].clone()
}

/// Returns the value that answers to these arguments, unless it is the frame's next one.
fn replied<'x>(answers: &Answers, frame: &'x Frame<'x>, arguments: &[&dyn Argument]) -> Option<Installed> {
    let mut nodes = TestCase::new();
    match reply(answers.all[frame.variant()], frame, arguments) {
        Reply::Next => return None,
        Reply::Boolean(value) => nodes.leaf(NodeKind::Bool, value.into()),
        Reply::Order(order) => nodes.leaf(NodeKind::Sum, (order as i8 + 1) as u64),
        Reply::Integer(value) => nodes.leaf(NodeKind::Integer, value),
    };
    Some(Installed { value: nodes, answers: None })
}

impl<R, B, X, C, K> CannotReturn<R> for &FunctionParameter<R, B, X, C, K> {}

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
        Parameter::<(String, u8)>::NEW.install(&frame, parameter, &[]);
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
        let shape = (&Parameter::<(String, u8)>::NEW).shape(&[]).shape.unwrap();
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
        (&Forever::NEW).install(&Frame::new(&test, &store, None), 1, &[]);
        let function: fn(i32) -> &'static str = |_| (&Forever::NEW).value(1);
        assert_eq!(function(1), "kept");
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn a_function_whose_result_cannot_be_built_is_no_parameter_to_search() {
        struct Opaque;
        assert!((&Parameter::<Opaque>::NEW).shape(&[]).shape.is_none());
    }
}
