use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Mutex;
use std::task::Poll;

type Log = RefCell<Vec<String>>;

struct Noisy<'a, T>(&'static str, T, &'a Log);

fn noisy<'a, T>(name: &'static str, value: T, log: &'a Log) -> Noisy<'a, T> {
    log.borrow_mut().push(format!("make {name}"));
    Noisy(name, value, log)
}

impl<T> Drop for Noisy<'_, T> {
    fn drop(&mut self) {
        self.2.borrow_mut().push(format!("drop {}", self.0));
    }
}

impl<T> Noisy<'_, T> {
    fn get(&self) -> &T {
        self.2.borrow_mut().push(format!("get {}", self.0));
        &self.1
    }
}

const LIMIT: u32 = 7;
const NAME: &str = "name";

mod limits {
    pub const LOW: i8 = -3;
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    End,
    Number(i64),
    Word { text: String, length: usize },
    Pair(Box<Token>, Box<Token>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
}

struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

struct Place<T> {
    inner: T,
    reads: Cell<u32>,
}

impl<T> Place<T> {
    fn by_reference(&self) -> &T {
        self.reads.set(self.reads.get() + 1);
        &self.inner
    }
}

/// A type whose fields are moved one by one.
struct Parts {
    left: Option<String>,
    right: Option<String>,
}

/// A type with an inherent `contains` that takes its receiver by value.
#[derive(Clone, Copy)]
struct Bits(u8);

impl Bits {
    fn contains(self, bit: u8) -> bool {
        self.0 >> bit & 1 == 1
    }
}

/// A `contains` that changes its receiver.
struct Eager(Vec<u8>);

impl Eager {
    fn contains(&mut self, wanted: u8) -> bool {
        self.0.pop() == Some(wanted)
    }
}

/// A type with inherent methods of standard names that consume their receiver.
struct Consumed(Vec<u8>);

impl Consumed {
    fn is_empty(self) -> bool {
        self.0.len() == 0
    }
    fn starts_with(&mut self, wanted: u8) -> bool {
        self.0.pop() == Some(wanted)
    }
    fn ends_with(self, wanted: Option<u8>) -> bool {
        self.0.last().copied() == wanted
    }
}

/// Crates may define macros under standard names.
mod own {
    macro_rules! assert_eq {
        ($left:expr, $right:expr) => {{
            let (left, right) = ($left, $right);
            if left != right {
                return Err(format!("{left:?} is not {right:?}"));
            }
        }};
    }
    macro_rules! assert {
        ($condition:expr) => {
            if !$condition {
                return Err(String::from("not so"));
            }
        };
    }
    macro_rules! matches {
        ($value:expr, $($pattern:pat_param)|+, $other:expr) => {
            match $value { $($pattern)|+ => true, _ => $other }
        };
        ($value:expr, $pattern:pat) => {
            match $value { $pattern => 1, _ => 2 }
        };
    }
    pub(super) use {assert, assert_eq, matches};
}

macro_rules! place {
    ($place:ident) => {
        $place.inner
    };
}

macro_rules! either {
    ($left:pat) => {
        Some($left)
    };
}

cases! {
    fn literals(n: i32, c: char, s: &str, b: &[u8], f: f64, w: u64) -> [u8; 6] {
        let n = match n { -3 => 0, i32::MIN..=-4 => 1, 0 | 1 => 2, 5..=9 => 3, 10.. => 4, _ => 5 };
        let c = match c { 'a'..='f' => 0, '\'' => 1, '\u{e9}' => 2, _ => 3 };
        let s = match s { "" => 0, "one" | "two" => 1, NAME => 2, _ => 3 };
        let b = match b { b"" => 0, b"ab" => 1, [b'x', .., b'z'] => 2, [first, ..] if *first == 3 => 3, _ => 4 };
        let f = match f { 0.0 => 0, -1.5 => 1, 2.0..=3.0 => 2, _ => 3 };
        let w = match w { 0..=9 => 0, 0xffff_ffff_ffff_ffff => 1, _ => 2 };
        [n, c, s, b, f, w]
    }

    fn moves(token: Token) -> String {
        match token {
            Token::Word { text, length: 0 } => text + "!",
            Token::Word { text, length } if length > 3 => text,
            Token::Word { mut text, .. } => { text.push('?'); text }
            Token::Pair(left, right) => match (*left, *right) {
                (Token::Number(0), right @ Token::Word { .. }) => format!("{right:?}"),
                (Token::End, _) | (_, Token::End) => "end".to_string(),
                (left, right) => format!("{left:?}{right:?}"),
            },
            Token::Number(n @ 1..=9) => n.to_string(),
            Token::Number(_) => "number".into(),
            Token::End => String::new(),
        }
    }

    fn binding_modes(token: &mut Token, option: &Option<&(i32, Side)>, mut pair: (i32, String)) -> String {
        match token {
            Token::Number(n) if *n == 4 => *n += 1,
            Token::Number(n) => *n += 10,
            Token::Word { text, length: 1..=3 } => text.push_str("++"),
            _ => {}
        }
        let a = match option { Some((3, Side::Left)) => 1, &Some(&(4, _)) => 2, &Some((_, side)) if *side == Side::Right => 3, _ => 4 };
        let b = match *option { Some(&(n @ (5 | 6), ref side)) => n + *side as i32, Some(_) => 8, None => 9 };
        let c = match pair { (3, ref mut text) => { text.push('m'); 1 } (_, ref text) if text == "q" => 2, _ => 3 };
        let d = match &mut pair { (n @ 0..=9, text) => { *n += 1; text.push('n'); *n } (n, _) => *n };
        format!("{token:?} {a} {b} {c} {d} {pair:?}")
    }

    fn constants(n: u32, i: i8, side: Side, name: Option<&'static str>) -> [u8; 5] {
        [
            match n { LIMIT => 0, u32::MAX => 1, 8..=u32::MAX => 2, _ => 3 },
            match i { limits::LOW => 0, i8::MIN..=-4 => 1, _ => 2 },
            match &side { Side::Left => 0, Side::Right => 1 },
            match name { Some(NAME) => 0, Some("") => 1, Some(_) => 2, None => 3 },
            if let LIMIT = n { 0 } else if let Some(NAME) = name { 1 } else { 2 },
        ]
    }

    fn slices(numbers: &[i32], names: Vec<String>, three: [u8; 3]) -> String {
        let a = match numbers { [] => 0, [1] => 1, [1, 2, rest @ ..] => rest.len(), [.., 9] => 10, [_, middle @ .., 8] => middle.len() + 20, _ => 30 };
        let b = match &names[..] { [first, second] if first == second => first.len(), [one] => one.len() + 10, _ => 20 };
        let c = match three { [0, x, _] => x, [x, 1..=4, y] => x + y, [.., z] => z };
        let [first, .., 3] = three else { return format!("{a} {b} {c}") };
        format!("{a} {b} {c} {first}")
    }

    fn or_patterns(pair: (Option<u8>, Result<u8, u8>)) -> u8 {
        match pair {
            (Some(1 | 3), Ok(x) | Err(x)) => x,
            (None, Ok(5..=9)) | (Some(9), Err(_)) => 50,
            (Some(n), Ok(m)) | (Some(m), Err(n)) if n > m => 60,
            _ => 70,
        }
    }

    fn scrutinees(log: &Log) -> i32 {
        let a = match noisy("a", Some(3), log).1 { Some(4) => 0, Some(n) if n == noisy("b", 3, log).1 => 1, _ => 2 };
        log.borrow_mut().push("between".into());
        let b = if let Some(3) = noisy("c", Some(3), log).get() { noisy("d", 1, log).1 } else { 0 };
        if let Some(4) = *noisy("e", Some(3), log).get() { return -1 } else { log.borrow_mut().push("else".into()) }
        let mut rounds = 0;
        while let 0..=1 = noisy("f", rounds, log).1 { rounds += 1; log.borrow_mut().push("round".into()); }
        let c = matches!(noisy("g", 3, log).get(), 3) as i32 + matches!(noisy("h", 3, log).1, 4) as i32;
        for n in noisy("i", vec![1, 2], log).get() { log.borrow_mut().push(format!("item {n}")); }
        let Some(n) = &noisy("j", Some(5), log).1 else { return -2 };
        log.borrow_mut().push("kept".into());
        let Noisy(_, 3, _) = noisy("k", 3, log) else { return -3 };
        let Some(&m) = *noisy("l", Some(&7), log).get() else { return -4 };
        let (Some(o), _) = (&noisy("m", Some(8), log).1, noisy("n", 0, log)) else { return -5 };
        log.borrow_mut().push("last".into());
        assert!(noisy("o", 3, log).1 == 3 && *noisy("p", 3, log).get() > 2);
        assert_eq!(*noisy("q", 3, log).get(), noisy("r", 3, log).1, "{}", noisy("s", 0, log).1);
        log.borrow_mut().push("end".into());
        a + b + c + n + m + o
    }

    fn last_match(log: &Log) -> i32 {
        let _local = noisy("local", 1, log);
        match noisy("last", 1, log).get() { 1 => 2, _ => 3 }
    }

    fn last_loop(log: &Log) {
        let _local = noisy("local", 1, log);
        for n in noisy("last", [1, 2], log).get() { log.borrow_mut().push(n.to_string()); }
    }

    fn last_if_let(log: &Log) -> i32 {
        let _local = noisy("local", 1, log);
        if let 1 = noisy("last", 1, log).get() { noisy("then", 4, log).1 } else { 3 }
    }

    fn last_question_mark(log: &Log, n: Option<i32>) -> Option<i32> {
        let _local = noisy("local", 1, log);
        Some(*noisy("last", n, log).get().as_ref()?)
    }

    fn locks(lock: &Mutex<Option<i32>>) -> i32 {
        if let Some(n) = *lock.lock().unwrap() { if n == 3 { return n } }
        if let Some(n) = lock.lock().unwrap().as_mut() { *n += 1 }
        match *lock.lock().unwrap() { Some(ref mut n @ 0..=9) => *n += 1, ref mut other => *other = Some(1) }
        while let Some(n @ 0..=20) = { let n = *lock.lock().unwrap(); n } { *lock.lock().unwrap() = Some(n + 7) }
        let Some(n) = *lock.lock().unwrap() else { return -1 };
        n
    }

    fn places(list: &mut Option<Box<Node>>, texts: &mut [Option<String>], at: usize, held: &Place<Option<u8>>) -> String {
        let mut cursor = &mut *list;
        let mut sum = 0;
        while let Some(node) = cursor { sum += node.value; node.value += 1; cursor = &mut node.next; }
        let mut reading = &*list;
        while let Some(node) = reading { sum += node.value; if node.value == 4 { break } reading = &node.next; }
        if let Some(ref mut text) = texts[at + 1] { text.push('x') } else if let Some(text) = &mut texts[at] { text.push('y') }
        if let Some(text) = texts[at].take() { sum += text.len() as i32 }
        let taken = if let Some(Node { value: 1..=3, next: Some(next) }) = list.as_deref() { next.value } else { 0 };
        let read = if let Some(3..=4) = *held.by_reference() { 1 } else { 2 };
        let macros = if let Some(3) = place!(held) { 1 } else { 2 };
        let Some(3..) = held.inner else { return format!("{sum} {texts:?} {taken} {read} {macros} none") };
        format!("{sum} {texts:?} {taken} {read} {macros}")
    }

    fn partly_moved(parts: Parts) -> String {
        let Parts { left, right } = parts;
        let left = if let Some(left) = left { left } else { return "no left".into() };
        let Some(right) = right else { return left };
        left + &right
    }

    fn stacks(mut stack: Vec<i32>, mut queue: VecDeque<(i32, bool)>) -> i32 {
        let mut sum = 0;
        'outer: while let Some(n) = stack.pop() {
            if n == 3 { continue }
            while let Some((m, true)) = queue.pop_front() { if m == n { continue 'outer } if m > 50 { break 'outer } sum += m }
            sum += n;
        }
        while let [.., 1..=5] = stack[..] { stack.pop(); }
        sum * 100 + stack.len() as i32
    }

