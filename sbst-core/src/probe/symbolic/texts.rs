//! Conditions on texts, over their lengths and characters.
//!
//! 1. A text of the test case equals another if it has that length and those characters. Characters
//!    that it does not have yet are variables, too (`sbst_search::slots`).
//! 2. It *begins* with another if it is at least as long. It *ends* with it, or *contains* it,
//!    within its present length, or in characters appended to that.
//! 3. A text is a number if each character is a digit, and the number fits. The first one may be a
//!    sign, which stays the same. The number is the sum of its digits. It has as many digits as the
//!    type allows; each counts if the text is that long.
//! 4. A term that is false in the execution is dropped: the text was another one.

use super::contents::{Content, Seen};
use super::follower::Follower;
use super::number::{Number, Type};
use super::optional::Last;
use super::shadow::Known;
use super::{is_following, with, Concrete};
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::Site;
use sbst_model::trace::Relation;
use sbst_solver::term::Term;

/// The most places of a text that are compared with a part.
const MOST_PLACES: usize = 64;
/// The widest type whose digits are added up: terms have 128 bits.
const WIDEST: u32 = 64;

/// Sets the term of a condition that searches a text for another. If its dependence on the result
/// is unknown, this term is that of the result's form.
pub(crate) fn note(
    site: &'static Site,
    negated: Option<bool>,
    relation: Relation,
    left: Operand,
    right: Operand,
) {
    if !is_following() {
        return;
    }
    let (Some(text), Some(part)) = (text(left), text(right)) else { return };
    with(|follower| {
        follower.reason = Some(Concrete::Text);
        let Some((holds, term)) = follower.text_relation(relation, &text, &part) else { return };
        match negated {
            Some(negated) => follower.pending = Some((site, holds != negated, term, false)),
            None => follower.last = Last::from_form(term, Vec::new()),
        }
    });
}

/// Sets the term of a condition that tests if a text is one of several.
pub(crate) fn note_one_of<'a>(
    site: &'static Site,
    negated: bool,
    value: Operand,
    members: impl Iterator<Item = Operand<'a>>,
) {
    if is_following() {
        with(|follower| follower.reason = Some(Concrete::Collection));
    }
    let (true, Some(value)) = (is_following(), text(value)) else { return };
    let members: Vec<String> = members.filter_map(text).collect();
    with(|follower| {
        let Some(content) = follower.shadow.find_text(&value) else { return };
        let holds = members.contains(&value);
        let mut any = follower.followed.pool.boolean(false);
        for member in members.iter().take(MOST_PLACES) {
            if let Some(equal) = follower.text_equals(&content, member) {
                any = follower.followed.pool.or(any, equal);
            }
        }
        let term = if holds { any } else { follower.followed.pool.not(any) };
        if follower.is_true_now(term) {
            follower.pending = Some((site, holds != negated, term, false));
        }
    });
}

/// Sets the term of a condition that tests if something is empty.
pub(crate) fn note_emptiness<C: ?Sized>(
    site: &'static Site,
    collection: &C,
    members: Option<usize>,
    negated: bool,
) {
    if !is_following() {
        return;
    }
    let seen = Seen::new(collection);
    with(|follower| {
        follower.reason = Some(Concrete::Length);
        let content = match (&seen, members) {
            (Seen::Other, Some(members)) => follower.shadow.find_count(members),
            _ => follower.shadow.find_seen(&seen),
        };
        let Some(content) = content else { return };
        let is_empty = follower.has_length(&content, 0, false);
        let holds = content.count == 0;
        let term = if holds { is_empty } else { follower.followed.pool.not(is_empty) };
        follower.pending = Some((site, holds != negated, term, false));
    });
}

/// Returns the text of an operand.
pub(super) fn text(operand: Operand) -> Option<String> {
    match operand {
        Operand::Text(text) => Some(text.to_owned()),
        Operand::Bytes(bytes) if bytes.is_ascii() => std::str::from_utf8(bytes).ok().map(str::to_owned),
        Operand::Character(character) => Some(character.into()),
        _ => None,
    }
}

