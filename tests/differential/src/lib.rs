//! Fidelity, tested with functions that nobody thought of.
//!
//! From a seed, functions are written that combine [constructs](constructs::Construct) at random, each of them as it is and
//! with the attribute in one crate ([`project`]), for two editions. Both versions are run with the same inputs, and must agree
//! in what they return, in their panics, and in everything that they evaluate, make and drop, in this order.
//!
//! [`plan`] chooses what each function has, so that every pair of constructs that can be in one function is; [`pairs`] counts
//! them. A function whose versions differ is made smaller ([`shrink`]). [`forms`] puts mistakes back into the rewriting, one at
//! a time, and demands that each is noticed.

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
    /// They do not; there are chains with `let`.
    E2024,
}

impl Edition {
    /// Those that functions are generated for.
    pub const ALL: [Edition; 2] = [Edition::E2021, Edition::E2024];

    /// As manifests name it.
    pub fn year(self) -> &'static str {
        match self {
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }
}
