//! Reasons why a parameter excludes its function from searches, with advice.

use crate::registry::Parameter;
use crate::value::parameter::ParameterShape;
use crate::value::size::{longest, too_large, MOST_NODES};
use sbst_model::shape::{Heights, Shape};

/// Returns the shape of a parameter whose values can be built.
///
/// # Errors
/// The reason why the type has none, with advice.
pub(crate) fn check(known: &ParameterShape, parameter: &Parameter) -> Result<&'static Shape, String> {
    let Parameter { name, type_text } = parameter;
    let unknown = || {
        // No derive applies to a trait object.
        let of = if type_text.contains("dyn ") { "a type that has the trait" } else { "the type" };
        format!(
            "no value of type `{type_text}` can be built for the parameter `{name}`; write `#[derive(sbst::Input)]` on \
             {of}, or `#[sbst(with = path)]` on the parameter, where `path` is a function that makes one of values \
             that can be built; types with `arbitrary::Arbitrary` need the feature `arbitrary` of sbst-runtime"
        )
    };
    let large = |nodes: u64| {
        format!(
            "values of type `{type_text}` for the parameter `{name}` are too large: they have at least {nodes} \
             parts, more than {MOST_NODES}; annotate a function that takes a slice, or write \
             `#[sbst(with = path)]` on the parameter, where `path` is a function that makes one from fewer values"
        )
    };
    let shape = known.shape.ok_or_else(unknown)?;
    if let Some(bound) = &known.unreached {
        return Err(format!(
            "`{bound}` has no effect on the parameter `{name}`: `{type_text}` has no part that it could bound; \
             remove it, or write it on the fields of the type"
        ));
    }
    let heights = Heights::from_shapes(&[shape]);
    if heights.least(shape).is_none() {
        if known.has_unknown {
            return Err(unknown());
        }
        if let Some(nodes) = longest(&heights) {
            return Err(large(nodes));
        }
        return Err(format!(
            "there is no value of type `{type_text}` for the parameter `{name}`: the type has no values, or each has \
             another one of the same type in it; write `#[sbst(with = path)]` on the parameter or on a field, where \
             `path` is a function that makes one"
        ));
    }
    too_large(&heights).map_or(Ok(shape), |nodes| Err(large(nodes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::build::Input;
    use crate::value::within::Unbounded;
    use sbst_model::shape::{Product, ShapeRef, Sum};
    use std::convert::Infallible;

    fn refusal(shape: impl Into<ParameterShape>) -> String {
        let parameter = Parameter { name: "pair", type_text: "Pair<u8>" };
        check(&shape.into(), &parameter).expect_err("it is refused")
    }

    fn shape<T: Input<'static>>() -> &'static Shape {
        T::shape::<Unbounded>()
    }

    const fn variant(fields: &'static [ShapeRef]) -> Product {
        Product { fields, template: "", fallible: false }
    }

    static ENDLESS: Shape = Shape::Sum(Sum { variants: &[variant(&[|| &ENDLESS])] });
    static PERHAPS: Shape = Shape::Sum(Sum { variants: &[variant(&[|| &ENDLESS]), variant(&[])] });

    #[test]
    fn every_refusal_has_the_parameter_its_type_and_advice() {
        let unknown = ParameterShape::default();
        let bounded = ParameterShape { unreached: Some("length".to_owned()), ..shape::<u8>().into() };
        for (refused, what, advice) in [
            (unknown, "no value of type", "#[derive(sbst::Input)]"),
            (bounded, "`length` has no effect", "remove it"),
            (shape::<Infallible>().into(), "there is no value", "#[sbst(with = path)]"),
            ((&ENDLESS).into(), "there is no value", "#[sbst(with = path)]"),
            (shape::<[[u8; 100]; 50]>().into(), "at least 5051 parts", "takes a slice"),
            (shape::<[u8; 1 << 40]>().into(), "too large", "takes a slice"),
        ] {
            let refusal = refusal(refused);
            for part in [what, advice, "`pair`", "`Pair<u8>`"] {
                assert!(refusal.contains(part), "{refusal}");
            }
        }
    }

    #[test]
    fn parameters_with_values_of_readable_size_are_searched() {
        let parameter = Parameter { name: "a", type_text: "A" };
        for shape in [
            shape::<[u8; 4096]>(),
            shape::<Option<[u8; 1 << 40]>>(),
            shape::<Result<u8, Infallible>>(),
            shape::<Vec<Infallible>>(),
            &PERHAPS,
        ] {
            assert!(check(&shape.into(), &parameter).is_ok(), "{shape:?}");
        }
    }
}
