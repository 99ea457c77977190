// Places that must not be borrowed, and moved values.

use std::cell::RefCell;

type Log = RefCell<Vec<String>>;

struct Noisy<'a, T>(&'static str, T, &'a Log);

impl<T> Drop for Noisy<'_, T> {
    fn drop(&mut self) {
        self.2.borrow_mut().push(format!("drop {}", self.0));
    }
}

fn noisy<'a, T>(name: &'static str, value: T, log: &'a Log) -> Noisy<'a, T> {
    log.borrow_mut().push(format!("make {name}"));
    Noisy(name, value, log)
}

/// A value with a method that takes it by value, and so drops it.
#[allow(dead_code)]
struct Taken<'a>(Vec<u8>, Noisy<'a, u8>);

impl Taken<'_> {
    fn contains(self, value: u8) -> bool {
        self.0.contains(&value)
    }
}

#[allow(dead_code)]
struct Lent<'a>(Vec<u8>, Noisy<'a, u8>);

impl std::ops::Deref for Lent<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Header {
    tag: u8,
    wide: u32,
    ratio: f64,
    bytes: [u8; 3],
    inner: Inner,
}

#[derive(Clone, Copy)]
#[repr(packed(2))]
struct Inner {
    deep: u64,
    pair: (u8, u32),
    table: [u16; 2],
}

fn header(tag: u8, wide: u32) -> Header {
    let inner = Inner { deep: u64::from(wide), pair: (tag, wide), table: [1, wide as u16] };
    Header { tag, wide, ratio: f64::from(tag) / 2.0, bytes: [tag, 1, 2], inner }
}

#[derive(Clone, Debug)]
enum Maybe<T> {
    NOTHING,
    SOMETHING(T),
}
use Maybe::{NOTHING, SOMETHING};

#[derive(Clone, Copy)]
enum Sides {
    L,
    R,
}
use Sides::{L, R};

const Y: u8 = 9;

#[derive(Clone, Debug)]
struct Pair {
    name: String,
    count: Option<u8>,
    rest: (String, u8, Maybe<u8>),
}

fn pair(count: Option<u8>, number: u8) -> Pair {
    let something = if number == 7 { NOTHING } else { SOMETHING(number) };
    Pair { name: "name".into(), count, rest: ("rest".into(), number, something) }
}

