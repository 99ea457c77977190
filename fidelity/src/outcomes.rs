//! The outcomes of tests, parsed from the output of cargo and the test harness.
//!
//! Cargo prints the executable (`Running unittests src/lib.rs (…)`, `Doc-tests name`), and the
//! harness prints a line for each test. Output of the tests themselves may be in between or, from
//! other processes, in the middle of such a line. Then the outcome is the last word of that line or
//! is on one of the next.

use std::collections::BTreeMap;
use std::fmt;

/// A test: the executable it is in, and its name.
pub type Test = (String, String);

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A passed test.
    Passed,
    /// A failed test.
    Failed,
    /// An ignored test.
    Ignored,
    /// A test without a printed end.
    Lost,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Passed => "ok",
            Outcome::Failed => "FAILED",
            Outcome::Ignored => "ignored",
            Outcome::Lost => "lost",
        })
    }
}

/// The outcomes of all tests except those added by a search build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes(pub BTreeMap<Test, Outcome>);

impl Outcomes {
    /// Reads the output of `cargo test`.
    pub fn parse(log: &str) -> Outcomes {
        let mut outcomes = BTreeMap::new();
        let mut executable = String::new();
        let mut open: Option<Test> = None;
        for line in log.lines() {
            if let Some(name) = parse_executable(line) {
                executable = name;
                open = None;
            } else if let Some((name, rest)) =
                line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... "))
            {
                let test = (executable.clone(), name.to_owned());
                let outcome = last_outcome(rest);
                open = outcome.is_none().then(|| test.clone());
                outcomes.insert(test, outcome.unwrap_or(Outcome::Lost));
            } else if let (Some(test), Some(outcome)) = (&open, last_outcome(line)) {
                outcomes.insert(test.clone(), outcome);
                open = None;
            }
        }
        outcomes.retain(|(_, name), _| !is_ours(name));
        Outcomes(outcomes)
    }

    /// Returns the number of tests with this outcome.
    pub fn count(&self, wanted: Outcome) -> usize {
        self.0.values().filter(|&&outcome| outcome == wanted).count()
    }

    /// Lists the tests whose outcomes differ in `other`.
    pub fn differences(&self, other: &Outcomes) -> Vec<(Test, String)> {
        let says = |outcome: Option<&Outcome>| outcome.map_or("absent".to_owned(), ToString::to_string);
        let tests: std::collections::BTreeSet<&Test> = self.0.keys().chain(other.0.keys()).collect();
        let differing = tests.into_iter().filter(|test| self.0.get(test) != other.0.get(test));
        differing
            .map(|test| (test.clone(), format!("{} → {}", says(self.0.get(test)), says(other.0.get(test)))))
            .collect()
    }
}

/// The tests that are entries of a search.
fn is_ours(test: &str) -> bool {
    test.split("::").any(|part| part.starts_with("__sbst_entry"))
}

/// `unittests src/lib.rs`, `tests/all.rs`, `doc-tests name`.
fn parse_executable(line: &str) -> Option<String> {
    let line = line.trim_start();
    match line.strip_prefix("Doc-tests ") {
        Some(name) => Some(format!("doc-tests {}", name.trim_end())),
        None => {
            let (name, path) = line.strip_prefix("Running ")?.rsplit_once(" (")?;
            path.ends_with(')').then(|| name.to_owned())
        }
    }
}

fn last_outcome(text: &str) -> Option<Outcome> {
    let text = text.trim_end();
    // `ignored, why`; `ok <0.001s>`
    let is_word = |word: &str| text == word || text.starts_with(&format!("{word} <"));
    if text == "ignored" || text.starts_with("ignored, ") {
        Some(Outcome::Ignored)
    } else if is_word("ok") || text.starts_with("bench:") {
        Some(Outcome::Passed)
    } else if is_word("FAILED") || text.ends_with("FAILED") && !text.starts_with("test result:") {
        Some(Outcome::Failed)
    } else if text.ends_with("ok")
        && !text.starts_with("test ")
        && !text.ends_with(|c: char| c.is_uppercase())
    {
        text.strip_suffix("ok")
            .is_some_and(|before| !before.ends_with(char::is_alphabetic))
            .then_some(Outcome::Passed)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &str) -> Vec<String> {
        let outcomes = Outcomes::parse(log);
        outcomes
            .0
            .iter()
            .map(|((executable, name), outcome)| format!("{executable}: {name} {outcome}"))
            .collect()
    }

    #[test]
    fn tests_are_distinguished_by_executable() {
        let log = "   Compiling demo v0.1.0\n     Running unittests src/lib.rs (target/debug/deps/demo-1)\n\n\
                   running 2 tests\ntest a ... ok\ntest b::c ... FAILED\n\ntest result: FAILED. 1 passed\n     \
                   Running tests/all.rs (target/debug/deps/all-2)\ntest a ... ignored, slow\n   Doc-tests demo\n\
                   test src/lib.rs - f (line 3) ... ok\ntest src/lib.rs - g (line 9) - compile fail ... ok\n";
        let expected = [
            "doc-tests demo: src/lib.rs - f (line 3) ok",
            "doc-tests demo: src/lib.rs - g (line 9) - compile fail ok",
            "tests/all.rs: a ignored",
            "unittests src/lib.rs: a ok",
            "unittests src/lib.rs: b::c FAILED",
        ];
        assert_eq!(read(log), expected);
    }

    #[test]
    fn foreign_output_within_line_does_not_hide_outcome() {
        let log = "Running unittests src/main.rs (x)\ntest a ... some words\nmore\nok\ntest b ... words ok\n\
                   test c ... \ntest d ... ok\n";
        let expected =
            ["a ok", "b ok", "c lost", "d ok"].map(|line| format!("unittests src/main.rs: {line}"));
        assert_eq!(read(log), expected);
    }

    #[test]
    fn own_entries_are_not_tests() {
        let log = "test m::__sbst_entry_f::entry ... ignored, an entry of cargo sbst\ntest f ... ok\n";
        assert_eq!(read(log), [": f ok"]);
    }

    #[test]
    fn differing_tests_are_listed_with_both_outcomes() {
        let plain = Outcomes::parse("test a ... ok\ntest b ... ok\ntest c ... ok\n");
        let ours = Outcomes::parse("test a ... ok\ntest b ... FAILED\n");
        let words: Vec<String> =
            plain.differences(&ours).into_iter().map(|((_, name), what)| format!("{name}: {what}")).collect();
        assert_eq!(words, ["b: ok → FAILED", "c: ok → absent"]);
    }
}
