//! Operations made of others: overflows, rotations and counts of bits.

use super::node::{Term, TermPool};
use super::numbers::{mask, sign_extend};

/// Predicates of overflow have width 1; counts have the width of their operand.
#[allow(missing_docs)]
impl TermPool {
    pub fn uadd_overflow(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        if let Some(value) = self.as_constant(b) {
            let greatest = self.constant(!value, self.width(a));
            return self.ult(greatest, a);
        }
        let sum = self.add(a, b);
        self.ult(sum, a)
    }

    pub fn usub_overflow(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    pub fn sadd_overflow(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        if let Some(value) = self.as_constant(b) {
            return self.leaves_range(a, value);
        }
        let sum = self.add(a, b);
        let (sign, other, of_sum) = (self.sign(a), self.sign(b), self.sign(sum));
        let (differ, changed) = (self.xor(sign, other), self.xor(sign, of_sum));
        let agree = self.not(differ);
        self.and(agree, changed)
    }

    pub fn ssub_overflow(&mut self, a: Term, b: Term) -> Term {
        let (width, least) = (self.width(a), 1 << (self.width(a) - 1));
        match self.as_constant(b) {
            Some(value) if value != least => return self.leaves_range(a, value.wrapping_neg() & mask(width)),
            _ => {}
        }
        let difference = self.sub(a, b);
        let (sign, other, of_difference) = (self.sign(a), self.sign(b), self.sign(difference));
        let (differ, changed) = (self.xor(sign, other), self.xor(sign, of_difference));
        self.and(differ, changed)
    }

    /// True if the sum of a signed `a` and a constant is out of range.
    fn leaves_range(&mut self, a: Term, value: u128) -> Term {
        let width = self.width(a);
        let least = 1 << (width - 1);
        if sign_extend(value, width) < 0 {
            let least = self.constant(u128::wrapping_sub(least, value), width);
            self.slt(a, least)
        } else {
            let greatest = self.constant((least - 1) - value, width);
            self.slt(greatest, a)
        }
    }

    fn sign(&mut self, a: Term) -> Term {
        let highest = self.width(a) - 1;
        self.extract(a, highest, highest)
    }

    pub fn neg_overflow(&mut self, a: Term) -> Term {
        let least = 1 << (self.width(a) - 1);
        self.equals(a, least)
    }

    /// True for the least number divided by −1.
    pub fn sdiv_overflow(&mut self, a: Term, b: Term) -> Term {
        let (least, minus_one) = (self.neg_overflow(a), self.equals(b, mask(self.width(b))));
        self.and(least, minus_one)
    }

    pub fn umul_overflow(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        let width = self.width(a);
        if let Some(value) = self.as_constant(b) {
            let greatest = mask(width).checked_div(value).unwrap_or(u128::MAX);
            let greatest = self.constant(greatest, width);
            return self.ult(greatest, a);
        }
        if width <= 64 {
            let (a, b) = (self.zero_extend(a, 2 * width), self.zero_extend(b, 2 * width));
            let product = self.mul(a, b);
            let upper = self.extract(product, 2 * width - 1, width);
            return self.is_not_zero(upper);
        }
        self.umul_overflow_by_halves(a, b)
    }

    /// Overflow of a product of `a = p·2^h + q` and `b = r·2^h + s`: `p` and `r` are not zero, or
    /// `p·s + q·r`, one of whose terms is zero, is too large, also after adding the upper half of
    /// `q·s`.
    fn umul_overflow_by_halves(&mut self, a: Term, b: Term) -> Term {
        let (width, half) = (self.width(a), self.width(a).div_ceil(2));
        let upper = width - half;
        let (p, q) = (self.extract(a, width - 1, half), self.extract(a, half - 1, 0));
        let (r, s) = (self.extract(b, width - 1, half), self.extract(b, half - 1, 0));
        let (has_p, has_r) = (self.is_not_zero(p), self.is_not_zero(r));
        let both = self.and(has_p, has_r);
        let [p, q, r, s] = [p, q, r, s].map(|part| self.zero_extend(part, 2 * half));
        let (first, second, low) = (self.mul(p, s), self.mul(q, r), self.mul(q, s));
        let cross = self.or(first, second);
        let excess = self.extract(cross, 2 * half - 1, upper);
        let excess = self.is_not_zero(excess);
        let (cross, carried) = (self.extract(cross, upper - 1, 0), self.extract(low, 2 * half - 1, half));
        let (cross, carried) = (self.zero_extend(cross, half + 1), self.zero_extend(carried, half + 1));
        let sum = self.add(cross, carried);
        let carry = self.extract(sum, half, upper);
        let carry = self.is_not_zero(carry);
        let any = self.or(both, excess);
        self.or(any, carry)
    }

    pub fn smul_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width <= 64 {
            let (a, b) = (self.sign_extend(a, 2 * width), self.sign_extend(b, 2 * width));
            let product = self.mul(a, b);
            let upper = self.extract(product, 2 * width - 1, width - 1);
            let (some, all) = (self.is_not_zero(upper), self.equals(upper, mask(width + 1)));
            let mixed = self.not(all);
            return self.and(some, mixed);
        }
        let (p, q) = (self.magnitude(a), self.magnitude(b));
        let (too_large, product) = (self.umul_overflow(p, q), self.mul(p, q));
        let (sign, other) = (self.sign(a), self.sign(b));
        let negative = self.xor(sign, other);
        let least = self.constant(1 << (width - 1), width);
        let (above, below) = (self.ule(least, product), self.ult(least, product));
        let out_of_range = self.ite(negative, below, above);
        self.or(too_large, out_of_range)
    }

