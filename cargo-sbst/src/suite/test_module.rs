//! A file of generated tests before it is written.

use super::blocks::{Block, Definition};
use super::helpers::{HELPERS, Helper};
use crate::suite::text::assertion::Form;
use crate::suite::text::call::{BLOCK_ON, SHOWN_BY};
use crate::suite::text::facts::Facts;
use crate::suite::text::scope::Import;
use crate::suite::text::test_names;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::messages::{Boundaries, FindingKind, GoalsOf};
use sbst_model::target::{Parameter, Place};
use sbst_model::{OutputClass, TargetId};
use std::collections::{BTreeMap, BTreeSet};

/// The executable that contains a module's tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Executable {
    Integration,
    /// The library's unit tests.
    Library,
    /// The unit tests of the binary with this name.
    Binary(String),
    /// No executable: the file is only written.
    None,
}

pub struct TestModule {
    pub path: Utf8PathBuf,
    /// The first lines.
    pub header: String,
    /// True if the file is a child of the module under test.
    pub private: bool,
    /// True if the file belongs to a `no_std` crate and so has no `std` by default.
    pub is_without_std: bool,
    pub executable: Executable,
    /// Prefix of the tests' names in the executable: `shapes::`.
    pub prefix: String,
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// Unchanged tests of an earlier run.
    pub kept: Vec<KeptTest>,
    /// Names with a meaning in the file, which no test may have.
    pub in_scope: BTreeSet<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Test {
    pub name: String,
    /// The key that identifies it in a [review](super::choices).
    pub key: String,
    /// True if a review refused it.
    pub is_refused: bool,
    /// The path of the function's definition.
    pub function: String,
    /// Line of the function, which orders the tests.
    pub line: usize,
    /// Comment lines above it.
    pub comment: Vec<String>,
    /// Attributes other than `#[test]`.
    pub attributes: Vec<String>,
    /// The `#[cfg]`s of the called functions.
    pub cfgs: Vec<String>,
    /// Forms of the test, the strongest first; never empty.
    pub forms: Vec<Form>,
    pub ignored: bool,
    /// True if the test runs a future.
    pub is_async: bool,
    /// True if the test shows output of a function to a formatter.
    pub is_shown: bool,
    /// The names of the [helpers](super::helpers) that the test calls.
    pub helpers: Vec<&'static str>,
    /// The [doubles](super::doubles) in its arguments.
    pub doubles: Vec<Definition>,
    /// True if the sandbox refused an operation in the function's search.
    pub touches: bool,
    /// The goals that it covers, by function.
    pub covers: Vec<GoalsOf>,
    /// The boundaries of the comparisons that it evaluates.
    pub boundaries: Boundaries,
    /// The goals that it was kept for, by function.
    pub serves: Vec<GoalsOf>,
    /// The classes of its function's outputs that it shows, without blank ones.
    pub outputs: Vec<OutputClass>,
    /// Numbers of the mutants that it notices.
    pub notices: Vec<u32>,
    /// The tested function, and the functions called before it.
    pub calls: Vec<TargetId>,
    pub facts: Facts,
    /// The parameters of the function.
    pub parameters: Vec<Parameter>,
    /// True if the first parameter is a receiver.
    pub has_receiver: bool,
    /// True if its call leaves its set-up unchanged.
    pub is_mergeable: bool,
    /// True if the function has no parameters, and its documentation has an example of it.
    pub repeats_example: bool,
    /// The tests that were merged into it, if any.
    pub parts: Vec<Test>,
    /// The cause of the panic that ends it, if any.
    pub cause: Option<Cause>,
}

/// The cause of a fault or of an explicit panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The kind of the fault; `None` for an explicit panic.
    pub kind: Option<FindingKind>,
    pub place: Option<Place>,
}

#[derive(Clone, Debug)]
pub struct KeptTest {
    /// The test as it is in the file.
    pub block: Block,
    /// Present line of the function.
    pub line: usize,
    pub imports: Vec<Import>,
    /// The doubles of the file that it mentions.
    pub doubles: Vec<Definition>,
}

impl Test {
    /// True if it may become a part of another test.
    pub fn can_be_merged(&self) -> bool {
        let is_one_line = |form: &Form| form.asserts && form.lines.len() == form.setup + 1;
        self.is_mergeable
            && !self.ignored
            && self.cause.is_none()
            && self.attributes.is_empty()
            && self.forms.first().is_some_and(is_one_line)
    }
}

