//! Types that contain others, some of them without known values: `Vec<Player>`, `&Mutex<Account>`.
//! The attribute repeats such a type as written, with functions of this module. Method look-up
//! chooses the builder of each part.
//!
//! # Policy
//! 1. A part that is an [`Input`] is built as one. Otherwise it is made from bytes, or from its own
//!    parts, if possible.
//! 2. Any other part is its default if its type has one: for example, a type behind a foreign
//!    alias.
//! 3. Otherwise it can only be the result of an earlier statement ([`Taken`]), and has values only
//!    if it is an object.
//! 4. A type called `Vec` need not be the standard library's. A composed value is used only if it
//!    has the expected type. Otherwise the type has no known values, and its source compiles
//!    nevertheless.
//! 5. The builder of a standard type is defined once, in [`Build`]: a `Vec<Taken<Player>>` builds a
//!    `Vec<Player>`.

mod trait_objects;

pub use trait_objects::{pointers, HasNoTrait, HasTrait, Variant};

use crate::value::arbitrary::{arbitrary_shape, Arbitrary};
use crate::value::build::{Build, Clones, Input, Of};
use crate::value::frame::Frame;
use crate::value::object_types;
use crate::value::parameter::unknown;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::Product;
use sbst_model::Shape;
use std::marker::PhantomData;

/// A value that results from an earlier statement.
pub struct Taken<T: ?Sized>(PhantomData<fn() -> Box<T>>);

impl<'f, T> Build<'f> for Taken<T> {
    type SbstValue = T;

    fn shape<B: Within>() -> &'static Shape {
        unknown::<T>()
    }
    fn build(frame: &'f Frame<'f>) -> T {
        object_types::taken(frame)
    }
}

/// A value made from bytes.
pub struct OutOfBytes<T>(PhantomData<fn() -> T>);

impl<'f, T: Arbitrary<'f>> Build<'f> for OutOfBytes<T> {
    type SbstValue = T;
    const REACH: Reach = <&[u8]>::REACH;

    fn shape<B: Within>() -> &'static Shape {
        arbitrary_shape::<T, B>()
    }
    fn build(frame: &'f Frame<'f>) -> T {
        frame.arbitrary()
    }
}

/// The default of a type without another builder.
pub struct Defaulted<T>(PhantomData<fn() -> T>);

impl<'f, T: Default> Build<'f> for Defaulted<T> {
    type SbstValue = T;

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Product(Product { fields: &[], template: "Default::default()", fallible: false }) }
    }
    fn build(frame: &'f Frame<'f>) -> T {
        frame.open();
        T::default()
    }
}

/// A value that `C` builds, or the result of a function.
pub struct Whole<C>(PhantomData<fn() -> C>);

impl<'f, C: Build<'f>> Build<'f> for Whole<C> {
    type SbstValue = C::SbstValue;
    const REACH: Reach = C::REACH;
    const BORROWS: bool = C::BORROWS;
    const LOOKS_BACK: bool = C::LOOKS_BACK;
    const CLONES: Option<Clones<C::SbstValue>> = C::CLONES;

    fn shape<B: Within>() -> &'static Shape {
        object_types::shape_of_composed::<C>(C::shape::<B>())
    }
    fn build(frame: &'f Frame<'f>) -> C::SbstValue {
        frame.taken().unwrap_or_else(|| C::build(frame))
    }
}

/// A part of the type `T`, which may be composed as `C`.
#[allow(clippy::type_complexity)]
pub struct Node<T: ?Sized, C: ?Sized = ()>(PhantomData<(fn() -> Box<T>, fn() -> Box<C>)>);

impl<T: ?Sized, C: ?Sized> Clone for Node<T, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized, C: ?Sized> Copy for Node<T, C> {}

impl<T: ?Sized> Node<T> {
    /// A part without visible parts.
    pub const LEAF: Self = Node(PhantomData);
}

impl<T: ?Sized, C: ?Sized> Node<T, C> {
    /// Returns the part with this builder.
    pub fn composed(_: Of<C>) -> Self {
        Node(PhantomData)
    }
}

/// Preferred by method look-up: the part is an input.
pub trait IsInput<'f, T> {
    fn chosen(&self) -> Of<T>;
}

/// The second choice: the part can be made from bytes.
pub trait IsArbitrary<'f, T> {
    fn chosen(&self) -> Of<OutOfBytes<T>>;
}

/// The third choice, because its methods take `&mut self`: the part consists of others.
pub trait IsComposed<'f, C> {
    fn chosen(&mut self) -> Of<Whole<C>>;
}

