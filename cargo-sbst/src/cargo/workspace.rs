//! The packages to search: those of cargo's selection here that depend on sbst-runtime.

use crate::cargo::arguments::{CargoArguments, cargo};
use crate::cargo::configuration;
use crate::cargo::features::KnownConditions;
use crate::cargo::selection::SelectionOptions;
use crate::ui::console;
use anyhow::{Context, anyhow, bail};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, Target, TargetKind};

/// Name of the package that users depend on.
const RUNTIME: &str = "sbst-runtime";
/// Our version, which must be the runtime's.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The code that the attribute adds to functions of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instrumentation {
    /// The feature of the runtime that the code needs.
    pub feature: &'static str,
    /// True if there are probes at hidden checks, too.
    pub has_checks: bool,
    /// True if there are mutants instead of probes.
    pub has_mutants: bool,
}

impl Instrumentation {
    /// Probes alone, for the user's own tests.
    pub const OBSERVE: Instrumentation =
        Instrumentation { feature: "observe", has_checks: false, has_mutants: false };
    /// Mutants, for the user's own tests.
    pub const MUTANTS: Instrumentation = Instrumentation { has_mutants: true, ..Instrumentation::OBSERVE };
    /// Probes, and calls of the functions.
    pub const SEARCH: Instrumentation =
        Instrumentation { feature: "search", has_checks: false, has_mutants: false };
    /// A search that may use the whole library of algorithms.
    pub const LIBRARY: Instrumentation =
        Instrumentation { feature: "library", has_checks: false, has_mutants: false };
    /// A search that follows values, with the library.
    pub const SYMBOLIC: Instrumentation =
        Instrumentation { feature: "symbolic", has_checks: false, has_mutants: false };

    /// True if functions are called for a search.
    pub fn searches(self) -> bool {
        self.feature != Instrumentation::OBSERVE.feature
    }

    /// Returns the name of the folder of such builds.
    pub fn folder(self) -> String {
        let checks = if self.has_checks { "-panics" } else { "" };
        let mutants = if self.has_mutants { "-mutants" } else { "" };
        format!("{}{checks}{mutants}", self.feature)
    }
}

/// A workspace, and the packages to search in it.
#[derive(Debug)]
pub struct Workspace {
    pub metadata: Metadata,
    /// The packages to search, sorted by name.
    pub packages: Vec<AnnotatedPackage>,
    /// All packages that cargo would select here, sorted by name.
    pub selected: Vec<Package>,
    /// The user's target directory.
    pub target_directory: Utf8PathBuf,
    /// True if functions count that are not annotated.
    pub whole: bool,
    /// The known conditions of compilation.
    pub known: KnownConditions,
    /// True if functions are called despite possible effects.
    pub allow_effects: bool,
    pub instrumentation: Instrumentation,
    /// True if the search build has lines, for backtraces.
    pub knows_lines: bool,
}

/// A package that depends on sbst-runtime, or whose functions are all selected.
#[derive(Clone, Debug)]
pub struct AnnotatedPackage {
    pub package: Package,
    /// The name of the dependency in its manifest: `sbst-runtime` unless renamed.
    pub key: String,
}

impl AnnotatedPackage {
    /// The name by which its code reaches the attribute.
    pub fn attribute_path(&self) -> String {
        let library = if self.key == RUNTIME { "sbst" } else { &self.key };
        library.replace('-', "_")
    }
}

impl Workspace {
    /// Warns of packages that the user named, but that are not searched.
    pub fn warn_of_packages_left_out(&self, selection: &SelectionOptions) {
        let is_named = |package: &&Package| selection.packages.iter().any(|name| names(name, package));
        for package in self.selected.iter().filter(is_named) {
            if self.packages.iter().any(|meant| meant.package.id == package.id) {
                continue;
            }
            let reason = match self.whole {
                true => "has neither a library nor a program whose functions can be called".to_owned(),
                false => format!("does not depend on {RUNTIME}"),
            };
            console::warning(format_args!("skipping package `{}`: it {reason}", package.name));
        }
    }
}

