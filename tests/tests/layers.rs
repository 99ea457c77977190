//! The floors of our crates: each file declares its submodules from the ground up, and imports only
//! go down.
//!
//! 1. A path from `crate` or `super` leads to the module itself, an ancestor, or a sibling of the
//!    two declared earlier.
//! 2. Below the crate's root, rule 1 binds folders: two siblings of which one is a single file are
//!    one room.
//! 3. Nothing but macros is imported from the crate's root.
//! 4. Unit tests may import anything.

use std::collections::HashMap;
use std::{fs, path::Path};

const CRATES: [&str; 14] = [
    "sbst-vocabulary",
    "sbst-model",
    "sbst-macros",
    "sbst-source",
    "sbst-instrument",
    "sbst-analysis",
    "sbst-solver",
    "sbst-search",
    "sbst-algorithms",
    "sbst-core",
    "sbst-worker",
    "sbst-runtime",
    "cargo-sbst",
    "sbst-lab",
];

#[test]
fn imports_only_go_down() {
    for name in CRATES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let root = if source.join("lib.rs").exists() { "lib" } else { "main" };
        let read = |path: &str| fs::read_to_string(source.join(path).with_extension("rs")).expect(path);
        let upward = upward_imports(|path| read(if path.is_empty() { root } else { path }));
        assert!(upward.is_empty(), "{} imports of {name} go up:\n{}", upward.len(), upward.join("\n"));
    }
}

#[test]
fn upward_imports_and_circles_are_found() {
    let text = |path: &str| match path {
        "" => "mod ground;\npub mod a;\nmod top;\n#[cfg(test)]\nmod tests;\nuse top::Roof;",
        "ground" => "// crate::top\nuse crate::{Root, a::{self, b::B as C}, ground::G};\ncrate::a_macro!();",
        "a" => "mod b;\nmod c;",
        "a/b" => {
            "mod inner;\nuse super::{c::C, super::ground};\n#[cfg(test)]\nmod tests {\nuse crate::top;\n}"
        }
        "a/b/inner" => "use super::super::c::C;",
        "a/c" => "mod inner;\nfn f() -> super::b::B { $crate::top() }",
        "a/c/inner" => "",
        "top" => "use crate::{a::b, ground::*};",
        other => panic!("{other} was read"),
    };
    let found = upward_imports(|path| text(path).to_owned());
    let expected = "ground → Root, ground → a::self, ground → a::b::B, a::b → a::c::C, a::b::inner → a::c::C";
    assert_eq!(found.join(", "), expected);
}

fn upward_imports(text: impl Fn(&str) -> String) -> Vec<String> {
    let (mut submodules, mut imports, mut modules) = (HashMap::new(), Vec::new(), vec![Vec::new()]);
    while let Some(module) = modules.pop() {
        let code = without_tests(&text(&module.join("/")));
        let declared: Vec<String> = code.lines().filter_map(declared).collect();
        modules.extend(declared.iter().rev().map(|name| [&module[..], std::slice::from_ref(name)].concat()));
        imports.extend(paths(code, &module).into_iter().map(|path| (module.clone(), path)));
        submodules.insert(module, declared);
    }
    imports.retain(|(from, to)| {
        let common = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        let siblings = &submodules[&to[..common]];
        let floor = |path: &[String]| siblings.iter().position(|name| Some(name) == path.get(common));
        let is_room = |path: &[String]| common == 0 || !submodules[&path[..=common]].is_empty();
        match (floor(from), floor(to)) {
            (Some(own), Some(other)) => own < other && is_room(from) && is_room(to),
            (own, _) => own.is_some() && common == 0,
        }
    });
    imports.iter().map(|(from, to)| format!("{} → {}", from.join("::"), to.join("::"))).collect()
}

/// Returns the submodule that a line declares.
fn declared(line: &str) -> Option<String> {
    let (visibility, name) = line.strip_suffix(';')?.split_once("mod ")?;
    (visibility.is_empty() || visibility.starts_with("pub")).then(|| name.to_owned())
}

fn without_tests(text: &str) -> String {
    let (mut code, mut is_test) = (String::new(), false);
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        match is_test {
            _ if line.starts_with("#[cfg(test") || line.starts_with("#[cfg(all(test") => is_test = true,
            true if line.starts_with('#') => {}
            true if line.contains("mod ") && line.ends_with('{') => break,
            true => is_test = false,
            false => code.extend([line, "\n"]),
        }
    }
    code
}

/// Returns the paths in a module's code that begin with `crate` or `super`, from the crate's root.
fn paths(mut code: String, module: &[String]) -> Vec<Vec<String>> {
    let in_path = |c: char| c.is_alphanumeric() || "_:!$".contains(c);
    while let Some(open) = code.rfind("::{") {
        let start = code[..open].trim_end_matches(in_path).len();
        let end = code[open..].find('}').map_or(code.len(), |length| open + length);
        let names = code[open + 3..end].split(',').map(str::trim).filter(|name| !name.is_empty());
        let paths: Vec<_> = names.map(|name| format!("{}::{name}", &code[start..open])).collect();
        code.replace_range(start..code.len().min(end + 1), &paths.join(","));
    }
    let paths = code.split(|c| !in_path(c)).map(|path| path.trim_start_matches('!'));
    let relative = paths.filter(|path| path.starts_with("crate::") || path.starts_with("super::"));
    let from_root = |path: &str| {
        let names: Vec<_> = path.trim_end_matches("::").split("::").map(str::to_owned).collect();
        let ancestors = names.iter().take_while(|name| *name == "super").count();
        let inherited = if ancestors == 0 { 0 } else { module.len().saturating_sub(ancestors) };
        [&module[..inherited], &names[ancestors.max(1)..]].concat()
    };
    relative.filter(|path| !path.ends_with('!')).map(from_root).collect()
}
