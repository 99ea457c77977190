//! Conditions as clauses.

use super::number::Number;
use super::shadow::Known;
use super::{is_following, operations, texts, with, Concrete, Follower, Origin};
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::Site;
use sbst_solver::term::Term;
use std::ops::Bound;

/// Adds the clause of a comparison at a site, with the origins recorded before.
pub(crate) fn compare<L: ?Sized, R: ?Sized>(
    site: &'static Site,
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) {
    if !is_following() {
        return;
    }
    let origins = with(|follower| follower.origins.take()).unwrap_or([Origin::Place; 2]);
    if let (Some(left), Some(right)) = (Number::find(left), Number::find(right)) {
        with(|follower| {
            if let Some((term, is_exact)) = follower.comparison(operator, [left, right], origins, holds) {
                follower.decide(site, term, holds, is_exact);
            } else {
                follower.reason = follower.find_reason([left, right], origins);
            }
            follower.forget_evaluated();
        });
        return;
    }
    let operands = (Operand::from_value(left), Operand::from_value(right));
    let reason = match operands {
        (Operand::Text(_), _) | (_, Operand::Text(_)) => Concrete::Text,
        (Operand::Float(_), _) | (_, Operand::Float(_)) => Concrete::Float,
        _ => Concrete::Variant,
    };
    with(|follower| follower.reason = Some(reason));
    if let (Some(left), Some(right)) = (texts::text(operands.0), texts::text(operands.1)) {
        with(|follower| {
            let relation = follower.text_relation(operator.into(), &left, &right);
            follower.pending = relation.map(|(holds, term)| (site, holds, term, false));
        });
    }
}

/// Sets a part of a pattern aside. [`claim_parts`] claims it.
#[inline]
pub(crate) fn part<L: ?Sized, R: ?Sized>(operator: Operator, left: &L, right: &R, holds: bool) {
    if !is_following() {
        return;
    }
    if let (Some(left), Some(right)) = (Number::find(left), Number::find(right)) {
        return with(|follower| follower.set_aside(operator, left, right, holds));
    }
    let texts = (texts::text(Operand::from_value(left)), texts::text(Operand::from_value(right)));
    if let (Some(left), Some(right)) = texts {
        with(|follower| {
            // The term is true in this execution; parts have their own meaning.
            let relation = follower.text_relation(operator.into(), &left, &right);
            if let Some((_, term)) = relation {
                let pool = &mut follower.followed.pool;
                let term = if holds { term } else { pool.not(term) };
                follower.parts.push((term, false, holds));
            }
        });
    }
}

/// Sets a range in a pattern aside.
#[inline]
pub(crate) fn part_range<V: ?Sized, B: ?Sized>(value: &V, start: Bound<&B>, end: Bound<&B>) {
    let (true, Some(value)) = (is_following(), Number::find(value)) else { return };
    let ends = [limit(start), limit(end)];
    with(|follower| {
        if let Some((term, holds)) = follower.range(value, ends) {
            follower.parts.push((term, false, holds));
        }
    });
}

/// Sets the term of a condition that tests if a value is within a range.
#[inline]
pub(crate) fn within_range<V: ?Sized, B: ?Sized>(
    site: &'static Site,
    value: &V,
    (start, end): (Bound<&B>, Bound<&B>),
    negated: bool,
) {
    let (true, Some(value)) = (is_following(), Number::find(value)) else { return };
    let ends = [limit(start), limit(end)];
    with(|follower| {
        if let Some((within, holds)) = follower.range(value, ends) {
            let term = if holds { within } else { follower.followed.pool.not(within) };
            follower.pending = Some((site, holds != negated, term, false));
        }
    });
}

/// Returns the number of a bound, and whether the bound includes it.
fn limit<B: ?Sized>(bound: Bound<&B>) -> Option<(Number, bool)> {
    let (bound, is_included) = match bound {
        Bound::Included(bound) => (bound, true),
        Bound::Excluded(bound) => (bound, false),
        Bound::Unbounded => return None,
    };
    Number::find(bound).map(|(bound, _)| (bound, is_included))
}

