//! How much of its own budget each function gets at a time, where there is no total budget and functions take on goals of others.
//!
//! 1. In the first lap every function gets a quarter of its own budget. That covers most of what it will ever cover, and it
//!    is known who comes to which goals of others.
//! 2. In the second lap those with open goals get the rest. In between, goals that somebody has covered are given up by all
//!    others, and what nobody has covered stays with few ([`adoption`](super::adoption)). So no helper is searched for by all
//!    its callers with all that they have, and nobody uses more than it would alone.
//!
//! What one function gets does not depend on when another one is done, so with a budget in evaluations the number of jobs
//! changes nothing.

use super::rounds::Claim;

/// The first lap is this part of a function's budget (rule 1).
const FIRST: u64 = 4;

/// Which lap it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Laps(u32);

impl Laps {
    /// The turns of the next lap: who, in this order, and how much. None if there is no other.
    pub fn next_lap(&mut self, claims: &[Claim]) -> Vec<(usize, u64)> {
        self.0 += 1;
        let share = |claim: &Claim| match self.0 {
            1 => claim.most.div_ceil(FIRST),
            2 if claim.uncovered > 0 => claim.most,
            _ => 0,
        };
        claims.iter().map(share).enumerate().filter(|(_, share)| *share > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_get_a_quarter_and_who_needs_more_the_rest() {
        let claim = |uncovered, most| Claim { uncovered, idle: 0, most };
        let mut laps = Laps::default();
        assert_eq!(laps.next_lap(&[claim(0, 8_000), claim(2, 8_000)]), [(0, 2_000), (1, 2_000)]);
        let rest = [claim(0, 6_000), claim(1, 6_000), claim(3, 0)];
        assert_eq!(laps.next_lap(&rest), [(1, 6_000)]);
        assert_eq!(laps.next_lap(&rest), []);
    }
}
