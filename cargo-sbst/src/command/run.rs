//! `cargo sbst`: search, report, write tests.

pub mod options;
mod earlier_runs;
mod stored_tests;
mod shards;
mod seed_tests;

use crate::cargo::workspace::SeedTests;
use crate::report::changes::{self, Changes};
use crate::report::function_line::TargetFinished;
use crate::report::model::{Report, Sources, Standing};
use crate::report::totals::Totals;
use crate::report::uncovered::warn_of_refuted;
use crate::report::{attribution, closing, incidental_coverage, tried};
use crate::search::construction::RecipeMaker;
use crate::search::schedule::{self, Left, Plan};
use crate::search::session::{self, Session};
use crate::search::supervisor::Assignment;
use crate::search::target_report::TargetReport;
use crate::shard::environment::Shard;
use crate::shard::merged::Merged;
use crate::state::{Run, Since};
use crate::suite::crates::Crates;
use crate::suite::findings::{self, Entry, Findings};
use crate::suite::{self, SuiteOptions, WrittenSuite, WrittenTest};
use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use crate::ui::json_lines::{BuildFinished, JsonLines, Message, Warning};
use crate::ui::options::MessageFormat;
use crate::ui::quantity::count;
use crate::ui::{console, interrupt};
use crate::worker::directories;
use anyhow::Context;
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8PathBuf;
pub use earlier_runs::{EarlierRuns, results};
pub use options::RunOptions;
use sbst_model::messages::{Budget, SearchOrders};
use sbst_model::{Algorithm, Goal, TargetDescription, TargetId};
use seed_tests::Seeds;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
pub use stored_tests::{Goals, StoredTests};

/// The result of all searches.
struct Results {
    /// A report for each function, in order.
    reports: Vec<TargetReport>,
    /// True if a worker did not do its work.
    failed: bool,
    /// The rest of the total budget.
    left: Left,
}

/// The end of a run, for commands that do more with it.
pub struct Ended {
    pub code: ExitCode,
    pub totals: Totals,
    pub since: Since,
    pub findings: Vec<Findings>,
    pub reports: Vec<TargetReport>,
    /// The tests that were written.
    pub tests: Vec<WrittenTest>,
    /// The runs in this target directory, this one too.
    pub runs: Vec<Run>,
    /// Functions that were not searched, with the reason.
    pub not_searched: Vec<(TargetId, String)>,
    pub workspace_root: Utf8PathBuf,
}

/// Chooses functions.
pub type Part<'a> = &'a dyn Fn(&Session) -> BTreeSet<TargetId>;

/// The work of a run.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// A search of all functions.
    All,
    /// A search of some functions, which leaves the state as it is.
    Part(Part<'a>),
    /// The search of a shard, which leaves the tests to be written when shards are merged.
    Shard(Shard),
    /// No search: the tests that shards have found.
    Merged(&'a Merged),
}

pub fn run(options: &RunOptions) -> Result<ExitCode, Failure> {
    if let Some(shard) = shard(options)? {
        return Ok(run_to_the_end(options, Work::Shard(shard))?.code);
    }
    let ended = run_to_the_end(options, Work::All)?;
    // It fails for no panic that a person wrote.
    let standing = |entry: &Entry| if entry.kind.is_some() { Standing::Open } else { Standing::Remark };
    options.files.write(&ended.report(standing), &options.common.output)?;
    Ok(ended.code)
}

impl Ended {
    pub fn report(&self, standing: impl Fn(&Entry) -> Standing) -> Report<'_> {
        let sources = Sources {
            totals: &self.totals,
            since: &self.since,
            findings: &self.findings,
            reports: &self.reports,
            tests: &self.tests,
            runs: &self.runs,
            workspace_root: &self.workspace_root,
        };
        Report::new(sources, standing)
    }
}

/// Returns the shard that a run is, if it is one. Without a store the number of a job means nothing:
/// jobs are numbered for other reasons, too.
pub fn shard(options: &RunOptions) -> Result<Option<Shard>, Failure> {
    match options.shards.store.store {
        Some(_) => options.shards.shard().or_exit(ExitCode::Usage),
        None => Ok(None),
    }
}

