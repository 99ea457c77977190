//! Values written back as the nodes for building them (the reverse of
//! [`Input`](crate::value::build::Input)), so that arguments of the user's own tests can be test
//! cases.
//!
//! This trait is separate, without the lifetime of an execution: arguments have any lifetime, and
//! the test for the trait must not break the build. Method look-up prefers [`CanWrite`]; other
//! values are not written.
//!
//! 1. Each type is in the file of the same name as in `input`, and is written as it is built there.
//! 2. The nodes build the same value. A value with more state than its nodes (a partly read reader,
//!    a held lock, a time between two microseconds) is not written.
//! 3. Unordered parts are written in order, so that the same value has the same nodes in each
//!    process.

use sbst_model::{NodeKind, TestCase};

mod cells;
mod collections;
mod constructed;
mod io;
mod iterators;
mod network;
mod numbers;
mod pointers;
mod ranges;
mod texts;
mod time;
mod tuples;
mod variants;

#[cfg(test)]
mod laws;

pub use constructed::{write_constructed, Compared, ComparedByEquality, ComparedByText, Incomparable};

/// The most nodes of a test case that is worth keeping: searches stay far below.
const MOST_NODES: usize = 4_096;
/// The most bytes of its text.
const MOST_TEXT: usize = 16_384;

pub trait Written {
    /// Appends the nodes of the value. False if they are incomplete.
    fn write(&self, nodes: &mut TestCase) -> bool;
}

pub struct ToWrite<'a, T: ?Sized>(pub &'a T);

pub trait CanWrite {
    /// Appends the nodes of the value. False if they are incomplete.
    fn write_down(&self, nodes: &mut TestCase) -> bool;
}

impl<T: Written + ?Sized> CanWrite for &ToWrite<'_, T> {
    #[inline(always)]
    fn write_down(&self, nodes: &mut TestCase) -> bool {
        self.0.write(nodes)
    }
}

pub trait CannotWrite {
    fn write_down(&self, nodes: &mut TestCase) -> bool;
}

impl<T: ?Sized> CannotWrite for ToWrite<'_, T> {
    #[inline(always)]
    fn write_down(&self, _: &mut TestCase) -> bool {
        false
    }
}

/// Appends a node with the nodes of `parts` below it.
pub fn write_parts(
    nodes: &mut TestCase,
    kind: NodeKind,
    payload: u64,
    parts: impl FnOnce(&mut TestCase) -> bool,
) -> bool {
    let node = nodes.open(kind, payload);
    let is_complete = parts(nodes);
    nodes.close(node);
    is_complete && nodes.nodes().len() <= MOST_NODES && nodes.text_buffer().len() <= MOST_TEXT
}

/// Out of line, with arguments in registers: so values that are only written this way need not be
/// in memory.
#[cold]
#[inline(never)]
fn write_leaf(nodes: &mut TestCase, kind: NodeKind, payload: u64) -> bool {
    nodes.leaf(kind, payload);
    true
}

/// Appends a variant with one value in it.
fn write_variant(nodes: &mut TestCase, index: u64, value: &(impl Written + ?Sized)) -> bool {
    write_parts(nodes, NodeKind::Sum, index, |nodes| value.write(nodes))
}

fn write_unit(nodes: &mut TestCase, index: u64) -> bool {
    write_parts(nodes, NodeKind::Sum, index, |_| true)
}
