//! Folding and rewriting preserve the meaning of a term.

use crate::reference::{assign, build, width_and_values, Expression, OPERATIONS};
use proptest::prelude::*;
use sbst_solver::term::{mask, TermPool, Variable};

proptest! {
    #[test]
    fn term_has_value_of_its_operations(
        (width, values) in width_and_values(),
        expression in Expression::any(),
    ) {
        let mut pool = TermPool::default();
        let term = build(&mut pool, &expression, width);
        let found = pool.evaluate(term, &assign(&values, width));
        let (expected, expected_width) = expression.value(&values, width);
        prop_assert_eq!(pool.width(term), expected_width);
        prop_assert_eq!(found, expected, "{}", pool.text(term));
    }

    #[test]
    fn operations_with_constants_at_range_ends_keep_their_values(
        (width, values) in width_and_values(),
        kind in 0..OPERATIONS.len(),
        constant in prop_oneof![
            0_u128..4, Just(u128::MAX), Just(u128::MAX - 1), any::<u128>(),
            (0_u32..128).prop_map(|bit| 1 << bit), (0_u32..128).prop_map(|bit| (1 << bit) - 1),
        ],
        is_second: bool,
    ) {
        let variable = Box::new(Expression::Variable(0));
        let constant = Box::new(Expression::Constant(constant));
        let operands = if is_second { [variable, constant] } else { [constant, variable] };
        let [a, b] = operands;
        let expression = Expression::Operation(OPERATIONS[kind], a, b, Box::new(Expression::Variable(1)));
        let mut pool = TermPool::default();
        let term = build(&mut pool, &expression, width);
        let found = pool.evaluate(term, &assign(&values, width));
        prop_assert_eq!(found, expression.value(&values, width).0, "{}", pool.text(term));
    }
}

/// All values of two variables of up to three bits, for operations nested in one another.
#[test]
fn two_nested_operations_with_constant_keep_their_values() {
    for width in [1, 2, 3_u32] {
        for (inner, outer) in OPERATIONS.iter().flat_map(|a| OPERATIONS.iter().map(move |b| (*a, *b))) {
            for constant in 0..=mask(width) {
                let x = || Box::new(Expression::Variable(0));
                let y = || Box::new(Expression::Variable(1));
                let k = || Box::new(Expression::Constant(constant));
                let nested = Box::new(Expression::Operation(inner, x(), k(), y()));
                let expression = Expression::Operation(outer, nested, k(), x());
                let mut pool = TermPool::default();
                let term = build(&mut pool, &expression, width);
                for values in (0..=mask(width)).flat_map(|a| (0..=mask(width)).map(move |b| [a, b, 0])) {
                    let found = pool.evaluate(term, &assign(&values, width));
                    let expected = expression.value(&values, width).0;
                    assert_eq!(found, expected, "{expression:?} of {values:?}: {}", pool.text(term));
                }
            }
        }
    }
}

#[test]
fn terms_of_long_loops_need_no_recursion() {
    let mut pool = TermPool::default();
    let x = Variable { index: 0, width: 32 };
    let input = pool.variable(x);
    let (prime, mut term) = (pool.constant(16_777_619, 32), input);
    let mut expected = 5_u32;
    for round in 0..100_000_u32 {
        let number = pool.constant(u128::from(round), 32);
        let mixed = pool.xor(term, number);
        term = pool.mul(mixed, prime);
        expected = (expected ^ round).wrapping_mul(16_777_619);
    }
    let assignment = assign(&[5], 32);
    assert_eq!(pool.evaluate(term, &assignment), u128::from(expected));
    assert_eq!(pool.variables(&[term]), [x]);
    assert!(pool.text(term).to_string().ends_with('…'));

    let wanted = pool.constant(u128::from(expected), 32);
    let condition = pool.eq(term, wanted);
    assert_eq!(pool.text(condition).to_string(), "(eq x0:32 5)");
}

#[test]
fn a_choice_in_a_long_loop_is_compared_without_recursion() {
    let mut pool = TermPool::default();
    let x = pool.variable(Variable { index: 0, width: 32 });
    let mut term = x;
    for round in 0..100_000 {
        let number = pool.constant(round, 32);
        let found = pool.eq(x, number);
        let result = pool.constant(round + 1, 32);
        term = pool.ite(found, result, term);
    }
    let wanted = pool.constant(500_000, 32);
    let condition = pool.eq(term, wanted);
    assert_eq!(pool.evaluate(condition, &assign(&[500_000], 32)), 1);
    assert_eq!(pool.evaluate(condition, &assign(&[7], 32)), 0);
}

#[test]
fn slices_and_equations_are_solved_by_rewriting() {
    let mut pool = TermPool::default();
    let bytes: Vec<_> = (0..4).map(|index| pool.variable(Variable { index, width: 8 })).collect();
    let mut word = pool.constant(0, 32);
    for (index, byte) in bytes.iter().enumerate() {
        let (wide, by) = (pool.zero_extend(*byte, 32), pool.constant(8 * index as u128, 32));
        let shifted = pool.shl(wide, by);
        word = pool.or(word, shifted);
    }
    let sum = pool.constant(0x1234, 32);
    let word = pool.sub(word, sum);
    let wanted = pool.constant(0xdead_beef_u128 - 0x1234, 32);
    let condition = pool.eq(word, wanted);
    let text = pool.text(condition).to_string();
    assert_eq!(text, "(and (and (and (eq x0:8 239) (eq x1:8 190)) (eq x2:8 173)) (eq x3:8 222))");

    let x = pool.variable(Variable { index: 9, width: 64 });
    let (six, odd) = (pool.constant(6, 64), pool.constant(7, 64));
    let product = pool.mul(x, six);
    let condition = pool.eq(product, odd);
    assert_eq!(pool.text(condition).to_string(), "0");
}

#[test]
fn a_cleared_pool_begins_again() {
    let mut pool = TermPool::default();
    let first = pool.variable(Variable { index: 0, width: 8 });
    pool.not(first);
    assert_eq!(pool.size(), 2);
    pool.clear();
    assert_eq!(pool.size(), 0);
    assert_eq!(pool.variable(Variable { index: 7, width: 16 }), first);
    assert_eq!(pool.width(first), 16);
}
