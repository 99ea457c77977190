//! The statements of a [story](crate::story) before the call of its target, as they are to be written.

use crate::expression::Expression;
use crate::target::{CallForm, Parameter, Place, TargetId};
use serde::{Deserialize, Serialize};

/// A statement before the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// What is called; `None` if it is nothing but its only argument, or an assignment.
    pub called: Option<Called>,
    /// The arguments, the receiver among them.
    pub arguments: Vec<Expression>,
    /// What later statements know its result by; `None` if none uses it.
    pub variable: Option<Variable>,
    /// Whether it assigns its second argument to the first.
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
    /// How a call of it is written.
    pub form: CallForm,
    /// The parameters that its result may borrow from, by index: what stands for them must live as long as that.
    pub borrows: Vec<usize>,
}

/// A variable that a statement binds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// Its name, which no other variable of the story has: after its type.
    pub name: String,
    /// Whether a later statement takes it as `&mut`.
    pub is_changed: bool,
    /// Whether the result is an `Option` or a `Result`, of which only the value counts: `.unwrap()` follows.
    pub unwraps: bool,
    /// Whether it is a reference already, so that it is passed as it is where a reference is wanted.
    pub is_reference: bool,
}
