//! Inspection of the values after a test's call, by functions of the package: the
//! [getters](sbst_core::value::objects::readers) of each value, and the makers of an equal one.
//!
//! # Policy
//! 1. Each function is called after the test's own statements, in a separate execution, under the
//!    usual limits. So a getter sees no effects of another one, and its panic does not affect the
//!    others.
//! 2. A search never calls them: they follow only the observed execution of a test.
//! 3. An execution with more than [`MOST_STEPS`] steps is abandoned. So a slow test is not
//!    repeated, and a slow getter is skipped. If one crashes the process, the journal shows it, and
//!    the next process avoids it.
//! 4. A getter whose result has no `{:?}` text is ignored. Of an iterator, the items are asserted.
//! 5. A getter of an argument is also called before the test's own call: only changes by that call
//!    are asserted.
//! 6. Results of earlier statements are read if no later statement uses them, and repetitions
//!    agree.
//! 7. Queries are called, too (`set.contains(7)`): only the end shows which getters agree.
//! 8. A list returned by a getter is read again: a hash map's list has another order in each
//!    execution.
//! 9. Texts that parse as values of the test are found by an execution of the whole test.

use super::{FunctionProblem, Outcome};
use sbst_core::value::frame::{Observation, Shown};
use sbst_core::value::objects::{readers::Left, statements};
use sbst_core::value::shapes::Shapes;
use sbst_model::expression::Spelling;
use sbst_model::journal::State;
use sbst_model::messages::{Called, Changed, Getter, Inspection, Reading, Statement};
use sbst_model::{NodeKind, TestCase};
use std::cell::RefCell;
use std::mem;

/// Getters and makers called for a value. A test asserts three: twelve are enough to choose from,
/// and cost as much as a few dozen evaluations.
const MOST_CALLED: usize = 12;
/// Queries called for a value; they are asserted only without getters.
const MOST_ASKED: usize = 4;
/// The most earlier results to read: a test with more statements is unreadable.
const MOST_READ: usize = 8;
/// Executions that must agree on the result of an earlier statement.
const REPETITIONS: usize = 3;
/// Times that a list is read again: two elements keep their order in half of the readings.
const READ_AGAIN: usize = 4;
/// The most steps of an execution with a getter: a hundredth of a second.
const MOST_STEPS: u64 = 100_000;

impl FunctionProblem {
    /// Returns the shapes of the function that a test case calls.
    pub(super) fn shapes_of(&self, test: &TestCase) -> Shapes {
        match &self.choices {
            Some(choices) => choices.shapes(test),
            None => {
                let mut shapes = Shapes::default();
                (self.callable.shapes)(&mut shapes);
                shapes
            }
        }
    }

    /// Sets the getters to avoid; `None` forbids all getters.
    pub(crate) fn shun(&mut self, deadly_getters: Option<&[u64]>) {
        self.deadly_getters = deadly_getters.map(<[u64]>::to_vec);
    }

    /// Adds the state of the remaining values to the observation of a test that returned.
    pub(crate) fn inspect(&mut self, test: &TestCase, observation: &mut Observation) {
        self.inspecting(|problem| problem.inspect_all(test, observation));
    }

    /// Reads the results of a test's earlier statements (rule 6).
    pub(crate) fn read_steps(&mut self, test: &TestCase, before: &mut [Statement]) {
        self.inspecting(|problem| {
            let (story, _) = problem.story_with_result(test);
            let nodes = statements(&story);
            let mut prefix = TestCase::new();
            for (node, statement) in nodes.into_iter().zip(before).take(MOST_READ) {
                prefix.append_subtree(&story, node);
                if statement.called.is_none() || statement.variable.is_some() {
                    continue;
                }
                let first = problem.read(test, &prefix).ok().flatten();
                let mut others = (1..REPETITIONS).map(|_| problem.read(test, &prefix).ok().flatten());
                statement.result = first.filter(|first| others.all(|other| other.as_ref() == Some(first)));
            }
        });
    }

    /// Returns texts that parse as values of a test without a fault.
    pub(crate) fn spellings(&mut self, test: &TestCase) -> Vec<Spelling> {
        let mut found = Vec::new();
        self.inspecting(|problem| {
            let wanted = Observation { spellings: Some(Vec::new()), ..Observation::default() };
            let observation = RefCell::new(wanted);
            problem.execute(test, Some(&observation));
            found = observation.into_inner().spellings.unwrap_or_default();
        });
        found
    }

    /// Makes executions for readers under separate limits, unless too many readers killed the
    /// process.
    pub(super) fn inspecting(&mut self, read: impl FnOnce(&mut FunctionProblem)) {
        if self.deadly_getters.is_none() {
            return;
        }
        let before = (self.step_limit, self.hangs, self.longest);
        // Then the mutant caused the crash.
        let inspecting = if self.phase == State::Mutated { State::Mutated } else { State::Inspecting };
        let phase = mem::replace(&mut self.phase, inspecting);
        self.step_limit = self.step_limit.min(MOST_STEPS);
        read(self);
        (self.step_limit, self.hangs, self.longest) = before;
        self.phase = phase;
    }

    fn inspect_all(&mut self, test: &TestCase, observation: &mut Observation) {
        let shapes = self.shapes_of(test);
        let debug = observation.result.as_ref().and_then(|result| result.debug.clone());
        observation.inspection.made_by =
            debug.and_then(|debug| self.maker(test, &shapes, &debug)).map(Box::new);
        for left in self.left_by(&shapes) {
            let getters = self.getters(test, &left);
            let changed = &mut observation.changed;
            let inspection = match left.parameter {
                None => &mut observation.inspection,
                Some(index) => {
                    // A result that may borrow from the argument hides it.
                    let known = changed.iter().position(|changed| changed.parameter == index);
                    let at = known.unwrap_or_else(|| {
                        changed.push(unseen(index, left.type_name()));
                        changed.len() - 1
                    });
                    &mut changed[at].inspection
                }
            };
            inspection.getters = getters;
        }
    }

