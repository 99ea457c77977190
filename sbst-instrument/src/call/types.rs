//! Names of generic parameters in types and bounds, and their replacements.

pub(crate) mod mentions;
pub(crate) mod ours;
pub(crate) mod declaring_trait;
pub(crate) mod substitution;
pub(crate) mod markers;
pub(crate) mod standard_bounds;
pub(crate) mod values;
pub(crate) mod spelled;