impl Follower {
    /// Returns the truth of a relation between a followed text and another, and its term.
    pub(super) fn text_relation(
        &mut self,
        relation: Relation,
        left: &str,
        right: &str,
    ) -> Option<(bool, Term)> {
        let (text, part, content) = match (self.shadow.find_text(left), relation) {
            (Some(content), _) => (left, right, content),
            (None, Relation::Operator(Operator::Equal | Operator::NotEqual)) => {
                (right, left, self.shadow.find_text(right)?)
            }
            _ => return None,
        };
        let (holds, term) = match relation {
            Relation::Operator(Operator::Equal | Operator::NotEqual) => {
                (text == part, self.text_equals(&content, part)?)
            }
            Relation::StartsWith => (text.starts_with(part), self.text_begins(&content, part)?),
            Relation::EndsWith => (text.ends_with(part), self.text_ends(&content, part)?),
            Relation::Contains => (text.contains(part), self.text_contains(&content, part)?),
            _ => return None,
        };
        let term = if holds { term } else { self.followed.pool.not(term) };
        let holds = holds != (relation == Operator::NotEqual.into());
        self.is_true_now(term).then_some((holds, term))
    }

    /// Rule 4.
    pub(super) fn is_true_now(&self, term: Term) -> bool {
        self.followed.pool.evaluate(term, &self.shadow.assignment) == 1
    }

    /// Returns the length of a content, within the bounds of its shape.
    pub(super) fn length(&mut self, content: &Content) -> Term {
        let pool = &mut self.followed.pool;
        let length = self.shadow.length_term(content, pool);
        if self.shadow.mention(content.slot) {
            let [least, most] = [content.length.shortest, content.length.longest]
                .map(|limit| pool.constant(limit.min(usize::from(u16::MAX)) as u128, 16));
            let (above, below) = (pool.ule(least, length), pool.ule(length, most));
            let within = pool.and(above, below);
            self.assume(within, false);
        }
        length
    }

    /// Returns the term that is true for this length, or (`at_least`) from it on.
    pub(super) fn has_length(&mut self, content: &Content, count: usize, at_least: bool) -> Term {
        let length = self.length(content);
        let pool = &mut self.followed.pool;
        let count = pool.constant(count as u128, 16);
        if at_least {
            pool.ule(count, length)
        } else {
            pool.eq(length, count)
        }
    }

    fn character(&mut self, content: &Content, index: usize) -> Option<Term> {
        let pool = &mut self.followed.pool;
        let (term, slot) = self.shadow.part_term(content, index, pool)?;
        if self.shadow.is_absent(slot) && self.shadow.mention(slot) {
            let limit = pool.constant(128, 8);
            let is_ascii = pool.ult(term, limit);
            self.assume(is_ascii, false);
        }
        Some(term)
    }

    /// Returns the term that is true if a content has another text from an index on.
    fn has_characters(&mut self, content: &Content, index: usize, part: &str) -> Option<Term> {
        let mut all = self.followed.pool.boolean(true);
        for (offset, wanted) in part.chars().enumerate() {
            let found = self.character(content, index + offset)?;
            let pool = &mut self.followed.pool;
            let width = pool.width(found);
            let is_equal = match u32::from(wanted) {
                wanted if width == 8 && wanted > 127 => pool.boolean(false),
                wanted => {
                    let wanted = pool.constant(wanted.into(), width);
                    pool.eq(found, wanted)
                }
            };
            all = pool.and(all, is_equal);
        }
        Some(all)
    }

    fn both(&mut self, one: Term, other: Option<Term>) -> Term {
        let pool = &mut self.followed.pool;
        match other {
            Some(other) => pool.and(one, other),
            None => pool.boolean(false),
        }
    }

    /// Rule 1.
    fn text_equals(&mut self, content: &Content, other: &str) -> Option<Term> {
        let has_length = self.has_length(content, other.chars().count(), false);
        let characters = self.has_characters(content, 0, other);
        Some(self.both(has_length, characters))
    }

    /// Rule 2.
    fn text_begins(&mut self, content: &Content, part: &str) -> Option<Term> {
        let is_longer = self.has_length(content, part.chars().count(), true);
        let characters = self.has_characters(content, 0, part);
        Some(self.both(is_longer, characters))
    }

    fn text_ends(&mut self, content: &Content, part: &str) -> Option<Term> {
        let (count, more) = (content.count, part.chars().count());
        let mut found = self.followed.pool.boolean(false);
        let kept = count.checked_sub(more).map(|index| (index, count));
        for (index, length) in kept.into_iter().chain([(count, count + more)]) {
            let characters = self.has_characters(content, index, part);
            let has_length = self.has_length(content, length, false);
            let here = self.both(has_length, characters);
            found = self.followed.pool.or(found, here);
        }
        Some(found)
    }

