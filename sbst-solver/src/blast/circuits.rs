use super::gates::Gates;
use crate::sat::Literal;

/// A number of literals, the lowest bit first.
pub(super) type Bits = Vec<Literal>;

pub(super) fn negate_all(a: &[Literal]) -> Bits {
    a.iter().map(|literal| !*literal).collect()
}

/// Returns the number if all bits are constants.
fn as_constant(a: &[Literal]) -> Option<u128> {
    let bits = || a.iter().rev();
    bits()
        .all(|bit| bit.is_constant())
        .then(|| bits().fold(0, |value, bit| value << 1 | u128::from(*bit == Literal::TRUE)))
}

impl Gates {
    pub(super) fn constant(value: u128, width: usize) -> Bits {
        (0..width).map(|bit| Literal::from_bool(value >> bit & 1 == 1)).collect()
    }

    pub(super) fn simplify(&self, a: &[Literal]) -> Bits {
        a.iter().map(|literal| self.sat.simplify(*literal)).collect()
    }

    /// Returns the sum and the carry.
    pub(super) fn add(&mut self, a: &[Literal], b: &[Literal], carry: Literal) -> (Bits, Literal) {
        let mut carry = carry;
        let sum = a.iter().zip(b).map(|(a, b)| {
            let half = self.xor(*a, *b);
            let sum = self.xor(half, carry);
            carry = self.majority(*a, *b, carry);
            sum
        });
        (sum.collect(), carry)
    }

    /// Returns the sum, with carries of two half adders in place of a majority gate. So products of
    /// two variables need a fifth of the conflicts, but multiples by constants twice as many
    /// (decision 19).
    fn add_by_halves(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let mut carry = Literal::FALSE;
        let sum = a.iter().zip(b).map(|(a, b)| {
            let half = self.xor(*a, *b);
            let sum = self.xor(half, carry);
            let (both, passed) = (self.and(*a, *b), self.and(half, carry));
            carry = self.or(both, passed);
            sum
        });
        sum.collect()
    }

    pub(super) fn negate(&mut self, a: &[Literal]) -> Bits {
        self.add(&negate_all(a), &Self::constant(0, a.len()), Literal::TRUE).0
    }

    /// Adds rows, one for each bit of the shorter operand.
    pub(super) fn multiply(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let (a, b) = (self.simplify(a), self.simplify(b));
        let rows = |bits: &[Literal]| bits.iter().filter(|bit| **bit != Literal::FALSE).count();
        let unknown = |bits: &[Literal]| bits.iter().filter(|bit| !bit.is_constant()).count();
        let (a, b) = if (unknown(&a), rows(&a)) <= (unknown(&b), rows(&b)) { (a, b) } else { (b, a) };
        let width = a.len();
        let mut sum = Self::constant(0, width);
        for (place, bit) in a.iter().enumerate().filter(|(_, bit)| **bit != Literal::FALSE) {
            let row: Bits = b[..width - place].iter().map(|other| self.and(*bit, *other)).collect();
            let upper = match bit.is_constant() {
                true => self.add(&sum[place..], &row, Literal::FALSE).0,
                false => self.add_by_halves(&sum[place..], &row),
            };
            sum.truncate(place);
            sum.extend(upper);
        }
        sum
    }

    /// Returns unsigned quotient and remainder: unknown `q` and `r` with `q·b + r = a`, without
    /// overflow, and `r < b`. For `b = 0`, `q` has all ones.
    pub(super) fn divide(&mut self, a: &[Literal], b: &[Literal]) -> (Bits, Bits) {
        let (a, b) = (self.simplify(a), self.simplify(b));
        let width = a.len();
        let divisor = as_constant(&b);
        if let Some(divisor) = divisor.filter(|divisor| divisor.is_power_of_two()) {
            let by = divisor.trailing_zeros() as usize;
            let shifted = |bits: &[Literal]| {
                let zeros = std::iter::repeat_n(Literal::FALSE, width - bits.len());
                bits.iter().copied().chain(zeros).collect::<Bits>()
            };
            return (shifted(&a[by..]), shifted(&a[..by]));
        }
        let significant =
            |bits: &[Literal]| width - bits.iter().rev().take_while(|bit| **bit == Literal::FALSE).count();
        let is_zero = !self.any(b.iter().copied());
        // The divisor's highest bit bounds the quotient, and both bound the remainder.
        let highest = b.iter().rposition(|bit| *bit == Literal::TRUE).unwrap_or(0);
        let mut unknown = |count: usize| -> Bits {
            let bit = |bit| if bit < count { self.sat.new_literal(false) } else { Literal::FALSE };
            (0..width).map(bit).collect()
        };
        let is_never_zero = is_zero == Literal::FALSE;
        let q_count = if is_never_zero { significant(&a).saturating_sub(highest) } else { width };
        let r_count = if is_never_zero { significant(&a).min(significant(&b)) } else { significant(&a) };
        let q = unknown(q_count);
        let r = unknown(r_count);

        let mut sum = r.clone();
        for (place, bit) in q.iter().enumerate() {
            let row: Bits = b.iter().map(|other| self.and(*bit, *other)).collect();
            let (inside, outside) = row.split_at(width - place);
            outside.iter().for_each(|excess| self.sat.add(&[!*excess]));
            let (upper, carry) = self.add(&sum[place..], inside, Literal::FALSE);
            self.sat.add(&[!carry]);
            sum.truncate(place);
            sum.extend(upper);
        }
        self.assert_equal(&sum, &a);
        let is_less = self.less(&r, &b);
        self.sat.add(&[is_zero, is_less]);
        q.iter().for_each(|bit| self.sat.add(&[!is_zero, *bit]));
        (q, r)
    }

    /// Shifts by a number of literals, by powers of two one after another. `to_higher` is the
    /// direction, `fill` the shifted-in literal.
    pub(super) fn shift(&mut self, a: &[Literal], by: &[Literal], to_higher: bool, fill: Literal) -> Bits {
        let width = a.len();
        let stages = width.next_power_of_two().trailing_zeros() as usize;
        let mut shifted = a.to_vec();
        for (stage, bit) in by.iter().enumerate().take(stages) {
            let distance = 1 << stage;
            let moved = |place: usize| {
                let source = if to_higher { place.checked_sub(distance) } else { Some(place + distance) };
                source.and_then(|source| shifted.get(source)).copied().unwrap_or(fill)
            };
            shifted = (0..width).map(|place| self.choose(*bit, moved(place), shifted[place])).collect();
        }
        let beyond = self.any(by.iter().skip(stages).copied());
        shifted.iter().map(|bit| self.choose(beyond, fill, *bit)).collect()
    }

    /// Unsigned `a < b`: from the lowest bit on, differing bits decide, equal ones keep the result
    /// of the lower bits.
    pub(super) fn less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        a.iter().zip(b).fold(Literal::FALSE, |less, (a, b)| self.majority(!*a, *b, less))
    }

    pub(super) fn equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let same: Bits = a.iter().zip(b).map(|(a, b)| !self.xor(*a, *b)).collect();
        self.all(same)
    }

    pub(super) fn assert_equal(&mut self, a: &[Literal], b: &[Literal]) {
        for (a, b) in a.iter().zip(b) {
            self.sat.add(&[!*a, *b]);
            self.sat.add(&[*a, !*b]);
        }
    }
}
