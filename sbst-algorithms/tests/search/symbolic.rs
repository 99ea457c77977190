//! Dynamic symbolic execution of toy programs.

pub mod programs;

use programs::{
    call, Program, Toy, EQUATIONS, FACTORS, OPAQUE, PRODUCTS, SAMPLE_METHOD, SAMPLE_TEST, SEVENS, TRIANGLE,
};
use sbst_algorithms::path_condition::Step;
use sbst_algorithms::symbolic::{self, BackEnd, GoalPursuer, Parameters, Pursued};
use sbst_algorithms::{search, search_symbolically};
use sbst_model::messages::{Budget, PathSummary, Stopped};
use sbst_model::{PathSelection, TestCase};
use sbst_search::{Algorithm, Evaluator, Operators, Options, Outcome, Problem, Silent};
use std::collections::BTreeSet;

/// The results of an exploration.
struct Explored {
    outcome: Outcome,
    counters: PathSummary,
    paths: BTreeSet<Vec<Step>>,
}

/// Explores from one test, within limits of attempts and evaluations.
fn explored(program: Program, seed: u64, first: &[i32], parameters: &Parameters) -> Explored {
    let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
    let options = Options {
        seeds: vec![call(first)],
        ..Options::new(Algorithm::DynamicSymbolicExecution, seed, budget)
    };
    let mut toy = Toy::new(program);
    let (mut symbolic, paths) = toy.symbolic();
    let mut observer = Silent;
    let inputs = toy.inputs().clone();
    let mut evaluator = Evaluator::new(&mut toy, &options, &mut observer);
    let mut operators = Operators::new(inputs, &[], seed);
    let stopped = symbolic::search(&mut evaluator, &mut operators, &options.seeds, &mut symbolic, parameters);
    let outcome = evaluator.finish(stopped);
    let counters = symbolic.paths().expect("it explored paths");
    Explored { outcome, counters, paths: paths.take() }
}

/// Searches a program with symbolic execution.
fn searched(program: Program, options: &Options) -> Outcome {
    let mut toy = Toy::new(program);
    let (mut symbolic, _) = toy.symbolic();
    search_symbolically(&mut toy, &mut symbolic, options, &mut Silent)
}

/// Parameters with the solver alone and a limit of attempts.
fn solver_alone(attempts: u64) -> Parameters {
    Parameters { back_ends: vec![BackEnd::Solver], attempts: Some(attempts), ..Parameters::default() }
}

/// The paths of a program on all numbers from 0 to `most`.
fn paths_by_enumeration(program: Program, most: i32) -> BTreeSet<Vec<Step>> {
    let toy = Toy::new(program);
    let mut paths = BTreeSet::new();
    let parameters = program.parameters;
    for number in 0..(most + 1).pow(parameters) {
        let argument = |index| number / (most + 1).pow(index) % (most + 1);
        let arguments: Vec<i32> = (0..parameters).map(argument).collect();
        paths.insert(toy.path(&call(&arguments)));
    }
    paths
}

#[test]
fn all_paths_of_a_triangle_are_covered_by_either_selection() {
    let paths = paths_by_enumeration(TRIANGLE, 6);
    for selection in [PathSelection::Knn, PathSelection::Fifo] {
        let attempts = paths.len() as u64 - 1;
        let parameters = Parameters { selection, ..solver_alone(attempts) };
        let explored = explored(TRIANGLE, 1, &[0, 0, 0], &parameters);
        assert_eq!(explored.paths, paths, "{selection:?}");
        assert_eq!(explored.counters.solved(), attempts, "one for each path");
        assert_eq!(explored.outcome.stopped, Stopped::Stalled);
    }
}

#[test]
fn solutions_have_distinct_paths_and_attempts_one_fate() {
    // 2^n paths of n rounds, by the sevens: 63 with up to 5 rounds.
    let explored = explored(SEVENS, 3, &[0; 6], &solver_alone(62));
    let counters = explored.counters;
    assert_eq!(counters.solved() + counters.infeasible + counters.not_solved, counters.tried);
    assert_eq!(explored.paths.len() as u64, 1 + counters.solved(), "the seed's, and one for each solution");
    assert_eq!(counters.diverged, 0);
}

