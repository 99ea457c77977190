//! Path conditions of executions of real functions.

#![allow(missing_docs)]

mod arithmetic;
mod generated;
mod generator;
mod hidden;
mod operations;
mod programs;
mod proofs;

use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::search_symbolically;
use sbst_model::messages::Budget;
use sbst_model::{NodeKind, TestCase};
use sbst_search::{Algorithm, Options, Problem as _, Silent};
use std::sync::{Mutex, MutexGuard};

/// The thread that searches owns the recorder, so one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// True if the algorithm covers all goals of a program within the evaluations, with each of the
/// seeds. Hidden checks and goals proved infeasible are excepted.
fn covers(name: &str, algorithm: Algorithm, seeds: u64, evaluations: u64) -> bool {
    let _alone = alone();
    (0..seeds).all(|seed| {
        let mut problem = FunctionProblem::by_name(name).unwrap();
        let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
        let mut symbolic = problem.symbolic();
        let options = Options::new(algorithm, seed, budget);
        let outcome = search_symbolically(&mut problem, &mut symbolic, &options, &mut Silent);
        let is_left_out = |goal: &u32| {
            problem.hidden_goals().contains(goal)
                || problem.infeasible_goals().contains(goal)
                || symbolic.proved().contains_key(goal)
        };
        let mut sought = (0..problem.goals() as u32).filter(|goal| !is_left_out(goal));
        sought.all(|goal| outcome.archive.is_covered(goal))
    })
}

fn call(arguments: &[i64]) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    arguments.iter().for_each(|&argument| {
        test.leaf(NodeKind::Integer, argument as u64);
    });
    test.close(call);
    test
}

fn path_condition(name: &str, test: &TestCase) -> Vec<String> {
    let _alone = alone();
    FunctionProblem::by_name(name).unwrap().path_condition(test)
}

#[sbst::instrument]
fn magic(x: i32) -> bool {
    x * 7 + 3 == 1_234_567_890
}

#[test]
fn arithmetic_is_followed_into_the_comparison() {
    let condition = path_condition("magic", &call(&[5]));
    insta::assert_snapshot!(condition.join("\n"));
}

#[sbst::instrument]
fn packed(word: u32) -> bool {
    let kind = (word >> 28) as u8;
    let mut length = word & 0xFFF;
    length += 1;
    if kind == 9 {
        return length as u16 == 0x123;
    }
    match kind {
        1 | 2 => true,
        4..=6 => false,
        _ => word % 10 == 3,
    }
}

#[test]
fn bits_casts_and_patterns_are_followed() {
    let paths =
        [0x9000_0001u32, 0x3000_0007].map(|word| path_condition("packed", &call(&[word.into()])).join("\n"));
    insta::assert_snapshot!(paths.join("\n\n"));
}

#[sbst::instrument]
fn is_valid(digits: &[u8; 4]) -> bool {
    let mut sum = 0;
    for (position, &digit) in digits.iter().enumerate() {
        if digit > 9 {
            return false;
        }
        sum += (position as u32 + 1) * digit as u32;
    }
    sum % 11 == 0 && sum > 0
}

#[test]
fn array_elements_are_separate_variables() {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    let digits = test.open(NodeKind::Sequence, 4);
    [3, 3, 0, 3].iter().for_each(|&digit| {
        test.leaf(NodeKind::Integer, digit);
    });
    test.close(digits);
    test.close(call);
    insta::assert_snapshot!(path_condition("is_valid", &test).join("\n"));
}

#[sbst::instrument]
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 3 && bytes[1] == b'-' && text.chars().all(|c| c.is_ascii_digit() || c == '-')
}

#[test]
fn characters_of_texts_are_variables() {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.push_text("1-1");
    test.close(call);
    insta::assert_snapshot!(path_condition("is_date", &test).join("\n"));
}
