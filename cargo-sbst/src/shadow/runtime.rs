//! The runtime, built by itself: no manifest of the user's has to know of it.

use crate::cargo_arguments::{CargoArguments, cargo};
use crate::compiler_wrapper::OWN_RUSTC;
use crate::discover::VERSION;
use crate::options::OutputOptions;
use crate::{console, own_build};
use anyhow::{Context, ensure};
use cargo_metadata::Message;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

/// What of the user's options the build of the runtime heeds, and what it is for.
pub struct RuntimeBuild<'a> {
    /// Where its package is, and everything that is built.
    pub directory: &'a Utf8Path,
    /// Where the wrapper is.
    pub wrappers: &'a Utf8Path,
    /// The feature of the mode.
    pub feature: &'a str,
    pub arguments: &'a CargoArguments,
    pub output: &'a OutputOptions,
}

/// What was built.
#[derive(Clone, Debug)]
pub struct Runtime {
    /// The library.
    pub library: Utf8PathBuf,
    /// Folders with what it depends on.
    pub folders: BTreeSet<Utf8PathBuf>,
}

impl RuntimeBuild<'_> {
    /// Builds it, unless it is there.
    pub fn run(&self) -> anyhow::Result<Runtime> {
        self.write_package()?;
        let mut command = cargo();
        command.args(["build", "--lib", "--profile", PROFILE, "--message-format=json-render-diagnostics"]);
        command.args(["--manifest-path", self.directory.join("Cargo.toml").as_str()]);
        command.args(["--target-dir", self.directory.join("build").as_str()]);
        if let Some(triple) = &self.arguments.target {
            command.args(["--target", triple]);
        }
        if self.arguments.offline || self.arguments.frozen {
            command.arg("--offline");
        }
        own_build::show(&mut command, self.output);
        if !self.output.verbose && !self.output.quiet {
            command.arg("--quiet");
        }
        if !self.directory.join("build").exists() {
            console::status(self.output, "Building", "the runtime, once");
        }
        command.env("RUSTC_WRAPPER", self.wrappers.join(OWN_RUSTC));
        command.stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command
            .output()
            .with_context(|| format!("failed to start {}", command.get_program().display()))?;
        ensure!(output.status.success(), "sbst-runtime {VERSION} could not be built; see above");
        let (mut library, mut folders) = (None, BTreeSet::new());
        for message in Message::parse_stream(output.stdout.as_slice()) {
            let Message::CompilerArtifact(artifact) =
                message.context("failed to read what cargo says of the runtime")?
            else {
                continue;
            };
            let files = artifact
                .filenames
                .iter()
                .filter(|file| file.parent().is_some_and(|folder| folder.ends_with("deps")));
            folders.extend(files.filter_map(|file| file.parent()).map(Utf8Path::to_owned));
            if artifact.target.name == "sbst" {
                library = artifact.filenames.into_iter().find(|file| file.extension() == Some("rlib"));
            }
        }
        Ok(Runtime { library: library.context("cargo built no library of sbst-runtime")?, folders })
    }

    fn write_package(&self) -> anyhow::Result<()> {
        fs::create_dir_all(self.directory).with_context(|| format!("failed to create {}", self.directory))?;
        let source = match checkout() {
            Some(checkout) => format!("path = {:?}, ", checkout.join("sbst-runtime").as_str()),
            None => String::new(),
        };
        let slow =
            SLOW_CRATES.map(|name| format!("[profile.{PROFILE}.package.{name}]\nopt-level = 0\n")).concat();
        let manifest = format!(
            "[package]\nname = \"sbst-whole\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[lib]\npath = \"lib.rs\"\n\n\
             [dependencies]\nsbst-runtime = {{ {source}version = \"={VERSION}\", features = [{:?}] }}\n\n\
             [profile.{PROFILE}]\ninherits = \"release\"\n{SETTINGS}\n{slow}\n[workspace]\n",
            self.feature
        );
        write_if_other(&self.directory.join("Cargo.toml"), &manifest)?;
        write_if_other(&self.directory.join("lib.rs"), "")?;
        let lock = self.directory.join("Cargo.lock");
        if let Some(checkout) = checkout().filter(|_| !lock.exists()) {
            // Versions that were tried; cargo drops what is not needed.
            _ = fs::copy(checkout.join("Cargo.lock"), lock);
        }
        Ok(())
    }
}

/// A profile of our own, which no variable of the user's means.
const PROFILE: &str = "sbst";
/// Our own crates are tested elsewhere, and here to be fast.
const SETTINGS: &str = "opt-level = 3\ncodegen-units = 1\ndebug = false\ndebug-assertions = false\noverflow-checks = false\n\
                        lto = \"off\"\npanic = \"unwind\"\nincremental = false\nstrip = \"none\"\n";
/// Crates that convert messages, a few in a search: optimised, they take longer to compile than all searches to wait.
const SLOW_CRATES: [&str; 3] = ["sbst-wire", "ron", "serde_core"];

/// The repository that this program was built from, if it is still there: then the runtime is the one beside it, and otherwise the registry's.
fn checkout() -> Option<Utf8PathBuf> {
    let checkout = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    checkout.join("sbst-runtime/Cargo.toml").exists().then(|| checkout.to_owned())
}

fn write_if_other(path: &Utf8Path, text: &str) -> anyhow::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("failed to write {path}"))
}
