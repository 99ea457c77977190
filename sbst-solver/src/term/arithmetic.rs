//! Sums, products and quotients.

use super::node::{Binary, Node, Term, TermPool, Unary};
use super::numbers::mask;

#[allow(missing_docs)]
impl TermPool {
    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Constant(value) => self.constant(value.wrapping_neg(), width),
            Node::Unary(Unary::Neg, inner) => inner,
            Node::Binary(Binary::Sub, x, y) => self.sub(y, x),
            _ if width == 1 => a,
            _ => self.intern(Node::Unary(Unary::Neg, a), width),
        }
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        let width = self.width(a);
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(value) = self.as_constant(b) {
            match self.node(a) {
                _ if value == 0 => return a,
                Node::Binary(Binary::Add, x, y) => {
                    if let Some(other) = self.as_constant(y) {
                        let sum = self.constant(value.wrapping_add(other), width);
                        return self.add_constant(x, sum);
                    }
                }
                Node::Binary(Binary::Sub, x, y) => {
                    if let Some(other) = self.as_constant(x) {
                        let sum = self.constant(value.wrapping_add(other), width);
                        return self.sub(sum, y);
                    }
                }
                Node::Unary(Unary::Neg, x) => return self.sub(b, x),
                _ => {}
            }
        }
        if let Some(sum) = self.add_above_zeros(a, b).or_else(|| self.add_above_zeros(b, a)) {
            return sum;
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(Unary::Neg, x), _) => self.sub(b, x),
            (_, Node::Unary(Unary::Neg, y)) => self.sub(a, y),
            _ => self.intern_binary(Binary::Add, a, b),
        }
    }

    fn add_constant(&mut self, a: Term, constant: Term) -> Term {
        match self.as_constant(constant) {
            Some(0) => a,
            _ => self.intern_binary(Binary::Add, a, constant),
        }
    }

    /// `(x ++ 0) + b` adds only to the higher bits of `b`.
    fn add_above_zeros(&mut self, a: Term, b: Term) -> Option<Term> {
        let (high, low) = self.as_binary(Binary::Concat, a)?;
        if self.as_constant(low) != Some(0) {
            return None;
        }
        let (width, below) = (self.width(a), self.width(low));
        let (upper, lower) = (self.extract(b, width - 1, below), self.extract(b, below - 1, 0));
        let sum = self.add(high, upper);
        Some(self.concat(sum, lower))
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.node(a), self.node(b)) {
            _ if a == b => self.constant(0, width),
            _ if width == 1 => self.xor(a, b),
            (_, Node::Constant(value)) => {
                let negated = self.constant(value.wrapping_neg(), width);
                self.add(a, negated)
            }
            (Node::Constant(0), _) => self.neg(b),
            _ => self.intern_binary(Binary::Sub, a, b),
        }
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        let width = self.width(a);
        if width == 1 {
            return self.and(a, b);
        }
        let Some(value) = self.as_constant(b) else { return self.intern_binary(Binary::Mul, a, b) };
        let zeros = value.trailing_zeros();
        if value == 0 || value == 1 {
            return if value == 0 { b } else { a };
        }
        if zeros > 0 {
            let odd = self.constant(value >> zeros, width - zeros);
            let lower = self.extract(a, width - zeros - 1, 0);
            let (product, below) = (self.mul(lower, odd), self.constant(0, zeros));
            return self.concat(product, below);
        }
        match self.as_binary(Binary::Mul, a).map(|(x, y)| (x, self.as_constant(y))) {
            _ if value == mask(width) => self.neg(a),
            Some((x, Some(other))) => {
                let product = self.constant(value.wrapping_mul(other), width);
                if self.as_constant(product) == Some(1) {
                    x
                } else {
                    self.intern_binary(Binary::Mul, x, product)
                }
            }
            _ => self.intern_binary(Binary::Mul, a, b),
        }
    }

    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let Some(divisor) = self.as_constant(b) else { return self.intern_binary(Binary::Udiv, a, b) };
        if divisor == 0 {
            return self.constant(u128::MAX, width);
        }
        if divisor.is_power_of_two() {
            let shift = self.constant(u128::from(divisor.trailing_zeros()), width);
            return self.lshr(a, shift);
        }
        match self.split_zeros(a) {
            Some((_, inner)) if divisor > mask(self.width(inner)) => self.constant(0, width),
            Some((zeros, inner)) => {
                let divisor = self.constant(divisor, self.width(inner));
                let quotient = self.udiv(inner, divisor);
                self.concat(zeros, quotient)
            }
            None => self.intern_binary(Binary::Udiv, a, b),
        }
    }

    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let Some(divisor) = self.as_constant(b) else { return self.intern_binary(Binary::Urem, a, b) };
        if divisor.is_power_of_two() {
            let lower = self.constant(divisor - 1, width);
            return self.and(a, lower);
        }
        match self.split_zeros(a) {
            Some((_, inner)) if divisor == 0 || divisor > mask(self.width(inner)) => a,
            Some((zeros, inner)) => {
                let divisor = self.constant(divisor, self.width(inner));
                let remainder = self.urem(inner, divisor);
                self.concat(zeros, remainder)
            }
            None if divisor == 0 => a,
            None => self.intern_binary(Binary::Urem, a, b),
        }
    }

    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        match self.as_constant(b) {
            Some(1) if self.width(a) > 1 => a,
            Some(value) if value == mask(self.width(a)) => self.neg(a),
            _ if self.is_never_negative(a) && self.is_never_negative(b) => self.udiv(a, b),
            _ => self.intern_binary(Binary::Sdiv, a, b),
        }
    }

    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        match self.as_constant(b) {
            Some(0) => a,
            Some(value) if value == mask(self.width(a)) || value == 1 => self.constant(0, self.width(a)),
            _ if self.is_never_negative(a) && self.is_never_negative(b) => self.urem(a, b),
            _ => self.intern_binary(Binary::Srem, a, b),
        }
    }

    /// Returns the zeros and the rest of a term that begins with zeros.
    pub(super) fn split_zeros(&self, term: Term) -> Option<(Term, Term)> {
        let (high, low) = self.as_binary(Binary::Concat, term)?;
        (self.as_constant(high) == Some(0)).then_some((high, low))
    }

    /// True if the highest bit is constantly zero.
    pub(super) fn is_never_negative(&self, term: Term) -> bool {
        let sign = match self.node(term) {
            Node::Binary(Binary::Concat, high, _) => high,
            _ => term,
        };
        self.as_constant(sign).is_some_and(|value| value >> (self.width(sign) - 1) == 0)
    }
}
