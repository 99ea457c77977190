//! `cargo sbst ci`: a run for an unattended job.
//!
//! 1. It ends within a total budget, ten minutes of search unless another one is given.
//! 2. It fails if no function was searched.
//! 3. It fails for findings that are not [accepted], and for goals covered by the last run and not
//!    by this one. Each has its own exit code.
//! 4. It lists functions and findings gone since the last run, and counts the functions that were
//!    not searched, with reasons.
//! 5. With `--since` it searches the functions [changed](since) since a revision, and fails only
//!    for new findings. It leaves the state unchanged.
//! 6. A [shard](crate::shard) only searches; the merge reports.
//! 7. It stores the changes of the written suites as a [patch].
//! 8. On GitHub it writes a summary of the job, and annotations at findings.

mod accepted;
pub mod since;

use crate::cargo::workspace;
use crate::command::run::{self, Ended, Mode, RunOptions};
use crate::report::closing::kind_of_finding;
use crate::report::markdown::{self, Summary};
use crate::report::model::Standing;
use crate::review::last_run::counts;
use crate::review::patch;
use crate::search::session::Session;
use crate::state::Since;
use crate::suite::findings::Entry;
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::{MessageFormat, OutputOptions};
use crate::ui::quantity::count;
pub use accepted::Accepted;
use anyhow::Context;
use clap::Args;
use sbst_model::TargetId;
use sbst_model::messages::Budget;
use serde::Serialize;
use since::ChangedLines;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::OpenOptions;
use std::io::Write;

/// The default total budget, in seconds: a usual duration of a job.
const SECONDS: f64 = 600.0;
/// The most annotations: GitHub shows ten for each step.
const MOST_ANNOTATIONS: usize = 10;

/// The most names of a kind in a log.
const MOST_NAMED: usize = 10;

/// Options of `cargo sbst ci`.
#[derive(Debug, Args)]
pub struct CiOptions {
    /// Accept the findings of this run: add them to sbst-accepted.txt in the workspace root
    #[arg(long)]
    pub accept: bool,
    /// Search only functions changed since this git revision, or with changed callees; fail only on
    /// new findings
    #[arg(long, value_name = "REV", conflicts_with_all = ["fresh", "shard"])]
    pub since: Option<String>,
    #[command(flatten)]
    pub run: RunOptions,
}

impl CiOptions {
    /// Rule 1.
    pub fn limit(&mut self) {
        if self.run.search.budget.is_none() {
            let limited = Budget { evaluations: None, seconds: Some(SECONDS), stall: None };
            self.run.total_budget.get_or_insert(limited);
        }
    }
}

/// A patch with the changes of the written suites was written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PatchWritten<'a> {
    path: &'a str,
}

