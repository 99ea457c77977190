//! The worker: a test executable that `cargo sbst` starts. It reads its orders, searches one
//! target, and appends its findings to its events.

mod before_main;
mod fork_server;
mod memory;
mod orphan;
mod algorithms;
mod search;

use crate::exchange::events::Events;
use crate::exchange::journal_file::JournalFile;
use crate::exchange::wish::Wish;
#[cfg(feature = "library")]
use crate::landscape::{report as report_landscape, walk::walk};
use crate::problem::function_problem::FunctionProblem;
use crate::problem::numbering::Numbering;
use crate::problem::{growth, outline};
use crate::refusal::Refusal;
use sbst_core::probe::{panics, role};
use sbst_core::registry::collateral::Places;
use sbst_core::registry::{self, Target, TARGETS_0_1_0};
use sbst_core::value::object_types::environment::note_environmental;
use sbst_model::exit_code::GIVING_UP;
use sbst_model::journal::State;
use sbst_model::messages::{
    CallOutcome, Event, GoalsOf, Orders, Repeat, SearchOrders, Supply, Task, TestOutline, BACKTRACES, EVENTS,
    EVENT_GRAPH, FORK_SERVER, JOURNAL, ORDERS, SCRATCH, WORKER_DIRECTORY,
};
use sbst_model::{Algorithm, TargetId, WorkerExit};
use sbst_wire::from_line;
use search::Search;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Stack of the search itself, beside that of code under test; untouched pages are free.
const OWN_STACK: u64 = 56 << 20;
/// Executions of a test case that crashed a worker: corrupt memory may be used only later, and a
/// fault by chance recurs in one of them.
const REPETITIONS: usize = 20;
/// The time for all but the first execution.
const LONGEST_REPETITION: Duration = Duration::from_millis(100);

/// Works, if the process was started as a worker, or as a fork server.
pub fn entry() {
    if std::env::var_os(FORK_SERVER).is_some() {
        fork_server::serve();
    }
    let Some(directory) = std::env::var_os(WORKER_DIRECTORY) else { return };
    work_and_exit(Path::new(&directory));
}

/// Carries out the orders in the directory, and ends the process.
pub(crate) fn work_and_exit(directory: &Path) -> ! {
    // Temporary files of the code under test go to its working directory.
    std::env::set_var("TMPDIR", directory.join(SCRATCH));
    let code = match work(directory) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{GIVING_UP} in {} stopped: {error}", directory.display());
            WorkerExit::CannotWork.code()
        }
    };
    // Threads left by the code under test must not keep the process alive.
    std::process::exit(code);
}

/// Prepares everything independent of the orders, once in the process. A worker forked after it has
/// the same state as one that calls it itself.
pub(crate) fn prepare() {
    registry::objects();
    Target::index();
    Places::from_executable();
    registry::objects().values_made_by_calls();
}

fn work(directory: &Path) -> Result<(), Refusal> {
    let events = Events::open(&directory.join(EVENTS)).map_err(|error| Refusal::File(EVENTS, error))?;
    let version = env!("CARGO_PKG_VERSION");
    events.send(&Event::Hello { version: version.to_owned() });
    let orders = std::fs::read(directory.join(ORDERS)).map_err(|error| Refusal::File(ORDERS, error))?;
    let orders: Orders = from_line(&orders).map_err(Refusal::Orders)?;
    if orders.version != version {
        return Ok(());
    }
    // A description is quick, and shows if the process has other threads.
    if !matches!(orders.task, Task::Describe) {
        orphan::end_with_command(directory);
    }
    let (subject, work): (Subject, Work) = match orders.task {
        Task::Describe => {
            for target in TARGETS_0_1_0.iter() {
                events.send(&Event::Target(Box::new(target.describe())));
            }
            let can_fork = fork_server::is_possible();
            events.send(&Event::Described { targets: TARGETS_0_1_0.len(), can_fork });
            return Ok(());
        }
        Task::Search(orders) => {
            let directory = directory.to_owned();
            let subject = Subject::with_adopted(&orders);
            (subject, Box::new(move |problem| search_target(&orders, &directory, problem)))
        }
        Task::Repeat(orders, repeat) => {
            if orders.backtraces {
                panics::trace_to(directory.join(BACKTRACES));
            }
            (Subject::alone(&orders), Box::new(move |problem| execute_again(&repeat, problem)))
        }
        Task::Measure(orders, test) => {
            (Subject::alone(&orders), Box::new(move |problem| measure_steps(&test, problem)))
        }
        Task::Replay(orders, outlines) => {
            let deadly = orders.deadly_getters.clone();
            let work = move |mut problem: FunctionProblem| {
                problem.shun(deadly.as_deref());
                replay(outlines, problem)
            };
            (Subject::with_adopted(&orders), Box::new(work))
        }
        Task::Compare(orders, tests) => {
            (Subject::alone(&orders), Box::new(move |problem| compare(&orders, &tests, problem)))
        }
        #[cfg(feature = "library")]
        Task::Walk(orders, goal) => {
            (Subject::alone(&orders), Box::new(move |problem| walk(&orders, goal, problem)))
        }
        #[cfg(feature = "library")]
        Task::Landscape(orders) => {
            let subject = Subject::from_landscape(&orders);
            (subject, Box::new(move |problem| report_landscape(&orders, problem)))
        }
        #[cfg(not(feature = "library"))]
        Task::Walk(..) | Task::Landscape(_) => return Err(Refusal::WithoutLibrary("landscapes")),
    };
    subject.execute(directory, events, work)
}