/// Runs, and returns all that a job tells.
pub fn run_to_the_end(options: &RunOptions, work: Work<'_>) -> Result<Ended, Failure> {
    let started = Instant::now();
    let lines = JsonLines::new(&options.common.output);
    let feature = options.feature()?;
    let built = |executables| lines.emit(&BuildFinished { executables });
    let mut session =
        session::open(&options.common, Some(&options.search.execution), feature, options.seed_tests, built)?;
    match work {
        Work::All | Work::Shard(_) => {}
        Work::Part(part) => {
            let chosen = part(&session);
            session.targets.retain(|target| chosen.contains(&target.description.id));
        }
        Work::Merged(merged) => merged.make_state(&session.state())?,
    }
    let mut earlier = EarlierRuns::open(&session, options, &work)?;
    let (published, islands) = match work {
        Work::Shard(shard) => {
            let (published, islands) = shards::share(&mut session, options, &earlier, shard)?;
            (Some(published), islands)
        }
        _ => (None, BTreeMap::new()),
    };
    let mut outcome = match work {
        Work::Merged(merged) => shards::execute_merged(&session, options, &earlier, merged, lines)?,
        _ => search(&session, options, &earlier, &islands, lines)?,
    };
    let found = sort_out(&session, &mut outcome.reports);
    let findings: Vec<Findings> = found.iter().map(|(_, _, findings)| findings.clone()).collect();
    if options.common.output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", closing::render_search(&outcome.reports, &findings));
    }

    if options.total_budget.is_some() {
        console::status(&options.common.output, "Left", closing::left(outcome.left));
    }
    let mut totals = Totals::from_reports(&outcome.reports, &findings, options.search.seed);
    totals.total_budget_left = outcome.left;
    let mut suites = None;
    let is_shard = published.is_some();
    if !options.writing.no_write && !is_shard && !interrupt::insisted() {
        suites = Some(write(&session, options, &found, &mut outcome.reports));
    }
    // Writing the tests shows which of them hold under other conditions.
    let reports = &outcome.reports;
    reports.iter().try_for_each(|report| lines.emit(&TargetFinished::from_report(report)))?;
    findings.iter().try_for_each(|findings| lines.emit(findings))?;
    earlier.note_flaky(reports);
    let mut tests = Vec::new();
    if let Some(suites) = suites.transpose()? {
        totals.tests = suites.iter().map(|suite| suite.tests.saturating_sub(suite.ignored)).sum();
        totals.ignored_tests = suites.iter().map(|suite| suite.ignored).sum();
        totals.without_test = reports.iter().map(|report| without_test(report, &suites)).sum();
        report_suites(&suites, options, lines)?;
        tests.extend(suites.into_iter().flat_map(|suite| suite.written));
    }
    if options.common.output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", closing::flaky(reports));
    }
    if let Some(why) = session.conditions.obstacle() {
        console::detail(&options.common.output, format_args!("tests ran at the same time of day: {why}"));
    }
    totals.elapsed_seconds = match work {
        Work::Merged(merged) => merged.elapsed_seconds,
        _ => started.elapsed().as_secs_f64(),
    };
    let since = earlier.end_searches(&session, &outcome.reports, &findings);
    earlier.end_run(&totals);
    let mut is_published = true;
    match (work, published) {
        (_, Some(published)) => {
            is_published = published.end(totals.elapsed_seconds, interrupt::requested());
        }
        (Work::Merged(merged), _) => {
            if let Err(error) = merged.publish(&earlier.state().borrow(), earlier.run()) {
                console::warning(format_args!("{error:#}; the next run goes on from an older state"));
            }
        }
        _ => {}
    }
    let not_searched: Vec<(TargetId, String)> = outcome.reports.iter().filter_map(not_searched).collect();
    // A shard knows nothing of what others cover.
    if since.is_known && !is_shard {
        console::status(&options.common.output, "Changed", changes::line(&since));
        lines.emit(&Changes::from_since(&since, &not_searched))?;
    }
    lines.emit(&totals)?;
    console::status(&options.common.output, "Finished", closing::closing_line(&totals));
    let fails_on_findings = options.writing.fail_on_findings && !is_shard;
    let code = exit_code(fails_on_findings, &outcome, &totals);
    let code = if code == ExitCode::Success && !is_published { ExitCode::ShardsMissing } else { code };
    let reports = outcome.reports;
    let runs = earlier.state().borrow().runs();
    let workspace_root = session.workspace.metadata.workspace_root.clone();
    Ok(Ended { code, totals, since, findings, reports, tests, runs, not_searched, workspace_root })
}

