//! What earlier runs wrote.
//!
//! 1. Tests stay if their function still exists and this run says nothing new of it.
//! 2. A module that a person has made theirs, by taking the header away, stays declared.

use super::blocks::{Block, Blocks};
use super::crates::Crates;
use super::draft::Draft;
use super::exports::Exports;
use super::files;
use super::placement::{self, Placement};
use super::plan::first_line;
use super::scope::{Import, last_name};
use super::test_module::{Executable, KeptTest};
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
        // What could not be read may well define it.
        (reached.is_some() || !exports.sources.unknown.is_empty()).then_some(())?;
        let imports = earlier.imports.iter().filter(|(path, _)| block.names.contains(last_name(path)));
        Some(KeptTest {
            block: block.clone(),
            line: found.and_then(|found| first_line(exports, found)).unwrap_or_default(),
            imports: imports.map(|(path, cfgs)| Import { cfgs: cfgs.clone(), path: path.clone() }).collect(),
        })
    };
    earlier.tests.iter().filter_map(keep).collect()
}
