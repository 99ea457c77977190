//! The cost of a search without executions, in instructions, by callgrind: the benchmark
//! `bookkeeping` measures it in time, which varies. It is counted per evaluation with the same
//! goals touched among ever more goals, where it must not change, and with ever more uncovered
//! goals reached by all tests, where sorting shows.
//!
//! `cargo bench -p sbst-benches --bench bookkeeping_instructions`
//!
//! It needs valgrind (`apt install valgrind`) and `cargo install gungraun-runner --version 0.20.0`;
//! gungraun names the missing one.

#![allow(missing_docs)] // the macros below make public items

use gungraun::{
    Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use sbst_benches::bookkeeping::{ManyGoals, search_warmed_up};
use sbst_search::Algorithm;

/// Counted evaluations, after the search has warmed up.
const EVALUATIONS: u64 = 5_000;

/// Evaluations with all goals reached, each of which takes many times as long.
const EVALUATIONS_REACHING_ALL: u64 = 1_000;

/// The notebook's algorithms visit all goals, like the notebook, and some climbers end too soon.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    let algorithms = Algorithm::comparable();
    algorithms.filter(|algorithm| !algorithm.is_classic() && !algorithm.ends_at_local_optima())
}

fn with_goals(
    algorithms: impl Iterator<Item = Algorithm>,
    goals: &'static [u32],
) -> impl Iterator<Item = (Algorithm, u32)> {
    algorithms.flat_map(move |algorithm| goals.iter().map(move |goals| (algorithm, *goals)))
}

#[library_benchmark]
#[benches::touched(iter = with_goals(algorithms(), &[100, 1_000, 10_000, 100_000]))]
fn twenty_goals_of((algorithm, goals): (Algorithm, u32)) {
    search_warmed_up(&mut ManyGoals::touching(20, goals), algorithm, EVALUATIONS);
}

#[library_benchmark]
#[benches::reached(iter = with_goals(
    [Algorithm::Random, Algorithm::Mosa, Algorithm::Dynamosa].into_iter(),
    &[10, 100, 500, 1_000, 2_000]
))]
fn all_uncovered((algorithm, goals): (Algorithm, u32)) {
    search_warmed_up(&mut ManyGoals::uncovered(goals), algorithm, EVALUATIONS_REACHING_ALL);
}

library_benchmark_group!(name = among_goals, benchmarks = [twenty_goals_of]);
library_benchmark_group!(name = sorting, benchmarks = [all_uncovered]);
main!(
    config = LibraryBenchmarkConfig::default().tool(
        // The counts from before are discarded when the search is warm.
        Callgrind::with_args(["--zero-before=*bookkeeping*warmed_up_here*"]).entry_point(EntryPoint::None)
    ),
    library_benchmark_groups = [among_goals, sorting]
);
