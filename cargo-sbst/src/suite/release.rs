//! Tests of panics by debug assertions, which pass only with these.
//!
//! Without debug assertions, such a test is ignored, but still compiled.

use super::test_module::Test;
use cargo_metadata::camino::Utf8Path;
use sbst_model::target::Place;
use std::fs;

const IGNORED: &str = "#[cfg_attr(not(debug_assertions), ignore = \"a debug assertion panics\")]";

/// Marks the tests that a debug assertion ends.
pub fn mark(tests: &mut [Test], workspace_root: &Utf8Path) {
    for test in tests.iter_mut().filter(|test| !test.ignored) {
        let place = test.cause.as_ref().and_then(|cause| cause.place.as_ref());
        if place.is_some_and(|place| is_debug_assertion(place, workspace_root)) {
            test.attributes.push(IGNORED.to_owned());
        }
    }
}

fn is_debug_assertion(place: &Place, workspace_root: &Utf8Path) -> bool {
    let text = fs::read_to_string(workspace_root.join(&place.file)).unwrap_or_default();
    let line = text.lines().nth((place.line as usize).saturating_sub(1)).unwrap_or_default();
    let column = line.char_indices().nth((place.column as usize).saturating_sub(1));
    let called = column.map_or("", |(at, _)| &line[at..]);
    let path = called.split_once('!').map_or("", |(path, _)| path);
    path.rsplit("::").next().is_some_and(|name| name.starts_with("debug_assert"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures;
    use crate::suite::test_module::Cause;

    #[test]
    fn only_tests_of_debug_assertions_are_ignored_without_them() {
        let directory = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(directory.path()).unwrap();
        let lines = ["    ü(); debug_assert!(a < b);", "    assert!(a);", "core::debug_assert_eq!(a, b)"];
        fs::write(root.join("lib.rs"), lines.join("\n")).unwrap();
        let at = |line, column| {
            let mut test = fixtures::test("f");
            let place = Place { file: "lib.rs".into(), line, column };
            test.cause = Some(Cause { kind: None, place: Some(place) });
            mark(std::slice::from_mut(&mut test), root);
            test.attributes
        };
        assert_eq!((at(1, 10), at(3, 1)), (vec![IGNORED.to_owned()], vec![IGNORED.to_owned()]));
        assert!(at(2, 5).is_empty() && at(9, 9).is_empty() && at(1, 5).is_empty());
    }
}
