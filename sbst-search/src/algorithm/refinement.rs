//! Refinement: improves one test for one goal without random choices, by input-to-state and local
//! search, and returns the results to the search.
//!
//! 1. The start is the goal's best test. Later it is a changed copy of a test that reached the
//!    goal, or a drawn test ([`Starts`]).
//! 2. The test is traced. Operands of the goal's condition are added to the pool. Its target values
//!    are written into the input ([`InputToState`]), guess by guess until one is nearer; then again
//!    from there. A guess by a function that always fits must cover the goal: a smaller distance is
//!    no evidence, and may lead away from a slope.
//! 3. A specific guess may break a condition before the goal's own, on the same value. The written
//!    part is held, and local search repairs the rest: the first broken condition, then the next.
//!    At most [`REPAIRS`] guesses of one test are repaired, with [`REPAIR`] evaluations each.
//! 4. From the result, [local search](crate::local::local_search) climbs until a local optimum.
//! 5. Each test that covers another goal on the way is offered to the population, as a start for
//!    the goals behind it. So is the nearest one for the goal. (Lamarckian: individuals pass on
//!    acquired traits.)

use crate::evaluation::pursuit::{GoalPursuit, Pursuit};
use crate::{
    algorithm::goal_queue::GoalQueue, evaluation::evaluator::Evaluator, evaluation::fitness::Fitness,
    local::input_to_state::InputToState, local::local_search::LocalSearch, operator::random::Random,
    operator::Operators,
};
use sbst_model::{messages::ValueSource, Distance, TestCase};

/// The most traces in a row while guesses come nearer: such a text is found letter by letter.
const ROUNDS: u32 = 64;

/// Repaired guesses of one test: correct correspondences are among the first few.
const REPAIRS: u32 = 4;
/// Evaluations for one repair: two for each of fifty characters or values, and twice as many again
/// for the relevant ones.
const REPAIR: u64 = 300;

/// The population of a global search, with tests to refine.
pub trait MemeticPopulation {
    fn queue(&mut self) -> &mut GoalQueue;

    /// Receives `test`, which was just evaluated, and keeps it if it is useful.
    fn offer(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase, random: &mut Random);

    /// Records that a test covered `goal` without being offered.
    fn cover(&mut self, evaluator: &Evaluator<'_>, goal: u32, random: &mut Random);

    /// Returns the best test for an uncovered goal, and its distance, if one reached it.
    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)>;

    /// Returns a random test that reached an uncovered goal.
    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase>;
}

pub struct SearchContext<'s, 'e> {
    pub evaluator: &'s mut Evaluator<'e>,
    pub operators: &'s mut Operators,
    pub population: &'s mut dyn MemeticPopulation,
}

impl SearchContext<'_, '_> {
    /// Evaluates `test` and offers it, unless the search is over.
    pub(crate) fn evaluate(&mut self, test: &TestCase) {
        if self.evaluator.stopped().is_none() {
            self.evaluator.evaluate(test);
            self.population.offer(self.evaluator, test, self.operators.random());
        }
    }

    /// [`evaluate`](Self::evaluate), for an objective.
    pub(crate) fn pursue(&mut self, pursuit: &mut dyn Pursuit, test: &TestCase) -> Fitness {
        if self.evaluator.stopped().is_some() {
            return Fitness::UNREACHED;
        }
        let fitness = pursuit.evaluate(self.evaluator, test);
        self.population.offer(self.evaluator, test, self.operators.random());
        fitness
    }
}

/// The starts of refinement after that of the best test (rule 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// Changed copies of tests of the population; without any, drawn tests.
    Changed,
    /// Changed copies and drawn tests by turns.
    Alternating,
}

/// A climb, and true if it ended before its limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Climb {
    pub(crate) reached: Fitness,
    pub(crate) ended: bool,
}

/// Refines tests, with reused buffers.
pub struct Refinement {
    guesses: Option<InputToState>,
    local_search: Option<LocalSearch>,
    current: TestCase,
    candidate: TestCase,
}

impl Refinement {
    /// Refinement without the disabled parts.
    pub fn new(operators: &Operators, without: &[ValueSource]) -> Refinement {
        let with = |part: ValueSource| !without.contains(&part);
        Refinement {
            guesses: with(ValueSource::InputToState).then(|| InputToState::new(operators.parameters.clone())),
            local_search: with(ValueSource::LocalSearch).then(LocalSearch::default),
            current: TestCase::new(),
            candidate: TestCase::new(),
        }
    }

    pub fn is_off(&self) -> bool {
        self.guesses.is_none() && self.local_search.is_none()
    }

    /// Refines a test for `goal`. True at a local optimum, or if it has no prospect of success.
    pub fn refine(&mut self, context: &mut SearchContext<'_, '_>, goal: u32, starts: Starts) -> bool {
        let start = self.start(context, goal, starts);
        let pursuit = &mut GoalPursuit(goal);
        let guessed = self.guess(context, pursuit, start);
        let evaluations = context.evaluator.evaluations();
        let (limit, is_cut_short) = context.population.queue().state(goal).climb(evaluations);
        let Climb { reached, ended } = self.climb(context, pursuit, guessed, limit);
        ended || reached == guessed && !is_cut_short
    }

