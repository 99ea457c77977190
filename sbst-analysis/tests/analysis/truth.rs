//! Findings of a person who read ten functions of real crates: the dependences of each condition,
//! and the definitions that reach it. They were written down before the analysis existed, and
//! changed since in one point: they took `for` for a question before each iteration.
//!
//! Each function is in `truth/NAME.rs`, rewritten after the original, with its structure; what is true of it is in
//! `truth/NAME.truth`, which names the source. A line there is one of
//!
//! ```text
//! # for people
//! 13 self.at < self.text.len()            a condition: the line on which it begins, and its text
//!     after 8 b'-' = true                 it is control-dependent on that one, if it turns out so
//!     again 15 b'(' = true                the same, but that one is only evaluated after it: in another round of a loop
//!     uses self.at from 2 3 8             what it looks at, and the lines of the last definitions that may reach it
//! ```
//!
//! 1. Control dependence is that of Ferrante, Ottenstein and Warren, "The program dependence graph and its use in
//!    optimization", TOPLAS 1987, section 3.1: a condition depends on the outcome of another if from there on it will be
//!    evaluated for certain (or once more for certain), and before it was not. Arms of a `match` are tried one after the
//!    other; `?` may return; indices, overflows and calls are taken to come back.
//! 2. That a loop's condition depends on itself goes without saying, and is left out on both sides. A `for` is one question,
//!    whether there is a first item. Whether there is another one is no condition: what depends on that depends on what
//!    leads to it.
//! 3. The conditions of a closure depend on one another; when it is called is not told.
//! 4. A condition looks at the variables in its text, an arm at those in the scrutinee, at the time of the scrutinee.
//!    What a `for` loop iterates over is looked at once, before the loop.
//! 5. A definition is a parameter, a `let` or a pattern, an assignment, a call that is given `&mut`, a method that
//!    changes its receiver, and what is done through a reference to a part. The latter may leave something alone, so
//!    earlier definitions live on. Where a statement goes over several lines, it is the first that counts.
//! 6. Elements are told as the whole (`v` for `v[i]`), fields apart (`self.at`). `self` is the whole of it.

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

/// All of them.
pub const FUNCTIONS: &[Function] = &functions!(
    "operand" "parse_values" "calculate" "fraction" "duration" "tokens" "compare" "relative" "find_all" "brent"
);

/// A condition, as people find it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub line: u32,
    pub text: String,
}

impl At {
    /// A condition as probes name it, shorter: of an arm, `match SCRUTINEE { PATTERN }`, the pattern is enough; and `x()?`
    /// in `if x()? {}` is two conditions of the same name, so that of `?` is told by its operand.
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
    /// The outcomes that it depends on.
    pub after: BTreeSet<(At, bool)>,
    /// Conditions that decide if it is evaluated again.
    pub again: BTreeSet<(At, bool)>,
    /// The variables that it looks at, with the lines of their definitions.
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

    /// Takes in a line about it; `None` if that makes no sense or was told before.
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