/// The fourth choice, because it is for the referent: the part has a default.
pub trait IsDefault<T> {
    fn chosen(&self) -> Of<Whole<Defaulted<T>>>;
}

/// The last choice, because its methods take the referent's referent: the part is unknown.
pub trait IsUnknown<T: ?Sized> {
    fn chosen(self) -> Of<Taken<T>>;
}

// Called on a `&&Node`.
impl<'f, T: Input<'f>, C: ?Sized> IsInput<'f, T> for &Node<T, C> {
    fn chosen(&self) -> Of<T> {
        Of::NEW
    }
}
impl<'f, T: Arbitrary<'f>, C: ?Sized> IsArbitrary<'f, T> for &&Node<T, C> {
    fn chosen(&self) -> Of<OutOfBytes<T>> {
        Of::NEW
    }
}
impl<'f, T, C: Build<'f, SbstValue = T>> IsComposed<'f, C> for &&Node<T, C> {
    fn chosen(&mut self) -> Of<Whole<C>> {
        Of::NEW
    }
}
impl<T: Default, C: ?Sized> IsDefault<T> for Node<T, C> {
    fn chosen(&self) -> Of<Whole<Defaulted<T>>> {
        Of::NEW
    }
}
impl<T: ?Sized, C: ?Sized> IsUnknown<T> for Node<T, C> {
    fn chosen(self) -> Of<Taken<T>> {
        Of::NEW
    }
}

/// Types of the standard library that are composed of their parameters.
macro_rules! types {
    ($($function:ident($($part:ident $(?$sized:ident)?),+) $type:ty;)*) => { $(
        #[doc = concat!("`", stringify!($type), "`.")]
        pub fn $function<$($part $(: ?$sized)?),+>($(_: Of<$part>),+) -> Of<$type> {
            Of::NEW
        }
    )* };
}
types! {
    vec(T) Vec<T>;
    vec_deque(T) std::collections::VecDeque<T>;
    linked_list(T) std::collections::LinkedList<T>;
    binary_heap(T) std::collections::BinaryHeap<T>;
    hash_set(T) std::collections::HashSet<T>;
    hash_set_with(T, S) std::collections::HashSet<T, S>;
    b_tree_set(T) std::collections::BTreeSet<T>;
    hash_map(K, V) std::collections::HashMap<K, V>;
    hash_map_with(K, V, S) std::collections::HashMap<K, V, S>;
    b_tree_map(K, V) std::collections::BTreeMap<K, V>;
    option(T) Option<T>;
    result(T, E) Result<T, E>;
    boxed(T ?Sized) Box<T>;
    rc(T ?Sized) std::rc::Rc<T>;
    arc(T ?Sized) std::sync::Arc<T>;
    pin(P) std::pin::Pin<P>;
    cell(T) std::cell::Cell<T>;
    ref_cell(T) std::cell::RefCell<T>;
    once_cell(T) std::cell::OnceCell<T>;
    mutex(T) std::sync::Mutex<T>;
    rw_lock(T) std::sync::RwLock<T>;
    once_lock(T) std::sync::OnceLock<T>;
    reverse(T) std::cmp::Reverse<T>;
    range(T) std::ops::Range<T>;
    range_inclusive(T) std::ops::RangeInclusive<T>;
    bound(T) std::ops::Bound<T>;
    into_iter(T) std::vec::IntoIter<T>;
    slice(T) [T];
}

pub fn array<T, const N: usize>(_: Of<T>) -> Of<[T; N]> {
    Of::NEW
}

pub fn shared<'f, T: ?Sized>(_: Of<T>) -> Of<&'f T> {
    Of::NEW
}

pub fn mutable<'f, T: ?Sized>(_: Of<T>) -> Of<&'f mut T> {
    Of::NEW
}

pub fn iter<'f, T>(_: Of<T>) -> Of<std::slice::Iter<'f, T>> {
    Of::NEW
}

pub fn peekable<I: Iterator>(_: Of<I>) -> Of<std::iter::Peekable<I>> {
    Of::NEW
}

/// The builders of a tuple's parts.
pub trait Parts {
    type Tuple;
}

pub fn tuple<P: Parts>(_: P) -> Of<P::Tuple> {
    Of::NEW
}

