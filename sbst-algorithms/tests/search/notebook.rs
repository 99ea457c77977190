//! The classic algorithms compared with the original notebook: evaluations until full coverage, in
//! 100 runs of ours and 300 of `benches/notebook/notebook.py`. Prints medians and effect sizes with
//! `cargo test --profile bench -p sbst-algorithms --test search notebook -- --nocapture`.
//!
//! Samples of equal algorithms of these sizes have effect sizes from 0.43 to 0.57, 19 times in 20.
//! With 1,500 runs of ours they are from 0.48 to 0.53.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::messages::Budget;
use sbst_search::{Algorithm, Options, Problem, Silent};

const NOTEBOOK: &str = include_str!("../golden/evaluations.txt");
const SEEDS: u64 = 100;

/// Numbers of evaluations of the notebook.
fn read_notebook(algorithm: Algorithm, program: &str) -> Vec<u64> {
    let prefix = format!("{algorithm} {program} ");
    let line =
        NOTEBOOK.lines().find_map(|line| line.strip_prefix(&prefix)).expect("the notebook was run on it");
    line.split(' ').map(|count| count.parse().expect("a number")).collect()
}

/// Numbers of evaluations of ours.
fn ours<P: Problem>(algorithm: Algorithm, seeds: u64, problem: impl Fn() -> P) -> Vec<u64> {
    let evaluations = Some(algorithm.default_evaluations());
    let budget = Budget { evaluations, seconds: None, stall: None };
    let run = |seed| search(&mut problem(), &Options::new(algorithm, seed, budget), &mut Silent).evaluations;
    (0..seeds).map(run).collect()
}

/// The probability that a number of the one is greater than one of the other; equal ones count half
/// (Vargha and Delaney, "A critique and improvement of the CL common language effect size
/// statistics", 2000).
fn a12(ones: &[u64], others: &[u64]) -> f64 {
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| one.cmp(other)));
    let greater: f64 = pairs.map(|order| 0.5 * (f64::from(order as i8) + 1.0)).sum();
    greater / (ones.len() * others.len()) as f64
}

fn median(numbers: &[u64]) -> u64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2
}

fn compare<P: Problem>(algorithm: Algorithm, program: &str, problem: impl Fn() -> P) {
    let (ours, theirs) = (ours(algorithm, SEEDS, problem), read_notebook(algorithm, program));
    let effect = a12(&ours, &theirs);
    let (our_median, their_median) = (median(&ours), median(&theirs));
    println!("{algorithm} {program}: median {our_median}, the notebook's {their_median}, A12 {effect:.3}");
    assert_eq!((ours.len(), theirs.len()), (100, 300));
    assert!((0.4..=0.6).contains(&effect), "{algorithm} {program}: A12 {effect}");
}

#[test]
fn classic_mio_takes_as_many_evaluations_as_the_notebook() {
    compare(Algorithm::ClassicMio, "triangle:1000", || triangle_of(&THOUSAND));
    compare(Algorithm::ClassicMio, "triangle:10000", || triangle_of(&TEN_THOUSAND));
    compare(Algorithm::ClassicMio, "cgi_decode", cgi_decode_of_the_notebook);
}

#[test]
fn classic_mosa_takes_as_many_evaluations_as_the_notebook() {
    compare(Algorithm::ClassicMosa, "triangle:1000", || triangle_of(&THOUSAND));
    compare(Algorithm::ClassicMosa, "triangle:10000", || triangle_of(&TEN_THOUSAND));
    compare(Algorithm::ClassicMosa, "cgi_decode", cgi_decode_of_the_notebook);
}

#[test]
fn a_range_of_a_million_is_too_much_for_the_classic_algorithms() {
    for algorithm in [Algorithm::ClassicMio, Algorithm::ClassicMosa] {
        let evaluations = ours(algorithm, 10, || triangle_of(&MILLION));
        assert!(evaluations.iter().all(|&count| count == 25_000), "{algorithm}: {evaluations:?}");
    }
}

#[test]
fn equal_samples_have_an_effect_size_of_a_half() {
    assert_eq!(a12(&[1, 2, 3], &[1, 2, 3]), 0.5);
    assert_eq!(a12(&[4, 5], &[1, 2, 3]), 1.0);
    assert_eq!(a12(&[1], &[1, 2]), 0.25);
}
