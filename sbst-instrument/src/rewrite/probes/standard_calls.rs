//! The probes of standard library calls in conditions: their receivers and arguments are read
//! before.
//!
//! The call itself stays as it was written. It has four forms, by the operands that can be read
//! twice:
//!
//! | receiver | argument | |
//! |---|---|---|
//! | place | place, literal, none | `inspected(inspect(&r, &argument), r.m(argument))` |
//! | place | value | `inspected(keep_receiver(&r), r.m(inspect_argument(argument)))` |
//! | value | place, literal, none | `match receiver { r => { inspect(&r, &argument); r } }.m(argument)` |
//! | value | value | `match receiver { r => { keep_receiver(&r); r } }.m(inspect_argument(argument))` |
//!
//! Arguments of functions live as long as before, and so do temporaries of a scrutinee.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::Spanned as _;
use syn::{Expr, Lit, UnOp};

use crate::condition::patterns::begins_with_capital;
use crate::condition::peeled;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, Scrutinee};
use crate::condition::standard_calls::{question_of_function, question_of_method};
use crate::rewrite::probes::{match_once, Probes};
use crate::syntax::operators::emit_std_call;
use crate::syntax::spans::located;
use sbst_vocabulary::standard::{CallQuestion, StdCall};

impl Probes<'_> {
    /// Lets the calls of the standard library in `expression` report to the recorder at `site`, an
    /// expression.
    pub(super) fn inspect_standard_calls(&self, expression: &mut Expr, site: &TokenStream) {
        Inspecting { probes: self, site, number: 0 }.expression(expression, false);
    }
}

struct Inspecting<'a> {
    probes: &'a Probes<'a>,
    site: &'a TokenStream,
    number: usize,
}

