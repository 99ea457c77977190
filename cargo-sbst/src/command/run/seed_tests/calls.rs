//! Recorded calls, and the choice of seeds among them.
//!
//! 1. Each test case counts once.
//! 2. Of a function with more than [`MOST_SEEDS`] of them, those with the least fingerprints count.
//!    This choice does not depend on the order of calls, which threads of a test may change. Each
//!    process chooses for itself; here the choice is made again for all.
//! 3. Calls of earlier generated tests go first, so that a search begins with all goals covered by
//!    the previous one.
//! 4. All seeds of a function have [`MOST_BYTES`] at most, or they would cost more to hand over
//!    than to execute.
//! 5. A search tries them from the smallest to the greatest.

use super::Seeds;
use crate::worker::describe::FoundTarget;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use sbst_model::messages::{MOST_SEEDS, NotRecorded, Recorded};
use sbst_model::{TargetId, fingerprint};
use sbst_wire::{from_line, split_lines};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;

/// Bytes of the stored test cases at the beginning of a search: a thousand of 4 KiB. That is a text
/// of two thousand characters.
const MOST_BYTES: usize = 4 << 20;

/// Calls that no search can begin with, by function and reason.
pub type Lost = BTreeMap<TargetId, BTreeMap<NotRecorded, usize>>;

/// Test cases of a function, stored, with their fingerprints in front.
type Tests = BTreeSet<(u64, String)>;

/// Calls of functions.
#[derive(Debug, Default)]
pub struct Calls {
    /// Calls of generated tests.
    generated: BTreeMap<TargetId, Tests>,
    /// Calls of the user's tests.
    own: BTreeMap<TargetId, Tests>,
    lost: Lost,
}

impl Calls {
    /// Adds the calls of selected functions from a file of recorded calls, which need not exist.
    /// `generated` is true if only generated tests did so.
    pub fn read(&mut self, file: &Utf8Path, targets: &[FoundTarget], generated: bool) -> anyhow::Result<()> {
        let lines = match fs::read(file) {
            Ok(lines) => lines,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("failed to read {file}")),
        };
        let is_meant = |id: &TargetId| targets.iter().any(|target| target.description.id == *id);
        self.add(&lines, is_meant, generated);
        Ok(())
    }

    fn add(&mut self, lines: &[u8], is_meant: impl Fn(&TargetId) -> bool, all_generated: bool) {
        // A process that was killed may have left half a line.
        for Recorded { target, generated, call } in split_lines(lines).filter_map(|line| from_line(line).ok())
        {
            match call {
                _ if !is_meant(&target) => {}
                Ok(test) => {
                    let tests = if generated || all_generated { &mut self.generated } else { &mut self.own };
                    let tests = tests.entry(target).or_default();
                    tests.insert((fingerprint::hash_text(&test), test));
                    if tests.len() > MOST_SEEDS {
                        tests.pop_last();
                    }
                }
                Err(reason) => *self.lost.entry(target).or_default().entry(reason).or_default() += 1,
            }
        }
    }

    /// Returns the seeds of searches, and the calls that cannot be seeds.
    pub fn choose(mut self) -> (Seeds, Lost) {
        let targets: BTreeSet<TargetId> = self.generated.keys().chain(self.own.keys()).cloned().collect();
        let seeds = targets.into_iter().map(|target| {
            let generated = self.generated.remove(&target).unwrap_or_default();
            let own = self.own.remove(&target).unwrap_or_default();
            let own: Vec<_> = own.difference(&generated).cloned().collect();
            let mut bytes = 0;
            let mut tests: Vec<String> = generated
                .into_iter()
                .chain(own)
                .map(|(_, test)| test)
                .take(MOST_SEEDS)
                .take_while(|test| {
                    bytes += test.len();
                    bytes <= MOST_BYTES
                })
                .collect();
            tests.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            (target, tests)
        });
        (seeds.collect(), self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_wire::to_line;

    fn id(path: &str) -> TargetId {
        fixture::description(path, 1).id
    }

    fn line(target: &TargetId, call: Result<&str, NotRecorded>) -> Vec<u8> {
        let call = Recorded { target: target.clone(), generated: false, call: call.map(str::to_owned) };
        [to_line(&call), vec![b'\n']].concat()
    }

    #[test]
    fn each_test_case_counts_once_and_half_a_line_not_at_all() {
        let [a, b, other] = ["p::a", "p::b", "p::other"].map(id);
        let unreadable = || Err(NotRecorded::Unreadable(0));
        let mut lines = [line(&a, Ok("02")), line(&b, unreadable()), line(&a, Ok("01"))].concat();
        lines.extend([line(&a, Ok("02")), line(&b, unreadable()), line(&other, Ok("03"))].concat());
        lines.extend(&line(&b, Ok("04"))[..8]);
        let mut calls = Calls::default();
        calls.add(&lines, |id| *id != other, false);
        let (seeds, lost) = calls.choose();
        assert_eq!(seeds, Seeds::from([(a, vec!["01".to_owned(), "02".to_owned()])]));
        assert_eq!(lost, Lost::from([(b, BTreeMap::from([(NotRecorded::Unreadable(0), 2)]))]));
    }

    /// Adds calls of a function with these numbers.
    fn add(calls: &mut Calls, target: &TargetId, numbers: impl IntoIterator<Item = usize>, generated: bool) {
        for number in numbers {
            calls.add(&line(target, Ok(&format!("{number:08}"))), |_| true, generated);
        }
    }

    #[test]
    fn the_selection_of_calls_does_not_depend_on_their_order() {
        let target = id("p::f");
        let (mut forwards, mut backwards) = (Calls::default(), Calls::default());
        add(&mut forwards, &target, 0..3 * MOST_SEEDS, false);
        add(&mut backwards, &target, (0..3 * MOST_SEEDS).rev(), false);
        let (seeds, _) = forwards.choose();
        assert_eq!(seeds[&target].len(), MOST_SEEDS);
        assert_eq!(seeds, backwards.choose().0);
        assert!(seeds[&target].is_sorted());
    }

    #[test]
    fn seeds_together_are_not_too_large() {
        let target = id("p::f");
        let mut calls = Calls::default();
        for letter in ["0", "1", "2", "3", "4", "5"] {
            calls.add(&line(&target, Ok(&letter.repeat(MOST_BYTES / 4))), |_| true, false);
        }
        assert_eq!(calls.choose().0[&target].len(), 4);
    }

    #[test]
    fn calls_of_generated_tests_come_first() {
        let target = id("p::f");
        let mut calls = Calls::default();
        add(&mut calls, &target, 0..5_000, false);
        add(&mut calls, &target, 0..100, true);
        let (seeds, _) = calls.choose();
        assert_eq!(seeds[&target].len(), MOST_SEEDS);
        assert_eq!(seeds[&target].iter().filter(|test| test.as_str() < "00000100").count(), 100);
    }
}
