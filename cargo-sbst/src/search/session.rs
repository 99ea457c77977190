//! The beginning of every command that searches or lists: packages, the search build, and the
//! selected functions.

use crate::build::search_build;
use crate::cargo::executable::{Product, TestExecutable};
use crate::cargo::workspace::{self, AnnotatedPackage, Instrumentation, Workspace};
use crate::cargo::{own_directory, selection};
use crate::sandbox::Sandbox;
use crate::search::options::{CommonOptions, ExecutionOptions, UseSandbox};
use crate::state::State;
use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use crate::ui::options::OutputOptions;
use crate::ui::quantity::count;
use crate::ui::{console, interrupt, log};
use crate::worker::describe::{self, FoundTarget};
use crate::worker::other_conditions::OtherConditions;
use anyhow::anyhow;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::TargetDescription;
use sbst_model::target::{Exclusion, Obstacle};
use std::fs::File;
use std::sync::Arc;
use tracing::info_span;

/// A workspace with its annotated functions.
#[derive(Debug)]
pub struct Session {
    pub workspace: Workspace,
    /// The selected functions, sorted.
    pub targets: Vec<FoundTarget>,
    /// All functions that a worker can call, including unselected ones.
    pub callable: Vec<TargetDescription>,
    /// The parent of the workers' directories.
    pub work: Utf8PathBuf,
    /// The sandbox of all code under test, if any.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The conditions under which tests are executed again.
    pub conditions: Arc<OtherConditions>,
    /// Keeps other commands out of `work`.
    _lock: File,
}

impl Session {
    /// The place of the state.
    pub fn state(&self) -> Utf8PathBuf {
        let Workspace { metadata, target_directory, .. } = &self.workspace;
        State::path(target_directory, &metadata.workspace_root)
    }
}

/// Opens a session, with the options of executions, if any. `built` gets the number of executables.
pub fn open(
    options: &CommonOptions,
    execution: Option<&ExecutionOptions>,
    instrumentation: Instrumentation,
    built: impl FnOnce(usize) -> anyhow::Result<()>,
) -> Result<Session, Failure> {
    let output = &options.output;
    let mut workspace =
        info_span!("discover").in_scope(|| workspace::discover(&options.selection, &options.cargo))?;
    let is_sandboxed = is_sandboxed(&workspace, execution)?;
    workspace.allow_effects = is_sandboxed || execution.is_some_and(|execution| execution.allow_effects);
    workspace.instrumentation = instrumentation;
    workspace.knows_lines = execution.is_some_and(|execution| execution.backtraces);
    workspace.warn_of_packages_left_out(&options.selection);
    let own = own_directory::directory(&workspace);
    let work = own.join("work");
    let lock = own_directory::lock(&work, || {
        console::status(output, "Blocking", "waiting for another `cargo sbst` in this target directory");
    })?;
    open_log(&own, output);
    let conditions = Arc::new(OtherConditions::new(work.join(".conditions")));
    if execution.is_some() {
        conditions.prepare();
    }
    let built_executables =
        info_span!("build").in_scope(|| search_build::build(&workspace, &options.cargo, output));
    let executables = match built_executables.or_exit(ExitCode::BuildFailed)? {
        Some(executables) => executables,
        None if interrupt::requested() => return Err(interrupted()),
        None => {
            let error = anyhow!("the search build failed; nothing was searched");
            return Err(error).or_exit(ExitCode::BuildFailed);
        }
    };
    built(executables.len())?;
    let sandbox = is_sandboxed.then(|| make_sandbox(&workspace, &executables, &work)).transpose()?;
    let mut targets = info_span!("describe")
        .in_scope(|| describe::describe(&executables, &conditions, &work, sandbox.as_ref()))?;
    if interrupt::requested() {
        return Err(interrupted());
    }
    let Some(host) = targets.first().map(|target| Arc::clone(&target.host)) else {
        return Err(no_functions(&workspace).into());
    };
    // Functions that are not searched need no separate host.
    let left_out = search_build::overlay(Product::UnitTests, &workspace, &options.cargo, output).excluded();
    targets
        .extend(left_out.into_iter().map(|description| FoundTarget { description, host: Arc::clone(&host) }));
    if workspace.whole {
        for exclusion in targets.iter_mut().filter_map(|target| target.description.not_searched.as_mut()) {
            exclusion.is_in_whole_crate = true;
        }
    }
    targets.sort_by(|a, b| a.description.id.cmp(&b.description.id));
    let all = targets.len();
    let paths: Vec<&str> = targets.iter().map(|target| target.description.id.path.as_str()).collect();
    let mut chosen = selection::select(&paths, &options.selection.only)?.into_iter();
    let callable = targets.iter().map(|target| target.description.clone()).collect();
    targets.retain(|_| chosen.next().unwrap_or(false));
    found(output, workspace.whole, targets.len(), all);
    if workspace.whole {
        left_out_of_search(output, &targets);
    }
    Ok(Session { workspace, targets, callable, work, conditions, sandbox, _lock: lock })
}

