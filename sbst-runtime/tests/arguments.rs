//! Arguments made by functions, changed by the call, or functions themselves, and arguments that
//! cannot be built. Each is a whole search in a separate worker.

#[path = "arguments/worker.rs"]
mod worker;

#[cfg(feature = "arbitrary")]
#[path = "arguments/bytes.rs"]
mod bytes;

use sbst_model::messages::{Changed, Observed};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use worker::{describe, search};

fn even(number: u32) -> Option<u32> {
    (number % 2 == 0).then_some(number)
}

fn positive(number: i64) -> i64 {
    assert!(number > 0, "a number that is not positive");
    number
}

/// Does not end for some numbers.
#[sbst::instrument]
fn patient(number: u8) -> u8 {
    while number % 16 == 3 {}
    number
}

#[sbst::instrument]
fn made(
    #[sbst(with = even)] number: u32,
    #[sbst(with = positive)] divisor: &i64,
    #[sbst(with = patient)] small: u8,
) -> i64 {
    if number % 2 == 1 || *divisor <= 0 || small % 16 == 3 {
        unreachable!("the functions have seen to it")
    }
    i64::from(number) / divisor
}

#[test]
fn refused_arguments_give_neither_test_nor_finding() {
    let searched = search("made", 3_000);
    assert_eq!(searched.findings, []);
    assert_eq!(searched.covered, [1, 3, 5], "the false outcomes of the three conditions");
    assert!(!searched.tests.is_empty());
    for test in &searched.tests {
        let arguments: Vec<String> = test.arguments.iter().map(ToString::to_string).collect();
        let [number, divisor, small] = &arguments[..] else { panic!("{arguments:?}") };
        assert!(number.starts_with("even(") && number.ends_with(").unwrap()"), "{number}");
        assert!(divisor.starts_with("&positive(") && small.starts_with("patient("), "{divisor}, {small}");
        assert!(matches!(test.observed, Observed::Returned { debug: Some(_), .. }), "{:?}", test.observed);
    }
}

#[sbst::instrument]
fn change(
    numbers: &mut Vec<u8>,
    count: &mut u64,
    words: &mut [&str],
    text: &mut str,
    at: &mut Instant,
) -> bool {
    numbers.push(7);
    *count = 41;
    words.sort();
    text.make_ascii_uppercase();
    *at = Instant::now();
    words.len() == 2
}

#[test]
fn changed_arguments_are_observed() {
    let searched = search("change", 3_000);
    assert_eq!(searched.covered, [0, 1]);
    for test in &searched.tests {
        let Observed::Returned { changed, .. } = &test.observed else { panic!("{:?}", test.observed) };
        let types: Vec<&str> = changed.iter().map(|changed| changed.type_name.as_str()).collect();
        assert_eq!(types, ["alloc::vec::Vec<u8>", "u64", "[&str]", "str", "std::time::Instant"]);
        assert!(changed.iter().map(|changed| changed.parameter).eq(0..5));
        let shown: Vec<Option<&str>> = changed.iter().map(|changed| changed.debug.as_deref()).collect();
        let [Some(numbers), Some("41"), Some(_), Some(text), None] = shown[..] else { panic!("{shown:?}") };
        assert!(numbers.ends_with("7]") && !text.contains('a'), "{numbers}, {text}");
    }
    let two = searched.tests.iter().find(|test| test.goals == [0]).expect("one for two words");
    let Observed::Returned { changed, .. } = &two.observed else { panic!("{:?}", two.observed) };
    let Changed { debug, .. } = &changed[2];
    assert_eq!(debug.as_deref(), Some(r#"["a", "b"]"#));
}

#[sbst::instrument]
fn call(
    plain: fn(u8, &str) -> i32,
    #[sbst(range = 1..=3)] lent: &dyn Fn() -> Vec<u8>,
    mut closure: impl FnMut(i32) -> Option<char> + Send + 'static,
    boxed: Box<dyn FnOnce() -> String + Send>,
) -> usize {
    let from_thread = std::thread::spawn(move || closure(plain(1, ""))).join().expect("it returns");
    if plain(2, "two") == 1234 && from_thread.is_some() {
        return 1;
    }
    if lent().iter().any(|&number| !(1..=3).contains(&number)) {
        return 2;
    }
    if lent().len() > 2 && boxed().len() == 3 {
        return 3;
    }
    4
}

#[test]
fn function_arguments_return_values_of_the_search() {
    let searched = search("call", 30_000);
    assert_eq!(searched.findings, []);
    let uncovered: Vec<u32> = (0..searched.goals).filter(|goal| !searched.covered.contains(goal)).collect();
    assert_eq!(uncovered, [4], "a number that is not within the bounds");
    let arguments = searched.tests[0].arguments.iter().map(ToString::to_string);
    let begin = ["|_, _| ", "&|| vec![", "|_| ", "Box::new(|| String::"];
    assert!(arguments.zip(begin).all(|(argument, begin)| argument.starts_with(begin)), "{searched:?}");
}

/// Fails for large numbers, and for small ones every third time.
#[sbst::instrument]
fn moody(number: u16) -> u8 {
    static TURN: AtomicU32 = AtomicU32::new(0);
    let is_its_turn = TURN.fetch_add(1, Ordering::Relaxed) % 3 == 0;
    let fails = number >= 10 || number > 0 && is_its_turn;
    [0][usize::from(fails)]
}

#[test]
fn fault_is_simplified_only_while_it_recurs_each_time() {
    let searched = search("moody", 3_000);
    let [finding] = &searched.findings[..] else { panic!("{searched:?}") };
    let is_small = |number: String| number.parse::<u16>().is_ok_and(|number| number <= 10);
    assert!(!is_small(finding.arguments[0].to_string()), "it is met by a large number");
    let fault = searched.tests.iter().find(|test| matches!(test.observed, Observed::Fault(_)));
    assert_eq!(fault.unwrap().arguments[0].to_string(), "10");
}

/// A type without a constructor.
struct Opaque(u8);

#[sbst::instrument]
fn opaque(thing: &Opaque) -> bool {
    thing.0 == 0
}

#[sbst::instrument]
fn bounded(#[sbst(length = 1..=2)] number: i32) -> bool {
    number == 0
}

#[sbst::instrument]
fn large(bytes: [u8; 70_000]) -> u8 {
    bytes[0]
}

#[sbst::instrument]
fn nothing(never: std::convert::Infallible) -> u8 {
    match never {}
}

#[test]
fn unsearchable_functions_have_reason_and_advice() {
    assert!(opaque(&Opaque(0)) && bounded(0) && large([0; 70_000]) == 0);
    let _: fn(std::convert::Infallible) -> u8 = nothing;
    let reasons: Vec<(String, String)> = describe();
    let reason = |name: &str| &reasons.iter().find(|(target, _)| target.ends_with(name)).expect(name).1;
    for (name, part) in [
        ("::opaque", "no value of type `&Opaque` can be built for the parameter `thing`"),
        ("::bounded", "`length` has no effect on the parameter `number`"),
        ("::large", "values of type `[u8; 70_000]` for the parameter `bytes` are too large"),
        ("::nothing", "there is no value of type `std::convert::Infallible` for the parameter `never`"),
    ] {
        assert!(reason(name).contains(part), "{}", reason(name));
    }
    assert!(["::made", "::change", "::call"].iter().all(|name| reason(name).is_empty()), "{reasons:?}");
}
