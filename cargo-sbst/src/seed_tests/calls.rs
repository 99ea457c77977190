//! What tests called functions with, and which of it searches begin with.
//!
//! 1. Each test case counts once.
//! 2. Of a function with more than [`MOST_SEEDS`] of them, those count whose fingerprints are the least: a choice that the
//!    order of calls has no part in, which threads of a test may change from run to run. Each process makes it for itself,
//!    and here it is made again for all of them.
//! 3. What earlier generated tests call goes first, so that a search begins with all that the one before it covered.
//! 4. A search tries them from the smallest to the greatest.

use super::Seeds;
use crate::describe::FoundTarget;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use sbst_model::TargetId;
use sbst_model::fingerprint;
use sbst_model::messages::{MOST_SEEDS, NotRecorded, Recorded, from_line};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;

/// Calls that no search can begin with, by function and reason.
pub type Lost = BTreeMap<TargetId, BTreeMap<NotRecorded, usize>>;

/// Calls of functions.
#[derive(Debug, Default)]
pub struct Calls {
    /// Test cases, stored, with their fingerprints in front, by function.
    tests: BTreeMap<TargetId, BTreeSet<(u64, String)>>,
    lost: Lost,
}

impl Calls {
    /// Adds what processes appended to a file, which need not be there, about functions that are meant.
    pub fn read(&mut self, file: &Utf8Path, targets: &[FoundTarget]) -> anyhow::Result<()> {
        let lines = match fs::read(file) {
            Ok(lines) => lines,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("failed to read {file}")),
        };
        let is_meant = |id: &TargetId| targets.iter().any(|target| target.description.id == *id);
        self.add(&String::from_utf8_lossy(&lines), is_meant);
        Ok(())
    }

    fn add(&mut self, lines: &str, is_meant: impl Fn(&TargetId) -> bool) {
        // A process that was killed may have left half a line.
        for Recorded { target, call } in lines.lines().filter_map(|line| from_line(line).ok()) {
            match call {
                _ if !is_meant(&target) => {}
                Ok(test) => {
                    let tests = self.tests.entry(target).or_default();
                    tests.insert((fingerprint::of_text(&test), test));
                    if tests.len() > MOST_SEEDS {
                        tests.pop_last();
                    }
                }
                Err(reason) => *self.lost.entry(target).or_default().entry(reason).or_default() += 1,
            }
        }
    }
}

/// What searches begin with, and what they cannot begin with.
pub fn choose(generated: Calls, others: Calls) -> (Seeds, Lost) {
    let Calls { tests: mut first, mut lost } = generated;
    for (target, tests) in others.tests {
        let chosen = first.entry(target).or_default();
        for test in tests {
            if chosen.len() >= MOST_SEEDS {
                break;
            }
            chosen.insert(test);
        }
    }
    for (target, reasons) in others.lost {
        for (reason, calls) in reasons {
            *lost.entry(target.clone()).or_default().entry(reason).or_default() += calls;
        }
    }
    let in_order = |tests: BTreeSet<(u64, String)>| {
        let mut tests: Vec<String> = tests.into_iter().map(|(_, test)| test).collect();
        tests.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        tests
    };
    (first.into_iter().map(|(target, tests)| (target, in_order(tests))).collect(), lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::messages::to_line;

    fn id(path: &str) -> TargetId {
        fixture::description(path, 1).id
    }

    fn line(target: &TargetId, call: Result<&str, NotRecorded>) -> String {
        to_line(&Recorded { target: target.clone(), call: call.map(str::to_owned) }).unwrap() + "\n"
    }

    #[test]
    fn each_test_case_counts_once_and_half_a_line_not_at_all() {
        let [a, b, other] = ["p::a", "p::b", "p::other"].map(id);
        let unreadable = || Err(NotRecorded::Unreadable(0));
        let mut lines = line(&a, Ok("02")) + &line(&b, unreadable()) + &line(&a, Ok("01"));
        lines += &(line(&a, Ok("02")) + &line(&b, unreadable()) + &line(&other, Ok("03")));
        lines += &line(&b, Ok("04"))[..20];
        let mut calls = Calls::default();
        calls.add(&lines, |id| *id != other);
        let (seeds, lost) = choose(Calls::default(), calls);
        assert_eq!(seeds, Seeds::from([(a, vec!["01".to_owned(), "02".to_owned()])]));
        assert_eq!(lost, Lost::from([(b, BTreeMap::from([(NotRecorded::Unreadable(0), 2)]))]));
    }

    /// Calls of a function with these numbers.
    fn calls(target: &TargetId, numbers: impl IntoIterator<Item = usize>) -> Calls {
        let mut calls = Calls::default();
        for number in numbers {
            calls.add(&line(target, Ok(&format!("{number:08}"))), |_| true);
        }
        calls
    }

    #[test]
    fn which_of_many_calls_count_does_not_depend_on_their_order() {
        let target = id("p::f");
        let (forwards, backwards) =
            (calls(&target, 0..3 * MOST_SEEDS), calls(&target, (0..3 * MOST_SEEDS).rev()));
        let (seeds, _) = choose(Calls::default(), forwards);
        assert_eq!(seeds[&target].len(), MOST_SEEDS);
        assert_eq!(seeds, choose(Calls::default(), backwards).0);
        assert!(seeds[&target].is_sorted());
    }

    #[test]
    fn what_generated_tests_call_goes_before_what_others_do() {
        let target = id("p::f");
        let (generated, others) = (calls(&target, 0..100), calls(&target, 100..5_000));
        let (seeds, _) = choose(generated, others);
        assert_eq!(seeds[&target].len(), MOST_SEEDS);
        assert_eq!(seeds[&target].iter().filter(|test| test.as_str() < "00000100").count(), 100);
    }
}
