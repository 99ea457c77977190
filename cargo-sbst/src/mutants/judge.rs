//! The verdict on a mutant.
//!
//! 1. A test runs only if the mutant made a difference at its place. Other tests would execute the
//!    same.
//! 2. Tests of an executable run together, the quickest first, as many as an order holds. A test
//!    with more steps than all before it begins another run. The process ends with the first
//!    failing test.
//! 3. A process may take ten times the steps of its tests, or a fixed number if that is more. The
//!    test that uses up the last step gives no verdict, and later tests continue. After three such
//!    tests, the mutant has no verdict.
//! 4. If a process dies, or ends without the harness, the running test has noticed the mutant.
//! 5. To find all tests that notice a mutant, a process does not end with the first failing one.
//!    After a process that dies, or takes too many steps, another one continues after that test.

use super::mutant::{Mutant, Spot};
use super::server::TESTS;
use super::suite::Suite;
use sbst_model::mutants::{Answer, Ended, Limits, Order};
use std::time::Duration;

/// Steps of a mutant for each of the original.
const FACTOR: u64 = 10;
/// Steps that every process may take.
const FEWEST_STEPS: u64 = 10_000;
/// The time of a process that counts no steps: this multiple of its tests' time, and more.
const PATIENCE: u32 = 100;
const LEAST_PATIENCE: Duration = Duration::from_secs(2);

/// The most tests without a verdict; after these no more are tried.
const MOST_UNKNOWN: usize = 3;

/// The marks of an answer.
const OUT_OF_STEPS: u8 = 1;
const INAPPLICABLE: u8 = 2;

/// A judged mutant.
#[derive(Clone, Debug)]
pub struct Judged {
    pub mutant: Mutant,
    pub verdict: Verdict,
    /// The tests that execute it.
    pub tests: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test failed with it, or its process died.
    Noticed(usize),
    Alive(Alive),
    /// Tests took too many steps, or too long, and no other noticed it.
    Unknown(usize),
    /// The code does not have a type that it can be applied to.
    Inapplicable,
}

/// The reason why a mutant is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alive {
    /// No test executes its place.
    Unexecuted,
    /// No execution gave another value there.
    Same,
    /// Tests executed a difference, and passed.
    Unnoticed,
}

/// Judges a mutant by all tests except `without`.
pub fn judge(suite: &mut Suite, mutant: &Mutant, without: Option<usize>) -> anyhow::Result<Verdict> {
    let executing = suite.executing(mutant);
    if executing.is_empty() {
        return Ok(Verdict::Alive(Alive::Unexecuted));
    }
    let can_apply = |test: &usize| mutant.spots.iter().any(|spot| suite.tests[*test].can_apply(spot));
    if !executing.iter().any(can_apply) {
        return Ok(Verdict::Inapplicable);
    }
    let mut telling = suite.telling(mutant);
    telling.retain(|test| Some(*test) != without);
    if telling.is_empty() {
        return Ok(Verdict::Alive(Alive::Same));
    }
    in_turn(suite, &mut telling);
    let mut unknown = Vec::new();
    while !telling.is_empty() && unknown.len() < MOST_UNKNOWN {
        let count = together(suite, &telling);
        match execute(suite, &mutant.spots, &telling[..count])? {
            Run::Passed => _ = telling.drain(..count),
            Run::Noticed(test) => return Ok(Verdict::Noticed(test)),
            Run::Unknown(test) => {
                unknown.push(test);
                let done = telling.iter().position(|other| *other == test).unwrap_or(count - 1);
                telling.drain(..=done);
            }
            Run::Inapplicable => return Ok(Verdict::Inapplicable),
        }
    }
    Ok(unknown.first().copied().map_or(Verdict::Alive(Alive::Unnoticed), Verdict::Unknown))
}

