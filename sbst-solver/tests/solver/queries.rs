//! Correctness of the solver's answers.

use proptest::prelude::*;
use sbst_solver::term::{mask, Assignment, Term, TermPool, Variable};
use sbst_solver::{Outcome, Solver};

use crate::reference::{assign, build, width_and_values, Expression, OPERATIONS};

fn check(pool: &TermPool, conditions: &[Term]) -> Outcome {
    let mut solver = Solver::near(&Assignment::default());
    solver.limit_conflicts(300);
    conditions.iter().for_each(|condition| solver.assert(pool, *condition));
    solver.check(pool, &[])
}

proptest! {
    #[test]
    fn possible_value_is_not_infeasible(
        (width, values) in width_and_values(),
        expressions in prop::collection::vec(Expression::any(), 1..4),
    ) {
        let mut pool = TermPool::default();
        let assignment = assign(&values, width);
        let conditions: Vec<Term> = expressions
            .iter()
            .map(|expression| {
                let term = build(&mut pool, expression, width);
                pool.equals(term, expression.value(&values, width).0)
            })
            .collect();
        prop_assert!(conditions.iter().all(|condition| pool.evaluate(*condition, &assignment) == 1));
        match check(&pool, &conditions) {
            Outcome::Satisfiable(model) => {
                for condition in conditions {
                    prop_assert_eq!(pool.evaluate(condition, &model), 1);
                }
            }
            Outcome::Infeasible => prop_assert!(false, "infeasible: {}", pool.text(conditions[0])),
            Outcome::NotSolved => {}
        }
    }

    #[test]
    fn answers_over_few_bits_are_those_of_trying_all_values(
        width in 1_u32..=4,
        expressions in prop::collection::vec((Expression::any(), any::<u128>()), 1..4),
        assumed in 0_usize..3,
    ) {
        let mut pool = TermPool::default();
        let wanted: Vec<u128> = expressions.iter().map(|(_, value)| value & mask(width)).collect();
        let conditions: Vec<Term> = expressions
            .iter()
            .zip(&wanted)
            .map(|((expression, _), value)| {
                let term = build(&mut pool, expression, width);
                pool.equals(term, *value)
            })
            .collect();
        let all = 0..=mask(width);
        let exists = all.clone().any(|a| all.clone().any(|b| all.clone().any(|c| {
            let mut pairs = expressions.iter().zip(&wanted);
            pairs.all(|((expression, _), wanted)| expression.value(&[a, b, c], width).0 == *wanted)
        })));
        let (asserted, assumptions) = conditions.split_at(assumed.min(conditions.len()));
        let mut solver = Solver::near(&assign(&[1, 0, mask(width)], width));
        asserted.iter().for_each(|condition| solver.assert(&pool, *condition));
        match solver.check(&pool, assumptions) {
            Outcome::Satisfiable(_) => prop_assert!(exists),
            Outcome::Infeasible => prop_assert!(!exists),
            Outcome::NotSolved => prop_assert!(false, "a query of few bits is not solved"),
        }
    }
}

/// The circuits alone: the rewriting of constants does not see these operands.
#[test]
fn circuits_over_three_bits_compute_all_operations() {
    let width = 3;
    for kind in OPERATIONS {
        let operand = |index| Box::new(Expression::Variable(index));
        let expression = Expression::Operation(*kind, operand(0), operand(1), operand(2));
        let mut pool = TermPool::default();
        let term = build(&mut pool, &expression, width);
        let variables = [0, 1, 2].map(|index| Variable { index, width: width as u8 });
        let inputs = variables.map(|variable| pool.variable(variable));
        let mut solver = Solver::near(&Assignment::default());
        let result = pool.variable(Variable { index: 3, width: width as u8 });
        let is_result = pool.eq(result, term);
        solver.assert(&pool, is_result);
        for values in (0..512).map(|bits| [bits & 7, bits >> 3 & 7, bits >> 6]) {
            let given: Vec<Term> =
                inputs.iter().zip(values).map(|(input, value)| pool.equals(*input, value)).collect();
            let Outcome::Satisfiable(model) = solver.check(&pool, &given) else {
                panic!("{kind:?} of {values:?} has no value")
            };
            let found = model.value(Variable { index: 3, width: width as u8 });
            assert_eq!(found, expression.value(&values, width).0, "{kind:?} of {values:?}");
        }
    }
}

#[test]
fn alternatives_of_one_prefix_are_checked_one_after_another() {
    let mut pool = TermPool::default();
    let x = pool.variable(Variable { index: 0, width: 32 });
    let hundred = pool.constant(100, 32);
    let below = pool.ult(x, hundred);
    let square = pool.mul(x, x);
    let mut solver = Solver::near(&Assignment::default());
    solver.assert(&pool, below);
    for (value, exists) in [(49, true), (50, false), (9_801, true), (10_201, false), (49, true)] {
        let alternative = pool.equals(square, value);
        let found = matches!(solver.check(&pool, &[alternative]), Outcome::Satisfiable(_));
        assert_eq!(found, exists, "x * x == {value}");
    }
}

