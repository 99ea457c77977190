//! One object in two arguments: borrowed twice as `&`, or owned by two clones of an `Rc` or an
//! `Arc`. This is the only way to panics of a `RefCell`, results of `ptr_eq`, and cycles.
//!
//! # Policy
//! 1. An argument `&T` of the target, for an object `T`, may be the same as any earlier argument
//!    `&T`.
//! 2. An argument that takes an `Rc` or an `Arc` may be a clone of any earlier one of the same type
//!    and bounds.
//! 3. An argument `&T` of any statement may be the same as the last one borrowed as `&T` by an
//!    earlier statement. (A tree of values could not name one of several when operators change it.)
//!    Otherwise it has its own value.
//! 4. A borrowed object is complete: all of its own steps come before, so it stays the same between
//!    two loans.
//! 5. Objects behind `&mut` are not shared, and plain values are not borrowed twice: functions of
//!    plain values do not distinguish equal ones. Equal values occur because drawing and mutation
//!    copy values within a test.

use super::Callable;
use crate::sorted::SortedMap;
use crate::value::object_types::{is_lent, is_lent_object, numbers, pointers, Entry, Mode, Takes};
use crate::value::shapes::{ParameterShape, Shapes};
use sbst_model::shape::{Argument, Pointer, Same};
use sbst_model::Shape;
use std::any::TypeId;

/// Returns the shapes of the target's arguments, with these parameters and values. Shareable
/// arguments have the shape of an argument.
pub fn arguments(parameters: &Shapes, values: &[&'static Shape]) -> Vec<&'static Shape> {
    let parameters = &parameters.parameters;
    let argument = |(index, (this, &value)): (usize, (&ParameterShape, &&'static Shape))| {
        let same = |earlier: usize| {
            let pointer = sharing((this, value), (&parameters[earlier], values[earlier]))?;
            Some(Same { argument: earlier, pointer })
        };
        let same: Vec<Same> = (0..index).filter_map(same).collect();
        let argument = match this.refer {
            Some(own) if is_lent_before(this, value) => Argument::lent_again(own, same),
            Some(own) if !same.is_empty() => Argument::new(own, same),
            _ => return value,
        };
        &*Box::leak(Box::new(Shape::Argument(argument)))
    };
    parameters.iter().zip(values).enumerate().map(argument).collect()
}

/// Returns whether one argument may be the same as another, and the statements for it if they are
/// taken by value (rules 1 to 3).
fn sharing(
    (this, value): (&ParameterShape, &'static Shape),
    (other, other_value): (&ParameterShape, &'static Shape),
) -> Option<Option<Pointer>> {
    let (takes, other_takes) = (this.takes.as_ref()?, other.takes.as_ref()?);
    let key = |takes: &Takes| (takes.kind.key)();
    if takes.mode != other_takes.mode || key(takes) != key(other_takes) {
        return None;
    }
    match takes.mode {
        Mode::Mutable => None,
        Mode::Shared => (is_lent_object(value) && is_lent_object(other_value)).then_some(None),
        Mode::Value => {
            let pointers = this.pointers.filter(|_| std::ptr::eq(value, other_value))?;
            Some(Some(pointers::numbers(pointers, value)))
        }
    }
}

/// True if statements before the last one may have borrowed this argument (rule 3).
fn is_lent_before(this: &ParameterShape, value: &'static Shape) -> bool {
    let Some(Takes { kind, mode: Mode::Shared }) = this.takes else { return false };
    is_lent((kind.key)()) && is_lent_object(value)
}

/// Notes the types that steps and origins take by `&`.
pub fn note_lent(types: &mut SortedMap<TypeId, Entry>, callables: &[Callable]) {
    let origins = |entry: &Entry| {
        let statements = entry.origins.iter().chain(&entry.variants);
        let callables = statements.map(|&number| numbers::callable(number) as usize - 1);
        callables.map(|index| (index, None)).collect::<Vec<_>>()
    };
    let steps = |entry: &Entry| {
        let steps = entry.steps.iter().map(|step| (step.callable as usize - 1, Some(step.receiver)));
        steps.collect::<Vec<_>>()
    };
    let calls: Vec<(usize, Option<usize>)> =
        types.entries().iter().flat_map(|(_, entry)| [origins(entry), steps(entry)].concat()).collect();
    for (callable, receiver) in calls {
        let parameters = callables[callable].shapes.parameters.iter().enumerate();
        let taken = parameters.filter(|(index, _)| Some(*index) != receiver);
        for takes in taken.filter_map(|(_, parameter)| parameter.takes.as_ref()) {
            if takes.mode == Mode::Shared {
                if let Some(entry) = types.get_mut(&(takes.kind.key)()) {
                    entry.is_lent = true;
                }
            }
        }
    }
}
