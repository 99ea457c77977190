//! What a method of the standard library decides that gives an option, a result or an ordering: `a.checked_add(b)?`,
//! `if let Some(x) = list.get(i)`, `match a.cmp(&b) { … }`.
//!
//! 1. *The call stays as it was written.* What it is called with is looked at just before, and what is known of that, how far
//!    it is from the other variant, is told to the condition's listener (`callee.rs`), as the condition of a callee would be.
//!    So it reaches the condition through whatever is made of the result: `?`, `is_none()`, `ok_or(…)?`, `let … else`.
//! 2. *Arithmetic* is as far from failing, or from succeeding, as its exact result is from the limit of the type (`arithmetic.rs`).
//!    A conversion is as far as the value is from the other type's limits.
//! 3. *An index* is as far as it is from the length, a range as its ends are; a key as the nearest that is there; the
//!    first and last member of a collection as many steps as it has members (`membership/element.rs`).
//! 4. *A text* that is searched, split or stripped is as far as it is from containing, beginning or ending with the other.
//! 5. *An ordering* is as far from each of the three as the operands of `<`, `==` and `>` are.
//!    `eq`, `lt` and their kin are as far as the operators that they stand for.
//! 6. Types are told apart after monomorphisation, or, of collections, by method look-up on their outer type, which the method
//!    call has fixed. A method of the same name of another type tells nothing.
//! 7. An argument that is a value is looked at on its way to the call, when the receiver is borrowed or gone. Then what
//!    matters of the receiver, a number, a length or a text, is kept meanwhile.

use crate::probe::arithmetic::Integer;
use crate::probe::branch_distance::{between, compared, Operand};
use crate::probe::call::{self, Call, Told};
use crate::probe::comparison::Operator;
use crate::probe::distance_scope;
use crate::probe::membership::{self, Membership};
use crate::probe::notes::Asking;
use crate::probe::ordering::Orders;
use crate::probe::role;
use sbst_search::trace::Relation;
use std::convert::Infallible;
use std::num::TryFromIntError;

/// What a call asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// `checked_add`, `overflowing_add`
    Add,
    /// `checked_sub`
    Subtract,
    /// `checked_mul`
    Multiply,
    /// `checked_div`, `checked_rem`
    Divide,
    /// `checked_neg`
    Negate,
    /// `checked_abs`
    Magnitude,
    /// `checked_shl`, `checked_shr`
    Shift,
    /// `checked_pow`
    Power,
    /// `NonZero::new`
    NonZero,
    /// `char::from_u32`
    Scalar,
    /// `char::from_digit`
    OfDigit,
    /// `to_digit`
    ToDigit,
    /// `find`, `split_once`
    Part,
    /// `strip_prefix`
    Beginning,
    /// `strip_suffix`
    End,
    /// `get(index)`, where the length of what is indexed is kept.
    Element,
    /// `cmp`, `partial_cmp`
    Order,
    /// The same, and the other way round.
    ReversedOrder,
    /// `eq`
    Equal,
    /// `ne`
    NotEqual,
    /// `lt`
    Less,
    /// `le`
    LessOrEqual,
    /// `gt`
    Greater,
    /// `ge`
    GreaterOrEqual,
}

impl Asked {
    /// The operator that a method stands for.
    #[inline]
    fn operator(self) -> Option<Operator> {
        Some(match self {
            Asked::Equal => Operator::Equal,
            Asked::NotEqual => Operator::NotEqual,
            Asked::Less => Operator::Less,
            Asked::LessOrEqual => Operator::LessOrEqual,
            Asked::Greater => Operator::Greater,
            Asked::GreaterOrEqual => Operator::GreaterOrEqual,
            _ => return None,
        })
    }
}

/// Looks at what is called, and what it is called with.
#[inline]
pub fn look<L: ?Sized, R: ?Sized>(call: Call, asked: Asked, receiver: &L, argument: &R) -> Told {
    if role::is_owner() {
        let receiver = Receiver { operand: Operand::of(receiver), integer: Integer::of(receiver) };
        let argument = Receiver { operand: Operand::of(argument), integer: Integer::of(argument) };
        answer(call, asked, receiver, argument);
    }
    Told
}

/// What is known of a receiver or an argument.
#[derive(Clone, Copy)]
struct Receiver<'a> {
    operand: Operand<'a>,
    integer: Option<Integer>,
}

