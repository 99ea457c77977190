//! Recipes from sources that were read.

use crate::source::condition_kind;
use sbst_analysis::construction::{
    self as graphs, Accessors, Graph, Graphs, NodeAccessor, NodeKind, Program,
};
use sbst_model::construction::{
    Accessor, AccessorRole, ConstructionGraph, ConstructionNode, Flow, InputFlow, Part, Recipe,
};
use sbst_model::{TargetDescription, TargetId};
use std::collections::BTreeMap;

pub struct Recipes<'p> {
    program: &'p Program,
    accessors: Accessors<'p>,
    /// The targets that each function of the program is: a library's may be those of a binary, too.
    targets: BTreeMap<usize, Vec<&'p TargetDescription>>,
}

impl<'p> Recipes<'p> {
    /// Prepares recipes of the functions `all`, which can be called.
    pub fn new(program: &'p Program, all: &[&'p TargetDescription]) -> Recipes<'p> {
        let mut targets: BTreeMap<usize, Vec<&TargetDescription>> = BTreeMap::new();
        for &target in all {
            if let Some(function) = function_of(program, target) {
                targets.entry(function).or_default().push(target);
            }
        }
        Recipes { program, accessors: Accessors::new(program), targets }
    }

    /// Returns the recipes of targets that have one.
    pub fn make(&mut self, wanted: &[&TargetDescription]) -> Vec<Recipe> {
        let with_conditions = wanted.iter().filter(|target| !target.conditions.is_empty());
        let recipes = with_conditions.filter_map(|target| self.recipe(target));
        recipes.filter(|recipe| !recipe.graphs.is_empty()).collect()
    }

    fn recipe(&mut self, target: &TargetDescription) -> Option<Recipe> {
        let function = function_of(self.program, target)?;
        let Graphs { own, callees, .. } = Graphs::of(self.program, function);
        let own = own.iter().enumerate().map(|(number, graph)| (function, number, graph));
        let callees = callees.iter().map(|(callee, number, graph)| (*callee, *number, graph));
        let mut graphs = Vec::new();
        for (function, number, graph) in own.chain(callees).filter(|(_, _, graph)| !graph.nodes.is_empty()) {
            let Some(of) = self.target(function, &target.id) else { continue };
            if let Some(condition) = condition_of(of, number, graph) {
                let nodes = self.nodes(graph, &target.id);
                let function = of.id.clone();
                graphs.push(ConstructionGraph { function, condition, nodes, is_cut: graph.is_cut });
            }
        }
        graphs.sort_by_key(|graph| (graph.function != target.id, graph.function.clone(), graph.condition));
        Some(Recipe { target: target.id.clone(), graphs })
    }

    /// The target that a function is: of several, the one in the same executable as another target.
    fn target(&self, function: usize, beside: &TargetId) -> Option<&'p TargetDescription> {
        let targets = self.targets.get(&function)?;
        let is_beside = |target: &&&TargetDescription| target.id.binary == beside.binary;
        targets.iter().find(is_beside).or(targets.first()).copied()
    }

    fn nodes(&mut self, graph: &Graph, beside: &TargetId) -> Vec<ConstructionNode> {
        // calls stand behind all others
        let parts = graph.nodes.iter().enumerate().map_while(|(index, node)| {
            let part = match &node.kind {
                NodeKind::Input(index, _) => Part::Input(*index as u32),
                NodeKind::Field(name) => Part::Field(name.clone()),
                NodeKind::Element => Part::Element,
                NodeKind::Call(_) => return None,
            };
            Some((index, node, part))
        });
        let nodes = parts.map(|(index, node, part)| {
            let targets = &self.targets;
            let found = self.accessors.of_node(graph, index, |function| targets.contains_key(&function));
            ConstructionNode {
                parent: node.parent.map(|parent| parent as u32),
                part,
                type_text: node.ty.as_ref().map(ToString::to_string).unwrap_or_default(),
                accessors: found.iter().filter_map(|accessor| self.accessor(accessor, beside)).collect(),
            }
        });
        nodes.collect()
    }

    fn accessor(&self, found: &NodeAccessor, beside: &TargetId) -> Option<Accessor> {
        let NodeAccessor { accessor, object, weight } = found;
        let input = |input: &graphs::InputFlow| InputFlow {
            argument: input.argument as u32,
            flow: match input.flow {
                graphs::Flow::Whole => Flow::Whole,
                graphs::Flow::Element => Flow::Element,
                graphs::Flow::Computed => Flow::Computed,
            },
        };
        Some(Accessor {
            function: self.target(accessor.function, beside)?.id.clone(),
            object: *object as u32,
            role: match accessor.role {
                graphs::Role::Origin => AccessorRole::Origin,
                graphs::Role::Step => AccessorRole::Step,
                graphs::Role::Leads => AccessorRole::Leads,
                graphs::Role::Reads => AccessorRole::Reads,
            },
            weight: *weight,
            inputs: accessor.inputs.iter().map(input).collect(),
        })
    }
}

fn function_of(program: &Program, target: &TargetDescription) -> Option<usize> {
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

/// The number that a condition has in the executable.
fn condition_of(target: &TargetDescription, number: usize, graph: &Graph) -> Option<u32> {
    let kind = condition_kind::kind(graph.kind);
    let same = |place: &sbst_model::target::Place| {
        (place.line, place.column) == (graph.place.line, graph.place.column)
    };
    let conditions = target.conditions.iter().enumerate();
    let mut found = conditions.filter(|(_, condition)| condition.kind == kind && same(&condition.place));
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Some(index as u32),
        // several of a kind at one place: those that a macro has made, in their order
        (Some(_), Some(_)) if number < target.conditions.len() => Some(number as u32),
        _ => None,
    }
}
