//! The tables of the standard library's types and traits, checked against the library itself.
//!
//! The traits of a line are the type's traits in every version of the compiler, so a missing one is
//! not an error.

use sbst_vocabulary::standard::traits::{self, TRAITS};
use sbst_vocabulary::standard::types::{self, standard_type, Fact, StandardType, DERIVABLE, TYPES};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn lines_are_sorted_and_found() {
    assert!(TYPES.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(TRAITS.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(TYPES
        .iter()
        .all(|known| standard_type(known.name).is_some_and(|found| found.name == known.name)));
    for (name, family) in [("NonZeroU8", "NonZero"), ("AtomicBool", "Atomic")] {
        assert_eq!(standard_type(name).map(|found| found.name), Some(family));
    }
    for own in ["NonZeroKey", "Own", ""] {
        assert!(standard_type(own).is_none(), "{own}");
    }
}

#[test]
fn the_standard_library_has_each_type_with_its_traits() {
    let mut program = String::from("#![crate_type = \"lib\"]\n#![allow(unused, non_snake_case)]\n");
    for name in DERIVABLE {
        writeln!(program, "const fn has_{name}<T: {}>() {{}}", path_of(name)).unwrap();
    }
    for known in TYPES {
        let example = example(known);
        for of_trait in DERIVABLE {
            if known.has(of_trait) {
                writeln!(program, "const _: () = has_{of_trait}::<{example}>();").unwrap();
            }
        }
        if known.is(Fact::Unbounded) {
            let parameters = ["A", "B"][..known.arguments].join(", ");
            writeln!(
                program,
                "struct Any{}<{parameters}>({}::{}<{parameters}>);",
                known.name, known.module, known.name
            )
            .unwrap();
        }
    }
    compile("standard_types.rs", &program);
}

#[test]
fn the_standard_library_has_each_trait_and_numbers_have_theirs() {
    let mut program = String::from("#![crate_type = \"lib\"]\n#![allow(unused)]\n");
    for known in TRAITS {
        let (name, path) = (known.name, path_of(known.name));
        writeln!(program, "use {path} as {name}_;").unwrap();
        if traits::is(name, traits::Fact::Number) {
            writeln!(
                program,
                "fn number_{name}() where u8: {name}_, i32: {name}_, core::fmt::Error: {name}_ {{}}"
            )
            .unwrap();
        }
        if traits::operator(name).is_some() {
            writeln!(program, "fn operator_{name}() where i32: {name}_ {{}}").unwrap();
        }
        if traits::is(name, traits::Fact::Common) {
            writeln!(program, "fn text_{name}() where &'static str: {name}_, String: {name}_ {{}}").unwrap();
        }
        if traits::is(name, traits::Fact::Dynamic) {
            writeln!(program, "fn object_{name}(of: &'static i32) -> &'static dyn {name}_ {{ of }}").unwrap();
        }
    }
    compile("standard_traits.rs", &program);
}

fn path_of(of_trait: &str) -> String {
    let known = traits::standard_trait(of_trait).unwrap_or_else(|| panic!("{of_trait} is unknown"));
    format!("{}::{of_trait}", known.module)
}

/// A type with numbers as arguments.
fn example(known: &StandardType) -> String {
    let arguments = match (known.name, known.arguments) {
        ("Cow", _) => "<'static, str>",
        ("Iter", _) => "<'static, u8>",
        ("Pin", _) => "<&'static u8>",
        ("Atomic", _) => "U8",
        (_, 0) => "",
        (_, 1) => "<u8>",
        _ => "<u8, u8>",
    };
    let reference = if types::is_unsized(known.name) { "&'static " } else { "" };
    format!("{reference}{}::{}{arguments}", known.module, known.name)
}

fn compile(name: &str, program: &str) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = directory.join(name);
    fs::write(&source, program).unwrap();
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition=2021", "--emit=metadata", "--out-dir"])
        .arg(directory)
        .arg(&source)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
