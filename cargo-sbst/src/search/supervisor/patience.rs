//! The time that a search has for one execution.
//!
//! # Policy
//! 1. With a budget of evaluations, the clock decides only on hangs.
//! 2. Within a time, an execution may take a [part](SHARES) of it, or [`TIMES`] the average of the
//!    function's executions, or [`LEAST`], whichever is longest. It is far below the hang timeout
//!    in a short turn, and grows with the turns.
//! 3. A longer one is ended, and filed like a death: it is not executed again, nor are others of
//!    its [magnitude](sbst_model::magnitude). It is no finding.
//! 4. A turn ends by itself. It is cut off when it takes [twice](LATE) its time: the next turn
//!    begins with the events sent until then.

use sbst_model::messages::{Budget, Turn};
use std::time::Duration;

/// An execution may take this part of a turn: a slow one takes little from later ones.
const SHARES: f64 = 16.0;
/// The multiple of the average that an execution may take: values of all sizes are drawn, so normal
/// times differ by an order of magnitude.
const TIMES: f64 = 20.0;
/// Seconds of processor time: a fork and its first page faults take a few milliseconds, and the
/// slowest of ordinary executions less.
const LEAST: f64 = 0.025;
/// The time after which a turn is cut off, relative to its own, and the least in seconds. A worker
/// executes the tests of earlier turns first.
const LATE: f64 = 2.0;
const LEAST_LATE: f64 = 0.1;

/// The time of a search so far, and of its turn.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    pub evaluations: u64,
    pub seconds: f64,
}

/// Returns the time for one execution (rules 1 and 2).
pub fn for_one_execution(budget: Budget, turn: Option<Turn>, spent: Spent) -> Option<Duration> {
    let share = share(budget, turn)?;
    let average = spent.seconds / spent.evaluations.max(1) as f64;
    // The first executions are not representative: a worker starts in this time, too.
    let average = if spent.evaluations < 100 { 0.0 } else { average };
    Some(Duration::from_secs_f64((share / SHARES).max(TIMES * average).max(LEAST)))
}

/// Returns the seconds after which a searching worker is late (rule 4). A search in one go may take
/// as much longer as one execution.
pub fn for_the_turn(budget: Budget, turn: Option<Turn>, one: Duration) -> Option<f64> {
    let share = share(budget, turn)?;
    match turn {
        Some(_) => Some((LATE * share).max(share + LEAST_LATE)),
        None => Some(share + one.as_secs_f64()),
    }
}

/// The seconds of the turn, or of the whole search.
fn share(budget: Budget, turn: Option<Turn>) -> Option<f64> {
    Some((budget.seconds? - turn.map_or(0.0, |turn| turn.search_seconds)).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(search_seconds: f64) -> Turn {
        Turn { number: 3, evaluations: 0, search_seconds }
    }

    fn budget(seconds: f64) -> Budget {
        Budget { evaluations: None, seconds: Some(seconds), stall: None }
    }

    fn one(seconds: f64, before: f64, spent: Spent) -> f64 {
        for_one_execution(budget(seconds), Some(turn(before)), spent).unwrap().as_secs_f64()
    }

    #[test]
    fn execution_limit_is_a_part_of_the_turn_or_some_averages() {
        let quick = Spent { evaluations: 100_000, seconds: 1.0 };
        assert_eq!(one(1.047, 1.0, quick), LEAST);
        assert_eq!(one(9.0, 1.0, quick), 0.5);
        assert_eq!(one(1.047, 1.0, Spent { evaluations: 100, seconds: 1.0 }), 0.2);
        assert_eq!(one(1.047, 1.0, Spent { evaluations: 3, seconds: 1.0 }), LEAST);
        let counted = Budget { evaluations: Some(9), seconds: None, stall: None };
        assert_eq!(for_one_execution(counted, None, quick), None);
    }

    #[test]
    fn a_turn_is_cut_off_after_twice_its_time() {
        let late = |seconds| for_the_turn(budget(seconds), Some(turn(1.0)), Duration::from_secs(9)).unwrap();
        assert!((late(1.5) - 1.0).abs() < 1e-9 && (late(1.05) - 0.15).abs() < 1e-9);
    }
}
