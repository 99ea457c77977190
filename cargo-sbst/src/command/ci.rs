//! `cargo sbst ci`: a run for a job that nobody watches.
//!
//! 1. It ends within a total budget, ten minutes of search unless another one is given.
//! 2. It is never green from nothing: without a function that was searched it fails.
//! 3. It fails for findings that nobody [accepted], and for goals that the last run
//!    covered. Each has an exit code of its own.
//! 4. On GitHub it writes a summary of the job, and annotations where findings are.

mod accepted;

use crate::command::run::{self, Ended, RunOptions};
use crate::report::closing::kind_of_finding;
use crate::report::markdown::{self, Summary};
use crate::report::model::Standing;
use crate::suite::findings::Entry;
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::options::MessageFormat;
use crate::ui::quantity::count;
use accepted::Accepted;
use anyhow::Context;
use clap::Args;
use sbst_model::messages::Budget;
use std::env;
use std::fs::OpenOptions;
use std::io::Write;

/// The total budget where none is given, in seconds: what a team waits for a job beside others.
const SECONDS: f64 = 600.0;
/// The most annotations: GitHub shows ten of a step.
const MOST_ANNOTATIONS: usize = 10;

/// Options of `cargo sbst ci`.
#[derive(Debug, Args)]
pub struct CiOptions {
    /// Accept the findings of this run: add them to the file of accepted ones, sbst-accepted.txt in
    /// the root of the workspace
    #[arg(long)]
    pub accept: bool,
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

/// Runs the command.
pub fn ci(options: &CiOptions) -> Result<ExitCode, Failure> {
    let ended = run::run_to_the_end(&options.run)?;
    let mut accepted = Accepted::read(&ended.workspace_root)?;
    let shown: Vec<&Entry> = ended.findings.iter().flat_map(|findings| &findings.shown).collect();
    if options.accept {
        accepted.add(&shown)?;
    }
    let open: Vec<&Entry> = shown.iter().copied().filter(|entry| !accepted.has(entry)).collect();
    let summary = Summary {
        totals: &ended.totals,
        since: &ended.since,
        open: &open,
        accepted: shown.len() - open.len(),
        not_searched: &ended.not_searched,
    };
    write_summary(&markdown::render(&summary))?;
    if options.run.common.output.message_format == MessageFormat::Human {
        annotate(&open);
    }
    let standing = |entry: &Entry| if accepted.has(entry) { Standing::Accepted } else { Standing::Open };
    options.run.files.write(&ended.report(standing), &options.run.common.output)?;
    let code = exit_code(&ended, &open);
    tell(code, &ended, &open);
    Ok(code)
}

/// Rules 2 and 3. What the run itself failed for comes first.
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

/// Says why the job fails, and what to do.
fn tell(code: ExitCode, ended: &Ended, open: &[&Entry]) {
    match code {
        ExitCode::NothingSearched => console::warning(
            "no function was searched, so this job has checked nothing; `cargo sbst list` says why",
        ),
        ExitCode::Findings => console::warning(format_args!(
            "{} that nobody accepted: mend them, or run `cargo sbst ci --accept` and commit {}",
            count(open.len(), "finding"),
            accepted::FILE
        )),
        ExitCode::GoalsLost => {
            for (id, goals) in &ended.since.lost {
                console::warning(format_args!("`{id}` lost {}", goals.join(", ")));
            }
        }
        _ => {}
    }
}

/// Adds to the summary of the job, if there is one.
fn write_summary(text: &str) -> anyhow::Result<()> {
    let Some(path) = env::var_os("GITHUB_STEP_SUMMARY") else { return Ok(()) };
    let failed = || format!("failed to write the summary of the job, {}", path.display());
    let mut file = OpenOptions::new().create(true).append(true).open(&path).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)
}

/// Marks the places of findings in the changes of a pull request.
fn annotate(open: &[&Entry]) {
    if env::var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return;
    }
    for entry in open.iter().take(MOST_ANNOTATIONS) {
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
    use crate::suite::findings::of_anyone;

    #[test]
    fn an_annotation_is_one_line_at_the_place_of_the_fault() {
        let found = of_anyone(&[fixture::report("d::f")]);
        assert_eq!(
            annotation(&found.shown[0]),
            "::error file=src/lib.rs,line=9,col=5,title=overflow::attempt to negate with overflow%0Ad::f(i32::MIN)"
        );
    }
}
