//! Recipes from sources that were read.

use super::events::{self, find_condition};
use sbst_analysis::construction::{Program, Setter, Tables};
use sbst_analysis::events::event_graph;
use sbst_model::construction::{ConstructionGraph, FieldSetter, Recipe};
use sbst_model::event_graph::EventGraph;
use sbst_model::{TargetDescription, TargetId};
use std::collections::BTreeMap;

pub struct Recipes<'p> {
    program: &'p Program,
    tables: Tables<'p>,
    /// The targets of each function of the program. A function of a library may also be one of a
    /// binary.
    targets: BTreeMap<usize, Vec<&'p TargetDescription>>,
}

impl<'p> Recipes<'p> {
    /// Creates the recipes of the functions `all`, which can be called.
    pub fn new(program: &'p Program, all: &[&'p TargetDescription]) -> Recipes<'p> {
        let mut targets: BTreeMap<usize, Vec<&TargetDescription>> = BTreeMap::new();
        for &target in all {
            if let Some(function) = find_function(program, target) {
                targets.entry(function).or_default().push(target);
            }
        }
        Recipes { program, tables: Tables::new(program), targets }
    }

    /// Returns the recipe of a target, if a condition of it or of its callees reads a field.
    pub fn recipe(&mut self, target: &TargetDescription) -> Option<Recipe> {
        let function = find_function(self.program, target).filter(|_| !target.conditions.is_empty())?;
        let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
        let mut recipe = Recipe { target: target.id.clone(), fields: Vec::new(), graphs: Vec::new() };
        for graph in self.tables.graphs(function) {
            let Some(of) = self.target(graph.function, &target.id) else { continue };
            let Some(condition) = find_condition(of, graph.kind, graph.place, graph.condition) else {
                continue;
            };
            let mut fields = Vec::new();
            for &field in &graph.fields {
                let number = *numbers.entry(field).or_insert_with(|| {
                    recipe.fields.push(self.setters(field, &target.id));
                    recipe.fields.len() as u32 - 1
                });
                fields.push(number);
            }
            if !fields.is_empty() {
                recipe.graphs.push(ConstructionGraph { function: of.id.clone(), condition, fields });
            }
        }
        let graphs = &mut recipe.graphs;
        graphs.sort_by_key(|graph| (graph.function != target.id, graph.function.clone(), graph.condition));
        (!graphs.is_empty()).then_some(recipe)
    }

    /// Returns the events of a target, unless they are too many.
    pub fn events(&self, target: &TargetDescription) -> Option<EventGraph> {
        let function = find_function(self.program, target).filter(|_| !target.conditions.is_empty())?;
        let graph = event_graph(&self.tables, function, |callee| self.targets.contains_key(&callee))?;
        let path = |function: usize| self.program.functions[function].path.clone();
        Some(events::numbered(&graph, |function| self.target(function, &target.id), path))
    }

    /// Returns the target of a function: of several, the one in the executable of `beside`.
    fn target(&self, function: usize, beside: &TargetId) -> Option<&'p TargetDescription> {
        let targets = self.targets.get(&function)?;
        let is_beside = |target: &&&TargetDescription| target.id.binary == beside.binary;
        targets.iter().find(is_beside).or(targets.first()).copied()
    }

    /// Returns the callable functions that write a field.
    fn setters(&self, field: usize, beside: &TargetId) -> Vec<FieldSetter> {
        let setter = |setter: &Setter| {
            let function = self.target(setter.function, beside)?.id.clone();
            Some(FieldSetter { function, weight: setter.weight, repeats: setter.repeats })
        };
        self.tables.setters(field).iter().filter_map(setter).collect()
    }
}

fn find_function(program: &Program, target: &TargetDescription) -> Option<usize> {
    let all = program.functions.iter().enumerate();
    let same: Vec<usize> =
        all.filter(|(_, function)| function.path == target.id.path).map(|(index, _)| index).collect();
    let stands_there = |&index: &usize| {
        let function = &program.functions[index];
        (function.first_line..=function.last_line).contains(&target.place.line)
    };
    match same[..] {
        [only] => Some(only),
        _ => same.into_iter().find(stands_there),
    }
}
