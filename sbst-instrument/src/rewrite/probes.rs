//! The forms of the probes in a rewritten body.
//!
//! *Spans.* Names have mixed-site spans, so that an operand cannot see the probe's variables. They
//! are located at the current operand or operator, so that the compiler's errors about a wrong type
//! point there. Lints ignore code from an attribute, and so probes. Only the outer tokens of a
//! comparison have the operator's own span. The edition of a block's last expression decides when
//! its temporaries are dropped, and it must be the edition of the user's crate.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{parse_quote_spanned, token, Arm, Expr, ExprMatch, Path, Stmt, Token};

use crate::condition::peeled;
use crate::condition::standard_calls::orderings_of_question;
use crate::condition::structures::is_structure;
use crate::rewrite::probes::operations::Origin;
use crate::syntax::leading_attributes::take_leading_attributes;
use crate::syntax::operators::{self, emit_operator, Method};
use crate::syntax::spans::located;

pub(crate) mod assertions;
mod callees;
pub(crate) mod checks;
mod eager;
mod memberships;
pub(crate) mod operations;
pub(crate) mod patterns;
mod standard_calls;
mod values;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Alone,
    /// It is an operand of `&`, `|` or `^`, and returns its distances as well.
    Operand,
}

pub(crate) struct Probes<'a> {
    pub(crate) runtime: &'a Path,
}

