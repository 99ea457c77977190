//! Incidental coverage: the goals that an execution reached in all targets of the executable,
//! sought or not.
//!
//! A test of one function covers goals of all functions that it calls. They are read once for each
//! kept or written test, so a look-up for each condition is acceptable.

use crate::probe::site::{self, Site};
use crate::registry::TARGETS_0_1_0;
use crate::sorted::{sort, SortedMap};
use sbst_model::messages::{Along, Boundaries, GoalsOf};
use sbst_model::{Distance, Goal, TargetId};
use std::sync::OnceLock;

/// The sites of all targets, by address, with the target and the index of the condition.
pub struct Places {
    /// Sorted.
    targets: Vec<TargetId>,
    /// By address: the index of the target, and of the condition in it.
    sites: Vec<(usize, (u32, u32))>,
}

/// The least distances, by the index of a target and of a goal in it.
#[derive(Default)]
pub struct Met(Vec<((u32, u32), Distance)>);

impl Met {
    fn new(mut distances: Vec<((u32, u32), Distance)>) -> Met {
        sort(&mut distances, Ord::cmp);
        distances.dedup_by_key(|(goal, _)| *goal);
        Met(distances)
    }

    /// Returns the least distances of both.
    pub fn merge(mut self, other: Met) -> Met {
        self.0.extend(other.0);
        Met::new(self.0)
    }

    /// Returns the distances of an execution that ended in a fault: it does not cover goals.
    pub fn before_fault(mut self) -> Met {
        self.0.iter_mut().filter(|(_, distance)| distance.is_zero()).for_each(|(_, distance)| {
            *distance = Distance::BEFORE_FAULT;
        });
        self
    }

    /// Keeps the covered goals; if `before` is given, only goals in it.
    pub fn covered_as_in(mut self, before: Option<&Met>) -> Met {
        let is_in = |met: &Met, goal| met.0.binary_search_by_key(&goal, |(goal, _)| *goal).is_ok();
        self.0.retain(|(goal, distance)| {
            distance.is_zero() && before.is_none_or(|before| is_in(before, *goal))
        });
        self
    }
}

impl Places {
    /// Returns the places of this executable.
    pub fn from_executable() -> &'static Places {
        static PLACES: OnceLock<Places> = OnceLock::new();
        PLACES.get_or_init(Places::new)
    }

    /// Expansions of one macro are one target.
    fn new() -> Places {
        let mut targets: Vec<TargetId> = TARGETS_0_1_0.iter().map(|target| target.id()).collect();
        sort(&mut targets, Ord::cmp);
        targets.dedup();
        let mut sites = Vec::new();
        for target in TARGETS_0_1_0.iter() {
            let Ok(index) = targets.binary_search(&target.id()) else { continue };
            for (condition, (site, _)) in target.active_conditions().enumerate() {
                sites.push((address(&target.sites[site]), (index as u32, condition as u32)));
            }
        }
        sort(&mut sites, Ord::cmp);
        Places { targets, sites }
    }

    /// Returns the least distances of the last execution.
    pub fn met(&self) -> Met {
        let mut met = Vec::new();
        site::for_each_touched(|site, distances, _| {
            let found = self.sites.binary_search_by_key(&address(site), |(address, _)| *address);
            let Ok(index) = found else { return };
            let (target, condition) = self.sites[index].1;
            for (outcome, distance) in [true, false].into_iter().zip(distances) {
                let goal = Goal { condition, outcome }.index() as u32;
                met.push(((target, goal), distance));
            }
        });
        Met::new(met)
    }

    /// Returns the goals with these distances to boundaries, and the goals at their boundary.
    pub fn boundaries(&self, distances: &[(&'static Site, [Option<Distance>; 2])]) -> Boundaries {
        let mut found = Vec::new();
        for (site, distances) in distances {
            let place = self.sites.binary_search_by_key(&address(site), |(address, _)| *address);
            let Ok(index) = place else { continue };
            let (target, condition) = self.sites[index].1;
            for (outcome, distance) in [true, false].into_iter().zip(distances) {
                let goal = Goal { condition, outcome }.index() as u32;
                found.extend(distance.map(|distance| ((target, goal), distance)));
            }
        }
        let known = Met::new(found);
        let met = self.covered(&known);
        let goals_of = |(target, goals)| GoalsOf { target, goals };
        let known = self.by_target(known.0.iter().map(|(key, _)| (*key, key.1))).map(goals_of).collect();
        Boundaries { known, met }
    }

    /// Returns the covered goals.
    pub fn covered(&self, met: &Met) -> Vec<GoalsOf> {
        let covered = met.0.iter().filter(|(_, distance)| distance.is_zero());
        let goals_of = |(target, goals)| GoalsOf { target, goals };
        self.by_target(covered.map(|(key, _)| (*key, key.1))).map(goals_of).collect()
    }

    /// Returns the goals of all other targets that an execution reached, with the distances.
    pub fn along(&self, met: &Met, but_for: &TargetId) -> Vec<Along> {
        let goals = met.0.iter().filter(|(_, distance)| distance.is_reached());
        let near = |distance: &Distance| distance.magnitude().min(f64::MAX);
        let nearest = |distance: &Distance| {
            if distance.is_zero() {
                0.0
            } else {
                near(distance).max(f64::MIN_POSITIVE)
            }
        };
        self.by_target(goals.map(|(key, distance)| (*key, (key.1, nearest(distance)))))
            .filter(|(target, _)| target != but_for)
            .map(|(target, goals)| Along { target, goals })
            .collect()
    }

    fn by_target<'p, T: 'p>(
        &'p self,
        goals: impl Iterator<Item = ((u32, u32), T)>,
    ) -> impl Iterator<Item = (TargetId, Vec<T>)> + 'p {
        let mut by_target: SortedMap<u32, Vec<T>> = SortedMap::new();
        for ((target, _), goal) in goals {
            by_target.get_or_insert_with(target, Vec::new).push(goal);
        }
        by_target
            .into_entries()
            .into_iter()
            .map(|(target, goals)| (self.targets[target as usize].clone(), goals))
    }
}

fn address(site: &Site) -> usize {
    std::ptr::from_ref(site).addr()
}
