//! Laws of all types.

use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::store::Store;
use crate::value::within::{Unbounded, Within, WithoutLength};
use sbst_model::shape::{Alphabet, Bounds, Endpoint, Range, Shape};
use sbst_model::TestCase;
use sbst_search::{Inputs, Operators};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::convert::Infallible;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::io::{self, Cursor};
use std::iter::Peekable;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI128, NonZeroU8, Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, RangeFrom, RangeInclusive, RangeTo};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::str::Chars;
use std::sync::{atomic::AtomicI16, Arc, Mutex, RwLock};
use std::task::Poll;
use std::time::{Duration, Instant, SystemTime};

/// Draws and changes test cases with one argument.
pub(crate) fn drawn(shape: &'static Shape, mut look: impl FnMut(&TestCase)) {
    let inputs = Inputs { parameters: vec![shape], ..Inputs::default() };
    let mut operators = Operators::new(inputs, &[], 7);
    let (mut test, mut child) = (TestCase::new(), TestCase::new());
    for _ in 0..200 {
        operators.sample(&mut test);
        look(&test);
        for _ in 0..3 {
            operators.mutate(&test, &mut child);
            look(&child);
        }
    }
}

macro_rules! every_node_is_read {
    ($($type:ty;)*) => { $(
        drawn(<$type as Build<'_>>::shape::<Unbounded>(), |test| {
            let store = Store::default();
            let frame = Frame::new(test, &store, None);
            frame.next_statement();
            let _built: $type = <$type as Build<'_>>::build(&frame);
            assert!(frame.is_at_end(), "{}: {test:?}", stringify!($type));
        });
    )* };
}

#[test]
#[allow(clippy::type_complexity)]
fn building_a_value_reads_all_of_its_nodes_and_no_others() {
    every_node_is_read! {
        (u8, i128, f32, bool, char, ()); (NonZeroU8, NonZeroI128, Wrapping<i64>, Saturating<u128>, AtomicI16);
        (String, &str, &mut str, Box<str>, Rc<str>, Arc<str>, Cow<'_, str>);
        (PathBuf, &Path, OsString, &OsStr, CString, &CStr, Box<Path>, Arc<Path>);
        (&[i128], &mut [&str], Box<[u8]>, Rc<[String]>, Arc<[&u8]>, [Vec<String>; 3], [(); 0]);
        (Vec<Option<String>>, VecDeque<i128>, LinkedList<&str>, BinaryHeap<Reverse<i128>>);
        (HashMap<String, i128>, HashSet<i128>, BTreeMap<(u8, String), &[u8]>, BTreeSet<Box<str>>);
        (&Option<&str>, &mut Result<i128, &mut String>, Box<(u8,)>, Rc<RefCell<i128>>, Cow<'_, [String]>);
        (Cell<u8>, Mutex<String>, RwLock<(String, u8)>, OnceCell<String>, std::pin::Pin<Box<String>>);
        (RangeInclusive<i128>, RangeFrom<&str>, RangeTo<char>, Bound<String>, std::ops::RangeFull);
        (Duration, SystemTime, Instant, IpAddr, SocketAddr, Ordering, ControlFlow<String, u8>, Poll<String>);
        (Peekable<Chars<'_>>, std::vec::IntoIter<String>, Cursor<Vec<u8>>, io::Error, Box<dyn std::error::Error>);
        (Result<u8, Infallible>, Vec<Infallible>, Option<Infallible>, std::marker::PhantomData<str>);
    }
}

/// `range = 1..=5, step = 0.5, length = 1..=3, alphabet = 'a'..='c'`.
struct Bounded;
impl Within for Bounded {
    const BOUNDS: Bounds = Bounds {
        range: Some(Range {
            lowest: Some(Endpoint::new(1, 1.0)),
            highest: Some(Endpoint::new(5, 5.0)),
            exclusive: false,
        }),
        step: Some(0.5),
        length: Some((1, 3)),
        alphabet: Some(Alphabet::from_ranges(&[('a', 'c')])),
    };
    type Elements = WithoutLength<Bounded>;
}

/// `elements(length = 2..=2)`.
struct OfElements;
impl Within for OfElements {
    const BOUNDS: Bounds = Bounds::NONE;
    type Elements = Pair;
}
struct Pair;
impl Within for Pair {
    const BOUNDS: Bounds = Bounds { length: Some((2, 2)), ..Bounds::NONE };
    type Elements = WithoutLength<Pair>;
}

macro_rules! every_value_is {
    ($type:ty as $bounds:ty, $right:expr) => {
        drawn(<$type as Build<'_>>::shape::<$bounds>(), |test| {
            let store = Store::default();
            let frame = Frame::new(test, &store, None);
            frame.next_statement();
            let right: fn(&$type) -> bool = $right;
            let value: $type = <$type as Build<'_>>::build(&frame);
            assert!(right(&value), "{value:?}");
        })
    };
}

#[test]
fn bounds_reach_through_wrappers_collections_and_tuples() {
    every_value_is!(&Rc<NonZeroU8> as Bounded, |number| number.get() <= 5);
    every_value_is!(Option<Rc<Wrapping<i128>>> as Bounded, |number| {
        number.as_ref().is_none_or(|number| (1..=5).contains(&number.0))
    });
    every_value_is!(VecDeque<(u8, f64)> as Bounded, |pairs| {
        (1..=3).contains(&pairs.len())
            && pairs.iter().all(|&(one, other)| (1..=5).contains(&one) && (2.0 * other).fract() == 0.0)
    });
    every_value_is!(&mut [String; 2] as Bounded, |texts| {
        texts.iter().all(|text| text.chars().all(|character| ('a'..='c').contains(&character)))
    });
    every_value_is!(Cow<'_, Path> as Bounded, |path| (1..=3).contains(&path.as_os_str().len()));
    every_value_is!(CString as Bounded, |text| (1..=3).contains(&text.as_bytes().len()));
    every_value_is!(HashMap<char, RangeInclusive<u8>> as Bounded, |map| {
        (1..=3).contains(&map.len())
            && map.iter().all(|(&key, value)| ('a'..='c').contains(&key) && *value.end() <= 5)
    });
    every_value_is!(Duration as Bounded, |duration| {
        (Duration::from_secs(1)..=Duration::from_secs(5)).contains(duration)
    });
    every_value_is!(BTreeSet<Vec<u8>> as OfElements, |set| set.iter().all(|bytes| bytes.len() == 2));
    every_value_is!([String; 3] as OfElements, |texts| texts.iter().all(|text| text.chars().count() == 2));
}
