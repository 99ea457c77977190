//! Calls whose results depend on the environment, and calls that make values.
//!
//! A value that is made by such a call is a last resort: wherever others have finite values, they are
//! drawn.

use sbst_model::expression::callee;
use sbst_model::shape::{Product, Template};
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

/// True if values of a shape come from nothing but such functions.
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
    let is_such = |call: &Product| functions.iter().any(|function| names(call.template, function));
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

/// True if a template is a call of a function by its names: its own, and that of its type or
/// module.
pub fn names(template: Template, function: &TargetId) -> bool {
    let Some(meant) = owned(&function.path) else { return false };
    // That distinguishes most of them.
    let may = template.contains(meant.1) || meant.1 == "from_str";
    may && called(template).as_deref().and_then(owned) == Some(meant)
}

/// Returns the path of the function that a template calls.
fn called(template: Template) -> Option<String> {
    if let Some(parsed) = template.strip_prefix("{0}.parse::<{") {
        return Some(format!("{}::from_str", parsed.split_once('}')?.0));
    }
    if let Some(implementor) = template.strip_prefix("<{") {
        let (owner, rest) = implementor.split_once('}')?;
        let function = rest.split_once('(')?.0.rsplit("::").next()?;
        return Some(format!("{owner}::{function}"));
    }
    callee(template)
}

/// Returns the last names of a path: `demo::<Day as FromStr>::from_str` is `Day` and `from_str`.
fn owned(path: &str) -> Option<(&str, &str)> {
    let (owner, function) = path.rsplit_once("::")?;
    let of_trait = owner.split_once("::<").filter(|(module, _)| !module.contains('<'));
    let owner = of_trait.map_or(owner, |(_, implementor)| implementor.trim_start_matches('&'));
    let owner = owner.split(['<', ' ', '>']).next()?;
    Some((owner.rsplit("::").next()?, function))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str) -> TargetId {
        TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() }
    }

    #[test]
    fn a_call_names_the_function_however_it_is_written() {
        for (template, path) in [
            ("{demo::Arguments}::from_env()", "demo::Arguments::from_env"),
            ("{demo::Map}::new({0})", "demo::Map<K, V>::new"),
            ("{demo::days::make}({0})", "demo::days::make"),
            ("{0}.parse::<{demo::days::Day}>()", "demo::days::<Day as FromStr>::from_str"),
            (
                "<{demo::Day} as std::convert::TryFrom<_>>::try_from({0})",
                "demo::<Day as TryFrom<&'a str>>::try_from",
            ),
        ] {
            assert!(names(template, &function(path)), "{template} {path}");
        }
        assert!(!names("{demo::Arguments}::from_args({0})", &function("demo::Arguments::from_env")));
        assert!(!names("{demo::Point} {{ x: {0} }}", &function("demo::Point::new")));
    }
}
