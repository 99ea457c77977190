use super::*;
use syn::parse_str;

/// The path of what the first name of `asked` means in the module of the second, for the third.
/// Modules by their paths.
fn paths(files: &[(&str, &str)], asked: &[[&str; 3]]) -> Vec<String> {
    paths_if(Configuration::default(), files, asked)
}

fn paths_if(configuration: Configuration, files: &[(&str, &str)], asked: &[[&str; 3]]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let own = Crate::new(&folder.path().join("lib.rs"), false, configuration);
    let module = |path: &str| {
        let path: Vec<String> = path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        own.module(&path).unwrap_or_else(|| panic!("no module {path:?}"))
    };
    let shown = asked.iter().map(|[path, from, viewer]| {
        let named = own.resolve(&module(from), &parse_str(path).unwrap(), &module(viewer));
        let path = named.and_then(|named| named.path);
        path.map_or("?".to_owned(), |path| path.to_token_stream().to_string().replace(' ', ""))
    });
    shown.collect()
}

#[test]
fn names_are_written_as_another_module_can() {
    let files = [
        ("lib.rs", "pub mod a; mod b; pub use a::deep::Shown; pub type Cents = u64;"),
        (
            "a.rs",
            "pub mod deep; mod own { pub enum Kept {} pub struct Passed; } use crate::b::{Other as Renamed, self as bee};
             use std::time::{self, Duration}; pub use own::Passed as P; pub enum Here {} enum Private {} use super::*;",
        ),
        ("a/deep.rs", "pub enum Shown {} pub(super) struct Half; pub(in crate::a) enum Third {}"),
        ("b.rs", "pub enum Other {}"),
    ];
    let asked = [
        ["Here", "a", "b"],
        ["Renamed", "a", "b"],
        ["bee::Other", "a", ""],
        ["Duration", "a", "b"],
        ["time::Instant", "a", "b"],
        ["chrono::Utc", "a", "b"],
        ["P", "a", "b"],
        ["own::Passed", "a", "b"],
        ["own::Kept", "a", "b"],
        ["own::Kept", "a", "a::deep"],
        ["Private", "a", "b"],
        ["deep::Half", "a", "b"],
        ["deep::Half", "a", "a::own"],
        ["Cents", "a", "b"],
        ["super::Here", "a::deep", "b"],
        ["Vec", "a::deep", "b"],
        ["u8", "b", ""],
        ["Missing", "b", ""],
    ];
    let expected = [
        "crate::a::Here",
        "crate::b::Other",
        "crate::b::Other",
        "::std::time::Duration",
        "::std::time::Instant",
        "::chrono::Utc",
        "crate::a::P",
        "crate::a::P",
        "?",
        "crate::a::own::Kept",
        "?",
        "?",
        "crate::a::deep::Half",
        "crate::Cents",
        "crate::a::Here",
        "::std::vec::Vec",
        "u8",
        "?",
    ];
    assert_eq!(paths(&files, &asked), expected);
}

