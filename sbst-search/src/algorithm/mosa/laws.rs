//! Properties of the fronts of any generation.

use super::{fronts::Fronts, objectives::Objectives, population::Individual};
use proptest::prelude::*;
use sbst_model::{Distance, NodeKind, TestCase};

/// Tests of one number with steps to some of four goals: few, so that ties and copies occur.
fn generation() -> impl Strategy<Value = Vec<Individual>> {
    let steps = prop::collection::vec(prop::option::weighted(0.8, 1u64..6), 4);
    let kinds = prop::collection::vec(steps, 12);
    (kinds, prop::collection::vec(0usize..12, 1..60)).prop_map(|(kinds, tests)| {
        let individual = |kind: usize| {
            let mut test = TestCase::new();
            test.leaf(NodeKind::Integer, kind as u64);
            let reached = (0..).zip(&kinds[kind]).filter_map(|(goal, steps)| Some((goal, (*steps)?)));
            let near = reached.map(|(goal, steps)| (goal, Distance::from_steps(steps.into()))).collect();
            Individual { test, near, ..Individual::default() }
        };
        tests.into_iter().map(individual).collect()
    })
}

/// The definition of the paper.
fn dominates(objectives: &Objectives, one: u32, other: u32) -> bool {
    let pairs = || objectives.row(one).iter().zip(objectives.row(other));
    pairs().all(|(one, other)| one <= other) && pairs().any(|(one, other)| one < other)
}

fn size(test: u32) -> usize {
    test as usize * 7 % 5
}

proptest! {
    #[test]
    fn tests_are_dominated_only_by_the_front_before_theirs(generation in generation(), wanted in 1usize..80) {
        let mut objectives = Objectives::default();
        objectives.reached(4, &generation, |goal| goal != 3);
        let equal = |one: u32, other: u32| generation[one as usize].test == generation[other as usize].test;
        let mut sorting = Fronts::default();
        sorting.sort(&objectives, wanted, size, equal);
        let fronts: Vec<&[u32]> = sorting.iter().collect();
        let members: usize = fronts.iter().map(|front| front.len()).sum();

        for (rank, front) in fronts.iter().enumerate() {
            let not_better = &fronts[rank..];
            for &test in *front {
                // Front 0 contains the preferred ones: one may dominate another, preferred for a
                // tie.
                let dominated = not_better.iter().flat_map(|front| front.iter())
                    .any(|&other| dominates(&objectives, other, test));
                prop_assert!(!dominated || rank == 0);
                prop_assert!(rank < 2 || fronts[rank - 1].iter().any(|&other| dominates(&objectives, other, test)));
            }
        }

        let preferred = fronts[0];
        for objective in 0..objectives.count() {
            let value = |test: u32| (objectives.distance(test, objective), size(test));
            let least = (0..generation.len() as u32).map(value).min().expect("there are tests");
            prop_assert!(preferred.iter().any(|&test| value(test) == least));
        }
        for test in 0..generation.len() as u32 {
            let places = fronts.iter().filter(|front| front.contains(&test)).count();
            let copy = preferred.iter().any(|&other| other != test && equal(other, test));
            prop_assert!(places <= 1 && !(copy && places > 0));
            prop_assert!(places == 1 || copy || members >= wanted, "a test is missing");
        }
    }
}
