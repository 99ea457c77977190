//! The records of an execution's probes, as distances to the sought goals.

use super::{FunctionProblem, Outcome};
use sbst_core::probe::site::{self, Site, NO_GOAL};
use sbst_model::Distance;
use sbst_search::{Detail, Execution};

impl FunctionProblem {
    /// Writes the sought goals of the records to the execution.
    #[inline]
    pub(super) fn read_back(&self, execution: &mut Execution) {
        match execution.wants_details {
            true => self.read_back_with_details(execution),
            false => self.for_each_reached(&mut execution.reached, |_, _, _, _| {}),
        }
        if self.numbering.has_twins() {
            merge_twins(execution);
        }
    }

    /// Confirms the failure of hidden checks by the place and the kind of the panic. The record of
    /// a probe may be outdated. A check in a macro has another place than its panic; then a panic
    /// confirms the probe. The same applies to checks of one kind at one place, as in `a[i][j]` and
    /// `a + b + c`.
    pub(super) fn confirm(&self, outcome: &Outcome, execution: &mut Execution) {
        let (kind, place) = match outcome {
            Outcome::Fault { kind, place, .. } => (Some(*kind), place.as_ref()),
            Outcome::Panicked(panic) => (None, panic.place.as_ref()),
            Outcome::Returned | Outcome::Rejected => (None, None),
        };
        let mut failed = place.map_or_else(Vec::new, |place| self.numbering.checks_at(place, kind));
        let is_unknown = place.is_some() && failed.is_empty();
        let Execution { reached, details, .. } = execution;
        if failed.len() > 1 {
            let is_seen = |goal: &u32| reached.iter().any(|(other, away)| other == goal && away.is_zero());
            if failed.iter().any(is_seen) {
                failed.retain(is_seen);
            }
        }
        for (goal, distance) in reached.iter_mut().filter(|(goal, _)| self.numbering.is_check(*goal)) {
            if let Some(index) = failed.iter().position(|failed| failed == goal) {
                failed.swap_remove(index);
                *distance = Distance::ZERO;
            } else if distance.is_zero() && !is_unknown {
                *distance = Distance::ONE.beyond(0);
            }
        }
        reached.extend(failed.iter().map(|goal| (*goal, Distance::ZERO)));
        if execution.wants_details {
            details.extend(failed.iter().map(|_| Detail { evaluations: 1, nearest: 0 }));
        }
    }

    /// Takes covered goals back, except those of checks. The test of a fault is written as an
    /// ignored one, so the search continues for another test.
    #[cold]
    pub(super) fn uncover(&self, execution: &mut Execution) {
        let is_taken_back =
            |(goal, distance): &&mut (u32, Distance)| distance.is_zero() && !self.numbering.is_check(*goal);
        for (_, distance) in execution.reached.iter_mut().filter(is_taken_back) {
            *distance = Distance::BEFORE_FAULT;
        }
    }

    /// Reads back with the evaluations that met the distances. Few executions need that, so the
    /// loop is separate.
    #[cold]
    #[inline(never)]
    fn read_back_with_details(&self, execution: &mut Execution) {
        let Execution { reached, details, .. } = execution;
        self.for_each_reached(reached, |goals, site, distances, evaluations| {
            let nearest = goals.into_iter().zip(site.nearest(distances));
            let sought = nearest.filter(|(goal, _)| *goal != NO_GOAL);
            details.extend(sought.map(|(_, nearest)| Detail { evaluations, nearest }));
        });
    }

    #[inline(always)]
    fn for_each_reached(
        &self,
        reached: &mut Vec<(u32, Distance)>,
        mut visit: impl FnMut([u32; 2], &'static Site, [Distance; 2], u64),
    ) {
        site::for_each_touched(|site, [to_true, to_false], count| {
            let goals = site.sought();
            if goals[0] != NO_GOAL && goals[1] != NO_GOAL {
                reached.extend_from_slice(&[(goals[0], to_true), (goals[1], to_false)]);
                visit(goals, site, [to_true, to_false], count);
            } else if goals[0] != goals[1] {
                push_sought(reached, goals, [to_true, to_false]);
                visit(goals, site, [to_true, to_false], count);
            }
        });
    }
}

/// Adds a condition with one sought outcome. These are rare, and must not slow down the others.
#[cold]
#[inline(never)]
fn push_sought(reached: &mut Vec<(u32, Distance)>, goals: [u32; 2], distances: [Distance; 2]) {
    reached.extend(goals.into_iter().zip(distances).filter(|(goal, _)| *goal != NO_GOAL));
}

/// Merges goals reached by several expansions of a macro: the nearest distance counts, and all
/// evaluations do.
fn merge_twins(execution: &mut Execution) {
    let Execution { reached, details, .. } = execution;
    let mut kept = 0;
    for index in 0..reached.len() {
        let (goal, distance) = reached[index];
        match reached[..kept].iter().position(|(other, _)| *other == goal) {
            Some(twin) => {
                let is_nearer = distance < reached[twin].1;
                reached[twin].1 = reached[twin].1.min(distance);
                if let Some(&Detail { evaluations, nearest }) = details.get(index) {
                    details[twin].evaluations += evaluations;
                    details[twin].nearest = if is_nearer { nearest } else { details[twin].nearest };
                }
            }
            None => {
                reached[kept] = reached[index];
                if let Some(&detail) = details.get(index) {
                    details[kept] = detail;
                }
                kept += 1;
            }
        }
    }
    reached.truncate(kept);
    details.truncate(kept);
}
