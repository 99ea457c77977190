//! Mutants as goals: one is covered by a test whose effect differs with it.
//!
//! 1. After an execution that gives a test, the test is executed once with the bodies that have
//!    points, without a mutant. That records the mutants that differ at their places, and the
//!    distances of comparisons to operands for which they would.
//! 2. With each of these it is executed once more. The effect is the observation that a written
//!    test can assert: the output of a call that returns, the message of a panic, the kind of a
//!    fault.
//! 3. The distance is 2 and more if the mutant does not differ where it is: by how far operands are
//!    from being equal. It is 1 to 2 if it does, by how near it comes to changing another decision
//!    ([`trial`](sbst_core::mutant::trial)).
//! 4. A difference counts if the original has the same effect in another execution.
//! 5. A mutant may take [`TIMES`] the steps of the original. One that takes more, or that kills the worker,
//!    has no verdict.
//! 6. A search does not look at a mutant again once it is covered; tests are minimised with all of them.

use super::{FunctionProblem, Outcome};
use sbst_core::mutant::trial::{Effect as Local, Mutant, Points};
use sbst_model::journal::State;
use sbst_model::messages::{FindingKind, GoalsOf, TriedMutant};
use sbst_model::{Distance, Output, TestCase};
use sbst_search::{Detail, Execution};
use std::mem;
use std::rc::Rc;

/// The steps of an execution with a mutant, relative to those of the original.
const TIMES: u64 = 10;
/// The least limit of these.
const LEAST_STEPS: u64 = 10_000;

/// The mutants that were tried, in the order of the numbering.
#[derive(Default)]
pub(super) struct Tried {
    mutants: Vec<Executions>,
    /// For each: true if a test covers it, or none can, so that the search goes on for others.
    covered: Vec<bool>,
    points: Rc<Points>,
    /// The goals of mutants that workers died of.
    deadly: Vec<u32>,
}

/// The executions for showing a mutant.
#[derive(Clone, Copy, Default)]
struct Executions {
    goal: u32,
    of_place: u64,
    with_difference: u64,
    is_inapplicable: bool,
}

/// The effect of a test, as far as a test asserts it.
#[derive(PartialEq)]
enum Effect {
    Returned(Option<Output>),
    Panicked(String),
    Fault(FindingKind),
    Rejected,
}

impl FunctionProblem {
    /// Sets the goals of mutants that are not executed.
    pub(crate) fn shun_mutants(&mut self, deadly: &[u32]) {
        self.mutants.deadly = deadly.to_vec();
    }

    /// Returns the sought mutants, with the executions for showing them.
    pub(crate) fn tried_mutants(&self) -> Vec<TriedMutant> {
        let own = self.target();
        let tried = self.mutants.mutants.iter().map(|executions| {
            let Executions { goal, of_place, with_difference, is_inapplicable } = *executions;
            let (target, goal) = match self.numbering.adopted(&[goal]).pop() {
                Some(GoalsOf { target, goals }) => (target, goals[0]),
                None => (own.clone(), goal),
            };
            TriedMutant { target, goal, executed: of_place, differed: with_difference, is_inapplicable }
        });
        tried.collect()
    }

    /// Adds the distances to mutants to an execution of a test (rule 1).
    #[cold]
    pub(super) fn try_mutants(&mut self, test: &TestCase, outcome: &Outcome, execution: &mut Execution) {
        if !matches!(outcome, Outcome::Returned | Outcome::Panicked(_)) {
            return;
        }
        let is_searching = self.phase == State::Searching;
        let all = self.numbering.mutants();
        let goals = all.iter().map(|(goal, _)| Executions { goal: *goal, ..Executions::default() });
        if self.mutants.mutants.len() != all.len() {
            self.mutants.mutants = goals.collect();
            self.mutants.covered = vec![false; all.len()];
            let mutants: Vec<Mutant> = all.iter().map(|(_, mutant)| *mutant).collect();
            self.mutants.points = Rc::new(Points::of(&mutants));
        }
        let Tried { covered, deadly, .. } = &self.mutants;
        let is_open = |index: &usize| !(is_searching && covered[*index] || deadly.contains(&all[*index].0));
        let sought: Vec<usize> = (0..all.len()).filter(is_open).collect();
        if sought.is_empty() {
            return;
        }
        let sought: Vec<(usize, u32, Mutant)> =
            sought.into_iter().map(|index| (index, all[index].0, all[index].1)).collect();
        let before = (self.step_limit, self.hangs, self.longest, self.steps);
        let phase = mem::replace(&mut self.phase, State::Mutated);
        let steps = self.steps.saturating_mul(TIMES).max(LEAST_STEPS);
        self.step_limit = self.step_limit.min(steps);
        self.journal.mutant(sought[0].1);
        let points = Rc::clone(&self.mutants.points);
        let original = points.record(|| self.effect(test));
        let gaps = points.gaps();
        let effects: Vec<Local> = sought.iter().map(|(_, _, mutant)| mutant.effect()).collect();
        for (&(index, goal, mutant), local) in sought.iter().zip(effects) {
            let tried = &mut self.mutants.mutants[index];
            if is_searching && local != Local::Unexecuted {
                tried.of_place += 1;
                tried.with_difference += u64::from(local == Local::Differs);
            }
            let distance = match local {
                Local::Unexecuted => continue,
                Local::Same(gap) => gap.beyond(2),
                Local::Differs => {
                    self.journal.mutant(goal);
                    let Some(effect) = points.execute_with(mutant, || self.effect(test)) else {
                        self.mutants.mutants[index].is_inapplicable = true;
                        self.mutants.covered[index] = true;
                        continue;
                    };
                    let distance = points.gaps().distance(&gaps).beyond(1);
                    let is_shown =
                        effect.is_noticed(&original) && points.record(|| self.effect(test)) == original;
                    self.mutants.covered[index] |= is_shown;
                    if is_shown {
                        Distance::ZERO
                    } else {
                        distance
                    }
                }
            };
            // Expansions of a macro share their goals.
            match execution.reached.last_mut().filter(|(last, _)| *last == goal) {
                Some((_, nearest)) => {
                    *nearest = distance.min(*nearest);
                    continue;
                }
                None => execution.reached.push((goal, distance)),
            }
            if execution.wants_details {
                execution.details.push(Detail { evaluations: 1, nearest: 0 });
            }
        }
        (self.step_limit, self.hangs, self.longest, self.steps) = before;
        self.phase = phase;
    }

    fn effect(&mut self, test: &TestCase) -> Effect {
        match self.outcome_and_output(test) {
            (Outcome::Returned, output) => Effect::Returned(output),
            (Outcome::Panicked(panic), _) => Effect::Panicked(panic.message),
            (Outcome::Fault { kind, .. }, _) => Effect::Fault(kind),
            (Outcome::Rejected, _) => Effect::Rejected,
        }
    }
}

impl Effect {
    /// True if a test of the original that passes would fail.
    fn is_noticed(&self, original: &Effect) -> bool {
        // One that ends at a limit has no verdict.
        !matches!(self, Effect::Fault(FindingKind::Hang)) && self != original
    }
}