    fn let_else(text: Option<&str>, pair: &(Result<u8, String>, Side)) -> Result<u8, String> {
        let Some("yes" | "no") = text else { return Err("neither".into()) };
        let (Ok(n), Side::Left) = pair else { return Err(format!("{:?}", pair)) };
        let Some(first): Option<char> = text.and_then(|text| text.chars().next()) else { unreachable!() };
        let 'y' = first else { loop { if *n == 3 { break } return Ok(*n) } return Ok(0) };
        let Ok::<u8, _>(m) = "12".parse() else { panic!("no number") };
        let Some(size): Option<usize> = "3".parse().ok() else { panic!() };
        #[cfg(any())]
        let Some(nothing) = nothing else { return Ok(1) };
        Ok(n + m + size as u8)
    }

    fn loops(n: i32, items: &[Option<u8>]) -> Result<i32, u8> {
        let mut sum = 0;
        for i in 0..n { if i == 30 { continue } sum += i }
        for i in (1..=n).rev().step_by(2) { sum += i }
        for (i, item) in items.iter().enumerate() { if let Some(9) = item { return Err(i as u8) } }
        'rows: for row in 0..3u8 { for column in row..=3 { if column == 2 { continue 'rows } if n == 8 { break 'rows } sum += i32::from(row * column) } }
        for item in items { let Some(item) = item else { continue }; sum += i32::from(*item); if *item == 7 { Err(*item)? } }
        for i in [1u64, 2] { takes_long(i); }
        for mut item in items.to_vec() { if let Some(ref mut item) = item { *item = item.wrapping_add(1); sum += i32::from(*item) } }
        let () = for _ in 0..0 {};
        Ok(sum)
    }

