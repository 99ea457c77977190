//! Changes to what cargo has the compiler do, of which no manifest knows.
//!
//! 0. [`runtime`] builds the runtime and the attribute by themselves, once for all projects, and the
//!    [wrapper](self::compiler_wrapper) links each crate that depends on `sbst-runtime` with these. Cargo sees the user's
//!    own manifests, features and lock file, and nothing of ours is built in a project. Of annotated crates this is all.
//!    Whole crates, which are searched and observed without an annotation, are compiled from copies:
//! 1. [`copies`] puts the attribute on every function in copies of the source files; [`eligibility`] says which functions
//!    are not to be called, and [`inputs`] how values of the package's types are built.
//! 2. [`tree`] holds the copies, with links to all that is beside them, so that a path in a source means what it meant.
//! 3. Cargo builds the user's packages from their own manifests, and the wrapper gives the compiler the copies.
//! 4. Attributes that the compiler refuses are taken back ([`refusals`]), and the build is begun again. [`left_out`] lists
//!    their functions. If that does not help, a search build does without the user's own unit tests: these may be what
//!    does not compile.
//!
//! Nothing of the user's is written to.

pub mod compiler_wrapper;
mod effects;
mod eligibility;
mod inputs;
mod proposals;
mod refusals;
mod copies;
mod left_out;
mod runtime;
mod advice;

use crate::cargo::arguments::CargoArguments;
use crate::cargo::link_tree::Tree;
use crate::cargo::workspace::Workspace;
use crate::cargo::{configuration, own_directory};
use crate::ui::console;
use crate::ui::options::OutputOptions;
pub use advice::of_whole_crate;
use anyhow::{Context, anyhow};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::Diagnostic;
use compiler_wrapper::{INSTRUCTIONS, Instructions, OWN_RUSTC, RUSTC, RUSTDOC};
use copies::SourceFiles;
pub use effects::HOW_TO_ALLOW;
use refusals::Refusals;
use runtime::{Runtime, RuntimeBuild, foreign_crates};
use sbst_model::TargetDescription;
use sbst_wire::to_line;
use std::ffi::OsString;
use std::process::Command;
use std::{env, fs};

/// The feature of the runtime for which no functions are called.
const OBSERVE: &str = "observe";

/// The changes to a build of a workspace.
#[derive(Clone, Copy, Debug)]
pub struct Shadow<'a> {
    /// What is built.
    pub workspace: &'a Workspace,
    /// The feature of the runtime.
    pub feature: &'a str,
    /// The user's options for cargo.
    pub arguments: &'a CargoArguments,
    /// How much the user wants to see.
    pub output: &'a OutputOptions,
}

