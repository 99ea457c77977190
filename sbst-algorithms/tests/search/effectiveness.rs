//! Coverage and evaluations, by seeds.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::messages::{Budget, Stopped, ValueSource};
use sbst_model::{Literals, TestCase};
use sbst_search::{Algorithm, Ending, Options, Outcome, Problem, Silent};

/// Searches with seeds 0 to 29, 100,000 evaluations each.
fn with_30_seeds<P: Problem>(
    algorithm: Algorithm,
    without: &[ValueSource],
    problem: impl Fn() -> P,
) -> Vec<Outcome> {
    with_seeds(30, algorithm, without, problem)
}

/// Searches with the seeds from 0 to `seeds` - 1, 100,000 evaluations each.
pub fn with_seeds<P: Problem>(
    seeds: u64,
    algorithm: Algorithm,
    without: &[ValueSource],
    problem: impl Fn() -> P,
) -> Vec<Outcome> {
    let budget = Budget { evaluations: Some(100_000), seconds: None, stall: None };
    let run = |seed| {
        let options = Options { without: without.to_vec(), ..Options::new(algorithm, seed, budget) };
        search(&mut problem(), &options, &mut Silent)
    };
    (0..seeds).map(run).collect()
}

/// Returns the number of searches that covered everything, and their median and greatest number of evaluations.
pub fn summary(name: &str, outcomes: &[Outcome]) -> (usize, u64, u64) {
    let complete = outcomes.iter().filter(|outcome| outcome.stopped == Stopped::AllCovered).count();
    let mut evaluations: Vec<u64> = outcomes.iter().map(|outcome| outcome.evaluations).collect();
    evaluations.sort_unstable();
    let (median, most) = (evaluations[evaluations.len() / 2], evaluations[evaluations.len() - 1]);
    println!("{name}: {complete} of {} complete, median {median}, at most {most}", outcomes.len());
    (complete, median, most)
}

#[test]
fn triangle_over_all_of_i32_is_covered_with_every_seed() {
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &[], triangle);
        let (complete, median, most) = summary(&format!("triangle, {algorithm}"), &outcomes);
        assert_eq!(complete, 30);
        assert!(median <= 200, "median {median}");
        assert!(most <= 5_000, "at most {most}");
    }
}

#[test]
fn triangle_is_climbed_without_sources_of_values() {
    let without = [ValueSource::Copying, ValueSource::SpecialValues];
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &without, triangle);
        let name = format!("triangle without copying and special values, {algorithm}");
        assert_eq!(summary(&name, &outcomes).0, 30);
    }
}

#[test]
fn random_search_with_the_same_sources_covers_triangle_too() {
    let outcomes = with_30_seeds(Algorithm::Random, &[], triangle);
    let (complete, ..) = summary("triangle, random", &outcomes);
    assert_eq!(complete, 30);
    let without = [ValueSource::Copying, ValueSource::SpecialValues];
    summary("triangle, random without sources", &with_30_seeds(Algorithm::Random, &without, triangle));
}

#[test]
fn cgi_decode_is_covered() {
    let without = [ValueSource::Literals, ValueSource::SpecialValues];
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &[], cgi_decode);
        let (complete, median, _) = summary(&format!("cgi_decode, {algorithm}"), &outcomes);
        assert_eq!(complete, 30);
        assert!(median <= 150, "median {median}");
        let outcomes = with_30_seeds(algorithm, &without, cgi_decode);
        let name = format!("cgi_decode without literals and special values, {algorithm}");
        assert_eq!(summary(&name, &outcomes).0, 30);
    }
}

fn quadratic() -> impl Problem {
    // (x - 3.5)² = 0 has one solution, x² = 2y + 0.25 many.
    Function::new(&[&F64, &F64], Literals::default(), 2, |test, probes| {
        let value = |node: usize| f64::from_bits(test.nodes()[node].payload);
        let (x, y) = (value(1), value(2));
        probes.equal_floats(0, x * x - 7.0 * x + 12.25, 0.0);
        probes.equal_floats(1, x * x, 2.0 * y + 0.25);
        Ending::Returned
    })
}

#[test]
fn equalities_of_floats_are_climbed() {
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &[], quadratic);
        let (complete, ..) = summary(&format!("quadratic, {algorithm}"), &outcomes);
        assert_eq!(complete, 30);
    }
}

fn sequence_sum() -> impl Problem {
    Function::new(&[&INTEGERS], Literals::default(), 3, |test, probes| {
        let sum: i64 = test.children(1).map(|node| i64::from(test.integer(node) as i32)).sum();
        let length = test.nodes()[1].payload as i64;
        if probes.equal(0, length, 7) {
            probes.equal(1, sum, 123_456_789);
        }
        probes.at_most(2, 1_000_000, sum);
        Ending::Returned
    })
}

#[test]
fn a_sum_of_seven_elements_is_climbed() {
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &[], sequence_sum);
        let (complete, ..) = summary(&format!("sequence sum, {algorithm}"), &outcomes);
        assert!(complete >= 29, "{complete} of 30");
    }
}

fn secret() -> impl Problem {
    let texts = vec!["secret".to_owned(), "=".to_owned(), "42".to_owned()];
    let literals = Literals { texts, ..Literals::default() };
    Function::new(&[&STR], literals, 3, |test, probes| {
        let text = test.text(1);
        probes.flag(0, text == "secret");
        probes.flag(1, text.starts_with("secret="));
        probes.flag(2, text == "secret=42");
        Ending::Returned
    })
}

#[test]
fn literals_find_texts_without_slope() {
    let (complete, ..) = summary("secret", &with_30_seeds(Algorithm::Mio, &[], secret));
    assert_eq!(complete, 30);
    let outcomes = with_30_seeds(Algorithm::Mio, &[ValueSource::Literals], secret);
    assert_eq!(summary("secret without literals", &outcomes).0, 0);
}

fn ten_zeros() -> impl Problem {
    Function::new(&[&I32; 10], Literals::default(), 1, |test: &TestCase, probes| {
        let mut zeros = true;
        for node in 1..=10 {
            zeros &= test.integer(node) == 0;
        }
        probes.flag(0, zeros);
        Ending::Returned
    })
}

#[test]
fn ten_zeros_at_once_are_made_by_copying_a_special_value() {
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &[], ten_zeros);
        let (complete, ..) = summary(&format!("ten zeros, {algorithm}"), &outcomes);
        assert_eq!(complete, 30);
    }
}

fn wide() -> impl Problem {
    let literals = Literals { integers: vec![(77, false)], ..Literals::default() };
    Function::new(&[&U128, &I8], literals, 3, |test, probes| {
        let (x, y) = (test.integer(1), i64::from(test.integer(2) as i8));
        probes.steps(0, x >= 1 << 100, ((1u128 << 100).saturating_sub(x) >> 64) as u64 + 1, 1);
        probes.equal(1, (x % (1 << 40)) as i64, 123_456_789_012);
        probes.equal(2, y, -78);
        Ending::Returned
    })
}

#[test]
fn integers_of_128_bits_are_climbed() {
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let outcomes = with_30_seeds(algorithm, &[], wide);
        let (complete, ..) = summary(&format!("wide, {algorithm}"), &outcomes);
        assert_eq!(complete, 30);
    }
}
