//! The inputs of a problem: the shapes of its parameters, and values to draw from.

use crate::operator::template::Templates;
use sbst_model::Shape;

/// The inputs of a problem, whose test cases are one statement with an argument for each parameter.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Shapes of the parameters, in order.
    pub parameters: Vec<&'static Shape>,
    /// Values that stand in the source.
    pub literals: Literals,
    /// Values that stand in the source of the rest of the crate, or of all of it.
    pub crate_literals: Literals,
    /// Templates of the objects that goals look at.
    pub templates: Templates,
}

/// Literals of the tested source, as seeds.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    /// Integers, in two's complement, and whether each is negative.
    pub integers: Vec<(u128, bool)>,
    /// Floats.
    pub floats: Vec<f64>,
    /// Characters.
    pub characters: Vec<char>,
    /// Texts.
    pub texts: Vec<String>,
}