    fn iterators(mut numbers: impl Iterator<Item = u8>, boxed: &mut dyn Iterator<Item = u8>) -> u32 {
        let mut sum = 0;
        for n in &mut numbers { if n == 3 { break } sum += u32::from(n) }
        for n in numbers { sum += 10 * u32::from(n) }
        for n in boxed { sum += 100 * u32::from(n) }
        sum
    }

    fn question_marks(a: Option<i32>, b: &[Result<u8, String>]) -> Option<i32> {
        let first = b.first()?.as_ref().ok()?;
        let flow = (|| { if *first == 9 { ControlFlow::Break(3)? } ControlFlow::<i32, u8>::Continue(1) })();
        let ready = (|| -> Poll<Result<u8, String>> { let p: Poll<Result<u8, String>> = Poll::Ready(Ok(3)); let p = p?; p.map(Ok) })();
        let number = (|| -> Result<i32, Box<dyn std::error::Error>> { Ok("x1".trim_start_matches('x').parse::<i32>()? + if *first == 1 { Err("one")? } else { 0 }) })();
        Some(a? + i32::from(*first) + matches!(flow, ControlFlow::Break(3)) as i32 + number.unwrap_or(50) + matches!(ready, Poll::Ready(Ok(3))) as i32)
    }

    fn assertions(a: i32, text: &str, list: &[i32]) -> usize {
        assert!(a != 1);
        assert!(a != 2, "a is {} and {}", a, text == "x");
        assert!(list.iter().all(|&item| item > 0) && !text.is_empty());
        assert!(matches!(list, [1, ..] | [.., 1] | []) || list.contains(&2), "{:?}", list,);
        assert_eq!(a % 4, { let three = 3; three }, "message {}", text);
        assert_ne!(text, "three");
        debug_assert!(list.len() < 4);
        debug_assert_eq!(list.first(), Some(&1));
        debug_assert_ne!(list.len() as u64, 3);
        assert_eq!([a, 3], [3, a]);
        let (nothing, found): (Option<u8>, Result<i32, String>) = (None, Ok(a));
        assert_eq!(nothing, None);
        assert_ne!(found, Ok(LIMIT as i32 + a));
        assert_eq!((nothing, Side::Left), (None, Side::Left));
        if let None = None::<u8> {} else { unreachable!() }
        let line = format!("{a} {b:>width$} {0}", a == 3, b = text.len() == 1, width = vec![a > 1; 6].len());
        line.len()
    }

