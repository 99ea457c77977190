//! Conditions with operands, for algorithms that use them.

use crate::problems::{I32, STR};
use sbst_algorithms::search;
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::trace::{Comparison, Operand, Relation};
use sbst_model::{Distance, Operator, TestCase, Trace};
use sbst_search::{Algorithm, Execution, Inputs, Options, Outcome, Problem, Silent};

/// Conditions over a test, each behind the true outcome of the one before it.
pub struct Chain {
    pub inputs: Inputs,
    pub conditions: Vec<fn(&TestCase) -> Comparison>,
    /// True if integers have distances; otherwise a condition only has its outcome.
    pub distances: bool,
}

pub fn compared(relation: Relation, left: Operand, right: Operand, holds: bool) -> Comparison {
    Comparison { covers: 0, misses: 0, relation, left, right, holds }
}

impl Problem for Chain {
    fn goals(&self) -> usize {
        2 * self.conditions.len()
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.trace(test, execution, &mut Trace::default());
    }
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        for (number, condition) in self.conditions.iter().enumerate() {
            let (goal, other) = (2 * number as u32, 2 * number as u32 + 1);
            let mut comparison = condition(test);
            let away = match (&comparison.left, &comparison.right) {
                (&Operand::Integer(left, _), &Operand::Integer(right, _)) if self.distances => {
                    Distance::from_steps(left.abs_diff(right).max(1))
                }
                _ => Distance::ONE,
            };
            let distances = if comparison.holds { [Distance::ZERO, away] } else { [away, Distance::ZERO] };
            execution.reached.extend([(goal, distances[0]), (other, distances[1])]);
            (comparison.covers, comparison.misses) =
                if comparison.holds { (goal, other) } else { (other, goal) };
            let holds = comparison.holds;
            trace.comparisons.push(comparison);
            if !holds {
                return;
            }
        }
    }
}

/// Searches with seeds 1 to 10.
pub fn searched_with(
    algorithm: Algorithm,
    problem: &mut Chain,
    without: &[ValueSource],
    evaluations: u64,
) -> Vec<Outcome> {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let options = |seed| Options { without: without.to_vec(), ..Options::new(algorithm, seed, budget) };
    (1..=10).map(|seed| search(problem, &options(seed), &mut Silent)).collect()
}

/// Returns the number of searches that covered everything.
pub fn complete(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.archive.covered() == outcome.archive.goals()).count()
}

/// Texts with one required value, without slopes or literals.
pub fn texts() -> Chain {
    Chain {
        inputs: Inputs { parameters: vec![&STR, &STR], ..Inputs::default() },
        conditions: vec![
            |test| {
                let upper = test.text(1).to_uppercase();
                let holds = upper == "XYLOPHONE";
                compared(
                    Operator::Equal.into(),
                    Operand::Text(upper),
                    Operand::Text("XYLOPHONE".to_owned()),
                    holds,
                )
            },
            |test| {
                let text = test.text(2).to_owned();
                let holds = text.starts_with("zeppelin:");
                compared(
                    Relation::StartsWith,
                    Operand::Text(text),
                    Operand::Text("zeppelin:".to_owned()),
                    holds,
                )
            },
        ],
        distances: false,
    }
}

/// `3 * a + 7 * b == 1_000_003`.
pub fn sums() -> Chain {
    fn number(test: &TestCase, node: usize) -> i128 {
        test.integer(node) as i128
    }
    fn equal(left: i128, right: i128) -> Comparison {
        // Their ordinals differ by the difference of the numbers.
        let ordinal = |value: i128| Operand::Integer((value as u128) ^ (1 << 127), false);
        compared(Operator::Equal.into(), ordinal(left), ordinal(right), left == right)
    }
    Chain {
        inputs: Inputs { parameters: vec![&I32, &I32], ..Inputs::default() },
        conditions: vec![|test| equal(3 * number(test, 1) + 7 * number(test, 2), 1_000_003)],
        distances: true,
    }
}