/// Reads the workspace and selects packages.
pub fn discover(selection: &SelectionOptions, arguments: &CargoArguments) -> anyhow::Result<Workspace> {
    let (metadata, has_features) = match read_metadata(arguments) {
        // Cargo may lack nothing but dev-dependencies, which whole crates are built without.
        Err(error) if selection.all => (members(arguments.manifest_path.as_ref()).map_err(|_| error)?, false),
        read => read?,
    };
    let selected = select(&metadata, selection)?;
    let whole = selection.all;
    let packages: Vec<AnnotatedPackage> = match whole {
        true => selected
            .iter()
            .copied()
            .filter(|package| package.targets.iter().any(can_be_whole))
            .map(keyed)
            .collect(),
        false => selected.iter().copied().filter_map(annotated).collect(),
    };
    if packages.is_empty() && whole && !selected.is_empty() {
        bail!("no selected package has a library or a program whose functions can be called");
    }
    if packages.is_empty() {
        return Err(no_runtime(&selected));
    }
    // Whole crates use the command's own runtime, not that of their dependencies.
    for package in packages.iter().filter(|_| !whole) {
        check_version(&metadata, &package.package)?;
    }
    let target_directory = match &arguments.target_dir {
        Some(directory) => Utf8PathBuf::from_path_buf(std::path::absolute(directory)?)
            .map_err(|path| anyhow!("the target directory {} is not UTF-8", path.display()))?,
        None => metadata.target_directory.clone(),
    };
    let selected = selected.into_iter().cloned().collect();
    Ok(Workspace {
        metadata,
        packages,
        selected,
        target_directory,
        whole,
        known: KnownConditions { has_features, is_for_host: is_for_host(arguments) },
        allow_effects: false,
        instrumentation: Instrumentation::SEARCH,
        knows_lines: false,
    })
}

/// The root files of libraries and binaries.
#[derive(Debug)]
pub struct SourceTree {
    pub workspace_root: Utf8PathBuf,
    /// The crates, libraries first in each package.
    pub roots: Vec<CrateRoot>,
}

#[derive(Debug)]
pub struct CrateRoot {
    /// The crate's name, as in paths.
    pub crate_name: String,
    pub file: Utf8PathBuf,
}

/// Finds the sources of the workspace, or of these packages of it. No dependency is read.
pub fn sources(packages: &[String], manifest_path: Option<&Utf8PathBuf>) -> anyhow::Result<SourceTree> {
    let metadata = members(manifest_path)?;
    let selection = SelectionOptions {
        all: false,
        only: Vec::new(),
        packages: packages.to_vec(),
        workspace: packages.is_empty(),
        exclude: Vec::new(),
    };
    let packages = select(&metadata, &selection)?;
    Ok(SourceTree::from_packages(&metadata.workspace_root, packages))
}

/// The members of the workspace, found without a look at any dependency.
pub fn members(manifest_path: Option<&Utf8PathBuf>) -> anyhow::Result<Metadata> {
    read(metadata_command(manifest_path).no_deps())
}

impl SourceTree {
    /// The sources of these packages of a workspace.
    pub fn from_packages<'a>(
        workspace_root: &Utf8PathBuf,
        packages: impl IntoIterator<Item = &'a Package>,
    ) -> SourceTree {
        let mut roots = Vec::new();
        for package in packages {
            let (libraries, others): (Vec<_>, Vec<_>) =
                package.targets.iter().partition(|target| !target.is_bin());
            let is_ours = |target: &&&Target| {
                !(target.is_test() || target.is_bench() || target.is_example() || target.is_custom_build())
            };
            roots.extend(libraries.iter().chain(&others).filter(|target| is_ours(target)).map(|target| {
                CrateRoot { crate_name: target.name.replace('-', "_"), file: target.src_path.clone() }
            }));
        }
        SourceTree { workspace_root: workspace_root.clone(), roots }
    }
}