    fn text_contains(&mut self, content: &Content, part: &str) -> Option<Term> {
        let (count, more) = (content.count, part.chars().count());
        let places = (count + 1).saturating_sub(more);
        if places > MOST_PLACES {
            return None;
        }
        let mut found = self.followed.pool.boolean(false);
        for index in (0..places).chain([count]) {
            let characters = self.has_characters(content, index, part);
            let is_longer = self.has_length(content, index + more, true);
            let here = self.both(is_longer, characters);
            found = self.followed.pool.or(found, here);
        }
        Some(found)
    }

    /// Rule 3: returns the term for a text that is a number (or, if none was `found`, for any other
    /// text), and the number's term.
    pub(super) fn parse(
        &mut self,
        content: &Content,
        text: &str,
        ty: Type,
        found: Option<Number>,
    ) -> Option<Last> {
        let is_negative = ty.signed && text.starts_with('-');
        let sign = usize::from(is_negative || text.starts_with('+'));
        let greatest = (u128::MAX >> (128 - ty.bits + u32::from(ty.signed))) + u128::from(is_negative);
        let digits = greatest.to_string().len();
        if ty.bits > WIDEST || ty.is_character || content.count > sign + digits {
            return None;
        }
        let width = ty.bits + 8;
        let longest = content.count + content.length.absent.1;
        let end = (sign + digits).min(longest);
        let mut is_number = match sign {
            0 => self.followed.pool.boolean(true),
            _ => self.has_characters(content, 0, &text[..1])?,
        };
        let is_long_enough = self.has_length(content, sign + 1, true);
        let is_too_long = self.has_length(content, end + 1, true);
        let is_short_enough = self.followed.pool.not(is_too_long);
        is_number = self.both(is_number, Some(is_long_enough));
        is_number = self.both(is_number, Some(is_short_enough));
        let mut sum = self.followed.pool.constant(0, width);
        for index in sign..end {
            let is_there = self.has_length(content, index + 1, true);
            let character = self.character(content, index)?;
            let pool = &mut self.followed.pool;
            let bits = pool.width(character);
            let [zero, nine] = [b'0', b'9'].map(|digit| pool.constant(digit.into(), bits));
            let (above, below) = (pool.ule(zero, character), pool.ule(character, nine));
            let is_digit = pool.and(above, below);
            let absent = pool.not(is_there);
            let is_fine = pool.or(absent, is_digit);
            is_number = pool.and(is_number, is_fine);
            let digit = pool.sub(character, zero);
            let digit = pool.resize(digit, width);
            let ten = pool.constant(10, width);
            let shifted = pool.mul(sum, ten);
            let next = pool.add(shifted, digit);
            sum = pool.ite(is_there, next, sum);
        }
        let pool = &mut self.followed.pool;
        let limit = pool.constant(greatest, width);
        let fits = pool.ule(sum, limit);
        is_number = pool.and(is_number, fits);
        let value = pool.extract(sum, ty.bits - 1, 0);
        let value = if is_negative { pool.neg(value) } else { value };
        let form = if found.is_some() { is_number } else { pool.not(is_number) };
        let is_value =
            found.is_none_or(|number| pool.evaluate(value, &self.shadow.assignment) == number.value);
        let part = found.map(|number| Known { number, term: Some(value), is_exact: false });
        (is_value && self.is_true_now(form)).then(|| Last::from_form(form, part.into_iter().collect()))
    }

    /// Returns the length of a text or sequence, if it belongs to the test case.
    pub(super) fn length_of_seen(&mut self, seen: &Seen, number: Number) -> Option<Known> {
        let content = match seen {
            Seen::Other => self.shadow.find_count(usize::try_from(number.value).ok()?),
            _ => self.shadow.find_seen(seen),
        }?;
        let length = self.length(&content);
        let pool = &mut self.followed.pool;
        let length = pool.resize(length, number.ty.bits);
        let surplus = number.value.checked_sub(content.count as u128)?;
        let surplus = pool.constant(surplus, number.ty.bits);
        Some(Known { number, term: Some(pool.add(length, surplus)), is_exact: false })
    }
}
