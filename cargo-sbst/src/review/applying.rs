//! The files that follow from decisions.
//!
//! 1. A test with an accepted proposal is in its file as after the run, a test with a rejected one
//!    as before. Without a decision it stays as the run left it.
//! 2. A source declares its file of tests if that has any. A declared file without tests stays,
//!    since the build would break without it.
//! 3. The root of the integration test declares the files with tests.
//! 4. If the user has changed one of the files since, no file is written.

use super::last_run::{LastRun, PackageChanges};
use super::proposal::{Decision, Proposal, proposals};
use crate::suite::changes::{FileChange, Role, TestFile, put};
use crate::suite::composition::{Side, Versions, compose};
use anyhow::{Context, ensure};
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Records decisions on proposals, and writes the resulting files.
pub fn decide(
    last: &mut LastRun,
    packages: &[Package],
    decided: &[(Proposal, Decision)],
) -> anyhow::Result<()> {
    let mut decisions = last.decisions.clone();
    decisions.extend(decided.iter().map(|(proposal, decision)| (proposal.key.clone(), *decision)));
    for changes in &mut last.packages {
        let files =
            Files { changes, decisions: &decisions, only_proposed: last.only_proposed, new: BTreeMap::new() };
        let is_decided = |file: &FileChange| decided.iter().any(|(proposal, _)| proposal.file == file.path);
        let texts = files.compose(packages, is_decided)?;
        changes.composed.extend(texts);
    }
    last.decisions = decisions;
    Ok(())
}

/// The files of a package.
struct Files<'c> {
    changes: &'c PackageChanges,
    decisions: &'c BTreeMap<String, Decision>,
    only_proposed: bool,
    /// The new texts of files; `None` is for no file.
    new: BTreeMap<Utf8PathBuf, Option<String>>,
}

impl<'c> Files<'c> {
    /// Writes files of tests and the files that depend on them. Returns the changed texts.
    fn compose(
        mut self,
        packages: &[Package],
        is_decided: impl Fn(&FileChange) -> bool,
    ) -> anyhow::Result<BTreeMap<Utf8PathBuf, Option<String>>> {
        if !self.test_files().any(|(file, _)| is_decided(file)) {
            return Ok(BTreeMap::new());
        }
        let manifest = &self.changes.manifest_path;
        let package = packages.iter().find(|package| package.manifest_path == *manifest);
        let package = package.with_context(|| format!("{manifest} is no longer in this workspace"))?;
        for (file, facts) in self.test_files().filter(|(file, _)| is_decided(file)) {
            let text = self.text_of_tests(package, file, facts)?;
            self.new.insert(file.path.clone(), text);
        }
        for file in &self.changes.changes.files {
            let text = match &file.role {
                Role::Tests(_) => continue,
                Role::Root => self.text_of_root(file),
                Role::Source => self.text_of_source(file).map(str::to_owned),
            };
            self.new.insert(file.path.clone(), text);
        }
        for (file, facts) in self.test_files() {
            if let Some(header) = self.header_of_declared(file, facts) {
                self.new.insert(file.path.clone(), Some(header));
            }
        }
        let mut new = std::mem::take(&mut self.new);
        new.retain(|path, text| text.as_deref() != self.text(path));
        for path in new.keys() {
            ensure!(
                fs::read_to_string(path).ok().as_deref() == self.text(path),
                "{path} was changed since the run; run `cargo sbst` again, and then `cargo sbst review`"
            );
        }
        new.iter().try_for_each(|(path, text)| put(path, text.as_deref()))?;
        Ok(new)
    }

