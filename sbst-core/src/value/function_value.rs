//! Functions as arguments: function pointers, closures and trait objects of them. Such a value is a
//! closure without captures, so that any thread can call it at any time. It returns one value of
//! the test case, built again at each call, or [answers] by its arguments.
//!
//! 1. The values are copied to places of the process. No lock on them is held while user code runs.
//! 2. A closure captures the number of its place, so that each closure of a test case has its own,
//!    and an object may keep it. Function pointers have no captures: each of their few places
//!    ([`POINTERS`]) has its own closure. A lent function, `&dyn Fn()`, has none either, because it
//!    may have to live forever. Its place is that of its parameter, and only the last statement of
//!    a test case takes it.

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
use crate::value::shapes::ParameterShape;
use crate::value::store::Store;
use crate::value::within::{Unbounded, Within};
use answer::{reply, Answer, Reply};
use answers::Answers;
use parking_lot::Mutex;
use sbst_model::shape::{Shape, ShapeRef, Wrapper};
use sbst_model::target::POINTERS;
use sbst_model::{NodeKind, TestCase};
use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::Arc;

/// The returned values: of function pointers, of lent functions by parameter, and of closures.
static VALUES: Mutex<Vec<Arc<Installed>>> = Mutex::new(Vec::new());

/// The place of the first closure that captures it.
const FIRST_CAPTURED: usize = POINTERS + 256;

/// The answers of closures that are not constants, by the type of their parameter; `None` if all
/// are.
static ANSWERS: Mutex<SortedMap<TypeId, Option<&'static Answers>>> = Mutex::new(SortedMap::new());

#[derive(Default)]
struct Installed {
    value: TestCase,
    answers: Option<&'static Answers>,
}

/// A parameter of functions with parameters `K` and a result `R` within the bounds `B`, built by
/// `C`, written as `X`.
pub struct FunctionParameter<R, B, X, C = R, K = ()>(Marker<R, B, X, C, K>);

type Marker<R, B, X, C, K> = PhantomData<(fn(B, X) -> R, fn(K) -> C)>;

impl<R, B, X, C, K> FunctionParameter<R, B, X, C, K> {
    pub const NEW: Self = FunctionParameter(PhantomData);
}

