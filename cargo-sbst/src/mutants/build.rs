//! Builds of tests with mutants.

use super::optimisation::unoptimised_members;
use super::suite::Executable;
use crate::build::diagnostics::Showing;
use crate::build::runner::BuildRunner;
use crate::cargo::arguments::CargoArguments;
use crate::cargo::executable::{self, Product};
use crate::cargo::own_directory;
use crate::cargo::workspace::{Instrumentation, Workspace, is_library};
use crate::overlay::Overlay;
use crate::ui::options::OutputOptions;
use cargo_metadata::{Artifact, Message};
use std::process::Command;

/// The level for the user's code, unless the user has chosen one. Probes are small functions, which
/// cost fifteen times more without optimisation. With this level, tests do not become slower.
const LEVEL: u8 = 1;

/// Builds the tests in these targets, as cargo names them. `None` if that fails.
pub fn build(
    workspace: &Workspace,
    arguments: &CargoArguments,
    output: &OutputOptions,
    targets: &[String],
) -> anyhow::Result<Option<Vec<Executable>>> {
    let overlay = Overlay {
        workspace,
        instrumentation: Instrumentation::MUTANTS,
        product: Product::UnitTests,
        arguments,
        output,
    };
    let builds = overlay.target_directory();
    let _lock = own_directory::lock(&builds, || {})?;
    let mut command = own_directory::cargo_of("test", workspace.selected.iter(), arguments, &builds);
    command.args(targets).args(["--no-run", "--quiet"]);
    configure(&mut command, workspace, "test");
    let runner = BuildRunner { workspace, output, showing: Showing::Never, overlay };
    runner.run(command, |built: &mut Vec<Executable>, message| {
        if let Message::CompilerArtifact(artifact) = message {
            built.extend(test_of(workspace, &artifact));
        }
    })
}

/// Returns an artifact as a test executable, if it is one of a selected package.
pub fn test_of(workspace: &Workspace, artifact: &Artifact) -> Option<Executable> {
    let package = workspace.selected.iter().find(|package| package.id == artifact.package_id)?;
    let executable = executable::test_executable(package, artifact)?;
    let Artifact { target, .. } = artifact;
    let target = match target.kind.first() {
        Some(kind) if !is_library(target) => format!("{} {kind} {}", package.name, target.name),
        _ => format!("{} lib", package.name),
    };
    Some(Executable { target, executable, whole: None })
}

/// Chooses how the runtime and the members are compiled.
pub fn configure(command: &mut Command, workspace: &Workspace, profile: &str) {
    // The runtime has no code for it.
    command.args(["--config", &format!("profile.{profile}.lto=\"off\"")]);
    if profile == "test" {
        for member in unoptimised_members(workspace) {
            command.args(["--config", &format!("profile.test.package.\"{member}\".opt-level={LEVEL}")]);
        }
    }
}
