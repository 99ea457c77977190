use super::super::features::Features;
use super::surface::Expansion;
use super::*;

fn words(words: &[&str]) -> Rc<BTreeSet<String>> {
    Rc::new(words.iter().map(|&word| word.to_owned()).collect())
}

/// The functions of a file that are left out, with what they reach.
fn left_out_of(files: &[(&str, &str)]) -> Vec<String> {
    let parsed: Vec<syn::File> = files.iter().map(|(_, text)| syn::parse_file(text).unwrap()).collect();
    let features = Features::only(&["on"]);
    let sources: Vec<Source<'_>> = files
        .iter()
        .zip(&parsed)
        .map(|((path, text), parsed)| Source {
            path: Utf8Path::new(path),
            text,
            parsed,
            skipped: 0,
            features: &features,
        })
        .collect();
    let declared = Declared {
        macros: [
            ("plain".to_owned(), Expansion::default()),
            ("run".to_owned(), Expansion { cause: Some(Cause::known("`std::fs`".to_owned())), words: None }),
            ("made_of".to_owned(), Expansion { cause: None, words: Some(words(&["wiped"])) }),
            ("made_by".to_owned(), Expansion { cause: None, words: Some(words(&["foreign"])) }),
        ]
        .into(),
        methods: [
            ("search_all".to_owned(), None),
            ("save_all".to_owned(), Some(Cause::known("`std::fs::write`".to_owned()))),
        ]
        .into(),
    };
    let surface =
        |is_plain: bool, is_of_macros: bool| Surface { is_plain, is_of_macros, ..Surface::default() };
    let mut partly = surface(false, false);
    partly
        .functions
        .entry("save".to_owned())
        .or_default()
        .insert("Disk".to_owned(), Some(Cause::known("`std::fs::write`".to_owned())));
    partly.functions.entry("new".to_owned()).or_default().insert("Disk".to_owned(), None);
    partly.others.insert("Open".to_owned(), Cause::known("`std::fs::File`".to_owned()));
    let known = [
        ("harmless", surface(false, false)),
        ("tables", surface(true, false)),
        ("partly", partly),
        ("macros", surface(true, true)),
    ];
    let crates = Crates {
        members: ["own".to_owned()].into(),
        foreign: ["foreign".to_owned()].into(),
        known: known.map(|(name, surface)| (name.to_owned(), Rc::new(surface))).into(),
        absent: ["absent".to_owned()].into(),
        declared,
    };
    let reasons = find(&sources, &crates);
    let shown = reasons.iter().map(|((path, place), reason)| {
        let text = files.iter().find(|(file, _)| file == path).unwrap().1;
        let name: String = text[*place..]
            .chars()
            .take_while(|sign| sign.is_alphanumeric() || "_$".contains(*sign))
            .collect();
        let what = reason
            .strip_prefix("it reaches ")
            .unwrap()
            .strip_suffix("; `--allow-effects` calls it all the same")
            .unwrap();
        format!("{name}: {}", what.replace('`', ""))
    });
    shown.collect()
}

fn left_out(text: &str) -> Vec<String> {
    left_out_of(&[("/src/lib.rs", text)])
}

fn nothing() -> Vec<String> {
    Vec::new()
}

#[test]
fn effects_are_found_through_imports_of_all_kinds() {
    let imports = [
        ("use std::fs;", "fs::remove_file(p)"),
        ("use std::fs as disk;", "disk::remove_file(p)"),
        ("use std::{io, fs::{self, remove_file as wipe}};", "wipe(p)"),
        ("use std::fs::*;", "remove_file(p)"),
        ("use std::*;", "fs::remove_file(p)"),
        ("", "::std::fs::remove_file(p)"),
        ("use std as s; use s::fs as f;", "f::remove_file(p)"),
        ("use std as s; use s as t;", "t::fs::remove_file(p)"),
        ("use std as s; use s::*;", "fs::remove_file(p)"),
        ("mod m { pub use std::fs::remove_file as gone; }", "m::gone(p)"),
        ("mod m { pub use std::fs; }", "m::fs::remove_file(p)"),
        ("mod m { pub use std::fs; } use m::*;", "fs::remove_file(p)"),
        ("", "{ use std::fs::remove_file as r; r(p) }"),
        ("", "println!(\"{:?}\", std::fs::remove_file(p))"),
        ("use std::fs::remove_file;", "list.iter().for_each(remove_file)"),
    ];
    for (import, body) in imports {
        let text = format!("{import} fn f(p: &str) {{ {body}; }} fn g(p: &str) -> usize {{ p.len() }}");
        assert_eq!(left_out(&text), ["f: std::fs::remove_file"], "{text}");
    }
}

