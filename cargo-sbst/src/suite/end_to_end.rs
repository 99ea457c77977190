//! Tests of the suite writer, from handmade reports to tests that cargo runs.

mod arguments;
mod elsewhere;
mod reach;
mod stories;

use super::choices::Choices;
use super::crates::Crates;
use super::fixtures::{Directory, overflowing, panicked, report, returned};
use super::{Reason, SuiteOptions, WrittenSuite, write};
use crate::cargo::arguments::{CargoArguments, cargo};
use crate::cargo::features::Features;
use crate::search::target_report::TargetReport;
use crate::worker::other_conditions::OtherConditions;
use cargo_metadata::MetadataCommand;

fn manifest(edition: &str) -> String {
    format!("[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n[workspace]\n")
}

const LIBRARY: &str = r#"mod imp;
pub mod shapes;

pub use imp::average;

pub fn parse(text: &str) -> Result<u8, std::io::Error> {
    assert!(!text.is_empty(), "empty input");
    text.parse().map_err(std::io::Error::other)
}

fn secret(a: i32) -> i32 {
    a + 1
}

mod inline {
    pub fn hidden(a: i32) -> bool {
        a > 0
    }
}

pub fn use_them(a: i32) -> bool {
    inline::hidden(secret(a))
}
"#;

const SHAPES: &str = r#"#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Scalene,
    Regular { sides: u32 },
}

#[derive(Debug)]
pub struct Uncompared(pub u8);

pub fn kind(a: i32) -> Option<Kind> {
    match a {
        0 => None,
        1 => Some(Kind::Scalene),
        sides => Some(Kind::Regular { sides: sides as u32 }),
    }
}

pub fn uncompared() -> Uncompared {
    Uncompared(3)
}

#[cfg(unix)]
pub fn name(a: i32) -> String {
    format!("shape {a}")
}

#[cfg(windows)]
pub fn name(a: i32) -> String {
    format!("window {a}")
}

pub fn exits(code: i32) {
    std::process::exit(code)
}
"#;

const AVERAGE: &str = "pub fn average(a: i32, b: i32) -> i32 {\n    (a + b) / 2\n}\n";

const BINARY: &str = "fn main() {\n    let _ = step(1);\n}\n\nfn step(a: i32) -> i32 {\n    a * 2\n}\n";

fn demo() -> Directory {
    Directory::with_files(&[
        ("Cargo.toml", &manifest("2021")),
        ("src/lib.rs", LIBRARY),
        ("src/shapes.rs", SHAPES),
        ("src/imp.rs", AVERAGE),
        ("src/bin/tool.rs", BINARY),
    ])
}

fn write_suite(directory: &Directory, reports: &[TargetReport], write_private: bool) -> WrittenSuite {
    let manifest = directory.path().join("Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(&manifest).no_deps().exec().unwrap();
    // The environment may set a target directory for every cargo call.
    let target_directory = directory.path().join("target");
    let arguments = CargoArguments {
        manifest_path: Some(manifest),
        target_dir: Some(target_directory.clone()),
        offline: true,
        ..CargoArguments::default()
    };
    let options = SuiteOptions {
        workspace_root: &metadata.workspace_root,
        target_directory: &target_directory,
        cargo: &arguments,
        write_private,
        seed: 7,
        choices: &Choices::default(),
        as_found: false,
        by_mutants: None,
        quiet: true,
        sandbox: None,
        conditions: &OtherConditions::new(target_directory.join("conditions")),
    };
    let (package, reports) = (&metadata.packages[0], reports.iter().collect::<Vec<_>>());
    let crates = Crates::load(package, &metadata.packages, &reports, |_| Features::default());
    write(package, &crates, &reports, &options).unwrap()
}

/// Runs `cargo test` and returns its output.
fn cargo_test(directory: &Directory) -> String {
    run(directory, &["test", "--offline"])
}

/// Runs cargo, asserts that there is no warning, and returns its output. With the flags of the
/// checking build, cargo compiles no test again and repeats the warnings.
fn run(directory: &Directory, arguments: &[&str]) -> String {
    let mut command = cargo();
    command.current_dir(directory.path()).args(arguments).env_remove("CARGO_TARGET_DIR");
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !errors.contains("warning"), "{text}{errors}");
    text
}

