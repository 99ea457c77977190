use super::*;
use syn::parse_str;

/// The path for the first name of `asked` in the module of the second, as seen from the third.
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
fn import_of_single_name_is_of_another_crate() {
    let files = [("lib.rs", "pub use other; pub use other::Shown; pub mod user { use crate::Shown; }")];
    assert_eq!(paths(&files, &[["crate::Shown", "user", ""]]), ["crate::Shown"]);
}

#[test]
fn an_import_of_the_name_of_an_item_is_of_a_value() {
    let files = [
        ("lib.rs", "mod rng; pub mod threads; pub use rng::Rng; pub use crate::threads::rng; mod user {}"),
        ("rng.rs", "pub trait Rng {}"),
        ("threads.rs", "pub fn rng() {}"),
    ];
    assert_eq!(paths(&files, &[["crate::Rng", "user", "user"]]), ["crate::Rng"]);
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
fn uncertain_meanings_are_not_returned() {
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
fn compiler_arguments_decide_existing_items() {
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
fn type_is_found_by_unique_name() {
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
    let out_of_reach = asked.iter().filter(|name| own.is_out_of_reach(&house, name)).copied();
    let out_of_reach: Vec<&str> = out_of_reach.collect();
    assert_eq!(out_of_reach, ["Private", "Kept", "Two", "Tested", "Conditional", "Inner"]);
}

#[test]
fn a_file_is_the_module_of_its_path() {
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
fn file_is_module_with_path_attribute() {
    let folder = tempfile::tempdir().unwrap();
    let [root, around, named] = ["lib.rs", "b.rs", "a_.rs"].map(|name| folder.path().join(name));
    fs::write(&root, "mod b;").unwrap();
    fs::write(&around, "#[path = \"a_.rs\"] pub mod a;").unwrap();
    fs::write(&named, "mod tests {}").unwrap();
    let own = Crate::new(&root, false, Configuration::default());
    let found = own.module_in(&named, &["tests".to_owned()]).map(|module| module.path.join("::"));
    assert_eq!(found.as_deref(), Some("b::a::tests"));
}

#[test]
fn language_type_keeps_name_beside_import_of_its_module() {
    let files = [("lib.rs", "use std::f32; pub mod a { pub struct f64; }")];
    let asked = [["f32", "", ""], ["f32::consts::PI", "", ""], ["f64", "a", ""]];
    assert_eq!(paths(&files, &asked), ["f32", "crate::f32::consts::PI", "crate::a::f64"]);
}

/// A crate `own` that names `first`; this names `second` and re-exports some of it. Each item is
/// searched in the root of `own`.
fn find_in_others(own: &str, first: &str, second: &str, asked: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let words = |name: &str, names: &[&str]| {
        let mut words = vec!["rustc".to_owned()];
        let given = format!(
            "--crate-name {name} --edition=2021 {name}.rs --crate-type lib --cfg feature=\"on\" -C extra-filename=-1 --out-dir deps"
        );
        words.extend(given.split(' ').map(str::to_owned));
        for name in names {
            words.extend(["--extern".to_owned(), format!("{name}=deps/lib{name}-1.rmeta")]);
        }
        words
    };
    fs::create_dir(path("deps")).unwrap();
    for (name, text) in [("own", own), ("first", first), ("second", second)] {
        fs::write(path(&format!("{name}.rs")), text).unwrap();
    }
    keep_arguments(&words("first", &["second"]), folder.path()).unwrap();
    keep_arguments(&words("second", &[]), folder.path()).unwrap();
    let own = Crate::from_words(&words("own", &["first", "unknown"]), folder.path()).unwrap();
    let root = own.module(&[]).unwrap();
    let shown = asked.iter().map(|path| {
        let named = own.resolve(&root, &parse_str(path).unwrap(), &root);
        named.map_or("?".to_owned(), |Named { meaning, path }| {
            let path =
                path.map_or("?".to_owned(), |path| path.to_token_stream().to_string().replace(' ', ""));
            match meaning {
                Meaning::Item(home, _) => format!("{path} in {}", home.path.join("::")),
                Meaning::Module(_) => format!("{path} as a module"),
                Meaning::Foreign => path,
            }
        })
    });
    shown.collect()
}

#[test]
fn items_of_other_crates_are_read_by_stored_arguments() {
    let own = "use first::*; pub use first::inner::Shown as Mine; use first::passed::Deep; use unknown::Other; mod away { pub struct Private; }";
    let first = "pub mod inner; mod hidden { pub struct Kept; } struct Private; pub use second::Far; pub use second as passed;
        #[cfg(feature = \"on\")] pub struct Here; #[cfg(feature = \"off\")] pub struct Gone; pub(crate) struct Half; pub use hidden::Kept as Out;";
    let first = first.replace(
        "pub mod inner;",
        "pub mod inner { pub struct Shown(pub crate::Here, super::hidden::Kept); }",
    );
    let second = "pub struct Far; pub struct Deep;";
    let asked = [
        "Here",
        "Mine",
        "first::inner::Shown",
        "Far",
        "Deep",
        "Gone",
        "Half",
        "Private",
        "Out",
        "Other",
        "first::inner",
        "first::made_by_a_macro::Name",
    ];
    assert_eq!(
        find_in_others(own, &first, second, &asked),
        [
            "::first::Here in ::first-1",
            "crate::Mine in ::first-1::inner",
            "::first::inner::Shown in ::first-1::inner",
            "::first::Far in ::second-1",
            "crate::Deep in ::second-1",
            "?",
            "?",
            "?",
            "::first::Out in ::first-1::hidden",
            "crate::Other",
            "::first::inner as a module",
            "::first::made_by_a_macro::Name",
        ]
    );
}

#[test]
fn a_macro_of_another_crate_may_declare_items_of_a_glob_import() {
    let asked = ["String"];
    assert_eq!(find_in_others("use first::*;", "names! { String }", "", &asked), ["?"]);
    assert_eq!(
        find_in_others("use first::*;", "struct String; use second::*;", "", &asked),
        ["::std::string::String"]
    );
}

#[test]
fn blocks_of_trait_are_found_in_its_crate_and_users() {
    let folder = tempfile::tempdir().unwrap();
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("shape.rs", "pub trait Shape {} impl Shape for u8 {} pub struct Dot { at: u8 } impl Dot { pub const ZERO: Dot = Dot { at: 0 }; pub const fn new(at: u8) -> Dot { Dot { at } } pub fn open() -> Dot { Dot::ZERO } }");
    write("more.rs", "pub struct Square; impl shape::Shape for Square {}");
    write("own.rs", "use shape::{Dot, Shape}; struct Round; impl Shape for Round {}");
    let shape = words("rustc --crate-name shape --edition 2021 shape.rs --crate-type lib --out-dir .");
    let more = words("rustc --crate-name more --edition 2021 more.rs --crate-type lib --out-dir . --extern shape=libshape.rmeta");
    let own = words("rustc --crate-name own --edition 2021 own.rs --test --extern shape=libshape.rlib --extern more=libmore.rlib");
    keep_arguments(&shape, folder.path()).unwrap();
    keep_arguments(&more, folder.path()).unwrap();
    assert_eq!(keep_arguments(&own, folder.path()), None, "it makes no library");
    let own = Crate::from_words(&own, folder.path()).unwrap();
    let root = own.module(&[]).unwrap();
    let blocks = own.implementing(&parse_str("Shape").unwrap(), &root);
    let types = blocks.iter().map(|(module, header)| {
        let header = header.get();
        let Some(Item::Impl(block)) = header.as_deref() else { panic!("no block") };
        format!("{} {}", module.path.join("::"), block.self_ty.to_token_stream())
    });
    assert_eq!(types.collect::<Vec<_>>(), [" Round", "::shape u8", "::more Square"]);
    let Some(Meaning::Item(home, index)) = own.meaning(&root, &parse_str("Dot").unwrap()) else { panic!() };
    let makers = own.find_makers(&home, index);
    let names: Vec<String> = makers
        .iter()
        .flat_map(|block| &block.items)
        .map(|item| match item {
            syn::ImplItem::Fn(function) => function.sig.ident.to_string(),
            syn::ImplItem::Const(constant) => constant.ident.to_string(),
            _ => String::new(),
        })
        .collect();
    assert_eq!(names, ["ZERO", "new"]);
}

#[test]
fn constants_of_a_type_are_found_in_all_visible_modules() {
    let folder = tempfile::tempdir().unwrap();
    let source = "pub struct Dot<T> { at: T } pub const HERE: Dot<u8> = Dot { at: 0 }; #[cfg(test)] const TESTED: Dot<u8> = HERE;
        pub mod far { pub const AWAY: super::Dot<u16> = super::Dot { at: 9 }; const OWN: super::Dot<u8> = super::HERE; pub const N: u8 = 1;
            mod hidden { pub struct Dot; pub const OTHER: Dot = Dot; pub(crate) const INNER: crate::Dot<u8> = crate::HERE; } }";
    fs::write(folder.path().join("lib.rs"), source).unwrap();
    let own = Crate::new(&folder.path().join("lib.rs"), false, Configuration::default());
    let root = own.module(&[]).unwrap();
    let Some(Meaning::Item(home, index)) = own.meaning(&root, &parse_str("Dot").unwrap()) else { panic!() };
    let found = own.find_constants(&home, index, &root);
    let shown = found.iter().map(|(path, ty)| format!("{}: {}", quote::quote!(#path), quote::quote!(#ty)));
    let shown: Vec<String> = shown.map(|text| text.replace(' ', "")).collect();
    assert_eq!(shown, ["crate::HERE:Dot<u8>", "crate::far::AWAY:super::Dot<u16>"]);
}

#[test]
fn a_macro_without_input_declares_the_items_in_it() {
    let root = "macro_rules! all { () => { #[cfg_attr(docs, path = \"gone.rs\")] pub mod de; mod user {}
        macro_rules! ok { ($e:expr) => { $e? } } };
        ($n:ident) => { mod $n {} } }";
    let beside = [("lib.rs", &*format!("{root} all!();")), ("de.rs", "pub struct Ignored;")];
    assert_eq!(paths(&beside, &[["crate::de::Ignored", "user", ""]]), ["crate::de::Ignored"]);
    let elsewhere = [("lib.rs", "#[macro_use] mod makers; all!();"), ("makers.rs", root), beside[1]];
    assert_eq!(paths(&elsewhere, &[["crate::de::Ignored", "user", ""]]), ["crate::de::Ignored"]);
}
