//! Compiles generated tests with one call of cargo.
//!
//! With `autotests = false`, common in published manifests, cargo finds only the tests in the
//! manifest. Such a package is compiled from a [tree](crate::cargo::link_tree) whose manifest also
//! names the generated test. The user gets a note on the missing entry.

use super::Failure;
use super::trace::Tracer;
use crate::cargo::arguments::{CargoArguments, cargo};
use crate::cargo::executable::{self, TestExecutable};
use crate::cargo::link_tree::Tree;
use crate::suite::SuiteOptions;
use crate::suite::file::placement;
use crate::suite::test_module::{Executable, TestModule};
use crate::ui::log;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{Artifact, Message, Package, TargetKind};
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Outcome of a build.
pub enum Build {
    /// Success, with the test executables.
    Done(Vec<(Executable, TestExecutable)>),
    /// Compile errors in generated tests.
    Failed(Vec<Failure>),
    /// A failure unrelated to generated tests.
    NotOurs(String),
}

/// Compiles the executables that contain the modules.
pub fn compile(
    package: &Package,
    options: &SuiteOptions<'_>,
    needed: &BTreeSet<Executable>,
    modules: &[TestModule],
    notes: &mut Vec<String>,
) -> anyhow::Result<Build> {
    let manifest = own_manifest(package, options, needed)?;
    if manifest.is_some() {
        let path = placement::suite_directory(package).join("main.rs");
        notes.push(format!(
            "cargo does not know {path} as a test, so `cargo test` does not run it; add to {}:\n{}",
            package.manifest_path,
            TEST_TARGET.trim()
        ));
    }
    let mut build = compile_as(package, options, needed, modules, (manifest.as_deref(), false))?;
    if build.is_of_lints {
        // The package denies warnings, and this compiler has more of them.
        build = compile_as(package, options, needed, modules, (manifest.as_deref(), true))?;
    }
    Ok(build.build)
}

/// Returns a manifest that names the integration test, if one is needed.
pub fn own_manifest(
    package: &Package,
    options: &SuiteOptions<'_>,
    needed: &BTreeSet<Executable>,
) -> anyhow::Result<Option<Utf8PathBuf>> {
    if !needed.contains(&Executable::Integration) {
        return Ok(None);
    }
    let manifest = fs::read_to_string(&package.manifest_path)
        .with_context(|| format!("failed to read {}", package.manifest_path))?;
    match manifest.parse() {
        Ok(table) if !is_known(&table) => manifest_with_the_test(package, options).map(Some),
        _ => Ok(None),
    }
}

/// True if cargo finds the integration test by itself, or a manifest names it. In edition 2015, a
/// named target turns the discovery off.
fn is_known(manifest: &toml::Table) -> bool {
    let package = manifest.get("package").and_then(|package| package.as_table());
    let of_package = |key| package.and_then(|package| package.get(key));
    let tests = manifest.get("test").and_then(|tests| tests.as_array()).map_or(&[][..], Vec::as_slice);
    let is_suite = |test: &toml::Value| match test.get("path").and_then(|path| path.as_str()) {
        Some(path) => path.trim_start_matches("./") == SUITE_ROOT,
        None => test.get("name").and_then(|name| name.as_str()) == Some("sbst"),
    };
    if tests.iter().any(is_suite) {
        return true;
    }
    match of_package("autotests").and_then(|autotests| autotests.as_bool()) {
        Some(finds) => finds,
        None => {
            tests.is_empty() || of_package("edition").is_some_and(|edition| edition.as_str() != Some("2015"))
        }
    }
}

/// The root of the integration test, from the package's folder.
const SUITE_ROOT: &str = "tests/sbst/main.rs";
/// Manifest entry of the integration test, for packages where cargo does not discover tests.
const TEST_TARGET: &str = "\n[[test]]\nname = \"sbst\"\npath = \"tests/sbst/main.rs\"\n";

/// Creates a tree of links with a manifest that names the integration test.
fn manifest_with_the_test(package: &Package, options: &SuiteOptions<'_>) -> anyhow::Result<Utf8PathBuf> {
    let written = fs::read_to_string(&package.manifest_path)
        .with_context(|| format!("failed to read {}", package.manifest_path))?;
    let tree = Tree { root: options.target_directory.join("sbst").join("named") };
    let copies = BTreeMap::from([(package.manifest_path.clone(), written + TEST_TARGET)]);
    tree.renew(&copies, options.workspace_root)?;
    Ok(tree.place(&package.manifest_path))
}

/// A build, and true if it failed because of the package's lints alone.
struct Attempt {
    build: Build,
    is_of_lints: bool,
}

impl From<Build> for Attempt {
    fn from(build: Build) -> Attempt {
        Attempt { build, is_of_lints: false }
    }
}

