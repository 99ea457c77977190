//! The allocation of a total budget to functions, round by round.
//!
//! # Policy
//! 1. The budget is spent in rounds. In the first, every function gets the same: together a
//!    sixteenth of the budget. Then easy functions are done, and the difficulty of the others is
//!    known.
//! 2. Each further round is as large as all before it together, so a function with great need has
//!    half of its evaluations in one go. (Doubling costs at most a constant factor against knowing
//!    the right length: Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms",
//!    1993.) A rest of less than half the first round is added to the last one.
//! 3. A function's *need* is the number of its uncovered goals, halved for each turn in a row
//!    without progress, but at most three times. A later turn may reach such a goal. Progress is a
//!    covered goal or a lower least distance. (Budgets in proportion to the uncovered code: Campos,
//!    Arcuri, Fraser and Abreu, "Continuous test generation", ASE 2014. More for recent
//!    improvement: MIO's feedback-directed sampling, Arcuri 2017, one level up.)
//! 4. A round is shared in proportion to need. The functions with the greatest need have their
//!    turns first, ties in the order of the functions.
//! 5. Each turn is worth the start of a worker. If the budget is too small for all, those with the
//!    least need wait for the next round.
//! 6. A function's own limits hold: it gets no more than its own budget, and no turn after it has
//!    stalled. Its unused part is available to the next round.
//! 7. The search is over when the budget is spent, or no function may or needs to continue.
//! 8. After executions that were too slow, as much as the first round is *reserved*, to try them
//!    again at the end.
//!
//! Shares depend on the results of turns, not on the time of their ends. With a budget in
//! evaluations, the number of jobs changes nothing.

use std::cmp::Reverse;

/// The first round is this part of the budget (rule 1).
const FIRST: u64 = 16;
/// The most times that need is halved (rule 3).
const HALVED: u32 = 3;

/// The demand of a function when a round is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub uncovered: usize,
    /// Turns in a row without progress.
    pub idle: u32,
    /// The most that it may get (rule 6).
    pub most: u64,
}

impl Demand {
    /// Rule 3, as a whole number.
    fn need(&self) -> u64 {
        ((self.uncovered as u64) << HALVED) >> self.idle.min(HALVED)
    }
}

/// A total budget in evaluations, or in microseconds of workers.
#[derive(Clone, Copy, Debug)]
pub struct TotalBudget {
    total: u64,
    spent: u64,
    /// The shortest turn that is worth the start of a worker (rule 5).
    least: u64,
    /// Rule 8.
    reserved: u64,
}

impl TotalBudget {
    pub fn new(total: u64, least: u64) -> TotalBudget {
        TotalBudget { total, spent: 0, least, reserved: 0 }
    }

    pub fn left(&self) -> u64 {
        self.total.saturating_sub(self.spent + self.reserved)
    }

    /// Rule 8.
    pub fn reserve(&mut self) {
        self.reserved = self.total / FIRST;
    }

    /// Sets the sum spent so far.
    pub fn spend_up_to(&mut self, spent: u64) {
        self.spent = spent;
    }

    /// Returns the turns of the next round in their order, each with its share; none if the budget
    /// is used up (rule 7).
    pub fn next_round(&self, demands: &[Demand]) -> Vec<(usize, u64)> {
        if self.spent == 0 { self.first_round(demands) } else { self.further_round(demands) }
    }

    /// Rule 1. Functions without goals get a turn as well: they may have faults.
    fn first_round(&self, demands: &[Demand]) -> Vec<(usize, u64)> {
        let functions = demands.len() as u64;
        let Some(least) = self.least.saturating_mul(functions).checked_add(1) else { return Vec::new() };
        let round = (self.total / FIRST).max(least).min(self.total);
        let share = |&Demand { most, .. }: &Demand| most.min(round / functions);
        let turns = demands.iter().map(share).enumerate();
        turns.filter(|(_, share)| *share > 0).collect()
    }

