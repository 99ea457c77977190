//! A build of ours: cargo is run again until it succeeds, or fails for a reason that is not the
//! attribute's.
//!
//! 1. `const fn`s that lost their `const` by the attribute, and that constants need, keep it from
//!    then on ([`constants`]).
//! 2. The attribute is reverted on functions that do not compile with it
//!    ([`overlay`](crate::overlay)).
//! 3. A failure that remains is the user's. Then functions that were reverted in vain are restored.

use crate::build::constants;
use crate::build::diagnostics::{Diagnostics, Showing};
use crate::cargo::workspace::Workspace;
use crate::overlay::{Overlay, PendingRuntime};
use crate::ui::options::OutputOptions;
use crate::ui::quantity::count;
use crate::ui::{console, interrupt};
use anyhow::Context;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use sbst_source::constants::CONSTANTS;
use std::collections::BTreeSet;
use std::io::BufReader;
use std::process::{Command, Stdio};

/// The result of one run of cargo.
enum Attempt<T> {
    Ended(Ended<T>),
    /// The attribute was reverted on some functions.
    Reverted,
    /// These `const fn`s lost their `const`, and constants need them.
    ConstantsNeed(BTreeSet<String>),
}

/// The end of a build.
pub enum Ended<T> {
    Built(T),
    /// With all that was built in spite of errors, and the compiler's first error if there was one.
    Failed(T, Option<String>),
}

pub struct BuildRunner<'a> {
    pub workspace: &'a Workspace,
    pub output: &'a OutputOptions,
    pub showing: Showing,
    pub overlay: Overlay<'a>,
}

impl BuildRunner<'_> {
    /// Runs a command of cargo that builds, as often as it takes. `visit` gathers the result from
    /// cargo's messages. Returns `None` if the build failed, for reasons that have been shown.
    pub fn run<T: Default>(
        &self,
        command: Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Option<T>> {
        Ok(match self.run_to_end(command, visit)? {
            Ended::Built(built) => Some(built),
            Ended::Failed(..) => None,
        })
    }

    /// Like `run`, but returns the result of a partial build too.
    pub fn run_as_far_as_possible<T: Default>(
        &self,
        command: Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<T> {
        Ok(match self.run_to_end(command, visit)? {
            Ended::Built(built) | Ended::Failed(built, _) => built,
        })
    }

    /// Like `run`, but returns how the build ended.
    pub fn run_to_end<T: Default>(
        &self,
        mut command: Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Ended<T>> {
        command.arg("--message-format=json-diagnostic-rendered-ansi");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut reverted = None;
        loop {
            let runtime = self.prepare(&mut command)?;
            // Preparing forgets functions that another build of the command reverted.
            let reverted = reverted.get_or_insert_with(|| self.overlay.refusals());
            match self.attempt(&mut command, runtime, &visit)? {
                Attempt::ConstantsNeed(names) => {
                    constants::note_complaints(self.workspace, &names)?;
                    let functions = count(names.len(), "constant function");
                    let kept = format_args!(
                        "with {functions} as written, because constants need more than was seen"
                    );
                    console::status(self.output, "Building", kept);
                }
                Attempt::Reverted => {}
                Attempt::Ended(ended) => {
                    if let Ended::Failed(..) = ended {
                        self.overlay.restore(reverted)?;
                    }
                    return Ok(ended);
                }
            }
        }
    }

    /// Gives the command the environment of the build: the needs of constants, and the compiler's
    /// wrapper.
    pub fn prepare(&self, command: &mut Command) -> anyhow::Result<PendingRuntime> {
        command.env(CONSTANTS, constants::write(self.workspace)?);
        self.overlay.apply(command)
    }

    /// Rule 2. Returns true if the build may go better now.
    fn revert(&self, errors: &[Diagnostic]) -> anyhow::Result<bool> {
        let functions = self.overlay.revert(errors)?;
        if functions > 0 {
            let left = format_args!(
                "without {}, which the compiler refuses with probes",
                count(functions, "function")
            );
            console::status(self.output, "Building", left);
        }
        Ok(functions > 0)
    }

    fn attempt<T: Default>(
        &self,
        command: &mut Command,
        mut runtime: PendingRuntime,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Attempt<T>> {
        let program = command.get_program().to_owned();
        runtime.redirect(command);
        let mut child = command.spawn().with_context(|| format!("failed to start {}", program.display()))?;
        runtime.relay(&mut child);
        let stdout = child.stdout.take().context("cargo has no standard output")?;
        let mut built = T::default();
        let mut diagnostics = Diagnostics::new(self.showing);
        let mut errors: Vec<Diagnostic> = Vec::new();
        for message in Message::parse_stream(BufReader::new(stdout)) {
            match message.context("failed to read what cargo says of the build")? {
                Message::CompilerMessage(message) => {
                    if message.message.level == DiagnosticLevel::Error {
                        errors.push(message.message.clone());
                    } else if message.message.level == DiagnosticLevel::Note
                        && let Some(error) = errors.last_mut()
                    {
                        // The origin of an instance is told behind the error, in a note of its own.
                        error.children.push(message.message.clone());
                    }
                    visit(&mut built, Message::CompilerMessage(message.clone()));
                    diagnostics.show(message.message);
                }
                message => visit(&mut built, message),
            }
        }
        let status = child.wait().context("failed to wait for cargo")?;
        let runtime = runtime.finish();
        if interrupt::requested() {
            return Ok(Attempt::Ended(Ended::Failed(built, None)));
        }
        runtime?;
        if status.success() {
            return Ok(Attempt::Ended(Ended::Built(built)));
        }
        if let Some(names) = diagnostics.constants_need(self.workspace) {
            return Ok(Attempt::ConstantsNeed(names));
        }
        if self.revert(&errors)? {
            return Ok(Attempt::Reverted);
        }
        diagnostics.show_held_back();
        let first = errors.into_iter().next().map(|error| error.message);
        Ok(Attempt::Ended(Ended::Failed(built, first)))
    }
}
