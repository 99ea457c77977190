//! The worker: what a test executable does when `cargo sbst` starts it. It reads its orders, searches one target, and
//! appends what it finds to its events.

use crate::collateral::{Met, Places};
use crate::events::Events;
use crate::function_problem::{FunctionProblem, Outcome as Executed};
use crate::journal_file::JournalFile;
use crate::numbering::Numbering;
use crate::registry::{Target, TARGETS_0_1_0};
use crate::walk::{OneGoal, Walker};
use crate::{drawn, landscape, memory, outline, panics, recipe_file, recorder};
use sbst_model::journal::State;
use sbst_model::messages::{
    from_line, Along, Budget, Event, Finding, FindingKind, LandscapeOrders, Observed, Orders, RecipeOrders,
    Resume, SearchOrders, SearchSummary, SynthesisSummary, Task, TestOutline, UncoveredGoal, EVENTS, JOURNAL,
    ORDERS, OUT_OF_MEMORY, WORKER_DIRECTORY,
};
use sbst_model::{TargetId, TestCase};
use sbst_search::corners::corners;
use sbst_search::template::Synthesis;
use sbst_search::{minimise, search, Algorithm, Observer, Options, Outcome, Problem, Progress, SuiteLength};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Stack of the search itself, beside what code under test may use; untouched pages cost nothing.
const OWN_STACK: u64 = 56 << 20;
/// Evaluations of a function that is to get tests, even if its goals were covered sooner: most goals are easier to reach than
/// most faults, and these take less than a millisecond.
const LEAST_EVALUATIONS: u64 = 1_000;
/// Evaluations for making tests small and their values simple, in all.
const MINIMISING_BUDGET: u64 = 20_000;
/// Seconds for making tests and findings simple that there are in any case, where the budget is in time: what takes longer fills much
/// memory or runs into a limit each time, and in a turn others wait for it.
const LEAST_SECONDS_OF_TESTS: f64 = 5.0;
/// The same at the end of a turn, for findings alone.
const LEAST_SECONDS_OF_A_TURN: f64 = 0.2;
/// Seconds between two events that only say that the search goes on: a person sees it move, and a night's search does
/// not fill the disk.
const PROGRESS_SECONDS: f64 = 0.2;
/// The change of a suite's size, as a part of it, that is worth telling: a pixel in a picture.
const SEEN: f64 = 0.005;
/// Exit code for a worker that cannot do its work, `EX_SOFTWARE` of sysexits.h.
const CANNOT_WORK: i32 = 70;

/// What each entry calls. Does nothing unless the process was started as a worker.
pub fn entry() {
    let Some(directory) = std::env::var_os(WORKER_DIRECTORY) else { return };
    let directory = PathBuf::from(directory);
    let code = match work(&directory) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("sbst: the worker in {} stopped: {error}", directory.display());
            CANNOT_WORK
        }
    };
    // Threads that code under test left behind must not keep the process alive.
    std::process::exit(code);
}

fn work(directory: &Path) -> Result<(), String> {
    let named = |name: &str, error: &dyn std::fmt::Display| format!("{name}: {error}");
    let events = Events::open(&directory.join(EVENTS)).map_err(|error| named(EVENTS, &error))?;
    let version = env!("CARGO_PKG_VERSION");
    events.send(&Event::Hello { version: version.to_owned() });
    let orders = std::fs::read_to_string(directory.join(ORDERS)).map_err(|error| named(ORDERS, &error))?;
    let orders: Orders = from_line(&orders).map_err(|error| named(ORDERS, &error))?;
    if orders.version != version {
        return Ok(());
    }
    match orders.task {
        Task::Describe => {
            for target in TARGETS_0_1_0.iter() {
                events.send(&Event::Target(Box::new(target.describe())));
            }
            events.send(&Event::Described { targets: TARGETS_0_1_0.len() });
            Ok(())
        }
        Task::Search(orders) => {
            let journal = open_journal(directory)?;
            let (stack, memory) = (orders.stack_limit, orders.memory_limit);
            let directory = directory.to_owned();
            limited(stack, memory, move || search_target(&orders, directory, journal, events))
        }
        Task::Walk(orders, goal) => {
            let journal = open_journal(directory)?;
            let (stack, memory) = (orders.stack_limit, orders.memory_limit);
            limited(stack, memory, move || walk(&orders, goal, journal, events))
        }
        Task::Landscape(orders) => {
            let journal = open_journal(directory)?;
            let (stack, memory) = (orders.stack_limit, orders.memory_limit);
            limited(stack, memory, move || landscape_of_target(&orders, journal, events))
        }
    }
}

