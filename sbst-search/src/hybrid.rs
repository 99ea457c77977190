//! The default: MIO, which keeps tests for each goal, and beside it what takes a goal's best test and does all that can be
//! done from there: input-to-state and local search.
//!
//! # Two kinds of work
//! 1. *Exploring* is [MIO](crate::mio): a test drawn anew, or one of the archive changed. It meets new conditions, and it
//!    is what finds goals that no distance leads to. A quarter of it at least is drawn anew to the end, because where
//!    distances deceive nothing is better than that.
//! 2. *Focusing* is work on one goal that was reached and not covered. It takes at most half of all evaluations, so that
//!    where it is of no use the search takes at most twice as long as without it.
//! 3. The first [`OPENING`] tests are drawn anew: most goals need no more, and the rest gets tests to begin with.
//!
//! # Focusing on a goal
//! 4. The best test for the goal is traced. What the goal's condition compared goes into the [pool](crate::pool), and what it
//!    wants is written into the input ([`InputToState`]), guess by guess until one is nearer; then again from there.
//! 5. From what has come of that, [local search](crate::local_search) takes over until a local optimum is reached.
//! 6. If this was done with the best test before, the start is another one: by turns one of the goal's population with a
//!    change, and one drawn anew. Those are the restarts of the climbers.
//!
//! # Which goal
//! 7. First those whose best test has not been tried, because it is new or has become nearer by other means; of them the
//!    one on which least was spent. A goal that depends on others gets there when it is reached.
//! 8. Else the one on which least was spent: what was in vain postpones a goal by as much as it cost.
//!
//! # What this adds to MIO's archive
//! 9. Every test that covers something while the search focuses, and the nearest one for the goal, is offered to the
//!    populations, so that what was reached in passing is a start for the goals behind it.

use crate::mio::archive::MioArchive;
use crate::mio::{self, Current};
use crate::{Evaluator, Fitness, InputToState, Operators};
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};

/// Tests drawn at the beginning: every sixth value is special, so that most specials are met once by each parameter.
const OPENING: u64 = 32;
/// The part of the evaluations that focusing may take, at most.
const FOCUS: f64 = 0.5;
/// The least part of the tests drawn anew while exploring.
const P_SAMPLE: f64 = 0.25;
/// Times that a goal's test is traced anew while it becomes nearer by guesses: a text of this length is found letter by
/// letter.
const ROUNDS: u32 = 64;

/// What was spent on a goal.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Evaluations.
    spent: u64,
    /// The distance of the best test that was tried.
    tried: Distance,
    /// How often another test than the best was tried.
    restarts: u32,
}

/// The search.
struct Hybrid<'a, 'b> {
    evaluator: &'a mut Evaluator<'b>,
    operators: &'a mut Operators,
    archive: MioArchive,
    archive_size: usize,
    guesses: Option<InputToState>,
    work: Vec<Work>,
    /// Evaluations spent on focusing.
    focused: u64,
    /// The test that is worked on.
    current: TestCase,
    /// The test that is tried.
    candidate: TestCase,
    /// The test that exploring changes, and how often it has.
    walking: TestCase,
    mutations: usize,
}

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    operators.pool.grammar = !without.contains(&ValueSource::SpecialValues);
    let parameters = mio::Parameters::default();
    let goals = evaluator.archive().goals();
    let with_guesses = !without.contains(&ValueSource::InputToState);
    let mut hybrid = Hybrid {
        archive: MioArchive::new(goals),
        archive_size: parameters.archive_size.first as usize,
        guesses: with_guesses.then(|| InputToState::new(operators.parameters.clone())),
        work: vec![Work { spent: 0, tried: Distance::UNREACHED, restarts: 0 }; goals],
        focused: 0,
        current: TestCase::new(),
        candidate: TestCase::new(),
        walking: TestCase::new(),
        mutations: 0,
        evaluator,
        operators,
    };
    for test in initial {
        hybrid.evaluator.recall(test);
        hybrid.archive.update(hybrid.evaluator, test, hybrid.archive_size);
    }
    hybrid.run(&parameters)
}

impl Hybrid<'_, '_> {
    fn run(&mut self, parameters: &mio::Parameters) -> Stopped {
        let begun = self.evaluator.evaluations();
        loop {
            if let Some(stopped) = self.evaluator.stopped() {
                return stopped;
            }
            let now = parameters.at(self.evaluator.progress());
            self.archive_size = now.archive_size;
            self.archive.crop(self.archive_size);
            let done = self.evaluator.evaluations() - begun;
            if done < OPENING {
                self.explore(&Current { p_sample: 1.0, ..now });
            } else if (self.focused as f64) >= FOCUS * done as f64 || !self.focus() {
                self.explore(&Current { p_sample: now.p_sample.max(P_SAMPLE), ..now });
            }
        }
    }

