//! Statements, and code under a `#[cfg]`.

use sbst_source::span::Spanned as _;
use sbst_source::visit::Visit as _;
use syn::ext::IdentExt as _;
use syn::{Attribute, Expr, Item, Local, Stmt};

use super::super::{NodeKind, EXIT};
use super::{Builder, End};
use crate::analysis::place::leading;
use crate::analysis::Place;
use crate::condition::patterns::can_fail;
use crate::condition::ConditionKind;

impl Builder {
    pub(super) fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Local(local) => self.perhaps(&local.attrs, |this| this.local(local)),
            Stmt::Item(Item::Static(item)) => self.declare_static(&item.ident.unraw().to_string()),
            Stmt::Item(_) => {}
            Stmt::Expr(expression, _) => self.perhaps(leading(expression), |this| {
                this.statement = Place::from_expression(expression);
                this.visit_expr(expression);
                if !is_control(expression) {
                    this.end_statement();
                }
            }),
            Stmt::Macro(invocation) => self.perhaps(&invocation.attrs, |this| {
                this.statement = Place::from_span(invocation.mac.path.span());
                this.invocation_statement(&invocation.mac);
                this.end_statement();
            }),
        }
    }

    fn local(&mut self, local: &Local) {
        let place = Place::from_span(local.let_token.span);
        self.statement = place;
        if let Some(init) = &local.init {
            let bound = self.bound(&init.expr);
            if let Some((_, otherwise)) = &init.diverge {
                let (goes_on, diverges) = match can_fail(&local.pat) {
                    true => {
                        let claims = self.claim_pattern(&init.expr, &local.pat, None);
                        let outcomes =
                            self.condition(ConditionKind::Pattern, place, bound.uses.clone(), claims);
                        (outcomes.when_true, outcomes.when_false)
                    }
                    false => (self.take_ends(), Vec::new()),
                };
                self.ends = diverges;
                self.visit_expr(otherwise);
                // The compiler requires that the block diverges: here by invisible code, such as
                // `bail!`.
                self.lead_to(EXIT);
                self.ends = goes_on;
            }
            self.bind(&local.pat, &bound);
        } else {
            self.declare(&local.pat);
        }
        self.statement = place;
        self.end_statement();
    }

    /// The node of a statement, after its conditions. It has no influence on control flow alone.
    fn end_statement(&mut self) {
        if self.recorder.is_off {
            return;
        }
        if !self.ends.is_empty() || !self.recorder.pending.is_empty() {
            self.node(NodeKind::Statement, self.statement);
        }
    }

    /// Walks over code with these attributes, with a path around it if a `#[cfg]` may remove it.
    pub(super) fn perhaps(&mut self, attributes: &[Attribute], walk: impl FnOnce(&mut Self)) {
        let absent = self.presence(attributes);
        walk(self);
        self.settle();
        self.ends.extend(absent);
    }

    /// The end of the path around code with these attributes, if a `#[cfg]` may remove it.
    pub(super) fn presence(&mut self, attributes: &[Attribute]) -> Option<End> {
        let conditional = attributes.iter().find(|attribute| attribute.path().is_ident("cfg"))?;
        let outcomes = self.decide(NodeKind::Presence, Place::from_span(conditional.span()));
        self.ends = outcomes.when_true;
        outcomes.when_false.first().copied()
    }
}

/// True if an expression consists of other statements.
fn is_control(expression: &Expr) -> bool {
    matches!(
        expression,
        Expr::Block(_)
            | Expr::ForLoop(_)
            | Expr::If(_)
            | Expr::Loop(_)
            | Expr::Match(_)
            | Expr::TryBlock(_)
            | Expr::Unsafe(_)
            | Expr::While(_)
    )
}
