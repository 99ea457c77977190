//! The allocation of each function's own budget, without a total budget, if functions adopt goals
//! of others.
//!
//! 1. In the first phase every function gets a quarter of its own budget. That suffices for most of
//!    its goals, and shows the goals of others that it reaches.
//! 2. In the second phase the functions with open goals get the rest. In between, all functions but
//!    one give up a covered goal, and few keep an uncovered one ([`adoption`](super::adoption)). So
//!    the callers of a helper do not all spend their budgets on it, and no function uses more than
//!    it would alone.
//!
//! A function's share does not depend on the end of another one. With a budget in evaluations, the
//! number of jobs has no effect.

use super::total_budget::Demand;

/// The first phase is this part of a function's budget (rule 1).
const FIRST: u64 = 4;

/// The number of phases begun.
#[derive(Clone, Copy, Debug, Default)]
pub struct Phases(u32);

impl Phases {
    /// Returns the turns of the next phase in their order, each with its share; none if there is no
    /// other phase.
    pub fn next_phase(&mut self, demands: &[Demand]) -> Vec<(usize, u64)> {
        self.0 += 1;
        let share = |demand: &Demand| match self.0 {
            1 => demand.most.div_ceil(FIRST),
            2 if demand.uncovered > 0 => demand.most,
            _ => 0,
        };
        demands.iter().map(share).enumerate().filter(|(_, share)| *share > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_get_a_quarter_and_functions_with_open_goals_the_rest() {
        let demand = |uncovered, most| Demand { uncovered, idle: 0, most };
        let mut phases = Phases::default();
        assert_eq!(phases.next_phase(&[demand(0, 8_000), demand(2, 8_000)]), [(0, 2_000), (1, 2_000)]);
        let rest = [demand(0, 6_000), demand(1, 6_000), demand(3, 0)];
        assert_eq!(phases.next_phase(&rest), [(1, 6_000)]);
        assert_eq!(phases.next_phase(&rest), []);
    }
}