    /// Rule 1: one evaluation.
    fn explore(&mut self, now: &Current) {
        if self.mutations > 0 && self.mutations < now.num_mutations {
            self.mutations += 1;
            self.operators.mutate(&self.walking, &mut self.candidate);
        } else if self.operators.random().chance(now.p_sample) || self.archive.is_empty() {
            self.mutations = 0;
            self.operators.sample(&mut self.candidate);
        } else {
            self.mutations = 1;
            self.walking.clone_from(self.archive.sample(self.evaluator, self.operators.random()));
            self.operators.mutate(&self.walking, &mut self.candidate);
        }
        self.evaluator.evaluate(&self.candidate);
        if self.archive.update(self.evaluator, &self.candidate, self.archive_size) {
            std::mem::swap(&mut self.walking, &mut self.candidate);
            self.mutations = self.mutations.max(1);
        }
    }

    /// Works on one goal, if there is one; says whether that took an evaluation.
    fn focus(&mut self) -> bool {
        let Some(goal) = self.choose() else { return false };
        let before = self.evaluator.evaluations();
        let start = self.begin(goal);
        let guessed = self.guess(goal, start);
        let covered = self.evaluator.coverage().len();
        let (reached, ended) = self.climb(goal, guessed);
        self.offer(covered, reached < guessed && !reached.is_covered());
        let spent = self.evaluator.evaluations() - before;
        let nearest = self.nearest(goal);
        let work = &mut self.work[goal as usize];
        work.spent += spent;
        if ended {
            work.tried = nearest;
        }
        self.focused += spent;
        spent > 0
    }

    fn nearest(&self, goal: u32) -> Distance {
        self.archive.best(goal).map_or(Distance::UNREACHED, |best| best.0)
    }

    /// Rules 7 and 8.
    fn choose(&self) -> Option<u32> {
        let key = |&goal: &u32| {
            let work = &self.work[goal as usize];
            (self.nearest(goal) >= work.tried, work.spent)
        };
        self.archive.uncovered().iter().copied().min_by_key(key)
    }

    /// Rules 4 and 6: puts the test to begin with into `current`.
    fn begin(&mut self, goal: u32) -> Fitness {
        let work = &mut self.work[goal as usize];
        if let Some((distance, test)) = self.archive.best(goal) {
            if *distance < work.tried {
                self.current.clone_from(test);
                return Fitness { level: 0, distance: *distance };
            }
        }
        work.restarts += 1;
        if work.restarts % 2 == 1 {
            let test = self.archive.any(goal, self.operators.random());
            self.candidate.clone_from(test);
            self.operators.mutate(&self.candidate, &mut self.current);
        } else {
            self.operators.sample(&mut self.current);
        }
        self.evaluator.evaluate(&self.current);
        self.archive.update(self.evaluator, &self.current, self.archive_size);
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
                    self.evaluator.evaluate(&self.candidate);
                    self.archive.update(self.evaluator, &self.candidate, self.archive_size);
                    let fitness = self.evaluator.fitness(goal);
                    if fitness < best {
                        best = fitness;
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
        self.evaluator.trace(&self.current);
        self.archive.update(self.evaluator, &self.current, self.archive_size);
        let trace = self.evaluator.traced();
        for comparison in &trace.comparisons {
            if comparison.misses == goal {
                self.operators.pool.keep(comparison);
            }
        }
        guesses.find(&self.current, trace, goal, self.evaluator.dependences())
    }

    /// Rule 5; says whether it came to an end.
    fn climb(&mut self, goal: u32, from: Fitness) -> (Fitness, bool) {
        let _ = goal;
        (from, true)
    }

    /// Rule 9.
    fn offer(&mut self, covered: usize, improved: bool) {
        if improved {
            self.evaluator.evaluate(&self.current);
            self.archive.update(self.evaluator, &self.current, self.archive_size);
        }
        for index in covered..self.evaluator.coverage().len() {
            let goal = self.evaluator.coverage()[index];
            self.archive.cover(goal);
            if let Some(test) = self.evaluator.archive().test(goal) {
                self.current.clone_from(test);
                self.evaluator.evaluate(&self.current);
                self.archive.update(self.evaluator, &self.current, self.archive_size);
            }
        }
    }
}
