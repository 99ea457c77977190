//! The probes that follow values: each reads a value or a place, and passes it on.

use super::computations::{Computation, Given};
use super::contents::Seen;
use super::follower::Follower;
use super::number::{self, Number};
use super::shadow::Known;
use super::{is_following, operations, with, Concrete, Origin};
use crate::probe::site::Site;
use sbst_model::Arithmetic;
use std::ptr;

/// Returns the address of a place's content, or of a number behind a reference.
#[inline]
pub fn address<T: ?Sized>(place: &T) -> usize {
    if !is_following() {
        return 0;
    }
    Number::find(place).map_or_else(|| ptr::from_ref(place).addr(), |(_, address)| address)
}

/// Pushes the shadow of a loaded value, and returns the value.
#[inline]
pub fn read<T>(address: usize, (value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value) {
            with(|follower| follower.read(address, number, false));
        }
    }
    value
}

/// Evaluates a variable's value read at an address, and returns it.
#[inline]
pub fn read_variable<T>(address: usize, (value,): (T,)) -> T {
    if is_following() {
        if let Some((number, found)) = Number::find(&value) {
            with(|follower| follower.read(address, number, found == ptr::from_ref(&value).addr()));
        }
    }
    value
}

/// Evaluates the result of a call that may have no symbolic result, and returns it.
#[inline]
pub fn evaluated<T>(called: &'static str, (value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value) {
            with(|follower| {
                let known = follower.take_result(number);
                if known.term.is_none() {
                    follower.reason = Some(Concrete::from_callee(called));
                }
                follower.evaluated(known);
            });
        }
    }
    value
}

/// Records that the result of a call, possibly without a symbolic one, was written to a place.
#[inline]
pub fn written_result<T: ?Sized>(called: &'static str, place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let known = follower.take_result(number);
                if known.term.is_none() {
                    follower.returned.insert(address, called);
                }
                follower.shadow.write(address, known);
            });
        }
    }
}

/// Records the entry into a function with these sites, and whether it is closed.
#[inline]
pub fn entered(sites: &'static [Site], is_closed: bool) {
    if is_following() {
        with(|follower| {
            let entry = &mut follower.entry;
            let is_target = entry.sites.as_ptr() == sites.as_ptr();
            entry.is_open = !entry.was_open && is_target;
            entry.was_open |= entry.is_open;
            follower.followed.is_closed |= is_target && is_closed;
        });
    }
}

/// Records the variable that an operation changes: the next operand.
#[inline]
pub fn changed<T: ?Sized>(variable: &T) {
    if is_following() {
        let own = Number::find(variable).filter(|(_, address)| *address == ptr::from_ref(variable).addr());
        with(|follower| follower.changed = own.map(|(_, address)| address));
    }
}

/// Records a parameter, by its index.
#[inline]
pub fn parameter<T: ?Sized>(place: &T, index: usize) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let Follower { shadow, followed, entry, .. } = follower;
                let slot = entry.slots.get(index).copied().flatten().filter(|_| entry.is_open);
                match slot {
                    Some(slot) => shadow.bind_parameter(address, slot, number, &mut followed.pool),
                    None => follower.bind(number, address, ptr::from_ref(place).addr() == address),
                }
            });
        }
    }
}

/// Evaluates a constant, and returns it.
#[inline]
pub fn followed_constant<T>((value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value) {
            with(|follower| follower.evaluated(Known::constant(number)));
        }
    }
    value
}

/// Evaluates a cast of the operand to `Target`, and returns the operand.
#[inline]
pub fn cast_operand<Target: 'static, T>((operand,): (T,)) -> T {
    if is_following() {
        if let (Some((number, _)), Some(target)) = (Number::find(&operand), number::Type::new::<Target>()) {
            with(|follower| {
                let known = follower.take_evaluated(number);
                let result = operations::cast(known, target, &mut follower.followed.pool);
                follower.compute(result);
            });
        }
    }
    operand
}

/// Evaluates the complement of the operand, and returns the operand.
#[inline]
pub fn complemented_operand<T>((operand,): (T,)) -> (T,) {
    if is_following() {
        if let Some((number, _)) = Number::find(&operand) {
            with(|follower| {
                let known = follower.take_evaluated(number);
                let result = operations::complement(known, &mut follower.followed.pool);
                follower.compute(result);
            });
        }
    }
    (operand,)
}

/// Records that the last evaluated value was written to a place.
#[inline]
pub fn written<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let known = follower.take_evaluated(number);
                follower.forget_evaluated();
                follower.shadow.write(address, known);
            });
        }
    }
}

/// Records that a constant was written to a place.
#[inline]
pub fn written_constant<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| follower.shadow.write(address, Known::constant(number)));
        }
    }
}

/// Copies the shadow of one place to another.
#[inline]
pub fn copied<T: ?Sized>(place: &T, from: usize) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let from = (from != 0).then_some(from);
                let known = follower.shadow.resolve(from, number, &mut follower.followed.pool);
                follower.shadow.write(address, known);
            });
        }
    }
}