#[test]
fn what_is_not_certain_is_not_said() {
    let files = [(
        "lib.rs",
        "mod two { #[cfg(unix)] pub enum One {} #[cfg(windows)] pub enum One {} }
         mod conditional { #[cfg(on)] use crate::sources::Kind; }
         mod foreign { use anyhow::*; } mod usual { use std::io::prelude::*; }
         mod sources { pub enum Kind {} }",
    )];
    let asked = [
        ["One", "two", ""],
        ["Kind", "conditional", ""],
        ["Result", "foreign", ""],
        ["inner::Kind", "foreign", ""],
        ["Result", "usual", ""],
    ];
    assert_eq!(paths(&files, &asked), ["?", "?", "?", "?", "::core::result::Result"]);
}

#[test]
fn what_the_compiler_was_told_decides_what_is_there() {
    let files = [(
        "lib.rs",
        "mod two { #[cfg(feature = \"on\")] pub enum One {} #[cfg(not(feature = \"on\"))] pub enum One {} }
         mod imported { #[cfg(feature = \"on\")] pub use crate::sources::Kind; #[cfg(test)] pub use crate::sources::Tested; }
         #[cfg(all(feature = \"on\", not(loom)))] mod sources { pub enum Kind {} pub enum Tested {} }
         mod unknown { #[cfg(panic = \"unwind\")] pub use crate::sources::Kind; }
         #[cfg(feature = \"off\")] mod missing { pub enum Gone {} }",
    )];
    let words = "rustc --crate-name a --test --cfg feature=\"on\"".split(' ').map(str::to_owned);
    let configuration = Configuration::from_arguments(&words.collect::<Vec<_>>());
    let asked = [
        ["One", "two", ""],
        ["Kind", "imported", ""],
        ["Tested", "imported", ""],
        ["Kind", "unknown", ""],
        ["missing::Gone", "", ""],
    ];
    assert_eq!(
        paths_if(configuration, &files, &asked),
        ["crate::two::One", "crate::imported::Kind", "?", "?", "::missing::Gone"]
    );
}

#[test]
fn a_type_is_found_by_its_name_where_there_is_but_one() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        (
            "lib.rs",
            "mod a; mod house { use crate::a::Here as Imported; pub struct Own; use std::io::*; }
             mod twice { pub struct Two; pub mod again { pub struct Two; } } #[cfg(test)] mod tests { pub struct Tested; }
             mod gated; #[cfg(unix)] pub struct Conditional; pub mod shown { pub struct Shown; }",
        ),
        ("a.rs", "pub struct Here; struct Private; mod own { pub struct Passed; pub struct Kept; } pub use own::Passed; pub trait Trait {}"),
        ("gated.rs", "#![cfg(unix)] pub struct Inner;"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let own = Crate::new(&folder.path().join("lib.rs"), false, Configuration::default());
    let house = own.module(&["house".to_owned()]).unwrap();
    let asked = [
        "Here",
        "Passed",
        "Shown",
        "Own",
        "Private",
        "Kept",
        "Two",
        "Tested",
        "Conditional",
        "Inner",
        "Trait",
        "Missing",
    ];
    let found = asked.map(|name| {
        own.elsewhere(&house, name).map_or("?".to_owned(), |found| {
            let path = found.path.to_token_stream().to_string().replace(' ', "");
            if found.is_public {
                path
            } else {
                format!("({path})")
            }
        })
    });
    let mut expected = ["?"; 12];
    expected[..3].copy_from_slice(&["(crate::a::Here)", "crate::a::Passed", "crate::shown::Shown"]);
    assert_eq!(found, expected);
}

#[test]
fn a_file_is_a_module_where_its_path_says() {
    let folder = tempfile::tempdir().unwrap();
    let [root, inner] = ["lib.rs", "a/mod.rs"].map(|name| folder.path().join(name));
    fs::create_dir(folder.path().join("a")).unwrap();
    fs::write(&root, "mod a; mod b { mod c {} }").unwrap();
    fs::write(&inner, "mod tests {}").unwrap();
    let own = Crate::new(&root, false, Configuration::default());
    let path = |file, inline: &[&str]| {
        let inline: Vec<String> = inline.iter().map(|name| (*name).to_owned()).collect();
        own.module_in(file, &inline).map(|module| module.path.join("::"))
    };
    assert_eq!(path(&root, &["b", "c"]).as_deref(), Some("b::c"));
    assert_eq!(path(&inner, &["tests"]).as_deref(), Some("a::tests"));
    assert_eq!(path(&folder.path().join("other.rs"), &[]), None);
}

#[test]
fn a_type_of_the_language_keeps_its_name_beside_an_import_of_its_module() {
    let files = [("lib.rs", "use std::f32; pub mod a { pub struct f64; }")];
    let asked = [["f32", "", ""], ["f32::consts::PI", "", ""], ["f64", "a", ""]];
    assert_eq!(paths(&files, &asked), ["f32", "crate::f32::consts::PI", "crate::a::f64"]);
}
