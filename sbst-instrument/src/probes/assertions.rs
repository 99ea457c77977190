//! The probes of assertions.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprMacro, ExprMatch};

use super::{located, match_once, Probes};
use crate::known_macros::Arguments;
use crate::scrutinee::Scrutinee;

impl Probes<'_> {
    /// Gives an `assert!` the message that it would have had, as the literal that the compiler makes of it: a caught panic
    /// has the same payload. A literal with braces is formatted in some editions only.
    pub(crate) fn asserted_with_message(&self, arguments: &mut Arguments, text: &str) {
        let at = arguments.first().map_or_else(Span::mixed_site, |condition| located(condition.span()));
        let message = format!("assertion failed: {text}");
        if text.contains(['{', '}']) {
            arguments.push(Expr::Verbatim(quote_spanned!(at=> "{}")));
        }
        arguments.push(Expr::Verbatim(quote_spanned!(at=> #message)));
    }

    /// Sends the text that an `assert!` would have shown along with its condition, where the macro may be anybody's.
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
    ///
    /// The macro may be anybody's and may take its arguments by value. So a place, of which `looks` has a copy to look at,
    /// stays where it is, and a value is bound and handed over by value. A place within a value is referred to.
    pub(crate) fn assertion(
        &self,
        invocation: ExprMacro,
        mut arguments: Arguments,
        site: usize,
        equal: bool,
        looks: [(Scrutinee, TokenStream); 2],
    ) -> Expr {
        let runtime = self.runtime;
        let span = invocation.mac.path.span();
        let at = located(span);
        let operator = Ident::new(if equal { "Equal" } else { "NotEqual" }, at);
        let names = ["left", "right"].map(|name| Ident::new(name, at));
        let (mut bound, mut bound_names, mut references) = (Vec::new(), Vec::new(), Vec::new());
        for ((argument, name), (scrutinee, place)) in arguments.iter_mut().zip(&names).zip(looks) {
            let (passed, reference) = match scrutinee {
                Scrutinee::Place => {
                    references.push(quote_spanned!(at=> &(#place)));
                    continue;
                }
                Scrutinee::Value => (name.to_token_stream(), quote_spanned!(at=> &#name)),
                _ => (quote_spanned!(at=> *#name), name.to_token_stream()),
            };
            let operand = std::mem::replace(argument, Expr::Verbatim(passed));
            bound.push(match scrutinee {
                Scrutinee::Value => operand.into_token_stream(),
                _ => quote_spanned!(at=> &(#operand)),
            });
            bound_names.push(name);
            references.push(reference);
        }
        let ExprMacro { attrs, mut mac } = invocation;
        mac.tokens = arguments.into_token_stream();
        let is_debug =
            mac.path.segments.last().is_some_and(|name| name.ident.to_string().starts_with("debug_"));
        let body = quote_spanned! {at=> {
            let assertion = #runtime::__private::Assertion::begin(
                &__SBST_SITES[#site], #runtime::__private::Operator::#operator, #(#references),*
            );
            let value = #mac;
            assertion.holds();
            value
        }};
        let (bound, names) = (quote_spanned!(at=> (#(#bound,)*)), quote_spanned!(at=> (#(#bound_names,)*)));
        let asserted = match_once(span, bound, names, body);
        match is_debug {
            // As it is defined: its operands are not evaluated either where there are no debug assertions.
            true => {
                let conditional = quote_spanned!(at=> if ::core::cfg!(debug_assertions) { #asserted });
                Expr::Verbatim(quote_spanned!(at=> #(#attrs)* #conditional))
            }
            false => Expr::Match(ExprMatch { attrs, ..asserted }),
        }
    }
}
