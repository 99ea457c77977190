//! The probes that follow values. None of them decides or changes anything: a value passes a
//! function that returns it, or is looked at where it lies.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use syn::spanned::Spanned as _;
use syn::{token, Block, Expr, ExprBlock, ExprParen, Pat, Stmt};

use crate::rewrite::operations::{for_each_variable, Origin, Told};
use crate::rewrite::probes::checks::Guarded;
use crate::rewrite::probes::Probes;
use crate::syntax::{leading_attributes::take_leading_attributes, spans::located};

impl Probes<'_> {
    /// The address of a place; 0 if it may not be there.
    fn address(&self, place: &Guarded, at: Span) -> TokenStream {
        let runtime = self.runtime;
        let looked_at = &place.place;
        let address = quote_spanned!(at=> #runtime::__private::address(&(#looked_at)));
        match self.within(place, at) {
            None => address,
            Some(within) => quote_spanned!(at=> if #within { #address } else { 0 }),
        }
    }

    /// Tells the origin of an operand, which passes a function.
    pub(crate) fn follow(&self, operand: &mut Expr, origin: Option<Origin>) {
        let Some(origin) = origin else { return };
        let runtime = self.runtime;
        let span = operand.span();
        let at = located(span);
        let attributes = take_leading_attributes(operand);
        let passed = &*operand;
        let probe = match origin {
            Origin::Evaluated => return,
            Origin::Called => quote_spanned!(at=> #runtime::__private::evaluated((#passed,))),
            Origin::Variable(place) => {
                let address = self.address(&place, at);
                quote_spanned!(at=> #runtime::__private::read_variable(#address, (#passed,)))
            }
            Origin::Constant => quote_spanned!(at=> #runtime::__private::followed_constant((#passed,))),
            Origin::Place(place) => {
                let address = self.address(&place, at);
                quote_spanned!(at=> #runtime::__private::read(#address, (#passed,)))
            }
        };
        *operand = passed_by(probe, span, attributes);
    }

    /// `operand as target`
    pub(crate) fn cast_operand(&self, operand: &mut Expr, target: &TokenStream) {
        let runtime = self.runtime;
        let span = operand.span();
        let at = located(span);
        let target = Ident::new(&target.to_string(), at);
        let passed = &*operand;
        let probe = quote_spanned! {at=>
            #runtime::__private::cast_operand::<::core::primitive::#target, _>((#passed,))
        };
        *operand = passed_by(probe, span, Vec::new());
    }

    /// `!operand`. A field has no expected type: `!flag` may be of another type than a reference
    /// `flag`.
    pub(crate) fn complemented_operand(&self, operand: &mut Expr) {
        let runtime = self.runtime;
        let span = operand.span();
        let at = located(span);
        let passed = &*operand;
        let probe = quote_spanned!(at=> #runtime::__private::complemented_operand((#passed,)).0);
        *operand = passed_by(probe, span, Vec::new());
    }

    /// Lets an operand of a computation wait for it.
    pub(crate) fn operand(&self, operand: &mut Expr) {
        let runtime = self.runtime;
        let span = operand.span();
        let at = located(span);
        let passed = &*operand;
        let probe = quote_spanned!(at=> #runtime::__private::operand((#passed,)));
        *operand = passed_by(probe, span, Vec::new());
    }

    /// `receiver.method(argument)`, whose argument waits: a place is looked at before, another
    /// receiver on its way.
    pub(crate) fn computed(&self, expression: &mut Expr, computation: &str, receiver: Origin) {
        let runtime = self.runtime;
        let span = expression.span();
        let at = located(span);
        let computation = Ident::new(computation, at);
        let attributes = take_leading_attributes(expression);
        let Expr::MethodCall(call) = &mut *expression else { return };
        let look = match receiver {
            Origin::Variable(place) => {
                let place = &place.place;
                quote_spanned!(at=> #runtime::__private::place_operand(&(#place), true))
            }
            Origin::Place(place) => {
                let within = self.within(&place, at);
                let place = &place.place;
                let look = quote_spanned!(at=> #runtime::__private::place_operand(&(#place), false));
                match within {
                    None => look,
                    Some(within) => quote_spanned! {at=>
                        if #within { #look } else { #runtime::__private::no_operand() }
                    },
                }
            }
            other => {
                self.follow(&mut call.receiver, Some(other));
                self.operand(&mut call.receiver);
                quote_spanned!(at=> ())
            }
        };
        let probe = quote_spanned! {at=>
            #runtime::__private::computed(#runtime::__private::Computation::#computation, #look, #expression)
        };
        *expression = passed_by(probe, span, attributes);
    }

    /// `type::from(number)`, whose argument waits.
    pub(crate) fn converted(&self, expression: &mut Expr, conversion: &str) {
        let runtime = self.runtime;
        let span = expression.span();
        let at = located(span);
        let attributes = take_leading_attributes(expression);
        let conversion = Ident::new(conversion, at);
        let probe = quote_spanned! {at=>
            #runtime::__private::computed(#runtime::__private::Computation::#conversion, (), #expression)
        };
        *expression = passed_by(probe, span, attributes);
    }

    /// `place = value`: a block that tells the place afterwards.
    pub(crate) fn assigned(&self, expression: &mut Expr, place: &Guarded, origin: Origin) {
        let at = located(expression.span());
        let Told { before, behind } =
            self.told_place(origin, |tell| self.if_within(place, tell, at), place, at);
        self.surround(expression, before, behind);
    }

    /// A compound assignment: tells the place afterwards.
    pub(crate) fn written_behind(&self, expression: &mut Expr, place: &Guarded) {
        let at = located(expression.span());
        let told = self.told_place(Origin::Evaluated, |tell| self.if_within(place, tell, at), place, at);
        self.surround(expression, Vec::new(), told.behind);
    }

    /// The statements around a `let` that binds one variable.
    pub(crate) fn told_variable(&self, name: &Ident, origin: Origin) -> Told {
        let at = located(name.span());
        let place = Guarded { place: name.to_token_stream(), ..Guarded::default() };
        self.told_place(origin, |tell| tell, &place, at)
    }

    /// The statement with which a function begins.
    pub(crate) fn entered(&self, is_closed: bool) -> Stmt {
        let runtime = self.runtime;
        let at = Span::mixed_site();
        statement(quote_spanned!(at=> #runtime::__private::entered(&__SBST_SITES, #is_closed);))
    }

    /// The statement that tells a parameter, by its index.
    pub(crate) fn told_parameter(&self, name: &Ident, index: usize) -> Stmt {
        let runtime = self.runtime;
        let at = located(name.span());
        statement(quote_spanned!(at=> #runtime::__private::parameter(&#name, #index);))
    }

    /// The statements behind a pattern that binds parts of something.
    pub(crate) fn told_parts(&self, pattern: &Pat) -> Vec<Stmt> {
        let runtime = self.runtime;
        let mut statements = Vec::new();
        for_each_variable(pattern, &mut |name| {
            let at = located(name.span());
            statements.push(statement(quote_spanned!(at=> #runtime::__private::bound(&#name);)));
        });
        statements
    }

    fn told_place(
        &self,
        origin: Origin,
        guard: impl Fn(TokenStream) -> TokenStream,
        place: &Guarded,
        at: Span,
    ) -> Told {
        let runtime = self.runtime;
        let written = &place.place;
        let mut before = Vec::new();
        let tell = match origin {
            Origin::Constant => quote_spanned!(at=> #runtime::__private::written_constant(&(#written));),
            Origin::Evaluated => quote_spanned!(at=> #runtime::__private::written(&(#written));),
            Origin::Called => quote_spanned!(at=> #runtime::__private::written_result(&(#written));),
            Origin::Variable(from) | Origin::Place(from) => {
                let address = self.address(&from, at);
                let name = format_ident!("__sbst_from", span = Span::mixed_site());
                before.push(statement(quote_spanned!(at=> let #name = #address;)));
                quote_spanned!(at=> #runtime::__private::copied(&(#written), #name);)
            }
        };
        Told { before, behind: vec![statement(guard(tell))] }
    }

    /// Makes a block of an expression that gives nothing, with braces of the user's.
    fn surround(&self, expression: &mut Expr, before: Vec<Stmt>, behind: Vec<Stmt>) {
        let attributes = take_leading_attributes(expression);
        let brace_token = token::Brace(expression.span());
        let semicolon = syn::Token![;](expression.span());
        let inner = std::mem::replace(expression, Expr::PLACEHOLDER);
        let stmts = before.into_iter().chain([Stmt::Expr(inner, Some(semicolon))]).chain(behind).collect();
        let block = Block { brace_token, stmts };
        *expression = Expr::Block(ExprBlock { attrs: attributes, label: None, block });
    }
}

fn statement(tokens: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), None)
}

/// Returns an expression in parentheses of our span: there are lints on those around arguments and
/// around what is assigned.
fn passed_by(probe: TokenStream, span: Span, attributes: Vec<syn::Attribute>) -> Expr {
    let paren_token = token::Paren(located(span));
    Expr::Paren(ExprParen { attrs: attributes, paren_token, expr: Box::new(Expr::Verbatim(probe)) })
}
