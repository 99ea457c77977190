//! Function pointers within other values: `Map<Letter, fn(char) -> u8>`. Like
//! [closures](crate::value::function_value), each returns one value of the test case, which is
//! built again at each call, from any thread.
//!
//! 1. A returned value is copied to a place of the process, by its type and the number of the
//!    pointer in the execution. Pointers beyond [`MOST`] share places.
//! 2. Each place has its own function, so that pointers have no captures.

use crate::value::build::{wrapper, Build, Input};
use crate::value::frame::Frame;
use crate::value::function_value;
use crate::value::within::Within;
use parking_lot::Mutex;
use sbst_model::{Shape, TestCase};
use std::any::TypeId;
use std::sync::Arc;

/// The most pointers of one test case that return different values of one type.
const MOST: usize = 8;

struct Place {
    of: TypeId,
    number: usize,
    value: Arc<TestCase>,
}

static PLACES: Mutex<Vec<Place>> = Mutex::new(Vec::new());

/// Copies the frame's next value for the next pointer, and returns that pointer's number.
fn install<R: for<'x> Input<'x>>(frame: &Frame<'_>) -> usize {
    let (of, number) = (typeid::of::<R>(), frame.next_function() % MOST);
    let mut value = TestCase::new();
    frame.copy_next(&mut value);
    let value = Arc::new(value);
    let mut places = PLACES.lock();
    match places.iter_mut().find(|place| place.of == of && place.number == number) {
        Some(place) => place.value = value,
        None => places.push(Place { of, number, value }),
    }
    drop(places);
    // A value that cannot be built fails here rather than within the function.
    drop(value_at::<R>(number));
    number
}

fn value_at<R: for<'x> Input<'x>>(number: usize) -> R {
    let of = typeid::of::<R>();
    let places = PLACES.lock();
    let place = places.iter().find(|place| place.of == of && place.number == number);
    let value = place.expect("it was installed before there was a pointer").value.clone();
    drop(places);
    function_value::build(&value)
}

macro_rules! pointers {
    ($([$($generics:tt)*] ($($ignored:pat => $argument:ty),*) $template:literal;)*) => { $(
        #[allow(coherence_leak_check)]
        impl<'f, R: for<'x> Input<'x>, $($generics)*> Build<'f> for fn($($argument),*) -> R {
            type SbstValue = Self;

            fn shape<B: Within>() -> &'static Shape {
                const { &wrapper(<R as Build<'static>>::shape::<B>, $template) }
            }

            fn build(frame: &'f Frame<'f>) -> Self {
                let places: [Self; MOST] = [
                    |$($ignored),*| value_at(0),
                    |$($ignored),*| value_at(1),
                    |$($ignored),*| value_at(2),
                    |$($ignored),*| value_at(3),
                    |$($ignored),*| value_at(4),
                    |$($ignored),*| value_at(5),
                    |$($ignored),*| value_at(6),
                    |$($ignored),*| value_at(7),
                ];
                places[install::<R>(frame)]
            }
        }
    )* };
}
// A pointer that takes references of any lifetime has a separate type; a closure has it only by
// annotation.
pointers! {
    [] () "|| {0}";
    [X] (_ => X) "|_| {0}";
    [X: ?Sized] (_ => &X) "(|_| {0}) as fn(&_) -> _";
    [X: ?Sized] (_ => &mut X) "(|_| {0}) as fn(&mut _) -> _";
    [X, Y] (_ => X, _ => Y) "|_, _| {0}";
    [X: ?Sized, Y] (_ => &X, _ => Y) "(|_, _| {0}) as fn(&_, _) -> _";
    [X, Y: ?Sized] (_ => X, _ => &Y) "(|_, _| {0}) as fn(_, &_) -> _";
    [X: ?Sized, Y: ?Sized] (_ => &X, _ => &Y) "(|_, _| {0}) as fn(&_, &_) -> _";
    [X: ?Sized, Y] (_ => &mut X, _ => Y) "(|_, _| {0}) as fn(&mut _, _) -> _";
    [X, Y, Z] (_ => X, _ => Y, _ => Z) "|_, _, _| {0}";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use crate::value::within::Unbounded;
    use sbst_model::{expression, NodeKind};

    /// A test case with these integers.
    fn integers<const N: usize>(values: [u64; N]) -> TestCase {
        let mut test = TestCase::new();
        for value in values {
            test.leaf(NodeKind::Integer, value);
        }
        test
    }

    #[test]
    fn each_pointer_returns_its_own_value_from_any_thread() {
        let test = integers([3, 4, 5]);
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        let first = <fn(&str) -> u8>::build(&frame);
        let second = <fn(String, u8) -> u8>::build(&frame);
        let third = <fn() -> u16>::build(&frame);
        assert!(frame.is_at_end());
        let from_thread = std::thread::scope(|scope| scope.spawn(move || first("other")).join().unwrap());
        assert_eq!((first("a"), from_thread, second(String::new(), 1), third()), (3, 3, 4, 5));
    }

    #[test]
    fn the_next_test_case_has_values_of_its_own() {
        let build = |value: u64| {
            let test = integers([value]);
            let store = Store::default();
            <fn(i32) -> i32>::build(&Frame::new(&test, &store, None))
        };
        let (before, after) = (build(7), build(8));
        assert_eq!((before(0), after(0)), (8, 8), "earlier values are gone");
    }

    #[test]
    fn pointers_beyond_the_places_return_values_of_the_type() {
        let test = integers([1; MOST + 1]);
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        for _ in 0..=MOST {
            assert_eq!(<fn() -> u64>::build(&frame)(), 1);
        }
    }

    #[test]
    fn a_test_writes_a_closure() {
        let text = |shape| expression::write(shape, &integers([2]), 0).to_string();
        assert_eq!(text(<fn(String) -> u8>::shape::<Unbounded>()), "|_| 2");
        assert_eq!(text(<fn(&str) -> u8>::shape::<Unbounded>()), "(|_| 2) as fn(&_) -> _");
        assert_eq!(text(<fn(&mut u8, u8) -> u8>::shape::<Unbounded>()), "(|_, _| 2) as fn(&mut _, _) -> _");
    }
}
