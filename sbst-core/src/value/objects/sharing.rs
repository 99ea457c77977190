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

use super::kind::{keep_clone, keep_value};
use super::{elements, Callable, Entry, Mode, Takes};
use crate::sorted::SortedMap;
use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::parameter::{ParameterShape, Shapes};
use sbst_model::shape::{Argument, Pointer, Same, ShapeRef, Sum, Template, Wrapper};
use sbst_model::{Node, NodeKind, Shape};
use std::any::TypeId;
use std::sync::{PoisonError, RwLock};

/// Statements with greater numbers are those of [pointers](Pointers); there are fewer functions and
/// types than this.
pub(super) const FROM: u64 = 1 << 32;

static KNOWN: RwLock<Vec<&'static Shared>> = RwLock::new(Vec::new());

/// The clone of a pointer, and its source.
pub struct Clones<T>(pub(crate) fn(&T) -> T, pub(crate) Template);

/// Pointers of a type that shares its contents.
#[derive(Clone, Copy)]
pub struct Pointers {
    type_name: &'static str,
    keep: for<'f> fn(&'f Frame<'f>),
    clone: for<'f> fn(&'f Frame<'f>),
    template: Template,
}

impl Pointers {
    /// Returns the pointers that `C` builds, if they share their contents.
    pub(crate) fn from_build<'f, C: Build<'f>>() -> Option<Pointers> {
        let Clones(_, template) = C::CLONES.as_ref()?;
        Some(Pointers {
            type_name: std::any::type_name::<C::SbstValue>(),
            keep: keep_value::<C>(),
            clone: keep_clone::<C>(),
            template,
        })
    }
}

/// Pointers to values of a shape.
struct Shared {
    pointers: Pointers,
    value: &'static Shape,
    cloned: Shape,
}

/// A statement of a pointer, or of the clone of one.
pub struct Known {
    pub(super) call: for<'f> fn(&'f Frame<'f>),
    pub(super) shape: &'static Shape,
    pub(super) type_name: &'static str,
}

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
            Some(Some(numbers(pointers, value)))
        }
    }
}

/// True if statements before the last one may have borrowed this argument (rule 3).
fn is_lent_before(this: &ParameterShape, value: &'static Shape) -> bool {
    let Some(Takes { kind, mode: Mode::Shared }) = this.takes else { return false };
    let entry = super::KNOWN.get().and_then(|known| known.types.get(&(kind.key)()));
    entry.is_some_and(|entry| entry.is_lent) && is_lent_object(value)
}

/// Returns the shape of an argument `&T` of a statement before the last one, whose own values have
/// the shape `own` (rule 3).
pub fn lent_again<T: ?Sized>(own: ShapeRef) -> &'static Shape {
    lent_again_as(typeid::of::<T>(), own)
}

fn lent_again_as(key: TypeId, own: ShapeRef) -> &'static Shape {
    let shape = own();
    let entry = super::KNOWN.get().and_then(|known| known.types.get(&key));
    match entry.filter(|_| is_lent_object(shape)) {
        Some(entry) => {
            entry.lent_again.get_or_init(|| Shape::Argument(Argument::lent_again(own, Vec::new())))
        }
        None => shape,
    }
}

/// Notes the types that steps and origins take by `&`.
pub fn note_lent(types: &mut SortedMap<TypeId, Entry>, callables: &[Callable]) {
    let origins = |entry: &Entry| {
        let statements = entry.origins.iter().chain(&entry.variants);
        let callables = statements.map(|&number| elements::callable(number) as usize - 1);
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

fn is_lent_object(shape: &'static Shape) -> bool {
    let Shape::Wrapper(Wrapper { inner, object: None, .. }) = shape else { return false };
    matches!(inner(), Shape::Wrapper(Wrapper { object: Some(_), .. }))
}

/// The shape of a result written as its name alone.
pub static RESULT: Shape = Shape::Sum(Sum { variants: &[] });

/// Returns the written shape of an argument of the target: `node` is its node, after statements
/// with these numbers.
pub fn as_rendered(
    shape: &'static Shape,
    node: Node,
    mut statements: impl Iterator<Item = u64>,
) -> &'static Shape {
    let is_pointer = node.kind == NodeKind::ResultOf
        && statements.nth(node.payload as usize).is_some_and(|number| number >= FROM);
    if is_pointer {
        &RESULT
    } else {
        shape.own()
    }
}

/// Returns the statements of pointers to values of this shape.
fn numbers(pointers: Pointers, value: &'static Shape) -> Pointer {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().position(|shared| std::ptr::eq(shared.value, value));
    let index = found.unwrap_or_else(|| {
        let cloned = Shape::Wrapper(Wrapper::new(|| &RESULT, pointers.template));
        known.push(Box::leak(Box::new(Shared { pointers, value, cloned })));
        known.len() - 1
    });
    let value = FROM + 2 * index as u64;
    Pointer { value, clone: value + 1 }
}

/// Returns the statement with this number, if it is one of pointers.
pub fn known(number: u64) -> Option<Known> {
    let number = number.checked_sub(FROM)?;
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    let Shared { pointers, value, cloned } = known.get(usize::try_from(number / 2).ok()?)?;
    let (call, shape) = match number % 2 {
        0 => (pointers.keep, *value),
        _ => (pointers.clone, cloned),
    };
    Some(Known { call, shape, type_name: pointers.type_name })
}
