//! Laws of all types: written nodes conform to the shape, and build the same value.

use super::*;
use crate::value::build::{Build, Input};
use crate::value::frame::Frame;
use crate::value::input::laws::drawn;
use crate::value::store::Store;
use crate::value::within::Unbounded;
use proptest::prelude::*;
use sbst_model::conforms;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::convert::Infallible;
use std::error::Error;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::fmt::Debug;
use std::hash::BuildHasherDefault;
use std::io::{self, BufReader, Cursor};
use std::iter::Peekable;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI128, NonZeroU8, Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
use std::sync::{atomic::AtomicBool, atomic::AtomicI16, Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;
use std::time::{Duration, SystemTime};

/// Checks that the nodes of a value conform to the shape, and build the value again.
fn comes_back<T: Written + Debug + for<'f> Input<'f>>(value: T) {
    let mut nodes = TestCase::new();
    assert!(value.write(&mut nodes), "{value:?} is not written");
    let shape = <T as Build<'_>>::shape::<Unbounded>();
    assert!(conforms(shape, &nodes, 0), "{value:?} is not what it is built of");
    let store = Store::default();
    let frame = Frame::new(&nodes, &store, None);
    let built = <T as Build<'_>>::build(&frame);
    assert_eq!(format!("{built:?}"), format!("{value:?}"));
    assert!(frame.is_at_end());
}

proptest! {
    #[test]
    fn numbers_characters_and_texts_come_back(
        narrow: (i8, u8, i16, u16, i32, u32), wide: (i64, u64, i128, u128), sizes: (usize, isize),
        floats: (f32, f64), others: (bool, char), text in ".{0,20}",
    ) {
        comes_back(narrow);
        comes_back(wide);
        comes_back(sizes);
        comes_back(floats);
        comes_back((others, text));
    }

    #[test]
    fn values_with_contents_come_back(
        list: Vec<Option<u8>>, nested in proptest::collection::vec((any::<i64>(), ".{0,5}"), 0..5),
        array: [u16; 3], result: Result<i32, String>, map: BTreeMap<u8, bool>,
    ) {
        prop_assume!(list.len() <= 64 && map.len() <= 64);
        prop_assume!(result.as_ref().err().is_none_or(|text| text.chars().count() <= 256));
        comes_back(VecDeque::from(list.clone()));
        comes_back(Box::new(list));
        comes_back((nested, array, Wrapping(3_u8), ()));
        comes_back(result);
        comes_back(map);
    }

    #[test]
    fn paths_times_and_ranges_come_back(
        text in "[^\0]{0,20}", seconds: u64, nanoseconds in 0_u32..1_000_000_000,
        microseconds in 0_u64..253_402_300_800_000_000, ends: (i16, i16), address: [u16; 8],
    ) {
        comes_back(PathBuf::from(&text));
        comes_back((OsString::from(&text), CString::new(text).unwrap()));
        comes_back(Duration::new(seconds, nanoseconds));
        comes_back(SystemTime::UNIX_EPOCH + Duration::from_micros(microseconds));
        comes_back((ends.0..ends.1, ends.0..=ends.1, Bound::Excluded(ends.0)));
        comes_back(IpAddr::from(address));
    }
}

/// Checks for drawn values that their written nodes are the original ones, or build the same value,
/// with the same nodes again.
macro_rules! every_value_comes_back {
    ($($type:ty;)*) => { $(
        drawn(<$type as Build<'_>>::shape::<Unbounded>(), |test| {
            let store = Store::default();
            let mut value = TestCase::new();
            test.copy_subtree(1, &mut value);
            let frame = Frame::new(&value, &store, None);
            let built: $type = <$type as Build<'_>>::build(&frame);
            let mut written = TestCase::new();
            assert!(built.write(&mut written), "{}: {value:?}", stringify!($type));
            assert!(conforms(<$type as Build<'_>>::shape::<Unbounded>(), &written, 0), "{written:?}");
            let frame = Frame::new(&written, &store, None);
            let again: $type = <$type as Build<'_>>::build(&frame);
            let mut written_again = TestCase::new();
            assert!(again.write(&mut written_again));
            assert_eq!(written, written_again, "{}", stringify!($type));
            // The order of a hash table differs each time. Ends of lines and spaces between words
            // are not distinguished.
            if !["Hash", "Lines"].iter().any(|name| stringify!($type).contains(name)) {
                assert_eq!(format!("{built:?}"), format!("{again:?}"));
            }
        });
    )* };
}

#[test]
#[allow(clippy::type_complexity)]
fn every_value_of_every_type_comes_back() {
    type Fixed = BuildHasherDefault<DefaultHasher>;
    every_value_comes_back! {
        (u8, i128, f32, f64, bool, char, ()); (NonZeroU8, NonZeroI128, Wrapping<i64>, Saturating<u128>);
        (AtomicI16, AtomicBool, Reverse<u64>);
        (String, &str, &mut str, Box<str>, Rc<str>, Arc<str>, Cow<'_, str>);
        (PathBuf, &Path, OsString, &OsStr, CString, &CStr, Box<Path>, Rc<Path>, Arc<Path>);
        (&[i128], &mut [&str], Box<[u8]>, Rc<[String]>, Arc<[&u8]>, [Vec<String>; 3], [(); 0]);
        (Vec<Option<String>>, VecDeque<i128>, LinkedList<&str>, BinaryHeap<Reverse<i128>>);
        HashMap<String, i128>; HashSet<i128>; HashMap<u8, HashSet<char>, Fixed>; HashSet<String, Fixed>;
        (BTreeMap<(u8, String), &[u8]>, BTreeSet<Box<str>>);
        (&Option<&str>, &mut Result<i128, &mut String>, Box<(u8,)>, Rc<RefCell<i128>>, Cow<'_, [String]>);
        (Cell<u8>, Mutex<String>, RwLock<(String, u8)>, OnceCell<String>, OnceLock<u8>, Pin<Box<String>>);
        (Range<u8>, RangeInclusive<i128>, RangeFrom<&str>, RangeTo<char>, RangeToInclusive<i8>);
        (Bound<String>, std::ops::RangeFull, std::marker::PhantomData<str>, std::fmt::Error);
        (Duration, SystemTime, IpAddr, SocketAddr, Ordering, ControlFlow<String, u8>, Poll<String>);
        (Chars<'_>, CharIndices<'_>, Bytes<'_>, std::vec::IntoIter<String>); (Lines<'_>, SplitWhitespace<'_>);
        (Peekable<Chars<'_>>, Peekable<CharIndices<'_>>, Peekable<std::vec::IntoIter<u8>>);
        (Cursor<Vec<u8>>, BufReader<&[u8]>, io::Error, io::ErrorKind, crate::value::stand_ins::Reader);
        (Box<dyn Error>, Box<dyn Error + Send + Sync>, BuildHasherDefault<DefaultHasher>);
        (Result<u8, Infallible>, Vec<Infallible>, Option<Infallible>);
    }
}

/// True if a value is written.
fn is_written(value: &(impl Written + ?Sized)) -> bool {
    value.write(&mut TestCase::new())
}

#[test]
fn too_large_values_are_not_written() {
    assert!(!is_written(&vec![0_u8; MOST_NODES + 1]));
    assert!(!is_written(&"x".repeat(MOST_TEXT + 1)));
    assert!(!is_written(&vec![vec![0_u8; 100]; 100]));
    assert!(!is_written(&(0..=MOST_NODES).collect::<HashSet<_>>()));
}

#[test]
fn values_with_more_state_than_nodes_are_not_written() {
    let mut range = 3..=3;
    assert_eq!(range.next(), Some(3));
    assert!(!is_written(&range), "it has been gone through");
    let mut reader = Cursor::new(vec![1, 2]);
    reader.set_position(1);
    assert!(!is_written(&reader), "it has been read from");
    let cell = RefCell::new(1);
    let borrowed = cell.borrow_mut();
    assert!(!is_written(&cell), "it is borrowed");
    drop(borrowed);
    assert!(is_written(&cell));
    let lock = Mutex::new(1);
    let held = lock.lock().unwrap();
    assert!(!is_written(&lock), "it is held");
    drop(held);
    let between = SystemTime::UNIX_EPOCH + Duration::from_nanos(1);
    assert!(!is_written(&between), "it is between two microseconds");
    assert!(!is_written(&io::Error::from_raw_os_error(2)), "it has no message");
    let error: Box<dyn Error> = Box::new("x".parse::<u8>().unwrap_err());
    assert!(!is_written(&error), "it is more than a text");
    let mut indices = "äb".char_indices();
    indices.next();
    assert!(!is_written(&indices), "it did not begin at the beginning");
}

#[test]
fn iterators_are_written_with_remaining_items() {
    let mut lines = "a\r\nb\r\r\n\nc".lines();
    lines.next();
    let mut written = TestCase::new();
    assert!(lines.write(&mut written));
    assert!(written.text_buffer().lines().eq(lines));
    let mut peeked = "abc".chars().peekable();
    peeked.next();
    peeked.peek();
    let mut written = TestCase::new();
    assert!(peeked.write(&mut written));
    assert_eq!(written.text_buffer(), "bc");
}

#[test]
fn hash_tables_have_the_same_nodes_in_any_order() {
    let written = |table: &HashMap<u32, HashSet<u8>>| {
        let mut nodes = TestCase::new();
        assert!(table.write(&mut nodes));
        nodes
    };
    let table = || (0..30).map(|key| (key, (0..30).collect())).collect();
    assert_eq!(written(&table()), written(&table()));
}

#[test]
#[allow(clippy::needless_borrow)] // as the attribute emits it
fn method_look_up_selects_writable_types() {
    struct Own;
    let mut nodes = TestCase::new();
    assert!((&&ToWrite(&&3)).write_down(&mut nodes));
    assert!(!(&&ToWrite(&Own)).write_down(&mut nodes));
    assert!(!(&&ToWrite(&Some(Own))).write_down(&mut nodes));
}

#[test]
fn a_duration_is_one_number_within_bounds() {
    use crate::recording::fit;
    use crate::value::within::{Within, WithoutLength};
    use sbst_model::shape::{Bounds, Endpoint};
    /// `range = 1..=5`.
    struct Seconds;
    impl Within for Seconds {
        const BOUNDS: Bounds = Bounds {
            range: Some(sbst_model::shape::Range {
                lowest: Some(Endpoint::new(1, 1.0)),
                highest: Some(Endpoint::new(5, 5.0)),
                exclusive: false,
            }),
            ..Bounds::NONE
        };
        type Elements = WithoutLength<Seconds>;
    }
    let shape = <Vec<Option<Duration>> as Build<'_>>::shape::<Seconds>();
    let value = vec![None, Some(Duration::new(2, 5)), Some(Duration::from_secs(5))];
    let mut call = TestCase::new();
    call.open(NodeKind::Statement, 0);
    assert!(value.write(&mut call));
    call.close(0);
    assert!(!conforms(shape, &call, 1));
    let fitted = fit::call(&call, &[shape]);
    assert!(conforms(shape, &fitted, 1), "{fitted:?}");
    let mut argument = TestCase::new();
    fitted.copy_subtree(1, &mut argument);
    let store = Store::default();
    let built = <Vec<Option<Duration>> as Build<'_>>::build(&Frame::new(&argument, &store, None));
    assert_eq!(built, value);
}
