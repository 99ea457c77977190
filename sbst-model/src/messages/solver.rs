//! Questions of a worker to another solver than its own, which the command starts: a worker in a
//! sandbox starts no process.

/// Conditions of which a worker's solver could not say if they hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverQuery {
    /// The number of the query among those of the worker.
    pub number: u64,
    /// The conditions in SMT-LIB.
    pub script: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The number of the query.
    pub number: u64,
    pub solution: Solution,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The values of the script's variables, by their names, in decimals.
    Satisfiable(Vec<(String, String)>),
    Infeasible,
    /// There was not enough time, or the solver failed.
    NotSolved,
}
