//! The runtime and the attribute, built separately: the user's manifests need not have their
//! features, and projects do not rebuild them.
//!
//! # Policy
//! 1. Each version, compiler and target has a build in the user's cache directory. Without a
//!    writable one, it is in the project's target directory. `SBST_CACHE` names another one.
//! 2. In a build, each set of features has a package. The packages share one target directory, so
//!    that the second one compiles only the crates that its features change.
//! 3. Cargo builds it, for one process at a time: an unfinished build looks damaged (rule 4). Cargo
//!    also decides if it is up to date, where its sources may change: in a checkout. A process
//!    holds a shared lock on a build in use until it exits.
//! 4. The command records the sizes of all linked files when a build ends. If they differ later (a
//!    full disk, a killed process), the build is removed and restarted.
//! 5. The least recently used builds are removed while all together take more than 2 GiB, unless a
//!    process uses them.

mod cache;

use crate::cargo::arguments::{CargoArguments, cargo};
use crate::cargo::own_directory;
use crate::cargo::workspace::VERSION;
use crate::ui::log;
use crate::ui::options::OutputOptions;
use anyhow::{Context, ensure};
use cache::CachedBuild;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Message, Metadata, Node, Package};
use sbst_model::fingerprint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufReader;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, fs};

/// The name of the runtime's crate.
pub const RUNTIME: &str = "sbst";
/// The name of the wrapper that replaces rustc in the runtime's own build.
pub const OWN_RUSTC: &str = "sbst-own-rustc";

/// A crate of the user's graph whose types are part of the runtime's interface, so both sides must
/// link the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignCrate {
    /// The name of the package, and of the runtime's feature.
    pub name: String,
    version: String,
    features: Vec<String>,
}

/// Features of the runtime that have the name of a crate of its interface.
const FOREIGN: [&str; 1] = ["arbitrary"];

/// Returns the crates of the user's graph that the build of the runtime must share.
pub fn foreign_crates(metadata: &Metadata) -> Vec<ForeignCrate> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<_, _> = nodes.map(|node| (&node.id, node)).collect();
    let named = |name: &str| -> Vec<(&Package, &Node)> {
        let packages = metadata.packages.iter().filter(|package| package.name.as_str() == name);
        packages.filter_map(|package| Some((package, *nodes.get(&package.id)?))).collect()
    };
    let features_of_runtime: BTreeSet<String> =
        named("sbst-runtime").iter().flat_map(|(_, node)| &node.features).map(ToString::to_string).collect();
    let wanted = FOREIGN.into_iter().filter(|name| features_of_runtime.contains(*name));
    let newest =
        wanted.filter_map(|name| named(name).into_iter().max_by(|a, b| a.0.version.cmp(&b.0.version)));
    let foreign = newest.map(|(package, node)| ForeignCrate {
        name: package.name.to_string(),
        version: package.version.to_string(),
        features: node.features.iter().map(ToString::to_string).collect(),
    });
    foreign.collect()
}

/// A build of the runtime and its relevant options.
#[derive(Clone, Debug)]
pub struct RuntimeBuild {
    /// A directory of the project, used without a cache.
    pub fallback: Utf8PathBuf,
    pub wrappers: Utf8PathBuf,
    pub feature: &'static str,
    pub foreign: Vec<ForeignCrate>,
    pub arguments: CargoArguments,
    pub output: OutputOptions,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runtime {
    /// Libraries that replace those of cargo, by the names of the crates.
    pub libraries: BTreeMap<String, Utf8PathBuf>,
    /// Folders with all dependencies of the libraries.
    pub folders: BTreeSet<Utf8PathBuf>,
}

/// A place in the cache, with the manifest of one set of features, locked against other builds.
pub struct OpenBuild {
    build: CachedBuild,
    package: Utf8PathBuf,
    /// The crates linked by the last successful build, unless its files are damaged.
    last: Option<Runtime>,
    options: RuntimeBuild,
    _lock: File,
}

impl Runtime {
    /// Returns a text that identifies the build.
    pub fn identity(&self) -> String {
        let of_library = |(name, path): (&String, &Utf8PathBuf)| {
            let modified = fs::metadata(path).and_then(|library| library.modified());
            format!("{name} {path} {modified:?}")
        };
        let libraries: Vec<String> = self.libraries.iter().map(of_library).collect();
        format!("{VERSION} {}", libraries.join(" "))
    }
}

impl OpenBuild {
    /// Returns the runtime if it is up to date or soon will be: there was a build before.
    pub fn known(&self) -> anyhow::Result<Option<Runtime>> {
        match &self.last {
            None => Ok(None),
            // The sources of a registry never change.
            Some(last) if checkout().is_none() => Ok(Some(last.clone())),
            Some(_) => self.finish(|_| ()).map(Some),
        }
    }

