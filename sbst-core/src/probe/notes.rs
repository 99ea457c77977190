//! Notes of a traced execution: the operands of conditions with sought outcomes, for
//! [`sbst_model::Trace`].
//!
//! 1. Only the owner takes notes, and only in the role [`Role::TracingOwner`]. Probes read the role
//!    anyway, to record; notes are a call out of line. Scalars are passed by value, so that
//!    operands can stay in registers.
//! 2. A comparison is noted where it is decided. The parts of a pattern are set aside until the
//!    pattern's probe claims them; no user code runs in between.
//! 3. A membership, a loop or an assertion is noted before it is evaluated, with the outcome that
//!    follows from its operands.
//! 4. Each condition keeps its first [`FIRST`] and its last [`LAST`] comparisons, so that a loop
//!    hides neither other conditions nor its own end. A comparison equal to one of the latest is
//!    left out. If more than [`Trace::MOST`] remain, all conditions drop the middle of their notes
//!    until each has at most the same number.
//! 5. The least distances to boundaries (`branch_distance/boundary.rs`) are kept for each
//!    condition, sought or not.
//! 6. A closure made by the search has no conditions. The latest [`ASKED`] comparisons of keys with
//!    its arguments are noted for each condition decided after them.

use crate::probe::branch_distance::boundary::Boundaries;
use crate::probe::branch_distance::range;
use crate::probe::operand::{compared, Operand, Operator};
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
#[cfg(feature = "symbolic")]
use crate::probe::symbolic;
use crate::sorted::{sort, SortedMap};
use sbst_model::trace::{self, Relation};
use sbst_model::{Distance, Trace};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Bound;
use std::ptr;

/// Comparisons that each condition keeps from its beginning, and from its end. Together they are as
/// many as the compared members of a collection.
const FIRST: usize = 128;
const LAST: usize = 128;
/// The most comparisons with arguments of closures noted for a condition.
const ASKED: usize = 3;
/// The latest comparisons of a condition, from which a new one must differ: loops repeat
/// themselves, and arms behind a guard are compared twice.
const LATEST: usize = 8;

thread_local! {
    static NOTES: RefCell<Notes> = const { RefCell::new(Notes::new()) };
}

#[derive(Clone, Debug)]
pub struct Note {
    /// The number of notes before it.
    number: u64,
    pub relation: Relation,
    pub left: trace::Operand,
    pub right: trace::Operand,
    /// True if the relation held.
    pub holds: bool,
    /// The outcome of the condition.
    pub outcome: bool,
}

impl Note {
    fn equals(&self, other: &Note) -> bool {
        let parts = |note: &Note| (note.relation, note.holds, note.outcome);
        parts(self) == parts(other) && self.left == other.left && self.right == other.right
    }
}

