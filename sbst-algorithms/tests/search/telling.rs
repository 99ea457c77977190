//! Distinctive arguments and operands in minimised tests.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::fingerprint::hash_text;
use sbst_model::messages::Budget;
use sbst_model::output_class::is_literal;
use sbst_model::shape::{Object, Origin, Sequence, Step, StepGives, Sum, Wrapper};
use sbst_model::{Distance, NodeKind, Output, OutputClass, Shape, TestCase};
use sbst_search::{minimise, minimise_as, Algorithm, Execution, Inputs, Options, Problem, Silent, Wishes};
use std::collections::BTreeSet;
use std::sync::LazyLock;

// A set is made, gets numbers, and returns its least one.
static ORIGIN: Shape = Shape::Sum(Sum { variants: &[product("", &[])] });
static STEP: Shape = Shape::Sum(Sum { variants: &[product("", &[|| &I32]), product("", &[])] });
static STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &STEP, 9));
static TREE_OF_SET: Shape = Shape::Product(product("", &[|| &ORIGIN, || &STEPS]));
const POP: u64 = 2;
static OBJECT: LazyLock<Object> = LazyLock::new(|| {
    let step = |callable| Step { callable, receiver: 0, gives: StepGives::Nothing, assigned: None };
    Object { value: 9, origins: vec![Origin::Call(3)], steps: vec![step(1), step(POP)] }
});
static SET: LazyLock<Shape> = LazyLock::new(|| {
    Shape::Wrapper(Wrapper { inner: || &TREE_OF_SET, template: "{0}", object: Some(&OBJECT) })
});
static REFERENCE: Shape = Shape::Wrapper(Wrapper::new(|| &SET, "&mut {0}"));
static RANGE: Shape =
    Shape::Sum(Sum { variants: &[product("..", &[]), product("{0}..{1}", &[|| &I32, || &I32])] });

type Numbers = BTreeSet<i32>;

/// The goals that a test covers, and the texts of its result and of its state.
type Seen = (Vec<u32>, String, String);

struct Sets {
    inputs: Inputs,
    goals: usize,
    run: fn(&TestCase) -> Seen,
}

impl Problem for Sets {
    fn goals(&self) -> usize {
        self.goals
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let (goals, ..) = (self.run)(test);
        execution.reached.extend(goals.into_iter().map(|goal| (goal, Distance::ZERO)));
    }
    fn output(&mut self, test: &TestCase) -> Option<Output> {
        let (_, result, _) = (self.run)(test);
        Some(output(&result, &result))
    }
    fn state(&mut self, test: &TestCase) -> Option<Output> {
        let (_, result, state) = (self.run)(test);
        Some(output(&result, &format!("{result} {state}")))
    }
}

fn output(result: &str, text: &str) -> Output {
    Output {
        class: OutputClass::from_debug(result),
        fingerprint: hash_text(text),
        is_literal: is_literal(result),
    }
}

/// Returns the set at a node, and the outcomes of queries for its least number.
fn set_and_popped(test: &TestCase, node: usize) -> (Numbers, Vec<Option<i32>>) {
    let (mut set, mut popped) = (Numbers::new(), Vec::new());
    let steps = test.children(node).nth(1).expect("an object has steps");
    for step in test.children(steps) {
        match test.children(step).next() {
            Some(number) => _ = set.insert(test.integer(number) as i32),
            None => popped.push(set.pop_first()),
        }
    }
    (set, popped)
}

fn set(test: &TestCase, node: usize) -> Numbers {
    set_and_popped(test, node).0
}

fn arguments(test: &TestCase) -> [usize; 2] {
    let mut arguments = test.children(0);
    [0, 1].map(|_| arguments.next().expect("there are two"))
}

fn push_set(numbers: &[i32], test: &mut TestCase) {
    let object = test.open(NodeKind::Product, 0);
    test.leaf(NodeKind::Sum, 0);
    let steps = test.open(NodeKind::Sequence, numbers.len() as u64);
    for number in numbers {
        let step = test.open(NodeKind::Sum, 0);
        test.leaf(NodeKind::Integer, *number as u64);
        test.close(step);
    }
    test.close(steps);
    test.close(object);
}

fn call(push: impl Fn(&mut TestCase)) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    push(&mut test);
    test.close(call);
    test
}

