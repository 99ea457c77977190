//! What a traced execution writes down: the operands of the conditions whose outcomes are sought, for [`sbst_search::Trace`].
//!
//! 1. Only the owner writes, and only while it has the role [`Role::TracingOwner`]: the functions that probes call are
//!    the question for the role, which they share with recording, and a call out of line. Scalars are handed over by
//!    value, so that no operand has to be in memory for that.
//! 2. A comparison is written down where it is decided. The parts of a pattern are set aside until the pattern's probe
//!    says whose they are; in between nothing but the language runs.
//! 3. What is about to be asked (a membership, a loop, an assertion) is written down with the outcome that its operands
//!    let expect.
//! 4. Each condition keeps its first [`FIRST`] and its last [`LAST`] comparisons, so that no loop hides another condition,
//!    nor its own end. What only repeats one of the latest is left out. If that is more than [`Trace::MOST`] in all, every condition gives up the middle of what it has until
//!    all have at most the same number.

use crate::probe::branch_distance::{compared, range, Operand};
use crate::probe::comparison::Operator;
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use sbst_search::trace::{self, Relation};
use sbst_search::Trace;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;
use std::ptr;

/// Comparisons of one condition that are kept from its beginning, and from its end: together as many as the members
/// of a collection that are looked at.
const FIRST: usize = 128;
const LAST: usize = 128;
/// The latest comparisons of a condition that another must differ from: loops repeat themselves, and arms behind a guard are
/// looked at twice.
const LATEST: usize = 8;

thread_local! {
    static NOTES: RefCell<Notes> = const { RefCell::new(Notes::new()) };
}

/// A comparison of one condition.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// How many were written down before it.
    number: u64,
    pub(crate) relation: Relation,
    pub(crate) left: trace::Operand,
    pub(crate) right: trace::Operand,
    /// Whether the relation held.
    pub(crate) holds: bool,
    /// How the condition turned out.
    pub(crate) outcome: bool,
}

impl Note {
    fn says_the_same(&self, other: &Note) -> bool {
        let said = |note: &Note| (note.relation, note.holds, note.outcome);
        said(self) == said(other) && self.left == other.left && self.right == other.right
    }
}

struct Notes {
    /// By address. (In what order is of no consequence.)
    of_sites: BTreeMap<usize, (&'static Site, OfSite)>,
    set_aside: Vec<Note>,
    number: u64,
}

#[derive(Default)]
struct OfSite {
    first: Vec<Note>,
    last: VecDeque<Note>,
}

impl OfSite {
    fn push(&mut self, note: Note) {
        let latest = self.last.iter().rev().chain(self.first.iter().rev());
        if latest.take(LATEST).any(|latest| latest.says_the_same(&note)) {
            return;
        }
        if self.first.len() < FIRST {
            self.first.push(note);
            return;
        }
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back(note);
    }

    fn len(&self) -> usize {
        self.first.len() + self.last.len()
    }

    /// The first and the last ones, `most` at most.
    fn take(&mut self, most: usize) -> impl Iterator<Item = Note> + '_ {
        let (len, beginning) = (self.len(), most.div_ceil(2));
        let rest = len.saturating_sub(most / 2).max(beginning);
        let all = self.first.drain(..).chain(self.last.drain(..)).enumerate();
        all.filter(move |(index, _)| len <= most || *index < beginning || *index >= rest)
            .map(|(_, note)| note)
    }
}

impl Notes {
    const fn new() -> Notes {
        Notes { of_sites: BTreeMap::new(), set_aside: Vec::new(), number: 0 }
    }

    fn note(&mut self, relation: Relation, left: Operand, right: Operand, holds: bool) -> Option<Note> {
        let (left, right) = (written(left)?, written(right)?);
        self.number += 1;
        Some(Note { number: self.number, relation, left, right, holds, outcome: holds })
    }

    fn of(&mut self, site: &'static Site) -> Option<&mut OfSite> {
        if !site.is_sought() {
            return None;
        }
        let address = ptr::from_ref(site).addr();
        Some(&mut self.of_sites.entry(address).or_insert_with(|| (site, OfSite::default())).1)
    }
}