fn public_reports() -> Vec<TargetReport> {
    vec![
        report(
            "demo::shapes::kind",
            ("src/shapes.rs", 10),
            &["a == 0", "a == 1"],
            vec![
                returned(&["0"], &[0], "core::option::Option<demo::shapes::Kind>", "None"),
                returned(&["1"], &[1, 2], "core::option::Option<demo::shapes::Kind>", "Some(Scalene)"),
                returned(
                    &["5"],
                    &[1, 3],
                    "core::option::Option<demo::shapes::Kind>",
                    "Some(Regular { sides: 5 })",
                ),
                // A wrong result: the function returns another value.
                returned(&["6"], &[1, 3], "core::option::Option<demo::shapes::Kind>", "Some(Scalene)"),
                // An argument of the wrong type: the test does not compile.
                returned(&["\"x\""], &[], "core::option::Option<demo::shapes::Kind>", "None"),
            ],
        ),
        report(
            "demo::shapes::uncompared",
            ("src/shapes.rs", 18),
            &[],
            vec![returned(&[], &[], "demo::shapes::Uncompared", "Uncompared(3)")],
        ),
        report(
            "demo::shapes::name",
            ("src/shapes.rs", 23),
            &[],
            vec![returned(&["-2"], &[], "alloc::string::String", "\"shape -2\"")],
        ),
        report("demo::shapes::exits", ("src/shapes.rs", 32), &[], vec![panicked(&["3"], "the end")]),
        report(
            "demo::imp::average",
            ("src/imp.rs", 1),
            &[],
            vec![returned(&["1", "2"], &[], "i32", "1"), overflowing(&["i32::MAX", "1"])],
        ),
        report(
            "demo::parse",
            ("src/lib.rs", 6),
            &[],
            vec![
                returned(&["\"7\""], &[], "core::result::Result<u8, std::io::error::Error>", "Ok(7)"),
                panicked(&["\"\""], "empty input"),
            ],
        ),
    ]
}

