//! The speed of the loop. Run with
//! `cargo test --profile bench -p sbst-algorithms --test search speed -- --ignored --nocapture --test-threads 1`.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::{messages::Budget, TestCase};
use sbst_search::{Algorithm, Execution, Inputs, Operators, Options, Problem, Silent};
use std::{hint::black_box, time::Instant};

const ROUNDS: u32 = 100_000;
/// The number of repetitions. The fastest is reported, because other work can only slow one down.
const REPETITIONS: u32 = 60;

fn nanoseconds(name: &str, mut work: impl FnMut()) {
    let each = (0..REPETITIONS).map(|_| {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            work();
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(ROUNDS)
    });
    let each = each.fold(f64::INFINITY, f64::min);
    println!("{name}: {each:.1} ns");
}

/// A problem with one more goal. It is never reached, so the search continues.
struct Endless<P>(P);

impl<P: Problem> Problem for Endless<P> {
    fn goals(&self) -> usize {
        self.0.goals() + 1
    }
    fn inputs(&self) -> &Inputs {
        self.0.inputs()
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.0.evaluate(test, execution);
    }
}

/// A problem with a last goal that stays one step away, so that its population is always sampled.
struct Unreachable<P>(P);

impl<P: Problem> Problem for Unreachable<P> {
    fn goals(&self) -> usize {
        self.0.goals() + 1
    }
    fn inputs(&self) -> &Inputs {
        self.0.inputs()
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.0.evaluate(test, execution);
        let distance = sbst_model::Distance::from_steps(1 + (test.integer(1) & 0xffff));
        execution.reached.push((self.0.goals() as u32, distance));
    }
}

/// Sixty goals at different distances from three numbers, none of them ever covered: the greatest
/// work for sorting.
struct SixtyGoals(Inputs);

impl SixtyGoals {
    fn new() -> SixtyGoals {
        SixtyGoals(triangle().inputs().clone())
    }
}

impl Problem for SixtyGoals {
    fn goals(&self) -> usize {
        60
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        for goal in 0..60u32 {
            let side = test.integer(1 + goal as usize % 3) as i32;
            let distance = side.abs_diff(1_000 * goal as i32);
            let distance = sbst_model::Distance::from_steps(u128::from(distance) + 1);
            execution.reached.push((goal, distance));
        }
    }
}

fn run(name: &str, problem: &mut dyn Problem, algorithm: Algorithm) {
    let budget = Budget { evaluations: Some(ROUNDS.into()), seconds: None, stall: None };
    let mut once = || search(problem, &Options::new(algorithm, 1, budget), &mut Silent).seconds;
    let seconds = (0..REPETITIONS).map(|_| once()).fold(f64::INFINITY, f64::min);
    let each = seconds * 1e9 / f64::from(ROUNDS);
    println!("{name}: {each:.1} ns per evaluation, {:.2} million a second", 1e3 / each);
}

fn phases(name: &str, mut problem: impl Problem) {
    let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
    let (mut test, mut child) = (TestCase::new(), TestCase::new());
    let mut execution = Execution::default();
    nanoseconds(&format!("{name}: draw"), || operators.sample(black_box(&mut test)));
    nanoseconds(&format!("{name}: change"), || operators.mutate(black_box(&test), &mut child));
    nanoseconds(&format!("{name}: draw and evaluate"), || {
        operators.sample(&mut test);
        execution.clear();
        problem.evaluate(black_box(&test), &mut execution);
    });
}

#[test]
#[ignore = "a measurement, for release builds"]
fn speed_of_each_phase() {
    phases("triangle", triangle());
    phases("cgi_decode", cgi_decode());
    let algorithms = [Algorithm::Random, Algorithm::Mio, Algorithm::Mosa];
    for algorithm in algorithms {
        run(
            &format!("triangle, {algorithm}, nothing uncovered is near"),
            &mut Endless(triangle()),
            algorithm,
        );
        run(
            &format!("triangle, {algorithm}, one uncovered is near"),
            &mut Unreachable(triangle()),
            algorithm,
        );
    }
    for algorithm in algorithms {
        run(&format!("cgi_decode, {algorithm}"), &mut Endless(cgi_decode()), algorithm);
        run(&format!("sixty goals, {algorithm}"), &mut SixtyGoals::new(), algorithm);
    }
    for algorithm in [Algorithm::ClassicMio, Algorithm::ClassicMosa] {
        run(
            &format!("triangle, {algorithm}, one uncovered is near"),
            &mut Unreachable(triangle()),
            algorithm,
        );
    }
}
