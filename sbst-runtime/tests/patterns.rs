//! Records of an instrumented function's conditions: exact outcomes, and distances to the other
//! outcomes.

#[path = "patterns/arms.rs"]
mod arms;
#[path = "patterns/forms.rs"]
#[allow(clippy::non_minimal_cfg)] // conditions that hold and do not hold on every platform
mod forms;
#[path = "patterns/laws.rs"]
mod laws;

use sbst::__private::bench::FunctionProblem;
use sbst_model::{Distance, NodeKind, TestCase};
use sbst_search::{Execution, Problem};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// An argument.
enum Value<'a> {
    Integer(i64),
    Option(Option<&'a Value<'a>>),
    List(&'a [i64]),
    Text(&'a str),
    Character(char),
}
use Value::{Character, Integer, List, Text};

impl Value<'_> {
    fn write(&self, test: &mut TestCase) {
        match self {
            Integer(integer) => {
                test.leaf(NodeKind::Integer, *integer as u64);
            }
            Value::Option(option) => {
                let sum = test.open(NodeKind::Sum, u64::from(option.is_some()));
                if let Some(inner) = option {
                    inner.write(test);
                }
                test.close(sum);
            }
            List(list) => {
                let sequence = test.open(NodeKind::Sequence, list.len() as u64);
                list.iter().for_each(|&integer| Integer(integer).write(test));
                test.close(sequence);
            }
            Text(text) => {
                test.push_text(text);
            }
            Character(character) => {
                test.leaf(NodeKind::Char, u64::from(u32::from(*character)));
            }
        }
    }
}

/// The distances to true and to false of the conditions recorded by an execution of the function.
fn distances(function: &str, arguments: &[Value<'_>]) -> BTreeMap<u32, [Distance; 2]> {
    // Probes record for one thread at a time.
    static EXECUTING: Mutex<()> = Mutex::new(());
    let _executing = EXECUTING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut problem = FunctionProblem::by_name(function).expect("it is annotated");
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    arguments.iter().for_each(|argument| argument.write(&mut test));
    test.close(call);
    let mut execution = Execution::default();
    problem.evaluate(&test, &mut execution);
    let mut distances = BTreeMap::new();
    for (goal, distance) in execution.reached {
        distances.entry(goal / 2).or_insert([Distance::UNREACHED; 2])[goal as usize % 2] = distance;
    }
    distances
}

/// The outcomes among them: condition and outcome.
fn outcomes(function: &str, arguments: &[Value<'_>]) -> Vec<(u32, bool)> {
    let seen = distances(function, arguments).into_iter().flat_map(|(condition, distances)| {
        let is_seen = |index: usize| distances[index] <= Distance::BEFORE_FAULT;
        [(true, is_seen(0)), (false, is_seen(1))]
            .into_iter()
            .filter(|seen| seen.1)
            .map(move |seen| (condition, seen.0))
    });
    seen.collect()
}

/// The distance to the outcome `true` of the first condition.
fn to_true(function: &str, arguments: &[Value<'_>]) -> Distance {
    distances(function, arguments)[&0][0]
}

/// The distance to the outcome `false` of the first condition.
fn to_false(function: &str, arguments: &[Value<'_>]) -> Distance {
    distances(function, arguments)[&0][1]
}
