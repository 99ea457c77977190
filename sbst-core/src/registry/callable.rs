//! The parts of a target that a search needs to call it.

use super::{Target, TARGETS_0_1_0};
use crate::registry::obstacle;
use crate::value::callable::Function;
pub use crate::value::callable::{Callable, Parameter};
use crate::value::objects::{self, Objects};
use crate::value::parameter::Shapes;
use sbst_model::target::{CallForm, Parameter as ParameterDescription};
use sbst_model::{story, Shape, TargetDescription};

pub struct Literals {
    /// Integers in two's complement, and true for each negative one.
    pub integers: &'static [(u128, bool)],
    pub floats: &'static [f64],
    pub characters: &'static [char],
    pub texts: &'static [&'static str],
}

/// Returns the objects that the registered functions make and change.
pub fn objects() -> &'static Objects {
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

    /// Returns the shapes of its parameters, or the reason why it cannot be searched, with advice.
    pub fn shapes(&self) -> Result<(Callable, Vec<&'static Shape>), String> {
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

    /// Describes it for the command.
    pub fn describe(&self) -> TargetDescription {
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
