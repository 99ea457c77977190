//! Local search: the alternating variable method on a test case, for one goal.
//!
//! Korel, "Automated software test data generation", TSE 1990; the searches along a variable are
//! those of Kempka, McMinn and Sudholt 2015 (`variable_search.rs`). The variables, and the lengths
//! of steps: `variables.rs`.
//!
//! 1. Each variable in turn is searched along, while the others stay. A better test is kept at
//!    once. The search ends at a local optimum, when all have been searched since the last
//!    improvement.
//! 2. Fitness is approach level, then raw branch distance: a step of one is visible at any
//!    distance, and levels need no scale.
//! 3. A float is searched along by precision, coarsest first, and at last by representable values.
//!    If whole numbers have no effect, decimals are skipped.
//! 4. Variants of a sum have no order: each is tried, and the best taken.
//! 5. *The slice*: a variable without any effect on the fitness is skipped until the others are at
//!    a local optimum. Then it is tried once more. (EvoSuite takes the statements reached by a
//!    variable. That is the same question about data flow, but here the moves are made anyway. When
//!    the approach level falls another condition decides, so every variable is tried again.
//! 6. *Constant pools*: at a local optimum the variables of rule 5 are on a plateau, and get
//!    literals, operands and special values (`local_search/candidates.rs`). So do texts. Their
//!    tokens are written in other classes of characters; their characters and the elements of
//!    sequences are removed and repeated one by one. After an improvement, rule 1 begins again.
//!
//! 7. A part of the test can be [`Held`]: no move touches it, and none changes the structure, so
//!    that it keeps its place. At a local optimum each digit is replaced by all others in turn.
//!
//! Rules 5 and 6 can be disabled, which leaves the method as published.

mod candidates;

use crate::evaluation::pursuit::{GoalPursuit, Pursuit};
use crate::local::variable_search::{Halt, Line};
use crate::operator::places::{Place, Places};
use crate::operator::variables::{Part, Scale, Variable};
use crate::{
    evaluation::evaluator::Evaluator, evaluation::fitness::Fitness, local::variable_search,
    local::variable_search::VariableSearch, operator::variables, operator::Operators,
};
use sbst_model::{Shape, TestCase};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    pub search: VariableSearch,
    /// Rule 5.
    pub slice: bool,
    /// Rule 6.
    pub constants: bool,
    /// True if the observer gets each step.
    pub tell_steps: bool,
}

impl Default for Parameters {
    fn default() -> Parameters {
        let search = VariableSearch::default();
        Parameters { search, slice: true, constants: true, tell_steps: false }
    }
}

/// A part of a test that must not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The nodes of a value.
    pub subtree: Range<usize>,
    /// Its characters, if it is a text, and its length; the others may change.
    pub characters: Range<usize>,
}

impl Held {
    fn allows(&self, variable: &Variable) -> bool {
        let is_within = self.subtree.contains(&variable.place.node);
        match variable.part {
            Part::Character(at) => !is_within || !self.characters.contains(&at),
            Part::Length if matches!(variable.place.shape, Shape::Text(_)) => !is_within,
            Part::Length | Part::Variant => false,
            Part::Value => !is_within,
        }
    }
}

/// Local search, with reused buffers: in the steady state it does not allocate.
#[derive(Debug, Default)]
pub struct LocalSearch {
    parameters: Parameters,
    /// Rule 7.
    held: Vec<Held>,
    variables: Vec<Variable>,
    /// True for each variable without effect on the fitness (rule 5).
    still: Vec<bool>,
    places: Places,
    /// The test at the beginning of the search along a variable.
    base: TestCase,
    candidate: TestCase,
}

impl LocalSearch {
    pub fn new(parameters: Parameters) -> LocalSearch {
        LocalSearch { parameters, ..LocalSearch::default() }
    }

