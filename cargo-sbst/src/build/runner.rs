//! What the builds with the attribute switched on have in common: whom they build, the feature, how our own crates are
//! compiled, and when a build is begun again.

use crate::build::constants;
use crate::build::diagnostics::{Diagnostics, Showing};
use crate::cargo::workspace::Workspace;
use crate::overlay::Shadow;
use crate::ui::console;
use crate::ui::options::OutputOptions;
use crate::ui::quantity::count;
use anyhow::Context;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use sbst_source::constants::CONSTANTS;
use std::collections::BTreeSet;
use std::io::BufReader;
use std::process::{Command, Stdio};

/// What one run of cargo came to.
enum Attempt<T> {
    Built(T),
    /// With what was built all the same.
    Failed(T),
    /// Because of the attribute on some functions, which was taken back.
    Refused,
    /// These `const fn`s have lost their `const`, and are needed in constants.
    ConstantsNeed(BTreeSet<String>),
}

/// A build of ours in a target directory.
pub struct OwnBuild<'a> {
    /// What is built.
    pub workspace: &'a Workspace,
    /// How much the user wants to see.
    pub output: &'a OutputOptions,
    /// When what the compiler says is shown.
    pub showing: Showing,
    /// What is compiled in the place of the user's sources.
    pub shadow: Shadow<'a>,
}

impl OwnBuild<'_> {
    /// Runs a cargo that builds, as often as it takes. `visit` is told what cargo says, and makes of it what is
    /// returned. `None` if the build failed; why has been shown.
    pub fn run<T: Default>(
        &self,
        command: impl Fn() -> Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Option<T>> {
        Ok(match self.run_to_end(command, visit)? {
            Attempt::Built(built) => Some(built),
            _ => None,
        })
    }

    /// The same of a build in which not everything needs to succeed: what was made of what did.
    pub fn run_as_far_as_possible<T: Default>(
        &self,
        command: impl Fn() -> Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<T> {
        Ok(match self.run_to_end(command, visit)? {
            Attempt::Built(built) | Attempt::Failed(built) => built,
            _ => T::default(),
        })
    }

    fn run_to_end<T: Default>(
        &self,
        command: impl Fn() -> Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Attempt<T>> {
        let mut refusals = None;
        loop {
            let mut command = self.prepared(command())?;
            // Only now those of another build of ours are forgotten.
            let refusals = refusals.get_or_insert_with(|| self.shadow.refusals());
            command.arg("--message-format=json-diagnostic-rendered-ansi");
            command.stdin(Stdio::null()).stdout(Stdio::piped());
            match self.attempt(&mut command, &visit)? {
                Attempt::ConstantsNeed(names) => {
                    constants::note_complaints(self.workspace, &names)?;
                    let functions = count(names.len(), "constant function");
                    let kept = format_args!(
                        "with {functions} as written, because constants need more than was seen"
                    );
                    console::status(self.output, "Building", kept);
                }
                Attempt::Refused => {}
                ended @ Attempt::Built(_) => return Ok(ended),
                ended @ Attempt::Failed(_) => {
                    // What is wrong is none of our doing, so nothing that was taken back in vain may stay so.
                    self.shadow.restore(refusals)?;
                    return Ok(ended);
                }
            }
        }
    }

    /// The command in the environment of the build: with what constants need, and the compiler's wrapper.
    pub fn prepared(&self, mut command: Command) -> anyhow::Result<Command> {
        command.env(CONSTANTS, constants::write(self.workspace)?);
        self.shadow.apply(&mut command)?;
        Ok(command)
    }

    /// Whether the build may go better without the attribute on some functions, or without the user's unit tests.
    fn take_back(&self, errors: &[Diagnostic]) -> anyhow::Result<bool> {
        let functions = self.shadow.take_back(errors)?;
        if functions > 0 {
            let left = format_args!(
                "without {}, which the compiler refuses with probes",
                count(functions, "function")
            );
            console::status(self.output, "Building", left);
            return Ok(true);
        }
        let without_tests = !errors.is_empty() && self.shadow.leave_tests_out()?;
        if without_tests {
            let left = "without your own unit tests, since something does not compile that is none of ours";
            console::status(self.output, "Building", left);
        }
        Ok(without_tests)
    }

    fn attempt<T: Default>(
        &self,
        command: &mut Command,
        visit: impl Fn(&mut T, Message),
    ) -> anyhow::Result<Attempt<T>> {
        let program = command.get_program().to_owned();
        let mut child = command.spawn().with_context(|| format!("failed to start {}", program.display()))?;
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
                        // Where an instance comes from is told behind the error, by itself.
                        error.children.push(message.message.clone());
                    }
                    visit(&mut built, Message::CompilerMessage(message.clone()));
                    diagnostics.show(message.message);
                }
                message => visit(&mut built, message),
            }
        }
        if child.wait().context("failed to wait for cargo")?.success() {
            return Ok(Attempt::Built(built));
        }
        if let Some(names) = diagnostics.constants_need(self.workspace) {
            return Ok(Attempt::ConstantsNeed(names));
        }
        if self.take_back(&errors)? {
            return Ok(Attempt::Refused);
        }
        diagnostics.show_held_back();
        Ok(Attempt::Failed(built))
    }
}
