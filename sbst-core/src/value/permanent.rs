//! References that outlive every execution, for `&'static str` and similar types. Values of an
//! execution end with it, so the referents are kept in a pool that is never emptied, each value
//! once.
//!
//! # Policy
//! 1. The builder of a type that mentions `'static` contains [`Permanent`] and [`PermanentCow`],
//!    inserted by the attribute. There is no fallback, because method look-up ignores lifetimes:
//!    the result of an earlier statement may borrow from the execution.
//! 2. Texts and slices of plain values are in the pool: a test writes them as literals, which live
//!    forever, too.
//! 3. Values of other types are not in the pool, because their contents may change: each execution
//!    leaks its own value, as its test does.
//! 4. The pool has at most [`MOST_BYTES`] for each type, and the same amount is leaked. Later
//!    values are refused, as by a constructor that refuses its arguments.

use crate::value::build::{product, wrapper, Build};
use crate::value::frame::Frame;
use crate::value::parameter::{CanBuild, CannotBuild};
use crate::value::reach::Reach;
use crate::value::shapes::ParameterShape;
use crate::value::within::Within;
use sbst_model::expression::LEAKED;
use sbst_model::shape::{Shape, ShapeRef, Sum};
use sbst_model::Node;
use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The most bytes of values of one type that are kept: some millions of short texts, and far less
/// than a worker's memory.
const MOST_BYTES: usize = 64 << 20;

/// The builder of a `&'static T`.
pub struct Permanent<T: ?Sized>(PhantomData<fn() -> Box<T>>);

/// The builder of a `&'static T` whose referent `C` builds.
pub struct PermanentValue<C>(PhantomData<fn() -> Box<C>>);

/// The builder of a `Cow<'static, T>`.
pub struct PermanentCow<T: ?Sized>(PhantomData<fn() -> Box<T>>);

/// The values of one type, and their bytes.
struct Pool<T: ?Sized + 'static> {
    values: HashSet<&'static T>,
    bytes: usize,
}

impl<T: ?Sized + Hash + Eq> Pool<T> {
    /// Returns the equal value in the pool. `None` if it is missing and there is no space for it.
    fn get(&mut self, value: &T, room: usize) -> Option<&'static T>
    where
        for<'a> Box<T>: From<&'a T>,
    {
        if let Some(known) = self.values.get(value) {
            return Some(known);
        }
        self.bytes += size_of_val(value);
        if self.bytes > room {
            self.bytes = room;
            return None;
        }
        let kept: &'static T = Box::leak(Box::from(value));
        self.values.insert(kept);
        Some(kept)
    }
}

/// Returns a permanent reference to a value equal to `value`. The execution ends if there is no
/// space for it.
fn permanent<T>(frame: &Frame<'_>, value: &T) -> &'static T
where
    T: ?Sized + Hash + Eq + Sync + 'static,
    for<'a> Box<T>: From<&'a T>,
{
    // By type, in any order.
    static POOLS: LazyLock<Mutex<HashMap<TypeId, Box<dyn Any + Send>>>> = LazyLock::new(Mutex::default);
    let found = {
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Box::new(Pool::<T> { values: HashSet::new(), bytes: 0 }) as Box<dyn Any + Send>;
        let pool = pools.entry(TypeId::of::<T>()).or_insert_with(new);
        pool.downcast_mut::<Pool<T>>().and_then(|pool| pool.get(value, MOST_BYTES))
    };
    found.unwrap_or_else(|| frame.refuse())
}

impl<'f> Build<'f> for Permanent<str> {
    type SbstValue = &'static str;
    const REACH: Reach = <&str>::REACH;
    const BORROWS: bool = false;

    fn shape<B: Within>() -> &'static Shape {
        <&str>::shape::<B>()
    }
    fn build(frame: &'f Frame<'f>) -> &'static str {
        permanent(frame, frame.next_text())
    }
}

impl<'f, C: Build<'f> + 'f> Build<'f> for Permanent<[C]>
where
    C::SbstValue: Clone + Hash + Eq + Send + Sync + 'static,
    &'f [C]: Build<'f, SbstValue = &'f [C::SbstValue]>,
{
    type SbstValue = &'static [C::SbstValue];
    const REACH: Reach = <&'f [C]>::REACH;
    const BORROWS: bool = false;

    fn shape<B: Within>() -> &'static Shape {
        <&'f [C]>::shape::<B>()
    }
    fn build(frame: &'f Frame<'f>) -> &'static [C::SbstValue] {
        permanent(frame, <&'f [C]>::build(frame))
    }
}

