//! `let … else`.

use quote::quote;
use sbst_source::span::Spanned as _;
use sbst_source::visit_mut::VisitMut as _;
use syn::{Expr, Local, LocalInit, Pat, Stmt};

use super::Rewriter;
use crate::condition::patterns::{begins_with_capital, can_fail, is_opaque};
use crate::condition::scrutinee::{from_root, looking_only, root_of_referent, Scrutinee};
use crate::condition::{peeled, Condition, ConditionKind};
use sbst_source::source_text::source_text;

impl Rewriter<'_> {
    /// Visits a `let` statement, and puts the result at the end of `statements`.
    pub(super) fn visit_binding(&mut self, local: Local, statements: &mut Vec<Stmt>) {
        let attributes = local.attrs.clone();
        let (reports, begin) = (self.report_binding(&local), statements.len());
        self.within(&attributes, |this| this.visit_local(local, statements));
        reports.insert_around(statements, begin);
    }

    fn visit_local(&mut self, mut local: Local, statements: &mut Vec<Stmt>) {
        let Local { attrs, let_token, pat, init, .. } = &mut local;
        let (eq_token, expr, otherwise) = match init {
            Some(LocalInit { eq_token, expr, diverge: Some((_, otherwise)) }) if can_fail(pat) => {
                (eq_token, expr, otherwise)
            }
            _ => return self.visit_plain_local(local, statements),
        };
        let text = source_text(quote!(#let_token #pat #eq_token #expr));
        let condition = Condition::at(let_token.span(), ConditionKind::Pattern, text);
        let whole = (**expr).clone();
        let lookout = Lookout::from_pattern(pat, &whole);
        let referable = self.places.referable(&whole, [&*pat]);
        self.visit_expr_mut(expr);
        let site = self.number(condition);
        self.visit_expr_mut(otherwise);
        let at = whole.span();
        let located = crate::syntax::spans::located(at);
        let attributes = attrs.clone();
        match lookout {
            Lookout::Before => {
                let repeated = self.repeat_before(&whole, site);
                let look = self.probes.look(&looking_only(whole), pat, site, referable, repeated, located);
                statements.push(Stmt::Expr(Expr::Verbatim(quote!(#(#attributes)* #look)), None));
                statements.push(Stmt::Local(local));
            }
            Lookout::Passing => {
                self.probes.passing(expr, pat, site, referable, at, |_| None);
                statements.push(Stmt::Local(local));
            }
            Lookout::AtRoot => {
                let seen = |value: &_| Some(from_root(&whole, root_of_referent, value));
                self.probes.passing(root_of_referent(expr), pat, site, referable, at, seen);
                statements.push(Stmt::Local(local));
            }
            Lookout::After => {
                if let Expr::Block(otherwise) = &mut **otherwise {
                    otherwise.block.stmts.insert(0, self.probes.matched(site, false, at));
                }
                statements.push(Stmt::Local(local));
                let note = self.probes.matched(site, true, at);
                statements.push(Stmt::Expr(Expr::Verbatim(quote!(#(#attributes)* #note)), None));
            }
        }
    }
}

/// The position of the probe of a `let … else`. The temporaries of its initialiser may live as long
/// as the variables, depending on its outermost operators. So only calls are wrapped, never
/// references.
enum Lookout {
    /// Before, at the place.
    Before,
    /// At the value, while it is passed on.
    Passing,
    /// At the value at the root of the initialiser's fields, dereferences and references, while it
    /// is passed on.
    AtRoot,
    /// Afterwards, at the outcome.
    After,
}

impl Lookout {
    fn from_pattern(pattern: &Pat, initialiser: &Expr) -> Self {
        let scrutinee = Scrutinee::from_expression(initialiser);
        if is_opaque(pattern) || scrutinee == Scrutinee::Unknown {
            return Lookout::After;
        }
        if scrutinee == Scrutinee::Place {
            return Lookout::Before;
        }
        let mut start = initialiser.clone();
        let is_reference_to_place = match peeled(initialiser) {
            Expr::Reference(reference) => Scrutinee::from_expression(&reference.expr) == Scrutinee::Place,
            _ => false,
        };
        match pattern {
            // A written type is the expected type of the initialiser, and may change its type.
            Pat::Type(_) => Lookout::After,
            _ if is_reference_to_place => Lookout::Passing,
            _ if is_call(root_of_referent(&mut start)) => Lookout::AtRoot,
            _ => Lookout::After,
        }
    }
}

/// A call whose result is a new value: the temporaries among the arguments of a constructor may
/// have extended lifetimes.
fn is_call(expression: &Expr) -> bool {
    match expression {
        Expr::MethodCall(_) | Expr::Await(_) | Expr::Try(_) => true,
        Expr::Call(call) => match peeled(&call.func) {
            Expr::Path(path) => {
                path.path.segments.last().is_some_and(|name| !begins_with_capital(&name.ident))
            }
            _ => true,
        },
        _ => false,
    }
}
