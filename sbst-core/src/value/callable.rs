//! Functions in the form needed for values: how each is called, and named.

use crate::value::erased::Erased;
use crate::value::frame::Frame;
use crate::value::shapes::Shapes;
use sbst_model::target::Place;
use sbst_model::{TargetId, TestCase};

pub struct Parameter {
    pub name: &'static str,
    /// Its type as written.
    pub type_text: &'static str,
}

/// Appends arguments to nodes, and returns the number of appended arguments.
pub type WriteArguments = fn(&[Erased<'_>], &mut TestCase) -> Option<usize>;

#[derive(Clone, Copy)]
pub struct Callable {
    /// The parameters from which the result may borrow.
    pub borrows: &'static [usize],
    pub shapes: fn(&mut Shapes),
    /// Calls it with the arguments in a frame.
    pub call: for<'f> fn(&'f Frame<'f>),
    /// For a generic function: appends arguments if they have the types of its calls.
    pub write: Option<WriteArguments>,
}

impl Callable {
    /// Returns a callable without shapes, with the reason why it cannot be called.
    pub const fn refused(shapes: fn(&mut Shapes)) -> Callable {
        Callable { borrows: &[], shapes, call: |_| unreachable!("it cannot be called"), write: None }
    }
}

/// An annotated function of this executable, in one instance if it is generic.
pub struct Function {
    pub id: TargetId,
    pub file: &'static str,
    pub line: u32,
    pub column: u32,
    pub parameters: &'static [Parameter],
    /// `None` if it cannot be called.
    pub callable: Option<Callable>,
}

impl Function {
    pub fn id(&self) -> TargetId {
        self.id.clone()
    }

    /// Returns the place of its name.
    pub fn place(&self) -> Place {
        Place { file: self.file.to_owned(), line: self.line, column: self.column }
    }
}