/// Implements rule 3.
impl<'f, C: Build<'f>> Build<'f> for PermanentValue<C>
where
    C::SbstValue: 'static,
{
    type SbstValue = &'static C::SbstValue;
    const REACH: Reach = C::REACH;
    const BORROWS: bool = false;

    fn shape<B: Within>() -> &'static Shape {
        const { &wrapper(C::shape::<B>, LEAKED) }
    }
    fn build(frame: &'f Frame<'f>) -> &'static C::SbstValue {
        /// Bytes that were leaked in this process.
        static LEAKED_BYTES: AtomicUsize = AtomicUsize::new(0);
        let first = frame.position();
        let value = C::build(frame);
        // A value has about as many bytes on the heap as its nodes.
        let bytes = size_of_val(&value) + (frame.position() - first) * size_of::<Node>();
        if LEAKED_BYTES.fetch_add(bytes, Relaxed) > MOST_BYTES {
            frame.refuse();
        }
        Box::leak(Box::new(value))
    }
}

/// Both variants are built, as for any other `Cow`.
impl<'f, T: ?Sized + ToOwned + 'static> Build<'f> for PermanentCow<T>
where
    Permanent<T>: Build<'f, SbstValue = &'static T>,
    T::Owned: Build<'f, SbstValue = T::Owned>,
{
    type SbstValue = Cow<'static, T>;
    const REACH: Reach = <Permanent<T>>::REACH;
    const BORROWS: bool = false;

    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sum(Sum {
                variants: &[
                    product(&[<Permanent<T>>::shape::<B> as ShapeRef], "{std::borrow::Cow}::Borrowed({0})"),
                    product(&[<T::Owned>::shape::<B> as ShapeRef], "{std::borrow::Cow}::Owned({0})"),
                ],
            })
        }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        match frame.variant() {
            0 => Cow::Borrowed(<Permanent<T>>::build(frame)),
            _ => Cow::Owned(<T::Owned>::build(frame)),
        }
    }
}

/// A parameter of the type `T`, which mentions `'static`, built by `C`. It takes no results of
/// earlier statements.
#[allow(clippy::type_complexity)]
pub struct Lasting<T, B, C>(PhantomData<(fn(B) -> T, fn() -> C)>);

impl<T, B, C> Lasting<T, B, C> {
    pub const NEW: Self = Lasting(PhantomData);
}

impl<'f, T, B: Within, C: Build<'f, SbstValue = T>> CanBuild<'f, T> for Lasting<T, B, C> {
    fn argument(&self, frame: &'f Frame<'f>) -> T {
        C::build(frame)
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::from_build::<C, B>()
    }
}

/// A type with only the name of a standard one has no values.
impl<'f, T, B, C> CannotBuild<'f, T> for &Lasting<T, B, C> {
    fn argument(&mut self, _frame: &'f Frame<'f>) -> T {
        unreachable!("there is no shape, so there are no test cases")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::input::check::{value, Leaf};
    use crate::value::store::Store;
    use crate::value::within::Unbounded;

    /// Returns the value that `C` builds from these leaves.
    fn built<C: for<'f> Build<'f, SbstValue = V>, V>(leaves: &[Leaf]) -> V {
        let test = value(C::shape::<Unbounded>(), leaves);
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        C::build(&frame)
    }

    #[test]
    fn permanent_values_outlive_executions_and_exist_once() {
        let first: &'static str = built::<Permanent<str>, _>(&[Leaf::Text("GET")]);
        let second = built::<Permanent<str>, _>(&[Leaf::Text("GET")]);
        assert_eq!(first, "GET");
        assert!(std::ptr::eq(first, second));
        let texts = [Leaf::Number(2), Leaf::Text("a"), Leaf::Text("b")];
        assert_eq!(built::<Permanent<[Permanent<str>]>, _>(&texts), ["a", "b"]);
        let numbers = [Leaf::Number(2), Leaf::Number(1), Leaf::Number(2)];
        assert_eq!(
            built::<Option<Permanent<[u8]>>, _>(&[&[Leaf::Number(1)], &numbers[..]].concat()),
            Some(&[1, 2][..])
        );
    }

    #[test]
    fn each_execution_has_its_own_changeable_value() {
        let cell = || built::<PermanentValue<std::cell::Cell<u8>>, _>(&[Leaf::Number(7)]);
        cell().set(8);
        assert_eq!(cell().get(), 7);
    }

    #[test]
    fn a_cow_is_borrowed_or_owned_forever() {
        let cow = |variant| built::<PermanentCow<str>, _>(&[Leaf::Number(variant), Leaf::Text("a")]);
        assert!(matches!(cow(0), Cow::Borrowed("a")));
        assert!(matches!(cow(1), Cow::Owned(text) if text == "a"));
    }

    #[test]
    fn a_full_pool_refuses_new_values_and_finds_old_ones() {
        let mut pool = Pool::<str> { values: HashSet::new(), bytes: 0 };
        assert_eq!(pool.get("four", 6), Some("four"));
        assert_eq!(pool.get("more", 6), None);
        assert_eq!(pool.get("four", 6), Some("four"));
        assert_eq!(pool.get("x", 6), None, "from then on nothing is new");
    }
}