    fn test_files(&self) -> impl Iterator<Item = (&'c FileChange, &'c TestFile)> + use<'c> {
        self.changes.changes.files.iter().filter_map(|file| match &file.role {
            Role::Tests(facts) => Some((file, facts)),
            _ => None,
        })
    }

    /// Returns the new text of a file, or else the present one.
    fn text(&self, path: &Utf8Path) -> Option<&str> {
        if let Some(text) = self.new.get(path).or_else(|| self.changes.composed.get(path)) {
            return text.as_deref();
        }
        let file = self.changes.changes.files.iter().find(|file| file.path == path)?;
        let text = if self.only_proposed { &file.before } else { &file.after };
        text.as_deref()
    }

    /// Rule 1.
    fn text_of_tests(
        &self,
        package: &Package,
        file: &FileChange,
        facts: &TestFile,
    ) -> anyhow::Result<Option<String>> {
        let versions = Versions::new(file);
        let mut sides = BTreeSet::new();
        let mut chosen = Vec::new();
        for (pair, proposal) in proposals(file, facts, &versions, &self.changes.changes.failing) {
            let decision = proposal.as_ref().map(|proposal| self.decisions.get(&proposal.key));
            let side = match decision {
                None | Some(Some(Decision::Accepted)) => Side::After,
                Some(Some(Decision::Rejected)) => Side::Before,
                Some(None) if self.only_proposed => Side::Before,
                Some(None) => Side::After,
            };
            sides.extend(proposal.map(|_| side));
            let index = if side == Side::Before { pair.before } else { pair.after };
            chosen.extend(index.map(|index| (side, index)));
        }
        match sides.into_iter().collect::<Vec<_>>()[..] {
            [Side::After] => Ok(file.after.clone()),
            [Side::Before] => Ok(file.before.clone()),
            _ => compose(package, file, facts, &versions, &chosen),
        }
    }

    /// Rule 2: returns the version of a source that fits its files of tests.
    fn text_of_source(&self, source: &'c FileChange) -> Option<&'c str> {
        let mut files = self.test_files().filter(|(_, facts)| facts.source.as_ref() == Some(&source.path));
        let has_tests = files.any(|(file, _)| self.text(&file.path).is_some());
        if has_tests { source.after.as_deref() } else { source.before.as_deref() }
    }

    /// Rule 2: returns the text of a declared file without tests.
    fn header_of_declared(&self, file: &FileChange, facts: &TestFile) -> Option<String> {
        let source = facts.source.as_ref().filter(|_| self.text(&file.path).is_none())?;
        let change = self.changes.changes.files.iter().find(|change| change.path == *source);
        if change.is_some_and(|change| self.text(source) == change.before.as_deref() && file.before.is_none())
        {
            return None;
        }
        let text = file.after.as_deref().or(file.before.as_deref())?;
        let header = text.lines().take_while(|line| line.starts_with("//"));
        Some(header.map(|line| format!("{line}\n")).collect::<String>() + "\n// No test was left.\n")
    }

    /// Rule 3.
    fn text_of_root(&self, root: &FileChange) -> Option<String> {
        let versions = [&root.before, &root.after];
        let lines = || versions.into_iter().flatten().flat_map(|text| text.lines());
        let mut modules: BTreeSet<&str> = lines().filter_map(declared).collect();
        for (file, _) in self.test_files().filter(|(file, _)| file.path.parent() == root.path.parent()) {
            let stem = file.path.file_stem().unwrap_or_default();
            match self.text(&file.path) {
                Some(_) => modules.insert(stem),
                None => modules.remove(stem),
            };
        }
        let text = root.after.as_deref().or(root.before.as_deref())?;
        let others = text.lines().filter(|line| declared(line).is_none()).map(|line| format!("{line}\n"));
        let declarations = modules.iter().map(|module| format!("mod {module};\n"));
        (!modules.is_empty()).then(|| others.chain(declarations).collect())
    }
}

