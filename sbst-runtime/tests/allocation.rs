//! Memory of evaluations: for a function of plain values they allocate none.

// The test is of the search build, which needs a newer compiler than a normal one.
#![allow(clippy::incompatible_msrv)]

use sbst::__private::bench::FunctionProblem;
use sbst_model::{NodeKind, TestCase};
use sbst_search::{Execution, Problem};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// An allocator that counts its allocations.
struct Counting;

thread_local! {
    /// Allocations of this thread: the test harness has others.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[sbst::instrument]
fn closest(a: i32, b: f64, c: Option<(u8, char)>, text: &str, count: &u64) -> f64 {
    if a > 3 && f64::from(a) < b {
        return b - f64::from(a);
    }
    match c {
        Some((byte, letter)) if letter > 'm' && byte != 7 => f64::from(byte),
        _ if text.len() as u64 > *count => 1.0,
        _ => -1.0,
    }
}

fn test_case() -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.leaf(NodeKind::Integer, 5);
    test.leaf(NodeKind::Float, 1.5f64.to_bits());
    let some = test.open(NodeKind::Sum, 1);
    let pair = test.open(NodeKind::Product, 0);
    test.leaf(NodeKind::Integer, 200);
    test.leaf(NodeKind::Char, u64::from(u32::from('k')));
    test.close(pair);
    test.close(some);
    test.push_text("text");
    test.leaf(NodeKind::Integer, 3);
    test.close(call);
    test
}

#[sbst::instrument]
fn lent(
    bytes: &[u8],
    pairs: &mut [(i16, bool)],
    fixed: [f32; 2],
    text: &mut str,
    function: fn(u8) -> u64,
) -> u64 {
    text.make_ascii_uppercase();
    pairs.reverse();
    if bytes.len() > pairs.len() || fixed[0] < fixed[1] {
        return function(1);
    }
    0
}

fn lent_test_case() -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    let bytes = test.open(NodeKind::Sequence, 1);
    test.leaf(NodeKind::Integer, 200);
    test.close(bytes);
    let pairs = test.open(NodeKind::Sequence, 2);
    for number in [3, 4] {
        let pair = test.open(NodeKind::Product, 0);
        test.leaf(NodeKind::Integer, number);
        test.leaf(NodeKind::Bool, 1);
        test.close(pair);
    }
    test.close(pairs);
    let fixed = test.open(NodeKind::Sequence, 2);
    test.leaf(NodeKind::Float, 0.5f64.to_bits());
    test.leaf(NodeKind::Float, 1.5f64.to_bits());
    test.close(fixed);
    test.push_text("text");
    // The first answer of a function is a constant.
    let constant = test.open(NodeKind::Sum, 0);
    test.leaf(NodeKind::Integer, 9);
    test.close(constant);
    test.close(call);
    test
}

/// Allocations in a thousand evaluations, and the number of reached goals.
fn allocations(function: &str, test: &TestCase) -> (u64, usize) {
    let mut problem = FunctionProblem::by_name(function).expect("it is annotated");
    let mut execution = Execution::default();
    let mut evaluate = || {
        execution.clear();
        problem.evaluate(test, &mut execution);
        execution.reached.len()
    };
    // The first executions make room for their records.
    for _ in 0..3 {
        evaluate();
    }
    let before = ALLOCATIONS.get();
    let reached = (0..1000).map(|_| evaluate()).sum();
    (ALLOCATIONS.get() - before, reached)
}

#[test]
fn evaluation_with_plain_values_does_not_allocate() {
    assert_eq!(closest(5, 1.5, Some((200, 'k')), "text", &3), 1.0);
    let reached = 1000 * 2 * 5; // both outcomes of the five conditions that are evaluated
    assert_eq!(allocations("closest", &test_case()), (0, reached));
    let reached = 1000 * 2 * 2;
    assert_eq!(allocations("lent", &lent_test_case()), (0, reached));
}
