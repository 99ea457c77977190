//! Functions in the form needed for values: how each is called, and named.

use crate::value::frame::Frame;
use crate::value::shapes::Shapes;
use sbst_model::target::Place;
use sbst_model::TargetId;

pub struct Parameter {
    pub name: &'static str,
    /// Its type as written.
    pub type_text: &'static str,
}

#[derive(Clone, Copy)]
pub struct Callable {
    /// The parameters from which the result may borrow.
    pub borrows: &'static [usize],
    pub shapes: fn(&mut Shapes),
    /// Calls it with the arguments in a frame.
    pub call: for<'f> fn(&'f Frame<'f>),
}

impl Callable {
    /// Returns a callable without shapes, with the reason why it cannot be called.
    pub const fn refused(shapes: fn(&mut Shapes)) -> Callable {
        Callable { borrows: &[], shapes, call: |_| unreachable!("it cannot be called") }
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