message!("patch-written": PatchWritten<'_>);

/// Runs the command.
pub fn ci(options: &CiOptions) -> Result<ExitCode, Failure> {
    if let Some(shard) = run::shard(&options.run)?.filter(|_| options.since.is_none()) {
        return Ok(run::run_to_the_end(&options.run, Mode::Shard(shard))?.code);
    }
    let cargo = &options.run.common.cargo;
    let workspace = workspace::members(cargo.manifest_path.as_ref())?;
    // The patch of an earlier job, perhaps restored by a cache.
    patch::remove(
        cargo.target_dir.as_ref().unwrap_or(&workspace.target_directory),
        &workspace.workspace_root,
    )?;
    let changed = match &options.since {
        None => None,
        Some(revision) => Some(ChangedLines::read(&workspace.workspace_root, revision)?),
    };
    let ended = match &changed {
        None => run::run_to_the_end(&options.run, Mode::All)?,
        Some(changed) => {
            run::run_to_the_end(&options.run, Mode::Part(&|session| choose(options, changed, session)))?
        }
    };
    if changed.is_some() && ended.totals.targets == 0 {
        return Ok(ended.code);
    }
    conclude(&ended, &options.run, options.accept, changed.as_ref())
}

/// Reports the results of a run and the changes since the last one, and returns the job's exit
/// code.
pub fn conclude(
    ended: &Ended,
    run: &RunOptions,
    accept: bool,
    changed: Option<&ChangedLines>,
) -> Result<ExitCode, Failure> {
    let mut accepted = Accepted::read(&ended.workspace_root)?;
    let shown: Vec<&Entry> = ended.findings.iter().flat_map(|findings| &findings.shown).collect();
    if accept {
        accepted.add(&shown)?;
    }
    let is_new = |entry: &Entry| ended.since.new_findings.contains(&entry.fingerprint);
    let open = shown.iter().copied().filter(|entry| !accepted.has(entry));
    let (open, known): (Vec<&Entry>, Vec<&Entry>) =
        open.partition(|entry| changed.is_none() || is_new(entry));
    if !known.is_empty() {
        let known = count(known.len(), "finding");
        console::status(&run.common.output, "Known", format_args!("{known} of earlier runs"));
    }
    let summary = Summary {
        totals: &ended.totals,
        since: &ended.since,
        open: &open,
        accepted: shown.len() - open.len() - known.len(),
        not_searched: &ended.not_searched,
        proposals: ended.changes.as_ref().map_or(&[], |(_, proposals)| proposals),
    };
    write_summary(&markdown::render(&summary))?;
    if run.common.output.message_format == MessageFormat::Human {
        let has_changed = |entry: &&Entry| match (changed, &entry.place) {
            (Some(changed), Some(place)) => changed.has(place),
            (Some(_), None) => false,
            (None, _) => true,
        };
        annotate(open.iter().copied().filter(has_changed));
    }
    let standing = |entry: &Entry| if accepted.has(entry) { Standing::Accepted } else { Standing::Open };
    run.files.write(&ended.report(standing), &run.common.output)?;
    let code = exit_code(ended, &open);
    account(ended, &run.common.output);
    leave_patch(ended, &run.common.output)?;
    tell(code, ended, &open);
    Ok(code)
}

/// Rule 7.
fn leave_patch(ended: &Ended, output: &OutputOptions) -> anyhow::Result<()> {
    let Some((last, proposals)) = &ended.changes else { return Ok(()) };
    if let Some(path) = patch::write(last, &ended.target_directory, &ended.workspace_root)? {
        console::status(output, "Patch", format_args!("{path}: {}", counts(proposals)));
        JsonLines::new(output).emit(&PatchWritten { path: path.as_str() })?;
    }
    Ok(())
}

/// Rule 5: returns the functions that changed.
fn choose(options: &CiOptions, changed: &ChangedLines, session: &Session) -> BTreeSet<TargetId> {
    let workspace = &session.workspace;
    let packages = workspace.packages.iter().map(|package| &package.package);
    let functions = session.targets.iter().map(|target| &target.description);
    let chosen = changed.functions(&workspace.metadata.workspace_root, packages, functions);
    let revision = options.since.as_deref().unwrap_or_default();
    let all = count(session.targets.len(), "function");
    let text = match chosen.len() {
        0 => format!("no function of {all} since {revision}: nothing to search"),
        number => format!("{number} of {all} since {revision}, including callers"),
    };
    console::status(&options.run.common.output, "Changed", text);
    chosen
}

/// Rules 2 and 3. Failures of the run itself come first.
fn exit_code(ended: &Ended, open: &[&Entry]) -> ExitCode {
    if ended.code != ExitCode::Success && ended.code != ExitCode::Findings {
        ended.code
    } else if ended.not_searched.len() == ended.totals.targets {
        ExitCode::NothingSearched
    } else if !open.is_empty() {
        ExitCode::Findings
    } else if !ended.since.lost.is_empty() {
        ExitCode::GoalsLost
    } else {
        ExitCode::Success
    }
}

/// Rule 4.
fn account(ended: &Ended, output: &OutputOptions) {
    let Since { gone_functions, gone_findings, no_longer_searched, .. } = &ended.since;
    name(output, "Gone", gone_functions.iter().map(|id| format!("function `{id}`")));
    name(
        output,
        "Gone",
        gone_findings.iter().map(|finding| {
            let kind = finding.kind.as_deref().unwrap_or("panic");
            format!("finding {}, {kind} in `{}`: {}", finding.fingerprint, finding.id, finding.message)
        }),
    );
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, reason) in &ended.not_searched {
        *reasons.entry(reason).or_default() += 1;
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, functions)| Reverse(*functions));
    let reasons =
        reasons.iter().map(|(reason, functions)| format!("{}: {reason}", count(*functions, "function")));
    name(output, "Left out", reasons);
    let reason = |id: &TargetId| ended.not_searched.iter().find(|(other, _)| other == id);
    for (id, reason) in no_longer_searched.iter().filter_map(reason).take(MOST_NAMED) {
        console::warning(format_args!("`{id}` was searched before, but not now: {reason}"));
    }
}

