//! The executables of documentation tests, kept to be executed with mutants.
//!
//! Rustdoc compiles and runs them one after the other, so the printed names are in the order of the
//! copies. Since edition 2024 one executable may contain all tests, and starts itself for each of
//! them. These are unknown here, so such tests are left out.

use super::cargo_test::CargoTest;
use crate::cargo::executable::{Product, TestExecutable};
use crate::cargo::workspace::is_library;
use crate::mutants::Executable;
use anyhow::Context;
use cargo_metadata::Edition;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::fs;

/// Returns the documentation tests that cargo would run, each in its own executable.
pub fn executables(cargo: &CargoTest, folder: &Utf8Path) -> anyhow::Result<Vec<Executable>> {
    let mut all = Vec::new();
    if !cargo.options.targets.has_documentation() {
        return Ok(all);
    }
    for package in &cargo.workspace.selected {
        let library = package.targets.iter().find(|target| is_library(target));
        if library.is_none_or(|library| !library.doctest || library.edition >= Edition::E2024) {
            continue;
        }
        let kept = folder.join(package.name.as_str());
        crate::cargo::own_directory::remove(&kept)?;
        fs::create_dir_all(&kept).with_context(|| format!("failed to create {kept}"))?;
        let Some(output) = cargo.documentation(package, &kept)? else { continue };
        for (path, name) in copies(&kept)?.into_iter().zip(names(&output)) {
            let executable = TestExecutable {
                path,
                product: Product::UnitTests,
                package: package.clone(),
                crate_name: package.name.replace('-', "_"),
                binary: None,
                library_path: vec![cargo.builds.join("debug").join("deps")],
            };
            let target = format!("{} documentation", package.name);
            all.push(Executable { target, executable, whole: Some(name) });
        }
    }
    Ok(all)
}

fn copies(folder: &Utf8Path) -> anyhow::Result<Vec<Utf8PathBuf>> {
    let mut copies = Vec::new();
    for entry in folder.read_dir_utf8().with_context(|| format!("failed to read {folder}"))? {
        copies.push(entry?.path().join("test"));
    }
    copies.sort();
    Ok(copies)
}

/// Returns the names of the executed tests, without those that are only compiled.
fn names(output: &str) -> Vec<String> {
    let tests = output.lines().filter_map(|line| line.strip_prefix("test ")?.rsplit_once(" ... "));
    let run = tests.filter(|(name, result)| !matches!(*result, "ignored") && name.ends_with(')'));
    run.map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_are_only_compiled_have_no_executable() {
        let output = "
running 4 tests
test src/lib.rs - f (line 3) ... ok
test src/lib.rs - f (line 9) - compile ... ok
test src/lib.rs - g (line 12) - compile fail ... ok
test src/lib.rs - h (line 20) ... ignored
test src/m.rs - m::S::f (line 2) ... FAILED
";
        assert_eq!(names(output), ["src/lib.rs - f (line 3)", "src/m.rs - m::S::f (line 2)"]);
    }
}
