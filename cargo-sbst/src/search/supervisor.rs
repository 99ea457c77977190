//! Searches one target: starts a worker, follows what it tells, and when it dies files the test case that it died on
//! and starts another, until the tests are there or there is no hope of them.
//!
//! A search may be made in turns, each with a budget of its own: what is known at the end of one is what the next begins
//! with, and the tests are made ready in the end, and [replayed](replay).

mod blame;
mod replay;

use crate::cargo::own_directory;
use crate::cargo::workspace::VERSION;
use crate::search::construction::RecipeMaker;
use crate::search::record::SearchRecord;
use crate::search::target_report::TargetReport;
use crate::ui::interrupt;
use crate::worker::hang_detector::Stillness;
use crate::worker::process::{Host, WorkerProcess};
use crate::worker::version::other_version;
use crate::worker::{crash, directories};
use anyhow::Context;
use blame::Blamed;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::construction::Recipe;
use sbst_model::journal::{self, Reading, State};
use sbst_model::messages::{
    Budget, Culprit, Event, Fatal, Finding, FindingKind, GoalsOf, Orders, RecipeOrders, SearchOrders,
    Stopped, Task, Turn,
};
use sbst_model::{TargetDescription, WorkerExit};
use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// Deaths after which the search is given up. A function that takes a size may die of many; each costs milliseconds.
const MAX_DEATHS: u32 = 100;
/// Standstills after which it is, too; each costs the whole hang timeout.
const MAX_STANDSTILLS: u32 = 5;
/// Deaths whose cause is looked for in fresh workers; of those after them the journal says enough.
const MAX_BLAMED: u32 = 12;
/// Deaths in a row, without anything new between them, after which there is no hope.
const MAX_FRUITLESS: u32 = 3;
/// How long a worker may take to make tests ready when the user or the clock wants it to end.
const GRACE: Duration = Duration::from_secs(10);
/// Pauses between two looks at a worker. Most searches take a few milliseconds, so the first are short.
const PAUSES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// A target to search.
#[derive(Clone, Debug)]
pub struct Assignment<'a> {
    /// The target.
    pub description: &'a TargetDescription,
    /// What people read of this search while it runs; no other search at the same time has this name.
    pub name: String,
    /// The executable that it is in.
    pub host: &'a Host,
    /// The directory for its workers.
    pub directory: Utf8PathBuf,
    /// How to search.
    pub orders: SearchOrders,
    /// Who makes the recipe, if the orders let a worker ask.
    pub recipes: Option<&'a RecipeMaker>,
    /// How long a single execution may take.
    pub hang_timeout: Duration,
}

/// A target that was searched.
#[derive(Clone, Debug)]
pub struct Searched {
    /// What was found.
    pub report: TargetReport,
    /// Why there is less than there should be, if so.
    pub failure: Option<String>,
    /// Whether that is the function's doing, on which worker after worker died.
    pub by_function: bool,
    /// Whether the user ended it.
    pub interrupted: bool,
}

/// How a worker ended.
enum End {
    /// With everything done.
    Finished,
    /// It will not do this, and says why.
    Refused(String),
    /// It died, or was killed because it hung.
    Died {
        /// Of what.
        how: String,
        /// Whether that may be the doing of the code under test.
        by_test: bool,
        /// Whether it was killed because nothing moved.
        stood_still: bool,
    },
    /// The user or the clock wanted it to end.
    Stopped,
}

/// The search of a target, in turns.
pub struct Supervisor<'a> {
    assignment: &'a Assignment<'a>,
    record: SearchRecord,
    /// Goals of others that it takes on, and the numbers of those that it has given up.
    adopted: Vec<GoalsOf>,
    given_up: Vec<u32>,
    /// Calls that other searches' workers died of.
    avoided: Vec<Culprit>,
    /// Deaths whose cause was looked for.
    blamed: u32,
    /// The recipe that a worker asked for, or that there is none.
    recipe: Option<Option<Recipe>>,
    /// Where it comes from while it is being made.
    awaited: Option<Receiver<Option<Recipe>>>,
    /// When to end.
    budget: Budget,
    /// The turn that is on, and when it began.
    turn: Option<Turn>,
    started: Instant,
    /// Whether workers only make tests ready.
    finishing: bool,
    /// Workers that were killed because nothing moved.
    standstills: u32,
    /// Since when the user or the clock wants this to end, and how that is called in the summary.
    stop: Option<(Instant, Stopped)>,
    /// Whether it was the user.
    interrupted: bool,
    /// Why there is less than there should be, if so.
    failure: Option<String>,
    /// Whether that is the function's doing.
    by_function: bool,
}