/// Returns a function that was not searched, with the reason.
fn not_searched(report: &TargetReport) -> Option<(TargetId, String)> {
    let TargetDescription { id, not_searched, .. } = &report.description;
    Some((id.clone(), not_searched.clone()?))
}

/// Returns the number of covered goals of a function that no test in the files covers: it was
/// withheld, taken out, or cannot be written. A module that library and binary share is tested in
/// the library.
fn without_test(report: &TargetReport, suites: &[WrittenSuite]) -> usize {
    let id = &report.description.id;
    if id.binary.is_some() && !suites.iter().any(|suite| suite.covers.contains_key(id)) {
        return 0;
    }
    let is_tested = |goal: &u32| {
        let mut tested = suites.iter().filter_map(|suite| suite.covers.get(id));
        tested.any(|goals| goals.contains(goal))
    };
    report.covered_goals().iter().filter(|goal| !is_tested(goal)).count()
}

fn exit_code(fails_on_findings: bool, outcome: &Results, totals: &Totals) -> ExitCode {
    if interrupt::requested() {
        ExitCode::Interrupted
    } else if outcome.failed {
        ExitCode::WorkerFailed
    } else if fails_on_findings && totals.findings > 0 {
        ExitCode::Findings
    } else {
        ExitCode::Success
    }
}

/// Searches every function that can be.
fn search(
    session: &Session,
    options: &RunOptions,
    earlier: &EarlierRuns,
    islands: &BTreeMap<TargetId, u64>,
    lines: JsonLines,
) -> anyhow::Result<Results> {
    let mut seeds = match session.workspace.seed_tests {
        SeedTests::Off => Seeds::new(),
        SeedTests::Auto | SeedTests::On => seed_tests::record(session, options, lines)?,
    };
    let recipes = RecipeMaker::from_session(session);
    let mut known_deaths = earlier.known_deaths(&session.targets);
    let assignments: Vec<Assignment<'_>> = session
        .targets
        .iter()
        .map(|target| Assignment {
            description: &target.description,
            name: target.description.id.to_string(),
            host: &target.host,
            directory: directories::for_target(&session.work, &target.description.id),
            orders: SearchOrders {
                seeds: [
                    seeds.remove(&target.description.id).unwrap_or_default(),
                    earlier.tests(&target.description.id),
                ]
                .concat(),
                recipe: RecipeMaker::orders(&target.description, &options.search),
                events: RecipeMaker::event_orders(&options.algorithm, &options.search),
                ..orders(&target.description.id, options, islands.get(&target.description.id))
            },
            recipes: Some(&recipes),
            known_deaths: known_deaths.remove(&target.description.id).unwrap_or_default(),
            only_checks: false,
            hang_timeout: options.search.execution.hang_timeout(),
        })
        .collect();
    let output = &options.common.output;
    let jobs = options.search.execution.jobs();
    console::status(
        output,
        "Searching",
        format_args!("with seed {} in {}", options.search.seed, count(jobs, "job")),
    );
    let total_budget = options.total_budget;
    // Functions that are annotated one by one are meant each by itself, unless they share a budget.
    let adopts = session.workspace.whole || total_budget.is_some();
    let plan = Plan {
        assignments: &assignments,
        jobs,
        total_budget,
        adopts,
        counts_goals: true,
        state: earlier.state_of_rounds(),
    };
    let mut reports = Vec::new();
    let (done, left) = schedule::search_all(&plan, output, lines, |index, report, _| {
        earlier.end_search(&report, &session.targets[index]);
        reports.push(report);
        Ok(())
    })?;
    attribution::attribute(&mut reports);
    // Incidental coverage needs all tests.
    incidental_coverage::share(&mut reports);
    warn_of_refuted(reports.iter().flat_map(|report| {
        let covered = report.covered_goals().into_iter();
        covered.map(|goal| (&report.description, Goal::from_index(goal as usize)))
    }));
    tried::tell(&mut reports, &session.workspace.metadata.workspace_root);
    if options.common.output.message_format == MessageFormat::Json {
        count_definitions(&recipes, &mut reports);
    }
    Ok(Results { reports, failed: !done, left })
}

