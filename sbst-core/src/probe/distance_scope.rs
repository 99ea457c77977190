//! Distances of callees: a boolean, an option or a result of instrumented code gets the distance of
//! the deciding condition in that code, instead of 0 or 1.
//!
//! Li and Fraser, "Bytecode Testability Transformation", SSBSE 2011, let the value of a flag carry
//! the distance of the condition that decided it. Here the value stays as it is, and its condition
//! reads the conditions evaluated meanwhile:
//! 1. If the expression of a condition contains a call, the probe *enters a scope* before the
//!    expression and exits it after. The scope notes each condition that the owner evaluates: its
//!    address, its outcome, and the distance to the other outcome. Scopes nest: a condition of a
//!    callee with its own scope is noted as one evaluation.
//! 2. The *deciding condition* is the last evaluated one. If it had the other outcome before, as in
//!    `all(…)` that fails late, its last evaluation decided. Otherwise any evaluation could have,
//!    as in a search without success, and the nearest one counts.
//! 3. *Progress* comes before distance: a result that passed more conditions is nearer, at any
//!    distance of the next one. Passed conditions are those evaluated, plus the other outcomes of
//!    the deciding one.
//! 4. So the distance is between 0 and 1. With p passed conditions and a normalised distance d, it
//!    is 1/(p + 2) + d·(1/(p + 1) − 1/(p + 2)). It is a heuristic, as some conditions have no
//!    influence on the result; the condition's own value is exact.
//! 5. The owner has another role while a scope is open, so that other evaluations have no costs. A
//!    scope with [`MOST_EVALUATIONS`] evaluations, from a long loop, gives up, and the role with
//!    it.
//! 6. The distance of a variable's value is *carried* beside the variable (`let found = f(x); … if
//!    found`), and used where a condition decides on the variable.
//! 7. The distance between a returned number and a literal is the gap, and the carried distance
//!    orders equal gaps. So no value with a special meaning, as −1 for "not found", is nearer than
//!    another. The value passed by `?` may be the result of the enclosing function, so the outer
//!    scope notes its distance, too.
//! 8. An early exit between the two halves (a `?`, a panic) leaves its scope open. It is closed at
//!    the next exit of an outer scope, or at the end of the execution.

use crate::probe::ordering::Orders;
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use sbst_model::Distance;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::ptr;

/// The most evaluations in a scope: enough to check texts character by character.
const MOST_EVALUATIONS: u32 = 1_000;
/// The most conditions that a scope distinguishes: more than most functions have.
const MOST_CONDITIONS: usize = 16;

thread_local! {
    static SCOPES: RefCell<Scopes> = const {
        RefCell::new(Scopes { open: 0, all: Vec::new(), carried: Distance::ONE, carried_ordering: None })
    };
}

struct Scopes {
    /// The number of open scopes; the others are kept for their memory.
    open: usize,
    all: Vec<Scope>,
    /// The distance and the ordering of the scope that exited last for a pattern.
    carried: Distance,
    carried_ordering: Option<Orders>,
}

#[derive(Default)]
struct Scope {
    evaluated: u32,
    conditions: Vec<Evaluations>,
    /// The last evaluated condition, its outcome, and the distance to the other one.
    last: Option<(usize, bool, Distance)>,
    /// The order of the first two unequal operands.
    order: Option<Orders>,
}

struct Evaluations {
    address: usize,
    /// The number of false and of true outcomes.
    counts: [u32; 2],
    /// The least distance to true and to false.
    nearest: [Distance; 2],
}

impl Scope {
    /// Notes an evaluation. Returns false if the scope gives up.
    fn note_evaluation(&mut self, address: usize, holds: bool, other: Distance) -> bool {
        self.evaluated += 1;
        let known = self.conditions.iter().rposition(|evaluated| evaluated.address == address);
        let index = known.unwrap_or_else(|| {
            let nothing = Evaluations { address, counts: [0; 2], nearest: [Distance::FARTHEST; 2] };
            match self.conditions.len() {
                MOST_CONDITIONS => self.conditions[MOST_CONDITIONS - 1] = nothing,
                _ => self.conditions.push(nothing),
            }
            self.conditions.len() - 1
        });
        let evaluated = &mut self.conditions[index];
        evaluated.counts[usize::from(holds)] += 1;
        evaluated.nearest[usize::from(holds)] = evaluated.nearest[usize::from(holds)].min(other);
        self.last = Some((index, holds, other));
        self.evaluated < MOST_EVALUATIONS
    }