    /// Refines `test`, whose fitness is `start`, for another objective. The climb takes at most
    /// this number of evaluations.
    pub(crate) fn pursue(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        pursuit: &mut dyn Pursuit,
        test: &mut TestCase,
        start: Fitness,
        limit: u64,
    ) -> Climb {
        self.current.clone_from(test);
        let guessed = self.guess(context, pursuit, start);
        let climb = self.climb(context, pursuit, guessed, limit);
        test.clone_from(&self.current);
        climb
    }

    /// Rule 1: writes the start into `current`, and returns its fitness.
    fn start(&mut self, context: &mut SearchContext<'_, '_>, goal: u32, starts: Starts) -> Fitness {
        let SearchContext { operators, population, .. } = context;
        if population.queue().state(goal).is_untried() {
            if let Some((distance, test)) = population.best(goal) {
                self.current.clone_from(test);
                return Fitness { level: 0, distance };
            }
        }
        let state = population.queue().state(goal);
        state.restarts += 1;
        let changes = starts == Starts::Changed || state.restarts % 2 == 1;
        match population.any(goal, operators.random()) {
            Some(test) if changes => operators.mutate(test, &mut self.current),
            _ => operators.sample(&mut self.current),
        }
        context.evaluate(&self.current);
        context.evaluator.fitness(goal)
    }

    /// Rule 2, from `current`, which becomes the best one found.
    fn guess(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        pursuit: &mut dyn Pursuit,
        start: Fitness,
    ) -> Fitness {
        let mut best = start;
        let Some(mut guesses) = self.guesses.take() else { return best };
        for _ in 0..ROUNDS {
            let before = best;
            let mut repairs = 0;
            let count = match pursuit.blocking() {
                Some(goal) if !pursuit.is_given_up() => self.trace(context, goal, &mut guesses),
                _ => 0,
            };
            for index in 0..count {
                if best < before || best.is_covered() || context.evaluator.stopped().is_some() {
                    break;
                }
                if guesses.write(index, &self.current, &mut self.candidate) {
                    let fitness = context.pursue(pursuit, &self.candidate);
                    let is_specific = guesses.is_specific(index);
                    if fitness.is_covered() || fitness < best && is_specific {
                        best = fitness;
                        std::mem::swap(&mut self.current, &mut self.candidate);
                    } else if is_specific && before.level == 0 && fitness.level > 0 && repairs < REPAIRS {
                        repairs += 1;
                        best = self.repair(context, pursuit, (&guesses, index), fitness, best);
                    }
                }
            }
            if best == before || best.is_covered() || context.evaluator.stopped().is_some() {
                break;
            }
        }
        self.guesses = Some(guesses);
        best
    }

    /// Rule 3, for a guess in `candidate`. Returns the fitness of `current`, the best.
    fn repair(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        pursuit: &mut dyn Pursuit,
        (guesses, index): (&InputToState, usize),
        start: Fitness,
        best: Fitness,
    ) -> Fitness {
        let Refinement { local_search: Some(local_search), current, candidate, .. } = self else {
            return best;
        };
        let SearchContext { evaluator, operators, .. } = context;
        let held = guesses.held(index, current, evaluator.traced(), candidate);
        let covered = evaluator.coverage().len();
        local_search.hold(held);
        let reached = local_search.pursue(evaluator, operators, pursuit, candidate, start, REPAIR);
        let is_better = reached < best;
        if is_better {
            std::mem::swap(current, candidate);
        }
        self.offer_since(context, covered);
        if is_better {
            reached
        } else {
            best
        }
    }

    /// Traces `current`, finds guesses, and returns their number.
    fn trace(&mut self, context: &mut SearchContext<'_, '_>, goal: u32, guesses: &mut InputToState) -> usize {
        let SearchContext { evaluator, operators, population } = context;
        if evaluator.stopped().is_some() {
            return 0;
        }
        evaluator.trace(&self.current);
        population.offer(evaluator, &self.current, operators.random());
        let trace = evaluator.traced();
        let count = guesses.find(&self.current, trace, goal, evaluator.dependences());
        for comparison in trace.comparisons.iter().filter(|comparison| comparison.misses == goal) {
            for operand in [&comparison.left, &comparison.right] {
                if !guesses.is_input(&self.current, operand) {
                    operators.pool.keep(operand);
                }
            }
        }
        count
    }

    /// Rule 4, with at most this number of evaluations.
    fn climb(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        pursuit: &mut dyn Pursuit,
        from: Fitness,
        limit: u64,
    ) -> Climb {
        let Some(local_search) = self.local_search.as_mut().filter(|_| !from.is_covered()) else {
            return Climb { reached: from, ended: true };
        };
        let SearchContext { evaluator, operators, .. } = context;
        let covered = evaluator.coverage().len();
        let before = evaluator.evaluations();
        let reached = local_search.pursue(evaluator, operators, pursuit, &mut self.current, from, limit);
        let ended = evaluator.evaluations() - before < limit;
        if reached < from && !reached.is_covered() {
            context.pursue(pursuit, &self.current);
        }
        self.offer_since(context, covered);
        Climb { reached, ended }
    }

    /// Rule 5, for the goals covered after the first `covered`.
    fn offer_since(&mut self, context: &mut SearchContext<'_, '_>, covered: usize) {
        let end = context.evaluator.coverage().len();
        for index in covered..end {
            let SearchContext { evaluator, operators, population } = context;
            let goal = evaluator.coverage()[index];
            population.cover(evaluator, goal, operators.random());
            if let Some(test) = evaluator.archive().test(goal) {
                self.current.clone_from(test);
                context.evaluate(&self.current);
            }
        }
    }
}