/// Writes the first of these lines, and the number of others.
fn name(output: &OutputOptions, verb: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    for line in lines.iter().take(MOST_NAMED) {
        console::status(output, verb, line.replace('\n', " "));
    }
    if let more @ 1.. = lines.len().saturating_sub(MOST_NAMED) {
        console::status(output, verb, format_args!("and {more} more"));
    }
}

/// Prints the reason for the job's failure, and the next step.
fn tell(code: ExitCode, ended: &Ended, open: &[&Entry]) {
    match code {
        ExitCode::NothingSearched => console::warning(
            "no function was searched, so this job checked nothing; `cargo sbst list` shows the reasons",
        ),
        ExitCode::Findings => {
            for Entry { fingerprint, kind, function, message, .. } in open.iter().take(MOST_NAMED) {
                let kind = kind.map_or("panic", kind_of_finding);
                let message = message.lines().next().unwrap_or_default();
                console::warning(format_args!("finding {fingerprint}, {kind} in `{function}`: {message}"));
            }
            console::warning(format_args!(
                "{} not accepted: reproduce with `cargo sbst replay` and fix, or run `cargo sbst ci --accept` and \
                 commit {}",
                count(open.len(), "finding"),
                accepted::FILE
            ));
        }
        ExitCode::GoalsLost => {
            for (id, goals) in &ended.since.lost {
                console::warning(format_args!("`{id}` lost {}", goals.join(", ")));
            }
        }
        _ => {}
    }
}

/// Adds to the summary of the job, if any.
fn write_summary(text: &str) -> anyhow::Result<()> {
    let Some(path) = env::var_os("GITHUB_STEP_SUMMARY") else { return Ok(()) };
    let failed = || format!("failed to write the summary of the job, {}", path.display());
    let mut file = OpenOptions::new().create(true).append(true).open(&path).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)
}

/// Marks the places of findings in the changes of a pull request.
fn annotate<'a>(open: impl Iterator<Item = &'a Entry>) {
    if env::var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return;
    }
    for entry in open.take(MOST_ANNOTATIONS) {
        anstream::println!("{}", annotation(entry));
    }
}

fn annotation(entry: &Entry) -> String {
    // The escapes of workflow commands: in a message, and also in a property.
    let message = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| message(text).replace(':', "%3A").replace(',', "%2C");
    let place = entry
        .place
        .as_ref()
        .map(|place| format!("file={},line={},col={},", property(&place.file), place.line, place.column));
    let kind = entry.kind.map_or("panic", kind_of_finding);
    let text = format!("{}\n{}", entry.message, entry.call.join("\n"));
    format!("::error {}title={}::{}", place.unwrap_or_default(), property(kind), message(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::suite::findings::collect_from_anyone;

    #[test]
    fn an_annotation_is_one_line_at_the_place_of_the_fault() {
        let found = collect_from_anyone(&[fixture::report("d::f")]);
        assert_eq!(
            annotation(&found.shown[0]),
            "::error file=src/lib.rs,line=9,col=5,title=overflow::attempt to negate with overflow%0Ad::f(i32::MIN)"
        );
    }
}
