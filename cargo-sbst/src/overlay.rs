//! The overlay of a build: changes to the compilation that no manifest shows.
//!
//! 0. [`runtime`] builds the runtime and the attribute separately, once for all projects. The
//!    [wrapper](self::compiler_wrapper) links them with each crate that depends on `sbst-runtime`.
//!    Cargo sees the user's own manifests, features and lock file, and builds no crate of this
//!    project. Annotated crates need no more. Whole crates, searched and observed without an
//!    annotation, are compiled from copies:
//! 1. [`copies`] puts the attribute on every function in copies of the source files.
//!    [`eligibility`] excludes functions from calls, and [`inputs`] finds ways to build values of
//!    the package's types.
//! 2. The [tree](crate::cargo::link_tree) holds the copies and links to the files beside them, so a
//!    path in a source keeps its meaning.
//! 3. Cargo builds the user's packages from their own manifests, and the wrapper gives the compiler
//!    the copies.
//! 4. Attributes that the compiler refuses are reverted ([`refusals`]), and the build restarts.
//!    [`excluded`] lists their functions. An error that also occurs without copies is the user's
//!    ([`as_written`]).
//! 5. In a build of workers, programs are compiled as libraries ([`as_library`]).
//!
//! The command writes to none of the user's files.

mod as_library;
mod as_written;
mod verdicts;
pub mod keeper;
mod runtime;
pub mod compiler_wrapper;
mod effects;
mod eligibility;
mod inputs;
mod doubles;
mod refusals;
mod copies;
mod excluded;
mod pending_runtime;

use crate::cargo::arguments::CargoArguments;
use crate::cargo::executable::Product;
use crate::cargo::link_tree::Tree;
use crate::cargo::workspace::{Instrumentation, Workspace};
use crate::cargo::{configuration, own_directory};
use crate::ui::console;
use crate::ui::options::OutputOptions;
use anyhow::{Context, anyhow};
pub use as_library::find_kept;
pub use as_written::Verdict;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::Diagnostic;
use compiler_wrapper::{EXPANDER, INSTRUCTIONS, Instructions, RUSTC, RUSTDOC};
use copies::SourceFiles;
use keeper::KEEPER;
pub use pending_runtime::PendingRuntime;
use refusals::Refusals;
pub use refusals::{Halves, Next};
use runtime::{OWN_RUSTC, Runtime, RuntimeBuild, foreign_crates};
use sbst_model::TargetDescription;
use sbst_model::fingerprint::hash_text;
use std::ffi::OsString;
use std::process::Command;
use std::{env, fs};

/// Our programs, which are in one folder. They share builds.
const PROGRAMS: [&str; 2] = ["cargo-sbst", "cargo-sbst-lab"];

/// The changes to a build of a workspace.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    pub workspace: &'a Workspace,
    pub instrumentation: Instrumentation,
    pub product: Product,
    pub arguments: &'a CargoArguments,
    pub output: &'a OutputOptions,
}

