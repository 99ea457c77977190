//! The worker: what a test executable does when `cargo sbst` starts it. It reads its orders, searches one target, and
//! appends what it finds to its events.

mod before_main;
mod fork_server;
mod memory;
mod search;

use crate::exchange::events::Events;
use crate::exchange::journal_file::JournalFile;
use crate::exchange::recipe_file;
use crate::landscape;
use crate::landscape::walk::{OneGoal, Walker};
use crate::probe::{panics, role};
use crate::problem::function_problem::FunctionProblem;
use crate::problem::numbering::Numbering;
use crate::problem::outline;
use crate::registry::collateral::Places;
use crate::registry::{self, Target, TARGETS_0_1_0};
use sbst_model::journal::State;
use sbst_model::messages::{
    Event, LandscapeOrders, Orders, RecipeOrders, Repeat, SearchOrders, SynthesisSummary, Task, TestOutline,
    EVENTS, FORK_SERVER, JOURNAL, ORDERS, SCRATCH, WORKER_DIRECTORY,
};
use sbst_model::{TargetId, TestCase};
use sbst_search::{Algorithm, Options};
use sbst_wire::Line;
use search::{summary, Search};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Stack of the search itself, beside what code under test may use; untouched pages cost nothing.
const OWN_STACK: u64 = 56 << 20;
/// Executions of a test case that a worker died on: memory that is broken may be used only later, and what depends on chance comes back
/// in one of them.
const REPETITIONS: usize = 20;
/// How long they may take, but for the first one.
const LONGEST_REPETITION: Duration = Duration::from_millis(100);
/// Exit code for a worker that cannot do its work, `EX_SOFTWARE` of sysexits.h.
const CANNOT_WORK: i32 = 70;

/// What each entry calls. Does nothing unless the process was started as a worker, or as a server that forks workers.
pub fn entry() {
    if std::env::var_os(FORK_SERVER).is_some() {
        fork_server::serve();
    }
    let Some(directory) = std::env::var_os(WORKER_DIRECTORY) else { return };
    work_and_exit(Path::new(&directory));
}

/// Does what the orders in the directory say, and ends the process.
pub(crate) fn work_and_exit(directory: &Path) -> ! {
    // Temporary files of the code under test go where it works.
    std::env::set_var("TMPDIR", directory.join(SCRATCH));
    let code = match work(directory) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("sbst: the worker in {} stopped: {error}", directory.display());
            CANNOT_WORK
        }
    };
    // Threads that code under test left behind must not keep the process alive.
    std::process::exit(code);
}

/// Makes everything ready that does not depend on the orders, once in the process. A worker that is forked behind it and one
/// that calls it itself find the same.
pub(crate) fn prepare() {
    registry::objects();
    Target::index();
    Places::of_executable();
}

