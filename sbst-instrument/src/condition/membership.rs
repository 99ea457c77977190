//! Conditions that query a collection, a text, a character or a number:
//! `collection.contains(value)`, `text.starts_with(part)`, `character.is_ascii_digit()`,
//! `number.is_power_of_two()` and the like. The distance to the other answer is known if the types
//! are the standard library's.
//!
//! The call stays as it is, so that it cannot resolve to another method. Its receiver and argument
//! are read just before:
//!
//! * A place is read in place (see [`Scrutinee::Place`]).
//! * An argument that is a value is bound to a name first.
//! * A collection of the library's type, by its syntax, is bound by reference, so that it is
//!   dropped at the original time.
//! * Any other collection may be of a type whose method takes it by value. It is read while it is
//!   passed on, after the argument is known, and then called as before.

use proc_macro2::{Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{Expr, ExprMethodCall, Lit, UnOp};

use crate::condition::macro_names;
use crate::condition::patterns::begins_with_capital;
use crate::condition::peeled;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, runs_nothing, Scrutinee};
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::{distance, Distance};

pub(crate) use sbst_vocabulary::standard::Question;

pub(crate) struct Known {
    pub(crate) span: Span,
    pub(crate) question: Question,
    /// True if the condition is a negated call.
    pub(crate) negated: bool,
    pub(crate) collection: Collection,
    /// The value, if it can be read in place.
    pub(crate) value: Option<TokenStream>,
}

/// The question of `call`, if it is a known one.
fn question(call: &ExprMethodCall) -> Option<Question> {
    match distance(&call.method.to_string(), call.args.len()) {
        Some(Distance::Membership(question)) => Some(question),
        _ => None,
    }
}

/// The class of characters that a method tests.
pub(crate) fn class_of_method(method: &str) -> Option<&'static str> {
    match distance(method, 0) {
        Some(Distance::Membership(Question::Class(class))) => Some(class),
        _ => None,
    }
}

/// True if a condition is the negation of the query in it.
pub(crate) fn is_negated(condition: &Expr) -> bool {
    match peeled(condition) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => !is_negated(&unary.expr),
        _ => false,
    }
}

pub(crate) enum Collection {
    Place(TokenStream),
    /// By the name to which it is bound.
    Bound,
    /// While it is passed on. This is the receiver, before its rewriting.
    Passing(Box<Expr>),
}

impl Known {
    /// Reads `condition`, if it is a membership and can be rewritten.
    pub(crate) fn from_condition(condition: &Expr) -> Option<Self> {
        let (question, negated, call) = membership(condition)?;
        let span = condition.span();
        // A method without an argument gets the unit.
        let nothing = Expr::Verbatim(quote_spanned!(mixed_site()=> ()));
        let value = call.args.first().unwrap_or(&nothing);
        let has_closure = has(value, |part| matches!(part, Expr::Closure(_)));
        if has_closure || may_be_packed(value) || may_be_packed(&call.receiver) {
            return None;
        }
        let is_place = call.args.is_empty() || is_readable(value);
        let value_if_place = is_place.then(|| value.to_token_stream());
        let collection = match Scrutinee::from_expression(&call.receiver) {
            Scrutinee::Place => Collection::Place(looking_only((*call.receiver).clone())),
            Scrutinee::Value if is_of_the_library(&call.receiver) => Collection::Bound,
            Scrutinee::Value | Scrutinee::WithinValue if is_place || has_own_type(value) => {
                let collection = Collection::Passing(call.receiver.clone());
                return Some(Known {
                    span,
                    question,
                    negated,
                    collection,
                    value: Some(value.to_token_stream()),
                });
            }
            _ => return None,
        };
        // A value that runs code would be evaluated before an index of the collection.
        if !is_place && !runs_nothing(value) && has(&call.receiver, |part| matches!(part, Expr::Index(_))) {
            return None;
        }
        Some(Known { span, question, negated, collection, value: value_if_place })
    }
}

/// True if `collection`, a value, has a type whose methods of these names take it by reference.
fn is_of_the_library(collection: &Expr) -> bool {
    match peeled(collection) {
        Expr::Array(_) | Expr::Repeat(_) | Expr::Range(_) | Expr::Lit(_) => true,
        Expr::Reference(reference) => reference.mutability.is_none(),
        Expr::Macro(invocation) => macro_names::makes_value(&invocation.mac),
        _ => false,
    }
}

/// True if `value` is a literal, or a reference to one, whose type does not depend on its use.
fn has_own_type(value: &Expr) -> bool {
    match peeled(value) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(integer) => !integer.suffix().is_empty(),
            Lit::Float(float) => !float.suffix().is_empty(),
            _ => true,
        },
        Expr::Reference(reference) => reference.mutability.is_none() && has_own_type(&reference.expr),
        _ => false,
    }
}

/// True if `value` is a literal of bytes.
pub(crate) fn is_byte_string(value: &Expr) -> bool {
    matches!(peeled(value), Expr::Lit(literal) if matches!(literal.lit, Lit::ByteStr(_)))
}

/// The call in a membership condition, below the negations.
pub(crate) fn find_call(condition: &mut Expr) -> Option<&mut ExprMethodCall> {
    match condition {
        Expr::Paren(inner) => find_call(&mut inner.expr),
        Expr::Group(inner) => find_call(&mut inner.expr),
        Expr::Unary(inner) => find_call(&mut inner.expr),
        Expr::MethodCall(call) => Some(call),
        // Probes that pass the value on as their last argument.
        Expr::Call(call) => call.args.last_mut().and_then(find_call),
        Expr::Tuple(passed) => passed.elems.first_mut().and_then(find_call),
        _ => None,
    }
}

fn membership(condition: &Expr) -> Option<(Question, bool, &ExprMethodCall)> {
    match peeled(condition) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            membership(&unary.expr).map(|(question, negated, call)| (question, !negated, call))
        }
        Expr::MethodCall(call) => question(call).map(|question| (question, false, call)),
        _ => None,
    }
}

/// A place or a shared reference to one, with the type of a variable. The type of a literal or a
/// variant may depend on its use, so these are bound to a name.
fn is_readable(value: &Expr) -> bool {
    match peeled(value) {
        Expr::Path(path) => path.path.segments.last().is_some_and(|name| !begins_with_capital(&name.ident)),
        Expr::Reference(reference) => reference.mutability.is_none() && is_readable(&reference.expr),
        Expr::Field(_) | Expr::Index(_) | Expr::Unary(_) => {
            Scrutinee::from_expression(value) == Scrutinee::Place
        }
        _ => false,
    }
}

fn has(expression: &Expr, is_meant: fn(&Expr) -> bool) -> bool {
    let mut found = false;
    expression.walk(&mut |node| {
        found |= matches!(node, Node::Expr(part) if is_meant(part));
        true
    });
    found
}
