//! The search build: the unit-test executables of the selected packages, with the attribute switched on, in a target
//! directory of its own.

use crate::cargo_arguments::{CargoArguments, cargo};
use crate::diagnostics::Diagnostics;
use crate::discover::{AnnotatedPackage, Workspace};
use crate::options::{Color, OutputOptions};
use crate::quantity::count;
use crate::resolution::Resolution;
use crate::{console, constants};
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Message, Package, Target, TargetKind};
use sbst_instrument::constants::CONSTANTS;
use std::collections::BTreeSet;
use std::io::BufReader;
use std::process::{Command, Stdio};

/// The profile, laid over the user's. Probes are small functions that must be inlined; faults must be seen; panics
/// name their place without debug information.
///
/// No setting is for `package."*"`: it would reach build scripts and procedural macros too, which are faster left alone.
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

/// Our own crates in the user's executable: they are tested elsewhere, and here to be fast.
const OWN_CRATES: [&str; 3] = ["sbst-model", "sbst-runtime", "sbst-search"];
const OWN_PROFILE: [&str; 4] =
    ["opt-level=3", "codegen-units=1", "debug-assertions=false", "overflow-checks=false"];

/// A unit-test executable.
#[derive(Clone, Debug)]
pub struct TestExecutable {
    /// Where it is.
    pub path: Utf8PathBuf,
    /// The package whose code it tests.
    pub package: Package,
    /// The crate's name, as in paths.
    pub crate_name: String,
    /// The binary's name if the crate is one.
    pub binary: Option<String>,
    /// Folders in which it finds its dynamic libraries.
    pub library_path: Vec<Utf8PathBuf>,
}

/// How a build ended.
#[derive(Debug)]
pub enum Build {
    /// With these executables, in the order of packages, the library first.
    Done(Vec<TestExecutable>),
    /// With errors, which cargo has shown.
    Failed,
}

/// The folder in the user's target directory where everything of ours is.
pub fn directory(workspace: &Workspace) -> Utf8PathBuf {
    workspace.target_directory.join("sbst")
}

/// What one run of cargo came to.
enum Attempt {
    Built(Vec<TestExecutable>),
    Failed,
    /// These `const fn`s have lost their `const`, and are needed in constants.
    ConstantsNeed(BTreeSet<String>),
    /// Cargo gave up before it compiled anything.
    NotBegun,
}

/// Builds.
pub fn build(
    workspace: &Workspace,
    arguments: &CargoArguments,
    output: &OutputOptions,
) -> anyhow::Result<Build> {
    // Cargo.lock does not hold what the feature adds, so cargo would ask the registry again each time.
    let resolution = Resolution::read(workspace);
    loop {
        let offline = resolution.is_known();
        let mut command = command(workspace, arguments, output);
        command.env(CONSTANTS, constants::write(workspace)?);
        if offline {
            command.env("CARGO_NET_OFFLINE", "true");
        }
        match attempt(&mut command, workspace)? {
            Attempt::Built(executables) => {
                resolution.remember()?;
                return Ok(Build::Done(executables));
            }
            Attempt::NotBegun if offline => resolution.forget()?,
            Attempt::ConstantsNeed(names) => {
                constants::note_complaints(workspace, &names)?;
                let functions = count(names.len(), "constant function");
                let kept =
                    format_args!("with {functions} as written, because constants need more than was seen");
                console::status(output, "Building", kept);
            }
            Attempt::Failed | Attempt::NotBegun => return Ok(Build::Failed),
        }
    }
}

