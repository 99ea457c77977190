//! The probes of assertions.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{token, Block, Expr, ExprBlock, ExprMacro, Stmt};

use crate::condition::scrutinee::{from_root, root};
use crate::rewrite::probes::{match_once, Probes};
use crate::{condition::known_macros::Arguments, syntax::spans::located};

impl Probes<'_> {
    /// Gives an `assert!` its original message, as the literal that the compiler makes from it: a
    /// caught panic has the same payload. A literal with braces is formatted in some editions only.
    pub(crate) fn asserted_with_message(&self, arguments: &mut Arguments, text: &str) {
        let at = arguments.first().map_or_else(mixed_site, |condition| located(condition.span()));
        let message = format!("assertion failed: {text}");
        if text.contains(['{', '}']) {
            arguments.push(Expr::Verbatim(quote_spanned!(at=> "{}")));
        }
        arguments.push(Expr::Verbatim(quote_spanned!(at=> #message)));
    }

    /// Passes the original text of an `assert!` along with its condition, for a macro that may not
    /// be the standard library's.
    pub(crate) fn asserted(&self, condition: &mut Expr, text: &str) {
        let runtime = self.runtime;
        let at = located(condition.span());
        // A raw string, which messages show unchanged. It ends with one `#` more than the text has
        // in a row.
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

    /// Puts a probe around an assertion that its first two arguments are equal, or not.
    ///
    /// The macro may not be the standard library's, and may take its arguments by value. So they
    /// stay in place: a place is read before, and a value while it is passed to the macro. The call
    /// that records the success of the assertion has our edition. In this edition the temporaries
    /// of a block's last expression live on, and are dropped when those of the macro alone would
    /// be.
    pub(crate) fn assertion(
        &self,
        invocation: ExprMacro,
        mut arguments: Arguments,
        site: usize,
        equal: bool,
        looks: [Look; 2],
    ) -> Expr {
        let runtime = self.runtime;
        let span = invocation.mac.path.span();
        let at = located(span);
        let operator = Ident::new(if equal { "Equal" } else { "NotEqual" }, at);
        let mut operands = arguments.iter_mut();
        let mut pass = |look: &Look, note: &dyn Fn(TokenStream) -> TokenStream| {
            if let Some(operand) = operands.next() {
                pass(operand, look, at, note);
            }
        };
        let leave = |_: TokenStream| TokenStream::new();
        let to_left = |left| quote_spanned!(at=> assertion.left(&(#left)););
        let to_right = |right| quote_spanned!(at=> assertion.right(&(#right)););
        let before = match &looks {
            [Look::None, _] | [_, Look::None] => quote_spanned!(at=> assertion.unseen();),
            [Look::Place(left), Look::Place(right)] => {
                quote_spanned!(at=> assertion.both(&(#left), &(#right));)
            }
            [Look::Place(left), passing] => {
                pass(&looks[0], &leave);
                pass(passing, &to_right);
                to_left(left.clone())
            }
            [passing, Look::Place(right)] => {
                pass(passing, &|left| quote_spanned!(at=> assertion.both(&(#left), &(#right));));
                TokenStream::new()
            }
            [left, right] => {
                pass(left, &to_left);
                pass(right, &to_right);
                TokenStream::new()
            }
        };
        let ExprMacro { attrs, mut mac } = invocation;
        mac.tokens = arguments.into_token_stream();
        let is_debug =
            mac.path.segments.last().is_some_and(|name| name.ident.to_string().starts_with("debug_"));
        let statements = quote_spanned! {at=>
            let assertion = #runtime::__private::Assertion::begin(
                &__SBST_SITES[#site], #runtime::__private::Operator::#operator,
            );
            #before
        };
        let asserted = quote_spanned!(at=> #runtime::__private::assertion_holds(#mac, &assertion));
        let stmts = [statements, asserted].map(|tokens| Stmt::Expr(Expr::Verbatim(tokens), None)).into();
        let block = Block { brace_token: token::Brace(span), stmts };
        match is_debug {
            // As in its definition: without debug assertions, its operands are not evaluated.
            true => {
                let conditional = quote_spanned!(at=> if ::core::cfg!(debug_assertions) #block);
                Expr::Verbatim(quote_spanned!(at=> #(#attrs)* #conditional))
            }
            false => Expr::Block(ExprBlock { attrs, label: None, block }),
        }
    }
}

pub(crate) enum Look {
    Place(TokenStream),
    /// While it is passed on, with this span.
    Value(Span),
    /// While the value that contains it is passed on. This is the original operand.
    Within(Box<Expr>),
    None,
}

/// Reads an operand, or a part of it, while it is passed to the macro, with the code that `note`
/// makes.
fn pass(operand: &mut Expr, look: &Look, at: Span, note: &dyn Fn(TokenStream) -> TokenStream) {
    let name = Ident::new("operand", at);
    let (passed, span, seen) = match look {
        Look::Value(span) => (operand, *span, name.to_token_stream()),
        Look::Within(whole) => (root(operand), whole.span(), from_root(whole, root, &name)),
        Look::Place(_) | Look::None => return,
    };
    let noted = note(seen);
    let body = quote_spanned!(at=> { #noted #name });
    let value = match_once(span, quote_spanned!(at=> (#passed)), name.to_token_stream(), body);
    *passed = Expr::Match(value);
}
