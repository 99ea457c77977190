//! The rules, one refinement at a time.

use super::dynamosa::MemeticMosa;
use super::*;
use sbst_model::Trace;
use sbst_model::{messages::Budget, shape::Integer, Algorithm, Distance, Shape, TestCase};
use sbst_search::algorithm::memetic_mio::MemeticMio;
use sbst_search::algorithm::refinement::MemeticPopulation;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Dependences;
use sbst_search::evaluation::observer::Silent;
use sbst_search::evaluation::options::Options;
use sbst_search::evaluation::problem::{Execution, Problem};
use sbst_search::operator::inputs::Inputs;

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));

/// Infeasible goals. A distance is constant, or that of x from 1,000,000, times one more than the
/// goal's number, plus one.
struct Hopeless {
    inputs: Inputs,
    goals: u32,
    has_slope: bool,
    dependences: Dependences,
    /// The first test of every refinement: they have no comparisons, so each is traced once.
    traced: Vec<TestCase>,
}

impl Hopeless {
    fn new(has_slope: bool) -> Hopeless {
        let inputs = Inputs { parameters: vec![&I32, &I32], ..Inputs::default() };
        Hopeless { inputs, goals: 1, has_slope, dependences: Dependences::default(), traced: Vec::new() }
    }

    fn reach(&self, test: &TestCase, execution: &mut Execution) {
        for goal in 0..self.goals {
            let steps = if self.has_slope { x(test).abs_diff(OPTIMUM * (goal as i32 + 1)) } else { 0 };
            execution.reached.push((goal, Distance::from_steps(u128::from(steps) + 1)));
        }
    }
}

/// The value with the least distance of the first goal.
const OPTIMUM: i32 = 1_000_000;

fn x(test: &TestCase) -> i32 {
    test.integer(1) as i32
}

impl Problem for Hopeless {
    fn goals(&self) -> usize {
        self.goals as usize
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn dependences(&self) -> &Dependences {
        &self.dependences
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.reach(test, execution);
    }
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, _: &mut Trace) {
        self.traced.push(test.clone());
        self.reach(test, execution);
    }
}

fn options(evaluations: u64) -> Options {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    Options::new(Algorithm::MemeticMio, 1, budget)
}

struct Search<'s, 'e> {
    memetic: Memetic,
    evaluator: &'s mut Evaluator<'e>,
    operators: &'s mut Operators,
    population: MemeticMio,
}

impl<'e> Search<'_, 'e> {
    fn refine(&mut self, refine: impl FnOnce(&mut Memetic, &mut SearchContext<'_, 'e>)) {
        let Search { memetic, evaluator, operators, population } = self;
        refine(memetic, &mut SearchContext { evaluator, operators, population });
    }

    fn improve(&mut self) {
        self.refine(|memetic, context| memetic.improve(context));
    }

    fn step(&mut self) {
        self.population.step(self.evaluator, self.operators, 0.0);
    }

    fn is_over(&self) -> bool {
        self.evaluator.stopped().is_some()
    }
}

/// A search after ten steps.
fn with_mio(problem: &mut Hopeless, check: impl FnOnce(&mut Search<'_, '_>)) {
    let (mut silent, inputs) = (Silent, problem.inputs.clone());
    let evaluator = &mut Evaluator::new(problem, &options(10_000), &mut silent);
    let operators = &mut Operators::new(inputs, &[], 1);
    let parameters = sbst_search::algorithm::mio::Parameters::default();
    let population = MemeticMio::new(evaluator, operators, &[], &parameters);
    let memetic = Memetic::new(operators, &[], 0);
    let mut search = Search { memetic, evaluator, operators, population };
    (0..10).for_each(|_| search.step());
    check(&mut search);
}

#[test]
fn results_of_local_search_return_to_the_population_of_mio() {
    with_mio(&mut Hopeless::new(true), |search| {
        assert_ne!(search.population.best(0).map(|best| x(best.1)), Some(OPTIMUM));
        search.improve();
        assert_eq!(search.population.best(0).map(|best| x(best.1)), Some(OPTIMUM));
    });
}

