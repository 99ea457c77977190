//! Fitness and crossover against those of the notebook: `tests/golden/suites.txt`, written by
//! `benches/notebook/notebook.py`.

use super::sum::{as_number, Sum, Tested};
use super::tests::{triangle_test, Triangle};
use super::variation::{joined, relative_crossover};
use sbst_search::algorithm::store::Store;
use sbst_search::evaluation::problem::{Execution, Problem};

/// Lines that begin with `word`: the parts before and after the colon.
fn lines(word: &str) -> impl Iterator<Item = (Vec<f64>, Vec<f64>)> + '_ {
    let lines = include_str!("../../tests/golden/suites.txt").lines();
    lines.filter_map(move |line| line.strip_prefix(word)?.split_once(':')).map(|(before, after)| {
        let numbers =
            |part: &str| part.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        (numbers(before), numbers(after))
    })
}

#[test]
fn fitness_equals_notebook() {
    let mut problem = Triangle::default();
    let mut tests: Store<Tested> = Store::default();
    let mut sum = Sum::new(problem.goals());
    let mut compared = 0;
    for (sides, fitness) in lines("suite ") {
        let mut suite = Vec::new();
        for sides in sides.chunks_exact(3) {
            let mut execution = Execution { wants_details: true, ..Execution::default() };
            problem.evaluate(&triangle_test([0, 1, 2].map(|side| sides[side] as i32)), &mut execution);
            let number = tests.take();
            tests[number].take(&execution.reached, &execution.details);
            suite.push(number);
        }
        let ours = as_number(sum.fitness(&suite, &tests));
        assert!((ours - fitness[0]).abs() < 1e-9, "{ours}, the notebook has {}", fitness[0]);
        suite.reverse();
        assert_eq!(as_number(sum.fitness(&suite, &tests)).to_bits(), ours.to_bits(), "in another order");
        compared += 1;
    }
    assert_eq!(compared, 40);
}

/// The parents of the notebook's crossover: tests named 0, 1 … and 100, 101 …
fn parents(lengths: [usize; 2]) -> [Vec<u32>; 2] {
    [(0..lengths[0] as u32).collect(), (100..100 + lengths[1] as u32).collect()]
}

#[test]
fn relative_crossover_cuts_where_the_notebook_does() {
    let mut offspring = 0;
    for (number, (given, expected)) in lines("relative ").enumerate() {
        let lengths = [given[0] as usize, given[1] as usize];
        let points = relative_crossover(lengths, given[2]);
        let [one, other] = parents(lengths);
        let ours: Vec<f64> = match number % 2 {
            0 => joined(&one, &other, points).map(f64::from).collect(),
            _ => joined(&other, &one, [points[1], points[0]]).map(f64::from).collect(),
        };
        assert_eq!(ours, expected, "{given:?}");
        assert!(!ours.is_empty() && ours.len() <= lengths[0].max(lengths[1]));
        offspring += 1;
    }
    assert_eq!(offspring, 48);
}

#[test]
fn variable_crossover_joins_like_the_notebook() {
    let mut offspring = 0;
    for (number, (given, expected)) in lines("variable ").enumerate() {
        let [length, other_length, point, other_point] = [0, 1, 2, 3].map(|index| given[index] as usize);
        assert!((1..=length).contains(&point) && (1..=other_length).contains(&other_point));
        let [one, other] = parents([length, other_length]);
        let ours: Vec<f64> = match number % 2 {
            0 => joined(&one, &other, [point, other_point]).map(f64::from).collect(),
            _ => joined(&other, &one, [other_point, point]).map(f64::from).collect(),
        };
        assert_eq!(ours, expected, "{given:?}");
        offspring += 1;
    }
    assert_eq!(offspring, 36);
}