    /// The name in messages: each mode has its own runtime.
    pub fn name(&self) -> String {
        format!("the {} runtime", self.options.feature)
    }

    /// The file whose exclusive lock is held until the build is dropped.
    pub fn lock_file(&self) -> Utf8PathBuf {
        self.build.lock_file()
    }

    /// Builds it, and calls `built` with the number of finished crates.
    pub fn finish(&self, built: impl FnMut(usize)) -> anyhow::Result<Runtime> {
        let runtime = self.options.build(&self.build, &self.package, built)?;
        self.build.note_sizes(&runtime.folders)?;
        let record = serde_json::to_vec(&runtime)?;
        let file = self.package.join(LINKED);
        fs::write(&file, record).with_context(|| format!("failed to write {file}"))?;
        Ok(runtime)
    }

    /// The number of crates in the lock file, those of other platforms included.
    pub fn crates(&self) -> usize {
        let lock = fs::read_to_string(self.package.join("Cargo.lock")).unwrap_or_default();
        lock.lines().filter(|line| *line == "[[package]]").count().saturating_sub(1)
    }
}

impl RuntimeBuild {
    /// Opens the place of the build, and waits until no other process builds there.
    pub fn open(self) -> anyhow::Result<OpenBuild> {
        let manifest = self.manifest();
        let build = CachedBuild::open(&self.key(), &self.fallback)?;
        let lock = build.lock()?;
        let package = build.package(&self.package_name(&manifest))?;
        write_if_other(&package.join("Cargo.toml"), &manifest)?;
        write_if_other(&package.join("lib.rs"), "")?;
        let own_lock = package.join("Cargo.lock");
        if let Some(checkout) = checkout().filter(|_| !own_lock.exists()) {
            // Tested versions; cargo drops unneeded ones.
            _ = fs::copy(checkout.join("Cargo.lock"), own_lock);
        }
        let is_damaged = build.is_damaged();
        if is_damaged {
            build.remove()?;
        }
        let last = fs::read(package.join(LINKED)).ok().filter(|_| !is_damaged && build.has_sizes());
        let last = last.and_then(|line| serde_json::from_slice(&line).ok());
        Ok(OpenBuild { build, package, last, options: self, _lock: lock })
    }

    fn build(
        &self,
        build: &CachedBuild,
        package: &Utf8Path,
        mut built: impl FnMut(usize),
    ) -> anyhow::Result<Runtime> {
        let mut command = cargo();
        command.args(["build", "--lib", "--profile", PROFILE, "--message-format=json-render-diagnostics"]);
        command.args(["--manifest-path", package.join("Cargo.toml").as_str()]);
        command.args(["--target-dir", build.target_directory().as_str()]);
        if let Some(triple) = self.target() {
            command.args(["--target", triple]);
        }
        if self.arguments.offline || self.arguments.frozen {
            command.arg("--offline");
        }
        own_directory::show(&mut command, &self.output);
        if !self.output.verbose && !self.output.quiet {
            command.arg("--quiet");
        }
        command.env("RUSTC_WRAPPER", self.wrappers.join(OWN_RUSTC));
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let failed = || format!("failed to start {}", cargo().get_program().display());
        let log = log::Build::begin(&command);
        let mut child = command.spawn().with_context(failed)?;
        let stdout = child.stdout.take().context("cargo has no standard output")?;
        let mut runtime = Runtime { libraries: BTreeMap::new(), folders: BTreeSet::new() };
        let mut packages = BTreeSet::new();
        for message in Message::parse_stream(BufReader::new(stdout)) {
            let Message::CompilerArtifact(artifact) =
                message.context("failed to read cargo's messages about the runtime")?
            else {
                continue;
            };
            if !artifact.target.is_custom_build() && packages.insert(artifact.package_id.clone()) {
                built(packages.len());
            }
            let files = artifact
                .filenames
                .iter()
                .filter(|file| file.parent().is_some_and(|folder| folder.ends_with("deps")));
            runtime.folders.extend(files.filter_map(|file| file.parent()).map(Utf8Path::to_owned));
            let name = artifact.target.name.replace('-', "_");
            if name == RUNTIME || self.foreign.iter().any(|foreign| foreign.name == name) {
                let library = artifact.filenames.into_iter().find(|file| file.extension() == Some("rlib"));
                runtime.libraries.extend(library.map(|library| (name, library)));
            }
        }
        let status = child.wait().context("failed to wait for cargo")?;
        log.end(status.success(), 0);
        ensure!(status.success(), "sbst-runtime {VERSION} could not be built; see above");
        ensure!(runtime.libraries.contains_key(RUNTIME), "cargo built no library of sbst-runtime");
        Ok(runtime)
    }