/// Adds the clause of a pattern, from the parts that were set aside.
///
/// A pattern matched by the parts that hold. Otherwise any failing part would make it match: this
/// is exact for alternatives, and a step towards a match where all parts must match.
#[inline]
pub(crate) fn claim_parts(site: &'static Site, matches: bool) {
    if !is_following() {
        return;
    }
    with(|follower| {
        let parts = std::mem::take(&mut follower.parts);
        let pool = &mut follower.followed.pool;
        let is_exact = parts.len() == 1 && parts[0].1;
        let mut deciding = parts.into_iter().filter(|(.., holds)| *holds == matches).map(|(term, ..)| term);
        let Some(first) = deciding.next() else {
            follower.reason.get_or_insert(Concrete::Variant);
            return;
        };
        let term = match matches {
            true => deciding.fold(first, |all, term| pool.and(all, term)),
            false => deciding.fold(first, |any, term| pool.or(any, term)),
        };
        follower.decide(site, term, matches, is_exact);
    });
}

/// Forgets the parts that were set aside.
#[inline]
pub(crate) fn parts_come_again() {
    if is_following() {
        with(|follower| follower.parts.clear());
    }
}

/// Adds the clause of a test for a class of ASCII characters, whose bits are its members.
#[inline]
pub(crate) fn within_class<V: ?Sized>(site: &'static Site, value: &V, members: u128, negated: bool) {
    let (true, Some((number, address))) = (is_following(), Number::find(value)) else { return };
    with(|follower| {
        let known = follower.shadow.resolve(Some(address), number, &mut follower.followed.pool);
        let Some(term) = known.term else { return };
        let pool = &mut follower.followed.pool;
        let mut within = pool.boolean(false);
        let mut first = 0;
        while first < 128 {
            if members >> first & 1 == 0 {
                first += 1;
                continue;
            }
            let last = (first..128).take_while(|bit| members >> bit & 1 == 1).last().unwrap_or(first);
            let [low, high] = [first, last].map(|bound| pool.constant(bound, number.ty.bits));
            let (above, below) = (pool.ule(low, term), pool.ule(term, high));
            let inside = pool.and(above, below);
            within = pool.or(within, inside);
            first = last + 1;
        }
        let is_member = number.value < 128 && members >> number.value & 1 == 1;
        let term = if is_member { within } else { follower.followed.pool.not(within) };
        let outcome = is_member != negated;
        follower.pending = Some((site, outcome, term, false));
    });
}

impl Follower {
    /// Returns the term for a number within a range, and whether it is within.
    fn range(&mut self, value: (Number, usize), ends: [Option<(Number, bool)>; 2]) -> Option<(Term, bool)> {
        let (number, address) = value;
        let term = self.shadow.resolve(Some(address), number, &mut self.followed.pool).term?;
        let signed = number.ty.signed;
        let pool = &mut self.followed.pool;
        let mut within = pool.boolean(true);
        let mut holds = true;
        for (end, is_start) in ends.into_iter().zip([true, false]) {
            let Some((bound, is_included)) = end else { continue };
            let limit = pool.constant(bound.value, bound.ty.bits);
            let (low, high) = if is_start { (limit, term) } else { (term, limit) };
            let inside = match (is_included, signed) {
                (true, true) => pool.sle(low, high),
                (true, false) => pool.ule(low, high),
                (false, true) => pool.slt(low, high),
                (false, false) => pool.ult(low, high),
            };
            within = pool.and(within, inside);
            let order = match signed {
                true => number.signed().cmp(&bound.signed()),
                false => number.value.cmp(&bound.value),
            };
            let order = if is_start { order } else { order.reverse() };
            holds &= order.is_gt() || is_included && order.is_eq();
        }
        Some((within, holds))
    }

