//! A problem for the cost of a search without executions: many goals, of which an execution touches
//! few, and an empty function.

use sbst_algorithms::search;
use sbst_model::messages::Budget;
use sbst_model::shape::Integer;
use sbst_model::{Distance, Shape, TestCase};
use sbst_search::{Algorithm, Dependences, Execution, Inputs, Options, Problem, Silent};
use std::time::{Duration, Instant};

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));

/// Evaluations before the clock starts: buffers are made, and early goals covered.
const WARM_UP: u64 = 2_000;

/// Goals, of which each execution touches some: most executions cover the first half of those, none
/// the second.
pub struct ManyGoals {
    inputs: Inputs,
    dependences: Dependences,
    goals: u32,
    touched: u32,
    covered: u32,
    evaluations: u64,
    warm: Option<Instant>,
}

impl ManyGoals {
    /// A problem with `touched` of `goals` goals, of which half are covered.
    ///
    /// # Panics
    /// If `touched` exceeds `goals`.
    pub fn touching(touched: u32, goals: u32) -> ManyGoals {
        assert!(touched <= goals);
        // Pairs of goals in chains of ten: most are far below the covered ones.
        let below = (2..goals).filter(|goal| goal % 20 > 1).map(|goal| (goal, goal / 2 * 2 - 2));
        ManyGoals {
            inputs: Inputs { parameters: vec![&I32, &I32], ..Inputs::default() },
            dependences: Dependences::new(goals as usize, below),
            goals,
            touched,
            covered: touched / 2,
            evaluations: 0,
            warm: None,
        }
    }

    /// A problem with a number of goals reached by all executions, and covered by none.
    pub fn uncovered(goals: u32) -> ManyGoals {
        ManyGoals { covered: 0, ..ManyGoals::touching(goals, goals) }
    }
}

impl Problem for ManyGoals {
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
        self.evaluations += 1;
        if self.evaluations == WARM_UP {
            self.warm = Some(warmed_up_here());
        }
        let [x, y] = [1, 2].map(|node| test.integer(node) as u32);
        // Different directions for different goals, so that many tests are the best for some goal.
        let mut hash = x;
        for number in 0..self.touched {
            hash = hash.wrapping_mul(0x9e37_79b9) ^ y.rotate_left(number % 32);
            let distance = if number < self.covered {
                Distance::ZERO
            } else {
                Distance::from_steps(u128::from(hash >> 8) + 1)
            };
            // Spread over all goals.
            let goal = (u64::from(number) * u64::from(self.goals) / u64::from(self.touched)) as u32;
            execution.reached.push((goal, distance));
        }
    }
}

/// A marker called when the search is warm. Callgrind begins to count at its name.
#[inline(never)]
fn warmed_up_here() -> Instant {
    Instant::now()
}

/// Searches for a number of evaluations after the warm-up; returns the end of the warm-up.
///
/// # Panics
/// If the search ended before.
pub fn search_warmed_up(problem: &mut ManyGoals, algorithm: Algorithm, evaluations: u64) -> Instant {
    let budget = Budget { evaluations: Some(WARM_UP + evaluations), seconds: None, stall: None };
    problem.evaluations = 0;
    search(problem, &Options::new(algorithm, 1, budget), &mut Silent);
    problem.warm.expect("the search was warm")
}

/// Time of a number of evaluations in the middle of a search.
///
/// # Panics
/// If the search ended before.
pub fn measure_time(problem: &mut ManyGoals, algorithm: Algorithm, evaluations: u64) -> Duration {
    search_warmed_up(problem, algorithm, evaluations).elapsed()
}
