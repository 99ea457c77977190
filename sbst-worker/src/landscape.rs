//! Fitness landscapes: the distance of executions to a goal, over a grid of values of one or two
//! inputs while all others stay the same.
//!
//! 1. Other inputs have the given value, or the plainest one ([`inputs`]).
//! 2. The values of an input lie evenly between two ends ([`axis`]).
//! 3. Points are executed in the order of their numbers, the last input varying fastest. A point
//!    that crashed a worker is not repeated, and has no height.

mod inputs;
mod axis;
pub(crate) mod walk;

use crate::problem::function_problem::FunctionProblem;
use crate::refusal::Refusal;
use axis::Axis;
use inputs::Inputs;
use sbst_model::journal::State;
use sbst_model::messages::{Budget, Event, Height, LandscapeAxis, LandscapeOrders};
use sbst_model::TestCase;
use sbst_search::{Algorithm, Evaluator, Fitness, Options, Problem, Silent};

/// Points in one event: a crash of the worker loses some milliseconds of work.
const REPORTED_AT_ONCE: usize = 256;

/// Reports the heights of the landscape in the orders.
///
/// # Errors
/// The reason why the orders are invalid, with advice.
pub(crate) fn report(orders: &LandscapeOrders, mut problem: FunctionProblem) -> Result<(), Refusal> {
    let Grid { mut test, axes } = Grid::new(orders, &problem).map_err(Refusal::Input)?;
    let events = problem.events().clone();
    let described = |axis: &Axis| LandscapeAxis { texts: axis.texts(), positions: axis.positions() };
    events.send(&Event::Axes(axes.iter().map(described).collect()));

    problem.begin(State::Searching);
    let (goal, goals) = (orders.goal, problem.goals());
    if goal as usize >= goals {
        return Err(Refusal::UnknownGoal { goal, goals });
    }
    let no_limit = Budget::UNLIMITED;
    let options = Options::new(Algorithm::default(), 0, no_limit);
    let mut silent = Silent;
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
    let points: u64 = axes.iter().map(|axis| axis.len() as u64).product();
    let mut reported = orders.first;
    let mut heights = Vec::with_capacity(REPORTED_AT_ONCE);
    for point in orders.first..points {
        set(&mut test, &axes, point);
        heights.push(if orders.fatal.contains(&point) {
            None
        } else {
            evaluator.evaluate(&test);
            height(evaluator.fitness(goal))
        });
        if heights.len() == REPORTED_AT_ONCE || point + 1 == points {
            events.send(&Event::Heights { first: reported, heights: std::mem::take(&mut heights) });
            reported = point + 1;
        }
    }
    drop(evaluator);
    events.send(&Event::Finished(Vec::new()));
    problem.journal().state(State::Finished);
    Ok(())
}

/// Returns the height of a fitness.
fn height(fitness: Fitness) -> Option<Height> {
    (fitness != Fitness::UNREACHED).then(|| Height {
        level: fitness.level,
        distance: fitness.distance.magnitude().min(f64::MAX),
        normalised: fitness.distance.normalised(),
    })
}

/// A test case, and the values of some of its inputs.
struct Grid {
    test: TestCase,
    axes: Vec<Axis>,
}

impl Grid {
    fn new(orders: &LandscapeOrders, problem: &FunctionProblem) -> Result<Grid, String> {
        let named = orders.over.iter().map(|varied| &varied.input);
        let named: Vec<_> = named.chain(orders.fixed.iter().map(|fixed| &fixed.input)).collect();
        let mut inputs = Inputs::new(&problem.inputs().parameters, &named)?;
        for fixed in &orders.fixed {
            inputs.set(&fixed.input, &fixed.value)?;
        }
        let literals = &problem.inputs().literals;
        let axis = |varied| Axis::new(varied, inputs.leaf(&varied.input)?, literals);
        let axes = orders.over.iter().map(axis).collect::<Result<_, String>>()?;
        Ok(Grid { test: inputs.into_test(), axes })
    }
}

/// Sets the inputs of a point.
fn set(test: &mut TestCase, axes: &[Axis], point: u64) {
    let mut rest = point;
    for axis in axes.iter().rev() {
        let length = axis.len() as u64;
        axis.set(test, (rest % length) as usize);
        rest /= length;
    }
}

#[cfg(test)]
mod tests;
