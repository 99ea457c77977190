//! `cargo sbst check`: executes the stored tests of earlier runs again, without a search.
//!
//! 1. The stored tests of each function are executed with the current code. A goal that the last
//!    run covered, but they do not, is *lost*. They are executed once more with the lost goals of
//!    other functions, if there are any, since a test may be stored for these alone.
//! 2. A stored finding *reproduces* if its test case, one of the stored tests, causes it again.
//!    Crashes and hangs are executed as before a search. An [accepted](super::ci) one is ignored.
//! 3. The written tests are compiled and run as they stand.
//! 4. No file is written, and the state stays unchanged.
//! 5. It fails without stored tests, or if none of them runs any more.

pub mod report;

use crate::command::ci::Accepted;
use crate::command::run::{self, EarlierRuns, Goals, StoredTests};
use crate::report::changes;
use crate::search::options::{CommonOptions, ExecutionOptions, GoalOptions};
use crate::search::session::{self, Session};
use crate::search::supervisor::KnownDeaths;
use crate::search::target_report::TargetReport;
use crate::state::{Since, StoredFinding};
use crate::suite::choices::Choices;
use crate::suite::findings::{Entry, Findings};
use crate::suite::{self, SuiteOptions, WrittenRun};
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure, TESTS_FAILED};
use crate::ui::interrupt;
use crate::ui::json_lines::{BuildFinished, JsonLines};
use crate::ui::quantity::count;
use clap::Args;
use report::{CheckedFinding, CheckedFunction, Summary};
use sbst_model::TargetId;
use sbst_model::target::Obstacle;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Options of `cargo sbst check`.
#[derive(Debug, Args)]
pub struct CheckOptions {
    /// Skip the written tests, which `cargo test` also runs
    #[arg(long)]
    pub only_stored: bool,
    #[command(flatten)]
    pub execution: ExecutionOptions,
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// Tests, deaths and findings of earlier runs.
struct Stored {
    /// Tests by function, those of findings too.
    tests: BTreeMap<TargetId, Vec<String>>,
    deaths: BTreeMap<TargetId, KnownDeaths>,
    findings: Vec<StoredFinding>,
}

/// Runs the command.
pub fn check(options: &CheckOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let lines = JsonLines::new(&options.common.output);
    let built = |executables| lines.emit(&BuildFinished { executables });
    let instrumentation = options.goals.instrumentation();
    let session = session::open(&options.common, Some(&options.execution), instrumentation, built)?;
    let mut earlier = EarlierRuns::look(&session);
    let stored = Stored::read(&session, &earlier);
    let output = &options.common.output;
    let tests: usize = stored.tests.values().map(Vec::len).sum();
    console::status(
        output,
        "Checking",
        format_args!("{} of {}", count(tests, "stored test"), count(stored.tests.len(), "function")),
    );

    let execution = StoredTests {
        session: &session,
        execution: &options.execution,
        output,
        lines,
        tests: stored.tests.clone(),
        deaths: stored.deaths.clone(),
        known: earlier.known(),
        searched: BTreeSet::new(),
        reason: &|_| Obstacle::NotStored,
    };
    let (mut reports, mut done) = execution.execute(|_| Vec::new())?;
    let lost = lost_goals(&earlier, &reports);
    if !lost.is_empty() && !interrupt::requested() {
        let again = execution.execute(|target| execution.beside(target, &lost))?;
        (reports, done) = (again.0, again.1 && done);
    }
    let findings: Vec<Findings> =
        run::sort_out(&session, &mut reports).into_iter().map(|(_, _, findings)| findings).collect();
    let since = earlier.end_searches(&session, &reports, &findings);
    let written = match options.only_stored || interrupt::requested() {
        true => BTreeMap::new(),
        false => written(&session, options)?,
    };

    let functions: Vec<CheckedFunction<'_>> = reports
        .iter()
        .filter_map(|report| {
            let tests = stored.tests.get(&report.description.id).map_or(0, Vec::len);
            let lost = since.lost.get(&report.description.id).map_or(&[][..], Vec::as_slice);
            (report.summary.is_some()).then(|| CheckedFunction::new(report, tests, lost))
        })
        .collect();
    let accepted = Accepted::read(&session.workspace.metadata.workspace_root)?;
    let checked = checked_findings(&stored.findings, &findings, &since, &accepted);
    let summary = Summary::new(&functions, &checked, &since, &written, started.elapsed().as_secs_f64());
    report::tell(output, lines, &functions, &checked, &since, &written, &summary)?;
    let code = if done { exit_code(&summary, options) } else { ExitCode::WorkerFailed };
    Ok(if interrupt::requested() { ExitCode::Interrupted } else { code })
}

/// Returns the exit code by the first that applies: written tests failed, no test was executed
/// (rule 5), findings, losses.
fn exit_code(summary: &Summary, options: &CheckOptions) -> ExitCode {
    let is_nothing =
        summary.tests <= summary.unfit && summary.reproduced + summary.accepted + summary.passed == 0;
    if summary.written_failed > 0 {
        ExitCode::Cargo(TESTS_FAILED)
    } else if is_nothing {
        console::warning(match options.only_stored {
            true => "no stored test was executed, so nothing was checked; run `cargo sbst` first",
            false => "no test was executed, so nothing was checked; run `cargo sbst` first",
        });
        ExitCode::NothingSearched
    } else if summary.reproduced + summary.new > 0 {
        ExitCode::Findings
    } else if summary.lost > 0 || summary.unfit > 0 {
        ExitCode::GoalsLost
    } else {
        ExitCode::Success
    }
}

impl Stored {
    fn read(session: &Session, earlier: &EarlierRuns) -> Stored {
        let ids: BTreeSet<&TargetId> = session.targets.iter().map(|target| &target.description.id).collect();
        let packages: BTreeSet<&str> = ids.iter().map(|id| id.package.as_str()).collect();
        let callable: BTreeSet<&TargetId> = session.callable.iter().map(|callable| &callable.id).collect();
        // Functions that exist, but are not selected, are not reported.
        let is_meant = |id: &TargetId| {
            packages.contains(id.package.as_str()) && (ids.contains(id) || !callable.contains(id))
        };
        let mut findings = earlier.state().borrow().findings();
        findings.retain(|finding| !finding.is_gone && finding.kind.is_some() && is_meant(&finding.id));
        let deaths = earlier.known_deaths(&session.targets);
        let mut tests = BTreeMap::new();
        for id in ids {
            let mut own = earlier.tests(id);
            let deadly = deaths.get(id).map_or(&[][..], |known| &known.fatal);
            for finding in findings.iter().filter(|finding| finding.id == *id) {
                let test = finding.test.iter().filter(|test| deadly.iter().all(|fatal| fatal.test != **test));
                own.extend(test.filter(|test| !own.contains(test)).cloned().collect::<Vec<_>>());
            }
            if !own.is_empty() {
                tests.insert(id.clone(), own);
            }
        }
        Stored { tests, deaths, findings }
    }
}

/// Returns the goals, by index, that only the last run covered, not the stored tests.
fn lost_goals(earlier: &EarlierRuns, reports: &[TargetReport]) -> Goals {
    let mut lost = BTreeMap::new();
    for report in reports {
        let id = &report.description.id;
        let before = earlier.state().borrow().goals(id);
        let was_covered = |name: &str| before.iter().any(|goal| goal.name == name && goal.covered);
        let goals = changes::numbered_goals(report).into_iter();
        let goals =
            goals.filter(|(_, goal)| !goal.covered && goal.infeasible.is_none() && was_covered(&goal.name));
        let goals: Vec<u32> = goals.map(|(index, _)| index).collect();
        if !goals.is_empty() {
            lost.insert(id.clone(), goals);
        }
    }
    lost
}

/// Returns the findings by rule 2, without those counted only in a run.
fn checked_findings<'a>(
    stored: &'a [StoredFinding],
    findings: &'a [Findings],
    since: &Since,
    accepted: &Accepted,
) -> Vec<CheckedFinding<'a>> {
    let faults = |entries: &'a [Entry]| entries.iter().filter(|entry| entry.kind.is_some());
    let met: Vec<&Entry> = findings.iter().flat_map(|findings| faults(&findings.shown)).collect();
    let is_counted = |finding: &StoredFinding| {
        let mut all = findings.iter().flat_map(|findings| faults(&findings.all));
        let is_same = |entry: &&Entry| entry.fingerprint == finding.fingerprint;
        all.any(|entry| is_same(&entry)) && !met.iter().any(is_same)
    };
    let status = |entry: &Entry, otherwise| if accepted.has(entry) { "accepted" } else { otherwise };
    let has_gone = |finding: &StoredFinding| {
        since.gone_findings.iter().any(|gone| gone.fingerprint == finding.fingerprint)
    };
    let mut checked: Vec<CheckedFinding<'_>> = stored
        .iter()
        .filter(|finding| !is_counted(finding))
        .map(|finding| match met.iter().find(|entry| entry.fingerprint == finding.fingerprint) {
            Some(entry) => CheckedFinding::met(entry, status(entry, "reproduces")),
            None if has_gone(finding) => CheckedFinding::stored(finding, "gone"),
            None => CheckedFinding::stored(finding, "not-tried"),
        })
        .collect();
    let known: BTreeSet<&str> = stored.iter().map(|finding| finding.fingerprint.as_str()).collect();
    let new = met.iter().filter(|entry| !known.contains(entry.fingerprint.as_str()));
    checked.extend(new.map(|entry| CheckedFinding::met(entry, status(entry, "new"))));
    checked
}

/// Runs the written tests of each package (rule 3).
fn written(session: &Session, options: &CheckOptions) -> anyhow::Result<BTreeMap<String, WrittenRun>> {
    let suite_options = SuiteOptions {
        workspace_root: &session.workspace.metadata.workspace_root,
        target_directory: &session.workspace.target_directory,
        cargo: &options.common.cargo,
        write_private: false,
        seed: 0,
        choices: &Choices::default(),
        as_found: false,
        by_mutants: None,
        quiet: options.common.output.quiet,
        sandbox: session.sandbox.as_deref(),
        conditions: &session.conditions,
    };
    let mut runs = BTreeMap::new();
    for package in session.workspace.packages.iter().map(|package| &package.package) {
        let run = suite::written::run_written(package, &suite_options)?;
        runs.insert(package.name.to_string(), run);
    }
    Ok(runs)
}
