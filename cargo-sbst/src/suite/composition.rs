//! Files that mix tests of two versions: from before a run, and from the run.

use super::blocks::{self, Block, Blocks};
use super::changes::{FileChange, TestFile};
use super::file::files::FileWriter;
use super::file::source;
use super::test_module::{KeptTest, TestModule};
use super::text::scope::{Import, last_name};
use anyhow::ensure;
use cargo_metadata::Package;
use std::collections::{BTreeMap, BTreeSet};

/// A version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Before,
    After,
}

/// The tests of a file before and after a run.
pub struct Versions {
    pub before: Blocks,
    pub after: Blocks,
}

impl Versions {
    pub fn new(file: &FileChange) -> Versions {
        let split = |text: &Option<String>| blocks::split(text.as_deref().unwrap_or_default());
        Versions { before: split(&file.before), after: split(&file.after) }
    }

    fn of(&self, side: Side) -> &Blocks {
        match side {
            Side::Before => &self.before,
            Side::After => &self.after,
        }
    }

    /// Returns the functions with tests in the order of the later version. Functions of the earlier
    /// version alone follow the same function as there.
    fn functions(&self) -> Vec<&str> {
        let mut order: Vec<&str> = Vec::new();
        for block in &self.after.tests {
            if !order.contains(&block.function.as_str()) {
                order.push(&block.function);
            }
        }
        let mut at = 0;
        for block in &self.before.tests {
            match order.iter().position(|function| *function == block.function) {
                Some(found) => at = found + 1,
                None => {
                    order.insert(at, &block.function);
                    at += 1;
                }
            }
        }
        order
    }
}

/// Returns the text of a file with the chosen tests of two versions, by their indices; `None`
/// without any.
pub fn compose(
    package: &Package,
    file: &FileChange,
    facts: &TestFile,
    versions: &Versions,
    chosen: &[(Side, usize)],
) -> anyhow::Result<Option<String>> {
    if chosen.is_empty() {
        return Ok(None);
    }
    let functions = versions.functions();
    let mut taken = BTreeSet::new();
    let mut kept = Vec::new();
    for (side, index) in chosen {
        let blocks = versions.of(*side);
        let block = &blocks.tests[*index];
        let line = functions.iter().position(|function| *function == block.function).unwrap_or_default();
        let mut test = KeptTest::from_file(block, blocks, line);
        let of_run = facts.tests.iter().find(|test| *side == Side::After && test.name == block.name);
        if let Some(of_run) = of_run {
            let imports = of_run.imports.iter().cloned();
            test.imports = imports.map(|(path, cfgs)| Import { cfgs, path }).collect();
        }
        rename(&mut test.block, &mut taken);
        kept.push(test);
    }
    agree(&kept)?;
    let text = file.after.as_deref().or(file.before.as_deref()).unwrap_or_default();
    let module = TestModule {
        private: facts.is_private,
        is_without_std: facts.is_without_std,
        ..TestModule::of_kept(kept, &file.path, &facts.prefix, text)
    };
    let text = source::module(&module);
    Ok(Some(FileWriter::new(package).format(&text).unwrap_or(text)))
}

/// Gives a test another name if an earlier one in the file has its name.
fn rename(block: &mut Block, taken: &mut BTreeSet<String>) {
    let old = block.name.clone();
    while !taken.insert(block.name.clone()) {
        block.name.push_str("_before");
    }
    block.text = block.text.replacen(&format!("fn {old}("), &format!("fn {}(", block.name), 1);
}

/// Fails if two tests import different items by one name.
fn agree(kept: &[KeptTest]) -> anyhow::Result<()> {
    let mut paths: BTreeMap<&str, &str> = BTreeMap::new();
    for import in kept.iter().flat_map(|test| &test.imports).filter(|import| import.cfgs.is_empty()) {
        let name = last_name(&import.path);
        let other = paths.insert(name, &import.path).filter(|other| *other != import.path);
        ensure!(
            other.is_none(),
            "`{name}` is {} in some of the tests and {} in others, so they cannot be in one file",
            import.path,
            other.unwrap_or_default()
        );
    }
    Ok(())
}
