//! The files of a package that a run writes, before and after it.
//!
//! 1. The files are those of tests, the root of the integration test, and sources that declare a
//!    file of tests. Files under the target directory are excluded.
//! 2. The tests of earlier runs are executed before any is replaced. A failing test shows a changed
//!    result. Tests with compile errors are removed, so that the others run.
//! 3. A run that fails or only proposes restores all files.

use super::SuiteOptions;
use super::blocks;
use super::check::{Reason, written};
use super::file::files;
use super::file::placement::{self, Declaration};
use super::test_module::{Executable, KeptTest, TestModule};
use crate::ui::{console, whole_file};
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;

/// The files of a package that a run changed, or would change.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Changes {
    pub files: Vec<FileChange>,
    /// Names of earlier tests that fail now, as the harness prints them, with the reasons.
    pub failing: BTreeMap<String, Reason>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileChange {
    pub path: Utf8PathBuf,
    /// `None` if there was no file.
    pub before: Option<String>,
    /// `None` if there is no file.
    pub after: Option<String>,
    pub role: Role,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Role {
    Tests(TestFile),
    /// `main.rs` of the integration test.
    Root,
    /// A source of the user's that declares a file of tests.
    Source,
}

/// The facts of a file of tests that its text does not show.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestFile {
    /// Prefix of the tests' names in the executable.
    pub prefix: String,
    pub is_private: bool,
    pub is_without_std: bool,
    /// The source that declares the file.
    pub source: Option<Utf8PathBuf>,
    /// The tests of the run.
    pub tests: Vec<TestFacts>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestFacts {
    pub name: String,
    /// Keys of the tests merged into this one.
    pub keys: Vec<String>,
    /// Paths that it imports, each with its `#[cfg]`s.
    pub imports: Vec<(String, Vec<String>)>,
}

/// The state of the files before a run.
pub struct Before {
    texts: BTreeMap<Utf8PathBuf, Option<String>>,
    root: Utf8PathBuf,
    /// Sources that declare files of tests.
    sources: BTreeMap<Utf8PathBuf, Utf8PathBuf>,
    is_restored: bool,
}

impl Before {
    /// Reads the files by rule 1.
    pub fn read(
        package: &Package,
        modules: &[TestModule],
        declarations: &[(Utf8PathBuf, Declaration)],
    ) -> Before {
        let root = placement::suite_directory(package).join("main.rs");
        let sources = declarations.iter().map(|(path, declaration)| (path.clone(), declaration.file.clone()));
        let sources: BTreeMap<_, _> = sources.collect();
        let files = modules.iter().filter(|module| module.executable != Executable::None);
        let files = files.map(|module| &module.path).chain([&root]).chain(sources.values());
        let texts = files.map(|path| (path.clone(), fs::read_to_string(path).ok())).collect();
        Before { texts, root, sources, is_restored: true }
    }

    /// Rule 2: returns the names of earlier tests that fail, as the harness prints them, with the
    /// reasons. `write` writes the modules that it gets.
    pub fn failing(
        &self,
        package: &Package,
        options: &SuiteOptions<'_>,
        modules: &[TestModule],
        write: impl FnMut(&[TestModule]) -> anyhow::Result<()>,
        notes: &mut Vec<String>,
    ) -> anyhow::Result<BTreeMap<String, Reason>> {
        let mut earlier: Vec<TestModule> = modules.iter().filter_map(|module| self.earlier(module)).collect();
        let run = written::run_earlier(package, options, &mut earlier, write)?;
        let (of_tests, of_executables): (Vec<_>, Vec<_>) =
            run.failed.into_iter().partition(|(name, _)| !Utf8Path::new(name).is_absolute());
        let obstacle =
            run.obstacle.or_else(|| of_executables.into_iter().next().map(|(_, why)| why.to_string()));
        notes.extend(obstacle.map(|why| {
            format!("the earlier tests of {} were not compared with the present code: {why}", package.name)
        }));
        Ok(of_tests.into_iter().collect())
    }

    /// Returns the earlier version of a file, if it has tests.
    fn earlier(&self, module: &TestModule) -> Option<TestModule> {
        let text = self.texts.get(&module.path)?.as_deref()?;
        let blocks = blocks::split(text);
        let kept: Vec<KeptTest> = blocks
            .tests
            .iter()
            .zip(1..)
            .map(|(block, line)| KeptTest::from_file(block, &blocks, line))
            .collect();
        (!kept.is_empty()).then(|| TestModule {
            private: module.private,
            is_without_std: module.is_without_std,
            executable: module.executable.clone(),
            ..TestModule::of_kept(kept, &module.path, &module.prefix, text)
        })
    }

    /// Compares the files with their present state, which stays unless the run only proposes.
    pub fn changes(
        mut self,
        modules: &[TestModule],
        failing: BTreeMap<String, Reason>,
        only_proposes: bool,
    ) -> Changes {
        self.is_restored = only_proposes;
        let change = |(path, before): (&Utf8PathBuf, &Option<String>)| {
            let after = fs::read_to_string(path).ok();
            let module = modules.iter().find(|module| module.path == *path);
            let role = match module {
                Some(module) => Role::Tests(TestFile::new(module, self.sources.get(path))),
                None if *path == self.root => Role::Root,
                None => Role::Source,
            };
            let change = FileChange { path: path.clone(), before: before.clone(), after, role };
            (change.before != change.after).then_some(change)
        };
        Changes { files: self.texts.iter().filter_map(change).collect(), failing }
    }
}

impl Drop for Before {
    /// Rule 3.
    fn drop(&mut self) {
        for (path, text) in self.texts.iter().filter(|_| self.is_restored) {
            if let Err(error) = put(path, text.as_deref()) {
                console::error(&error.context("failed to restore a file to its state before this run"));
            }
        }
    }
}

/// Writes a file, or removes it with its folders if these become empty.
pub fn put(path: &Utf8Path, text: Option<&str>) -> anyhow::Result<()> {
    match text {
        Some(text) => whole_file::replace(path, text.as_bytes()),
        None => {
            files::remove(path)?;
            // `remove_dir` succeeds only for an empty folder.
            _ = path.ancestors().skip(1).take(2).try_for_each(fs::remove_dir);
            Ok(())
        }
    }
}

impl TestFile {
    fn new(module: &TestModule, source: Option<&Utf8PathBuf>) -> TestFile {
        let facts = module.tests.iter().map(|test| {
            let of_parts = test.parts.iter().map(|part| part.key.clone());
            let imports = test.forms.iter().take(1).flat_map(|form| &form.imports);
            TestFacts {
                name: test.name.clone(),
                keys: if test.parts.is_empty() { vec![test.key.clone()] } else { of_parts.collect() },
                imports: imports.map(|import| (import.path.clone(), import.cfgs.clone())).collect(),
            }
        });
        TestFile {
            prefix: module.prefix.clone(),
            is_private: module.private,
            is_without_std: module.is_without_std,
            source: source.cloned(),
            tests: facts.collect(),
        }
    }
}
