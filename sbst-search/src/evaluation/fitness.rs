//! Fitness of one goal: approach level and branch distance.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004,
//! section 2. It follows Wegener, Baresel and Sthamer, "Evolutionary test environment for automatic
//! structural testing", IST 2001.
//!
//! 1. A *critical branch* leads to the target being missed, also within a loop iteration. The
//!    target is control-dependent on some conditions ([`Dependences`]); their other outcomes are
//!    the critical branches.
//! 2. The *approach level* is the number of critical branches from the point of divergence to the
//!    target, less one. A goal is an outcome of a condition, and the target is the code behind that
//!    outcome. So its own condition is level 0.
//! 3. The *branch distance* is the least distance of the alternative branch where control flow
//!    diverged.
//! 4. The paper adds the level and the distance mapped into 0 ≤ d < 1. Ordering by level and then
//!    by distance is the same order, without rounding errors.
//! 5. If several ways lead to a goal, the nearest counts.

use sbst_model::Distance;

/// The distance of an execution to a goal; less is better.
///
/// ```
/// use sbst_model::Distance;
/// use sbst_search::Fitness;
///
/// let behind = Fitness { level: 1, distance: Distance::ONE };
/// let near = Fitness { level: 0, distance: Distance::from_steps(1_000) };
/// assert!(Fitness::COVERED < near && near < behind && behind < Fitness::UNREACHED);
/// assert_eq!(behind.as_number(), 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fitness {
    pub level: u32,
    /// The branch distance at the point where control flow diverged.
    pub distance: Distance,
}

impl Fitness {
    pub const COVERED: Fitness = Fitness { level: 0, distance: Distance::ZERO };
    /// No goal among its dependences was evaluated.
    pub const UNREACHED: Fitness = Fitness { level: u32::MAX, distance: Distance::UNREACHED };

    #[inline]
    pub fn is_covered(self) -> bool {
        self.level == 0 && self.distance.is_zero()
    }

    /// `level + d`, with `d` normalised; infinite if unreached. For pictures and sums (rule 4).
    pub fn as_number(self) -> f64 {
        if self == Fitness::UNREACHED {
            f64::INFINITY
        } else {
            f64::from(self.level) + self.distance.normalised()
        }
    }
}

/// Control dependences between goals, by Ferrante, Ottenstein and Warren 1987. The condition of a
/// goal is evaluated only if one of its parents is covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependences {
    /// The starts of the goals' parents, and the end as last entry. Empty without dependences.
    starts: Vec<u32>,
    parents: Vec<u32>,
    /// The inverse relation.
    child_starts: Vec<u32>,
    children: Vec<u32>,
}

impl Dependences {
    /// No dependences.
    pub const UNKNOWN: &Dependences = &Dependences {
        starts: Vec::new(),
        parents: Vec::new(),
        child_starts: Vec::new(),
        children: Vec::new(),
    };

    /// The dependences of the goals 0 to `goals - 1`, as pairs of a goal and one of its parents, in
    /// any order. Pairs of a goal with itself and repetitions are skipped. Panics if a goal of a
    /// pair does not exist.
    /// ```
    /// use sbst_search::Dependences;
    ///
    /// let dependences = Dependences::new(6, [(2, 0), (3, 0), (4, 3), (5, 3)]);
    /// assert_eq!(dependences.parents(4), [3]);
    /// assert_eq!(dependences.children(0), [2, 3]);
    /// assert!(dependences.is_root(1));
    /// ```
    pub fn new(goals: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Dependences {
        let mut by_goal: Vec<(u32, u32)> =
            pairs.into_iter().filter(|(goal, parent)| goal != parent).collect();
        by_goal.sort_unstable();
        by_goal.dedup();
        let (starts, parents) = grouped(goals, &by_goal);
        let mut by_parent: Vec<(u32, u32)> = by_goal.iter().map(|&(goal, parent)| (parent, goal)).collect();
        by_parent.sort_unstable();
        let (child_starts, children) = grouped(goals, &by_parent);
        Dependences { starts, parents, child_starts, children }
    }

    /// The parents of a goal: one must be covered before the condition of `goal` is evaluated.
    /// Empty if it is always evaluated, or without dependences.
    #[inline]
    pub fn parents(&self, goal: u32) -> &[u32] {
        group(&self.starts, &self.parents, goal)
    }

    #[inline]
    pub fn children(&self, goal: u32) -> &[u32] {
        group(&self.child_starts, &self.children, goal)
    }

    /// True if the condition of `goal` is evaluated regardless of other goals.
    #[inline]
    pub fn is_root(&self, goal: u32) -> bool {
        self.parents(goal).is_empty()
    }
}

/// Pairs sorted by their first part, as starts and second parts.
fn grouped(goals: usize, pairs: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; goals + 1];
    for &(goal, other) in pairs {
        assert!((other as usize) < goals, "goal {other} does not exist");
        starts[goal as usize + 1] += 1;
    }
    for index in 0..goals {
        starts[index + 1] += starts[index];
    }
    (starts, pairs.iter().map(|pair| pair.1).collect())
}