fn suite(
    parameters: Vec<&'static Shape>,
    goals: usize,
    initial: Vec<TestCase>,
    run: fn(&TestCase) -> Seen,
) -> Vec<TestCase> {
    let inputs = Inputs { parameters, callable: Some(POP), ..Inputs::default() };
    let mut problem = Sets { inputs, goals, run };
    let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
    let options = Options { initial, ..Options::new(Algorithm::Mio, 1, budget) };
    let archive = search(&mut problem, &options, &mut Silent).archive;
    let suite = minimise(&mut problem, &archive, 10_000, None);
    suite.into_iter().map(|test| test.test).collect()
}

#[test]
fn two_empty_operands_become_overlapping_ones() {
    fn intersection(test: &TestCase) -> Seen {
        let [one, other] = arguments(test).map(|node| set(test, node));
        (vec![0], format!("{:?}", one.intersection(&other).collect::<Vec<_>>()), format!("{one:?}"))
    }
    let empty = call(|test| [(); 2].iter().for_each(|_| push_set(&[], test)));
    let suite = suite(vec![&SET, &SET], 1, vec![empty], intersection);
    assert_eq!(suite.len(), 1);
    let [one, other] = arguments(&suite[0]).map(|node| set(&suite[0], node));
    assert_eq!([one.len(), other.len(), one.intersection(&other).count()], [2, 2, 1], "{one:?} {other:?}");
}

#[test]
fn operand_stays_empty_if_goal_requires_it() {
    fn is_empty(test: &TestCase) -> Seen {
        let [_, other] = arguments(test).map(|node| set(test, node));
        (Vec::from_iter(other.is_empty().then_some(0)), other.is_empty().to_string(), String::new())
    }
    let empty = call(|test| [(); 2].iter().for_each(|_| push_set(&[], test)));
    let suite = suite(vec![&SET, &SET], 1, vec![empty], is_empty);
    assert!(suite.iter().any(|test| set(test, arguments(test)[1]).is_empty()));
}

#[test]
fn a_test_of_a_false_result_queries_an_object_with_elements() {
    fn contains(test: &TestCase) -> Seen {
        let [one, number] = arguments(test);
        let contains = set(test, one).contains(&(test.integer(number) as i32));
        (vec![u32::from(contains)], contains.to_string(), String::new())
    }
    let asked = |numbers: &[i32], number: u64| {
        call(|test| {
            push_set(numbers, test);
            test.leaf(NodeKind::Integer, number);
        })
    };
    let suite = suite(vec![&SET, &I32], 2, vec![asked(&[], 7), asked(&[7], 7)], contains);
    assert_eq!(suite.len(), 2);
    for test in suite {
        assert!(!set(&test, arguments(&test)[0]).is_empty(), "{test:?}");
    }
}

#[test]
fn less_distinctive_object_is_rejected() {
    fn is_even(test: &TestCase) -> Seen {
        let [one, number] = arguments(test);
        let is_even = test.integer(number) & 1 == 0;
        (vec![u32::from(is_even)], is_even.to_string(), format!("{:?}", set(test, one)))
    }
    let asked = |number: u64| {
        call(|test| {
            push_set(&[], test);
            test.leaf(NodeKind::Integer, number);
        })
    };
    let suite = suite(vec![&SET, &I32], 2, vec![asked(2), asked(3)], is_even);
    assert!(suite.iter().all(|test| set(test, arguments(test)[0]).is_empty()), "{suite:?}");
}

#[test]
fn unbounded_range_gets_cutting_ends() {
    fn count(test: &TestCase) -> Seen {
        let [one, range] = arguments(test);
        let ends: Vec<i32> = test.children(range).map(|end| test.integer(end) as i32).collect();
        let is_inside = |number: &i32| match ends[..] {
            [from, to] => (from..to).contains(number),
            _ => true,
        };
        let set = set(test, one);
        (vec![0], set.iter().filter(|number| is_inside(number)).count().to_string(), String::new())
    }
    let all = call(|test| {
        push_set(&[1, 2], test);
        test.leaf(NodeKind::Sum, 0);
    });
    let suite = suite(vec![&SET, &RANGE], 1, vec![all], count);
    assert_eq!(count(&suite[0]).1, "1", "{suite:?}");
}

