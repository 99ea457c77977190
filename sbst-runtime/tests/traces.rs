//! Records of a traced execution on a real function's conditions, and the details of one.

#![allow(missing_docs)]

use sbst::__private::bench::FunctionProblem;
use sbst_model::trace::{Comparison, Operand, Relation};
use sbst_model::{Distance, NodeKind, Operator, TestCase, Trace};
use sbst_search::{Detail, Execution, Problem};
use std::sync::{Mutex, MutexGuard};

/// The thread that searches owns the recorder, so one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn call(arguments: impl FnOnce(&mut TestCase)) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    arguments(&mut test);
    test.close(call);
    test
}

fn call_with_integers<const N: usize>(integers: [i64; N]) -> TestCase {
    call(|test| {
        for integer in integers {
            test.leaf(NodeKind::Integer, integer as u64);
        }
    })
}

fn call_with_text(text: &str) -> TestCase {
    call(|test| {
        test.push_text(text);
    })
}

/// Traces one execution, without other changes.
fn trace(name: &str, test: &TestCase) -> Vec<Comparison> {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name(name).unwrap();
    let (mut untraced, mut traced, mut trace) =
        (Execution::default(), Execution::default(), Trace::default());
    problem.evaluate(test, &mut untraced);
    problem.trace(test, &mut traced, &mut trace);
    assert_eq!((&untraced.reached, untraced.ending), (&traced.reached, traced.ending));
    let mut again = Trace::default();
    problem.trace(test, &mut Execution::default(), &mut again);
    assert_eq!(trace.comparisons, again.comparisons, "a trace holds nothing of the one before");
    for comparison in &trace.comparisons {
        assert_eq!(comparison.covers ^ 1, comparison.misses, "both are outcomes of one condition");
    }
    trace.comparisons
}

fn integer(n: i128) -> Operand {
    Operand::Integer(n as u128, n < 0)
}

fn text(text: &str) -> Operand {
    Operand::Text(text.to_owned())
}

/// The compared values, and the outcome of the condition with that goal.
fn seen(comparisons: &[Comparison]) -> Vec<(u32, Relation, Operand, Operand, bool)> {
    let of = |c: &Comparison| (c.covers, c.relation, c.left.clone(), c.right.clone(), c.holds);
    comparisons.iter().map(of).collect()
}

#[sbst::instrument]
fn comparisons(a: i64, b: i64) -> u8 {
    if a * 2 > 100 && b != -7 {
        return 1;
    }
    let c = (b & 0x7f) as u8 as char;
    if (c == 'x') | (a as f64 * 0.5 >= 2.25) {
        return 2;
    }
    assert_eq!(a + 1, b, "neighbours");
    3
}

#[test]
fn both_operands_of_comparisons_are_seen_as_they_were() {
    use Operator::{Equal, Greater, GreaterOrEqual, NotEqual};
    assert_eq!(
        seen(&trace("comparisons", &call_with_integers([60, -7]))),
        [
            (0, Relation::Operator(Greater), integer(120), integer(100), true),
            (3, Relation::Operator(NotEqual), integer(-7), integer(-7), false),
            (5, Relation::Operator(Equal), Operand::Character('y'), Operand::Character('x'), false),
            (6, Relation::Operator(GreaterOrEqual), Operand::Float(30.0), Operand::Float(2.25), true),
        ]
    );
    let failing = seen(&trace("comparisons", &call_with_integers([3, 9])));
    assert_eq!(failing.last(), Some(&(11, Relation::Operator(Equal), integer(4), integer(9), false)));
}

#[sbst::instrument]
fn patterns(number: i64, of: Option<i64>) -> u8 {
    match number {
        5 => return 1,
        10..=19 => return 2,
        _ if number < 0 => return 3,
        4_242 | 777 => return 4,
        _ => {}
    }
    if let Some(-3) = of {
        return 5;
    }
    6
}

#[test]
fn traces_include_values_and_literals_of_untried_arms() {
    use Operator::{Equal, GreaterOrEqual, Less, LessOrEqual};
    let nothing = |number| {
        call(|test| {
            test.leaf(NodeKind::Integer, number);
            let sum = test.open(NodeKind::Sum, 0);
            test.close(sum);
        })
    };
    assert_eq!(
        seen(&trace("patterns", &nothing(5))),
        [
            (0, Relation::Operator(Equal), integer(5), integer(5), true),
            (3, Relation::Operator(GreaterOrEqual), integer(5), integer(10), false),
            (3, Relation::Operator(LessOrEqual), integer(5), integer(19), true),
            (7, Relation::Operator(Equal), integer(5), integer(4_242), false),
            (7, Relation::Operator(Equal), integer(5), integer(777), false),
        ]
    );
    assert_eq!(
        seen(&trace("patterns", &nothing(25))),
        [
            (1, Relation::Operator(Equal), integer(25), integer(5), false),
            (3, Relation::Operator(GreaterOrEqual), integer(25), integer(10), true),
            (3, Relation::Operator(LessOrEqual), integer(25), integer(19), false),
            (7, Relation::Operator(Equal), integer(25), integer(4_242), false),
            (7, Relation::Operator(Equal), integer(25), integer(777), false),
            (5, Relation::Operator(Less), integer(25), integer(0), false),
        ]
    );
}

#[sbst::instrument]
fn memberships(name: &str) -> u8 {
    if ["red", "blue"].contains(&name) {
        return 1;
    }
    if !name.contains("ee") || !(3..9).contains(&name.len()) {
        return 2;
    }
    3
}