#[test]
fn a_glob_brings_in_what_the_module_has_and_nothing_else() {
    let other = "pub struct Table; impl Table { pub fn new() -> Table { Table } } pub fn widest() {}";
    let text = "use std::net::*; use crate::table::*; use std::fs::*; use std::process::*;
        fn a() -> Table { Table::new() } fn b() -> usize { widest(); narrow() } fn c(x: &str) -> Shape { Shape::of(x) }
        fn d(x: &str) -> Option<IpAddr> { x.parse().ok() } fn e() { TcpStream::connect(x) } fn f() { File::open(x) }
        fn g() { Command::new(x) } fn h() { remove_file(x) }";
    let expected = [
        "e: std::net::TcpStream::connect",
        "f: std::fs::File::open",
        "g: std::process::Command::new",
        "h: std::fs::remove_file",
    ];
    assert_eq!(left_out_of(&[("/src/lib.rs", text), ("/src/table.rs", other)]), expected);
}

#[test]
fn methods_of_a_type_are_called_where_a_value_of_it_can_be() {
    let text = "pub struct Paths { at: usize } impl Iterator for Paths { type Item = u8; fn next(&mut self) -> Option<u8> { std::fs::read(x); None } }
        impl Paths { pub fn wipe(&self) { std::fs::remove_file(x) } } pub struct Board { n: u8 } impl Board { pub fn wipe(&mut self) { self.n = 0 } }
        pub struct Holder { paths: Vec<Paths> } pub trait Sized2: Iterator {}
        fn text(s: &str) -> Option<char> { s.chars().next() } fn clear(b: &mut Board) { b.wipe() } fn both(h: &Holder) { h.paths[0].wipe() }
        fn any(i: impl IntoIterator<Item = u8>) { i.into_iter().next(); } fn some<T: Sized2>(t: T) { t.next(); }
        fn made() { let p = make(); p.wipe() } fn make() -> Paths { Paths { at: 0 } } fn fold(s: &str) { each(s.chars()) } fn each(c: Chars) { c.next(); }";
    let left_out = left_out(text);
    let names: Vec<&str> = left_out.iter().filter_map(|reason| Some(reason.split_once(':')?.0)).collect();
    // Who mentions the type may drive its iterator without a word of it.
    assert_eq!(names, ["next", "wipe", "both", "any", "some", "made", "make"], "{left_out:?}");
}

