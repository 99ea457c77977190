//! Searches of the programs of `arithmetic.rs`.

use super::alone;
use sbst::__private::bench::FunctionProblem;
use sbst_model::messages::{Budget, Stopped};
use sbst_search::{search, Algorithm, Options, Silent};

/// True if the algorithm covers all goals of a program within so many evaluations, with each seed.
fn covers(name: &str, algorithm: Algorithm, evaluations: u64) -> bool {
    let _alone = alone();
    (0..3).all(|seed| {
        let mut problem = FunctionProblem::by_name(name).unwrap();
        let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
        let outcome = search(&mut problem, &Options::new(algorithm, seed, budget), &mut Silent);
        outcome.stopped == Stopped::AllCovered
    })
}

#[test]
fn symbolic_execution_alone_solves_arithmetic() {
    for name in ["product", "crc_32", "packed_fields", "from_bytes", "arithmetic::fnv", "ten_equations"] {
        assert!(covers(name, Algorithm::DynamicSymbolicExecution, 2_000), "{name}");
    }
}

#[test]
fn the_default_search_hands_goals_over_that_stall() {
    for name in ["crc_32", "is_luhn", "is_isbn", "day_number", "arithmetic::fnv", "ten_equations"] {
        assert!(covers(name, Algorithm::Hybrid, 20_000), "{name}");
    }
}
