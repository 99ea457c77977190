//! Expressions with an independent semantics: numbers of `u128` and `i128`, cut to the width,
//! without the crate's semantics.

use proptest::prelude::*;
use sbst_solver::term::{Assignment, Term, TermPool, Variable};

macro_rules! kinds {
    ($($kind:ident)*) => {
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Kind { $($kind),* }
        pub const OPERATIONS: &[Kind] = &[$(Kind::$kind),*];
    };
}

kinds! {
    Not Neg And Or Xor Add Sub Mul Udiv Urem Sdiv Srem Shl Lshr Ashr Eq Ult Ule Slt Sle Ite
    ConcatHalves UpperHalf LowerBits SignExtendHalf ZeroExtendHalf RotateLeft RotateRight
    Popcount Clz Ctz
    UaddOverflow UsubOverflow SaddOverflow SsubOverflow UmulOverflow SmulOverflow NegOverflow
    SdivOverflow
}

/// An operation takes two or three operands of the width of the variables and gives a result of that
/// width; predicates give 0 or 1.
#[derive(Clone, Debug)]
pub enum Expression {
    Variable(usize),
    Constant(u128),
    Operation(Kind, Box<Expression>, Box<Expression>, Box<Expression>),
}

impl Expression {
    pub fn any() -> impl Strategy<Value = Self> {
        let constant = prop_oneof![
            any::<u128>(),
            0_u128..10,
            (0_u32..128).prop_map(|bit| 1 << bit),
            (0_u32..128).prop_map(|bit| (1 << bit) - 1),
        ];
        let leaf = prop_oneof![
            3 => (0_usize..3).prop_map(Expression::Variable),
            2 => constant.prop_map(Expression::Constant),
        ];
        leaf.prop_recursive(5, 40, 3, |inner| {
            let operand = || inner.clone().prop_map(Box::new);
            (0..OPERATIONS.len(), operand(), operand(), operand())
                .prop_map(|(kind, a, b, c)| Expression::Operation(OPERATIONS[kind], a, b, c))
        })
    }

    /// Returns the value and its width.
    pub fn value(&self, values: &[u128], width: u32) -> (u128, u32) {
        let value = match self {
            Expression::Variable(index) => values[*index],
            Expression::Constant(value) => *value,
            Expression::Operation(kind, a, b, c) => {
                let [a, b, c] = [a, b, c].map(|operand| operand.value(values, width).0);
                apply(*kind, a, b, c, width)
            }
        };
        (cut(value, width), width)
    }
}

/// Widths of integers, small ones, and others, with three values.
pub fn width_and_values() -> impl Strategy<Value = (u32, Vec<u128>)> {
    let width = prop_oneof![
        3 => 1_u32..=8,
        3 => prop::sample::select(vec![8_u32, 16, 32, 64, 128]),
        2 => 1_u32..=128,
    ];
    let value = |width| {
        prop_oneof![
            3 => any::<u128>(),
            2 => 0_u128..6,
            1 => Just(u128::MAX),
            1 => Just(1_u128 << (width - 1)),
            1 => Just((1_u128 << (width - 1)) - 1),
        ]
    };
    width.prop_flat_map(move |width| {
        let value = value(width).prop_map(move |value| cut(value, width));
        (Just(width), prop::collection::vec(value, 3))
    })
}

fn cut(value: u128, width: u32) -> u128 {
    if width == 128 {
        value
    } else {
        value % (1 << width)
    }
}

fn signed(value: u128, width: u32) -> i128 {
    if width < 128 && value >= 1 << (width - 1) {
        (value as i128).wrapping_sub(1 << width)
    } else {
        value as i128
    }
}

