//! A build of ours: cargo is run again until it succeeds, or fails for a reason that is not the
//! attribute's.
//!
//! 1. `const fn`s that lost their `const` by the attribute, and that constants need, keep it from
//!    then on ([`constants`]).
//! 2. The attribute is reverted on functions that do not compile with it
//!    ([`overlay`](crate::overlay)). One run of cargo shows the errors of all packages.
//! 3. If the errors show no such function, [bisection](Halves) finds it.
//! 4. A failure is the user's if a crate does not compile as it is written, and ends the build. Then,
//!    or if nothing helps, functions that were reverted in vain are restored.

use crate::build::constants;
use crate::build::diagnostics::{Diagnostics, Showing, has_code, is_not_constant};
use crate::cargo::workspace::Workspace;
use crate::overlay::{Halves, Next, Overlay, PendingRuntime, Verdict};
use crate::ui::options::OutputOptions;
use crate::ui::quantity::count;
use crate::ui::{console, interrupt, log};
use anyhow::Context;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use sbst_source::constants::CONSTANTS;
use std::io::BufReader;
use std::process::{Command, Stdio};

/// The compiler's codes for errors of a whole crate that links the runtime: two definitions of a
/// lang item, or a missing crate.
const OF_CRATE: [&str; 2] = ["E0152", "E0463"];

/// The result of one run of cargo.
struct Attempt<T> {
    built: T,
    diagnostics: Diagnostics,
    errors: Vec<Diagnostic>,
    succeeded: bool,
}

