//! `if let`, `while let`, and `let` in a chain of conditions.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use sbst_source::span::Spanned as _;
use sbst_source::visit_mut::VisitMut as _;
use syn::{token, Block, Expr, ExprBlock, ExprBreak, ExprIf, ExprLet, ExprLoop, Pat, Stmt, Token};

use super::Rewriter;
use crate::condition::patterns::{can_fail, is_opaque};
use crate::condition::scrutinee::{from_root, looking_only, root, Scrutinee};
use crate::condition::{Condition, ConditionKind};
use crate::rewrite::probes::patterns::after;
use sbst_source::source_text::source_text;

enum Left {
    Nothing,
    /// To evaluate this just before: it reads the place.
    Look(TokenStream),
    /// To record at this site if it matched.
    Outcome(usize),
}

impl Rewriter<'_> {
    pub(super) fn visit_if(&mut self, expression: &mut Expr) {
        let Expr::If(branch) = expression else {
            return;
        };
        let pattern = pattern_alone(&branch.cond);
        let left = self.visit_condition(&mut branch.cond);
        self.visit_block_mut(&mut branch.then_branch);
        pattern.iter().for_each(|pattern| self.insert_part_reports(pattern, &mut branch.then_branch));
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
        match left {
            Left::Nothing => {}
            Left::Look(look) => {
                let attributes = std::mem::take(&mut branch.attrs);
                *expression = after(look, std::mem::replace(expression, Expr::PLACEHOLDER), attributes);
            }
            Left::Outcome(site) => self.note_outcome(branch, site),
        }
    }

    pub(super) fn visit_while(&mut self, expression: &mut Expr) {
        let Expr::While(repetition) = expression else {
            return;
        };
        let pattern = pattern_alone(&repetition.cond);
        let left = self.visit_condition(&mut repetition.cond);
        self.visit_loop_body(&mut repetition.body);
        pattern.iter().for_each(|pattern| self.insert_part_reports(pattern, &mut repetition.body));
        if matches!(left, Left::Nothing) {
            return;
        }
        // `while let P = place { … }` becomes `loop { if let P = place { … } else { break } }`,
        // which has room for the probes.
        let span = repetition.while_token.span();
        let leave = Expr::Break(ExprBreak {
            attrs: Vec::new(),
            break_token: Token![break](span),
            label: None,
            expr: None,
        });
        let mut branch = ExprIf {
            attrs: Vec::new(),
            if_token: Token![if](span),
            cond: std::mem::replace(&mut repetition.cond, Box::new(Expr::PLACEHOLDER)),
            then_branch: std::mem::replace(&mut repetition.body, build_block(Vec::new(), span)),
            else_branch: Some((
                Token![else](span),
                Box::new(block_expression(vec![Stmt::Expr(leave, None)], span)),
            )),
        };
        let mut statements = Vec::new();
        match left {
            Left::Nothing => {}
            Left::Look(look) => statements.push(Stmt::Expr(Expr::Verbatim(look), None)),
            Left::Outcome(site) => self.note_outcome(&mut branch, site),
        }
        statements.push(Stmt::Expr(Expr::If(branch), None));
        *expression = Expr::Loop(ExprLoop {
            attrs: std::mem::take(&mut repetition.attrs),
            label: repetition.label.take(),
            loop_token: Token![loop](span),
            body: build_block(statements, span),
        });
    }

    fn visit_condition(&mut self, condition: &mut Expr) -> Left {
        match condition {
            Expr::Let(binding) => self.visit_let(binding, true),
            other => {
                self.visit_decision(other);
                Left::Nothing
            }
        }
    }

    /// Visits a `let` in a chain of conditions, and returns the code to evaluate just before.
    pub(super) fn visit_let_in_chain(&mut self, binding: &mut ExprLet) -> Option<TokenStream> {
        match self.visit_let(binding, false) {
            Left::Look(look) => Some(look),
            _ => None,
        }
    }

    /// `is_alone`: it is the only condition, so that the code after it shows its outcome.
    fn visit_let(&mut self, binding: &mut ExprLet, is_alone: bool) -> Left {
        self.may_change();
        let scrutinee = match is_opaque(&binding.pat) {
            true => Scrutinee::Unknown,
            false => Scrutinee::from_expression(&binding.expr),
        };
        if !can_fail(&binding.pat) || scrutinee == Scrutinee::Unknown && !is_alone {
            self.visit_expr_mut(&mut binding.expr);
            return Left::Nothing;
        }
        let text = source_text(binding.to_token_stream());
        let condition = Condition::at(binding.let_token.span(), ConditionKind::Pattern, text);
        let whole = (*binding.expr).clone();
        let referable = self.places.referable(&whole, [&*binding.pat]);
        self.visit_expr_mut(&mut binding.expr);
        let site = self.number(condition);
        match scrutinee {
            Scrutinee::Value => {
                self.probes.passing(&mut binding.expr, &binding.pat, site, referable, whole.span(), |_| None);
            }
            Scrutinee::WithinValue => {
                let seen = |value: &_| Some(from_root(&whole, root, value));
                self.probes.passing(
                    root(&mut binding.expr),
                    &binding.pat,
                    site,
                    referable,
                    whole.span(),
                    seen,
                );
            }
            Scrutinee::Place => {
                let at = crate::syntax::spans::located(whole.span());
                let repeated = self.repeat_before(&whole, site);
                let place = looking_only(whole);
                return Left::Look(self.probes.look(&place, &binding.pat, site, referable, repeated, at));
            }
            Scrutinee::Unknown => return Left::Outcome(site),
        }
        Left::Nothing
    }

    fn note_outcome(&self, branch: &mut ExprIf, site: usize) {
        let at = branch.cond.span();
        branch.then_branch.stmts.insert(0, self.probes.matched(site, true, at));
        let note = self.probes.matched(site, false, at);
        match &mut branch.else_branch {
            Some((_, otherwise)) => match &mut **otherwise {
                Expr::Block(otherwise) => otherwise.block.stmts.insert(0, note),
                other => {
                    let span = other.span();
                    let inner = std::mem::replace(other, Expr::PLACEHOLDER);
                    *other = block_expression(vec![note, Stmt::Expr(inner, None)], span);
                }
            },
            None => {
                let span = branch.if_token.span();
                branch.else_branch = Some((Token![else](span), Box::new(block_expression(vec![note], span))));
            }
        }
    }
}

/// Returns the pattern of a `let` that is a whole condition.
fn pattern_alone(condition: &Expr) -> Option<Pat> {
    match condition {
        Expr::Let(binding) => Some((*binding.pat).clone()),
        _ => None,
    }
}

fn build_block(stmts: Vec<Stmt>, span: proc_macro2::Span) -> Block {
    Block { brace_token: token::Brace(span), stmts }
}

fn block_expression(statements: Vec<Stmt>, span: proc_macro2::Span) -> Expr {
    Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: build_block(statements, span) })
}