/// Searches a target in one go. `progress` is told the evaluations and the covered goals now and then.
pub fn search(assignment: &Assignment<'_>, progress: impl Fn(u64, usize)) -> anyhow::Result<Searched> {
    Supervisor::new(assignment).finish(progress)
}

impl<'a> Supervisor<'a> {
    /// A search that has not begun.
    pub fn new(assignment: &'a Assignment<'a>) -> Supervisor<'a> {
        Supervisor {
            assignment,
            record: SearchRecord::of(assignment.description.own_goals()),
            adopted: assignment.orders.adopted.clone(),
            given_up: assignment.orders.given_up.clone(),
            avoided: Vec::new(),
            blamed: 0,
            recipe: None,
            awaited: None,
            budget: assignment.orders.budget,
            turn: None,
            started: Instant::now(),
            finishing: false,
            standstills: 0,
            stop: None,
            interrupted: false,
            failure: None,
            by_function: false,
        }
    }

    /// What is searched.
    pub fn assignment(&self) -> &'a Assignment<'a> {
        self.assignment
    }

    /// What is known so far.
    pub fn record(&self) -> &SearchRecord {
        &self.record
    }

    /// Whether another turn makes no sense: the search was given up, failed or interrupted.
    pub fn is_given_up(&self) -> bool {
        self.finishing || self.failure.is_some() || self.interrupted
    }

    /// Gives it another budget than that of its assignment.
    pub fn limit(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// From now on it takes on these goals of others, but for the given numbers. What it took on before keeps its number.
    pub fn adopt(&mut self, (adopted, given_up): (Vec<GoalsOf>, Vec<u32>)) {
        (self.adopted, self.given_up) = (adopted, given_up);
    }

    /// From now on it keeps these calls out of its stories, beside those that its own workers died of.
    pub fn avoid(&mut self, avoided: &[Culprit]) {
        self.avoided = avoided.to_vec();
    }

    /// Searches on within a budget. Evaluations and seconds include those of earlier turns.
    pub fn turn(&mut self, budget: Budget, progress: impl Fn(u64, usize)) -> anyhow::Result<()> {
        self.turn = Some(self.record.begin_turn());
        self.budget = budget;
        self.started = Instant::now();
        self.failure = self.run_workers(&progress)?;
        Ok(())
    }

    /// Searches, if there were no turns, and makes the tests ready.
    pub fn finish(mut self, progress: impl Fn(u64, usize)) -> anyhow::Result<Searched> {
        if self.turn.take().is_some() && !self.is_given_up() {
            self.record.want_tests();
        }
        if self.failure.is_none() && !self.record.is_finished() {
            self.started = Instant::now();
            self.failure = self.run_workers(&progress)?;
        }
        if self.failure.is_none() && self.record.deaths == 0 {
            own_directory::remove(&self.assignment.directory)?;
        }
        let stopped = self.stop.map(|(_, stopped)| stopped);
        let replay_orders = self.replay_orders();
        let mut report = self.record.into_report(self.assignment.description, stopped);
        if !replay_orders.only_search {
            replay::replay(self.assignment, &replay_orders, &mut report)?;
        }
        Ok(Searched {
            report,
            failure: self.failure,
            by_function: self.by_function,
            interrupted: self.interrupted,
        })
    }

    /// Starts workers until the tests are there, or the turn is over; says why if that never is.
    fn run_workers(&mut self, progress: &dyn Fn(u64, usize)) -> anyhow::Result<Option<String>> {
        let mut fruitless = 0;
        loop {
            let before = self.record.evaluations;
            let mut worker = self.start()?;
            let end = self.follow(&mut worker, progress)?;
            worker.kill()?;
            self.record.add_refusals(worker.take_refusals(), worker.take_touched());
            match end {
                End::Finished => return Ok(None),
                End::Refused(reason) => return Ok(Some(reason)),
                End::Stopped if self.finishing || self.record.has_ended() => {
                    return Ok(Some("there was no time to make its tests ready".to_owned()));
                }
                End::Stopped => {
                    self.read_journal(&worker)?;
                    self.finishing = true;
                }
                End::Died { how, by_test, stood_still } => {
                    let new_test = self.file_death(&worker, &how, by_test, stood_still)?;
                    fruitless = if new_test || self.record.evaluations > before { 0 } else { fruitless + 1 };
                    let hopeless = fruitless == MAX_FRUITLESS
                        || self.record.deaths > MAX_DEATHS
                        || self.standstills > MAX_STANDSTILLS;
                    if hopeless && self.finishing {
                        let deaths = self.record.deaths;
                        return Ok(Some(format!("its workers died {deaths} times, the last one of: {how}")));
                    }
                    if hopeless {
                        self.finishing = true;
                        fruitless = 0;
                    }
                }
            }
        }
    }

    fn start(&mut self) -> anyhow::Result<WorkerProcess> {
        // made for a worker that has ended before
        self.has_recipe();
        let mut orders = self.assignment.orders.clone();
        orders.budget = self.budget;
        match &self.recipe {
            None => {}
            Some(None) => orders.recipe = RecipeOrders::Without,
            Some(Some(recipe)) => orders.recipe = RecipeOrders::Given(Box::new(recipe.clone())),
        }
        orders.adopted.clone_from(&self.adopted);
        orders.given_up.clone_from(&self.given_up);
        orders.avoided.clone_from(&self.avoided);
        let own = self.record.culprits().iter().filter(|culprit| !self.avoided.contains(culprit));
        orders.avoided.extend(own.cloned());
        // one that is given up makes its tests ready at once
        orders.turn = self.turn.filter(|_| !self.finishing);
        if self.record.is_begun() || self.finishing {
            orders.resume = Some(self.record.resume(self.finishing, &self.given_up));
        }
        let orders = Orders { version: VERSION.to_owned(), task: Task::Search(Box::new(orders)) };
        WorkerProcess::start(self.assignment.host, &self.assignment.directory, &orders)
    }

    /// Follows a worker to its end.
    fn follow(&mut self, worker: &mut WorkerProcess, progress: &dyn Fn(u64, usize)) -> anyhow::Result<End> {
        let begun = (Instant::now(), self.record.search_seconds);
        let mut stillness = Stillness::new(self.assignment.hang_timeout);
        let mut pause = PAUSES[0];
        loop {
            // asked first, so that nothing that it said before its end is missed
            let status = worker.try_wait()?;
            for event in worker.events()? {
                stillness.disturb();
                match event {
                    Event::Hello { version } if version != VERSION => {
                        return Ok(End::Refused(other_version(&version)));
                    }
                    Event::Refused { reason } => return Ok(End::Refused(reason)),
                    Event::WantsRecipe => self.ask_for_recipe(),
                    event => self.record.take(event),
                }
            }
            if self.has_recipe() {
                directories::give_recipe(&self.assignment.directory, &self.recipe.clone().flatten())?;
                stillness.disturb();
            }
            progress(self.record.evaluations, self.record.covered());
            if self.record.is_finished() {
                return Ok(End::Finished);
            }
            if !self.record.has_ended() && !self.finishing {
                self.record.search_seconds = begun.1 + begun.0.elapsed().as_secs_f64();
            }
            if let Some(status) = status {
                return Ok(died(status, &worker.last_words()));
            }
            if let Some(how) = stillness.look(|| worker.journal())? {
                self.standstills += 1;
                return Ok(End::Died { how, by_test: true, stood_still: true });
            }
            if self.must_stop() {
                return Ok(End::Stopped);
            }
            worker.pause(pause)?;
            pause = (pause * 3 / 2).min(PAUSES[1]);
        }
    }

    /// Has the recipe made that a worker wants, for those after it, too.
    fn ask_for_recipe(&mut self) {
        let Assignment { description, recipes, .. } = self.assignment;
        match recipes {
            Some(recipes) => _ = self.awaited.get_or_insert_with(|| recipes.ask(&description.id)),
            None => self.awaited = Some(mpsc::channel().1),
        }
    }

    /// Whether the recipe has come since the last look. A worker that waits for it, because its budget is evaluations, has nothing else to do.
    fn has_recipe(&mut self) -> bool {
        let Some(awaited) = &self.awaited else { return false };
        let recipe = match self.budget.seconds {
            None => awaited.recv().ok().flatten(),
            Some(_) => match awaited.try_recv() {
                Err(TryRecvError::Empty) => return false,
                recipe => recipe.ok().flatten(),
            },
        };
        self.recipe = Some(recipe);
        self.awaited = None;
        true
    }

    /// Whether the worker must end now: at once while it searches, after some grace while it makes tests ready.
    fn must_stop(&mut self) -> bool {
        let before = self.turn.map_or(0.0, |turn| turn.search_seconds);
        let late = self.budget.seconds.is_some_and(|seconds| {
            let allowed = seconds - before + self.assignment.hang_timeout.as_secs_f64();
            self.started.elapsed().as_secs_f64() > allowed
        });
        let searching = !self.finishing && !self.record.has_ended();
        let interrupted = interrupt::requested();
        if self.stop.is_none() && (interrupted || late && searching) {
            self.stop = Some((Instant::now(), Stopped::Time));
            self.interrupted = interrupted;
        }
        let waited = |since: &Instant| searching || since.elapsed() > GRACE;
        interrupt::insisted() || self.stop.as_ref().is_some_and(|(since, _)| waited(since))
    }

    /// What a worker was doing. Takes the number of evaluations over.
    fn read_journal(&mut self, worker: &WorkerProcess) -> anyhow::Result<Reading> {
        let reading = journal::read(&worker.journal()?)
            .with_context(|| format!("the journal in {} makes no sense", self.assignment.directory))?;
        if !self.record.has_ended() {
            self.record.evaluations = self.record.evaluations.max(reading.evaluations);
        }
        Ok(reading)
    }

    /// Files the death of a worker; true if it died on a test case that was not known to be fatal.
    fn file_death(
        &mut self,
        worker: &WorkerProcess,
        how: &str,
        by_test: bool,
        stood_still: bool,
    ) -> anyhow::Result<bool> {
        let reading = self.read_journal(worker)?;
        self.record.deaths += 1;
        self.record.deaths_of_tests += u32::from(reading.state == State::PostProcessing);
        if !by_test || !matches!(reading.state, State::Searching | State::PostProcessing) {
            return Ok(false);
        }
        // It was at work on a test case, whatever it died of.
        self.by_function = true;
        if let Some(test) = reading.test {
            let test = test.to_hex();
            let Blamed { halves, comes_back } = self.blame(&test, how, reading.halves, stood_still)?;
            let (how, evaluations) = (how.to_owned(), reading.evaluations);
            return Ok(self.record.add_fatal(Fatal { test, how, evaluations, halves, comes_back }));
        }
        self.record.add_finding(Finding {
            before: Vec::new(),
            kind: FindingKind::Death,
            message: format!("{how} (the arguments were too long to be kept)"),
            place: Some(self.assignment.description.place.clone()),
            arguments: Vec::new(),
            evaluations: reading.evaluations,
        });
        Ok(false)
    }
}

impl Supervisor<'_> {
    /// What a worker died of that had begun so many halves of this test case. That takes time of the search.
    fn blame(&mut self, test: &str, how: &str, begun: u64, stood_still: bool) -> anyhow::Result<Blamed> {
        if self.blamed == MAX_BLAMED || self.stop.is_some() {
            return Ok(Blamed::at(begun));
        }
        self.blamed += 1;
        let started = Instant::now();
        let blamed = blame::blame(self.assignment, test, how, begun, stood_still)?;
        if !self.record.has_ended() && !self.finishing {
            self.record.search_seconds += started.elapsed().as_secs_f64();
        }
        Ok(blamed)
    }
}

fn died(status: ExitStatus, last_words: &str) -> End {
    let gave_up = status.code().and_then(WorkerExit::from_code).is_some();
    let reason = last_words.lines().rfind(|line| line.starts_with("sbst: the worker"));
    match reason.filter(|_| gave_up) {
        Some(reason) => End::Died {
            how: reason.trim_start_matches("sbst: ").to_owned(),
            by_test: false,
            stood_still: false,
        },
        None => End::Died { how: crash::describe(status, last_words), by_test: true, stood_still: false },
    }
}
