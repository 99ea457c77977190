//! MIO, the Many Independent Objective algorithm.
//!
//! Arcuri, "Many Independent Objective (MIO) algorithm for test suite generation", SSBSE 2017, in
//! the form of Fraser's "Search-Based Test Generation", part 2. It is a (1+1) EA with an archive of
//! up to n tests for each goal, feedback-directed sampling, and parameters that move from
//! exploration to a focused phase. The settings are those to which the author has since tuned his
//! own implementation (EvoMaster, 2024); [`Parameters::paper`] are the first ones.
//!
//! # Updating the archive
//! 1. If a new test covers a goal, it becomes the only test of this goal. If the goal was covered
//!    before, the test replaces the other only if it is better in another dimension (its ending,
//!    its size). Tests of covered goals are in the evaluator's [`Archive`](crate::Archive).
//! 2. If the goal's condition was not evaluated, the test is no candidate.
//! 3. Otherwise the test is added if the population has room and it is new.
//! 4. Otherwise it replaces the worst, if it is better. *Tuned*: or as good; among equally near
//!    tests the smaller is better.
//!
//! # Sampling the archive
//! 5. A test comes from the uncovered goals with tests; without such a goal, from the covered ones.
//! 6. Each goal counts its samples since a test was last added to it. The goal with the lowest
//!    counter is taken, ties are broken at random, and then a random test of it. *Tuned*: only a
//!    real improvement resets the counter, a test better than the worst (a first one is). Goals
//!    that improve *quickly*, measured in samples, come first. The last goal continues while its
//!    counter is below twice the samples of its last improvement. Then comes the goal with the
//!    quickest last improvement under the same condition, then the one with the lowest counter. So
//!    a goal without progress waits until no other progresses.
//!
//! # Mutating
//! 7. Up to m mutations follow one another. Each starts from the individual just taken, or from one
//!    of its descendants that the archive accepted. *Tuned*: or from a later descendant that was
//!    the first to reach or cover a goal. A descendant that its predecessor does not subsume also
//!    counts: it is nearer to some goal, or farther from none. Random tests are not mutated
//!    immediately.
//!
//! # Differences from the notebook
//! 8. Raw distances are compared, because normalised ones do not distinguish large distances.
//! 9. Rule 4 does not add an existing test again. (The notebook checks only while the population
//!    has room, so in time copies of the best one could fill it.)
//! 10. Sampling begins a new walk. (The notebook's `current` stays the last accepted test, however
//!     old it is. So with several mutations most are spent on it, regardless of the sample.) As in
//!     Arcuri's own implementation, a random test that the archive did not accept is not mutated.

pub(crate) mod archive;

use crate::{evaluation::evaluator::Evaluator, operator::Operators};
use archive::{MioArchive, Tested};
use sbst_model::{messages::Stopped, TestCase};

/// Parameters, from the beginning to the focused phase. The defaults are the tuned ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Probability of sampling a random test (P).
    pub p_sample: Schedule,
    /// The most tests for a goal (n).
    pub archive_size: Schedule,
    /// Mutations of the same individual (m).
    pub mutations: Schedule,
    /// True if numbers of tests and mutations are rounded, not truncated.
    pub rounds: bool,
    /// The part of the budget after which the focused phase begins (F).
    pub focused: f64,
    /// The choice of the goal to sample (rule 6).
    pub choice: Choice,
    /// The resets of its counter (rule 6).
    pub resets: Resets,
    /// True if a test replaces an equally near one (rule 4).
    pub accepts_equals: bool,
    /// The choice of the test to mutate next (rule 7).
    pub walk: Walk,
}

impl Default for Parameters {
    /// The parameters of EvoMaster since April 2024: P from 0.8 to 0, F 0.8, and the rules' tuned
    /// settings.
    fn default() -> Parameters {
        Parameters {
            p_sample: Schedule { first: 0.8, focused: 0.0 },
            rounds: true,
            focused: 0.8,
            choice: Choice::FocusedQuickest,
            resets: Resets::Improvement,
            accepts_equals: true,
            walk: Walk::NotSubsumed,
            ..Parameters::paper()
        }
    }
}

impl Parameters {
    pub const fn paper() -> Parameters {
        Parameters {
            p_sample: Schedule { first: 0.5, focused: 0.0 },
            archive_size: Schedule { first: 10.0, focused: 1.0 },
            mutations: Schedule { first: 1.0, focused: 10.0 },
            rounds: false,
            focused: 0.5,
            choice: Choice::LowestCounter,
            resets: Resets::Addition,
            accepts_equals: false,
            walk: Walk::Archived,
        }
    }
}

