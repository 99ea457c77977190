//! Tests whose arguments need more than literals.

use super::{cargo_test, manifest, run, write_suite};
use crate::search::target_report::TargetReport;
use crate::suite::fixtures::{Directory, changing, displaying, overflowing, panicked, report, returned};

const LIBRARY: &str = r#"#![allow(clippy::all)]
mod imp;
pub mod maps;
pub mod outer;

pub use imp::{Kind, Point as Dot, make};

pub fn shift(point: &Dot, kind: Kind) -> Option<Dot> {
    match kind {
        Kind::Up { by } => Some(Dot { x: point.x, y: point.y + by }),
        Kind::Stay => None,
    }
}

pub fn sort(values: &mut Vec<i32>) -> usize {
    values.sort();
    values.len()
}

pub fn first<'a>(values: &'a mut [u8], count: &mut u8) -> Option<&'a mut u8> {
    *count += 1;
    values.first_mut()
}

#[must_use]
pub fn upper(text: &mut str, dot: &mut Dot) {
    text.make_ascii_uppercase();
    dot.x = 9;
}

pub fn apply(function: impl Fn(i32, i32) -> i32, boxed: Box<dyn Fn() -> bool>) -> i32 {
    if boxed() { function(1, 2) } else { 0 }
}

pub fn wait(time: std::time::Duration, span: Option<std::ops::Range<u8>>) -> std::time::Duration {
    time * span.map_or(1, |span| span.len() as u32)
}

pub fn lock(number: &std::sync::Mutex<u8>) -> std::sync::MutexGuard<'_, u8> {
    number.lock().expect("it is poisoned")
}

pub fn fill(values: &mut Vec<&String>) -> bool {
    values.clear();
    assert!(values.capacity() < 100, "too much");
    true
}
"#;

const IMP: &str = r#"#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Up { by: i32 },
    Stay,
}

pub fn make(both: i32) -> Option<Point> {
    Some(Point { x: both, y: both })
}
"#;

const MAPS: &str = r#"pub struct HashMap(pub u8);

pub fn size(own: HashMap, other: &std::collections::HashMap<u8, Vec<&str>>) -> usize {
    usize::from(own.0) + other.len()
}
"#;

const OUTER: &str = r#"use crate::imp::make as make_it;
use std::num::NonZeroU8;

#[derive(Debug, PartialEq)]
pub struct Point(pub u8);

pub fn both(point: Point, other: crate::Dot, number: NonZeroU8) -> (Point, i32) {
    let _ = make_it(1);
    (Point(point.0 / number), other.x)
}
"#;

