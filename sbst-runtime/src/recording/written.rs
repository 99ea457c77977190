//! Values written back as the nodes that they would be built of ([`Input`](crate::value::build::Input) the other way round), so that
//! arguments of the user's own tests can be test cases.
//!
//! A trait of its own, without the lifetime of an execution: what a function is called with lives as it likes, and asking must
//! not keep its source from compiling. Method look-up prefers [`CanWrite`]; what it does not apply to is not written.
//!
//! 1. Each type stands in the file of the same name as in `input`, and is written as it is built there.
//! 2. What is built of the nodes is the same value. A value that says more than its nodes could (a reader that has read, a
//!    lock that is held, a time between two microseconds) is not written.
//! 3. What has no order is written in one, so that the same value has the same nodes in each process.

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

/// Nodes of a test case beyond which it is not worth keeping: searches stay below by far.
const MOST_NODES: usize = 4_096;
/// Bytes of text beyond which it is not.
const MOST_TEXT: usize = 16_384;

/// A type whose values can be written back.
pub trait Written {
    /// Appends the nodes of the value, and says whether these are all.
    fn write(&self, nodes: &mut TestCase) -> bool;
}

/// An argument, or a part of one.
pub struct ToWrite<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up.
pub trait CanWrite {
    /// Appends the nodes of the value, and says whether these are all.
    fn write_down(&self, nodes: &mut TestCase) -> bool;
}

impl<T: Written + ?Sized> CanWrite for &ToWrite<'_, T> {
    #[inline(always)]
    fn write_down(&self, nodes: &mut TestCase) -> bool {
        self.0.write(nodes)
    }
}

/// The fallback.
pub trait CannotWrite {
    /// Appends nothing.
    fn write_down(&self, nodes: &mut TestCase) -> bool;
}

impl<T: ?Sized> CannotWrite for ToWrite<'_, T> {
    #[inline(always)]
    fn write_down(&self, _: &mut TestCase) -> bool {
        false
    }
}

/// Appends a node with what `parts` appends below it.
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

/// Out of line, with what it is given in registers: arguments that are only written this way need not be in memory.
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

/// Appends a variant without values.
fn write_unit(nodes: &mut TestCase, index: u64) -> bool {
    write_parts(nodes, NodeKind::Sum, index, |_| true)
}