/// Preferred by method look-up: results can be built.
pub trait CanReturn<R> {
    fn shape(&self, parameters: &[ClosureParameter]) -> ParameterShape;
    /// Makes the functions of this place return the frame's next value.
    fn install(&self, frame: &Frame<'_>, place: usize, parameters: &[ClosureParameter]);
    /// Returns a returned value of a function that ignores its arguments.
    fn value(&self, place: usize) -> R;
    /// Returns the value for these arguments.
    fn answer(&self, place: usize, arguments: &[&dyn Argument]) -> R;
    /// Returns the index of the returned argument, if it is always the same.
    fn itself(&self, place: usize) -> Option<usize>;
}

/// The fallback: results cannot be built.
pub trait CannotReturn<R> {
    fn shape(&self, _parameters: &[ClosureParameter]) -> ParameterShape {
        ParameterShape::default()
    }
    fn install(&self, _frame: &Frame<'_>, _place: usize, _parameters: &[ClosureParameter]) {}
    /// Never called.
    fn value(&self, _place: usize) -> R {
        unreachable!("values of the result's type cannot be built")
    }
    /// Never called.
    fn answer(&self, place: usize, _arguments: &[&dyn Argument]) -> R {
        self.value(place)
    }
    /// Never called.
    fn itself(&self, _place: usize) -> Option<usize> {
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

    /// Returns the shape once the answers are known.
    fn known_shape() -> &'static Shape {
        let constant = const { &Shape::Wrapper(Wrapper::new(C::shape::<B>, X::TEXT)) };
        let answers = ANSWERS.lock().get(&typeid::of::<Self>()).copied().flatten();
        answers.map_or(constant, |answers| answers.shape)
    }
}

impl<R, B: Within, X: Template, C, K> CanReturn<R> for FunctionParameter<R, B, X, C, K>
where
    C: for<'x> Build<'x, SbstValue = R>,
{
    fn shape(&self, parameters: &[ClosureParameter]) -> ParameterShape {
        _ = Self::answers(parameters);
        let refer: ShapeRef = Self::known_shape;
        ParameterShape { shape: Some(refer()), refer: Some(refer), ..ParameterShape::from_build::<C, B>() }
    }

    fn install(&self, frame: &Frame<'_>, place: usize, parameters: &[ClosureParameter]) {
        let answers = Self::answers(parameters);
        // A value that cannot be built fails here, while arguments are built, rather than within
        // the function.
        let installed = install(frame, place, answers);
        installed.read(|frame| match answers {
            None => drop(C::build(frame)),
            Some(answers) => answers.check(frame, &mut || drop(C::build(frame))),
        });
    }

    fn value(&self, place: usize) -> R {
        installed(place).read(|frame| C::build(frame))
    }

    fn answer(&self, place: usize, arguments: &[&dyn Argument]) -> R {
        let installed = installed(place);
        let Some(answers) = installed.answers else { return installed.read(|frame| C::build(frame)) };
        installed.read(|frame| match replied(answers, frame, arguments) {
            None => C::build(frame),
            Some(reply) => reply.read(|frame| C::build(frame)),
        })
    }

    fn itself(&self, place: usize) -> Option<usize> {
        let installed = &VALUES.lock()[place];
        let variant = installed.value.nodes()[0].payload as usize;
        match installed.answers?.all[variant] {
            Answer::Itself(index) => Some(index),
            _ => None,
        }
    }
}

impl Installed {
    /// Reads the value, or its content.
    fn read<T>(&self, read: impl for<'x> FnOnce(&'x Frame<'x>) -> T) -> T {
        let store = Store::default();
        let frame = Frame::new(&self.value, &store, None);
        read(&frame)
    }
}

/// Returns the answers of a parameter's type, which are determined once.
fn answers_of(of: TypeId, find: &dyn Fn() -> Option<Answers>) -> Option<&'static Answers> {
    let mut all = ANSWERS.lock();
    *all.get_or_insert_with(of, || find().map(|answers| &*Box::leak(Box::new(answers))))
}

/// Makes the frame's next value that of a place.
fn install(frame: &Frame<'_>, place: usize, answers: Option<&'static Answers>) -> Arc<Installed> {
    let mut values = VALUES.lock();
    while values.len() <= place {
        values.push(Arc::default());
    }
    // A thread that an earlier test left behind may still build from it.
    if Arc::get_mut(&mut values[place]).is_none() {
        values[place] = Arc::default();
    }
    let installed = Arc::get_mut(&mut values[place]).expect("it was replaced if it was shared");
    frame.copy_next(&mut installed.value);
    installed.answers = answers;
    values[place].clone()
}

impl Frame<'_> {
    /// Returns the place of the next closure.
    pub fn place_of_closure(&self) -> usize {
        FIRST_CAPTURED + self.next_function()
    }

    /// Returns the place of the next function pointer.
    pub fn place_of_pointer(&self) -> usize {
        let number = self.next_function();
        if number >= POINTERS {
            self.refuse();
        }
        number
    }
}

fn installed(place: usize) -> Arc<Installed> {
    VALUES.lock()[place].clone()
}

/// Returns the answer's value for these arguments, unless it is the frame's next one.
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

/// Builds a value without borrows.
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
    fn a_function_returns_its_value_at_each_call_from_any_thread() {
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
    fn each_closure_has_its_own_value_and_the_first_pointers_do() {
        let mut test = TestCase::new();
        for value in 1..=2 {
            test.leaf(NodeKind::Integer, value);
        }
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        let next = || {
            let place = frame.place_of_closure();
            Parameter::<u8>::NEW.install(&frame, place, &[]);
            move |_: i32| (&Parameter::<u8>::NEW).value(place)
        };
        let (first, second) = (next(), next());
        assert_eq!((first(0), second(0)), (1, 2));
        let frame = Frame::new(&test, &store, None);
        let places: Vec<usize> = (0..POINTERS).map(|_| frame.place_of_pointer()).collect();
        assert_eq!(places, (0..POINTERS).collect::<Vec<usize>>());
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| frame.place_of_pointer())).is_err());
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn a_function_may_return_static_values() {
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
    fn a_function_with_an_unbuildable_result_is_not_searched() {
        struct Opaque;
        assert!((&Parameter::<Opaque>::NEW).shape(&[]).shape.is_none());
    }
}
