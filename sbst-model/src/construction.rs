//! Object construction graphs as a worker gets them: which parts of which inputs a condition looks at, directly or through
//! the conditions that it depends on, and which calls make these parts what they are.
//!
//! After Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit testing", ESEC/FSE 2021. Nodes
//! that mean the same are one, so that what is left is a forest: each root is an input of the target, and each other node a
//! part of the one above it. The calls of methods that only hand out a part ("player" in `state.player(2)`) are looked
//! through; those that a story can take on its way are among the [accessors](ConstructionNode::accessors).

use crate::target::TargetId;
use serde::{Deserialize, Serialize};

/// The object construction graphs of a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The target.
    pub target: TargetId,
    /// The graphs of its conditions, in their order, and then those of conditions of functions that it calls, as seen from its
    /// own inputs. Conditions that look at no part of an input have none.
    pub graphs: Vec<ConstructionGraph>,
}

impl Recipe {
    /// The graph of a condition of `function`, the target or one that it calls: that of both of its outcomes.
    pub fn graph(&self, function: &TargetId, condition: u32) -> Option<&ConstructionGraph> {
        self.graphs.iter().find(|graph| graph.condition == condition && graph.function == *function)
    }
}

/// The object construction graph of a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstructionGraph {
    /// The function whose condition it is: the target, or one that it calls.
    pub function: TargetId,
    /// Index of the condition in that function.
    pub condition: u32,
    /// Its nodes, breadth first: each stands behind its parent.
    pub nodes: Vec<ConstructionNode>,
    /// Whether there is more than the limits of the analysis let it see.
    pub is_cut: bool,
}

/// A node of an object construction graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstructionNode {
    /// What it is a part of: index among the nodes of the graph. `None` for an input.
    pub parent: Option<u32>,
    /// Which part it is.
    pub part: Part,
    /// Its type as far as the sources tell it: `Vec<Player>`; empty if they do not.
    pub type_text: String,
    /// Calls that set it or lead to it, likeliest first.
    pub accessors: Vec<Accessor>,
}

/// Which part of its parent a node is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// The argument of the target with this index; the receiver is one, and the first.
    Input(u32),
    /// The field of this name; those of tuples are named by numbers.
    Field(String),
    /// An element of a collection. Options, boxes and their kin are looked through: what is in them is no node of its own.
    Element,
}

/// A call that sets a node or leads to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accessor {
    /// The function.
    pub function: TargetId,
    /// The node of the object that it is called on, or that it makes: the node itself or one above it.
    pub object: u32,
    /// What it does.
    pub role: AccessorRole,
    /// How likely it is to do that, as a share of those of the same node: setters (origins and steps) and getters each
    /// make up 1.
    pub weight: f64,
    /// The arguments that come to the node, by index; the receiver counts. None for a getter.
    pub inputs: Vec<InputFlow>,
}

/// What an accessor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccessorRole {
    /// It makes the object, and sets the node by doing so.
    Origin,
    /// It changes the object: it sets the node.
    Step,
    /// It gives an exclusive reference to the node, so that steps of what that is can follow.
    Leads,
    /// It gives the node, or a shared reference to it: nothing can be set by that.
    Reads,
}

impl AccessorRole {
    /// Whether it sets the node.
    pub const fn sets(self) -> bool {
        matches!(self, AccessorRole::Origin | AccessorRole::Step)
    }
}

/// An argument that flows into a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InputFlow {
    /// Its index.
    pub argument: u32,
    /// How.
    pub flow: Flow,
}

/// How an argument flows into a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Flow {
    /// It becomes the node: parts of the node are parts of the argument.
    Whole,
    /// It becomes an element of the node.
    Element,
    /// The node is computed out of it.
    Computed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_of_a_condition_is_found_by_its_function_and_number() {
        let id = |path: &str| TargetId {
            package: "p".into(),
            crate_name: "p".into(),
            binary: None,
            path: path.into(),
        };
        let graph = |path, condition| ConstructionGraph {
            function: id(path),
            condition,
            nodes: Vec::new(),
            is_cut: false,
        };
        let graphs = vec![graph("p::f", 1), graph("p::f", 4), graph("p::g", 4)];
        let recipe = Recipe { target: id("p::f"), graphs };
        assert_eq!(recipe.graph(&id("p::f"), 4), Some(&recipe.graphs[1]));
        assert_eq!(recipe.graph(&id("p::g"), 4), Some(&recipe.graphs[2]));
        assert_eq!(recipe.graph(&id("p::g"), 1), None);
    }
}
