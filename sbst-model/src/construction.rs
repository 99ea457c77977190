//! Object construction graphs as a worker gets them: the fields that a condition looks at, and the
//! calls that write each.
//!
//! After Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit
//! testing", ESEC/FSE 2021. The arguments of such a call are objects of their own, whose fields are
//! in the same graph: that is where its edges lead on.

use crate::target::TargetId;

/// The object construction graphs of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The target whose conditions the graphs are of.
    pub target: TargetId,
    /// All fields that some graph has, each with the calls that write it.
    pub fields: Vec<Vec<FieldSetter>>,
    /// The graphs of its conditions, in their order, and then those of conditions of functions that
    /// it calls. Conditions that look at no field have none.
    pub graphs: Vec<ConstructionGraph>,
}

/// The object construction graph of a condition, of both of its outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstructionGraph {
    /// The function whose condition it is: the target, or one that it calls.
    pub function: TargetId,
    /// Index of the condition in that function.
    pub condition: u32,
    /// The fields that it looks at, by their indices in the recipe.
    pub fields: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldSetter {
    pub function: TargetId,
    /// Likelihood in comparison with other calls that write the field.
    pub weight: u32,
    /// True if it puts an argument into a collection, so that it may be called again.
    pub repeats: bool,
}