    fn own_macros(number: i32, text: String) -> Result<i32, String> {
        own::assert!(number != 3);
        use own::{assert_eq, matches};
        let known = text.clone();
        assert_eq!(text, String::from("x"));
        assert_eq!(known.len(), 1);
        Ok(matches!(number, 1..=4) + matches!(number, 1 | 2, number > 9) as i32)
    }

    fn members(set: &HashMap<char, u8>, c: char, list: &[u8], text: &str) -> Vec<bool> {
        let mut seen = Vec::new();
        if set.contains_key(&c) { seen.push(true) }
        if !set.contains_key(&'b') && !list.contains(&3) { seen.push(false) }
        if (b'a'..=b'z').contains(&list[0]) || [1, 2, 30].contains(&list[0]) { seen.push(text.contains(c)) }
        while text.contains("ab") || text.contains(char::is_numeric) || text.contains(|c| c == 'q') { seen.push(true); break }
        if text.to_uppercase().contains(&text.to_lowercase()) && (-1.0..3.5).contains(&2.) { seen.push(false) }
        if set.keys().copied().collect::<Vec<_>>().contains(&c) && (1..).contains(&list.len()) { seen.push(true) }
        if Bits(5).contains(2) && { let bits = Bits(4); bits.contains(2) } { seen.push(false) }
        let mut eager = Eager(vec![1, 2]);
        if eager.contains(2) && !eager.contains(2) || Eager(vec![3]).contains(3) { seen.push(true) }
        if set.is_empty() || BTreeMap::from([(Side::Left, 1)]).contains_key(&Side::Left) { seen.push(set.get(&c).is_some()) }
        seen
    }