struct Notes {
    /// By address, in any order.
    sites: SortedMap<usize, (&'static Site, SiteNotes)>,
    /// By address, too.
    boundaries: SortedMap<usize, (&'static Site, Boundaries)>,
    set_aside: Vec<Note>,
    /// By rule 6.
    asked: VecDeque<Note>,
    number: u64,
}

#[derive(Default)]
struct SiteNotes {
    first: Vec<Note>,
    last: VecDeque<Note>,
}

impl SiteNotes {
    fn push(&mut self, note: Note) {
        let latest = self.last.iter().rev().chain(self.first.iter().rev());
        if latest.take(LATEST).any(|latest| latest.equals(&note)) {
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

    /// Returns the first and the last notes, at most `most`.
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
        Notes {
            sites: SortedMap::new(),
            boundaries: SortedMap::new(),
            set_aside: Vec::new(),
            asked: VecDeque::new(),
            number: 0,
        }
    }

    fn note(&mut self, relation: Relation, left: Operand, right: Operand, holds: bool) -> Option<Note> {
        let (left, right) = (written(left)?, written(right)?);
        self.number += 1;
        Some(Note { number: self.number, relation, left, right, holds, outcome: holds })
    }

    fn at_site(&mut self, site: &'static Site) -> Option<&mut SiteNotes> {
        if !site.is_sought() {
            return None;
        }
        let address = ptr::from_ref(site).addr();
        Some(&mut self.sites.get_or_insert_with(address, || (site, SiteNotes::default())).1)
    }
}

/// Returns an operand that outlives its value.
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

/// Begins to note the operands of conditions with sought outcomes. Called by the owner.
pub fn begin() {
    NOTES.set(Notes::new());
    role::set(Role::TracingOwner);
}

/// The notes of an execution.
pub struct Noted {
    /// In order, with their sites (rule 4).
    pub comparisons: Vec<(&'static Site, Note)>,
    /// The least distances to the boundaries of true and of false; `None` for an outcome without
    /// one.
    pub boundaries: Vec<(&'static Site, [Option<Distance>; 2])>,
}

/// Ends the notes, and returns them.
pub fn end() -> Noted {
    role::set(Role::Owner);
    let notes = NOTES.replace(Notes::new());
    let boundaries = notes.boundaries.into_entries().into_iter().map(|(_, of_site)| of_site).collect();
    let mut sites = notes.sites.into_entries();
    let in_all = |share: usize| sites.iter().map(|(_, (_, notes))| notes.len().min(share)).sum::<usize>();
    let share = (1..=FIRST + LAST).rev().find(|&share| in_all(share) <= Trace::MOST).unwrap_or(1);
    let mut kept: Vec<(&'static Site, Note)> =
        sites.iter_mut().flat_map(|(_, (site, notes))| notes.take(share).map(|note| (*site, note))).collect();
    sort(&mut kept, |(_, a), (_, b)| a.number.cmp(&b.number));
    kept.truncate(Trace::MOST);
    Noted { comparisons: kept, boundaries }
}

/// Calls `write` if the execution is traced. Comparisons of a user's allocator in the meantime are
/// not noted.
fn write(write: impl FnOnce(&mut Notes)) {
    if role::current() == Role::TracingOwner {
        NOTES.with(|notes| {
            if let Ok(mut notes) = notes.try_borrow_mut() {
                write(&mut notes);
            }
        });
    }
}

/// Notes a comparison at `site`, which decided the condition.
pub(crate) fn comparison(
    site: &'static Site,
    operator: Operator,
    left: Operand,
    right: Operand,
    holds: bool,
) {
    write(|notes| {
        let note = notes.note(operator.into(), left, right, holds);
        if let (Some(note), Some(site_notes)) = (note, notes.at_site(site)) {
            site_notes.push(note);
        }
    });
}

/// Notes the distances of a comparison at `site` to its boundaries (rule 5).
pub(crate) fn boundaries(site: &'static Site, distances: impl FnOnce() -> Boundaries) {
    write(|notes| {
        let distances = distances();
        if distances == [None; 2] {
            return;
        }
        let address = ptr::from_ref(site).addr();
        let (_, nearest) = notes.boundaries.get_or_insert_with(address, || (site, distances));
        for (nearest, distance) in nearest.iter_mut().zip(distances) {
            *nearest = (*nearest).into_iter().chain(distance).min();
        }
    });
}

/// Notes the comparison of a key with an argument of a closure (rule 6).
#[inline]
pub(crate) fn asked<T: ?Sized>(key: &T, argument: &T, holds: bool) {
    if role::current() == Role::TracingOwner {
        write_asked(Operand::from_value(key), Operand::from_value(argument), holds);
    }
}

#[cold]
#[inline(never)]
fn write_asked(key: Operand, argument: Operand, holds: bool) {
    write(|notes| {
        let Some(note) = notes.note(Operator::Equal.into(), key, argument, holds) else { return };
        if notes.asked.iter().any(|asked| asked.equals(&note)) {
            return;
        }
        if notes.asked.len() == ASKED {
            notes.asked.pop_front();
        }
        notes.asked.push_back(note);
    });
}

/// Notes the arguments of closures before a condition was decided (rule 6).
pub(crate) fn decided(site: &'static Site, outcome: bool) {
    write(|notes| {
        if notes.asked.is_empty() {
            return;
        }
        let asked = std::mem::take(&mut notes.asked);
        if let Some(site_notes) = notes.at_site(site) {
            asked.iter().for_each(|asked| site_notes.push(Note { outcome, ..asked.clone() }));
        }
        notes.asked = asked;
    });
}

/// Notes `left operator right`, which is about to be evaluated.
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

/// Sets a part of a pattern aside. [`claim_parts`] claims it.
#[inline(always)]
pub(crate) fn part<L: ?Sized, R: ?Sized>(operator: Operator, left: &L, right: &R, holds: bool) {
    if role::current() == Role::TracingOwner {
        set_aside(operator, Operand::from_value(left), Operand::from_value(right), holds);
    }
    #[cfg(feature = "symbolic")]
    symbolic::part(operator, left, right, holds);
}

/// Sets a range in a pattern aside: one comparison for each of its ends.
#[inline(always)]
pub(crate) fn part_range<V: ?Sized, B: ?Sized>(value: &V, start: Bound<&B>, end: Bound<&B>) {
    if role::current() == Role::TracingOwner {
        for (operator, value, bound) in ends(value, start, end).into_iter().flatten() {
            set_aside(operator, value, bound, compared(operator, value, bound).unwrap_or(false));
        }
    }
    #[cfg(feature = "symbolic")]
    symbolic::part_range(value, start, end);
}

/// Returns the comparisons of a range.
#[inline(always)]
fn ends<'a, V: ?Sized, B: ?Sized>(
    value: &'a V,
    start: Bound<&'a B>,
    end: Bound<&'a B>,
) -> [Option<(Operator, Operand<'a>, Operand<'a>)>; 2] {
    let start = range::end_at(start, Operator::GreaterOrEqual, Operator::Greater);
    let end = range::end_at(end, Operator::LessOrEqual, Operator::Less);
    [start, end].map(|end| {
        end.map(|(bound, operator)| (operator, Operand::from_value(value), Operand::from_value(bound)))
    })
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

/// Claims the parts that were set aside for the pattern of this condition.
#[cold]
pub(crate) fn claim_parts(site: &'static Site, matches: bool) {
    write(|notes| {
        let parts = std::mem::take(&mut notes.set_aside);
        if let Some(site_notes) = notes.at_site(site) {
            parts.into_iter().for_each(|part| site_notes.push(Note { outcome: matches, ..part }));
        }
    });
}

/// Forgets the parts that were set aside: their pattern will be compared again if it is tried.
#[inline(always)]
pub(crate) fn parts_come_again() {
    if role::current() == Role::TracingOwner {
        forget_parts();
    }
    #[cfg(feature = "symbolic")]
    symbolic::parts_come_again();
}

#[cold]
#[inline(never)]
fn forget_parts() {
    write(|notes| notes.set_aside.clear());
}

/// A condition that tests if a value is in a collection, or (`negated`) if it is outside.
#[derive(Clone, Copy)]
pub struct Predicate {
    site: &'static Site,
    /// `None` if the condition may need either outcome.
    negated: Option<bool>,
}

impl Predicate {
    #[inline(always)]
    pub(crate) fn new(site: &'static Site, negated: bool) -> Predicate {
        Predicate { site, negated: Some(negated) }
    }

    /// Returns the predicate of a call whose result the condition uses in an unknown way.
    #[inline(always)]
    pub(crate) fn either(site: &'static Site) -> Predicate {
        Predicate { site, negated: None }
    }

    /// True if the predicate is noted.
    #[inline(always)]
    pub(crate) fn is_wanted(self) -> bool {
        #[cfg(feature = "symbolic")]
        if symbolic::is_following() {
            return true;
        }
        role::current() == Role::TracingOwner
    }

    /// Notes the predicate with its result.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(self, relation: Relation, left: Operand, right: Operand, holds: bool) {
        #[cfg(feature = "symbolic")]
        symbolic::note_texts(self.site, self.negated, relation, left, right);
        self.write(&[(relation, left, right, holds)], holds);
    }

    /// Notes one of several comparisons behind the result.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_part(
        self,
        relation: Relation,
        (left, right, holds): (Operand, Operand, bool),
        answer: bool,
    ) {
        self.write(&[(relation, left, right, holds)], answer);
    }

    /// Notes a search for the value among members.
    pub(crate) fn one_of<'a>(self, value: Operand<'a>, members: impl Iterator<Item = Operand<'a>>) {
        let is = |member| compared(Operator::Equal, member, value).unwrap_or(false);
        let asked: Vec<_> = members.map(|member| (Relation::Contains, member, value, is(member))).collect();
        #[cfg(feature = "symbolic")]
        if let Some(negated) = self.negated {
            let members = asked.iter().map(|(_, member, ..)| *member);
            symbolic::note_one_of(self.site, negated, value, members);
        }
        self.write(&asked, asked.iter().any(|(.., is)| *is));
    }

    /// Notes a comparison of the value with the ends of a range.
    #[inline(always)]
    pub(crate) fn between<V: ?Sized, B: ?Sized>(self, value: &V, start: Bound<&B>, end: Bound<&B>) {
        #[cfg(feature = "symbolic")]
        if let Some(negated) = self.negated {
            symbolic::within_range(self.site, value, (start, end), negated);
        }
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
                let (Some(note), Some(site_notes)) = (note, notes.at_site(self.site)) else { continue };
                match self.negated {
                    Some(negated) => site_notes.push(Note { outcome: answer != negated, ..note }),
                    None => {
                        site_notes.push(Note { outcome: !answer, ..note.clone() });
                        site_notes.push(Note { outcome: answer, ..note });
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::Distance;

    #[test]
    fn latest_closure_arguments_are_noted_for_the_next_condition() {
        static SITE: Site = Site::new();
        role::become_owner();
        SITE.seek([Some(3), Some(4)]);
        begin();
        asked(&1_u8, &0_u8, false);
        for argument in ["a", "b", "b", "c"] {
            asked("key", argument, false);
        }
        SITE.record(false, Distance::ONE);
        asked("key", "d", false);
        let noted = end().comparisons.into_iter().map(|(site, note)| {
            assert!(ptr::eq(site, &SITE) && !note.outcome && note.relation == Operator::Equal.into());
            note.right
        });
        let expected = ["a", "b", "c"].map(|text| trace::Operand::Text(text.to_owned()));
        assert_eq!(noted.collect::<Vec<_>>(), expected);
    }
}
