//! Decisions of the program. [`Decision`] classifies conditions, as for the rewriting.

use proc_macro2::Span;
use sbst_source::visit::Visit as _;
use syn::{BinOp, Expr, ExprBinary, ExprLet, Lit, UnOp};

use super::super::{Label, NodeKind};
use super::{Builder, Outcomes};
use crate::condition::patterns::{can_fail, is_opaque};
use crate::condition::{ConditionKind, Decision};
use crate::{analysis::Place, condition::known_macros::Matches, condition::scrutinee::Scrutinee};

impl Builder {
    pub(super) fn alone(&mut self, condition: &Expr) -> Outcomes {
        match condition {
            Expr::Let(binding) => self.binding(binding, true),
            other => self.decision(other),
        }
    }

    /// A decision of the program in any place.
    pub(super) fn decision(&mut self, expression: &Expr) -> Outcomes {
        match (Decision::from_expression(expression), expression) {
            (Decision::Constant, Expr::Lit(literal)) => {
                let always = self.take_ends();
                match &literal.lit {
                    Lit::Bool(value) if !value.value => {
                        Outcomes { when_true: Vec::new(), when_false: always }
                    }
                    _ => Outcomes { when_true: always, when_false: Vec::new() },
                }
            }
            (Decision::Constant, _) => self.decide(NodeKind::Choice, Place::from_expression(expression)),
            (Decision::Pattern, Expr::Let(binding)) => self.binding(binding, false),
            (Decision::Pattern, Expr::Macro(invocation)) => match Matches::parse(&invocation.mac) {
                Some(matches) => self.matches(expression, &matches),
                None => self.boolean(expression),
            },
            (Decision::Comparison, Expr::Binary(comparison)) => self.comparison(expression, comparison),
            (Decision::Connective, Expr::Binary(connective)) => self.connective(connective),
            (Decision::Eager, _) => {
                let mark = self.recorder.mark();
                self.operands(expression);
                let uses = self.recorder.since(mark);
                self.condition(ConditionKind::Boolean, Place::from_expression(expression), uses, Vec::new())
            }
            (Decision::Around, Expr::Paren(around)) => self.decision(&around.expr),
            (Decision::Around, Expr::Group(around)) => self.decision(&around.expr),
            (Decision::Around, Expr::Unary(negation)) => {
                let Outcomes { when_true, when_false } = self.decision(&negation.expr);
                Outcomes { when_true: when_false, when_false: when_true }
            }
            (Decision::Diverging, _) => {
                self.visit_expr(expression);
                Outcomes { when_true: self.take_ends(), when_false: Vec::new() }
            }
            _ => self.boolean(expression),
        }
    }

    fn boolean(&mut self, expression: &Expr) -> Outcomes {
        let mark = self.recorder.mark();
        self.visit_expr(expression);
        let uses = self.recorder.since(mark);
        let claims = self.claim_boolean(expression);
        self.condition(ConditionKind::Boolean, Place::from_expression(expression), uses, claims)
    }

    pub(super) fn comparison(&mut self, expression: &Expr, comparison: &ExprBinary) -> Outcomes {
        let mark = self.recorder.mark();
        self.visit_expr(&comparison.left);
        self.visit_expr(&comparison.right);
        let uses = self.recorder.since(mark);
        let claims = self.claim_comparison(comparison);
        self.condition(ConditionKind::Comparison, Place::from_expression(expression), uses, claims)
    }

    pub(super) fn connective(&mut self, connective: &ExprBinary) -> Outcomes {
        let left = self.decision(&connective.left);
        let is_and = matches!(connective.op, BinOp::And(_));
        let (goes_on, mut decided) = match is_and {
            true => (left.when_true, left.when_false),
            false => (left.when_false, left.when_true),
        };
        self.ends = goes_on;
        let mut right = self.decision(&connective.right);
        match is_and {
            true => right.when_false.append(&mut decided),
            false => right.when_true.append(&mut decided),
        }
        right
    }

    /// The operands of `&`, `|` and `^`; all of them are evaluated.
    fn operands(&mut self, expression: &Expr) {
        match (Decision::from_expression(expression), expression) {
            (Decision::Eager, Expr::Binary(binary)) => {
                self.operands(&binary.left);
                self.operands(&binary.right);
            }
            (Decision::Around, Expr::Paren(around)) => self.operands(&around.expr),
            (Decision::Around, Expr::Group(around)) => self.operands(&around.expr),
            (Decision::Around, Expr::Unary(around)) if matches!(around.op, UnOp::Not(_)) => {
                self.operands(&around.expr);
            }
            _ => {
                let outcomes = self.decision(expression);
                self.join(outcomes);
            }
        }
    }

    /// A `let` in a condition; `is_alone`: the `let` is the whole condition.
    fn binding(&mut self, binding: &ExprLet, is_alone: bool) -> Outcomes {
        let bound = self.bound(&binding.expr);
        let place = Place::from_span(binding.let_token.span);
        if !can_fail(&binding.pat) {
            self.bind(&binding.pat, &bound);
            return Outcomes { when_true: self.take_ends(), when_false: Vec::new() };
        }
        let is_unknown =
            is_opaque(&binding.pat) || Scrutinee::from_expression(&binding.expr) == Scrutinee::Unknown;
        let outcomes = match is_unknown && !is_alone {
            true => self.decide(NodeKind::Choice, place),
            false => {
                let claims = self.claim_pattern(&binding.expr, &binding.pat, None);
                self.condition(ConditionKind::Pattern, place, bound.uses.clone(), claims)
            }
        };
        self.ends = outcomes.when_true;
        self.bind(&binding.pat, &bound);
        Outcomes { when_true: self.take_ends(), when_false: outcomes.when_false }
    }

    pub(super) fn matches(&mut self, expression: &Expr, matches: &Matches) -> Outcomes {
        let bound = self.bound(&matches.scrutinee);
        let place = Place::from_expression(expression);
        let pattern = match can_fail(&matches.pattern) {
            true => {
                let claims = self.claim_pattern(&matches.scrutinee, &matches.pattern, None);
                self.condition(ConditionKind::Pattern, place, bound.uses.clone(), claims)
            }
            false => Outcomes { when_true: self.take_ends(), when_false: Vec::new() },
        };
        let Some((_, guard)) = &matches.guard else {
            return pattern;
        };
        self.ends = pattern.when_true;
        let names = self.recorder.scope();
        self.bind(&matches.pattern, &bound);
        let mut guard = self.decision(guard);
        self.recorder.leave_scope(names);
        guard.when_false.extend(pattern.when_false);
        guard
    }

    pub(super) fn panic(&mut self, at: Span) {
        self.leave(Place::from_span(at), Label::Panic);
    }
}
