//! Constructs that the analysis cannot follow.

use std::fmt::{self, Display, Formatter};

use super::Place;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Imprecision {
    pub place: Place,
    pub reason: Reason,
}

impl Display for Imprecision {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.reason)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Only the macro of this name can interpret its tokens.
    Macro(String),
    /// A macro as before, with a `return`, `break`, `continue` or `?` among the tokens.
    LeavingMacro(String),
    /// The parser does not support this syntax.
    Syntax,
    /// The variable of the first name refers to the second one, or to a part of it, and may be used
    /// to change it.
    Alias(String, String),
    /// A method of this name changes a value behind a shared reference: other code may change it,
    /// too.
    Interior(String),
    /// The value changed through a raw pointer has no name.
    RawPointer,
    /// Any code may change the static of this name.
    Static(String),
    /// The effect of the function of this name on an argument given as an exclusive reference.
    Call(String),
}

impl Display for Reason {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Macro(name) => write!(formatter, "only `{name}!` can interpret its tokens"),
            Reason::LeavingMacro(name) => {
                write!(formatter, "`{name}!` may leave: only it can interpret its tokens")
            }
            Reason::Syntax => formatter.write_str("the parser does not support this syntax"),
            Reason::Alias(name, referent) => {
                write!(formatter, "`{referent}` may be changed through `{name}`")
            }
            Reason::Interior(method) => write!(
                formatter,
                "`{method}` works behind a shared reference, where other code may change the value, too"
            ),
            Reason::RawPointer => formatter.write_str("a value changed through a raw pointer has no name"),
            Reason::Static(name) => write!(formatter, "anybody may change the static `{name}`"),
            Reason::Call(name) => {
                write!(formatter, "changes by `{name}` through an exclusive reference are invisible")
            }
        }
    }
}