fn work(directory: &Path) -> Result<(), String> {
    let named = |name: &str, error: &dyn std::fmt::Display| format!("{name}: {error}");
    let events = Events::open(&directory.join(EVENTS)).map_err(|error| named(EVENTS, &error))?;
    let version = env!("CARGO_PKG_VERSION");
    events.send(&Event::Hello { version: version.to_owned() });
    let orders = std::fs::read_to_string(directory.join(ORDERS)).map_err(|error| named(ORDERS, &error))?;
    let orders = Orders::from_line(&orders).map_err(|error| named(ORDERS, &error))?;
    if orders.version != version {
        return Ok(());
    }
    match orders.task {
        Task::Describe => {
            for target in TARGETS_0_1_0.iter() {
                events.send(&Event::Target(Box::new(target.describe())));
            }
            let can_fork = fork_server::is_possible();
            events.send(&Event::Described { targets: TARGETS_0_1_0.len(), can_fork });
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
        Task::Repeat(orders, repeat) => {
            let journal = open_journal(directory)?;
            let (stack, memory) = (orders.stack_limit, orders.memory_limit);
            limited(stack, memory, move || execute_again(&orders, &repeat, journal, events))
        }
        Task::Replay(orders, outlines) => {
            let journal = open_journal(directory)?;
            let (stack, memory) = (orders.stack_limit, orders.memory_limit);
            limited(stack, memory, move || replay(&orders, outlines, journal, events))
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
    with_stack(stack, move || {
        prepare();
        work();
    })
}

/// Works in a thread with enough stack for the search and so much for code under test.
pub(crate) fn with_stack(stack: u64, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let stack = usize::try_from(OWN_STACK + stack).map_err(|error| error.to_string())?;
    let thread = std::thread::Builder::new().name("sbst".to_owned()).stack_size(stack).spawn(work);
    let thread = thread.map_err(|error| format!("no thread with {stack} bytes of stack: {error}"))?;
    thread.join().map_err(|_| "it panicked; this is a fault of sbst".to_owned())
}

fn search_target(orders: &SearchOrders, directory: PathBuf, journal: JournalFile, events: Events) {
    role::become_owner();
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
            RecipeOrders::OnDemand => {
                let mut wish = recipe_file::Wish::new(&directory, events, orders.budget.seconds.is_none());
                problem.follow(move || wish.ask());
            }
            RecipeOrders::Given(recipe) => problem.follow_now(recipe),
        }
        problem.avoid(&orders.avoided);
        Ok((algorithm(orders)?, problem))
    };
    match prepare() {
        Ok((algorithm, problem)) => Search::new(orders, problem).run(algorithm),
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
    role::become_owner();
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
        let outcome = sbst_search::search(&mut one_goal, &options, &mut walker);
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

fn execute_again(orders: &SearchOrders, repeat: &Repeat, journal: JournalFile, events: Events) {
    role::become_owner();
    panics::install_hook();
    let events = Rc::new(events);
    let again = || -> Result<(), String> {
        let target = find(&orders.target)?;
        let numbering = Numbering::of(target, &[], &[]);
        let (steps, stack) = (orders.step_limit, orders.stack_limit);
        let mut problem = FunctionProblem::new(target, numbering, journal, events.clone(), steps, stack)?;
        let test = TestCase::from_hex(&repeat.test).ok_or("the test case to execute again is none")?;
        if !problem.is_call(&test) {
            return Err(String::from("the test case to execute again is no call of the target"));
        }
        problem.execute_only(repeat.halves.unwrap_or(u64::MAX));
        problem.begin(State::Searching);
        let begun = Instant::now();
        for time in 0..REPETITIONS {
            if time > 0 && begun.elapsed() > LONGEST_REPETITION {
                break;
            }
            problem.execute(&test, None);
        }
        events.send(&Event::Finished(Vec::new()));
        problem.journal().state(State::Finished);
        Ok(())
    };
    if let Err(reason) = again() {
        events.send(&Event::Refused { reason });
    }
}

fn replay(orders: &SearchOrders, outlines: Vec<TestOutline>, journal: JournalFile, events: Events) {
    role::become_owner();
    panics::install_hook();
    let events = Rc::new(events);
    let replay = || -> Result<(), String> {
        let target = find(&orders.target)?;
        let numbering = Numbering::of(target, &orders.adopted, &orders.given_up);
        let (steps, stack) = (orders.step_limit, orders.stack_limit);
        let mut problem = FunctionProblem::new(target, numbering, journal, events.clone(), steps, stack)?;
        problem.begin(State::Searching);
        let places = Places::of_executable();
        for (index, outline) in outlines.into_iter().enumerate() {
            let (outline, is_shown) = outline::again(&mut problem, places, outline)?;
            events.send(&Event::Replayed { index, outline: Box::new(outline), is_shown });
        }
        events.send(&Event::Finished(Vec::new()));
        problem.journal().state(State::Finished);
        Ok(())
    };
    if let Err(reason) = replay() {
        events.send(&Event::Refused { reason });
    }
}

fn landscape_of_target(orders: &LandscapeOrders, journal: JournalFile, events: Events) {
    role::become_owner();
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
