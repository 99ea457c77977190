//! Files left by processes of the observe build, for every kind of end.
//!
//! Each test starts this executable again, like a user's test, with an ignored test of `children`
//! as its only one.

// With both features, the search's recorder is used.
#![cfg(not(feature = "search"))]

mod children;
mod observed;

use observed::{observe, Observed};
use sbst_model::observed::Tally;

/// The counts of false and true, with these distances.
fn tally(counts: [u64; 2], nearest: [Option<f64>; 2]) -> Tally {
    Tally { counts, nearest }
}

#[test]
fn counts_are_exact_with_any_number_of_threads() {
    let observed = observe("threads_count_together");
    assert_eq!(observed.condition("n < 1_000").counts, [8 * 99_000, 8 * 1_000]);
}

#[test]
fn consecutive_threads_share_region() {
    let observed = observe("threads_follow_one_another");
    assert_eq!(observed.condition("n < 1_000").counts, [100, 200]);
    let regions: u64 = observed.regions();
    assert!(regions <= 3, "{regions}");
}

#[test]
fn destructors_of_thread_locals_are_counted_whenever_they_run() {
    let observed = observe("destructors_of_thread_locals");
    assert_eq!(observed.condition("n < 1_000").counts, [10, 20]);
}

#[test]
fn however_a_process_ends_its_counts_stay() {
    for end in ["exits", "aborts", "is_killed", "panics"] {
        let observed = observe(end);
        assert_eq!(observed.condition("n < 1_000").counts, [0, 3], "{end}");
        assert_eq!(observed.succeeded, end == "exits", "{end}");
    }
}

#[test]
fn comparisons_record_least_distance_to_untaken_outcome() {
    let observed = observe("comparisons");
    assert_eq!(observed.condition("n < 1_000"), tally([3, 0], [None, Some(8.0)]));
    assert_eq!(observed.condition("text == \"abc\""), tally([2, 0], [None, Some(0.5)]));
    assert_eq!(observed.condition("a >= b"), tally([0, 1], [Some(1.5), None]));
    // Equal to neither, at first; an outcome taken in the end needs no distance.
    assert_eq!(observed.condition("n == 7").counts, [1, 1]);
}

#[test]
fn everything_else_is_counted() {
    let observed = observe("conditions_of_every_kind");
    for (text, counts) in [
        ("flag", [1, 2]),
        ("[1, 5, 9].contains(&n)", [2, 1]),
        ("let Some(5..=9) = found", [1, 2]),
        ("match n { 1 }", [2, 1]),
        ("match n { 2 | 3 }", [1, 1]),
        ("for i in 0..n", [1, 2]),
        ("text.parse::<i32>()?", [2, 1]),
        ("assert_eq!(n % 2, 0)", [1, 2]),
    ] {
        assert_eq!(observed.condition(text), tally(counts, observed.condition(text).nearest), "{text}");
        assert_eq!(observed.condition(text).counts, counts, "{text}");
    }
}

#[test]
fn uncalled_function_is_registered() {
    let observed = observe("does_nothing");
    assert_eq!(observed.condition("n == 99"), Tally::default());
    assert_eq!(observed.files("counts-"), 0, "nothing was counted");
    assert_eq!(observed.files("registry-"), 1);
}

#[test]
fn processes_share_registry_and_their_counts_are_summed() {
    let mut observed = observe("comparisons");
    observed.again("comparisons");
    observed.again("threads_count_together");
    assert_eq!(observed.condition("n < 1_000").counts, [6 + 8 * 99_000, 8 * 1_000]);
    assert_eq!((observed.files("registry-"), observed.files("counts-")), (1, 3));
}

#[test]
fn tests_run_without_writable_directory() {
    assert!(Observed::nowhere("/does/not/exist", "threads_count_together"));
    assert!(Observed::nowhere("relative", "comparisons"));
    assert!(Observed::nowhere("", "destructors_of_thread_locals"));
}
