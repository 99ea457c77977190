//! Tests with arguments that not every module can name.

use super::{cargo_test, manifest, write_suite};
use crate::suite::fixtures::{Directory, report, returned};

const CLOSED: &str = r#"pub struct Closed {
    a: u8,
}

pub fn public(closed: &Closed) -> u8 {
    closed.a
}

#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct Later {
    pub a: u8,
}

pub fn later(mut later: Later) -> Later {
    later.a += 1;
    later
}

mod deep {
    pub struct Deeper {
        b: u8,
    }

    impl Deeper {
        fn new(b: u8) -> Deeper {
            Deeper { b }
        }

        pub fn b(&self) -> u8 {
            self.b
        }
    }

    pub fn one() -> Deeper {
        Deeper::new(1)
    }
}

pub fn unreached(deeper: deep::Deeper) -> u8 {
    deeper.b() + deep::one().b()
}
"#;

#[test]
fn tests_with_private_arguments_go_to_the_first_able_module() {
    let manifest = manifest("2021")
        .replace("\n[workspace]", "\n[lints.rust]\nprivate_interfaces = \"allow\"\n\n[workspace]");
    let directory = Directory::with_files(&[("Cargo.toml", &manifest), ("src/lib.rs", CLOSED)]);
    let reports = [
        report(
            "demo::public",
            ("src/lib.rs", 5),
            &[],
            vec![returned(&["&«demo::Closed» { a: 7 }"], &[], "u8", "7")],
        ),
        report(
            "demo::later",
            ("src/lib.rs", 15),
            &[],
            vec![returned(&["«demo::Later» { a: 1 }"], &[], "demo::Later", "Later { a: 2 }")],
        ),
        report(
            "demo::unreached",
            ("src/lib.rs", 38),
            &[],
            vec![
                returned(&["«demo::deep::one»()"], &[], "u8", "2"),
                returned(&["«demo::deep::Deeper» { b: 2 }"], &[], "u8", "3"),
                returned(&["«demo::deep::Deeper»::new(3)"], &[], "u8", "4"),
            ],
        ),
    ];
    let suite = write_suite(&directory, &reports, true);
    assert_eq!((suite.tests, suite.removed.len()), (4, 0), "{:?}", suite.removed);
    let notes = suite.notes.join("\n");
    for told in [
        "demo::public: its tests go where those of private functions go, because the field `a` of `demo::Closed` is \
         private; make it public, or name a public function that makes such values: `#[sbst(construct = Self::new)]`",
        "because `demo::Later` is `#[non_exhaustive]`",
        "demo::unreached: its tests go where those of private functions go, because `demo::deep::one` is private",
    ] {
        assert!(notes.contains(told), "{told}\n{notes}");
    }
    let printed = cargo_test(&directory);
    assert!(printed.contains("4 passed"), "{printed}");
    let deep = directory.read("src/deep/sbst_tests.rs");
    assert!(
        deep.contains("unreached(Deeper { b: 2 })") && deep.contains("unreached(Deeper::new(3))"),
        "{deep}"
    );
    let written = directory.read("src/sbst_tests.rs");
    assert!(
        written.contains("unreached(crate::deep::one())") || written.contains("unreached(one())"),
        "{written}"
    );
    assert!(!directory.path().join("tests").exists());
}

#[test]
fn types_of_other_crates_are_imported_by_public_paths() {
    let user = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nshapes = \
                { path = \"geometry\", package = \"geometry\" }\n\n[workspace]\n";
    let geometry = "[package]\nname = \"geometry\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let library = "pub mod numbers {\n    pub struct Even(pub i32);\n}\n\n\
                   pub fn left(point: shapes::Point) -> Option<shapes::Point> {\n    Some(point)\n}\n";
    let binary = "fn main() {\n    half(demo::numbers::Even(2));\n}\n\n\
                  fn half(a: demo::numbers::Even) -> i32 {\n    a.0 / 2\n}\n";
    let directory = Directory::with_files(&[
        ("Cargo.toml", user),
        ("src/lib.rs", library),
        ("src/main.rs", binary),
        ("geometry/Cargo.toml", geometry),
        (
            "geometry/src/lib.rs",
            "mod imp { #[derive(Debug, PartialEq)] pub struct Point { pub x: i32 } } pub use imp::Point;",
        ),
    ]);
    let left = report(
        "demo::left",
        ("src/lib.rs", 5),
        &[],
        vec![returned(
            &["«geometry::imp::Point» { x: 1 }"],
            &[],
            "core::option::Option<geometry::imp::Point>",
            "Some(Point { x: 1 })",
        )],
    );
    let mut half = report(
        "demo::half",
        ("src/main.rs", 5),
        &[],
        vec![returned(&["«demo::numbers::Even»(2)"], &[], "i32", "1")],
    );
    half.description.id.binary = Some("demo".into());
    let reports = [left, half];
    let suite = write_suite(&directory, &reports, true);
    assert_eq!((suite.tests, suite.removed.len(), suite.notes.len()), (2, 0, 0), "{:?}", suite.notes);
    let written = directory.read("tests/sbst/crate_root.rs");
    assert!(written.contains("use shapes::Point;"), "{written}");
    assert!(written.contains("assert_eq!(left(Point { x: 1 }), Some(Point { x: 1 }));"), "{written}");
    let beside = directory.read("src/main/sbst_tests.rs");
    assert!(beside.contains("use demo::numbers::Even;"), "{beside}");
    cargo_test(&directory);
}

const WITHOUT_STD: &str = r#"#![no_std]

extern crate alloc;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub fn words(text: &str) -> Vec<String> {
    numbered(text).into_iter().map(|(word, _)| word).collect()
}

fn numbered(text: &str) -> Vec<(String, usize)> {
    text.split(' ').enumerate().map(|(number, word)| (word.to_string(), number)).collect()
}
"#;

#[test]
fn tests_of_a_crate_without_std_use_std() {
    for edition in ["2015", "2018", "2021"] {
        let directory =
            Directory::with_files(&[("Cargo.toml", &manifest(edition)), ("src/lib.rs", WITHOUT_STD)]);
        let words = "alloc::vec::Vec<alloc::string::String>";
        let numbered = "alloc::vec::Vec<(alloc::string::String, usize)>";
        let with_path = "*«alloc::boxed::Box::new»(\"a\")";
        let reports = [
            report(
                "demo::words",
                ("src/lib.rs", 8),
                &[],
                vec![returned(&[with_path], &[], words, "[\"a\"]")],
            ),
            report(
                "demo::numbered",
                ("src/lib.rs", 12),
                &[],
                vec![returned(&["\"a\""], &[], numbered, "[(\"a\", 0)]")],
            ),
        ];
        let suite = write_suite(&directory, &reports, true);
        assert!(suite.removed.is_empty(), "{edition}: {:?}", suite.removed);
        let inside = directory.read("src/sbst_tests.rs");
        assert!(inside.contains("numbered(\"a\"), [(String::from(\"a\"), 0)]"), "{inside}");
        assert!(!inside.contains("vec"), "{inside}");
        let outside = directory.read("tests/sbst/crate_root.rs");
        assert!(outside.contains("Box::new(\"a\")") && !outside.contains("alloc"), "{outside}");
        assert_eq!(cargo_test(&directory).matches("1 passed").count(), 2);
    }
}