    /// Returns the distance by rules 2 to 4.
    fn distance(&self) -> Distance {
        let Some((index, holds, last)) = self.last.filter(|_| self.evaluated < MOST_EVALUATIONS) else {
            return Distance::ONE;
        };
        let evaluated = &self.conditions[index];
        let (deciding, passes) = match evaluated.counts[usize::from(!holds)] {
            0 => (evaluated.nearest[usize::from(holds)], 0),
            passes => (last, passes),
        };
        let passed = f64::from(passes) + (self.conditions.len() - 1) as f64;
        let (least, most) = (1.0 / (passed + 2.0), 1.0 / (passed + 1.0));
        let below_one = deciding.beyond(0);
        Distance::from_magnitude(least + below_one.magnitude() * (most - least), below_one.tie())
    }

    fn begin(&mut self) {
        self.evaluated = 0;
        self.conditions.clear();
        self.last = None;
        self.order = None;
    }
}

/// An entered scope.
#[derive(Clone, Copy, Debug)]
pub struct DistanceScope(Handle);

#[derive(Clone, Copy, Debug)]
enum Handle {
    /// No scope is open.
    None,
    /// The scope with this number is open.
    Open(usize),
    /// The distance was carried beside a variable.
    Carried(CarriedDistance),
}

/// The distance of a variable's value.
#[derive(Clone, Copy, Debug)]
pub struct CarriedDistance {
    distance: Distance,
    order: Option<Orders>,
}

/// Exits the scope around the value of a variable.
#[inline]
pub fn carry_distance(scope: DistanceScope) -> CarriedDistance {
    let (distance, order) = exit_with_ordering(scope);
    CarriedDistance { distance, order }
}

/// Returns a scope with the distance that a variable carries.
#[inline(always)]
pub fn reenter_scope(kept: CarriedDistance) -> DistanceScope {
    DistanceScope(Handle::Carried(kept))
}

#[inline]
pub fn enter_scope() -> DistanceScope {
    match role::is_owner() {
        true => SCOPES.with(|scopes| {
            let Ok(mut scopes) = scopes.try_borrow_mut() else { return DistanceScope(Handle::None) };
            let number = scopes.open;
            scopes.open += 1;
            if scopes.all.len() == number {
                scopes.all.push(Scope::default());
            }
            scopes.all[number].begin();
            if role::current() == Role::Owner {
                role::set(Role::ScopedOwner);
            }
            DistanceScope(Handle::Open(number))
        }),
        false => DistanceScope(Handle::None),
    }
}

/// Exits a scope, with inner open scopes, and returns its distance.
#[inline]
pub(crate) fn exit(scope: DistanceScope) -> Distance {
    exit_with_ordering(scope).0
}

#[inline]
pub(crate) fn exit_with_ordering(DistanceScope(handle): DistanceScope) -> (Distance, Option<Orders>) {
    let nothing = (Distance::ONE, None);
    let number = match handle {
        Handle::None => return nothing,
        Handle::Open(number) => number,
        Handle::Carried(CarriedDistance { distance, order }) => return (distance, order),
    };
    SCOPES.with(|scopes| {
        let Ok(mut scopes) = scopes.try_borrow_mut() else { return nothing };
        let Some(scope) = scopes.all.get(number) else { return nothing };
        let carried = (scope.distance(), scope.order);
        scopes.open = number;
        restore_role(&scopes);
        carried
    })
}

/// Sets the owner's role for the innermost scope.
fn restore_role(scopes: &Scopes) {
    let has_scope = scopes.open > 0 && scopes.all[scopes.open - 1].evaluated < MOST_EVALUATIONS;
    match role::current() {
        Role::Owner if has_scope => role::set(Role::ScopedOwner),
        Role::ScopedOwner if !has_scope => role::set(Role::Owner),
        _ => {}
    }
}

/// Notes a condition that the owner evaluated, in the innermost scope.
pub(crate) fn note_evaluation(site: &'static Site, holds: bool, other: Distance) {
    note_evaluation_at(ptr::from_ref(site).addr(), holds, other);
}

pub(crate) fn note_evaluation_at(address: usize, holds: bool, other: Distance) {
    SCOPES.with(|scopes| {
        let Ok(mut scopes) = scopes.try_borrow_mut() else { return };
        let Some(innermost) = scopes.open.checked_sub(1) else { return };
        if !scopes.all[innermost].note_evaluation(address, holds, other) {
            restore_role(&scopes);
        }
    });
}

/// Notes the order of two compared operands in the innermost scope, if all earlier ones were equal.
pub(crate) fn note_ordering(orders: Orders) {
    SCOPES.with(|scopes| {
        let Ok(mut scopes) = scopes.try_borrow_mut() else { return };
        let Some(innermost) = scopes.open.checked_sub(1) else { return };
        let order = &mut scopes.all[innermost].order;
        if order.is_none_or(|before| before.order == Some(Ordering::Equal)) {
            *order = Some(orders);
        }
    });
}