impl Inspecting<'_> {
    /// Searches the calls that make the value: receivers, arguments, and results of closures.
    /// `reversed`: an ordering is reversed afterwards.
    fn expression(&mut self, expression: &mut Expr, reversed: bool) {
        match expression {
            Expr::Paren(inner) => self.expression(&mut inner.expr, reversed),
            Expr::Group(inner) => self.expression(&mut inner.expr, reversed),
            Expr::Unary(inner) => self.expression(&mut inner.expr, false),
            Expr::Reference(inner) => self.expression(&mut inner.expr, false),
            Expr::Field(inner) => self.expression(&mut inner.base, false),
            Expr::Cast(inner) => self.expression(&mut inner.expr, false),
            Expr::Closure(closure) if !matches!(*closure.body, Expr::Block(_)) => {
                self.expression(&mut closure.body, reversed);
            }
            Expr::Call(call) => {
                call.args.iter_mut().for_each(|argument| self.expression(argument, false));
                self.function(expression);
            }
            Expr::MethodCall(call) => {
                let reversed = reversed != (call.method == "reverse" && call.args.is_empty());
                self.expression(&mut call.receiver, reversed);
                call.args.iter_mut().for_each(|argument| self.expression(argument, reversed));
                self.method(expression, reversed);
            }
            _ => {}
        }
    }

    fn call(&mut self, at: Span) -> TokenStream {
        let (runtime, site, number) = (self.probes.runtime, self.site, self.number);
        self.number += 1;
        quote_spanned!(at=> #runtime::__private::Call(#site, #number))
    }

    /// `u8::try_from(x)`, `char::from_u32(x)`: an argument is a number, and so can be copied.
    fn function(&mut self, expression: &mut Expr) {
        let Expr::Call(call) = &*expression else { return };
        let Some(question) = question_of_function(call) else { return };
        if call.args.iter().any(may_be_packed) {
            return;
        }
        match call.args.iter().all(is_readable) {
            true => self.function_of_places(expression, question),
            false => self.function_of_value(expression, question),
        }
    }

    fn function_of_places(&mut self, expression: &mut Expr, question: CallQuestion) {
        let Expr::Call(call) = &*expression else { return };
        let args = &call.args;
        let (runtime, at) = (self.probes.runtime, located(expression.span()));
        let read: Vec<TokenStream> = args.iter().map(|argument| looking_only(argument.clone())).collect();
        let call = self.call(at);
        *expression = Expr::Verbatim(match question {
            CallQuestion::Conversion => quote_spanned! {at=>
                #runtime::__private::inspect_converted(#call, #runtime::__private::inspect_conversion(&(#(#read)*)), #expression)
            },
            CallQuestion::Of(question) => {
                let question = emit_std_call(question, runtime, at);
                let (first, second) = (&read[0], read.get(1).cloned().unwrap_or(quote_spanned!(at=> ())));
                quote_spanned! {at=>
                    #runtime::__private::inspected(
                        #runtime::__private::inspect(#call, #question, &(#first), &(#second)), #expression,
                    )
                }
            }
            CallQuestion::Element | CallQuestion::SomeMember => return,
        });
    }

    /// Adds a probe to a function of one argument that is a value, and is bound to a name first.
    fn function_of_value(&mut self, expression: &mut Expr, question: CallQuestion) {
        let span = expression.span();
        let Expr::Call(call) = &mut *expression else { return };
        let is_number = call.args.len() == 1
            && matches!(
                peeled(&call.args[0]),
                Expr::MethodCall(_) | Expr::Call(_) | Expr::Cast(_) | Expr::Binary(_)
            );
        if !is_number {
            return;
        }
        let name = Ident::new("argument", located(span));
        let value = std::mem::replace(&mut call.args[0], Expr::Verbatim(name.to_token_stream()));
        self.function_of_places(expression, question);
        *expression = Expr::Match(match_once(
            span,
            quote_spanned!(located(span)=> (#value)),
            name.into_token_stream(),
            expression.to_token_stream(),
        ));
    }

    fn method(&mut self, expression: &mut Expr, reversed: bool) {
        let Expr::MethodCall(call) = &mut *expression else { return };
        let Some(question) = question_of_method(call) else { return };
        let question = match question {
            CallQuestion::Of(StdCall::Order) if reversed => CallQuestion::Of(StdCall::ReversedOrder),
            question => question,
        };
        let at = located(call.method.span());
        let is_place =
            Scrutinee::from_expression(&call.receiver) == Scrutinee::Place && !may_be_packed(&call.receiver);
        if !is_place && (question == CallQuestion::Conversion || !is_movable(&call.receiver, question)) {
            return;
        }
        let argument = match call.args.first() {
            None => Argument::Read(quote_spanned!(at=> ())),
            Some(argument) => match Argument::from_expression(argument, question) {
                Some(argument) => argument,
                None => return,
            },
        };
        let (runtime, number) = (self.probes.runtime, self.call(at));
        let receiver = match is_place {
            true => looking_only((*call.receiver).clone()),
            false => Ident::new("receiver", at).into_token_stream(),
        };
        let inspection = match &argument {
            Argument::Read(argument) => inspect(question, &receiver, argument, &number, runtime, at),
            Argument::Passing => keep_receiver(question, &receiver, &number, runtime, at),
        };
        if let Argument::Passing = argument {
            let question =
                if let CallQuestion::Of(question) = question { question } else { StdCall::Element };
            let question = emit_std_call(question, runtime, at);
            let argument = find_value(&mut call.args[0]);
            *argument = Expr::Verbatim(quote_spanned! {at=>
                #runtime::__private::inspect_argument(#number, #question, #argument)
            });
        }
        if question == CallQuestion::Conversion {
            *expression = Expr::Verbatim(quote_spanned! {at=>
                #runtime::__private::inspect_converted(#number, #inspection, #expression)
            });
        } else if is_place {
            *expression =
                Expr::Verbatim(quote_spanned!(at=> #runtime::__private::inspected(#inspection, #expression)));
        } else {
            let passed = &call.receiver;
            let body = quote_spanned!(at=> { #inspection; #receiver });
            let name = receiver.clone();
            *call.receiver =
                Expr::Match(match_once(passed.span(), quote_spanned!(at=> (#passed)), name, body));
        }
    }
}

fn inspect(
    question: CallQuestion,
    receiver: &TokenStream,
    argument: &TokenStream,
    number: &TokenStream,
    runtime: &syn::Path,
    at: Span,
) -> TokenStream {
    match question {
        CallQuestion::Of(question) => {
            let question = emit_std_call(question, runtime, at);
            quote_spanned!(at=> #runtime::__private::inspect(#number, #question, &(#receiver), &(#argument)))
        }
        CallQuestion::Conversion => {
            quote_spanned!(at=> #runtime::__private::inspect_conversion(&(#receiver)))
        }
        CallQuestion::Element => ask_collection("element", receiver, argument, number, runtime, at),
        CallQuestion::SomeMember => ask_collection("some_member", receiver, argument, number, runtime, at),
    }
}

fn keep_receiver(
    question: CallQuestion,
    receiver: &TokenStream,
    number: &TokenStream,
    runtime: &syn::Path,
    at: Span,
) -> TokenStream {
    match question {
        CallQuestion::Element => {
            ask_collection("keep", receiver, &quote_spanned!(at=> ()), number, runtime, at)
        }
        _ => quote_spanned!(at=> #runtime::__private::keep_receiver(#number, &(#receiver))),
    }
}

fn ask_collection(
    method: &str,
    receiver: &TokenStream,
    argument: &TokenStream,
    number: &TokenStream,
    runtime: &syn::Path,
    at: Span,
) -> TokenStream {
    let method = Ident::new(method, at);
    quote_spanned! {at=>
        {
            #[allow(unused_imports)]
            use #runtime::__private::{KnownCall as _, UnknownCall as _};
            (&&#runtime::__private::Membered(&(#receiver), &(#argument))).#method(#number)
        }
    }
}

enum Argument {
    Read(TokenStream),
    /// While it is passed on.
    Passing,
}

impl Argument {
    fn from_expression(argument: &Expr, question: CallQuestion) -> Option<Argument> {
        if may_be_packed(argument) {
            return None;
        }
        if is_readable(argument) {
            return Some(Argument::Read(looking_only(argument.clone())));
        }
        let value = match (peeled(argument), question) {
            // Probes refer to compared operands.
            (Expr::Reference(reference), question)
                if question.is_comparison() && reference.mutability.is_none() =>
            {
                &reference.expr
            }
            (_, CallQuestion::Of(StdCall::Part | StdCall::Beginning | StdCall::End)) => return None,
            (_, question) if question.is_comparison() => return None,
            (Expr::Reference(_) | Expr::Closure(_), _) => return None,
            (argument, _) => argument,
        };
        // A name may belong to a reborrowed reference, and an index to a place that must not be
        // moved out of.
        let is_value = match peeled(value) {
            Expr::Path(_) | Expr::Index(_) | Expr::Macro(_) | Expr::Reference(_) => false,
            Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) || question.is_of_numbers(),
            Expr::Field(_) => question.is_of_numbers(),
            _ => true,
        };
        is_value.then_some(Argument::Passing)
    }
}

/// The expression to read for a passed argument: its target, if it is a reference.
fn find_value(argument: &mut Expr) -> &mut Expr {
    match argument {
        Expr::Paren(inner) => find_value(&mut inner.expr),
        Expr::Group(inner) => find_value(&mut inner.expr),
        Expr::Reference(reference) => &mut reference.expr,
        other => other,
    }
}

/// A place or a shared reference to one, or a literal whose type does not depend on its use.
fn is_readable(value: &Expr) -> bool {
    match peeled(value) {
        Expr::Path(path) => path.path.segments.last().is_some_and(|name| !begins_with_capital(&name.ident)),
        Expr::Reference(reference) => reference.mutability.is_none() && is_readable(&reference.expr),
        Expr::Field(_) | Expr::Index(_) | Expr::Unary(_) => {
            Scrutinee::from_expression(value) == Scrutinee::Place
        }
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(integer) => !integer.suffix().is_empty(),
            Lit::Str(_) | Lit::Char(_) => true,
            _ => false,
        },
        _ => false,
    }
}

/// True if a receiver that is a value can be moved through a `match`. A literal or an array might
/// be promoted to a static, so these are excluded, except numbers, which are copied.
fn is_movable(receiver: &Expr, question: CallQuestion) -> bool {
    match peeled(receiver) {
        Expr::MethodCall(_) | Expr::Try(_) => true,
        Expr::Call(call) => match peeled(&call.func) {
            Expr::Path(path) => {
                path.path.segments.last().is_some_and(|name| !begins_with_capital(&name.ident))
            }
            _ => true,
        },
        // The result of a comparison does not borrow.
        Expr::Cast(_) | Expr::Binary(_) => question.is_of_numbers() || question.is_comparison(),
        Expr::Lit(_) => question.is_of_numbers(),
        _ => false,
    }
}
