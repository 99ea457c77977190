//! The summary of a search for the command.

#[cfg(feature = "symbolic")]
use sbst_model::messages::Contradicted;
use sbst_model::messages::{PathSummary, ProvedGoal, SearchSummary, SynthesisSummary, UncoveredGoal};
use sbst_search::Outcome;

/// Sums up a search, whose first `own_goals` goals are the target's own.
pub(crate) fn summary(
    outcome: &Outcome,
    own_goals: usize,
    synthesis: SynthesisSummary,
    from_paths: FromPaths,
) -> SearchSummary {
    let (own, adopted) = (0..own_goals as u32, own_goals as u32..outcome.best.len() as u32);
    let uncovered = |&goal: &u32| !outcome.archive.is_covered(goal);
    let distance = |goal: u32| {
        let best = outcome.best[goal as usize];
        let best_distance = best.is_reached().then(|| best.magnitude().min(f64::MAX));
        UncoveredGoal { goal, best_distance, tried: outcome.tried.get(&goal).cloned().unwrap_or_default() }
    };
    SearchSummary {
        evaluations: outcome.evaluations,
        evaluations_to_last_goal: outcome.evaluations_to_last_goal,
        search_seconds: outcome.seconds,
        seconds_to_last_goal: outcome.seconds_to_last_goal,
        covered: own.clone().filter(|goal| !uncovered(goal)).collect(),
        uncovered: own.filter(uncovered).map(distance).collect(),
        adopted_covered: adopted.clone().filter(|goal| !uncovered(goal)).collect(),
        adopted_reached: adopted
            .filter(uncovered)
            .map(distance)
            .filter(|goal| goal.best_distance.is_some())
            .collect(),
        proved: from_paths.proved,
        stopped: outcome.stopped,
        synthesis,
        paths: from_paths.paths,
    }
}

/// The results of symbolic execution, if it was on.
#[derive(Default)]
pub(crate) struct FromPaths {
    pub(crate) proved: Vec<ProvedGoal>,
    pub(crate) paths: Option<PathSummary>,
}

#[cfg(feature = "symbolic")]
impl From<&sbst_algorithms::symbolic::Symbolic> for FromPaths {
    fn from(symbolic: &sbst_algorithms::symbolic::Symbolic) -> FromPaths {
        let proved = symbolic.proved().iter().map(|(goal, proofs)| ProvedGoal {
            goal: *goal,
            contradicted: proofs
                .iter()
                .map(|proof| Contradicted { goals: proof.goals.clone(), is_by_success: proof.is_by_success })
                .collect(),
        });
        FromPaths { proved: proved.collect(), paths: symbolic.paths() }
    }
}
