//! The search of one function. Starts a worker, follows it, files its fatal test case and starts
//! another, until the tests are ready or the search is hopeless.
//!
//! 1. A search is made in one go, or in turns with a budget each. The next turn begins with all
//!    results of the last one.
//! 2. Each worker continues where the one before it ended: with its tests, its fatal test cases,
//!    the calls to avoid and the adopted goals.
//! 3. A worker's death is filed with the test case in its journal, and the statement to [`blame`].
//! 4. A search that is hopeless ([`deaths`](crate::search::record)) or must stop ([`Stopping`])
//!    only makes its tests ready. If that also fails, it has no tests.
//! 5. [Deaths of earlier runs](known_deaths) are known from the beginning.
//! 6. An assignment that only checks has no search: its workers make the initial tests ready.
//! 7. Slow executions are [tried again](retrial) in the remaining time.
//! 8. In the end deaths get their [calls](written_deaths), hangs are [confirmed](endless), faults
//!    get their [places](own_place) in the package, and the tests are [replayed](replay).
//! 9. A worker's death in a getter, called only to observe a test's result, is no result of the
//!    test. The next workers do not call that getter.

mod request;
mod stopping;
mod patience;
mod blame;
mod known_deaths;
mod endless;
mod retrial;
mod written_deaths;
mod own_place;
mod replay;
mod exchange;

pub use known_deaths::KnownDeaths;

use crate::search::construction::RecipeMaker;
use crate::search::record::SearchRecord;
use crate::search::target_report::TargetReport;
use crate::worker::process::{Host, WorkerProcess};
use crate::worker::watch::{self, Cause, Crash, End};
use blame::Blamed;
use cargo_metadata::camino::Utf8PathBuf;
use exchange::SearchExchange;
use request::Request;
use sbst_model::construction::Recipe;
use sbst_model::event_graph::EventGraph;
use sbst_model::journal::{Reading, State};
use sbst_model::messages::{
    Budget, Fatal, FatalCall, Finding, FindingKind, GoalsOf, KnownValues, SearchOrders, Supply, Task, Turn,
    ValuesOf,
};
use sbst_model::{Algorithm, NodeKind, TargetDescription};
use std::borrow::Cow;
use std::time::{Duration, Instant};
use stopping::Stopping;

/// The most getters that crashed workers; after more, no getter is called.
const MOST_DEADLY: usize = 3;

#[derive(Clone, Debug)]
pub struct Assignment<'a> {
    pub description: &'a TargetDescription,
    /// True if other crates can call it.
    pub is_public: bool,
    /// The name in the progress display, unique among concurrent searches.
    pub name: String,
    /// The executable that it is in.
    pub host: &'a Host,
    /// The directory of its workers.
    pub directory: Utf8PathBuf,
    pub orders: SearchOrders,
    /// The maker of its recipe, if the orders allow requests.
    pub recipes: Option<&'a RecipeMaker>,
    /// Deaths of earlier runs.
    pub known_deaths: KnownDeaths,
    /// True if its seeds are executed without a search (rule 6).
    pub only_checks: bool,
    /// The longest time of a single execution.
    pub hang_timeout: Duration,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Searched {
    pub report: TargetReport,
    /// The reason for an incomplete result.
    pub failure: Option<String>,
    /// True if the cause is the function, because it crashed its workers.
    pub by_function: bool,
    /// True if the user ended it.
    pub interrupted: bool,
}

/// Goals of other functions that a search adopts, and the numbers of the given-up ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdoptedGoals {
    pub goals: Vec<GoalsOf>,
    pub given_up: Vec<u32>,
}

/// The search of a function.
pub struct Supervisor<'a> {
    assignment: Cow<'a, Assignment<'a>>,
    record: SearchRecord,
    adopted: AdoptedGoals,
    /// Fatal calls of other searches.
    avoided: Vec<FatalCall>,
    /// Tests of other machines, for the next worker.
    offered: Vec<String>,
    /// Values that other searches found.
    known: Vec<ValuesOf>,
    recipe: Request<Recipe>,
    events: Request<EventGraph>,
    /// The budget of the turn, plus the spent budgets of earlier turns.
    budget: Budget,
    turn: Option<Turn>,
    /// True once its workers have the deaths of earlier runs.
    knows_deaths: bool,
    stopping: Stopping,
    /// True if workers only make tests ready (rule 4).
    is_finishing: bool,
    failure: Option<String>,
    /// True if a worker died while it executed a test case.
    by_function: bool,
    /// True once a slow test case was tried again.
    has_tried_again: bool,
}

