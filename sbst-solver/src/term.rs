//! Hash-consed terms over bit-vectors of 1 to 128 bits. Booleans are bit-vectors of width 1.
//!
//! 1. A [`TermPool`] owns the nodes; a [`Term`] is a number in it. Equal nodes are stored once.
//! 2. The operands of a node have smaller numbers than the node, so ascending order is evaluation
//!    order, and no walk recurses into a term.
//! 3. The constructors fold constants and rewrite. Some operations have no node. `x - 5` is `x +
//!    -5`, `a <= b` is `!(b < a)`, and a zero extension is a concatenation with zeros. Shifts by
//!    constants and contiguous masks are slices, and concatenations nest to the right.
//! 4. A constructor calls others only on slices, which are narrower, so rewriting terminates.
//!
//! Semantics are those of SMT-LIB's `QF_BV`: a division by zero gives all ones, the remainder the
//! dividend.

mod numbers;
mod node;
mod semantics;
mod arithmetic;
mod bits;
mod comparison;
mod derived;
mod evaluation;
mod text;

pub use evaluation::{Assignment, Values};
pub(crate) use node::FastMap;
pub use node::{Binary, Node, Term, TermPool, Unary, Variable};
pub use numbers::{mask, sign_extend};
pub use text::Text;
