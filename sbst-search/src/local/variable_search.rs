//! Searching along one variable: the three ways of the alternating variable method.
//!
//! Korel, "Automated software test data generation", TSE 1990, has exploratory and pattern moves.
//! Kempka, McMinn and Sudholt, "Design and analysis of different alternating variable searches for
//! search-based software testing", TCS 2015, add the moves after them. The order of moves is that
//! of the authors' implementation. McMinn and Kapfhammer, "AVMf: an open-source framework and
//! implementation of the alternating variable method", SSBSE 2016.
//!
//! 1. *Exploratory moves*: x − 1, then x + 1. The first better one gives the direction; without a
//!    better one, the search ends.
//! 2. *Pattern moves*: steps of 2, 4, 8 … in this direction, as long as each is better than the
//!    last.
//! 3. *Iterated pattern search* does 1 and 2 until no exploratory move is better.
//! 4. *Geometric search* does them once. The optimum of a unimodal function then lies between the
//!    last point but one and the first point without improvement. The half with the worse of both
//!    points in the middle is dropped, until one is left.
//! 5. *Lattice search* drops parts of Fibonacci lengths instead.
//!
//! Positions end at 0 and at the highest; a move past an end goes to the end. The line stores the
//! best position evaluated, so that no search has to return to it.

use crate::evaluation::fitness::Fitness;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableSearch {
    /// Rule 3.
    IteratedPattern,
    /// Rule 4. The default: in AVMf it has the least median of evaluations on all three programs.
    #[default]
    Geometric,
    /// Rule 5.
    Lattice,
}

/// The search is over: the goal is covered, or no evaluation is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halt;

/// The values of a variable in their order.
pub(crate) trait Line {
    /// The last position; the first is 0.
    fn highest(&self) -> u128;

    fn fitness(&mut self, position: u128) -> Result<Fitness, Halt>;
}

