//! The rows of the CSV files, which are also the lines of JSON. Only the rows of runs hold seconds: all else is the
//! same for the same seed.

use super::comparison::{AgainstFirst, Line};
use super::duels::{Duels, Tally};
use super::quartiles::Quantile;
use super::run::Run;
use super::subject::Subject;
use crate::search::target_report::SuiteAt;
use crate::ui::json_lines::Message;
use sbst_model::TargetDescription;
use sbst_model::messages::Stopped;
use serde::Serialize;

/// A run.
#[derive(Clone, Debug, Serialize)]
pub struct RunRow<'a> {
    /// Package.
    package: &'a str,
    /// The binary that the function is in; empty for the library.
    binary: Option<&'a str>,
    /// Path of the function.
    target: &'a str,
    /// Algorithm.
    algorithm: &'a str,
    /// From 1.
    repetition: u32,
    /// Seed, as `cargo sbst --seed` takes it.
    seed: u64,
    /// Number of goals.
    goals: usize,
    /// Number of goals covered.
    covered: usize,
    /// Evaluations made.
    evaluations: u64,
    /// Evaluations when the last goal that was covered was covered.
    evaluations_to_last_goal: u64,
    /// Seconds of search.
    seconds: f64,
    /// Why the search ended.
    stopped: Stopped,
    /// Number of faults met.
    findings: usize,
}

/// A goal that a run covered.
#[derive(Clone, Debug, Serialize)]
pub struct CurveRow<'a> {
    /// Package.
    package: &'a str,
    /// The binary that the function is in; empty for the library.
    binary: Option<&'a str>,
    /// Path of the function.
    target: &'a str,
    /// Algorithm.
    algorithm: &'a str,
    /// From 1.
    repetition: u32,
    /// Evaluations when it was covered first.
    evaluations: u64,
    /// The goal, by the number that `cargo sbst list` shows.
    goal: u32,
    /// Number of goals covered now.
    covered: usize,
}

/// How long the suite of a run was from some evaluation on.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteRow<'a> {
    /// Package.
    package: &'a str,
    /// The binary that the function is in; empty for the library.
    binary: Option<&'a str>,
    /// Path of the function.
    target: &'a str,
    /// Algorithm.
    algorithm: &'a str,
    /// From 1.
    repetition: u32,
    /// The evaluation.
    evaluations: u64,
    /// Number of tests.
    tests: usize,
    /// The sum of their sizes: values and characters.
    size: usize,
}

/// An algorithm on a function, or on all functions.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow<'a> {
    /// Package; empty for all functions.
    package: &'a str,
    /// The binary that the function is in; empty for the library and for all functions.
    binary: Option<&'a str>,
    /// Path of the function, or that it is all of them.
    target: &'a str,
    /// Algorithm.
    algorithm: &'a str,
    /// Number of searches.
    searches: usize,
    /// Number of goals.
    goals: u64,
    /// Number of searches that covered all of them.
    full_coverage: usize,
    /// Quartiles of the goals covered.
    covered_q1: f64,
    covered_median: f64,
    covered_q3: f64,
    /// Quartiles of the evaluations to full coverage; empty where too few searches reached it.
    evaluations_to_full_coverage_q1: Option<f64>,
    evaluations_to_full_coverage_median: Option<f64>,
    evaluations_to_full_coverage_q3: Option<f64>,
    /// Quartiles of the evaluations to the last goal that was covered.
    evaluations_to_last_goal_q1: f64,
    evaluations_to_last_goal_median: f64,
    evaluations_to_last_goal_q3: f64,
    /// Quartiles of the size of the suite in the end: values and characters.
    suite_size_q1: f64,
    suite_size_median: f64,
    suite_size_q3: f64,
    /// The first algorithm; empty in its own row, as all that follows.
    compared_with: Option<&'a str>,
    /// How often this algorithm was better than that one, ties counting half.
    a12: Option<f64>,
    /// Mann and Whitney's U of this algorithm.
    u: Option<f64>,
    /// The p-value of both sides.
    p: Option<f64>,
}

/// An algorithm against another one.
#[derive(Clone, Debug, Serialize)]
pub struct DuelRow<'a> {
    /// The algorithm.
    algorithm: &'a str,
    /// The other one.
    other: &'a str,
    /// Functions on which it did significantly better.
    wins: usize,
    /// Functions without a significant difference.
    ties: usize,
    /// Functions on which the other did significantly better.
    losses: usize,
}