/// Returns the tests that notice a mutant (rule 5); `None` if it cannot be applied.
pub fn noticing(suite: &mut Suite, mutant: &Mutant) -> anyhow::Result<Option<Vec<usize>>> {
    let mut telling = suite.telling(mutant);
    in_turn(suite, &mut telling);
    let mut noticing = Vec::new();
    let mut unknown = 0;
    while !telling.is_empty() && unknown < MOST_UNKNOWN {
        let count = together(suite, &telling);
        let answer = answer(suite, &mutant.spots, &telling[..count], false)?;
        if answer.mark == INAPPLICABLE {
            return Ok(None);
        }
        let find = |name: &str| telling.iter().copied().find(|test| suite.tests[*test].name == name);
        let Results { failed, last, is_whole } = Results::read(&answer, find, telling[0]);
        noticing.extend(failed);
        let mut done = count;
        if !is_whole {
            match answer.mark == OUT_OF_STEPS || answer.ended == Ended::Late {
                true => unknown += 1,
                false => noticing.push(last),
            }
            done = telling.iter().position(|test| *test == last).map_or(count, |at| at + 1);
        }
        telling.drain(..done);
    }
    noticing.sort_unstable();
    noticing.dedup();
    Ok(Some(noticing))
}

/// Sorts tests in execution order.
fn in_turn(suite: &Suite, tests: &mut [usize]) {
    tests.sort_by_key(|test| (suite.tests[*test].executable, suite.tests[*test].steps, *test));
}

/// Returns the number of the first tests that run together (rule 2).
fn together(suite: &Suite, tests: &[usize]) -> usize {
    let executable = suite.tests[tests[0]].executable;
    let here = tests.iter().map(|test| &suite.tests[*test]);
    let here = here.take_while(|test| test.executable == executable).map(|test| test.steps);
    alike(here).min(TESTS)
}

/// Returns the number of tests, the quickest first, that run together. A long test would give its
/// steps to those before it.
fn alike(steps: impl Iterator<Item = u64>) -> usize {
    let mut sum = FEWEST_STEPS / FACTOR;
    let fits = |steps: &u64| {
        let fits = *steps <= sum;
        sum = sum.saturating_add(*steps);
        fits
    };
    steps.take_while(fits).count().max(1)
}

#[derive(Debug, PartialEq, Eq)]
enum Run {
    Passed,
    Noticed(usize),
    Unknown(usize),
    Inapplicable,
}

fn execute(suite: &mut Suite, spots: &[Spot], tests: &[usize]) -> anyhow::Result<Run> {
    let answer = answer(suite, spots, tests, true)?;
    let find = |name: &str| tests.iter().copied().find(|test| suite.tests[*test].name == name);
    Ok(match suite.is_whole(suite.tests[tests[0]].executable) {
        true => run_whole(&answer, tests[0]),
        false => run(&answer, find, tests[0]),
    })
}

/// Executes tests of one executable with alternatives of its points.
fn answer(suite: &mut Suite, spots: &[Spot], tests: &[usize], stops: bool) -> anyhow::Result<Answer> {
    let executable = suite.tests[tests[0]].executable;
    let here = spots.iter().filter(|spot| spot.executable == executable);
    let steps: u64 = tests.iter().map(|test| suite.tests[*test].steps).sum();
    let elapsed: Duration = tests.iter().map(|test| suite.tests[*test].elapsed).sum();
    let patience = LEAST_PATIENCE.saturating_add(elapsed.saturating_mul(PATIENCE));
    let order = Order::Run {
        alternatives: here.map(|spot| (spot.point, spot.number)).collect(),
        stops,
        limits: Limits {
            steps: steps.saturating_mul(FACTOR).max(FEWEST_STEPS),
            milliseconds: u64::try_from(patience.as_millis()).unwrap_or(u64::MAX),
        },
        tests: tests.iter().map(|test| suite.tests[*test].name.clone()).collect(),
    };
    suite.servers[executable].execute(&order)
}

/// Reads an answer of an executable that is one test.
fn run_whole(answer: &Answer, test: usize) -> Run {
    match (answer.mark, answer.ended) {
        (INAPPLICABLE, _) => Run::Inapplicable,
        (OUT_OF_STEPS, _) | (_, Ended::Late) => Run::Unknown(test),
        (_, Ended::Exit(0)) => Run::Passed,
        _ => Run::Noticed(test),
    }
}

/// The results of tests that a harness has printed.
struct Results {
    failed: Vec<usize>,
    /// The test that began last.
    last: usize,
    /// True if the harness has come to its end.
    is_whole: bool,
}