/// Names tests, and adds their names to `taken`, the names in use.
pub fn rename(tests: &mut [Test], taken: &mut BTreeSet<String>) {
    let unnamed = tests.iter().map(|test| test_names::Unnamed {
        function: &test.function,
        facts: &test.facts,
        is_merged: !test.parts.is_empty(),
    });
    let names = test_names::assign(&unnamed.collect::<Vec<_>>(), taken);
    tests.iter_mut().zip(names).for_each(|(test, name)| test.name = name);
}

impl TestModule {
    /// Returns a module of the tests in an existing file, with the header of its text.
    pub fn of_kept(kept: Vec<KeptTest>, path: &Utf8Path, prefix: &str, text: &str) -> TestModule {
        let header = text.lines().take_while(|line| line.starts_with("//"));
        TestModule {
            path: path.to_owned(),
            header: header.map(|line| format!("{line}\n")).collect(),
            private: false,
            is_without_std: false,
            executable: Executable::None,
            prefix: prefix.to_owned(),
            tests: Vec::new(),
            kept,
            in_scope: BTreeSet::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.tests.len() + self.kept.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of ignored tests.
    pub fn ignored(&self) -> usize {
        let kept = self.kept.iter().filter(|kept| kept.block.ignored).count();
        kept + self.tests.iter().filter(|test| test.ignored).count()
    }

    /// True if a test runs a future.
    pub fn is_async(&self) -> bool {
        self.tests.iter().any(|test| test.is_async)
            || self.kept.iter().any(|kept| kept.block.names.contains(BLOCK_ON))
    }

    /// True if a test shows output of a function to a formatter.
    pub fn is_shown(&self) -> bool {
        self.tests.iter().any(|test| test.is_shown)
            || self.kept.iter().any(|kept| kept.block.names.contains(SHOWN_BY))
    }

    /// The helpers that the tests call.
    pub fn helpers(&self) -> impl Iterator<Item = &'static Helper> {
        HELPERS.iter().filter(|helper| {
            self.tests.iter().any(|test| test.helpers.contains(&helper.name))
                || self.kept.iter().any(|kept| kept.block.names.contains(helper.name))
        })
    }

    /// The doubles in the arguments of the tests, by name. Those of this run replace earlier ones.
    pub fn doubles(&self) -> BTreeMap<&str, &str> {
        let kept = self.kept.iter().flat_map(|kept| &kept.doubles);
        let doubles = kept.chain(self.tests.iter().flat_map(|test| &test.doubles));
        doubles.map(|double| (double.name.as_str(), double.text.as_str())).collect()
    }

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

    /// True if a test comes from an earlier run.
    pub fn is_kept(&self, name: &str) -> bool {
        self.kept.iter().any(|kept| kept.block.name == name)
    }

    /// True if the sandbox refused an operation in the search behind this test.
    pub fn touches(&self, name: &str) -> bool {
        self.tests.iter().any(|test| test.name == name && test.touches)
    }

    /// Returns the path of the function under test in a test of this run.
    pub fn function(&self, name: &str) -> Option<&str> {
        self.tests.iter().find(|test| test.name == name).map(|test| test.function.as_str())
    }

    /// Replaces a test by its next weaker form, or by its parts. Returns `false` if it has neither.
    /// With `must_assert`, the weaker form must assert something.
    pub fn weaken(&mut self, name: &str, must_assert: bool) -> bool {
        let Some(at) = self.tests.iter().position(|test| test.name == name) else { return false };
        let test = &mut self.tests[at];
        if test.forms.get(1).is_some_and(|next| next.asserts || !must_assert) {
            test.forms.remove(0);
            return true;
        }
        if test.parts.is_empty() {
            return false;
        }
        let mut taken = self.in_scope.clone();
        taken.extend(self.names().into_iter().filter(|other| other != name));
        let mut parts = std::mem::take(&mut self.tests[at].parts);
        rename(&mut parts, &mut taken);
        self.tests.splice(at..=at, parts);
        true
    }

    pub fn remove(&mut self, name: &str) {
        self.tests.retain(|test| test.name != name);
        self.kept.retain(|kept| kept.block.name != name);
    }
}
