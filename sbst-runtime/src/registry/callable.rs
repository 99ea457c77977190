//! How targets are called: what a search needs of them.

use super::{Target, TARGETS_0_1_0};
use crate::registry::obstacle;
use crate::value::callable::Function;
pub use crate::value::callable::{Callable, Parameter};
use crate::value::objects::{self, Objects};
use crate::value::parameter::Shapes;
use sbst_model::target::{CallForm, Parameter as ParameterDescription};
use sbst_model::{story, Shape, TargetDescription};

/// Literals in the source of a function.
pub struct Literals {
    /// Integers in two's complement, and whether each is negative.
    pub integers: &'static [(u128, bool)],
    /// Floats.
    pub floats: &'static [f64],
    /// Characters.
    pub characters: &'static [char],
    /// Texts.
    pub texts: &'static [&'static str],
}

/// Returns the objects that the registered functions make and change.
pub(crate) fn objects() -> &'static Objects {
    objects::known_from(|| TARGETS_0_1_0.iter().map(Target::function).collect())
}

impl Target {
    fn function(&'static self) -> Function {
        Function {
            id: self.id(),
            file: self.file,
            line: self.line,
            column: self.column,
            parameters: self.parameters,
            callable: self.callable.ok(),
        }
    }

    /// Its parameters' shapes, if it can be searched; otherwise why not, and what to do.
    pub(crate) fn shapes(&self) -> Result<(Callable, Vec<&'static Shape>), String> {
        let callable = self.callable?;
        let mut shapes = Shapes::default();
        (callable.shapes)(&mut shapes);
        if let Some(refusal) = shapes.refusal {
            return Err(refusal.to_owned());
        }
        let known = shapes.parameters.iter().zip(self.parameters);
        let known = known.map(|(shape, parameter)| obstacle::check(shape, parameter));
        Ok((callable, known.collect::<Result<_, _>>()?))
    }

    /// What the command wants to know of it.
    pub(crate) fn describe(&self) -> TargetDescription {
        objects();
        let mut shapes = Shapes::default();
        if let Ok(callable) = &self.callable {
            (callable.shapes)(&mut shapes);
        }
        let parameters = self.parameters.iter().enumerate().map(|(index, parameter)| ParameterDescription {
            name: parameter.name.to_owned(),
            type_text: parameter.type_text.to_owned(),
            can_be_built: shapes.parameters.get(index).is_some_and(|shape| shape.shape.is_some()),
        });
        let values: Vec<&'static Shape> =
            shapes.parameters.iter().filter_map(|parameter| parameter.shape).collect();
        TargetDescription {
            parameters: parameters.collect(),
            result_type: self.result_type.to_owned(),
            call: CallForm { has_story: story::has_objects(&values), ..shapes.call },
            not_searched: self.shapes().err(),
            ..self.outline()
        }
    }
}
