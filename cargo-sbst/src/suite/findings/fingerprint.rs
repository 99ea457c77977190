//! Fingerprints of findings, by which a later run, a list of accepted findings and a platform's
//! alerts know one again.
//!
//! 1. A fault at a place is known by its kind, the file, the text of its line, and the number of
//!    equal lines above it: so it stays the same while other lines come and go.
//! 2. One without a place of its own is known by its kind and its function; without a kind, by the
//!    message as well.

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::fingerprint::fnv1a;
use sbst_model::messages::FindingKind;
use sbst_model::target::Place;
use std::collections::BTreeMap;
use std::fs;

/// The lines of files in which faults are.
pub struct Sources {
    root: Utf8PathBuf,
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    pub fn new(workspace_root: &Utf8Path) -> Sources {
        Sources { root: workspace_root.to_owned(), files: BTreeMap::new() }
    }

    /// No file can be read.
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

    /// The text of a line, and the number of equal lines above it. The line's number where the file
    /// cannot be read.
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
    fn a_fault_stays_the_same_while_other_lines_move() {
        let before = fingerprint("fn f() {\n    a + 1\n}", 2, FindingKind::Overflow);
        assert_eq!(before, fingerprint("// new\n\nfn f() {\n        a + 1\n}", 4, FindingKind::Overflow));
        assert_ne!(before, fingerprint("fn f() {\n    a + 2\n}", 2, FindingKind::Overflow));
        assert_ne!(before, fingerprint("fn f() {\n    a + 1\n}", 2, FindingKind::Index));
    }

    #[test]
    fn equal_lines_are_told_apart() {
        let source = "a + 1\na + 1\n";
        let at = |line| fingerprint(source, line, FindingKind::Overflow);
        assert_ne!(at(1), at(2));
    }

    #[test]
    fn a_hang_is_its_functions_wherever_it_was_seen() {
        let source = "loop {}\nx\n";
        assert_eq!(fingerprint(source, 1, FindingKind::Hang), fingerprint(source, 2, FindingKind::Hang));
    }
}
