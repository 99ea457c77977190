//! Compiling generated tests with one call of cargo.

use super::super::SuiteOptions;
use super::super::placement;
use super::super::test_module::{Executable, TestModule};
use super::{Failure, trace};
use crate::cargo_arguments::cargo;
use crate::search_build::TestExecutable;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{Artifact, Message, Package, TargetKind};
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// How a build ended.
pub enum Build {
    /// With executables.
    Done(Vec<(Executable, TestExecutable)>),
    /// With errors in generated tests.
    Failed(Vec<Failure>),
    /// With something that generated tests have no part in.
    NotOurs(String),
}

/// Compiles the executables that contain the modules.
pub fn compile(
    package: &Package,
    options: &SuiteOptions<'_>,
    needed: &BTreeSet<Executable>,
    modules: &[TestModule],
) -> anyhow::Result<Build> {
    let mut command = command(package, options, needed);
    let output =
        command.output().with_context(|| format!("failed to start {}", command.get_program().display()))?;
    let mut done = Vec::new();
    let mut linked = Vec::new();
    let mut errors = Vec::new();
    for message in Message::parse_stream(output.stdout.as_slice()).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) => done.extend(executable(package, needed, artifact)),
            Message::BuildScriptExecuted(script) => linked.extend(script.linked_paths),
            Message::CompilerMessage(message) if is_error(&message.message) => errors.push(message),
            _ => {}
        }
    }
    if output.status.success() {
        for (_, executable) in &mut done {
            let folders = linked
                .iter()
                .map(|path| path.as_str().rsplit_once('=').map_or(path.as_str(), |(_, path)| path));
            executable.library_path.extend(folders.map(Utf8PathBuf::from));
        }
        return Ok(Build::Done(done));
    }
    let failures: Vec<Failure> = errors
        .iter()
        .flat_map(|error| trace::failures(package, options.workspace_root, modules, error))
        .collect();
    if !failures.is_empty() {
        return Ok(Build::Failed(failures));
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    if needed.contains(&Executable::Integration) && stderr.contains("no test target named") {
        let path = placement::suite_directory(package).join("main.rs");
        return Ok(Build::NotOurs(format!(
            "cargo does not know {path} as a test; add to {}:\n[[test]]\nname = \"sbst\"\npath = \"tests/sbst/main.rs\"",
            package.manifest_path
        )));
    }
    let first = errors.first().map(|error| error.message.message.clone());
    let first = first.or_else(|| stderr.lines().find(|line| line.starts_with("error")).map(str::to_owned));
    Ok(Build::NotOurs(format!(
        "`{}` failed for another reason: {}",
        shown(&command),
        first.unwrap_or_else(|| String::from("no error was told"))
    )))
}

fn command(package: &Package, options: &SuiteOptions<'_>, needed: &BTreeSet<Executable>) -> Command {
    let mut command = cargo();
    command.args(["test", "--no-run", "--message-format=json", "--no-fail-fast"]);
    command.args(["--package", &package.id.repr]);
    for executable in needed {
        match executable {
            Executable::Integration => _ = command.args(["--test", &suite_target(package)]),
            Executable::Library => _ = command.arg("--lib"),
            Executable::Binary(name) => _ = command.args(["--bin", name]),
            Executable::None => {}
        }
    }
    options.cargo.apply(&mut command);
    if let Some(directory) = &options.cargo.target_dir {
        command.args(["--target-dir", directory.as_str()]);
    }
    if options.quiet {
        command.arg("--quiet");
    }
    command.stdin(Stdio::null());
    command
}

/// The name of the integration test: the user may have given `tests/sbst/main.rs` another.
pub fn suite_target(package: &Package) -> String {
    let path = placement::suite_directory(package).join("main.rs");
    let named = package.targets.iter().find(|target| target.src_path == path);
    named.map_or_else(|| String::from("sbst"), |target| target.name.clone())
}

fn shown(command: &Command) -> String {
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    let hidden = ["--message-format=json", "--no-fail-fast"];
    let arguments: Vec<String> = arguments.filter(|argument| !hidden.contains(&argument.as_str())).collect();
    format!("cargo {}", arguments.join(" "))
}

fn executable(
    package: &Package,
    needed: &BTreeSet<Executable>,
    artifact: Artifact,
) -> Option<(Executable, TestExecutable)> {
    let path = artifact.executable.filter(|_| artifact.profile.test && artifact.package_id == package.id)?;
    let kind = if artifact.target.is_kind(TargetKind::Test) {
        Executable::Integration
    } else if artifact.target.is_bin() {
        Executable::Binary(artifact.target.name.clone())
    } else {
        Executable::Library
    };
    let executable = TestExecutable {
        library_path: path.ancestors().skip(1).take(2).map(Utf8Path::to_owned).collect(),
        package: package.clone(),
        crate_name: artifact.target.name.replace('-', "_"),
        binary: artifact.target.is_bin().then_some(artifact.target.name),
        path,
    };
    needed.contains(&kind).then_some((kind, executable))
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.level, DiagnosticLevel::Error | DiagnosticLevel::Ice)
}
