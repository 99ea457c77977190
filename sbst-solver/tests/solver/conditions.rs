//! Path conditions of the kind that branches of real functions give; see `tests/conditions/README.md`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sbst_solver::smtlib::{self, ExternalSolver};
use sbst_solver::term::{mask, Assignment, Term, TermPool, Variable};
use sbst_solver::{Outcome, Solver};

use crate::reference::{assign, build, width_and_values, Expression};

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
        let script = smtlib::read(&mut pool, text).expect("a script that can be read");
        let expected = match number {
            11 | 12 => return,
            1 | 15 => "infeasible",
            _ => "satisfiable",
        };
        assert_eq!(label(&solve(&pool, &script.conditions)), expected, "condition {number}");
    });
}

proptest! {
    #[test]
    fn a_condition_is_read_as_it_was_written(
        (width, values) in width_and_values(),
        expression in Expression::any(),
    ) {
        let mut pool = TermPool::default();
        let term = build(&mut pool, &expression, width);
        let is_odd = pool.extract(term, 0, 0);
        let written = smtlib::write(&pool, &[is_odd]);
        let mut other = TermPool::default();
        let script = smtlib::read(&mut other, &written).expect("a script that was written");
        let given = |(name, variable): &(String, Variable)| {
            let index = name[1..].split('_').next().and_then(|index| index.parse::<usize>().ok());
            (*variable, values[index.expect("a numbered name")])
        };
        let renamed: Assignment = script.variables.iter().map(given).collect();
        let expected = pool.evaluate(is_odd, &assign(&values, width));
        prop_assert_eq!(other.evaluate(script.conditions[0], &renamed), expected, "{}", written);
    }
}

#[test]
#[ignore = "needs bitwuzla or z3 on the PATH"]
fn an_external_solver_agrees_on_path_conditions() {
    let external = ExternalSolver::find(Duration::from_secs(20)).expect("bitwuzla or z3 on the PATH");
    for_each_condition(|number, text| {
        let mut pool = TermPool::default();
        let script = smtlib::read(&mut pool, text).expect("a script that can be read");
        let other = external.check(&pool, &script.conditions, &Assignment::default()).expect("an answer");
        let own = solve(&pool, &script.conditions);
        let is_solved = |outcome: &Outcome| *outcome != Outcome::NotSolved;
        assert!(
            !(is_solved(&own) && is_solved(&other)) || label(&own) == label(&other),
            "condition {number}"
        );
        println!("condition {number}: {}, and {}", label(&own), label(&other));
    });
}

#[test]
#[ignore = "needs bitwuzla or z3 on the PATH"]
fn an_external_solver_agrees_on_random_conditions() {
    let external = ExternalSolver::find(Duration::from_secs(5)).expect("bitwuzla or z3 on the PATH");
    let cases = (1_u32..=16, prop::collection::vec((Expression::any(), any::<u128>()), 1..4));
    let mut counts = std::collections::BTreeMap::new();
    let mut runner = TestRunner::deterministic();
    for _ in 0..1_000 {
        let (width, expressions) = cases.new_tree(&mut runner).expect("a case").current();
        let mut pool = TermPool::default();
        let mut condition = |(expression, value): &(Expression, u128)| {
            let term = build(&mut pool, expression, width);
            pool.equals(term, value & 3 & mask(width))
        };
        let conditions: Vec<Term> = expressions.iter().map(&mut condition).collect();
        let (own, other) =
            (solve(&pool, &conditions), external.check(&pool, &conditions, &Assignment::default()));
        let other = other.expect("an answer");
        *counts.entry((label(&own), label(&other))).or_insert(0) += 1;
        let is_solved = |outcome: &Outcome| *outcome != Outcome::NotSolved;
        let agree = label(&own) == label(&other) || !is_solved(&own) || !is_solved(&other);
        assert!(agree, "{}", smtlib::write(&pool, &conditions));
    }
    println!("own and other answers: {counts:?}");
}
