//! Cargo, building and running the user's tests with the feature `observe`.

use super::TestOptions;
use crate::build::diagnostics::Showing;
use crate::build::runner::BuildRunner;
use crate::cargo::executable::{self, Product, TestExecutable};
use crate::cargo::own_directory;
use crate::cargo::workspace::{Instrumentation, Workspace, is_library};
use crate::mutants::{self, Executable};
use crate::overlay::Overlay;
use crate::overlay::keeper::{KEEPER, KEPT};
use crate::ui::options::MessageFormat;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::{Message, Package};
use sbst_model::observed::DIRECTORY;
use std::io;
use std::process::{Command, ExitStatus, Stdio};

/// Returns the overlay of the build.
pub fn overlay<'a>(workspace: &'a Workspace, options: &'a TestOptions) -> Overlay<'a> {
    let common = &options.common;
    Overlay {
        workspace,
        instrumentation: match options.mutants.mutants {
            Some(_) => Instrumentation::MUTANTS,
            None => Instrumentation::OBSERVE,
        },
        product: Product::UnitTests,
        arguments: &common.cargo,
        output: &common.output,
    }
}

/// The tests to run, and their directories.
pub struct CargoTest<'a> {
    pub workspace: &'a Workspace,
    pub options: &'a TestOptions,
    /// The target directory.
    pub builds: &'a Utf8Path,
    /// The directory in which processes write their counts.
    pub observed: &'a Utf8Path,
}

#[derive(Debug, Default)]
pub struct Built {
    /// The number of test executables.
    pub executables: usize,
    /// Executables of libraries and binaries with their unit tests, of packages with the attribute.
    pub unit_tests: Vec<TestExecutable>,
    /// All test executables of the selected packages.
    pub tests: Vec<Executable>,
}

impl CargoTest<'_> {
    /// Builds the tests before they are run, except for the examples of the documentation. Cargo
    /// shows diagnostics when it runs the tests. `None` if the build failed.
    pub fn build(&self) -> anyhow::Result<Option<Built>> {
        if self.options.targets.doc {
            return Ok(Some(Built::default()));
        }
        let mut command = self.command();
        command.arg("--no-run");
        self.runner().run(command, |built: &mut Built, message| match message {
            Message::CompilerArtifact(artifact) if artifact.profile.test => {
                built.executables += 1;
                built.tests.extend(mutants::test_of(self.workspace, &artifact));
                if artifact.target.is_bin() || is_library(&artifact.target) {
                    built.unit_tests.extend(executable::executable(self.workspace, &artifact));
                }
            }
            _ => {}
        })
    }

    /// Runs the documentation tests of a package one after the other, and has their executables
    /// copied to a folder. Returns the output; `None` if it is not UTF-8.
    pub fn documentation(&self, package: &Package, kept: &Utf8Path) -> anyhow::Result<Option<String>> {
        let TestOptions { common, targets, .. } = self.options;
        let mut command = own_directory::cargo_of("test", [package].into_iter(), &common.cargo, self.builds);
        let profile = targets.options();
        let profile = profile.iter().filter(|option| *option == "--release");
        command.args(profile).args(["--doc", "--no-fail-fast"]);
        let keeper = overlay(self.workspace, self.options).directory().join(KEEPER);
        // As TOML writes texts, for paths without control characters.
        command.args(["--config", &format!("target.'cfg(all())'.runner=[{:?}]", keeper.as_str())]);
        mutants::configure(&mut command, self.workspace, targets.profile());
        command.env(KEPT, kept).stderr(Stdio::null());
        let mut runtime = self.runner().prepare(&mut command)?;
        command.args(["--", "--test-threads=1", "--color=never"]);
        let output = command.output().with_context(|| format!("failed to start {}", program(&command)))?;
        runtime.finish()?;
        Ok(String::from_utf8(output.stdout).ok())
    }

    /// Runs the tests. Returns cargo's exit code; `None` if it was killed.
    pub fn run(&self) -> anyhow::Result<Option<u8>> {
        let mut command = self.command();
        let mut runtime = self.runner().prepare(&mut command)?;
        command.args(&self.options.name);
        if !self.options.arguments.is_empty() {
            command.arg("--").args(&self.options.arguments);
        }
        if self.options.common.output.message_format == MessageFormat::Json {
            // Standard output is for our lines.
            command.stdout(io::stderr());
        }
        runtime.redirect(&mut command);
        let mut child = command.spawn().with_context(|| format!("failed to start {}", program(&command)))?;
        runtime.relay(&mut child);
        let status = child.wait().context("failed to wait for cargo")?;
        runtime.finish()?;
        Ok(exit_code(status))
    }

    fn runner(&self) -> BuildRunner<'_> {
        BuildRunner {
            workspace: self.workspace,
            output: &self.options.common.output,
            showing: Showing::IfItFails,
            overlay: overlay(self.workspace, self.options),
        }
    }

    /// Returns the part of the command that building and running share.
    fn command(&self) -> Command {
        let TestOptions { targets, common, .. } = self.options;
        let selected = self.workspace.selected.iter();
        let mut command = own_directory::cargo_of("test", selected, &common.cargo, self.builds);
        command.args(targets.options());
        mutants::configure(&mut command, self.workspace, targets.profile());
        own_directory::show(&mut command, &common.output);
        command.env(DIRECTORY, self.observed);
        command
    }
}

fn program(command: &Command) -> String {
    command.get_program().display().to_string()
}

fn exit_code(status: ExitStatus) -> Option<u8> {
    // Codes outside of a byte exist on Windows alone, and indicate a failure.
    status.code().map(|code| u8::try_from(code).unwrap_or(crate::ui::exit_code::TESTS_FAILED))
}
