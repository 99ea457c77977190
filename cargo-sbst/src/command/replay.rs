//! `cargo sbst replay FINDING`: executes the test case of one stored finding, and shows its panic
//! with a backtrace.
//!
//! 1. A finding is named by the beginning of its fingerprint. An ambiguous beginning is refused
//!    with all matches, an unknown one with the nearest.
//! 2. The executables are built with line tables, beside those of the searches.
//! 3. The test case is executed as [`check`](super::check) does. The finding reproduces if it has
//!    the same fingerprint.
//! 4. The backtrace is shown with the frames of the workspace only, or with all of them
//!    (`--verbose`). A process that dies without a panic leaves no backtrace.

use crate::cargo::own_directory;
use crate::cargo::workspace;
use crate::command::run;
use crate::report::closing::kind_of_finding;
use crate::search::options::{CommonOptions, ExecutionOptions, GoalOptions};
use crate::search::session::{self, Session};
use crate::search::supervisor::{self, Assignment, KnownDeaths};
use crate::search::target_report::TargetReport;
use crate::state::{State, StoredFinding};
use crate::suite::findings::Entry;
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::interrupt;
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::MessageFormat;
use crate::worker::backtrace::{self, Frame};
use crate::worker::directories;
use anstream::stdout;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use sbst_model::messages::{BACKTRACES, KnownValues, SearchOrders};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;

/// The most findings listed for an unknown name.
const MOST_LISTED: usize = 10;

/// Options of `cargo sbst replay`.
#[derive(Debug, Args)]
pub struct ReplayOptions {
    /// The fingerprint of a finding, or a prefix of it
    pub finding: String,
    #[command(flatten)]
    pub execution: ExecutionOptions,
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

impl ReplayOptions {
    /// Rule 2.
    pub fn want_backtraces(&mut self) {
        self.execution.backtraces = true;
    }
}

/// The finding, and its fate.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Replayed<'a> {
    fingerprint: &'a str,
    reproduces: bool,
    package: &'a str,
    target: &'a str,
    kind: &'a str,
    message: &'a str,
    place: Option<String>,
    /// Lines of Rust.
    call: Vec<&'a str>,
    backtrace: Vec<Frame>,
}

message!("replayed": Replayed<'_>);

/// Runs the command. Its exit code shows if the finding still exists.
pub fn replay(options: &ReplayOptions) -> Result<ExitCode, Failure> {
    let members = workspace::members(options.common.cargo.manifest_path.as_ref())?;
    let own = options.common.cargo.target_dir.as_ref();
    let target_directory = own.unwrap_or(&members.target_directory);
    let state = State::open_if_there(&State::path(target_directory, &members.workspace_root));
    let stored = state.findings();
    let known = KnownValues { values: Vec::new(), environmental: state.environmental() };
    drop(state);
    let finding = named(&stored, &options.finding)?;
    let test = finding.test.as_ref().with_context(|| {
        format!(
            "the test case of {} was not stored; the next `cargo sbst` stores it if it meets it",
            finding.fingerprint
        )
    })?;

    let instrumentation = options.goals.instrumentation();
    let session = session::open(&options.common, Some(&options.execution), instrumentation, |_| Ok(()))?;
    let (report, frames) = execute(&session, options, finding, test, known)?;
    if interrupt::requested() {
        return Ok(ExitCode::Interrupted);
    }
    let mut reports = [report];
    let found = run::sort_out(&session, &mut reports);
    let mut entries = found.iter().flat_map(|(_, _, findings)| &findings.all);
    let entry = entries.find(|entry| entry.fingerprint == finding.fingerprint);
    let root = &session.workspace.metadata.workspace_root;
    let frames = match entry.and_then(|entry| entry.place.as_ref()) {
        Some(place) => backtrace::frames(&frames, &place.to_string(), root, options.common.output.verbose),
        None => Vec::new(),
    };
    let replayed = Replayed::new(finding, entry, frames);
    JsonLines::new(&options.common.output).emit(&replayed)?;
    if options.common.output.message_format == MessageFormat::Human {
        write!(stdout(), "{}", replayed.text()).context("failed to write to standard output")?;
    }
    Ok(if replayed.reproduces { ExitCode::Findings } else { ExitCode::Success })
}

/// Rule 1.
fn named<'a>(stored: &'a [StoredFinding], beginning: &str) -> anyhow::Result<&'a StoredFinding> {
    let begins =
        |finding: &&StoredFinding| !beginning.is_empty() && finding.fingerprint.starts_with(beginning);
    let meant: Vec<&StoredFinding> = stored.iter().filter(begins).collect();
    match meant[..] {
        [finding] => Ok(finding),
        [] if stored.is_empty() => {
            bail!("no finding is stored in this target directory; `cargo sbst` stores its findings")
        }
        [] => {
            let mut all: Vec<&StoredFinding> = stored.iter().collect();
            let likeness = |finding: &StoredFinding| {
                let words = [&finding.fingerprint, &finding.id.path];
                words.iter().map(|word| strsim::jaro_winkler(word, beginning)).fold(0.0, f64::max)
            };
            all.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
            bail!("no finding matches `{beginning}`; the nearest are\n{}", listed(&all))
        }
        _ => bail!("`{beginning}` is ambiguous: write more of one\n{}", listed(&meant)),
    }
}

