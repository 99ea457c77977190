//! Comparisons, with equations solved for their variables.

use super::node::{Binary, Node, Term, TermPool, Unary};
use super::numbers::{mask, sign_extend};

#[allow(missing_docs)]
impl TermPool {
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let (mut a, mut b) = self.order(a, b);
        let mut conditions = Vec::new();
        while let Some(value) = self.as_constant(b) {
            match self.solve(a, value, &mut conditions) {
                Some((unknown, value)) => {
                    let width = self.width(unknown);
                    (a, b) = (unknown, self.constant(value, width));
                }
                None => break,
            }
        }
        let equal = self.compare_equal(a, b);
        conditions.into_iter().fold(equal, |all, condition| self.and(all, condition))
    }

    /// Moves the outermost operation of `a == value` to the other side. The side conditions are
    /// added.
    fn solve(&mut self, a: Term, value: u128, conditions: &mut Vec<Term>) -> Option<(Term, u128)> {
        let width = self.width(a);
        let constant = |this: &Self, term| this.as_constant(term);
        let solved = match self.node(a) {
            Node::Unary(Unary::Not, x) => (x, !value),
            Node::Unary(Unary::Neg, x) => (x, value.wrapping_neg()),
            Node::Binary(Binary::Add, x, y) => (x, value.wrapping_sub(constant(self, y)?)),
            Node::Binary(Binary::Xor, x, y) => (x, value ^ constant(self, y)?),
            Node::Binary(Binary::Sub, x, y) => (y, constant(self, x)?.wrapping_sub(value)),
            Node::Binary(Binary::Mul, x, y) => (x, value.wrapping_mul(invert(constant(self, y)?)?)),
            Node::Binary(Binary::Concat, high, low) => {
                let (upper, lower) = (value >> self.width(low), value & mask(self.width(low)));
                let lower = self.constant(lower, self.width(low));
                let condition = self.eq(low, lower);
                conditions.push(condition);
                (high, upper)
            }
            Node::SignExtend(x) => {
                let inner = self.width(x);
                let fits = sign_extend(value & mask(inner), inner) == sign_extend(value, width);
                conditions.push(self.boolean(fits));
                (x, value)
            }
            Node::Ite(condition, then, otherwise) => {
                match (constant(self, then), constant(self, otherwise)) {
                    (Some(then), Some(otherwise)) if then != value && otherwise != value => {
                        conditions.push(self.boolean(false));
                        (condition, 1)
                    }
                    (Some(then), Some(_)) => (condition, u128::from(then == value)),
                    (Some(then), None) if then != value => {
                        conditions.push(self.not(condition));
                        (otherwise, value)
                    }
                    (None, Some(otherwise)) if otherwise != value => {
                        conditions.push(condition);
                        (then, value)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some((solved.0, solved.1 & mask(self.width(solved.0))))
    }

    fn compare_equal(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.boolean(true);
        }
        match (self.node(a), self.node(b)) {
            (_, Node::Constant(value)) if self.width(a) == 1 => {
                if value == 1 {
                    a
                } else {
                    self.not(a)
                }
            }
            _ if self.width(a) == 1 => {
                let different = self.xor(a, b);
                self.not(different)
            }
            (Node::Binary(Binary::Sub | Binary::Xor, x, y), Node::Constant(0)) => self.eq(x, y),
            (Node::SignExtend(x), Node::SignExtend(y)) if self.width(x) == self.width(y) => {
                self.intern_equal(x, y)
            }
            (Node::Binary(Binary::Concat, a_high, a_low), Node::Binary(Binary::Concat, b_high, b_low))
                if self.width(a_low) == self.width(b_low) =>
            {
                let (high, low) = (self.eq(a_high, b_high), self.eq(a_low, b_low));
                self.and(high, low)
            }
            _ => self.intern_equal(a, b),
        }
    }

    fn intern_equal(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        self.intern_binary(Binary::Eq, a, b)
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let ones = mask(width);
        if a == b {
            return self.boolean(false);
        }
        if let (Some((_, x)), Some((_, y))) = (self.split_zeros(a), self.split_zeros(b)) {
            let width = self.width(x).max(self.width(y));
            let (x, y) = (self.zero_extend(x, width), self.zero_extend(y, width));
            return self.ult(x, y);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(0)) => self.boolean(false),
            (Some(value), _) if value == ones => self.boolean(false),
            (None, Some(value)) => match self.split_zeros(a).map(|(_, x)| x) {
                _ if value == 1 => self.equals(a, 0),
                Some(x) if value > mask(self.width(x)) => self.boolean(true),
                Some(x) => {
                    let bound = self.constant(value, self.width(x));
                    self.ult(x, bound)
                }
                None if value == ones => self.differs(a, ones),
                None => self.intern_binary(Binary::Ult, a, b),
            },
            (Some(value), None) => match self.split_zeros(b).map(|(_, x)| x) {
                _ if value == 0 => self.differs(b, 0),
                Some(x) if value > mask(self.width(x)) => self.boolean(false),
                Some(x) => {
                    let bound = self.constant(value, self.width(x));
                    self.ult(bound, x)
                }
                None if value == ones - 1 => self.equals(b, ones),
                None => self.intern_binary(Binary::Ult, a, b),
            },
            _ => self.intern_binary(Binary::Ult, a, b),
        }
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let least = 1 << (width - 1);
        let greatest = least - 1;
        if a == b {
            return self.boolean(false);
        }
        if self.is_never_negative(a) && self.is_never_negative(b) {
            return self.ult(a, b);
        }
        if let (Some(x), Some(y)) = (self.narrow(a, b), self.narrow(b, a)) {
            return self.slt(x, y);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(value)) if value == least => self.boolean(false),
            (Some(value), _) if value == greatest => self.boolean(false),
            (None, Some(0)) => self.extract(a, width - 1, width - 1),
            (None, Some(value)) if value == greatest => self.differs(a, greatest),
            (None, Some(value)) if value == least + 1 => self.equals(a, least),
            (Some(value), None) if value == mask(width) => {
                let negative = self.extract(b, width - 1, width - 1);
                self.not(negative)
            }
            (Some(value), None) if value == least => self.differs(b, least),
            (Some(value), None) if greatest > 0 && value == greatest - 1 => self.equals(b, greatest),
            _ => self.intern_binary(Binary::Slt, a, b),
        }
    }

    /// Returns `a` without its sign extension, if `b` has the same or is a constant that fits.
    fn narrow(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let inner = |this: &Self, term| match this.node(term) {
            Node::SignExtend(inner) => Some(inner),
            _ => None,
        };
        match (inner(self, a), inner(self, b), self.as_constant(a)) {
            (Some(x), Some(y), _) if self.width(x) == self.width(y) => Some(x),
            (Some(x), None, _) => {
                let value = self.as_constant(b)?;
                let inner = self.width(x);
                (sign_extend(value & mask(inner), inner) == sign_extend(value, width)).then_some(x)
            }
            (None, Some(y), Some(value)) => {
                let inner = self.width(y);
                let fits = sign_extend(value & mask(inner), inner) == sign_extend(value, width);
                fits.then(|| self.constant(value, inner))
            }
            _ => None,
        }
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Compares with a number of the same width.
    pub fn equals(&mut self, a: Term, value: u128) -> Term {
        let value = self.constant(value, self.width(a));
        self.eq(a, value)
    }

    fn differs(&mut self, a: Term, value: u128) -> Term {
        let equal = self.equals(a, value);
        self.not(equal)
    }
}

/// Returns the inverse of an odd number modulo 2^128, by Newton's iteration: each step doubles the
/// number of correct bits.
fn invert(odd: u128) -> Option<u128> {
    (odd % 2 == 1).then(|| {
        (0..7).fold(odd, |inverse, _| inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse))))
    })
}
