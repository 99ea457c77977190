//! A walk: the steps of an algorithm from individual to individual, towards a single goal.

use crate::exchange::events::Events;
use crate::landscape::height;
use crate::problem::function_problem::FunctionProblem;
use crate::problem::summary::{summary, FromPaths};
use crate::refusal::Refusal;
use sbst_algorithms::search;
use sbst_model::construction::Recipe;
use sbst_model::journal::State;
use sbst_model::messages::{Event, SearchOrders, Supply, SynthesisSummary, WalkStep};
use sbst_model::{Distance, Path, TestCase};
use sbst_search::{Dependences, Execution, Fitness, Inputs, Observer, Options, Problem, Progress};
use std::rc::Rc;

/// Searches for a single goal, and reports each step towards it.
///
/// # Errors
/// The reason why the orders are invalid.
pub(crate) fn walk(orders: &SearchOrders, goal: u32, mut problem: FunctionProblem) -> Result<(), Refusal> {
    let algorithm = orders.algorithm.parse().map_err(Refusal::UnknownAlgorithm)?;
    problem.begin(State::Searching);
    let mut options = Options::new(algorithm, orders.seed, orders.budget);
    options.without.clone_from(&orders.without);
    options.bloat_control = orders.bloat_control;
    let events = problem.events().clone();
    if let Supply::Given(events) = &orders.events {
        problem.give_events((**events).clone());
    }
    let mut one_goal = OneGoal::new(&mut problem, goal)?;
    if let Supply::Given(recipe) = &orders.recipe {
        one_goal.follow(recipe);
    }
    let outcome = search(&mut one_goal, &options, &mut Walker { events: events.clone() });
    let goals = outcome.archive.goals();
    let ended = summary(&outcome, goals, SynthesisSummary::default(), FromPaths::default());
    events.send(&Event::SearchEnded(ended));
    events.send(&Event::Finished(Vec::new()));
    problem.journal().state(State::Finished);
    Ok(())
}

/// A function with one goal, numbered 0, and the goals on which it depends.
struct OneGoal<'p> {
    problem: &'p mut FunctionProblem,
    /// The new number of each goal of the function.
    numbers: Vec<Option<u32>>,
    goals: usize,
    dependences: Dependences,
}

impl<'p> OneGoal<'p> {
    /// Reduces `problem` to `goal`.
    ///
    /// # Errors
    /// If the goal does not exist.
    fn new(problem: &'p mut FunctionProblem, goal: u32) -> Result<OneGoal<'p>, Refusal> {
        let all = problem.goals();
        if goal as usize >= all {
            return Err(Refusal::UnknownGoal { goal, goals: all });
        }
        let whole = problem.dependences();
        let mut numbers = vec![None; all];
        numbers[goal as usize] = Some(0);
        let (mut goals, mut pairs, mut next) = (vec![goal], Vec::new(), 0);
        while let Some(&child) = goals.get(next) {
            for &parent in whole.parents(child) {
                let number = *numbers[parent as usize].get_or_insert_with(|| {
                    goals.push(parent);
                    goals.len() as u32 - 1
                });
                pairs.push((next as u32, number));
            }
            next += 1;
        }
        let dependences = Dependences::new(goals.len(), pairs);
        Ok(OneGoal { problem, numbers, goals: goals.len(), dependences })
    }

    /// Allows test cases from the object construction graphs of these goals.
    fn follow(&mut self, recipe: &Recipe) {
        self.problem.follow_for(recipe, &self.numbers);
    }
}

impl Problem for OneGoal<'_> {
    fn goals(&self) -> usize {
        self.goals
    }

    fn inputs(&self) -> &Inputs {
        self.problem.inputs()
    }

    fn dependences(&self) -> &Dependences {
        &self.dependences
    }

    fn events(&mut self) -> Option<Rc<sbst_search::Events>> {
        let whole = Problem::events(&mut *self.problem)?;
        let mut outcomes = vec![None; self.goals];
        for (number, outcome) in self.numbers.iter().zip(&whole.outcomes) {
            if let Some(number) = number {
                outcomes[*number as usize] = *outcome;
            }
        }
        Some(Rc::new(sbst_search::Events { graph: whole.graph.clone(), outcomes }))
    }

    fn record_path(&mut self, test: &TestCase, execution: &mut Execution, path: &mut Path) {
        self.problem.record_path(test, execution, path);
        self.renumber(execution);
    }

    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.problem.evaluate(test, execution);
        self.renumber(execution);
    }
}

impl OneGoal<'_> {
    fn renumber(&self, execution: &mut Execution) {
        let mut kept = 0;
        for index in 0..execution.reached.len() {
            let (goal, distance) = execution.reached[index];
            if let Some(number) = self.numbers[goal as usize] {
                execution.reached[kept] = (number, distance);
                if let Some(&detail) = execution.details.get(index) {
                    execution.details[kept] = detail;
                }
                kept += 1;
            }
        }
        execution.reached.truncate(kept);
        execution.details.truncate(kept);
    }
}

/// Reports each step.
struct Walker {
    events: Rc<Events>,
}

impl Walker {
    fn report(&self, fitness: Fitness, evaluations: u64) {
        self.events.send(&Event::Step(WalkStep { evaluations, height: height(fitness) }));
    }
}

impl Observer for Walker {
    fn kept(&mut self, _test: &TestCase, covers: &[u32], progress: &Progress) {
        if covers.contains(&0) {
            self.report(Fitness { level: 0, distance: Distance::ZERO }, progress.evaluations);
        }
    }

    fn step(&mut self, goal: u32, fitness: Fitness, evaluations: u64) {
        if goal == 0 && !fitness.is_covered() {
            self.report(fitness, evaluations);
        }
    }
}
