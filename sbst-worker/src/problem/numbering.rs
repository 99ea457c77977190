//! The goals of a search, and their numbers.
//!
//! 1. First come the target's own goals, as the command numbers them, then *adopted* ones: goals of
//!    other targets, which the search may reach through calls. Own goals of hidden checks follow
//!    those of conditions; they have no dependences.
//! 2. Each site stores the goals of its outcomes, so that reading back needs no look-up. Sites
//!    without goals are not read.
//! 3. Dependences between goals of one target come from its own table. The conditions before the
//!    call of an adopted target are unknown: its roots are roots here.
//! 4. A goal without sought parents depends on their dependences: if all of those are covered, it
//!    is a root.
//! 5. All expansions of a function in a macro are one target. An adopted target has the goals of
//!    all its expansions, under the numbers of the first. The target's own goals are those of the
//!    expansion that is called.

use sbst_core::mutant::trial::Mutant;
use sbst_core::probe::site::Site;
use sbst_core::registry::dependences;
use sbst_core::registry::panic_places::{self, Spot};
use sbst_core::registry::{Target, TARGETS_0_1_0};
use sbst_core::sorted::{sort, SortedMap};
use sbst_model::messages::{FindingKind, GoalsOf};
use sbst_model::target::Place;
use sbst_model::{Goal, TargetId};
use sbst_search::Dependences;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The numbering used by the sites now.
static IN_FORCE: AtomicU64 = AtomicU64::new(0);

pub(crate) struct Numbering {
    /// A number that distinguishes it from others in this process.
    number: u64,
    own_goals: usize,
    goals: usize,
    /// The sites whose outcomes are sought: true, false.
    sought: Vec<(&'static Site, [Option<u32>; 2])>,
    /// The adopted goals, in the order of their numbers.
    adopted: Rc<[(TargetId, u32)]>,
    /// The numbers of given-up goals.
    given_up: Rc<[u32]>,
    /// The target's own infeasible goals: they are not sought.
    infeasible: Vec<u32>,
    dependences: Dependences,
    has_twins: bool,
    /// The sought hidden checks: goal and place.
    checks: Vec<(u32, Spot)>,
    /// The sought mutants, by goal.
    mutants: Vec<(u32, Mutant)>,
}

/// The number of each sought goal of a target.
type Numbers = Vec<Option<u32>>;

impl Numbering {
    /// Numbers the goals of `target` and the adopted ones, without the `given_up` numbers. A goal
    /// whose target is not in this executable has a number, too, and is never reached.
    pub(crate) fn new(target: &'static Target, adopted: &[GoalsOf], given_up: &[u32]) -> Numbering {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let own_goals = 2 * target.active_conditions().count() + panic_places::count(target);
        let mut numbering = Numbering {
            number: LAST.fetch_add(1, Relaxed) + 1,
            own_goals,
            goals: own_goals,
            sought: Vec::new(),
            adopted: adopted
                .iter()
                .flat_map(|of| of.goals.iter().map(|&goal| (of.target.clone(), goal)))
                .collect(),
            given_up: given_up.into(),
            infeasible: Vec::new(),
            dependences: Dependences::default(),
            has_twins: false,
            checks: Vec::new(),
            mutants: Vec::new(),
        };
        let infeasible = infeasible(target);
        let own: Numbers =
            (0..own_goals as u32).map(|goal| (!infeasible.contains(&goal)).then_some(goal)).collect();
        let mut pairs = between(target, &own);
        numbering.seek(target, &own);
        if !adopted.is_empty() {
            pairs.extend(numbering.adopt(adopted, &given_up.iter().copied().collect()));
        }
        numbering.infeasible = infeasible;
        sort(&mut numbering.checks, |a, b| a.0.cmp(&b.0));
        sort(&mut numbering.mutants, |a, b| a.0.cmp(&b.0));
        numbering.dependences = Dependences::new(numbering.goals, pairs);
        numbering
    }

