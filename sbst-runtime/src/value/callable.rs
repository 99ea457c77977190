//! Annotated functions as values need them: how each is called, and how it is named.

use crate::value::erased::Erased;
use crate::value::frame::Frame;
use crate::value::parameter::Shapes;
use sbst_model::target::Place;
use sbst_model::{TargetId, TestCase};

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

/// An annotated function of this executable.
pub(crate) struct Function {
    pub(crate) id: TargetId,
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) parameters: &'static [Parameter],
    /// `None` if it cannot be called.
    pub(crate) callable: Option<Callable>,
}

impl Function {
    pub(crate) fn id(&self) -> TargetId {
        self.id.clone()
    }

    /// Returns the place of its name.
    pub(crate) fn place(&self) -> Place {
        Place { file: self.file.to_owned(), line: self.line, column: self.column }
    }
}
