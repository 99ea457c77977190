//! The probes of `&`, `|` and `^`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::Spanned as _;
use syn::{BinOp, Expr, ExprMatch};

use crate::rewrite::probes::{argument, match_once, Probes};
use crate::syntax::{leading_attributes::take_leading_attributes, spans::located};

impl Probes<'_> {
    /// Puts a probe around the outermost operator.
    pub(crate) fn eager(&self, expression: &mut Expr, site: usize) {
        self.call(expression, "evaluate_eager", Some(site));
    }

    /// Puts a probe around an operand that is a bare boolean.
    pub(crate) fn eager_operand(&self, expression: &mut Expr, site: usize) {
        self.call(expression, "decide_boolean", Some(site));
    }

    /// Makes an operand of the recorded distances.
    pub(crate) fn decided(&self, expression: &mut Expr) {
        self.call(expression, "decided", None);
    }

    pub(crate) fn negated(&self, expression: &mut Expr) {
        self.call(expression, "negated", None);
    }

    fn call(&self, expression: &mut Expr, function: &str, site: Option<usize>) {
        let runtime = self.runtime;
        let at = located(expression.span());
        let attributes = take_leading_attributes(expression);
        let function = Ident::new(function, at);
        let site = site.map(|site| quote_spanned!(at=> &__SBST_SITES[#site],));
        let argument = argument(expression);
        *expression = Expr::Verbatim(
            quote_spanned!(at=> #(#attributes)* #runtime::__private::#function(#site #argument)),
        );
    }

    /// Applies the operator to the values of two operands. They are in the scrutinee of a `match`,
    /// so that they are evaluated in order, and their temporaries live as long as before.
    pub(crate) fn connected(&self, expression: &mut Expr) {
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(binary) = expression else {
            return;
        };
        let connective = match binary.op {
            BinOp::BitAnd(_) => "And",
            BinOp::BitOr(_) => "Or",
            _ => "Xor",
        };
        let span = binary.op.span();
        let at = located(span);
        let runtime = self.runtime;
        let connective = Ident::new(connective, at);
        let (left, op, right) = (&binary.left, binary.op.to_token_stream(), &binary.right);
        let operands: TokenStream = quote_spanned!(at=> (#left, #right));
        let value = quote_spanned! {at=>
            #runtime::__private::connected(
                #runtime::__private::Connective::#connective, l.away, r.away, l.value #op r.value,
            )
        };
        let connected = match_once(span, operands, quote_spanned!(at=> (l, r)), value);
        *expression = Expr::Match(ExprMatch { attrs: attributes, ..connected });
    }
}
