//! What an execution came to in all targets of the executable, whether it is sought or not.
//!
//! A test of one function covers goals of all that it calls. That is looked at once for each test that is kept or written,
//! so it may cost a look-up for each condition.

use crate::probe::site::{self, Site};
use crate::registry::TARGETS_0_1_0;
use sbst_model::messages::{Along, GoalsOf};
use sbst_model::{Distance, Goal, TargetId};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Where each site stands: its address, the target and the number of its condition there.
pub(crate) struct Places {
    /// The targets, sorted.
    targets: Vec<TargetId>,
    /// By address: the index of the target, and of the condition in it.
    sites: Vec<(usize, (u32, u32))>,
}

/// The least distances that were met, by index of the target and goal in it.
pub(crate) type Met = BTreeMap<(u32, u32), Distance>;

impl Places {
    /// Those of this executable.
    pub(crate) fn of_executable() -> &'static Places {
        static PLACES: OnceLock<Places> = OnceLock::new();
        PLACES.get_or_init(Places::new)
    }

    /// Expansions of one macro are one target.
    fn new() -> Places {
        let mut targets: Vec<TargetId> = TARGETS_0_1_0.iter().map(|target| target.id()).collect();
        targets.sort_unstable();
        targets.dedup();
        let mut sites = Vec::new();
        for target in TARGETS_0_1_0.iter() {
            let Ok(index) = targets.binary_search(&target.id()) else { continue };
            for (condition, (site, _)) in target.active_conditions().enumerate() {
                sites.push((address(&target.sites[site]), (index as u32, condition as u32)));
            }
        }
        sites.sort_unstable();
        Places { targets, sites }
    }

    /// What the last execution came to.
    pub(crate) fn met(&self) -> Met {
        let mut met = Met::new();
        site::for_each_touched(|site, distances, _| {
            let found = self.sites.binary_search_by_key(&address(site), |(address, _)| *address);
            let Ok(index) = found else { return };
            let (target, condition) = self.sites[index].1;
            for (outcome, distance) in [true, false].into_iter().zip(distances) {
                let goal = Goal { condition, outcome }.index() as u32;
                let least = met.entry((target, goal)).or_insert(distance);
                *least = distance.min(*least);
            }
        });
        met
    }

    /// The goals that were covered.
    pub(crate) fn covered(&self, met: &Met) -> Vec<GoalsOf> {
        let covered = met.iter().filter(|(_, distance)| distance.is_zero());
        let goals_of = |(target, goals)| GoalsOf { target, goals };
        self.by_target(covered.map(|(key, _)| (*key, key.1))).map(goals_of).collect()
    }

    /// The goals of all targets but one to which an execution came, and how near.
    pub(crate) fn along(&self, met: &Met, but_for: &TargetId) -> Vec<Along> {
        let goals = met.iter().filter(|(_, distance)| distance.is_reached());
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
        let mut by_target: BTreeMap<u32, Vec<T>> = BTreeMap::new();
        for ((target, _), goal) in goals {
            by_target.entry(target).or_default().push(goal);
        }
        by_target.into_iter().map(|(target, goals)| (self.targets[target as usize].clone(), goals))
    }
}

fn address(site: &Site) -> usize {
    std::ptr::from_ref(site).addr()
}
