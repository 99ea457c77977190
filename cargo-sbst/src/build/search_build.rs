//! The search build: the user's packages with probes, optimised, in a separate target directory.
//!
//! 1. Where functions are annotated, cargo builds the unit tests, which are executables.
//! 2. Else, for whole crates, it builds libraries and programs, no tests and no dev-dependencies.
//!    The command links [`workers`] with them.
//! 3. Whole crates that do not compile or link in one of the two ways are built in the other.

use super::diagnostics::Showing;
use super::runner::{BuildRunner, Ended};
use super::workers;
use crate::cargo::arguments::CargoArguments;
use crate::cargo::executable::{Product, TestExecutable, executable, package};
use crate::cargo::own_directory;
use crate::cargo::workspace::{Workspace, depends_on_runtime, is_library, links_runtime};
use crate::overlay::Overlay;
use crate::ui::options::OutputOptions;
use crate::ui::{console, interrupt};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Message, Package, Target};
use std::collections::BTreeSet;
use std::process::Command;

/// The settings of the profile, laid over the user's. Probes are small functions that must be
/// inlined; faults must be seen; panics name their place without debug information, and only copies
/// of sources [know lines](crate::overlay::compiler_wrapper).
///
/// No setting is for `package."*"`: it would reach build scripts and procedural macros too, which
/// are faster left alone.
const PROFILE: [&str; 7] = [
    "opt-level=2",
    // Incremental builds have 256 by default, which keeps probes from being inlined.
    "codegen-units=16",
    "debug=0",
    "debug-assertions=true",
    "overflow-checks=true",
    "incremental=true",
    "lto=\"off\"",
];

/// The setting that tests always have.
const UNWINDING: &str = "panic=\"unwind\"";

/// The setting for backtraces with lines.
const LINES: &str = "debug=\"line-tables-only\"";

/// A variable by which our own tests choose another level of optimisation.
const OPT_LEVEL: &str = "SBST_OPT_LEVEL";

/// Messages of cargo about its results.
#[derive(Default)]
struct Built {
    artifacts: Vec<Artifact>,
    /// Folders that build scripts link with.
    linked: BTreeSet<Utf8PathBuf>,
}

/// The executables, or the reason why there are none.
type Executables = Result<Vec<TestExecutable>, Failure>;

enum Failure {
    /// The build ends with an error in the user's code, which has been shown.
    Users,
    /// The first thing that does not compile or link.
    Problem(String),
    Unknown,
}

/// Returns the overlay of the search build.
pub fn overlay<'a>(
    product: Product,
    workspace: &'a Workspace,
    arguments: &'a CargoArguments,
    output: &'a OutputOptions,
) -> Overlay<'a> {
    Overlay { workspace, instrumentation: workspace.instrumentation, product, arguments, output }
}

/// Builds the executables, in the order of packages, the library first. Returns `None` if the build
/// failed, for reasons that have been shown.
pub fn build(
    workspace: &Workspace,
    arguments: &CargoArguments,
    output: &OutputOptions,
) -> anyhow::Result<Option<Vec<TestExecutable>>> {
    let build = |product, showing| SearchBuild { product, workspace, arguments, output }.run(showing);
    if !workspace.whole {
        return Ok(build(Product::UnitTests, Showing::AtOnce)?.ok());
    }
    let (first, other) = match are_tests_wanted(workspace) {
        true => (Product::UnitTests, Product::Workers),
        false => (Product::Workers, Product::UnitTests),
    };
    let built = build(first, Showing::Never)?;
    let problem = match built {
        Ok(built) => return Ok(Some(built)),
        Err(Failure::Problem(problem)) => problem,
        Err(Failure::Users) if first == Product::UnitTests => "they do not compile".to_owned(),
        Err(Failure::Users | Failure::Unknown) => return Ok(None),
    };
    if interrupt::requested() {
        return Ok(None);
    }
    let how = if other == Product::UnitTests { "with" } else { "without" };
    let line = format_args!("{how} your unit tests, because of an error: {problem}");
    console::status(output, "Building", line);
    Ok(build(other, Showing::IfItFails)?.ok())
}

