//! Definitions and uses, and the definitions that reach each use.
//!
//! 1. A *variable* is a local, a parameter, a visible static, or the result of a call. It is also a
//!    part of one: a field (`self.f.g`) or any of the elements (`v[_]`). Variables that shadow
//!    others are numbered: `a`, `a#2`. A dereference counts as its referent: `*x = 1` is recorded
//!    under the name of `x`.
//! 2. A *definition* is certain, or possible (`f(&mut x)`, `x.push(1)`, `v[i] = 2`).
//! 3. A definition of the whole is one of each part, and a use of a part is one of the whole.
//! 4. Definitions in closures and `async` blocks are possible where these are created. Uses in them
//!    see the definitions that reach that place: by the rules of the language, no other code
//!    changes their borrowed variables.

pub mod recorder;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use super::{Branch, Place};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name: `a`, `a#2` for the second one of that name, `self.f.g`, `v[_]`, or `f(…)` for the
    /// result of a call.
    pub name: String,
    /// The kind of the variable, or of the variable that contains it.
    pub kind: VariableKind,
    /// The number of its root.
    pub root: usize,
    pub path: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    Parameter,
    Local,
    Static,
    Result,
}

/// A step from a whole to a part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Field(String),
    /// To any of the elements.
    Element,
}

impl Variable {
    /// True if one is a part of the other, or both are the same.
    pub fn overlaps(&self, other: &Variable) -> bool {
        let common = self.path.len().min(other.path.len());
        self.root == other.root && self.path[..common] == other.path[..common]
    }

    /// True if it is certainly all of `other`.
    pub fn covers(&self, other: &Variable) -> bool {
        self.root == other.root && other.path.starts_with(&self.path) && !self.path.contains(&Step::Element)
    }
}

/// A place where a variable gets, or may get, a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub variable: usize,
    pub place: Place,
    pub kind: DefinitionKind,
    pub uses: Vec<usize>,
    /// The branches before it, one of which must be taken for its execution. Empty if it always
    /// executes, or if they are unknown.
    pub depends_on: Vec<Branch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    Parameter,
    /// By `let`, `for` or a pattern.
    Binding,
    Assignment,
    /// By `+=` and the like, which also use the variable.
    Compound,
    Result,
    /// Possible: the assigned element may be any.
    Element,
    /// Possible: by a function with an exclusive reference to it.
    Call,
    /// Possible: through an exclusive reference.
    Borrow,
    /// Possible: by a method.
    Method,
}

impl DefinitionKind {
    /// True if the previous value is certainly replaced.
    pub fn is_certain(self) -> bool {
        use DefinitionKind::{Assignment, Binding, Compound, Parameter, Result};
        matches!(self, Parameter | Binding | Assignment | Compound | Result)
    }
}

impl Display for DefinitionKind {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            DefinitionKind::Parameter => "parameter",
            DefinitionKind::Binding => "binding",
            DefinitionKind::Assignment => "assignment",
            DefinitionKind::Compound => "compound assignment",
            DefinitionKind::Result => "result of a call",
            DefinitionKind::Element => "assignment to an element",
            DefinitionKind::Call => "may be changed by a call",
            DefinitionKind::Borrow => "may be changed through a reference",
            DefinitionKind::Method => "may be changed by a method",
        })
    }
}

/// A place where the value of a variable is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub variable: usize,
    pub place: Place,
    /// The last definitions that reach it, sorted.
    pub definitions: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Use(usize),
    Definition(usize),
    /// The possible effect of this definition in a closure or an `async` block, which is created
    /// here.
    Created(usize),
}

/// A field below `self`, by the names on the path; empty for `self` itself.
pub type FieldPath = Vec<String>;

/// For each method of a type, the fields that it reads and writes.
pub type FieldsOfMethods = BTreeMap<String, Fields>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    pub reads: BTreeSet<FieldPath>,
    pub writes: BTreeSet<FieldPath>,
}
