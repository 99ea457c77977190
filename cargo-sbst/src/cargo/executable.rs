//! The executables of builds: unit tests that cargo links, and workers that the command links.

use super::workspace::Workspace;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Package};

/// The executables that a build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A crate's unit tests, with their harness.
    UnitTests,
    /// A crate as others compile it, with a `main` of ours.
    Workers,
}

#[derive(Clone, Debug)]
pub struct TestExecutable {
    pub path: Utf8PathBuf,
    pub product: Product,
    /// The package whose code it tests.
    pub package: Package,
    /// The crate's name, as in paths.
    pub crate_name: String,
    /// The binary's name if the crate is one.
    pub binary: Option<String>,
    /// The folders of its dynamic libraries.
    pub library_path: Vec<Utf8PathBuf>,
}

impl TestExecutable {
    /// The executable of an artifact's crate at `path`, which finds dynamic libraries in `folder`
    /// and the folder around it.
    pub fn new(
        product: Product,
        path: Utf8PathBuf,
        folder: &Utf8Path,
        package: &Package,
        artifact: &Artifact,
    ) -> Self {
        TestExecutable {
            path,
            product,
            package: package.clone(),
            crate_name: artifact.target.name.replace('-', "_"),
            binary: artifact.target.is_bin().then(|| artifact.target.name.clone()),
            library_path: folder.ancestors().take(2).map(Utf8Path::to_owned).collect(),
        }
    }
}

/// Returns the package to be searched that an artifact is of, if it is of one.
pub fn package<'a>(workspace: &'a Workspace, artifact: &Artifact) -> Option<&'a Package> {
    let mut packages = workspace.packages.iter().map(|package| &package.package);
    packages.find(|package| package.id == artifact.package_id)
}

/// Returns an artifact as a test executable, if it is one of a package to be searched.
pub fn executable(workspace: &Workspace, artifact: &Artifact) -> Option<TestExecutable> {
    test_executable(package(workspace, artifact)?, artifact)
}

/// Returns an artifact of a package as a test executable, if it is one.
pub fn test_executable(package: &Package, artifact: &Artifact) -> Option<TestExecutable> {
    let path = artifact.executable.clone().filter(|_| artifact.profile.test)?;
    let folder = path.parent()?.to_owned();
    Some(TestExecutable::new(Product::UnitTests, path, &folder, package, artifact))
}