/// Closes all scopes at the end of an execution.
#[inline]
pub fn forget() {
    SCOPES.with_borrow_mut(|scopes| {
        scopes.open = 0;
        restore_role(scopes);
    });
}

/// Exits the scope around a value that is matched with a pattern, see `carried_distance`.
#[inline(always)]
pub fn exit_for_pattern<T>(scope: DistanceScope, value: T) -> T {
    let (distance, order) = exit_with_ordering(scope);
    SCOPES.with(|scopes| {
        if let Ok(mut scopes) = scopes.try_borrow_mut() {
            scopes.carried = distance;
            scopes.carried_ordering = order;
        }
    });
    value
}

/// Returns the carried distance of the value that is being matched: below one step, or one.
pub(crate) fn carried_distance() -> Distance {
    SCOPES.with(|scopes| scopes.try_borrow().map_or(Distance::ONE, |scopes| scopes.carried))
}

/// Returns the distance of the ordering that is being matched to those of a set.
pub(crate) fn carried_distance_to_ordering(set: u8) -> Option<Distance> {
    let order = SCOPES.with(|scopes| scopes.try_borrow().ok()?.carried_ordering);
    order.and_then(|order| order.to_one_of(set))
}

/// Exits the scope around the operand of `?`, and returns the last evaluation, too.
#[inline]
pub(crate) fn exit_tried(scope: DistanceScope) -> (Distance, Option<(usize, bool, Distance)>) {
    let last = match scope.0 {
        Handle::Open(number) => SCOPES.with(|scopes| {
            let scopes = scopes.try_borrow().ok()?;
            let scope = scopes.all.get(number)?;
            scope.last.map(|(index, holds, distance)| (scope.conditions[index].address, holds, distance))
        }),
        Handle::None | Handle::Carried(_) => None,
    };
    (exit(scope), last)
}

/// Notes the last evaluation of a value that goes on, in the scope further out (rule 7).
#[inline]
pub(crate) fn propagate(last: Option<(usize, bool, Distance)>) {
    if let Some((address, holds, distance)) = last {
        if role::current() != Role::Owner {
            note_evaluation_at(address, holds, distance);
        }
    }
}

/// Notes the answer of a closure for the condition at `site`, with its distances to true and to
/// false.
#[inline(always)]
pub(crate) fn note_answer(site: &'static Site, distance: [Distance; 2], holds: bool) {
    if role::current() != Role::Owner && role::is_owner() {
        note_evaluation(site, holds, distance[usize::from(holds)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(evaluations: &[(usize, bool, u128)]) -> Distance {
        let mut scope = Scope::default();
        for &(address, holds, other) in evaluations {
            assert!(scope.note_evaluation(address, holds, Distance::from_steps(other)));
        }
        scope.distance()
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(
            distances.iter().all(|distance| !distance.is_zero() && *distance < Distance::ONE),
            "{distances:?}"
        );
    }

    #[test]
    fn passed_conditions_count_before_the_distance_of_the_next() {
        come_nearer(&[
            after(&[(1, false, 1 << 90)]),
            after(&[(1, false, (1 << 90) - 1)]),
            after(&[(1, false, 8)]),
            after(&[(1, true, 1), (2, false, 90)]),
            after(&[(1, true, 1), (2, false, 3)]),
        ]);
    }

    #[test]
    fn late_failures_are_nearer_than_early_ones() {
        come_nearer(&[
            after(&[(1, false, 5)]),
            after(&[(1, true, 5), (1, false, 50)]),
            after(&[(1, true, 5), (1, false, 2)]),
            after(&[(1, true, 5), (1, true, 5), (1, false, 70)]),
        ]);
    }

    #[test]
    fn a_failed_search_is_as_far_as_the_nearest_element() {
        let found_nothing = after(&[(1, false, 5), (1, false, 2), (1, false, 80)]);
        assert_eq!(found_nothing, after(&[(1, false, 2)]));
    }

    #[test]
    fn empty_and_saturated_scopes_have_distance_one() {
        assert_eq!(Scope::default().distance(), Distance::ONE);
        let mut scope = Scope::default();
        let evaluated = (1..=MOST_EVALUATIONS)
            .filter(|_| scope.note_evaluation(1, false, Distance::from_steps(2)))
            .count();
        assert_eq!((evaluated, scope.distance()), (MOST_EVALUATIONS as usize - 1, Distance::ONE));
    }
}
