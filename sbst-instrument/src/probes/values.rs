//! The probes of `?`, `for`, assertions and memberships.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprForLoop, ExprMacro, ExprMatch, ExprTry};

use super::{located, match_once, take_leading_attributes, Probes};
use crate::known_macros::Arguments;
use crate::membership::Known;

impl Probes<'_> {
    /// Puts a probe around what `?` is applied to.
    pub(crate) fn early_return(&self, tried: &mut ExprTry, site: usize) {
        let runtime = self.runtime;
        let at = located(tried.question_token.span());
        let operand = &tried.expr;
        *tried.expr = Expr::Verbatim(quote_spanned! {at=>
            #runtime::__private::evaluate_try(&__SBST_SITES[#site], #operand)
        });
    }

    /// Puts a probe around what a loop iterates over.
    pub(crate) fn iteration(&self, repetition: &mut ExprForLoop, site: usize) {
        let runtime = self.runtime;
        let at = located(repetition.expr.span());
        let iterable = &repetition.expr;
        *repetition.expr = Expr::Verbatim(quote_spanned! {at=>
            #runtime::__private::evaluate_loop(&__SBST_SITES[#site], #iterable)
        });
    }

    /// Sends the text that an `assert!` would have shown along with its condition.
    pub(crate) fn asserted(&self, condition: &mut Expr, text: &str) {
        let runtime = self.runtime;
        let at = located(condition.span());
        // A raw string, which stands in messages as it stands here. A `#` more than the text has ends it.
        let hashes = "#".repeat(1 + text.matches('#').count());
        let marked = format!("r{hashes}\"\u{2045}{text}\u{2046}\"{hashes}");
        let Ok(mut marked) = marked.parse::<Literal>() else {
            return;
        };
        marked.set_span(at);
        *condition = Expr::Verbatim(quote_spanned! {at=>
            #runtime::__private::asserted(#condition, #marked)
        });
    }

    /// Puts a probe around an assertion that compares its first two arguments, which have to be equal or not.
    pub(crate) fn assertion(
        &self,
        invocation: ExprMacro,
        mut arguments: Arguments,
        site: usize,
        equal: bool,
    ) -> Expr {
        let runtime = self.runtime;
        let span = invocation.mac.path.span();
        let at = located(span);
        let operator = Ident::new(if equal { "Equal" } else { "NotEqual" }, at);
        let operands: Vec<TokenStream> = ["left", "right"]
            .into_iter()
            .zip(arguments.iter_mut())
            .map(|(name, argument)| {
                let name = Ident::new(name, at);
                let operand = std::mem::replace(argument, Expr::Verbatim(quote_spanned!(at=> *#name)));
                quote_spanned!(at=> &(#operand))
            })
            .collect();
        let ExprMacro { attrs, mut mac } = invocation;
        mac.tokens = arguments.into_token_stream();
        let is_debug =
            mac.path.segments.last().is_some_and(|name| name.ident.to_string().starts_with("debug_"));
        let asserted =
            match_once(span, quote_spanned!(at=> (#(#operands),*)), quote_spanned!(at=> (left, right)), {
                quote_spanned! {at=> {
                    let assertion = #runtime::__private::Assertion::begin(
                        &__SBST_SITES[#site], #runtime::__private::Operator::#operator, left, right,
                    );
                    let value = #mac;
                    assertion.holds();
                    value
                }}
            });
        match is_debug {
            // As it is defined: its operands are not evaluated either where there are no debug assertions.
            true => {
                let conditional = quote_spanned!(at=> if ::core::cfg!(debug_assertions) { #asserted });
                Expr::Verbatim(quote_spanned!(at=> #(#attrs)* #conditional))
            }
            false => Expr::Match(ExprMatch { attrs, ..asserted }),
        }
    }

    /// Puts a probe around a condition that is a membership, of which `known` was found out before it was visited.
    pub(crate) fn membership(&self, expression: &mut Expr, known: Known, site: usize) {
        let runtime = self.runtime;
        let span = expression.span();
        let at = located(span);
        let attributes = take_leading_attributes(expression);
        let (collection_name, value_name) = (Ident::new("collection", at), Ident::new("value", at));
        let Known { negated, collection, value } = known;
        let call = crate::membership::call_of(expression);
        let collection_bound = collection.is_none().then(|| {
            let name = Expr::Verbatim(quote_spanned!(at=> (*#collection_name)));
            std::mem::replace(&mut *call.receiver, name)
        });
        let value_bound = match (&value, call.args.first_mut()) {
            (None, Some(argument)) => {
                let name = Expr::Verbatim(value_name.to_token_stream());
                Some(std::mem::replace(argument, name))
            }
            _ => None,
        };
        let collection = collection.unwrap_or_else(|| quote_spanned!(at=> *#collection_name));
        let value = value.unwrap_or_else(|| value_name.to_token_stream());
        let probe = quote_spanned! {at=>
            #runtime::__private::evaluate_membership(
                &__SBST_SITES[#site],
                {
                    #[allow(unused_imports)]
                    use #runtime::__private::{KnownMembers as _, UnknownMembers as _};
                    (&&#runtime::__private::Membered(&(#collection), &(#value))).membership()
                },
                #negated,
                #expression,
            )
        };
        let scrutinees = [
            collection_bound.map(|bound| (quote_spanned!(at=> &mut (#bound)), collection_name)),
            value_bound.map(|bound| (quote_spanned!(at=> #bound), value_name)),
        ];
        let (bound, names): (Vec<TokenStream>, Vec<Ident>) = scrutinees.into_iter().flatten().unzip();
        *expression = match &bound[..] {
            [] => Expr::Verbatim(quote_spanned!(at=> #(#attributes)* #probe)),
            _ => {
                let (scrutinee, names) =
                    (quote_spanned!(at=> (#(#bound,)*)), quote_spanned!(at=> (#(#names,)*)));
                Expr::Match(ExprMatch { attrs: attributes, ..match_once(span, scrutinee, names, probe) })
            }
        };
    }
}