impl Probes<'_> {
    /// The first statement of a function and of a loop body.
    pub(crate) fn step(&self) -> Stmt {
        let runtime = self.runtime;
        parse_quote_spanned!(mixed_site()=> #runtime::__private::step();)
    }

    /// Puts a probe around a bare boolean. It has a distance scope if its calls may report a
    /// distance, or the distance that its variable carries.
    pub(crate) fn boolean(
        &self,
        expression: &mut Expr,
        site: usize,
        propagates: bool,
        repeated: Option<TokenStream>,
        origin: Option<Origin>,
    ) {
        let runtime = self.runtime;
        let at = located(expression.span());
        let attributes = take_leading_attributes(expression);
        let orderings = orderings_of_question(expression);
        let scope = repeated.or_else(|| propagates.then(|| self.enter_scope(expression, site)));
        if let Some(origin) = origin {
            self.decided_on(expression, site, origin);
        }
        let argument = argument(expression);
        let probe = match (scope, orderings) {
            (Some(scope), Some(set)) => quote_spanned! {at=>
                #runtime::__private::evaluate_ordered(&__SBST_SITES[#site], #scope, #set, #argument)
            },
            (Some(scope), None) => quote_spanned! {at=>
                #runtime::__private::evaluate_called(&__SBST_SITES[#site], #scope, #argument)
            },
            (None, _) => {
                quote_spanned!(at=> #runtime::__private::evaluate_boolean(&__SBST_SITES[#site], #argument))
            }
        };
        *expression = Expr::Verbatim(quote_spanned!(at=> #(#attributes)* #probe));
    }

    /// Records the outcome of a comparison whose operands must not be referred to.
    pub(crate) fn outcome(&self, expression: &mut Expr, site: usize, form: Form) {
        let attributes = take_leading_attributes(expression);
        self.whether_matched(expression, site);
        if form == Form::Operand {
            self.decided(expression);
        }
        *expression =
            Expr::Verbatim(quote_spanned!(located(expression.span())=> #(#attributes)* #expression));
    }

    /// Turns a comparison into a `match` with the operands in its scrutinee. They are evaluated
    /// once and in order, and their temporaries live as long as before. The single arm calls the
    /// operator's own method.
    ///
    /// It is a node of the syntax tree rather than tokens: so it is printed with parentheses where
    /// a statement would otherwise end after it.
    pub(crate) fn comparison(
        &self,
        expression: &mut Expr,
        site: usize,
        captured: bool,
        form: Form,
        propagated: Propagated,
        origins: Option<[Origin; 2]>,
    ) {
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(comparison) = expression else {
            return;
        };
        let Some(operator) = operators::comparison(&comparison.op) else {
            return;
        };
        let span = comparison.op.span();
        let at = located(span);
        let runtime = self.runtime;
        let (left, right) = (comparison.left.clone(), comparison.right.clone());

        let Method { bound, class, method } = Method::from_operator(operator, at);
        let operator = emit_operator(operator, runtime, at);
        let pair = quote_spanned!(at=> #runtime::__private::Pair(l, r));
        let evaluate = match propagated {
            Propagated::Nothing => Ident::new(form.probe(), at),
            _ => Ident::new("evaluate_returned", at),
        };
        let structures = match propagated {
            Propagated::Nothing => [is_structure(&left), is_structure(&right)],
            // The types show the operands.
            _ => [false, false],
        };
        let record = match (form, structures) {
            (Form::Operand, _) | (Form::Alone, [false, false]) => quote_spanned! {at=>
                #runtime::__private::#evaluate(
                    &__SBST_SITES[#site], #operator, l, r, holds,
                )
            },
            (Form::Alone, [is_left, _]) => {
                let [known, other] = if is_left { ["l", "r"] } else { ["r", "l"] };
                let [known, other] = [known, other].map(|name| Ident::new(name, at));
                let mirrored = !is_left;
                quote_spanned! {at=> {
                    #[allow(unused_imports)]
                    use #runtime::__private::{KnownStructure as _, UnknownStructure as _};
                    (&&#runtime::__private::Shaped(#known)).evaluate(
                        &__SBST_SITES[#site], #operator, #other, #mirrored, holds,
                    )
                }}
            }
        };
        let repeated = match &propagated {
            Propagated::Before(repeated) => Some(repeated),
            _ => None,
        };
        let report = origins.map(|origins| {
            let [left, right] = origins.map(|origin| {
                let name = Ident::new(origin.name(), at);
                let called = if let Origin::Called(called) = origin { Some(called) } else { None };
                let called = called.map(|called| quote_spanned!(at=> (#called)));
                quote_spanned!(at=> #runtime::__private::Origin::#name #called)
            });
            quote_spanned!(at=> #runtime::__private::compared(#left, #right);)
        });
        let record = quote_spanned! {at=> {
            let holds = ::core::cmp::#class::#method(l, r);
            #report
            #repeated
            #record
        }};
        let [left, right] = match propagated {
            Propagated::Side(0) => {
                [self.exit_for_pattern(&mut comparison.left, site), right.to_token_stream()]
            }
            Propagated::Side(_) => {
                [left.to_token_stream(), self.exit_for_pattern(&mut comparison.right, site)]
            }
            _ => [left.to_token_stream(), right.to_token_stream()],
        };
        // Both operands are in one scrutinee, because an arm would drop the temporaries of its own.
        let operand = match captured {
            true => quote_spanned! {at=>
                #runtime::__private::Captured((&&#runtime::__private::Capture(&(#left))).capture())
            },
            false => quote_spanned!(at=> #runtime::__private::Lhs(&(#left))),
        };
        let compared = match_once(span, quote_spanned!(at=> #operand.#bound(&(#right))), pair, record);
        *expression = Expr::Match(ExprMatch { attrs: attributes, ..compared });
    }
}

/// The distances reported for the operands of a comparison.
pub(crate) enum Propagated {
    Nothing,
    /// One of them is the result of a call: 0 is the left one, 1 the right one.
    Side(usize),
    /// One of them is a variable with this carried distance.
    Before(TokenStream),
}

impl Form {
    fn probe(self) -> &'static str {
        match self {
            Form::Alone => "evaluate_condition",
            Form::Operand => "decide_condition",
        }
    }
}

/// The argument of a call. Parentheses and the braces of a block have the user's spans, and lints
/// report redundant ones around an argument.
fn argument(expression: &Expr) -> TokenStream {
    match peeled(expression) {
        Expr::Block(_) => quote_spanned!(located(expression.span())=> (#expression)),
        other => other.to_token_stream(),
    }
}

/// `match scrutinee { pattern => body }`
pub(crate) fn match_once(
    span: Span,
    scrutinee: TokenStream,
    pattern: TokenStream,
    body: TokenStream,
) -> ExprMatch {
    let arm: Arm = parse_quote_spanned!(located(span)=> #pattern => #body);
    ExprMatch {
        attrs: Vec::new(),
        match_token: Token![match](span),
        expr: Box::new(Expr::Verbatim(scrutinee)),
        brace_token: token::Brace(span),
        arms: vec![arm],
    }
}
