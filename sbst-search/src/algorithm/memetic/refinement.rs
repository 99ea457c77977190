//! Refinement: all that can be done for one goal from one test before chance is asked again. Input-to-state and local search, with what
//! they find given back to the search that asked for it.
//!
//! 1. The test is traced. What the goal's condition compared goes into the pool, and what it wants is written into the
//!    input ([`InputToState`]), guess by guess until one is nearer; then again from there. Functions that fit always must cover the goal: that
//!    they bring it nearer says nothing, and may lead away from where one can climb.
//! 2. From what has come of that, [local search](crate::local::local_search) takes over until a local optimum is reached.
//! 3. Every test that covers something by the way, and the nearest one for the goal, is offered to the search's individuals,
//!    so that what was reached in passing is a start for the goals behind it. (Lamarckian: what an individual learns is what it hands on.)

use crate::algorithm::memetic::agenda::Agenda;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use crate::local::input_to_state::InputToState;
use crate::local::local_search::LocalSearch;
use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::messages::ValueSource;
use sbst_model::{Distance, TestCase};

/// Times that a test is traced anew while it becomes nearer by guesses: a text of this length is found letter by letter.
const ROUNDS: u32 = 64;

/// The tests that a search keeps beside the evaluator's archive.
pub(crate) trait Individuals {
    /// The goals that they are for.
    fn agenda(&mut self) -> &mut Agenda;

    /// Takes note of `test`, which was evaluated just now, and keeps it if it is of use.
    fn offer(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase, random: &mut Random);

    /// Takes note that `goal` was covered by a test that was not offered.
    fn cover(&mut self, evaluator: &Evaluator<'_>, goal: u32, random: &mut Random);

    /// The best test for an uncovered goal, and its distance, if one reached it.
    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)>;

    /// Any test that reached an uncovered goal.
    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase>;
}

/// What refinement works with.
pub(crate) struct Surroundings<'s, 'e, I> {
    pub(crate) evaluator: &'s mut Evaluator<'e>,
    pub(crate) operators: &'s mut Operators,
    pub(crate) individuals: &'s mut I,
}

impl<I: Individuals> Surroundings<'_, '_, I> {
    /// Evaluates `test` and offers it, unless the search is over.
    pub(crate) fn evaluate(&mut self, test: &TestCase) {
        if self.evaluator.stopped().is_none() {
            self.evaluator.evaluate(test);
            self.individuals.offer(self.evaluator, test, self.operators.random());
        }
    }
}

/// Refines tests, with the buffers that it uses again.
pub(crate) struct Refinement {
    guesses: Option<InputToState>,
    local_search: Option<LocalSearch>,
    /// The test that is worked on.
    pub(crate) current: TestCase,
    /// The test that is tried.
    candidate: TestCase,
}

impl Refinement {
    /// With the parts that are not switched off.
    pub(crate) fn new(operators: &Operators, without: &[ValueSource]) -> Refinement {
        let with = |part: ValueSource| !without.contains(&part);
        Refinement {
            guesses: with(ValueSource::InputToState).then(|| InputToState::new(operators.parameters.clone())),
            local_search: with(ValueSource::LocalSearch).then(LocalSearch::default),
            current: TestCase::new(),
            candidate: TestCase::new(),
        }
    }

    /// Whether all of it is switched off.
    pub(crate) fn is_off(&self) -> bool {
        self.guesses.is_none() && self.local_search.is_none()
    }

    /// Refines `current`, whose fitness is `start`. Says whether a local optimum was reached, or nothing better is to be expected
    /// from there.
    pub(crate) fn refine(
        &mut self,
        around: &mut Surroundings<'_, '_, impl Individuals>,
        goal: u32,
        start: Fitness,
    ) -> bool {
        let guessed = self.guess(around, goal, start);
        self.climb(around, goal, guessed)
    }

    /// Rule 1, from `current`, which becomes the best found.
    fn guess(
        &mut self,
        around: &mut Surroundings<'_, '_, impl Individuals>,
        goal: u32,
        start: Fitness,
    ) -> Fitness {
        let mut best = start;
        let Some(mut guesses) = self.guesses.take() else { return best };
        for _ in 0..ROUNDS {
            let before = best;
            let count = self.look(around, goal, &mut guesses);
            for index in 0..count {
                if best < before || best.is_covered() || around.evaluator.stopped().is_some() {
                    break;
                }
                if guesses.write(index, &self.current, &mut self.candidate) {
                    around.evaluate(&self.candidate);
                    let fitness = around.evaluator.fitness(goal);
                    if fitness.is_covered() || fitness < best && guesses.tells(index) {
                        best = fitness;
                        std::mem::swap(&mut self.current, &mut self.candidate);
                    }
                }
            }
            if best == before || best.is_covered() || around.evaluator.stopped().is_some() {
                break;
            }
        }
        self.guesses = Some(guesses);
        best
    }

    /// Traces `current`, and finds guesses from that.
    fn look(
        &mut self,
        around: &mut Surroundings<'_, '_, impl Individuals>,
        goal: u32,
        guesses: &mut InputToState,
    ) -> usize {
        let Surroundings { evaluator, operators, individuals } = around;
        if evaluator.stopped().is_some() {
            return 0;
        }
        evaluator.trace(&self.current);
        individuals.offer(evaluator, &self.current, operators.random());
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

    /// Rule 2; says whether that came to its end.
    fn climb(
        &mut self,
        around: &mut Surroundings<'_, '_, impl Individuals>,
        goal: u32,
        from: Fitness,
    ) -> bool {
        let Some(local_search) = &mut self.local_search else { return true };
        if from.is_covered() {
            return true;
        }
        let Surroundings { evaluator, operators, individuals } = around;
        let covered = evaluator.coverage().len();
        let before = evaluator.evaluations();
        let (limit, is_cut_short) = individuals.agenda().work(goal).climb(before);
        let reached = local_search.improve(evaluator, operators, goal, &mut self.current, from, limit);
        let nothing_found = reached == from && !is_cut_short;
        let ended = nothing_found || evaluator.evaluations() - before < limit;
        if reached < from && !reached.is_covered() {
            around.evaluate(&self.current);
        }
        self.offer_since(around, covered);
        ended
    }

    /// Rule 3.
    fn offer_since(&mut self, around: &mut Surroundings<'_, '_, impl Individuals>, covered: usize) {
        let end = around.evaluator.coverage().len();
        for index in covered..end {
            let Surroundings { evaluator, operators, individuals } = around;
            let goal = evaluator.coverage()[index];
            individuals.cover(evaluator, goal, operators.random());
            if let Some(test) = evaluator.archive().test(goal) {
                self.current.clone_from(test);
                around.evaluate(&self.current);
            }
        }
    }
}
