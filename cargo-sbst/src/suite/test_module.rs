//! A file of generated tests, before it is written.

use super::file::blocks::Block;
use super::helpers::{HELPERS, Helper};
use crate::suite::text::assertion::{BLOCK_ON, Form, SHOWN_BY};
use crate::suite::text::scope::Import;
use cargo_metadata::camino::Utf8PathBuf;

/// Which executable contains a module's tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Executable {
    /// The integration test.
    Integration,
    /// The library's unit tests.
    Library,
    /// A binary's unit tests.
    Binary(String),
    /// None: the file is only written.
    None,
}

/// A file of generated tests.
pub struct TestModule {
    /// Where it is written.
    pub path: Utf8PathBuf,
    /// Its first line.
    pub header: String,
    /// Whether it is a child of the module under test.
    pub private: bool,
    /// Whether nothing of `std` is there by itself, because it is part of such a crate.
    pub is_without_std: bool,
    /// Which executable contains it.
    pub executable: Executable,
    /// How the names of its tests begin in that executable: `shapes::`.
    pub prefix: String,
    /// Its tests, in order.
    pub tests: Vec<Test>,
    /// Tests of an earlier run that stay as they are.
    pub kept: Vec<KeptTest>,
}

/// A test to be written.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The path of the function's definition.
    pub function: String,
    /// Where the function stands; tests are in this order.
    pub line: usize,
    /// What stands above it beside the function: the goals, or what was found.
    pub comment: Vec<String>,
    /// Its attributes beside `#[test]`.
    pub attributes: Vec<String>,
    /// What the calls need imported.
    pub imports: Vec<Import>,
    /// The `#[cfg]`s of the functions called.
    pub cfgs: Vec<String>,
    /// Ways to write it, the strongest first; never empty.
    pub forms: Vec<Form>,
    /// Whether it is not run by default.
    pub ignored: bool,
    /// Whether it runs a future.
    pub is_async: bool,
    /// Whether it shows what a function writes to a formatter.
    pub is_shown: bool,
    /// The names of the [helpers](super::helpers) that it calls.
    pub helpers: Vec<&'static str>,
    /// True if the sandbox refused something in its function's search.
    pub touches: bool,
}

/// A test of an earlier run.
#[derive(Clone, Debug)]
pub struct KeptTest {
    /// As it stands in the file.
    pub block: Block,
    /// Where its function stands now.
    pub line: usize,
    /// What it needs imported.
    pub imports: Vec<Import>,
}

impl TestModule {
    /// The number of tests.
    pub fn len(&self) -> usize {
        self.tests.len() + self.kept.len()
    }

    /// Whether it has no tests.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of tests that are not run by default.
    pub fn ignored(&self) -> usize {
        let kept = self.kept.iter().filter(|kept| kept.block.ignored).count();
        kept + self.tests.iter().filter(|test| test.ignored).count()
    }

    /// Whether a test runs a future.
    pub fn is_async(&self) -> bool {
        self.tests.iter().any(|test| test.is_async)
            || self.kept.iter().any(|kept| kept.block.names.contains(BLOCK_ON))
    }

    /// Whether a test shows what a function writes to a formatter.
    pub fn is_shown(&self) -> bool {
        self.tests.iter().any(|test| test.is_shown)
            || self.kept.iter().any(|kept| kept.block.names.contains(SHOWN_BY))
    }

    /// The helpers that its tests call.
    pub fn helpers(&self) -> impl Iterator<Item = &'static Helper> {
        HELPERS.iter().filter(|helper| {
            self.tests.iter().any(|test| test.helpers.contains(&helper.name))
                || self.kept.iter().any(|kept| kept.block.names.contains(helper.name))
        })
    }

    /// Names of the tests.
    pub fn names(&self) -> Vec<String> {
        let kept = self.kept.iter().map(|kept| kept.block.name.clone());
        kept.chain(self.tests.iter().map(|test| test.name.clone())).collect()
    }

    /// Names of the tests that run by default.
    pub fn running(&self) -> Vec<String> {
        let kept = self.kept.iter().filter(|kept| !kept.block.ignored).map(|kept| kept.block.name.clone());
        let tests = self.tests.iter().filter(|test| !test.ignored).map(|test| test.name.clone());
        kept.chain(tests).collect()
    }

    /// Whether a test is one of an earlier run.
    pub fn is_kept(&self, name: &str) -> bool {
        self.kept.iter().any(|kept| kept.block.name == name)
    }

    /// True if the sandbox refused something in the search that this test is from.
    pub fn touches(&self, name: &str) -> bool {
        self.tests.iter().any(|test| test.name == name && test.touches)
    }

    /// The path of the function that a test of this run tests.
    pub fn function(&self, name: &str) -> Option<&str> {
        self.tests.iter().find(|test| test.name == name).map(|test| test.function.as_str())
    }

    /// Writes a test in its next weaker form; `false` if it has none, or none that asserts anything if that is wanted.
    pub fn weaken(&mut self, name: &str, must_assert: bool) -> bool {
        match self.tests.iter_mut().find(|test| test.name == name) {
            Some(test) if test.forms.get(1).is_some_and(|next| next.asserts || !must_assert) => {
                test.forms.remove(0);
                true
            }
            _ => false,
        }
    }

    /// Takes a test out.
    pub fn remove(&mut self, name: &str) {
        self.tests.retain(|test| test.name != name);
        self.kept.retain(|kept| kept.block.name != name);
    }
}