/// True if packages are compiled for the system that the command runs on.
fn is_for_host(arguments: &CargoArguments) -> bool {
    let configured = || {
        let files = configuration::read_all().into_iter();
        files
            .into_iter()
            .any(|file| file.table.get("build").is_some_and(|build| build.get("target").is_some()))
    };
    arguments.target.is_none() && std::env::var_os("CARGO_BUILD_TARGET").is_none() && !configured()
}

/// Reads the metadata with the chosen features if cargo accepts them, and returns true if it did.
/// Cargo may reject features of the selected packages here, as it does not get the selection.
fn read_metadata(arguments: &CargoArguments) -> anyhow::Result<(Metadata, bool)> {
    let with = |options: Vec<&str>| {
        let mut command = metadata_command(arguments.manifest_path.as_ref());
        read(command.other_options(options.into_iter().map(str::to_owned).collect::<Vec<_>>()))
    };
    let lock: Vec<&str> = arguments.lock_options().collect();
    let all: Vec<&str> = arguments.feature_options().chain(lock.iter().copied()).collect();
    match with(all) {
        Ok(metadata) => Ok((metadata, true)),
        Err(error) if arguments.feature_options().next().is_none() => Err(error),
        Err(_) => Ok((with(lock)?, false)),
    }
}

fn metadata_command(manifest_path: Option<&Utf8PathBuf>) -> MetadataCommand {
    let mut command = MetadataCommand::new();
    command.cargo_path(cargo().get_program());
    if let Some(path) = manifest_path {
        command.manifest_path(path);
    }
    command
}

fn read(command: &MetadataCommand) -> anyhow::Result<Metadata> {
    command.exec().map_err(|error| match error {
        // cargo's own words are the best there are
        cargo_metadata::Error::CargoMetadata { stderr } => {
            anyhow!("{}", stderr.trim().trim_start_matches("error: "))
        }
        cargo_metadata::Error::Io(error) => {
            anyhow!(error).context(format!("failed to start {}", cargo().get_program().display()))
        }
        error => anyhow!(error).context("failed to read the output of `cargo metadata`"),
    })
}

/// The packages that cargo would select, sorted by name.
pub fn select<'a>(metadata: &'a Metadata, selection: &SelectionOptions) -> anyhow::Result<Vec<&'a Package>> {
    let members = metadata.workspace_packages();
    let known = |name: &String| match members.iter().any(|package| names(name, package)) {
        true => Ok(()),
        false => {
            let mut others: Vec<&str> = members.iter().map(|package| package.name.as_str()).collect();
            others.sort_unstable();
            bail!("the workspace has no package `{name}`; its packages are: {}", others.join(", "))
        }
    };
    selection.packages.iter().chain(&selection.exclude).try_for_each(known)?;
    let mut selected = if selection.workspace {
        members
    } else if selection.packages.is_empty() {
        metadata.workspace_default_packages()
    } else {
        let chosen = |package: &&Package| selection.packages.iter().any(|name| names(name, package));
        members.into_iter().filter(chosen).collect()
    };
    selected.retain(|package| !selection.exclude.iter().any(|name| names(name, package)));
    selected.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    Ok(selected)
}

/// True if `-p NAME` means the package: its name, with or without a version.
fn names(name: &str, package: &Package) -> bool {
    match name.split_once('@') {
        Some((name, version)) => package.name.as_str() == name && package.version.to_string() == version,
        None => package.name.as_str() == name,
    }
}

/// True if a target's functions can be searched as a whole crate: those of libraries and programs,
/// but not of procedural macros, which the compiler calls.
pub fn can_be_whole(target: &Target) -> bool {
    !target.is_proc_macro() && (is_library(target) || target.is_bin())
}

fn keyed(package: &Package) -> AnnotatedPackage {
    annotated(package)
        .unwrap_or_else(|| AnnotatedPackage { package: package.clone(), key: RUNTIME.to_owned() })
}

/// True if functions of a package can be annotated.
pub fn depends_on_runtime(package: &Package) -> bool {
    annotated(package).is_some()
}

