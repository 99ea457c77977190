//! The default: MIO, which keeps tests for each goal, and beside it what takes a goal's best test and does all that can be
//! done from there: input-to-state and local search.
//!
//! # Two kinds of work
//! 1. *Exploring* is [MIO](crate::mio): a test drawn anew, or one of the archive changed; and some tests that are crossed.
//!    It meets new conditions, and it is what finds goals that no distance leads to. A quarter of its tests at least is
//!    drawn anew to the end, because where distances deceive nothing is better than that.
//! 2. *Focusing* is work on one goal that was reached and not covered. It takes at most half of all evaluations, so that
//!    where it is of no use the search takes at most twice as long as without it.
//! 3. The first `OPENING` tests are drawn anew: most goals need no more, and the rest gets tests to begin with.
//!
//! # Focusing on a goal
//! 4. The best test for the goal is traced. What the goal's condition compared goes into the pool, and what it
//!    wants is written into the input ([`InputToState`]), guess by guess until one is nearer; then again from there. Functions that
//!    fit always must cover the goal: that they bring it nearer says nothing, and may lead away from where one can climb.
//! 5. From what has come of that, [local search](crate::local_search) takes over until a local optimum is reached.
//! 6. If this was done with the best test before, the start is another one: by turns one of the goal's population with a
//!    change, and one drawn anew. Those are the restarts of the climbers.
//!
//! # Which goal
//! 7. Goals wait in a queue. One whose best test has not been tried, because it is new or has become nearer by other
//!    means, stands at the number of evaluations that were spent on it; so those on which little was spent come first. A goal
//!    that depends on others gets there when it is reached.
//! 8. One whose best test was tried stands at the evaluation from which another start is due, which is at once. But if all tests
//!    are as far from the goal, nothing can be climbed: the first attempt is short, and each doubles the time until the next,
//!    which may take twice that; the best test is tried until an attempt from there came to its end.
//! 9. If nobody is due the search explores.
//!
//! # What this adds to MIO's archive
//! 10. Every test that covers something while the search focuses, and the nearest one for the goal, is offered to the
//!     populations, so that what was reached in passing is a start for the goals behind it.

use crate::mio::archive::Tested;
use crate::mio::queue::Queue;
use crate::mio::{self, Mio, Schedule};
use crate::{Evaluator, Fitness, InputToState, LocalSearch, Operators};
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};

/// Tests drawn at the beginning: enough that most outcomes of a comparison are met, and few enough that a goal for which an
/// input need only be written down does not wait long.
const OPENING: u64 = 10;
/// The part of the evaluations that focusing may take, at most.
const FOCUS: f64 = 0.5;
/// The part of the tests that are drawn anew while exploring. At the end a quarter still is (rule 1); at the beginning
/// fewer than the 0.8 of [MIO](mio::Parameters), because what that leaves to mutation focusing has halved.
const P_SAMPLE: Schedule = Schedule { first: 0.5, focused: 0.25 };
/// Times that a test is traced anew while it becomes nearer by guesses: a text of this length is found letter by letter.
const ROUNDS: u32 = 64;
/// Evaluations of a local search, at most; if it is still on its way then, it goes on from there when its turn comes again.
const CLIMB: u64 = 1_000;
/// The least of these limits, at the beginning, where focusing may get ahead of its part by so much: alternating variables
/// need about two evaluations for each bit of each of a few numbers.
const LEAST_CLIMB: u64 = 200;
/// Where no slope is known, one attempt in each direction must show it: there are two for each of a dozen values.
const FLAT_CLIMB: u64 = 50;
/// Once in how many steps of exploring two tests are crossed.
const CROSS: u64 = 8;

/// What was done for a goal.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Evaluations spent on it.
    spent: u64,
    /// The least distance met, and the greatest.
    nearest: Distance,
    farthest: Distance,
    /// The distance of the best test that was tried.
    tried: Distance,
    /// How often another test than the best was tried.
    restarts: u64,
    /// For how many evaluations the goal waited last (rule 8).
    wait: u64,
}

