//! A generator of functions with random combinations of constructs.
//!
//! 1. *Valid by construction.* Expressions have the requested type. Names that are valid everywhere
//!    are `Copy` (the parameters, and copies of bindings); a fragment borrows, moves or changes
//!    only its own variables. A fragment that leaves its block takes the possible targets from the
//!    `Surroundings`.
//! 2. *Complete.* A function is given a number of constructs. A place of their category takes one
//!    of them, so they nest; the remaining ones get new places.
//! 3. *Observed.* Nearly every operand, scrutinee, guard and index is recorded by the function `e`,
//!    and many are values with a recorded destructor.
//! 4. *Reducible.* Statements and expressions are between [`markers`]. Without them, or with a
//!    plain value instead, the rest is still valid.

mod booleans;
mod checked;
mod comparisons;
mod functions;
mod integers;
pub mod markers;
mod matching;
mod patterns;
mod statements;

use std::collections::BTreeSet;

use sbst_search::Random;

use crate::Edition;
use crate::constructs::{Category, Construct};

pub use functions::Function;

/// The greatest depth of expressions.
const DEEPEST: u32 = 5;

/// The number of constructs in addition to the required ones.
const SPARE: u32 = 12;

/// The type of `return` and `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    Integer,
    Option,
    Result,
}

/// The surroundings of a fragment.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub(crate) returns: Returns,
    pub(crate) is_async: bool,
    /// The labels of the surrounding loops.
    pub(crate) loops: Vec<String>,
    /// Repeatable expressions of type `i32`.
    pub(crate) integers: Vec<String>,
    pub(crate) depth: u32,
}

pub(crate) struct Generator<'a> {
    pub(crate) random: &'a mut Random,
    pub(crate) edition: Edition,
    /// Required constructs still missing in the function.
    wanted: Vec<Construct>,
    used: BTreeSet<Construct>,
    /// Pairs of constructs, the second somewhere within the first.
    nested: BTreeSet<(Construct, Construct)>,
    around: Vec<Construct>,
    pub(crate) here: Surroundings,
    spare: u32,
    names: u32,
    numbers: u32,
    /// The name of the type parameter, if it exists.
    pub(crate) is_generic: bool,
}

impl Generator<'_> {
    /// Returns an unused name.
    pub(crate) fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}_{}", self.names)
    }

    /// Returns the number of an operand.
    pub(crate) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        self.random.pick(choices).clone()
    }

    /// Records that `construct` is being written, within the open ones.
    pub(crate) fn begin(&mut self, construct: Construct) {
        self.wanted.retain(|&wanted| wanted != construct);
        self.used.insert(construct);
        for &outer in &self.around {
            self.nested.insert((outer, construct));
        }
        self.around.push(construct);
    }

    pub(crate) fn end(&mut self) {
        self.around.pop();
    }

    /// Records a construct with an empty interior.
    pub(crate) fn note(&mut self, construct: Construct) {
        self.begin(construct);
        self.end();
    }

    /// Takes a required construct of the category, or otherwise perhaps another one.
    pub(crate) fn choose(&mut self, category: Category) -> Option<Construct> {
        let wanted: Vec<Construct> =
            self.wanted.iter().copied().filter(|wanted| wanted.category() == category).collect();
        if !wanted.is_empty() && self.here.depth < DEEPEST {
            return Some(self.pick(&wanted));
        }
        let is_optional = !matches!(
            category,
            Category::Operand | Category::Operator | Category::Pattern | Category::Scrutinee
        );
        if is_optional {
            if self.here.depth >= 3 || self.spare == 0 {
                return None;
            }
            self.spare -= 1;
        }
        let edition = self.edition;
        let others: Vec<Construct> =
            Construct::in_category(category).filter(|construct| construct.is_in(edition)).collect();
        Some(self.pick(&others))
    }

    /// Evaluates `inside` in changed surroundings.
    pub(crate) fn within<R>(
        &mut self,
        change: impl FnOnce(&mut Surroundings),
        inside: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = self.here.clone();
        change(&mut self.here);
        let result = inside(self);
        self.here = before;
        result
    }

    /// Evaluates `inside` in a separate function, closure or async block.
    pub(crate) fn apart<R>(
        &mut self,
        returns: Returns,
        is_async: bool,
        inside: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let change = |here: &mut Surroundings| {
            here.returns = returns;
            here.is_async = is_async;
            here.loops.clear();
        };
        self.within(change, inside)
    }

    /// Evaluates `inside` in the body of a loop with the label.
    pub(crate) fn in_loop<R>(&mut self, label: &str, inside: impl FnOnce(&mut Self) -> R) -> R {
        let label = label.to_owned();
        self.within(|here| here.loops.push(label), inside)
    }

    /// Evaluates `inside` with more readable names.
    pub(crate) fn knowing<R>(&mut self, integers: &[String], inside: impl FnOnce(&mut Self) -> R) -> R {
        let integers = integers.to_vec();
        self.within(|here| here.integers.extend(integers), inside)
    }

    /// Evaluates `inside` one level deeper.
    pub(crate) fn deeper<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.within(|here| here.depth += 1, inside)
    }

    /// Writes an expression that leaves the function.
    pub(crate) fn leaving(&mut self) -> String {
        let is_good = self.chance(50);
        match self.here.returns {
            Returns::Option if !is_good => "return None".into(),
            Returns::Result if !is_good => format!("return Err(Oops({}))", self.number()),
            _ => {
                let value = self.leaf();
                format!("return {}", self.returned(&value))
            }
        }
    }

    /// Writes `value` as the function's return value.
    pub(crate) fn returned(&self, value: &str) -> String {
        match self.here.returns {
            Returns::Integer => value.to_owned(),
            Returns::Option => format!("Some({value})"),
            Returns::Result => format!("Ok({value})"),
        }
    }

    /// Writes statements where the function returns `needed`: in a closure, unless the current
    /// function does.
    pub(crate) fn returning(
        &mut self,
        needed: Returns,
        statements: impl FnOnce(&mut Self) -> String,
    ) -> String {
        if self.here.returns == needed {
            return statements(self);
        }
        let (inside, value) = self.apart(needed, false, |this| {
            let inside = statements(this);
            (inside, this.returned("0"))
        });
        let number = self.number();
        let returned = if needed == Returns::Option { "Option<i32>" } else { "Result<i32, Oops>" };
        format!("e({number}, (|| -> {returned} {{\n{inside}\n{value}\n}})().is_some_or_ok());")
    }

    /// Writes statements where `.await` is possible: if necessary, in a separate block.
    pub(crate) fn awaiting(&mut self, statements: impl FnOnce(&mut Self) -> String) -> String {
        if self.here.is_async {
            return statements(self);
        }
        let inside = self.apart(Returns::Integer, true, statements);
        let number = self.number();
        format!("e({number}, block_on(async {{\n{inside}\n0\n}}));")
    }
}
