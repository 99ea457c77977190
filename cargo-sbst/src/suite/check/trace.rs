//! Traces compile errors back to tests.

use super::compile::suite_target;
use super::{Failure, Remedy};
use crate::suite::NOT_COMPILED;
use crate::suite::file::blocks;
use crate::suite::test_module::{Executable, TestModule};
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::diagnostic::DiagnosticSpan;
use cargo_metadata::{CompilerMessage, Package, TargetKind};
use std::fs;

/// Returns the tests that an error is about.
pub fn failures(
    package: &Package,
    root: &Utf8Path,
    modules: &[TestModule],
    error: &CompilerMessage,
) -> Vec<Failure> {
    let reason = match &error.message.code {
        Some(code) => format!("{NOT_COMPILED}: {} [{}]", error.message.message, code.code),
        None => format!("{NOT_COMPILED}: {}", error.message.message),
    };
    let reason = reason.lines().next().unwrap_or_default().to_owned();
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
            let file = root.join(&span.file_name);
            let same = |module: &TestModule| module.path == file || same_file(&module.path, &file);
            if let Some(module) = modules.iter().position(same) {
                return in_module(span, &modules[module]).map_or_else(
                    || vec![fail(module, None)],
                    |names| names.into_iter().map(|name| fail(module, Some(name))).collect(),
                );
            }
        }
    }
    // Errors without a span, such as the linker's, and errors in `main.rs`.
    let is_suite = error.target.is_kind(TargetKind::Test) && error.target.name == suite_target(package);
    let says_nothing = error.message.message.starts_with("aborting due to");
    let modules =
        modules.iter().enumerate().filter(|(_, module)| module.executable == Executable::Integration);
    modules
        .filter(|(_, module)| is_suite && !says_nothing && !module.is_empty())
        .map(|(module, _)| Failure { remedy: Remedy::Removal, ..fail(module, None) })
        .collect()
}

/// Returns a span and the macro calls that it comes from, outwards.
fn expansions(span: &DiagnosticSpan) -> impl Iterator<Item = &DiagnosticSpan> {
    std::iter::successors(Some(span), |span| span.expansion.as_ref().map(|expansion| &expansion.span))
}

fn same_file(a: &Utf8Path, b: &Utf8Path) -> bool {
    matches!((a.canonicalize_utf8(), b.canonicalize_utf8()), (Ok(a), Ok(b)) if a == b)
}

/// Returns the test around a span in a module, or the tests that use the name imported there.
fn in_module(span: &DiagnosticSpan, module: &TestModule) -> Option<Vec<String>> {
    let text = fs::read_to_string(&module.path).ok()?;
    let blocks = blocks::split(&text).tests;
    if let Some(block) = blocks.iter().find(|block| block.lines.contains(&span.line_start)) {
        return Some(vec![block.name.clone()]);
    }
    let line = span.text.first()?;
    let length = line.highlight_end.checked_sub(line.highlight_start)?;
    let marked: String = line.text.chars().skip(line.highlight_start.checked_sub(1)?).take(length).collect();
    let name = marked.rsplit("::").next()?.trim();
    let using = blocks.into_iter().filter(|block| block.names.contains(name)).map(|block| block.name);
    Some(using.collect::<Vec<_>>()).filter(|names| !names.is_empty())
}
