//! Builds the user's tests that the search build has not built. Tests that do not compile there are
//! reported, and the search goes on without them.

use super::environment::Environment;
use super::executables::to_build;
use super::report::Report;
use crate::build::diagnostics::Showing;
use crate::build::runner::BuildRunner;
use crate::build::search_build;
use crate::cargo::executable::Product;
use crate::cargo::workspace::Workspace;
use crate::search::options::CommonOptions;
use crate::ui::{console, interrupt};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Artifact, Message, Target};
use std::collections::BTreeMap;
use std::process::Stdio;

/// The user's tests that were built.
#[derive(Debug, Default)]
pub struct Built {
    pub tests: Vec<Artifact>,
    /// The environment that tests get.
    pub environment: Environment,
    /// The first error in each target that did not compile.
    broken: BTreeMap<String, String>,
}

pub fn build(workspace: &Workspace, options: &CommonOptions, report: &mut Report) -> anyhow::Result<Built> {
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
    // tests, `cargo build` builds what `cargo test` builds.
    command.args(["--profile", "test"]);
    if !options.output.verbose {
        command.stderr(Stdio::null());
    }
    match dependents.is_empty() {
        true => integration.iter().for_each(|name| _ = command.args(["--test", name])),
        false => _ = command.arg("--tests"),
    }
    let built = runner.run_as_far_as_possible(command, |built: &mut Built, message| match message {
        Message::CompilerArtifact(artifact) if artifact.profile.test => built.tests.push(artifact),
        Message::CompilerArtifact(artifact) => built.environment.note_binary(&artifact),
        Message::BuildScriptExecuted(script) => built.environment.note_script(&script),
        Message::CompilerMessage(message) if message.message.level == DiagnosticLevel::Error => {
            built.broken.entry(source_path(workspace, &message.target)).or_insert(message.message.message);
        }
        _ => {}
    })?;
    for (source, error) in &built.broken {
        report.warn(format!(
            "{source} does not compile in the search build, so its tests are left out: {error}"
        ));
    }
    if built.tests.is_empty() && built.broken.is_empty() && !interrupt::requested() {
        let text = "the integration tests could not be built, so they are left out; `--verbose` shows why";
        report.warn(text.to_owned());
    }
    Ok(built)
}

/// Where the source of a target begins, as people write it.
fn source_path(workspace: &Workspace, target: &Target) -> String {
    let path = &target.src_path;
    path.strip_prefix(&workspace.metadata.workspace_root).unwrap_or(path).to_string()
}