    fn beginnings_and_ends(text: &str, list: &[u8], c: char, owned: String) -> Vec<bool> {
        let mut seen = Vec::new();
        if text.starts_with("ab") || text.ends_with(c) { seen.push(true) }
        if list.starts_with(&[2, 3]) || list.to_vec().ends_with(b"q") || list.starts_with(b"a") || ({ list }).ends_with(b"\x03") || list.ends_with(&[]) && !text.ends_with(['b', 'q']) { seen.push(false) }
        if text.starts_with(&owned) || text.starts_with(&[c, 'q'][..]) || text.ends_with(owned.as_str()) { seen.push(true) }
        if text.starts_with(char::is_numeric) || text.to_lowercase().starts_with(|x| x == 'a') { seen.push(false) }
        if text.eq_ignore_ascii_case(&owned) || owned.trim().eq_ignore_ascii_case(&text.to_uppercase()) { seen.push(true) }
        if c.eq_ignore_ascii_case(&'A') || list[0].eq_ignore_ascii_case(&b'A') && "D1".eq_ignore_ascii_case(text) { seen.push(false) }
        if std::path::Path::new(text).starts_with("d1") || (3..list[0]).is_empty() && (&owned).is_empty() { seen.push(true) }
        while !text.is_empty() && !text.trim().is_empty() { seen.push(list.iter().collect::<Vec<_>>().is_empty()); break }
        let mut consumed = Consumed(vec![1, 2]);
        if consumed.starts_with(2) && !consumed.starts_with(2) || Consumed(vec![2]).starts_with(3) { seen.push(consumed.0.len() == 1) }
        if !consumed.is_empty() || Consumed(vec![]).is_empty() && Consumed(list.to_vec()).ends_with(Some(3)) { seen.push(false) }
        if owned.is_empty() & list.is_empty() ^ !seen.is_empty() { seen.push(true) }
        assert!(!seen.is_empty() || "".is_empty());
        seen
    }

    fn macros(option: Option<u8>, held: &Place<Option<u8>>) -> [bool; 5] {
        [
            matches!(option, Some(1..=3) | None),
            matches!(held.inner, Some(x) if x == 3 && option == Some(x)),
            matches!(place!(held), Some(3)),
            matches!(option, x if x > Some(3)) && !matches!(held.by_reference(), Some(4)),
            match option { either!(3) => true, either!(x) if x > 3 => false, _ => x_or(option) },
        ]
    }

    fn coercions(kind: u8) -> Box<dyn Fn(u8) -> u8> {
        let function: fn(u8) -> u8 = match kind { 0 => |x| x, 1 => double, _ => |_| 0 };
        let shown: &dyn Debug = match kind { 0 => &1, 1 => &"a", 2 if kind == 2 => &'c', _ => &[1.5] };
        let numbers: &[u8] = if let 3 = kind { &[1, 2] } else { &[] };
        let total = numbers.len() as u8 + format!("{shown:?}").len() as u8;
        match kind { 4 => Box::new(move |x| x + total), _ => Box::new(move |x| function(x) + total) }
    }

