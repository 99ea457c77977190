//! Properties of crossover and of the classic operators, for all shapes.

use crate::laws::check;
use crate::problems::{product, sequence, text, I32, I8, SHAPES};
use proptest::prelude::*;
use sbst_algorithms::classic::ClassicOperators;
use sbst_model::shape::{Alphabet, Distinct, Float, Integer, Sequence, Text, Width};
use sbst_model::{Shape, TestCase};
use sbst_search::{Inputs, Operators, Variation};

/// Bounds of each kind.
static BOUNDED: [&Shape; 7] = [
    &Shape::Char(HEXADECIMAL),
    &Shape::Integer(Integer::all("i16", 16, true).without_zero()),
    &Shape::Float(Float {
        lowest: -1.0,
        highest: 20.0,
        nan: false,
        step: Some(0.25),
        ..Float::all(Width::Single)
    }),
    &CODE,
    &Shape::Sequence(Sequence { shortest: 4, ..sequence(|| &I32, 4) }),
    &Shape::Sequence(Sequence { shortest: 1, distinct: Distinct::Elements, ..sequence(|| &CODE, 12) }),
    &Shape::Sequence(Sequence { distinct: Distinct::Keys, ..sequence(|| &ENTRY, 16) }),
];
static CODE: Shape = Shape::Text(Text { shortest: 3, alphabet: HEXADECIMAL, ..text(12) });
static ENTRY: Shape = Shape::Product(product("({*})", &[|| &I8, || &CODE]));
const HEXADECIMAL: Alphabet = Alphabet::from_ranges(&[('0', '9'), ('a', 'f')]);

fn parameters() -> impl Strategy<Value = Vec<&'static Shape>> {
    let shapes: Vec<&Shape> = SHAPES.into_iter().chain(BOUNDED).collect();
    prop::collection::vec(prop::sample::select(shapes), 0..6)
}

/// Inputs without literals.
fn inputs(parameters: &[&'static Shape]) -> Inputs {
    Inputs { parameters: parameters.to_vec(), ..Inputs::default() }
}

/// Crosses a few tests over repeatedly, and checks the offspring.
fn check_crossover(parameters: &[&'static Shape], operators: &mut impl Variation) {
    let mut tests: Vec<TestCase> = (0..6).map(|_| TestCase::new()).collect();
    tests.iter_mut().for_each(|test| operators.sample(test));
    let mut offspring = [TestCase::new(), TestCase::new()];
    for _ in 0..60 {
        let [one, other] = [(); 2].map(|()| operators.random().index(tests.len()));
        operators.crossover([&tests[one], &tests[other]], &mut offspring);
        let longest = tests[one].size().max(tests[other].size());
        for child in &offspring {
            check(parameters, child);
            assert!(child.nodes().len() <= longest.max(512), "{} nodes", child.nodes().len());
        }
        let total = |tests: [&TestCase; 2]| tests.map(TestCase::size).iter().sum::<usize>();
        if longest <= 256 {
            let parents = total([&tests[one], &tests[other]]);
            assert_eq!(total([&offspring[0], &offspring[1]]), parents, "something was lost");
        }
        tests[one].clone_from(&offspring[0]);
        tests[other].clone_from(&offspring[1]);
    }
}

proptest! {
    #[test]
    fn offspring_of_two_parents_stay_in_their_shapes(parameters in parameters(), seed: u64) {
        let inputs = inputs(&parameters);
        let mut operators = Operators::new(inputs.clone(), &[], seed);
        check_crossover(&parameters, &mut operators);
        let mut operators = ClassicOperators::new(inputs, seed);
        check_crossover(&parameters, &mut operators);
    }

    #[test]
    fn offspring_of_two_equal_parents_are_equal_to_them(parameters in parameters(), seed: u64) {
        let mut operators = Operators::new(inputs(&parameters), &[], seed);
        let (mut parent, mut offspring) = (TestCase::new(), [TestCase::new(), TestCase::new()]);
        for _ in 0..20 {
            operators.sample(&mut parent);
            operators.crossover([&parent, &parent], &mut offspring);
            prop_assert_eq!(&offspring, &[parent.clone(), parent.clone()]);
        }
    }

    #[test]
    fn the_classic_operators_stay_in_their_shapes(parameters in parameters(), seed: u64) {
        let inputs = inputs(&parameters);
        let mut operators = ClassicOperators::new(inputs, seed);
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
}
