//! The results and costs of local search.

use crate::laws::check;
use crate::problems::*;
use crate::shapes::{types, LEAVES};
use proptest::prelude::*;
use sbst_model::Literals;
use sbst_model::{messages::Budget, Shape, TestCase};
use sbst_search::local_search::Parameters;
use sbst_search::{
    Algorithm, Ending, Evaluator, Fitness, Inputs, LocalSearch, Operators, Options, Problem, Silent,
    VariableSearch,
};

const SEARCHES: [VariableSearch; 3] =
    [VariableSearch::IteratedPattern, VariableSearch::Geometric, VariableSearch::Lattice];

/// Draws a test and improves it for a goal. Returns the test before and after, its fitness and the
/// number of evaluations.
fn improved(
    problem: &mut dyn Problem,
    parameters: Parameters,
    goal: u32,
    seed: u64,
    evaluations: u64,
) -> (TestCase, TestCase, Fitness, u64) {
    let inputs = problem.inputs().clone();
    let budget = Budget::UNLIMITED;
    let (options, mut observer) = (Options::new(Algorithm::Random, seed, budget), Silent);
    let mut evaluator = Evaluator::new(problem, &options, &mut observer);
    let mut operators = Operators::new(inputs, &[], seed);
    let mut test = TestCase::new();
    operators.sample(&mut test);
    evaluator.evaluate(&test);
    let (before, start) = (test.clone(), evaluator.fitness(goal));
    let mut search = LocalSearch::new(parameters);
    let end = search.improve(&mut evaluator, &mut operators, goal, &mut test, start, evaluations);
    assert!(end <= start);
    evaluator.recall(&test);
    assert_eq!(evaluator.fitness(goal), end, "the test has the returned fitness");
    (before, test, end, evaluator.finish(sbst_model::messages::Stopped::Evaluations).evaluations - 1)
}

/// Returns the number of 20 random starts that lead to goal 0, and the most evaluations of one.
fn successes(problem: impl Fn() -> Box<dyn Problem>, parameters: Parameters) -> (usize, u64) {
    let (mut covered, mut most) = (0, 0);
    for seed in 0..20 {
        let (.., end, evaluations) = improved(&mut *problem(), parameters, 0, seed, 5_000);
        covered += usize::from(end.is_covered());
        most = most.max(evaluations);
    }
    println!("{covered} of 20, at most {most}");
    (covered, most)
}

fn published(search: VariableSearch) -> Parameters {
    Parameters { search, slice: false, constants: false, tell_steps: false }
}

fn function<F: FnMut(&TestCase, &mut Probes) -> Ending + 'static>(
    parameters: &[&'static Shape],
    body: F,
) -> Box<dyn Problem> {
    Box::new(Function::new(parameters, Literals::default(), 1, body))
}

#[test]
fn an_equality_of_64_bits_is_met_in_logarithmic_time() {
    for search in SEARCHES {
        let problem = || {
            function(&[&U64, &U64], |test, probes| {
                let (x, y) = (test.integer(1) as u64, test.integer(2) as u64);
                probes.steps(0, x == y / 3 + 7, x.abs_diff(y / 3 + 7), 1);
                Ending::Returned
            })
        };
        let (covered, most) = successes(problem, published(search));
        assert_eq!(covered, 20, "{search:?}");
        assert!(most <= 2_500, "{search:?}: {most}");
    }
}

#[test]
fn an_equality_of_floats_is_met_at_any_precision() {
    for target in [0.1 + 0.2, -12_345.678, 1e-9, 3e15, 7.0] {
        let problem = move || {
            function(&[&F64], move |test, probes| {
                probes.equal_floats(0, f64::from_bits(test.nodes()[1].payload), target);
                Ending::Returned
            })
        };
        // Only a constant leads away from NaN.
        let (covered, most) = successes(problem, Parameters::default());
        assert!(covered >= 19 && most <= 1_000, "{target}: {covered}, {most}");
    }
}

#[test]
fn a_text_is_met_by_length_and_then_character_by_character() {
    let problem = || {
        function(&[&STR], |test, probes| {
            let (text, target) = (test.text(1), "Ünicode?!");
            let lengths = text.chars().count().abs_diff(target.chars().count()) as u64;
            let apart = |(a, b): (char, char)| u64::from(u32::from(a).abs_diff(u32::from(b)));
            let characters: u64 = text.chars().zip(target.chars()).map(apart).sum();
            probes.steps(0, text == target, 100_000 * lengths + characters, 1);
            Ending::Returned
        })
    };
    for search in SEARCHES {
        let (covered, most) = successes(problem, published(search));
        assert_eq!(covered, 20, "{search:?}");
        assert!(most <= 1_500, "{search:?}: {most}");
    }
}

