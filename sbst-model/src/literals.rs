//! Values in the source of a target or of its crate.

/// Literals of the tested source, as seeds.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    /// Integers, in two's complement, and true for negative ones.
    pub integers: Vec<(u128, bool)>,
    pub floats: Vec<f64>,
    pub characters: Vec<char>,
    pub texts: Vec<String>,
}