#[test]
fn path_dependent_flag_is_covered_by_exploring() {
    let budget = Budget { evaluations: Some(2_000), ..Budget::UNLIMITED };
    for seed in 1..=5 {
        let options = Options::new(Algorithm::DynamicSymbolicExecution, seed, budget);
        let outcome = searched(SEVENS, &options);
        assert!(outcome.archive.is_covered(4), "five sevens, with seed {seed}");
    }
}

#[test]
fn equations_are_solved_in_one_execution_each() {
    let explored =
        explored(EQUATIONS, 1, &[0, 0], &Parameters { attempts: Some(2), ..Parameters::default() });
    assert_eq!(explored.counters.solved_by_solver, 2);
    assert!(explored.outcome.archive.is_covered(0) && explored.outcome.archive.is_covered(2));
    assert_eq!(explored.outcome.evaluations, 4, "the seed, its path, and two solutions");
}

#[test]
fn a_contradiction_is_proved_once() {
    let explored = explored(EQUATIONS, 1, &[0, 0], &solver_alone(3));
    let counters = explored.counters;
    assert_eq!((counters.solved(), counters.infeasible, counters.not_solved), (2, 1, 0));
}

#[test]
fn a_value_without_a_term_is_left_to_the_search() {
    let proved = explored(OPAQUE, 1, &[0, 0], &solver_alone(1));
    assert_eq!((proved.counters.infeasible, proved.counters.not_solved), (0, 0));
    let parameters = Parameters { attempts: Some(2), ..Parameters::default() };
    let explored = explored(OPAQUE, 1, &[0, 0], &parameters);
    let counters = explored.counters;
    assert_eq!((counters.solved_by_search, counters.solved_by_solver), (1, 1));
    assert_eq!(explored.outcome.stopped, Stopped::AllCovered);
}

#[test]
fn solution_refused_by_constructor_diverges() {
    // After all thresholds, each negative number would have another path, but is in no test.
    let mut first = [0; 15];
    first[..5].copy_from_slice(&[11, 21, 31, 41, 51]);
    let parameters = Parameters { selection: PathSelection::Fifo, ..solver_alone(21) };
    let explored = explored(SAMPLE_METHOD, 1, &first, &parameters);
    let counters = explored.counters;
    assert_eq!(counters.diverged, 10);
    assert_eq!((counters.solved(), counters.not_solved, counters.infeasible), (5, 16, 0));
}

#[test]
fn constructor_conditions_prove_infeasible_paths_of_paper() {
    let explored = explored(SAMPLE_TEST, 1, &[0; 15], &solver_alone(400));
    let counters = explored.counters;
    assert_eq!((counters.not_solved, counters.diverged), (0, 0));
    assert!(counters.infeasible > 0);
    let complete =
        explored.paths.iter().filter(|path| path.iter().filter(|step| step.site == 2).count() == 5);
    assert_eq!(complete.count(), 32, "the paper's 32 feasible paths");
    assert!(explored.outcome.archive.is_covered(10), "Yes");
}

#[test]
fn tardis_parameters_find_paths_by_search_without_proofs() {
    let parameters = Parameters { attempts: Some(20), ..Parameters::tardis() };
    let explored = explored(SEVENS, 1, &[0; 6], &parameters);
    let counters = explored.counters;
    assert_eq!((counters.solved_by_solver, counters.infeasible), (0, 0));
    assert!(counters.solved_by_search > 0 && explored.paths.len() > counters.solved_by_search as usize);
}

#[test]
fn the_same_seed_explores_the_same() {
    let run =
        || explored(SAMPLE_TEST, 7, &[0; 15], &Parameters { attempts: Some(40), ..Parameters::default() });
    let (first, second) = (run(), run());
    assert_eq!(first.paths, second.paths);
    assert_eq!(first.counters, second.counters);
    assert!(first.outcome.archive.iter().eq(second.outcome.archive.iter()));
}

