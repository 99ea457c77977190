//! The adoption of goals: a goal may be covered through any function, not only by calls of its own.
//!
//! # Policy
//! 1. A function may adopt goals of all others in its crate: they are in the same executable.
//! 2. Goals of functions without a search are adopted by all at first: no other function covers
//!    them, and they are free until an execution reaches them. *Public* functions, which other
//!    crates can call, adopt those of private ones, too.
//! 3. After each round, a covered goal has one *holder*. This is its own function if that covered
//!    it, else the first one to adopt and cover it. Otherwise it is the first one with incidental
//!    coverage by kept tests; it adopts the goal, so that its tests continue to cover it. All
//!    others give it up. A goal of a private function goes to public functions first.
//! 4. An uncovered goal stays with, or is adopted by, the [`NEAREST`] functions that reached its
//!    condition, ties in the order of the functions. Others that reached it give it up. So several
//!    functions try it, but not all. Goals of searched functions are included after a first turn of
//!    their function.
//! 5. A goal of a private function goes by rule 4 to public functions if none of them covers it,
//!    even if its own function does. A test through a public function is worth more. Public
//!    functions of plain arguments come before those that need objects, at any distance. A
//!    constructor that parses its text is the entry, not a method of its result.
//! 6. A function's *need* (`total_budget.rs`) counts its own uncovered goals, and the adopted ones
//!    that it reached. Hidden checks, and goals that rule 5 left to it, are *minor*.
//! 7. Goals in closures are [deferred] if their function did not reach them: functions that take
//!    its values adopt them.
//! 8. A function with ready tests adopts no further goals. It covers the goals of these tests.
//!
//! All of it depends on the results of turns in the order of the functions, not of their ends.

mod deferred;

use crate::search::supervisor::{AdoptedGoals, Assignment};
use deferred::Deferred;
use sbst_model::messages::{Along, GoalsOf, SearchSummary, TestOutline};
use sbst_model::{Algorithm, TargetId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The number of functions that try a goal reached by several. The paths to a helper differ, but
/// each further one costs a share of its search.
const NEAREST: usize = 3;

/// A goal: the index of its function, and its own in that.
type Key = (usize, u32);

/// The functions with their knowledge of each other's goals.
#[derive(Debug)]
pub struct Adoption {
    functions: Vec<AdoptingFunction>,
    by_id: BTreeMap<TargetId, usize>,
    /// True if anything is adopted at all.
    is_on: bool,
    /// The holders of covered goals.
    held: BTreeMap<Key, usize>,
    /// Goals that other functions cover.
    elsewhere: BTreeSet<Key>,
}

#[derive(Debug)]
struct AdoptingFunction {
    id: TargetId,
    goals: u32,
    /// The goals of conditions among them; the others are hidden checks.
    of_conditions: u32,
    is_searched: bool,
    is_public: bool,
    /// True if objects are built and changed before it is called.
    has_story: bool,
    /// True if it had a turn.
    is_begun: bool,
    /// True if its tests were made ready.
    is_ready: bool,
    /// Its own goals that its own search covers.
    own: BTreeSet<u32>,
    /// Its adopted goals in the order of their numbers, including given-up ones: first the goals
    /// that all adopt.
    common: Rc<Numbered>,
    adopted: Numbered,
    is_given_up: Vec<bool>,
    /// Goals of others that its kept tests cover.
    covers: BTreeSet<Key>,
    /// The least distance to other goals of others.
    near: BTreeMap<Key, f64>,
    deferred: Deferred,
}

/// A function before its first turn.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    id: &'a TargetId,
    /// Its goals of conditions.
    of_conditions: u32,
    /// All its goals.
    goals: u32,
    is_searched: bool,
    is_public: bool,
    has_story: bool,
}

/// Goals in order.
#[derive(Debug, Default)]
struct Numbered {
    goals: Vec<Key>,
    places: BTreeMap<Key, usize>,
}