    /// Numbers the adopted goals, and returns the dependences between them.
    fn adopt(&mut self, adopted: &[GoalsOf], given_up: &HashSet<u32>) -> Vec<(u32, u32)> {
        let mut order: Vec<&TargetId> = Vec::new();
        let mut numbers: HashMap<&TargetId, Numbers> = HashMap::new();
        for GoalsOf { target, goals } in adopted {
            let of_target = numbers.entry(target).or_insert_with(|| {
                order.push(target);
                Numbers::new()
            });
            for &goal in goals {
                let number = self.goals as u32;
                self.goals += 1;
                if !given_up.contains(&number) {
                    of_target.resize(of_target.len().max(goal as usize + 1), None);
                    of_target[goal as usize] = Some(number);
                }
            }
        }
        let mut pairs = Vec::new();
        for id in order {
            let expansions = Target::expansions(id);
            let Some(&first) = expansions.first() else { continue };
            pairs.extend(between(first, &numbers[id]));
            let alike: Vec<_> = expansions.iter().filter(|other| are_alike(first, other)).collect();
            alike.iter().for_each(|target| self.seek(target, &numbers[id]));
            self.has_twins |= alike.len() > 1;
        }
        pairs
    }

    fn seek(&mut self, target: &'static Target, numbers: &[Option<u32>]) {
        for (condition, (site, _)) in target.active_conditions().enumerate() {
            let number = |outcome| {
                let goal = Goal { condition: condition as u32, outcome };
                numbers.get(goal.index()).copied().flatten()
            };
            let goals = [true, false].map(number);
            if goals != [None, None] {
                self.sought.push((&target.sites[site], goals));
            }
        }
        let behind = 2 * target.active_conditions().count();
        let number = |at: usize| numbers.get(behind + at).copied().flatten();
        for (at, site, spot) in panic_places::sites_and_spots(target) {
            if let Some(goal) = number(at) {
                self.sought.push((site, [Some(goal), None]));
                self.checks.push((goal, spot));
            }
        }
        let mutants = panic_places::mutants(target);
        self.mutants.extend(mutants.filter_map(|(at, mutant)| Some((number(at)?, mutant))));
    }

    /// Returns the target's own goals of hidden checks.
    pub(crate) fn hidden_goals(&self) -> std::ops::Range<u32> {
        let own_goals = self.own_goals as u32;
        let checks = self.checks.partition_point(|(goal, _)| *goal < own_goals) as u32;
        let mutants = self.mutants.partition_point(|(goal, _)| *goal < own_goals) as u32;
        own_goals - checks - mutants..own_goals
    }

    /// Returns the sought mutants, in the order of their goals.
    pub(crate) fn mutants(&self) -> &[(u32, Mutant)] {
        &self.mutants
    }

    /// True if hidden checks are sought.
    #[inline]
    pub(crate) fn has_checks(&self) -> bool {
        !self.checks.is_empty()
    }

    /// Returns the checks at a place with a kind of fault; all checks there if none has it.
    pub(crate) fn checks_at(&self, place: &Place, kind: Option<FindingKind>) -> Vec<u32> {
        let there: Vec<&(u32, Spot)> = self.checks.iter().filter(|(_, spot)| spot.is(place)).collect();
        let is_of_kind = |spot: &Spot| Some(spot.kind()) == kind;
        let any = there.iter().any(|(_, spot)| is_of_kind(spot));
        let found = there.into_iter().filter(|(_, spot)| !any || is_of_kind(spot));
        let mut found: Vec<u32> = found.map(|(goal, _)| *goal).collect();
        // Expansions of a macro share their goals.
        found.dedup();
        found
    }

    /// True if a goal is the failure of a hidden check.
    pub(crate) fn is_check(&self, goal: u32) -> bool {
        // They are in the order of their goals: own ones, then adopted ones.
        self.checks.binary_search_by_key(&goal, |(check, _)| *check).is_ok()
    }

    pub(crate) fn goals(&self) -> usize {
        self.goals
    }

    pub(crate) fn infeasible(&self) -> &[u32] {
        &self.infeasible
    }

    pub(crate) fn own_goals(&self) -> usize {
        self.own_goals
    }

