//! Fingerprints that identify findings in later runs, in lists of accepted findings and in a
//! platform's alerts.
//!
//! 1. The fingerprint of a fault at a place consists of kind, file, text of the line, and the
//!    number of equal lines above. So it stays the same if other lines change.
//! 2. Without a place of its own, it consists of the kind and the function; without a kind, of the
//!    function and the message.

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::fingerprint::fnv1a;
use sbst_model::messages::FindingKind;
use sbst_model::target::Place;
use std::collections::BTreeMap;
use std::fs;

/// The lines of files with faults.
pub struct Sources {
    root: Utf8PathBuf,
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    pub fn new(workspace_root: &Utf8Path) -> Sources {
        Sources { root: workspace_root.to_owned(), files: BTreeMap::new() }
    }

    /// Creates sources without any file.
    #[cfg(test)]
    pub fn none() -> Sources {
        Sources::new(Utf8Path::new("/nowhere"))
    }

    /// Returns 16 hexadecimal digits.
    pub fn fingerprint(
        &mut self,
        kind: Option<FindingKind>,
        place: Option<&Place>,
        function: &str,
        message: &str,
    ) -> String {
        let kind_word = kind.and_then(|kind| serde_json::to_string(&kind).ok()).unwrap_or_default();
        let at_place = place.filter(|_| kind.is_none_or(|kind| !super::is_of_its_function(kind)));
        let parts = match (at_place, kind) {
            (Some(place), _) => {
                let (text, above) = self.line(place);
                [kind_word, place.file.clone(), text, above.to_string()]
            }
            (None, Some(_)) => [kind_word, function.to_owned(), String::new(), String::new()],
            (None, None) => [kind_word, function.to_owned(), message.to_owned(), String::new()],
        };
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        format!("{:016x}", fnv1a(bytes))
    }

    /// Returns the text of a line, and the number of equal lines above it. If the file cannot be
    /// read, returns the line's number instead.
    fn line(&mut self, place: &Place) -> (String, usize) {
        let lines = self.files.entry(place.file.clone()).or_insert_with(|| {
            let text = fs::read_to_string(self.root.join(&place.file)).unwrap_or_default();
            text.lines().map(|line| line.trim().to_owned()).collect()
        });
        let index = (place.line as usize).saturating_sub(1);
        match lines.get(index) {
            Some(text) => (text.clone(), lines[..index].iter().filter(|line| *line == text).count()),
            None => (String::new(), place.line as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(source: &str, line: u32, kind: FindingKind) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("lib.rs"), source).unwrap();
        let mut sources = Sources::new(Utf8Path::from_path(folder.path()).unwrap());
        let place = Place { file: "lib.rs".into(), line, column: 1 };
        sources.fingerprint(Some(kind), Some(&place), "c::f", "too long")
    }

    #[test]
    fn fingerprint_of_a_fault_is_stable_when_other_lines_move() {
        let before = fingerprint("fn f() {\n    a + 1\n}", 2, FindingKind::Overflow);
        assert_eq!(before, fingerprint("// new\n\nfn f() {\n        a + 1\n}", 4, FindingKind::Overflow));
        assert_ne!(before, fingerprint("fn f() {\n    a + 2\n}", 2, FindingKind::Overflow));
        assert_ne!(before, fingerprint("fn f() {\n    a + 1\n}", 2, FindingKind::Index));
    }

    #[test]
    fn equal_lines_have_different_fingerprints() {
        let source = "a + 1\na + 1\n";
        let at = |line| fingerprint(source, line, FindingKind::Overflow);
        assert_ne!(at(1), at(2));
    }

    #[test]
    fn fingerprint_of_a_hang_ignores_the_place() {
        let source = "loop {}\nx\n";
        assert_eq!(fingerprint(source, 1, FindingKind::Hang), fingerprint(source, 2, FindingKind::Hang));
    }
}
