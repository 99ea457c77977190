//! The cost of a search without executions, by criterion. It is measured per evaluation with the
//! same goals touched among ever more goals, where it must not change, and with ever more uncovered
//! goals reached by all tests, where sorting shows.
//!
//! `cargo bench -p sbst-benches --bench bookkeeping`

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst_benches::bookkeeping::{ManyGoals, measure_time};
use sbst_search::Algorithm;

/// The notebook's algorithms visit all goals, like the notebook.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::comparable().filter(|algorithm| !algorithm.is_classic())
}

/// 20 goals touched by each evaluation.
fn among_goals(criterion: &mut Criterion) {
    const EVALUATIONS: u64 = 20_000;
    let mut group = criterion.benchmark_group("20 goals touched among");
    group.throughput(Throughput::Elements(EVALUATIONS)).sample_size(10);
    for algorithm in algorithms() {
        for goals in [100, 1_000, 10_000, 100_000] {
            let mut problem = ManyGoals::touching(20, goals);
            group.bench_function(BenchmarkId::new(algorithm.name(), goals), |bencher| {
                bencher.iter_custom(|times| {
                    (0..times).map(|_| measure_time(&mut problem, algorithm, EVALUATIONS)).sum()
                });
            });
        }
    }
}

/// All goals reached and none covered; random search only executes.
fn sorting(criterion: &mut Criterion) {
    const EVALUATIONS: u64 = 2_000;
    let mut group = criterion.benchmark_group("uncovered goals reached");
    group.throughput(Throughput::Elements(EVALUATIONS)).sample_size(10);
    for algorithm in [Algorithm::Random, Algorithm::Mio, Algorithm::Mosa, Algorithm::Dynamosa] {
        for goals in [10, 100, 500, 1_000, 2_000] {
            let mut problem = ManyGoals::uncovered(goals);
            group.bench_function(BenchmarkId::new(algorithm.name(), goals), |bencher| {
                bencher.iter_custom(|times| {
                    (0..times).map(|_| measure_time(&mut problem, algorithm, EVALUATIONS)).sum()
                });
            });
        }
    }
}

criterion_group!(benches, among_goals, sorting);
criterion_main!(benches);