    /// Returns the number of a goal of `own`, this target, or of another target if it is adopted
    /// and sought.
    pub(crate) fn numbers(&self, own: TargetId) -> impl Fn(&TargetId, Goal) -> Option<u32> {
        let (own_goals, adopted) = (self.own_goals, Rc::clone(&self.adopted));
        let given_up = Rc::clone(&self.given_up);
        move |target, goal| {
            if *target == own {
                return Some(goal.index() as u32);
            }
            let is_meant =
                |(id, adopted): &(TargetId, u32)| id == target && *adopted as usize == goal.index();
            let number = adopted.iter().position(is_meant).map(|index| (own_goals + index) as u32);
            number.filter(|number| !given_up.contains(number))
        }
    }

    /// Returns the adopted goals with these numbers, by target.
    pub(crate) fn adopted(&self, numbers: &[u32]) -> Vec<GoalsOf> {
        let adopted = numbers.iter().filter_map(|&number| {
            self.adopted.get((number as usize).checked_sub(self.own_goals)?).map(|(id, goal)| (id, *goal))
        });
        let mut by_target: SortedMap<&TargetId, Vec<u32>> = SortedMap::new();
        for (id, goal) in adopted {
            by_target.get_or_insert_with(id, Vec::new).push(goal);
        }
        let goals_of = |(target, goals): (&TargetId, Vec<u32>)| GoalsOf { target: target.clone(), goals };
        by_target.into_entries().into_iter().map(goals_of).collect()
    }

    pub(crate) fn dependences(&self) -> &Dependences {
        &self.dependences
    }

    /// True if a goal has several sites.
    #[inline]
    pub(crate) fn has_twins(&self) -> bool {
        self.has_twins
    }

    /// Writes these numbers to the sites. Called before each execution, because a process may have
    /// several problems.
    #[inline]
    pub(crate) fn come_into_force(&self) {
        if IN_FORCE.load(Relaxed) != self.number {
            self.number_sites();
        }
    }

    #[cold]
    fn number_sites(&self) {
        for target in TARGETS_0_1_0.iter() {
            let checks = panic_places::sites_and_spots(target).map(|(_, site, _)| site);
            target.sites.iter().chain(checks).for_each(|site| site.seek([None, None]));
        }
        for (site, goals) in &self.sought {
            site.seek(*goals);
        }
        IN_FORCE.store(self.number, Relaxed);
    }
}

/// Returns the infeasible goals of `target`.
fn infeasible(target: &Target) -> Vec<u32> {
    let goals = target.active_conditions().flat_map(|(_, condition)| condition.infeasible);
    (0u32..).zip(goals).filter(|(_, reason)| !reason.is_empty()).map(|(goal, _)| goal).collect()
}

/// True if two expansions have the same conditions.
fn are_alike(one: &Target, other: &Target) -> bool {
    let places = |target: &Target| {
        let conditions = target.active_conditions();
        conditions
            .map(|(_, condition)| (condition.kind, condition.line, condition.column))
            .collect::<Vec<_>>()
    };
    std::ptr::eq(one, other) || places(one) == places(other)
}

/// Returns the dependences between the numbered goals of `target` (rules 3 and 4).
fn between(target: &Target, numbers: &[Option<u32>]) -> Vec<(u32, u32)> {
    let all = Dependences::new(2 * target.active_conditions().count(), dependences::between_goals(target));
    let number = |goal: u32| numbers.get(goal as usize).copied().flatten();
    let mut pairs = Vec::new();
    for (goal, named) in (0u32..).zip(numbers) {
        let Some(named) = named else { continue };
        let (mut seen, mut next, mut found) = (vec![goal], 0, Vec::new());
        let mut is_root = false;
        while let (Some(&through), false) = (seen.get(next), is_root) {
            next += 1;
            is_root = all.is_root(through);
            for &parent in all.parents(through) {
                match number(parent) {
                    Some(parent) => found.push((*named, parent)),
                    None if !seen.contains(&parent) => seen.push(parent),
                    None => {}
                }
            }
        }
        if !is_root {
            pairs.extend(found);
        }
    }
    pairs
}