fn listed(findings: &[&StoredFinding]) -> String {
    let mut text = String::new();
    for StoredFinding { fingerprint, id, kind, message, is_gone, .. } in findings.iter().take(MOST_LISTED) {
        let kind = kind.as_deref().unwrap_or("panic");
        let gone = if *is_gone { " (gone)" } else { "" };
        let message = message.lines().next().unwrap_or_default();
        _ = writeln!(text, "  {fingerprint}  {kind} in `{id}`: {message}{gone}");
    }
    text.trim_end().to_owned()
}

/// Rule 3. Returns the report, and the file of backtraces.
fn execute(
    session: &Session,
    options: &ReplayOptions,
    finding: &StoredFinding,
    test: &str,
    known: KnownValues,
) -> anyhow::Result<(TargetReport, String)> {
    let target = session.targets.iter().find(|target| target.description.id == finding.id);
    let target = target
        .ok_or_else(|| anyhow!("`{}`, which {} calls, no longer exists", finding.id, finding.fingerprint))?;
    if let Some(reason) = &target.description.not_searched {
        bail!("`{}`, which {} calls, cannot be executed: {reason}", finding.id, finding.fingerprint);
    }
    let directory = directories::for_target(&session.work, &finding.id);
    let assignment = Assignment {
        description: &target.description,
        is_public: false,
        name: finding.id.to_string(),
        host: &target.host,
        directory: directory.clone(),
        orders: SearchOrders { seeds: vec![test.to_owned()], ..options.execution.orders(&finding.id) },
        recipes: None,
        known_deaths: KnownDeaths::default(),
        only_checks: true,
        hang_timeout: options.execution.hang_timeout(),
    };
    console::status(
        &options.common.output,
        "Replaying",
        format_args!("{} in `{}`", finding.fingerprint, finding.id),
    );
    let searched = supervisor::search(&assignment, known, |_, _| {});
    target.host.dismiss_servers();
    let searched = searched?;
    if !searched.report.unfit.is_empty() {
        console::warning("its test case no longer fits the function's parameters");
    }
    let frames = fs::read_to_string(directory.join(BACKTRACES)).unwrap_or_default();
    own_directory::remove(&directory)?;
    Ok((searched.report, frames))
}

impl<'a> Replayed<'a> {
    fn new(stored: &'a StoredFinding, entry: Option<&'a Entry>, backtrace: Vec<Frame>) -> Replayed<'a> {
        let place = entry.map(|entry| entry.place.as_ref().map(ToString::to_string));
        Replayed {
            fingerprint: &stored.fingerprint,
            reproduces: entry.is_some(),
            package: &stored.id.package,
            target: &stored.id.path,
            kind: match entry {
                Some(entry) => entry.kind.map_or("panic", kind_of_finding),
                None => stored.kind.as_deref().unwrap_or("panic"),
            },
            message: entry.map_or(&stored.message, |entry| &entry.message),
            place: place.unwrap_or_else(|| stored.place.clone()),
            call: match entry {
                Some(entry) => entry.call.iter().map(String::as_str).collect(),
                None => stored.call.lines().collect(),
            },
            backtrace,
        }
    }

    fn text(&self) -> String {
        let place = self.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        let mut text = format!("{}{place}: {}\n\n", self.kind, self.message);
        self.call.iter().for_each(|line| _ = writeln!(text, "    {line}"));
        text.push('\n');
        if !self.reproduces {
            text += "It does not come back.\n";
        } else if self.backtrace.is_empty() {
            text += "There is no backtrace: only panics have one.\n";
        } else {
            text += "Backtrace, the innermost call first:\n";
            for Frame { function, place } in &self.backtrace {
                _ = writeln!(text, "    {function}\n        at {place}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::TargetId;

    fn stored(fingerprint: &str, path: &str) -> StoredFinding {
        StoredFinding {
            fingerprint: fingerprint.into(),
            id: TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() },
            kind: Some("index".into()),
            message: "out of bounds\nmore".into(),
            place: Some("src/lib.rs:3:9".into()),
            call: "d::f(1)".into(),
            test: Some("ab".into()),
            is_gone: false,
        }
    }

    #[test]
    fn a_finding_is_named_by_a_unique_beginning() {
        let all = [stored("ab12", "d::f"), stored("ab34", "d::g"), stored("cd56", "d::h")];
        assert_eq!(named(&all, "c").unwrap().id.path, "d::h");
        let several = named(&all, "ab").unwrap_err().to_string();
        assert!(
            several.contains("ab12") && several.contains("ab34") && !several.contains("cd56"),
            "{several}"
        );
        let unknown = named(&all, "cd57").unwrap_err().to_string();
        let first = unknown.lines().nth(1).unwrap();
        assert_eq!(first, "  cd56  index in `d::h`: out of bounds");
        assert!(named(&all, "").is_err());
        assert!(named(&[], "ab").unwrap_err().to_string().contains("no finding is stored"));
    }

    #[test]
    fn an_unreproduced_finding_is_shown_as_stored() {
        let stored = stored("ab12", "d::f");
        let text = Replayed::new(&stored, None, Vec::new()).text();
        assert_eq!(
            text,
            "index at src/lib.rs:3:9: out of bounds\nmore\n\n    d::f(1)\n\nIt does not come back.\n"
        );
    }
}
