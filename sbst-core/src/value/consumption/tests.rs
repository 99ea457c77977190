//! Results with items, and some without.

use super::*;
use crate::value::frame::Observation;
use crate::value::store::Store;
use sbst_model::{NodeKind, TestCase};
use std::cell::{Cell, RefCell};

/// Returns the observation when the last of this number of statements returns `result`, and true if
/// the result was returned.
macro_rules! noted {
    ($marker:ident, $statements:expr, $result:expr) => {{
        let mut test = TestCase::new();
        for _ in 0..$statements {
            let call = test.open(NodeKind::Statement, 0);
            test.close(call);
        }
        let store = Store::default();
        let observation = RefCell::new(Observation::default());
        let frame = Frame::new(&test, &store, Some(&observation));
        frame.next_statement();
        let result = $result;
        #[allow(clippy::needless_borrow)] // as the attribute emits it
        let is_given_back = (&&$marker::from_result(&result)).consume(&frame, result).is_some();
        let Observation { result, items, .. } = observation.take();
        (result.map(|shown| (shown.type_name, shown.debug)), items, is_given_back)
    }};
}

/// An item that cannot be shown.
struct Opaque;

fn counted(count: usize) -> Option<Items> {
    Some(Items { count: Some(count), cut_after: None })
}

#[test]
fn items_are_shown_as_a_list_if_they_can_be() {
    let words: Box<dyn Iterator<Item = &str>> = Box::new("a b".split(' '));
    let (shown, items, is_given_back) = noted!(Lazy, 1, words);
    assert_eq!(shown, Some(("alloc::vec::Vec<&str>", Some("[\"a\", \"b\"]".to_owned()))));
    assert_eq!((items, is_given_back), (counted(2), false));

    let (shown, items, _) = noted!(Lazy, 1, Vec::<u8>::new());
    assert_eq!((shown, items), (Some(("alloc::vec::Vec<u8>", Some("[]".to_owned()))), counted(0)));

    let (shown, items, _) = noted!(Lazy, 1, [Opaque, Opaque].into_iter());
    assert!(matches!(shown, Some((name, None)) if name.ends_with("Opaque>")));
    assert_eq!(items, counted(2));
}

#[test]
fn contents_of_options_and_results_are_consumed_if_present() {
    type Noted<'a> = (Option<(&'a str, Option<String>)>, Option<Items>, bool);
    let shown = |(shown, items, _): Noted<'_>| {
        let debug = shown.and_then(|(_, debug)| debug);
        (debug.unwrap_or_default(), items.and_then(|items| items.count))
    };
    assert_eq!(shown(noted!(LazyInner, 1, Some(0..2))), ("Some([0, 1])".to_owned(), Some(2)));
    assert_eq!(shown(noted!(LazyInner, 1, None::<std::ops::Range<u8>>)), ("None".to_owned(), None));
    assert_eq!(shown(noted!(LazyInner, 1, Ok::<_, u8>(0..1))), ("Ok([0])".to_owned(), Some(1)));
    assert_eq!(
        shown(noted!(LazyInner, 1, Err::<std::ops::Range<u8>, _>("no"))),
        ("Err(\"no\")".to_owned(), None)
    );
    assert_eq!(shown(noted!(LazyInner, 1, Ok::<_, Opaque>(0..3))), (String::new(), Some(3)));
    assert_eq!(shown(noted!(LazyInner, 1, Some([Opaque]))), (String::new(), Some(1)));
}

#[test]
fn an_endless_iterator_is_consumed_up_to_the_limit() {
    let asked = Cell::new(0);
    let endless = std::iter::repeat_with(|| asked.replace(asked.get() + 1));
    let (shown, items, _) = noted!(Lazy, 1, endless);
    assert_eq!(items, Some(Items { count: Some(MOST_ITEMS), cut_after: Some(MOST_ITEMS) }));
    assert_eq!(asked.get(), MOST_ITEMS);
    assert!(shown.unwrap().1.unwrap().ends_with(", 62, 63]"));
}

#[test]
fn a_list_that_is_too_long_is_counted() {
    let long = (0..9).map(|_| "x".repeat(1_000));
    let (shown, items, _) = noted!(Lazy, 1, long);
    assert_eq!((shown.unwrap().1, items), (None, counted(9)));
}

#[test]
fn results_for_later_statements_are_not_consumed() {
    let asked = Cell::new(false);
    let (shown, items, is_given_back) = noted!(Lazy, 2, std::iter::from_fn(|| Some(asked.replace(true))));
    assert_eq!((shown, items, is_given_back, asked.get()), (None, None, true, false));
}

#[test]
fn results_without_items_are_unchanged() {
    let (shown, items, is_given_back) = noted!(Lazy, 1, Opaque);
    assert!(matches!(shown, Some((name, None)) if name.ends_with("Opaque")));
    assert_eq!((items, is_given_back), (None, true));
    assert_eq!(noted!(LazyInner, 1, Some(Opaque)).1, None);
}
