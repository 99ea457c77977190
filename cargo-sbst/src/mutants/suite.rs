//! The tests of a build, each with its executed points.

use super::mutant::{Crates, Mutant, Mutants, Spot};
use super::server::Server;
use crate::cargo::executable::TestExecutable;
use crate::sandbox::Sandbox;
use crate::ui::interrupt;
use sbst_model::mutants::{Answer, Described, Ended, Order};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The bit of an executed point.
const EXECUTED: u32 = 1;

/// An executable with tests.
#[derive(Clone, Debug)]
pub struct Executable {
    /// The name of its target, as in `package lib` or `package test name`.
    pub target: String,
    pub executable: TestExecutable,
    /// The name of its only test, if it has no harness.
    pub whole: Option<String>,
}

/// A test that passes.
#[derive(Clone, Debug)]
pub struct Test {
    pub executable: usize,
    pub name: String,
    /// The steps that it takes.
    pub steps: u64,
    /// The time that it takes.
    pub elapsed: Duration,
    /// The words of the points that it executes.
    words: HashMap<u32, u32>,
}

impl Test {
    pub fn executes(&self, spot: &Spot) -> bool {
        spot.executable == self.executable && self.word(spot) & EXECUTED != 0
    }

    /// True if the alternative gave another value than the original, at least once.
    pub fn tells(&self, spot: &Spot) -> bool {
        spot.executable == self.executable && self.word(spot) & 1 << spot.number != 0
    }

    pub fn can_apply(&self, spot: &Spot) -> bool {
        spot.executable == self.executable && self.word(spot) & 1 << (15 + spot.number) != 0
    }

    /// The points that it executes.
    pub fn points(&self) -> impl Iterator<Item = (usize, u32)> {
        self.words.keys().map(|point| (self.executable, *point))
    }

    fn word(&self, spot: &Spot) -> u32 {
        self.words.get(&spot.point).copied().unwrap_or(0)
    }

    #[cfg(test)]
    pub fn with_words(executable: usize, name: &str, words: &[(u32, u32)]) -> Test {
        Test {
            executable,
            name: name.into(),
            steps: 10,
            elapsed: Duration::ZERO,
            words: words.iter().copied().collect(),
        }
    }
}

/// The servers of test executables, and their tests.
pub struct Suite {
    pub servers: Vec<Server>,
    /// The targets of the executables.
    pub targets: Vec<String>,
    /// The tests that are whole executables.
    wholes: Vec<Option<String>>,
    /// The tests, in the order of executables and their harnesses.
    pub tests: Vec<Test>,
    /// Tests that fail without a mutant, with their targets.
    pub failing: Vec<String>,
    /// Tests that take more than a minute to be recorded, with their targets.
    pub slow: Vec<String>,
    /// Executables without the standard harness.
    pub without_harness: Vec<String>,
    /// The time that the tests took, one after the other.
    pub elapsed: Duration,
}

impl Suite {
    /// Starts the executables that can be servers, and finds their mutants.
    pub fn open(
        executables: &[Executable],
        crates: &Crates,
        sandbox: Option<&Sandbox>,
    ) -> anyhow::Result<(Suite, Mutants)> {
        let mut suite = Suite {
            servers: Vec::new(),
            targets: Vec::new(),
            wholes: Vec::new(),
            tests: Vec::new(),
            failing: Vec::new(),
            slow: Vec::new(),
            without_harness: Vec::new(),
            elapsed: Duration::ZERO,
        };
        let mut described: Vec<Described> = Vec::new();
        for Executable { target, executable, whole } in executables {
            let Some(mut server) = Server::start(executable, sandbox)? else { continue };
            described.push(server.describe()?);
            suite.servers.push(server);
            suite.targets.push(target.clone());
            suite.wholes.push(whole.clone());
        }
        let mutants = Mutants::from_described(&described, crates);
        Ok((suite, mutants))
    }