/// The search.
struct Hybrid<'a, 'b> {
    evaluator: &'a mut Evaluator<'b>,
    operators: &'a mut Operators,
    mio: Mio,
    guesses: Option<InputToState>,
    local_search: Option<LocalSearch>,
    work: Vec<Work>,
    /// Goals that were reached and not covered, the next to work on first.
    waiting: Queue,
    /// Evaluations spent on focusing.
    focused: u64,
    /// Tests that are crossed, and what comes of it.
    parents: [Tested; 2],
    offspring: [TestCase; 2],
    /// The test that is worked on.
    current: TestCase,
    /// The test that is tried.
    candidate: TestCase,
}

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    operators.pool.grammar = !without.contains(&ValueSource::SpecialValues);
    let goals = evaluator.archive().goals();
    let with_guesses = !without.contains(&ValueSource::InputToState);
    let with_local_search = !without.contains(&ValueSource::LocalSearch);
    let parameters = mio::Parameters { p_sample: P_SAMPLE, ..mio::Parameters::default() };
    let new = Work {
        spent: 0,
        nearest: Distance::UNREACHED,
        farthest: Distance::ZERO,
        tried: Distance::UNREACHED,
        restarts: 0,
        wait: 0,
    };
    let mut hybrid = Hybrid {
        mio: Mio::new(evaluator, operators, &[], &parameters),
        guesses: with_guesses.then(|| InputToState::new(operators.parameters.clone())),
        local_search: with_local_search.then(LocalSearch::default),
        work: vec![new; goals],
        waiting: Queue::new(goals),
        focused: 0,
        parents: Default::default(),
        offspring: Default::default(),
        current: TestCase::new(),
        candidate: TestCase::new(),
        evaluator,
        operators,
    };
    for test in initial {
        hybrid.evaluator.recall(test);
        hybrid.mio.archive.update(hybrid.evaluator, test, hybrid.operators.random());
        hybrid.note();
    }
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
        if p_sample < 1.0 && !self.mio.archive.is_empty() && self.operators.random().one_in(CROSS) {
            self.cross();
        } else {
            self.mio.step(self.evaluator, self.operators, p_sample);
            self.note();
        }
    }

    /// Crosses two tests of the archive, or puts one behind the other, and changes what comes of it half of the time. One of them
    /// covers something, half of the time: what leads there may be missing here.
    fn cross(&mut self) {
        for parent in &mut self.parents {
            self.mio.archive.sample(self.evaluator, self.operators.random(), parent);
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
                self.operators.mutate(&self.offspring[index], &mut self.current);
            } else {
                self.current.clone_from(&self.offspring[index]);
            }
            self.evaluate_current();
        }
    }

    /// Takes note of what the last evaluation meant to the goals that wait.
    fn note(&mut self) {
        for &goal in self.evaluator.newly_covered() {
            self.waiting.remove(goal);
        }
        for &(goal, distance) in self.evaluator.near() {
            let work = &mut self.work[goal as usize];
            work.farthest = work.farthest.max(distance);
            if distance < work.nearest {
                work.nearest = distance;
                self.waiting.set(goal, (work.spent, goal));
            }
        }
    }

    /// Works on one goal, if one is due; says whether that took an evaluation.
    fn focus(&mut self) -> bool {
        let before = self.evaluator.evaluations();
        let Some(goal) = self.waiting.first_until(before) else { return false };
        let start = self.begin(goal);
        let guessed = self.guess(goal, start);
        let ended = self.climb(goal, guessed);
        let now = self.evaluator.evaluations();
        self.focused += now - before;
        let work = &mut self.work[goal as usize];
        work.spent += now - before;
        if ended {
            work.tried = work.nearest;
        }
        // Rules 7 and 8.
        let due = if work.nearest == work.farthest {
            work.wait = (2 * work.wait).max(now - before);
            now + work.wait
        } else if work.nearest < work.tried {
            work.spent
        } else {
            now
        };
        if !self.evaluator.archive().is_covered(goal) {
            self.waiting.set(goal, (due, goal));
        }
        now > before
    }

    /// Evaluates `current`, unless the search is over.
    fn evaluate_current(&mut self) {
        if self.evaluator.stopped().is_some() {
            return;
        }
        self.evaluator.evaluate(&self.current);
        self.mio.archive.update(self.evaluator, &self.current, self.operators.random());
        self.note();
    }

    /// Rules 4 and 6: puts the test to begin with into `current`.
    fn begin(&mut self, goal: u32) -> Fitness {
        let work = &mut self.work[goal as usize];
        if work.nearest < work.tried {
            if let Some((distance, test)) = self.mio.archive.best(goal) {
                self.current.clone_from(test);
                return Fitness { level: 0, distance };
            }
        }
        work.restarts += 1;
        let from_archive = work.restarts % 2 == 1;
        match self.mio.archive.any(goal, self.operators.random()) {
            Some(test) if from_archive => self.operators.mutate(test, &mut self.current),
            _ => self.operators.sample(&mut self.current),
        }
        self.evaluate_current();
        self.evaluator.fitness(goal)
    }

    /// Rule 4, from `current`, which becomes the best found.
    fn guess(&mut self, goal: u32, start: Fitness) -> Fitness {
        let mut best = start;
        let Some(mut guesses) = self.guesses.take() else { return best };
        for _ in 0..ROUNDS {
            let before = best;
            let count = self.look(goal, &mut guesses);
            for index in 0..count {
                if best < before || best.is_covered() || self.evaluator.stopped().is_some() {
                    break;
                }
                if guesses.write(index, &self.current, &mut self.candidate) {
                    std::mem::swap(&mut self.current, &mut self.candidate);
                    self.evaluate_current();
                    let fitness = self.evaluator.fitness(goal);
                    if fitness.is_covered() || fitness < best && guesses.tells(index) {
                        best = fitness;
                    } else {
                        std::mem::swap(&mut self.current, &mut self.candidate);
                    }
                }
            }
            if best == before || best.is_covered() || self.evaluator.stopped().is_some() {
                break;
            }
        }
        self.guesses = Some(guesses);
        best
    }

    /// Traces `current`, and finds guesses from that.
    fn look(&mut self, goal: u32, guesses: &mut InputToState) -> usize {
        if self.evaluator.stopped().is_some() {
            return 0;
        }
        self.evaluator.trace(&self.current);
        self.mio.archive.update(self.evaluator, &self.current, self.operators.random());
        self.note();
        let trace = self.evaluator.traced();
        let count = guesses.find(&self.current, trace, goal, self.evaluator.dependences());
        for comparison in trace.comparisons.iter().filter(|comparison| comparison.misses == goal) {
            for operand in [&comparison.left, &comparison.right] {
                if !guesses.is_input(&self.current, operand) {
                    self.operators.pool.keep(operand);
                }
            }
        }
        count
    }

    /// Rule 5; says whether a local optimum was reached, or nothing better is to be expected from there.
    fn climb(&mut self, goal: u32, from: Fitness) -> bool {
        let Some(local_search) = &mut self.local_search else { return true };
        if from.is_covered() {
            return true;
        }
        let covered = self.evaluator.coverage().len();
        let before = self.evaluator.evaluations();
        let work = &self.work[goal as usize];
        let climb = (before / 2).clamp(LEAST_CLIMB, CLIMB);
        let limit = match work.nearest == work.farthest {
            true => FLAT_CLIMB.max(2 * work.wait).min(climb),
            false => climb,
        };
        let test = &mut self.current;
        let reached = local_search.improve(self.evaluator, self.operators, goal, test, from, limit);
        let nothing_found = reached == from && limit == climb;
        let ended = nothing_found || self.evaluator.evaluations() - before < limit;
        if reached < from && !reached.is_covered() {
            self.evaluate_current();
        }
        self.offer_since(covered);
        ended
    }

    /// Rule 9.
    fn offer_since(&mut self, covered: usize) {
        let end = self.evaluator.coverage().len();
        for index in covered..end {
            let goal = self.evaluator.coverage()[index];
            self.mio.archive.cover(goal, self.operators.random());
            self.waiting.remove(goal);
            if let Some(test) = self.evaluator.archive().test(goal) {
                self.current.clone_from(test);
                self.evaluate_current();
            }
        }
    }
}
