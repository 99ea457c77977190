//! The edges of a graph, as the successors of each node.

/// Returns the predecessors of each node.
pub fn reversed(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, to) in successors.iter().enumerate() {
        to.iter().for_each(|&to| predecessors[to].push(from));
    }
    predecessors
}
