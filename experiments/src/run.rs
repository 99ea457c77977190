//! One search of one subject, and the times of its covered goals.

use crate::subject::Subject;
use sbst_algorithms::search;
use sbst_model::TestCase;
use sbst_model::messages::SynthesisSummary;
use sbst_model::messages::{Budget, ValueSource};
use sbst_search::{Algorithm, Observer, Options, Problem, Progress};
use std::time::Instant;

/// The command's stall limit for the usual budget, in evaluations.
pub const STALL: u64 = 25_000;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Run {
    /// The evaluations up to the coverage of every goal.
    pub covered_at: Vec<Option<u64>>,
    /// Evaluations made.
    pub evaluations: u64,
    /// Seconds of wall-clock time, including making the problem.
    pub seconds: f64,
    /// Seconds until the last covered goal.
    pub seconds_to_last_goal: f64,
    /// The cost of templates from object construction graphs.
    pub synthesis: SynthesisSummary,
}

/// The setting of a search.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The most evaluations.
    pub evaluations: u64,
    /// The stall limit, in evaluations.
    pub stall: Option<u64>,
    /// Disabled sources of values.
    pub without: Vec<ValueSource>,
}

/// Records when goals are covered.
struct Recorder {
    covered_at: Vec<Option<u64>>,
}

impl Observer for Recorder {
    fn kept(&mut self, _test: &TestCase, covers: &[u32], progress: &Progress) {
        for &goal in covers {
            self.covered_at[goal as usize].get_or_insert(progress.evaluations);
        }
    }
}

impl Run {
    /// Searches `subject`, without results of earlier searches.
    ///
    /// # Errors
    /// Why it cannot be searched.
    pub fn search(subject: &Subject, setting: &Setting, seed: u64) -> anyhow::Result<Run> {
        let start = Instant::now();
        let mut problem = subject.problem()?;
        let budget = Budget { evaluations: Some(setting.evaluations), seconds: None, stall: setting.stall };
        let options =
            Options { without: setting.without.clone(), ..Options::new(setting.algorithm, seed, budget) };
        let mut recorder = Recorder { covered_at: vec![None; problem.goals()] };
        let made = start.elapsed().as_secs_f64();
        let outcome = search(&mut problem, &options, &mut recorder);
        Ok(Run {
            covered_at: recorder.covered_at,
            evaluations: outcome.evaluations,
            seconds: start.elapsed().as_secs_f64(),
            seconds_to_last_goal: made + outcome.seconds_to_last_goal,
            synthesis: problem.inputs().source.as_ref().map(|source| source.summary()).unwrap_or_default(),
        })
    }

    /// Goals covered.
    pub fn covered(&self) -> usize {
        self.covered_at.iter().flatten().count()
    }

    /// The evaluations up to the coverage of all `goals`; `None` if one stayed open.
    pub fn all_covered_at(&self, goals: &[usize]) -> Option<u64> {
        goals.iter().map(|&goal| self.covered_at[goal]).try_fold(0, |last, at| at.map(|at| at.max(last)))
    }
}