/// True if the runtime is a dependency of crates that others link, not of tests alone.
pub fn links_runtime(package: &Package) -> bool {
    let mut runtimes = package.dependencies.iter().filter(|dependency| dependency.name == RUNTIME);
    runtimes.any(|dependency| dependency.kind == DependencyKind::Normal)
}

fn annotated(package: &Package) -> Option<AnnotatedPackage> {
    let dependency = package.dependencies.iter().find(|dependency| {
        dependency.name == RUNTIME
            && matches!(dependency.kind, DependencyKind::Normal | DependencyKind::Development)
    })?;
    Some(AnnotatedPackage {
        package: package.clone(),
        key: dependency.rename.clone().unwrap_or_else(|| RUNTIME.to_owned()),
    })
}

fn no_runtime(selected: &[&Package]) -> anyhow::Error {
    let (subject, manifest) = match selected {
        [] => return anyhow!("no package is selected; see --package, --workspace and --exclude"),
        [package] => {
            (format!("package `{}` does not depend", package.name), package.manifest_path.to_string())
        }
        packages => {
            let names: Vec<_> = packages.iter().map(|package| format!("`{}`", package.name)).collect();
            (format!("none of the packages {} depends", names.join(", ")), "Cargo.toml".to_owned())
        }
    };
    anyhow!(
        "{subject} on {RUNTIME}\n  add this line to [dependencies] in {manifest}:\n\n      \
         {RUNTIME} = \"{VERSION}\"\n"
    )
}

/// The command and the runtime understand each other only if they are of the same version.
fn check_version(metadata: &Metadata, package: &Package) -> anyhow::Result<()> {
    let resolve = metadata.resolve.as_ref().context("`cargo metadata` gave no dependency graph")?;
    let node = resolve.nodes.iter().find(|node| node.id == package.id);
    let dependencies = node.into_iter().flat_map(|node| &node.deps);
    let runtimes = dependencies
        .filter_map(|dependency| metadata.packages.iter().find(|package| package.id == dependency.pkg))
        .filter(|dependency| dependency.name.as_str() == RUNTIME);
    for runtime in runtimes {
        let found = runtime.version.to_string();
        if found != VERSION {
            bail!(
                "package `{}` uses {RUNTIME} {found}, but this is cargo-sbst {VERSION}; both must be of the same \
                 version\n  run `cargo update -p {RUNTIME} --precise {VERSION}`\n  \
                 or `cargo install cargo-sbst --version {found} --locked`",
                package.name
            );
        }
    }
    Ok(())
}

/// True if a target is a library of any kind.
pub fn is_library(target: &Target) -> bool {
    let kinds = [
        TargetKind::Lib,
        TargetKind::RLib,
        TargetKind::DyLib,
        TargetKind::CDyLib,
        TargetKind::StaticLib,
        TargetKind::ProcMacro,
    ];
    target.kind.iter().any(|kind| kinds.contains(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metadata_is_read_with_the_features_that_are_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8PathBuf::from_path_buf(folder.path().to_owned()).unwrap();
        std::fs::create_dir(folder.join("src")).unwrap();
        std::fs::write(folder.join("src/lib.rs"), "").unwrap();
        let manifest =
            "[package]\nname = \"a\"\n[workspace]\n[features]\ndefault = [\"one\"]\none = []\ntwo = []\n";
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let read = |features: &[&str], no_default_features| {
            let arguments = CargoArguments {
                features: features.iter().map(|&name| name.to_owned()).collect(),
                no_default_features,
                manifest_path: Some(folder.join("Cargo.toml")),
                offline: true,
                ..CargoArguments::default()
            };
            let (metadata, has_features) = read_metadata(&arguments).unwrap();
            let nodes = metadata.resolve.unwrap().nodes;
            let names: Vec<String> = nodes[0].features.iter().map(ToString::to_string).collect();
            (names.join(" "), has_features)
        };
        assert_eq!(read(&[], false), ("default one".to_owned(), true));
        assert_eq!(read(&["two"], true), ("two".to_owned(), true));
        assert_eq!(read(&["unknown"], false), ("default one".to_owned(), false), "as if none were chosen");
    }
}
