//! Calls with results that depend on the environment, and calls that make values.
//!
//! A value made by such a call is a last resort: finite values from elsewhere are drawn instead.

use sbst_model::called;
use sbst_model::shape::Product;
use sbst_model::{Shape, TargetId};
use std::sync::OnceLock;

/// The functions with environmental results, once known.
static ENVIRONMENTAL: OnceLock<Vec<TargetId>> = OnceLock::new();

/// Sets the functions with environmental results, before shapes are requested.
pub fn note_environmental(functions: &[TargetId]) {
    if !functions.is_empty() {
        _ = ENVIRONMENTAL.set(functions.to_vec());
    }
}

/// True if values of a shape come only from such functions.
pub fn is_environmental(shape: &'static Shape) -> bool {
    ENVIRONMENTAL.get().is_some_and(|functions| all_call(shape, functions))
}

/// True if the results of this function are known to depend on the environment.
pub fn is_noted(function: &TargetId) -> bool {
    ENVIRONMENTAL.get().is_some_and(|functions| functions.contains(function))
}

/// True if such functions are known.
#[inline]
pub fn are_known() -> bool {
    ENVIRONMENTAL.get().is_some()
}

/// True if values of a shape are made by calls of these functions alone.
pub fn all_call(shape: &'static Shape, functions: &[TargetId]) -> bool {
    let calls = calls(shape);
    let is_such =
        |call: &Product| functions.iter().any(|function| called::names(call.template, &function.path));
    !calls.is_empty() && calls.iter().all(|(_, call)| is_such(call))
}

/// Returns the products of a shape that may be calls, with their variants, if any.
pub fn calls(shape: &'static Shape) -> Vec<(Option<usize>, &'static Product)> {
    match shape.value_shape() {
        Shape::Product(product) => vec![(None, product)],
        Shape::Sum(sum) => {
            let call = |(variant, product): (usize, &'static Product)| match product {
                Product { template: "{0}", fields: [field], .. } => match field() {
                    Shape::Product(call) => Some((Some(variant), call)),
                    _ => None,
                },
                _ => None,
            };
            sum.variants.iter().enumerate().filter_map(call).collect()
        }
        _ => Vec::new(),
    }
}
