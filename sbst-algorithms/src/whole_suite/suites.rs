//! The population of [whole suite optimisation](super) and its variants, and the selection of
//! suites. A test is stored, and executed, once, even if several suites contain it.

use super::sum::{as_number, Sum, Tested};
use super::Parameters;
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::store::Store;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::observer::SuiteGeneration;
use sbst_search::operator::variation::Variation;
use sbst_search::sort::sort_short_by_key;

#[derive(Debug, Default)]
pub(crate) struct Suite {
    pub(crate) tests: Vec<u32>,
    /// The fitness in parts of [`ONE`](super::sum::ONE).
    pub(super) fitness: u128,
}

/// The upper limit of mutations of a test from the archive, exclusive.
const MUTATIONS: usize = 3;

/// The population, and the next one while it grows.
pub(crate) struct Suites<'s, 'e> {
    pub(crate) parameters: &'s Parameters,
    pub(super) variation: &'s mut dyn Variation,
    evaluator: &'s mut Evaluator<'e>,
    pub(super) tests: Store<Tested>,
    sum: Sum,
    pub(super) population: Vec<Suite>,
    next: Vec<Suite>,
    /// Unused.
    spare: Vec<Suite>,
    /// The goals covered since the generation began.
    covered: Vec<u32>,
    /// All covered goals, with an archive.
    archived: Vec<u32>,
    generation: u64,
    /// Tests of all offspring so far.
    counted: u64,
    /// The best fitness and number of tests so far.
    best: (u128, usize),
    new: TestCase,
    before: TestCase,
    candidates: Vec<usize>,
    order: Vec<usize>,
    pub(super) deleted: Vec<bool>,
}

impl<'s, 'e> Suites<'s, 'e> {
    pub(crate) fn new(
        evaluator: &'s mut Evaluator<'e>,
        variation: &'s mut dyn Variation,
        parameters: &'s Parameters,
    ) -> Suites<'s, 'e> {
        evaluator.want_details();
        Suites {
            parameters,
            variation,
            sum: Sum::new(evaluator.archive().goals()),
            evaluator,
            tests: Store::default(),
            population: Vec::new(),
            next: Vec::new(),
            spare: Vec::new(),
            covered: Vec::new(),
            archived: Vec::new(),
            generation: 0,
            counted: 0,
            best: (u128::MAX, 0),
            new: TestCase::new(),
            before: TestCase::new(),
            candidates: Vec::new(),
            order: Vec::new(),
            deleted: Vec::new(),
        }
    }

    /// The first generation: the `initial` tests, up to the limit of a suite, and random suites.
    pub(crate) fn draw_population(&mut self, initial: &[TestCase]) -> Result<(), Stopped> {
        let mut first = self.empty();
        for test in initial {
            self.evaluator.recall(test);
            self.new.clone_from(test);
            let number = self.store();
            if first.tests.len() < self.parameters.tests {
                first.tests.push(number);
            } else {
                self.tests.release(number);
            }
        }
        if !first.tests.is_empty() {
            self.work_out(&mut first);
            self.next.push(first);
        }
        while self.is_room() {
            let mut suite = self.empty();
            for _ in 0..1 + self.variation.random().index(self.parameters.tests) {
                let test = self.new_test()?;
                suite.tests.push(test);
            }
            self.work_out(&mut suite);
            self.counted += suite.tests.len() as u64;
            self.note_best(&suite);
            self.next.push(suite);
        }
        self.next_generation()
    }

