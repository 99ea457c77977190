//! Reasons why a parameter excludes its function from searches.

use crate::registry::Parameter;
use crate::value::shapes::ParameterShape;
use crate::value::size::{longest, too_large, MOST_NODES};
use sbst_model::shape::{Heights, Shape};
use sbst_model::target::Obstacle;

/// Returns the shape of a parameter whose values can be built.
///
/// # Errors
/// The reason why the type has no such shape.
pub(crate) fn check(known: &ParameterShape, parameter: &Parameter) -> Result<&'static Shape, Obstacle> {
    let (parameter, type_text) = (parameter.name.into(), parameter.type_text.into());
    let Some(shape) = known.shape else { return Err(Obstacle::Unbuildable { type_text, parameter }) };
    if let Some(bound) = &known.unreached {
        return Err(Obstacle::UselessBound { bound: bound.clone().into(), type_text, parameter });
    }
    let heights = Heights::from_shapes(&[shape]);
    let is_finite = heights.least(shape).is_some();
    if !is_finite && known.has_unknown {
        return Err(Obstacle::Unbuildable { type_text, parameter });
    }
    let parts = if is_finite { too_large(&heights) } else { longest(&heights) };
    match parts {
        Some(parts) => Err(Obstacle::TooLarge { type_text, parameter, parts, most: MOST_NODES }),
        None if is_finite => Ok(shape),
        None => Err(Obstacle::Uninhabited { type_text, parameter }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::build::Input;
    use crate::value::within::Unbounded;
    use sbst_model::shape::{Product, ShapeRef, Sum};
    use sbst_model::target::Exclusion;
    use std::convert::Infallible;

    fn refusal(shape: impl Into<ParameterShape>) -> String {
        let parameter = Parameter { name: "pair", type_text: "Pair<u8>" };
        Exclusion::from(check(&shape.into(), &parameter).expect_err("it is refused")).to_string()
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
