//! Tests fidelity with generated functions.
//!
//! A seed determines functions with random combinations of [constructs](constructs::Construct).
//! Each is in one crate as it is and with the attribute ([`project`]), for two editions. Both
//! versions are run with the same inputs. They must agree in their results, in their panics, and in
//! the order of all evaluated, made and dropped values.
//!
//! [`plan`] chooses the constructs of functions for all possible pairs of constructs; [`pairs`]
//! counts them. A function with a difference is reduced ([`shrink`]). [`forms`] puts mistakes back
//! into the rewriting, one at a time, and expects each to be detected.

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
    /// Temporaries do not; chains with `let` are allowed.
    E2024,
}

impl Edition {
    /// The editions of generated functions.
    pub const ALL: [Edition; 2] = [Edition::E2021, Edition::E2024];

    /// Returns its name in manifests.
    pub fn year(self) -> &'static str {
        match self {
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }
}
