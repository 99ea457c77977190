//! `cargo sbst review`: the changes of the last run to the written suites, made or proposed, test
//! by test.
//!
//! 1. In a terminal it shows one proposal after another, and takes a [key](keys) for each.
//! 2. With `--accept` or `--reject` it applies these decisions without questions.
//! 3. With `--list`, and without a terminal, it prints all proposals.

mod keys;

use crate::cargo::arguments::EarlierRunsOptions;
use crate::cargo::workspace;
use crate::review::applying;
use crate::review::columns;
use crate::review::last_run::{LastRun, counts};
use crate::review::memory::{self, Memory};
use crate::review::proposal::{Decision, Kind, Proposal};
use crate::suite::Reason;
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::{MessageFormat, OutputOptions};
use crate::ui::quantity::count;
use anstream::stdout;
use anyhow::{Context, bail, ensure};
use cargo_metadata::Metadata;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use keys::{Key, Keyboard};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// The width of lines without a terminal.
const WIDTH: usize = 100;
/// The word for all keys.
const ALL: &str = "all";

/// Options of `cargo sbst review`.
#[derive(Debug, Args)]
pub struct ReviewOptions {
    /// Print all proposals without asking for decisions
    #[arg(long, conflicts_with_all = ["accept", "reject"])]
    pub list: bool,
    /// Accept a proposal by its key or a prefix of it, or all open ones
    #[arg(long, value_name = "KEY|all", value_delimiter = ',')]
    pub accept: Vec<String>,
    /// Reject a proposal by its key or a prefix of it, or all open ones: restore the earlier test,
    /// now and in later runs
    #[arg(long, value_name = "KEY|all", value_delimiter = ',')]
    pub reject: Vec<String>,
    #[command(flatten)]
    pub earlier: EarlierRunsOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// A test that a run adds, changes or removes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProposalLine<'a> {
    key: &'a str,
    kind: Kind,
    function: &'a str,
    test: &'a str,
    file: &'a str,
    old: Option<&'a str>,
    new: Option<&'a str>,
    /// The reason why the old test fails with the present code.
    #[serde(skip_serializing_if = "Option::is_none")]
    fails: Option<String>,
    decision: Option<Decision>,
}

