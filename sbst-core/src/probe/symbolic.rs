//! Values followed from operation to operation, and the resulting path condition, for symbolic
//! execution.
//!
//! Symbolic values are as in Cadar, Dunbar and Engler, "KLEE", OSDI 2008. They are computed beside
//! the program's own execution, as in Godefroid, Klarlund and Sen, "DART", PLDI 2005, and do not
//! affect it.
//!
//! 1. The slots of the test case are variables (`sbst_search::slots`). An operation on known values
//!    gives a known value: a term beside the number. Any other value is a number alone.
//! 2. A known value is trusted only where its number is the program's (`shadow.rs`). So changes by
//!    code without probes are noticed at the next use.
//! 3. Every condition is a *clause* of the path condition. The term of a comparison, of the parts
//!    of a pattern, or of a class of characters is its meaning. Any other condition has no term,
//!    and is not used in proofs. The condition's other outcome needs the negated clause.
//! 4. The absence of panics is *assumed*: no overflow, a divisor other than zero, an index as it
//!    is. An assumption is a clause without a site.
//! 5. Only the searching thread follows values, in a separate role, up to limits of clauses and of
//!    nodes of terms. After these an execution continues without being followed.

mod concrete;
mod number;
mod shadow;
mod operations;
mod computations;
mod optional;
mod contents;
mod follower;
mod loops;
mod texts;
mod clauses;
pub(crate) mod probes;

use crate::probe::role::{self, Role};
use crate::probe::site::Site;
pub(crate) use clauses::{
    claim_parts, compare, part, part_range, parts_come_again, within_class, within_range,
};
pub use computations::{Computation, Operation, Policy};
pub use concrete::Concrete;
use follower::Follower;
pub(crate) use loops::Rounds;
use sbst_model::slot::{Slot, SlotKind};
use sbst_model::Distance;
use sbst_solver::term::{Term, TermPool};
use std::cell::RefCell;
use std::ptr;
pub(crate) use texts::{note as note_texts, note_emptiness, note_one_of};

/// A clause of a path condition (rules 3 and 4).
#[derive(Clone, Copy)]
pub struct Clause {
    /// `None` for an assumption.
    pub decision: Option<Decision>,
    /// A term of one bit that is 1 in this execution.
    pub term: Term,
    /// False if it contains a guess (`shadow.rs`).
    pub is_exact: bool,
}

/// A condition with its outcome.
#[derive(Clone, Copy)]
pub struct Decision {
    pub site: &'static Site,
    pub outcome: bool,
    /// The distance to the other outcome.
    pub away: Distance,
    /// True for a later round of a loop, which has no goals.
    pub is_round: bool,
    /// The reason why the clause has no term, if it has none: a value without a term.
    pub concrete: Option<Concrete>,
}

/// The path condition of an execution.
#[derive(Default)]
pub struct Followed {
    pub pool: TermPool,
    pub clauses: Vec<Clause>,
    /// True if the execution exceeded the limits of following (rule 5).
    pub is_cut: bool,
    /// True if the target's source shows all code that decides in it.
    pub is_closed: bool,
}

/// The origin of an operand of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Constant,
    Variable,
    Place,
    /// The last evaluated value.
    Evaluated,
    /// The result of a call that may have no symbolic result, with the callee's name.
    Called(&'static str),
}

thread_local! {
    static FOLLOWER: RefCell<Option<Box<Follower>>> = const { RefCell::new(None) };
}

/// Begins to follow an execution with these slots, of a target with these sites. `parameters` has
/// the slots of its parameters that are integers. Called by the owner.
pub fn begin(slots: &[Slot], sites: &'static [Site], parameters: Vec<Option<usize>>) {
    let mut follower = Box::<Follower>::default();
    follower.entry.sites = sites;
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
pub fn end() -> Followed {
    role::set(Role::Owner);
    FOLLOWER.take().map(|follower| follower.followed).unwrap_or_default()
}

/// Adds the clause of a recorded condition. An assumption without a known term is true of all
/// values.
#[cold]
pub(crate) fn decide(site: &'static Site, outcome: bool, away: Distance) {
    with(|follower| {
        let pending =
            follower.pending.take().filter(|(of, holds, ..)| ptr::eq(*of, site) && *holds == outcome);
        let (term, is_exact) = match (pending, follower.last.form()) {
            (Some((.., term, is_exact)), _) => (term, is_exact),
            (None, Some(form)) => (form, false),
            (None, None) => (follower.followed.pool.boolean(true), false),
        };
        let reason = follower.reason.take();
        let has_term = is_exact || follower.followed.pool.as_constant(term).is_none();
        let concrete = (!has_term).then(|| reason.unwrap_or(Concrete::Other));
        let decision = Decision { site, outcome, away, is_round: false, concrete };
        follower.add(Some(decision), term, is_exact);
    });
}

/// True if the thread follows values.
#[inline(always)]
pub(crate) fn is_following() -> bool {
    role::current() == Role::SymbolicOwner
}

/// Calls `follow` with the follower, if it exists and is not busy: an allocator of the user's may
/// interrupt it.
fn with<R: Default>(follow: impl FnOnce(&mut Follower) -> R) -> R {
    FOLLOWER.with(|follower| match follower.try_borrow_mut() {
        Ok(mut follower) => follower.as_deref_mut().map(follow).unwrap_or_default(),
        Err(_) => R::default(),
    })
}
