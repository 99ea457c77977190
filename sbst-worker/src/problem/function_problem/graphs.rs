//! The object construction graphs of the target, for making test cases.

use super::FunctionProblem;
use sbst_algorithms::template::{Graph, Setter, Templates};
use sbst_core::value::objects::Objects;
use sbst_model::construction::{ConstructionGraph, FieldSetter, Recipe};
use sbst_model::{Goal, TargetId};
use std::rc::Rc;

impl FunctionProblem {
    /// Makes test cases from the target's object construction graphs, once the search requests them
    /// and `recipe` has them. Returns the templates.
    pub fn follow(&mut self, mut recipe: impl FnMut() -> Option<Option<Recipe>> + 'static) -> Templates {
        let (objects, number) = (self.objects, self.numbering.numbers(self.target.id()));
        let templates = Templates::when_wanted(move || {
            Some(recipe()?.map_or_else(Vec::new, |recipe| graphs(objects, &recipe, &number)))
        });
        self.inputs.source = Some(Rc::new(templates.clone()));
        templates
    }

    /// Makes test cases from these graphs, from the first one on.
    pub(crate) fn follow_now(&mut self, recipe: &Recipe) {
        let number = self.numbering.numbers(self.target.id());
        let templates = Templates::from_graphs(graphs(self.objects, recipe, number));
        self.inputs.source = Some(Rc::new(templates));
    }

    /// Makes test cases as [`follow_now`](Self::follow_now) does, for goals with other numbers in
    /// the search.
    pub(crate) fn follow_for(&mut self, recipe: &Recipe, numbers: &[Option<u32>]) {
        let number = self.numbering.numbers(self.target.id());
        let renumbered =
            |target: &TargetId, goal| numbers.get(number(target, goal)? as usize).copied().flatten();
        let templates = Templates::from_graphs(graphs(self.objects, recipe, renumbered));
        self.inputs.source = Some(Rc::new(templates));
    }
}

/// Returns the graphs of a recipe, for the goals of a search: functions become the numbers of
/// callables, and conditions the numbers of goals. `number` returns the number of a sought goal of
/// a function.
fn graphs(objects: &Objects, recipe: &Recipe, number: impl Fn(&TargetId, Goal) -> Option<u32>) -> Vec<Graph> {
    let numbers = objects.numbers();
    let setter = |setter: &FieldSetter| {
        let callable = *numbers.get(&setter.function)?;
        Some(Setter { callable, weight: setter.weight, repeats: setter.repeats })
    };
    let fields: Vec<Vec<Setter>> =
        recipe.fields.iter().map(|setters| setters.iter().filter_map(setter).collect()).collect();
    let graph = |graph: &ConstructionGraph| -> Option<Graph> {
        let goals = [true, false].map(|outcome| Goal { condition: graph.condition, outcome });
        let goals: Vec<u32> = goals.into_iter().filter_map(|goal| number(&graph.function, goal)).collect();
        let fields = graph.fields.iter().map(|field| fields[*field as usize].clone());
        let fields: Vec<Vec<Setter>> = fields.filter(|setters| !setters.is_empty()).collect();
        (!goals.is_empty() && !fields.is_empty()).then_some(Graph { goals, fields })
    };
    recipe.graphs.iter().filter_map(graph).collect()
}
