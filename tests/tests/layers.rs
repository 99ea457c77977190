//! The floors of our crates: each file declares its submodules from the ground up, and imports only
//! go down.
//!
//! 1. A path from `crate` or `super` leads to the module itself, an ancestor, or a sibling of the
//!    two declared earlier.
//! 2. Rule 1 binds folders and files alike, except files within a circle of rule 5.
//! 3. Only macros are imported from the crate's root.
//! 4. Unit tests may import anything.
//! 5. Rooms of files may have circles, listed in `circles.txt`. The list may not grow, nor may a
//!    circle.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::{fs, path::Path};

/// The remaining circles, with their modules.
const CIRCLES: &str = "tests/circles.txt";
/// The most modules of a circle.
const LARGEST: usize = 4;

const CRATES: [&str; 15] = [
    "sbst-vocabulary",
    "sbst-model",
    "sbst-wire",
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
        let upward = Imports::read(|path| file(name, path)).upward();
        assert!(upward.is_empty(), "{} imports of {name} go up:\n{}", upward.len(), upward.join("\n"));
    }
}

#[test]
fn circles_are_those_of_the_list() {
    let mut circles = String::new();
    for name in CRATES {
        for (room, circle) in Imports::read(|path| file(name, path)).circles() {
            assert!(circle.len() <= LARGEST, "{} modules of {name} are one circle: {circle:?}", circle.len());
            let room = [&[name.to_owned()], &room[..]].concat().join("::");
            writeln!(circles, "{room}: {}", circle.join(", ")).unwrap();
        }
    }
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join(CIRCLES);
    if std::env::var_os("UPDATE_CIRCLES").is_some() {
        fs::write(&list, &circles).unwrap();
    }
    let listed = fs::read_to_string(&list).unwrap();
    assert_eq!(circles, listed, "a smaller list is written with UPDATE_CIRCLES=1");
}

/// Reads the file of a module, or that of a crate's root.
fn file(name: &str, path: &str) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let root = if source.join("lib.rs").exists() { "lib" } else { "main" };
    let path = if path.is_empty() { root } else { path };
    fs::read_to_string(source.join(path).with_extension("rs")).expect(path)
}

#[test]
fn upward_imports_and_circles_are_found() {
    let text = |path: &str| match path {
        "" => "mod ground;\npub mod a;\nmod top;\n#[cfg(test)]\nmod tests;\nuse top::Roof;",
        "ground" => "// crate::top\nuse crate::{Root, a::{self, b::B as C}, ground::G};\ncrate::a_macro!();",
        "a" => "mod b;\nmod c;\nmod d;",
        "a/b" => {
            "mod inner;\nuse super::{c::C, d::D, super::ground};\n#[cfg(test)]\nmod tests {\nuse crate::top;\n}"
        }
        "a/b/inner" => "use super::super::c::C;",
        "a/c" => "mod inner;\nfn f() -> super::b::B { $crate::top() }",
        "a/c/inner" | "a/d" => "",
        "top" => "use crate::{a::b, ground::*};",
        other => panic!("{other} was read"),
    };
    let imports = Imports::read(|path| text(path).to_owned());
    let expected = "ground → Root, ground → a::self, ground → a::b::B, a::b → a::c::C, a::b → a::d::D, \
                    a::b::inner → a::c::C";
    assert_eq!(imports.upward().join(", "), expected);
    let room = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let circles = [(room(&[]), room(&["a", "ground"])), (room(&["a"]), room(&["b", "c"]))];
    assert_eq!(imports.circles(), circles);
}

/// The modules of a crate, and their imports from one another.
struct Imports {
    /// The submodules of each module, from the ground up.
    submodules: HashMap<Vec<String>, Vec<String>>,
    /// Modules, and the paths in them.
    paths: Vec<(Vec<String>, Vec<String>)>,
}

impl Imports {
    /// Reads all modules, given a reader of their files.
    fn read(text: impl Fn(&str) -> String) -> Imports {
        let (mut submodules, mut imports, mut modules) = (HashMap::new(), Vec::new(), vec![Vec::new()]);
        while let Some(module) = modules.pop() {
            let code = without_tests(&text(&module.join("/")));
            let declared: Vec<String> = code.lines().filter_map(declared).collect();
            let inner = declared.iter().rev().map(|name| [&module[..], std::slice::from_ref(name)].concat());
            modules.extend(inner);
            imports.extend(paths(code, &module).into_iter().map(|path| (module.clone(), path)));
            submodules.insert(module, declared);
        }
        Imports { submodules, paths: imports }
    }

    /// Returns the floors of a module and of its import, among the siblings around both, and the
    /// depth of these.
    fn floors(&self, from: &[String], to: &[String]) -> (usize, Option<usize>, Option<usize>) {
        let common = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        let siblings = &self.submodules[&to[..common]];
        let floor = |path: &[String]| siblings.iter().position(|name| Some(name) == path.get(common));
        (common, floor(from), floor(to))
    }

    /// Rules 1 to 3.
    fn upward(&self) -> Vec<String> {
        let circles = self.circles();
        let is_upward = |(from, to): &&(Vec<String>, Vec<String>)| {
            let (common, own, other) = self.floors(from, to);
            let is_folder = |path: &[String]| common == 0 || !self.submodules[&path[..=common]].is_empty();
            let room = &to[..common];
            let is_listed = |own: usize, other: usize| {
                let has = |names: &[String], floor: usize| names.contains(&self.submodules[room][floor]);
                let is_circle =
                    circles.iter().any(|(of, names)| of == room && has(names, own) && has(names, other));
                is_circle && !(is_folder(from) && is_folder(to))
            };
            match (own, other) {
                (Some(own), Some(other)) => own < other && !is_listed(own, other),
                (own, _) => own.is_some() && common == 0,
            }
        };
        let upward = self.paths.iter().filter(is_upward);
        upward.map(|(from, to)| format!("{} → {}", from.join("::"), to.join("::"))).collect()
    }

    /// Rule 5: returns the rooms with circles, and the modules of the circles.
    fn circles(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let mut rooms: BTreeMap<&[String], BTreeMap<usize, BTreeSet<usize>>> = BTreeMap::new();
        for (from, to) in &self.paths {
            if let (common, Some(own), Some(other)) = self.floors(from, to) {
                rooms.entry(&from[..common]).or_default().entry(own).or_default().insert(other);
            }
        }
        let mut circles = Vec::new();
        for (room, imports) in rooms {
            let reached: BTreeMap<usize, BTreeSet<usize>> =
                imports.keys().map(|from| (*from, reached(&imports, *from))).collect();
            let circle = |from: &usize| -> Vec<String> {
                let back = |to: &&usize| reached.get(*to).is_some_and(|reached| reached.contains(from));
                let mut names: Vec<String> =
                    reached[from].iter().filter(back).map(|to| self.submodules[room][*to].clone()).collect();
                names.sort();
                names
            };
            let found: BTreeSet<Vec<String>> = reached.keys().map(circle).collect();
            circles.extend(
                found.into_iter().filter(|names| names.len() > 1).map(|names| (room.to_vec(), names)),
            );
        }
        circles
    }
}

/// Returns the direct and indirect imports of a module.
fn reached(imports: &BTreeMap<usize, BTreeSet<usize>>, from: usize) -> BTreeSet<usize> {
    let (mut reached, mut new) = (BTreeSet::new(), vec![from]);
    while let Some(module) = new.pop() {
        new.extend(imports.get(&module).into_iter().flatten().filter(|to| reached.insert(**to)));
    }
    reached
}

/// Returns the submodule declared by a line.
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
