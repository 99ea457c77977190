//! What a worker is ordered to do, from the options of the command line.

use crate::search::options::SearchOptions;
use sbst_model::TargetId;
use sbst_model::messages::{Budget, RecipeOrders, SearchOrders};

/// Orders to search a target with an algorithm. `seed` is that of the run, as `--seed` gives it.
pub fn of(
    target: &TargetId,
    algorithm: &str,
    seed: u64,
    budget: Budget,
    options: &SearchOptions,
) -> SearchOrders {
    SearchOrders {
        target: target.clone(),
        algorithm: algorithm.to_owned(),
        seed: target.seed(seed),
        budget,
        without: options.without.iter().copied().map(Into::into).collect(),
        adopted: Vec::new(),
        given_up: Vec::new(),
        avoided: Vec::new(),
        seeds: Vec::new(),
        bloat_control: options.bloat_control,
        recipe: RecipeOrders::Without,
        step_limit: options.step_limit,
        stack_limit: options.stack_limit,
        memory_limit: options.memory_limit,
        only_search: false,
        draw: None,
        resume: None,
        turn: None,
    }
}