impl Overlay<'_> {
    pub fn directory(&self) -> Utf8PathBuf {
        // Another target compiles other crates from copies: not the crates that run on the host.
        let target = self.arguments.target.iter().map(|triple| format!("-{}", triple.replace('/', "-")));
        // In a target directory that several checkouts share, cargo takes them for one package.
        let Workspace { metadata, target_directory, whole, .. } = self.workspace;
        let checkout = own_directory::checkout(target_directory, &metadata.workspace_root);
        let checkout = Some(checkout).filter(|_| *whole);
        // Crates that are compiled against one runtime do not fit another.
        let foreign = foreign_crates(&self.workspace.metadata).into_iter();
        let foreign = foreign.map(|foreign| format!("-{}", foreign.name));
        let name: String = [self.instrumentation.folder()]
            .into_iter()
            .chain(foreign)
            .chain(target)
            .chain(checkout)
            .collect();
        let functions = if self.workspace.whole { "all" } else { "annotated" };
        own_directory::directory(self.workspace).join(functions).join(name)
    }

    /// The directory that cargo builds in. Each product has its own: cargo cannot distinguish a
    /// program and the library that it is compiled as.
    pub fn target_directory(&self) -> Utf8PathBuf {
        self.directory().join(match self.product {
            Product::UnitTests => "build",
            Product::Workers => "build-workers",
        })
    }

    /// Updates the overlay, and makes a cargo command start the wrapper of the compiler.
    /// The runtime may be built at the same time.
    pub fn apply(&self, command: &mut Command) -> anyhow::Result<PendingRuntime> {
        let directory = self.directory();
        fs::create_dir_all(&directory).with_context(|| format!("failed to create {directory}"))?;
        for name in [RUSTC, OWN_RUSTC, RUSTDOC, EXPANDER, KEEPER] {
            put_program(&directory.join(name))?;
        }
        let mut instructions = Instructions {
            wrapper: users_wrapper()?,
            has_checks: self.instrumentation.has_checks,
            mutants: self.mutants(),
            is_search: self.instrumentation.searches(),
            as_libraries: self.product == Product::Workers,
            rustdoc: utf8(configuration::program("rustdoc").unwrap_or_else(|| "rustdoc".into()))?,
            target: self.arguments.target.clone(),
            asked_since: verdicts::period(),
            ..Instructions::default()
        };
        let file = directory.join(INSTRUCTIONS);
        instructions.write(&file)?;
        command.env("RUSTC_WRAPPER", directory.join(RUSTC)).env("RUSTDOC", directory.join(RUSTDOC));
        let build = self.runtime(&directory).open()?;
        let stamps = self.stamps();
        let known = build.known()?;
        stamps.forget_builds_against_others(known.as_ref())?;
        if self.workspace.whole {
            self.replace_sources(&mut instructions)?;
        }
        if let Some(runtime) = known {
            instructions.add_runtime(&runtime);
            instructions.write(&file)?;
            return Ok(PendingRuntime::default());
        }
        instructions.building = Some(build.lock_file().into_string());
        instructions.write(&file)?;
        Ok(PendingRuntime::begin(build, self.output, move |runtime| {
            stamps.note(runtime)?;
            instructions.building = None;
            instructions.add_runtime(runtime);
            instructions.write(&file)
        }))
    }

    /// Returns the request for mutants: all, or those of a file.
    fn mutants(&self) -> Option<String> {
        let Instrumentation { has_mutants, .. } = self.instrumentation;
        has_mutants.then(|| match self.instrumentation.searches() {
            true => survivors_file(self.workspace).into_string(),
            false => String::from("1"),
        })
    }

    /// Updates the tree of copies, and replaces the sources by the copies.
    fn replace_sources(&self, instructions: &mut Instructions) -> anyhow::Result<()> {
        let sources = self.sources();
        let tree = self.tree();
        let root = &self.workspace.metadata.workspace_root;
        let refusals = self.refusals();
        tree.renew(&sources.copies(&refusals), root)?;
        instructions.unasked = refusals.places(&sources, root);
        let place = |root: &Utf8PathBuf| (root.to_string(), tree.place(root).into_string());
        instructions.roots =
            sources.roots.keys().filter(|root| sources.files.contains_key(*root)).map(place).collect();
        // The last matching name counts.
        let workspace_root = tree.place(root);
        instructions.names =
            vec![(tree.root.into_string(), "/".to_owned()), (workspace_root.into_string(), String::new())];
        Ok(())
    }

    /// Reverts the attribute on the functions that errors concern, or else on those around the
    /// errors. Returns the number of functions that had it.
    pub fn revert(&self, errors: &[Diagnostic]) -> anyhow::Result<usize> {
        if !self.workspace.whole {
            return Ok(0);
        }
        let mut refusals = self.refusals();
        let (sources, root) = (self.sources(), &self.workspace.metadata.workspace_root);
        let added = match refusals.add(&sources, root, errors) {
            0 => refusals.add_around(&sources, root, errors),
            added => added,
        };
        refusals
            .places(&sources, root)
            .iter()
            .for_each(|place| tracing::info!("refused with probes: {place}"));
        self.restore(&refusals)?;
        Ok(added)
    }

    /// Makes the next build request verdicts on bounds again.
    pub fn ask_again(&self) {
        verdicts::ask_again();
    }

    /// Begins a search by halves for the functions that cause errors.
    pub fn halves(&self, errors: &[Diagnostic]) -> Option<Halves> {
        self.workspace.whole.then(|| self.refusals().halves(&self.sources(), errors))?
    }

    fn sources(&self) -> SourceFiles {
        SourceFiles::read(self.workspace, self.instrumentation.searches())
    }

    /// Returns the cause of a failed build, since the marks of earlier ones were forgotten.
    pub fn verdict(&self) -> Verdict {
        as_written::verdict(&self.directory())
    }

    /// Forgets the causes of earlier builds.
    pub fn forget_verdicts(&self) -> anyhow::Result<()> {
        as_written::forget(&self.directory())
    }

    /// Returns the functions without the attribute so far.
    pub fn refusals(&self) -> Refusals {
        Refusals::read(&self.refusals_file())
    }

    pub fn restore(&self, refusals: &Refusals) -> anyhow::Result<()> {
        refusals.write(&self.refusals_file())
    }

    /// Returns the functions without the attribute. Warns of files that keep their text.
    pub fn excluded(&self) -> Vec<TargetDescription> {
        if !self.workspace.whole {
            return Vec::new();
        }
        let sources = SourceFiles::read(self.workspace, false);
        for (file, error) in &sources.unread {
            let file = file.strip_prefix(&self.workspace.metadata.workspace_root).unwrap_or(file);
            console::warning(format_args!("skipping the functions in {file}: it cannot be read: {error}"));
        }
        excluded::describe(self.workspace, &sources, &self.refusals())
    }

    fn runtime(&self, directory: &Utf8Path) -> RuntimeBuild {
        RuntimeBuild {
            fallback: own_directory::directory(self.workspace).join("runtime"),
            wrappers: directory.to_owned(),
            feature: self.instrumentation.feature,
            foreign: foreign_crates(&self.workspace.metadata),
            arguments: self.arguments.clone(),
            output: *self.output,
        }
    }

    fn stamps(&self) -> Stamps {
        Stamps {
            file: self.directory().join("compiled-against"),
            outdated: if self.workspace.whole { self.tree().root } else { self.target_directory() },
            refusals: self.refusals_file(),
            mutants: self.mutants().and_then(|file| fs::read_to_string(file).ok()),
        }
    }

    fn tree(&self) -> Tree {
        Tree { root: self.directory().join("sources") }
    }

    /// The name depends on the workspace, because several workspaces may share a target directory.
    fn refusals_file(&self) -> Utf8PathBuf {
        self.directory().join("refused")
    }
}

