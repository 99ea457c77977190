//! Calls of standard methods that return an option, a result or an ordering: `a.checked_add(b)?`,
//! `if let Some(x) = list.get(i)`, `match a.cmp(&b) { … }`.
//!
//! 1. *The call stays as written.* The probe inspects its operands just before. The distance scope
//!    of the condition (`distance_scope.rs`) notes the distance to the other variant, like that of
//!    a condition in a callee. So it reaches the condition through any use of the result: `?`,
//!    `is_none()`, `ok_or(…)?`, `let … else`.
//! 2. *Arithmetic* has the distance of its exact result to the limit of the type (`integers.rs`),
//!    to failing or to succeeding. A conversion has the distance of the value to the other type's
//!    limits.
//! 3. *An index* has its distance to the length, a range that of its ends. A key has the distance
//!    to the nearest existing one. The first and last member of a collection have as many steps as
//!    it has members (`membership/element.rs`).
//! 4. *A text* that is searched, split or stripped has the distance to containing, beginning or
//!    ending with the other.
//! 5. *An ordering* has the distances of `<`, `==` and `>` for its operands. `eq`, `lt` and the
//!    like have those of their operators.
//! 6. Types are known after monomorphisation, or, for collections, by method look-up on their outer
//!    type, fixed by the method call. A method of the same name on another type has no distance.
//! 7. An argument that is a value is inspected on its way to the call, when the receiver is
//!    borrowed or moved. So the receiver's number, length or text is kept until then.

mod integers;

use crate::probe::arithmetic::Integer;
use crate::probe::branch_distance::{between, known};
use crate::probe::call::{self, Call, Inspected};
use crate::probe::distance_scope;
use crate::probe::membership::{self, Membership};
use crate::probe::notes::Predicate;
use crate::probe::operand::{compared, Operand, Operator};
use crate::probe::ordering::Orders;
use crate::probe::role;
use crate::probe::typed::with_integer_types;
use sbst_model::StdCall;
use std::convert::Infallible;
use std::num::TryFromIntError;

/// Inspects the receiver and the argument of a call.
#[inline]
pub fn inspect<L: ?Sized, R: ?Sized>(call: Call, std_call: StdCall, receiver: &L, argument: &R) -> Inspected {
    if role::is_owner() {
        let left = Receiver { operand: operand(std_call, &receiver), integer: Integer::from_value(receiver) };
        let right =
            Receiver { operand: operand(std_call, &argument), integer: Integer::from_value(argument) };
        answer(call, std_call, left, right);
    }
    Inspected
}

/// Returns an operand. Where texts are stripped, paths count as texts.
#[inline]
fn operand<'a, V: ?Sized>(std_call: StdCall, value: &'a &'a V) -> Operand<'a> {
    match (Operand::from_value(*value), std_call) {
        (Operand::Other, StdCall::Beginning | StdCall::End) => known::whole(value),
        (operand, _) => operand,
    }
}

#[derive(Clone, Copy)]
struct Receiver<'a> {
    operand: Operand<'a>,
    integer: Option<Integer>,
}

