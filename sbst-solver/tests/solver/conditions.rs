//! Path conditions like those of branches in real functions; see `tests/conditions/README.md`.

use std::fs;
use std::path::Path;

use sbst_solver::term::{Assignment, Term, TermPool};
use sbst_solver::{Outcome, Solver};

use crate::script;

fn label(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Satisfiable(_) => "satisfiable",
        Outcome::Infeasible => "infeasible",
        Outcome::NotSolved => "not solved",
    }
}

fn solve(pool: &TermPool, conditions: &[Term]) -> Outcome {
    let mut solver = Solver::near(&Assignment::default());
    conditions.iter().for_each(|condition| solver.assert(pool, *condition));
    solver.check(pool, &[])
}

/// Calls with each condition's number and script.
fn for_each_condition(mut call: impl FnMut(usize, &str)) {
    for number in 0..20 {
        let name = format!("tests/conditions/{number:02}.smt2");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        call(number, &fs::read_to_string(path).expect("a script"));
    }
}

/// The hash of six letters (11) and the factors of a product (12) are beyond the limit.
#[test]
fn path_conditions_are_solved_within_the_limit() {
    for_each_condition(|number, text| {
        let mut pool = TermPool::default();
        let conditions = script::read(&mut pool, text).expect("a script that can be read");
        let expected = match number {
            11 | 12 => return,
            1 | 15 => "infeasible",
            _ => "satisfiable",
        };
        assert_eq!(label(&solve(&pool, &conditions)), expected, "condition {number}");
    });
}
