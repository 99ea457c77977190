//! A walk: an algorithm that goes from individual to individual, for the sake of one goal alone, and where it was.

use crate::exchange::events::Events;
use crate::landscape::height;
use crate::problem::function_problem::FunctionProblem;
use sbst_model::construction::Recipe;
use sbst_model::messages::{Event, WalkStep};
use sbst_model::{Distance, TestCase};
use sbst_search::{Dependences, Execution, Fitness, Inputs, Observer, Problem, Progress};
use std::rc::Rc;

/// A function as if it had no other goals than one, which is goal 0, and those that the evaluation of its condition
/// depends on.
pub(crate) struct OneGoal<'p> {
    problem: &'p mut FunctionProblem,
    /// For each goal of the function its number here.
    numbers: Vec<Option<u32>>,
    goals: usize,
    dependences: Dependences,
}

impl<'p> OneGoal<'p> {
    /// Leaves nothing of `problem` but `goal`.
    ///
    /// # Errors
    /// If there is no such goal.
    pub(crate) fn new(problem: &'p mut FunctionProblem, goal: u32) -> Result<OneGoal<'p>, String> {
        let all = problem.goals();
        if goal as usize >= all {
            return Err(format!(
                "there is no goal {goal}: they are numbered from 0 to {}",
                all.saturating_sub(1)
            ));
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

    /// Lets test cases be made from the object construction graphs of what is left.
    pub(crate) fn follow(&mut self, recipe: &Recipe) {
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

    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.problem.evaluate(test, execution);
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

/// Tells of each step.
pub(crate) struct Walker {
    pub(crate) events: Rc<Events>,
}

impl Walker {
    fn tell(&self, fitness: Fitness, evaluations: u64) {
        self.events.send(&Event::Step(WalkStep { evaluations, height: height(fitness) }));
    }
}

impl Observer for Walker {
    fn kept(&mut self, _test: &TestCase, covers: &[u32], progress: &Progress) {
        if covers.contains(&0) {
            self.tell(Fitness { level: 0, distance: Distance::ZERO }, progress.evaluations);
        }
    }

    fn step(&mut self, goal: u32, fitness: Fitness, evaluations: u64) {
        if goal == 0 && !fitness.is_covered() {
            self.tell(fitness, evaluations);
        }
    }
}
