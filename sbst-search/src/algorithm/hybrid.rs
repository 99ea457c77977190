//! The default algorithm: MIO, which keeps tests for each goal, and refinement of a goal's best
//! test by input-to-state and local search.
//!
//! # Two kinds of work
//! 1. *Exploring* is [MIO](crate::algorithm::mio): a newly drawn test, a changed one of the
//!    archive, or a crossover of two. It reaches new conditions, and covers goals without a
//!    gradient. At least a quarter of its tests is newly drawn to the end, because no other start
//!    is better if distances deceive. While the search makes no progress, tests become
//!    [longer](crate::operator::stretch).
//! 2. *Focusing* is work on one goal that was reached and not covered. It takes at most half of all
//!    evaluations: a search that cannot use it takes at most twice as long.
//! 3. The first `OPENING` tests are drawn: most goals need no more, and the others get initial
//!    tests.
//!
//! # Focusing on a goal
//! 4. The best test for the goal is refined (`refinement.rs`). After that, the start alternates
//!    between a changed test of the goal's population and a drawn test, as in the restarts of the
//!    climbers.
//! 5. Goals wait in a queue (`goal_queue.rs`): first those with an untried best test, of these the
//!    one with the fewest evaluations. If no goal is due, the search explores.
//! 6. Another start is due at once. But if all tests are equally far from the goal, it has no slope
//!    to climb. The first attempt is short, and each doubles the wait until the next. An attempt
//!    may take twice the wait before it. The best test is tried until an attempt from it ended.
//! 7. Results of refinement are offered to MIO's populations.
//! 8. A stalled goal also gets event sequences (`hybrid/sequences.rs`). They have their turn while
//!    they had less than half of focusing, or if no goal is due.
//! 9. Goals behind a return in a loop are worked on when no other goal is due
//!    (`hybrid/blocked.rs`).
//! 10. A goal with completed refinement is passed to a [`PathExplorer`], if any
//!     (`hybrid/paths.rs`).

mod sequences;
mod blocked;
mod paths;

pub use paths::PathExplorer;

use crate::algorithm::refinement::{Refinement, SearchContext, Starts};
use crate::{
    algorithm::memetic_mio::MemeticMio, algorithm::mio, algorithm::mio::archive::Tested,
    algorithm::mio::Schedule, evaluation::evaluator::Evaluator, operator::Operators,
};
use blocked::Blocked;
use paths::Paths;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::TestCase;
use sequences::Sequences;

/// Tests drawn at the beginning. They are enough to reach most outcomes of a comparison. They are
/// few enough that goals with an input to copy do not wait long.
const OPENING: u64 = 10;
/// The greatest part of the evaluations for focusing.
const FOCUS: f64 = 0.5;
/// The part of newly drawn tests while exploring. At the end it is still a quarter (rule 1). At the
/// beginning it is less than the 0.8 of [MIO](mio::Parameters), because focusing has halved the
/// share of mutation.
const P_SAMPLE: Schedule = Schedule { first: 0.5, focused: 0.25 };
/// Steps of exploring per crossover.
const CROSS: u64 = 8;

struct Hybrid<'a, 'b> {
    evaluator: &'a mut Evaluator<'b>,
    operators: &'a mut Operators,
    population: MemeticMio,
    refinement: Refinement,
    sequences: Sequences,
    blocked: Blocked,
    paths: Paths<'a>,
    /// Evaluations spent on focusing, and on its sequences.
    focused: u64,
    sequenced: u64,
    parents: [Tested; 2],
    offspring: [TestCase; 2],
    changed: TestCase,
}

/// Evaluates the `initial` tests, then searches until the evaluator stops it.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::{Budget, Stopped};
/// use sbst_search::algorithm::hybrid;
/// use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem, Silent};
///
/// let (mut problem, mut silent) = (Magic::new(), Silent);
/// let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
/// let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
/// let options = Options::new(Algorithm::Hybrid, 1, budget);
/// let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
/// let stopped = hybrid::search(&mut evaluator, &mut operators, &[], &[], None);
/// assert_eq!(stopped, Stopped::AllCovered);
/// ```
pub fn search<'a>(
    evaluator: &'a mut Evaluator<'_>,
    operators: &'a mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
    explorer: Option<&'a mut dyn PathExplorer>,
) -> Stopped {
    operators.pool.grammar = !without.contains(&ValueSource::SpecialValues);
    let goals = evaluator.archive().goals();
    let parameters = mio::Parameters { p_sample: P_SAMPLE, ..mio::Parameters::default() };
    let mut hybrid = Hybrid {
        population: MemeticMio::new(evaluator, operators, initial, &parameters),
        refinement: Refinement::new(operators, without),
        sequences: Sequences::new(goals, without.contains(&ValueSource::Sequences)),
        blocked: Blocked::default(),
        paths: Paths::new(without.contains(&ValueSource::Paths), explorer),
        focused: 0,
        sequenced: 0,
        parents: Default::default(),
        offspring: Default::default(),
        changed: TestCase::new(),
        evaluator,
        operators,
    };
    hybrid.run()
}