impl Numbered {
    fn push(&mut self, key: Key) {
        self.places.insert(key, self.goals.len());
        self.goals.push(key);
    }
}

impl Adoption {
    /// Creates the adoption before the first turn. Functions adopt no goals for classic algorithms,
    /// which try all goals, reached or not.
    pub fn new(assignments: &[Assignment<'_>], is_wanted: bool) -> Adoption {
        let algorithm =
            assignments.first().and_then(|first| first.orders.algorithm.parse::<Algorithm>().ok());
        let functions = assignments.iter().map(|assignment| {
            let description = assignment.description;
            let goals = description.own_goals() as u32;
            Candidate {
                id: &description.id,
                of_conditions: description.goals() as u32,
                goals,
                is_searched: description.not_searched.is_none(),
                is_public: assignment.is_public,
                has_story: description.call.has_story,
            }
        });
        let is_on = is_wanted && !algorithm.is_some_and(Algorithm::is_classic);
        let mut adoption = Adoption::between(functions, is_on);
        for (function, assignment) in adoption.functions.iter_mut().zip(assignments) {
            function.deferred = Deferred::from_description(assignment.description);
        }
        adoption
    }

    /// True if any function has adopted any goal.
    pub fn is_any(&self) -> bool {
        self.functions.iter().any(|function| function.adopted().next().is_some())
    }

    /// Rule 2.
    fn between<'a>(functions: impl Iterator<Item = Candidate<'a>> + Clone, is_on: bool) -> Adoption {
        let crate_of = |id: &TargetId| (id.package.clone(), id.crate_name.clone(), id.binary.clone());
        // For each crate: the goals that its private functions adopt, and its public ones.
        let mut common: BTreeMap<_, [Numbered; 2]> = BTreeMap::new();
        for (index, function) in functions.clone().enumerate() {
            let of_crate = common.entry(crate_of(function.id)).or_default();
            let adopts = [!function.is_searched, !function.is_searched || !function.is_public];
            for (numbered, _) in of_crate.iter_mut().zip(adopts).filter(|(_, adopts)| *adopts && is_on) {
                (0..function.goals).for_each(|goal| numbered.push((index, goal)));
            }
        }
        let common: BTreeMap<_, _> = common.into_iter().map(|(of, goals)| (of, goals.map(Rc::new))).collect();
        let nothing = Rc::new(Numbered::default());
        let function = |candidate: Candidate<'_>| {
            let Candidate { id, of_conditions, goals, is_searched, is_public, has_story } = candidate;
            let of_crate = &common[&crate_of(id)][usize::from(is_public)];
            let common = Rc::clone(if is_searched { of_crate } else { &nothing });
            AdoptingFunction {
                id: id.clone(),
                goals,
                of_conditions,
                is_searched,
                is_public,
                has_story,
                is_begun: false,
                is_ready: false,
                own: BTreeSet::new(),
                is_given_up: vec![false; common.goals.len()],
                common,
                adopted: Numbered::default(),
                covers: BTreeSet::new(),
                near: BTreeMap::new(),
                deferred: Deferred::default(),
            }
        };
        let functions: Vec<AdoptingFunction> = functions.map(function).collect();
        let by_id = functions.iter().enumerate().map(|(index, function)| (function.id.clone(), index));
        Adoption {
            by_id: by_id.collect(),
            functions,
            is_on,
            held: BTreeMap::new(),
            elsewhere: BTreeSet::new(),
        }
    }

    /// Rule 1. A function does not adopt its own goals.
    fn may_adopt(&self, index: usize, (of, _): Key) -> bool {
        let crate_of = |index: usize| {
            let id = &self.functions[index].id;
            (&id.package, &id.crate_name, &id.binary)
        };
        self.is_on && index != of && self.functions[index].is_searched && crate_of(index) == crate_of(of)
    }

    /// Returns the goals of others that a function adopts, and the numbers of the given-up ones.
    pub fn orders(&self, index: usize) -> AdoptedGoals {
        let function = &self.functions[index];
        let mut adopted: Vec<(usize, GoalsOf)> = Vec::new();
        for &(of, goal) in function.adopted() {
            match adopted.last_mut().filter(|(last, _)| *last == of) {
                Some((_, last)) => last.goals.push(goal),
                None => {
                    let target = self.functions[of].id.clone();
                    adopted.push((of, GoalsOf { target, goals: vec![goal] }));
                }
            }
        }
        let given_up = (function.goals..).zip(&function.is_given_up).filter(|(_, is_given_up)| **is_given_up);
        AdoptedGoals {
            goals: adopted.into_iter().map(|(_, goals)| goals).collect(),
            given_up: given_up.map(|(number, _)| number).collect(),
        }
    }

    /// Records a turn's results, and the foreign goals its tests reached.
    pub fn learn(&mut self, index: usize, summary: &SearchSummary, along: &[Along]) {
        let met = along.iter().filter_map(|along| Some((*self.by_id.get(&along.target)?, &along.goals)));
        let met = met.flat_map(|(of, goals)| goals.iter().map(move |&(goal, near)| ((of, goal), near)));
        let met: Vec<(Key, f64)> = met.filter(|(key, _)| self.may_adopt(index, *key)).collect();
        let function = &mut self.functions[index];
        function.is_begun = true;
        function.own = summary.covered.iter().copied().collect();
        function.covers = met.iter().filter(|(_, near)| *near == 0.0).map(|(key, _)| *key).collect();
        let key = |number: &u32| function.adopted().nth((number - function.goals) as usize).copied();
        let covered: Vec<Key> = summary.adopted_covered.iter().filter_map(key).collect();
        let reached = summary.adopted_reached.iter();
        let reached: Vec<(Key, f64)> =
            reached.filter_map(|goal| Some((key(&goal.goal)?, goal.best_distance?))).collect();
        function.covers.extend(covered);
        for (key, near) in met.into_iter().chain(reached).filter(|(_, near)| *near > 0.0) {
            let least = function.near.entry(key).or_insert(near);
            *least = least.min(near);
        }
        self.learn_deferred(index, summary);
    }

    /// Rule 8.
    pub fn ready(&mut self, index: usize, tests: &[TestOutline]) {
        let covered = tests.iter().flat_map(|test| &test.covers);
        let keys = covered.filter_map(|goals| Some((*self.by_id.get(&goals.target)?, &goals.goals)));
        let keys = keys.flat_map(|(of, goals)| goals.iter().map(move |&goal| (of, goal)));
        let covers = keys.filter(|key| self.may_adopt(index, *key)).collect();
        self.functions[index].is_ready = true;
        self.functions[index].covers = covers;
    }

    /// Rules 3, 4 and 5, after a round.
    pub fn share(&mut self) {
        let mut covering: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
        let mut came: BTreeMap<Key, Vec<(f64, usize)>> = BTreeMap::new();
        for (index, function) in self.functions.iter().enumerate() {
            for &key in &function.covers {
                covering.entry(key).or_default().push(index);
            }
            for (&key, &near) in function.near.iter().filter(|_| !function.is_ready) {
                came.entry(key).or_default().push((near, index));
            }
        }
        self.elsewhere = covering.keys().copied().collect();
        let keys = self.functions.iter().enumerate();
        let keys: Vec<Key> =
            keys.flat_map(|(index, function)| (0..function.goals).map(move |goal| (index, goal))).collect();
        for key in keys {
            let of = &self.functions[key.0];
            if of.is_searched && !of.is_begun {
                continue;
            }
            let covering = covering.get(&key).map_or(&[][..], Vec::as_slice);
            let mut came = came.remove(&key).unwrap_or_default();
            let public = |index: &usize| self.functions[*index].is_public;
            let mut at_the_door: Vec<usize> = covering.iter().copied().filter(public).collect();
            at_the_door.sort_by_key(|index| self.functions[*index].has_story);
            let own = of.own.contains(&key.1).then_some(key.0);
            let holder = if of.is_public { None } else { self.holder(key, &at_the_door) };
            match holder.or(own).or_else(|| self.holder(key, covering)) {
                Some(holder) if of.is_public || public(&holder) => self.leave_to(holder, key),
                Some(holder) => {
                    self.leave_to(holder, key);
                    came.retain(|(_, index)| self.functions[*index].is_public);
                    for (near, index) in &mut came {
                        *near += if self.functions[*index].has_story { f64::MAX } else { 0.0 };
                    }
                    self.leave_to_nearest(key, came);
                }
                None => {
                    self.held.remove(&key);
                    self.leave_to_nearest(key, came);
                    self.defer(key);
                }
            }
        }
    }

    /// Returns the holder of a goal: the first covering function that still seeks it or has ready
    /// tests, else the first covering one.
    fn holder(&self, key: Key, covering: &[usize]) -> Option<usize> {
        let keeps = |index: &&usize| self.functions[**index].seeks(key) || self.functions[**index].is_ready;
        covering.iter().find(keeps).or(covering.first()).copied()
    }

    /// Makes a function the holder of a goal, which all others give up.
    fn leave_to(&mut self, holder: usize, key: Key) {
        if self.held.insert(key, holder) == Some(holder) {
            return;
        }
        for (index, function) in self.functions.iter_mut().enumerate() {
            if index != holder {
                function.give_up(key);
            } else if holder != key.0 && !function.is_ready {
                function.adopt(key);
            }
        }
    }

    fn leave_to_nearest(&mut self, key: Key, mut came: Vec<(f64, usize)>) {
        came.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (rank, (_, index)) in came.into_iter().enumerate() {
            match rank < NEAREST {
                true => self.functions[index].adopt(key),
                false => self.functions[index].give_up(key),
            }
        }
    }

    /// Returns the number of minor goals in a function's need: hidden checks, its own and others',
    /// and goals that another function covers.
    pub fn open_minor(&self, index: usize) -> usize {
        let function = &self.functions[index];
        let own = (function.of_conditions..function.goals).filter(|goal| self.is_open(index, *goal));
        let is_minor = |key: &&Key| {
            let of = &self.functions[key.0];
            key.1 >= of.of_conditions || of.own.contains(&key.1) || self.elsewhere.contains(*key)
        };
        own.count() + function.reached().filter(is_minor).count()
    }

    /// Rule 6.
    pub fn open(&self, index: usize) -> usize {
        let function = &self.functions[index];
        let own = (0..function.goals).filter(|goal| self.is_open(index, *goal));
        own.count() + function.reached().count() + function.awaited().count()
    }

    fn is_open(&self, index: usize, goal: u32) -> bool {
        !self.functions[index].own.contains(&goal) && !self.elsewhere.contains(&(index, goal))
    }
}

impl AdoptingFunction {
    /// Returns the reached adopted goals without a covering test.
    fn reached(&self) -> impl Iterator<Item = &Key> {
        self.near.keys().filter(|key| self.seeks(**key) && !self.covers.contains(key))
    }

    fn adopted(&self) -> impl Iterator<Item = &Key> {
        self.common.goals.iter().chain(&self.adopted.goals)
    }

    fn place(&self, key: Key) -> Option<usize> {
        let own = || Some(self.common.goals.len() + self.adopted.places.get(&key)?);
        self.common.places.get(&key).copied().or_else(own)
    }

    /// True if it has adopted a goal and not given it up.
    fn seeks(&self, key: Key) -> bool {
        self.place(key).is_some_and(|place| !self.is_given_up[place])
    }

    fn adopt(&mut self, key: Key) {
        match self.place(key) {
            Some(place) => self.is_given_up[place] = false,
            None => {
                self.adopted.push(key);
                self.is_given_up.push(false);
            }
        }
    }

    fn give_up(&mut self, key: Key) {
        if let Some(place) = self.place(key) {
            self.is_given_up[place] = true;
        }
    }
}

#[cfg(test)]
mod tests;
