//! The fitness of a suite: rule 2 of [whole suite optimisation](super).

use sbst_model::{Distance, TestCase};
use sbst_search::algorithm::store::Store;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::problem::Detail;

/// The largest contribution of an uncovered goal (rule 9).
pub(crate) const ONE: u64 = 1 << 63;

#[derive(Debug, Default)]
pub(crate) struct Tested {
    pub(crate) test: TestCase,
    shown: Vec<Shown>,
}

#[derive(Clone, Copy, Debug)]
struct Shown {
    goal: u32,
    /// Evaluations of its condition: 1, or 2 for more.
    evaluations: u32,
    /// The least distance, normalised, in parts of [`ONE`].
    distance: u64,
}

impl Tested {
    pub(crate) fn look(&mut self, evaluator: &Evaluator<'_>) {
        self.take(evaluator.reached(), evaluator.details());
    }

    /// Without details, a condition counts as evaluated once.
    pub(super) fn take(&mut self, reached: &[(u32, Distance)], details: &[Detail]) {
        self.shown.clear();
        self.shown.extend(reached.iter().enumerate().map(|(index, &(goal, distance))| Shown {
            goal,
            evaluations: details.get(index).map_or(1, |detail| detail.evaluations.min(2) as u32),
            distance: parts(distance),
        }));
    }
}

/// A distance, normalised, in parts of [`ONE`]; 0 only if the goal is covered.
fn parts(distance: Distance) -> u64 {
    if distance.is_zero() {
        0
    } else {
        ((distance.normalised() * ONE as f64) as u64).clamp(1, ONE)
    }
}

/// Adds up fitness. The cost is the number of goals that the tests of a suite reached.
#[derive(Debug)]
pub(crate) struct Sum {
    /// The record of the last visited suite for each goal, if its stamp is the current one.
    met: Vec<(u32, u32, u64)>,
    stamp: u32,
    reached: Vec<u32>,
    /// Goals outside of the fitness (covered ones, with an archive).
    left: Vec<bool>,
    counted: usize,
}

impl Sum {
    pub(crate) fn new(goals: usize) -> Sum {
        Sum {
            met: vec![(0, 0, 0); goals],
            stamp: 0,
            reached: Vec::new(),
            left: vec![false; goals],
            counted: goals,
        }
    }

    /// Removes this goal from the fitness.
    pub(crate) fn leave(&mut self, goal: u32) {
        if !std::mem::replace(&mut self.left[goal as usize], true) {
            self.counted -= 1;
        }
    }

    /// The fitness of a suite, in parts of [`ONE`].
    pub(crate) fn fitness(&mut self, suite: &[u32], tests: &Store<Tested>) -> u128 {
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.met.fill((0, 0, 0));
            1
        });
        self.reached.clear();
        for &test in suite {
            for shown in &tests[test].shown {
                let (stamp, evaluations, least) = &mut self.met[shown.goal as usize];
                if *stamp == self.stamp {
                    *evaluations = (*evaluations + shown.evaluations).min(2);
                    *least = shown.distance.min(*least);
                } else if !self.left[shown.goal as usize] {
                    (*stamp, *evaluations, *least) = (self.stamp, shown.evaluations, shown.distance);
                    self.reached.push(shown.goal);
                }
            }
        }
        let never = (self.counted - self.reached.len()) as u128 * u128::from(ONE);
        let met = self.reached.iter().map(|&goal| match self.met[goal as usize] {
            (_, _, 0) => 0,
            (_, 1, _) => u128::from(ONE),
            (_, _, least) => u128::from(least),
        });
        never + met.sum::<u128>()
    }
}

pub(crate) fn as_number(fitness: u128) -> f64 {
    fitness as f64 / ONE as f64
}