#[test]
fn processes_the_network_the_environment_and_foreign_code_have_effects() {
    let text = "use std::process::Command; use std::{env, net, io};
        fn a() { Command::new(x).spawn(); } fn b() { net::TcpStream::connect(x); } fn c() { unsafe { env::set_var(x, y) } }
        fn d() { io::stdin().read_line(x); } extern \"C\" { fn system(s: *const i8); } fn e() { unsafe { system(x) } }
        fn g() { std::process::exit(1) } fn h() { unsafe { core::arch::asm!(x) } } fn i(c: &mut Command) { c.output(); }
        fn plain() { env::var(x); println!(\"{}\", net::Ipv4Addr::LOCALHOST); std::process::ExitCode::SUCCESS; }";
    let expected = [
        "a: std::process::Command::new",
        "b: std::net::TcpStream::connect",
        "c: std::env::set_var",
        "d: std::io::stdin",
        "e: system, which is foreign code through system",
        "g: std::process::exit",
        "h: asm!",
        "i: std::process::Command",
    ];
    assert_eq!(left_out(text), expected);
}

#[test]
fn a_function_reaches_what_its_callees_reach() {
    let text = "fn f() { clean() } fn clean() { m::wipe() } mod m { pub fn wipe() { std::fs::remove_file(x) } fn other() {} } fn g() { h() } fn h() { g() }";
    let expected = [
        "f: std::fs::remove_file through clean → wipe",
        "clean: std::fs::remove_file through wipe",
        "wipe: std::fs::remove_file",
    ];
    assert_eq!(left_out(text), expected);
    let files = [
        ("/src/a.rs", "use crate::b::wipe as w; pub fn f() { w() } pub fn g(wipe: u8) -> u8 { wipe }"),
        ("/src/b.rs", "pub fn wipe() { std::fs::remove_file(x) }"),
        ("/src/bin.rs", "fn k() { own::b::wipe() }"),
    ];
    let expected = [
        "f: std::fs::remove_file through wipe",
        "wipe: std::fs::remove_file",
        "k: std::fs::remove_file through wipe",
    ];
    assert_eq!(left_out_of(&files), expected);
}

#[test]
fn what_has_the_same_name_elsewhere_hides_no_effect() {
    let of_glob = "mod m { struct File; } use std::fs::*; fn f() { File::open(x) }";
    assert_eq!(left_out(of_glob), ["f: std::fs::File::open"]);
    let passed_on = "mod a { pub use crate::b::wipe; } mod b { pub fn wipe() { std::fs::remove_file(x) } } mod c { pub mod a { pub fn wipe() {} } } fn f() { a::wipe() }";
    assert_eq!(left_out(passed_on), ["wipe: std::fs::remove_file", "f: std::fs::remove_file through wipe"]);
    let own =
        "mod a { pub fn wipe() {} } mod b { pub fn wipe() { std::fs::remove_file(x) } } fn f() { a::wipe() }";
    assert_eq!(left_out(own), ["wipe: std::fs::remove_file"]);
}

#[test]
fn methods_functions_of_types_and_function_values_are_calls() {
    let text = "struct A; impl A { fn wipe(&self) { std::fs::remove_file(x) } fn make() { Self::own(A) } fn own(a: A) { a.wipe() } fn plain(&self) { self.len() } fn len(&self) {} }
        trait T { fn rub(&self); } impl T for A { fn rub(&self) { std::fs::remove_file(x) } }
        fn e(x: &dyn U) { x.wipe() } fn f(x: &dyn T) { x.rub() } fn g() { A::make() } fn h() { A.plain() } fn i() { each(A::own) } fn j<X: T>() { X::make() }";
    let names: Vec<String> =
        left_out(text).iter().map(|found| found.split(':').next().unwrap().to_owned()).collect();
    assert_eq!(names, ["wipe", "make", "own", "rub", "f", "g", "i", "j"]);
}

#[test]
fn macros_of_the_sources_are_searched_as_functions_are() {
    let text = "macro_rules! wipe { ($x:expr) => { std::fs::remove_file($x) } } fn f() { wipe!(1) }
        macro_rules! make { ($name:ident) => { fn $name() { std::fs::remove_file(x) } } } make!(gone); mod m { use super::*; fn g() { gone() } }
        cfg_if! { if x { fn h() { wipe!(1) } } }";
    let expected = [
        "f: std::fs::remove_file through wipe!",
        "$name: std::fs::remove_file",
        "g: std::fs::remove_file through $",
        "h: std::fs::remove_file through wipe!",
    ];
    assert_eq!(left_out(text), expected);
}

#[test]
fn types_mean_what_they_are_made_of_and_their_operators() {
    let text = "struct Guard(u8); impl Drop for Guard { fn drop(&mut self) { std::fs::remove_file(x) } } fn f() -> Option<Guard> { None }
        struct Log { file: std::fs::File } fn g(log: &mut Log) { log.flush() } type Disk = std::fs::File; fn h() { Disk::open(x) }
        static ALL: Lazy<u8> = Lazy::new(load); fn load() -> u8 { std::fs::read(x) } fn i() -> u8 { *ALL }
        struct From1; impl From<u8> for From1 { fn from(n: u8) -> From1 { std::fs::read(n) } } fn j(n: u8) { take(n.into()) } fn k(n: u8) { n.add(1) }";
    let names: Vec<String> =
        left_out(text).iter().map(|found| found.split(':').next().unwrap().to_owned()).collect();
    assert_eq!(names, ["drop", "f", "g", "h", "load", "i", "from", "j"]);
}

#[test]
fn the_time_of_day_is_another_one_tomorrow() {
    let text = "use std::time::{Instant, SystemTime}; struct Now(SystemTime); impl Now { fn now() -> Now { Now(SystemTime::now()) } fn minute(&self) -> u8 { 0 } }
        fn year() -> u32 { Now::now().0 } fn lasted(from: Instant) -> bool { Instant::now() > from }";
    let expected = ["now: std::time::SystemTime::now", "year: std::time::SystemTime::now through now"];
    assert_eq!(left_out(text), expected);
}

#[test]
fn methods_of_paths_ask_the_disk_where_there_are_paths() {
    let with_paths = "use std::path::Path; fn f(p: &Path) -> bool { p.exists() } fn g(p: &Path) -> bool { p.is_absolute() }
        struct A; impl A { fn metadata(&self) {} fn h(&self) { self.metadata() } }";
    assert_eq!(left_out(with_paths), ["f: the method exists, which may be that of a path"]);
    assert_eq!(
        left_out("struct A; impl A { fn metadata(&self) {} } fn h(a: &A) { a.metadata() }"),
        nothing()
    );
}

#[test]
fn a_macro_is_what_its_import_says_by_any_name() {
    let text = "use core::debug_assert as certain; use std::include as brought; fn a(n: u8) { certain!(n > 0) } fn b() { brought!(\"b.rs\") }";
    assert_eq!(left_out(text), ["b: include!"]);
}

#[test]
fn what_is_not_looked_into_counts_as_an_effect() {
    let text = "use foreign::{random, Thing, log::info as say}; fn a() -> u8 { random() } fn b() { foreign::m::go() } fn c() { say!(x) } fn d(n: R) { n.gen_range(x) }
        fn e(t: Thing) -> Thing { Thing(1) } fn f() { Thing::new() } fn g(x: &str) -> usize { x.trim().len() }";
    let expected = [
        "a: foreign::random, which is not looked into",
        "b: foreign::m::go, which is not looked into",
        "c: the macro say!, which is not looked into",
        "d: the method gen_range of another crate, which is not looked into",
        "f: foreign::Thing::new, which is not looked into",
    ];
    assert_eq!(left_out(text), expected);
    assert_eq!(
        left_out("use foreign::*; fn f() { go() } fn g(n: u8) -> Option<u8> { let go = n; Some(go) }"),
        ["f: foreign::go, which is not looked into"]
    );
}

#[test]
fn harmless_crates_are_called_and_call_what_is_written_for_their_traits() {
    let pure = "use harmless::{search, plain}; use absent::gone; fn a() { search(x).search_all(); plain!(x); harmless::m::go() } fn b() { gone() }";
    assert_eq!(left_out(pure), nothing());
    let called_back = "struct A; impl harmless::Visit for A { fn visit(&self) { std::fs::remove_file(x) } } fn f() { harmless::walk(x) } fn g(a: &A) {}";
    assert_eq!(
        left_out(called_back),
        ["visit: std::fs::remove_file", "f: std::fs::remove_file through visit"]
    );
}

#[test]
fn of_a_crate_that_is_looked_into_only_what_reaches_an_effect_is_left_out() {
    let text = "use partly::{Disk, Open, Disk as Other}; fn a() { Disk::new(x) } fn b() { Disk::save(x) } fn c() { Other::save(x) }
        fn d(n: &Open) {} fn e() { y.save_all() } fn f() { partly::Open::parse(x) } fn g() { plain!(x); run!(x) } struct S; impl partly::Save for S {} fn h() { S::save_all(x) }";
    let expected = [
        "b: std::fs::write through partly::Disk::save",
        "c: std::fs::write through partly::Disk::save",
        "d: std::fs::File through partly::Open",
        "e: std::fs::write through save_all",
        "f: std::fs::File through partly::Open::parse",
        "g: std::fs through run!",
        "h: std::fs::write through S::save_all",
    ];
    assert_eq!(left_out(text), expected);
}

#[test]
fn what_a_procedural_macro_writes_is_what_its_words_name() {
    let text = "use macros::date; fn a(date: u8) -> u8 { date } fn b() { made_of!(x) } fn wiped() { std::fs::remove_file(x) } fn c() { made_by!(x) } fn d() { plain!(std::fs::read(x)) }";
    let expected = [
        "b: std::fs::remove_file through wiped",
        "wiped: std::fs::remove_file",
        "c: the macro made_by!, which is not looked into",
        "d: std::fs::read",
    ];
    assert_eq!(left_out(text), expected);
}

#[test]
fn what_is_there_for_tests_and_what_people_annotate_is_let_be() {
    let text = "#[cfg(test)] mod tests { fn wipe() { std::fs::remove_file(x) } } #[sbst::instrument] pub const fn f() { std::fs::remove_file(x) } #[sbst::instrument] impl A { fn h() { f() } } fn g() { wipe() }";
    assert_eq!(left_out(text), nothing());
}

#[test]
fn plain_code_is_called() {
    let text = "use std::collections::HashMap; use std::fmt::{self, Write as _}; use std::io::{self, Read};
        #[derive(Debug, Clone)] pub enum Json { Null, Array(Vec<Json>) }
        impl fmt::Display for Json { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, \"{}\", 1)?; Ok(()) } }
        impl Json { pub fn parse(text: &str) -> Result<Json, io::Error> { let read = text.parse::<u8>()?; assert!(read > 1 && matches!(read, 1..=9)); Ok(Json::Null) } }
        pub fn walk<'a, T: Ord>(all: &'a [T], map: HashMap<u8, Vec<T>>) -> impl Iterator<Item = &'a T> + 'a { let mut copy = vec![1]; copy.push(2); all.iter().filter(|x| **x != all[0]) }
        pub fn exit(n: *const u8) -> u8 { const N: u8 = 1; static M: u8 = 2; N + M }";
    assert_eq!(left_out(text), nothing());
}

#[test]
fn what_stands_behind_a_feature_that_is_off_is_not_there() {
    let text = r#"
        fn f() { #[cfg(feature = "off")] foreign::run(); }
        fn g(name: &str) { match name { #[cfg(feature = "off")] "run" => foreign::run(), _ => {} } }
        #[cfg(not(feature = "on"))] mod m { fn wipe() { std::fs::remove_file(x) } }
        fn h() { wipe() }
        fn i() { #[cfg(feature = "on")] foreign::run(); }"#;
    assert_eq!(left_out(text), ["i: foreign::run, which is not looked into"]);
}

#[test]
fn what_a_macro_makes_of_data_alone_is_evaluated_by_the_compiler() {
    for of_type in
        ["tables::Map<&'static str, [u8; 3]>", "&[(Map<u8>, Option<f64>)]", "std::borrow::Cow<'static, str>"]
    {
        // The second is known, and may write what is not.
        for made in ["made", "made_by"] {
            let text = format!(
                "use tables::Map; static TABLE: {of_type} = {made}! {{ \"a\" => [1] }}; fn f() {{ TABLE.len(); }}"
            );
            assert_eq!(left_out(&text), nothing(), "{made} {of_type}");
        }
    }
    for of_type in [
        "harmless::Lazy<u8>",
        "tables::Map<&'static str, fn()>",
        "foreign::Map<u8>",
        "Own",
        "std::sync::LazyLock<u8>",
        "tables::Map<&'static str, Box<dyn tables::Show>>",
    ] {
        let text = format!("struct Own; static TABLE: {of_type} = made! {{ }}; fn f() {{ TABLE.len(); }}");
        let expected = ["f: the macro made!, which is not looked into, through TABLE"];
        assert_eq!(left_out(&text), expected, "{of_type}");
    }
    let named =
        "static TABLE: tables::Map<u8> = made! { 1 => std::fs::read_dir(p) }; fn f() { TABLE.len(); }";
    assert_eq!(left_out(named), ["f: std::fs::read_dir through TABLE"]);
}