    fn guards(n: u8, calls: &RefCell<Vec<u8>>) -> u8 {
        let call = |which: u8, result: bool| { calls.borrow_mut().push(which); result };
        match n {
            0..=9 if call(0, n == 3) => 0,
            5..=20 if call(1, n > 7) && call(2, n < 15) => 1,
            x if call(3, x == 40) => 2,
            15 | 16 => 3,
            6..=50 if call(4, n % 2 == 0) => 4,
            y if y > 100 && call(5, true) => 5,
            _ => 6,
        }
    }

    fn leaving(token: &Token) -> i32 {
        let n = match token { Token::Number(n @ 1..=9) => *n, Token::Number(_) => return 1, Token::End => panic!("the end"), _ => loop { break 3 } };
        let m = 'block: { match n { 1 => break 'block 10, 2 => {} _ => return 2 } 20 };
        if let 3 = match m { 20 => 3, _ => return 4 } { 5 } else { 6 }
    }

    fn names(value: Option<i32>, arms: i32, part_0: i32, left: i32) -> i32 {
        let collection = [1, arms];
        let right = 3;
        match value { Some(value) if value == arms => part_0, Some(found) if collection.contains(&found) => left, _ => {
            assert_eq!(left, right - 2, "{left} {right} {part_0}");
            if let Some(1) = (|| value)() { arms } else { right }
        } }
    }

    fn captured(mut pair: (Option<String>, Option<i32>)) -> (usize, Option<i32>) {
        let mut first = || match pair.0 { Some(ref mut text) if text.is_empty() => { text.push('e'); 1 } Some(ref text) => text.len(), None => 0 };
        let length = first();
        let second = move || if let Some(n @ 1..=9) = pair.1 { Some(n) } else { None };
        (length, second())
    }
}

fn takes_long(_: u64) {}

fn double(n: u8) -> u8 {
    n * 2
}

fn x_or(option: Option<u8>) -> bool {
    option.is_none()
}

fn message(execution: impl FnOnce() -> String) -> String {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(execution)) {
        Ok(result) => result,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()));
            super::shown(text.unwrap_or_default())
        }
    }
}