/// Compiles with the package's own manifest or another one.
fn compile_as(
    package: &Package,
    options: &SuiteOptions<'_>,
    needed: &BTreeSet<Executable>,
    modules: &[TestModule],
    (manifest, caps_lints): (Option<&Utf8Path>, bool),
) -> anyhow::Result<Attempt> {
    let mut command = command(package, options, needed, manifest, caps_lints);
    let build = log::Build::begin(&command);
    let output =
        command.output().with_context(|| format!("failed to start {}", command.get_program().display()))?;
    let mut done = Vec::new();
    let mut linked = Vec::new();
    let mut errors = Vec::new();
    for message in Message::parse_stream(output.stdout.as_slice()).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) => {
                done.extend(executable(package, needed, artifact, manifest));
            }
            Message::BuildScriptExecuted(script) => linked.extend(script.linked_paths),
            Message::CompilerMessage(message) if is_error(&message.message) => errors.push(message),
            _ => {}
        }
    }
    build.end(output.status.success(), errors.len());
    if output.status.success() {
        for (_, executable) in &mut done {
            let folders = linked
                .iter()
                .map(|path| path.as_str().rsplit_once('=').map_or(path.as_str(), |(_, path)| path));
            executable.library_path.extend(folders.map(Utf8PathBuf::from));
        }
        return Ok(Build::Done(done).into());
    }
    let mut tracer = Tracer::new(package, options.workspace_root, modules);
    let failures: Vec<Failure> = errors.iter().flat_map(|error| tracer.failures(error)).collect();
    if !failures.is_empty() {
        return Ok(Build::Failed(failures).into());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first = errors.first().map(|error| error.message.message.clone());
    let first = first.or_else(|| stderr.lines().find(|line| line.starts_with("error")).map(str::to_owned));
    let reason = format!(
        "`{}` failed for another reason: {}",
        shown(&command),
        first.unwrap_or_else(|| String::from("the compiler gave no error message"))
    );
    let mut codes = errors.iter().filter_map(|error| error.message.code.as_ref()).peekable();
    let is_of_lints = !caps_lints && codes.peek().is_some() && codes.all(|code| !code.code.starts_with('E'));
    Ok(Attempt { build: Build::NotOurs(reason), is_of_lints })
}

fn command(
    package: &Package,
    options: &SuiteOptions<'_>,
    needed: &BTreeSet<Executable>,
    manifest: Option<&Utf8Path>,
    caps_lints: bool,
) -> Command {
    let mut command = cargo();
    command.args(["test", "--no-run", "--message-format=json", "--no-fail-fast"]);
    match manifest {
        None => command.args(["--package", &package.id.repr]),
        Some(_) => command.args(["--package", &format!("{}@{}", package.name, package.version)]),
    };
    command.args(targets(package, needed));
    let mut directory = match manifest {
        None => {
            options.cargo.apply(&mut command);
            options.cargo.target_dir.clone()
        }
        Some(manifest) => {
            let manifest_path = Some(manifest.to_owned());
            CargoArguments { manifest_path, ..options.cargo.clone() }.apply(&mut command);
            Some(options.target_directory.to_owned())
        }
    };
    if caps_lints {
        const CAP: &str = "--cap-lints=warn";
        let flags = env::var("RUSTFLAGS").map_or_else(|_| CAP.to_owned(), |flags| format!("{flags} {CAP}"));
        command.env("RUSTFLAGS", flags);
        directory = Some(options.target_directory.join("sbst").join("capped"));
    }
    if let Some(directory) = &directory {
        command.args(["--target-dir", directory.as_str()]);
    }
    if options.quiet {
        command.arg("--quiet");
    }
    command.stdin(Stdio::null());
    command
}

/// Returns the options of cargo that select these executables.
pub fn targets(package: &Package, needed: &BTreeSet<Executable>) -> Vec<String> {
    let of = |executable: &Executable| match executable {
        Executable::Integration => vec!["--test".to_owned(), placement::suite_target(package)],
        Executable::Library => vec!["--lib".to_owned()],
        Executable::Binary(name) => vec!["--bin".to_owned(), name.clone()],
        Executable::None => Vec::new(),
    };
    needed.iter().flat_map(of).collect()
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
    manifest: Option<&Utf8Path>,
) -> Option<(Executable, TestExecutable)> {
    let is_of_package = match manifest {
        None => artifact.package_id == package.id,
        Some(manifest) => artifact.manifest_path == manifest,
    };
    let executable = executable::test_executable(package, &artifact).filter(|_| is_of_package)?;
    let kind = if artifact.target.is_kind(TargetKind::Test) {
        Executable::Integration
    } else if artifact.target.is_bin() {
        Executable::Binary(artifact.target.name.clone())
    } else {
        Executable::Library
    };
    needed.contains(&kind).then_some((kind, executable))
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.level, DiagnosticLevel::Error | DiagnosticLevel::Ice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_finds_tests_unless_the_manifest_turns_that_off() {
        let knows = |text: &str| is_known(&text.parse().unwrap());
        assert!(knows("[package]\nedition = \"2021\""));
        assert!(knows("[package]\nedition = \"2021\"\n[[test]]\nname = \"a\""));
        assert!(knows("[package]\nname = \"old\""));
        assert!(knows("[package]\nautotests = false\n[[test]]\nname = \"s\"\npath = \"tests/sbst/main.rs\""));
        assert!(!knows("[package]\nname = \"old\"\n[[test]]\nname = \"a\""));
        assert!(!knows("[package]\nedition = \"2021\"\nautotests = false"));
    }
}