fn attempt(command: &mut Command, workspace: &Workspace) -> anyhow::Result<Attempt> {
    let program = command.get_program().to_owned();
    let mut child = command.spawn().with_context(|| format!("failed to start {}", program.display()))?;
    let stdout = child.stdout.take().context("cargo has no standard output")?;
    let mut executables = Vec::new();
    let mut linked = BTreeSet::new();
    let mut begun = false;
    let mut diagnostics = Diagnostics::default();
    for message in Message::parse_stream(BufReader::new(stdout)) {
        begun = true;
        match message.context("failed to read what cargo says of the build")? {
            Message::CompilerArtifact(artifact) => executables.extend(executable(workspace, artifact)),
            Message::CompilerMessage(message) => diagnostics.show(message.message),
            Message::BuildScriptExecuted(script) => {
                linked.extend(script.linked_paths.iter().map(|path| linked_folder(path)));
            }
            _ => {}
        }
    }
    if !child.wait().context("failed to wait for cargo")?.success() {
        return Ok(match diagnostics.constants_need(workspace) {
            Some(names) => Attempt::ConstantsNeed(names),
            None if begun => Attempt::Failed,
            None => Attempt::NotBegun,
        });
    }
    linked.extend(standard_library(workspace));
    for executable in &mut executables {
        executable.library_path.extend(linked.iter().cloned());
    }
    executables.sort_by(|a, b| {
        (&a.package.name, &a.package.id, &a.binary).cmp(&(&b.package.name, &b.package.id, &b.binary))
    });
    Ok(Attempt::Built(executables))
}

/// Where the standard library is, which the tests of a procedural macro are linked with dynamically.
fn standard_library(workspace: &Workspace) -> Option<Utf8PathBuf> {
    let mut targets = workspace.packages.iter().flat_map(|package| &package.package.targets);
    targets.find(|target| target.is_proc_macro())?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir"]).output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().into())
}

fn command(workspace: &Workspace, arguments: &CargoArguments, output: &OutputOptions) -> Command {
    let mut command = cargo();
    command.args(["test", "--no-run", "--message-format=json-diagnostic-rendered-ansi"]);
    for package in &workspace.packages {
        command.args(["--package", &format!("{}@{}", package.package.name, package.package.version)]);
    }
    let targets = || workspace.packages.iter().flat_map(|package| &package.package.targets);
    if targets().any(is_library) {
        command.arg("--lib");
    }
    if targets().any(Target::is_bin) {
        command.arg("--bins");
    }
    command.args(["--features", &search_features(&workspace.packages)]);
    arguments.apply(&mut command);
    command.args(["--target-dir", directory(workspace).as_str()]);
    for setting in PROFILE {
        command.args(["--config", setting]);
    }
    for own in OWN_CRATES {
        for setting in OWN_PROFILE {
            command.args(["--config", &format!("profile.test.package.{own}.{setting}")]);
        }
    }
    match output.color {
        Color::Auto => {}
        Color::Always => _ = command.arg("--color=always"),
        Color::Never => _ = command.arg("--color=never"),
    }
    if output.quiet {
        command.arg("--quiet");
    }
    if output.verbose {
        command.arg("--verbose");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// `KEY/search` for every name that a package gave the runtime.
fn search_features(packages: &[AnnotatedPackage]) -> String {
    let keys: BTreeSet<&str> = packages.iter().map(|package| package.key.as_str()).collect();
    let features: Vec<String> = keys.into_iter().map(|key| format!("{key}/search")).collect();
    features.join(",")
}

fn executable(workspace: &Workspace, artifact: Artifact) -> Option<TestExecutable> {
    let path = artifact.executable.filter(|_| artifact.profile.test)?;
    let mut packages = workspace.packages.iter().map(|package| &package.package);
    let package = packages.find(|package| package.id == artifact.package_id)?;
    let folders = path.ancestors().skip(1).take(2).map(Utf8Path::to_owned);
    Some(TestExecutable {
        library_path: folders.collect(),
        package: package.clone(),
        crate_name: artifact.target.name.replace('-', "_"),
        binary: artifact.target.is_bin().then_some(artifact.target.name),
        path,
    })
}

fn is_library(target: &Target) -> bool {
    let kinds = [
        TargetKind::Lib,
        TargetKind::RLib,
        TargetKind::DyLib,
        TargetKind::CDyLib,
        TargetKind::StaticLib,
        TargetKind::ProcMacro,
    ];
    target.kind.iter().any(|kind| kinds.contains(kind))
}

/// The folder of a build script's `rustc-link-search`, which may begin with a kind: `native=/some/folder`.
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
