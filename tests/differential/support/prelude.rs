//! Helpers of the generated functions, and the comparison of their two versions.
//!
//! All events are recorded: operands when they are evaluated, values when they are made and
//! dropped, locks when they are free. An outcome is the result or the panic, with the panic's
//! place, and all events.

#![allow(static_mut_refs)]

pub use std::borrow::Cow;
pub use std::cell::{Cell, RefCell};
pub use std::fmt::{Debug, Write as _};
use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{catch_unwind, AssertUnwindSafe, Location};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
pub use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

thread_local! {
    static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static ROUNDS: RefCell<BTreeMap<(u32, u32), u32>> = const { RefCell::new(BTreeMap::new()) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The limit of a loop's rounds in an execution, over all its entries.
const MOST_ROUNDS: u32 = 5;

pub fn note(what: impl ToString) {
    NOTES.with(|notes| notes.borrow_mut().push(what.to_string()));
}

/// An operand whose evaluation is recorded.
pub fn e<T>(number: u32, value: T) -> T {
    note(format!("e{number}"));
    value
}

/// Ends loops.
#[track_caller]
pub fn spent() -> bool {
    let place = Location::caller();
    ROUNDS.with(|rounds| {
        let mut rounds = rounds.borrow_mut();
        let rounds = rounds.entry((place.line(), place.column())).or_default();
        *rounds += 1;
        *rounds > MOST_ROUNDS
    })
}

/// A value whose creation and drop are recorded.
#[derive(Debug)]
pub struct Noisy<T>(pub u32, pub T);

pub fn noisy<T>(number: u32, value: T) -> Noisy<T> {
    note(format!("+{number}"));
    Noisy(number, value)
}

impl<T> Noisy<T> {
    pub fn get(&self) -> &T {
        &self.1
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.1
    }
    /// Takes the item by value, like some `contains`.
    pub fn contains(self, value: T) -> bool
    where
        T: PartialEq,
    {
        note(format!("c{}", self.0));
        self.1 == value
    }
}

impl<T: PartialEq> PartialEq for Noisy<T> {
    fn eq(&self, other: &Self) -> bool {
        note(format!("{}=={}", self.0, other.0));
        self.1 == other.1
    }
}

impl<T: PartialOrd> PartialOrd for Noisy<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        note(format!("{}<>{}", self.0, other.0));
        self.1.partial_cmp(&other.1)
    }
}

impl<T> Drop for Noisy<T> {
    fn drop(&mut self) {
        note(format!("-{}", self.0));
    }
}

/// A number with recorded arithmetic of unusual types, and with methods named as in the standard
/// library.
#[derive(Clone, Debug)]
pub struct Tally(pub i32, pub String);

pub fn tally(number: i32) -> Tally {
    Tally(number, number.to_string())
}

impl std::ops::Add<&str> for Tally {
    type Output = Tally;
    fn add(self, other: &str) -> Tally {
        note(format!("{}+{other}", self.0));
        Tally(self.0.wrapping_add(other.len() as i32), self.1 + other)
    }
}

impl std::ops::Add<i32> for &mut Tally {
    type Output = i32;
    fn add(self, other: i32) -> i32 {
        note(format!("{}+mut{other}", self.0));
        self.0 = self.0.wrapping_add(other);
        self.0
    }
}

