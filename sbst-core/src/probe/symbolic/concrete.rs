//! Values without a term that conditions depend on.

use std::fmt;

/// A kind of values without terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concrete {
    Collection,
    /// An element of a table, or the content of another place than a variable.
    Element,
    Float,
    Iteration,
    Length,
    /// The execution exceeded the limits of following.
    Limit,
    Text,
    /// A result, with the name of the callee: an unknown method, or a function that is not
    /// followed.
    Result(&'static str),
    Variable,
    /// A variant, or another structure.
    Variant,
    Other,
}

impl Concrete {
    /// Returns the kind of a call's result.
    pub(super) fn from_callee(name: &'static str) -> Concrete {
        match name {
            "len" | "count" | "capacity" => Concrete::Length,
            "" => Concrete::Element,
            name => Concrete::Result(name),
        }
    }
}

impl fmt::Display for Concrete {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Concrete::Collection => "collection",
            Concrete::Element => "element",
            Concrete::Float => "float",
            Concrete::Iteration => "iteration",
            Concrete::Length => "length",
            Concrete::Limit => "limit",
            Concrete::Text => "text",
            Concrete::Result(name) => return write!(formatter, "result of `{name}`"),
            Concrete::Variable => "variable",
            Concrete::Variant => "variant",
            Concrete::Other => "other",
        })
    }
}
