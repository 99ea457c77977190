//! Object construction graphs: which parts of which inputs of a function a branch depends on, and which calls make these parts
//! what they are.
//!
//! Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit testing" (EvoObj), ESEC/FSE 2021,
//! in terms of Rust:
//!
//! 1. [`program`]: all functions, types and traits of the sources, found again by their names.
//! 2. `slicer`: *graph slicing*. A condition is made of its operands, and of those of the conditions that it depends on;
//!    these are followed back to inputs, through locals and into callees. A callee's receiver and arguments are the
//!    caller's objects (the paper's lightweight alias analysis), so that the flow from `state` goes on in the field that
//!    `state.player(2)` reads. Constants and statics end a slice.
//! 3. [`graph`]: *distilling*. Paths are kept that begin at an input and end at a field or an element that is read; nodes that
//!    mean the same are one.
//! 4. [`accessors`]: which methods of a type *set* a field or *get* it, and [`likelihood`]: how likely they are to.
//!
//! Everything is resolved by names and written types, without the compiler. Where that is not certain, an [`Unresolved`] says so.

pub mod accessors;
pub mod graph;
pub mod likelihood;
mod nodes;
pub mod program;
mod slicer;
mod state;
mod value;
mod written_type;

#[cfg(test)]
mod tests;

pub use accessors::{Accessor, Accessors, Flow, InputFlow, NodeAccessor, Role, Step};
pub use graph::{Graph, Graphs, Node, NodeKind};
pub use program::{Program, Source};
pub use written_type::WrittenType;

use sbst_instrument::analysis::Place;

/// How many calls deep callees are looked into: the paper's bound on the depth of the call graph.
pub const CALL_DEPTH: usize = 5;

/// How many state variables a target may have. Seed objects of more are longer than any test case may be: the paper had to
/// bound its test cases for the same reason (its section 4.3).
pub const NODES: usize = 300;

/// How long a path from an input to a state variable may be: the lists and trees that a loop walks down end here.
pub const PATH_LENGTH: usize = 8;

/// How many expressions are evaluated for a target, callees included; a function of 30 lines has about 200.
pub const EVALUATIONS: usize = 30_000;

/// What a graph cannot be sure of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unresolved {
    /// The path of the function.
    pub function: String,
    /// Where in its file.
    pub place: Place,
    /// Why.
    pub reason: Uncertainty,
}

/// Why a graph is not sure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Uncertainty {
    /// No function of this name is in the sources: what it gives may depend on all that it is given.
    UnknownFunction(String),
    /// The type of the receiver is not known; the only method of this name is taken.
    AssumedMethod(String),
    /// Several types have this method; none of them is looked into.
    SeveralMethods(String),
    /// Calls are nested deeper than the bound.
    Depth(String),
    /// Only the macro knows what its tokens are.
    Macro(String),
    /// There are more nodes, longer paths or more expressions than the limits allow.
    Limit,
}

impl std::fmt::Display for Uncertainty {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Uncertainty::UnknownFunction(name) => {
                write!(
                    formatter,
                    "`{name}` is not in the sources: its result may depend on all that it is given"
                )
            }
            Uncertainty::AssumedMethod(name) => {
                write!(formatter, "the receiver's type is not known: the only method `{name}` was taken")
            }
            Uncertainty::SeveralMethods(name) => {
                write!(formatter, "several types have a method `{name}`: none of them was looked into")
            }
            Uncertainty::Depth(name) => {
                write!(formatter, "calls are nested too deeply to look into `{name}`")
            }
            Uncertainty::Macro(name) => write!(formatter, "only `{name}!` knows what its tokens are"),
            Uncertainty::Limit => formatter.write_str("there is more than the graph has room for"),
        }
    }
}
