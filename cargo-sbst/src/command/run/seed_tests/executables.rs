//! The executables with the user's own tests.
//!
//! 1. The unit tests of the search build, of the executables with the searched functions. They are
//!    built already.
//! 2. The integration tests of the searched packages, and all tests of selected packages that
//!    depend on one of these. They are built now, with the same features, target directory and
//!    profile, so the only new crate is the library as others link it.
//! 3. If only a package's tests link the runtime (a dev-dependency), its functions are recorded in
//!    its unit tests alone. So its integration tests are left out.
//! 4. An executable with its own harness (`harness = false`) is run as `cargo test` runs it,
//!    without arguments.

use super::build::{Built, to_build};
use super::environment::Environment;
use crate::cargo::executable::{self, Product, TestExecutable};
use crate::cargo::workspace::{self, Workspace};
use crate::search::session::Session;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Package, Target};
use std::fs;
use toml::Table;

/// The name of the integration test that holds generated tests.
const GENERATED: &str = "sbst";

/// An executable with the user's tests.
#[derive(Debug)]
pub struct OwnTests {
    pub executable: TestExecutable,
    /// The name of this integration test; none if it has unit tests.
    pub integration: Option<String>,
    /// The root file of its source, relative to its package.
    pub source: Utf8PathBuf,
    /// True if it has the standard library's harness, which understands our arguments.
    pub has_harness: bool,
    /// Variables of tests, beside those of all programs that cargo runs.
    pub environment: Environment,
}

impl OwnTests {
    fn new(executable: TestExecutable, target: &Target, environment: &Environment) -> OwnTests {
        let package = &executable.package;
        let root = package.manifest_path.parent().unwrap_or(Utf8Path::new(""));
        OwnTests {
            integration: target.is_test().then(|| target.name.clone()),
            source: target.src_path.strip_prefix(root).unwrap_or(&target.src_path).to_owned(),
            has_harness: has_harness(package, target),
            environment: environment.for_tests(package, target.is_test()),
            executable,
        }
    }

    /// True if it contains generated tests only.
    pub fn is_generated(&self) -> bool {
        self.integration.as_deref() == Some(GENERATED)
    }

    /// Returns the folder in which its tests run.
    pub fn directory(&self) -> &Utf8Path {
        self.executable.package.manifest_path.parent().unwrap_or(Utf8Path::new("."))
    }
}

/// Returns all of them, in the order of packages: unit tests, then integration tests by name.
pub fn all(session: &Session, built: Built) -> Vec<OwnTests> {
    let workspace = &session.workspace;
    let mut all = searched(session, &built.environment);
    let (_, integration) = to_build(workspace);
    for artifact in built.tests {
        let target = artifact.target.clone();
        let is_unit = target.is_bin() || workspace::is_library(&target);
        let is_meant = is_unit || target.is_test() && integration.contains(&target.name);
        if !is_meant {
            continue;
        }
        if let Some(executable) = executable(workspace, &artifact)
            && !all.iter().any(|tests| tests.executable.path == executable.path)
        {
            all.push(OwnTests::new(executable, &target, &built.environment));
        }
    }
    sort(&mut all);
    all
}

/// Returns the executables of rule 1.
fn searched(session: &Session, environment: &Environment) -> Vec<OwnTests> {
    let mut all: Vec<OwnTests> = Vec::new();
    for target in &session.targets {
        let executable = &target.host.executable;
        if executable.product == Product::UnitTests
            && !all.iter().any(|tests| tests.executable.path == executable.path)
            && let Some(of) = find_target(executable)
        {
            all.push(OwnTests::new(executable.clone(), of, environment));
        }
    }
    all
}

fn sort(all: &mut [OwnTests]) {
    fn order(tests: &OwnTests) -> (&str, &Option<String>, bool, &str) {
        let TestExecutable { package, binary, crate_name, .. } = &tests.executable;
        (package.name.as_str(), &tests.integration, binary.is_some(), crate_name)
    }
    all.sort_by(|a, b| order(a).cmp(&order(b)));
}

/// Returns the library or binary whose unit tests an executable has.
fn find_target(executable: &TestExecutable) -> Option<&Target> {
    let is_it = |target: &&Target| match &executable.binary {
        Some(binary) => target.is_bin() && target.name == *binary,
        None => workspace::is_library(target),
    };
    executable.package.targets.iter().find(is_it)
}

fn executable(workspace: &Workspace, artifact: &Artifact) -> Option<TestExecutable> {
    let package = workspace.selected.iter().find(|package| package.id == artifact.package_id)?;
    executable::test_executable(package, artifact)
}

/// True if a target has the standard library's harness. Only its manifest shows that.
fn has_harness(package: &Package, target: &Target) -> bool {
    let manifest = fs::read_to_string(&package.manifest_path).unwrap_or_default();
    let Ok(manifest) = manifest.parse::<Table>() else { return true };
    let says_no = |table: &Table| table.get("harness").and_then(toml::Value::as_bool) == Some(false);
    let section = match () {
        _ if target.is_test() => "test",
        _ if target.is_bin() => "bin",
        _ => "lib",
    };
    match manifest.get(section) {
        Some(toml::Value::Table(table)) => !says_no(table),
        Some(toml::Value::Array(tables)) => {
            let name = |table: &Table| table.get("name").and_then(toml::Value::as_str) == Some(&target.name);
            !tables.iter().filter_map(toml::Value::as_table).any(|table| name(table) && says_no(table))
        }
        _ => true,
    }
}
