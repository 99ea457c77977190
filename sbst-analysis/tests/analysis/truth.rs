//! Manual analysis of ten functions of real crates: the dependences of each condition, and its
//! reaching definitions. It was written before the automatic analysis, and has changed since in one
//! point: a `for` had been a condition before each iteration.
//!
//! Each function is in `truth/NAME.rs`, rewritten after the original, with its structure; its facts
//! are in `truth/NAME.truth`, which names the source. Each line there is one of
//!
//! ```text
//! # a comment
//! 13 self.at < self.text.len()            a condition: the line on which it begins, and its text
//!     after 8 b'-' = true                 it is control-dependent on this outcome of that condition
//!     again 15 b'(' = true                the same, but evaluated only after it, in another iteration
//!     uses self.at from 2 3 8             its variable, and the lines of the last definitions that may reach it
//! ```
//!
//! 1. Control dependence is that of Ferrante, Ottenstein and Warren, "The program dependence graph
//!    and its use in optimization", TOPLAS 1987, section 3.1. A condition depends on an outcome of
//!    another if this outcome makes its evaluation (or another evaluation of it) certain, and it
//!    was not certain before. Arms of a `match` are tried one after the other; `?` may return;
//!    indices, arithmetic and calls are assumed to return.
//! 2. The dependence of a loop's condition on itself is left out on both sides. A `for` is one
//!    condition: the iterator has a first item. Further items are no condition: code that depends
//!    on them depends on the outcomes leading to the next iteration.
//! 3. The conditions of a closure depend on one another, but not on the conditions of its callers.
//! 4. A condition uses the variables in its text, an arm those in the scrutinee, at the time of the
//!    scrutinee. The iterated expression of a `for` loop is used once, before the loop.
//! 5. A definition is a parameter, a `let` or a pattern, an assignment, a call with a `&mut`
//!    argument, a method that changes its receiver, or a change through a reference to a part. The
//!    last may leave the variable unchanged, so earlier definitions still reach. A statement on
//!    several lines counts for the first one.
//! 6. An element counts as the whole (`v` for `v[i]`), a field as itself (`self.at`), and `self` as the whole.

use sbst_instrument::condition::ConditionKind;
use std::{collections::BTreeSet, fmt};

/// A function with its truth, as text.
pub struct Function {
    pub name: &'static str,
    pub source: &'static str,
    truth: &'static str,
}

macro_rules! functions {
    ($($name:literal)*) => {
        [$(Function {
            name: $name,
            source: include_str!(concat!("truth/", $name, ".rs")),
            truth: include_str!(concat!("truth/", $name, ".truth")),
        }),*]
    };
}

/// All the functions.
pub const FUNCTIONS: &[Function] = &functions!(
    "operand" "parse_values" "calculate" "fraction" "duration" "tokens" "compare" "relative" "find_all" "brent"
);

/// A condition, by its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub line: u32,
    pub text: String,
}

impl At {
    /// Shortens the name of a condition in probes. An arm, `match SCRUTINEE { PATTERN }`, is named
    /// by its pattern, and `?` by its operand, because `x()?` in `if x()? {}` is two conditions of
    /// one name.
    pub fn from_condition(line: u32, kind: ConditionKind, text: &str) -> At {
        let text = match kind {
            ConditionKind::Arm => text.rsplit_once("{ ").and_then(|(_, pattern)| pattern.strip_suffix(" }")),
            ConditionKind::Try => text.strip_suffix('?'),
            _ => None,
        }
        .unwrap_or(text);
        At { line, text: text.to_owned() }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.line, self.text)
    }
}

/// Facts about a condition.
#[derive(Debug)]
pub struct Condition {
    pub at: At,
    /// The outcomes on which it depends.
    pub after: BTreeSet<(At, bool)>,
    /// Conditions that decide if it is evaluated again.
    pub again: BTreeSet<(At, bool)>,
    /// The variables that it uses, with the lines of their definitions.
    pub uses: Vec<(String, BTreeSet<u32>)>,
}

/// Facts about a function.
#[derive(Debug)]
pub struct Truth {
    pub conditions: Vec<Condition>,
}

impl Truth {
    /// Reads the truth of `function`.
    pub fn from_function(function: &Function) -> Truth {
        let mut conditions: Vec<Condition> = Vec::new();
        for line in function.truth.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let is_understood = match line.strip_prefix("    ") {
                None => place(line).map(|at| conditions.push(Condition::at(at))),
                Some(fact) => conditions.last_mut().and_then(|condition| condition.learn(fact)),
            };
            is_understood.unwrap_or_else(|| panic!("{}: `{line}` is not understood", function.name));
        }
        Truth { conditions }
    }
}

impl Condition {
    fn at(at: At) -> Condition {
        Condition { at, after: BTreeSet::new(), again: BTreeSet::new(), uses: Vec::new() }
    }

    /// Adds the fact of a line; `None` if the line is malformed or repeats a fact.
    fn learn(&mut self, fact: &str) -> Option<()> {
        let is_new = match fact.split_once(' ')? {
            ("after", branch) => self.after.insert(outcome(branch)?),
            ("again", branch) => self.again.insert(outcome(branch)?),
            ("uses", reached) => {
                let (variable, lines) = definitions(reached)?;
                let is_new = self.uses.iter().all(|(other, _)| *other != variable);
                self.uses.push((variable, lines));
                is_new
            }
            _ => false,
        };
        is_new.then_some(())
    }
}

fn place(text: &str) -> Option<At> {
    let (line, text) = text.split_once(' ')?;
    Some(At { line: line.parse().ok()?, text: text.to_owned() })
}

fn outcome(text: &str) -> Option<(At, bool)> {
    let (at, outcome) = text.rsplit_once(" = ")?;
    Some((place(at)?, outcome.parse().ok()?))
}

fn definitions(text: &str) -> Option<(String, BTreeSet<u32>)> {
    let (variable, lines) = text.split_once(" from ")?;
    let lines: Result<BTreeSet<u32>, _> = lines.split(' ').map(str::parse).collect();
    Some((variable.to_owned(), lines.ok()?))
}
