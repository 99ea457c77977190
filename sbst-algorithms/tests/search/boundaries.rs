//! Tests at boundaries of comparisons, which are added to a suite.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::messages::Budget;
use sbst_model::trace::{Comparison, Operand};
use sbst_model::{Distance, NodeKind, Operator, Output, TestCase, Trace};
use sbst_search::{minimise_as, Algorithm, Execution, Inputs, Minimised, Options, Problem, Silent, Wishes};

/// Goals 0 and 1: `x / 4 + y < 1000`.
struct Ordered {
    inputs: Inputs,
    traced: u64,
}

fn operands(test: &TestCase) -> (i128, i128) {
    let values: Vec<i128> = test.children(0).map(|node| test.integer(node) as i128).collect();
    (values[0] / 4 + values[1], 1_000)
}

impl Problem for Ordered {
    fn goals(&self) -> usize {
        2
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let (left, right) = operands(test);
        let away = Distance::from_steps(left.abs_diff(right) + u128::from(left >= right));
        let distances = if left < right { [Distance::ZERO, away] } else { [away, Distance::ZERO] };
        execution.reached.extend((0..).zip(distances));
    }
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        self.traced += 1;
        self.evaluate(test, execution);
        let (left, right) = operands(test);
        let holds = left < right;
        trace.boundaries.extend(execution.reached.iter().map(|&(goal, distance)| {
            let other = execution.reached[1 - goal as usize].1;
            (goal, if distance.is_zero() { Distance::from_steps(other.tie()) } else { distance })
        }));
        let integer = |value: i128| Operand::Integer(value as u128, value < 0);
        trace.comparisons.push(Comparison {
            covers: u32::from(!holds),
            misses: u32::from(holds),
            relation: Operator::Less.into(),
            left: integer(left),
            right: integer(right),
            holds,
        });
    }
    fn output(&mut self, _: &TestCase) -> Option<Output> {
        None
    }
}

/// Returns the suite of two calls, and the number of traced executions.
fn suite(calls: [[i128; 2]; 2], has_variants: bool) -> (Vec<(i128, i128)>, u64) {
    let inputs = Inputs { parameters: vec![&I32; 2], ..Inputs::default() };
    let mut problem = Ordered { inputs, traced: 0 };
    let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
    let initial = calls.map(|values| {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        for value in values {
            let node = test.leaf(NodeKind::Integer, 0);
            test.set_integer(node, value as u128);
        }
        test.close(call);
        test
    });
    let options = Options { initial: initial.into(), ..Options::new(Algorithm::Mio, 1, budget) };
    let archive = search(&mut problem, &options, &mut Silent).archive;
    let wishes = Wishes { has_variants, ..Wishes::default() };
    let Minimised { suite, .. } = minimise_as(&mut problem, &archive, 10_000, None, &wishes);
    (suite.iter().map(|test| operands(&test.test)).collect(), problem.traced)
}

#[test]
fn boundary_search_finds_equal_and_adjacent_operands() {
    let (operands, traced) = suite([[70_000, -31], [-5, 17]], true);
    assert!(operands.contains(&(1_000, 1_000)), "{operands:?}");
    assert!(operands.contains(&(999, 1_000)), "{operands:?}");
    assert!(traced < 200, "{traced} executions");
    assert_eq!(suite([[70_000, -31], [-5, 17]], true), (operands, traced), "nothing is drawn");
}

#[test]
fn comparison_with_one_outcome_has_no_boundary() {
    let (operands, traced) = suite([[3, 4], [-5, 17]], true);
    assert!(operands.iter().all(|(left, right)| left < right), "{operands:?}");
    assert!(traced <= 2, "{traced} executions");
}

#[test]
fn boundaries_are_not_sought_without_mutants() {
    assert_eq!(suite([[70_000, -31], [-5, 17]], false).1, 0);
}
