//! A number in a bound: a literal with an exact value, or a constant expression.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::VisitMut;
use syn::{Error, Expr, ExprLit, Lit, Path, Result, UnOp};

use super::bare;
use crate::syntax::spans::as_ours;

#[derive(Clone)]
pub(super) enum Endpoint {
    Literal(Number),
    Constant(Expr),
}

/// A number as an integer and as a float.
#[derive(Clone, Copy)]
pub(super) struct Number {
    /// Without its sign; floats are truncated.
    magnitude: u128,
    /// With its sign.
    real: f64,
}

impl Endpoint {
    pub(super) const ZERO: Endpoint = Endpoint::Literal(Number { magnitude: 0, real: 0.0 });

    pub(super) fn from_expression(expression: &Expr) -> Result<Endpoint> {
        match bare(expression) {
            Expr::Lit(ExprLit { lit, .. }) => Ok(Endpoint::Literal(Number::from_literal(lit)?)),
            Expr::Unary(minus) if matches!(minus.op, UnOp::Neg(_)) => {
                match Endpoint::from_expression(&minus.expr)? {
                    Endpoint::Literal(Number { magnitude, real }) => {
                        Ok(Endpoint::Literal(Number { magnitude, real: -real }))
                    }
                    Endpoint::Constant(_) => Ok(Endpoint::Constant(expression.clone())),
                }
            }
            constant => Ok(Endpoint::Constant(constant.clone())),
        }
    }

    /// True if it is less than the other; `None` if unknown.
    pub(super) fn is_below(&self, other: &Endpoint) -> Option<bool> {
        match (self, other) {
            (Endpoint::Literal(number), Endpoint::Literal(other)) => Some(number.is_below(other)),
            _ => None,
        }
    }

    pub(super) fn is_positive(&self) -> bool {
        match self {
            Endpoint::Literal(number) => number.real > 0.0,
            Endpoint::Constant(_) => true,
        }
    }

    pub(super) fn can_be_length(&self) -> bool {
        match self {
            Endpoint::Literal(number) => number.real >= 0.0 && number.real.fract() == 0.0,
            Endpoint::Constant(_) => true,
        }
    }

    pub(super) fn name_self(&mut self, own: &Ident) {
        if let Endpoint::Constant(constant) = self {
            NameSelf(own).visit_expr_mut(constant);
        }
    }

    pub(super) fn emit(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let real = self.emit_real();
        match self {
            Endpoint::Literal(Number { magnitude, real: signed }) => {
                let negative = *signed < 0.0 && *magnitude != 0;
                let value =
                    Literal::u128_suffixed(if negative { magnitude.wrapping_neg() } else { *magnitude });
                quote_spanned! {at=>
                    #runtime::__private::shape::Endpoint { value: #value, negative: #negative, real: #real }
                }
            }
            Endpoint::Constant(constant) => {
                let constant = as_ours(constant);
                quote_spanned! {at=>
                    #runtime::__private::shape::Endpoint::new((#constant) as ::core::primitive::i128, #real)
                }
            }
        }
    }

    pub(super) fn emit_real(&self) -> TokenStream {
        let at = mixed_site();
        match self {
            Endpoint::Literal(Number { real, .. }) => {
                let magnitude = Literal::f64_suffixed(real.abs());
                let sign = real.is_sign_negative().then(|| quote_spanned!(at=> -));
                quote_spanned!(at=> #sign #magnitude)
            }
            Endpoint::Constant(constant) => {
                let constant = as_ours(constant);
                quote_spanned!(at=> (#constant) as ::core::primitive::f64)
            }
        }
    }

    pub(super) fn emit_length(&self) -> TokenStream {
        match self {
            Endpoint::Literal(Number { magnitude, .. }) => {
                let length = Literal::usize_suffixed(usize::try_from(*magnitude).unwrap_or(usize::MAX));
                quote_spanned!(mixed_site()=> #length)
            }
            Endpoint::Constant(constant) => {
                let constant = as_ours(constant);
                quote_spanned!(mixed_site()=> (#constant) as ::core::primitive::usize)
            }
        }
    }
}

impl Number {
    fn from_literal(literal: &Lit) -> Result<Number> {
        let number = match literal {
            Lit::Byte(byte) => Number { magnitude: byte.value().into(), real: byte.value().into() },
            Lit::Int(integer) if !integer.suffix().starts_with('f') => {
                let magnitude = integer.base10_parse::<u128>()?;
                Number { magnitude, real: magnitude as f64 }
            }
            Lit::Int(integer) => Number::real(integer.base10_digits(), integer.suffix()),
            Lit::Float(float) => Number::real(float.base10_digits(), float.suffix()),
            _ => return Err(Error::new_spanned(literal, "expected a number, or a constant that is one")),
        };
        if number.real.is_finite() {
            Ok(number)
        } else {
            Err(Error::new_spanned(literal, "the number is too large for an `f64`"))
        }
    }

    fn real(digits: &str, suffix: &str) -> Number {
        let real = match suffix {
            "f32" => digits.parse::<f32>().map(f64::from),
            _ => digits.parse::<f64>(),
        };
        let real = real.unwrap_or(f64::INFINITY);
        Number { magnitude: real as u128, real }
    }

    fn is_below(&self, other: &Number) -> bool {
        let magnitudes = (self.magnitude, other.magnitude);
        self.real < other.real
            // Large integers are more exact than the floats next to them.
            || self.real == other.real
                && if self.real < 0.0 { magnitudes.0 > magnitudes.1 } else { magnitudes.0 < magnitudes.1 }
    }
}

struct NameSelf<'a>(&'a Ident);

impl VisitMut for NameSelf<'_> {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if ident == "Self" {
            *ident = self.0.clone();
        }
    }
}
