//! Tests fidelity with generated functions.
//!
//! From a seed, functions are written that combine [constructs](constructs::Construct) at random,
//! each of them as it is and with the attribute in one crate ([`project`]), for two editions. Both
//! versions are run with the same inputs, and must agree in their results, in their panics, and in
//! everything that they evaluate, make and drop, in this order.
//!
//! [`plan`] chooses the constructs of each function, so that every possible pair of constructs
//! occurs; [`pairs`] counts them. A function whose versions differ is made smaller ([`shrink`]).
//! [`forms`] puts mistakes back into the rewriting, one at a time, and demands that each is
//! noticed.

pub mod constructs;
pub mod forms;
pub mod generator;
pub mod pairs;
pub mod plan;
pub mod project;
pub mod shrink;

/// An edition of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// Temporaries of a last expression outlive the block's variables.
    E2021,
    /// Temporaries do not; there are chains with `let`.
    E2024,
}

impl Edition {
    /// The editions that functions are generated for.
    pub const ALL: [Edition; 2] = [Edition::E2021, Edition::E2024];

    /// Returns its name in manifests.
    pub fn year(self) -> &'static str {
        match self {
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }
}