impl Hybrid<'_, '_> {
    fn run(&mut self) -> Stopped {
        let begun = self.evaluator.evaluations();
        loop {
            if let Some(stopped) = self.evaluator.stopped() {
                return stopped;
            }
            let done = self.evaluator.evaluations() - begun;
            if done < OPENING {
                self.explore(1.0);
            } else if (self.focused as f64) >= FOCUS * done as f64 || !self.focus() {
                self.explore(0.0);
            }
        }
    }

    /// Rule 1.
    fn explore(&mut self, p_sample: f64) {
        self.operators.stretch.allow(self.evaluator.stalled());
        let is_empty = self.population.mio.archive.is_empty();
        if p_sample < 1.0 && !is_empty && self.operators.random().one_in(CROSS) {
            self.cross();
        } else {
            self.population.step(self.evaluator, self.operators, p_sample);
        }
    }

    /// Crosses two tests of the archive, or concatenates them, and changes the offspring half of
    /// the time. Half of the time, one parent covers a goal: this test may lack a part of the way.
    fn cross(&mut self) {
        for parent in &mut self.parents {
            self.population.mio.archive.sample(self.evaluator, self.operators.random(), parent);
        }
        let covered = self.evaluator.coverage();
        if !covered.is_empty() && self.operators.random().coin() {
            let goal = *self.operators.random().pick(covered);
            if let Some(test) = self.evaluator.archive().test(goal) {
                self.parents[0].test.clone_from(test);
            }
        }
        let [one, other] = &self.parents;
        let [first, second] = &mut self.offspring;
        let joined = self.operators.random().coin() && {
            // Both orders.
            self.operators.join(&one.test, &other.test, first)
                && self.operators.join(&other.test, &one.test, second)
        };
        if !joined {
            self.operators.crossover([&one.test, &other.test], &mut self.offspring);
        }
        for index in 0..self.offspring.len() {
            if self.evaluator.stopped().is_some() {
                return;
            }
            if self.operators.random().coin() {
                self.operators.mutate(&self.offspring[index], &mut self.changed);
            } else {
                self.changed.clone_from(&self.offspring[index]);
            }
            let Hybrid { evaluator, operators, population, changed, .. } = self;
            SearchContext { evaluator, operators, population }.evaluate(changed);
        }
    }

    /// Works on one goal, if one is due. True if it took an evaluation.
    fn focus(&mut self) -> bool {
        let before = self.evaluator.evaluations();
        let is_first = 2 * self.sequenced <= self.focused;
        let worked =
            is_first && self.follow() || self.refine() || !is_first && self.follow() || self.unblock();
        self.focused += self.evaluator.evaluations() - before;
        worked
    }

    /// Rule 8.
    fn follow(&mut self) -> bool {
        let Hybrid { evaluator, operators, population, refinement, sequences, .. } = self;
        let before = evaluator.evaluations();
        let worked = sequences.work(&mut SearchContext { evaluator, operators, population }, refinement);
        self.sequenced += self.evaluator.evaluations() - before;
        worked
    }

    /// Rule 9.
    fn unblock(&mut self) -> bool {
        let Hybrid { evaluator, operators, population, refinement, blocked, .. } = self;
        blocked.work(&mut SearchContext { evaluator, operators, population }, refinement)
    }

    /// Rules 4 to 7.
    fn refine(&mut self) -> bool {
        let Hybrid { evaluator, operators, population, refinement, paths, .. } = self;
        let before = evaluator.evaluations();
        let Some(goal) = population.queue.next(before) else { return false };
        let mut context = SearchContext { evaluator, operators, population };
        let ended = refinement.refine(&mut context, goal, Starts::Alternating);
        if ended {
            paths.pursue(&mut context, goal);
        }
        let now = self.evaluator.evaluations();
        let state = self.population.queue.spend(goal, now - before, ended);
        self.sequences.note(self.evaluator, goal, state);
        let due = if state.is_flat() {
            state.wait = state.wait.saturating_mul(2).max(now - before);
            now.saturating_add(state.wait)
        } else if state.is_untried() {
            state.spent
        } else {
            now
        };
        if !self.evaluator.archive().is_covered(goal) {
            self.population.queue.set_due(goal, due);
        }
        now > before
    }
}
