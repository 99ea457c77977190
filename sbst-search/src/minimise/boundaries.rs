//! Tests at the boundaries of comparisons, from which mutants choose.
//!
//! # Policy
//! 1. An outcome of an ordering is at its *boundary* if the smallest change of an operand leads to
//!    the other outcome. These are equal operands, and the nearest on the other side. Boundaries
//!    distinguish `<` from `<=`.
//! 2. A boundary is sought once both outcomes of its comparison are covered, if the suite has no
//!    test at it. The search starts from the [`STARTS`] nearest tests, the suite's first.
//! 3. Operands are written into the input ([`InputToState`]). The least change to the other outcome
//!    leads to the boundary of that one, and the least change back to the boundary sought.
//! 4. Then numbers change by one step, and by the distance left. A nearer test is the next start.
//! 5. Each boundary takes at most [`EACH`] traced executions, all together [`EXECUTIONS`].
//! 6. A test at a boundary returns, and is short enough to be readable. At most [`MOST`] are added.

use super::{readable, trial::Trial, variants, Candidate};
use crate::evaluation::archive::Archive;
use crate::evaluation::fitness::Dependences;
use crate::evaluation::problem::Ending;
use crate::local::input_to_state::InputToState;
use crate::operator::inputs::Inputs;
use sbst_model::{Distance, TestCase, Trace};
use std::collections::BTreeMap;

/// Granted traced executions: a quarter of a small search.
pub(super) const EXECUTIONS: u64 = 768;
/// Traced executions per boundary: the guesses from a few tests.
const EACH: u64 = 64;
/// Tests from which one boundary is sought.
const STARTS: usize = 3;
/// The most tests added for one function: each is compiled, and most are not written.
const MOST: usize = 8;

/// A test with the distances of its execution.
struct Measured {
    test: TestCase,
    boundaries: BTreeMap<u32, Distance>,
}

/// Returns tests at boundaries missing in the suite. `found` are the tests of the search.
pub(super) fn find(
    suite: &[Candidate],
    found: &[TestCase],
    archive: &Archive,
    inputs: &Inputs,
    trial: &mut Trial<'_>,
) -> Vec<Candidate> {
    let mut search = Search { inputs, trial, guesses: InputToState::new(inputs.parameters.clone()) };
    let tests = suite.iter().map(|candidate| &candidate.test);
    let in_suite: Vec<Measured> =
        tests.filter_map(|test| search.measure(test).map(|(measured, ..)| measured)).collect();
    let is_covered = |goal: u32| archive.is_covered(goal) && archive.is_covered(goal ^ 1);
    let least = |goal: u32, tests: &[Measured]| {
        tests.iter().filter_map(|measured| measured.boundaries.get(&goal)).min().copied()
    };
    let mut open: Vec<u32> =
        in_suite.iter().flat_map(|measured| measured.boundaries.keys().copied()).collect();
    open.sort_unstable();
    open.dedup();
    open.retain(|goal| {
        (*goal as usize) < search.trial.own_goals()
            && is_covered(*goal)
            && least(*goal, &in_suite).is_some_and(|distance| !distance.is_zero())
    });
    if open.is_empty() {
        return Vec::new();
    }
    let mut starts = in_suite;
    for test in found {
        starts.extend(search.measure(test).map(|(measured, ..)| measured));
    }
    let mut added: Vec<Measured> = Vec::new();
    for goal in open {
        if added.len() >= MOST || !search.trial.is_open() {
            break;
        }
        let is_reached =
            added.iter().any(|measured| measured.boundaries.get(&goal).is_some_and(|it| it.is_zero()));
        if !is_reached {
            added.extend(search.seek(goal, &starts));
        }
    }
    added.into_iter().map(|measured| Candidate::new(measured.test)).collect()
}

struct Search<'s, 'p> {
    inputs: &'s Inputs,
    trial: &'s mut Trial<'p>,
    guesses: InputToState,
}

impl Search<'_, '_> {
    /// Executes a test. Returns its distances, its ending and its comparisons.
    fn measure(&mut self, test: &TestCase) -> Option<(Measured, Ending, Trace)> {
        let mut trace = Trace::default();
        let ending = self.trial.trace(test, &mut trace)?.ending;
        let mut boundaries: BTreeMap<u32, Distance> = BTreeMap::new();
        for &(goal, distance) in &trace.boundaries {
            let nearest = boundaries.entry(goal).or_insert(distance);
            *nearest = distance.min(*nearest);
        }
        Some((Measured { test: test.clone(), boundaries }, ending, trace))
    }

    /// Returns a test at the boundary of a goal (rules 2 to 6).
    fn seek(&mut self, goal: u32, starts: &[Measured]) -> Option<Measured> {
        let mut left = EACH;
        let mut nearest: Vec<(Distance, &TestCase)> = starts
            .iter()
            .filter_map(|measured| Some((*measured.boundaries.get(&goal)?, &measured.test)))
            .collect();
        // The sort is stable: the suite's tests come first.
        nearest.sort_by_key(|(distance, _)| *distance);
        nearest.dedup_by(|one, other| one.1 == other.1);
        for (distance, test) in nearest.into_iter().take(STARTS) {
            if let Some(measured) = self.climb(goal, test.clone(), distance, &mut left) {
                return Some(measured);
            }
        }
        None
    }

    /// Rules 3 and 4.
    fn climb(
        &mut self,
        goal: u32,
        start: TestCase,
        start_distance: Distance,
        left: &mut u64,
    ) -> Option<Measured> {
        let (mut current, mut best) = (start, start_distance);
        loop {
            let mut next: Option<(TestCase, Distance)> = None;
            for candidate in self.candidates(goal, &current, best, left) {
                *left = left.checked_sub(1)?;
                if !variants::is_short(&candidate, self.inputs) {
                    continue;
                }
                let (measured, ending, _) = self.measure(&candidate)?;
                let Some(&distance) = measured.boundaries.get(&goal) else { continue };
                if distance.is_zero() && ending == Ending::Returned {
                    return Some(measured);
                }
                let is_nearer = next.as_ref().is_none_or(|(_, nearest)| distance < *nearest);
                if !distance.is_zero() && distance < best && is_nearer {
                    next = Some((candidate, distance));
                }
            }
            (current, best) = next?;
        }
    }

    fn candidates(
        &mut self,
        goal: u32,
        test: &TestCase,
        distance: Distance,
        left: &mut u64,
    ) -> Vec<TestCase> {
        let mut candidates = Vec::new();
        *left = left.saturating_sub(1);
        let Some((_, _, trace)) = self.measure(test) else { return candidates };
        for goal in [goal, goal ^ 1] {
            for index in 0..self.guesses.find(test, &trace, goal, Dependences::UNKNOWN) {
                let mut candidate = TestCase::new();
                if self.guesses.write(index, test, &mut candidate) {
                    candidates.push(candidate);
                }
            }
        }
        let steps = [1, distance.tie().saturating_add(1)];
        for (place, shape) in readable::integers(test, self.inputs) {
            let own = shape.ordinal(test.integer(place.node));
            let changed = steps.iter().flat_map(|step| [own.checked_add(*step), own.checked_sub(*step)]);
            for ordinal in changed.flatten().filter(|ordinal| shape.allows(*ordinal)) {
                let mut candidate = test.clone();
                candidate.set_integer(place.node, shape.value(ordinal));
                candidates.push(candidate);
            }
        }
        let mut distinct: Vec<TestCase> = Vec::new();
        for candidate in candidates {
            if candidate != *test && !distinct.contains(&candidate) {
                distinct.push(candidate);
            }
        }
        distinct
    }
}