fn open_journal(directory: &Path) -> Result<JournalFile, String> {
    JournalFile::open(&directory.join(JOURNAL)).map_err(|error| format!("{JOURNAL}: {error}"))
}

/// Works in a thread with enough stack, and with no more memory than this.
fn limited(stack: u64, memory: u64, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    memory::limit(memory);
    let stack = usize::try_from(OWN_STACK + stack).map_err(|error| error.to_string())?;
    let thread = std::thread::Builder::new().name("sbst".to_owned()).stack_size(stack).spawn(work);
    let thread = thread.map_err(|error| format!("no thread with {stack} bytes of stack: {error}"))?;
    thread.join().map_err(|_| "it panicked; this is a fault of sbst".to_owned())
}

fn search_target(orders: &SearchOrders, directory: PathBuf, journal: JournalFile, events: Events) {
    recorder::own_by_this_thread();
    panics::install_hook();
    let events = Rc::new(events);
    let prepare = || -> Result<(Algorithm, FunctionProblem), String> {
        let target = find(&orders.target)?;
        let (steps, stack) = (orders.step_limit, orders.stack_limit);
        let numbering = Numbering::of(target, &orders.adopted, &orders.given_up);
        let mut problem = FunctionProblem::new(target, numbering, journal, events.clone(), steps, stack)?;
        let events = events.clone();
        match &orders.recipe {
            RecipeOrders::Without => {}
            RecipeOrders::OnDemand => problem.follow(move || recipe_file::ask(&directory, &events)),
            RecipeOrders::Given(recipe) => problem.follow_now(recipe),
        }
        Ok((algorithm(orders)?, problem))
    };
    match prepare() {
        Ok((algorithm, problem)) => Search { orders, problem }.run(algorithm),
        Err(reason) => events.send(&Event::Refused { reason }),
    }
}

fn find(target: &TargetId) -> Result<&'static Target, String> {
    let found = Target::expansions(target).first().copied();
    found.ok_or_else(|| format!("there is no target `{target}` in this executable"))
}

fn algorithm(orders: &SearchOrders) -> Result<Algorithm, String> {
    orders.algorithm.parse().map_err(|error| format!("{error}"))
}

fn walk(orders: &SearchOrders, goal: u32, journal: JournalFile, events: Events) {
    recorder::own_by_this_thread();
    panics::install_hook();
    let events = Rc::new(events);
    let walk = || -> Result<(), String> {
        let (steps, stack) = (orders.step_limit, orders.stack_limit);
        let target = find(&orders.target)?;
        let numbering = Numbering::of(target, &[], &[]);
        let mut problem = FunctionProblem::new(target, numbering, journal, events.clone(), steps, stack)?;
        problem.begin(State::Searching);
        let mut options = Options::new(algorithm(orders)?, orders.seed, orders.budget);
        options.without.clone_from(&orders.without);
        options.bloat_control = orders.bloat_control;
        let mut walker = Walker { events: events.clone() };
        let mut one_goal = OneGoal::new(&mut problem, goal)?;
        if let RecipeOrders::Given(recipe) = &orders.recipe {
            one_goal.follow(recipe);
        }
        let outcome = search(&mut one_goal, &options, &mut walker);
        events.send(&Event::SearchEnded(summary(
            &outcome,
            outcome.archive.goals(),
            SynthesisSummary::default(),
        )));
        events.send(&Event::Finished(Vec::new()));
        problem.journal().state(State::Finished);
        Ok(())
    };
    if let Err(reason) = walk() {
        events.send(&Event::Refused { reason });
    }
}