impl Shadow<'_> {
    /// Where everything of it is.
    pub fn directory(&self) -> Utf8PathBuf {
        // For another target, other crates are compiled from their copies: not those that run on the host.
        let target = self.arguments.target.iter().map(|triple| format!("-{}", triple.replace('/', "-")));
        let name: String = [self.feature.to_owned()].into_iter().chain(target).collect();
        let functions = if self.workspace.whole { "all" } else { "annotated" };
        own_directory::directory(self.workspace).join(functions).join(name)
    }

    /// The target directory of its builds.
    pub fn target_directory(&self) -> Utf8PathBuf {
        self.directory().join("build")
    }

    /// Brings everything up to date, and has a command of cargo's start our wrapper of the compiler.
    pub fn apply(&self, command: &mut Command) -> anyhow::Result<()> {
        let directory = self.directory();
        fs::create_dir_all(&directory).with_context(|| format!("failed to create {directory}"))?;
        for name in [RUSTC, OWN_RUSTC, RUSTDOC] {
            put_program(&directory.join(name))?;
        }
        let mut instructions = Instructions {
            wrapper: configuration::program("rustc-wrapper").map(utf8).transpose()?,
            rustdoc: utf8(configuration::program("rustdoc").unwrap_or_else(|| "rustdoc".into()))?,
            ..Instructions::default()
        };
        self.instruct(&instructions)?;
        let runtime = self.runtime(&directory)?;
        self.forget_builds_against_others(&runtime)?;
        if self.workspace.whole {
            self.replace_sources(&mut instructions)?;
        }
        instructions.libraries =
            runtime.libraries.into_iter().map(|(name, path)| (name, path.into())).collect();
        instructions.folders = runtime.folders.into_iter().map(Utf8PathBuf::into_string).collect();
        instructions.target.clone_from(&self.arguments.target);
        self.instruct(&instructions)?;
        command.env("RUSTC_WRAPPER", directory.join(RUSTC)).env("RUSTDOC", directory.join(RUSTDOC));
        Ok(())
    }

    /// Renews the tree of copies, and names them in the place of the sources.
    fn replace_sources(&self, instructions: &mut Instructions) -> anyhow::Result<()> {
        let sources = SourceFiles::read(self.workspace, self.feature != OBSERVE);
        let tree = self.tree();
        let root = &self.workspace.metadata.workspace_root;
        tree.renew(&sources.copies(&self.refusals(), root), root)?;
        let place = |root: &Utf8PathBuf| (root.to_string(), tree.place(root).into_string());
        instructions.roots =
            sources.roots.iter().filter(|root| sources.files.contains_key(*root)).map(place).collect();
        // Of several that fit, the last one counts.
        let workspace_root = tree.place(root);
        instructions.names =
            vec![(tree.root.into_string(), "/".to_owned()), (workspace_root.into_string(), String::new())];
        Ok(())
    }

    /// Takes back the attribute of the functions that errors are about. Whether there are any that had it.
    pub fn take_back(&self, errors: &[Diagnostic]) -> anyhow::Result<usize> {
        if !self.workspace.whole {
            return Ok(0);
        }
        let mut refusals = self.refusals();
        let sources = SourceFiles::read(self.workspace, self.feature != OBSERVE);
        let added = refusals.add(&sources, &self.workspace.metadata.workspace_root, errors);
        refusals.write(&self.refusals_file())?;
        Ok(added)
    }

    /// Leaves the user's own unit tests out, which a search does not need. Whether they were in.
    pub fn leave_tests_out(&self) -> anyhow::Result<bool> {
        if self.feature == OBSERVE || !self.workspace.whole {
            return Ok(false);
        }
        let mut refusals = self.refusals();
        let sources = SourceFiles::read(self.workspace, false);
        let were_in = refusals.leave_tests_out(&sources, &self.workspace.metadata.workspace_root);
        refusals.write(&self.refusals_file())?;
        Ok(were_in)
    }

    /// What was taken back so far.
    pub fn refusals(&self) -> Refusals {
        Refusals::read(&self.refusals_file())
    }

    /// Makes these what was taken back.
    pub fn restore(&self, refusals: &Refusals) -> anyhow::Result<()> {
        refusals.write(&self.refusals_file())
    }

    /// The functions of which it was taken back. Tells which files are left as they are.
    pub fn left_out(&self) -> Vec<TargetDescription> {
        if !self.workspace.whole {
            return Vec::new();
        }
        let sources = SourceFiles::read(self.workspace, false);
        for (file, error) in &sources.unread {
            let file = file.strip_prefix(&self.workspace.metadata.workspace_root).unwrap_or(file);
            console::warning(format_args!(
                "the functions in {file} are left out, because it cannot be read: {error}"
            ));
        }
        left_out::describe(self.workspace, &sources, &self.refusals())
    }

    fn runtime(&self, directory: &Utf8Path) -> anyhow::Result<Runtime> {
        let build = RuntimeBuild {
            fallback: &own_directory::directory(self.workspace).join("runtime"),
            wrappers: directory,
            feature: self.feature,
            foreign: foreign_crates(&self.workspace.metadata),
            arguments: self.arguments,
            output: self.output,
        };
        build.run()
    }

    fn tree(&self) -> Tree {
        Tree { root: self.directory().join("sources") }
    }

    /// Forgets what was compiled against another runtime, which cargo does not know: sources in the tree are written anew, and
    /// of annotated crates the whole build is removed.
    fn forget_builds_against_others(&self, runtime: &Runtime) -> anyhow::Result<()> {
        let stamp = self.directory().join("compiled-against");
        let identity = runtime.identity();
        if fs::read_to_string(&stamp).unwrap_or_default() != identity {
            let outdated = if self.workspace.whole { self.tree().root } else { self.target_directory() };
            if outdated.exists() {
                fs::remove_dir_all(&outdated).with_context(|| format!("failed to remove {outdated}"))?;
            }
            fs::write(&stamp, &identity).with_context(|| format!("failed to write {stamp}"))?;
        }
        self.forget_refusals_of_others(&identity)
    }

    /// What the compiler would not have was written by this runtime and this command: another build of either may write it better.
    fn forget_refusals_of_others(&self, runtime: &str) -> anyhow::Result<()> {
        let command = env::current_exe().and_then(fs::metadata).and_then(|program| program.modified());
        Refusals::keep_those_of(&format!("{runtime} {command:?}"), &self.refusals_file())
    }

    fn instruct(&self, instructions: &Instructions) -> anyhow::Result<()> {
        let file = self.directory().join(INSTRUCTIONS);
        let text = to_line(instructions).map_err(anyhow::Error::msg)?;
        fs::write(&file, text).with_context(|| format!("failed to write {file}"))
    }

    /// Several workspaces may share a target directory; functions are known by their files there.
    fn refusals_file(&self) -> Utf8PathBuf {
        self.directory().join("refused")
    }
}

/// Makes this very program be found under another name.
fn put_program(place: &Utf8Path) -> anyhow::Result<()> {
    let program = env::current_exe().context("failed to find out which program this is")?;
    let failed = || format!("failed to put {place} there");
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