    fn manifest(&self) -> String {
        let source = match checkout() {
            Some(checkout) => format!("path = {:?}, ", checkout.join("sbst-runtime").as_str()),
            None => String::new(),
        };
        let names = self.foreign.iter().map(|foreign| foreign.name.as_str());
        let features: Vec<&str> = [self.feature].into_iter().chain(names).collect();
        let foreign = self.foreign.iter().map(|ForeignCrate { name, version, features }| {
            format!(
                "{name} = {{ version = \"={version}\", default-features = false, features = {features:?} }}\n"
            )
        });
        let settings =
            PACKAGES.map(|(name, setting)| format!("[profile.{PROFILE}.package.{name}]\n{setting}\n"));
        format!(
            "[package]\nname = \"sbst-whole\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[lib]\npath = \"lib.rs\"\n\n\
             [dependencies]\nsbst-runtime = {{ {source}version = \"={VERSION}\", features = {features:?} }}\n{}\n\
             [profile.{PROFILE}]\ninherits = \"release\"\n{SETTINGS}{}\n{}\n[workspace]\n",
            foreign.collect::<String>(),
            optimisation(),
            settings.concat()
        )
    }

    /// Returns the target, unless it is the compiler's own: code for it is the same without
    /// `--target`.
    fn target(&self) -> Option<&str> {
        let host = compiler().lines().find_map(|line| line.strip_prefix("host: "));
        self.arguments.target.as_deref().filter(|&target| host != Some(target))
    }

    /// Returns the key of the build, by rule 1.
    fn key(&self) -> String {
        let flags = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"];
        let flags = flags.map(|variable| env::var(variable).unwrap_or_default());
        let source = checkout().map(Utf8PathBuf::into_string).unwrap_or_default();
        let text = [&source, compiler(), self.target().unwrap_or_default(), &flags.join(" ")].join("\n");
        format!("{VERSION}-{:016x}", fingerprint::hash_text(&text))
    }

    /// Returns the name of the package, by rule 2.
    fn package_name(&self, manifest: &str) -> String {
        format!("{}-{:016x}", self.feature, fingerprint::hash_text(manifest))
    }
}

/// Returns the compiler's verbose version.
fn compiler() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = Command::new(rustc).arg("-vV").stdin(Stdio::null()).output();
        let version =
            output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        tracing::info!("compiler: {}", version.trim_end().replace('\n', ", "));
        version
    });
    &VERSION
}

/// A profile that no variable of the user affects.
const PROFILE: &str = "sbst";
/// Only speed matters: other builds test the crates.
const SETTINGS: &str = "debug = false\ndebug-assertions = false\noverflow-checks = false\nlto = \"off\"\n\
                        panic = \"unwind\"\nincremental = false\nstrip = \"none\"\n";
/// Settings of single crates. Messages are converted seldom: optimising that takes longer than it
/// saves. More units take less time to compile, and cost a search at most 0.5 % more instructions.
/// For the probes and the worker they would cost an evaluation 4 %.
const PACKAGES: [(&str, &str); 3] = [
    ("sbst-wire", "opt-level = 0"),
    ("sbst-model", "codegen-units = 16"),
    ("sbst-search", "codegen-units = 8"),
];
/// The variable by which our own tests choose a quicker build: `test`.
const RUNTIME_PROFILE: &str = "SBST_RUNTIME_PROFILE";
/// The file in a package with the crates of its last successful build.
const LINKED: &str = "linked";

fn optimisation() -> &'static str {
    match env::var(RUNTIME_PROFILE).as_deref() {
        Ok("test") => "opt-level = 1\ncodegen-units = 16\n",
        _ => "opt-level = 3\ncodegen-units = 1\n",
    }
}

/// Returns the repository that this program was built from, if it still exists. It contains the
/// runtime then; otherwise the registry does.
pub fn checkout() -> Option<Utf8PathBuf> {
    let checkout = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    checkout.join("sbst-runtime/Cargo.toml").exists().then(|| checkout.to_owned())
}

fn write_if_other(path: &Utf8Path, text: &str) -> anyhow::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("failed to write {path}"))
}