    fn magnitude(&mut self, a: Term) -> Term {
        let (negative, negated) = (self.sign(a), self.neg(a));
        self.ite(negative, negated, a)
    }

    fn is_not_zero(&mut self, a: Term) -> Term {
        let zero = self.equals(a, 0);
        self.not(zero)
    }

    pub fn rotate_left(&mut self, a: Term, by: Term) -> Term {
        self.rotate(a, by, |pool, a, by, back| (pool.shl(a, by), pool.lshr(a, back)))
    }

    pub fn rotate_right(&mut self, a: Term, by: Term) -> Term {
        self.rotate(a, by, |pool, a, by, back| (pool.lshr(a, by), pool.shl(a, back)))
    }

    fn rotate(
        &mut self,
        a: Term,
        by: Term,
        shift: impl Fn(&mut Self, Term, Term, Term) -> (Term, Term),
    ) -> Term {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        let width = self.constant(u128::from(width), width);
        let by = self.urem(by, width);
        let back = self.sub(width, by);
        let (there, back) = shift(self, a, by, back);
        self.or(there, back)
    }

    /// The number of ones.
    pub fn popcount(&mut self, a: Term) -> Term {
        let mut counts: Vec<_> = (0..self.width(a)).map(|bit| self.extract(a, bit, bit)).collect();
        while let [_, _, ..] = counts[..] {
            let width = self.width(counts[0]) + 1;
            let sum = |pair: &[Term]| {
                let first = self.zero_extend(pair[0], width);
                pair.get(1).map_or(first, |second| {
                    let second = self.zero_extend(*second, width);
                    self.add(first, second)
                })
            };
            counts = counts.chunks(2).map(sum).collect();
        }
        self.resize(counts[0], self.width(a))
    }

    /// The number of zeros before the highest one.
    pub fn clz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.count_zeros(a, (0..width).map(|bit| (bit, width - 1 - bit)))
    }

    /// The number of zeros after the lowest one.
    pub fn ctz(&mut self, a: Term) -> Term {
        self.count_zeros(a, (0..self.width(a)).rev().map(|bit| (bit, bit)))
    }

    /// Returns the number of the last set bit, or the width without one.
    fn count_zeros(&mut self, a: Term, counts: impl Iterator<Item = (u32, u32)>) -> Term {
        let width = self.width(a);
        let enough = u32::BITS - width.leading_zeros();
        let mut result = self.constant(u128::from(width), enough);
        for (bit, count) in counts {
            let (is_set, count) = (self.extract(a, bit, bit), self.constant(u128::from(count), enough));
            result = self.ite(is_set, count, result);
        }
        self.resize(result, width)
    }

    /// Returns the lower bits of a term, or extends it by zeros.
    pub fn resize(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) {
            self.extract(a, width - 1, 0)
        } else {
            self.zero_extend(a, width)
        }
    }
}
