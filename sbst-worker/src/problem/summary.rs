//! The summary of a search for the command.

use sbst_model::messages::{
    Contradicted, PathSummary, ProvedGoal, SearchSummary, SynthesisSummary, UncoveredGoal,
};
use sbst_search::path_condition::{PathCounters, Proof};
use sbst_search::Outcome;
use std::collections::BTreeMap;

/// Sums up a search, of whose goals the first `own_goals` are the target's own.
pub(crate) fn summary(outcome: &Outcome, own_goals: usize, synthesis: SynthesisSummary) -> SearchSummary {
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
        proved: outcome.proved.iter().map(|(goal, proofs)| proved(*goal, proofs)).collect(),
        stopped: outcome.stopped,
        synthesis,
        paths: outcome.paths.map(|paths| summarise_paths(&paths, &outcome.concrete)),
    }
}

fn summarise_paths(paths: &PathCounters, concrete: &BTreeMap<String, u64>) -> PathSummary {
    let PathCounters { tried, solved_by_solver, solved_by_search, infeasible, not_solved, diverged } = *paths;
    let concrete = concrete.clone();
    PathSummary { tried, solved_by_solver, solved_by_search, infeasible, not_solved, diverged, concrete }
}

fn proved(goal: u32, proofs: &[Proof]) -> ProvedGoal {
    let contradicted =
        |proof: &Proof| Contradicted { goals: proof.goals.clone(), is_by_success: proof.is_by_success };
    ProvedGoal { goal, contradicted: proofs.iter().map(contradicted).collect() }
}