/// The records of a build's runtime, and the directory to discard when it changes.
struct Stamps {
    file: Utf8PathBuf,
    /// The tree of sources, or the build of annotated crates.
    outdated: Utf8PathBuf,
    refusals: Utf8PathBuf,
    /// The mutants that are goals of a search; cargo does not see them.
    mutants: Option<String>,
}

impl Stamps {
    /// Discards builds against another runtime or by another expander, which cargo cannot detect:
    /// rewrites the sources in the tree, and removes the build of annotated crates. A runtime still
    /// to be built is another.
    fn forget_builds_against_others(&self, runtime: Option<&Runtime>) -> anyhow::Result<()> {
        let is_same =
            |runtime: &Runtime| fs::read_to_string(&self.file).is_ok_and(|old| old == self.identity(runtime));
        if !runtime.is_some_and(is_same) {
            own_directory::remove(&self.outdated)?;
        }
        match runtime {
            Some(runtime) => self.note(runtime),
            // Read before the runtime is built.
            None => Refusals::keep_those_of("none", &self.refusals),
        }
    }

    /// Records the runtime.
    fn note(&self, runtime: &Runtime) -> anyhow::Result<()> {
        let identity = self.identity(runtime);
        fs::write(&self.file, &identity).with_context(|| format!("failed to write {}", self.file))?;
        // Code of another version may compile.
        Refusals::keep_those_of(&identity, &self.refusals)
    }

    fn identity(&self, runtime: &Runtime) -> String {
        let mutants = self.mutants.as_ref().map(|mutants| format!(" {:016x}", hash_text(mutants)));
        identity(runtime) + &mutants.unwrap_or_default()
    }
}

/// Returns the file with the mutants that are goals of a search.
pub fn survivors_file(workspace: &Workspace) -> Utf8PathBuf {
    own_directory::directory(workspace).join("survivors")
}

/// Returns the identity of the runtime and of our programs: each expands the attribute. The
/// version, which is part of the first, decides unless both are being developed.
fn identity(runtime: &Runtime) -> String {
    let program = runtime::checkout().and_then(|_| env::current_exe().ok());
    let modified = program.map(|program| {
        let beside = |name| program.with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX));
        PROGRAMS.map(|name| fs::metadata(beside(name)).and_then(|program| program.modified()).ok())
    });
    format!("{} {modified:?}", runtime.identity())
}

/// Builds the runtime of searches, so that the first one need not wait for it.
pub fn build_runtime(target_directory: &Utf8Path, output: &OutputOptions) -> anyhow::Result<()> {
    let own = target_directory.join(own_directory::FOLDER);
    let directory = own.join("runtime-only");
    fs::create_dir_all(&directory).with_context(|| format!("failed to create {directory}"))?;
    put_program(&directory.join(OWN_RUSTC))?;
    let instructions = Instructions { wrapper: users_wrapper()?, ..Instructions::default() };
    instructions.write(&directory.join(INSTRUCTIONS))?;
    let build = RuntimeBuild {
        fallback: own.join("runtime"),
        wrappers: directory,
        feature: Instrumentation::SEARCH.feature,
        foreign: Vec::new(),
        arguments: CargoArguments::default(),
        output: *output,
    };
    let build = build.open()?;
    match build.known()? {
        Some(_) => console::status(output, "Fresh", "the runtime is up to date"),
        None => PendingRuntime::begin(build, output, |_| Ok(())).finish()?,
    }
    Ok(())
}

fn users_wrapper() -> anyhow::Result<Option<String>> {
    configuration::program("rustc-wrapper").map(utf8).transpose()
}

/// Makes this executable available under another name.
fn put_program(place: &Utf8Path) -> anyhow::Result<()> {
    let program = env::current_exe().context("failed to determine the path of this program")?;
    let failed = || format!("failed to install {place}");
    match fs::remove_file(place) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error).with_context(failed),
        _ => {}
    }
    #[cfg(unix)]
    return std::os::unix::fs::symlink(program, place).with_context(failed);
    #[cfg(not(unix))]
    return fs::copy(program, place.with_extension("exe")).map(|_| ()).with_context(failed);
}

fn utf8(program: OsString) -> anyhow::Result<String> {
    program
        .into_string()
        .map_err(|program| anyhow!("the name of the program {} is not UTF-8", program.display()))
}
