//! The statements of a [call sequence](crate::story) before the call of its target, to be written.

use crate::expression::Expression;
use crate::messages::Reading;
use crate::target::{CallForm, Parameter, Place, TargetId};

/// A statement before the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The called function; `None` for a value or an assignment.
    pub called: Option<Called>,
    /// The arguments, including the receiver.
    pub arguments: Vec<Expression>,
    /// The variable of its result; `None` if no later statement uses it.
    pub variable: Option<Variable>,
    /// True if it assigns its second argument to the first.
    pub is_assignment: bool,
    /// The unused result, if it was read.
    pub result: Option<Reading>,
}

impl Statement {
    /// Returns a statement without a variable.
    pub fn new(called: Option<Called>, arguments: Vec<Expression>) -> Statement {
        Statement { called, arguments, variable: None, is_assignment: false, result: None }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    pub id: TargetId,
    pub place: Place,
    pub parameters: Vec<Parameter>,
    pub form: CallForm,
    /// The parameters from which its result may borrow, by index: their arguments must outlive it.
    pub borrows: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name, derived from its type and unique in the call sequence.
    pub name: String,
    /// True if a later statement takes it as `&mut`.
    pub is_changed: bool,
    /// True if the result is an `Option` or a `Result`, so that `.unwrap()` follows.
    pub unwraps: bool,
    /// True if it is already a reference, which is passed unchanged for a reference.
    pub is_reference: bool,
    /// Its binding pattern.
    pub binding: Binding,
}

/// The pattern that binds a variable to a result, or to an element of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Binding {
    /// The result.
    #[default]
    Whole,
    /// An element of a tuple. The others have these names, before and after it, and live as long as
    /// it does.
    Tuple([Vec<String>; 2]),
    /// The only field of a variant, with this pattern.
    Variant(Expression),
}