/// The task of a worker. A box, because a thread for each type of closure takes long to compile.
type Work = Box<dyn FnOnce(FunctionProblem) -> Result<(), Refusal> + Send>;

/// The target of orders, the adopted goals, and the limits.
struct Subject {
    target: TargetId,
    adopted: Vec<GoalsOf>,
    given_up: Vec<u32>,
    environmental: Vec<TargetId>,
    step_limit: u64,
    stack_limit: u64,
    memory_limit: u64,
}

impl Subject {
    /// Returns the target with its own goals only.
    fn alone(orders: &SearchOrders) -> Subject {
        Subject {
            target: orders.target.clone(),
            adopted: Vec::new(),
            given_up: Vec::new(),
            environmental: orders.known.environmental.clone(),
            step_limit: orders.step_limit,
            stack_limit: orders.stack_limit,
            memory_limit: orders.memory_limit,
        }
    }

    /// Returns the target with the adopted goals of its search.
    fn with_adopted(orders: &SearchOrders) -> Subject {
        let (adopted, given_up) = (orders.adopted.clone(), orders.given_up.clone());
        Subject { adopted, given_up, ..Subject::alone(orders) }
    }

    #[cfg(feature = "library")]
    fn from_landscape(orders: &sbst_model::messages::LandscapeOrders) -> Subject {
        Subject {
            target: orders.target.clone(),
            adopted: Vec::new(),
            given_up: Vec::new(),
            environmental: Vec::new(),
            step_limit: orders.step_limit,
            stack_limit: orders.stack_limit,
            memory_limit: orders.memory_limit,
        }
    }

    /// Calls `work` with the problem of the target, on a thread with enough stack and with limited
    /// memory. An error becomes an event.
    fn execute(self, directory: &Path, events: Events, work: Work) -> Result<(), Refusal> {
        let journal = JournalFile::open(&directory.join(JOURNAL));
        let journal = journal.map_err(|error| Refusal::File(JOURNAL, error))?;
        memory::limit(self.memory_limit);
        with_stack(self.stack_limit, move || {
            prepare();
            note_environmental(&self.environmental);
            role::become_owner();
            panics::install_hook();
            let events = Rc::new(events);
            let problem = self.problem(journal, events.clone());
            if let Err(refusal) = problem.and_then(work) {
                events.send(&Event::Refused { reason: refusal.to_string() });
            }
        })
    }

    fn problem(&self, journal: JournalFile, events: Rc<Events>) -> Result<FunctionProblem, Refusal> {
        let target = Target::expansions(&self.target).first().copied();
        let target = target.ok_or_else(|| Refusal::UnknownTarget(Box::new(self.target.clone())))?;
        let numbering = Numbering::new(target, &self.adopted, &self.given_up);
        FunctionProblem::new(target, numbering, journal, events, self.step_limit, self.stack_limit)
    }
}

