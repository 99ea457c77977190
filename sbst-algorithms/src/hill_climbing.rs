//! Hill climbing, goal by goal: with first improvement or steepest ascent, with or without
//! restarts.
//!
//! Zeller et al., "Search-Based Fuzzing" (The Fuzzing Book); the names and the order of its
//! notebook are kept.
//!
//! 1. A random test is drawn (`starts.rs`).
//! 2. *First improvement*: its neighbours are evaluated one by one, and the first better one is the
//!    next test. *Steepest ascent*: all neighbours are evaluated, and the best is the next test if
//!    it is better; of equals, the first.
//! 3. If no neighbour is better, the test is a local optimum. Without restarts the climber stops
//!    there; with them it begins again at rule 1.
//! 4. Neighbours: `neighbourhood.rs`.
//!
//! # Where this differs from the notebook
//! 5. A climber without restarts would revisit the neighbours of a local optimum for ever. It
//!    stops, as in the text, and continues with the next goal.

use crate::goals_in_turn::{search_all, Failed, Turn, TurnOver};
use crate::neighbourhood::Neighbourhood;
use crate::starts::Starts;
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::random_search;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::operator::Operators;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// True to take the best of all neighbours instead of the first better one (rule 2).
    pub steepest_ascent: bool,
    /// True to begin again at a local optimum (rule 3).
    pub restarts: bool,
}

/// Covers goal by goal until the evaluator stops, or, without restarts, until each goal has had its
/// turn. The `initial` tests come first.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    parameters: Parameters,
) -> Stopped {
    if evaluator.own_goals() == 0 {
        return random_search::search(evaluator, operators, initial);
    }
    let failed = if parameters.restarts { Failed::TryAgain } else { Failed::LeaveIt };
    let mut climber = HillClimber {
        operators,
        parameters,
        neighbourhood: Neighbourhood::default(),
        starts: Starts::default(),
        current: TestCase::new(),
        neighbour: TestCase::new(),
        best: TestCase::new(),
    };
    search_all(evaluator, initial, failed, &mut |turn| climber.search(turn))
}

struct HillClimber<'o> {
    operators: &'o mut Operators,
    parameters: Parameters,
    neighbourhood: Neighbourhood,
    starts: Starts,
    current: TestCase,
    neighbour: TestCase,
    best: TestCase,
}

impl HillClimber<'_> {
    fn search(&mut self, turn: &mut Turn<'_, '_>) -> Result<(), TurnOver> {
        self.starts.begin();
        loop {
            let start = self.starts.next(self.operators, turn, &mut self.current)?;
            self.climb(turn, start)?;
            if !self.parameters.restarts {
                return Ok(());
            }
        }
    }

    /// Climbs to a local optimum.
    fn climb(&mut self, turn: &mut Turn<'_, '_>, mut fitness: Fitness) -> Result<(), TurnOver> {
        loop {
            let better = self.better_neighbour(turn, fitness)?;
            if better == fitness {
                return Ok(());
            }
            fitness = better;
            std::mem::swap(&mut self.current, &mut self.best);
            turn.report_step(fitness);
        }
    }

    /// Rule 2: makes `best` the next test; returns its fitness, or the given one without a better
    /// neighbour.
    fn better_neighbour(
        &mut self,
        turn: &mut Turn<'_, '_>,
        mut fitness: Fitness,
    ) -> Result<Fitness, TurnOver> {
        self.neighbourhood.begin(self.operators, &self.current);
        while self.neighbourhood.next(self.operators, &self.current, &mut self.neighbour) {
            let of_neighbour = turn.evaluate(&self.neighbour)?;
            if of_neighbour < fitness {
                fitness = of_neighbour;
                std::mem::swap(&mut self.best, &mut self.neighbour);
                if !self.parameters.steepest_ascent {
                    break;
                }
            }
        }
        Ok(fitness)
    }
}
