//! Values that are followed from operation to operation, and the path condition that comes of it,
//! where symbolic execution is wanted.
//!
//! Cadar, Dunbar and Engler, "KLEE", OSDI 2008, say what is symbolic; here it happens beside the
//! program's own execution, as in Godefroid, Klarlund and Sen, "DART", PLDI 2005, and nothing that
//! the program computes comes from here.
//!
//! 1. The slots of the test case are variables (`sbst_search::slots`). An operation on known values
//!    gives a known value: a term beside the number. Anything else is a number alone.
//! 2. A known value is trusted only where its number is the program's (`shadow.rs`). So what
//!    happened in code without probes heals at the next look.
//! 3. Every condition is a *clause* of the path condition. The term of a comparison, of the parts of
//!    a pattern, or of a class of characters is what it stands for; any other condition has none,
//!    and no proof follows from it. The condition's other outcome needs the negated clause.
//! 4. What the program survived is *assumed*: no overflow, a divisor other than zero, an index as it
//!    is. An assumption is a clause without a site.
//! 5. Only the searching thread follows, in a role of its own, and only for so many clauses and
//!    nodes of terms. After that an execution goes on unfollowed.

mod number;
mod shadow;
mod operations;
mod computations;
mod clauses;

use crate::probe::arithmetic::Arithmetic;
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
pub(crate) use clauses::{
    compare, part, part_range, parts_are_of, parts_come_again, within_class, within_range,
};
pub use computations::Computation;
use number::Number;
use sbst_model::Distance;
use sbst_search::{Slot, SlotKind};
use sbst_solver::term::{Term, TermPool};
use shadow::{Known, Shadow};
use std::cell::RefCell;
use std::ptr;

/// The most clauses of one execution: a solver takes longer for more than an execution is worth.
const MOST_CLAUSES: usize = 4_096;
/// The most nodes of the terms of one execution, about 40 bytes each.
const MOST_NODES: usize = 200_000;
/// The most operands that wait, see `check/arithmetic.rs`.
const MOST_WAITING: usize = 4_096;

/// A clause of a path condition (rules 3 and 4).
#[derive(Clone, Copy)]
pub(crate) struct Clause {
    /// `None` for an assumption.
    pub(crate) decision: Option<Decision>,
    /// A term of one bit that is 1 in this execution.
    pub(crate) term: Term,
    /// False if something in it is a guess (`shadow.rs`).
    pub(crate) is_exact: bool,
}

/// A condition with its outcome.
#[derive(Clone, Copy)]
pub(crate) struct Decision {
    pub(crate) site: &'static Site,
    pub(crate) outcome: bool,
    /// The distance to the other outcome.
    pub(crate) away: Distance,
}

/// The path condition of an execution.
#[derive(Default)]
pub(crate) struct Followed {
    pub(crate) pool: TermPool,
    pub(crate) clauses: Vec<Clause>,
    /// True if the execution was longer than what was followed (rule 5).
    pub(crate) is_cut: bool,
}

/// The origin of an operand of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Constant,
    Variable,
    Place,
    /// What was evaluated last.
    Evaluated,
    /// The result of something that may have left nothing.
    Called,
}

