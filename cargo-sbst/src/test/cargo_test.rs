//! Cargo, building and running the user's tests with the feature `observe`.

use super::TestOptions;
use super::optimisation::unoptimised_members;
use crate::discover::Workspace;
use crate::options::MessageFormat;
use crate::own_build;
use crate::resolution::Resolution;
use crate::search_build::is_library;
use anyhow::Context;
use cargo_metadata::Message;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::observed::DIRECTORY;
use std::io::{self, BufReader};
use std::process::{Command, ExitStatus, Stdio};

/// Our own crates in the user's executables.
const OWN_CRATES: [&str; 2] = ["sbst-model", "sbst-runtime"];

/// The level for the user's code, unless the user has chosen one: probes are small functions, which cost fifteen times more
/// where nothing is optimised, and with this one tests do not become slower.
const LEVEL: u8 = 1;

/// What to run, and where.
pub struct CargoTest<'a> {
    pub workspace: &'a Workspace,
    pub options: &'a TestOptions,
    /// The target directory.
    pub builds: &'a Utf8Path,
    /// Where processes write down what they saw.
    pub observed: &'a Utf8Path,
}

/// A test executable.
#[derive(Debug)]
pub struct TestedExecutable {
    /// Where it is.
    pub path: Utf8PathBuf,
    /// Whether it is a library or binary with its unit tests.
    pub is_unit_test: bool,
}

/// How a build ended.
#[derive(Debug)]
pub enum Built {
    Executables(Vec<TestedExecutable>),
    /// With errors, which were shown.
    Failed,
}

/// What one run of cargo came to.
enum Attempt {
    Built(Vec<TestedExecutable>),
    /// With what the compiler had to say.
    Failed(Vec<String>),
    /// Cargo gave up before it compiled anything.
    NotBegun,
}

impl CargoTest<'_> {
    /// Builds what can be built before it is run: all but the examples of the documentation.
    pub fn build(&self) -> anyhow::Result<Built> {
        if self.options.targets.doc {
            return Ok(Built::Executables(Vec::new()));
        }
        let resolution = Resolution::read(self.workspace, self.builds);
        let mut attempt = Attempt::NotBegun;
        if resolution.is_known() {
            attempt = self.attempt(self.building().env("CARGO_NET_OFFLINE", "true"))?;
            if matches!(attempt, Attempt::NotBegun) {
                resolution.forget()?;
            }
        }
        if matches!(attempt, Attempt::NotBegun) {
            attempt = self.attempt(&mut self.building())?;
        }
        match attempt {
            Attempt::Built(executables) => {
                resolution.remember()?;
                Ok(Built::Executables(executables))
            }
            Attempt::Failed(messages) => {
                messages.iter().for_each(|message| anstream::eprint!("{message}"));
                Ok(Built::Failed)
            }
            Attempt::NotBegun => Ok(Built::Failed),
        }
    }

    /// Runs the tests. Cargo's exit code; `None` if it was killed.
    pub fn run(&self) -> anyhow::Result<Option<u8>> {
        let mut command = self.command();
        if Resolution::read(self.workspace, self.builds).is_known() {
            command.env("CARGO_NET_OFFLINE", "true");
        }
        command.args(&self.options.name);
        if !self.options.arguments.is_empty() {
            command.arg("--").args(&self.options.arguments);
        }
        if self.options.common.output.message_format == MessageFormat::Json {
            // Standard output is for lines of ours.
            command.stdout(io::stderr());
        }
        let status = command.status().with_context(|| format!("failed to start {}", program(&command)))?;
        Ok(exit_code(status))
    }

    /// The command that builds. What the compiler has to say of what it compiles is not shown, since cargo shows it again
    /// when it runs the tests.
    fn building(&self) -> Command {
        let mut command = self.command();
        command.args(["--no-run", "--message-format=json-diagnostic-rendered-ansi"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// What building and running have in common.
    fn command(&self) -> Command {
        let TestOptions { targets, common, .. } = self.options;
        let Workspace { selected, packages, .. } = self.workspace;
        let mut command =
            own_build::cargo_test(selected.iter(), "observe", packages, &common.cargo, self.builds);
        command.args(targets.options());
        let profile = targets.profile();
        if profile == "test" {
            for member in unoptimised_members(self.workspace) {
                command.args(["--config", &format!("profile.test.package.\"{member}\".opt-level={LEVEL}")]);
            }
        }
        own_build::optimise_own_crates(&mut command, profile, &OWN_CRATES);
        own_build::show(&mut command, &common.output);
        command.env(DIRECTORY, self.observed);
        command
    }

    fn attempt(&self, command: &mut Command) -> anyhow::Result<Attempt> {
        let mut child = command.spawn().with_context(|| format!("failed to start {}", program(command)))?;
        let stdout = child.stdout.take().context("cargo has no standard output")?;
        let (mut executables, mut messages) = (Vec::new(), Vec::new());
        let mut begun = false;
        for message in Message::parse_stream(BufReader::new(stdout)) {
            begun = true;
            match message.context("failed to read what cargo says of the build")? {
                Message::CompilerArtifact(artifact) if artifact.profile.test => {
                    let is_unit_test = artifact.target.is_bin() || is_library(&artifact.target);
                    let executable = artifact.executable.map(|path| TestedExecutable { path, is_unit_test });
                    executables.extend(executable);
                }
                Message::CompilerMessage(message) => messages.extend(message.message.rendered),
                _ => {}
            }
        }
        match child.wait().context("failed to wait for cargo")?.success() {
            true => Ok(Attempt::Built(executables)),
            false if begun => Ok(Attempt::Failed(messages)),
            false => Ok(Attempt::NotBegun),
        }
    }
}

fn program(command: &Command) -> String {
    command.get_program().display().to_string()
}

fn exit_code(status: ExitStatus) -> Option<u8> {
    // Codes outside of a byte exist on Windows alone, and mean that something went wrong.
    status.code().map(|code| u8::try_from(code).unwrap_or(crate::exit_code::TESTS_FAILED))
}
