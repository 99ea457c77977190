//! The statics in instrumented bodies.

/// The name of the static with a function's sites, the first item in every instrumented body.
pub(crate) const SITES: &str = "__SBST_SITES";
/// The name of the static with a function's points of mutants.
pub(crate) const POINTS: &str = "__SBST_POINTS";
