//! From the object construction graphs of the command to templates of a search: functions become the numbers of callables, and
//! conditions the numbers of goals.

use super::Objects;
use sbst_model::construction::{
    Accessor, AccessorRole, ConstructionGraph, ConstructionNode, Flow as FlowThere, Part as PartThere, Recipe,
};
use sbst_model::{Goal, TargetId};
use sbst_search::template::{Flow, Graph, Node, Part, Setter};
use std::collections::BTreeMap;

impl Objects {
    /// The graphs of a recipe, for the goals that a search has: `number` is that of a goal of a function, if it is sought.
    pub(crate) fn graphs(
        &self,
        recipe: &Recipe,
        number: impl Fn(&TargetId, Goal) -> Option<u32>,
    ) -> Vec<Graph> {
        let numbers = self.numbers();
        let graph = |graph: &ConstructionGraph| -> Option<Graph> {
            let goals = [true, false].map(|outcome| Goal { condition: graph.condition, outcome });
            let goals: Vec<u32> =
                goals.into_iter().filter_map(|goal| number(&graph.function, goal)).collect();
            let nodes: Vec<Node> = graph.nodes.iter().map(|found| node(found, &numbers)).collect();
            let is_of_use = !goals.is_empty() && nodes.iter().any(|node| !node.setters.is_empty());
            is_of_use.then_some(Graph { goals, nodes })
        };
        recipe.graphs.iter().filter_map(graph).collect()
    }

    /// These goals, by number, of functions that are called: each with the number of the callable.
    pub(crate) fn with_goals<'t>(&self, goals: impl Iterator<Item = (u32, &'t TargetId)>) -> Vec<(u32, u64)> {
        let numbers = self.numbers();
        goals.filter_map(|(goal, function)| Some((goal, *numbers.get(function)?))).collect()
    }

    /// The numbers of callables.
    fn numbers(&self) -> BTreeMap<TargetId, u64> {
        let callables = self.callables.iter().enumerate();
        callables.map(|(index, callable)| (callable.target.id(), index as u64 + 1)).collect()
    }
}

fn node(found: &ConstructionNode, numbers: &BTreeMap<TargetId, u64>) -> Node {
    Node {
        parent: found.parent.map(|parent| parent as usize),
        part: match &found.part {
            PartThere::Input(index) => Part::Input(*index as usize),
            PartThere::Field(_) => Part::Field,
            PartThere::Element => Part::Element,
        },
        setters: found.accessors.iter().filter_map(|accessor| setter(accessor, numbers)).collect(),
    }
}

/// What only reads sets nothing.
fn setter(found: &Accessor, numbers: &BTreeMap<TargetId, u64>) -> Option<Setter> {
    let leads = found.role == AccessorRole::Leads;
    (leads || found.role.sets()).then_some(())?;
    Some(Setter {
        callable: *numbers.get(&found.function)?,
        object: found.object as usize,
        leads,
        weight: found.weight,
        inputs: found
            .inputs
            .iter()
            .map(|input| {
                let flow = match input.flow {
                    FlowThere::Whole => Flow::Whole,
                    FlowThere::Element => Flow::Element,
                    FlowThere::Computed => Flow::Computed,
                };
                (input.argument as usize, flow)
            })
            .collect(),
    })
}