/// An operand that outlives what it is of.
fn written(operand: Operand) -> Option<trace::Operand> {
    let integer = |n: i128| trace::Operand::Integer(n as u128, n < 0);
    Some(match operand {
        Operand::Narrow(n) | Operand::Signed(n) => integer(n.into()),
        Operand::Unsigned(n) => integer(n.into()),
        Operand::WidestSigned(n) => integer(n),
        Operand::WidestUnsigned(n) => trace::Operand::Integer(n, false),
        Operand::Character(c) => trace::Operand::Character(c),
        Operand::Float(x) => trace::Operand::Float(x),
        Operand::Text(text) => {
            let ends = (0..=text.len().min(trace::Operand::LONGEST)).rev();
            let end = ends.into_iter().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            trace::Operand::Text(text[..end].to_owned())
        }
        Operand::Bytes(bytes) => {
            trace::Operand::Bytes(bytes[..bytes.len().min(trace::Operand::LONGEST)].to_owned())
        }
        Operand::Other => return None,
    })
}

impl From<Operator> for Relation {
    fn from(operator: Operator) -> Relation {
        match operator {
            Operator::Equal => Relation::Equal,
            Operator::NotEqual => Relation::NotEqual,
            Operator::Less => Relation::Less,
            Operator::LessOrEqual => Relation::LessOrEqual,
            Operator::Greater => Relation::Greater,
            Operator::GreaterOrEqual => Relation::GreaterOrEqual,
        }
    }
}

/// Begins to write down the operands of the conditions whose outcomes are sought. Called by the owner.
pub(crate) fn begin() {
    NOTES.set(Notes::new());
    role::set(Role::TracingOwner);
}

/// Ends it and gives what was written down, in order, with each one's site (rule 4).
pub(crate) fn end() -> Vec<(&'static Site, Note)> {
    role::set(Role::Owner);
    let mut notes = NOTES.replace(Notes::new());
    let in_all =
        |share: usize| notes.of_sites.values().map(|(_, of_site)| of_site.len().min(share)).sum::<usize>();
    let share = (1..=FIRST + LAST).rev().find(|&share| in_all(share) <= Trace::MOST).unwrap_or(1);
    let of_sites = notes.of_sites.values_mut();
    let mut kept: Vec<(&'static Site, Note)> =
        of_sites.flat_map(|(site, of_site)| of_site.take(share).map(|note| (*site, note))).collect();
    kept.sort_by_key(|(_, note)| note.number);
    kept.truncate(Trace::MOST);
    kept
}

/// Calls `write` if the execution is traced. What an allocator of the user's compares meanwhile is not written down.
fn write(write: impl FnOnce(&mut Notes)) {
    if role::current() == Role::TracingOwner {
        NOTES.with(|notes| {
            if let Ok(mut notes) = notes.try_borrow_mut() {
                write(&mut notes);
            }
        });
    }
}

/// The condition at `site` was evaluated, to what its comparison was.
pub(crate) fn comparison(
    site: &'static Site,
    operator: Operator,
    left: Operand,
    right: Operand,
    holds: bool,
) {
    write(|notes| {
        let note = notes.note(operator.into(), left, right, holds);
        if let (Some(note), Some(of_site)) = (note, notes.of(site)) {
            of_site.push(note);
        }
    });
}

/// The condition `left operator right` is about to be evaluated.
#[inline(always)]
pub(crate) fn expected(site: &'static Site, operator: Operator, left: Operand, right: Operand) {
    if role::current() == Role::TracingOwner {
        write_expected(site, operator, left, right);
    }
}

#[cold]
#[inline(never)]
fn write_expected(site: &'static Site, operator: Operator, left: Operand, right: Operand) {
    comparison(site, operator, left, right, compared(operator, left, right).unwrap_or(false));
}

/// A part of a pattern is, or is not, as `operator` asks for. Whose pattern it is is told by [`parts_are_of`].
#[inline(always)]
pub(crate) fn part<L: ?Sized, R: ?Sized>(operator: Operator, left: &L, right: &R, holds: bool) {
    if role::current() == Role::TracingOwner {
        set_aside(operator, Operand::of(left), Operand::of(right), holds);
    }
}

/// A part of a pattern is a range: one comparison for each of its ends.
#[inline(always)]
pub(crate) fn part_range<V: ?Sized, B: ?Sized>(value: &V, start: Bound<&B>, end: Bound<&B>) {
    if role::current() == Role::TracingOwner {
        for (operator, value, bound) in ends(value, start, end).into_iter().flatten() {
            set_aside(operator, value, bound, compared(operator, value, bound).unwrap_or(false));
        }
    }
}

/// The comparisons that being within a range stands for.
#[inline(always)]
fn ends<'a, V: ?Sized, B: ?Sized>(
    value: &'a V,
    start: Bound<&'a B>,
    end: Bound<&'a B>,
) -> [Option<(Operator, Operand<'a>, Operand<'a>)>; 2] {
    let start = range::end_at(start, Operator::GreaterOrEqual, Operator::Greater);
    let end = range::end_at(end, Operator::LessOrEqual, Operator::Less);
    [start, end].map(|end| end.map(|(bound, operator)| (operator, Operand::of(value), Operand::of(bound))))
}

