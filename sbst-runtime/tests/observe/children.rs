//! Observed tests, started only by other tests.

use std::cell::RefCell;
use std::num::ParseIntError;
use std::process;
use std::thread;

#[sbst::instrument]
fn is_small(n: u32) -> bool {
    n < 1_000
}

#[sbst::instrument]
fn is_abc(text: &str) -> bool {
    text == "abc"
}

#[sbst::instrument]
fn is_ordered(a: f64, b: f64) -> bool {
    a >= b
}

#[sbst::instrument]
fn is_seven(n: i64) -> bool {
    n == 7
}

#[sbst::instrument]
#[allow(dead_code)]
fn never_called(n: i64) -> bool {
    n == 99
}

#[sbst::instrument]
fn every_kind(n: u32, flag: bool, found: Option<i32>, text: &str) -> Result<u32, ParseIntError> {
    let mut sum = 0;
    if flag && found.is_some() {
        sum += 1;
    }
    if [1, 5, 9].contains(&n) {
        sum += 2;
    }
    if let Some(5..=9) = found {
        sum += 4;
    }
    sum += match n {
        1 => 8,
        2 | 3 => 16,
        _ => 32,
    };
    for i in 0..n {
        sum += i;
    }
    text.parse::<i32>()?;
    Ok(sum)
}

#[sbst::instrument]
fn is_even(n: u32) {
    assert_eq!(n % 2, 0);
}

#[test]
#[ignore]
fn threads_count_together() {
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..100_000).for_each(|n| _ = is_small(n)));
        }
    });
}

#[test]
#[ignore]
fn threads_follow_one_another() {
    for n in 0..100 {
        thread::spawn(move || [is_small(n), is_small(n), is_small(5_000 + n)]).join().unwrap();
    }
}

/// Calls the function when it is dropped.
struct Late(u32);

impl Drop for Late {
    fn drop(&mut self) {
        is_small(self.0);
    }
}

thread_local! {
    static BEFORE: RefCell<Option<Late>> = const { RefCell::new(None) };
    static AFTER: RefCell<Option<Late>> = const { RefCell::new(None) };
}

#[test]
#[ignore]
fn destructors_of_thread_locals() {
    for _ in 0..10 {
        // Destructors run in reverse order, or in any: one of them has no region any more.
        let thread = thread::spawn(|| {
            BEFORE.set(Some(Late(1)));
            is_small(2);
            AFTER.set(Some(Late(5_000)));
        });
        thread.join().unwrap();
    }
}

#[test]
#[ignore]
fn exits() {
    thread::spawn(|| {
        (0..3).for_each(|n| _ = is_small(n));
        process::exit(0);
    })
    .join()
    .unwrap();
}

#[test]
#[ignore]
fn aborts() {
    (0..3).for_each(|n| _ = is_small(n));
    process::abort();
}

#[test]
#[ignore]
fn is_killed() {
    (0..3).for_each(|n| _ = is_small(n));
    let own = process::id().to_string();
    process::Command::new("kill").args(["-9", &own]).status().unwrap();
    thread::sleep(std::time::Duration::from_secs(60));
}

#[test]
#[ignore]
fn panics() {
    (0..3).for_each(|n| _ = is_small(n));
    panic!("as tests do");
}

#[test]
#[ignore]
fn comparisons() {
    assert_eq!([5_000, 1_007, 2_000].map(is_small), [false; 3]);
    assert_eq!(["abd", "xyzzy"].map(is_abc), [false; 2]);
    assert!(is_ordered(2.5, 2.0));
    assert_eq!([10, 7].map(is_seven), [false, true]);
}

#[test]
#[ignore]
fn conditions_of_every_kind() {
    assert!(every_kind(1, true, Some(7), "x").is_err());
    assert!(every_kind(0, false, None, "5").is_ok());
    assert!(every_kind(2, true, Some(5), "y").is_err());
    is_even(2);
    is_even(4);
    assert!(std::panic::catch_unwind(|| is_even(3)).is_err());
}

#[test]
#[ignore]
fn does_nothing() {}