#[test]
fn sequences_grow_and_their_elements_move() {
    let problem = || {
        function(&[&INTEGERS], |test, probes| {
            let sum: i64 = test.children(1).map(|node| i64::from(test.integer(node) as i32)).sum();
            let length = test.nodes()[1].payload.abs_diff(7);
            probes.steps(0, length == 0 && sum == 123_456_789, (length << 40) + sum.abs_diff(123_456_789), 1);
            Ending::Returned
        })
    };
    assert_eq!(successes(problem, published(VariableSearch::Geometric)).0, 20);
}

#[test]
fn another_variant_is_taken_if_it_is_nearer() {
    let problem = || {
        function(&[&MAYBE], |test, probes| {
            let some = test.nodes()[1].payload == 1;
            let away = if some { test.integer(2).abs_diff(1_000).min(1 << 40) as u64 } else { 1 << 50 };
            probes.steps(0, away == 0, away, 1);
            Ending::Returned
        })
    };
    let (covered, _) = successes(problem, Parameters::default());
    assert_eq!(covered, 20);
}

#[test]
fn constants_are_tried_if_no_move_improves() {
    let problem = || -> Box<dyn Problem> {
        let literals = Literals { integers: vec![(31_337, false)], ..Literals::default() };
        Box::new(Function::new(&[&I32, &I32], literals, 1, |test, probes| {
            probes.flag(0, test.integer(2) as i32 == 31_338);
            Ending::Returned
        }))
    };
    assert_eq!(successes(problem, Parameters::default()).0, 20);
    let without = Parameters { constants: false, ..Parameters::default() };
    assert!(successes(problem, without).0 < 20);
}

#[test]
fn irrelevant_variables_are_skipped() {
    let problem = || {
        function(&[&MILLION; 20], |test, probes| {
            let of = |node| i64::from(test.integer(node) as i32);
            // Two variables that follow each other along a valley take many rounds.
            let away = (3 * (of(3) - of(17)).pow(2) + (of(3) - 1_000).pow(2)).unsigned_abs();
            probes.steps(0, away == 0, away, 1);
            Ending::Returned
        })
    };
    let cost = |slice| {
        let parameters = Parameters { slice, ..published(VariableSearch::Geometric) };
        (0..20).map(|seed| improved(&mut *problem(), parameters, 0, seed, 100_000).3).sum::<u64>()
    };
    let (with, without) = (cost(true), cost(false));
    assert!(3 * with < 2 * without, "{with} and {without} evaluations");
}

#[test]
fn local_search_ends_at_local_optimum() {
    for parameters in [Parameters::default(), published(VariableSearch::IteratedPattern)] {
        let mut problem = function(&[&I32, &I32], |test, probes| {
            let of = |node| i64::from(test.integer(node) as i32);
            // No sum of squares is 3 away from -3.
            let away = of(1).pow(2).saturating_add(of(2).pow(2)).unsigned_abs() + 3;
            probes.steps(0, false, away, 1);
            Ending::Returned
        });
        let (_, test, _, evaluations) = improved(&mut *problem, parameters, 0, 5, u64::MAX);
        assert_eq!([test.integer(1), test.integer(2)], [0, 0]);
        assert!(evaluations < 1_000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn tried_tests_conform_and_evaluations_stay_within_budget(types in types(), seed: u64, most in 0u64..600,
        which in 0usize..3) {
        let mut parameters = types.shapes();
        parameters.truncate(4);
        parameters.extend([&LEAVES[which], &LEAVES[27]]);
        let shapes = parameters.clone();
        let literals = Literals { integers: vec![(42, false)], texts: vec!["wörld".to_owned()], ..Literals::default() };
        let run = || {
            let shapes = shapes.clone();
            let mut problem = Function::new(&parameters, literals.clone(), 1, move |test: &TestCase, probes: &mut Probes| {
                check(&shapes, test);
                let hash = |sum: u64, payload: u64| (sum ^ payload).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
                let sum = test.nodes().iter().fold(seed, |sum, node| hash(sum, node.payload));
                let sum = test.text_buffer().bytes().fold(sum, |sum, byte| hash(sum, byte.into()));
                probes.steps(0, false, 1 + (sum >> 60), 1);
                Ending::Returned
            });
            let search = SEARCHES[which];
            improved(&mut problem, Parameters { search, ..Parameters::default() }, 0, seed, most)
        };
        let (one, same) = (run(), run());
        prop_assert!(one.3 <= most);
        prop_assert!(one == same, "the same seed gives the same");
    }
}

#[test]
fn inputs_without_variables_are_not_searched() {
    let inputs = Inputs::default();
    assert!(inputs.parameters.is_empty());
    let mut problem = function(&[], |_, probes| {
        probes.steps(0, false, 3, 1);
        Ending::Returned
    });
    assert_eq!(improved(&mut *problem, Parameters::default(), 0, 1, 100).3, 0);
}