#[cold]
#[inline(never)]
fn set_aside(operator: Operator, left: Operand, right: Operand, holds: bool) {
    write(|notes| {
        if let Some(note) = notes.note(operator.into(), left, right, holds) {
            notes.set_aside.push(note);
        }
    });
}

/// What was set aside belongs to the pattern of this condition, which matches or does not.
#[cold]
pub(crate) fn parts_are_of(site: &'static Site, matches: bool) {
    write(|notes| {
        let parts = std::mem::take(&mut notes.set_aside);
        if let Some(of_site) = notes.of(site) {
            parts.into_iter().for_each(|part| of_site.push(Note { outcome: matches, ..part }));
        }
    });
}

/// What was set aside is of a pattern that is looked at again if it is tried.
#[inline(always)]
pub(crate) fn parts_come_again() {
    if role::current() == Role::TracingOwner {
        forget_parts();
    }
}

#[cold]
#[inline(never)]
fn forget_parts() {
    write(|notes| notes.set_aside.clear());
}

/// A condition that asks whether a value is in a collection, or (`negated`) whether it is not.
#[derive(Clone, Copy)]
pub struct Asking {
    site: &'static Site,
    /// `None` if it is not known which answer the condition is.
    negated: Option<bool>,
}

impl Asking {
    #[inline(always)]
    pub(crate) fn new(site: &'static Site, negated: bool) -> Asking {
        Asking { site, negated: Some(negated) }
    }

    /// What is asked by a call of which the condition decides on the result in some way.
    #[inline(always)]
    pub(crate) fn either(site: &'static Site) -> Asking {
        Asking { site, negated: None }
    }

    /// Whether the answers are to be written down.
    #[inline(always)]
    pub(crate) fn is_wanted(self) -> bool {
        role::current() == Role::TracingOwner
    }

    /// What was asked, with what the answer must be.
    #[cold]
    #[inline(never)]
    pub(crate) fn asked(self, relation: Relation, left: Operand, right: Operand, holds: bool) {
        self.write(&[(relation, left, right, holds)], holds);
    }

    /// One of the comparisons that are behind the answer.
    #[cold]
    #[inline(never)]
    pub(crate) fn answered(
        self,
        relation: Relation,
        (left, right, holds): (Operand, Operand, bool),
        answer: bool,
    ) {
        self.write(&[(relation, left, right, holds)], answer);
    }

    /// Whether the value is one of the members.
    pub(crate) fn one_of<'a>(self, value: Operand<'a>, members: impl Iterator<Item = Operand<'a>>) {
        let is = |member| compared(Operator::Equal, member, value).unwrap_or(false);
        let asked: Vec<_> = members.map(|member| (Relation::Contains, member, value, is(member))).collect();
        self.write(&asked, asked.iter().any(|(.., is)| *is));
    }

    /// Whether the value is between the ends.
    #[inline(always)]
    pub(crate) fn between<V: ?Sized, B: ?Sized>(self, value: &V, start: Bound<&B>, end: Bound<&B>) {
        self.compared(ends(value, start, end));
    }

    #[cold]
    #[inline(never)]
    fn compared(self, comparisons: [Option<(Operator, Operand, Operand)>; 2]) {
        let holds = |operator, left, right| compared(operator, left, right).unwrap_or(false);
        let asked: Vec<_> = comparisons
            .into_iter()
            .flatten()
            .map(|(operator, left, right)| (operator.into(), left, right, holds(operator, left, right)))
            .collect();
        self.write(&asked, asked.iter().all(|(.., holds)| *holds));
    }

    fn write(self, asked: &[(Relation, Operand, Operand, bool)], answer: bool) {
        write(|notes| {
            for &(relation, left, right, holds) in asked {
                let note = notes.note(relation, left, right, holds);
                let (Some(note), Some(of_site)) = (note, notes.of(self.site)) else { continue };
                match self.negated {
                    Some(negated) => of_site.push(Note { outcome: answer != negated, ..note }),
                    None => {
                        of_site.push(Note { outcome: !answer, ..note.clone() });
                        of_site.push(Note { outcome: answer, ..note });
                    }
                }
            }
        });
    }
}
