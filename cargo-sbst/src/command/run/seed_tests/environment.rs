//! Variables that cargo sets for tests: about their package, its build script and its binaries.
//! They are those for the compiler, without the ones for the compiler alone.

use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Artifact, BuildScript, Package, PackageId};
use std::collections::BTreeMap;
use std::process::Command;

/// Variables, of some packages or of one.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Variables of build scripts.
    scripts: Vec<(PackageId, BTreeMap<String, String>)>,
    /// Binaries: package, name and path.
    binaries: Vec<(PackageId, String, Utf8PathBuf)>,
    variables: BTreeMap<String, String>,
}

impl Environment {
    /// Notes a binary.
    pub fn note_binary(&mut self, artifact: &Artifact) {
        if let Some(path) = artifact.executable.clone().filter(|_| artifact.target.is_bin()) {
            self.binaries.push((artifact.package_id.clone(), artifact.target.name.clone(), path));
        }
    }

    /// Notes the variables of a build script.
    pub fn note_script(&mut self, script: &BuildScript) {
        let mut variables: BTreeMap<String, String> = script.env.iter().cloned().collect();
        variables.insert("OUT_DIR".into(), script.out_dir.to_string());
        self.scripts.push((script.package_id.clone(), variables));
    }

    /// Returns the environment of a package's tests. Integration tests get the paths of binaries.
    pub fn for_tests(&self, package: &Package, is_integration: bool) -> Environment {
        let mut variables: BTreeMap<String, String> = self
            .scripts
            .iter()
            .filter(|(id, _)| *id == package.id)
            .flat_map(|(_, variables)| variables.clone())
            .collect();
        let version = &package.version;
        let path = |path: &Option<Utf8PathBuf>| path.as_ref().map(ToString::to_string).unwrap_or_default();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let of_package = [
            ("CARGO_MANIFEST_PATH", package.manifest_path.to_string()),
            ("CARGO_PKG_VERSION_MAJOR", version.major.to_string()),
            ("CARGO_PKG_VERSION_MINOR", version.minor.to_string()),
            ("CARGO_PKG_VERSION_PATCH", version.patch.to_string()),
            ("CARGO_PKG_VERSION_PRE", version.pre.to_string()),
            ("CARGO_PKG_AUTHORS", package.authors.join(":")),
            ("CARGO_PKG_DESCRIPTION", text(&package.description)),
            ("CARGO_PKG_HOMEPAGE", text(&package.homepage)),
            ("CARGO_PKG_REPOSITORY", text(&package.repository)),
            ("CARGO_PKG_LICENSE", text(&package.license)),
            ("CARGO_PKG_LICENSE_FILE", path(&package.license_file)),
            (
                "CARGO_PKG_RUST_VERSION",
                package.rust_version.as_ref().map(ToString::to_string).unwrap_or_default(),
            ),
            ("CARGO_PKG_README", path(&package.readme)),
        ];
        variables.extend(of_package.map(|(name, value)| (name.to_owned(), value)));
        let binaries = self.binaries.iter().filter(|(id, ..)| is_integration && *id == package.id);
        variables.extend(binaries.map(|(_, name, path)| (format!("CARGO_BIN_EXE_{name}"), path.to_string())));
        Environment { variables, ..Environment::default() }
    }

    pub fn apply(&self, command: &mut Command) {
        command.env("CARGO", crate::cargo::arguments::cargo().get_program());
        command.envs(&self.variables);
    }
}
