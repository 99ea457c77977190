//! The probes of hidden checks. Operands are passed as tuples of one: lints report parentheses
//! around arguments, and without these the panic of code inside would have another place. Probes do
//! not decide: the operation stays as written, and its operands are read while they are passed on,
//! or just before.

use sbst_source::span::Spanned as _;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::{token, Block, Expr, ExprBlock, ExprCall, ExprIndex, ExprMatch, ExprParen, Stmt};

use crate::rewrite::guarded::Guarded;
use crate::rewrite::probes::{match_once, Probes};
use crate::syntax::leading_attributes::take_leading_attributes;
use crate::syntax::operators::emit_arithmetic;
use crate::syntax::spans::located;
use sbst_vocabulary::Arithmetic;

/// The facts about a right operand before its evaluation.
pub(crate) enum Right {
    /// This integer, negative or not.
    Literal(u128, bool),
    Place(TokenStream),
    /// Known when it is evaluated.
    Other,
}

/// The mode of reading an indexed value.
pub(crate) enum Seen {
    /// Together with the index.
    Place(TokenStream),
    /// Before the statement.
    Held(Guarded),
    /// While it is passed on.
    Value,
}

impl Probes<'_> {
    fn check(&self, number: usize, at: Span) -> TokenStream {
        let number = Literal::usize_unsuffixed(number);
        quote_spanned!(at=> &__SBST_CHECKS[#number])
    }

    /// `left op right`: the operands are passed through probes, or the left one is and the right
    /// one is referred to beside it. The operands keep their original spans, which determine the
    /// place of a panic.
    pub(crate) fn arithmetic(
        &self,
        expression: &mut Expr,
        operator: Arithmetic,
        seen: Right,
        number: usize,
        [left_span, right_span]: [Span; 2],
    ) {
        let runtime = self.runtime;
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(binary) = expression else { return };
        let at = located(binary.op.span());
        let check = self.check(number, at);
        let operator = emit_arithmetic(operator, runtime, at);
        let left = &binary.left;
        let probe = match seen {
            Right::Literal(value, negative) => {
                let value = Literal::u128_suffixed(value);
                quote_spanned! {at=>
                    #runtime::__private::operand_and_literal(#check, #operator, (#left,), #value, #negative)
                }
            }
            Right::Place(place) => {
                quote_spanned!(at=> #runtime::__private::operand_and_place(#check, #operator, (#left,), &(#place)))
            }
            Right::Other => {
                let right = &binary.right;
                let probe =
                    quote_spanned!(at=> #runtime::__private::right_operand(#check, #operator, (#right,)));
                let left = quote_spanned!(at=> #runtime::__private::left_operand(#check, (#left,)));
                *binary.right = in_parentheses(probe, right_span);
                left
            }
        };
        let mut left = parenthesised(probe, left_span);
        left.attrs = attributes;
        *binary.left = Expr::Paren(left);
    }

    /// `place op= right`, without a value: a block that reads the place first.
    pub(crate) fn arithmetic_assigned(
        &self,
        expression: &mut Expr,
        operator: Arithmetic,
        seen_place: &Guarded,
        seen: Right,
        number: usize,
        [left_span, right_span]: [Span; 2],
    ) {
        let runtime = self.runtime;
        let place = &seen_place.place;
        let attributes = take_leading_attributes(expression);
        let Expr::Binary(binary) = expression else { return };
        let at = located(binary.op.span());
        let check = self.check(number, at);
        let operator = emit_arithmetic(operator, runtime, at);
        let report =
            seen_place.is_followed.then(|| quote_spanned!(at=> #runtime::__private::changed(&(#place));));
        let look = match seen {
            Right::Literal(value, negative) => {
                let value = Literal::u128_suffixed(value);
                quote_spanned! {at=>
                    #runtime::__private::operand_and_literal(#check, #operator, (&(#place),), #value, #negative)
                }
            }
            Right::Place(right) => quote_spanned! {at=>
                #runtime::__private::operand_and_place(#check, #operator, (&(#place),), &(#right))
            },
            Right::Other => {
                let right = &binary.right;
                let probe =
                    quote_spanned!(at=> #runtime::__private::right_operand(#check, #operator, (#right,)));
                // A lint reports parentheses around an assigned value, and both ends determine the
                // place of a panic.
                *binary.right = Expr::Match(match_once(
                    right_span,
                    probe,
                    quote_spanned!(at=> r),
                    quote_spanned!(at=> r),
                ));
                quote_spanned!(at=> #runtime::__private::left_operand(#check, (&(#place),)))
            }
        };
        let look = Stmt::Expr(
            Expr::Verbatim(self.if_within(seen_place, quote_spanned!(at=> #report let _ = #look;), at)),
            None,
        );
        // The braces are the user's, because their edition decides when temporaries of the
        // assignment are dropped.
        let brace_token = token::Brace(left_span);
        let assignment = std::mem::replace(expression, Expr::PLACEHOLDER);
        let block = Block { brace_token, stmts: vec![look, Stmt::Expr(assignment, None)] };
        *expression = Expr::Block(ExprBlock { attrs: attributes, label: None, block });
    }

    /// `-operand`. A field has no expected type: `-number` may have another type than a reference
    /// `number`.
    pub(crate) fn negated_operand(&self, operand: &mut Expr, number: usize, span: Span) {
        let runtime = self.runtime;
        let at = located(span);
        let check = self.check(number, at);
        let passed = &*operand;
        *operand = in_parentheses(
            quote_spanned!(at=> #runtime::__private::negated_operand(#check, (#passed,)).0),
            span,
        );
    }

    /// A statement that holds the length of the value in a place.
    pub(crate) fn held_length(&self, seen: &Guarded, number: usize, span: Span) -> Stmt {
        let runtime = self.runtime;
        let at = located(span);
        let (check, place) = (self.check(number, at), &seen.place);
        let hold = quote_spanned!(at=> (&&#runtime::__private::Bounded(&(#place))).hold(#check););
        Stmt::Expr(Expr::Verbatim(self.if_within(seen, hold, at)), None)
    }

    /// `statement`, which reads a place, if all its indices are within bounds.
    pub(crate) fn if_within(&self, seen: &Guarded, statement: TokenStream, at: Span) -> TokenStream {
        match self.within(seen, at) {
            None => statement,
            Some(within) => quote_spanned!(at=> if #within { #statement }),
        }
    }

    /// A test that all indices in a place are within bounds, if it has any.
    pub(crate) fn within(&self, seen: &Guarded, at: Span) -> Option<TokenStream> {
        let runtime = self.runtime;
        let within = seen.indices.iter().map(
            |(base, index)| quote_spanned!(at=> (&&#runtime::__private::Bounded(&(#base))).has(&(#index))),
        );
        (!seen.indices.is_empty()).then(|| quote_spanned!(at=> #(#within)&&*))
    }

    /// `base[index]`
    pub(crate) fn indexed(&self, indexed: &mut ExprIndex, seen: Seen, number: usize) {
        let runtime = self.runtime;
        let at = located(indexed.index.span());
        let check = self.check(number, at);
        let index = &indexed.index;
        *indexed.index = Expr::Verbatim(match &seen {
            Seen::Place(place) => {
                quote_spanned!(at=> (&&#runtime::__private::Bounded(&(#place))).index(#check, (#index,)))
            }
            Seen::Held(_) | Seen::Value => {
                quote_spanned!(at=> #runtime::__private::held_index(#check, (#index,)))
            }
        });
        if let Seen::Value = seen {
            let span = indexed.expr.span();
            let at = located(span);
            let check = self.check(number, at);
            let hold = quote_spanned!(at=> (&&#runtime::__private::Bounded(&value)).hold(#check));
            self.pass(&mut indexed.expr, hold);
        }
    }

    /// Lets a value be read while it is passed on.
    fn pass(&self, value: &mut Expr, look: TokenStream) {
        let span = value.span();
        let at = located(span);
        let attributes = take_leading_attributes(value);
        let body = quote_spanned!(at=> { #look; value });
        let passed = match_once(at, quote_spanned!(at=> (#value)), quote_spanned!(at=> value), body);
        let mut passed = parenthesised(quote_spanned!(at=> #passed), span);
        passed.attrs = attributes;
        *value = Expr::Paren(passed);
    }

    /// A method call on a place, with a test if the call will fail. The call has no temporaries of
    /// its own, so it can be in an arm.
    pub(crate) fn place_asked(
        &self,
        expression: &mut Expr,
        place: &TokenStream,
        question: &str,
        wanted: bool,
        number: usize,
    ) {
        let runtime = self.runtime;
        let span = expression.span();
        let at = located(span);
        let check = self.check(number, at);
        let question = Ident::new(question, at);
        let look = quote_spanned! {at=>
            (&&#runtime::__private::Stateful(&(#place))).#question(#check, #wanted, #runtime::__private::NotPropagated)
        };
        let attributes = take_leading_attributes(expression);
        let asked = match_once(span, look, quote_spanned!(at=> ()), expression.to_token_stream());
        *expression = Expr::Match(ExprMatch { attrs: attributes, ..asked });
    }

    /// A value that is unwrapped: it is read while it is passed on, within a distance scope if
    /// calls in it may report a distance.
    pub(crate) fn value_unwrapped(&self, receiver: &mut Expr, wanted: bool, propagates: bool, number: usize) {
        let runtime = self.runtime;
        let span = receiver.span();
        let at = located(span);
        let check = self.check(number, at);
        let scope = match propagates {
            true => self.enter_scope_at(receiver, &quote_spanned!(at=> (#check).site())),
            false => quote_spanned!(at=> #runtime::__private::NotPropagated),
        };
        let attributes = take_leading_attributes(receiver);
        let look = quote_spanned! {at=> {
            (&&#runtime::__private::Stateful(&value)).expect_variant(#check, #wanted, scope);
            value
        }};
        let passed = match_once(
            at,
            quote_spanned!(at=> (#scope, #receiver)),
            quote_spanned!(at=> (scope, value)),
            look,
        );
        let mut passed = parenthesised(quote_spanned!(at=> #passed), span);
        passed.attrs = attributes;
        *receiver = Expr::Paren(passed);
    }

    /// A method with a demand on its first argument: the receiver's length is held before, and the
    /// argument is read while it is passed on.
    pub(crate) fn demanding(&self, expression: &mut Expr, place: &TokenStream, demand: &str, number: usize) {
        let runtime = self.runtime;
        let at = located(expression.span());
        let check = self.check(number, at);
        let demand = Ident::new(demand, at);
        let demand = quote_spanned!(at=> #runtime::__private::Demand::#demand);
        let Expr::MethodCall(call) = &mut *expression else { return };
        let look = match call.args.first_mut() {
            None => quote_spanned! {at=>
                #runtime::__private::demand_of_receiver(#check, #demand, &(#place))
            },
            Some(given) => {
                let span = given.span();
                let attributes = take_leading_attributes(given);
                let passed = &*given;
                let probe = quote_spanned! {at=>
                    #runtime::__private::demanded(#check, #demand, (#passed,))
                };
                let mut probe = parenthesised(probe, located(span));
                probe.attrs = attributes;
                *given = Expr::Paren(probe);
                quote_spanned!(at=> (&&#runtime::__private::Bounded(&(#place))).hold(#check))
            }
        };
        self.after(expression, look);
    }

    /// `expression` after other code: both are arguments of a call, so that temporaries live as
    /// long as without it.
    fn after(&self, expression: &mut Expr, look: TokenStream) {
        let runtime = self.runtime;
        let span = expression.span();
        let at = located(span);
        let attributes = take_leading_attributes(expression);
        let func = Box::new(Expr::Verbatim(quote_spanned!(at=> #runtime::__private::after)));
        let after = std::mem::replace(expression, Expr::PLACEHOLDER);
        let args = [Expr::Verbatim(look), after].into_iter().collect();
        *expression = Expr::Call(ExprCall { attrs: attributes, func, paren_token: token::Paren(span), args });
    }
}

/// With the user's parentheses, if these determine the place of the following code or its edition.
fn parenthesised(tokens: TokenStream, span: Span) -> ExprParen {
    ExprParen { attrs: Vec::new(), paren_token: token::Paren(span), expr: Box::new(Expr::Verbatim(tokens)) }
}

fn in_parentheses(tokens: TokenStream, span: Span) -> Expr {
    Expr::Paren(parenthesised(tokens, span))
}
