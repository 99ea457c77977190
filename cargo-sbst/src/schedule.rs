//! Searches many targets with a number of threads. Results come in the order of the targets, whatever the number.

use crate::supervisor::{self, Assignment, Searched};
use crate::{interrupt, progress::Progress};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How a target's turn went.
#[derive(Clone, Debug)]
pub enum Turn {
    /// It was searched.
    Searched(Box<Searched>),
    /// It was left out, for this reason.
    LeftOut(String),
}

/// Searches all of `assignments`, `jobs` at a time, within `total` if given, and hands each result to `receive` with
/// its index, in order.
pub fn search_all(
    assignments: &[Assignment<'_>],
    jobs: usize,
    total: Option<Duration>,
    progress: &Progress,
    mut receive: impl FnMut(usize, Turn) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let clock = Clock { start: Instant::now(), total };
    let next = AtomicUsize::new(0);
    let give_up = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(assignments.len()) {
            let sender = sender.clone();
            let (next, give_up, clock) = (&next, &give_up, &clock);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= assignments.len() || give_up.load(Ordering::Relaxed) {
                        break;
                    }
                    let remaining = assignments.len() - index;
                    let turn = take_turn(&assignments[index], clock.share(remaining, jobs), progress);
                    if sender.send((index, turn)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let received = in_order(receiver, |index, turn| receive(index, turn?));
        give_up.store(received.is_err(), Ordering::Relaxed);
        received
    })
}

fn take_turn(
    assignment: &Assignment<'_>,
    share: Option<Duration>,
    progress: &Progress,
) -> anyhow::Result<Turn> {
    let name = &assignment.name;
    if let Some(reason) = reason_to_leave_out(assignment, share) {
        progress.end(name);
        return Ok(Turn::LeftOut(reason));
    }
    let mut assignment = assignment.clone();
    if let Some(share) = share {
        let seconds = share.as_secs_f64();
        let budget = &mut assignment.orders.budget;
        budget.seconds = Some(budget.seconds.map_or(seconds, |own| own.min(seconds)));
    }
    progress.begin(name);
    let searched =
        supervisor::search(&assignment, |evaluations, covered| progress.update(name, evaluations, covered));
    progress.end(name);
    Ok(Turn::Searched(Box::new(searched?)))
}

fn reason_to_leave_out(assignment: &Assignment<'_>, share: Option<Duration>) -> Option<String> {
    let late = || share.is_some_and(|share| share.is_zero());
    match &assignment.description.not_searched {
        Some(reason) => Some(reason.clone()),
        None if interrupt::requested() => Some("interrupted before its turn came".to_owned()),
        None if late() => Some("the total budget was spent before its turn came".to_owned()),
        None => None,
    }
}

/// The time for all targets together.
struct Clock {
    start: Instant,
    total: Option<Duration>,
}

impl Clock {
    /// A fair share of the time that is left, for one of the `remaining` targets.
    fn share(&self, remaining: usize, jobs: usize) -> Option<Duration> {
        let left = self.total?.saturating_sub(self.start.elapsed());
        let rounds = remaining.div_ceil(jobs).max(1);
        Some(left / u32::try_from(rounds).unwrap_or(u32::MAX))
    }
}

/// Hands what comes in any order to `receive` in the order of the indices; ends at the first error.
fn in_order<T>(
    receiver: mpsc::Receiver<(usize, T)>,
    mut receive: impl FnMut(usize, T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, item) in receiver {
        waiting.insert(index, item);
        while let Some(item) = waiting.remove(&next) {
            receive(next, item)?;
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_received_in_order() {
        let (sender, receiver) = mpsc::channel();
        for index in [2, 0, 3, 1] {
            sender.send((index, index * 10)).unwrap();
        }
        drop(sender);
        let mut received = Vec::new();
        in_order(receiver, |index, item| {
            received.push((index, item));
            Ok(())
        })
        .unwrap();
        assert_eq!(received, [(0, 0), (1, 10), (2, 20), (3, 30)]);
    }

    #[test]
    fn the_time_that_is_left_is_divided_among_the_rounds_that_are_left() {
        let clock = Clock { start: Instant::now(), total: Some(Duration::from_secs(100)) };
        let share = clock.share(5, 2).unwrap().as_secs_f64();
        assert!((33.0..=33.4).contains(&share), "{share}");
        let late = Clock { total: Some(Duration::ZERO), ..clock };
        assert_eq!(late.share(5, 2), Some(Duration::ZERO));
    }
}
