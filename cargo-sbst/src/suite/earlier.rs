//! What earlier runs wrote.
//!
//! 1. Tests stay if their function still exists and this run says nothing new of it.
//! 2. A module that a person has made theirs, by taking the header away, stays declared.

use super::file::blocks::{self, Block, Blocks};
use super::file::files;
use super::test_module::{Executable, KeptTest};
use crate::source::exports::Exports;
use crate::suite::crates::Crates;
use crate::suite::draft::Draft;
use crate::suite::file::declare;
use crate::suite::file::placement::{self, Placement};
use crate::suite::plan::first_line;
use crate::suite::text::scope::{Import, last_name};
use anyhow::Context;
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Modules in the suite's folder that a person has made theirs, and that `main.rs` declares.
pub fn adopted_modules(directory: &Utf8Path) -> Vec<String> {
    let root = fs::read_to_string(directory.join("main.rs")).unwrap_or_default();
    let names = root.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';'));
    let adopted = names.filter(|name| {
        let path = directory.join(format!("{name}.rs"));
        path.exists() && !files::is_ours(&path)
    });
    adopted.map(str::to_owned).collect()
}

/// Adds the files of earlier runs in the suite's folder.
pub fn add_files<'a>(
    package: &Package,
    crates: &'a Crates,
    drafts: &mut BTreeMap<Utf8PathBuf, Draft<'a>>,
) -> anyhow::Result<()> {
    let directory = placement::suite_directory(package);
    let Some(exports) = crates.own.get(&None).filter(|_| directory.exists()) else { return Ok(()) };
    let failed = || format!("failed to read {directory}");
    for entry in directory.read_dir_utf8().with_context(failed)? {
        let path = entry.with_context(failed)?.into_path();
        let Some(stem) = path.file_stem().filter(|stem| path.extension() == Some("rs") && *stem != "main")
        else {
            continue;
        };
        if files::is_ours(&path) {
            let placement = Placement {
                path: path.clone(),
                executable: Executable::Integration,
                prefix: format!("{stem}::"),
                inside: None,
                declaration: None,
            };
            drafts.entry(path).or_insert_with(|| Draft { placement, exports, targets: Vec::new() });
        }
    }
    Ok(())
}

/// The tests of a file that stay. `inside` says whether it stands inside the crate; `conclusive` are the functions of
/// which this run tells something.
pub fn kept_tests(
    exports: &Exports,
    earlier: &Blocks,
    inside: bool,
    conclusive: &BTreeSet<&str>,
) -> Vec<KeptTest> {
    let keep = |block: &Block| {
        if block.function.is_empty() || conclusive.contains(block.function.as_str()) {
            return None;
        }
        let found = exports.find_function(&block.function, Utf8Path::new(""), 0);
        let reached = found.filter(|found| inside || exports.public_path(*found).is_some());
        // What could not be read may well define it, and what a macro makes is not found.
        let may_be_made = block.function.contains('$') || !exports.sources.unknown.is_empty();
        (reached.is_some() || may_be_made).then_some(())?;
        let imports = earlier.imports.iter().filter(|(path, _)| block.names.contains(last_name(path)));
        Some(KeptTest {
            block: block.clone(),
            line: found.and_then(|found| first_line(exports, found)).unwrap_or_default(),
            imports: imports.map(|(path, cfgs)| Import { cfgs: cfgs.clone(), path: path.clone() }).collect(),
        })
    };
    earlier.tests.iter().filter_map(keep).collect()
}

/// A test of an earlier run that is ignored, because its function fails in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultTest {
    /// Its name.
    pub name: String,
    /// The path of the function.
    pub function: String,
    /// Whether it stands inside the crate of the function.
    pub is_inside: bool,
}

/// The tests of that kind in a package.
pub fn fault_tests(package: &Package) -> Vec<FaultTest> {
    let suite = placement::suite_directory(package);
    let mut folders: Vec<Utf8PathBuf> = package
        .targets
        .iter()
        .filter(|target| !(target.is_test() || target.is_custom_build()))
        .filter_map(|target| target.src_path.parent().map(Utf8Path::to_owned))
        .collect();
    folders.sort();
    folders.dedup();
    let inside = format!("{}.rs", declare::MODULE);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    folders.push(suite.clone());
    while let Some(folder) = folders.pop() {
        if !seen.insert(folder.clone()) {
            continue;
        }
        for path in folder.read_dir_utf8().into_iter().flatten().flatten().map(|entry| entry.into_path()) {
            let is_ours = path.file_name() == Some(&inside) || folder == suite;
            if path.is_dir() {
                folders.push(path);
            } else if is_ours && files::is_ours(&path) {
                let text = fs::read_to_string(&path).unwrap_or_default();
                let tests = blocks::split(&text).tests.into_iter().filter(|block| block.ignored);
                found.extend(tests.map(|block| FaultTest {
                    name: block.name,
                    function: block.function,
                    is_inside: folder != suite,
                }));
            }
        }
    }
    found
}
