//! The state of following: evaluated values, waiting operands, and all clauses yet.

use super::computations::{Computation, Given};
use super::contents::{Content, Seen};
use super::number::Number;
use super::optional::Last;
use super::shadow::{Known, Shadow};
use super::{operations, Clause, Concrete, Decision, Followed, Origin};
use crate::probe::site::Site;
use sbst_model::Arithmetic;
use sbst_solver::term::Term;
use std::collections::HashMap;

/// The most clauses of one execution: with more, a solver takes longer than an execution is worth.
const MOST_CLAUSES: usize = 4_096;
/// The most nodes of the terms of one execution, about 40 bytes each.
const MOST_NODES: usize = 200_000;
/// The most evaluated values that wait: the depth of an expression.
const MOST_EVALUATED: usize = 16;
/// The most waiting operands, see `check/arithmetic.rs`.
const MOST_WAITING: usize = 4_096;

/// The values, operands and clauses of an execution.
#[derive(Default)]
pub(super) struct Follower {
    pub(super) followed: Followed,
    pub(super) shadow: Shadow,
    /// Evaluated values that were not taken yet, the last one last.
    evaluated: Vec<Known>,
    pub(super) loops: Vec<Loop>,
    /// The variable that an operation changes.
    pub(super) changed: Option<usize>,
    pub(super) waiting: Vec<(usize, Known)>,
    /// Operands that wait for a computation.
    operands: Vec<Operand>,
    /// The last computed result, if it was not a number.
    pub(super) last: Last,
    pub(super) origins: Option<[Origin; 2]>,
    /// Parts of the current pattern: their terms, if these are exact, and if they match.
    pub(super) parts: Vec<(Term, bool, bool)>,
    /// The term of the next recorded condition, if it has one: true if the condition has this
    /// outcome.
    pub(super) pending: Option<(&'static Site, bool, Term, bool)>,
    pub(super) entry: Entry,
    /// The reason why the next condition has no term, if known.
    pub(super) reason: Option<Concrete>,
    /// The names of the callees whose results at these addresses have no terms.
    pub(super) returned: HashMap<usize, &'static str>,
}

/// The decision on another round of a loop (`loops.rs`).
pub(super) enum Loop {
    Range { start: Known, end: Known, is_inclusive: bool },
    Content(Content),
}

/// An operand of a computation.
enum Operand {
    Number(Known),
    /// The last computation, see [`Last`].
    Last(Last),
    /// A text or a sequence.
    Seen(Seen),
    Unknown,
}

/// The entry into the target, whose parameters are certain.
#[derive(Default)]
pub(super) struct Entry {
    /// The target's sites.
    pub(super) sites: &'static [Site],
    /// The slots of the parameters that are integers.
    pub(super) slots: Vec<Option<usize>>,
    /// True while parameters are being recorded.
    pub(super) is_open: bool,
    pub(super) was_open: bool,
}

impl Follower {
    pub(super) fn evaluated(&mut self, known: Known) {
        self.last = Last::default();
        if self.evaluated.len() == MOST_EVALUATED {
            self.evaluated.remove(0);
        }
        self.evaluated.push(known);
    }

    /// Takes the last evaluated number, with its term. If another number was evaluated last,
    /// earlier evaluations are dropped.
    pub(super) fn take_evaluated(&mut self, number: Number) -> Known {
        match self.evaluated.pop() {
            Some(known) if known.number.is(number) => known,
            _ => {
                self.forget_evaluated();
                self.last.part(number).unwrap_or_else(|| self.shadow.computed(number))
            }
        }
    }

    /// Returns the known result of a call that may have no symbolic result. It may be a part or the
    /// form of the last computation.
    pub(super) fn take_result(&mut self, number: Number) -> Known {
        match self.last.form() {
            Some(form) if number.is_boolean() => {
                let pool = &mut self.followed.pool;
                let term = if number.value == 1 { form } else { pool.not(form) };
                Known { number, term: Some(term), is_exact: false }
            }
            form => {
                if let (Some(part), Some(form)) = (self.last.part(number), form) {
                    self.assume(form, false);
                    return part;
                }
                self.take_evaluated(number).guessed()
            }
        }
    }

