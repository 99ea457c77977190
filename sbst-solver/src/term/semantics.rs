use super::node::{Binary, Unary};
use super::numbers::{mask, sign_extend};

impl Unary {
    pub(crate) fn apply(self, operand: u128, width: u32) -> u128 {
        let result = match self {
            Unary::Not => !operand,
            Unary::Neg => operand.wrapping_neg(),
        };
        result & mask(width)
    }
}

impl Binary {
    /// Returns the value of an operation, whose second operand has `width` bits.
    pub(crate) fn apply(self, a: u128, b: u128, width: u32) -> u128 {
        let signed = |value| sign_extend(value, width);
        let shift = u32::try_from(b).unwrap_or(u32::MAX);
        let result = match self {
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::Add => a.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(b),
            Binary::Mul => a.wrapping_mul(b),
            Binary::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
            Binary::Urem => a.checked_rem(b).unwrap_or(a),
            Binary::Sdiv if b == 0 => {
                if signed(a) < 0 {
                    1
                } else {
                    u128::MAX
                }
            }
            Binary::Sdiv => signed(a).wrapping_div(signed(b)) as u128,
            Binary::Srem if b == 0 => a,
            Binary::Srem => signed(a).wrapping_rem(signed(b)) as u128,
            Binary::Shl if shift >= width => 0,
            Binary::Shl => a << shift,
            Binary::Lshr if shift >= width => 0,
            Binary::Lshr => a >> shift,
            Binary::Ashr => (signed(a) >> shift.min(width - 1)) as u128,
            Binary::Concat => return a << width | b,
            Binary::Eq => return u128::from(a == b),
            Binary::Ult => return u128::from(a < b),
            Binary::Slt => return u128::from(signed(a) < signed(b)),
        };
        result & mask(width)
    }
}
