//! The inputs of a problem: the shapes of its parameters, and values to draw from.

use crate::operator::template::Templates;
use sbst_model::{Literals, Shape};

/// The inputs of a problem, whose test cases are one statement with an argument for each parameter.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub parameters: Vec<&'static Shape>,
    /// Values that stand in the source.
    pub literals: Literals,
    /// Values that stand in the source of the rest of the crate, or of all of it.
    pub crate_literals: Literals,
    /// Templates of the objects that goals look at.
    pub templates: Templates,
}
