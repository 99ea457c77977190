//! The alternating variable method, goal by goal.
//!
//! Korel, "Automated software test data generation", TSE 1990; Kempka, McMinn and Sudholt, "Design
//! and analysis of different alternating variable searches for search-based software testing", TCS
//! 2015; restarts as in McMinn and Kapfhammer, "AVMf: an open-source framework and implementation
//! of the alternating variable method", SSBSE 2016.
//!
//! 1. A random test is drawn (`starts.rs`).
//! 2. It is searched along its variables one by one ([`local_search`]), until the goal is covered
//!    or none of them improves: a local optimum.
//! 3. From there it starts again with 1.
//!
//! # Where this differs from AVMf
//! 4. A test is never evaluated twice: the fitness of the current test is stored. AVMf counts those
//!    evaluations, though it takes the value from a cache.
//! 5. Geometric and lattice search keep their best test, and do not move to a worse one where the
//!    function is not unimodal.
//! 6. Irrelevant variables are left out for a while (`local_search.rs`, rule 5). Constant pools are
//!    used only by algorithms that include local search: this one is as published.

use crate::goals_in_turn::{search_all, search_one, Failed, Turn, TurnOver};
use crate::starts::Starts;
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::random_search;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::local::local_search;
use sbst_search::local::local_search::LocalSearch;
use sbst_search::local::variable_search::VariableSearch;
use sbst_search::operator::Operators;

/// The evaluations after which a new search along all variables begins, to check if the goal's turn
/// is over. Few climbs take as many.
const AT_ONCE: u64 = 2_000;

/// Covers goal by goal until the evaluator stops. The `initial` tests come first.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    variable_search: VariableSearch,
) -> Stopped {
    if evaluator.own_goals() == 0 {
        return random_search::search(evaluator, operators, initial);
    }
    let mut avm = Avm::new(operators, variable_search);
    search_all(evaluator, initial, Failed::TryAgain, &mut |turn| avm.search(turn))
}

/// Searches for one goal until it is covered or the evaluator stops, and returns the reason.
pub fn search_goal(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    goal: u32,
    variable_search: VariableSearch,
) -> Option<Stopped> {
    let mut avm = Avm::new(operators, variable_search);
    search_one(evaluator, goal, &mut |turn| avm.search(turn))
}

struct Avm<'o> {
    operators: &'o mut Operators,
    local_search: LocalSearch,
    starts: Starts,
    current: TestCase,
}

impl<'o> Avm<'o> {
    fn new(operators: &'o mut Operators, search: VariableSearch) -> Avm<'o> {
        let parameters = local_search::Parameters { search, slice: true, constants: false, tell_steps: true };
        let local_search = LocalSearch::new(parameters);
        Avm { operators, local_search, starts: Starts::default(), current: TestCase::new() }
    }

    fn search(&mut self, turn: &mut Turn<'_, '_>) -> Result<(), TurnOver> {
        self.starts.begin();
        loop {
            let start = self.starts.next(self.operators, turn, &mut self.current)?;
            self.climb(turn, start)?;
        }
    }

    /// Rule 2.
    fn climb(&mut self, turn: &mut Turn<'_, '_>, mut fitness: Fitness) -> Result<(), TurnOver> {
        loop {
            let before = turn.evaluator.evaluations();
            let (operators, current) = (&mut *self.operators, &mut self.current);
            fitness =
                self.local_search.improve(turn.evaluator, operators, turn.goal, current, fitness, AT_ONCE);
            turn.check()?;
            if turn.evaluator.evaluations() - before < AT_ONCE {
                return Ok(());
            }
        }
    }
}