/// The choice of the goal to sample (rule 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    LowestCounter,
    /// The goal with the quickest last improvement, while another one is expected.
    FocusedQuickest,
}

/// The resets of a goal's counter (rule 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resets {
    Addition,
    /// A new test better than the worst.
    Improvement,
}

/// The starts of further mutations (rule 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// The last descendant accepted by the archive.
    Archived,
    /// The last descendant not subsumed by its predecessor.
    NotSubsumed,
}

/// A value that moves linearly until the focused phase begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The value at the beginning.
    pub first: f64,
    /// The value in the focused phase.
    pub focused: f64,
}

impl Schedule {
    fn value_after(self, progress_until_focused: f64) -> f64 {
        self.first + (self.focused - self.first) * progress_until_focused
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Current {
    pub p_sample: f64,
    pub archive_size: usize,
    pub num_mutations: usize,
}

impl Parameters {
    /// Returns the parameters after this part of the budget.
    ///
    /// ```
    /// use sbst_search::mio::Parameters;
    ///
    /// let paper = Parameters::paper();
    /// let [begin, half, end] = [0.0, 0.25, 0.5].map(|progress| paper.after(progress));
    /// assert_eq!([begin.p_sample, half.p_sample, end.p_sample], [0.5, 0.25, 0.0]);
    /// assert_eq!([begin.archive_size, half.archive_size, end.archive_size], [10, 5, 1]);
    /// ```
    pub fn after(&self, progress: f64) -> Current {
        let progress_until_focused = (progress / self.focused).min(1.0);
        let whole = |number: f64| if self.rounds { number.round() as usize } else { number as usize };
        Current {
            p_sample: self.p_sample.value_after(progress_until_focused),
            archive_size: whole(self.archive_size.value_after(progress_until_focused)).max(1),
            num_mutations: whole(self.mutations.value_after(progress_until_focused)),
        }
    }
}

/// Evaluates the `initial` tests, then searches until the evaluator stops it.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::{Budget, Stopped};
/// use sbst_search::mio;
/// use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem, Silent};
///
/// let (mut problem, mut silent) = (Magic::new(), Silent);
/// let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
/// let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
/// let options = Options::new(Algorithm::Mio, 1, budget);
/// let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
/// let stopped = mio::search(&mut evaluator, &mut operators, &[], &mio::Parameters::paper());
/// assert_eq!(stopped, Stopped::AllCovered);
/// ```
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    let mut mio = Mio::new(evaluator, operators, initial, parameters);
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        mio.step(evaluator, operators, 0.0);
    }
}

/// A search made step by step.
pub struct Mio {
    parameters: Parameters,
    pub(crate) archive: MioArchive,
    current: Tested,
    offspring: Tested,
    walking: bool,
    current_mutations: usize,
}

impl Mio {
    pub(crate) fn new(
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        initial: &[TestCase],
        parameters: &Parameters,
    ) -> Mio {
        let mut archive = MioArchive::new(evaluator.archive().goals(), parameters);
        archive.crop(parameters.after(0.0).archive_size);
        for test in initial {
            evaluator.recall(test);
            archive.update(evaluator, test, operators.random());
        }
        let (current, offspring) = (Tested::default(), Tested::default());
        Mio { parameters: *parameters, archive, current, offspring, walking: false, current_mutations: 0 }
    }

    /// Makes one evaluation. A test is newly drawn with a probability of at least `least_p_sample`.
    pub(crate) fn step(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        least_p_sample: f64,
    ) {
        let Mio { archive, current, offspring, walking, current_mutations, .. } = self;
        let Current { p_sample, archive_size, num_mutations } = self.parameters.after(evaluator.progress());
        archive.crop(archive_size);

        if *walking && *current_mutations < num_mutations {
            operators.mutate(&current.test, &mut offspring.test);
            *current_mutations += 1;
        } else if operators.random().chance(p_sample.max(least_p_sample)) || archive.is_empty() {
            operators.sample(&mut offspring.test);
            *walking = false;
            *current_mutations = 1;
        } else {
            archive.sample(evaluator, operators.random(), current);
            operators.mutate(&current.test, &mut offspring.test);
            *walking = true;
            *current_mutations = 1;
        }

        evaluator.evaluate(&offspring.test);
        let update = archive.update(evaluator, &offspring.test, operators.random());
        let goes_on = match self.parameters.walk {
            Walk::Archived => update.changed,
            Walk::NotSubsumed => {
                offspring.record(evaluator);
                let is_covered = |goal| evaluator.archive().is_covered(goal);
                *walking && (update.reached_new || !current.subsumes(offspring, is_covered))
            }
        };
        if goes_on {
            std::mem::swap(current, offspring);
            *walking = true;
        }
    }
}

#[cfg(test)]
mod tests;