    /// Makes `test`, whose fitness is `start`, the best test found for `goal`, and returns its
    /// fitness. Ends when the goal is covered, at a local optimum, after this number of
    /// `evaluations`, or when the evaluator stops it.
    ///
    /// ```
    /// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
    /// # use magic::Magic;
    /// use sbst_model::{messages::Budget, TestCase};
    /// use sbst_search::{Algorithm, Evaluator, LocalSearch, Operators, Options, Problem, Silent};
    ///
    /// let (mut problem, mut silent) = (Magic::new(), Silent);
    /// let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
    /// let options = Options::new(Algorithm::Random, 1, Budget::UNLIMITED);
    /// let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
    ///
    /// let mut test = Magic::call(-1_000_000);
    /// evaluator.evaluate(&test);
    /// let start = evaluator.fitness(0);
    /// let mut search = LocalSearch::default();
    /// let end = search.improve(&mut evaluator, &mut operators, 0, &mut test, start, 1_000);
    /// assert!(end.is_covered());
    /// assert_eq!(test.integer(1), 4_242);
    /// ```
    pub fn improve(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        goal: u32,
        test: &mut TestCase,
        start: Fitness,
        evaluations: u64,
    ) -> Fitness {
        self.pursue(evaluator, operators, &mut GoalPursuit(goal), test, start, evaluations)
    }

    /// Holds parts of the test in the next search.
    pub(crate) fn hold(&mut self, held: Vec<Held>) {
        self.held = held;
    }

    /// [`improve`](Self::improve), with another objective.
    pub fn pursue(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        pursuit: &mut dyn Pursuit,
        test: &mut TestCase,
        start: Fitness,
        evaluations: u64,
    ) -> Fitness {
        let mut ascent = Ascent {
            search: self,
            evaluator,
            operators,
            pursuit,
            test,
            best: start,
            left: evaluations,
            changed: false,
        };
        // A halt is not a failure: the best test counts.
        let _ = ascent.climb();
        let best = ascent.best;
        self.held.clear();
        best
    }
}

struct Ascent<'a, 'e> {
    search: &'a mut LocalSearch,
    evaluator: &'a mut Evaluator<'e>,
    operators: &'a mut Operators,
    pursuit: &'a mut dyn Pursuit,
    test: &'a mut TestCase,
    best: Fitness,
    left: u64,
    /// True if any test tried since the last reset had another fitness than the best.
    changed: bool,
}

impl Ascent<'_, '_> {
    fn climb(&mut self) -> Result<(), Halt> {
        if self.best.is_covered() {
            return Err(Halt);
        }
        self.find_variables(0);
        let mut improved = false;
        loop {
            let before = self.best;
            self.alternate()?;
            // Without an improvement, the skipped variables were searched after the last one.
            if improved || self.best < before {
                improved = self.retry_skipped()?;
                if improved {
                    continue;
                }
            }
            let is_better = match self.search.held.is_empty() {
                true => self.search.parameters.constants && self.try_candidates()?,
                false => self.try_digits()?,
            };
            if !is_better {
                return Ok(());
            }
        }
    }

    /// Rule 1, for the variables of the slice.
    fn alternate(&mut self) -> Result<(), Halt> {
        let (mut index, mut without_improvement) = (0, 0);
        while without_improvement < self.search.variables.len() {
            index %= self.search.variables.len();
            let improved = !self.search.still[index] && self.search_along(index)?;
            without_improvement = if improved { 0 } else { without_improvement + 1 };
            index += 1;
        }
        Ok(())
    }

