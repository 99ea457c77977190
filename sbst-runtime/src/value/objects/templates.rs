//! From the object construction graphs of the command to templates of a search: functions become
//! the numbers of callables, and conditions the numbers of goals.

use super::Objects;
use sbst_model::construction::{ConstructionGraph, FieldSetter, Recipe};
use sbst_model::{Goal, TargetId};
use sbst_search::template::{Graph, Setter};
use std::collections::BTreeMap;

impl Objects {
    /// The graphs of a recipe, for the goals that a search has: `number` is that of a goal of a
    /// function, if it is sought.
    /// Returns the number of each function among the callables.
    pub(crate) fn numbers(&self) -> BTreeMap<TargetId, u64> {
        let callables = self.callables.iter().enumerate();
        callables.map(|(index, callable)| (callable.target.id(), index as u64 + 1)).collect()
    }

    pub(crate) fn graphs(
        &self,
        recipe: &Recipe,
        number: impl Fn(&TargetId, Goal) -> Option<u32>,
    ) -> Vec<Graph> {
        let numbers = self.numbers();
        let setter = |setter: &FieldSetter| {
            let callable = *numbers.get(&setter.function)?;
            Some(Setter { callable, weight: setter.weight, repeats: setter.repeats })
        };
        let fields: Vec<Vec<Setter>> =
            recipe.fields.iter().map(|setters| setters.iter().filter_map(setter).collect()).collect();
        let graph = |graph: &ConstructionGraph| -> Option<Graph> {
            let goals = [true, false].map(|outcome| Goal { condition: graph.condition, outcome });
            let goals: Vec<u32> =
                goals.into_iter().filter_map(|goal| number(&graph.function, goal)).collect();
            let fields = graph.fields.iter().map(|field| fields[*field as usize].clone());
            let fields: Vec<Vec<Setter>> = fields.filter(|setters| !setters.is_empty()).collect();
            (!goals.is_empty() && !fields.is_empty()).then_some(Graph { goals, fields })
        };
        recipe.graphs.iter().filter_map(graph).collect()
    }
}
