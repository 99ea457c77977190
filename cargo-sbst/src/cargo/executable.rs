//! Unit-test executables that cargo has built.

use super::workspace::Workspace;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Package};

#[derive(Clone, Debug)]
pub struct TestExecutable {
    pub path: Utf8PathBuf,
    /// The package whose code it tests.
    pub package: Package,
    /// The crate's name, as in paths.
    pub crate_name: String,
    /// The binary's name if the crate is one.
    pub binary: Option<String>,
    /// Folders in which it finds its dynamic libraries.
    pub library_path: Vec<Utf8PathBuf>,
}

/// Returns an artifact as a test executable, if it is one of a package to be searched.
pub fn executable(workspace: &Workspace, artifact: Artifact) -> Option<TestExecutable> {
    let mut packages = workspace.packages.iter().map(|package| &package.package);
    let package = packages.find(|package| package.id == artifact.package_id)?;
    test_executable(package, artifact)
}

/// Returns an artifact of a package as a test executable, if it is one.
pub fn test_executable(package: &Package, artifact: Artifact) -> Option<TestExecutable> {
    let path = artifact.executable.filter(|_| artifact.profile.test)?;
    let folders = path.ancestors().skip(1).take(2).map(Utf8Path::to_owned);
    Some(TestExecutable {
        library_path: folders.collect(),
        package: package.clone(),
        crate_name: artifact.target.name.replace('-', "_"),
        binary: artifact.target.is_bin().then_some(artifact.target.name),
        path,
    })
}