    /// Rule 5: searches the skipped variables until one improves the test.
    fn retry_skipped(&mut self) -> Result<bool, Halt> {
        for index in 0..self.search.variables.len() {
            if self.search.still[index] && self.search_along(index)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Searches along a variable. True if it improved the test.
    fn search_along(&mut self, index: usize) -> Result<bool, Halt> {
        let before = self.best;
        let variable = self.search.variables[index];
        self.changed = false;
        if variable.part == Part::Variant {
            self.try_variants(variable)?;
        } else {
            self.search_scales(&variable)?;
        }
        self.search.still[index] = self.search.parameters.slice && !self.changed;
        let improved = self.best < before;
        // A member of a set may be gone after it became equal to another.
        if improved && (variable.is_structure() || self.operators.recursion.has_distinct()) {
            self.find_variables(index + 1);
        }
        if self.best.level < before.level {
            self.search.still.fill(false);
        }
        Ok(improved)
    }

    /// Rule 3.
    fn search_scales(&mut self, variable: &Variable) -> Result<(), Halt> {
        let scales = variable.scales();
        for (index, &scale) in scales.iter().enumerate() {
            // On a plateau a finer step has no effect, but the finest may be a greater one.
            if index > 0 && !self.changed && index < scales.len() - 1 {
                continue;
            }
            let Some(positions) = variable.positions(self.operators, self.test, scale) else { continue };
            self.search.base.clone_from(self.test);
            let (how, start) = (self.search.parameters.search, self.best);
            let mut line =
                Along { ascent: self, variable, scale, best_at: positions.at, highest: positions.highest };
            variable_search::search(how, &mut line, positions.at, start)?;
            if self.best < start && self.operators.recursion.has_distinct() {
                break;
            }
        }
        Ok(())
    }

    /// Rule 4.
    fn try_variants(&mut self, variable: Variable) -> Result<(), Halt> {
        let (place, Shape::Sum(sum)) = (variable.place, variable.place.shape) else { return Ok(()) };
        self.search.base.clone_from(self.test);
        let old = self.test.nodes()[place.node].payload as usize;
        for index in 0.. {
            let allowed = self.operators.allowed_variants(place, &self.search.base);
            let Some(&new) = allowed.get(index) else { break };
            if new != old {
                let LocalSearch { base, candidate, .. } = &mut *self.search;
                candidate.clone_from(base);
                self.operators.outside = base.nodes().len() - base.subtree(place.node).len();
                self.operators.set_variant(sum, new, place, candidate);
                self.operators.make_all_distinct(candidate);
                self.attempt()?;
            }
        }
        Ok(())
    }

    /// Evaluates the candidate, and makes it the test if it is better.
    fn attempt(&mut self) -> Result<Fitness, Halt> {
        if self.search.candidate == *self.test {
            return Ok(self.best);
        }
        if self.left == 0 || self.evaluator.stopped().is_some() || self.pursuit.is_given_up() {
            return Err(Halt);
        }
        self.left -= 1;
        let fitness = self.pursuit.evaluate(self.evaluator, &self.search.candidate);
        self.changed |= fitness != self.best;
        if fitness < self.best {
            std::mem::swap(self.test, &mut self.search.candidate);
            self.best = fitness;
            if self.search.parameters.tell_steps {
                self.pursuit.tell_best(self.evaluator, fitness);
            }
            if fitness.is_covered() {
                return Err(Halt);
            }
        }
        Ok(fitness)
    }

    /// Finds the variables of the test. Facts about variables before `known` stay valid.
    fn find_variables(&mut self, known: usize) {
        let LocalSearch { places, variables, still, held, .. } = &mut *self.search;
        variables::find(self.operators, self.test, places, variables);
        if !held.is_empty() {
            variables.retain(|variable| held.iter().all(|held| held.allows(variable)));
        }
        still.truncate(known.min(variables.len()));
        still.resize(variables.len(), false);
    }
}

struct Along<'a, 'b, 'e> {
    ascent: &'a mut Ascent<'b, 'e>,
    variable: &'a Variable,
    scale: Scale,
    best_at: u128,
    highest: u128,
}

impl Line for Along<'_, '_, '_> {
    fn highest(&self) -> u128 {
        self.highest
    }

    fn fitness(&mut self, position: u128) -> Result<Fitness, Halt> {
        let ascent = &mut *self.ascent;
        let before = ascent.best;
        if position == self.best_at {
            return Ok(before);
        }
        let LocalSearch { base, candidate, .. } = &mut *ascent.search;
        self.variable.set(ascent.operators, base, self.scale, position, candidate);
        let fitness = ascent.attempt()?;
        if fitness < before {
            self.best_at = position;
        }
        Ok(fitness)
    }
}
