//! Dominators: the nodes on every path from a root to a node.
//!
//! Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", Rice University 2001
//! (TR-06-33870). Immediate dominators are found by iterating over the nodes in reverse postorder
//! until there are no changes. The dominators of a node's predecessors are intersected by walking
//! up the known tree. The algorithm is quadratic at worst, but in practice faster than those with
//! better bounds: a body has some tens of nodes.

use super::edges::reversed;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominators {
    root: usize,
    /// For each node its immediate dominator; `None` for the root and for unreachable nodes.
    immediate: Vec<Option<usize>>,
}

impl Dominators {
    /// The dominators of the graph with edges from each node `n` to `successors[n]`.
    ///
    /// ```
    /// use sbst_instrument::analysis::dominators::Dominators;
    ///
    /// // 0 leads to 1 and 2, which both lead to 3.
    /// let dominators = Dominators::from_successors(&[vec![1, 2], vec![3], vec![3], vec![]], 0);
    /// assert_eq!(dominators.immediate(3), Some(0));
    /// assert!(dominators.dominates(0, 3) && !dominators.dominates(1, 3));
    /// ```
    pub fn from_successors(successors: &[Vec<usize>], root: usize) -> Dominators {
        let postorder = postorder(successors, root);
        let mut number = vec![usize::MAX; successors.len()];
        for (index, &node) in postorder.iter().enumerate() {
            number[node] = index;
        }
        let predecessors = reversed(successors);
        // The root is its own dominator during the iteration.
        let mut immediate = vec![None; successors.len()];
        immediate[root] = Some(root);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in postorder.iter().rev().skip(1) {
                let processed = predecessors[node].iter().filter(|&&before| immediate[before].is_some());
                let new = processed
                    .copied()
                    .reduce(|finger_1, finger_2| intersect(&immediate, &number, finger_1, finger_2));
                if immediate[node] != new {
                    immediate[node] = new;
                    changed = true;
                }
            }
        }
        immediate[root] = None;
        Dominators { root, immediate }
    }

    /// The nearest dominator of `node` other than itself.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.immediate[node]
    }

    /// True if `node` is on every path from the root to `other`. A node dominates itself; an
    /// unreachable node dominates no other, and has no other dominators.
    pub fn dominates(&self, node: usize, other: usize) -> bool {
        let mut at = Some(other);
        while let Some(dominator) = at {
            if dominator == node {
                return true;
            }
            at = self.immediate[dominator];
        }
        false
    }

    /// True if a path leads from the root to `node`.
    pub fn is_reachable(&self, node: usize) -> bool {
        node == self.root || self.immediate[node].is_some()
    }
}

fn intersect(
    immediate: &[Option<usize>],
    number: &[usize],
    mut finger_1: usize,
    mut finger_2: usize,
) -> usize {
    let up = |finger: usize| immediate[finger].unwrap_or(finger);
    while finger_1 != finger_2 {
        while number[finger_1] < number[finger_2] {
            finger_1 = up(finger_1);
        }
        while number[finger_2] < number[finger_1] {
            finger_2 = up(finger_2);
        }
    }
    finger_1
}

/// The reachable nodes, each after its successors, except along back edges.
fn postorder(successors: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; successors.len()];
    seen[root] = true;
    let mut path = vec![(root, 0)];
    while let Some((node, next)) = path.last_mut() {
        match successors[*node].get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut seen[successor], true) {
                    path.push((successor, 0));
                }
            }
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
    order
}

/// True for each node with a path from `root`.
pub fn reachable(successors: &[Vec<usize>], root: usize) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    for node in postorder(successors, root) {
        reached[node] = true;
    }
    reached
}