    /// Drops evaluated values that were not taken, at the end of a statement or condition.
    pub(super) fn forget_evaluated(&mut self) {
        self.evaluated.clear();
    }

    /// Returns the known value of an operand, or of the place that it refers to.
    pub(super) fn operand(&mut self, number: Number, referred: Option<usize>) -> Known {
        let changed = self.changed.take();
        match referred {
            Some(address) => {
                let known = self.shadow.resolve(Some(address), number, &mut self.followed.pool);
                if changed == referred {
                    known
                } else {
                    known.guessed()
                }
            }
            None => self.take_evaluated(number),
        }
    }

    /// Evaluates a value read at an address, 0 if that is unknown.
    pub(super) fn read(&mut self, address: usize, number: Number, is_variable: bool) {
        let address = (address != 0).then_some(address);
        let known = self.resolve(address, number);
        self.evaluated(if is_variable { known } else { known.guessed() });
    }

    /// Returns the known value of the number at an address.
    pub(super) fn resolve(&mut self, address: Option<usize>, number: Number) -> Known {
        if let (Some(address), Some(part)) = (address, self.last.part(number)) {
            if !self.shadow.is_known(address, number) {
                self.shadow.write(address, part);
            }
        }
        self.shadow.resolve(address, number, &mut self.followed.pool)
    }

    /// Binds a variable to its number, or to one that it refers to.
    pub(super) fn bind(&mut self, number: Number, address: usize, is_own: bool) {
        if let Some(part) = self.last.take_part(number).filter(|_| is_own) {
            return self.shadow.write(address, part);
        }
        let Follower { shadow, followed, .. } = self;
        match is_own {
            true => shadow.bind(address, number, &mut followed.pool),
            false => _ = shadow.resolve(Some(address), number, &mut followed.pool),
        }
    }

    /// Assumes a term, unless it is the same in every execution.
    pub(super) fn assume(&mut self, term: Term, is_exact: bool) {
        if self.followed.pool.as_constant(term).is_none() {
            self.add(None, term, is_exact);
        }
    }

    pub(super) fn add(&mut self, decision: Option<Decision>, term: Term, is_exact: bool) {
        let Followed { pool, clauses, is_cut, .. } = &mut self.followed;
        *is_cut |= clauses.len() >= MOST_CLAUSES || pool.size() >= MOST_NODES;
        if !*is_cut {
            clauses.push(Clause { decision, term, is_exact });
        }
    }

    pub(super) fn operate(&mut self, operator: Arithmetic, left: Known, right: Known) {
        if self.followed.pool.size() >= MOST_NODES {
            self.forget_evaluated();
            return;
        }
        let (result, survived) = operations::apply(operator, left, right, &mut self.followed.pool);
        if let Some(survived) = survived {
            self.assume(survived, result.is_exact);
        }
        self.compute(result);
    }

    /// Lets a left operand wait under the address of its check.
    pub(super) fn wait(&mut self, check: usize, left: Known) {
        if self.waiting.len() == MOST_WAITING {
            self.waiting.clear();
        }
        self.waiting.push((check, left));
    }

    /// Returns the left operand that waits for a check. Those behind it were left behind by an
    /// early exit.
    pub(super) fn take_waiting(&mut self, check: usize) -> Option<Known> {
        let last = self.waiting.iter().rposition(|(waits, _)| *waits == check)?;
        let (_, left) = self.waiting[last];
        self.waiting.truncate(last);
        Some(left)
    }

    pub(super) fn wait_for_computation(&mut self, operand: Option<Known>) {
        self.let_wait(operand.map_or(Operand::Unknown, Operand::Number));
    }

    /// Lets a value that is not a number wait for a computation.
    pub(super) fn let_seen_wait(&mut self, seen: Seen) {
        let last = std::mem::take(&mut self.last);
        self.let_wait(match (seen, last.form()) {
            (Seen::Other, Some(_)) => Operand::Last(last),
            (seen, _) => Operand::Seen(seen),
        });
    }

