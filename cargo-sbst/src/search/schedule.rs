//! Searches many targets with a number of threads. Results come in the order of the targets, whatever the number.
//!
//! Without a total budget, each target is searched in one go, or, if targets take on goals of others, in two [`laps`]. With one,
//! it is shared by need, in [`rounds`].

mod adoption;
mod laps;
mod rounds;
mod shared;

use crate::search::supervisor::{self, Assignment, Searched};
use crate::ui::interrupt;
use crate::ui::progress::Progress;
use adoption::Adoption;
use sbst_model::messages::Budget;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// How a target's turn went.
#[derive(Clone, Debug)]
pub enum Turn {
    /// It was searched.
    Searched(Box<Searched>),
    /// It was left out, for this reason.
    LeftOut(String),
}

/// Why a function was not searched that was never begun.
pub const TOO_LATE: &str = "the total budget was spent before its turn came";

/// What was not used of a total budget, in what it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Left {
    /// Evaluations.
    pub evaluations: Option<u64>,
    /// Seconds.
    pub seconds: Option<f64>,
}

/// Searches all of `assignments`, `jobs` at a time, within `total` if given and taking on goals of one another if `adopts`, and hands each result to `receive` with
/// its index, in order.
pub fn search_all(
    assignments: &[Assignment<'_>],
    jobs: usize,
    total: Option<Budget>,
    adopts: bool,
    progress: &Progress,
    mut receive: impl FnMut(usize, Turn) -> anyhow::Result<()>,
) -> anyhow::Result<Left> {
    let adoption = Adoption::new(assignments, adopts);
    match total {
        None if !adoption.is_any() => {
            let turns: Vec<usize> = (0..assignments.len()).collect();
            let turn = |&index: &usize| Ok((index, take_turn(&assignments[index], progress)?));
            let mut in_order = InOrder::default();
            in_parallel(&turns, jobs, turn, |(index, turn)| in_order.take(index, turn, &mut receive))?;
            Ok(Left::default())
        }
        total => shared::search_all(assignments, jobs, total, adoption, progress, receive),
    }
}

fn take_turn(assignment: &Assignment<'_>, progress: &Progress) -> anyhow::Result<Turn> {
    let name = &assignment.name;
    if let Some(reason) = reason_to_leave_out(assignment) {
        progress.end(name);
        return Ok(Turn::LeftOut(reason));
    }
    progress.begin(name);
    let searched =
        supervisor::search(assignment, |evaluations, covered| progress.update(name, evaluations, covered));
    progress.end(name);
    Ok(Turn::Searched(Box::new(searched?)))
}

fn reason_to_leave_out(assignment: &Assignment<'_>) -> Option<String> {
    match &assignment.description.not_searched {
        Some(reason) => Some(reason.clone()),
        None if interrupt::requested() => Some("interrupted before its turn came".to_owned()),
        None => None,
    }
}

/// Does all of `work` in threads, `jobs` at a time; this one receives what they bring. Ends at the first error.
fn in_parallel<W: Sync, T: Send>(
    work: &[W],
    jobs: usize,
    act: impl Fn(&W) -> anyhow::Result<T> + Sync,
    mut receive: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let give_up = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(work.len()) {
            let sender = sender.clone();
            let (next, give_up, act) = (&next, &give_up, &act);
            scope.spawn(move || {
                while let Some(work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if give_up.load(Ordering::Relaxed) || sender.send(act(work)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let received = receiver.into_iter().try_for_each(|brought| receive(brought?));
        give_up.store(received.is_err(), Ordering::Relaxed);
        received
    })
}

/// Hands on what comes in any order in the order of the indices.
struct InOrder<T> {
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder { waiting: BTreeMap::new(), next: 0 }
    }
}

impl<T> InOrder<T> {
    /// Takes one; hands on those whose turn it is.
    fn take(
        &mut self,
        index: usize,
        item: T,
        receive: &mut impl FnMut(usize, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.waiting.insert(index, item);
        while let Some(item) = self.waiting.remove(&self.next) {
            receive(self.next, item)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Whether it has not come yet.
    fn is_missing(&self, index: usize) -> bool {
        index >= self.next && !self.waiting.contains_key(&index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_received_in_order() {
        let mut in_order = InOrder::default();
        let mut received = Vec::new();
        for index in [2, 0, 3, 1] {
            assert!(in_order.is_missing(index));
            let mut receive = |index, item| {
                received.push((index, item));
                Ok(())
            };
            in_order.take(index, index * 10, &mut receive).unwrap();
            assert!(!in_order.is_missing(index));
        }
        assert_eq!(received, [(0, 0), (1, 10), (2, 20), (3, 30)]);
    }

    #[test]
    fn an_error_ends_the_work() {
        let work: Vec<u32> = (0..1_000).collect();
        let mut done = 0;
        let act = |number: &u32| if *number == 3 { anyhow::bail!("three") } else { Ok(*number) };
        let ended = in_parallel(&work, 1, act, |_| {
            done += 1;
            Ok(())
        });
        assert_eq!((ended.unwrap_err().to_string().as_str(), done), ("three", 3));
    }
}
