use std::cell::RefCell;
use std::sync::Mutex;

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
        &self.1
    }
}

struct Held {
    option: Option<i32>,
}

macro_rules! place {
    ($place:expr) => {
        $place.option
    };
}

cases! {
    fn chains(log: &Log, x: Option<i32>, held: &mut Held) -> i32 {
        if let Some(n) = x && n > 3 && let Some(m @ 0..=9) = noisy("a", Some(n), log).1 && noisy("b", m, log).1 == 5 {
            log.borrow_mut().push("then".into());
        } else {
            log.borrow_mut().push("else".into());
        }
        if noisy("c", 1, log).1 == 1 && let Some(ref mut n) = held.option && let 3 = *n && { *n += 1; true } { return *n }
        if let Some(1) = place!(held) && let Some(n) = place!(held) && let n = n + 1 && n == 2 { return 20 }
        let mut rounds = 0;
        while let Some(n) = held.option && n < 9 && let 0..=4 = noisy("d", rounds, log).1 {
            rounds += 1;
            held.option = Some(n + 1);
            if rounds == 3 { continue }
        }
        while rounds > 0 && let Some(0..) = place!(held) { rounds -= 1 }
        if (rounds == 1 || x == Some(0)) && let None = x { return 30 }
        rounds
    }

    fn rescoped(log: &Log, lock: &Mutex<Option<i32>>) -> i32 {
        // The guard is gone in the else branch, but only in this edition.
        let n = if let Some(n) = *lock.lock().unwrap() { n } else { *lock.lock().unwrap() = Some(4); 1 };
        if let Some(7) = noisy("e", Some(n), log).get() { log.borrow_mut().push("then".into()) } else { log.borrow_mut().push("else".into()) }
        let tail = { let local = Mutex::new(Some(3)); if let Some(3) = *local.lock().unwrap() { 1 } else { 2 } };
        n + tail
    }

    fn last_value(log: &Log) -> i32 {
        let local = noisy("local", 1, log);
        match noisy("tail", local.get(), log).get() { 1 => *local.get(), _ => 3 }
    }

    fn last_connective(log: &Log, x: i32) -> bool {
        let local = noisy("local", x == 1, log);
        let block = { let _inner = noisy("inner", 1, log); *noisy("a", true, log).get() && !*noisy("b", x > 1, log).get() };
        let tried = { let _inner = noisy("inner", 1, log); noisy("c", x, log).get() == noisy("d", 1, log).get() || block };
        *noisy("e", *local.get(), log).get() || noisy("f", tried, log).get().then_some(3) == Some(3) && *noisy("g", tried, log).get()
    }

    fn tried(x: Option<i32>, y: i32) -> Option<i32> {
        if y > 3 && let Some(3) = Some(x)? { return None }
        if let Some(1..=9) = Some(x).filter(|x| x.is_some())? && y > 2 { return Some(1) }
        while let Some(5) = Some(x)? && y > 1 && let Some(n) = x { return Some(n) }
        (y != 0).then_some(y)
    }

    fn guards(x: Option<i32>, held: &Held, log: &Log) -> i32 {
        match x {
            Some(n) if let Some(m) = held.option => n + m,
            Some(n) if let 0..=9 = noisy("g", n, log).1 && n > 4 && let Some(1) | None = held.option => n * 2,
            None if let Some(3) = place!(held) => 7,
            _ => 9,
        }
    }
}

pub fn observations() -> Vec<String> {
    let mut seen = Vec::new();
    let log = Log::default();
    for x in [None, Some(0), Some(4), Some(5), Some(50)] {
        for option in [None, Some(1), Some(3), Some(6), Some(20)] {
            let mut held = Held { option };
            let y = option.unwrap_or(2);
            seen.push(format!("{:?} {:?} {:?}", tried(x, y), last_connective(&log, y), log.take()));
            seen.push(format!("{:?} {:?}", guards(x, &held, &log), log.take()));
            seen.push(format!("{:?} {:?} {:?}", chains(&log, x, &mut held), held.option, log.take()));
        }
    }
    for value in [None, Some(7), Some(8)] {
        let lock = Mutex::new(value);
        seen.push(format!("{:?} {:?} {:?} {:?}", rescoped(&log, &lock), lock, last_value(&log), log.take()));
    }
    seen
}