#[test]
fn members_parts_and_ends_are_seen() {
    use Operator::{GreaterOrEqual, Less};
    use Relation::Contains;
    assert_eq!(
        seen(&trace("memberships", &call_with_text("green"))),
        [
            (1, Contains, text("red"), text("green"), false),
            (1, Contains, text("blue"), text("green"), false),
            (3, Contains, text("green"), text("ee"), true),
            (5, Relation::Operator(GreaterOrEqual), integer(5), integer(3), true),
            (5, Relation::Operator(Less), integer(5), integer(9), true),
        ]
    );
    assert_eq!(
        seen(&trace("memberships", &call_with_text("blue")))[..2],
        [(0, Contains, text("red"), text("blue"), false), (0, Contains, text("blue"), text("blue"), true),]
    );
}

#[sbst::instrument]
fn asked(name: &str) -> u8 {
    let bytes = name.as_bytes().to_vec();
    if name.is_empty() || name.starts_with("http") || name.to_owned().ends_with('!') {
        return 1;
    }
    if !name.trim().eq_ignore_ascii_case("GREEN") && bytes.starts_with(b"re") {
        return 2;
    }
    3
}

#[test]
fn beginnings_ends_and_letters_are_seen() {
    use Operator::Equal;
    use Relation::{EndsWith, EqualIgnoringCase, StartsWith};
    let bytes = |bytes: &str| Operand::Bytes(bytes.as_bytes().to_owned());
    assert_eq!(
        seen(&trace("asked", &call_with_text("red"))),
        [
            (1, Relation::Operator(Equal), integer(3), integer(0), false),
            (3, StartsWith, text("red"), text("http"), false),
            (5, EndsWith, text("red"), text("!"), false),
            (6, EqualIgnoringCase, text("red"), text("GREEN"), false),
            (8, StartsWith, bytes("red"), bytes("re"), true),
        ]
    );
    assert_eq!(
        seen(&trace("asked", &call_with_text("green"))).last(),
        Some(&(7, EqualIgnoringCase, text("green"), text("GREEN"), true))
    );
}

#[sbst::instrument]
fn rounds(from: i64, to: i64) -> i64 {
    let mut sum = 0;
    for i in from..to {
        if i == 12_345 {
            continue;
        }
        sum += 1;
    }
    if sum == 99 {
        return 0;
    }
    sum
}

#[test]
fn long_loop_hides_neither_its_ends_nor_later_code() {
    use Operator::{Equal, Less};
    let seen = seen(&trace("rounds", &call_with_integers([0, 20_000])));
    assert!(seen.len() <= Trace::MOST);
    assert_eq!(seen[0], (0, Relation::Operator(Less), integer(0), integer(20_000), true));
    for round in [0, 1, 2, 19_998, 19_999] {
        assert!(
            seen.contains(&(3, Relation::Operator(Equal), integer(round), integer(12_345), false)),
            "{round}"
        );
    }
    assert_eq!(seen.last(), Some(&(5, Relation::Operator(Equal), integer(19_999), integer(99), false)));
}

#[test]
fn details_contain_nearest_round_of_loop() {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name("rounds").unwrap();
    let mut execution = Execution { wants_details: true, ..Execution::default() };
    let mut detail = |from, to, goal| {
        execution.clear();
        problem.evaluate(&call_with_integers([from, to]), &mut execution);
        assert_eq!(execution.reached.len(), execution.details.len());
        let index = execution.reached.iter().position(|&(reached, _)| reached == goal).unwrap();
        let Detail { evaluations, nearest } = execution.details[index];
        (execution.reached[index].1, evaluations, nearest)
    };
    // The rounds of `i == 12_345`, then the loop and the rest.
    assert_eq!(detail(12_340, 12_350, 2), (Distance::ZERO, 10, 6));
    assert_eq!(detail(12_000, 12_100, 2), (Distance::from_steps(246), 100, 100));
    assert_eq!(detail(12_355, 12_400, 2), (Distance::from_steps(10), 45, 1));
    assert_eq!(detail(12_340, 12_350, 0), (Distance::ZERO, 1, 1));
    assert_eq!(detail(12_340, 12_350, 4), (Distance::from_steps(90), 1, 1));
}

#[sbst::instrument]
fn other_threads(a: i64) -> bool {
    let there = std::thread::scope(|scope| scope.spawn(|| a == 1).join().unwrap());
    there && a == 2
}

#[test]
fn only_searching_thread_is_traced() {
    assert_eq!(seen(&trace("other_threads", &call_with_integers([1]))).len(), 1);
}

#[sbst::instrument]
fn is_late(seconds: u32, limit: u32) -> bool {
    if seconds >= 60 {
        return true;
    }
    std::time::Duration::from_secs(seconds.into()) > std::time::Duration::from_secs(limit.into())
}

#[test]
fn boundaries_are_noted_of_numbers_and_of_structures() {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name("is_late").unwrap();
    let mut boundaries = |values: [i64; 2]| {
        let mut trace = Trace::default();
        problem.trace(&call_with_integers(values), &mut Execution::default(), &mut trace);
        trace.boundaries.sort_unstable_by_key(|(goal, _)| *goal);
        trace.boundaries
    };
    let steps = Distance::from_steps;
    assert_eq!(boundaries([60, 0]), [(0, steps(0)), (1, steps(1))]);
    assert_eq!(boundaries([59, 59]), [(0, steps(1)), (1, steps(0)), (3, steps(0))]);
    assert_eq!(boundaries([57, 50]), [(0, steps(3)), (1, steps(2)), (3, steps(7_000_000_000))]);
}