#[inline(never)]
fn answer(call: Call, std_call: StdCall, receiver: Receiver, argument: Receiver) {
    let (left, right) = (receiver.operand, argument.operand);
    if let StdCall::Compare(operator) = std_call {
        if let Some(holds) = compared(operator, left, right) {
            call.trace(operator.into(), left, right, holds);
            call.note_outcome(holds, between(operator, left, right, holds));
        }
        return;
    }
    let predicate = Predicate::either(call.0);
    let tell = |Membership { to_member, to_stranger }, holds: bool| {
        call.note_outcome(holds, if holds { to_stranger } else { to_member });
    };
    match (std_call, left, right) {
        (StdCall::Order | StdCall::ReversedOrder, ..) => {
            let Some(orders) = Orders::between(left, right) else { return };
            distance_scope::note_ordering(if std_call == StdCall::ReversedOrder {
                orders.reversed()
            } else {
                orders
            });
            for operator in [Operator::Equal, Operator::Less, Operator::Greater] {
                call.trace(operator.into(), left, right, orders.holds(operator));
            }
        }
        (StdCall::Part, Operand::Text(text), Operand::Text(part)) => {
            tell(membership::part_of_text(text, part, predicate), text.contains(part));
        }
        (StdCall::Part, Operand::Text(text), Operand::Character(part)) => {
            tell(membership::part_of_text(text, &part, predicate), text.contains(part));
        }
        (StdCall::Beginning, Operand::Text(text), Operand::Text(part)) => {
            tell(membership::beginning(text, part, predicate), text.starts_with(part));
        }
        (StdCall::Beginning, Operand::Text(text), Operand::Character(part)) => {
            tell(membership::beginning(text, &part, predicate), text.starts_with(part));
        }
        (StdCall::Beginning, Operand::Bytes(bytes), Operand::Bytes(part)) => {
            tell(membership::beginning(bytes, part, predicate), bytes.starts_with(part));
        }
        (StdCall::End, Operand::Text(text), Operand::Text(part)) => {
            tell(membership::end(text, part, predicate), text.ends_with(part));
        }
        (StdCall::End, Operand::Text(text), Operand::Character(part)) => {
            tell(membership::end(text, &part, predicate), text.ends_with(part));
        }
        (StdCall::End, Operand::Bytes(bytes), Operand::Bytes(part)) => {
            tell(membership::end(bytes, part, predicate), bytes.ends_with(part));
        }
        (StdCall::ToDigit, Operand::Character(character), Operand::Narrow(radix @ 2..=36)) => {
            let radix = radix as u32;
            tell(membership::measure_digit(&character, &radix, predicate), character.is_digit(radix));
        }
        _ => {
            let Some(integer) = receiver.integer else { return };
            if let Some((holds, distance)) = integers::outcome(std_call, integer, argument.integer) {
                match (std_call, argument.integer) {
                    (StdCall::Calculate(operator), Some(_)) if operator.divides() => {
                        call.trace(Operator::NotEqual.into(), right, Operand::Narrow(0), holds);
                    }
                    (_, Some(other)) => {
                        for (operator, limit, holds) in integers::find_limits(integer, std_call, other) {
                            call.trace(operator.into(), left, limit, holds);
                        }
                    }
                    _ => {}
                }
                call.note_outcome(holds, distance);
            }
        }
    }
}

/// Inspects an argument on its way to the call, with the kept receiver, and returns it.
#[inline]
pub fn inspect_argument<R>(call: Call, std_call: StdCall, argument: R) -> R {
    if role::is_owner() {
        if let Some(kept) = call::take_kept(call) {
            if let (StdCall::Element, Operand::Unsigned(length)) = (std_call, kept.snapshot.operand()) {
                membership::inspect_index(call, length as usize, None, &argument);
            } else {
                let receiver = Receiver { operand: kept.snapshot.operand(), integer: kept.integer };
                let argument = Receiver {
                    operand: Operand::from_value(&argument),
                    integer: Integer::from_value(&argument),
                };
                answer(call, std_call, receiver, argument);
            }
        }
    }
    argument
}

/// The operand of a conversion, inspected before it.
#[derive(Clone, Copy)]
pub struct Converted(Option<Integer>);

/// Inspects an operand before its conversion.
#[inline]
pub fn inspect_conversion<L: ?Sized>(value: &L) -> Converted {
    Converted(if role::is_owner() { Integer::from_value(value) } else { None })
}

/// Reports the distance of a conversion to its other outcome, by the type of the result, and
/// returns the result.
#[inline]
pub fn inspect_converted<T>(call: Call, Converted(integer): Converted, result: T) -> T {
    if let Some(integer) = integer {
        macro_rules! ask {
            ($($type:ident)*) => { $(
                if typeid::of::<T>() == typeid::of::<Result<$type, TryFromIntError>>()
                    || typeid::of::<T>() == typeid::of::<Result<$type, Infallible>>()
                {
                    into(call, integer, Integer::from_value(&$type::MAX));
                }
            )* };
        }
        with_integer_types!(ask);
        if typeid::of::<T>() == typeid::of::<Result<char, std::char::CharTryFromError>>() {
            if let Some((holds, distance)) = integers::outcome(StdCall::Scalar, integer, None) {
                call.note_outcome(holds, distance);
            }
        }
    }
    result
}

#[inline(never)]
fn into(call: Call, integer: Integer, of_type: Option<Integer>) {
    let Some((holds, distance)) = of_type.and_then(|of_type| integers::conversion(integer, of_type)) else {
        return;
    };
    call.note_outcome(holds, distance);
}
