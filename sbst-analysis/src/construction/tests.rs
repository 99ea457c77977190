//! Small programs whose graphs are known.

mod accessors;
mod graphs;

use super::accessors::{Accessors, Step};
use super::{Graph, Program, Source};

/// A program of one file, in the crate `demo`.
fn program(text: &str) -> Program {
    let (program, unread) = Program::of([Source { module: "demo", file: "src/lib.rs", text }]);
    assert!(unread.is_empty(), "{unread:?}");
    program
}

/// The leaves of the graph of the condition with this number of the function that ends in this name.
fn leaves(program: &Program, function: &str, condition: usize) -> Vec<String> {
    let graphs = graphs(program, function);
    let graph = &graphs[condition];
    let mut leaves: Vec<String> =
        (0..graph.nodes.len()).filter(|&node| graph.is_leaf(node)).map(|node| graph.name(node)).collect();
    leaves.sort();
    leaves
}

fn graphs(program: &Program, function: &str) -> Vec<Graph> {
    let index = program.functions.iter().position(|one| one.path.ends_with(function));
    Graph::of(program, index.expect("there is such a function")).0
}

/// What is said of the accessors of a field: the name, the role and the score of each.
fn setters(program: &Program, ty: &str, field: &str) -> Vec<(String, f64)> {
    let found = Accessors::new(program).of_part(ty, &[Step::Field(field.to_owned())]);
    let found = found.into_iter().filter(|accessor| accessor.role.sets());
    found.map(|accessor| (program.functions[accessor.function].name.clone(), accessor.score)).collect()
}
