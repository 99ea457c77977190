//! Object construction graphs for a worker: the fields of a condition, and the calls that write
//! each field.
//!
//! After Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit
//! testing", ESEC/FSE 2021. The arguments of such a call are themselves objects, whose fields are
//! in the same graph: its edges lead there.

use crate::target::TargetId;

/// The object construction graphs of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The target with the graphs' conditions.
    pub target: TargetId,
    /// All fields of the graphs, each with the calls that write it.
    pub fields: Vec<Vec<FieldSetter>>,
    /// The graphs of its conditions, in their order, and then those of conditions of its callees.
    /// Conditions without fields have none.
    pub graphs: Vec<ConstructionGraph>,
}

/// The object construction graph of a condition, of both of its outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstructionGraph {
    /// The function of the condition: the target, or a callee.
    pub function: TargetId,
    /// Index of the condition in that function.
    pub condition: u32,
    /// The fields on which it depends, by their indices in the recipe.
    pub fields: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldSetter {
    pub function: TargetId,
    /// The likelihood relative to other calls that write the field.
    pub weight: u32,
    /// True if it puts an argument into a collection, so that it may be repeated.
    pub repeats: bool,
}
