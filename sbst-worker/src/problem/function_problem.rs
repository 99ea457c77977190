//! An annotated function as a search problem. To evaluate a test case is to build its arguments,
//! call the function and read back the records of its probes.

mod deaths;
mod events;
mod exchange;
#[cfg(feature = "library")]
mod graphs;
mod inspected;
mod limited;
mod output;
mod mutants;
mod reading_back;
#[cfg(feature = "symbolic")]
mod symbolic;
mod tracing;
mod written;

use crate::exchange::events::Events;
use crate::exchange::journal_file::JournalFile;
use crate::problem::examples;
use crate::problem::fault;
use crate::problem::left_threads::LeftThreads;
use crate::problem::numbering::Numbering;
use crate::refusal::Refusal;
use sbst_core::probe::call;
use sbst_core::probe::distance_scope;
use sbst_core::probe::limits;
use sbst_core::probe::panics::{self, Panic};
use sbst_core::probe::path;
use sbst_core::probe::role::{self, Role};
use sbst_core::probe::site;
use sbst_core::registry::{self, literals, panic_places, Callable, Target, TARGETS_0_1_0};
use sbst_core::sorted::{sort, SortedMap};
use sbst_core::value::fit;
use sbst_core::value::frame::{Frame, Observation};
use sbst_core::value::objects::{self, Avoided, Objects};
use sbst_core::value::shapes::{Choices, Shapes};
use sbst_core::value::store::Store;
use sbst_model::journal::State;
use sbst_model::magnitude::Excess;
use sbst_model::messages::{Event, Example, Finding, FindingKind, GoalsOf, JOURNAL};
use sbst_model::shape::Heights;
use sbst_model::target::{CallForm, Place};
use sbst_model::{
    conforms, story, Node, NodeKind, Output, Path, TargetDescription, TargetId, TestCase, Trace,
};
use sbst_search::{Dependences, Ending, Execution, Inputs, Problem};
use std::cell::RefCell;
use std::collections::HashSet;
use std::mem;
use std::rc::Rc;

/// An annotated function, ready to be executed.
pub struct FunctionProblem {
    target: &'static Target,
    callable: Callable,
    numbering: Numbering,
    inputs: Inputs,
    choices: Option<Choices>,
    objects: &'static Objects,
    /// True if test cases have statements before the call of the target.
    has_story: bool,
    /// The call sequence of the executed test case.
    story: TestCase,
    journal: JournalFile,
    events: Rc<Events>,
    store: Store,
    left_threads: LeftThreads,
    phase: State,
    evaluations: u64,
    fatal: HashSet<TestCase>,
    /// The magnitudes of calls that used too much memory or time.
    excess: Excess,
    /// Excluded calls of other functions.
    avoided: Avoided,
    /// The heights of values without calls that depend on the environment; `None` if all have such
    /// calls.
    avoiding: Option<Heights>,
    /// The limit of executed half-statements.
    most_halves: u64,
    /// Test cases that earlier workers survived.
    survived: HashSet<TestCase>,
    /// Reported findings, by kind and place.
    reported: SortedMap<(FindingKind, Option<Place>), TestCase>,
    step_limit: u64,
    stack_limit: u64,
    hangs: u32,
    /// Steps of the last execution.
    steps: u64,
    longest: u64,
    /// The getters to avoid; `None` if no getter may be called.
    deadly_getters: Option<Vec<u64>>,
    followed: events::Followed,
    mutants: mutants::Tried,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Returned,
    /// A panic with a user's message.
    Panicked(Panic),
    Fault {
        kind: FindingKind,
        message: String,
        place: Option<Place>,
    },
    /// The arguments could not be built: a constructor refused, panicked, or did not end. The
    /// function was not called.
    Rejected,
}

impl FunctionProblem {
    /// Adds literals in the package's examples to the inputs.
    pub(crate) fn learn(&mut self, examples: &[Example]) {
        examples::add(examples, &mut self.inputs, &self.objects.numbers_by_path());
    }

