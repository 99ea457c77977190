//! Instructions, by callgrind: the same on every run, so they show changes hidden in the times of a
//! noisy machine.

#![allow(missing_docs)] // the macros below make public items

use gungraun::{library_benchmark, library_benchmark_group, main};
use sbst_benches::building::{
    Order, build, drawn, from_bytes, orders_bytes, orders_nodes, orders_strategy, runner, text_bytes,
    text_nodes, text_strategy,
};
use sbst_benches::{
    FunctionProblem, best_test, magnitude_test, problem, search_for, triangle_test, words_test,
};
use sbst_model::{Path, TestCase};
use sbst_search::{Algorithm, Execution, Problem};

/// Evaluations in each measurement, so that set-up costs vanish.
const EVALUATIONS: u64 = 1_000;

fn set_up(name: &str, test: TestCase) -> (FunctionProblem, TestCase, Execution) {
    (problem(name), test, Execution::default())
}

#[library_benchmark]
#[bench::triangle(set_up("triangle", triangle_test()))]
#[bench::words(set_up("words", words_test()))]
#[bench::best(set_up("best", best_test()))]
#[bench::magnitude(set_up("magnitude", magnitude_test()))]
fn a_thousand_evaluations((mut problem, test, mut execution): (FunctionProblem, TestCase, Execution)) {
    for _ in 0..EVALUATIONS {
        execution.clear();
        problem.evaluate(&test, &mut execution);
    }
}

#[library_benchmark]
#[bench::triangle(set_up("triangle", triangle_test()))]
#[bench::words(set_up("words", words_test()))]
#[bench::best(set_up("best", best_test()))]
#[bench::magnitude(set_up("magnitude", magnitude_test()))]
fn a_thousand_recorded_paths((mut problem, test, mut execution): (FunctionProblem, TestCase, Execution)) {
    let mut path = Path::default();
    for _ in 0..EVALUATIONS {
        execution.clear();
        path.clear();
        problem.record_path(&test, &mut execution, &mut path);
    }
}

#[library_benchmark]
#[bench::mio(problem("triangle"), Algorithm::Mio)]
#[bench::mosa(problem("triangle"), Algorithm::Mosa)]
#[bench::random(problem("triangle"), Algorithm::Random)]
fn a_search_of_a_thousand_evaluations(mut problem: FunctionProblem, algorithm: Algorithm) -> u64 {
    search_for(&mut problem, algorithm, EVALUATIONS).evaluations
}

#[library_benchmark]
#[bench::sbst(orders_nodes())]
fn a_thousand_lists_of_orders_from_nodes(nodes: TestCase) {
    for _ in 0..EVALUATIONS {
        std::hint::black_box(build::<Vec<Order>>(std::hint::black_box(&nodes)));
    }
}

#[library_benchmark]
#[bench::sbst(text_nodes())]
fn a_thousand_texts_from_nodes(nodes: TestCase) {
    for _ in 0..EVALUATIONS {
        std::hint::black_box(build::<String>(std::hint::black_box(&nodes)));
    }
}

#[library_benchmark]
#[bench::arbitrary(orders_bytes())]
fn a_thousand_lists_of_orders_from_bytes(bytes: Vec<u8>) {
    for _ in 0..EVALUATIONS {
        std::hint::black_box(from_bytes::<Vec<Order>>(std::hint::black_box(&bytes)));
    }
}

#[library_benchmark]
#[bench::arbitrary(text_bytes())]
fn a_thousand_texts_from_bytes(bytes: Vec<u8>) {
    for _ in 0..EVALUATIONS {
        std::hint::black_box(from_bytes::<String>(std::hint::black_box(&bytes)));
    }
}

#[library_benchmark]
#[bench::proptest()]
fn a_thousand_lists_of_orders_drawn() {
    let (orders, mut runner) = (orders_strategy(), runner());
    for _ in 0..EVALUATIONS {
        std::hint::black_box(drawn(&orders, &mut runner));
    }
}

#[library_benchmark]
#[bench::proptest()]
fn a_thousand_texts_drawn() {
    let (text, mut runner) = (text_strategy(), runner());
    for _ in 0..EVALUATIONS {
        std::hint::black_box(drawn(&text, &mut runner));
    }
}

library_benchmark_group!(name = evaluation, benchmarks = [a_thousand_evaluations, a_thousand_recorded_paths]);
library_benchmark_group!(name = search, benchmarks = [a_search_of_a_thousand_evaluations]);
library_benchmark_group!(
    name = building,
    benchmarks = [
        a_thousand_lists_of_orders_from_nodes,
        a_thousand_texts_from_nodes,
        a_thousand_lists_of_orders_from_bytes,
        a_thousand_texts_from_bytes,
        a_thousand_lists_of_orders_drawn,
        a_thousand_texts_drawn
    ]
);
main!(library_benchmark_groups = [evaluation, search, building]);
