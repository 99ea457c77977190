//! The grading of a suite by mutants.

use super::diet;
use super::judge::{Alive, Judged, Verdict, judge, noticing};
use super::mutant::{Crates, LeftOut, Mutant};
use super::sample::sample;
use super::suite::{Executable, Suite};
use crate::ui::interrupt;
use std::time::{Duration, Instant};

/// The wanted mutants and tests.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The greatest number of mutants; `None` for all.
    pub most: Option<usize>,
    pub seed: u64,
    /// True if superfluous tests are sought.
    pub has_diet: bool,
    /// True if all tests that notice a mutant are sought.
    pub by_test: bool,
    /// True if tests that fail without a mutant are left out; otherwise they grade nothing.
    pub leaves_failing: bool,
}

/// The results of a grading.
#[derive(Debug, Default)]
pub struct Grading {
    /// By file and place.
    pub judged: Vec<Judged>,
    /// Tests by number, with their targets.
    pub tests: Vec<(String, String)>,
    /// The number of mutants, chosen or not.
    pub all: usize,
    pub left_out: LeftOut,
    /// Tests that can be removed together, if they were sought.
    pub superfluous: Option<Vec<usize>>,
    /// For each judged mutant, the tests that notice it, if they were sought.
    pub noticing: Option<Vec<Vec<usize>>>,
    /// Tests that fail without a mutant.
    pub failing: Vec<String>,
    /// Tests that take too long to be recorded.
    pub slow: Vec<String>,
    pub without_harness: Vec<String>,
    /// The time for each test by itself.
    pub recorded: Duration,
    /// The time for all mutants.
    pub elapsed: Duration,
}

/// The number of mutants by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub noticed: usize,
    pub unexecuted: usize,
    pub same: usize,
    pub unnoticed: usize,
    pub unknown: usize,
    pub inapplicable: usize,
}

impl Grading {
    /// Returns for each test its noticed mutants, and those that it alone notices; `None` if not
    /// requested.
    pub fn by_test(&self) -> Option<Vec<[Vec<&Mutant>; 2]>> {
        let noticing = self.noticing.as_ref()?;
        let mut by_test = vec![[const { Vec::new() }; 2]; self.tests.len()];
        for (judged, tests) in self.judged.iter().zip(noticing) {
            for test in tests {
                by_test[*test][0].push(&judged.mutant);
                if tests.len() == 1 {
                    by_test[*test][1].push(&judged.mutant);
                }
            }
        }
        Some(by_test)
    }
}

impl Counts {
    pub fn from_judged<'a>(judged: impl IntoIterator<Item = &'a Judged>) -> Counts {
        let mut counts = Counts::default();
        for Judged { verdict, .. } in judged {
            *match verdict {
                Verdict::Noticed(_) => &mut counts.noticed,
                Verdict::Alive(Alive::Unexecuted) => &mut counts.unexecuted,
                Verdict::Alive(Alive::Same) => &mut counts.same,
                Verdict::Alive(Alive::Unnoticed) => &mut counts.unnoticed,
                Verdict::Unknown(_) => &mut counts.unknown,
                Verdict::Inapplicable => &mut counts.inapplicable,
            } += 1;
        }
        counts
    }

    pub fn alive(&self) -> usize {
        self.unexecuted + self.same + self.unnoticed
    }

    /// Returns the number of mutants with a verdict.
    pub fn graded(&self) -> usize {
        self.noticed + self.alive()
    }

    /// Returns the number of mutants that count.
    pub fn all(&self) -> usize {
        self.graded() + self.unknown
    }

    /// Returns the noticed mutants in percent of those with a verdict.
    pub fn score(&self) -> f64 {
        percentage(self.noticed, self.graded())
    }

    /// Returns the executed mutants in percent of all.
    pub fn executed(&self) -> f64 {
        percentage(self.all() - self.unexecuted, self.all())
    }
}

fn percentage(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Grades the tests of these executables. `is_meant` chooses tests by their names, and `is_in`
/// mutants by their texts.
pub fn grade(
    executables: &[Executable],
    crates: &Crates,
    options: Options,
    is_meant: impl Fn(&str) -> bool,
    is_in: impl Fn(&Mutant) -> bool,
) -> anyhow::Result<Grading> {
    let (mut suite, mut mutants) = Suite::open(executables, crates, None)?;
    suite.record(is_meant)?;
    mutants.mutants.retain(is_in);
    let mut grading = Grading {
        tests: suite
            .tests
            .iter()
            .map(|test| (test.name.clone(), suite.targets[test.executable].clone()))
            .collect(),
        all: mutants.mutants.len(),
        left_out: mutants.left_out,
        failing: std::mem::take(&mut suite.failing),
        slow: std::mem::take(&mut suite.slow),
        without_harness: std::mem::take(&mut suite.without_harness),
        recorded: suite.elapsed,
        ..Grading::default()
    };
    if grading.tests.is_empty() || !grading.failing.is_empty() && !options.leaves_failing {
        return Ok(grading);
    }
    let began = Instant::now();
    let mut all_noticing = Vec::new();
    for mutant in sample(mutants.mutants, options.most, options.seed) {
        if interrupt::requested() {
            break;
        }
        let verdict = judge(&mut suite, &mutant, None)?;
        let tests = suite.executing(&mutant);
        if options.by_test {
            all_noticing.push(match verdict {
                Verdict::Noticed(_) => noticing(&mut suite, &mutant)?.unwrap_or_default(),
                _ => Vec::new(),
            });
        }
        grading.judged.push(Judged { mutant, verdict, tests });
    }
    grading.noticing = options.by_test.then_some(all_noticing);
    grading.elapsed = began.elapsed();
    if options.has_diet {
        grading.superfluous = Some(diet::superfluous(&mut suite, &grading.judged)?);
    }
    Ok(grading)
}
