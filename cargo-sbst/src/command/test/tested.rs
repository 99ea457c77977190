//! A function with the counts of the tests.

use crate::report::counted::CountedFunction;
use sbst_model::observed::Tally;
use sbst_model::{Goal, TargetDescription};

#[derive(Clone, Debug)]
pub struct TestedFunction {
    pub description: TargetDescription,
    /// Tallies of its conditions, in their order.
    pub tallies: Vec<Tally>,
}

impl TestedFunction {
    /// Creates a function that no test has reached.
    pub fn new(description: TargetDescription) -> TestedFunction {
        let tallies = vec![Tally::default(); description.conditions.len()];
        TestedFunction { description, tallies }
    }

    /// Returns the goals, except for unreached ones that are proved infeasible.
    pub fn goals(&self) -> impl Iterator<Item = Goal> {
        self.all_goals().filter(|goal| self.hits(*goal) > 0 || self.description.infeasible(*goal).is_none())
    }

    /// Returns the unreached goals that are proved infeasible.
    pub fn infeasible(&self) -> Vec<Goal> {
        let unreached = self.all_goals().filter(|goal| self.hits(*goal) == 0);
        unreached.filter(|goal| self.description.infeasible(*goal).is_some()).collect()
    }

    fn all_goals(&self) -> impl Iterator<Item = Goal> + use<> {
        (0..self.description.goals()).map(Goal::from_index)
    }

    /// Returns the number of times that a goal was reached.
    pub fn hits(&self, goal: Goal) -> u64 {
        self.tally(goal).counts[usize::from(goal.outcome)]
    }

    /// Returns the number of times that the condition of a goal was evaluated.
    pub fn evaluations(&self, condition: usize) -> u64 {
        let counts = self.tallies.get(condition).copied().unwrap_or_default().counts;
        counts[0].saturating_add(counts[1])
    }

    pub fn reached_goals(&self) -> impl Iterator<Item = Goal> {
        self.all_goals().filter(|goal| self.hits(*goal) > 0)
    }

    /// Returns the number of goals reached.
    pub fn reached(&self) -> usize {
        self.reached_goals().count()
    }

    /// Returns the function with its counts as a tracefile shows them.
    pub fn counted(&self) -> CountedFunction<'_> {
        CountedFunction::new(
            &self.description,
            |goal| self.hits(goal),
            |condition| self.evaluations(condition) > 0,
        )
    }

    /// Returns the least distance to an unreached goal; only comparisons have one.
    pub fn best_distance(&self, goal: Goal) -> Option<f64> {
        self.tally(goal).nearest[usize::from(goal.outcome)]
    }

    fn tally(&self, goal: Goal) -> Tally {
        self.tallies.get(goal.condition as usize).copied().unwrap_or_default()
    }
}