    /// Returns the values left by a call with these shapes.
    pub(super) fn left_by(&self, shapes: &Shapes) -> Vec<Left> {
        let choices = self.choices.as_ref();
        Left::all(shapes, |index| choices.is_some_and(|choices| choices.are_by(index)))
    }

    /// Returns the objects borrowed by a call with these shapes; `None` if it takes one of several
    /// by value.
    pub(super) fn borrowed_by(&self, shapes: &Shapes) -> Option<Vec<Left>> {
        let choices = self.choices.as_ref();
        Left::borrowed(shapes, |index| choices.is_some_and(|choices| choices.are_by(index)))
    }

    fn is_deadly(&self, number: u64) -> bool {
        self.deadly_getters.as_ref().is_some_and(|deadly| deadly.contains(&number))
    }

    pub(super) fn getters(&mut self, test: &TestCase, left: &Left) -> Vec<Getter> {
        let (story, _) = self.story_with_result(test);
        let objects = self.objects;
        let queries = objects.queries(left, &story, &self.inputs.parameters);
        let Some((story, result)) = left.given_by(&story) else { return Vec::new() };
        let earlier = left.parameter.map(|_| without_last(&story));
        let mut getters = Vec::new();
        let plain = objects.getters(left).map(|getter| (getter, None)).take(MOST_CALLED);
        let queries =
            queries.into_iter().map(|(query, argument, written)| (query, Some((argument, written))));
        for (number, argument) in plain.chain(queries.take(MOST_ASKED)) {
            if self.is_deadly(number) {
                continue;
            }
            let ask = |story: &TestCase| {
                let mut story = story.clone();
                let call = story.open(NodeKind::Statement, number);
                story.leaf(NodeKind::ResultOf, result);
                argument.iter().for_each(|(argument, _)| story.append(argument));
                story.close(call);
                story
            };
            match self.read(test, &ask(&story)) {
                Ok(Some(result)) if !self.is_stable(test, &ask(&story), &result) => {}
                Ok(result) => {
                    let before = earlier.as_ref().map(|earlier| self.read(test, &ask(earlier)));
                    let is_unchanged = matches!(before, Some(Ok(before)) if before == result);
                    let arguments: Vec<_> = argument.into_iter().map(|(_, written)| written).collect();
                    let getter = objects.described(number).zip(result);
                    let getter =
                        getter.map(|(called, result)| Getter { called, arguments, result, is_unchanged });
                    getters.extend(getter);
                }
                // The result contains no value.
                Err(Outcome::Rejected) => break,
                Err(_) => {}
            }
        }
        getters
    }

    /// True unless a getter's result is a list that differs when read again (rule 8).
    fn is_stable(&mut self, test: &TestCase, story: &TestCase, result: &Reading) -> bool {
        let is_list = result.items.and_then(|items| items.count).is_some_and(|count| count > 1);
        let mut is_same = || self.read(test, story).is_ok_and(|again| again.as_ref() == Some(result));
        !is_list || (0..READ_AGAIN).all(|_| is_same())
    }

    /// Returns the first maker of a value with this `{:?}` text.
    fn maker(&mut self, test: &TestCase, shapes: &Shapes, debug: &str) -> Option<Called> {
        let objects = self.objects;
        let makers = objects.makers(shapes).into_iter().filter(|maker| !self.is_deadly(*maker));
        let makers: Vec<u64> = makers.take(MOST_CALLED).collect();
        let maker = makers.into_iter().find(|maker| {
            let mut story = TestCase::new();
            let call = story.open(NodeKind::Statement, *maker);
            story.close(call);
            self.read(test, &story).is_ok_and(|made| made.is_some_and(|made| made.debug == debug))
        });
        objects.described(maker?)
    }

    /// Returns the shown result of a call sequence's last statement; otherwise how the execution
    /// ended.
    fn read(&mut self, test: &TestCase, story: &TestCase) -> Result<Option<Reading>, Outcome> {
        let observation = RefCell::default();
        match self.execute_story(test, story, Some(&observation), u64::MAX) {
            Outcome::Returned => {
                let Observation { result, items, inspection, .. } = observation.into_inner();
                let is_range = |result: &Shown| result.type_name.contains("::ops::range::");
                if let Some(items) = inspection.items.filter(|_| !result.as_ref().is_some_and(is_range)) {
                    return Ok(Some(items));
                }
                let reading = result.and_then(|result| {
                    let type_name = result.type_name.to_owned();
                    Some(Reading { type_name, debug: result.debug?, unordered: false, items })
                });
                Ok(reading.filter(|reading| reading.type_name != "()"))
            }
            ending => Err(ending),
        }
    }
}

/// Returns a call sequence without its last statement.
fn without_last(story: &TestCase) -> TestCase {
    let mut earlier = TestCase::new();
    let nodes = statements(story);
    let before = nodes.split_last().map_or(&[][..], |(_, before)| before);
    before.iter().for_each(|statement| earlier.append_subtree(story, *statement));
    earlier
}

/// An argument without observations.
fn unseen(parameter: usize, type_name: &str) -> Changed {
    let (type_name, inspection) = (type_name.to_owned(), Inspection::default());
    Changed { parameter, type_name, debug: None, unordered: false, inspection }
}
