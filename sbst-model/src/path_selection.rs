//! Strategies for the next path in dynamic symbolic execution. `sbst-algorithms` implements them.

/// A strategy for the next alternative of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathSelection {
    /// The fates of similar alternatives predict which one is feasible.
    #[default]
    Knn,
    /// First in, first out.
    Fifo,
    /// [`Knn`](Self::Knn) with the labels, examples and threshold of Tardis, where an unsolved
    /// alternative counts as infeasible.
    Tardis,
}
