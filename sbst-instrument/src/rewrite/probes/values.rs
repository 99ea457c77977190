//! The probes of `?` and `for`.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use sbst_source::span::Spanned as _;
use syn::{Expr, ExprForLoop, ExprTry};

use crate::{rewrite::probes::Probes, syntax::spans::located};

impl Probes<'_> {
    /// Puts a probe around the operand of `?`, perhaps within a distance scope.
    pub(crate) fn early_return(&self, tried: &mut ExprTry, site: usize, scope: Option<TokenStream>) {
        let runtime = self.runtime;
        let at = located(tried.question_token.span());
        let operand = &tried.expr;
        *tried.expr = Expr::Verbatim(match scope {
            Some(scope) => quote_spanned! {at=>
                #runtime::__private::evaluate_tried_call(&__SBST_SITES[#site], #scope, #operand)
            },
            None => quote_spanned!(at=> #runtime::__private::evaluate_try(&__SBST_SITES[#site], #operand)),
        });
    }

    pub(crate) fn iteration(&self, repetition: &mut ExprForLoop, site: usize) {
        let runtime = self.runtime;
        let at = located(repetition.expr.span());
        let iterable = &repetition.expr;
        *repetition.expr = Expr::Verbatim(quote_spanned! {at=>
            #runtime::__private::evaluate_loop(&__SBST_SITES[#site], #iterable)
        });
    }
}
