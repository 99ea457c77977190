//! The state of following: what was evaluated, what waits, and the clauses so far.

use super::computations::Computation;
use super::number::Number;
use super::shadow::{Known, Shadow};
use super::{operations, Clause, Decision, Followed, Origin};
use crate::probe::arithmetic::Arithmetic;
use crate::probe::site::Site;
use sbst_solver::term::Term;

/// The most clauses of one execution: a solver takes longer for more than an execution is worth.
const MOST_CLAUSES: usize = 4_096;
/// The most nodes of the terms of one execution, about 40 bytes each.
const MOST_NODES: usize = 200_000;
/// The most values that are evaluated and not taken: the depth of an expression.
const MOST_EVALUATED: usize = 16;
/// The most operands that wait, see `check/arithmetic.rs`.
const MOST_WAITING: usize = 4_096;

/// The values, operands and clauses of an execution.
#[derive(Default)]
pub(super) struct Follower {
    pub(super) followed: Followed,
    pub(super) shadow: Shadow,
    /// Values that were evaluated and not taken yet, the last one last.
    evaluated: Vec<Known>,
    /// The variable that an operation changes.
    pub(super) changed: Option<usize>,
    pub(super) waiting: Vec<(usize, Known)>,
    /// Operands that wait for a computation; `None` for one that is no number.
    pub(super) operands: Vec<Option<Known>>,
    pub(super) origins: Option<[Origin; 2]>,
    /// Parts of the pattern that is looked at: their terms, if these are exact, and if they match.
    pub(super) parts: Vec<(Term, bool, bool)>,
    /// The term of the condition that is about to be recorded, if it has one: true if the condition
    /// has this outcome.
    pub(super) pending: Option<(&'static Site, bool, Term, bool)>,
    pub(super) entry: Entry,
}

/// The entry into the target, whose parameters are certain.
#[derive(Default)]
pub(super) struct Entry {
    /// The target's sites.
    pub(super) sites: &'static [Site],
    /// The slots of the parameters that are integers.
    pub(super) slots: Vec<Option<usize>>,
    /// True while parameters are told.
    pub(super) is_open: bool,
    pub(super) was_open: bool,
}

impl Follower {
    pub(super) fn evaluated(&mut self, known: Known) {
        if self.evaluated.len() == MOST_EVALUATED {
            self.evaluated.remove(0);
        }
        self.evaluated.push(known);
    }

    /// Takes what is known of a number that was evaluated just now. If another one was, nothing is
    /// known of what was evaluated before.
    pub(super) fn take_evaluated(&mut self, number: Number) -> Known {
        match self.evaluated.pop() {
            Some(known) if known.number.is(number) => known,
            _ => {
                self.forget_evaluated();
                self.shadow.computed(number)
            }
        }
    }

    /// Forgets what was evaluated and is not taken, at the end of a statement or condition.
    pub(super) fn forget_evaluated(&mut self) {
        self.evaluated.clear();
    }

    /// Returns what is known of an operand: at its place, if it refers to one.
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

    /// Evaluates what was read at an address, 0 if that is unknown.
    pub(super) fn read(&mut self, address: usize, number: Number, is_variable: bool) {
        let address = (address != 0).then_some(address);
        let known = self.shadow.resolve(address, number, &mut self.followed.pool);
        self.evaluated(if is_variable { known } else { known.guessed() });
    }

    /// Binds a variable that has a number, or refers to one.
    pub(super) fn bind(&mut self, number: Number, address: usize, is_own: bool) {
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

    /// Returns the left operand that waits for a check. Those behind it were left by an early exit.
    pub(super) fn take_waiting(&mut self, check: usize) -> Option<Known> {
        let last = self.waiting.iter().rposition(|(waits, _)| *waits == check)?;
        let (_, left) = self.waiting[last];
        self.waiting.truncate(last);
        Some(left)
    }

    pub(super) fn wait_for_computation(&mut self, operand: Option<Known>) {
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

    pub(super) fn finish(&mut self, computation: Computation, result: Option<Number>) {
        let right = if computation.is_binary() { self.operands.pop().flatten() } else { None };
        let left = self.operands.pop().flatten();
        let Some(number) = result else { return };
        let is_known = left.is_some() && right.is_some() == computation.is_binary();
        let left = left.filter(|_| is_known && self.followed.pool.size() < MOST_NODES);
        let known = left.and_then(|left| computation.apply(left, right, number, &mut self.followed.pool));
        match known {
            Some(known) => self.compute(known),
            None => self.evaluated(self.shadow.computed(number)),
        }
    }

    pub(super) fn compute(&mut self, result: Known) {
        self.shadow.compute(result);
        self.evaluated(result);
    }
}