#[derive(Default)]
struct Follower {
    followed: Followed,
    shadow: Shadow,
    /// The value that was evaluated last, and the one before.
    evaluated: [Option<Known>; 2],
    waiting: Vec<(usize, Known)>,
    /// Operands that wait for a computation; `None` for one that is no number.
    operands: Vec<Option<Known>>,
    origins: Option<[Origin; 2]>,
    /// Parts of the pattern that is looked at: their terms, if these are exact, and if they match.
    parts: Vec<(Term, bool, bool)>,
    /// The term of the condition that is about to be recorded, if it has one: true if the condition
    /// has this outcome.
    pending: Option<(&'static Site, bool, Term, bool)>,
    entry: Entry,
}

/// The entry into the target, whose parameters are certain.
#[derive(Default)]
struct Entry {
    /// The address of the target's sites.
    sites: usize,
    /// The slots of the parameters that are integers.
    slots: Vec<Option<usize>>,
    /// True while parameters are told.
    is_open: bool,
    was_open: bool,
}

thread_local! {
    static FOLLOWER: RefCell<Option<Box<Follower>>> = const { RefCell::new(None) };
}

/// Begins to follow an execution with these slots, of a target with these sites. `parameters` has
/// the slots of its parameters that are integers. Called by the owner.
pub(crate) fn begin(slots: &[Slot], sites: &'static [Site], parameters: Vec<Option<usize>>) {
    let mut follower = Box::<Follower>::default();
    follower.entry.sites = sites.as_ptr().addr();
    follower.entry.slots = parameters;
    let Follower { followed, shadow, .. } = &mut *follower;
    shadow.take_in(slots, &mut followed.pool);
    for (index, slot) in slots.iter().enumerate() {
        if slot.kind == SlotKind::Ascii {
            let variable = shadow::variable(index, slot, &mut followed.pool);
            let limit = followed.pool.constant(128, 8);
            let is_ascii = followed.pool.ult(variable, limit);
            followed.clauses.push(Clause { decision: None, term: is_ascii, is_exact: true });
        }
    }
    FOLLOWER.set(Some(follower));
    role::set(Role::SymbolicOwner);
}

/// Ends following, and returns the path condition.
pub(crate) fn end() -> Followed {
    role::set(Role::Owner);
    FOLLOWER.take().map(|follower| follower.followed).unwrap_or_default()
}

/// Adds the clause of a condition that is recorded. One without a known term is true of all values.
#[cold]
pub(crate) fn decide(site: &'static Site, outcome: bool, away: Distance) {
    with(|follower| {
        let pending =
            follower.pending.take().filter(|(of, holds, ..)| ptr::eq(*of, site) && *holds == outcome);
        let (term, is_exact) = match pending {
            Some((.., term, is_exact)) => (term, is_exact),
            None => (follower.followed.pool.boolean(true), false),
        };
        follower.add(Some(Decision { site, outcome, away }), term, is_exact);
    });
}

/// True if the thread follows.
#[inline(always)]
pub(crate) fn is_following() -> bool {
    role::current() == Role::SymbolicOwner
}

/// Calls `follow` with the follower, if there is one that is not busy: an allocator of the user's
/// may come in between.
fn with<R: Default>(follow: impl FnOnce(&mut Follower) -> R) -> R {
    FOLLOWER.with(|follower| match follower.try_borrow_mut() {
        Ok(mut follower) => follower.as_deref_mut().map(follow).unwrap_or_default(),
        Err(_) => R::default(),
    })
}

impl Follower {
    fn evaluated(&mut self, known: Known) {
        self.evaluated = [Some(known), self.evaluated[0]];
    }

    /// Returns what is known of a number that was evaluated just now.
    fn take_evaluated(&mut self, number: Number) -> Known {
        let last = self.evaluated[0].filter(|known| known.number.is(number));
        last.unwrap_or_else(|| self.shadow.computed(number))
    }

    /// Returns what is known of an operand: at its place, if it refers to one.
    fn operand(&mut self, number: Number, referred: Option<usize>) -> Known {
        match referred {
            Some(address) => self.shadow.resolve(Some(address), number, &mut self.followed.pool).guessed(),
            None => self.take_evaluated(number),
        }
    }

    /// Evaluates what was read at an address, 0 if that is unknown.
    fn read(&mut self, address: usize, number: Number, is_variable: bool) {
        let address = (address != 0).then_some(address);
        let known = self.shadow.resolve(address, number, &mut self.followed.pool);
        self.evaluated(if is_variable { known } else { known.guessed() });
    }

    /// Binds a variable that has a number, or refers to one.
    fn bind(&mut self, number: Number, address: usize, is_own: bool) {
        let Follower { shadow, followed, .. } = self;
        match is_own {
            true => shadow.bind(address, number, &mut followed.pool),
            false => _ = shadow.resolve(Some(address), number, &mut followed.pool),
        }
    }

    /// Assumes a term, unless it is the same in every execution.
    fn assume(&mut self, term: Term, is_exact: bool) {
        if self.followed.pool.as_constant(term).is_none() {
            self.add(None, term, is_exact);
        }
    }

    fn add(&mut self, decision: Option<Decision>, term: Term, is_exact: bool) {
        let Followed { pool, clauses, is_cut } = &mut self.followed;
        *is_cut |= clauses.len() >= MOST_CLAUSES || pool.size() >= MOST_NODES;
        if !*is_cut {
            clauses.push(Clause { decision, term, is_exact });
        }
    }

    fn operate(&mut self, operator: Arithmetic, left: Known, right: Known) {
        if self.followed.pool.size() >= MOST_NODES {
            return;
        }
        let (result, survived) = operations::apply(operator, left, right, &mut self.followed.pool);
        if let Some(survived) = survived {
            self.assume(survived, result.is_exact);
        }
        self.compute(result);
    }

    fn wait_for_computation(&mut self, operand: Option<Known>) {
        if self.operands.len() == MOST_WAITING {
            self.operands.clear();
        }
        self.operands.push(operand);
    }