fn landscape_of_target(orders: &LandscapeOrders, journal: JournalFile, events: Events) {
    recorder::own_by_this_thread();
    panics::install_hook();
    let events = Rc::new(events);
    let (steps, stack) = (orders.step_limit, orders.stack_limit);
    let problem = find(&orders.target).and_then(|target| {
        let numbering = Numbering::of(target, &[], &[]);
        FunctionProblem::new(target, numbering, journal, events.clone(), steps, stack)
    });
    if let Err(reason) = problem.and_then(|problem| landscape::tell(orders, problem)) {
        events.send(&Event::Refused { reason });
    }
}

struct Search<'o> {
    orders: &'o SearchOrders,
    problem: FunctionProblem,
}

impl Search<'_> {
    fn run(mut self, algorithm: Algorithm) {
        let nothing = Resume::default();
        let resume = self.orders.resume.as_ref().unwrap_or(&nothing);
        let deaths = self.take_up(resume);

        let outcome = self.search(algorithm, resume);
        self.problem.begin(State::PostProcessing);
        if self.orders.turn.is_some() {
            // One that covers nothing may be all that there is to be written.
            let any = outcome.archive.any().filter(|_| outcome.archive.covered() == 0);
            let nearest = outcome.nearest.iter().chain(any).map(TestCase::to_hex).collect();
            self.problem.events().send(&Event::Nearest(nearest));
            let along = self.along(&outcome);
            self.problem.events().send(&Event::Along(along));
        }
        let own_goals = self.problem.own_goals();
        let synthesis = synthesis(self.problem.inputs().templates.synthesis());
        self.problem.events().send(&Event::SearchEnded(summary(&outcome, own_goals, synthesis)));

        let simplify = resume.simplify || self.orders.resume.is_none();
        let tests = match self.orders {
            SearchOrders { turn: Some(_), .. } => {
                let until = self.until(LEAST_SECONDS_OF_A_TURN);
                outline::of_findings(&mut self.problem, simplify, until)
            }
            SearchOrders { only_search: true, .. } => Vec::new(),
            SearchOrders { draw: Some(wanted), without, .. } => {
                let seed = self.seed(resume);
                drawn::outlines(&mut self.problem, *wanted as usize, without, seed)
            }
            _ => self.tests(&outcome, deaths, simplify),
        };
        self.problem.events().send(&Event::Finished(tests));
        self.problem.journal().state(State::Finished);
    }

    /// Small and simple tests of what was covered and of the faults that were met, with what they show.
    fn tests(&mut self, outcome: &Outcome, deaths: Vec<TestOutline>, simplify: bool) -> Vec<TestOutline> {
        let minimising = if simplify { MINIMISING_BUDGET } else { 0 };
        let until = self.until(LEAST_SECONDS_OF_TESTS);
        let suite = minimise(&mut self.problem, &outcome.archive, minimising, until);
        let places = Places::new();
        let tests =
            suite.iter().filter_map(|test| outline::of_test(&mut self.problem, &places, test)).collect();
        let findings = outline::of_findings(&mut self.problem, simplify, until);
        outline::without_repetition(tests, findings.into_iter().chain(deaths))
    }

    /// When to stop making tests simple, if the budget is in time: after half as long as the search had, but no sooner than this.
    fn until(&self, least_seconds: f64) -> Option<Instant> {
        let before = self.orders.turn.map_or(0.0, |turn| turn.search_seconds);
        let seconds = (self.orders.budget.seconds? - before) / 2.0;
        Some(Instant::now() + Duration::from_secs_f64(seconds.max(least_seconds)))
    }

    /// What the tests kept come to in other targets: each is executed once more.
    fn along(&mut self, outcome: &Outcome) -> Vec<Along> {
        let mut tests: Vec<&TestCase> = outcome.archive.iter().map(|(_, test)| test).collect();
        tests.extend(outcome.archive.any().filter(|_| tests.is_empty()));
        let mut done = HashSet::new();
        let places = Places::new();
        let mut met = Met::new();
        for test in tests.into_iter().chain(&outcome.nearest).filter(|test| done.insert(*test)) {
            if self.problem.is_fatal(test) {
                continue;
            }
            if self.problem.execute(test, None) == Executed::Rejected {
                continue;
            }
            for (goal, distance) in places.met() {
                let least = met.entry(goal).or_insert(distance);
                *least = distance.min(*least);
            }
        }
        places.along(&met, &self.orders.target)
    }

    /// Takes up what earlier workers left; tells of the test cases that they died on, and returns their outlines.
    fn take_up(&mut self, resume: &Resume) -> Vec<TestOutline> {
        let fatal = resume.fatal.iter().filter_map(|fatal| Some((TestCase::from_hex(&fatal.test)?, fatal)));
        let fatal: Vec<_> = fatal.collect();
        // The tests to begin with are evaluated again without being counted.
        let counted = resume.evaluations.saturating_sub(resume.kept.len() as u64);
        let deadly = fatal.iter().map(|(test, fatal)| (test.clone(), fatal.how == OUT_OF_MEMORY));
        self.problem.resume(counted, kept(resume), deadly);
        // One of each kind of death is worth a finding.
        let mut kinds = HashSet::new();
        let outlines =
            fatal.into_iter().filter(|(_, fatal)| kinds.insert(&fatal.how)).map(|(test, fatal)| {
                let (before, arguments) = self.problem.written(&test);
                let finding = Finding {
                    before,
                    kind: FindingKind::Death,
                    message: fatal.how.clone(),
                    place: Some(self.problem.place()),
                    arguments,
                    evaluations: fatal.evaluations,
                };
                self.problem.events().send(&Event::Finding(finding.clone()));
                TestOutline {
                    before: finding.before.clone(),
                    arguments: finding.arguments.clone(),
                    goals: Vec::new(),
                    adopted: Vec::new(),
                    covers: Vec::new(),
                    observed: Observed::Fault(finding),
                }
            });
        outlines.collect()
    }

    /// The test cases to begin with that are calls of the target, and what a search for panics begins with. A later turn goes on from
    /// what became of them.
    fn seeds(&self) -> Vec<TestCase> {
        if self.orders.turn.is_some_and(|turn| turn.number > 0) {
            return Vec::new();
        }
        let seeds = self.orders.seeds.iter().filter_map(|test| TestCase::from_hex(test));
        let seeds = seeds.filter_map(|test| self.problem.fitted(test));
        let corners = if cfg!(feature = "panics") { corners(self.problem.inputs()) } else { Vec::new() };
        seeds.chain(corners.into_iter().filter(|test| self.problem.is_call(test))).collect()
    }

    /// Another worker draws other numbers, or it would walk into the same death again, and another turn would repeat
    /// what the first one did.
    fn seed(&self, resume: &Resume) -> u64 {
        let turn = self.orders.turn.map_or(0, |turn| u64::from(turn.number) << 32);
        self.orders.seed.wrapping_add(turn).wrapping_add(u64::from(resume.deaths))
    }

    fn search(&mut self, algorithm: Algorithm, resume: &Resume) -> Outcome {
        let budget = if resume.search_ended {
            Budget { evaluations: Some(resume.evaluations), seconds: None, stall: None }
        } else {
            self.orders.budget
        };
        let turn = self.orders.turn;
        let options = Options {
            algorithm,
            seed: self.seed(resume),
            budget,
            least_evaluations: if self.orders.only_search { 0 } else { LEAST_EVALUATIONS },
            without: self.orders.without.clone(),
            bloat_control: self.orders.bloat_control,
            initial: kept(resume).collect(),
            seeds: self.seeds(),
            evaluations_done: resume.evaluations,
            seconds_done: resume.search_seconds,
            before: turn.map_or((0, 0.0), |turn| (turn.evaluations, turn.search_seconds)),
            keeps_nearest: turn.is_some(),
        };
        self.problem.begin(State::Searching);
        let events = self.problem.events().clone();
        let suite = self.orders.only_search.then(SuiteLength::default);
        let mut told = Told { events, last: 0.0, suite };
        search(&mut self.problem, &options, &mut told)
    }
}

