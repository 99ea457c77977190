//! Definitions and uses, and which definitions reach which use.
//!
//! 1. A *variable* is a local, a parameter, a static that is seen, the result of a call, or a part
//!    of one: a field (`self.f.g`) or any of the elements (`v[_]`). Variables that shadow others
//!    are numbered: `a`, `a#2`. A dereference is looked through: what `*x = 1` changes is told by
//!    the name of `x`.
//! 2. A *definition* is certain, or it may happen (`f(&mut x)`, `x.push(1)`, `v[i] = 2`).
//! 3. A part is defined with the whole, and the whole is used with any part.
//! 4. What closures and `async` blocks define may be defined where they are created, and they see
//!    what reaches that place: the language sees to it that nothing else changes what they have
//!    borrowed.

pub mod recorder;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use super::{Branch, Place};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name: `a`, `a#2` for the second one of that name, `self.f.g`, `v[_]`, or `f(…)` for the
    /// result of a call.
    pub name: String,
    /// The kind of the variable, or of the one that it is a part of.
    pub kind: VariableKind,
    /// The number of the root that it is or belongs to.
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

/// From a whole to a part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Field(String),
    /// To any of the elements.
    Element,
}

impl Variable {
    /// True if one is a part of the other, or they are the same.
    pub fn overlaps(&self, other: &Variable) -> bool {
        let common = self.path.len().min(other.path.len());
        self.root == other.root && self.path[..common] == other.path[..common]
    }

    /// True if it surely is all of `other`.
    pub fn covers(&self, other: &Variable) -> bool {
        self.root == other.root && other.path.starts_with(&self.path) && !self.path.contains(&Step::Element)
    }
}

/// A place where a variable gets a value, or may get one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub variable: usize,
    pub place: Place,
    pub kind: DefinitionKind,
    pub uses: Vec<usize>,
    /// It is executed only if one of these branches is taken. None if it always is, or nothing is
    /// known of it.
    pub depends_on: Vec<Branch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    Parameter,
    /// By `let`, `for` or a pattern.
    Binding,
    Assignment,
    /// By `+=` and its kin, which use it, too.
    Compound,
    Result,
    /// It may be, as one element of what is assigned to may be any.
    Element,
    /// It may be, by a function that it is given to as an exclusive reference.
    Call,
    /// It may be, through an exclusive reference.
    Borrow,
    /// It may be, by a method.
    Method,
}

impl DefinitionKind {
    /// True if the value from before is surely gone.
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
    /// It may do what this definition in a closure or an `async` block does, which is created here.
    Created(usize),
}

/// A field below `self`, by the names on the way; empty for `self` itself.
pub type FieldPath = Vec<String>;

/// For each method of a type, the fields that it reads and writes.
pub type FieldsOfMethods = BTreeMap<String, Fields>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    pub reads: BTreeSet<FieldPath>,
    pub writes: BTreeSet<FieldPath>,
}
