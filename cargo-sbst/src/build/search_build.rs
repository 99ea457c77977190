//! The search build: the unit-test executables of the selected packages, with the attribute
//! switched on, in a target directory of its own.

use crate::build::diagnostics::Showing;
use crate::build::runner::BuildRunner;
use crate::cargo::arguments::CargoArguments;
use crate::cargo::executable::{TestExecutable, executable};
use crate::cargo::own_directory;
use crate::cargo::workspace::{Workspace, is_library};
use crate::overlay::Overlay;
use crate::ui::options::OutputOptions;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Message, Package, Target};
use std::collections::BTreeSet;
use std::process::Command;

/// The profile, laid over the user's. Probes are small functions that must be inlined; faults must
/// be seen; panics name their place without debug information.
///
/// No setting is for `package."*"`: it would reach build scripts and procedural macros too, which
/// are faster left alone.
const PROFILE: [&str; 7] = [
    "profile.test.opt-level=2",
    // Incremental builds have 256 by default, which keeps probes from being inlined.
    "profile.test.codegen-units=16",
    "profile.test.debug=0",
    "profile.test.debug-assertions=true",
    "profile.test.overflow-checks=true",
    "profile.test.incremental=true",
    "profile.test.lto=\"off\"",
];

/// The setting for backtraces with lines.
const LINES: &str = "profile.test.debug=\"line-tables-only\"";

/// A variable by which our own tests choose another level of optimisation.
const OPT_LEVEL: &str = "SBST_OPT_LEVEL";

/// Messages of cargo about what it has built.
#[derive(Default)]
struct Built {
    artifacts: Vec<Artifact>,
    /// Folders that build scripts link with.
    linked: BTreeSet<Utf8PathBuf>,
}

/// Returns the overlay of the search build.
pub fn overlay<'a>(
    workspace: &'a Workspace,
    arguments: &'a CargoArguments,
    output: &'a OutputOptions,
) -> Overlay<'a> {
    Overlay { workspace, instrumentation: workspace.instrumentation, arguments, output }
}

/// Builds the unit-test executables, in the order of packages, the library first. Returns `None` if
/// the build failed, for reasons that have been shown.
pub fn build(
    workspace: &Workspace,
    arguments: &CargoArguments,
    output: &OutputOptions,
) -> anyhow::Result<Option<Vec<TestExecutable>>> {
    let overlay = overlay(workspace, arguments, output);
    let showing = if workspace.whole { Showing::IfItFails } else { Showing::AtOnce };
    let runner = BuildRunner { workspace, output, showing, overlay };
    let built =
        runner.run(command(workspace, arguments, output), |built: &mut Built, message| match message {
            Message::CompilerArtifact(artifact) => built.artifacts.push(artifact),
            Message::BuildScriptExecuted(script) => {
                built.linked.extend(script.linked_paths.iter().map(|path| linked_folder(path)));
            }
            _ => {}
        })?;
    let Some(Built { artifacts, mut linked }) = built else {
        return Ok(None);
    };
    let mut executables: Vec<TestExecutable> =
        artifacts.into_iter().filter_map(|artifact| executable(workspace, artifact)).collect();
    linked.extend(standard_library(workspace));
    for executable in &mut executables {
        executable.library_path.extend(linked.iter().cloned());
    }
    executables.sort_by(|a, b| {
        (&a.package.name, &a.package.id, &a.binary).cmp(&(&b.package.name, &b.package.id, &b.binary))
    });
    Ok(Some(executables))
}

/// Returns the folder of the standard library, with which the tests of a procedural macro are
/// linked dynamically.
fn standard_library(workspace: &Workspace) -> Option<Utf8PathBuf> {
    let mut targets = workspace.packages.iter().flat_map(|package| &package.package.targets);
    targets.find(|target| target.is_proc_macro())?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir"]).output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().into())
}

fn command(workspace: &Workspace, arguments: &CargoArguments, output: &OutputOptions) -> Command {
    let packages = || workspace.packages.iter().map(|package| &package.package);
    let mut command = cargo_of("test", workspace, packages(), arguments, output);
    command.arg("--no-run");
    let targets = || packages().flat_map(|package| &package.targets);
    if targets().any(is_library) {
        command.arg("--lib");
    }
    if targets().any(Target::is_bin) {
        command.arg("--bins");
    }
    command
}

/// A subcommand of cargo that builds packages, with the profile of the search build.
pub fn cargo_of<'a>(
    subcommand: &str,
    workspace: &Workspace,
    packages: impl Iterator<Item = &'a Package>,
    arguments: &CargoArguments,
    output: &OutputOptions,
) -> Command {
    let directory = overlay(workspace, arguments, output).target_directory();
    let mut command = own_directory::cargo_of(subcommand, packages, arguments, &directory);
    for setting in PROFILE {
        command.args(["--config", setting]);
    }
    if workspace.knows_lines {
        command.args(["--config", LINES]);
    }
    if let Ok(level) = std::env::var(OPT_LEVEL) {
        command.args(["--config", &format!("profile.test.opt-level={level}")]);
    }
    own_directory::show(&mut command, output);
    command
}

/// The folder of a build script's `rustc-link-search`, which may begin with a kind:
/// `native=/some/folder`.
fn linked_folder(path: &Utf8Path) -> Utf8PathBuf {
    match path.as_str().split_once('=') {
        Some(("native" | "dependency" | "crate" | "framework" | "all", folder)) => folder.into(),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_linked_folder_is_no_part_of_it() {
        assert_eq!(linked_folder("native=/a/b".into()), "/a/b");
        assert_eq!(linked_folder("/a=b".into()), "/a=b");
    }
}