/// The tests worth keeping that earlier workers left.
fn kept(resume: &Resume) -> impl Iterator<Item = TestCase> + '_ {
    resume.kept.iter().filter_map(|test| TestCase::from_hex(test))
}

/// Tells the command of the search's progress.
struct Told {
    events: Rc<Events>,
    /// Seconds of search when it last told that it is still at work.
    last: f64,
    /// If it is of interest: the length of the suite that it last told.
    suite: Option<SuiteLength>,
}

impl Told {
    fn suite(&mut self, progress: &Progress) {
        let Some(told) = &mut self.suite else { return };
        let SuiteLength { tests, size } = progress.suite;
        let is_seen = tests != told.tests || size.abs_diff(told.size) as f64 > SEEN * told.size as f64;
        if is_seen {
            *told = progress.suite;
            self.events.send(&Event::Suite { evaluations: progress.evaluations, tests, size });
        }
    }
}

impl Observer for Told {
    fn kept(&mut self, test: &TestCase, covers: &[u32], progress: &Progress) {
        // A smaller test for goals that are covered already can be found again.
        if !covers.is_empty() {
            self.events.send(&Event::Kept {
                test: test.to_hex(),
                covers: covers.to_vec(),
                evaluations: progress.evaluations,
                search_seconds: progress.seconds,
            });
        }
        self.suite(progress);
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.seconds >= self.last + PROGRESS_SECONDS {
            self.last = progress.seconds;
            self.events
                .send(&Event::Progress { evaluations: progress.evaluations, covered: progress.covered });
        }
    }
}