cases! {
    fn taken(log: &Log, values: &[u8], wanted: u8) -> u8 {
        let taken = |name| Taken(values.to_vec(), noisy(name, 0, log));
        let lent = |name| Lent(values.to_vec(), noisy(name, 0, log));
        if taken("a").contains(wanted) && !taken("b").contains(3) || taken("c").contains(noisy("d", 1, log).1) { return 1 }
        if lent("e").contains(&wanted) && lent("f").contains(&3_u8) || !lent("g").contains(&noisy("h", 2, log).1) { return 2 }
        if noisy("i", lent("j"), log).1.contains(&wanted) { return 3 }
        if !values.to_vec().contains(&wanted) && (1..=9).contains(&wanted) && wanted.to_string().contains('4') { return 4 }
        5
    }

    fn moved_out(pair: Pair) -> (String, u8) {
        let name = pair.name;
        let seen = match pair {
            Pair { count: Some(1..=3), .. } => 1,
            Pair { count: None, rest: (_, 2, _), .. } => 2,
            Pair { rest: (ref text, 3, NOTHING), .. } => text.len() as u8,
            Pair { rest: (_, number, SOMETHING(5)), .. } if number > 1 => 5,
            Pair { count: Some(count), rest: (_, _, SOMETHING(ref inner)), .. } => count + *inner,
            _ => 6,
        };
        drop(pair.rest.0);
        if let (_, 4, NOTHING) = pair.rest { return (name, 7) }
        if let Pair { count: Some(8), rest: (_, 9, _), .. } = pair { return (name, 8) }
        let (_, 0..=9, SOMETHING(_)) = pair.rest else { return (name, 9) };
        if matches!(pair, Pair { rest: (_, _, SOMETHING(6)), .. }) { return (name, 10) }
        (name, seen)
    }

    fn borrowed_to_be_changed(pair: &mut Pair) -> u8 {
        let name = &mut pair.name;
        let rest = &mut pair.rest.1;
        let seen = match pair {
            Pair { count: Some(1..=3), .. } => 1,
            Pair { rest: (_, _, NOTHING), .. } => 2,
            Pair { count: Some(count), .. } if *count > 7 => *count,
            _ => 3,
        };
        while let Pair { count: Some(4 | 5), rest: (_, _, SOMETHING(_)), .. } = pair {
            pair.count = None;
            name.push('x');
        }
        *rest += 1;
        let Pair { rest: (text, _, SOMETHING(_) | NOTHING), .. } = pair;
        match pair.rest { (_, 9, NOTHING) => 8, (_, 8..=9, _) => { text.push('y'); 9 } _ => seen }
    }

    fn match_variants(mut value: Maybe<(u8, String)>) -> (u8, Option<String>) {
        let seen = match value {
            SOMETHING((3, _)) => 1,
            NOTHING => 2,
            _ => 3,
        };
        if let SOMETHING((number, ref mut text)) = value {
            text.push_str(&number.to_string());
        }
        match value { SOMETHING((_, text)) if seen == 3 => (4, Some(text)), NOTHING => (5, None), _ => (seen, None) }
    }

    fn packed(header: Header, other: &Header) -> Vec<bool> {
        let mut seen = vec![
            header.tag == 3, header.wide < other.wide, other.ratio != 1.0, 7 >= header.inner.deep, header.bytes[0] == 1,
            header.inner.pair.1 == other.inner.pair.1, header.inner.table[1] > { let inner = other.inner; inner.table[0] },
            (header.wide == 9) & !(header.tag > 1), { header.wide } == 2, header.wide as u64 + 1 == header.inner.deep + 1,
        ];
        if header.wide == other.wide && header.tag != other.tag { seen.push(true) }
        seen.push(match header { Header { tag: 1, .. } => true, Header { wide: 2..=5, inner: Inner { deep: 0..=3, .. }, .. } => false, _ => true });
        seen.push(match header.wide { 1 | 2 => true, _ if header.wide == other.wide => false, wide => wide == 7 });
        seen.push(match other.inner.pair { (_, 0..=9) => true, (tag, _) => tag == 2 });
        if let Header { tag: 1..=4, ratio, .. } = header { seen.push(ratio > 1.0) }
        if let 3 | 4 = other.wide { seen.push(true) }
        seen.push(matches!(header.inner.deep, 1..=2) || matches!(other, Header { wide: 5, .. }));
        seen.push(other.bytes.contains(&2) && (1..5).contains(&{ header.wide }));
        macro_rules! given { ($number:expr, $whole:ident, $field:ident) => {{
            seen.push($number > 4);
            if $whole.$field == $number && $number as u64 != $whole.inner.deep { seen.push($whole.$field < 7) }
            if matches!($whole.$field, 2 | 5) { seen.push(true) }
        }} }
        given!(header.wide, header, wide);
        given!(other.wide + 1, other, wide);
        let Header { wide: 0..=8, .. } = header else { return seen };
        assert_eq!({ header.wide } as u64, { header.inner.deep });
        assert!(header.wide == header.inner.deep as u32);
        seen
    }

    #[allow(non_snake_case)]
    fn bound_in_capitals(first: Option<String>, second: Option<String>, side: Sides, Third: (u8, String)) -> (String, u8) {
        let seen = match side { L => 1, R => 2 };
        if let (Some(A), L) = (&first, side) { return (A.clone(), seen) }
        match (first, second, Third) {
            (Some(A), Some(B), (Q, C)) if Q == 3 => (A + &B + &C, 3),
            (Some(T1), None, (X, _)) => (T1, X),
            (None, Some(S), (1 | Y, _)) => (S, 5),
            (_, _, (_, E)) => (E, 6),
        }
    }

    fn capitals(first: Maybe<u8>, second: &Maybe<String>, third: &[Maybe<char>]) -> u8 {
        let text = match second { NOTHING => 1, SOMETHING(text) if text == "x" => 2, SOMETHING(_) => 3 };
        let numbers = match (first, third) { (NOTHING, []) => 10, (SOMETHING(3), [NOTHING, ..]) => 20, (_, [.., SOMETHING('q')]) => 30, _ => 40 };
        if let [NOTHING, _] = third { 0 } else { text + numbers }
    }
}

pub fn observations() -> Vec<String> {
    let mut seen = Vec::new();
    macro_rules! see {
        ($($value:expr),*) => { $(seen.push(format!("{:?}", $value));)* };
    }
    for (values, wanted) in [(&[3, 4][..], 4), (&[4], 4), (&[1], 2), (&[2], 2), (&[3], 4), (&[], 14)] {
        let log = RefCell::default();
        see!(taken(&log, values, wanted), log.borrow());
    }
    for count in [None, Some(1), Some(4), Some(8)] {
        for number in [2, 3, 4, 5, 6, 7, 9, 50] {
            let (mut pair, other) = (pair(count, number), pair(count, number));
            see!(borrowed_to_be_changed(&mut pair), pair, moved_out(other));
        }
    }
    for value in [NOTHING, SOMETHING((3, "a".to_string())), SOMETHING((9, "b".to_string()))] {
        see!(match_variants(value));
    }
    for (tag, wide) in [(0, 0), (1, 2), (2, 3), (3, 5), (4, 9), (1, 1)] {
        see!(packed(header(tag, wide), &header(2, 3)), packed(header(2, 3), &header(tag, wide)));
    }
    for (first, second) in [(None, None), (Some("a"), None), (None, Some("b")), (Some("a"), Some("b"))] {
        for (side, number) in [(L, 3), (R, 3), (R, 9), (R, 4)] {
            let [first, second] = [first, second].map(|text| text.map(String::from));
            see!(bound_in_capitals(first, second, side, (number, "c".into())));
        }
    }
    for third in [vec![], vec![NOTHING], vec![NOTHING, SOMETHING('q')], vec![SOMETHING('a')]] {
        see!(capitals(NOTHING, &SOMETHING("x".into()), &third), capitals(SOMETHING(3), &NOTHING, &third));
    }
    seen
}
