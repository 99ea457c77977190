//! Post-dominators: the nodes on every path from a node to the exit. They are the dominators of the
//! reversed graph.

use super::{dominators::Dominators, edges::reversed};

/// The post-dominators of the graph with edges from each node `n` to `successors[n]`.
///
/// ```
/// use sbst_instrument::analysis::post_dominators::post_dominators;
///
/// // 0 leads to 1 and 2, and 1 leads to 2.
/// let dominators = post_dominators(&[vec![1, 2], vec![2], vec![]], 2);
/// assert!(dominators.dominates(2, 0) && !dominators.dominates(1, 0));
/// ```
pub fn post_dominators(successors: &[Vec<usize>], exit: usize) -> Dominators {
    Dominators::from_successors(&reversed(successors), exit)
}