fn apply(kind: Kind, a: u128, b: u128, c: u128, width: u32) -> u128 {
    let (s, t) = (signed(a, width), signed(b, width));
    let half = width.div_ceil(2);
    let bit = |index: u32| a >> index & 1 == 1;
    let in_range = |value: Option<i128>| {
        value.is_some_and(|value| width == 128 || (-(1 << (width - 1))..1 << (width - 1)).contains(&value))
    };
    let fits = |value: Option<u128>| value.is_some_and(|value| cut(value, width) == value);
    let rotated =
        |left: u32| (0..width).fold(0, |sum, index| sum | u128::from(bit(index)) << ((index + left) % width));
    let distance = (b % u128::from(width)) as u32;
    match kind {
        Kind::Not => !a,
        Kind::Neg => (!a).wrapping_add(1),
        Kind::And => a & b,
        Kind::Or => a | b,
        Kind::Xor => a ^ b,
        Kind::Add => a.wrapping_add(b),
        Kind::Sub => a.wrapping_sub(b),
        Kind::Mul => a.wrapping_mul(b),
        Kind::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        Kind::Urem => a.checked_rem(b).unwrap_or(a),
        Kind::Sdiv if b == 0 => {
            if s < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Kind::Sdiv => s.wrapping_div(t) as u128,
        Kind::Srem => {
            if b == 0 {
                a
            } else {
                s.wrapping_rem(t) as u128
            }
        }
        Kind::Shl => {
            if b >= u128::from(width) {
                0
            } else {
                a << b
            }
        }
        Kind::Lshr => {
            if b >= u128::from(width) {
                0
            } else {
                a >> b
            }
        }
        Kind::Ashr if b >= u128::from(width) => {
            if s < 0 {
                u128::MAX
            } else {
                0
            }
        }
        Kind::Ashr => (s >> b) as u128,
        Kind::Eq => u128::from(a == b),
        Kind::Ult => u128::from(a < b),
        Kind::Ule => u128::from(a <= b),
        Kind::Slt => u128::from(s < t),
        Kind::Sle => u128::from(s <= t),
        Kind::Ite => {
            if a % 2 == 1 {
                b
            } else {
                c
            }
        }
        Kind::ConcatHalves => cut(a, width - width / 2).wrapping_shl(width / 2) | cut(b, width / 2),
        Kind::UpperHalf => a >> (width / 2),
        Kind::LowerBits => cut(a, half),
        Kind::SignExtendHalf => signed(cut(a, half), half) as u128,
        Kind::ZeroExtendHalf => cut(a, half),
        Kind::RotateLeft => rotated(distance),
        Kind::RotateRight => rotated(width - distance),
        Kind::Popcount => (0..width).filter(|index| bit(*index)).count() as u128,
        Kind::Clz => (0..width).rev().take_while(|index| !bit(*index)).count() as u128,
        Kind::Ctz => (0..width).take_while(|index| !bit(*index)).count() as u128,
        Kind::UaddOverflow => u128::from(!fits(a.checked_add(b))),
        Kind::UsubOverflow => u128::from(a.checked_sub(b).is_none()),
        Kind::SaddOverflow => u128::from(!in_range(s.checked_add(t))),
        Kind::SsubOverflow => u128::from(!in_range(s.checked_sub(t))),
        Kind::UmulOverflow => u128::from(!fits(a.checked_mul(b))),
        Kind::SmulOverflow => u128::from(!in_range(s.checked_mul(t))),
        Kind::NegOverflow => u128::from(!in_range(s.checked_neg())),
        Kind::SdivOverflow => u128::from(t != 0 && !in_range(s.checked_div(t))),
    }
}

/// Returns the term of an expression.
pub fn build(pool: &mut TermPool, expression: &Expression, width: u32) -> Term {
    let (kind, a, b, c) = match expression {
        Expression::Variable(index) => {
            return pool.variable(Variable { index: *index as u32, width: width as u8 })
        }
        Expression::Constant(value) => return pool.constant(*value, width),
        Expression::Operation(kind, a, b, c) => (*kind, a, b, c),
    };
    let (a, b) = (build(pool, a, width), build(pool, b, width));
    let half = width.div_ceil(2);
    let result = match kind {
        Kind::Not => pool.not(a),
        Kind::Neg => pool.neg(a),
        Kind::And => pool.and(a, b),
        Kind::Or => pool.or(a, b),
        Kind::Xor => pool.xor(a, b),
        Kind::Add => pool.add(a, b),
        Kind::Sub => pool.sub(a, b),
        Kind::Mul => pool.mul(a, b),
        Kind::Udiv => pool.udiv(a, b),
        Kind::Urem => pool.urem(a, b),
        Kind::Sdiv => pool.sdiv(a, b),
        Kind::Srem => pool.srem(a, b),
        Kind::Shl => pool.shl(a, b),
        Kind::Lshr => pool.lshr(a, b),
        Kind::Ashr => pool.ashr(a, b),
        Kind::Eq => pool.eq(a, b),
        Kind::Ult => pool.ult(a, b),
        Kind::Ule => pool.ule(a, b),
        Kind::Slt => pool.slt(a, b),
        Kind::Sle => pool.sle(a, b),
        Kind::Ite => {
            let (condition, c) = (pool.extract(a, 0, 0), build(pool, c, width));
            pool.ite(condition, b, c)
        }
        Kind::ConcatHalves if width == 1 => a,
        Kind::ConcatHalves => {
            let high = pool.extract(a, width - width / 2 - 1, 0);
            let low = pool.extract(b, width / 2 - 1, 0);
            pool.concat(high, low)
        }
        Kind::UpperHalf => pool.extract(a, width - 1, width / 2),
        Kind::LowerBits => pool.extract(a, half - 1, 0),
        Kind::SignExtendHalf => {
            let lower = pool.extract(a, half - 1, 0);
            pool.sign_extend(lower, width)
        }
        Kind::ZeroExtendHalf => {
            let lower = pool.extract(a, half - 1, 0);
            pool.zero_extend(lower, width)
        }
        Kind::RotateLeft => pool.rotate_left(a, b),
        Kind::RotateRight => pool.rotate_right(a, b),
        Kind::Popcount => pool.popcount(a),
        Kind::Clz => pool.clz(a),
        Kind::Ctz => pool.ctz(a),
        Kind::UaddOverflow => pool.uadd_overflow(a, b),
        Kind::UsubOverflow => pool.usub_overflow(a, b),
        Kind::SaddOverflow => pool.sadd_overflow(a, b),
        Kind::SsubOverflow => pool.ssub_overflow(a, b),
        Kind::UmulOverflow => pool.umul_overflow(a, b),
        Kind::SmulOverflow => pool.smul_overflow(a, b),
        Kind::NegOverflow => pool.neg_overflow(a),
        Kind::SdivOverflow => pool.sdiv_overflow(a, b),
    };
    pool.resize(result, width)
}

/// An assignment of values to the variables of an expression.
pub fn assign(values: &[u128], width: u32) -> Assignment {
    let variable = |index: usize| Variable { index: index as u32, width: width as u8 };
    values.iter().enumerate().map(|(index, value)| (variable(index), *value)).collect()
}