impl<'a> DuelRow<'a> {
    /// The rows of all pairs.
    pub fn of(duels: &'a Duels, algorithms: &'a [String]) -> impl Iterator<Item = DuelRow<'a>> {
        let row = move |(one, other): (usize, usize)| {
            let Tally { wins, ties, losses } = duels.tallies[one][other];
            DuelRow { algorithm: &algorithms[one], other: &algorithms[other], wins, ties, losses }
        };
        let numbers = 0..duels.tallies.len();
        let pairs = numbers.clone().flat_map(move |one| numbers.clone().map(move |other| (one, other)));
        pairs.filter(|(one, other)| one != other).map(row)
    }
}

impl<'a> RunRow<'a> {
    /// The row of a run.
    pub fn of(target: &'a TargetDescription, algorithm: &'a str, repetition: u32, run: &Run) -> RunRow<'a> {
        RunRow {
            package: &target.id.package,
            binary: target.id.binary.as_deref(),
            target: &target.id.path,
            algorithm,
            repetition,
            seed: run.seed,
            goals: target.goals(),
            covered: run.covered.len(),
            evaluations: run.evaluations,
            evaluations_to_last_goal: run.evaluations_to_last_goal(),
            seconds: run.seconds,
            stopped: run.stopped,
            findings: run.findings,
        }
    }
}

impl<'a> CurveRow<'a> {
    /// The rows of a run.
    pub fn of(
        target: &'a TargetDescription,
        algorithm: &'a str,
        repetition: u32,
        run: &'a Run,
    ) -> impl Iterator<Item = CurveRow<'a>> {
        (1..).zip(&run.covered).map(move |(covered, (goal, evaluations))| CurveRow {
            package: &target.id.package,
            binary: target.id.binary.as_deref(),
            target: &target.id.path,
            algorithm,
            repetition,
            evaluations: *evaluations,
            goal: *goal,
            covered,
        })
    }
}

impl<'a> SuiteRow<'a> {
    /// The rows of a run.
    pub fn of(
        target: &'a TargetDescription,
        algorithm: &'a str,
        repetition: u32,
        run: &'a Run,
    ) -> impl Iterator<Item = SuiteRow<'a>> {
        run.suite.iter().map(move |&SuiteAt { evaluations, tests, size }| SuiteRow {
            package: &target.id.package,
            binary: target.id.binary.as_deref(),
            target: &target.id.path,
            algorithm,
            repetition,
            evaluations,
            tests,
            size,
        })
    }
}

impl<'a> SummaryRow<'a> {
    /// The row of an algorithm. `algorithms` begins with the one that the others are compared with.
    pub fn of(subject: &'a Subject, algorithms: &'a [String], index: usize, line: &Line) -> SummaryRow<'a> {
        let seen = |quantile: Quantile| (!quantile.censored).then_some(quantile.value);
        let (covered, full, last) = (line.covered, line.to_full_coverage, line.to_last_goal);
        let against: Option<AgainstFirst> = line.against_first;
        SummaryRow {
            package: subject.id.as_ref().map_or("", |id| &id.package),
            binary: subject.id.as_ref().and_then(|id| id.binary.as_deref()),
            target: subject.path(),
            algorithm: &algorithms[index],
            searches: line.searches,
            goals: subject.goals,
            full_coverage: line.full_coverage,
            covered_q1: covered.first,
            covered_median: covered.median,
            covered_q3: covered.third,
            evaluations_to_full_coverage_q1: seen(full.first),
            evaluations_to_full_coverage_median: seen(full.median),
            evaluations_to_full_coverage_q3: seen(full.third),
            evaluations_to_last_goal_q1: last.first,
            evaluations_to_last_goal_median: last.median,
            evaluations_to_last_goal_q3: last.third,
            suite_size_q1: line.suite_size.first,
            suite_size_median: line.suite_size.median,
            suite_size_q3: line.suite_size.third,
            compared_with: against.map(|_| algorithms[0].as_str()),
            a12: against.map(|against| against.a12),
            u: against.map(|against| against.test.u),
            p: against.map(|against| against.test.p),
        }
    }
}

impl Message for RunRow<'_> {
    const TYPE: &'static str = "run-finished";
}

impl Message for SummaryRow<'_> {
    const TYPE: &'static str = "comparison";
}