impl Results {
    /// Reads an answer of a harness. `find` finds a test by its name, and `first` is one of them.
    fn read(answer: &Answer, find: impl Fn(&str) -> Option<usize>, first: usize) -> Results {
        let text = String::from_utf8_lossy(&answer.output);
        let results = text.lines().filter_map(|line| {
            let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
            Some((find(name.strip_suffix(" - should panic").unwrap_or(name))?, result))
        });
        let (mut failed, mut last) = (Vec::new(), first);
        for (test, result) in results {
            last = test;
            if result.ends_with("FAILED") {
                failed.push(test);
            }
        }
        let end = if failed.is_empty() { "test result: ok." } else { "test result: FAILED." };
        let is_whole = matches!(answer.ended, Ended::Exit(_)) && text.contains(end);
        Results { failed, last, is_whole }
    }
}

fn run(answer: &Answer, find: impl Fn(&str) -> Option<usize>, first: usize) -> Run {
    let Results { failed, last, is_whole } = Results::read(answer, find, first);
    match (answer.mark, answer.ended, failed.first()) {
        (INAPPLICABLE, ..) => Run::Inapplicable,
        (.., Some(test)) => Run::Noticed(*test),
        (OUT_OF_STEPS, ..) | (_, Ended::Late, _) => Run::Unknown(last),
        (_, Ended::Exit(0), _) if is_whole => Run::Passed,
        _ => Run::Noticed(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["a", "m::b", "c"];

    fn read(mark: u8, ended: Ended, output: &str) -> Run {
        let answer = Answer { ended, steps: 0, mark, words: Vec::new(), output: output.into() };
        run(&answer, |name| NAMES.iter().position(|known| *known == name), 0)
    }

    #[test]
    fn mutant_is_noticed_by_the_failing_or_last_running_test() {
        let begun = "\nrunning 3 tests\ntest a ... ok\ntest m::b - should panic ... ";
        assert_eq!(read(0, Ended::Failed, &format!("{begun}FAILED\n")), Run::Noticed(1));
        assert_eq!(read(0, Ended::Signal(6), begun), Run::Noticed(1));
        assert_eq!(read(0, Ended::Exit(3), begun), Run::Noticed(1));
        assert_eq!(read(0, Ended::Exit(0), begun), Run::Noticed(1), "the harness did not end");
    }

    #[test]
    fn too_many_steps_and_too_much_time_are_no_verdict() {
        let begun = "\nrunning 3 tests\ntest a ... ok\ntest m::b ... ";
        assert_eq!(read(OUT_OF_STEPS, Ended::Exit(0), begun), Run::Unknown(1));
        assert_eq!(read(0, Ended::Late, begun), Run::Unknown(1));
        assert_eq!(read(INAPPLICABLE, Ended::Exit(0), begun), Run::Inapplicable);
    }

    #[test]
    fn a_long_test_runs_apart_from_short_ones() {
        assert_eq!(alike([5, 900, 1_900, 3_805].into_iter()), 4);
        assert_eq!(alike([5, 900, 2_000, 20_000].into_iter()), 2);
        assert_eq!(alike([20_000, 20_000, 41_000].into_iter()), 1);
        assert_eq!(alike([20_000].into_iter()), 1);
    }

    #[test]
    fn all_results_of_a_continued_process_are_read() {
        let find = |name: &str| NAMES.iter().position(|known| *known == name);
        let read = |ended, output: &str| {
            let answer = Answer { ended, steps: 0, mark: 0, words: Vec::new(), output: output.into() };
            let Results { failed, last, is_whole } = Results::read(&answer, find, 0);
            (failed, last, is_whole)
        };
        let begun = "\nrunning 3 tests\ntest a ... FAILED\ntest m::b - should panic ... ";
        let end = "FAILED\ntest c ... ok\n\ntest result: FAILED. 1 passed; 2 failed\n";
        assert_eq!(read(Ended::Exit(101), &format!("{begun}{end}")), (vec![0, 1], 2, true));
        assert_eq!(read(Ended::Signal(6), begun), (vec![0], 1, false));
    }

    #[test]
    fn a_test_passes_by_the_harness_output() {
        let all = "\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed\n";
        assert_eq!(read(0, Ended::Exit(0), all), Run::Passed);
    }
}
