use std::cell::RefCell;
use std::ops::{BitAnd, BitOr, Not};

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
    fn read(&self, log: &Log) -> &T {
        log.borrow_mut().push(format!("read {}", self.0));
        &self.1
    }
}

/// No booleans, but their `&` results in one.
#[derive(Clone, Copy)]
struct Mask(u8);
struct Owned(Vec<u8>);

impl BitAnd for Mask {
    type Output = bool;
    fn bitand(self, other: Mask) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitAnd<Owned> for bool {
    type Output = bool;
    fn bitand(self, other: Owned) -> bool {
        self && other.0.is_empty()
    }
}

impl BitOr<&mut Owned> for Mask {
    type Output = bool;
    fn bitor(self, other: &mut Owned) -> bool {
        other.0.push(self.0);
        other.0.len() > 1
    }
}

impl Not for Mask {
    type Output = Mask;
    fn not(self) -> Mask {
        Mask(!self.0)
    }
}

cases! {
    fn both_sides_in_order(a: i32, b: i32, log: &Log) -> u8 {
        if (noisy("a", a, log).1 == 1) & (noisy("b", b, log).1 > noisy("c", 2, log).1) {
            log.borrow_mut().push("then".into());
        }
        while (noisy("d", a, log).1 == 1) | noisy("e", false, log).1 ^ (b == 7) {
            log.borrow_mut().push("loop".into());
            if { log.borrow_mut().push("block".into()); true } & !(noisy("f", b, log).1 > 999) {
                break;
            }
        }
        match b {
            b if (b > 1) & !noisy("g", a == 1, log).1 => 1,
            b if !((b < 0) | !(a != 1)) && log.borrow().is_empty() | (a == 3) => 2,
            _ => 3,
        }
    }

    fn captured(log: &Log, x: i32, y: i32) -> (bool, bool, bool, bool) {
        let cell = RefCell::new(y);
        let later = |which: &str, holds: bool| { log.borrow_mut().push(which.into()); holds };
        let list = [x];
        (
            later("e1", noisy("a", x, log).1 < noisy("b", y, log).1),
            later("e2", list[..] < [noisy("c", y, log).1][..] || list[0] == *cell.borrow()) && cell.try_borrow_mut().is_ok(),
            later("e3", noisy("d", x, log).1 == { let n = noisy("e", y, log); n.1 }),
            later("e4", x != noisy("f", y, log).1 && x == "7".parse().unwrap()),
        )
    }

    fn asserted(log: &Log, x: i32, y: i32) -> Result<i32, String> {
        let _local = noisy("local", 1, log);
        assert_eq!(noisy("a", x, log).1 + noisy("b", y, log).1, noisy("c", x, log).1 + noisy("d", y, log).1);
        assert_eq!(*noisy("e", noisy("f", x, log), log).1.read(log), x, "message {}", noisy("g", 1, log).1);
        assert_ne!([noisy("h", x, log).1, y], [noisy("i", x, log).1, y + 1]);
        let list = vec![x, y];
        assert_eq!(list, [x, y]);
        assert_eq!(list[..1], [noisy("j", x, log).1][..]);
        assert_eq!(list.len(), noisy("k", 2, log).1.min(list.len()));
        assert_eq!(noisy("l", 0, log).1, Default::default());
        assert_eq!(Some(y).filter(|y| *y >= 0).ok_or_else(|| noisy("m", "negative", log).1)?, noisy("n", y, log).1);
        let values = (debug_assert_eq!(noisy("o", 1, log).1, noisy("p", 1, log).1), noisy("q", 1, log).1);
        for _ in 0..2 { assert_eq!(noisy("r", x, log).1, if y == 7 { break } else { noisy("s", x, log).1 }) }
        Ok(values.1)
    }

    fn asserted_last(log: &Log) {
        let _local = noisy("local", 1, log);
        let block = { let _inner = noisy("inner", 1, log); assert_eq!(noisy("a", 1, log).1, noisy("b", 1, log).1) };
        { let _inner = noisy("inner", 1, log); assert_ne!(noisy("c", 1, log).1, 2) }
        assert_eq!((noisy("d", 1, log).1, block), (noisy("e", 1, log).1, ()))
    }

    fn last_connective(log: &Log, x: i32) -> bool {
        let local = noisy("local", x == 1, log);
        let block = { let _inner = noisy("inner", 1, log); noisy("a", true, log).1 && !noisy("b", x > 1, log).1 };
        noisy("e", local.1, log).1 || noisy("f", block, log).1.then_some(3) == Some(3) && noisy("g", block, log).1
    }

    fn combine_references(a: &bool, b: bool, c: &mut bool) -> (u8, bool) {
        let mut seen = 0;
        if a & b { seen += 1 }
        if b | a { seen += 2 }
        if *c ^ a { seen += 4 }
        if *c & { *c = false; true } { seen += 8 }
        if b & true | false { seen += 16 }
        if (a | *c) & matches!(seen, 1..=9) & (b || *a && seen > 2) & [true, b].contains(a) { seen += 32 }
        (seen, a & b)
    }

    fn combine_other_types(mask: Mask, owned: Owned, more: &mut Owned) -> u8 {
        let mut seen = 0;
        if mask & Mask(4) { seen += 1 }
        if !mask & !Mask(4) { seen += 2 }
        if mask | &mut *more { seen += 4 }
        if mask | more { seen += 8 }
        if (seen > 2) & owned { seen += 16 }
        seen
    }

    fn leaving(a: bool, b: u8) -> Option<u8> {
        if a & (b > 3) & Some(b).filter(|b| (*b > 4) & a)?.is_power_of_two() {
            return Some(1);
        }
        'block: {
            if (b == 5) | { if b == 6 { break 'block } b == 7 } {
                return Some(2);
            }
            assert!((b != 6) & (b != 9), "message {}", (b > 6) & (b < 8));
            assert!((b < 8) ^ (b == 200));
        }
        Some(3)
    }

    fn guards_of_cells(cell: &RefCell<u8>) -> bool {
        if (*cell.borrow() > 3) & (*cell.borrow() < 9) {
            return cell.try_borrow_mut().is_ok();
        }
        let closure = |n| if (n > 3) | cell.try_borrow_mut().is_err() { n } else { 0 };
        closure(2) == 0
    }
}

pub fn observations() -> Vec<String> {
    let mut seen = Vec::new();
    macro_rules! see {
        ($($value:expr),*) => { $(seen.push(format!("{:?}", $value));)* };
    }
    for (a, b) in [(1, 3), (1, 2), (2, 7), (3, -1), (1, -1), (0, 0)] {
        let log = RefCell::default();
        see!(both_sides_in_order(a, b, &log), captured(&log, a, b), last_connective(&log, a), asserted(&log, a, b), asserted_last(&log), log.borrow());
    }
    for bits in 0..8 {
        let mut c = bits & 4 != 0;
        see!(combine_references(&(bits & 1 != 0), bits & 2 != 0, &mut c), c);
    }
    for mask in [0, 4, 5, 255] {
        let (mut more, owned) = (Owned(vec![]), Owned(vec![mask; usize::from(mask & 1)]));
        see!(combine_other_types(Mask(mask), owned, &mut more), more.0);
    }
    for b in [0, 4, 5, 6, 7, 8, 9, 200] {
        for a in [true, false] {
            let left = std::panic::catch_unwind(|| leaving(a, b)).map_err(|payload| match payload.downcast::<String>() {
                Ok(message) => super::shown(*message),
                Err(other) => super::shown(other.downcast_ref::<&str>().unwrap().to_string()),
            });
            see!(left);
        }
    }
    for n in [3, 4, 10] {
        see!(guards_of_cells(&RefCell::new(n)));
    }
    seen
}
