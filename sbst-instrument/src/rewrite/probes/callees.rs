//! The probes of call results: a distance scope is entered before the call.

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::Spanned as _;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{parse_quote_spanned, Expr, ExprMethodCall};

use crate::condition::callees::is_parsing;
use crate::condition::membership::{class_of_method, is_negated, Collection, Known, Question};
use crate::condition::peeled;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, Scrutinee};
use crate::rewrite::probes::Probes;
use crate::syntax::spans::located;
use sbst_vocabulary::standard::method;
use sbst_vocabulary::standard::types::{kind, Kind};

impl Probes<'_> {
    /// `expression`, a value, within a distance scope for the condition at `site`.
    pub(crate) fn exit_for_pattern(&self, expression: &mut Expr, site: usize) -> TokenStream {
        let runtime = self.runtime;
        let at = located(expression.span());
        let scope = self.enter_scope(expression, site);
        quote_spanned!(at=> #runtime::__private::exit_for_pattern(#scope, #expression))
    }

    /// The code that enters a distance scope for `expression`. A parsed text in it is read as well:
    /// a place before, a value while it is passed on.
    pub(crate) fn enter_scope(&self, expression: &mut Expr, site: usize) -> TokenStream {
        let at = located(expression.span());
        self.enter_scope_at(expression, &quote_spanned!(at=> &__SBST_SITES[#site]))
    }

    /// Like [`enter_scope`](Self::enter_scope), for a recorder at `site`, an expression.
    pub(crate) fn enter_scope_at(&self, expression: &mut Expr, site: &TokenStream) -> TokenStream {
        let runtime = self.runtime;
        let at = located(expression.span());
        self.inspect_standard_calls(expression, site);
        let Some(call) = parsing_call(expression) else {
            return quote_spanned!(at=> #runtime::__private::enter_scope());
        };
        let number = number_variant(call);
        let number = quote_spanned!(at=> #runtime::__private::Number::#number);
        match Scrutinee::from_expression(&call.receiver) {
            Scrutinee::Place if !may_be_packed(&call.receiver) => {
                let place = looking_only((*call.receiver).clone());
                quote_spanned!(at=> #runtime::__private::enter_for_parsing(#site, &(#place), #number))
            }
            Scrutinee::Value => {
                let receiver = &call.receiver;
                *call.receiver = Expr::Verbatim(quote_spanned! {at=>
                    #runtime::__private::parsed(#site, #receiver, #number)
                });
                quote_spanned!(at=> #runtime::__private::enter_scope())
            }
            _ => quote_spanned!(at=> #runtime::__private::enter_scope()),
        }
    }

    /// Notes the memberships that closures in a condition return, unless they contain conditions
    /// themselves: `all(|c| c.is_ascii_digit())`.
    pub(crate) fn note_memberships_within(&self, expression: &mut Expr, site: usize) {
        let negated = is_negated(expression);
        Closures { probes: self, site, negated }.visit_expr_mut(expression);
    }
}

/// The call that parses, see [`crate::condition::callees::parsing`].
fn parsing_call(expression: &mut Expr) -> Option<&mut ExprMethodCall> {
    match expression {
        Expr::Paren(inner) => parsing_call(&mut inner.expr),
        Expr::Group(inner) => parsing_call(&mut inner.expr),
        Expr::Unary(inner) => parsing_call(&mut inner.expr),
        Expr::MethodCall(call) => match is_parsing(call) {
            true => Some(call),
            false => parsing_call(&mut call.receiver),
        },
        _ => None,
    }
}

/// The parsed type, as a variant of the runtime's `Number`, by its written name.
fn number_variant(call: &ExprMethodCall) -> TokenStream {
    let named = call.turbofish.as_ref().map(|generics| generics.args.to_token_stream().to_string());
    let at = located(call.span());
    match kind(named.as_deref().unwrap_or_default()) {
        Some(Kind::Float(_)) => quote_spanned!(at=> Float),
        Some(Kind::Unsigned(bits)) => quote_spanned!(at=> Unsigned(#bits)),
        Some(Kind::Signed(bits)) => quote_spanned!(at=> Signed(#bits)),
        _ => quote_spanned!(at=> Signed(128_u32)),
    }
}

struct Closures<'a> {
    probes: &'a Probes<'a>,
    site: usize,
    /// True if the condition is a negated call.
    negated: bool,
}

impl VisitMut for Closures<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if !method(&call.method.to_string()).is_some_and(|method| method.folds) {
            return;
        }
        match call.args.first_mut() {
            Some(Expr::Closure(closure)) => self.closure(&mut closure.body),
            Some(argument @ Expr::Path(_)) => self.function(argument),
            _ => {}
        }
    }
}

impl Closures<'_> {
    fn closure(&self, body: &mut Expr) {
        let Some(Known { span, question, negated, collection: Collection::Place(place), value: Some(value) }) =
            Known::from_condition(body)
        else {
            return;
        };
        let asked = (question, self.site, self.negated != negated);
        let membership = self.probes.distances(&place, &value, asked, located(span));
        self.answer(body, &membership, negated);
    }

    /// The path of a method that tests for a class of characters, such as `char::is_numeric`.
    fn function(&self, argument: &mut Expr) {
        let Expr::Path(path) = peeled(argument) else { return };
        let names: Vec<String> = path.path.segments.iter().map(|name| name.ident.to_string()).collect();
        let class = match &names[..] {
            [of, method] if of == "char" || of == "u8" => class_of_method(method),
            _ => None,
        };
        let Some(class) = class else { return };
        let at = located(argument.span());
        let name = Ident::new("value", at);
        let asked = (Question::Class(class), self.site, self.negated);
        let membership = self.probes.distances(&name.to_token_stream(), &quote_spanned!(at=> ()), asked, at);
        let mut body: Expr = parse_quote_spanned!(at=> #argument(#name));
        self.answer(&mut body, &membership, false);
        *argument = parse_quote_spanned!(at=> |#name| #body);
    }

    fn answer(&self, body: &mut Expr, membership: &TokenStream, negated: bool) {
        let (runtime, site, at) = (self.probes.runtime, self.site, located(body.span()));
        *body = Expr::Verbatim(quote_spanned! {at=>
            #runtime::__private::note_membership(&__SBST_SITES[#site], #membership, #negated, #body)
        });
    }
}