macro_rules! tuples {
    ($($($part:ident)+;)*) => { $(
        impl<$($part),+> Parts for ($(Of<$part>,)+) {
            type Tuple = ($($part,)+);
        }
    )* };
}
tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I;
    A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parameter::{ByValue, CanBuild as _, Mutable, Shared};
    use crate::value::store::Store;
    use crate::value::within::Unbounded;
    use sbst_model::{NodeKind, TestCase};
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    /// A type without known values.
    #[derive(Debug, PartialEq)]
    struct Name(&'static str);

    /// Executes a call sequence: statements that return these names, and one with this argument.
    fn with_names(
        names: &[&'static str],
        argument: impl Fn(&mut TestCase),
        call: impl for<'f> Fn(&'f Frame<'f>),
    ) {
        let mut test = TestCase::new();
        let statements = names.iter().map(|_| None).chain([Some(&argument)]);
        for argument in statements {
            let statement = test.open(NodeKind::Statement, 0);
            if let Some(argument) = argument {
                argument(&mut test);
            }
            test.close(statement);
        }
        let mut store = Store::default();
        {
            let frame = Frame::new(&test, &store, None);
            for name in names {
                frame.next_statement();
                frame.keep(Name(name));
            }
            frame.next_statement();
            call(&frame);
            assert!(frame.is_at_end());
        }
        store.clear();
    }

    fn result(test: &mut TestCase, statement: u64) {
        test.leaf(NodeKind::ResultOf, statement);
    }

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn composed_values_take_objects() {
        let two = |test: &mut TestCase| {
            let sequence = test.open(NodeKind::Sequence, 2);
            result(test, 1);
            result(test, 0);
            test.close(sequence);
        };
        with_names(&["Ada", "Bob"], two, |frame| {
            let names = vec((&&Node::<Name>::LEAF).chosen());
            let names: Vec<Name> = (&ByValue::<Vec<Name>, Unbounded, _>::composed(
                (&&Node::<Vec<Name>, _>::composed(names)).chosen(),
            ))
                .argument(frame);
            assert_eq!(names, [Name("Bob"), Name("Ada")]);
        });
        with_names(&["Ada", "Bob"], two, |frame| {
            let names = slice((&&Node::<Name>::LEAF).chosen());
            let names: &mut [Name] = (&Mutable::<[Name], Unbounded, _>::composed(names)).argument(frame);
            assert_eq!(names, [Name("Bob"), Name("Ada")]);
        });
        with_names(
            &["Ada"],
            |test| result(test, 0),
            |frame| {
                let locked = mutex((&&Node::<Name>::LEAF).chosen());
                let locked: &Mutex<Name> = (&Shared::<Mutex<Name>, Unbounded, _>::composed(
                    (&&Node::<Mutex<Name>, _>::composed(locked)).chosen(),
                ))
                    .argument(frame);
                assert_eq!(*locked.lock().unwrap(), Name("Ada"));
            },
        );
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn parts_that_are_inputs_are_built_as_these() {
        let entry = |test: &mut TestCase| {
            let map = test.open(NodeKind::Sequence, 1);
            let pair = test.open(NodeKind::Product, 0);
            test.push_text("first");
            result(test, 0);
            test.close(pair);
            test.close(map);
        };
        with_names(&["Ada"], entry, |frame| {
            type Names = BTreeMap<String, Name>;
            let names = b_tree_map(Of::<String>::NEW, (&&Node::<Name>::LEAF).chosen());
            let names = (&&Node::<Names, _>::composed(names)).chosen();
            let names: Names = (&ByValue::<Names, Unbounded, _>::composed(names)).argument(frame);
            assert_eq!(names, Names::from([("first".to_owned(), Name("Ada"))]));
        });
        let chosen = (&&Node::<Vec<u8>, _>::composed(vec((&&Node::<Name>::LEAF).chosen()))).chosen();
        let _: Of<Vec<u8>> = chosen;
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn a_type_with_only_the_name_of_a_standard_one_is_unknown() {
        struct Vec<T>(#[allow(dead_code)] T);
        let chosen = (&&Node::<Vec<Name>, _>::composed(vec((&&Node::<Name>::LEAF).chosen()))).chosen();
        let _: Of<Taken<Vec<Name>>> = chosen;
        let shape = (&ByValue::<Vec<Name>, Unbounded, _>::composed(chosen)).shape();
        assert!(shape.has_unknown);
        let without_size = boxed((&&Node::<dyn std::fmt::Debug>::LEAF).chosen());
        let _: Of<Taken<Box<dyn std::fmt::Debug>>> =
            (&&Node::<Box<dyn std::fmt::Debug>, _>::composed(without_size)).chosen();
    }
}
