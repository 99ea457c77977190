//! Targets: annotated functions with their conditions and parameters.

use crate::{
    expression::{Expression, Piece},
    fingerprint::fnv1a,
};
use std::fmt;

pub use sbst_vocabulary::obstacle::{Exclusion, Obstacle};
pub use sbst_vocabulary::{CheckKind, ConditionKind, DOUBLE_TYPE, POINTERS};

/// The identity of a target: stable from run to run, unique in a workspace.
///
/// ```
/// use sbst_model::TargetId;
///
/// let path = "demo::shapes::triangle".to_owned();
/// let id = TargetId { package: "demo".into(), crate_name: "demo".into(), binary: None, path };
/// assert_eq!(id.to_string(), "demo::shapes::triangle");
/// assert_eq!(id.seed(1), id.seed(1));
/// assert_ne!(id.seed(1), id.seed(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TargetId {
    pub package: String,
    /// The name of the library or the binary, as in paths.
    pub crate_name: String,
    /// The binary's name if the crate is one, `None` for the library.
    pub binary: Option<String>,
    /// Path of the item, starting with the crate's name: `demo::shapes::triangle`.
    pub path: String,
}

impl TargetId {
    /// The seed of this target's search. It depends on the run's seed and the target only, so
    /// neither the order nor the number of parallel jobs changes a suite. FNV-1a over the identity,
    /// for its simplicity; the generator mixes it.
    pub fn seed(&self, run: u64) -> u64 {
        let parts = [&self.package, self.binary.as_ref().unwrap_or(&self.crate_name), &self.path];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0])).chain(run.to_le_bytes());
        fnv1a(bytes)
    }
}

impl fmt::Display for TargetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TargetDescription {
    pub id: TargetId,
    pub place: Place,
    /// Its conditions; condition `i` has the goals `2i` (true) and `2i + 1` (false), some of which
    /// may be [infeasible](Condition::infeasible).
    pub conditions: Vec<Condition>,
    /// Its hidden checks, in a search for panics, or mutants to be exposed by a search. Check `i`
    /// has one goal, its failure, with the number `2n + i` after those of `n` conditions.
    pub checks: Vec<Check>,
    pub parameters: Vec<Parameter>,
    /// The type of the result as written in the source; empty for none.
    pub result_type: String,
    pub call: CallForm,
    /// The types of values exchanged by its search with others.
    pub exchanges: ExchangedTypes,
    /// The reason why it cannot be searched; `None` if it can.
    pub not_searched: Option<Exclusion>,
}

/// The types of values taken and returned by a target, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExchangedTypes {
    pub takes: Vec<u64>,
    pub gives: Vec<u64>,
}

/// The form of a call, beside the path of the function and its arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallForm {
    /// True if it returns a future, which has to be polled to completion.
    pub is_async: bool,
    pub is_unsafe: bool,
    /// Generic arguments as written after the name, `::<u32, 3>`; empty without any.
    pub generics: Expression,
    /// The full names of argument types determined only by the arguments, by index.
    pub types: Vec<(usize, String)>,
    /// The associated type or trait of the function: `<u8 as demo::Digit>`, `demo::Stack::<u32>`.
    pub owner: Option<Expression>,
    /// True if the first argument is the receiver of a method.
    pub has_receiver: bool,
    /// The formatter among the arguments, if any.
    pub written_to: Option<WrittenTo>,
    /// The way to the items of the result, if its type is an iterator's.
    pub lazy: Option<Lazy>,
    /// The calls of its returned functions, in turn. Their arguments follow its own.
    pub applied: Vec<Applied>,
    /// True if calls that build and change its arguments may come before it.
    pub has_story: bool,
}

/// A formatter argument. Its expression is the format string that creates it, `"{:>5}"`, and its
/// received text is observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTo {
    pub parameter: usize,
    /// The format specifier for which the standard library calls the function (`x` for
    /// `LowerHex::fmt`); `None` if it never does.
    pub letters: Option<String>,
}

/// The way to the items of a lazy result, by the signature: `impl Iterator`, `Box<dyn Iterator>`,
/// `impl IntoIterator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lazy {
    /// True if it is an iterator; else it makes one.
    pub is_iterator: bool,
    /// True if it is in an `Option` or a `Result`.
    pub is_inner: bool,
}

/// The call of a returned function: `make_adder(2)(3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The index of its first argument.
    pub first: usize,
    /// True if the function is in an `Option` or a `Result`.
    pub is_inner: bool,
    /// True if it is called as `&mut`.
    pub is_mutable: bool,
    /// True if the first argument is the number of earlier calls, or lists their arguments.
    pub has_earlier: bool,
}

impl CallForm {
    /// True if no format string creates its formatter: a test needs a value that calls it.
    pub fn is_shown_by_a_closure(&self) -> bool {
        self.written_to.as_ref().is_some_and(|formatter| formatter.letters.is_none())
    }

