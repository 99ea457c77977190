//! `cargo sbst`: search, report, write tests.

pub mod options;
mod mode;
mod earlier_runs;
mod stored_tests;
mod searching;
mod shards;
pub mod purpose;
pub mod writing;

use crate::cargo::features::Features;
use crate::report::changes::{self, Changes};
use crate::report::closing;
use crate::report::function_line::TargetFinished;
use crate::report::model::{Report, Sources, Standing};
use crate::report::totals::Totals;
use crate::review::last_run::LastRun;
use crate::review::proposal::Proposal;
use crate::search::session::{self, Session};
use crate::search::target_report::TargetReport;
use crate::shard::environment::Shard;
use crate::shard::publisher::Published;
use crate::state::{Run, Since};
use crate::suite::WrittenTest;
use crate::suite::crates::Crates;
use crate::suite::findings::{self, Entry, Findings};
use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use crate::ui::json_lines::{BuildFinished, JsonLines};
use crate::ui::options::MessageFormat;
use crate::ui::{console, interrupt};
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8PathBuf;
pub use earlier_runs::{EarlierRuns, results};
pub use mode::Mode;
pub use options::RunOptions;
use sbst_model::{TargetDescription, TargetId};
use std::collections::BTreeMap;
use std::time::Instant;
pub use stored_tests::{Goals, StoredTests};

/// The end of a run, for commands that do more with it.
pub struct Ended {
    pub code: ExitCode,
    pub totals: Totals,
    pub since: Since,
    pub findings: Vec<Findings>,
    pub reports: Vec<TargetReport>,
    /// The tests that were written.
    pub tests: Vec<WrittenTest>,
    /// The names of the mutants that selected tests.
    pub mutants: Vec<String>,
    /// The changes of the written suites, and the tests in them.
    pub changes: Option<(LastRun, Vec<Proposal>)>,
    /// The runs in this target directory, this one included.
    pub runs: Vec<Run>,
    /// Functions that were not searched, with the reason.
    pub not_searched: Vec<(TargetId, String)>,
    pub workspace_root: Utf8PathBuf,
    pub target_directory: Utf8PathBuf,
}

pub fn run(options: &RunOptions) -> Result<ExitCode, Failure> {
    if let Some(shard) = shard(options)? {
        return Ok(run_to_the_end(options, Mode::Shard(shard))?.code);
    }
    let ended = run_to_the_end(options, Mode::All)?;
    // Explicit panics are only remarks.
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
            mutants: &self.mutants,
            runs: &self.runs,
            workspace_root: &self.workspace_root,
        };
        Report::new(sources, standing)
    }
}

/// Returns the shard of a run, if any. Without a store the number of a job does not count: jobs are
/// numbered for other reasons, too.
pub fn shard(options: &RunOptions) -> Result<Option<Shard>, Failure> {
    match options.shards.store.store {
        Some(_) => options.shards.shard().or_exit(ExitCode::Usage),
        None => Ok(None),
    }
}

/// A run whose functions are found: the first value of the pipeline.
struct Opened {
    session: Session,
    earlier: EarlierRuns,
    /// The results of a shard, as others read them.
    published: Option<Published>,
    /// The numbers of a shard's islands.
    islands: BTreeMap<TargetId, u64>,
}

