//! The text of a generated file.
//!
//! The text begins with the header that marks generated files. Tests are in the order of their
//! functions. The layout is close to rustfmt's style; rustfmt, if installed, does the rest.

use crate::suite::test_module::{Test, TestModule};
use crate::suite::text::scope::{Import, last_name};
use crate::suite::{header, heading};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Lints of style, which a manifest may deny, and lints of deprecated functions and unused results.
const ALLOWED: &str = "#![allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction, deprecated, \
elided_lifetimes_in_paths, let_underscore_drop, let_underscore_lock, unused_must_use, unused_results)]\n";

/// Executor of futures for tests of `async` functions. The file contains it because tests have no
/// dependency on this project.
const RUNS_FUTURES: &str = "\
/// Polls a future until it is ready; this thread sleeps in between.
fn block_on<F: std::future::Future>(future: F) -> F::Output {
    struct Alarm(std::thread::Thread);
    impl std::task::Wake for Alarm {
        fn wake(self: std::sync::Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = std::task::Waker::from(std::sync::Arc::new(Alarm(std::thread::current())));
    let mut context = std::task::Context::from_waker(&waker);
    let mut future = Box::pin(future);
    loop {
        match future.as_mut().poll(&mut context) {
            std::task::Poll::Ready(output) => return output,
            std::task::Poll::Pending => std::thread::park(),
        }
    }
}
";

/// Adapter for tests of functions with a formatter as argument that no format string calls.
const SHOWS: &str = "\
/// Is shown as what `write` writes to a formatter.
fn shown_by<F>(write: F) -> impl std::fmt::Display
where
    F: FnOnce(&mut std::fmt::Formatter<'_>) -> std::fmt::Result,
{
    struct Shown<F>(std::cell::Cell<Option<F>>);
    impl<F> std::fmt::Display for Shown<F>
    where
        F: FnOnce(&mut std::fmt::Formatter<'_>) -> std::fmt::Result,
    {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.take().map_or(Ok(()), |write| write(formatter))
        }
    }
    Shown(std::cell::Cell::new(Some(write)))
}
";

/// Returns the text of the integration test's root.
pub fn root(seed: u64, modules: &[String], extern_crate: Option<&str>) -> String {
    // This lint applies only to whole crates.
    let mut text = format!("{}\n{ALLOWED}#![allow(unused_crate_dependencies)]\n", header::lines(seed, None));
    if let Some(name) = extern_crate {
        push(&mut text, format_args!("\nextern crate {name};\n"));
    }
    text.push('\n');
    for module in modules {
        push(&mut text, format_args!("mod {module};\n"));
    }
    text
}

/// Returns the text of a file of tests.
pub fn module(module: &TestModule) -> String {
    let mut text = module.header.clone();
    if module.is_empty() {
        text.push_str("\n// No test was left.\n");
        return text;
    }
    let body = body(module);
    if module.private {
        push(&mut text, format_args!("\n{ALLOWED}"));
        match module.is_without_std {
            true => push(
                &mut text,
                format_args!("#![allow(unused_extern_crates, unused_imports)]\n\n{}", with_std(&body)),
            ),
            false => text.push_str("#![allow(unused_imports)]\n\n"),
        }
        text.push_str("use super::*;\n");
    }
    let imports = imports(module);
    if !imports.is_empty() {
        push(&mut text, format_args!("\n{imports}"));
    }
    text + &body
}

/// Adds `std` to a module of a `no_std` crate: its prelude, and the macros that tests use.
fn with_std(body: &str) -> String {
    let mut text = String::from("extern crate std;\n\n");
    let macros: Vec<&str> =
        ["format", "vec"].into_iter().filter(|name| body.contains(&format!("{name}!"))).collect();
    match macros[..] {
        [] => {}
        [name] => push(&mut text, format_args!("use self::std::{name};\n")),
        _ => push(&mut text, format_args!("use self::std::{{{}}};\n", macros.join(", "))),
    }
    text + "use self::std::prelude::v1::*;\n"
}

/// True if a path is imported for all tests in a module of a `no_std` crate.
pub fn is_of_header(path: &str) -> bool {
    path.starts_with("self::std::")
}

/// Returns the tests of a file and the helpers that they call.
fn body(module: &TestModule) -> String {
    let mut text = String::new();
    let mut blocks: Vec<(usize, &str, String)> = Vec::new();
    blocks.extend(
        module.kept.iter().map(|kept| (kept.line, kept.block.function.as_str(), kept.block.text.clone())),
    );
    blocks.extend(module.tests.iter().map(|test| (test.line, test.function.as_str(), block(test))));
    // A stable sort keeps the tests of a function in order.
    blocks.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    let of_file = header::module_of(module.header.lines().next().unwrap_or_default());
    let mut before = None;
    for (_, function, block) in blocks {
        if before.replace(function) != Some(function) {
            push(&mut text, format_args!("\n// {}", heading::from_path(function, of_file)));
        }
        push(&mut text, format_args!("\n{block}\n"));
    }
    if module.is_async() {
        push(&mut text, format_args!("\n{RUNS_FUTURES}"));
    }
    if module.is_shown() {
        push(&mut text, format_args!("\n{SHOWS}"));
    }
    for helper in module.helpers() {
        push(&mut text, format_args!("\n{}", helper.source));
    }
    for double in module.doubles().values() {
        push(&mut text, format_args!("\n{double}"));
    }
    text
}

fn block(test: &Test) -> String {
    let mut text: String = test.comment.iter().map(|line| format!("// {line}\n")).collect();
    let imported = test.forms.iter().take(1).flat_map(|form| &form.imports);
    let cfgs: BTreeSet<&String> = imported.flat_map(|import| &import.cfgs).chain(&test.cfgs).collect();
    for cfg in cfgs {
        push(&mut text, format_args!("{cfg}\n"));
    }
    text.push_str("#[test]");
    for attribute in &test.attributes {
        push(&mut text, format_args!("\n{attribute}"));
    }
    push(&mut text, format_args!("\nfn {}() {{\n", test.name));
    for line in test.forms.iter().take(1).flat_map(|form| &form.lines) {
        push(&mut text, format_args!("    {line}\n"));
    }
    text.push('}');
    text
}

/// Returns the `use` declarations of the tests, each under the `#[cfg]`s of its item.
fn imports(module: &TestModule) -> String {
    let mut needed: BTreeSet<&Import> = BTreeSet::new();
    for test in &module.tests {
        needed.extend(test.forms.iter().take(1).flat_map(|form| &form.imports));
    }
    needed.extend(module.kept.iter().flat_map(|kept| &kept.imports));
    let mut groups: BTreeMap<(&[String], &str), BTreeSet<&str>> = BTreeMap::new();
    for import in needed {
        let name = last_name(&import.path);
        let around = import.path[..import.path.len() - name.len()].trim_end_matches(':');
        groups.entry((&import.cfgs, around)).or_default().insert(name);
    }
    let mut text = String::new();
    for ((cfgs, around), names) in groups {
        for cfg in cfgs {
            push(&mut text, format_args!("{cfg}\n"));
        }
        let names: Vec<&str> = names.into_iter().collect();
        match names.as_slice() {
            [name] => push(&mut text, format_args!("use {around}::{name};\n")),
            names => push(&mut text, format_args!("use {around}::{{{}}};\n", names.join(", "))),
        }
    }
    text
}

/// Cleans text for a comment: one line of limited length, with unprintable characters escaped.
pub fn comment(text: &str) -> String {
    const LONGEST: usize = 90;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = line.chars();
    let mut shown: String = characters.by_ref().take(LONGEST).flat_map(plain).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Escapes a character that `{:?}` escapes, except quotes.
fn plain(c: char) -> Vec<char> {
    match c {
        '"' | '\'' | '\\' => vec![c],
        c => c.escape_debug().collect(),
    }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a String does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stay_on_one_readable_line() {
        assert_eq!(comment("a\n   < \"b\""), "a < \"b\"");
        assert_eq!(comment("x\u{202e}y"), "x\\u{202e}y");
        assert_eq!(comment(&"é".repeat(200)).chars().count(), 91);
    }
}
