//! The probes that follow values. They do not decide or change anything: a value passes through a
//! function that returns it, or is read in place.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{
    ext::IdentExt as _, parse_quote_spanned, token, Attribute, Block, Expr, ExprBlock, ExprCall, ExprParen,
    Pat, Stmt, UnOp,
};

use crate::condition::computations::Computation;
use crate::condition::patterns::begins_with_capital;
use crate::rewrite::guarded::Guarded;
use crate::rewrite::probes::Probes;
use crate::syntax::{leading_attributes::take_leading_attributes, spans::located};

/// The origin of an operand (rule 2 of `rewrite/operations.rs`).
#[derive(Clone)]
pub(crate) enum Origin {
    Constant,
    Variable(Guarded),
    Place(Guarded),
    /// The last evaluated value.
    Evaluated,
    /// The result of other code: the name of the called function, or empty.
    Called(String),
}

impl Origin {
    /// Returns the name of the runtime's variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Origin::Constant => "Constant",
            Origin::Variable(_) => "Variable",
            Origin::Place(_) => "Place",
            Origin::Evaluated => "Evaluated",
            Origin::Called(_) => "Called",
        }
    }
}

/// The statements that report a binding, before and after it.
#[derive(Default)]
pub(crate) struct Reports {
    pub(crate) before: Vec<Stmt>,
    pub(crate) behind: Vec<Stmt>,
}

impl Reports {
    pub(crate) fn insert_around(self, statements: &mut Vec<Stmt>, begin: usize) {
        statements.splice(begin..begin, self.before);
        statements.extend(self.behind);
    }
}