/// The end of a build.
pub enum Ended<T> {
    Built(T),
    /// With the compiler's first error if there was one.
    Failed(Option<Diagnostic>),
    /// With errors in the user's code, which have been shown.
    Users,
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
            Ended::Failed(_) | Ended::Users => None,
        })
    }

    /// Like `run`, but returns how the build ended.
    pub fn run_to_end<T: Default>(
        &self,
        mut command: Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Ended<T>> {
        // The same, by the name that the subcommand has for it.
        let is_test = command.get_args().next().is_some_and(|subcommand| subcommand == "test");
        let going_on = if is_test { "--no-fail-fast" } else { "--keep-going" };
        if command.get_args().all(|argument| argument != going_on) {
            command.arg(going_on);
        }
        command.arg("--message-format=json-diagnostic-rendered-ansi");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut reverted = None;
        let mut halves = None;
        self.overlay.forget_verdicts()?;
        loop {
            let runtime = self.prepare(&mut command)?;
            // Preparing forgets functions that another build of the command reverted.
            let reverted = reverted.get_or_insert_with(|| self.overlay.refusals());
            let mut attempt = self.attempt(&mut command, runtime, &visit)?;
            if self.is_over(&mut attempt, &mut halves)? {
                let Attempt { built, mut diagnostics, errors, succeeded } = attempt;
                if succeeded {
                    return Ok(Ended::Built(built));
                }
                self.overlay.restore(reverted)?;
                let first = errors.into_iter().next();
                if interrupt::requested() {
                    return Ok(Ended::Failed(None));
                }
                let is_users = self.overlay.verdict() == Verdict::Users;
                diagnostics.show_held_back(is_users);
                return Ok(if is_users { Ended::Users } else { Ended::Failed(first) });
            }
        }
    }

    /// Gives the command the environment of the build: the needs of constants, and the compiler's
    /// wrapper.
    pub fn prepare(&self, command: &mut Command) -> anyhow::Result<PendingRuntime> {
        command.env(CONSTANTS, constants::write(self.workspace)?);
        self.overlay.apply(command)
    }

    /// Returns true unless another build may go better, or leave out fewer functions.
    fn is_over<T>(&self, attempt: &mut Attempt<T>, halves: &mut Option<Halves>) -> anyhow::Result<bool> {
        if interrupt::requested() || !attempt.succeeded && self.overlay.verdict() == Verdict::Users {
            return Ok(true);
        }
        if let Some(search) = halves {
            return self.halve(search, attempt.succeeded);
        }
        if attempt.succeeded {
            return Ok(true);
        }
        if attempt.errors.iter().any(|error| has_code(error, &OF_CRATE)) {
            return Ok(true);
        }
        let constants = self.keep_constants(&mut attempt.diagnostics)?;
        let mut errors = attempt.errors.clone();
        errors.retain(|error| !(constants && is_not_constant(error)));
        let reverted = self.revert(&errors)?;
        if constants {
            self.overlay.ask_again();
        }
        if constants || reverted {
            return Ok(false);
        }
        *halves = match self.overlay.verdict() {
            Verdict::Ours => self.overlay.halves(&attempt.errors),
            Verdict::Users | Verdict::Elsewhere => None,
        };
        let Some(search) = halves else { return Ok(true) };
        self.overlay.restore(&search.refusals())?;
        self.show_halves(search);
        Ok(false)
    }

    /// Rule 1. Returns true if the build may go better now.
    fn keep_constants(&self, diagnostics: &mut Diagnostics) -> anyhow::Result<bool> {
        let Some(names) = diagnostics.constants_need(self.workspace) else { return Ok(false) };
        constants::note_complaints(self.workspace, &names)?;
        let functions = count(names.len(), "constant function");
        let kept = format_args!("with {functions} as written, because constants need them");
        console::status(self.output, "Building", kept);
        Ok(true)
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

    /// Rule 3. Returns true if the build is over.
    fn halve(&self, search: &mut Halves, succeeded: bool) -> anyhow::Result<bool> {
        match search.take(succeeded) {
            Next::Build => {
                self.overlay.restore(&search.refusals())?;
                self.show_halves(search);
                Ok(false)
            }
            Next::Done | Next::Failed => Ok(true),
        }
    }

    fn show_halves(&self, search: &Halves) {
        let functions = count(search.left_out(), "function");
        let line = format_args!("without {functions}, to find the ones that do not compile");
        console::status(self.output, "Building", line);
    }

    fn attempt<T: Default>(
        &self,
        command: &mut Command,
        mut runtime: PendingRuntime,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Attempt<T>> {
        let program = command.get_program().to_owned();
        runtime.redirect(command);
        let build = log::Build::begin(command);
        let mut child = command.spawn().with_context(|| format!("failed to start {}", program.display()))?;
        runtime.relay(&mut child);
        let stdout = child.stdout.take().context("cargo has no standard output")?;
        let mut built = T::default();
        let mut diagnostics = Diagnostics::new(self.showing);
        let mut errors: Vec<Diagnostic> = Vec::new();
        for message in Message::parse_stream(BufReader::new(stdout)) {
            match message.context("failed to read cargo's messages about the build")? {
                Message::CompilerMessage(message) => {
                    if message.message.level == DiagnosticLevel::Error {
                        errors.push(message.message.clone());
                    } else if message.message.level == DiagnosticLevel::Note
                        && let Some(error) = errors.last_mut()
                    {
                        // The origin of an instance follows the error, in a separate note.
                        error.children.push(message.message.clone());
                    }
                    visit(&mut built, Message::CompilerMessage(message.clone()));
                    diagnostics.show(message.message, &runtime);
                }
                Message::CompilerArtifact(artifact) => {
                    let how = if artifact.fresh { "fresh" } else { "compiled" };
                    tracing::debug!("{how}: {} of {}", artifact.target.name, artifact.package_id);
                    visit(&mut built, Message::CompilerArtifact(artifact));
                }
                message => visit(&mut built, message),
            }
        }
        let status = child.wait().context("failed to wait for cargo")?;
        let runtime = runtime.finish();
        if !interrupt::requested() {
            runtime?;
        }
        build.end(status.success(), errors.len());
        Ok(Attempt { built, diagnostics, errors, succeeded: status.success() })
    }
}