#[inline]
fn group<'a>(starts: &[u32], members: &'a [u32], goal: u32) -> &'a [u32] {
    match starts.get(goal as usize..goal as usize + 2) {
        Some(&[start, end]) => &members[start as usize..end as usize],
        _ => &[],
    }
}

/// Computes fitness from the goals that an execution reached. Keeps its buffers, so that it does
/// not allocate in the steady state.
#[derive(Debug, Default)]
pub struct FitnessOf {
    /// The distances of the execution to the goals, valid if their stamps are the current one.
    distances: Vec<(u64, Distance)>,
    /// The stamps of the goals' last visits on the way up.
    visited: Vec<u64>,
    stamp: u64,
    visit: u64,
    level: Vec<u32>,
    next_level: Vec<u32>,
}

impl FitnessOf {
    pub fn read(&mut self, goals: usize, reached: &[(u32, Distance)]) {
        self.distances.resize(goals, (0, Distance::UNREACHED));
        self.visited.resize(goals, 0);
        self.stamp += 1;
        for &(goal, distance) in reached {
            self.distances[goal as usize] = (self.stamp, distance);
        }
    }

    fn distance(&self, goal: u32) -> Option<Distance> {
        let (stamp, distance) = self.distances[goal as usize];
        (stamp == self.stamp).then_some(distance)
    }

    /// Returns the fitness of the execution last [read](Self::read). Looks upwards level by level,
    /// and takes the least distance of the first level with one.
    pub fn goal(&mut self, goal: u32, dependences: &Dependences) -> Fitness {
        if let Some(distance) = self.distance(goal) {
            return Fitness { level: 0, distance };
        }
        self.visit += 1;
        let mut level = 0;
        self.level.clear();
        self.level.push(goal);
        while !self.level.is_empty() {
            level += 1;
            let mut nearest: Option<Distance> = None;
            self.next_level.clear();
            for index in 0..self.level.len() {
                for &parent in dependences.parents(self.level[index]) {
                    let visited = &mut self.visited[parent as usize];
                    if std::mem::replace(visited, self.visit) == self.visit {
                        continue;
                    }
                    match self.distance(parent) {
                        Some(distance) => {
                            nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)))
                        }
                        None => self.next_level.push(parent),
                    }
                }
            }
            if let Some(distance) = nearest {
                return Fitness { level, distance };
            }
            std::mem::swap(&mut self.level, &mut self.next_level);
        }
        Fitness::UNREACHED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `if a { if b { if c {} } }`, with goals 2i and 2i + 1. `d` is evaluated behind `b` or if `a`
    /// is false.
    fn nested() -> Dependences {
        let pairs = [(2, 0), (3, 0), (4, 2), (5, 2), (6, 2), (7, 2), (6, 1), (7, 1)];
        Dependences::new(8, pairs)
    }

    fn fitness(reached: &[(u32, u128)], goal: u32) -> Fitness {
        let reached: Vec<_> =
            reached.iter().map(|&(goal, steps)| (goal, Distance::from_steps(steps))).collect();
        let mut fitness = FitnessOf::default();
        fitness.read(8, &reached);
        fitness.goal(goal, &nested())
    }

    fn at(level: u32, steps: u128) -> Fitness {
        Fitness { level, distance: Distance::from_steps(steps) }
    }

    #[test]
    fn an_evaluated_condition_is_at_level_0() {
        assert_eq!(fitness(&[(0, 0), (1, 5), (2, 3), (3, 0)], 2), at(0, 3));
        assert!(fitness(&[(0, 0), (1, 5)], 0).is_covered());
    }

    #[test]
    fn the_level_counts_branches_from_the_divergence() {
        assert_eq!(fitness(&[(0, 7), (1, 0)], 4), at(2, 7));
        assert_eq!(fitness(&[(0, 0), (1, 1), (2, 9), (3, 0)], 4), at(1, 9));
    }

    #[test]
    fn the_nearest_of_several_ways_counts() {
        assert_eq!(fitness(&[(0, 0), (1, 4), (2, 9), (3, 0)], 6), at(1, 4));
    }

    #[test]
    fn a_goal_without_evaluated_parents_is_unreached() {
        assert_eq!(fitness(&[], 4), Fitness::UNREACHED);
        assert!(at(1_000, 1) < Fitness::UNREACHED);
    }

    #[test]
    fn a_level_is_worth_more_than_any_distance() {
        let far = Fitness { level: 1, distance: Distance::FARTHEST };
        assert!(far < at(2, 0) && far.as_number() <= at(2, 0).as_number());
    }

    #[test]
    fn cyclic_dependences_terminate() {
        let mut fitness = FitnessOf::default();
        fitness.read(2, &[]);
        assert_eq!(fitness.goal(0, &Dependences::new(2, [(0, 1), (1, 0)])), Fitness::UNREACHED);
    }
}
