//! The rows of the CSV files; those of runs and summaries are also lines of JSON. Only the rows of
//! runs contain seconds: all else is the same for the same seed.

use super::duels::Duels;
use super::run::{Repeated, Run};
use super::subject::Subject;
use super::summary::{AgainstFirst, Summary};
#[cfg(test)]
use crate::published::Words;
use crate::statistics::quartiles::Quantile;
use cargo_sbst::ui::json_lines::message;
use sbst_model::TargetDescription;
use sbst_model::messages::Stopped;
use serde::Serialize;

/// The first columns of a row about a run.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunKey<'a> {
    package: &'a str,
    /// The binary of the function; empty for the library.
    binary: Option<&'a str>,
    target: &'a str,
    algorithm: &'a str,
    repetition: u32,
}

/// A run, behind its key.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunRow {
    seed: u64,
    goals: usize,
    covered: usize,
    evaluations: u64,
    evaluations_to_last_goal: u64,
    seconds: f64,
    #[cfg_attr(test, schemars(with = "Words<Stopped>"))]
    stopped: Stopped,
    findings: usize,
}

/// A covered goal of a run, behind the run's key.
#[derive(Clone, Debug, Serialize)]
pub struct CurveRow {
    evaluations: u64,
    goal: u32,
    /// The number of goals covered now.
    covered: usize,
}

/// The size of a run's suite after an evaluation, behind the run's key.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteRow {
    evaluations: u64,
    tests: usize,
    size: usize,
}

/// An algorithm on a function, or on all functions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SummaryRow<'a> {
    /// Empty for all functions.
    package: &'a str,
    /// Empty for the library and for all functions.
    binary: Option<&'a str>,
    target: &'a str,
    algorithm: &'a str,
    searches: usize,
    goals: u64,
    /// The number of searches that covered all goals.
    full_coverage: usize,
    covered_q1: f64,
    covered_median: f64,
    covered_q3: f64,
    /// Empty, like the next two, if too few searches reached full coverage.
    evaluations_to_full_coverage_q1: Option<f64>,
    evaluations_to_full_coverage_median: Option<f64>,
    evaluations_to_full_coverage_q3: Option<f64>,
    evaluations_to_last_goal_q1: f64,
    evaluations_to_last_goal_median: f64,
    evaluations_to_last_goal_q3: f64,
    suite_size_q1: f64,
    suite_size_median: f64,
    suite_size_q3: f64,
    /// The first algorithm; empty in its own row, like the next three.
    compared_with: Option<&'a str>,
    a12: Option<f64>,
    u: Option<f64>,
    p: Option<f64>,
}

/// The comparison of two algorithms.
#[derive(Clone, Debug, Serialize)]
pub struct DuelRow<'a> {
    algorithm: &'a str,
    other: &'a str,
    wins: usize,
    ties: usize,
    losses: usize,
}

/// A finished search of a comparison, in the order of the searches, for any `--jobs`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunFinished<'a> {
    #[serde(flatten)]
    pub key: RunKey<'a>,
    #[serde(flatten)]
    pub row: RunRow,
}

message!("run-finished": RunFinished<'_>);

message!("comparison": SummaryRow<'_>);

/// Returns every run with its key.
pub fn all_runs<'a>(
    repeated: &'a [Repeated<'_>],
    algorithms: &'a [String],
) -> impl Iterator<Item = (RunKey<'a>, &'a Repeated<'a>, &'a Run)> {
    repeated.iter().flat_map(move |repeated| {
        repeated.repetitions.iter().flat_map(move |repetition| {
            let runs = algorithms.iter().zip(&repetition.runs);
            runs.map(move |(algorithm, run)| {
                (RunKey::new(repeated.target, algorithm, repetition.number), repeated, run)
            })
        })
    })
}

impl<'a> RunKey<'a> {
    /// The key of a run.
    pub fn new(target: &'a TargetDescription, algorithm: &'a str, repetition: u32) -> RunKey<'a> {
        RunKey {
            package: &target.id.package,
            binary: target.id.binary.as_deref(),
            target: &target.id.path,
            algorithm,
            repetition,
        }
    }
}

impl RunRow {
    /// The row of a run.
    pub fn new(target: &TargetDescription, run: &Run) -> RunRow {
        RunRow {
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

impl CurveRow {
    /// The rows of a run.
    pub fn from_run(run: &Run) -> impl Iterator<Item = CurveRow> {
        let numbered = (1..).zip(&run.covered);
        numbered.map(|(covered, &(goal, evaluations))| CurveRow { evaluations, goal, covered })
    }
}

impl SuiteRow {
    /// The rows of a run.
    pub fn from_run(run: &Run) -> impl Iterator<Item = SuiteRow> {
        let sizes = run.suite.iter();
        sizes.map(|at| SuiteRow { evaluations: at.evaluations, tests: at.tests, size: at.size })
    }
}

impl<'a> SummaryRow<'a> {
    /// The row of an algorithm. `algorithms` begins with the reference of the comparison.
    pub fn new(
        subject: &'a Subject,
        algorithms: &'a [String],
        index: usize,
        summary: &Summary,
    ) -> SummaryRow<'a> {
        let seen = |quantile: Quantile| (!quantile.censored).then_some(quantile.value);
        let (covered, full, last) = (summary.covered, summary.to_full_coverage, summary.to_last_goal);
        let against: Option<AgainstFirst> = summary.against_first;
        SummaryRow {
            package: subject.id.as_ref().map_or("", |id| &id.package),
            binary: subject.id.as_ref().and_then(|id| id.binary.as_deref()),
            target: subject.path(),
            algorithm: &algorithms[index],
            searches: summary.searches,
            goals: subject.goals,
            full_coverage: summary.full_coverage,
            covered_q1: covered.first,
            covered_median: covered.median,
            covered_q3: covered.third,
            evaluations_to_full_coverage_q1: seen(full.first),
            evaluations_to_full_coverage_median: seen(full.median),
            evaluations_to_full_coverage_q3: seen(full.third),
            evaluations_to_last_goal_q1: last.first,
            evaluations_to_last_goal_median: last.median,
            evaluations_to_last_goal_q3: last.third,
            suite_size_q1: summary.suite_size.first,
            suite_size_median: summary.suite_size.median,
            suite_size_q3: summary.suite_size.third,
            compared_with: against.map(|_| algorithms[0].as_str()),
            a12: against.map(|against| against.a12),
            u: against.map(|against| against.test.u),
            p: against.map(|against| against.test.p),
        }
    }
}

impl<'a> DuelRow<'a> {
    /// The rows of all pairs.
    pub fn from_duels(duels: &Duels, algorithms: &'a [String]) -> Vec<DuelRow<'a>> {
        let mut rows = Vec::new();
        for (one, algorithm) in algorithms.iter().enumerate() {
            for (other, name) in algorithms.iter().enumerate().filter(|(other, _)| *other != one) {
                let tally = duels.tallies[one][other];
                let (wins, ties, losses) = (tally.wins, tally.ties, tally.losses);
                rows.push(DuelRow { algorithm, other: name, wins, ties, losses });
            }
        }
        rows
    }
}