/// Searches `line` from a position with a given fitness.
pub(crate) fn search(
    how: VariableSearch,
    line: &mut impl Line,
    position: u128,
    fitness: Fitness,
) -> Result<(), Halt> {
    let mut point = Point { position, fitness };
    while let Some((better, up)) = explore(line, point)? {
        let bracket = pattern(line, point, better, up)?;
        match how {
            VariableSearch::IteratedPattern => point = bracket.best,
            VariableSearch::Geometric => return geometric(line, bracket.left, bracket.right),
            VariableSearch::Lattice => return lattice(line, bracket.left, bracket.right),
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Point {
    position: u128,
    fitness: Fitness,
}

/// The interval left after pattern moves.
struct Bracket {
    best: Point,
    /// The bounds of the optimum.
    left: u128,
    right: u128,
}

/// Rule 1: returns the better neighbour, and true if it is the upper one.
fn explore(line: &mut impl Line, from: Point) -> Result<Option<(Point, bool)>, Halt> {
    for up in [false, true] {
        let position = moved(from.position, 1, up, line.highest());
        if position != from.position {
            let fitness = line.fitness(position)?;
            if fitness < from.fitness {
                return Ok(Some((Point { position, fitness }, up)));
            }
        }
    }
    Ok(None)
}

/// Rule 2.
fn pattern(line: &mut impl Line, from: Point, better: Point, up: bool) -> Result<Bracket, Halt> {
    let (mut previous, mut best) = (from, better);
    let mut step = 1u128;
    let past = loop {
        step = step.saturating_mul(2);
        let position = moved(best.position, step, up, line.highest());
        if position == best.position {
            break position;
        }
        let fitness = line.fitness(position)?;
        if fitness >= best.fitness {
            break position;
        }
        (previous, best) = (best, Point { position, fitness });
    };
    Ok(Bracket { best, left: previous.position.min(past), right: previous.position.max(past) })
}

/// Rule 4.
fn geometric(line: &mut impl Line, mut left: u128, mut right: u128) -> Result<(), Halt> {
    while left < right {
        let middle = left + (right - left) / 2;
        if line.fitness(middle)? < line.fitness(middle + 1)? {
            right = middle;
        } else {
            left = middle + 1;
        }
    }
    line.fitness(left).map(drop)
}

/// Rule 5.
fn lattice(line: &mut impl Line, mut left: u128, right: u128) -> Result<(), Halt> {
    // Three consecutive Fibonacci numbers, the last being the first that is no less than the
    // interval.
    let interval = (right - left).saturating_add(2);
    let (mut second_last, mut last, mut number) = (0u128, 1u128, 1u128);
    while number < interval {
        (second_last, last, number) = (last, number, last.saturating_add(number));
    }
    while number > 2 {
        let (middle, further) = (left + (second_last - 1), left.saturating_add(last - 1));
        if further <= right && line.fitness(middle)? > line.fitness(further)? {
            left += second_last;
        }
        (second_last, last, number) = (last - second_last, second_last, last);
    }
    line.fitness(left).map(drop)
}

/// Moves `step` up or down, at most to the end.
pub fn moved(position: u128, step: u128, up: bool, highest: u128) -> u128 {
    if up {
        position.saturating_add(step).min(highest)
    } else {
        position.saturating_sub(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sbst_model::Distance;

    const ALL: [VariableSearch; 3] =
        [VariableSearch::IteratedPattern, VariableSearch::Geometric, VariableSearch::Lattice];

    /// The distance to a position, or the value of a given function.
    struct Slope<F> {
        highest: u128,
        distance: F,
        evaluated: Vec<u128>,
        best: (Fitness, u128),
    }

    impl<F: Fn(u128) -> u128> Slope<F> {
        fn searched(how: VariableSearch, highest: u128, from: u128, distance: F) -> Slope<F> {
            let start = Fitness { level: 0, distance: Distance::from_steps(distance(from)) };
            let mut line = Slope { highest, distance, evaluated: Vec::new(), best: (start, from) };
            assert_eq!(search(how, &mut line, from, start), Ok(()));
            line
        }
    }

    impl<F: Fn(u128) -> u128> Line for Slope<F> {
        fn highest(&self) -> u128 {
            self.highest
        }
        fn fitness(&mut self, position: u128) -> Result<Fitness, Halt> {
            self.evaluated.push(position);
            let fitness = Fitness { level: 0, distance: Distance::from_steps((self.distance)(position)) };
            self.best = self.best.min((fitness, position));
            Ok(fitness)
        }
    }

    proptest! {
        #[test]
        fn the_optimum_of_a_slope_is_found_in_logarithmic_time(highest: u128, from: u128, target: u128, bits in 1u32..=128) {
            let highest = highest >> (128 - bits);
            let (from, target) = (from.min(highest), target.min(highest));
            for how in ALL {
                let line = Slope::searched(how, highest, from, |position| position.abs_diff(target));
                prop_assert_eq!(line.best.1, target, "{:?}", how);
                let bits = (128 - from.abs_diff(target).leading_zeros()) as usize;
                let most = match how {
                    VariableSearch::IteratedPattern => 2 + (bits + 1) * (bits + 3),
                    _ => 6 + 4 * bits,
                };
                prop_assert!(line.evaluated.len() <= most, "{how:?}: {} of {most}", line.evaluated.len());
            }
        }

        #[test]
        fn positions_beyond_the_ends_are_never_evaluated(highest in 0u128..300, from in 0u128..300, seed: u64) {
            let from = from.min(highest);
            for how in ALL {
                // A rugged landscape.
                let rugged = |position: u128| u128::from((position as u64 ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60);
                let line = Slope::searched(how, highest, from, rugged);
                prop_assert!(line.evaluated.iter().all(|&position| position <= highest));
            }
        }
    }

    #[test]
    fn moves_follow_the_papers() {
        let evaluated =
            |how, from, target: u128| Slope::searched(how, 1_000, from, |x| x.abs_diff(target)).evaluated;
        // Exploratory moves, and pattern moves of 2, 4 and 8, then the same from the best position.
        assert_eq!(
            evaluated(VariableSearch::IteratedPattern, 10, 18),
            [9, 11, 13, 17, 25, 16, 18, 20, 17, 19]
        );
        // The pattern, then halving 13..=25.
        assert_eq!(evaluated(VariableSearch::Geometric, 10, 18)[..7], [9, 11, 13, 17, 25, 19, 20]);
        // The pattern, then 13 positions, of which the 5th and the 8th are compared (21 ≥ 14, 8 and
        // 13 below it).
        assert_eq!(evaluated(VariableSearch::Lattice, 10, 18)[..7], [9, 11, 13, 17, 25, 20, 25]);
    }

    #[test]
    fn a_plateau_costs_both_exploratory_moves() {
        for how in ALL {
            assert_eq!(Slope::searched(how, 100, 50, |_| 7).evaluated, [49, 51]);
            assert_eq!(Slope::searched(how, 100, 0, |_| 7).evaluated, [1]);
            assert!(Slope::searched(how, 0, 0, |_| 7).evaluated.is_empty());
        }
    }
}