    /// Returns a problem that writes to the given journal and events.
    ///
    /// # Errors
    /// The reason why the function is not callable, with advice.
    pub(crate) fn new(
        target: &'static Target,
        numbering: Numbering,
        journal: JournalFile,
        events: Rc<Events>,
        step_limit: u64,
        stack_limit: u64,
    ) -> Result<FunctionProblem, Refusal> {
        let objects = registry::objects();
        let (callable, parameters) = target.shapes().map_err(Refusal::NotCallable)?;
        let mut shapes = Shapes::default();
        (callable.shapes)(&mut shapes);
        let parameters = objects::arguments(&shapes, &parameters);
        let has_story = story::has_objects(&parameters);
        let inputs = Inputs {
            parameters,
            literals: literals::from_target(target),
            crate_literals: literals::from_crate(target),
            callable: objects.numbers().get(&target.id()).copied(),
            ..Inputs::default()
        };
        Ok(FunctionProblem {
            target,
            callable,
            numbering,
            inputs,
            choices: shapes.choices,
            objects,
            has_story,
            story: TestCase::new(),
            journal,
            events,
            store: Store::default(),
            left_threads: LeftThreads::new(),
            phase: State::Searching,
            evaluations: 0,
            fatal: HashSet::new(),
            excess: Excess::UNKNOWN,
            avoided: Avoided::default(),
            avoiding: None,
            most_halves: u64::MAX,
            survived: HashSet::new(),
            reported: SortedMap::new(),
            step_limit,
            stack_limit,
            hangs: 0,
            steps: 0,
            longest: 0,
            deadly_getters: Some(Vec::new()),
            followed: events::Followed::Not,
            mutants: mutants::Tried::default(),
        })
    }

    /// Returns the problem of a registered function, by its name or the end of its path, for
    /// benchmarks and experiments. Its journal is in anonymous memory.
    ///
    /// # Errors
    /// If none or several match, or it cannot be called.
    pub fn by_name(name: &str) -> Result<FunctionProblem, Refusal> {
        FunctionProblem::by_name_with(name, &[])
    }

    /// Returns the problem as [`by_name`](Self::by_name) does, with goals of other functions behind
    /// its own.
    ///
    /// # Errors
    /// If no function or several match, or it cannot be called.
    pub fn by_name_with(name: &str, adopted: &[GoalsOf]) -> Result<FunctionProblem, Refusal> {
        FunctionProblem::by_name_without(name, adopted, &[])
    }

    /// Returns the problem as [`by_name_with`](Self::by_name_with) does, without the given-up
    /// goals, by number.
    ///
    /// # Errors
    /// If none or several match, or the function is not callable.
    pub fn by_name_without(
        name: &str,
        adopted: &[GoalsOf],
        given_up: &[u32],
    ) -> Result<FunctionProblem, Refusal> {
        role::become_owner();
        panics::install_hook();
        let ending = format!("::{name}");
        let is_meant = |target: &&Target| format!("::{}", target.id().path).ends_with(&ending);
        let mut meant = TARGETS_0_1_0.iter().filter(is_meant);
        let target = meant.next().ok_or_else(|| Refusal::UnknownName(name.to_owned()))?;
        if let Some(other) = meant.next() {
            return Err(Refusal::AmbiguousName(name.to_owned(), Box::new([target.id(), other.id()])));
        }
        let journal = JournalFile::nowhere().map_err(|error| Refusal::File(JOURNAL, error))?;
        let numbering = Numbering::new(target, adopted, given_up);
        FunctionProblem::new(target, numbering, journal, Rc::new(Events::nowhere()), 1_000_000, 8 << 20)
    }

    /// Returns the registered functions by path, for experiments.
    pub fn registered() -> Vec<TargetDescription> {
        let mut targets: Vec<_> = TARGETS_0_1_0.iter().map(Target::describe).collect();
        sort(&mut targets, |a, b| a.id.cmp(&b.id));
        targets
    }

    /// Begins a phase of executions.
    pub(crate) fn begin(&mut self, phase: State) {
        self.phase = phase;
    }

    pub(crate) fn events(&self) -> &Rc<Events> {
        &self.events
    }

    pub(crate) fn journal(&mut self) -> &mut JournalFile {
        &mut self.journal
    }