fn reports() -> Vec<TargetReport> {
    let mut reports = vec![
        report(
            "demo::shift",
            ("src/lib.rs", 8),
            &["kind"],
            vec![
                returned(
                    &["&«demo::imp::Point» { x: 1, y: 2 }", "«demo::imp::Kind»::Up { by: 3 }"],
                    &[0],
                    "core::option::Option<demo::imp::Point>",
                    "Some(Point { x: 1, y: 5 })",
                ),
                returned(
                    &["&«demo::imp::make»(3).unwrap()", "«demo::imp::Kind»::Stay"],
                    &[1],
                    "core::option::Option<demo::imp::Point>",
                    "None",
                ),
            ],
        ),
        report(
            "demo::sort",
            ("src/lib.rs", 15),
            &[],
            vec![
                changing(
                    returned(&["&mut vec![3, 1]"], &[], "usize", "2"),
                    &[(0, "alloc::vec::Vec<i32>", "[1, 3]")],
                ),
                changing(returned(&["&mut vec![]"], &[], "usize", "0"), &[(0, "alloc::vec::Vec<i32>", "[]")]),
                overflowing(&["&mut vec![7]"]),
            ],
        ),
        report(
            "demo::first",
            ("src/lib.rs", 20),
            &[],
            vec![
                changing(
                    returned(&["&mut [5, 6]", "&mut 7"], &[], "core::option::Option<&mut u8>", "Some(5)"),
                    &[(1, "u8", "8")],
                ),
                changing(
                    returned(&["&mut []", "&mut 0"], &[], "core::option::Option<&mut u8>", "None"),
                    &[(1, "u8", "1")],
                ),
            ],
        ),
        report(
            "demo::upper",
            ("src/lib.rs", 25),
            &[],
            vec![changing(
                returned(
                    &["&mut String::from(\"ab\")", "&mut «demo::imp::Point» { x: 1, y: 2 }"],
                    &[],
                    "()",
                    "()",
                ),
                &[(0, "str", "\"AB\""), (1, "demo::imp::Point", "Point { x: 9, y: 2 }")],
            )],
        ),
        report(
            "demo::apply",
            ("src/lib.rs", 31),
            &[],
            vec![returned(&["|_, _| 7", "Box::new(|| true)"], &[], "i32", "7")],
        ),
        report(
            "demo::wait",
            ("src/lib.rs", 35),
            &[],
            vec![returned(
                &["«std::time::Duration»::new(1, 500)", "Some(1..4)"],
                &[],
                "core::time::Duration",
                "3.0000015s",
            )],
        ),
        report(
            "demo::lock",
            ("src/lib.rs", 39),
            &[],
            vec![displaying(
                returned(&["&«std::sync::Mutex»::new(1)"], &[], "std::sync::MutexGuard<u8>", ""),
                "1",
            )],
        ),
        report(
            "demo::fill",
            ("src/lib.rs", 43),
            &[],
            vec![
                // The `String` would be dropped at the end of a `let`.
                changing(
                    returned(&["&mut vec![&String::from(\"a\")]"], &[], "bool", "true"),
                    &[(0, "alloc::vec::Vec<&alloc::string::String>", "[]")],
                ),
                panicked(&["&mut Vec::with_capacity(200)"], "too much"),
            ],
        ),
        report(
            "demo::maps::size",
            ("src/maps.rs", 3),
            &[],
            vec![returned(
                &[
                    "«demo::maps::HashMap»(1)",
                    "&«std::collections::HashMap»::from([(1, vec![\"a\"]), (2, vec![])])",
                ],
                &[],
                "usize",
                "3",
            )],
        ),
        report(
            "demo::outer::both",
            ("src/outer.rs", 7),
            &[],
            vec![returned(
                &[
                    "«demo::outer::Point»(9)",
                    "«demo::outer::make_it»(4).unwrap()",
                    "«demo::outer::NonZeroU8::new»(3).unwrap()",
                ],
                &[],
                "(demo::outer::Point, i32)",
                "(Point(3), 4)",
            )],
        ),
    ];
    for (report, names) in reports.iter_mut().zip([
        &["point", "kind"][..],
        &["values"],
        &["values", "count"],
        &["text", "dot"],
        &["function", "boxed"],
        &["time", "span"],
        &["number"],
        &["values"],
        &["own", "other"],
        &["point", "other", "number"],
    ]) {
        for (parameter, name) in report.description.parameters.iter_mut().zip(names) {
            parameter.name = (*name).to_owned();
        }
    }
    reports[7].description.result_type = String::from("bool");
    reports
}

fn project(edition: &str) -> Directory {
    let manifest = manifest(edition);
    Directory::with_files(&[
        ("Cargo.toml", &manifest),
        ("src/lib.rs", LIBRARY),
        ("src/imp.rs", IMP),
        ("src/maps.rs", MAPS),
        ("src/outer.rs", OUTER),
    ])
}

#[test]
fn arguments_of_all_kinds_give_no_warning_in_any_edition() {
    for edition in ["2018", "2021", "2024"] {
        let directory = project(edition);
        let suite = write_suite(&directory, &reports(), false);
        assert_eq!(suite.removed.len(), 0, "{edition}: {:?}", suite.removed);
        assert_eq!((suite.tests, suite.ignored, suite.notes.len()), (14, 1, 0), "{:?}", suite.notes);
        let printed = cargo_test(&directory);
        assert!(printed.contains("13 passed; 0 failed; 1 ignored"), "{printed}");
        run(&directory, &["clippy", "--tests", "--offline", "--", "-Dwarnings"]);
        if edition == "2021" {
            for name in ["crate_root", "maps", "outer"] {
                let text = directory.read(&format!("tests/sbst/{name}.rs"));
                insta::assert_snapshot!(name, text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
            }
        }
    }
}