    /// Joins bytes, the least first, to a number.
    fn join(&mut self, bytes: &[u8]) -> Option<Known> {
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

    fn finish(&mut self, computation: Computation, result: Option<Number>) {
        let right = if computation.is_binary() { self.operands.pop() } else { Some(None) };
        let (Some(right), Some(Some(left))) = (right, self.operands.pop()) else { return };
        let Some(number) = result.filter(|_| right.is_some() || !computation.is_binary()) else { return };
        if self.followed.pool.size() < MOST_NODES {
            if let Some(known) = computation.apply(left, right, number, &mut self.followed.pool) {
                self.compute(known);
            }
        }
    }

    fn compute(&mut self, result: Known) {
        self.shadow.compute(result);
        self.evaluated(result);
    }
}

/// Returns the address of what is in a place, or of the number that is referred to there.
#[inline]
pub fn address<T: ?Sized>(place: &T) -> usize {
    if !is_following() {
        return 0;
    }
    Number::find(place).map_or_else(|| ptr::from_ref(place).addr(), |(_, address)| address)
}

/// Evaluates what was read at an address, and returns it.
#[inline]
pub fn read<T>(address: usize, (value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value) {
            with(|follower| follower.read(address, number, false));
        }
    }
    value
}

/// Evaluates what was read of a variable at an address, and returns it.
#[inline]
pub fn read_variable<T>(address: usize, (value,): (T,)) -> T {
    if is_following() {
        if let Some((number, found)) = Number::find(&value) {
            with(|follower| follower.read(address, number, found == ptr::from_ref(&value).addr()));
        }
    }
    value
}

/// Evaluates the result of something that may have left nothing, and returns it.
#[inline]
pub fn evaluated<T>((value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value) {
            with(|follower| {
                let known = follower.take_evaluated(number).guessed();
                follower.evaluated(known);
            });
        }
    }
    value
}

/// Tells that the result of something that may have left nothing was written to a place.
#[inline]
pub fn written_result<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let known = follower.take_evaluated(number).guessed();
                follower.shadow.write(address, known);
            });
        }
    }
}

/// Tells that a function is entered, which has these sites.
#[inline]
pub fn entered(sites: &'static [Site]) {
    if is_following() {
        with(|follower| {
            let entry = &mut follower.entry;
            entry.is_open = !entry.was_open && entry.sites == sites.as_ptr().addr();
            entry.was_open |= entry.is_open;
        });
    }
}

/// Tells a parameter, by its index.
#[inline]
pub fn parameter<T: ?Sized>(place: &T, index: usize) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let Follower { shadow, followed, entry, .. } = follower;
                let slot = entry.slots.get(index).copied().flatten().filter(|_| entry.is_open);
                match slot {
                    Some(slot) => shadow.bind_parameter(address, slot, number, &mut followed.pool),
                    None => follower.bind(number, address, ptr::from_ref(place).addr() == address),
                }
            });
        }
    }
}

/// Evaluates a constant, and returns it.
#[inline]
pub fn constant<T>((value,): (T,)) -> T {
    if is_following() {
        if let Some((number, _)) = Number::find(&value) {
            with(|follower| follower.evaluated(Known::constant(number)));
        }
    }
    value
}

/// Evaluates a cast of the operand to `Target`, and returns the operand.
#[inline]
pub fn cast_operand<Target: 'static, T>((operand,): (T,)) -> T {
    if is_following() {
        if let (Some((number, _)), Some(target)) = (Number::find(&operand), number::Type::new::<Target>()) {
            with(|follower| {
                let known = follower.take_evaluated(number);
                let result = operations::cast(known, target, &mut follower.followed.pool);
                follower.compute(result);
            });
        }
    }
    operand
}

/// Evaluates the complement of the operand, and returns the operand.
#[inline]
pub fn complemented_operand<T>((operand,): (T,)) -> (T,) {
    if is_following() {
        if let Some((number, _)) = Number::find(&operand) {
            with(|follower| {
                let known = follower.take_evaluated(number);
                let result = operations::complement(known, &mut follower.followed.pool);
                follower.compute(result);
            });
        }
    }
    (operand,)
}

/// Tells that what was evaluated last was written to a place.
#[inline]
pub fn written<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let known = follower.take_evaluated(number);
                follower.shadow.write(address, known);
            });
        }
    }
}

/// Tells that a constant was written to a place.
#[inline]
pub fn written_constant<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| follower.shadow.write(address, Known::constant(number)));
        }
    }
}

/// Tells that a place has what was at another address.
#[inline]
pub fn copied<T: ?Sized>(place: &T, from: usize) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| {
                let from = (from != 0).then_some(from);
                let known = follower.shadow.resolve(from, number, &mut follower.followed.pool);
                follower.shadow.write(address, known);
            });
        }
    }
}

/// Tells that a pattern bound a variable, or a call a parameter.
#[inline]
pub fn bound<T: ?Sized>(place: &T) {
    if is_following() {
        if let Some((number, address)) = Number::find(place) {
            with(|follower| follower.bind(number, address, ptr::from_ref(place).addr() == address));
        }
    }
}

/// Tells that a loop begins.
#[inline]
pub(crate) fn begin_loop() {
    if is_following() {
        with(|follower| follower.shadow.begin_round());
    }
}