    /// Returns the first test case of each reported finding, in any order.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&(FindingKind, Option<Place>), &TestCase)> {
        self.reported.entries().iter().map(|(key, test)| (key, test))
    }

    /// Returns the form of a test case's call; `None` if all calls have one form.
    pub(crate) fn form(&self, test: &TestCase) -> Option<CallForm> {
        self.choices.as_ref().map(|choices| choices.form(test))
    }

    /// True if `test` is a call of the target with valid arguments.
    pub(crate) fn is_call(&self, test: &TestCase) -> bool {
        let is_statement = |node: &Node| node.kind == NodeKind::Statement && node.payload == 0;
        test.nodes().first().is_some_and(is_statement)
            && test.subtree(0).end == test.nodes().len()
            && test.children(0).count() == self.inputs.parameters.len()
            && test.children(0).zip(&self.inputs.parameters).all(|(node, shape)| conforms(shape, test, node))
    }

    /// Reads a stored call of the target.
    pub(crate) fn call(&self, stored: &str) -> Result<TestCase, Refusal> {
        TestCase::from_hex(stored).filter(|test| self.is_call(test)).ok_or(Refusal::NotACall)
    }

    /// Returns `test` as a call of the target, if it can be one: objects may have been unknown
    /// where it was stored.
    pub(crate) fn fitted(&self, test: TestCase) -> Option<TestCase> {
        if self.is_call(&test) {
            return Some(test);
        }
        let is_statement = test.nodes().first().is_some_and(|node| node.kind == NodeKind::Statement);
        let fitted = (self.has_story && is_statement).then(|| fit::call(&test, &self.inputs.parameters))?;
        self.is_call(&fitted).then_some(fitted)
    }

    /// Executes a test case that crashed no worker, and returns its end.
    pub(crate) fn execute(&mut self, test: &TestCase, observation: Option<&RefCell<Observation>>) -> Outcome {
        self.numbering.come_into_force();
        if !self.has_story {
            return self.execute_story(test, test, observation, self.most_halves);
        }
        let mut story = mem::take(&mut self.story);
        story::tell(&self.inputs.parameters, test, &mut story);
        let outcome = self.execute_story(test, &story, observation, self.most_halves);
        self.story = story;
        outcome
    }

    /// Executes this number of half-statements of a test case's call sequence.
    #[inline]
    fn execute_story(
        &mut self,
        test: &TestCase,
        story: &TestCase,
        observation: Option<&RefCell<Observation>>,
        most_halves: u64,
    ) -> Outcome {
        if self.avoided.is_in(&self.inputs.parameters, test, story) && !self.survived.contains(test) {
            return Outcome::Rejected;
        }
        let journalled = if self.phase == State::Inspecting { story } else { test };
        self.journal.executing(self.phase, self.evaluations, journalled);
        self.left_threads.before_execution();
        site::begin_execution();
        limits::arm(self.step_limit_now(), self.stack_limit);
        let ends_at;
        let (result, called) = {
            let mut frame = Frame::new(story, &self.store, observation);
            frame.note(self.journal.halves(), most_halves);
            let result = panics::catch(|| call_all(&self.callable, self.objects, &frame));
            ends_at = frame.position();
            (result, frame.is_called())
        };
        let usage = limits::disarm();
        call::forget();
        distance_scope::forget();
        panic_places::forget();
        // Destructors of kept values are user code, too.
        let dropped = if self.store.is_used() { panics::catch(|| self.store.clear()) } else { Ok(()) };
        self.left_threads.wait();
        self.journal.state(State::Idle);
        self.note_usage(usage);
        if result.is_err() && !called {
            if let Some(source) = self.inputs.source.as_ref().filter(|_| self.has_story) {
                source.failed(test, &|| self.place_of_call(test, story, ends_at));
            }
            return Outcome::Rejected;
        }
        match (usage.reached, result.and(dropped)) {
            (None, Ok(())) => Outcome::Returned,
            (Some(limit), _) => self.over_the_limit(limit),
            (None, Err(panic)) => {
                match fault::kind(&panic).or_else(|| panic_places::kind_at(panic.place.as_ref())) {
                    Some(kind) => Outcome::Fault { kind, message: panic.message, place: panic.place },
                    None => Outcome::Panicked(panic),
                }
            }
        }
    }

    /// Returns the node of `test` whose call was executed at this node of the call sequence; `None`
    /// for the target's call.
    fn place_of_call(&self, test: &TestCase, story: &TestCase, ends_at: usize) -> Option<usize> {
        let places = story::places(&self.inputs.parameters, test);
        let mut begins = 0;
        let mut number = 0;
        while story.subtree(begins).end < ends_at {
            begins = story.subtree(begins).end;
            number += 1;
        }
        places.get(number).copied()
    }

    /// Returns the adopted goals with these numbers.
    pub(crate) fn adopted(&self, numbers: &[u32]) -> Vec<GoalsOf> {
        self.numbering.adopted(numbers)
    }

    pub(crate) fn target(&self) -> TargetId {
        self.target.id()
    }

    pub(crate) fn place(&self) -> Place {
        Place { file: self.target.file.to_owned(), line: self.target.line, column: self.target.column }
    }

    /// Reports a fault once for each kind and place.
    fn report(&mut self, kind: FindingKind, message: String, place: Option<Place>, test: &TestCase) {
        let key = (kind, place.clone());
        if self.reported.get(&key).is_none() {
            let (before, arguments) = self.written(test);
            let evaluations = self.evaluations;
            let stored = test.to_hex();
            let finding = Finding { kind, message, place, before, arguments, evaluations, test: stored };
            self.events.send(&Event::Finding(finding));
            self.reported.get_or_insert_with(key, || test.clone());
        }
    }
}

