use super::*;
use std::collections::HashMap;
use std::rc::Rc;

struct Logged<'a>(&'a RefCell<Vec<u32>>, u32);
impl Drop for Logged<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push(self.1);
    }
}

#[test]
fn values_are_dropped_in_reverse_order_of_creation() {
    let log = RefCell::new(Vec::new());
    let mut store = Store::default();
    store.keep_value(Logged(&log, 1), false);
    store.keep::<u128>(7);
    store.keep_value(Logged(&log, 2), false);
    store.keep_value(Logged(&log, 3), false);
    store.clear();
    assert_eq!(*log.borrow(), [3, 2, 1]);
}

/// A value with a destructor that reads a borrowed value.
struct Last<'a>(&'a RefCell<Vec<String>>, RefCell<Option<&'a String>>);
impl Drop for Last<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push(self.1.borrow().map_or_else(String::new, Clone::clone));
    }
}

#[test]
fn a_value_that_borrows_from_a_later_one_is_dropped_before_it() {
    let log = RefCell::new(Vec::new());
    let mut store = Store::default();
    {
        let (first, second) = (
            store.keep_unknown(Last(&log, RefCell::new(None))),
            store.keep_unknown(Last(&log, RefCell::new(None))),
        );
        let later: &String = store.keep::<String>(String::from("later"));
        *first.1.borrow_mut() = Some(later);
        *second.1.borrow_mut() = Some(later);
    }
    store.clear();
    assert_eq!(*log.borrow(), ["later"], "the latest of the two is dropped, while the text is whole");
    assert!(store.values.borrow().is_empty());
}

#[test]
fn values_that_borrow_nothing_are_all_dropped() {
    struct Counted(#[allow(dead_code)] Rc<()>);
    let (count, mut store) = (Rc::new(()), Store::default());
    store.keep_unknown(Counted(count.clone()));
    store.keep_unknown(Counted(count.clone()));
    store.clear();
    assert_eq!(Rc::strong_count(&count), 1);
}

#[test]
fn names_of_types_show_borrows() {
    fn borrows<T>(_: &T) -> bool {
        may_borrow::<T>()
    }
    let text = String::from("borrowed");
    let closure = || text.len();
    assert!(borrows(&vec![&text]) && borrows(&closure) && borrows(&RefCell::new(1).borrow()));
    assert!(borrows(&(Box::new(closure) as Box<dyn Fn() -> usize + '_>)));
    assert!(!borrows(&text) && !borrows(&Rc::new(Some(7))) && !borrows(&HashMap::<String, u8>::new()));
}

#[test]
fn slices_and_texts_are_lent_and_the_elements_dropped() {
    let log = RefCell::new(Vec::new());
    let mut store = Store::default();
    let numbers = store.keep_slice::<u16>(3, || 7u16);
    numbers[1] = 8;
    assert_eq!(numbers, [7, 8, 7]);
    let words = store.keep_slice::<String>(2, || String::from("word"));
    words[0].push('s');
    assert_eq!(words, ["words", "word"]);
    let text = store.keep_text("abc");
    text.make_ascii_uppercase();
    assert_eq!(text, "ABC");
    store.keep_value(vec![Logged(&log, 1), Logged(&log, 2)], false);
    store.clear();
    assert_eq!(*log.borrow(), [1, 2]);
}

#[test]
fn a_result_that_was_taken_is_dropped_by_its_taker() {
    let log = RefCell::new(Vec::new());
    let mut store = Store::default();
    store.keep_result(Logged(&log, 1));
    store.keep_result(String::from("lent"));
    drop(store.take_result::<Logged<'_>>(0));
    assert_eq!(*log.borrow(), [1]);
    assert_eq!((store.lend_result::<String>(1), store.lend_result::<String>(1).len()), (&"lent".into(), 4));
    store.clear();
    assert_eq!(*log.borrow(), [1]);
}

#[test]
#[should_panic(expected = "is of another type")]
fn a_result_of_another_type_is_refused() {
    let store = Store::default();
    store.keep_result(3u32);
    store.take_result::<i32>(0);
}

#[test]
#[should_panic(expected = "was moved")]
fn moved_values_are_not_lent() {
    let store = Store::default();
    store.keep_result(String::from("a"));
    let _: String = store.take_result(0);
    let _: &String = store.lend_result(0);
}

#[test]
fn a_result_is_changed_and_then_taken() {
    let mut store = Store::default();
    store.keep_result(String::from("a"));
    store.lend_result_mutably::<String>(0).push('b');
    assert_eq!(store.lend_result::<String>(0), "ab");
    assert_eq!(store.take_result::<String>(0), "ab");
    store.clear();
}

#[test]
fn referents_of_results_are_lent() {
    let mut text = String::from("a");
    let mut store = Store::default();
    store.keep_result(&mut text);
    store.lend_result_mutably::<String>(0).push('b');
    assert_eq!(store.lend_result::<String>(0), "ab");
    store.clear();
    let slice: &str = "sliced";
    store.keep_result(slice);
    assert_eq!(store.lend_result::<str>(0), "sliced");
    store.clear();
}

#[test]
#[should_panic(expected = "of another type")]
fn shared_referents_are_not_lent_mutably() {
    let text = String::from("a");
    let store = Store::default();
    store.keep_result(&text);
    store.lend_result_mutably::<String>(0).push('b');
}

/// A document that lends its pages one by one; its destructor reads them.
struct Pages<'a>(Vec<String>, &'a RefCell<Vec<String>>);
impl Drop for Pages<'_> {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0.concat());
    }
}

proptest::proptest! {
    #[test]
    fn stories_have_the_same_effects_with_and_without_a_store(
        acts in proptest::collection::vec((0..5u8, 0..64usize, "[a-z]"), 0..30)
    ) {
        let (log, expected) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let mut store = Store::default();
        // Without a store, results are kept by statement; a part only has a place.
        let mut whole: Vec<(usize, Option<Pages<'_>>)> = Vec::new();
        let mut statements = 0;
        for (act, which, letter) in acts {
            let there: Vec<usize> = (0..whole.len()).filter(|&at| whole[at].1.is_some()).collect();
            if act == 0 || there.is_empty() {
                store.keep_result(Pages(vec![letter.clone()], &log));
                whole.push((statements, Some(Pages(vec![letter], &expected))));
                statements += 1;
                continue;
            }
            let (statement, model) = &mut whole[there[which % there.len()]];
            let pages = model.as_mut().unwrap();
            match act {
                1 => {
                    store.lend_result_mutably::<Pages<'_>>(*statement).0.push(letter.clone());
                    pages.0.push(letter);
                }
                2 => {
                    let page = which % pages.0.len();
                    store.keep_result(&mut store.lend_result_mutably::<Pages<'_>>(*statement).0[page]);
                    store.lend_result_mutably::<String>(statements).push_str(&letter);
                    store.lend_result_mutably::<String>(statements).push('.');
                    statements += 1;
                    pages.0[page] += &format!("{letter}.");
                }
                3 => assert_eq!(store.lend_result::<Pages<'_>>(*statement).0, pages.0),
                _ => {
                    drop(store.take_result::<Pages<'_>>(*statement));
                    drop(model.take());
                }
            }
        }
        store.clear();
        // Of several values whose destructors may read borrowed values, one is dropped, and the
        // others are forgotten.
        let left = whole.into_iter().filter_map(|(_, pages)| pages);
        let mut left: Vec<Pages<'_>> = left.collect();
        let last = left.pop();
        left.into_iter().for_each(std::mem::forget);
        drop(last);
        assert_eq!(log.into_inner(), expected.into_inner());
    }
}
