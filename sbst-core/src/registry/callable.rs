//! The parts of a target that a search needs to call it.

use super::{Target, TARGETS_0_1_0};
use crate::registry::obstacle;
use crate::value::callable::Function;
pub use crate::value::callable::{Callable, Parameter};
use crate::value::objects::origin_by::parses;
use crate::value::objects::{self, Objects};
use crate::value::shapes::Shapes;
use sbst_model::messages::text_key;
use sbst_model::target::{CallForm, ExchangedTypes, Exclusion, Obstacle, Parameter as ParameterDescription};
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
    objects::known_from(|| TARGETS_0_1_0.iter().flat_map(Target::functions).collect())
}

impl Target {
    /// Returns all of its instances.
    fn functions(&'static self) -> impl Iterator<Item = Function> {
        let callables = self.callables.as_ref().map_or(&[][..], |callables| *callables);
        let callables = callables.iter().map(|callable| Some(*callable));
        let none = self.callables.is_err().then_some(None);
        callables.chain(none).map(|callable| Function {
            id: self.id(),
            file: self.file,
            line: self.line,
            column: self.column,
            parameters: self.parameters,
            callable,
        })
    }

    /// Returns the first instance that can be searched, with the shapes of its parameters, or the
    /// reason why the first one cannot.
    pub fn shapes(&self) -> Result<(Callable, Vec<&'static Shape>), Obstacle> {
        let mut obstacle = None;
        for callable in self.callables.clone()? {
            match self.shapes_of(callable) {
                Ok(shapes) => return Ok((*callable, shapes)),
                Err(found) => obstacle = obstacle.or(Some(found)),
            }
        }
        Err(obstacle.unwrap_or(Obstacle::NoType))
    }

    fn shapes_of(&self, callable: &Callable) -> Result<Vec<&'static Shape>, Obstacle> {
        let mut shapes = Shapes::default();
        (callable.shapes)(&mut shapes);
        if let Some(refusal) = shapes.refusal {
            return Err(refusal);
        }
        let known = shapes.parameters.iter().zip(self.parameters);
        known.map(|(shape, parameter)| obstacle::check(shape, parameter)).collect()
    }

    /// Returns the instance that is searched, or the first one if none can be.
    pub fn callable(&self) -> Option<Callable> {
        let searched = self.shapes().ok().map(|(callable, _)| callable);
        searched.or_else(|| self.callables.as_ref().ok()?.first().copied())
    }

    /// Describes it for the command.
    pub fn describe(&self) -> TargetDescription {
        objects();
        let mut shapes = Shapes::default();
        if let Some(callable) = self.callable() {
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
            exchanges: self.exchanges(),
            not_searched: self.shapes().err().map(Exclusion::from),
            ..self.outline()
        }
    }

    /// Returns the types of values that its search takes from other searches, and gives them.
    fn exchanges(&self) -> ExchangedTypes {
        let Ok((callable, parameters)) = self.shapes() else { return ExchangedTypes::default() };
        let origins = objects().origins_by(&self.id(), &callable);
        let gives = origins
            .iter()
            .map(|origin| origin.key)
            .chain(parses(&self.id(), &callable, &parameters).then(text_key));
        ExchangedTypes { takes: objects().keys_of(&parameters), gives: gives.collect() }
    }
}
