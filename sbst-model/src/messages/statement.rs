//! The statements of a [story](crate::story) before the call of its target, as they are to be
//! written.

use crate::expression::Expression;
use crate::target::{CallForm, Parameter, Place, TargetId};
use serde::{Deserialize, Serialize};

/// A statement before the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// The called function; `None` if it is nothing but its only argument, or an assignment.
    pub called: Option<Called>,
    /// The arguments, the receiver among them.
    pub arguments: Vec<Expression>,
    /// The variable of its result; `None` if no later statement uses it.
    pub variable: Option<Variable>,
    /// True if it assigns its second argument to the first.
    pub is_assignment: bool,
}

/// A function that is called before the target is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Called {
    /// Which one.
    pub id: TargetId,
    /// Where it stands.
    pub place: Place,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The form of a call.
    pub form: CallForm,
    /// The parameters that its result may borrow from, by index: what stands for them must live as
    /// long as that.
    pub borrows: Vec<usize>,
}

/// A variable that a statement binds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// Its name, which no other variable of the story has: after its type.
    pub name: String,
    /// True if a later statement takes it as `&mut`.
    pub is_changed: bool,
    /// True if the result is an `Option` or a `Result`, of which only the value counts: `.unwrap()`
    /// follows.
    pub unwraps: bool,
    /// True if it is a reference already, so that it is passed as it is where a reference is
    /// wanted.
    pub is_reference: bool,
}