message!("proposal": ProposalLine<'_>);

/// The proposals of the last run, with all that decisions need.
struct Review {
    last: LastRun,
    place: Utf8PathBuf,
    metadata: Metadata,
    memory: Memory,
    proposals: Vec<Proposal>,
}

/// Runs the command.
pub fn review(options: &ReviewOptions) -> Result<ExitCode, Failure> {
    let metadata = workspace::members(options.earlier.manifest_path.as_ref())?;
    let target_directory = options.earlier.target_directory(&metadata);
    let place = LastRun::path(target_directory, &metadata.workspace_root);
    let Some(last) = LastRun::read(&place)? else {
        console::print_status("Nothing", "to review: this target directory has no results of a run");
        return Ok(ExitCode::Success);
    };
    let memory = Memory::read(&metadata.workspace_root)?;
    let proposals = last.proposals();
    let mut review = Review { last, place, metadata, memory, proposals };
    let output = &options.output;
    if !options.accept.is_empty() || !options.reject.is_empty() {
        let decisions = [(&options.accept, Decision::Accepted), (&options.reject, Decision::Rejected)];
        let mut decided = Vec::new();
        for (keys, decision) in decisions {
            for key in keys {
                let mut chosen = review.find(key).or_exit(ExitCode::Usage)?;
                if key == ALL && decision == Decision::Rejected {
                    chosen.retain(|proposal| !proposal.old_does_not_compile());
                }
                decided.extend(chosen.into_iter().map(|proposal| (proposal, decision)));
            }
        }
        review.decide(&decided)?;
        review.conclude(output);
        return Ok(ExitCode::Success);
    }
    let is_json = output.message_format == MessageFormat::Json;
    let open = review.open();
    let asks = !options.list && !is_json && !open.is_empty() && io::stdout().is_terminal();
    match asks.then(Keyboard::open).flatten() {
        Some(keyboard) => {
            review.ask(&open, &keyboard)?;
            drop(keyboard);
            review.conclude(output);
        }
        None => review.list(output)?,
    }
    Ok(ExitCode::Success)
}

impl Review {
    fn root(&self) -> &Utf8Path {
        &self.metadata.workspace_root
    }

    fn decision(&self, proposal: &Proposal) -> Option<Decision> {
        self.last.decisions.get(&proposal.key).copied()
    }

    /// Returns the proposals without a decision.
    fn open(&self) -> Vec<Proposal> {
        self.proposals.iter().filter(|proposal| self.decision(proposal).is_none()).cloned().collect()
    }

    /// Returns the proposals that a key stands for.
    fn find(&self, key: &str) -> anyhow::Result<Vec<Proposal>> {
        if key == ALL {
            return Ok(self.open());
        }
        let found: Vec<&Proposal> =
            self.proposals.iter().filter(|proposal| proposal.key.starts_with(key)).collect();
        match found[..] {
            [one] => Ok(vec![one.clone()]),
            [] => {
                bail!("no proposal of the last run has the key `{key}`; `cargo sbst review --list` has them")
            }
            _ => bail!("`{key}` is a prefix of {} keys; write more of it", found.len()),
        }
    }

    /// Makes decisions, and writes the resulting files.
    fn decide(&mut self, decided: &[(Proposal, Decision)]) -> anyhow::Result<()> {
        for (proposal, _) in decided.iter().filter(|(_, decision)| *decision == Decision::Rejected) {
            ensure!(
                !proposal.old_does_not_compile(),
                "`{}` cannot be put back, because it no longer compiles; accept the change, and write \
                 the test again in another file",
                proposal.test
            );
        }
        applying::decide(&mut self.last, &self.metadata.packages, decided)?;
        self.memory.decide(decided)?;
        self.last.write(&self.place)
    }

    /// Asks for one decision after another.
    fn ask(&mut self, open: &[Proposal], keyboard: &Keyboard) -> anyhow::Result<()> {
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0));
        let mut number = 0;
        while let Some(proposal) = open.get(number) {
            print(&format!("\n{}", columns::render(proposal, None, self.root(), width)))?;
            print(&format!(
                "\n{} of {}: [a]ccept, [r]eject, [s]kip, accept a[l]l that is left, [q]uit ",
                number + 1,
                open.len()
            ))?;
            let key = keyboard.read()?;
            print(&format!("{}\n", key.word()))?;
            let (chosen, decision) = match key {
                Key::Accept => (&open[number..=number], Decision::Accepted),
                Key::Reject => (&open[number..=number], Decision::Rejected),
                Key::AcceptRest => (&open[number..], Decision::Accepted),
                Key::Skip => {
                    number += 1;
                    continue;
                }
                Key::Quit => break,
            };
            let decided: Vec<_> = chosen.iter().map(|proposal| (proposal.clone(), decision)).collect();
            match self.decide(&decided) {
                Ok(()) => number += chosen.len(),
                Err(error) => console::error(&error),
            }
        }
        Ok(())
    }

    /// Prints all proposals.
    fn list(&self, output: &OutputOptions) -> anyhow::Result<()> {
        let lines = JsonLines::new(output);
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0));
        for proposal in &self.proposals {
            let decision = self.decision(proposal);
            match output.message_format {
                MessageFormat::Json => lines.emit(&ProposalLine::new(proposal, decision))?,
                MessageFormat::Human => {
                    print(&format!("{}\n", columns::render(proposal, decision, self.root(), width)))?;
                }
            }
        }
        self.conclude(output);
        Ok(())
    }

    /// Prints the number of proposals, and the next step.
    fn conclude(&self, output: &OutputOptions) {
        let all = &self.proposals;
        let number = |decision| all.iter().filter(|proposal| self.decision(proposal) == decision).count();
        let (accepted, rejected) = (number(Some(Decision::Accepted)), number(Some(Decision::Rejected)));
        let mut text = counts(all);
        if !all.is_empty() {
            let open = number(None);
            text += &format!("; {accepted} accepted, {rejected} rejected, {open} open");
            match self.last.only_proposed {
                true if open > 0 => text += ", which are not written",
                false if open > 0 => text += ", which are written",
                _ => {}
            }
        }
        console::status(output, "Review", text);
        if rejected > 0 {
            let rejected = count(rejected, "rejection");
            console::status(output, "Commit", format_args!("{}, which has the {rejected}", memory::FILE));
        }
    }
}

impl<'a> ProposalLine<'a> {
    fn new(proposal: &'a Proposal, decision: Option<Decision>) -> ProposalLine<'a> {
        ProposalLine {
            key: &proposal.key,
            kind: proposal.kind,
            function: &proposal.function,
            test: &proposal.test,
            file: proposal.file.as_str(),
            old: proposal.old.as_deref(),
            new: proposal.new.as_deref(),
            fails: proposal.fails.as_ref().map(Reason::to_string),
            decision,
        }
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = stdout();
    write!(stdout, "{text}").and_then(|()| stdout.flush()).context("failed to write to standard output")
}