/// True if attributes of whole crates may stand in `cfg_attr(test, …)`.
fn are_tests_wanted(workspace: &Workspace) -> bool {
    let mut packages = workspace.packages.iter().map(|package| &package.package);
    packages.any(|package| depends_on_runtime(package) && !links_runtime(package))
}

/// A search build of one of the two kinds.
struct SearchBuild<'a> {
    product: Product,
    workspace: &'a Workspace,
    arguments: &'a CargoArguments,
    output: &'a OutputOptions,
}

impl SearchBuild<'_> {
    fn run(&self, showing: Showing) -> anyhow::Result<Executables> {
        let SearchBuild { product, workspace, arguments, output } = *self;
        let overlay = overlay(product, workspace, arguments, output);
        let runner = BuildRunner { workspace, output, showing, overlay };
        let ended = runner.run_to_end(self.command(), |built: &mut Built, message| match message {
            Message::CompilerArtifact(artifact) => built.artifacts.push(artifact),
            Message::BuildScriptExecuted(script) => {
                built.linked.extend(script.linked_paths.iter().map(|path| linked_folder(path)));
            }
            _ => {}
        })?;
        let Built { artifacts, mut linked } = match ended {
            Ended::Built(built) => built,
            Ended::Users => return Ok(Err(Failure::Users)),
            Ended::Failed(None) => return Ok(Err(Failure::Unknown)),
            Ended::Failed(Some(problem)) => return Ok(Err(Failure::Problem(problem.message))),
        };
        let executables = match product {
            Product::UnitTests => {
                Ok(artifacts.iter().filter_map(|artifact| executable(workspace, artifact)).collect())
            }
            Product::Workers => {
                let of_package = |artifact| Some((package(workspace, artifact)?, artifact));
                workers::link(artifacts.iter().filter_map(of_package).collect(), &overlay)
            }
        };
        let mut executables: Vec<TestExecutable> = match executables {
            Ok(executables) => executables,
            Err(problem) => return Ok(Err(Failure::Problem(format!("{problem:#}")))),
        };
        linked.extend(standard_library(workspace));
        for executable in &mut executables {
            executable.library_path.extend(linked.iter().cloned());
        }
        executables.sort_by(|a, b| {
            (&a.package.name, &a.package.id, &a.binary).cmp(&(&b.package.name, &b.package.id, &b.binary))
        });
        Ok(Ok(executables))
    }

    fn command(&self) -> Command {
        let SearchBuild { product, workspace, arguments, output } = *self;
        let packages = || workspace.packages.iter().map(|package| &package.package);
        let subcommand = if product == Product::UnitTests { "test" } else { "build" };
        let mut command = cargo_of(subcommand, product, workspace, packages(), arguments, output);
        if product == Product::UnitTests {
            command.arg("--no-run");
        }
        let targets = || packages().flat_map(|package| &package.targets);
        if targets().any(is_library) {
            command.arg("--lib");
        }
        if targets().any(Target::is_bin) {
            command.arg("--bins");
        }
        command
    }
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

/// A subcommand of cargo that builds packages, with the profile of the search build.
pub fn cargo_of<'a>(
    subcommand: &str,
    product: Product,
    workspace: &Workspace,
    packages: impl Iterator<Item = &'a Package>,
    arguments: &CargoArguments,
    output: &OutputOptions,
) -> Command {
    let directory = overlay(product, workspace, arguments, output).target_directory();
    let mut command = own_directory::cargo_of(subcommand, packages, arguments, &directory);
    let (profile, of_profile) = match product {
        Product::UnitTests => ("test", None),
        Product::Workers => ("dev", Some(UNWINDING)),
    };
    let settings = PROFILE.into_iter().chain(of_profile).chain(workspace.knows_lines.then_some(LINES));
    for setting in settings {
        command.args(["--config", &format!("profile.{profile}.{setting}")]);
    }
    if let Ok(level) = std::env::var(OPT_LEVEL) {
        command.args(["--config", &format!("profile.{profile}.opt-level={level}")]);
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
