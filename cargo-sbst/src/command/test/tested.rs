//! A function with what the tests did to it.

use sbst_model::observed::Tally;
use sbst_model::{Goal, TargetDescription};

/// An annotated function, and what was recorded of each of its conditions.
#[derive(Clone, Debug)]
pub struct TestedFunction {
    /// The function.
    pub description: TargetDescription,
    /// What was recorded of its conditions, in their order.
    pub tallies: Vec<Tally>,
}

impl TestedFunction {
    /// A function that no test has reached.
    pub fn new(description: TargetDescription) -> TestedFunction {
        let tallies = vec![Tally::default(); description.conditions.len()];
        TestedFunction { description, tallies }
    }

    /// All its goals.
    pub fn goals(&self) -> impl Iterator<Item = Goal> + use<> {
        (0..self.description.goals()).map(Goal::from_index)
    }

    /// How often a goal was reached.
    pub fn hits(&self, goal: Goal) -> u64 {
        self.tally(goal).counts[usize::from(goal.outcome)]
    }

    /// How often the condition of a goal was evaluated.
    pub fn evaluations(&self, condition: usize) -> u64 {
        let counts = self.tallies.get(condition).copied().unwrap_or_default().counts;
        counts[0].saturating_add(counts[1])
    }

    /// The number of goals reached.
    pub fn reached(&self) -> usize {
        self.goals().filter(|goal| self.hits(*goal) > 0).count()
    }

    /// Whether any of its conditions was evaluated; not known if it has none.
    pub fn is_reached(&self) -> Option<bool> {
        let conditions = self.tallies.len();
        (conditions > 0).then(|| (0..conditions).any(|condition| self.evaluations(condition) > 0))
    }

    /// How far the nearest evaluation was from a goal that was not reached: known of comparisons alone.
    pub fn best_distance(&self, goal: Goal) -> Option<f64> {
        self.tally(goal).nearest[usize::from(goal.outcome)]
    }

    fn tally(&self, goal: Goal) -> Tally {
        self.tallies.get(goal.condition as usize).copied().unwrap_or_default()
    }
}