#[test]
fn infeasible_query_returns_contradictory_assumptions() {
    let mut pool = TermPool::default();
    let [x, y] = [0, 1].map(|index| pool.variable(Variable { index, width: 8 }));
    let [one, ten, twenty] = [1, 10, 20].map(|value| pool.constant(value, 8));
    let (small, other, great) = (pool.ult(x, ten), pool.equals(y, 3), pool.ult(twenty, x));
    let squares = pool.mul(y, y);
    let even = pool.add(squares, y);
    let last = pool.and(even, one);
    let odd = pool.equals(last, 1);
    let mut solver = Solver::near(&Assignment::default());
    assert_eq!(solver.check(&pool, &[other, small, great]), Outcome::Infeasible);
    assert_eq!(solver.core(), [1, 2]);
    assert_eq!(solver.check(&pool, &[small, odd, other]), Outcome::Infeasible);
    assert_eq!(solver.core(), [1]);
    let (always, never) = (pool.equals(one, 1), pool.equals(one, 2));
    assert_eq!(solver.check(&pool, &[small, always, never]), Outcome::Infeasible);
    assert_eq!(solver.core(), [2], "what always holds is not to blame");
}

#[test]
fn contradiction_in_prefix_makes_alternatives_infeasible() {
    let mut pool = TermPool::default();
    let x = pool.variable(Variable { index: 0, width: 8 });
    let (one, two) = (pool.equals(x, 1), pool.equals(x, 2));
    let mut solver = Solver::near(&Assignment::default());
    solver.assert(&pool, one);
    assert_eq!(solver.check(&pool, &[two]), Outcome::Infeasible);
    assert!(matches!(solver.check(&pool, &[]), Outcome::Satisfiable(_)));
    solver.assert(&pool, two);
    assert_eq!(solver.check(&pool, &[]), Outcome::Infeasible);
}

#[test]
fn solution_keeps_parent_values_of_free_variables() {
    let mut pool = TermPool::default();
    let variables: Vec<_> = (0..20).map(|index| Variable { index, width: 32 }).collect();
    let parent: Assignment =
        variables.iter().map(|variable| (*variable, 1_000_003 * u128::from(variable.index + 1))).collect();
    let terms: Vec<_> = variables.iter().map(|variable| pool.variable(*variable)).collect();
    let mut solver = Solver::near(&parent);
    for pair in terms.windows(2) {
        let ascends = pool.ult(pair[0], pair[1]);
        solver.assert(&pool, ascends);
    }
    let wanted = pool.equals(terms[19], 4_000_000_000);
    let Outcome::Satisfiable(model) = solver.check(&pool, &[wanted]) else { panic!("not satisfiable") };
    let changed = variables.iter().filter(|variable| model.value(**variable) != parent.value(**variable));
    assert_eq!(changed.map(|variable| variable.index).collect::<Vec<_>>(), [19]);
}

#[test]
fn query_beyond_clause_limit_is_not_solved_but_smaller_is() {
    let mut pool = TermPool::default();
    let [a, b] = [0, 1].map(|index| pool.variable(Variable { index, width: 64 }));
    let product = pool.mul(a, b);
    let quotient = pool.udiv(product, a);
    let (large, small) = (pool.equals(quotient, 5), pool.ult(a, b));
    let mut solver = Solver::near(&Assignment::default());
    solver.limit_clauses(1_000);
    assert!(matches!(solver.check(&pool, &[small]), Outcome::Satisfiable(_)));
    assert_eq!(solver.check(&pool, &[large]), Outcome::NotSolved);
    assert!(matches!(solver.check(&pool, &[small]), Outcome::Satisfiable(_)));
    solver.assert(&pool, large);
    assert_eq!(solver.check(&pool, &[small]), Outcome::NotSolved);
}

#[test]
fn deep_condition_is_solved_without_recursion() {
    let mut pool = TermPool::default();
    let x = pool.variable(Variable { index: 0, width: 8 });
    let mut term = x;
    for round in 0..100_000 {
        let number = pool.constant(round % 5 + 1, 8);
        let mixed = pool.xor(term, number);
        term = if round % 2 == 0 { pool.not(mixed) } else { pool.or(mixed, x) };
    }
    let condition = pool.equals(term, 255);
    assert!(matches!(check(&pool, &[condition]), Outcome::Satisfiable(_)));
}

#[test]
fn the_same_queries_have_the_same_answers() {
    let run = || {
        let mut pool = TermPool::default();
        let [x, y] = [0, 1].map(|index| pool.variable(Variable { index, width: 32 }));
        let (product, less) = (pool.mul(x, y), pool.ult(x, y));
        let condition = pool.equals(product, 1_000_000);
        let mut solver = Solver::near(&Assignment::default());
        solver.assert(&pool, less);
        let outcome = solver.check(&pool, &[condition]);
        (outcome, solver.size())
    };
    assert_eq!(run(), run());
}
