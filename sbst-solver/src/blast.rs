//! Bit-blasting: terms become circuits, and circuits become clauses.
//!
//! 1. `gates`: a gate is a literal with the clauses of its truth table (G. Tseitin, *On the
//!    complexity of derivation in propositional calculus*, 1968). Equal gates are made once, and a
//!    gate with constants, or with operands fixed by propagation, is simplified.
//! 2. `circuits`: adders, multipliers, dividers, shifters and comparators on lists of literals, the
//!    lowest bit first (D. Kroening and O. Strichman, *Decision Procedures*, 2nd edition, chapter 6).
//! 3. `terms`: each node of a term is a circuit of its operands' circuits, made once.

mod gates;
mod circuits;
mod terms;

pub(crate) use terms::Blaster;