/// Counts the definitions that the conditions of uncovered goals depend on.
fn count_definitions(recipes: &RecipeMaker, reports: &mut [TargetReport]) {
    for report in reports.iter_mut().filter(|report| report.summary.is_some()) {
        let conditions: BTreeSet<u32> =
            report.uncovered().into_iter().map(|(goal, _)| goal.condition).collect();
        if conditions.is_empty() {
            continue;
        }
        let id = &report.description.id;
        let asked = report.events.is_none().then(|| recipes.events(id)).flatten();
        let Some(events) = report.events.as_ref().or(asked.as_ref()) else { continue };
        let count = |condition| Some((condition, events.definitions(id, condition)?));
        report.definitions = conditions.into_iter().filter_map(count).collect();
    }
}

/// The orders of a search; those of islands have seeds of their own.
fn orders(target: &TargetId, options: &RunOptions, island: Option<&u64>) -> SearchOrders {
    let algorithm = options.algorithm.as_str();
    let seed = options.search.seed.wrapping_add(island.copied().unwrap_or_default());
    let orders = options.search.orders(target, algorithm, seed, budget(options));
    SearchOrders { draw: options.draw, path_selection: options.path_selection.into(), ..orders }
}

/// The least default of `--stall`: at millions of evaluations a second they are over in
/// milliseconds.
const LEAST_STALL: u64 = 25_000;

/// Returns the budget of each function. A budget in seconds is meant to be used; one in evaluations
/// ends early if nothing moves. A classic algorithm is a yardstick, and goes its whole way.
fn budget(options: &RunOptions) -> Budget {
    let algorithm: Algorithm = options.algorithm.parse().expect("only known names pass the command line");
    // a total budget is to be used up
    let unlimited = Budget { evaluations: None, seconds: None, stall: None };
    let shared = options.total_budget.filter(|_| options.search.budget.is_none());
    let budget = shared.map_or_else(|| options.search.budget_of([algorithm]), |_| unlimited);
    let stalls = !algorithm.is_classic();
    let evaluations = shared.unwrap_or(budget).evaluations;
    let stall = evaluations.filter(|_| stalls).map(|evaluations| (evaluations / 4).max(LEAST_STALL));
    Budget { stall: options.stall.or(stall), ..budget }
}

/// Returns the findings of each package with functions, and its crates; folds those in the reports
/// that are not shown.
pub fn sort_out<'s>(
    session: &'s Session,
    reports: &mut [TargetReport],
) -> Vec<(&'s Package, Crates, Findings)> {
    let metadata = &session.workspace.metadata;
    let mut found = Vec::new();
    for package in session.workspace.packages.iter().map(|package| &package.package) {
        let is_own = |report: &TargetReport| report.description.id.package == package.name.as_str();
        let own: Vec<&TargetReport> = reports.iter().filter(|report| is_own(report)).collect();
        if own.is_empty() {
            continue;
        }
        let crates = Crates::load(package, &metadata.packages, &own);
        let is_whole = session.workspace.whole;
        let findings = findings::group(package, &crates, &own, &metadata.workspace_root, is_whole);
        for report in reports.iter_mut().filter(|report| is_own(report)) {
            let folded = report.findings.iter().filter(|finding| !findings.shows(report, finding));
            report.folded = folded.cloned().collect();
        }
        found.push((package, crates, findings));
    }
    found
}

