//! What the attribute registers: targets, and how to call them.

use crate::frame::Frame;
use crate::obstacle;
use crate::parameter::Shapes;
use crate::recorder::Site;
use sbst_model::target::{Condition as ConditionDescription, Parameter as ParameterDescription, Place};
use sbst_model::{ConditionKind, Shape, TargetDescription, TargetId};

/// All targets in the executable. The version in the name keeps two versions of this crate apart.
#[linkme::distributed_slice]
pub static TARGETS_0_1_0: [Target];

/// An annotated function.
pub struct Target {
    /// Name of its package, as cargo says.
    pub package: Option<&'static str>,
    /// Name of its crate, as cargo says.
    pub crate_name: Option<&'static str>,
    /// Name of the binary that it is in; none in a library.
    pub binary: Option<&'static str>,
    /// Path of its module.
    pub module_path: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The file it stands in.
    pub file: &'static str,
    /// Line of its name.
    pub line: u32,
    /// Column of its name.
    pub column: u32,
    /// Where its probes record: one site for each condition.
    pub sites: &'static [Site],
    /// Its conditions.
    pub conditions: &'static [Condition],
    /// Literals in its source.
    pub literals: Literals,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Type of the result as written; empty for none.
    pub result_type: &'static str,
    /// How to call it, or why that is impossible and what to do.
    pub callable: Result<Callable, &'static str>,
}

/// A condition in the source.
pub struct Condition {
    /// What kind of condition it is.
    pub kind: ConditionKind,
    /// Its text.
    pub text: &'static str,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
}

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

/// How to call a function.
#[derive(Clone, Copy)]
pub struct Callable {
    /// The parameters that the result may borrow from.
    pub borrows: &'static [usize],
    /// Lists the shapes of its parameters.
    pub shapes: fn(&mut Shapes),
    /// Calls it with the arguments that a frame gives.
    pub call: for<'f> fn(&'f Frame<'f>),
}

impl Target {
    /// Its identity.
    pub(crate) fn id(&self) -> TargetId {
        let root = || self.module_path.split("::").next().unwrap_or_default();
        TargetId {
            package: self.package.unwrap_or_else(root).to_owned(),
            crate_name: self.crate_name.unwrap_or_else(root).to_owned(),
            binary: self.binary.map(str::to_owned),
            path: format!("{}::{}", self.module_path, self.name),
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
        let mut shapes = Shapes::default();
        if let Ok(callable) = &self.callable {
            (callable.shapes)(&mut shapes);
        }
        let place = |line, column| Place { file: self.file.to_owned(), line, column };
        let conditions = self.conditions.iter().map(|condition| ConditionDescription {
            kind: condition.kind,
            text: condition.text.to_owned(),
            place: place(condition.line, condition.column),
        });
        let parameters = self.parameters.iter().enumerate().map(|(index, parameter)| ParameterDescription {
            name: parameter.name.to_owned(),
            type_text: parameter.type_text.to_owned(),
            can_be_built: shapes.parameters.get(index).is_some_and(|shape| shape.shape.is_some()),
        });
        TargetDescription {
            id: self.id(),
            place: place(self.line, self.column),
            conditions: conditions.collect(),
            parameters: parameters.collect(),
            result_type: self.result_type.to_owned(),
            call: shapes.call,
            not_searched: self.shapes().err(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_registry_is_named_after_the_version() {
        let named = concat!("TARGETS_", env!("CARGO_PKG_VERSION")).replace(['.', '-', '+'], "_");
        assert_eq!(named, stringify!(TARGETS_0_1_0), "rename the slice with the version");
        let _ = super::TARGETS_0_1_0.len();
    }
}
