//! Builds the user's tests that the search build has not built. Tests that do not compile there are
//! reported, and the search goes on without them.

use super::environment::Environment;
use crate::build::diagnostics::Showing;
use crate::build::runner::BuildRunner;
use crate::build::search_build;
use crate::cargo::executable::Product;
use crate::cargo::workspace::{self, Workspace};
use crate::search::options::CommonOptions;
use crate::ui::{console, interrupt};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Artifact, Message, Package, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;

/// The user's tests that were built.
#[derive(Debug, Default)]
pub struct Built {
    pub tests: Vec<Artifact>,
    /// The environment that tests get.
    pub environment: Environment,
    /// The first error in each target that did not compile.
    broken: BTreeMap<String, String>,
    /// Messages about failed builds.
    pub warnings: Vec<String>,
}

pub fn build(workspace: &Workspace, options: &CommonOptions) -> anyhow::Result<Built> {
    let (dependents, integration) = to_build(workspace);
    if integration.is_empty() && dependents.is_empty() {
        return Ok(Built::default());
    }
    console::status(&options.output, "Building", "your own tests, to record the arguments of their calls");
    let overlay = search_build::overlay(Product::UnitTests, workspace, &options.cargo, &options.output);
    let showing = if options.output.verbose { Showing::AtOnce } else { Showing::Never };
    let runner = BuildRunner { workspace, output: &options.output, showing, overlay };
    let searched = workspace.packages.iter().map(|package| &package.package);
    let packages = searched.chain(dependents.iter().copied());
    let mut command = search_build::cargo_of(
        "build",
        Product::UnitTests,
        workspace,
        packages,
        &options.cargo,
        &options.output,
    );
    // Errors do not stop the build, and cargo's report of them would mislead. With the profile of
    // tests, `cargo build` builds the same as `cargo test`.
    command.args(["--profile", "test"]);
    if !options.output.verbose {
        command.stderr(Stdio::null());
    }
    match dependents.is_empty() {
        true => integration.iter().for_each(|name| _ = command.args(["--test", name])),
        false => _ = command.arg("--tests"),
    }
    let mut built = runner.run_as_far_as_possible(command, |built: &mut Built, message| match message {
        Message::CompilerArtifact(artifact) if artifact.profile.test => built.tests.push(artifact),
        Message::CompilerArtifact(artifact) => built.environment.note_binary(&artifact),
        Message::BuildScriptExecuted(script) => built.environment.note_script(&script),
        Message::CompilerMessage(message) if message.message.level == DiagnosticLevel::Error => {
            built.broken.entry(source_path(workspace, &message.target)).or_insert(message.message.message);
        }
        _ => {}
    })?;
    for (source, error) in &built.broken {
        built.warnings.push(format!(
            "{source} does not compile in the search build, so its tests are left out: {error}"
        ));
    }
    if built.tests.is_empty() && built.broken.is_empty() && !interrupt::requested() {
        let text = "the integration tests could not be built, so they are left out; `--verbose` shows why";
        built.warnings.push(text.to_owned());
    }
    Ok(built)
}

/// Returns the packages with integration tests to build, and the dependents of searched packages.
pub fn to_build(workspace: &Workspace) -> (Vec<&Package>, BTreeSet<String>) {
    let searched: Vec<&Package> = workspace.packages.iter().map(|package| &package.package).collect();
    let is_searched = |package: &&Package| searched.iter().any(|other| other.id == package.id);
    let dependents: Vec<&Package> = workspace
        .selected
        .iter()
        .filter(|package| !is_searched(package) && depends_on_any(workspace, package, &searched))
        .collect();
    let linked = searched.into_iter().filter(|package| workspace::links_runtime(package));
    let integration = linked.chain(dependents.iter().copied()).flat_map(|package| &package.targets);
    let integration = integration.filter(|target| target.is_test() && target.test);
    (dependents.clone(), integration.map(|target| target.name.clone()).collect())
}

/// True if a package depends on one of these, directly or indirectly.
fn depends_on_any(workspace: &Workspace, package: &Package, these: &[&Package]) -> bool {
    let Some(resolve) = &workspace.metadata.resolve else { return false };
    let (mut seen, mut left) = (BTreeSet::new(), vec![&package.id]);
    while let Some(id) = left.pop() {
        if these.iter().any(|package| package.id == *id) {
            return true;
        }
        if seen.insert(id)
            && let Some(node) = resolve.nodes.iter().find(|node| node.id == *id)
        {
            left.extend(node.deps.iter().map(|dependency| &dependency.pkg));
        }
    }
    false
}

/// Returns the root file of a target's source, as users write it.
fn source_path(workspace: &Workspace, target: &Target) -> String {
    let path = &target.src_path;
    path.strip_prefix(&workspace.metadata.workspace_root).unwrap_or(path).to_string()
}
