//! Times, by criterion.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sbst_benches::building::{
    Order, build, drawn, from_bytes, orders_bytes, orders_nodes, orders_strategy, runner, text_bytes,
    text_nodes, text_strategy,
};
use sbst_benches::{best_test, problem, search_for, triangle, triangle_test, words_test};
use sbst_model::{TestCase, journal};
use sbst_search::{Algorithm, Execution, Problem};
use std::hint::black_box;

/// One evaluation: journal, arguments, call, read-back.
fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation");
    for (name, test) in [("triangle", triangle_test()), ("words", words_test()), ("best", best_test())] {
        let (mut problem, mut execution) = (problem(name), Execution::default());
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                execution.clear();
                problem.evaluate(black_box(&test), &mut execution);
            });
        });
    }
}

/// The separately measurable parts of an evaluation.
fn phases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("phase");
    // Makes this thread the owner of the recorder.
    let _problem = problem("triangle");
    group.bench_function("call of the instrumented triangle", |bencher| {
        bencher.iter(|| triangle(black_box(5), black_box(6), black_box(7)));
    });
    let mut buffer = vec![0; journal::SIZE];
    for (name, test) in [("triangle", triangle_test()), ("words", words_test()), ("best", best_test())] {
        group.bench_function(format!("journal {name}"), |bencher| {
            bencher.iter(|| {
                journal::write_execution(&mut buffer, journal::State::Searching, 1, black_box(&test))
            });
        });
        let mut copy = TestCase::new();
        group.bench_function(format!("copy {name}"), |bencher| {
            bencher.iter(|| copy.clone_from(black_box(&test)))
        });
    }
}

/// Whole searches: the time of one evaluation with its surroundings.
fn searches(criterion: &mut Criterion) {
    const EVALUATIONS: u64 = 100_000;
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(EVALUATIONS)).sample_size(20);
    for algorithm in [Algorithm::Mio, Algorithm::Mosa, Algorithm::Random] {
        let mut problem = problem("triangle");
        group.bench_function(format!("{algorithm} triangle"), |bencher| {
            bencher.iter(|| search_for(&mut problem, algorithm, EVALUATIONS));
        });
    }
}

/// Equal values built by sbst, by `arbitrary` and by `proptest`.
fn values(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("value");
    let (orders, text) = (orders_nodes(), text_nodes());
    group.bench_function("sbst orders", |bencher| bencher.iter(|| build::<Vec<Order>>(black_box(&orders))));
    group.bench_function("sbst text", |bencher| bencher.iter(|| build::<String>(black_box(&text))));
    let (orders, text) = (orders_bytes(), text_bytes());
    group.bench_function("arbitrary orders", |bencher| {
        bencher.iter(|| from_bytes::<Vec<Order>>(black_box(&orders)));
    });
    group.bench_function("arbitrary text", |bencher| bencher.iter(|| from_bytes::<String>(black_box(&text))));
    let (orders, text, mut runner) = (orders_strategy(), text_strategy(), runner());
    group.bench_function("proptest orders", |bencher| bencher.iter(|| drawn(&orders, &mut runner)));
    group.bench_function("proptest text", |bencher| bencher.iter(|| drawn(&text, &mut runner)));
}

criterion_group!(benches, evaluation, phases, searches, values);
criterion_main!(benches);
