//! Mutants as goals: one is covered by a test whose effect differs with it.
//!
//! 1. After an execution that gives a test, the test is executed again with the mutation points,
//!    without a mutant. That records the mutants with a different value at their places. For
//!    comparisons it records the distances to such operands.
//! 2. With each of these mutants the test is executed once more. The effect is the observation that
//!    a written test can assert: the output of a returning call, a panic's message, a fault's kind.
//! 3. The distance is 2 or more if the mutant makes no difference at its place: the operands'
//!    distance from being equal. It is between 1 and 2 if it does: the distance to changing another
//!    decision ([`trial`](sbst_core::mutant::trial)).
//! 4. A difference counts only if the original has the same effect in another execution.
//! 5. A mutant may take [`TIMES`] the steps of the original. A mutant that exceeds them, or kills
//!    the worker, has no verdict.
//! 6. A search does not try a mutant again once it is covered. Tests are minimised with the covered
//!    ones, or with all if the process has not searched.
//! 7. During a search, executions with mutants after one test end after [`MOST_STEPS`] steps in
//!    all. After the next test, they begin with the first mutant without a turn. These steps count
//!    as further evaluations of the budget.

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
/// The steps of all executions with mutants after one test: about ten milliseconds.
const MOST_STEPS: u64 = 1_000_000;
/// The steps of these that count as a further evaluation of the budget: about a hundred
/// microseconds.
const STEPS_OF_EVALUATION: u64 = 10_000;

/// The tried mutants, in the order of the numbering.
#[derive(Default)]
pub(super) struct Tried {
    mutants: Vec<Executions>,
    /// For each mutant, true if a test covers it, or none can: the search continues with others.
    covered: Vec<bool>,
    points: Rc<Points>,
    /// The number of the next mutant.
    next: usize,
    /// The goals of mutants that killed workers.
    deadly: Vec<u32>,
}

/// A mutant to try.
struct Sought {
    /// Its number among all.
    index: usize,
    goal: u32,
    mutant: Mutant,
}

/// The executions for exposing a mutant.
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

impl Tried {
    /// Begins with these mutants, given with their goals.
    fn begin(&mut self, all: &[(u32, Mutant)]) {
        let goals = all.iter().map(|(goal, _)| Executions { goal: *goal, ..Executions::default() });
        self.mutants = goals.collect();
        self.covered = vec![false; all.len()];
        let mutants: Vec<Mutant> = all.iter().map(|(_, mutant)| *mutant).collect();
        self.points = Rc::new(Points::of(&mutants));
    }

    /// Returns the mutants to try (rule 6).
    fn sought(&self, all: &[(u32, Mutant)], is_searching: bool) -> Vec<Sought> {
        let has_searched = self.covered.contains(&true);
        let is_sought = |index: usize| match is_searching {
            true => !self.covered[index],
            false => !has_searched || self.covered[index] && !self.mutants[index].is_inapplicable,
        };
        let all = all.iter().enumerate().map(|(index, &(goal, mutant))| Sought { index, goal, mutant });
        all.filter(|sought| is_sought(sought.index) && !self.deadly.contains(&sought.goal)).collect()
    }

    /// Counts an execution of a mutant's place.
    fn count(&mut self, index: usize, differs: bool) {
        self.mutants[index].of_place += 1;
        self.mutants[index].with_difference += u64::from(differs);
    }
}

impl FunctionProblem {
    /// Sets the goals of the mutants to skip.
    pub(crate) fn shun_mutants(&mut self, deadly: &[u32]) {
        self.mutants.deadly = deadly.to_vec();
    }

    /// Returns the sought mutants, with the executions for exposing them.
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
        let all = self.numbering.mutants();
        if self.mutants.mutants.len() != all.len() {
            self.mutants.begin(all);
        }
        let sought = self.mutants.sought(all, self.phase == State::Searching);
        if sought.is_empty() {
            return;
        }
        let before = (self.step_limit, self.hangs, self.longest, self.steps);
        let steps = self.steps.saturating_mul(TIMES).max(LEAST_STEPS);
        self.step_limit = self.step_limit.min(steps);
        let (distances, steps) = self.distances(test, &sought);
        (self.step_limit, self.hangs, self.longest, self.steps) = before;
        if self.phase == State::Searching {
            execution.further = steps / STEPS_OF_EVALUATION;
            self.evaluations += execution.further;
        }
        for (Sought { goal, .. }, distance) in sought.iter().zip(distances) {
            let Some(distance) = distance else { continue };
            // Expansions of a macro share their goals.
            match execution.reached.last_mut().filter(|(last, _)| last == goal) {
                Some((_, nearest)) => {
                    *nearest = distance.min(*nearest);
                    continue;
                }
                None => execution.reached.push((*goal, distance)),
            }
            if execution.wants_details {
                execution.details.push(Detail { evaluations: 1, nearest: 0 });
            }
        }
    }

    /// Returns the distances to the mutants, and the steps taken; no distance if the test does not
    /// execute the mutant's place.
    fn distances(&mut self, test: &TestCase, sought: &[Sought]) -> (Vec<Option<Distance>>, u64) {
        let is_searching = self.phase == State::Searching;
        let phase = mem::replace(&mut self.phase, State::Mutated);
        self.journal.mutant(sought[0].goal);
        let points = Rc::clone(&self.mutants.points);
        let original = points.record(|| self.effect(test));
        let gaps = points.gaps();
        let effects: Vec<Local> = sought.iter().map(|sought| sought.mutant.effect()).collect();
        if is_searching {
            let same = sought.iter().zip(&effects).filter(|(_, local)| matches!(local, Local::Same(_)));
            same.for_each(|(sought, _)| self.mutants.count(sought.index, false));
        }
        let mut distances: Vec<Option<Distance>> = effects.iter().map(|local| farthest(*local)).collect();
        // Rule 7.
        let mut differing: Vec<usize> =
            (0..sought.len()).filter(|at| effects[*at] == Local::Differs).collect();
        let begin = differing.partition_point(|at| sought[*at].index < self.mutants.next);
        let number = differing.len();
        differing.rotate_left(begin % number.max(1));
        let mut steps = 0;
        for at in differing {
            let Sought { index, goal, mutant } = sought[at];
            if is_searching && steps > MOST_STEPS {
                self.mutants.next = index;
                break;
            }
            if is_searching {
                self.mutants.count(index, true);
            }
            self.journal.mutant(goal);
            let effect = points.execute_with(mutant, || self.effect(test));
            steps += self.steps;
            let Some(effect) = effect else {
                self.mutants.mutants[index].is_inapplicable = true;
                self.mutants.covered[index] = true;
                distances[at] = None;
                continue;
            };
            let distance = points.gaps().distance(&gaps).beyond(1);
            let is_shown = effect.is_noticed(&original) && points.record(|| self.effect(test)) == original;
            self.mutants.covered[index] |= is_shown;
            distances[at] = Some(if is_shown { Distance::ZERO } else { distance });
        }
        self.phase = phase;
        (distances, steps)
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

/// Returns the distance to a mutant before it is tried (rule 3).
fn farthest(local: Local) -> Option<Distance> {
    match local {
        Local::Unexecuted => None,
        Local::Same(gap) => Some(gap.beyond(2)),
        Local::Differs => Some(Distance::FARTHEST.beyond(1)),
    }
}

impl Effect {
    /// True if a test that passes with the original would fail.
    fn is_noticed(&self, original: &Effect) -> bool {
        // An effect that ends at a limit has no verdict.
        !matches!(self, Effect::Fault(FindingKind::Hang)) && self != original
    }
}