#[test]
fn results_of_local_search_are_surviving_offspring_in_dynamosa() {
    let problem = &mut Hopeless::new(true);
    let (mut silent, inputs) = (Silent, problem.inputs.clone());
    let evaluator = &mut Evaluator::new(problem, &options(10_000), &mut silent);
    let operators = &mut Operators::new(inputs, &[], 1);
    let mut memetic = Memetic::new(operators, &[], 0);
    let mosa = &mut MemeticMosa::new(evaluator);
    let optimal = |mosa: &MemeticMosa| {
        mosa.mosa.population.generation().iter().filter(|individual| x(&individual.test) == OPTIMUM).count()
    };
    assert!(mosa.mosa.initial_population(evaluator, operators, &[]).is_ok());
    assert_eq!(optimal(mosa), 0);
    memetic.improve(&mut SearchContext { evaluator, operators, population: mosa });
    assert_eq!(optimal(mosa), 1);
    assert!(mosa.mosa.next_generation(evaluator, operators).is_ok());
    assert!(optimal(mosa) > 0);
}

#[test]
fn goals_covered_by_local_search_make_targets_of_dependents() {
    let problem =
        &mut Hopeless { goals: 3, dependences: Dependences::new(3, [(1, 0), (2, 1)]), ..Hopeless::new(true) };
    let (mut silent, operators) = (Silent, &mut Operators::new(problem.inputs.clone(), &[], 1));
    let evaluator = &Evaluator::new(problem, &options(100), &mut silent);
    let mosa = &mut MemeticMosa::new(evaluator);
    mosa.cover(evaluator, 0, operators.random());
    assert_eq!([0, 1, 2].map(|goal| mosa.mosa.targets.contains(goal)), [true, true, false]);
}

#[test]
fn a_test_with_a_failed_refinement_is_not_refined_again() {
    for has_slope in [true, false] {
        let mut problem = Hopeless::new(has_slope);
        with_mio(&mut problem, |search| {
            while !search.is_over() {
                search.improve();
                search.step();
            }
        });
        assert!(problem.traced.len() > 2, "{}", problem.traced.len());
        for (index, test) in problem.traced.iter().enumerate() {
            assert!(!problem.traced[..index].contains(test), "slope {has_slope}: test {index} again");
        }
    }
}

#[test]
fn each_failure_doubles_the_wait_and_success_halves_it() {
    with_mio(&mut Hopeless::new(true), |search| {
        let mut waits = Vec::new();
        for _ in 0..5 {
            search.refine(|memetic, context| memetic.improve_for(context, 0));
            waits.push(search.population.queue().state(0).wait);
        }
        assert_eq!(waits[0], 0, "the optimum was found");
        assert!(waits[1] > 0 && waits[1..].windows(2).all(|pair| pair[1] >= 2 * pair[0]), "{waits:?}");
        assert_eq!(search.population.queue().next(search.evaluator.evaluations()), None);
        // The state with only a worse test.
        let work = search.population.queue().state(0);
        (work.nearest, work.tried) = (Distance::FARTHEST, Distance::UNREACHED);
        search.refine(|memetic, context| memetic.improve_for(context, 0));
        assert_eq!(search.population.queue().state(0).wait, waits[4] / 2);
    });
}

#[test]
fn refinement_takes_at_most_half_of_the_evaluations() {
    let mut problem = Hopeless { goals: 20, ..Hopeless::new(true) };
    with_mio(&mut problem, |search| {
        let mut taken = 0;
        while !search.is_over() {
            let before = search.memetic.taken;
            let is_due = search.population.queue().next(search.evaluator.evaluations()).is_some();
            search.improve();
            // The last one may exceed the limit.
            let last = search.memetic.taken - before;
            assert!(last == 0 || is_due && search.memetic.taken <= search.evaluator.evaluations() / 2 + last);
            taken = search.memetic.taken;
            search.step();
        }
        assert!((2_000..5_500).contains(&taken), "{taken} of 10,000");
    });
}