/// Tells the origins of the operands of the next comparison, and returns its outcome.
#[inline]
pub fn compared(left: Origin, right: Origin, holds: bool) -> bool {
    if is_following() {
        with(|follower| follower.origins = Some([left, right]));
    }
    holds
}

/// Returns a number and, if the value refers to it, its address.
fn referred<T: ?Sized>(value: &T) -> Option<(Number, Option<usize>)> {
    let (number, address) = Number::find(value)?;
    Some((number, (ptr::from_ref(value).addr() != address).then_some(address)))
}

/// Evaluates an operation with a literal on the right.
pub(crate) fn operate_with_literal<L>(operator: Arithmetic, left: &L, value: u128, negative: bool) {
    if let (true, Some((number, address))) = (is_following(), referred(left)) {
        with(|follower| {
            let left = follower.operand(number, address);
            let value = if negative { value.wrapping_neg() } else { value };
            follower.operate(operator, left, Known::constant(number.with(value)));
        });
    }
}

/// Evaluates an operation with a place on the right.
pub(crate) fn operate_with_place<L, R: ?Sized>(operator: Arithmetic, left: &L, right: &R) {
    if let (true, Some((number, address)), Some((other, place))) =
        (is_following(), referred(left), Number::find(right))
    {
        with(|follower| {
            let left = follower.operand(number, address);
            let right = follower.shadow.resolve(Some(place), other, &mut follower.followed.pool).guessed();
            follower.operate(operator, left, right);
        });
    }
}

/// Lets the left operand wait for the right one, under the address of their check.
pub(crate) fn wait<L>(check: usize, left: &L) {
    if let (true, Some((number, address))) = (is_following(), referred(left)) {
        with(|follower| {
            let known = follower.operand(number, address);
            if follower.waiting.len() == MOST_WAITING {
                follower.waiting.clear();
            }
            follower.waiting.push((check, known));
        });
    }
}

/// Evaluates the operation whose left operand waits.
pub(crate) fn operate_with_waiting<R>(check: usize, operator: Arithmetic, right: &R) {
    if let (true, Some((number, address))) = (is_following(), referred(right)) {
        with(|follower| {
            let Some(last) = follower.waiting.iter().rposition(|(waits, _)| *waits == check) else { return };
            let (_, left) = follower.waiting[last];
            follower.waiting.truncate(last);
            let right = follower.operand(number, address);
            follower.operate(operator, left, right);
        });
    }
}

/// Evaluates a negation.
pub(crate) fn negate<T>(operand: &T) {
    if let (true, Some((number, address))) = (is_following(), referred(operand)) {
        with(|follower| {
            let operand = follower.operand(number, address);
            follower.operate(Arithmetic::Subtract, Known::constant(number.with(0)), operand);
        });
    }
}

/// Lets an operand wait for a computation, and returns it.
#[inline]
pub fn operand<T>((value,): (T,)) -> T {
    if is_following() {
        match (referred(&value), number::bytes(&value)) {
            (None, Some(bytes)) => with(|follower| {
                let joined = follower.join(bytes);
                follower.wait_for_computation(joined);
            }),
            (found, _) => with(|follower| {
                let known = found.map(|(number, address)| follower.operand(number, address));
                follower.wait_for_computation(known);
            }),
        }
    }
    value
}

/// Lets what is in a place wait for a computation.
#[inline]
pub fn place_operand<T: ?Sized>(place: &T, is_variable: bool) {
    if is_following() {
        let found = Number::find(place);
        with(|follower| {
            let known = found.map(|(number, address)| {
                let known = follower.shadow.resolve(Some(address), number, &mut follower.followed.pool);
                if is_variable && ptr::from_ref(place).addr() == address {
                    known
                } else {
                    known.guessed()
                }
            });
            follower.wait_for_computation(known);
        });
    }
}

/// Lets an unknown operand wait for a computation.
#[inline]
pub fn no_operand() {
    if is_following() {
        with(|follower| follower.wait_for_computation(None));
    }
}

/// Evaluates a computation whose operands wait, and returns its value.
#[inline]
pub fn computed<T>(computation: Computation, (): (), value: T) -> T {
    if is_following() {
        let found = Number::find(&value);
        with(|follower| follower.finish(computation, found.map(|(number, _)| number)));
    }
    value
}

/// Assumes that an index stays what it is: nothing is known of the places of other elements.
pub(crate) fn index<I>(index: &I) {
    if let (true, Some((number, address))) = (is_following(), referred(index)) {
        with(|follower| {
            let known = follower.operand(number, address);
            if let Some(term) = known.term {
                let pool = &mut follower.followed.pool;
                let value = pool.constant(number.value, number.ty.bits);
                let stays = pool.eq(term, value);
                follower.assume(stays, false);
            }
        });
    }
}