#[test]
fn public_functions_get_an_integration_test_that_passes() {
    let directory = demo();
    let mut reports = public_reports();
    reports[3].description.result_type = String::new();
    let suite = write_suite(&directory, &reports, false);

    let removed: Vec<_> =
        suite.removed.iter().map(|removed| (removed.test.as_str(), removed.reason.to_string())).collect();
    let [(ends, exits), (wrong, values), (mismatched, types)] = &removed[..] else {
        panic!("{removed:?} {:?}", suite.notes)
    };
    assert_eq!(*mismatched, "shapes::kind_5");
    assert!(types.starts_with("does not compile: mismatched types"), "{types}");
    assert_eq!(*wrong, "shapes::kind_4");
    assert!(values.starts_with("assertion `left == right` failed"), "{values}");
    assert_eq!((*ends, exits.as_str()), ("shapes::exits_1", "ends the process: exit with code 3"));
    assert_eq!((suite.tests, suite.ignored, suite.notes.len()), (7, 1, 0), "{:?}", suite.notes);

    for name in ["main", "shapes", "crate_root", "imp"] {
        let text = directory.read(&format!("tests/sbst/{name}.rs"));
        insta::assert_snapshot!(name, text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }
    let printed = cargo_test(&directory);
    assert!(printed.contains("test result: ok. 6 passed; 0 failed; 1 ignored"), "{printed}");

    // A run that searched one function leaves the tests of the others unchanged.
    let before = directory.read("tests/sbst/shapes.rs");
    let again = write_suite(&directory, &[reports.remove(1)], false);
    assert_eq!((again.tests, again.removed.len()), (7, 0), "{:?}", again.removed);
    assert_eq!(directory.read("tests/sbst/shapes.rs"), before);
}

#[test]
fn private_tests_are_written_beside_the_source_on_request() {
    let directory = demo();
    let mut tool = report("tool::step", ("src/bin/tool.rs", 5), &[], vec![returned(&["2"], &[], "i32", "4")]);
    (tool.description.id.crate_name, tool.description.id.binary) = ("tool".into(), Some("tool".into()));
    let hidden = vec![returned(&["1"], &[], "bool", "true"), returned(&["0"], &[], "bool", "true")];
    let reports = [
        report("demo::secret", ("src/lib.rs", 11), &[], vec![returned(&["1"], &[], "i32", "2")]),
        report("demo::inline::hidden", ("src/lib.rs", 16), &[], hidden),
        tool,
    ];
    let unasked = write_suite(&directory, &reports, false);
    assert_eq!((unasked.tests, unasked.removed.len()), (3, 0));
    assert!(unasked.notes[0].contains("not compiled; `cargo sbst --write-private`"), "{:?}", unasked.notes);
    assert!(
        directory.read("target/sbst/tests/demo/bin_tool/crate_root.rs").contains("assert_eq!(step(2), 4);")
    );
    assert_eq!(directory.read("src/lib.rs"), LIBRARY);

    let asked = write_suite(&directory, &reports, true);
    let removed: Vec<_> = asked.removed.iter().map(|removed| removed.test.as_str()).collect();
    assert_eq!((removed, asked.tests), (vec!["inline::sbst_tests::hidden_2"], 3), "{:?}", asked.notes);
    assert!(directory.read("src/inline/sbst_tests.rs").contains("assert!(hidden(1));"));
    let declaration = "\n#[cfg(test)]\n#[path = \"tool/sbst_tests.rs\"]\nmod sbst_tests;\n";
    assert_eq!(directory.read("src/bin/tool.rs"), format!("{BINARY}{declaration}"));
    let library = directory.read("src/lib.rs");
    let printed = cargo_test(&directory);
    assert!(printed.contains("test inline::sbst_tests::test_hidden ... ok"), "{printed}");

    // The module is declared only once.
    assert_eq!(write_suite(&directory, &reports, true).tests, 3);
    assert_eq!(directory.read("src/lib.rs"), library);
}

#[test]
fn adopted_files_are_not_overwritten() {
    let directory = demo();
    let root = format!("{}\nmod shapes;\n", super::header::lines(1, None));
    directory.write("tests/sbst/main.rs", &root);
    directory.write("tests/sbst/shapes.rs", "// Mine now.\n");
    let reports = &public_reports()[1..2];
    let suite = write_suite(&directory, reports, false);
    assert_eq!((suite.tests, suite.notes.len()), (0, 1), "{:?}", suite.notes);
    assert!(suite.notes[0].contains("tests/sbst/shapes.rs was not overwritten"), "{:?}", suite.notes);
    assert_eq!(directory.read("tests/sbst/shapes.rs"), "// Mine now.\n");
    assert!(directory.read("tests/sbst/main.rs").contains("mod shapes;"));

    directory.write("tests/sbst/main.rs", "mod shapes;\n");
    let suite = write_suite(&directory, reports, false);
    assert!(suite.notes[0].contains("tests/sbst/main.rs was not overwritten"), "{:?}", suite.notes);
    assert_eq!(directory.read("tests/sbst/main.rs"), "mod shapes;\n");
}

#[test]
fn failing_earlier_test_stays_and_is_reported() {
    let directory = demo();
    let reports = public_reports();
    write_suite(&directory, &reports[1..3], false);
    directory.write("src/shapes.rs", &SHAPES.replace("Uncompared(3)", "Uncompared(4)"));
    let suite = write_suite(&directory, &reports[2..3], false);
    assert_eq!((suite.tests, suite.removed.len()), (2, 0));
    assert!(suite.notes[0].starts_with("shapes::test_uncompared, kept from"), "{:?}", suite.notes);
    directory.write("src/shapes.rs", &SHAPES.replace("pub fn uncompared", "pub fn gone"));
    assert_eq!(write_suite(&directory, &reports[2..3], false).tests, 1);
}

#[test]
fn tests_missing_from_the_manifest_are_checked_with_a_note() {
    let manifest = manifest("2021").replace("[package]\n", "[package]\nautotests = false\n");
    let directory = Directory::with_files(&[
        ("Cargo.toml", &manifest),
        ("src/lib.rs", "pub fn double(a: i32) -> i32 {\n    a * 2\n}\n"),
    ]);
    let reports = [report(
        "demo::double",
        ("src/lib.rs", 1),
        &[],
        vec![
            returned(&["3"], &[], "i32", "6"),
            returned(&["4"], &[], "i32", "9"),
            returned(&["?"], &[], "i32", "1"),
        ],
    )];
    let suite = write_suite(&directory, &reports, false);
    let reasons: Vec<&Reason> = suite.removed.iter().map(|removed| &removed.reason).collect();
    assert_eq!((suite.tests, reasons.len()), (1, 2), "{reasons:?}");
    let told = "[[test]]\nname = \"sbst\"\npath = \"tests/sbst/main.rs\"";
    assert!(suite.notes.iter().any(|note| note.ends_with(told)), "{:?}", suite.notes);
    directory.write("Cargo.toml", &format!("{manifest}\n{told}\n"));
    assert!(cargo_test(&directory).contains("1 passed"));
}
