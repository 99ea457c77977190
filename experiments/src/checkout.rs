//! A crate of the registry as its user has it: a separate copy, and a user's commands in it.
//!
//! All files are in one directory: `NAME-VERSION/plain` and other copies, `NAME-VERSION/logs`, and
//! one target directory for all crates.

use anyhow::{Context as _, ensure};
use sbst_fidelity::fetch::{self, Copied, toolchain};
use sbst_fidelity::process::{self, End, Output};
use sbst_fidelity::subject::{Subject, listed};
use sbst_fidelity::{command, manifest};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use toml_edit::value;

/// The time limit of a program's run, in addition to the search.
const LIMIT: Duration = Duration::from_secs(60 * 60);

/// The selection and the settings of searches.
#[derive(Clone, Debug, clap::Args)]
pub struct Searches {
    /// The settings of a search.
    #[command(flatten)]
    pub how: Search,
    /// Crates of the registry: NAME, NAME@VERSION or NAME@VERSION/FEATURE,FEATURE
    #[arg(value_name = "CRATE")]
    pub crates: Vec<Subject>,
    /// A file with crates, one per line
    #[arg(long, value_name = "FILE")]
    pub list: Vec<PathBuf>,
}

/// The settings of a crate's search.
#[derive(Clone, Debug, clap::Args)]
pub struct Search {
    /// Total budget per search
    #[arg(long, default_value = "60s")]
    pub budget: String,
    /// Seed of the searches
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The built command `cargo-sbst`; built if it is not given
    #[arg(long, value_name = "PATH")]
    pub command: Option<PathBuf>,
}

impl Searches {
    /// The named crates, and those of the files.
    pub fn subjects(&self) -> anyhow::Result<Vec<Subject>> {
        let mut subjects = self.crates.clone();
        for list in &self.list {
            subjects.extend(listed(list)?);
        }
        ensure!(!subjects.is_empty(), "nothing to search: name a crate, or see --help");
        Ok(subjects)
    }
}

impl Search {
    /// The command, built within `directory` if necessary.
    pub fn command(&self, directory: &Path) -> anyhow::Result<PathBuf> {
        match &self.command {
            Some(command) => command.canonicalize().with_context(|| format!("no {}", command.display())),
            None => {
                let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
                command::build(&repository, &directory.join("command"))
            }
        }
    }

    /// Options of `cargo sbst` for a crate without annotations.
    pub fn arguments(&self) -> Vec<String> {
        let seed = self.seed.to_string();
        let words = ["sbst", "--all", "--fresh", "--total-budget", &self.budget, "--seed", &seed];
        words.into_iter().chain(["--message-format", "json"]).map(str::to_owned).collect()
    }
}

/// The copy of a crate.
#[derive(Clone, Debug)]
pub struct Checkout {
    /// The fetched crate, made independent.
    pub plain: Copied,
    directory: PathBuf,
}

impl Checkout {
    /// Fetches a crate to a separate folder within `directory`.
    pub fn new(subject: &Subject, directory: &Path) -> anyhow::Result<Checkout> {
        let plain = fetch::fetch(subject, directory)?;
        manifest::forget_toolchain(&plain.root);
        manifest::stand_alone(&plain.root)?;
        Ok(Checkout { plain, directory: directory.to_owned() })
    }

    /// The folder of all files of the crate.
    pub fn place(&self) -> PathBuf {
        self.directory.join(&self.plain.name)
    }

    /// The folder of logs.
    pub fn logs(&self) -> PathBuf {
        self.place().join("logs")
    }

    /// Another copy of it, without leftovers.
    pub fn copy(&self, name: &str) -> anyhow::Result<PathBuf> {
        let copy = self.place().join(name);
        fetch::replace(&self.plain.root, &copy)?;
        Ok(copy)
    }

    /// Another copy of it, in which cargo finds added tests, as in the crate's repository. The
    /// published manifest lists its tests, and disables the discovery of others.
    pub fn copy_for_tests(&self, name: &str) -> anyhow::Result<PathBuf> {
        let copy = self.copy(name)?;
        manifest::edit(&copy.join("Cargo.toml"), |manifest| manifest["package"]["autotests"] = value(true))?;
        Ok(copy)
    }

    /// A program with arguments and the crate's features, to be run in one of its copies.
    pub fn start(&self, program: &Path, root: &Path, arguments: &[&str]) -> Command {
        let mut started = process::command(&program.to_string_lossy(), root);
        started.args(arguments);
        if !self.plain.features.is_empty() {
            started.arg("--features").arg(self.plain.features.join(","));
        }
        started.env("CARGO_TARGET_DIR", self.directory.join("target")).env("RUSTUP_TOOLCHAIN", toolchain());
        // Like a user's setting, and unlike other variables with the prefix `SBST_`.
        started.envs(std::env::var_os("SBST_CACHE").map(|cache| ("SBST_CACHE", cache)));
        started
    }

    /// Runs it to its end, with its output in `STEP.log`, and returns its status.
    pub fn run(&self, step: &str, started: &mut Command) -> anyhow::Result<End> {
        let (end, _) = process::run(started, &self.logs().join(format!("{step}.log")), Output::Log, LIMIT)?;
        eprintln!("{} {step}: {end:?}", self.plain.name);
        Ok(end)
    }
}

/// The names of the crates within `directory` that have results.
pub fn crates(directory: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| format!("no folder {}", directory.display()))? {
        let entry = entry?;
        if entry.path().join("logs").is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}
