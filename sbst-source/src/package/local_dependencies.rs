//! The packages that a package depends on by a path. Manifests are read line by line, because a
//! TOML parser would be compiled into every search build.

use std::fs;
use std::path::{Path, PathBuf};

/// The directories of path dependencies of the package in this directory, its own or inherited from
/// the workspace.
pub(super) fn local_dependencies(package: &Path) -> Vec<PathBuf> {
    let Ok(manifest) = fs::read_to_string(package.join("Cargo.toml")) else { return Vec::new() };
    let mut found: Vec<PathBuf> =
        manifest.lines().filter_map(path_in).map(|path| package.join(path)).collect();
    let inherited: Vec<&str> =
        manifest.lines().filter(|line| line.contains("workspace")).filter_map(name_in).collect();
    let workspace = package.ancestors().skip(1).find(|directory| directory.join("Cargo.lock").exists());
    if let Some(workspace) = workspace.filter(|_| !inherited.is_empty()) {
        let manifest = fs::read_to_string(workspace.join("Cargo.toml")).unwrap_or_default();
        let lines =
            manifest.lines().filter(|line| name_in(line).is_some_and(|name| inherited.contains(&name)));
        found.extend(lines.filter_map(path_in).map(|path| workspace.join(path)));
    }
    found
}

/// `crates/a` in a line with `path = "crates/a"`.
fn path_in(line: &str) -> Option<&str> {
    let (_, after) = line.split_once("path")?;
    after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?.split('"').next()
}

/// `name` in `name = { … }` and `name.workspace = true`.
fn name_in(line: &str) -> Option<&str> {
    let name = line.split(['=', '.']).next()?.trim().trim_matches('"');
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_dependencies_are_found_in_the_manifest() {
        assert_eq!(path_in("a = { version = \"1\", path = \"../a\" }"), Some("../a"));
        assert_eq!(path_in("path = \"b\""), Some("b"));
        assert_eq!(path_in("a = \"1\" # no path"), None);
        assert_eq!(
            ["a.workspace = true", "\"b\" = { workspace = true }"].map(name_in),
            [Some("a"), Some("b")]
        );
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let runtime = local_dependencies(&here.with_file_name("sbst-runtime"));
        assert!(runtime.iter().any(|path| path.ends_with("sbst-model")), "{runtime:?}");
    }
}
