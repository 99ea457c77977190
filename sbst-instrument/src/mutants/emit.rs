//! The code at points.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{parse_quote_spanned, Expr, ExprBinary, ExprMatch, Path, Stmt};

use crate::rewrite::probes::match_once;
use crate::syntax::leading_attributes::take_leading_attributes;
use crate::syntax::operators::{emit_arithmetic, Method};
use crate::syntax::spans::located;
use sbst_vocabulary::{Arithmetic, Operator};

pub(super) struct Emit<'a> {
    pub(super) runtime: &'a Path,
}

impl Emit<'_> {
    /// The first statement of functions and of loop bodies.
    pub(super) fn step(&self) -> Stmt {
        let runtime = self.runtime;
        parse_quote_spanned!(mixed_site()=> #runtime::__private::mutant::step();)
    }

    fn point(&self, point: usize, at: Span) -> TokenStream {
        let point = Literal::usize_unsuffixed(point);
        quote_spanned!(at=> &__SBST_POINTS[#point])
    }

    /// `function(&point, expression)`, for a function that returns a value of the same type.
    pub(super) fn pass(&self, function: &str, point: usize, expression: &mut Expr) {
        let (runtime, at) = (self.runtime, located(expression.span()));
        let attributes = take_leading_attributes(expression);
        let (function, point) = (Ident::new(function, at), self.point(point, at));
        *expression = Expr::Verbatim(quote_spanned! {at=>
            #(#attributes)* #runtime::__private::mutant::#function(#point, #expression)
        });
    }

    /// True, at run time, if the code at a point is kept.
    pub(super) fn keeps(&self, point: usize, at: Span) -> Expr {
        let (runtime, at) = (self.runtime, located(at));
        let point = self.point(point, at);
        Expr::Verbatim(quote_spanned!(at=> #runtime::__private::mutant::keeps(#point)))
    }

    /// `match operand { value => if returns_early(…) { return None } else { value } }`, for the
    /// operand of `?`.
    pub(super) fn early(&self, point: usize, operand: &mut Expr) {
        let (runtime, span) = (self.runtime, operand.span());
        let at = located(span);
        let point = self.point(point, at);
        let body = quote_spanned! {at=>
            if #runtime::__private::mutant::returns_early(#point, ::core::option::Option::is_some(&value)) {
                return ::core::option::Option::None
            } else {
                value
            }
        };
        let matched = match_once(span, operand.to_token_stream(), quote_spanned!(at=> value), body);
        *operand = Expr::Match(matched);
    }

    /// `if keeps(&point) { jump } else { other }`
    pub(super) fn jump(&self, point: usize, jump: &mut Expr, other: &'static str) {
        let at = located(jump.span());
        let (keeps, other) = (self.keeps(point, at), Ident::new(other, at));
        *jump = Expr::Verbatim(quote_spanned!(at=> if #keeps { #jump } else { #other }));
    }

    /// A comparison as a `match` whose scrutinee holds the operands.
    pub(super) fn comparison(&self, expression: &mut Expr, point: usize, operator: Operator, captured: bool) {
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(ExprBinary { left, op, right, .. }) = &*expression else { return };
        let (runtime, span) = (self.runtime, op.span());
        let at = located(span);
        let point = self.point(point, at);
        let Method { bound, class, method } = Method::from_operator(operator, at);
        let compared = match operator {
            Operator::Equal | Operator::NotEqual => quote_spanned! {at=>
                #runtime::__private::mutant::equated(#point, ::core::cmp::#class::#method(l, r), &l, &r)
            },
            _ => quote_spanned! {at=>
                #runtime::__private::mutant::compared(#point, ::core::cmp::#class::#method(l, r), &l, &r, || {
                    ::core::cmp::PartialOrd::partial_cmp(l, r)
                })
            },
        };
        let operand = match captured {
            true => quote_spanned! {at=>
                #runtime::__private::Captured((&&#runtime::__private::Capture(&(#left))).capture())
            },
            false => quote_spanned!(at=> #runtime::__private::Lhs(&(#left))),
        };
        let pair = quote_spanned!(at=> #runtime::__private::Pair(l, r));
        let matched = match_once(span, quote_spanned!(at=> #operand.#bound(&(#right))), pair, compared);
        *expression = Expr::Match(ExprMatch { attrs: attributes, ..matched });
    }

    /// `left op right`, with operands evaluated before it.
    pub(super) fn arithmetic(&self, expression: &mut Expr, point: usize, operation: Arithmetic) {
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(ExprBinary { left, op, right, .. }) = &*expression else { return };
        let (runtime, span) = (self.runtime, op.span());
        let at = located(span);
        let (point, operation) = (self.point(point, at), emit_arithmetic(operation, runtime, at));
        let body = quote_spanned! {at=> {
            let operands = #runtime::__private::mutant::operands(
                #point, #operation, &l, &r,
            );
            let r = #runtime::__private::mutant::neutral(&operands, r);
            #runtime::__private::mutant::replaced(operands, l #op r)
        }};
        let operands = quote_spanned!(at=> (#left, #right));
        let matched = match_once(span, operands, quote_spanned!(at=> (l, r)), body);
        *expression = Expr::Match(ExprMatch { attrs: attributes, ..matched });
    }

    /// `place op= right`
    pub(super) fn assignment(&self, expression: &mut Expr, point: usize, operation: Arithmetic) {
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(ExprBinary { left, op, right, .. }) = &*expression else { return };
        let (runtime, span) = (self.runtime, op.span());
        let at = located(span);
        let (point, operation) = (self.point(point, at), emit_arithmetic(operation, runtime, at));
        let body = quote_spanned! {at=> match &mut (#left) { place => {
            let operands = #runtime::__private::mutant::operands(
                #point, #operation, &*place, &r,
            );
            let r = #runtime::__private::mutant::neutral(&operands, r);
            *place #op r;
            #runtime::__private::mutant::replaced_in(operands, place)
        } }};
        let matched = match_once(span, right.to_token_stream(), quote_spanned!(at=> r), body);
        *expression = Expr::Match(ExprMatch { attrs: attributes, ..matched });
    }
}