/// Runs the whole pipeline: opens, searches, sorts findings, writes tests, reports, and stores. The
/// mode has the steps that differ.
pub fn run_to_the_end(options: &RunOptions, mode: Mode<'_>) -> Result<Ended, Failure> {
    let started = Instant::now();
    let steps = mode.steps();
    let lines = JsonLines::new(&options.common.output);
    let is_verbose = options.common.output.verbose;
    let is_human = options.common.output.message_format == MessageFormat::Human;
    let Opened { session, mut earlier, published, islands } = open(options, mode, lines)?;
    let mut outcome = match mode {
        Mode::Merge(merged) => shards::execute_merged(&session, options, &earlier, merged, lines)?,
        _ => searching::search(&session, options, &earlier, &islands, lines)?,
    };
    let found = sort_out(&session, &mut outcome.reports);
    let findings: Vec<Findings> = found.iter().map(|(_, _, findings)| findings.clone()).collect();
    if is_human {
        let root = &session.workspace.metadata.workspace_root;
        anstream::eprint!("{}", closing::render_search(&outcome.reports, &findings, root, is_verbose));
    }
    let mut totals = Totals::from_reports(&outcome.reports, &findings, options.search.seed);
    totals.total_budget_left = outcome.left;
    tracing::info!(
        "{} evaluations in {:.1} s of all searches; of the total budget is left: {:?}",
        totals.evaluations,
        totals.search_seconds,
        totals.total_budget_left
    );
    let writes = steps.writes && !options.writing.no_write && !interrupt::insisted();
    let suites = writes.then(|| writing::write(&session, options, &found, &mut outcome.reports));
    // Writing the tests shows which of them hold under other conditions.
    let reports = outcome.reports;
    reports.iter().try_for_each(|report| lines.emit(&TargetFinished::from_report(report)))?;
    findings.iter().try_for_each(|findings| lines.emit(findings))?;
    earlier.note_flaky(&reports);
    let (mut tests, mut mutants) = (Vec::new(), Vec::new());
    let mut changes = None;
    if let Some(written) = suites.transpose()? {
        totals.count_suites(&written.suites);
        totals.without_test =
            reports.iter().map(|report| writing::without_test(report, &written.suites)).sum();
        writing::report_suites(&written, options, lines)?;
        writing::report_purposes(&written, &reports, options, lines)?;
        for suite in written.suites {
            tests.extend(suite.written);
            mutants.extend(suite.mutants);
        }
        changes = Some((written.last, written.proposals));
    }
    if is_human {
        anstream::eprint!("{}", closing::flaky(&reports, is_verbose));
    }
    if let Some(why) = session.conditions.obstacle() {
        console::detail(&options.common.output, format_args!("tests ran at the same time of day: {why}"));
    }
    totals.elapsed_seconds = match mode {
        Mode::Merge(merged) => merged.elapsed_seconds,
        _ => started.elapsed().as_secs_f64(),
    };
    let since = earlier.end_searches(&session, &reports, &findings);
    earlier.end_run(&totals);
    let is_published = publish(mode, published, &earlier, &totals);
    let not_searched: Vec<(TargetId, String)> = reports.iter().filter_map(not_searched).collect();
    if since.is_known && steps.writes {
        console::status(&options.common.output, "Changed", changes::line(&since));
        lines.emit(&Changes::from_since(&since, &not_searched))?;
    }
    lines.emit(&totals)?;
    console::status(&options.common.output, "Finished", closing::closing_line(&totals));
    let fails_on_findings = options.writing.fail_on_findings && steps.writes;
    let code = exit_code(fails_on_findings, outcome.failed, &totals);
    let code = if code == ExitCode::Success && !is_published { ExitCode::ShardsMissing } else { code };
    let runs = earlier.state().borrow().runs();
    let workspace_root = session.workspace.metadata.workspace_root.clone();
    let target_directory = session.workspace.target_directory.clone();
    Ok(Ended {
        code,
        totals,
        since,
        findings,
        reports,
        tests,
        mutants,
        changes,
        runs,
        not_searched,
        workspace_root,
        target_directory,
    })
}

/// Builds, finds the functions of the mode, and opens the state.
fn open(options: &RunOptions, mode: Mode<'_>, lines: JsonLines) -> Result<Opened, Failure> {
    let mut session = session::open(
        &options.common,
        Some(&options.search.execution),
        options.instrumentation(),
        |executables| lines.emit(&BuildFinished { executables }),
    )?;
    match mode {
        Mode::All | Mode::Shard(_) => {}
        Mode::Part(part) | Mode::Mutants(part) => {
            let chosen = part(&session);
            session.targets.retain(|target| chosen.contains(&target.description.id));
        }
        Mode::Merge(merged) => merged.make_state(&session.state())?,
    }
    let earlier = EarlierRuns::open(&session, options, mode)?;
    let (mut published, mut islands) = (None, BTreeMap::new());
    if let Mode::Shard(shard) = mode {
        let (results, numbers) = shards::share(&mut session, options, &earlier, shard)?;
        (published, islands) = (Some(results), numbers);
    }
    Ok(Opened { session, earlier, published, islands })
}

/// Publishes the results for other machines. Returns false if a shard's have not arrived.
fn publish(mode: Mode<'_>, published: Option<Published>, earlier: &EarlierRuns, totals: &Totals) -> bool {
    if let Mode::Merge(merged) = mode
        && let Err(error) = merged.publish(&earlier.state().borrow(), earlier.run())
    {
        console::warning(format_args!("{error:#}; the next run continues from an older state"));
    }
    published.is_none_or(|published| published.end(totals.elapsed_seconds, interrupt::requested()))
}

/// Returns a function that was not searched, with the reason.
fn not_searched(report: &TargetReport) -> Option<(TargetId, String)> {
    let TargetDescription { id, not_searched, .. } = &report.description;
    Some((id.clone(), not_searched.as_ref()?.to_string()))
}

fn exit_code(fails_on_findings: bool, is_failed: bool, totals: &Totals) -> ExitCode {
    if interrupt::requested() {
        ExitCode::Interrupted
    } else if is_failed {
        ExitCode::WorkerFailed
    } else if fails_on_findings && totals.findings > 0 {
        ExitCode::Findings
    } else {
        ExitCode::Success
    }
}

/// Returns the findings of each package with functions, and its crates; folds the hidden ones in
/// the reports.
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
        let features =
            |package: &Package| Features::from_metadata(metadata, &package.id, session.workspace.known);
        let crates = Crates::load(package, &metadata.packages, &own, features);
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