    /// Rules 2, 4 and 5.
    fn further_round(&self, demands: &[Demand]) -> Vec<(usize, u64)> {
        let left = self.left();
        let rest = left.saturating_sub(self.spent);
        let mut round = if rest < self.total / FIRST / 2 { left } else { self.spent };
        let may = |demand: &Demand| demand.need() > 0 && demand.most > 0;
        let mut order: Vec<usize> = (0..demands.len()).filter(|&index| may(&demands[index])).collect();
        order.sort_by_key(|&index| Reverse(demands[index].need()));
        let room = usize::try_from(round / self.least.max(1)).unwrap_or(usize::MAX);
        order.truncate(room);

        let mut needs: u64 = order.iter().map(|&index| demands[index].need()).sum();
        let mut turns = Vec::new();
        // The least need comes first, so that the extra for short turns is taken from those that
        // need more.
        for &index in order.iter().rev() {
            let Demand { most, .. } = demands[index];
            let need = demands[index].need();
            let fair = (u128::from(round) * u128::from(need) / u128::from(needs)) as u64;
            let share = fair.max(self.least).min(most).min(round);
            round -= share;
            needs -= need;
            turns.push((index, share));
        }
        turns.reverse();
        // A share that is too much for one function goes to the others.
        for (index, share) in &mut turns {
            let more = (demands[*index].most - *share).min(round);
            *share += more;
            round -= more;
        }
        turns.retain(|(_, share)| *share > 0);
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn demand(uncovered: usize, idle: u32) -> Demand {
        Demand { uncovered, idle, most: u64::MAX }
    }

    #[test]
    fn first_round_is_shared_equally() {
        let budget = TotalBudget::new(160_000, 1_000);
        assert_eq!(budget.next_round(&[demand(9, 0), demand(1, 0)]), [(0, 5_000), (1, 5_000)]);
        let many = [demand(1, 0); 20];
        assert!(
            budget.next_round(&many).iter().all(|(_, share)| *share == 1_000),
            "rule 5 comes before rule 1"
        );
        let few = TotalBudget::new(50, 1_000);
        assert!(few.next_round(&many).iter().all(|(_, share)| *share == 2), "there is no more");
    }

    #[test]
    fn reserved_budget_is_not_given_to_rounds() {
        let mut budget = TotalBudget::new(160_000, 1_000);
        budget.reserve();
        budget.spend_up_to(80_000);
        assert_eq!(budget.next_round(&[demand(1, 0)]), [(0, 70_000)]);
        budget.spend_up_to(150_000);
        assert_eq!(budget.next_round(&[demand(1, 0)]), []);
    }

    #[test]
    fn rounds_double_and_shares_follow_need() {
        let mut budget = TotalBudget::new(160_000, 1_000);
        budget.spend_up_to(10_000);
        let demands = [demand(0, 0), demand(1, 0), demand(3, 0)];
        assert_eq!(budget.next_round(&demands), [(2, 7_500), (1, 2_500)]);
        budget.spend_up_to(80_000);
        let last: u64 = budget.next_round(&demands).iter().map(|(_, share)| share).sum();
        assert_eq!(last, 80_000);
    }

    #[test]
    fn progressing_functions_run_first_and_others_are_not_starved() {
        let mut budget = TotalBudget::new(160_000, 1_000);
        budget.spend_up_to(10_000);
        assert_eq!(budget.next_round(&[demand(4, 1), demand(4, 0)]), [(1, 6_667), (0, 3_333)]);
        let [(0, stuck), ..] = budget.next_round(&[demand(4, 9)])[..] else { panic!() };
        assert_eq!(stuck, 10_000, "it gets all that no other function needs");
        assert_eq!(demand(4, 3).need(), demand(4, 30).need());
    }

    #[test]
    fn a_tiny_rest_is_added_to_the_last_round() {
        let mut budget = TotalBudget::new(160_000, 1_000);
        budget.spend_up_to(79_000);
        assert_eq!(budget.next_round(&[demand(1, 0)]), [(0, 81_000)]);
    }

    #[test]
    fn turns_that_are_too_short_wait() {
        let mut budget = TotalBudget::new(160_000, 4_000);
        budget.spend_up_to(10_000);
        let turns = budget.next_round(&[demand(1, 0), demand(2, 0), demand(2, 0)]);
        assert_eq!(turns, [(1, 5_000), (2, 5_000)]);
    }

    #[test]
    fn own_limits_hold_and_the_rest_goes_to_others() {
        let mut budget = TotalBudget::new(160_000, 1_000);
        budget.spend_up_to(10_000);
        let limited = Demand { most: 100, ..demand(1, 0) };
        assert_eq!(budget.next_round(&[limited, demand(1, 0)]), [(0, 100), (1, 9_900)]);
        assert_eq!(budget.next_round(&[Demand { most: 0, ..limited }]), []);
    }

    proptest! {
        #[test]
        fn rounds_never_exceed_the_budget(
            total in 1..1_000_000u64, spent in 0..1_000_000u64, least in 0..5_000u64,
            demands in prop::collection::vec((0..50usize, 0..6u32, 0..100_000u64), 1..40),
        ) {
            let demand = |&(uncovered, idle, most)| Demand { uncovered, idle, most };
            let demands: Vec<Demand> = demands.iter().map(demand).collect();
            let mut budget = TotalBudget::new(total, least);
            budget.spend_up_to(spent.min(total));
            let turns = budget.next_round(&demands);
            let sum: u64 = turns.iter().map(|(_, share)| share).sum();
            prop_assert!(sum <= budget.left());
            let mut functions: Vec<usize> = turns.iter().map(|(index, _)| *index).collect();
            functions.sort_unstable();
            functions.dedup();
            prop_assert_eq!(functions.len(), turns.len(), "one turn each");
            for (index, share) in turns {
                prop_assert!(share > 0 && share <= demands[index].most);
            }
        }

        #[test]
        fn finished_functions_have_no_turn_and_shares_follow_goals(
            spent in 1..500_000u64, idle in 0..6u32, uncovered in prop::collection::vec(0..50usize, 1..40),
        ) {
            let mut budget = TotalBudget::new(1_000_000, 10);
            budget.spend_up_to(spent);
            let demands: Vec<Demand> = uncovered.iter().map(|&uncovered| demand(uncovered, idle)).collect();
            let turns = budget.next_round(&demands);
            let share = |index: usize| turns.iter().find(|turn| turn.0 == index).map_or(0, |turn| turn.1);
            for (one, &left) in uncovered.iter().enumerate() {
                prop_assert!(left > 0 || share(one) == 0, "{one} is done");
                // The remainder of a division goes to some function.
                let is_fair = |(other, &others)| others <= left || share(one) <= share(other) + 1;
                prop_assert!(uncovered.iter().enumerate().all(is_fair), "{turns:?}");
            }
        }

        #[test]
        fn needed_budget_is_spent_in_the_end(
            total in 100..1_000_000u64, uncovered in prop::collection::vec(1..50usize, 1..40),
        ) {
            let demands: Vec<Demand> = uncovered.iter().map(|&uncovered| demand(uncovered, 0)).collect();
            let mut budget = TotalBudget::new(total, 10);
            let mut rounds = 0;
            loop {
                let turns = budget.next_round(&demands);
                if turns.is_empty() {
                    break;
                }
                budget.spend_up_to(budget.spent + turns.iter().map(|(_, share)| share).sum::<u64>());
                rounds += 1;
                prop_assert!(rounds < 20);
            }
            prop_assert!(budget.left() < 10 + demands.len() as u64);
        }
    }
}