    fn comparison(
        &mut self,
        operator: Operator,
        numbers: [(Number, usize); 2],
        origins: [Origin; 2],
        holds: bool,
    ) -> Option<(Term, bool)> {
        let [(left, _), (right, _)] = numbers;
        if left.ty.bits != right.ty.bits {
            return None;
        }
        // The right operand was evaluated last.
        let [right, left] = [1, 0].map(|side| {
            let (number, address) = numbers[side];
            if let (Origin::Place, Some(part)) = (origins[side], self.last.part(number)) {
                return part;
            }
            match origins[side] {
                Origin::Constant => Known::constant(number),
                Origin::Variable => self.shadow.resolve(Some(address), number, &mut self.followed.pool),
                Origin::Place => {
                    self.shadow.resolve(Some(address), number, &mut self.followed.pool).guessed()
                }
                Origin::Evaluated => self.take_evaluated(number),
                Origin::Called(_) => self.take_result(number),
            }
        });
        let is_exact = left.is_exact && right.is_exact;
        if left.term.is_none() && right.term.is_none() {
            return is_exact.then(|| (self.followed.pool.boolean(holds), true));
        }
        let signed = left.number.ty.signed;
        let pool = &mut self.followed.pool;
        let (a, b) = (operations::term(left, pool), operations::term(right, pool));
        let term = match operator {
            Operator::Equal => pool.eq(a, b),
            Operator::NotEqual => {
                let equal = pool.eq(a, b);
                pool.not(equal)
            }
            Operator::Less if signed => pool.slt(a, b),
            Operator::Less => pool.ult(a, b),
            Operator::LessOrEqual if signed => pool.sle(a, b),
            Operator::LessOrEqual => pool.ule(a, b),
            Operator::Greater if signed => pool.slt(b, a),
            Operator::Greater => pool.ult(b, a),
            Operator::GreaterOrEqual if signed => pool.sle(b, a),
            Operator::GreaterOrEqual => pool.ule(b, a),
        };
        Some((term, is_exact))
    }

    fn set_aside(&mut self, operator: Operator, left: (Number, usize), right: (Number, usize), holds: bool) {
        let origins = [Origin::Place, Origin::Constant];
        if let Some((term, is_exact)) = self.comparison(operator, [left, right], origins, holds) {
            self.parts.push((term, is_exact, holds));
        }
    }

    /// Returns the part without a term in a comparison of numbers.
    fn find_reason(&self, numbers: [(Number, usize); 2], origins: [Origin; 2]) -> Option<Concrete> {
        let of_operand = |((_, address), origin): ((Number, usize), Origin)| match origin {
            Origin::Constant => None,
            Origin::Called(name) => Some(Concrete::from_callee(name)),
            _ if self.returned.contains_key(&address) => Some(Concrete::from_callee(self.returned[&address])),
            Origin::Variable | Origin::Evaluated => Some(Concrete::Variable),
            Origin::Place => Some(Concrete::Element),
        };
        numbers.into_iter().zip(origins).find_map(of_operand)
    }

    /// Sets the term of a condition on an evaluated boolean, or on its negation.
    pub(super) fn decide_on(&mut self, site: &'static Site, number: Number, negated: bool) {
        let known = self.take_evaluated(number);
        self.forget_evaluated();
        let holds = (number.value == 1) != negated;
        let pool = &mut self.followed.pool;
        let term = match known.term {
            None if known.is_exact => pool.boolean(true),
            None => {
                self.reason.get_or_insert(Concrete::Variable);
                return;
            }
            Some(term) if number.value == 1 => term,
            Some(term) => pool.not(term),
        };
        self.pending = Some((site, holds, term, known.is_exact));
    }

    /// Sets the term of the condition to be recorded next, negated if it does not hold.
    fn decide(&mut self, site: &'static Site, term: Term, holds: bool, is_exact: bool) {
        let term = if holds { term } else { self.followed.pool.not(term) };
        self.pending = Some((site, holds, term, is_exact));
    }
}
