//! How targets are called: what a search needs of them.

use super::Target;
use crate::frame::Frame;
use crate::objects;
use crate::obstacle;
use crate::parameter::Shapes;
use crate::recording::Erased;
use sbst_model::target::Parameter as ParameterDescription;
use sbst_model::{Shape, TargetDescription, TestCase};

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

/// A parameter in the source.
pub struct Parameter {
    /// Its name or pattern.
    pub name: &'static str,
    /// Its type.
    pub type_text: &'static str,
}

/// Appends arguments to nodes.
pub type WriteArguments = fn(&[Erased<'_>], &mut TestCase) -> Option<usize>;

/// How to call a function.
#[derive(Clone, Copy)]
pub struct Callable {
    /// The parameters that the result may borrow from.
    pub borrows: &'static [usize],
    /// Lists the shapes of its parameters.
    pub shapes: fn(&mut Shapes),
    /// Calls it with the arguments that a frame gives.
    pub call: for<'f> fn(&'f Frame<'f>),
    /// Of a generic function, appends arguments, and says how many of them it could; nothing if they are of other types than
    /// those that it is called with.
    pub write: Option<WriteArguments>,
}

impl Target {
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
        objects::look_around();
        let mut shapes = Shapes::default();
        if let Ok(callable) = &self.callable {
            (callable.shapes)(&mut shapes);
        }
        let parameters = self.parameters.iter().enumerate().map(|(index, parameter)| ParameterDescription {
            name: parameter.name.to_owned(),
            type_text: parameter.type_text.to_owned(),
            can_be_built: shapes.parameters.get(index).is_some_and(|shape| shape.shape.is_some()),
        });
        TargetDescription {
            parameters: parameters.collect(),
            result_type: self.result_type.to_owned(),
            call: shapes.call,
            not_searched: self.shapes().err(),
            ..self.outline()
        }
    }
}
