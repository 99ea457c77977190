//! MIO and DynaMOSA with refinement, compared with MIO and DynaMOSA alone.

use crate::chains::{complete, searched_with, sums, texts};
use sbst_model::messages::ValueSource::{self, InputToState, LocalSearch, Operands};
use sbst_search::{Algorithm, Outcome};

/// Each memetic algorithm, with its global search.
const MEMETIC: [(Algorithm, Algorithm); 2] =
    [(Algorithm::MemeticMio, Algorithm::Mio), (Algorithm::MemeticDynamosa, Algorithm::Dynamosa)];

/// Returns the sum of evaluations until full coverage, or of whole budgets, over all seeds.
fn spent(outcomes: &[Outcome]) -> u64 {
    let spent = |outcome: &Outcome| match outcome.archive.covered() == outcome.archive.goals() {
        true => outcome.evaluations_to_last_goal,
        false => outcome.evaluations,
    };
    outcomes.iter().map(spent).sum()
}

fn tests(outcomes: &[Outcome]) -> Vec<(u64, u64, Vec<String>)> {
    let hex = |outcome: &Outcome| outcome.archive.iter().map(|(_, test)| test.to_hex()).collect();
    let all = |outcome: &Outcome| (outcome.evaluations, outcome.evaluations_to_last_goal, hex(outcome));
    outcomes.iter().map(all).collect()
}

#[test]
fn local_search_descends_slope_faster_than_global_search() {
    const WITHOUT: [ValueSource; 2] = [InputToState, Operands];
    for (memetic, global) in MEMETIC {
        let with = searched_with(memetic, &mut sums(), &WITHOUT, 20_000);
        let without = searched_with(global, &mut sums(), &WITHOUT, 20_000);
        assert_eq!(complete(&with), 10, "{memetic}");
        let (with, without) = (spent(&with), spent(&without));
        println!("{memetic}: {with}, {global}: {without}");
        assert!(3 * with < without, "{memetic}: {with}, {global}: {without}");
    }
}

#[test]
fn input_to_state_finds_values_beyond_global_search() {
    for (memetic, global) in MEMETIC {
        let without = [LocalSearch, Operands];
        assert_eq!(complete(&searched_with(memetic, &mut texts(), &without, 1_000)), 10, "{memetic}");
        assert_eq!(complete(&searched_with(global, &mut texts(), &without, 5_000)), 0, "{global}");
    }
}

#[test]
fn memetic_algorithm_without_parts_equals_global_search() {
    for (memetic, global) in MEMETIC {
        for problem in [texts, sums] {
            let search = |algorithm, without: &[ValueSource]| {
                tests(&searched_with(algorithm, &mut problem(), without, 2_000))
            };
            assert_eq!(search(memetic, &[InputToState, LocalSearch]), search(global, &[]), "{memetic}");
        }
        let on_a_slope = |part| tests(&searched_with(memetic, &mut sums(), &[part], 2_000));
        assert_ne!(on_a_slope(LocalSearch), on_a_slope(InputToState), "{memetic}");
        let texts_without = |part| complete(&searched_with(memetic, &mut texts(), &[part, Operands], 1_000));
        assert_eq!([texts_without(LocalSearch), texts_without(InputToState)], [10, 0], "{memetic}");
    }
}

#[test]
fn the_same_seed_makes_the_same_tests() {
    for (memetic, _) in MEMETIC {
        for problem in [texts, sums] {
            let search = || tests(&searched_with(memetic, &mut problem(), &[], 1_000));
            assert_eq!(search(), search());
        }
    }
}
