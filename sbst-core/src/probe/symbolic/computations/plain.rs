//! Methods of integers that always have a result.

use super::super::number::Type;
use super::given::order_number;
use super::Computation;
use sbst_solver::term::{Term, TermPool};
use std::cmp::Ordering;

/// Returns the value, of `to` bits.
pub(super) fn term(
    computation: Computation,
    from: Type,
    to: u32,
    a: Term,
    b: Option<Term>,
    pool: &mut TermPool,
) -> Option<Term> {
    use Computation::*;
    let Type { bits, signed, .. } = from;
    let is_rotation = matches!(computation, RotateLeft | RotateRight);
    if computation.is_binary() && !is_rotation && pool.width(b?) != bits {
        return None;
    }
    let zero = pool.constant(0, bits);
    let all = pool.not(zero);
    let is_below = |pool: &mut TermPool| if signed { pool.slt(a, zero) } else { pool.boolean(false) };
    let less = |a, b, pool: &mut TermPool| if signed { pool.slt(a, b) } else { pool.ult(a, b) };
    let term = match computation {
        RotateLeft | RotateRight => {
            let by = pool.resize(b?, bits);
            let width = pool.constant(u128::from(bits) - 1, bits);
            let by = pool.and(by, width);
            if computation == RotateLeft {
                pool.rotate_left(a, by)
            } else {
                pool.rotate_right(a, by)
            }
        }
        SwapBytes | BytesFromHighest => joined(bits / 8, 8, a, pool),
        ReverseBits => joined(bits, 1, a, pool),
        BytesFromLowest => a,
        CountOnes => pool.popcount(a),
        CountZeros | LeadingOnes | TrailingOnes => {
            let other = pool.xor(a, all);
            match computation {
                CountZeros => pool.popcount(other),
                LeadingOnes => pool.clz(other),
                _ => pool.ctz(other),
            }
        }
        LeadingZeros => pool.clz(a),
        TrailingZeros => pool.ctz(a),
        LogarithmOfTwo => {
            let highest = pool.constant(u128::from(bits) - 1, bits);
            let zeros = pool.clz(a);
            pool.sub(highest, zeros)
        }
        UnsignedAbsolute => {
            let negative = is_below(pool);
            let negated = pool.neg(a);
            pool.ite(negative, negated, a)
        }
        IsNegative => is_below(pool),
        IsPositive => less(zero, a, pool),
        Sign => {
            let (one, minus_one) = (pool.constant(1, bits), all);
            let (negative, positive) = (is_below(pool), less(zero, a, pool));
            let from_zero = pool.ite(positive, one, zero);
            pool.ite(negative, minus_one, from_zero)
        }
        IsPowerOfTwo => {
            let one = pool.constant(1, bits);
            let below = pool.sub(a, one);
            let rest = pool.and(a, below);
            let (is_single, is_zero) = (pool.eq(rest, zero), pool.eq(a, zero));
            let is_some = pool.not(is_zero);
            pool.and(is_single, is_some)
        }
        // `x % 0` is `x`.
        IsMultiple if !signed => {
            let remainder = pool.urem(a, b?);
            pool.eq(remainder, zero)
        }
        DivideUp if !signed => {
            let (quotient, remainder) = (pool.udiv(a, b?), pool.urem(a, b?));
            let one = pool.constant(1, bits);
            let (is_whole, next) = (pool.eq(remainder, zero), pool.add(quotient, one));
            pool.ite(is_whole, quotient, next)
        }
        Difference | Least | Greatest | Order => {
            let b = b?;
            let is_less = less(a, b, pool);
            match computation {
                Least => pool.ite(is_less, a, b),
                Greatest => pool.ite(is_less, b, a),
                Difference => {
                    let (up, down) = (pool.sub(b, a), pool.sub(a, b));
                    pool.ite(is_less, up, down)
                }
                _ => {
                    let [less, equal, greater] = [Ordering::Less, Ordering::Equal, Ordering::Greater]
                        .map(|order| pool.constant(order_number(order), to));
                    let is_equal = pool.eq(a, b);
                    let from_equal = pool.ite(is_equal, equal, greater);
                    pool.ite(is_less, less, from_equal)
                }
            }
        }
        ToLowercase | ToUppercase => {
            let (first, last) = if computation == ToLowercase { (b'A', b'Z') } else { (b'a', b'z') };
            let [first, last, change] = [first, last, 32].map(|n| pool.constant(n.into(), bits));
            let (above, below) = (pool.ule(first, a), pool.ule(a, last));
            let has_other = pool.and(above, below);
            let changed = pool.xor(a, change);
            pool.ite(has_other, changed, a)
        }
        Convert if to > bits && signed => pool.sign_extend(a, to),
        Convert => a,
        _ => return None,
    };
    // Counts are 32 bits wide.
    Some(pool.resize(term, to))
}

/// Returns the groups of this number of bits in reverse order.
fn joined(groups: u32, bits: u32, a: Term, pool: &mut TermPool) -> Term {
    let mut joined = pool.extract(a, bits - 1, 0);
    for group in 1..groups {
        let next = pool.extract(a, bits * group + bits - 1, bits * group);
        joined = pool.concat(joined, next);
    }
    joined
}