    fn let_wait(&mut self, operand: Operand) {
        if self.operands.len() == MOST_WAITING {
            self.operands.clear();
        }
        self.operands.push(operand);
    }

    /// Joins bytes, the least first, to a number.
    pub(super) fn join(&mut self, bytes: &[u8]) -> Option<Known> {
        let Follower { shadow, followed: Followed { pool, .. }, .. } = self;
        let mut joined: Option<Known> = None;
        for byte in bytes {
            let (number, address) = Number::find(byte)?;
            let known = shadow.resolve(Some(address), number, pool);
            joined = Some(match joined {
                None => known,
                Some(lower) => operations::join(known, lower, pool),
            });
        }
        joined
    }

    /// Evaluates a computation with waiting operands.
    pub(super) fn finish(&mut self, computation: Computation, given: Given<'_>) {
        let mut pop = || self.operands.pop().unwrap_or(Operand::Unknown);
        let right = computation.is_binary().then(&mut pop);
        let (left, right) = match (pop(), right) {
            (Operand::Number(left), None) => (left, None),
            (Operand::Number(left), Some(Operand::Number(right))) => (left, Some(right)),
            (Operand::Seen(seen), None) => return self.finish_with_seen(computation, &seen, given),
            (Operand::Last(last), right) => return self.finish_with_last(computation, &last, right, given),
            _ => return self.lose(given),
        };
        if self.followed.pool.size() >= MOST_NODES {
            return self.lose(given);
        }
        let Some(computed) = computation.apply(left, right, &given, &mut self.followed.pool) else {
            return self.lose(given);
        };
        if let Some(survived) = computed.survived {
            self.assume(survived, computed.is_exact);
        }
        match (given, &computed.parts[..]) {
            (Given::Number(_), [known]) => self.compute(*known),
            _ => {
                self.forget_evaluated();
                computed.parts.iter().for_each(|part| self.shadow.compute(*part));
                self.last = Last::new(computed);
            }
        }
    }

    /// Evaluates a length, or a parsed number.
    fn finish_with_seen(&mut self, computation: Computation, seen: &Seen, given: Given<'_>) {
        match (computation, given, seen) {
            (Computation::Length, Given::Number(number), _) => match self.length_of_seen(seen, number) {
                Some(length) => self.evaluated(length),
                None => self.lose(given),
            },
            (Computation::Parse, Given::Optional(found, ty), Seen::Text(text)) => {
                let content = self.shadow.find_text(text);
                let parsed = content.and_then(|content| self.parse(&content, text, ty, found));
                self.forget_evaluated();
                self.last = parsed.unwrap_or_default();
            }
            _ => self.lose(given),
        }
    }

    /// Evaluates `option.unwrap_or(number)` of the last computation.
    fn finish_with_last(
        &mut self,
        computation: Computation,
        last: &Last,
        otherwise: Option<Operand>,
        given: Given<'_>,
    ) {
        let otherwise = match (computation, otherwise) {
            (Computation::UnwrapOr, Some(Operand::Number(otherwise))) => otherwise,
            _ => return self.lose(given),
        };
        let (Given::Number(number), Some(form)) = (given, last.form()) else { return self.lose(given) };
        let pool = &mut self.followed.pool;
        let term = match last.parts() {
            [inside] => operations::term(*inside, pool),
            // The option was empty: another value needs the other variant.
            _ => return self.compute(otherwise.guessed()),
        };
        let other = operations::term(otherwise, pool);
        let term = pool.ite(form, term, other);
        self.compute(Known { number, term: Some(term), is_exact: false });
    }

    /// Evaluates an unknown result.
    fn lose(&mut self, given: Given<'_>) {
        match given {
            Given::Number(number) => self.evaluated(self.shadow.computed(number)),
            _ => self.last = Last::default(),
        }
    }

    pub(super) fn compute(&mut self, result: Known) {
        self.shadow.compute(result);
        self.evaluated(result);
    }
}
