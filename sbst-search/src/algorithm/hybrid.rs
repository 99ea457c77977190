//! The default: MIO, which keeps tests for each goal, and beside it what takes a goal's best test and does all that can be
//! done from there: input-to-state and local search.
//!
//! # Two kinds of work
//! 1. *Exploring* is [MIO](crate::algorithm::mio): a test drawn anew, or one of the archive changed; and some tests that are crossed.
//!    It meets new conditions, and it is what finds goals that no distance leads to. A quarter of its tests at least is
//!    drawn anew to the end, because where distances deceive nothing is better than that.
//! 2. *Focusing* is work on one goal that was reached and not covered. It takes at most half of all evaluations, so that
//!    where it is of no use the search takes at most twice as long as without it.
//! 3. The first `OPENING` tests are drawn anew: most goals need no more, and the rest gets tests to begin with.
//!
//! # Focusing on a goal
//! 4. The best test for the goal is refined (`refinement.rs`): input-to-state, and from what has come of that, local
//!    search until a local optimum is reached.
//! 5. If this was done with the best test before, the start is another one: by turns one of the goal's population with a
//!    change, and one drawn anew. Those are the restarts of the climbers.
//!
//! # Which goal
//! 6. Goals wait in a queue (`agenda.rs`), those whose best test has not been tried first, and of those the one on which the
//!    least was spent.
//! 7. Another start is due at once. But if all tests are as far from the goal, nothing can be climbed: the first attempt is
//!    short, and each doubles the time until the next, which may take twice that; the best test is tried until an attempt from
//!    there came to its end.
//! 8. If nobody is due the search explores.
//!
//! # What this adds to MIO's archive
//! 9. What refinement finds is offered to the populations.

use crate::algorithm::memetic::mio::MioAndAgenda;
use crate::algorithm::memetic::refinement::{Refinement, Surroundings};
use crate::algorithm::mio;
use crate::algorithm::mio::archive::Tested;
use crate::algorithm::mio::Schedule;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use crate::operator::Operators;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::TestCase;

/// Tests drawn at the beginning: enough that most outcomes of a comparison are met, and few enough that a goal for which an
/// input need only be written down does not wait long.
const OPENING: u64 = 10;
/// The part of the evaluations that focusing may take, at most.
const FOCUS: f64 = 0.5;
/// The part of the tests that are drawn anew while exploring. At the end a quarter still is (rule 1); at the beginning
/// fewer than the 0.8 of [MIO](mio::Parameters), because what that leaves to mutation focusing has halved.
const P_SAMPLE: Schedule = Schedule { first: 0.5, focused: 0.25 };
/// Once in how many steps of exploring two tests are crossed.
const CROSS: u64 = 8;

/// The search.
struct Hybrid<'a, 'b> {
    evaluator: &'a mut Evaluator<'b>,
    operators: &'a mut Operators,
    individuals: MioAndAgenda,
    refinement: Refinement,
    /// Evaluations spent on focusing.
    focused: u64,
    /// Tests that are crossed, and what comes of it.
    parents: [Tested; 2],
    offspring: [TestCase; 2],
    /// One of these, changed.
    changed: TestCase,
}

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    operators.pool.grammar = !without.contains(&ValueSource::SpecialValues);
    let parameters = mio::Parameters { p_sample: P_SAMPLE, ..mio::Parameters::default() };
    let mut hybrid = Hybrid {
        individuals: MioAndAgenda::new(evaluator, operators, initial, &parameters),
        refinement: Refinement::new(operators, without),
        focused: 0,
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
        let is_empty = self.individuals.mio.archive.is_empty();
        if p_sample < 1.0 && !is_empty && self.operators.random().one_in(CROSS) {
            self.cross();
        } else {
            self.individuals.step(self.evaluator, self.operators, p_sample);
        }
    }

    /// Crosses two tests of the archive, or puts one behind the other, and changes what comes of it half of the time. One of them
    /// covers something, half of the time: what leads there may be missing here.
    fn cross(&mut self) {
        for parent in &mut self.parents {
            self.individuals.mio.archive.sample(self.evaluator, self.operators.random(), parent);
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
            let Hybrid { evaluator, operators, individuals, changed, .. } = self;
            Surroundings { evaluator, operators, individuals }.evaluate(changed);
        }
    }

    /// Works on one goal, if one is due; says whether that took an evaluation.
    fn focus(&mut self) -> bool {
        let Hybrid { evaluator, operators, individuals, refinement, .. } = self;
        let before = evaluator.evaluations();
        let Some(goal) = individuals.agenda.next(before) else { return false };
        let mut around = Surroundings { evaluator, operators, individuals };
        let start = begin(&mut around, goal, &mut refinement.current);
        let ended = refinement.refine(&mut around, goal, start);
        let now = self.evaluator.evaluations();
        self.focused += now - before;
        // Rules 6 and 7.
        let work = self.individuals.agenda.worked(goal, now - before, ended);
        let due = if work.is_flat() {
            work.wait = (2 * work.wait).max(now - before);
            now + work.wait
        } else if work.is_untried() {
            work.spent
        } else {
            now
        };
        if !self.evaluator.archive().is_covered(goal) {
            self.individuals.agenda.set_due(goal, due);
        }
        now > before
    }
}

/// Rules 4 and 5: puts the test to begin with into `start`.
fn begin(around: &mut Surroundings<'_, '_, MioAndAgenda>, goal: u32, start: &mut TestCase) -> Fitness {
    let MioAndAgenda { mio, agenda } = &mut *around.individuals;
    let work = agenda.work(goal);
    if work.is_untried() {
        if let Some((distance, test)) = mio.archive.best(goal) {
            start.clone_from(test);
            return Fitness { level: 0, distance };
        }
    }
    work.restarts += 1;
    let from_archive = work.restarts % 2 == 1;
    match mio.archive.any(goal, around.operators.random()) {
        Some(test) if from_archive => around.operators.mutate(test, start),
        _ => around.operators.sample(start),
    }
    around.evaluate(start);
    around.evaluator.fitness(goal)
}