/// Records that a pattern bound a variable, or a call a parameter.
#[inline]
pub fn bound<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| follower.bind(number, address, ptr::from_ref(place).addr() == address));
        }
    }
}

/// Records the origins of the next comparison's operands.
#[inline]
pub fn compared(left: Origin, right: Origin) {
    if is_following() {
        with(|follower| follower.origins = Some([left, right]));
    }
}

/// Returns a number and, behind a reference, its address.
fn referred<T: ?Sized>(value: &T) -> Option<(Number, Option<usize>)> {
    let (number, address) = Number::find(value)?;
    Some((number, (ptr::from_ref(value).addr() != address).then_some(address)))
}

/// Evaluates an operation with a literal on the right.
pub(crate) fn operate_with_literal<L>(operator: Arithmetic, left: &L, value: u128, negative: bool) {
    if let (true, Some((number, address))) = (is_following(), referred(left)) {
        with(|follower| {
            let left = follower.operand(number, address);
            let value = if negative { value.wrapping_neg() } else { value };
            follower.operate(operator, left, Known::constant(number.with(value)));
        });
    }
}

/// Evaluates an operation with a place on the right.
pub(crate) fn operate_with_place<L, R: ?Sized>(operator: Arithmetic, left: &L, right: &R) {
    if let (true, Some((number, address)), Some((other, place))) =
        (is_following(), referred(left), Number::find(right))
    {
        with(|follower| {
            let left = follower.operand(number, address);
            let right = follower.shadow.resolve(Some(place), other, &mut follower.followed.pool).guessed();
            follower.operate(operator, left, right);
        });
    }
}

/// Lets the left operand wait for the right one, under the address of their check.
pub(crate) fn wait<L>(check: usize, left: &L) {
    if let (true, Some((number, address))) = (is_following(), referred(left)) {
        with(|follower| {
            let known = follower.operand(number, address);
            follower.wait(check, known);
        });
    }
}

/// Evaluates the operation with the waiting left operand.
pub(crate) fn operate_with_waiting<R>(check: usize, operator: Arithmetic, right: &R) {
    if let (true, Some((number, address))) = (is_following(), referred(right)) {
        with(|follower| {
            let Some(left) = follower.take_waiting(check) else { return };
            let right = follower.operand(number, address);
            follower.operate(operator, left, right);
        });
    }
}

/// Evaluates a negation.
pub(crate) fn negate<T>(operand: &T) {
    if let (true, Some((number, address))) = (is_following(), referred(operand)) {
        with(|follower| {
            let operand = follower.operand(number, address);
            follower.operate(Arithmetic::Subtract, Known::constant(number.with(0)), operand);
        });
    }
}

/// Lets an operand wait for a computation, and returns it.
#[inline]
pub fn operand<T>((value,): (T,)) -> T {
    if is_following() {
        match (referred(&value), number::bytes(&value)) {
            (None, Some(bytes)) => with(|follower| {
                let joined = follower.join(bytes);
                follower.wait_for_computation(joined);
            }),
            (Some((number, address)), _) => with(|follower| {
                let known = follower.operand(number, address);
                follower.wait_for_computation(Some(known));
            }),
            (None, None) => {
                let seen = Seen::new(&value);
                with(|follower| follower.let_seen_wait(seen));
            }
        }
    }
    value
}

/// Lets the content of a place wait for a computation.
#[inline]
pub fn place_operand<T: ?Sized>(place: &T, is_variable: bool) {
    if is_following() {
        let Some((number, address)) = Number::find(place) else {
            let seen = Seen::new(place);
            return with(|follower| follower.let_seen_wait(seen));
        };
        with(|follower| {
            let known = follower.resolve(Some(address), number);
            let is_own = is_variable && ptr::from_ref(place).addr() == address;
            follower.wait_for_computation(Some(if is_own { known } else { known.guessed() }));
        });
    }
}

/// Lets an unknown operand wait for a computation.
#[inline]
pub fn no_operand() {
    if is_following() {
        with(|follower| follower.wait_for_computation(None));
    }
}

/// Evaluates a computation with waiting operands, and returns its value.
#[inline]
pub fn computed<T>(computation: Computation, (): (), value: T) -> T {
    if is_following() {
        let given = Given::new(&value);
        with(|follower| follower.finish(computation, given));
    }
    value
}

/// Records the boolean that the condition at a site decides on, or its negation, and returns it.
#[inline]
pub fn decided_on<T>(site: &'static Site, negated: bool, (value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value).filter(|(number, _)| number.is_boolean()) {
            with(|follower| follower.decide_on(site, number, negated));
        }
    }
    value
}

/// Assumes that an index stays the same: the places of other elements are unknown.
pub(crate) fn index<I>(index: &I) {
    if let (true, Some((number, address))) = (is_following(), referred(index)) {
        with(|follower| {
            let known = follower.operand(number, address);
            if let Some(term) = known.term {
                let pool = &mut follower.followed.pool;
                let value = pool.constant(number.value, number.ty.bits);
                let stays = pool.eq(term, value);
                follower.assume(stays, false);
            }
        });
    }
}
