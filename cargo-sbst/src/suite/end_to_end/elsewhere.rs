//! Tests that pass in the package's folder but fail under other conditions.

use super::{cargo_test, manifest, write_suite};
use crate::suite::fixtures::{Directory, report, returned};

const LIBRARY: &str = r#"pub fn has_manifest(a: i32) -> bool {
    a > 0 && std::path::Path::new("Cargo.toml").exists()
}

pub fn is_home(path: &str) -> bool {
    std::env::var("HOME").unwrap_or_default() == path
}

pub fn has_process(a: u32) -> bool {
    a < std::process::id()
}
"#;

#[test]
fn tests_that_fail_under_other_conditions_mark_functions_flaky() {
    let directory = Directory::with_files(&[("Cargo.toml", &manifest("2021")), ("src/lib.rs", LIBRARY)]);
    let home = format!("{:?}", std::env::var("HOME").unwrap_or_default());
    let reports = [
        report(
            "demo::has_manifest",
            ("src/lib.rs", 1),
            &[],
            vec![returned(&["1"], &[], "bool", "true"), returned(&["0"], &[], "bool", "false")],
        ),
        report("demo::is_home", ("src/lib.rs", 5), &[], vec![returned(&[&home], &[], "bool", "true")]),
        report("demo::has_process", ("src/lib.rs", 9), &[], vec![returned(&["0"], &[], "bool", "true")]),
    ];
    let suite = write_suite(&directory, &reports, false);
    let removed: Vec<&str> = suite.removed.iter().map(|removed| removed.test.as_str()).collect();
    assert_eq!(removed, ["crate_root::has_manifest_1", "crate_root::is_home_1"]);
    for removed in &suite.removed {
        let why = "fails in another directory, environment or at another time: assertion";
        assert!(removed.reason.to_string().starts_with(why), "{removed:?}");
    }
    let flaky: Vec<&str> = suite.flaky.iter().map(String::as_str).collect();
    assert_eq!(flaky, ["demo::has_manifest", "demo::is_home"]);
    assert!(cargo_test(&directory).contains("2 passed"));
}