    /// Executes each test by itself, without a mutant.
    pub fn record(&mut self, is_meant: impl Fn(&str) -> bool) -> anyhow::Result<()> {
        let began = Instant::now();
        for (executable, server) in self.servers.iter_mut().enumerate() {
            let whole = self.wholes[executable].clone();
            let is_whole = whole.is_some();
            let names = match whole {
                Some(name) => vec![name],
                None => match names(&server.execute(&Order::List)?) {
                    Some(names) => names,
                    None => {
                        self.without_harness.push(self.targets[executable].clone());
                        continue;
                    }
                },
            };
            for name in names.into_iter().filter(|name| is_meant(name)) {
                if interrupt::requested() {
                    return Ok(());
                }
                let began = Instant::now();
                let answer = server.execute(&Order::Record { test: name.clone() })?;
                let elapsed = began.elapsed();
                if answer.ended == Ended::Late {
                    self.slow.push(format!("{name} ({})", self.targets[executable]));
                    continue;
                }
                let outcome = match is_whole {
                    // A failing executable is ignored: it may be expected to fail.
                    true => Some(true).filter(|_| answer.ended == Ended::Exit(0)),
                    false => outcome(&answer),
                };
                match outcome {
                    Some(true) => {
                        let words = answer.words.into_iter().collect();
                        self.tests.push(Test { executable, name, steps: answer.steps, elapsed, words });
                    }
                    Some(false) => self.failing.push(format!("{name} ({})", self.targets[executable])),
                    // The test is ignored.
                    None => {}
                }
            }
        }
        self.elapsed = began.elapsed();
        Ok(())
    }

    /// True if an executable is one test, without a harness.
    pub fn is_whole(&self, executable: usize) -> bool {
        self.wholes[executable].is_some()
    }

    /// Returns the tests that execute a mutant.
    pub fn executing(&self, mutant: &Mutant) -> Vec<usize> {
        self.find(|test| mutant.spots.iter().any(|spot| test.executes(spot)))
    }

    /// Returns the tests for which the mutant made a difference at its place.
    pub fn telling(&self, mutant: &Mutant) -> Vec<usize> {
        self.find(|test| mutant.spots.iter().any(|spot| test.tells(spot)))
    }

    fn find(&self, is_found: impl Fn(&Test) -> bool) -> Vec<usize> {
        (0..self.tests.len()).filter(|test| is_found(&self.tests[*test])).collect()
    }
}

/// Returns the names of tests in a list; `None` if it is something else.
fn names(answer: &Answer) -> Option<Vec<String>> {
    let text = std::str::from_utf8(&answer.output).ok()?;
    let is_list = answer.ended == Ended::Exit(0)
        && text.lines().all(|line| line.ends_with(": test") || line.ends_with(": benchmark"));
    is_list.then(|| text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// True if the test of a recording passed; `None` if it is ignored.
fn outcome(answer: &Answer) -> Option<bool> {
    let text = String::from_utf8_lossy(&answer.output);
    match answer.ended {
        Ended::Exit(0) if text.contains("1 ignored") => None,
        Ended::Exit(0) => Some(text.contains("1 passed")),
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(ended: Ended, output: &str) -> Answer {
        Answer { ended, steps: 0, mark: 0, words: Vec::new(), output: output.into() }
    }

    #[test]
    fn only_the_standard_harness_lists_its_tests() {
        let listed = answer(Ended::Exit(0), "a::b: test\nc: test\nd: benchmark\n");
        assert_eq!(names(&listed), Some(vec!["a::b".to_owned(), "c".to_owned()]));
        assert_eq!(names(&answer(Ended::Exit(0), "")), Some(Vec::new()));
        assert_eq!(names(&answer(Ended::Exit(0), "running my own tests\n")), None);
        assert_eq!(names(&answer(Ended::Exit(2), "")), None);
    }

    #[test]
    fn a_test_passes_fails_or_is_ignored() {
        let result = "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out";
        assert_eq!(outcome(&answer(Ended::Exit(0), result)), Some(true));
        assert_eq!(
            outcome(&answer(Ended::Exit(0), &result.replace("1 p", "0 p").replace("0 i", "1 i"))),
            None
        );
        assert_eq!(outcome(&answer(Ended::Exit(101), result)), Some(false));
        assert_eq!(outcome(&answer(Ended::Signal(6), "")), Some(false));
    }

    #[test]
    fn recorded_words_show_noticeable_mutants() {
        let test = Test::with_words(1, "t", &[(4, 0b1_0000_0000_0000_0101)]);
        let spot = |executable, point, number| Spot { executable, point, number };
        assert!(
            test.executes(&spot(1, 4, 1)) && !test.executes(&spot(0, 4, 1)) && !test.executes(&spot(1, 3, 1))
        );
        assert!(!test.tells(&spot(1, 4, 1)) && test.tells(&spot(1, 4, 2)));
        assert!(test.can_apply(&spot(1, 4, 1)) && !test.can_apply(&spot(1, 4, 2)));
    }
}