/// Searches a function in one go. `progress` regularly gets the evaluations and the number of
/// covered goals.
pub fn search(
    assignment: &Assignment<'_>,
    known: KnownValues,
    progress: impl Fn(u64, usize),
) -> anyhow::Result<Searched> {
    let mut supervisor = Supervisor::new(assignment);
    supervisor.know(known);
    supervisor.run_workers(&progress)?;
    let left = supervisor.budget.seconds.map_or(0.0, |seconds| seconds - supervisor.record.search_seconds);
    if supervisor.try_again(Duration::from_secs_f64(left.max(0.0)))? {
        supervisor.record.want_tests();
        supervisor.run_workers(&progress)?;
    }
    supervisor.report()
}

impl<'a> Supervisor<'a> {
    pub fn new(assignment: &'a Assignment<'a>) -> Supervisor<'a> {
        let SearchOrders { adopted, given_up, budget, .. } = &assignment.orders;
        let is_finishing = assignment.only_checks;
        Supervisor {
            record: SearchRecord::new(assignment.description.own_goals()),
            adopted: AdoptedGoals { goals: adopted.clone(), given_up: given_up.clone() },
            budget: *budget,
            assignment: Cow::Borrowed(assignment),
            avoided: Vec::new(),
            offered: Vec::new(),
            known: Vec::new(),
            recipe: Request::default(),
            events: Request::default(),
            turn: None,
            knows_deaths: false,
            stopping: Stopping::new(),
            is_finishing,
            failure: None,
            by_function: false,
            has_tried_again: false,
        }
    }

    pub fn assignment(&self) -> &Assignment<'a> {
        &self.assignment
    }

    pub fn record(&self) -> &SearchRecord {
        &self.record
    }

    /// True if the search needs no other turn: it is hopeless, failed or was interrupted.
    pub fn is_given_up(&self) -> bool {
        self.is_finishing || self.failure.is_some() || self.stopping.is_interrupted
    }

    /// Replaces the budget of the assignment.
    pub fn limit(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Replaces the adopted goals. Goals adopted before keep their numbers.
    pub fn adopt(&mut self, adopted: AdoptedGoals) {
        self.adopted = adopted;
    }

    /// Excludes calls from the call sequences, in addition to its own fatal ones.
    pub fn avoid(&mut self, calls: &[FatalCall]) {
        self.avoided = calls.to_vec();
    }

    /// Starts the next worker with values of other searches. From now on, all orders name the
    /// functions with results that depend on the environment.
    pub fn know(&mut self, known: KnownValues) {
        let KnownValues { values, environmental } = known;
        if self.assignment.orders.known.environmental != environmental {
            self.assignment.to_mut().orders.known.environmental = environmental;
        }
        self.known = values;
    }

    /// Gives the next worker more tests to begin with.
    pub fn offer(&mut self, tests: Vec<String>) {
        self.offered.extend(tests);
    }

    /// Continues the search within a budget. Evaluations and seconds include those of earlier
    /// turns.
    pub fn turn(&mut self, budget: Budget, progress: impl Fn(u64, usize)) -> anyhow::Result<()> {
        self.turn = Some(self.record.begin_turn());
        self.budget = budget;
        self.run_workers(&progress)?;
        self.assignment.host.directories.keep(&self.assignment.directory);
        Ok(())
    }

    /// Makes the tests ready after the last turn, or searches in one go if there was no turn.
    pub fn finish(mut self, progress: impl Fn(u64, usize)) -> anyhow::Result<Searched> {
        if self.turn.take().is_some() && !self.is_given_up() {
            self.record.want_tests();
        }
        if self.failure.is_none() && !self.record.is_finished() {
            self.run_workers(&progress)?;
        }
        self.report()
    }

    /// Replays the tests, and reports.
    fn report(mut self) -> anyhow::Result<Searched> {
        if self.failure.is_none() && !self.stopping.is_wanted() {
            self.record.forget(&known_deaths::gone_hangs(&self.assignment)?);
        }
        if !self.assignment.orders.only_search {
            written_deaths::add(&self.assignment, &mut self.record)?;
        }
        let is_wanted = self.assignment.orders.backtraces;
        if self.failure.is_none() && self.record.deaths.count == 0 && !is_wanted {
            self.assignment.host.directories.keep(&self.assignment.directory);
        }
        // Goals have the numbers that the last worker gave them.
        let replay_orders = SearchOrders {
            adopted: self.adopted.goals,
            given_up: self.adopted.given_up,
            seeds: Vec::new(),
            simple: Vec::new(),
            recipe: Supply::Without,
            events: Supply::Without,
            ..self.assignment.orders.clone()
        };
        let mut report = self.record.into_report(self.assignment.description, self.stopping.reason());
        report.events = self.events.into_answer();
        if !replay_orders.only_search {
            endless::confirm(&self.assignment, &mut report)?;
            replay::replay(&self.assignment, &replay_orders, &mut report)?;
            own_place::find(&self.assignment, &mut report)?;
        }
        if replay_orders.known.environmental.contains(&replay_orders.target) {
            report.note_environmental();
        }
        Ok(Searched {
            report,
            failure: self.failure,
            by_function: self.by_function,
            interrupted: self.stopping.is_interrupted,
        })
    }

    /// Starts workers until the tests are there, the turn is over, or the search has failed.
    fn run_workers(&mut self, progress: &dyn Fn(u64, usize)) -> anyhow::Result<()> {
        if !std::mem::replace(&mut self.knows_deaths, true) {
            self.record.know(known_deaths::before_search(&self.assignment)?);
        }
        self.stopping.begin_turn();
        self.record.deaths.begin_phase();
        loop {
            let before = self.record.evaluations;
            let (worker, end) = self.run_worker(progress)?;
            self.record.touched.add(worker.take_refusals(), worker.take_touched());
            match end {
                End::Done => return Ok(()),
                End::Refused(reason) => return self.fail(reason),
                End::Stopped if self.is_finishing || self.record.has_ended() => {
                    // Its executions took too long for that, unless the user had no time.
                    self.by_function |= !self.stopping.is_interrupted;
                    return self.fail("out of time before its tests were minimised".to_owned());
                }
                End::Stopped => {
                    self.read_journal(&worker)?;
                    // The next turn, if there is one, continues from this one's results.
                    if self.turn.is_some() && !self.stopping.is_interrupted {
                        return Ok(());
                    }
                    self.is_finishing = true;
                }
                End::Crashed(crash) => {
                    let is_new = self.file_death(&worker, &crash)?;
                    let has_progressed = is_new || self.record.evaluations > before;
                    let is_hopeless = self.record.deaths.is_hopeless(has_progressed);
                    if is_hopeless && self.is_finishing {
                        let (deaths, last) = (self.record.deaths.count, crash.death);
                        return self.fail(format!("its worker crashed {deaths} times, last: {last}"));
                    }
                    if is_hopeless {
                        self.is_finishing = true;
                        self.record.deaths.begin_phase();
                    }
                }
            }
        }
    }

    fn fail(&mut self, reason: String) -> anyhow::Result<()> {
        self.failure = Some(reason);
        Ok(())
    }

    fn run_worker(&mut self, progress: &dyn Fn(u64, usize)) -> anyhow::Result<(WorkerProcess, End)> {
        let task = Task::Search(Box::new(self.next_orders()));
        let Assignment { host, hang_timeout, .. } = *self.assignment;
        let directory = self.assignment.directory.clone();
        let seconds_before = self.record.search_seconds;
        let mut exchange =
            SearchExchange { supervisor: self, progress, started: Instant::now(), seconds_before };
        watch::follow(host, &directory, task, hang_timeout, &mut exchange)
    }

    /// Rule 2.
    fn next_orders(&mut self) -> SearchOrders {
        // They may have come after the last worker's end.
        let waits = self.waits();
        self.recipe.receive(waits);
        self.events.receive(waits);
        let mut orders = self.assignment.orders.clone();
        orders.budget = self.budget;
        orders.recipe = self.recipe.orders(orders.recipe);
        orders.events = self.events.orders(orders.events);
        orders.adopted.clone_from(&self.adopted.goals);
        orders.given_up.clone_from(&self.adopted.given_up);
        orders.avoided.clone_from(&self.avoided);
        let own = self.record.culprits().iter().map(FatalCall::from_culprit);
        orders.avoided.extend(own.filter(|call| !self.avoided.contains(call)));
        if self.is_searching() {
            orders.known.values.clone_from(&self.known);
        }
        // A search that is given up makes its tests ready at once.
        orders.turn = self.turn.filter(|_| !self.is_finishing);
        if self.record.is_begun() || self.is_finishing {
            orders.resume = Some(self.record.resume(self.is_finishing, &self.adopted.given_up));
        }
        let offered = std::mem::take(&mut self.offered).into_iter();
        match &mut orders.resume {
            None => orders.seeds.extend(offered),
            Some(resume) => {
                let is_fatal = |test: &String| resume.fatal.iter().any(|fatal| fatal.test == *test);
                resume.kept.extend(offered.filter(|test| !is_fatal(test)));
            }
        }
        if let Some(resume) = orders.resume.as_mut().filter(|_| self.assignment.only_checks) {
            resume.kept = std::mem::take(&mut orders.seeds);
        }
        orders
    }

    /// True if a worker waits for a requested answer.
    fn waits(&self) -> bool {
        self.budget.seconds.is_none() || self.assignment.orders.algorithm == Algorithm::Chaining.name()
    }

    /// The time limit of one execution, if it is below the hang timeout.
    fn slow(&self) -> Option<Duration> {
        let spent =
            patience::Spent { evaluations: self.record.evaluations, seconds: self.record.search_seconds };
        let one = patience::for_one_execution(self.budget, self.turn, spent)?;
        Some(one).filter(|one| *one < self.assignment.hang_timeout)
    }

    fn is_searching(&self) -> bool {
        !self.is_finishing && !self.record.has_ended()
    }

    /// Returns the last state of a worker, and takes over its number of evaluations.
    fn read_journal(&mut self, worker: &WorkerProcess) -> anyhow::Result<Reading> {
        let reading = worker.read_journal()?;
        if !self.record.has_ended() {
            self.record.evaluations = self.record.evaluations.max(reading.evaluations);
        }
        Ok(reading)
    }

    /// Rule 3. Returns true if the worker died on a new fatal test case.
    fn file_death(&mut self, worker: &WorkerProcess, crash: &Crash) -> anyhow::Result<bool> {
        let reading = self.read_journal(worker)?;
        if reading.state == State::Inspecting {
            let statements = reading.test.iter().flat_map(|story| story.nodes());
            let last = statements.rev().find(|node| node.kind == NodeKind::Statement);
            self.shun(last.map(|statement| statement.payload));
            return Ok(true);
        }
        if reading.state == State::Mutated {
            self.assignment.to_mut().orders.deadly_mutants.push(reading.mutant);
            return Ok(true);
        }
        self.record.deaths.add(crash.cause == Cause::Hang, reading.state == State::PostProcessing);
        let is_in_test = matches!(reading.state, State::Searching | State::PostProcessing);
        if crash.cause == Cause::Worker || !is_in_test {
            return Ok(false);
        }
        self.by_function = true;
        let Some(test) = reading.test else {
            self.record.add_finding(Finding {
                place: Some(self.assignment.description.place.clone()),
                evaluations: reading.evaluations,
                ..Finding::new(FindingKind::Death, crash.death.without_arguments())
            });
            return Ok(false);
        };
        let test = test.to_hex();
        let Blamed { halves, comes_back } = self.blame(&test, crash, reading.halves)?;
        let (death, evaluations) = (crash.death.clone(), reading.evaluations);
        Ok(self.record.add_fatal(Fatal { test, death, evaluations, halves, comes_back }))
    }

    /// Makes the next workers avoid a getter; all getters, if it is unknown or too many have
    /// crashed.
    fn shun(&mut self, getter: Option<u64>) {
        let deadly = &mut self.assignment.to_mut().orders.deadly_getters;
        match (deadly.as_mut(), getter) {
            (Some(deadly), Some(getter)) if deadly.len() < MOST_DEADLY => deadly.push(getter),
            _ => *deadly = None,
        }
    }

    /// Finds the statement that killed a worker, given how many half-statements it had begun.
    /// Executes the test case again, which counts as time of the search.
    fn blame(&mut self, test: &str, crash: &Crash, begun: u64) -> anyhow::Result<Blamed> {
        if self.stopping.is_wanted() || !self.record.deaths.attribute() {
            return Ok(Blamed::last_half(begun));
        }
        let started = Instant::now();
        let blamed = blame::blame(&self.assignment, test, crash, begun)?;
        if self.is_searching() {
            self.record.search_seconds += started.elapsed().as_secs_f64();
        }
        Ok(blamed)
    }
}
