//! Bitwise operations, slices, shifts and the choice.

use super::node::{Binary, Node, Term, TermPool, Unary};
use super::numbers::{mask, sign_extend};

#[allow(missing_docs)]
impl TermPool {
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Constant(value) => self.constant(!value, width),
            Node::Unary(Unary::Not, inner) => inner,
            _ => self.intern(Node::Unary(Unary::Not, a), width),
        }
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.bitwise(Binary::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.bitwise(Binary::Or, a, b)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.bitwise(Binary::Xor, a, b)
    }

    fn bitwise(&mut self, operation: Binary, a: Term, b: Term) -> Term {
        let (a, b) = self.order(a, b);
        let width = self.width(a);
        let ones = mask(width);
        let complement = |this: &Self, a, b| this.node(a) == Node::Unary(Unary::Not, b);
        if a == b {
            return if operation == Binary::Xor { self.constant(0, width) } else { a };
        }
        if complement(self, a, b) || complement(self, b, a) {
            return self.constant(if operation == Binary::And { 0 } else { ones }, width);
        }
        let constant = self.as_constant(b);
        match (operation, constant) {
            (Binary::And, Some(0)) => return b,
            (Binary::Or | Binary::Xor, Some(0)) => return a,
            (Binary::And, Some(value)) if value == ones => return a,
            (Binary::Or, Some(value)) if value == ones => return b,
            (Binary::Xor, Some(value)) if value == ones => return self.not(a),
            (Binary::And, Some(value)) if is_contiguous(value) => return self.keep_bits(a, value),
            (_, Some(value)) => {
                if let Some((x, y)) = self.as_binary(operation, a) {
                    if let Some(other) = self.as_constant(y) {
                        let both = operation.apply(other, value, width);
                        let both = self.constant(both, width);
                        return self.bitwise(operation, x, both);
                    }
                }
            }
            _ => {}
        }
        match self.boundary(a, b).filter(|_| constant.is_none() || self.as_constant(a).is_none()) {
            Some(low) => {
                let (a_high, a_low) = (self.extract(a, width - 1, low), self.extract(a, low - 1, 0));
                let (b_high, b_low) = (self.extract(b, width - 1, low), self.extract(b, low - 1, 0));
                let (high, low) =
                    (self.bitwise(operation, a_high, b_high), self.bitwise(operation, a_low, b_low));
                self.concat(high, low)
            }
            None => self.intern_binary(operation, a, b),
        }
    }

    /// Masks a term by a run of ones.
    fn keep_bits(&mut self, a: Term, ones: u128) -> Term {
        let (width, low) = (self.width(a), ones.trailing_zeros());
        let high = 127 - ones.leading_zeros();
        let mut kept = self.extract(a, high, low);
        if low > 0 {
            let below = self.constant(0, low);
            kept = self.concat(kept, below);
        }
        self.zero_extend(kept, width)
    }

    /// Returns the bit at which an operation on two terms is better split into slices.
    fn boundary(&self, a: Term, b: Term) -> Option<u32> {
        let low_width = |term| self.as_binary(Binary::Concat, term).map(|(_, low)| self.width(low));
        let (first, second) = (low_width(a), low_width(b));
        if first == second || self.as_constant(b).is_some() {
            return first;
        }
        let first = first.filter(|_| self.has_constant_slice(a));
        first.or(second.filter(|_| self.has_constant_slice(b)))
    }

    fn has_constant_slice(&self, mut term: Term) -> bool {
        while let Some((high, low)) = self.as_binary(Binary::Concat, term) {
            if self.as_constant(high).is_some() {
                return true;
            }
            term = low;
        }
        self.as_constant(term).is_some()
    }

    /// Returns the concatenation; `high` has the higher bits.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        if let Some((first, second)) = self.as_binary(Binary::Concat, high) {
            let rest = self.concat(second, low);
            return self.concat(first, rest);
        }
        if let Some((next, rest)) = self.as_binary(Binary::Concat, low) {
            if let Some(joined) = self.join(high, next) {
                return self.intern_binary(Binary::Concat, joined, rest);
            }
        }
        match self.join(high, low) {
            Some(joined) => joined,
            None => self.intern_binary(Binary::Concat, high, low),
        }
    }

    /// Joins adjacent slices of one term, and constants.
    fn join(&mut self, high: Term, low: Term) -> Option<Term> {
        let (upper, lower) = (self.width(high), self.width(low));
        match (self.node(high), self.node(low)) {
            (Node::Constant(_), Node::Constant(_)) => Some(self.intern_binary(Binary::Concat, high, low)),
            (Node::Extract { term: a, low: start }, Node::Extract { term: b, low: end })
                if a == b && u32::from(start) == u32::from(end) + lower =>
            {
                Some(self.extract(a, u32::from(start) + upper - 1, u32::from(end)))
            }
            _ => None,
        }
    }

    /// Returns the bits from `high` down to `low`, both included.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        debug_assert!(low <= high && high < self.width(a), "bits {high} to {low} of {}", self.width(a));
        let width = high - low + 1;
        if width == self.width(a) {
            return a;
        }
        match self.node(a) {
            Node::Constant(value) => self.constant(value >> low, width),
            Node::Extract { term, low: start } => {
                self.extract(term, high + u32::from(start), low + u32::from(start))
            }
            Node::Binary(Binary::Concat, upper, lower) => {
                let boundary = self.width(lower);
                if high < boundary {
                    self.extract(lower, high, low)
                } else if low >= boundary {
                    self.extract(upper, high - boundary, low - boundary)
                } else {
                    let upper = self.extract(upper, high - boundary, 0);
                    let lower = self.extract(lower, boundary - 1, low);
                    self.concat(upper, lower)
                }
            }
            Node::SignExtend(inner) => {
                let sign = self.width(inner) - 1;
                let part = self.extract(inner, high.min(sign), low.min(sign));
                self.sign_extend(part, width)
            }
            _ => self.intern(Node::Extract { term: a, low: low as u8 }, width),
        }
    }

    /// Returns a term with zeros in front, of `width` bits altogether.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a), "{} bits to {width}", self.width(a));
        if width <= self.width(a) {
            return a;
        }
        let zeros = self.constant(0, width - self.width(a));
        self.concat(zeros, a)
    }

    /// Returns a term with copies of its highest bit in front, of `width` bits altogether.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a), "{} bits to {width}", self.width(a));
        match self.node(a) {
            _ if width <= self.width(a) => a,
            Node::Constant(value) => self.constant(sign_extend(value, self.width(a)) as u128, width),
            Node::SignExtend(inner) => self.intern(Node::SignExtend(inner), width),
            _ if self.is_never_negative(a) => self.zero_extend(a, width),
            _ => self.intern(Node::SignExtend(a), width),
        }
    }

    pub fn shl(&mut self, a: Term, by: Term) -> Term {
        let width = self.width(a);
        match self.shift(a, by) {
            None => self.intern_binary(Binary::Shl, a, by),
            Some(0) => a,
            Some(by) if by >= width => self.constant(0, width),
            Some(by) => {
                let (kept, below) = (self.extract(a, width - by - 1, 0), self.constant(0, by));
                self.concat(kept, below)
            }
        }
    }

    pub fn lshr(&mut self, a: Term, by: Term) -> Term {
        let width = self.width(a);
        match self.shift(a, by) {
            None => self.intern_binary(Binary::Lshr, a, by),
            Some(by) if by >= width => self.constant(0, width),
            Some(by) => {
                let kept = self.extract(a, width - 1, by);
                self.zero_extend(kept, width)
            }
        }
    }

    pub fn ashr(&mut self, a: Term, by: Term) -> Term {
        let width = self.width(a);
        match self.shift(a, by) {
            None => self.intern_binary(Binary::Ashr, a, by),
            Some(by) => {
                let kept = self.extract(a, width - 1, by.min(width - 1));
                self.sign_extend(kept, width)
            }
        }
    }

    /// Returns the distance of a shift if it is constant or irrelevant.
    fn shift(&self, a: Term, by: Term) -> Option<u32> {
        if self.as_constant(a) == Some(0) {
            return Some(0);
        }
        self.as_constant(by).map(|by| u32::try_from(by).unwrap_or(u32::MAX))
    }

    /// Returns `then` if the condition is 1, `otherwise` if it is 0.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let (mut condition, mut then, mut otherwise) = (condition, then, otherwise);
        if let Node::Unary(Unary::Not, inner) = self.node(condition) {
            (condition, then, otherwise) = (inner, otherwise, then);
        }
        if let Node::Ite(same, inner, _) = self.node(then) {
            then = if same == condition { inner } else { then };
        }
        if let Node::Ite(same, _, inner) = self.node(otherwise) {
            otherwise = if same == condition { inner } else { otherwise };
        }
        let width = self.width(then);
        debug_assert_eq!(width, self.width(otherwise), "widths of a choice");
        match (self.as_constant(condition), self.as_constant(then), self.as_constant(otherwise)) {
            _ if then == otherwise => then,
            (Some(value), _, _) => {
                if value == 1 {
                    then
                } else {
                    otherwise
                }
            }
            (_, Some(1), _) if width == 1 => self.or(condition, otherwise),
            (_, _, Some(0)) if width == 1 => self.and(condition, then),
            (_, Some(_), _) if width == 1 => {
                let negated = self.not(condition);
                self.and(negated, otherwise)
            }
            (_, _, Some(_)) if width == 1 => {
                let negated = self.not(condition);
                self.or(negated, then)
            }
            _ => self.intern(Node::Ite(condition, then, otherwise), width),
        }
    }
}

/// True if the ones of a number are contiguous.
fn is_contiguous(value: u128) -> bool {
    let run = value >> value.trailing_zeros().min(127);
    value != 0 && run & run.wrapping_add(1) == 0
}
