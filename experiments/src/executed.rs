//! The lines of a package executed by tests, as counted by LLVM: `-C instrument-coverage`, and the
//! tools of the same toolchain.
//!
//! *All lines* are those with code in the library and the binaries of an ordinary build, so without
//! `cfg(test)`. They are read from the objects of the library, since a linker takes only called
//! functions. In the objects, rustc also describes uncalled functions, and generic ones without
//! instances. A line is *executed* if a part of it was, in any instance.
//!
//! Examples in documentation are not run: stable Rust cannot measure them.
//!
//! <https://doc.rust-lang.org/rustc/instrument-coverage.html>

use crate::checkout::Checkout;
use crate::lines::Lines;
use anyhow::{Context as _, bail, ensure};
use cargo_metadata::{Artifact, Message};
use sbst_fidelity::fetch::toolchain;
use sbst_fidelity::outcomes::Outcomes;
use sbst_fidelity::process::End;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Warnings of the current compiler are no errors, despite settings of crates.
const FLAGS: &str = "-C instrument-coverage --cap-lints=warn";

/// LLVM's tools of the compiler's version: profiles of other versions are unreadable.
#[derive(Clone, Debug)]
pub struct Tools(PathBuf);

impl Tools {
    /// Finds the tools of the toolchain.
    pub fn find() -> anyhow::Result<Tools> {
        let output = Command::new("rustc")
            .args(["--print", "target-libdir"])
            .env("RUSTUP_TOOLCHAIN", toolchain())
            .output()
            .context("failed to start rustc")?;
        ensure!(
            output.status.success(),
            "rustc --print target-libdir: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let libraries = String::from_utf8(output.stdout)?;
        let tools = Path::new(libraries.trim_end()).with_file_name("bin");
        ensure!(
            tools.join("llvm-cov").is_file(),
            "no llvm-cov in {}; `rustup component add llvm-tools --toolchain {}` puts it there",
            tools.display(),
            toolchain()
        );
        Ok(Tools(tools))
    }

    fn run(&self, name: &str, arguments: impl FnOnce(&mut Command)) -> anyhow::Result<String> {
        let mut command = Command::new(self.0.join(name));
        arguments(&mut command);
        let output = command.output().with_context(|| format!("failed to start {name}"))?;
        ensure!(output.status.success(), "{name} says: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Returns the report of these objects on a profile; without one, on a run without executed
    /// lines.
    fn report(&self, objects: &[PathBuf], profile: Option<&Path>) -> anyhow::Result<String> {
        let (first, others) = objects.split_first().context("nothing was built that has code")?;
        self.run("llvm-cov", |command| {
            command.args(["export", "--format=lcov"]);
            match profile {
                Some(profile) => command.arg("--instr-profile").arg(profile),
                None => command.arg("--empty-profile"),
            };
            command.arg(first);
            for object in others {
                command.arg("--object").arg(object);
            }
        })
    }
}

/// The result of a run of tests.
#[derive(Clone, Debug)]
pub struct Executed {
    /// The lines executed by them.
    pub lines: Lines,
    /// The outcomes of the tests.
    pub outcomes: Outcomes,
}

/// Measures a crate.
#[derive(Clone, Debug)]
pub struct Measurement<'a> {
    /// The tools for measuring.
    pub tools: &'a Tools,
    /// The crate.
    pub checkout: &'a Checkout,
    /// The folder of build results. Each copy has its own subfolder: cargo treats two copies of a
    /// package as the same package, and would mix up their builds.
    pub builds: &'a Path,
}

impl Measurement<'_> {
    /// All lines of the crate with code.
    pub fn all_lines(&self) -> anyhow::Result<Lines> {
        let root = &self.checkout.plain.root;
        let artifacts = self.build("all", root, &["build"])?;
        let mut objects = Vec::new();
        for artifact in artifacts {
            let files = artifact.filenames.iter().chain(&artifact.executable);
            let files: Vec<&Path> = files.map(|file| file.as_std_path()).collect();
            let library = files.iter().find(|file| file.extension().is_some_and(|name| name == "rlib"));
            let linked = |file: &&&Path| {
                file.extension().is_none_or(|name| name == std::env::consts::DLL_EXTENSION || name == "exe")
            };
            match (library, files.iter().find(linked)) {
                (Some(library), _) => objects.extend(self.members(library)?),
                (None, Some(linked)) => objects.push(linked.to_path_buf()),
                (None, None) => {}
            }
        }
        let report = self.tools.report(&objects, None)?;
        Ok(Lines::in_report(&report, root, 0))
    }

    /// The lines executed by the tests of a copy. `selection` are options of `cargo test`; `only`,
    /// if given, is a part of the tests' names.
    pub fn executed(
        &self,
        step: &str,
        root: &Path,
        selection: &[&str],
        only: Option<&str>,
    ) -> anyhow::Result<Executed> {
        let arguments: Vec<&str> = ["test", "--no-fail-fast"].iter().chain(selection).copied().collect();
        let building: Vec<&str> = arguments.iter().copied().chain(["--no-run"]).collect();
        let artifacts = self.build(&format!("{step}-build"), root, &building)?;
        // Binaries, too, which tests may start.
        let executables: Vec<PathBuf> =
            artifacts.into_iter().filter_map(|artifact| artifact.executable).map(Into::into).collect();
        let mut tests = self.start(step, root, &arguments)?;
        if let Some(only) = only {
            tests.args(["--", only]);
        }
        self.checkout.run(step, &mut tests)?;
        let log = fs::read_to_string(self.checkout.logs().join(format!("{step}.log")))?;
        let profiles = self.profiles(step);
        let profile = self.checkout.place().join(format!("{step}.profdata"));
        self.tools.run("llvm-profdata", |command| {
            command.args(["merge", "--sparse"]).arg(&profiles).arg("--output").arg(&profile);
        })?;
        let report = self.tools.report(&executables, Some(&profile))?;
        Ok(Executed { lines: Lines::in_report(&report, root, 1), outcomes: Outcomes::parse(&log) })
    }

    fn profiles(&self, step: &str) -> PathBuf {
        self.checkout.place().join("profiles").join(step)
    }

    /// A run of cargo whose processes leave their profiles in a folder of this step.
    fn start(&self, step: &str, root: &Path, arguments: &[&str]) -> anyhow::Result<Command> {
        let profiles = self.profiles(step);
        if profiles.exists() {
            fs::remove_dir_all(&profiles)?;
        }
        let mut cargo = self.checkout.start(Path::new("cargo"), root, arguments);
        let copy = root.file_name().context("a copy has a name")?;
        cargo.env("CARGO_TARGET_DIR", self.builds.join(copy)).env("RUSTFLAGS", FLAGS);
        cargo.env("LLVM_PROFILE_FILE", profiles.join("%m-%p.profraw"));
        Ok(cargo)
    }

    /// Builds, and returns the crate's own artifacts.
    fn build(&self, step: &str, root: &Path, arguments: &[&str]) -> anyhow::Result<Vec<Artifact>> {
        let mut build = self.start(step, root, arguments)?;
        build.arg("--message-format=json-render-diagnostics");
        let end = self.checkout.run(step, &mut build)?;
        let log = self.checkout.logs().join(format!("{step}.log"));
        if end != End::Success {
            bail!("it does not build, see {}", log.display());
        }
        let text = fs::read(&log)?;
        let manifest = root.join("Cargo.toml");
        let artifacts = Message::parse_stream(&text[..]).filter_map(|message| match message {
            Ok(Message::CompilerArtifact(artifact)) => Some(artifact),
            _ => None,
        });
        // A build script is an artifact, too.
        let is_wanted = |artifact: &Artifact| {
            artifact.manifest_path == manifest.as_path() && !artifact.target.is_custom_build()
        };
        Ok(artifacts.filter(is_wanted).collect())
    }

    /// The objects in a library of Rust.
    fn members(&self, library: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let folder = self.checkout.place().join("objects");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        self.tools.run("llvm-ar", |command| {
            command.arg("x").arg(library).current_dir(&folder);
        })?;
        let mut objects = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            // The other member is the compiler's metadata of the library.
            if path.extension().is_some_and(|name| name == "o") {
                objects.push(path);
            }
        }
        objects.sort();
        Ok(objects)
    }
}
