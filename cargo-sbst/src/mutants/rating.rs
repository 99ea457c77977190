//! The tests that notice each mutant, for the selection of tests.
//!
//! 1. Each test by itself is recorded first, as for a grading.
//! 2. A mutant runs with all tests for which it makes a difference, not only up to the first
//!    failing one.
//! 3. Work is limited by steps, not by time: the same seed rates the same. If all mutants took more
//!    than [`MOST_STEPS`], a smaller sample of them is tried.

use super::judge::noticing;
use super::mutant::{Crates, Mutant};
use super::sample::sample;
use super::suite::{Executable, Suite};
use crate::sandbox::Sandbox;
use crate::ui::interrupt;
use std::collections::{BTreeMap, BTreeSet};

/// Steps of all tests with all mutants: ten seconds or so.
const MOST_STEPS: u64 = 1_000_000_000;
/// The steps counted for each process, which takes a millisecond to begin.
const STEPS_OF_PROCESS: u64 = 100_000;

/// The mutants that each test notices.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rating {
    /// Numbers of mutants, by the target and the name of the test.
    pub noticed: BTreeMap<(String, String), Vec<u32>>,
    /// The names of mutants, by their numbers.
    pub names: Vec<String>,
    /// The numbers of those that can be applied to the types they meet.
    pub applied: Vec<u32>,
    /// The numbers of those that tests execute, always with the same value at their place.
    pub same: Vec<u32>,
}

/// Rates the tests in these executables by `most` mutants, and by those with the `wanted` names.
pub fn rate(
    executables: &[Executable],
    crates: &Crates,
    most: usize,
    wanted: &BTreeSet<String>,
    seed: u64,
    sandbox: Option<&Sandbox>,
) -> anyhow::Result<Rating> {
    let (mut suite, mutants) = Suite::open(executables, crates, sandbox)?;
    suite.record(|_| true)?;
    let mut noticed = vec![Vec::new(); suite.tests.len()];
    let (wanted, others): (Vec<Mutant>, Vec<Mutant>) =
        mutants.mutants.into_iter().partition(|mutant| wanted.contains(&mutant.name()));
    let mut mutants = sample(others, Some(most), seed);
    let steps: u64 = mutants.iter().map(|mutant| cost(&suite, mutant)).sum();
    if steps > MOST_STEPS {
        let fewer = mutants.len() as u64 * MOST_STEPS / steps;
        mutants = sample(mutants, usize::try_from(fewer).ok(), seed);
    }
    mutants.extend(wanted);
    let mut inapplicable = BTreeSet::new();
    for (number, mutant) in (0..).zip(&mutants) {
        if interrupt::requested() {
            break;
        }
        match noticing(&mut suite, mutant)? {
            Some(tests) => tests.into_iter().for_each(|test| noticed[test].push(number)),
            None => _ = inapplicable.insert(mutant.name()),
        }
    }
    let name = |index: usize| {
        let test = &suite.tests[index];
        (suite.targets[test.executable].clone(), test.name.clone())
    };
    let noticed = noticed.into_iter().enumerate().map(|(index, mutants)| (name(index), mutants));
    let is_applied = |mutant: &Mutant| {
        let executing = suite.executing(mutant);
        let can_apply = |test: &usize| mutant.spots.iter().any(|spot| suite.tests[*test].can_apply(spot));
        !inapplicable.contains(&mutant.name()) && (executing.is_empty() || executing.iter().any(can_apply))
    };
    let is_same = |mutant: &Mutant| !suite.executing(mutant).is_empty() && suite.telling(mutant).is_empty();
    let applied = || (0..).zip(&mutants).filter(|(_, mutant)| is_applied(mutant));
    Ok(Rating {
        noticed: noticed.collect(),
        applied: applied().map(|(number, _)| number).collect(),
        same: applied().filter(|(_, mutant)| is_same(mutant)).map(|(number, _)| number).collect(),
        names: mutants.iter().map(Mutant::name).collect(),
    })
}

fn cost(suite: &Suite, mutant: &Mutant) -> u64 {
    let tests = suite.telling(mutant);
    let steps: u64 = tests.iter().map(|test| suite.tests[*test].steps).sum();
    steps + if tests.is_empty() { 0 } else { STEPS_OF_PROCESS }
}