/// Writes the tests of each package, and marks functions as flaky whose tests fail under other
/// conditions.
fn write(
    session: &Session,
    options: &RunOptions,
    found: &[(&Package, Crates, Findings)],
    reports: &mut [TargetReport],
) -> anyhow::Result<Vec<WrittenSuite>> {
    let suite_options = SuiteOptions {
        workspace_root: &session.workspace.metadata.workspace_root,
        target_directory: &session.workspace.target_directory,
        cargo: &options.common.cargo,
        write_private: options.writing.write_private,
        seed: options.search.seed,
        quiet: options.common.output.quiet,
        sandbox: session.sandbox.as_deref(),
        conditions: &session.conditions,
    };
    let mut suites = Vec::new();
    for (package, crates, _) in found {
        let name = package.name.as_str();
        let of_package = |report: &&TargetReport| report.description.id.package == name;
        let of_package: Vec<&TargetReport> = reports.iter().filter(of_package).collect();
        console::status(
            &options.common.output,
            "Writing",
            format_args!("tests of {name}, and checking them"),
        );
        let written = suite::write(package, crates, &of_package, &suite_options)
            .with_context(|| format!("failed to write the tests of package `{name}`"))?;
        for TargetReport { description, flaky, .. } in &mut *reports {
            if description.id.package == name && written.flaky.contains(&description.id.path) {
                flaky.get_or_insert_with(|| "a test of it holds only under the same conditions".to_owned());
            }
        }
        suites.push(written);
    }
    Ok(suites)
}

fn report_suites(suites: &[WrittenSuite], options: &RunOptions, lines: JsonLines) -> anyhow::Result<()> {
    if options.common.output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", closing::render_suites(suites));
    }
    for suite in suites {
        for file in &suite.files {
            lines.emit(&FileWritten {
                path: file.path.as_str(),
                tests: file.tests,
                private: file.private,
            })?;
        }
        for removed in &suite.removed {
            lines.emit(&TestRemoved { test: &removed.test, reason: &removed.reason })?;
        }
        for note in &suite.notes {
            lines.emit(&Warning { message: note })?;
        }
    }
    Ok(())
}

/// A file with tests was written.
#[derive(Debug, Serialize)]
struct FileWritten<'a> {
    path: &'a str,
    /// Number of tests in it, ignored ones too.
    tests: usize,
    /// True if it is not in its place yet, because it tests private functions.
    private: bool,
}

impl Message for FileWritten<'_> {
    const TYPE: &'static str = "file-written";
}

/// A test was taken out again.
#[derive(Debug, Serialize)]
struct TestRemoved<'a> {
    test: &'a str,
    reason: &'a str,
}

impl Message for TestRemoved<'_> {
    const TYPE: &'static str = "test-removed";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Command, CommandLine};
    use std::ffi::OsString;

    /// The evaluations of a search and of a stall.
    fn limits(arguments: &[&str]) -> (Option<u64>, Option<u64>) {
        let arguments = ["cargo-sbst"].iter().chain(arguments).map(OsString::from);
        let Command::Run(options) = CommandLine::from_arguments(arguments) else { panic!("not a run") };
        let budget = budget(&options);
        (budget.evaluations, budget.stall)
    }

    #[test]
    fn a_classic_algorithm_has_the_budget_of_the_notebook_and_never_stalls() {
        for algorithm in ["classic-mio", "classic-mosa"] {
            assert_eq!(limits(&["--algorithm", algorithm]), (Some(25_000), None));
            assert_eq!(limits(&["--algorithm", algorithm, "--budget", "7evals"]), (Some(7), None));
            assert_eq!(limits(&["--algorithm", algorithm, "--stall", "9"]), (Some(25_000), Some(9)));
        }
    }

    #[test]
    fn other_searches_end_early_if_nothing_moves_unless_they_have_a_time() {
        assert_eq!(limits(&[]), (Some(100_000), Some(25_000)));
        assert_eq!(limits(&["--algorithm", "mosa"]), (Some(100_000), Some(25_000)));
        assert_eq!(limits(&["--budget", "1000000evals"]), (Some(1_000_000), Some(250_000)));
        assert_eq!(limits(&["--budget", "30s"]), (None, None));
        assert_eq!(limits(&["--budget", "30s", "--stall", "9"]), (None, Some(9)));
    }

    #[test]
    fn within_a_total_budget_a_function_has_none_of_its_own_unless_the_user_gives_it_one() {
        assert_eq!(limits(&["--total-budget", "1000000evals"]), (None, Some(250_000)));
        assert_eq!(limits(&["--total-budget", "10m"]), (None, None));
        let both = ["--total-budget", "1000000evals", "--budget", "50000evals"];
        assert_eq!(limits(&both), (Some(50_000), Some(25_000)));
        let classic = ["--total-budget", "1000000evals", "--algorithm", "classic-mio"];
        assert_eq!(limits(&classic), (None, None));
    }
}