/// Calls `work` on a thread with enough stack for the search, and this much for code under test.
pub(crate) fn with_stack(stack: u64, work: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    let stack = OWN_STACK + stack;
    let size = usize::try_from(stack).unwrap_or(usize::MAX);
    let thread = std::thread::Builder::new().name("sbst".to_owned()).stack_size(size).spawn(work);
    let thread = thread.map_err(|error| Refusal::Stack(stack, error))?;
    thread.join().map_err(|_| Refusal::Panicked)
}

fn search_target(
    orders: &SearchOrders,
    directory: &Path,
    mut problem: FunctionProblem,
) -> Result<(), Refusal> {
    let algorithm: Algorithm = orders.algorithm.parse().map_err(Refusal::UnknownAlgorithm)?;
    #[cfg(not(feature = "library"))]
    if algorithm.is_in_library() {
        return Err(Refusal::WithoutLibrary(algorithm.name()));
    }
    problem.learn(&orders.examples);
    let is_counted = orders.budget.seconds.is_none();
    if orders.backtraces {
        panics::trace_to(directory.join(BACKTRACES));
    }
    match &orders.recipe {
        Supply::Without => {}
        #[cfg(feature = "library")]
        Supply::OnDemand => {
            let (file, events) = (directory.join(sbst_model::messages::RECIPE), problem.events().clone());
            let mut wish = Wish::new(file, Event::WantsRecipe, events, is_counted);
            problem.follow(move || wish.ask());
        }
        #[cfg(feature = "library")]
        Supply::Given(recipe) => problem.follow_now(recipe),
        #[cfg(not(feature = "library"))]
        Supply::OnDemand | Supply::Given(_) => return Err(Refusal::WithoutLibrary("construction graphs")),
    }
    match &orders.events {
        Supply::Without => {}
        Supply::OnDemand => {
            let (file, events) = (directory.join(EVENT_GRAPH), problem.events().clone());
            // The chaining approach uses no other events.
            let waits = is_counted || algorithm == Algorithm::Chaining;
            let mut wish = Wish::new(file, Event::WantsEvents, events, waits);
            problem.give_events_when_wanted(move || wish.ask());
        }
        Supply::Given(events) => problem.give_events((**events).clone()),
    }
    problem.avoid(&orders.avoided);
    problem.know(&orders.known);
    Search::new(orders, problem).run(algorithm);
    Ok(())
}

fn execute_again(repeat: &Repeat, mut problem: FunctionProblem) -> Result<(), Refusal> {
    let test = problem.call(&repeat.test)?;
    problem.execute_only(repeat.halves.unwrap_or(u64::MAX));
    problem.begin(State::Searching);
    let begun = Instant::now();
    for time in 0..REPETITIONS {
        if time > 0 && begun.elapsed() > LONGEST_REPETITION {
            break;
        }
        problem.execute(&test, None);
    }
    finish(&mut problem);
    Ok(())
}

/// Measures a call that took too many steps.
fn measure_steps(test: &str, mut problem: FunctionProblem) -> Result<(), Refusal> {
    let test = problem.call(test)?;
    problem.begin(State::Searching);
    growth::measure(&mut problem, &test);
    finish(&mut problem);
    Ok(())
}

fn replay(outlines: Vec<TestOutline>, mut problem: FunctionProblem) -> Result<(), Refusal> {
    problem.begin(State::Searching);
    let places = Places::from_executable();
    for (index, outline) in outlines.into_iter().enumerate() {
        let (outline, is_shown) = outline::again(&mut problem, places, outline)?;
        problem.events().send(&Event::Replayed { index, outline: Box::new(outline), is_shown });
    }
    finish(&mut problem);
    Ok(())
}

/// Reports the outcomes of calls in this process.
fn compare(orders: &SearchOrders, tests: &[String], mut problem: FunctionProblem) -> Result<(), Refusal> {
    problem.avoid(&orders.avoided);
    problem.begin(State::Searching);
    for stored in tests {
        let test = problem.call(stored)?;
        let outcome = CallOutcome { test: stored.clone(), outcome: problem.outcome(&test) };
        problem.events().send(&Event::Outcomes(vec![outcome]));
    }
    finish(&mut problem);
    Ok(())
}

/// Reports the end of the work, without tests.
fn finish(problem: &mut FunctionProblem) {
    problem.events().send(&Event::Finished(Vec::new()));
    problem.journal().state(State::Finished);
}
