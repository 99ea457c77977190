//! Texts of digits with a check sum: several conditions on the same value behind a loop that
//! returns. A change for one condition breaks another.

use crate::problems::STR;
use sbst_algorithms::search;
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::trace::{Comparison, Operand, Relation};
use sbst_model::{Distance, TestCase, Trace};
use sbst_search::{Algorithm, Dependences, Detail, Execution, Inputs, Options, Problem, Silent};

/// Goals 0 and 1: the text has 12 to 16 bytes. Goals 2 and 3, in each round from the end: the byte is
/// a digit. Goals 4 and 5: the weighted sum is a multiple of 31. Goals 6 and 7: the text has the prefix.
struct Code {
    inputs: Inputs,
    dependences: Dependences,
    beginning: &'static str,
}

fn code(beginning: &'static str) -> Code {
    let pairs = [(2, 0), (3, 0), (4, 0), (5, 0), (6, 4), (7, 4)];
    Code {
        inputs: Inputs { parameters: vec![&STR], ..Inputs::default() },
        dependences: Dependences::new(8, pairs),
        beginning,
    }
}

/// Records both outcomes of a condition: `holds`, and the distance of the outcome that was missed.
fn note(execution: &mut Execution, goal: u32, holds: bool, away: u128) {
    let away = Distance::from_steps(away.max(1));
    let distances = if holds { [Distance::ZERO, away] } else { [away, Distance::ZERO] };
    for (goal, distance) in (goal..).zip(distances) {
        match execution.reached.iter().position(|(there, _)| *there == goal) {
            Some(at) => {
                execution.reached[at].1 = execution.reached[at].1.min(distance);
                execution.details[at].evaluations += 1;
            }
            None => {
                execution.reached.push((goal, distance));
                execution.details.push(Detail { evaluations: 1, nearest: 1 });
            }
        }
    }
}

impl Problem for Code {
    fn goals(&self) -> usize {
        8
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn dependences(&self) -> &Dependences {
        &self.dependences
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.trace(test, execution, &mut Trace::default());
    }
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        let text = test.text(1);
        let length = text.len();
        note(execution, 0, (12..=16).contains(&length), length.abs_diff(12).min(length.abs_diff(16)) as u128);
        if !(12..=16).contains(&length) {
            return;
        }
        let mut sum = 0;
        for (place, byte) in text.bytes().rev().enumerate() {
            let away = byte.abs_diff(b'0').min(byte.abs_diff(b'9'));
            note(execution, 2, byte.is_ascii_digit(), away.into());
            if !byte.is_ascii_digit() {
                return;
            }
            sum += u128::from(byte - b'0') * (place as u128 % 7 + 1);
        }
        note(execution, 4, sum % 31 == 0, (sum % 31).min(31 - sum % 31));
        if sum % 31 != 0 {
            return;
        }
        let holds = text.starts_with(self.beginning);
        let different = text.bytes().zip(self.beginning.bytes()).filter(|(one, other)| one != other);
        note(execution, 6, holds, different.count() as u128);
        trace.comparisons.push(Comparison {
            covers: if holds { 6 } else { 7 },
            misses: if holds { 7 } else { 6 },
            relation: Relation::StartsWith,
            left: Operand::Text(text.to_owned()),
            right: Operand::Text(self.beginning.to_owned()),
            holds,
        });
    }
}

fn complete(beginning: &'static str, without: &[ValueSource], evaluations: u64) -> usize {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let is_complete = |seed: &u64| {
        let options = Options { without: without.to_vec(), ..Options::new(Algorithm::Hybrid, *seed, budget) };
        search(&mut code(beginning), &options, &mut Silent).archive.covered() == 8
    };
    (1..=20).filter(is_complete).count()
}

#[test]
fn values_for_one_condition_are_held_while_others_are_repaired() {
    assert!(complete("510023", &[], 3_000) >= 19);
    let without = [ValueSource::InputToState];
    assert!(complete("510023", &without, 3_000) < 5);
}
