//! The targets of [MOSA](super), and of DynaMOSA, which is MOSA with a dynamic selection of the
//! targets.
//!
//! Panichella, Kifetew and Tonella, "Automated test case generation as a many-objective
//! optimisation problem with dynamic selection of the targets", IEEE TSE 44(2), 2018.
//!
//! # The dynamic selection
//! 1. The first targets are the goals that depend on no other.
//! 2. When a goal is covered, the goals that depend on it, in the [graph of control
//!    dependences](crate::Dependences), become targets. A goal with several parents is a target as
//!    soon as one of them is covered.
//! 3. The execution that makes a goal a target also gives its distance. If it covers the goal too,
//!    the goals below it follow, and so on. (EvoSuite has a work list for this. Here each execution
//!    is read once, for all goals. It has the distances to new targets, and each goal it covers
//!    opens those below it.
//! 4. Everything else is [MOSA](super): objectives are the uncovered targets.
//!
//! # Differences from the paper
//! 5. A goal whose condition was evaluated without a covered parent is a target. Control flow
//!    reached the goal, as the paper demands of the parents, so the graph is incomplete. If
//!    dependences are unknown, no goal depends on another.
//! 6. The fitness of the paper is approach level and distance. A target that a test of the
//!    generation reached has a distance, and MOSA's rule 9 skips the others. A target may be lost
//!    by the population: its tests were crowded out, or an execution covered the parent and ended
//!    before the target's condition. A lost target is an objective by approach level, so that the
//!    search finds the way back. Targets without parents have no level.

use crate::algorithm::goal_queue::GoalQueue;
use crate::evaluation::archive::Archive;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Dependences;

/// The most targets with a computed approach level: the cost of a test must not grow with the
/// number of goals. They take turns.
pub(super) const MOST_LEVELS: usize = 4;

/// The targets, in U* of the paper.
pub struct Targets {
    is_target: Vec<bool>,
    /// Targets with parents, without those covered at the last check.
    open: Vec<u32>,
    out_of_reach: Vec<u32>,
    /// The goals that wait for refinement, in a memetic algorithm.
    pub queue: Option<GoalQueue>,
    /// True, with a queue, if the last execution covered a goal or came nearer to it than before.
    pub improves: bool,
}

impl Targets {
    pub fn all(goals: usize) -> Targets {
        Targets::dynamic(goals, Dependences::UNKNOWN)
    }

    /// The targets of DynaMOSA, at first those of rule 1.
    pub fn dynamic(goals: usize, dependences: &Dependences) -> Targets {
        let is_target = (0..goals as u32).map(|goal| dependences.is_root(goal)).collect();
        Targets { is_target, open: Vec::new(), out_of_reach: Vec::new(), queue: None, improves: false }
    }

    #[cfg(test)]
    pub(crate) fn goals(&self) -> usize {
        self.is_target.len()
    }

    fn add(&mut self, goal: u32) {
        if !std::mem::replace(&mut self.is_target[goal as usize], true) {
            self.open.push(goal);
        }
    }

    /// Rules 2, 3 and 5 for the first execution that covered some goals, and came near to others.
    pub fn open(
        &mut self,
        dependences: &Dependences,
        newly_covered: &[u32],
        near: impl Iterator<Item = u32>,
    ) {
        for &goal in newly_covered {
            dependences.children(goal).iter().for_each(|&child| self.add(child));
        }
        near.for_each(|goal| self.add(goal));
    }

    pub fn update(&mut self, evaluator: &Evaluator<'_>) {
        let near = evaluator.near().iter().map(|near| near.0);
        self.open(evaluator.dependences(), evaluator.newly_covered(), near);
        if let Some(queue) = &mut self.queue {
            self.improves = queue.note(evaluator);
        }
    }

    /// True if this goal is a target. It may be covered.
    pub fn contains(&self, goal: u32) -> bool {
        self.is_target[goal as usize]
    }

    /// Targets unreached by the last generation, for which tests get an approach level.
    pub fn out_of_reach(&self) -> &[u32] {
        &self.out_of_reach
    }

    /// Rule 6, for a generation. `is_reached` returns true for uncovered targets that one of its
    /// tests reached.
    pub(crate) fn find_lost(&mut self, archive: &Archive, is_reached: impl Fn(u32) -> bool) {
        self.open.retain(|&goal| !archive.is_covered(goal));
        self.out_of_reach.clear();
        let lost = self.open.iter().filter(|&&goal| !is_reached(goal));
        self.out_of_reach.extend(lost.take(MOST_LEVELS));
        if self.out_of_reach.len() == MOST_LEVELS {
            self.open.rotate_left(1);
        }
    }
}
