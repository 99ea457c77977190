//! Constructs that the analysis cannot see through.

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
    /// Only the macro of this name knows what its tokens are.
    Macro(String),
    /// As before, and there is a `return`, `break`, `continue` or `?` among them.
    LeavingMacro(String),
    /// The parser does not know this syntax.
    Syntax,
    /// The variable of the first name refers to the second one, or to a part of it, and may be used
    /// to change it.
    Alias(String, String),
    /// A method of this name changes what is behind a shared reference: others may change it, too.
    Interior(String),
    /// The value changed through a raw pointer has no name.
    RawPointer,
    /// Anybody may change the static of this name.
    Static(String),
    /// The effect of the function of this name on an argument given as an exclusive reference.
    Call(String),
}

impl Display for Reason {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Macro(name) => write!(formatter, "only `{name}!` knows what its tokens are"),
            Reason::LeavingMacro(name) => {
                write!(formatter, "`{name}!` may leave: only it knows what its tokens are")
            }
            Reason::Syntax => formatter.write_str("the parser does not know this syntax"),
            Reason::Alias(name, referent) => {
                write!(formatter, "`{referent}` may be changed through `{name}`")
            }
            Reason::Interior(method) => write!(
                formatter,
                "`{method}` works behind a shared reference, where others may change what is there, too"
            ),
            Reason::RawPointer => formatter.write_str("what is changed through a raw pointer has no name"),
            Reason::Static(name) => write!(formatter, "anybody may change the static `{name}`"),
            Reason::Call(name) => {
                write!(formatter, "what `{name}` changes through an exclusive reference cannot be seen")
            }
        }
    }
}