impl std::ops::AddAssign<Tally> for Tally {
    fn add_assign(&mut self, other: Tally) {
        note(format!("{}+={}", self.0, other.0));
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl std::ops::Neg for &Tally {
    type Output = i32;
    fn neg(self) -> i32 {
        note(format!("neg{}", self.0));
        self.0.wrapping_neg()
    }
}

impl std::ops::Shl<&Tally> for i32 {
    type Output = i32;
    fn shl(self, other: &Tally) -> i32 {
        note(format!("{self}<<{}", other.0));
        self.wrapping_shl(other.0 as u32)
    }
}

impl std::ops::Index<i32> for Tally {
    type Output = i32;
    fn index(&self, index: i32) -> &i32 {
        note(format!("{}[{index}]", self.0));
        &self.0
    }
}

impl std::ops::IndexMut<i32> for Tally {
    fn index_mut(&mut self, index: i32) -> &mut i32 {
        note(format!("{}[mut {index}]", self.0));
        &mut self.0
    }
}

impl Tally {
    pub fn unwrap(&self) -> i32 {
        note(format!("unwrap{}", self.0));
        self.0
    }
    pub fn borrow(&mut self) -> i32 {
        note(format!("borrow{}", self.0));
        self.0
    }
    pub fn remove(self, index: i32) -> i32 {
        note(format!("remove{index}"));
        self.0
    }
}

/// A value with recorded, inconsistent operators: `!=` is always true, and `<=` is not `<` or `==`.
#[derive(Clone, Debug)]
pub struct Liar(pub i32);

impl PartialEq for Liar {
    fn eq(&self, other: &Liar) -> bool {
        note(format!("{}eq{}", self.0, other.0));
        self.0 == other.0
    }
    fn ne(&self, other: &Liar) -> bool {
        note(format!("{}ne{}", self.0, other.0));
        true
    }
}

impl PartialOrd for Liar {
    fn partial_cmp(&self, other: &Liar) -> Option<std::cmp::Ordering> {
        note(format!("{}cmp{}", self.0, other.0));
        None
    }
    fn lt(&self, other: &Liar) -> bool {
        note(format!("{}lt{}", self.0, other.0));
        self.0 % 2 == 0
    }
    fn le(&self, other: &Liar) -> bool {
        note(format!("{}le{}", self.0, other.0));
        self.0 > other.0
    }
    fn gt(&self, other: &Liar) -> bool {
        note(format!("{}gt{}", self.0, other.0));
        self.0 % 3 == 0
    }
    fn ge(&self, other: &Liar) -> bool {
        note(format!("{}ge{}", self.0, other.0));
        other.0 % 2 == 0
    }
}

impl PartialEq<i64> for Liar {
    fn eq(&self, other: &i64) -> bool {
        note(format!("{}eq{other}i64", self.0));
        i64::from(self.0) != *other
    }
}

/// A bound of a type parameter: the sum has the same type, which the compiler only concludes from
/// the bound.
pub trait Measure: Copy + PartialOrd + std::ops::Add<Self, Output = Self> + Debug {}
impl Measure for i64 {}
impl Measure for f32 {}

#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct Packed {
    pub tiny: u8,
    pub number: i32,
    pub letter: char,
}

#[derive(Clone, Copy)]
pub union Bits {
    pub signed: i32,
    pub unsigned: u32,
}

pub static mut COUNTER: i32 = 0;
pub static ORIGIN: i32 = 0;
pub const LIMIT: i32 = 3;
pub const NAME: &str = "name";

#[derive(Debug)]
pub struct Walk {
    pub position: i32,
    pub name: String,
    pub steps: Vec<i32>,
}

impl Walk {
    pub fn new(position: i32) -> Walk {
        Walk { position, name: String::from("n"), steps: vec![position, 1] }
    }
    pub fn next(&mut self) -> i32 {
        note("next");
        self.position = self.position.wrapping_add(1);
        self.steps.push(self.position);
        self.position
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Dot,
    Pair(i32, Option<i32>),
    Named { left: i32, text: String, right: Option<i32> },
    List(Vec<i32>),
    Deep(Result<Option<i32>, char>),
}

pub fn shape(n: i32) -> Shape {
    match n.rem_euclid(7) {
        0 => Shape::Dot,
        1 => Shape::Pair(n, None),
        2 => Shape::Pair(n, Some(n)),
        3 => Shape::Named { left: n, text: "three".into(), right: Some(3) },
        4 => Shape::List(vec![n, 4]),
        5 => Shape::Deep(Ok(Some(n))),
        _ => Shape::Deep(Err('d')),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Switch<T> {
    ON,
    OFF,
    Dimmed(T),
}

pub fn switch(n: i32) -> Switch<i32> {
    match n.rem_euclid(3) {
        0 => Switch::ON,
        1 => Switch::OFF,
        _ => Switch::Dimmed(n),
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    pub first: Option<String>,
    pub second: Option<i32>,
    pub third: Option<i32>,
}

pub fn parts(n: i32) -> Parts {
    Parts {
        first: (n % 2 == 0).then(|| "part".to_string()),
        second: (n % 3 != 0).then_some(n),
        third: Some(n),
    }
}

pub fn result(n: i32) -> Result<i32, char> {
    if n % 3 == 0 { Err('r') } else { Ok(n) }
}

#[derive(Debug)]
pub struct Oops(pub u32);

/// Returns `None` for one value in five.
pub fn maybe<T>(number: u32, n: i32, value: T) -> Option<T> {
    note(format!("m{number}"));
    (n.rem_euclid(5) != 4).then_some(value)
}

/// Returns an error for one value in five.
pub fn certain<T>(number: u32, n: i32, value: T) -> Result<T, Oops> {
    note(format!("r{number}"));
    if n.rem_euclid(5) != 3 { Ok(value) } else { Err(Oops(number)) }
}

/// A future that is ready at the second poll.
pub struct Ready<T>(u32, Option<T>, bool);

impl<T> Unpin for Ready<T> {}

pub fn ready<T>(number: u32, value: T) -> Ready<T> {
    note(format!("a{number}"));
    Ready(number, Some(value), false)
}

impl<T> Future for Ready<T> {
    type Output = T;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        note(format!("p{}", self.0));
        if !std::mem::replace(&mut self.2, true) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(self.1.take().expect("polled once it was ready"))
    }
}

impl<T> Drop for Ready<T> {
    fn drop(&mut self) {
        note(format!("-a{}", self.0));
    }
}

pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

/// The argument of every generated function.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub x: i32,
    pub y: i32,
    pub o: Option<i32>,
    pub t: &'static str,
    pub v: &'static [i32],
    pub c: char,
    pub z: f64,
    pub flag: &'static bool,
}

pub const INPUTS: [Input; 6] = [
    Input { x: 0, y: 3, o: None, t: "", v: &[], c: 'a', z: -0.0, flag: &false },
    Input { x: 3, y: 3, o: Some(3), t: "name", v: &[3, 1, 2], c: 'b', z: f64::NAN, flag: &true },
    Input { x: 5, y: -2, o: Some(1), t: "ab", v: &[1, 2], c: 'x', z: 2.5, flag: &false },
    Input { x: -4, y: 1, o: Some(-4), t: "three", v: &[7], c: '\u{e9}', z: 0.0, flag: &true },
    Input { x: 2, y: 2, o: None, t: "n", v: &[0, 0, 0, 0], c: '3', z: 1.0, flag: &true },
    Input { x: i32::MAX, y: 4, o: Some(i32::MIN), t: "q", v: &[9, 8, 7], c: 'a', z: f64::INFINITY, flag: &false },
];

static COMPARED: AtomicUsize = AtomicUsize::new(0);
static PANICKED: AtomicUsize = AtomicUsize::new(0);
static DIFFERED: AtomicUsize = AtomicUsize::new(0);

/// The result and the events of an execution.
fn outcome<R: Debug>(execution: impl FnOnce() -> R) -> (String, Vec<String>) {
    NOTES.take();
    ROUNDS.take();
    // SAFETY: no other code runs.
    unsafe { COUNTER = 3 };
    let result = match catch_unwind(AssertUnwindSafe(execution)) {
        Ok(result) => format!("{result:?}"),
        Err(_) => {
            PANICKED.fetch_add(1, Relaxed);
            format!("panic: {}", PANIC.take())
        }
    };
    (result, NOTES.take())
}

/// Runs both versions with an input and returns their difference.
pub fn compare<P: Debug, I: Debug>(
    name: &str,
    written: impl Fn(Input) -> P,
    instrumented: impl Fn(Input) -> I,
) {
    for (index, input) in INPUTS.into_iter().enumerate() {
        let (expected, expected_notes) = outcome(|| written(input));
        let (found, found_notes) = outcome(|| instrumented(input));
        COMPARED.fetch_add(1, Relaxed);
        if !is_same(&expected, &found) || expected_notes != found_notes {
            DIFFERED.fetch_add(1, Relaxed);
            let side = |result: &str, notes: &[String]| format!("{result} after {}", notes.join(" "));
            println!("difference\t{name}\t{index}\t{:?}\t{:?}", side(&expected, &expected_notes), side(&found, &found_notes));
        }
    }
}

/// Compares two outcomes. If the compiler breaks the text of an `assert!` into lines, the text may
/// be a beginning of the original. An `assert!` of another kind is the rewritten one, with that
/// beginning in marks.
fn is_same(expected: &str, found: &str) -> bool {
    if expected == found {
        return true;
    }
    let start = "panic: assertion failed: ";
    let parts = [expected, found].map(|text| text.strip_prefix(start)?.rsplit_once(" at "));
    let [Some((expected, expected_place)), Some((found, found_place))] = parts else {
        return false;
    };
    let known = match (found.find('\u{2045}'), found.rfind('\u{2046}')) {
        (Some(from), Some(to)) => &found[from + '\u{2045}'.len_utf8()..to],
        _ => found,
    };
    let on_one_line = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    expected_place == found_place && on_one_line(expected).starts_with(&on_one_line(known))
}

pub fn begin() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("no text");
        let (line, column) = info.location().map_or((0, 0), |place| (place.line(), place.column()));
        PANIC.set(format!("{text} at {line}:{column}"));
    }));
}