    /// The best suites go into the next generation.
    pub(crate) fn elitism(&mut self) {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..self.population.len());
        let by_length = self.parameters.bloat_control.length_in_elitism;
        sort_short_by_key(&mut order, |&suite| self.key(suite, by_length));
        for &suite in order.iter().take(self.parameters.elite) {
            self.add_copy(suite);
        }
        self.order = order;
    }

    pub(crate) fn selection(&mut self) -> usize {
        let by_length = self.parameters.bloat_control.length_in_selection;
        self.candidates.clear();
        while self.candidates.len() < self.parameters.tournament.min(self.population.len()) {
            let candidate = self.variation.random().index(self.population.len());
            if !self.candidates.contains(&candidate) {
                self.candidates.push(candidate);
            }
        }
        let winner = self.candidates.iter().copied().min_by_key(|&candidate| self.key(candidate, by_length));
        winner.expect("there are candidates")
    }

    fn key(&self, suite: usize, by_length: bool) -> (u128, usize) {
        let Suite { tests, fitness } = &self.population[suite];
        (*fitness, if by_length { tests.len() } else { 0 })
    }

    pub(crate) fn is_room(&self) -> bool {
        self.next.len() < self.parameters.population
    }

    pub(crate) fn suite(&self, number: usize) -> &Suite {
        &self.population[number]
    }

    pub(crate) fn value(&self, suite: &Suite) -> (u128, usize) {
        (suite.fitness, suite.tests.len())
    }

    /// The number of tests of the best suite of the population.
    pub(crate) fn length_of_best(&self) -> usize {
        let best = self.population.iter().min_by_key(|suite| (suite.fitness, suite.tests.len()));
        best.map_or(0, |best| best.tests.len())
    }

    /// Adds an offspring to the next generation, or a copy of its parent if it is too long.
    pub(crate) fn add(&mut self, offspring: Suite, parent: usize) {
        self.counted += offspring.tests.len() as u64;
        if offspring.tests.len() > self.parameters.longest || !self.is_room() {
            self.discard(offspring);
            self.add_copy(parent);
        } else {
            self.note_best(&offspring);
            self.next.push(offspring);
        }
    }

    /// Adds a copy of a suite of the population to the next generation, if that has room.
    pub(crate) fn add_copy(&mut self, number: usize) {
        if self.is_room() {
            let mut copy = self.empty();
            let Suite { tests, fitness } = &self.population[number];
            copy.fitness = *fitness;
            copy.tests.extend(tests.iter().map(|&test| self.tests.share(test)));
            self.next.push(copy);
        }
    }

    /// Keeps the best suite; of several equally good suites, the first.
    fn note_best(&mut self, suite: &Suite) {
        if suite.fitness < self.best.0 {
            self.best = self.value(suite);
        }
    }

    /// Discards a suite.
    pub(crate) fn discard(&mut self, mut suite: Suite) {
        suite.tests.drain(..).for_each(|test| self.tests.release(test));
        self.spare.push(suite);
    }

    pub(super) fn empty(&mut self) -> Suite {
        self.spare.pop().unwrap_or_default()
    }

    /// Replaces the population by the next generation.
    pub(crate) fn next_generation(&mut self) -> Result<(), Stopped> {
        while let Some(suite) = self.population.pop() {
            self.discard(suite);
        }
        std::mem::swap(&mut self.population, &mut self.next);
        if self.parameters.archive && !self.covered.is_empty() {
            self.covered.drain(..).for_each(|goal| self.sum.leave(goal));
            for suite in &mut self.population {
                suite.fitness = self.sum.fitness(&suite.tests, &self.tests);
            }
            self.best = (u128::MAX, 0);
            for number in 0..self.population.len() {
                let value = self.value(&self.population[number]);
                self.best = self.best.min(value);
            }
        }
        self.report();
        self.generation += 1;
        match self.parameters.counting_all {
            Some(limit) if self.counted >= limit => Err(Stopped::Evaluations),
            _ => Ok(()),
        }
    }

    fn report(&mut self) {
        let tests: usize = self.population.iter().map(|suite| suite.tests.len()).sum();
        self.evaluator.tell_suites(SuiteGeneration {
            number: self.generation,
            mean_tests: tests as f64 / self.population.len().max(1) as f64,
            best_fitness: as_number(self.best.0),
            best_tests: self.best.1,
            evaluations: 0,
        });
    }

    pub(super) fn work_out(&mut self, suite: &mut Suite) {
        suite.fitness = self.sum.fitness(&suite.tests, &self.tests);
    }

    /// A drawn test, or one from the archive.
    pub(super) fn new_test(&mut self) -> Result<u32, Stopped> {
        if self.parameters.archive && self.variation.random().chance(self.parameters.p_archive) {
            let archived = (!self.archived.is_empty()).then(|| *self.variation.random().pick(&self.archived));
            if let Some(archived) = archived.and_then(|goal| self.evaluator.archive().test(goal)) {
                self.new.clone_from(archived);
                for _ in 0..self.variation.random().index(MUTATIONS) {
                    std::mem::swap(&mut self.new, &mut self.before);
                    self.variation.mutate(&self.before, &mut self.new);
                }
                return self.evaluated();
            }
        }
        self.variation.sample(&mut self.new);
        self.evaluated()
    }

    /// A mutated copy of a test, which replaces the test.
    pub(super) fn changed(&mut self, test: u32) -> Result<u32, Stopped> {
        self.variation.mutate(&self.tests[test].test, &mut self.new);
        if self.new == self.tests[test].test {
            return Ok(test);
        }
        self.tests.release(test);
        self.evaluated()
    }

    fn evaluated(&mut self) -> Result<u32, Stopped> {
        match self.evaluator.stopped() {
            Some(stopped) if self.parameters.counting_all.is_none() => return Err(stopped),
            _ => self.evaluator.evaluate(&self.new),
        }
        Ok(self.store())
    }

    fn store(&mut self) -> u32 {
        if self.parameters.archive {
            self.covered.extend_from_slice(self.evaluator.newly_covered());
            self.archived.extend_from_slice(self.evaluator.newly_covered());
        }
        let number = self.tests.take();
        self.tests[number].test.clone_from(&self.new);
        self.tests[number].look(self.evaluator);
        number
    }
}