/// The results of the cases, as text.
pub fn observations() -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    macro_rules! see {
        ($($seen:expr),* $(,)?) => { $( let line = format!("{}: {:?}", stringify!($seen), $seen); seen.push(line); )* };
    }
    let word = |text: &str, length| Token::Word { text: text.into(), length };
    let pair = |left: Token, right| Token::Pair(Box::new(left), Box::new(right));
    let tokens = || {
        vec![
            Token::End, Token::Number(0), Token::Number(4), Token::Number(10), Token::Number(1), Token::Number(2),
            word("a", 0), word("b", 2), word("c", 4), pair(Token::Number(0), word("d", 1)), pair(Token::End, Token::Number(3)),
            pair(Token::Number(3), Token::End), pair(Token::Number(1), Token::Number(0)),
        ]
    };
    for n in [-4, -3, -2, 0, 1, 2, 5, 9, 10, i32::MIN, i32::MAX] {
        for (c, s, b, f) in [('a', "", &b""[..], 0.0), ('\'', "one", b"ab", -1.5), ('\u{e9}', "name", b"x-z", 2.5), ('g', "two", b"\x03", f64::NAN), ('z', "x", b"q", -0.0)] {
            see!(literals(n, c, s, b, f, n as u64));
        }
    }
    for token in tokens() {
        see!(moves(token.clone()), message(|| leaving(&token).to_string()));
        for (key, side) in [(3, Side::Left), (3, Side::Right), (4, Side::Left), (5, Side::Right), (9, Side::Left)] {
            let (mut token, key) = (token.clone(), (key, side));
            see!(binding_modes(&mut token, &Some(&key), (key.0, "q".into())), token);
            see!(binding_modes(&mut token, &None, (12, String::new())), token);
        }
    }
    for n in [0, 7, 8, 9, u32::MAX] {
        for (i, side, name) in [(-3, Side::Left, Some("name")), (-4, Side::Right, None), (3, Side::Left, Some("")), (0, Side::Left, Some("x"))] {
            see!(constants(n, i, side, name));
        }
    }
    for numbers in [&[][..], &[1], &[2], &[1, 2], &[1, 2, 3], &[3, 9], &[4, 8], &[4, 5, 8], &[8]] {
        for (names, three) in [(vec![], [0, 7, 1]), (vec!["a"], [4, 4, 3]), (vec!["a", "a"], [1, 9, 3]), (vec!["a", "b"], [1, 2, 4])] {
            see!(slices(numbers, names.iter().map(|name| name.to_string()).collect(), three));
        }
    }
    for left in [None, Some(1), Some(3), Some(9), Some(5)] {
        for right in [Ok(1), Ok(7), Ok(3), Err(1), Err(9)] {
            see!(or_patterns((left, right)));
        }
    }
    let log = Log::default();
    see!(scrutinees(&log), last_match(&log), last_loop(&log), last_if_let(&log));
    see!(last_question_mark(&log, Some(1)), last_question_mark(&log, None));
    see!(log.borrow());
    for value in [None, Some(3), Some(0), Some(9), Some(30)] {
        let lock = Mutex::new(value);
        see!(locks(&lock), lock);
    }
    for length in 0..5 {
        let mut list = None;
        for value in 0..length {
            list = Some(Box::new(Node { value: value + 1, next: list }));
        }
        let mut texts = [Some("p".to_string()), Some("q".to_string()).filter(|_| length % 2 == 0)];
        let held = Place { inner: Some(length as u8 + 1).filter(|_| length > 0), reads: Cell::new(0) };
        see!(places(&mut list, &mut texts, 0, &held), held.reads.get(), texts);
        see!(macros(held.inner, &held), macros(Some(length as u8), &held), held.reads.get());
    }
    for (left, right) in [(None, Some("r")), (Some("l"), None), (Some("l"), Some("r"))] {
        see!(partly_moved(Parts { left: left.map(String::from), right: right.map(String::from) }));
    }
    see!(stacks(vec![1, 3, 5, 2], VecDeque::from([(4, true), (5, true), (2, false)])), stacks(vec![1, 60, 2], VecDeque::from([(60, true)])));
    for text in [None, Some("yes"), Some("no")] {
        for result in [Ok(3), Ok(4), Err("e".to_string())] {
            see!(let_else(text, &(result.clone(), Side::Left)), let_else(text, &(result, Side::Right)));
        }
    }
    for n in [-1, 0, 1, 8, 33] {
        see!(loops(n, &[]), loops(n, &[None, Some(1)]), loops(n, &[Some(1), Some(9)]), loops(n, &[None, Some(7)]));
    }
    see!(iterators(vec![1, 3, 5].into_iter(), &mut std::iter::once(2)), iterators(std::iter::empty(), &mut std::iter::empty()));
    for result in [Ok(1), Ok(9), Ok(2), Err("e".to_string())] {
        see!(question_marks(Some(1), &[result.clone()]), question_marks(None, &[result]), question_marks(None, &[]));
    }
    for a in [0, 1, 2, 3, 7] {
        for text in ["x", "", "three", "other"] {
            for list in [&[][..], &[1], &[1, 2], &[3], &[-1], &[1, 2, 3], &[1, 2, 3, 4], &[3, 1]] {
                see!(message(|| assertions(a, text, list).to_string()));
            }
        }
    }
    for number in [0, 1, 3, 9] {
        see!(own_macros(number, "x".into()), own_macros(number, "y".into()));
    }
    let set = HashMap::from([('a', 1), ('c', 2)]);
    for c in ['a', 'b', 'd'] {
        for (list, text) in [(&[3][..], "ab"), (&[97], "d1"), (&[2, 3], "q"), (&[0], "A")] {
            see!(members(&set, c, list, text), members(&HashMap::new(), c, list, text));
            for owned in ["", "D1", "a"] {
                see!(beginnings_and_ends(text, list, c, owned.into()));
            }
        }
    }
    for kind in 0..6 {
        see!(coercions(kind)(5));
    }
    for n in 0..=255 {
        let calls = RefCell::default();
        see!(guards(n, &calls), calls.borrow());
    }
    for value in [None, Some(1), Some(2), Some(5)] {
        see!(message(|| names(value, 2, 7, 1).to_string()), message(|| names(value, 9, 7, 2).to_string()));
    }
    for text in [None, Some(""), Some("abc")] {
        see!(captured((text.map(String::from), Some(3))), captured((text.map(String::from), Some(12))));
    }
    let _ = Rc::new(1);
    seen
}