#[test]
fn a_format_gets_no_width() {
    static FORMAT: Shape =
        Shape::Sum(Sum { variants: &[product("\"{{}}\"", &[]), product("\"{{:{0}}}\"", &[|| &I32])] });
    fn format(test: &TestCase) -> Seen {
        let width = test.children(1).next().map_or(0, |width| test.integer(width) as usize % 9);
        (vec![0], format!("\"{:width$}\"", "a"), String::new())
    }
    let suite = suite(vec![&FORMAT], 1, vec![call(|test| _ = test.leaf(NodeKind::Sum, 0))], format);
    assert_eq!(format(&suite[0]).1, "\"a\"", "{suite:?}");
}

#[test]
fn an_object_is_queried_to_its_end() {
    fn pop(test: &TestCase) -> Seen {
        let (mut set, popped) = set_and_popped(test, 1);
        let result = set.pop_first();
        let outcomes = popped.iter().chain([&result]);
        let goals: BTreeSet<u32> = outcomes.map(|popped| u32::from(popped.is_some())).collect();
        // The least test must not have a default value.
        let result = result.map(|number| number + 10);
        (Vec::from_iter(goals), format!("{result:?}"), format!("{set:?}"))
    }
    let tests = vec![call(|test| push_set(&[], test)), call(|test| push_set(&[7], test))];
    let suite = suite(vec![&REFERENCE], 2, tests, pop);
    assert_eq!(suite.len(), 1, "the result of each call is in one test: {suite:?}");
    assert_eq!(pop(&suite[0]).1, "None");
    let (left, popped) = set_and_popped(&suite[0], 1);
    assert!(left.is_empty());
    assert_eq!(popped, [Some(1), Some(2)]);
}

#[test]
fn call_with_non_literal_result_is_made_once() {
    fn pop(test: &TestCase) -> Seen {
        let (mut set, popped) = set_and_popped(test, 1);
        let result = set.pop_first();
        let outcomes = popped.iter().chain([&result]);
        let goals: BTreeSet<u32> = outcomes.map(|popped| u32::from(popped.is_some())).collect();
        let result = result.map_or(String::from("None"), |number| format!("Entry {{ text: \"{number}\" }}"));
        (Vec::from_iter(goals), result, format!("{set:?}"))
    }
    let tests = vec![call(|test| push_set(&[], test)), call(|test| push_set(&[7], test))];
    let suite = suite(vec![&REFERENCE], 2, tests, pop);
    assert_eq!(suite.len(), 2, "{suite:?}");
    assert!(suite.iter().all(|test| set_and_popped(test, 1).1.is_empty()), "{suite:?}");
}

#[test]
fn calls_are_not_added_without_step_number() {
    fn first(test: &TestCase) -> Seen {
        (vec![0], format!("{:?}", set(test, 1).first()), String::new())
    }
    let inputs = Inputs { parameters: vec![&REFERENCE], ..Inputs::default() };
    let mut problem = Sets { inputs, goals: 1, run: first };
    let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
    let initial = vec![call(|test| push_set(&[7], test))];
    let options = Options { initial, ..Options::new(Algorithm::Mio, 1, budget) };
    let archive = search(&mut problem, &options, &mut Silent).archive;
    let wishes = Wishes { has_variants: true, ..Wishes::default() };
    let suite = minimise_as(&mut problem, &archive, 10_000, None, &wishes).suite;
    assert!(set_and_popped(&suite[0].test, 1).1.is_empty());
}

#[test]
fn a_number_zero_becomes_one_though_another_is_one() {
    fn least(test: &TestCase) -> Seen {
        let numbers: Vec<i32> = test.children(0).map(|node| test.integer(node) as i32).collect();
        let is_least = numbers[2] <= numbers[0].min(numbers[1]) && numbers[2] < 3;
        (Vec::from_iter(is_least.then_some(0)), format!("{numbers:?}"), String::new())
    }
    let zeros = call(|test| (0..3).for_each(|_| _ = test.leaf(NodeKind::Integer, 0)));
    let suite = suite(vec![&I32; 3], 1, vec![zeros], least);
    assert_ne!(suite[0].integer(3), 0, "{suite:?}");
}
