//! Properties for every shape, seed and number of mutations.

use crate::problems::SHAPES;
use crate::shapes::{types, LEAVES, MAP, SET};
use proptest::prelude::*;
use sbst_model::{conforms, Literals};
use sbst_model::{messages::ValueSource, NodeKind, Shape, TestCase};
use sbst_search::{Inputs, Operators};

fn literals() -> Literals {
    Literals {
        integers: vec![(42, false), ((-7i128) as u128, true), (u128::MAX, false), (i128::MIN as u128, true)],
        floats: vec![2.5, f64::MAX],
        characters: vec!['ß', '%'],
        texts: vec!["secret".to_owned(), "wörld".to_owned(), String::new()],
    }
}

fn parameters() -> impl Strategy<Value = Vec<&'static Shape>> {
    let shapes = SHAPES.into_iter().chain(LEAVES).chain([&SET, &MAP]);
    prop::collection::vec(prop::sample::select(shapes.collect::<Vec<_>>()), 0..6)
}

fn without() -> impl Strategy<Value = Vec<ValueSource>> {
    let all = vec![ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals];
    prop::sample::subsequence(all, 0..=3)
}

pub fn check(parameters: &[&'static Shape], test: &TestCase) {
    assert!(test.is_well_formed(), "{test:?}");
    assert_eq!(test.nodes()[0].kind, NodeKind::Statement);
    let arguments: Vec<usize> = test.children(0).collect();
    assert_eq!(arguments.len(), parameters.len());
    for (shape, argument) in parameters.iter().zip(arguments) {
        assert!(conforms(shape, test, argument), "{shape:?} is not the shape of {test:?}");
    }
}

proptest! {
    #[test]
    fn drawn_and_changed_values_stay_in_their_shapes(parameters in parameters(), without in without(), seed: u64) {
        let inputs = Inputs { parameters: parameters.clone(), literals: literals(), ..Inputs::default() };
        let mut operators = Operators::new(inputs, &without, seed);
        let (mut parent, mut child) = (TestCase::new(), TestCase::new());
        for _ in 0..10 {
            operators.sample(&mut parent);
            check(&parameters, &parent);
            for _ in 0..40 {
                operators.mutate(&parent, &mut child);
                check(&parameters, &child);
                std::mem::swap(&mut parent, &mut child);
            }
        }
    }

    #[test]
    fn values_of_random_types_stay_in_their_shapes(types in types(), without in without(), seed: u64) {
        let mut parameters = types.shapes();
        parameters.truncate(6);
        let inputs = Inputs { parameters: parameters.clone(), literals: literals(), ..Inputs::default() };
        let mut operators = Operators::new(inputs, &without, seed);
        let (mut parent, mut child) = (TestCase::new(), TestCase::new());
        let mut offspring = [TestCase::new(), TestCase::new()];
        for _ in 0..6 {
            operators.sample(&mut parent);
            check(&parameters, &parent);
            for _ in 0..40 {
                operators.mutate(&parent, &mut child);
                check(&parameters, &child);
                operators.crossover([&parent, &child], &mut offspring);
                offspring.iter().for_each(|offspring| check(&parameters, offspring));
                std::mem::swap(&mut parent, &mut child);
            }
        }
    }

    #[test]
    fn a_seed_always_makes_the_same_tests(parameters in parameters(), seed: u64) {
        let inputs = Inputs { parameters, literals: literals(), ..Inputs::default() };
        let mut twins = [Operators::new(inputs.clone(), &[], seed), Operators::new(inputs, &[], seed)];
        let mut tests = [TestCase::new(), TestCase::new()];
        for _ in 0..20 {
            for (operators, test) in twins.iter_mut().zip(&mut tests) {
                let mut parent = TestCase::new();
                operators.sample(&mut parent);
                operators.mutate(&parent, test);
            }
            prop_assert_eq!(&tests[0], &tests[1]);
        }
    }
}

#[test]
fn a_change_nearly_always_changes_something() {
    for shape in SHAPES.into_iter().chain(LEAVES[..LEAVES.len() - 1].iter().copied()).chain([&SET, &MAP]) {
        let inputs = Inputs { parameters: vec![shape], literals: literals(), ..Inputs::default() };
        let mut operators = Operators::new(inputs, &[], 1);
        let (mut parent, mut child) = (TestCase::new(), TestCase::new());
        let mut same = 0;
        for _ in 0..1_000 {
            operators.sample(&mut parent);
            operators.mutate(&parent, &mut child);
            same += u32::from(parent == child);
        }
        assert!(same <= 10, "{same} of 1000 changes of {shape:?} changed nothing");
    }
}

#[test]
fn recursive_values_stay_small_however_often_they_are_changed() {
    let inputs =
        Inputs { parameters: vec![&crate::problems::TREES; 2], literals: literals(), ..Inputs::default() };
    let mut operators = Operators::new(inputs, &[], 1);
    let (mut parent, mut child) = (TestCase::new(), TestCase::new());
    operators.sample(&mut parent);
    for _ in 0..20_000 {
        operators.mutate(&parent, &mut child);
        std::mem::swap(&mut parent, &mut child);
        assert!(parent.nodes().len() < 3_000, "{} nodes", parent.nodes().len());
    }
}