#[inline(never)]
fn answer(call: Call, asked: Asked, receiver: Receiver, argument: Receiver) {
    let (left, right) = (receiver.operand, argument.operand);
    if let Some(operator) = asked.operator() {
        if let Some(holds) = compared(operator, left, right) {
            call.note(operator.into(), left, right, holds);
            call.tell(holds, between(operator, left, right, holds));
        }
        return;
    }
    let asking = Asking::either(call.0);
    let tell = |Membership { to_member, to_stranger }, holds: bool| {
        call.tell(holds, if holds { to_stranger } else { to_member });
    };
    match (asked, left, right) {
        (Asked::Order | Asked::ReversedOrder, ..) => {
            let Some(orders) = Orders::between(left, right) else { return };
            distance_scope::hear_order(if asked == Asked::ReversedOrder {
                orders.reversed()
            } else {
                orders
            });
            for relation in [Relation::Equal, Relation::Less, Relation::Greater] {
                call.note(relation, left, right, orders.holds(relation));
            }
        }
        (Asked::Part, Operand::Text(text), Operand::Text(part)) => {
            tell(membership::part_of_text(text, part, asking), text.contains(part));
        }
        (Asked::Part, Operand::Text(text), Operand::Character(part)) => {
            tell(membership::part_of_text(text, &part, asking), text.contains(part));
        }
        (Asked::Beginning, Operand::Text(text), Operand::Text(part)) => {
            tell(membership::beginning(text, part, asking), text.starts_with(part));
        }
        (Asked::Beginning, Operand::Text(text), Operand::Character(part)) => {
            tell(membership::beginning(text, &part, asking), text.starts_with(part));
        }
        (Asked::Beginning, Operand::Bytes(bytes), Operand::Bytes(part)) => {
            tell(membership::beginning(bytes, part, asking), bytes.starts_with(part));
        }
        (Asked::End, Operand::Text(text), Operand::Text(part)) => {
            tell(membership::end(text, part, asking), text.ends_with(part));
        }
        (Asked::End, Operand::Text(text), Operand::Character(part)) => {
            tell(membership::end(text, &part, asking), text.ends_with(part));
        }
        (Asked::End, Operand::Bytes(bytes), Operand::Bytes(part)) => {
            tell(membership::end(bytes, part, asking), bytes.ends_with(part));
        }
        (Asked::ToDigit, Operand::Character(character), Operand::Narrow(radix @ 2..=36)) => {
            let radix = radix as u32;
            tell(membership::digit_of(&character, &radix, asking), character.is_digit(radix));
        }
        _ => {
            let Some(integer) = receiver.integer else { return };
            if let Some((holds, away)) = integer.asked(asked, argument.integer) {
                if let (Asked::Add | Asked::Subtract | Asked::Multiply | Asked::Power, Some(other)) =
                    (asked, argument.integer)
                {
                    integer.limits_of(asked, other).for_each(|(relation, limit, holds)| {
                        call.note(relation, left, limit, holds);
                    });
                } else if let (Asked::Divide, Some(_)) = (asked, argument.integer) {
                    call.note(Relation::NotEqual, right, Operand::Narrow(0), holds);
                }
                call.tell(holds, away);
            }
        }
    }
}

/// Looks at an argument on its way to the call, beside the receiver that was kept.
#[inline]
pub fn beside<R>(call: Call, asked: Asked, argument: R) -> R {
    if role::is_owner() {
        if let Some(kept) = call::take_kept(call) {
            if let (Asked::Element, Operand::Unsigned(length)) = (asked, kept.snapshot.operand()) {
                membership::tell_index(call, length as usize, None, &argument);
            } else {
                let receiver = Receiver { operand: kept.snapshot.operand(), integer: kept.integer };
                let argument = Receiver { operand: Operand::of(&argument), integer: Integer::of(&argument) };
                answer(call, asked, receiver, argument);
            }
        }
    }
    argument
}

/// What a conversion is given, which was looked at before it was.
#[derive(Clone, Copy)]
pub struct Converted(Option<Integer>);

/// Looks at what is going to be converted into another type.
#[inline]
pub fn converting<L: ?Sized>(value: &L) -> Converted {
    Converted(if role::is_owner() { Integer::of(value) } else { None })
}

/// Tells, by the type of the result, how far a conversion was from succeeding or failing.
#[inline]
pub fn converted<T>(call: Call, Converted(integer): Converted, result: T) -> T {
    if let Some(integer) = integer {
        macro_rules! ask {
            ($($type:ident)*) => { $(
                if typeid::of::<T>() == typeid::of::<Result<$type, TryFromIntError>>()
                    || typeid::of::<T>() == typeid::of::<Result<$type, Infallible>>()
                {
                    into(call, integer, Integer::of(&$type::MAX));
                }
            )* };
        }
        ask!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
        if typeid::of::<T>() == typeid::of::<Result<char, std::char::CharTryFromError>>() {
            if let Some((holds, away)) = integer.asked(Asked::Scalar, None) {
                call.tell(holds, away);
            }
        }
    }
    result
}

#[inline(never)]
fn into(call: Call, integer: Integer, of_type: Option<Integer>) {
    let Some((holds, away)) = of_type.and_then(|of_type| integer.into_type_of(of_type)) else { return };
    call.tell(holds, away);
}