/// Opens the log of this command, or warns.
fn open_log(own_folder: &Utf8Path, output: &OutputOptions) {
    match log::open(own_folder) {
        Ok(()) => {
            let path = log::path().unwrap_or_default();
            console::detail(output, format_args!("the log of this run is {path}"));
        }
        Err(error) => console::warning(format_args!("{error:#}; this run has no log")),
    }
}

/// True if the code under test runs in a sandbox. Warns if the system has none, or a weaker one.
fn is_sandboxed(workspace: &Workspace, execution: Option<&ExecutionOptions>) -> anyhow::Result<bool> {
    let when = execution.map_or(UseSandbox::Auto, |execution| execution.sandbox);
    let is_wanted = match when {
        UseSandbox::Auto => workspace.whole,
        UseSandbox::Always => true,
        UseSandbox::Never => false,
    };
    if !is_wanted {
        return Ok(false);
    }
    match Sandbox::try_support() {
        Ok(remarks) => remarks.iter().for_each(console::warning),
        Err(missing) if when == UseSandbox::Always => {
            return Err(missing.context("no sandbox is available; `--sandbox=never` runs without one"));
        }
        Err(missing) => {
            console::warning(format_args!(
                "no sandbox is available: {missing:#}; functions that mention files, processes, sockets or \
                 foreign code are skipped (`--allow-effects` calls them)"
            ));
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the sandbox of this workspace, which can read sources, builds and the toolchain's
/// libraries.
fn make_sandbox(
    workspace: &Workspace,
    executables: &[TestExecutable],
    work: &Utf8Path,
) -> anyhow::Result<Arc<Sandbox>> {
    let metadata = &workspace.metadata;
    let local = metadata.packages.iter().filter(|package| package.source.is_none());
    let mut readable: Vec<Utf8PathBuf> =
        local.filter_map(|package| package.manifest_path.parent()).map(Utf8Path::to_owned).collect();
    readable.extend([metadata.workspace_root.clone(), workspace.target_directory.clone()]);
    readable.extend(executables.iter().flat_map(|executable| executable.library_path.iter().cloned()));
    Ok(Arc::new(Sandbox::new(&readable, work)?))
}

fn found(output: &OutputOptions, whole: bool, chosen: usize, all: usize) {
    let functions = count(all, if whole { "function" } else { "annotated function" });
    let text = if chosen == all { functions } else { format!("{functions}, {chosen} selected") };
    console::status(output, "Found", text);
}

/// Prints the number of skipped functions of whole crates, since no annotation shows them.
fn left_out_of_search(output: &OutputOptions, targets: &[FoundTarget]) {
    let left_out: Vec<_> =
        targets.iter().filter(|target| target.description.not_searched.is_some()).collect();
    let goals = |targets: &mut dyn Iterator<Item = &FoundTarget>| -> usize {
        targets.map(|target| target.description.goals()).sum()
    };
    if !left_out.is_empty() {
        let of = goals(&mut targets.iter());
        let functions = count(left_out.len(), "function");
        let has_effects = |exclusion: &Exclusion| matches!(exclusion.obstacle, Obstacle::Effects(..));
        let with_effects = left_out
            .iter()
            .filter(|target| target.description.not_searched.as_ref().is_some_and(has_effects));
        let with_effects = match with_effects.count() {
            0 => String::new(),
            number => format!(", {number} of them because of possible effects (--allow-effects calls them)"),
        };
        let left = goals(&mut left_out.into_iter());
        let text = format_args!(
            "{functions} with {left} of {of} goals{with_effects}; `cargo sbst list --all` shows the reasons"
        );
        console::status(output, "Left out", text);
    }
}

fn interrupted() -> Failure {
    Failure { code: ExitCode::Interrupted, error: anyhow!("interrupted before any search began") }
}

/// Error for a workspace without any searchable function.
pub fn no_functions(workspace: &Workspace) -> anyhow::Error {
    let packages = &workspace.packages;
    let names: Vec<_> = packages.iter().map(|package| format!("`{}`", package.package.name)).collect();
    if workspace.whole {
        return anyhow!("no function was found in {}: nothing to search", names.join(", "));
    }
    let attribute = packages.first().map_or_else(|| "sbst".to_owned(), AnnotatedPackage::attribute_path);
    anyhow!(
        "no annotated function was found in {}\n  annotate a function that takes plain values, and run `cargo sbst` \
         again:\n\n      #[{attribute}::instrument]\n      pub fn classify(age: u8, name: &str) -> bool {{ … }}\n",
        names.join(", ")
    )
}
