//! Pointers that share their contents, an `Rc` or an `Arc`: a statement makes one, and arguments of
//! the target are clones of it.

use super::kind::{keep_clone, keep_value};
use super::numbers::POINTERS;
use crate::value::build::{Build, Clones};
use crate::value::frame::Frame;
use sbst_model::shape::{Pointer, Sum, Template, Wrapper};
use sbst_model::{Node, NodeKind, Shape};
use std::sync::{PoisonError, RwLock};

static KNOWN: RwLock<Vec<&'static Shared>> = RwLock::new(Vec::new());

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
    pub(crate) call: for<'f> fn(&'f Frame<'f>),
    pub(crate) shape: &'static Shape,
    pub(crate) type_name: &'static str,
}

/// The shape of a result written as its name alone.
pub(super) static RESULT: Shape = Shape::Sum(Sum { variants: &[] });

/// Returns the written shape of an argument of the target: `node` is its node, after statements
/// with these numbers.
pub fn as_rendered(
    shape: &'static Shape,
    node: Node,
    mut statements: impl Iterator<Item = u64>,
) -> &'static Shape {
    let is_pointer = node.kind == NodeKind::ResultOf
        && statements.nth(node.payload as usize).is_some_and(|number| number >= POINTERS);
    if is_pointer {
        &RESULT
    } else {
        shape.own()
    }
}

/// Returns the statements of pointers to values of this shape.
pub(crate) fn numbers(pointers: Pointers, value: &'static Shape) -> Pointer {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().position(|shared| std::ptr::eq(shared.value, value));
    let index = found.unwrap_or_else(|| {
        let cloned = Shape::Wrapper(Wrapper::new(|| &RESULT, pointers.template));
        known.push(Box::leak(Box::new(Shared { pointers, value, cloned })));
        known.len() - 1
    });
    let value = POINTERS + 2 * index as u64;
    Pointer { value, clone: value + 1 }
}

/// Returns the statement with this number, if it is one of pointers.
pub fn known(number: u64) -> Option<Known> {
    let number = number.checked_sub(POINTERS)?;
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    let Shared { pointers, value, cloned } = known.get(usize::try_from(number / 2).ok()?)?;
    let (call, shape) = match number % 2 {
        0 => (pointers.keep, *value),
        _ => (pointers.clone, cloned),
    };
    Some(Known { call, shape, type_name: pointers.type_name })
}