/// Returns the module that a line of the root declares.
fn declared(line: &str) -> Option<&str> {
    line.strip_prefix("mod ")?.strip_suffix(';')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::changes::{Changes, TestFacts};
    use crate::suite::fixtures::Directory;
    use cargo_metadata::MetadataCommand;

    const HEADER: &str =
        "// Generated by cargo sbst 0.1.0 for `demo` with seed 1; remove this line to keep your changes.\n\n";

    /// Returns the text of a file with tests of functions, and their imports.
    fn file(tests: &[(&str, &str)]) -> String {
        let mut functions: Vec<&str> =
            tests.iter().map(|(name, _)| name.split('_').next().unwrap_or_default()).collect();
        functions.dedup();
        let imports = match functions[..] {
            [one] => format!("use demo::{one};\n"),
            _ => format!("use demo::{{{}}};\n", functions.join(", ")),
        };
        let tests = tests.iter().map(|(name, body)| {
            let function = name.split('_').next().unwrap_or_default();
            format!("\n// {function}\n#[test]\nfn {name}() {{\n    {body}\n}}\n")
        });
        format!("{HEADER}{imports}{}", tests.collect::<String>())
    }

    fn root(modules: &[&str]) -> String {
        HEADER.to_owned() + &modules.iter().map(|module| format!("mod {module};\n")).collect::<String>()
    }

    /// A package after a run with a changed test, a removed one and an added file.
    struct Reviewed {
        directory: Directory,
        packages: Vec<Package>,
        last: LastRun,
    }

    impl Reviewed {
        fn new(only_proposed: bool) -> Reviewed {
            let old = file(&[("f_cases", "assert_eq!(f(1), 2);"), ("g_cases", "assert!(g());")]);
            let new = file(&[("f_cases", "assert_eq!(f(1), 3);")]);
            let added = file(&[("h_cases", "assert!(h());")]);
            let manifest =
                "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";
            let directory = Directory::with_files(&[("Cargo.toml", manifest), ("src/lib.rs", "")]);
            let place = |path: &str| directory.path().join("tests/sbst").join(path);
            let tests = |name: &str| {
                let imports = vec![(format!("demo::{}", &name[..1]), Vec::new())];
                let facts = TestFacts { name: name.to_owned(), keys: vec![name.to_owned()], imports };
                let prefix = String::new();
                Role::Tests(TestFile {
                    prefix,
                    is_private: false,
                    is_without_std: false,
                    source: None,
                    tests: vec![facts],
                })
            };
            let change = |path, before: Option<String>, after: String, role| FileChange {
                path: place(path),
                before,
                after: Some(after),
                role,
            };
            let files = vec![
                change("a.rs", Some(old), new, tests("f_cases")),
                change("b.rs", None, added, tests("h_cases")),
                change("main.rs", Some(root(&["a", "mine"])), root(&["a", "b", "mine"]), Role::Root),
            ];
            for file in &files {
                let text = if only_proposed { &file.before } else { &file.after };
                put(&file.path, text.as_deref()).unwrap();
            }
            let changes = Changes { files, failing: BTreeMap::new() };
            let manifest = directory.path().join("Cargo.toml");
            let metadata = MetadataCommand::new().manifest_path(&manifest).no_deps().exec().unwrap();
            let last = LastRun::new([(manifest, changes)], only_proposed);
            Reviewed { directory, packages: metadata.packages, last }
        }

        fn decide(&mut self, function: &str, decision: Decision) -> anyhow::Result<()> {
            let path = format!("demo::{function}");
            let found = self.last.proposals().into_iter().filter(|proposal| proposal.function == path);
            let decided: Vec<_> = found.map(|proposal| (proposal, decision)).collect();
            assert_eq!(decided.len(), 1);
            decide(&mut self.last, &self.packages, &decided)
        }

        fn read(&self, path: &str) -> Option<String> {
            fs::read_to_string(self.directory.path().join("tests/sbst").join(path)).ok()
        }
    }

    #[test]
    fn decisions_apply_to_both_versions_of_a_file() {
        for only_proposed in [false, true] {
            let mut reviewed = Reviewed::new(only_proposed);
            reviewed.decide("f", Decision::Accepted).unwrap();
            reviewed.decide("g", Decision::Rejected).unwrap();
            reviewed.decide("h", Decision::Rejected).unwrap();
            let mixed = file(&[("f_cases", "assert_eq!(f(1), 3);"), ("g_cases", "assert!(g());")]);
            assert_eq!(reviewed.read("a.rs"), Some(mixed));
            assert_eq!(reviewed.read("b.rs"), None);
            assert_eq!(reviewed.read("main.rs"), Some(root(&["a", "mine"])));

            reviewed.decide("f", Decision::Rejected).unwrap();
            reviewed.decide("g", Decision::Accepted).unwrap();
            reviewed.decide("h", Decision::Accepted).unwrap();
            assert_eq!(reviewed.read("a.rs"), Some(file(&[("f_cases", "assert_eq!(f(1), 2);")])));
            assert_eq!(reviewed.read("main.rs"), Some(root(&["a", "b", "mine"])));
        }
    }

    #[test]
    fn edited_files_are_not_overwritten() {
        let mut reviewed = Reviewed::new(false);
        let edited = reviewed.read("a.rs").unwrap() + "// mine\n";
        reviewed.directory.write("tests/sbst/a.rs", &edited);
        let error = reviewed.decide("f", Decision::Rejected).unwrap_err();
        assert!(error.to_string().contains("was changed since the run"), "{error}");
        assert_eq!(reviewed.read("a.rs"), Some(edited));
        assert!(reviewed.last.decisions.is_empty());
    }
}