/// What templates cost, as the command is told.
fn synthesis(synthesis: Synthesis) -> SynthesisSummary {
    let Synthesis { graph_seconds, template_seconds, tests, repaired, failed, .. } = synthesis;
    SynthesisSummary { graph_seconds, template_seconds, tests, repaired, failed }
}

/// How a search went of which so many goals, the first ones, are the target's own.
fn summary(outcome: &Outcome, own_goals: usize, synthesis: SynthesisSummary) -> SearchSummary {
    let (own, adopted) = (0..own_goals as u32, own_goals as u32..outcome.best.len() as u32);
    let uncovered = |&goal: &u32| !outcome.archive.is_covered(goal);
    let distance = |goal: u32| {
        let best = outcome.best[goal as usize];
        UncoveredGoal { goal, best_distance: best.is_reached().then(|| best.magnitude().min(f64::MAX)) }
    };
    SearchSummary {
        evaluations: outcome.evaluations,
        evaluations_to_last_goal: outcome.evaluations_to_last_goal,
        search_seconds: outcome.seconds,
        seconds_to_last_goal: outcome.seconds_to_last_goal,
        covered: own.clone().filter(|goal| !uncovered(goal)).collect(),
        uncovered: own.filter(uncovered).map(distance).collect(),
        adopted_covered: adopted.clone().filter(|goal| !uncovered(goal)).collect(),
        adopted_reached: adopted
            .filter(uncovered)
            .map(distance)
            .filter(|goal| goal.best_distance.is_some())
            .collect(),
        stopped: outcome.stopped,
        synthesis,
    }
}