impl Probes<'_> {
    /// The address of a place; 0 if it may not exist.
    fn address(&self, place: &Guarded, at: Span) -> TokenStream {
        let runtime = self.runtime;
        let looked_at = &place.place;
        let address = quote_spanned!(at=> #runtime::__private::address(&(#looked_at)));
        match self.within(place, at) {
            None => address,
            Some(within) => quote_spanned!(at=> if #within { #address } else { 0 }),
        }
    }

    /// Reports the origin of an operand, which passes through a function.
    pub(crate) fn follow(&self, operand: &mut Expr, origin: Option<Origin>) {
        let Some(origin) = origin else { return };
        let runtime = self.runtime;
        let span = operand.span();
        let at = located(span);
        let attributes = take_leading_attributes(operand);
        let passed = &*operand;
        let probe = match origin {
            Origin::Evaluated => return,
            Origin::Called(name) => quote_spanned!(at=> #runtime::__private::evaluated(#name, (#passed,))),
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

    /// `!operand`. A field has no expected type: `!flag` may have another type than a reference
    /// `flag`.
    pub(crate) fn complemented_operand(&self, operand: &mut Expr) {
        let runtime = self.runtime;
        let span = operand.span();
        let at = located(span);
        let passed = &*operand;
        let probe = quote_spanned!(at=> #runtime::__private::complemented_operand((#passed,)).0);
        *operand = passed_by(probe, span, Vec::new());
    }

    /// Keeps an operand until its computation.
    pub(crate) fn operand(&self, operand: &mut Expr) {
        let runtime = self.runtime;
        let at = located(operand.span());
        let passed = std::mem::replace(operand, Expr::PLACEHOLDER);
        let passed = parse_quote_spanned!(at=> (#passed,));
        *operand = calling(quote_spanned!(at=> #runtime::__private::operand), vec![passed], Vec::new(), at);
    }

    /// `receiver.method(argument)`, with a kept argument: a place is read before, and any other
    /// receiver while it is passed on.
    pub(crate) fn computed(
        &self,
        expression: &mut Expr,
        computation: Computation,
        receiver: Origin,
        argument: Option<Guarded>,
    ) {
        let runtime = self.runtime;
        let at = located(expression.span());
        let attributes = take_leading_attributes(expression);
        let Expr::MethodCall(call) = &mut *expression else { return };
        let place_operand = |place: &Guarded, is_variable: bool| {
            let within = self.within(place, at);
            let place = &place.place;
            let look = quote_spanned!(at=> #runtime::__private::place_operand(&(#place), #is_variable));
            match within {
                None => look,
                Some(within) => quote_spanned! {at=>
                    if #within { #look } else { #runtime::__private::no_operand() }
                },
            }
        };
        let mut look = match receiver {
            Origin::Variable(place) => place_operand(&place, true),
            Origin::Place(place) => place_operand(&place, false),
            other => {
                self.follow(&mut call.receiver, Some(other));
                self.operand(&mut call.receiver);
                quote_spanned!(at=> ())
            }
        };
        if let Some(argument) = argument {
            let other = place_operand(&argument, true);
            look = quote_spanned!(at=> { #look; #other; });
        }
        self.computed_after(expression, computation, look, attributes, at);
    }

    /// `type::from(number)`, with a kept argument.
    pub(crate) fn converted(&self, expression: &mut Expr, conversion: Computation) {
        let at = located(expression.span());
        let attributes = take_leading_attributes(expression);
        self.computed_after(expression, conversion, quote_spanned!(at=> ()), attributes, at);
    }

    fn computed_after(
        &self,
        expression: &mut Expr,
        computation: Computation,
        look: TokenStream,
        attributes: Vec<Attribute>,
        at: Span,
    ) {
        let runtime = self.runtime;
        let value = std::mem::replace(expression, Expr::PLACEHOLDER);
        let computation = Expr::Verbatim(computation.variant(runtime, at));
        let arguments = vec![computation, Expr::Verbatim(look), value];
        *expression = calling(quote_spanned!(at=> #runtime::__private::computed), arguments, attributes, at);
    }

    /// Reports the boolean that the condition at a site decides on, below its negations.
    pub(crate) fn decided_on(&self, expression: &mut Expr, site: usize, origin: Origin) {
        self.decided_below(expression, site, origin, false);
    }

    fn decided_below(&self, expression: &mut Expr, site: usize, origin: Origin, negated: bool) {
        match expression {
            Expr::Paren(around) => self.decided_below(&mut around.expr, site, origin, negated),
            Expr::Group(around) => self.decided_below(&mut around.expr, site, origin, negated),
            Expr::Unary(around) if matches!(around.op, UnOp::Not(_)) => {
                self.decided_below(&mut around.expr, site, origin, !negated);
            }
            operand => {
                self.follow(operand, Some(origin));
                let runtime = self.runtime;
                let at = located(operand.span());
                let passed = std::mem::replace(operand, Expr::PLACEHOLDER);
                let arguments = vec![
                    Expr::Verbatim(quote_spanned!(at=> &__SBST_SITES[#site])),
                    Expr::Verbatim(quote_spanned!(at=> #negated)),
                    parse_quote_spanned!(at=> (#passed,)),
                ];
                let function = quote_spanned!(at=> #runtime::__private::decided_on);
                *operand = calling(function, arguments, Vec::new(), at);
            }
        }
    }

    /// `place = value`: a block that reports the place afterwards.
    pub(crate) fn assigned(&self, expression: &mut Expr, place: &Guarded, origin: Origin) {
        let at = located(expression.span());
        let Reports { before, behind } =
            self.report_place(origin, |report| self.if_within(place, report, at), place, at);
        self.surround(expression, before, behind);
    }

    /// A compound assignment: reports the place afterwards.
    pub(crate) fn written_behind(&self, expression: &mut Expr, place: &Guarded) {
        let at = located(expression.span());
        let reports =
            self.report_place(Origin::Evaluated, |report| self.if_within(place, report, at), place, at);
        self.surround(expression, Vec::new(), reports.behind);
    }

    /// The statements around a `let` of one variable.
    pub(crate) fn report_variable(&self, name: &Ident, origin: Origin) -> Reports {
        let at = located(name.span());
        let place = Guarded { place: name.to_token_stream(), ..Guarded::default() };
        self.report_place(origin, |report| report, &place, at)
    }

    /// The first statement of a function.
    pub(crate) fn entered(&self, is_closed: bool) -> Stmt {
        let runtime = self.runtime;
        let at = mixed_site();
        statement(quote_spanned!(at=> #runtime::__private::entered(&__SBST_SITES, #is_closed);))
    }

    /// The statement that reports a parameter, by its index.
    pub(crate) fn report_parameter(&self, name: &Ident, index: usize) -> Stmt {
        let runtime = self.runtime;
        let at = located(name.span());
        statement(quote_spanned!(at=> #runtime::__private::parameter(&#name, #index);))
    }

    /// The statements after a pattern that binds parts of a value.
    pub(crate) fn report_parts(&self, pattern: &Pat) -> Vec<Stmt> {
        let runtime = self.runtime;
        let mut statements = Vec::new();
        for_each_variable(pattern, &mut |name| {
            let at = located(name.span());
            statements.push(statement(quote_spanned!(at=> #runtime::__private::bound(&#name);)));
        });
        statements
    }

    fn report_place(
        &self,
        origin: Origin,
        guard: impl Fn(TokenStream) -> TokenStream,
        place: &Guarded,
        at: Span,
    ) -> Reports {
        let runtime = self.runtime;
        let written = &place.place;
        let mut before = Vec::new();
        let report = match origin {
            Origin::Constant => quote_spanned!(at=> #runtime::__private::written_constant(&(#written));),
            Origin::Evaluated => quote_spanned!(at=> #runtime::__private::written(&(#written));),
            Origin::Called(name) => {
                quote_spanned!(at=> #runtime::__private::written_result(#name, &(#written));)
            }
            Origin::Variable(from) | Origin::Place(from) => {
                let address = self.address(&from, at);
                let name = format_ident!("__sbst_from", span = mixed_site());
                before.push(statement(quote_spanned!(at=> let #name = #address;)));
                quote_spanned!(at=> #runtime::__private::copied(&(#written), #name);)
            }
        };
        Reports { before, behind: vec![statement(guard(report))] }
    }

    /// Makes a block of an expression without a value, with the user's braces.
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

/// Returns a call in parentheses of our span, as nodes, because other probes search its arguments.
fn calling(function: TokenStream, arguments: Vec<Expr>, attributes: Vec<Attribute>, at: Span) -> Expr {
    let call = ExprCall {
        attrs: Vec::new(),
        func: Box::new(parse_quote_spanned!(at=> #function)),
        paren_token: token::Paren(at),
        args: arguments.into_iter().collect(),
    };
    let expr = Box::new(Expr::Call(call));
    Expr::Paren(ExprParen { attrs: attributes, paren_token: token::Paren(at), expr })
}

/// Returns an expression in parentheses of our span: lints report redundant ones around arguments
/// and assigned values.
fn passed_by(probe: TokenStream, span: Span, attributes: Vec<Attribute>) -> Expr {
    let paren_token = token::Paren(located(span));
    Expr::Paren(ExprParen { attrs: attributes, paren_token, expr: Box::new(Expr::Verbatim(probe)) })
}

/// Calls `visit` with the variables that a pattern binds by value.
pub(crate) fn for_each_variable(pattern: &Pat, visit: &mut impl FnMut(&Ident)) {
    match pattern {
        Pat::Ident(name) => {
            let is_variable = name.by_ref.is_none() && !begins_with_capital(&name.ident);
            if is_variable && name.ident.unraw() != "self" {
                visit(&name.ident);
            }
        }
        Pat::Type(typed) => for_each_variable(&typed.pat, visit),
        Pat::Paren(inner) => for_each_variable(&inner.pat, visit),
        Pat::Reference(inner) => for_each_variable(&inner.pat, visit),
        Pat::Tuple(tuple) => tuple.elems.iter().for_each(|part| for_each_variable(part, visit)),
        Pat::TupleStruct(tuple) => tuple.elems.iter().for_each(|part| for_each_variable(part, visit)),
        Pat::Struct(structure) => {
            structure.fields.iter().for_each(|field| for_each_variable(&field.pat, visit));
        }
        Pat::Slice(slice) => slice.elems.iter().for_each(|part| for_each_variable(part, visit)),
        _ => {}
    }
}