#[test]
fn abandoned_alternatives_are_retried_last_with_double_limits() {
    let parameters = Parameters { conflicts: 100, ..solver_alone(30) };
    let explored = explored(FACTORS, 1, &[2, 2], &parameters);
    assert!(explored.counters.not_solved > 0, "a hundred conflicts are too few: {:?}", explored.counters);
    assert_eq!(explored.outcome.stopped, Stopped::AllCovered);
}

#[test]
fn symbolically_covered_goal_leaves_default_search() {
    for seed in 1..=10 {
        let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
        let options = Options::new(Algorithm::Hybrid, seed, budget);
        let outcome = searched(PRODUCTS, &options);
        assert_eq!(outcome.stopped, Stopped::AllCovered, "seed {seed}");
    }
}

#[test]
fn a_problem_without_path_conditions_is_searched_at_random() {
    let budget = Budget { evaluations: Some(300), ..Budget::UNLIMITED };
    let run = |algorithm| {
        search(&mut crate::problems::cgi_decode(), &Options::new(algorithm, 5, budget), &mut Silent)
    };
    let (symbolic, random) = (run(Algorithm::DynamicSymbolicExecution), run(Algorithm::Random));
    assert!(symbolic.archive.iter().eq(random.archive.iter()));
}

/// Pursues a goal from one test.
fn pursued(program: Program, goal: u32, nearest: &[i32], parameters: &Parameters) -> (Pursued, PathSummary) {
    let mut toy = Toy::new(program);
    let inputs = toy.inputs().clone();
    let options = Options::new(Algorithm::Hybrid, 1, Budget::UNLIMITED);
    let mut observer = Silent;
    let mut evaluator = Evaluator::new(&mut toy, &options, &mut observer);
    let mut operators = Operators::new(inputs, &[], 1);
    let (mut symbolic, _) = Toy::new(program).symbolic();
    let mut pursuer = GoalPursuer::new(parameters, &mut symbolic);
    let nearest: Vec<TestCase> = vec![call(nearest)];
    let pursued = pursuer.pursue_goal(&mut evaluator, &mut operators, goal, &nearest, 1_000);
    (pursued, pursuer.counters().clone())
}

#[test]
fn a_goal_is_pursued_through_its_own_condition_first() {
    // `x * 7 + 3 == 1234567890`
    let (pursued, counters) = pursued(EQUATIONS, 0, &[5, 5], &Parameters::default());
    assert!(pursued.is_covered);
    assert_eq!((counters.tried, pursued.tests.len()), (1, 1));
    assert_eq!(pursued.tests[0].integer(1) as i32 * 7 + 3, 1_234_567_890);
}

#[test]
fn a_goal_on_a_flag_is_pursued_through_other_paths() {
    let (pursued, _) = pursued(SEVENS, 4, &[1, 0, 0, 0, 0, 0], &Parameters::default());
    assert!(pursued.is_covered);
}

#[test]
fn goal_with_all_alternatives_refuted_has_proof() {
    // `x < 3`, where `x * 7 + 3 == 1234567890`, which an x of 176,366,841 solves alone.
    let (pursued, counters) = pursued(EQUATIONS, 4, &[0, 0], &Parameters::default());
    assert!(!pursued.is_covered && pursued.is_infeasible(), "{pursued:?} {counters:?}");
    let proof = &pursued.proofs[0];
    assert_eq!((proof.step.site, proof.step.outcome), (2, true));
    let contradicted: Vec<u32> = proof.contradicted.iter().map(|step| step.site).collect();
    assert_eq!(contradicted, [0], "the square has no part in the contradiction");
}

#[test]
fn an_unsolved_alternative_leaves_the_goal_undecided() {
    let parameters = Parameters { back_ends: vec![BackEnd::Solver], ..Parameters::default() };
    let (pursued, _) = pursued(OPAQUE, 0, &[0, 0], &parameters);
    assert!(!pursued.is_covered && !pursued.is_infeasible() && !pursued.is_refuted());
    assert_eq!(pursued.open_for_goal, 1);
}