    /// The type that implements the function's trait, if it has generic arguments.
    ///
    /// ```
    /// use sbst_model::expression::Expression;
    /// use sbst_model::target::CallForm;
    ///
    /// let owner = Some(Expression::source("<List<i32> as Display>"));
    /// let form = CallForm { owner, ..CallForm::default() };
    /// assert_eq!(form.generic_implementor(), Some(Expression::source("List<i32>")));
    /// ```
    pub fn generic_implementor(&self) -> Option<Expression> {
        let mut depth = 0;
        let mut pieces = Vec::new();
        for piece in &self.owner.as_ref()?.0 {
            let Piece::Source(source) = piece else {
                pieces.push(piece.clone());
                continue;
            };
            let mut kept = String::new();
            let mut before = ' ';
            for (at, letter) in source.char_indices() {
                if depth == 1 && source[at..].starts_with(" as ") {
                    pieces.push(Piece::Source(kept));
                    let is_generic =
                        |piece: &Piece| matches!(piece, Piece::Source(source) if source.contains('<'));
                    return pieces.iter().any(is_generic).then_some(Expression(pieces));
                }
                let opens = letter == '<';
                // The `<` around the whole is not part of the type.
                if !opens || depth > 0 {
                    kept.push(letter);
                }
                depth += i32::from(opens) - i32::from(letter == '>' && before != '-');
                before = letter;
            }
            if !kept.is_empty() {
                pieces.push(Piece::Source(kept));
            }
        }
        None
    }
}

impl TargetDescription {
    /// Returns a target without conditions, parameters and a result.
    pub fn new(id: TargetId, place: Place) -> TargetDescription {
        TargetDescription {
            id,
            place,
            conditions: Vec::new(),
            checks: Vec::new(),
            parameters: Vec::new(),
            result_type: String::new(),
            call: CallForm::default(),
            exchanges: ExchangedTypes::default(),
            not_searched: None,
        }
    }

    pub fn goals(&self) -> usize {
        2 * self.conditions.len()
    }

    /// The proof that a goal is infeasible, if any.
    pub fn infeasible(&self, goal: Goal) -> Option<&str> {
        let condition = self.conditions.get(goal.condition as usize)?;
        let mut proofs = condition.infeasible.iter();
        proofs.find(|proof| proof.outcome == goal.outcome).map(|proof| &*proof.reason)
    }

    /// The number of hidden checks of operations. A build with mutants has none.
    pub fn hidden_checks(&self) -> usize {
        self.checks.iter().filter(|check| check.kind != CheckKind::Mutant).count()
    }

    /// The number of goals of a search of it: those of conditions, and one for each hidden check.
    pub fn own_goals(&self) -> usize {
        self.goals() + self.checks.len()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// The file's name by the compiler: relative to the workspace's root.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub kind: ConditionKind,
    /// Its source text, on one line.
    pub text: String,
    pub place: Place,
    /// True if it is in a closure, which the function may pass on.
    pub in_closure: bool,
    /// The infeasible outcomes.
    pub infeasible: Vec<Infeasible>,
}

impl Condition {
    /// Returns a condition outside of closures, with feasible outcomes.
    pub fn new(kind: ConditionKind, text: String, place: Place) -> Condition {
        Condition { kind, text, place, in_closure: false, infeasible: Vec::new() }
    }
}

/// An outcome proved infeasible by an analysis of the function.
#[derive(Clone, Debug, PartialEq)]
pub struct Infeasible {
    pub outcome: bool,
    /// The reason, as half a sentence: "`n` is at least 1 since line 3".
    pub reason: String,
}

/// An operation that the language or the standard library may end with a panic.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub kind: CheckKind,
    /// The source text of the operation, on one line.
    pub text: String,
    /// The place of its panic.
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, or its pattern as written.
    pub name: String,
    pub type_text: String,
    pub can_be_built: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal {
    pub condition: u32,
    pub outcome: bool,
}

impl Goal {
    /// Its index among the goals of the target.
    ///
    /// ```
    /// use sbst_model::Goal;
    /// assert_eq!(Goal { condition: 3, outcome: false }.index(), 7);
    /// assert_eq!(Goal::from_index(7), Goal { condition: 3, outcome: false });
    /// ```
    pub const fn index(self) -> usize {
        2 * self.condition as usize + !self.outcome as usize
    }

    pub const fn from_index(index: usize) -> Goal {
        Goal { condition: (index / 2) as u32, outcome: index.is_multiple_of(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(path: &str) -> TargetId {
        TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() }
    }

    #[test]
    fn seed_of_target_never_changes() {
        assert_eq!(id("p::f").seed(0), id("p::f").seed(0));
        assert_ne!(id("p::f").seed(0), id("p::f").seed(1));
        assert_ne!(id("p::f").seed(0), id("p::g").seed(0));
        assert_eq!(id("p::f").seed(7), 16298627573074003270, "a golden value: seeds keep their meaning");
    }
}