pub fn end() {
    let [compared, panicked, differed] =
        [&COMPARED, &PANICKED, &DIFFERED].map(|count| count.load(Relaxed));
    println!("done\t{compared}\t{panicked}\t{differed}");
}

pub trait Held {
    fn is_some_or_ok(&self) -> bool;
}

impl<T> Held for Option<T> {
    fn is_some_or_ok(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Held for Result<T, E> {
    fn is_some_or_ok(&self) -> bool {
        self.is_ok()
    }
}

#[macro_export]
macro_rules! same {
    ($place:expr) => {
        $place
    };
}

#[macro_export]
macro_rules! both {
    ($first:expr, $second:expr) => {
        $first && $second
    };
}

/// A macro whose tokens are no expression.
#[macro_export]
macro_rules! ordered {
    ($first:ident < $second:ident) => {
        ($first < $second)
    };
    ($first:ident < $second:ident then $third:tt == $fourth:tt) => {
        ($first < $second && $third == $fourth)
    };
}

#[macro_export]
macro_rules! when {
    ($condition:expr, $body:block) => {
        if $condition $body
    };
}

#[macro_export]
macro_rules! made {
    ({ $($head:tt)* } $first:expr; { $($body:tt)* }) => {
        $($head)* {
            let _ = $first;
            $($body)*
        }
    };
}