/// Executes the statements of a test case in turn.
fn call_all<'f>(target: &Callable, objects: &Objects, frame: &'f Frame<'f>) {
    while let Some(number) = frame.next_statement() {
        match number {
            0 => (target.call)(frame),
            number => {
                path::enter(objects.called(number as u64));
                objects.call(number as u64)(frame);
            }
        }
    }
}

impl Problem for FunctionProblem {
    fn goals(&self) -> usize {
        self.numbering.goals()
    }

    fn own_goals(&self) -> usize {
        self.numbering.own_goals()
    }

    fn output(&mut self, test: &TestCase) -> Option<Output> {
        self.output_of(test)
    }

    fn state(&mut self, test: &TestCase) -> Option<Output> {
        self.state_of(test)
    }

    fn returns_value(&self) -> bool {
        !["", "()"].contains(&self.target.result_type)
    }

    fn borrowed(&mut self, test: &TestCase) -> Option<u64> {
        self.borrowed_after(test)
    }

    fn infeasible_goals(&self) -> &[u32] {
        self.numbering.infeasible()
    }

    fn hidden_goals(&self) -> std::ops::Range<u32> {
        self.numbering.hidden_goals()
    }

    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn dependences(&self) -> &Dependences {
        self.numbering.dependences()
    }

    #[inline]
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        if self.phase == State::Searching {
            self.evaluations += 1;
        }
        if self.is_fatal(test) {
            execution.ending = Ending::Fault;
            return;
        }
        let outcome = match execution.wants_details && role::current() == Role::Owner {
            true => {
                role::set(Role::DetailingOwner);
                let outcome = self.execute(test, None);
                role::set(Role::Owner);
                outcome
            }
            false => self.execute(test, None),
        };
        // A test cannot reach goals that a constructor reached before it refused.
        if outcome != Outcome::Rejected {
            self.read_back(execution);
            if self.numbering.has_checks() {
                self.confirm(&outcome, execution);
            }
        }
        if matches!(outcome, Outcome::Fault { .. }) {
            self.uncover(execution);
        }
        if !self.numbering.mutants().is_empty() {
            self.try_mutants(test, &outcome, execution);
        }
        execution.ending = match outcome {
            Outcome::Returned => Ending::Returned,
            Outcome::Panicked(_) => Ending::Panicked,
            Outcome::Rejected => Ending::Fault,
            Outcome::Fault { kind, message, place } => {
                self.report(kind, message, place, test);
                Ending::Fault
            }
        };
    }

    fn events(&mut self) -> Option<Rc<sbst_search::Events>> {
        self.ask_for_events()
    }

    fn record_path(&mut self, test: &TestCase, execution: &mut Execution, path: &mut Path) {
        self.follow_path(test, execution, path);
    }

    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        self.evaluate_with_notes(test, execution, trace);
    }
}
