//! What the analysis cannot see.

use std::fmt::{self, Display, Formatter};

use super::Place;

/// Something that the analysis cannot see, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Imprecision {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub reason: Reason,
}

impl Display for Imprecision {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.reason)
    }
}

/// Why something cannot be seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Only the macro of this name knows what its tokens are.
    Macro(String),
    /// As before, and there is a `return`, `break`, `continue` or `?` among them.
    LeavingMacro(String),
    /// The parser does not know this syntax.
    Syntax,
}

impl Display for Reason {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Macro(name) => write!(formatter, "only `{name}!` knows what its tokens are"),
            Reason::LeavingMacro(name) => {
                write!(formatter, "`{name}!` may leave: only it knows what its tokens are")
            }
            Reason::Syntax => formatter.write_str("the parser does not know this syntax"),
        }
    }
}
