//! The probes of patterns.
//!
//! *A value* is read while it is passed to its pattern: `match value_as_written { value => { …;
//! value } }`. The temporaries of a scrutinee live as long as before.
//!
//! *A place* is read just before, by a statement.
//!
//! The parts that a probe reads are the [`Referable`] ones.
//!
//! *A `match`* has one more arm, which refers to the scrutinee, runs the probe in its guard, and is
//! never taken. It comes first, and again after each guard. So the scrutinee, the bindings and
//! moves of the arms, and the lifetimes of temporaries stay the same.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::Spanned as _;
use syn::{parse_quote_spanned, Arm, Attribute, Block, Expr, ExprBlock, Pat, Stmt};

use crate::condition::callees::may_propagate;
use crate::condition::patterns::fit::{is_structured, Fits};
use crate::condition::patterns::Referable;
use crate::condition::peeled;
use crate::condition::standard_calls::orderings_of_pattern;
use crate::rewrite::probes::{match_once, Probes};
use crate::syntax::spans::located;

/// An arm, in the form needed by its probe.
pub(crate) struct Tried {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) pattern: Pat,
    /// Its site; `None` if its pattern always matches.
    pub(crate) site: Option<usize>,
    pub(crate) guarded: bool,
}

impl Probes<'_> {
    /// Reads a value before its match with `pattern`. `seen` is the matched expression if that is a
    /// part of the value. `span` is the place of the value before its visit: a span of the user's,
    /// for the edition.
    pub(crate) fn passing(
        &self,
        expression: &mut Expr,
        pattern: &Pat,
        site: usize,
        referable: Referable,
        span: Span,
        seen: impl FnOnce(&Ident) -> Option<TokenStream>,
    ) {
        let at = located(span);
        let value = Ident::new("value", at);
        let propagates = is_call(expression) && may_propagate(expression);
        let look = match seen(&value) {
            Some(part) => self.look_at(&part, pattern, (site, propagates), referable, at),
            None => {
                self.evaluate_pattern(pattern, &value.to_token_stream(), (site, propagates), referable, at)
            }
        };
        let scrutinee =
            if propagates { self.exit_for_pattern(expression, site) } else { expression.to_token_stream() };
        let passed = match_once(
            span,
            quote_spanned!(at=> (#scrutinee)),
            quote_spanned!(at=> value),
            quote_spanned!(at=> { #look value }),
        );
        *expression = Expr::Match(passed);
    }

    /// The statement that reads a place before its match with `pattern`, after one with the
    /// distance that it carries.
    pub(crate) fn look(
        &self,
        place: &TokenStream,
        pattern: &Pat,
        site: usize,
        referable: Referable,
        said: Option<TokenStream>,
        at: Span,
    ) -> TokenStream {
        let look = self.look_at(place, pattern, (site, said.is_some()), referable, at);
        quote_spanned!(at=> #said #look)
    }

    /// The probe of a place that may be a call's value with a reported distance.
    fn look_at(
        &self,
        place: &TokenStream,
        pattern: &Pat,
        site: (usize, bool),
        referable: Referable,
        at: Span,
    ) -> TokenStream {
        if referable != Referable::Whole {
            return self.evaluate_pattern(pattern, place, site, referable, at);
        }
        let evaluate = self.evaluate_pattern(pattern, &quote_spanned!(at=> *value), site, referable, at);
        quote_spanned!(at=> match &(#place) { value => { #evaluate } })
    }

    fn evaluate_pattern(
        &self,
        pattern: &Pat,
        place: &TokenStream,
        (site, propagates): (usize, bool),
        referable: Referable,
        at: Span,
    ) -> TokenStream {
        let runtime = self.runtime;
        let fit = self.fit(pattern, place, referable, propagates, at);
        let structured = is_structured(pattern);
        quote_spanned! {at=>
            #runtime::__private::evaluate_pattern(&__SBST_SITES[#site], #fit, #structured);
        }
    }

    /// The fit of a place to a pattern; for an observed call, with its reported distance.
    fn fit(
        &self,
        pattern: &Pat,
        place: &TokenStream,
        referable: Referable,
        propagates: bool,
        at: Span,
    ) -> TokenStream {
        let runtime = self.runtime;
        let fit = Fits { runtime, referable }.emit(pattern, place);
        match (propagates, orderings_of_pattern(pattern)) {
            (true, Some(set)) => quote_spanned!(at=> #runtime::__private::ordered(#fit, #set)),
            (true, None) => quote_spanned!(at=> #runtime::__private::called(#fit)),
            (false, _) => fit,
        }
    }

    /// Records if a pattern has matched, where the matched value could not be read.
    pub(crate) fn matched(&self, site: usize, matches: bool, at: Span) -> Stmt {
        let runtime = self.runtime;
        let at = located(at);
        parse_quote_spanned!(at=> #runtime::__private::evaluate_match(&__SBST_SITES[#site], #matches);)
    }

    /// Puts a probe around a boolean that is true if a pattern has matched.
    pub(crate) fn whether_matched(&self, expression: &mut Expr, site: usize) {
        let runtime = self.runtime;
        let at = located(expression.span());
        *expression = Expr::Verbatim(quote_spanned! {at=>
            #runtime::__private::evaluate_match(&__SBST_SITES[#site], #expression)
        });
    }

    /// The arm that runs the probe of `arms` and is never taken. It refers to the scrutinee, except
    /// a `place` that must not be referred to.
    pub(crate) fn untaken_arm(
        &self,
        arms: &[Tried],
        place: Option<&TokenStream>,
        referable: Referable,
        propagates: bool,
        said: Option<&TokenStream>,
        at: Span,
    ) -> Arm {
        let runtime = self.runtime;
        let at = located(at);
        let looked_at = place.cloned().unwrap_or_else(|| quote_spanned!(at=> *value));
        let scrutinee = match place {
            Some(_) => quote_spanned!(at=> _),
            None => quote_spanned!(at=> ref value),
        };
        let probes = arms.iter().map(|Tried { attributes, pattern, site, guarded }| {
            let Some(site) = site else {
                return quote_spanned!(at=> #(#attributes)* arms.guard(););
            };
            let method = Ident::new(if *guarded { "guarded_arm" } else { "arm" }, at);
            let fit = self.fit(pattern, &looked_at, referable, propagates, at);
            let structured = is_structured(pattern);
            quote_spanned!(at=> #(#attributes)* arms.#method(&__SBST_SITES[#site], #fit, #structured);)
        });
        parse_quote_spanned! {at=>
            #scrutinee if {
                let mut arms = #runtime::__private::Arms::new();
                #said
                #(#probes)*
                false
            } => ::core::unreachable!(),
        }
    }
}

/// True if `expression` is a call with a value.
pub(crate) fn is_call(expression: &Expr) -> bool {
    matches!(peeled(expression), Expr::Call(_) | Expr::MethodCall(_))
}

/// `{ statement expression }`. The braces have the user's span, for their edition: it decides when
/// the temporaries of a block's last expression are dropped.
pub(crate) fn after(statement: TokenStream, expression: Expr, attributes: Vec<Attribute>) -> Expr {
    let braces = expression.span();
    let statements = vec![Stmt::Expr(Expr::Verbatim(statement), None), Stmt::Expr(expression, None)];
    let block = Block { brace_token: syn::token::Brace(braces), stmts: statements };
    Expr::Block(ExprBlock { attrs: attributes, label: None, block })
}

/// `{ statement true }`, for a chain of conditions.
pub(crate) fn truly(statement: TokenStream, at: Span) -> Expr {
    let at = located(at);
    Expr::Verbatim(quote_spanned!(at=> { #statement true }))
}
