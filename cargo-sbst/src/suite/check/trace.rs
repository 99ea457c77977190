//! Traces compile errors back to tests.
//!
//! A build may have thousands of errors, so each file is looked up and parsed once.

use super::{Failure, Reason, Remedy};
use crate::suite::blocks::{self, Block};
use crate::suite::file::placement;
use crate::suite::test_module::{Executable, TestModule};
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::diagnostic::DiagnosticSpan;
use cargo_metadata::{CompilerMessage, Package, TargetKind};
use std::collections::BTreeMap;
use std::fs;

/// The tests of a build, and where they are.
pub struct Tracer<'t> {
    package: &'t Package,
    root: &'t Utf8Path,
    modules: &'t [TestModule],
    /// The modules of files that errors name.
    of_files: BTreeMap<String, Option<usize>>,
    /// The tests of modules that have errors.
    tests: BTreeMap<usize, Vec<Block>>,
}

impl<'t> Tracer<'t> {
    /// Creates a tracer for a build in the workspace with this root.
    pub fn new(package: &'t Package, root: &'t Utf8Path, modules: &'t [TestModule]) -> Tracer<'t> {
        Tracer { package, root, modules, of_files: BTreeMap::new(), tests: BTreeMap::new() }
    }

    /// Returns the tests that an error is about.
    pub fn failures(&mut self, error: &CompilerMessage) -> Vec<Failure> {
        let message = error.message.message.lines().next().unwrap_or_default().to_owned();
        let reason = Reason::NotCompiled(message, error.message.code.as_ref().map(|code| code.code.clone()));
        let fail = |module, test| Failure {
            module,
            test,
            reason: reason.clone(),
            remedy: Remedy::AnyForm,
            elsewhere: false,
        };
        let mut spans: Vec<&DiagnosticSpan> = error.message.spans.iter().collect();
        spans.sort_by_key(|span| !span.is_primary);
        for span in spans {
            for span in expansions(span) {
                if let Some(module) = self.module(&span.file_name) {
                    return self.in_module(span, module).map_or_else(
                        || vec![fail(module, None)],
                        |names| names.into_iter().map(|name| fail(module, Some(name))).collect(),
                    );
                }
            }
        }
        // Errors without a span, such as the linker's, and errors in `main.rs`.
        let is_suite = error.target.is_kind(TargetKind::Test)
            && error.target.name == placement::suite_target(self.package);
        let says_nothing = error.message.message.starts_with("aborting due to");
        let modules = self
            .modules
            .iter()
            .enumerate()
            .filter(|(_, module)| module.executable == Executable::Integration);
        modules
            .filter(|(_, module)| is_suite && !says_nothing && !module.is_empty())
            .map(|(module, _)| Failure { remedy: Remedy::Removal, ..fail(module, None) })
            .collect()
    }

    /// Returns the index of the module in a file, if any.
    fn module(&mut self, file_name: &str) -> Option<usize> {
        if let Some(module) = self.of_files.get(file_name) {
            return *module;
        }
        let file = self.root.join(file_name);
        let same = |module: &TestModule| module.path == file || same_file(&module.path, &file);
        let module = self.modules.iter().position(same);
        self.of_files.insert(file_name.to_owned(), module);
        module
    }

    /// Returns the test around a span in a module, or the tests that use the name imported there.
    fn in_module(&mut self, span: &DiagnosticSpan, module: usize) -> Option<Vec<String>> {
        let path = &self.modules[module].path;
        let tests = self.tests.entry(module).or_insert_with(|| {
            fs::read_to_string(path).map(|text| blocks::split(&text).tests).unwrap_or_default()
        });
        if let Some(block) = tests.iter().find(|block| block.lines.contains(&span.line_start)) {
            return Some(vec![block.name.clone()]);
        }
        let line = span.text.first()?;
        let length = line.highlight_end.checked_sub(line.highlight_start)?;
        let marked: String =
            line.text.chars().skip(line.highlight_start.checked_sub(1)?).take(length).collect();
        let name = marked.rsplit("::").next()?.trim();
        let using = tests.iter().filter(|block| block.names.contains(name)).map(|block| block.name.clone());
        Some(using.collect::<Vec<_>>()).filter(|names| !names.is_empty())
    }
}

/// Returns a span and the macro calls that it comes from, outwards.
fn expansions(span: &DiagnosticSpan) -> impl Iterator<Item = &DiagnosticSpan> {
    std::iter::successors(Some(span), |span| span.expansion.as_ref().map(|expansion| &expansion.span))
}

fn same_file(a: &Utf8Path, b: &Utf8Path) -> bool {
    matches!((a.canonicalize_utf8(), b.canonicalize_utf8()), (Ok(a), Ok(b)) if a == b)
}
