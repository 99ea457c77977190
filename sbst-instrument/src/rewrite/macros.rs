//! Macros of the standard library.

use quote::ToTokens as _;
use sbst_source::span::Spanned as _;
use sbst_source::visit_mut::VisitMut as _;
use syn::{Expr, ExprMacro, Stmt, StmtMacro};

use super::Rewriter;
use crate::condition::known_macros::{Arguments, KnownMacro, Matches};
use crate::condition::patterns::can_fail;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{from_root, looking_only, root, Scrutinee};
use crate::condition::{Condition, ConditionKind};
use crate::rewrite::probes::assertions::Look;
use crate::rewrite::probes::patterns::after;
use sbst_source::source_text::{assertion_text, source_text};

impl Rewriter<'_> {
    pub(super) fn visit_invocation(&mut self, expression: &mut Expr) {
        let Expr::Macro(invocation) = expression else {
            return;
        };
        let tokens = match KnownMacro::parse(&invocation.mac) {
            None => return,
            Some(KnownMacro::Matches(matches)) => return self.visit_matches(expression, *matches),
            Some(KnownMacro::AssertCompared(equal, arguments)) => {
                let taken = std::mem::replace(expression, Expr::PLACEHOLDER);
                if let Expr::Macro(invocation) = taken {
                    *expression = self.visit_assertion(invocation, arguments, equal);
                }
                return;
            }
            Some(KnownMacro::Assert(mut arguments)) => {
                self.visit_assert(&mut arguments);
                arguments.into_token_stream()
            }
            Some(KnownMacro::Other(mut arguments)) => {
                arguments.iter_mut().for_each(|argument| self.visit_argument(argument));
                arguments.into_token_stream()
            }
            Some(KnownMacro::Repeat(mut repeat)) => {
                self.visit_expr_mut(&mut repeat.element);
                self.visit_expr_mut(&mut repeat.length);
                repeat.into_token_stream()
            }
        };
        invocation.mac.tokens = tokens;
    }

    /// Visits an argument of a macro. A named one, `format!("{n}", n = 3)`, is parsed as an
    /// assignment.
    fn visit_argument(&mut self, argument: &mut Expr) {
        match argument {
            Expr::Assign(named) => self.visit_expr_mut(&mut named.right),
            other => self.visit_expr_mut(other),
        }
    }

    pub(super) fn visit_invocation_statement(&mut self, statement: StmtMacro) -> Stmt {
        let StmtMacro { attrs, mac, semi_token } = statement;
        let mut expression = Expr::Macro(ExprMacro { attrs, mac });
        self.visit_expr_mut(&mut expression);
        match expression {
            Expr::Macro(ExprMacro { attrs, mac }) => Stmt::Macro(StmtMacro { attrs, mac, semi_token }),
            other => Stmt::Expr(other, semi_token),
        }
    }

    fn visit_assert(&mut self, arguments: &mut Arguments) {
        let is_without_message = arguments.len() == 1;
        let Some(condition) = arguments.first_mut() else {
            return;
        };
        let text = assertion_text(condition.to_token_stream());
        let before = self.conditions.len();
        self.visit_decision(condition);
        if is_without_message && self.conditions.len() > before {
            match self.has_own_assert {
                true => self.probes.asserted(condition, &text),
                false => self.probes.asserted_with_message(arguments, &text),
            }
            return;
        }
        arguments.iter_mut().skip(1).for_each(|argument| self.visit_argument(argument));
    }

    fn visit_assertion(&mut self, invocation: ExprMacro, mut arguments: Arguments, equal: bool) -> Expr {
        let operands = arguments.iter().take(2).map(|operand| source_text(operand.to_token_stream()));
        let operands: Vec<String> = operands.collect();
        let text =
            format!("{}!({})", source_text(invocation.mac.path.to_token_stream()), operands.join(", "));
        let condition = Condition::at(invocation.mac.path.span(), ConditionKind::Comparison, text);
        let looks = [0, 1].map(|index| {
            let operand = &arguments[index];
            match Scrutinee::from_expression(operand) {
                _ if may_be_packed(operand) => Look::None,
                Scrutinee::Place => Look::Place(looking_only(operand.clone())),
                Scrutinee::Value => Look::Value(operand.span()),
                Scrutinee::WithinValue => Look::Within(Box::new(operand.clone())),
                Scrutinee::Unknown => Look::None,
            }
        });
        arguments.iter_mut().take(2).for_each(|operand| self.visit_expr_mut(operand));
        let site = self.number(condition);
        arguments.iter_mut().skip(2).for_each(|argument| self.visit_argument(argument));
        self.probes.assertion(invocation, arguments, site, equal, looks)
    }

    fn visit_matches(&mut self, expression: &mut Expr, mut matches: Matches) {
        let condition = Condition::from_expression(ConditionKind::Pattern, expression);
        let scrutinee = Scrutinee::from_expression(&matches.scrutinee);
        let whole = matches.scrutinee.clone();
        let referable = self.places.referable(&whole, [&matches.pattern]);
        let Expr::Macro(invocation) = expression else {
            return;
        };
        self.visit_expr_mut(&mut matches.scrutinee);
        let site = can_fail(&matches.pattern).then(|| self.number(condition));
        if let Some((_, guard)) = &mut matches.guard {
            self.visit_decision(guard);
        }
        let Some(site) = site else {
            invocation.mac.tokens = matches.into_token_stream();
            return;
        };
        let Matches { scrutinee: value, pattern, .. } = &mut matches;
        let mut look = None;
        match scrutinee {
            Scrutinee::Value => self.probes.passing(value, pattern, site, referable, whole.span(), |_| None),
            Scrutinee::WithinValue => {
                let seen = |value: &_| Some(from_root(&whole, root, value));
                self.probes.passing(root(value), pattern, site, referable, whole.span(), seen);
            }
            Scrutinee::Place => {
                let at = crate::syntax::spans::located(whole.span());
                let repeated = self.repeat_before(&whole, site);
                look = Some(self.probes.look(&looking_only(whole), pattern, site, referable, repeated, at));
            }
            Scrutinee::Unknown => {}
        }
        invocation.mac.tokens = matches.into_token_stream();
        match look {
            Some(look) => {
                let attributes = std::mem::take(&mut invocation.attrs);
                *expression = after(look, std::mem::replace(expression, Expr::PLACEHOLDER), attributes);
            }
            None if scrutinee == Scrutinee::Unknown => self.probes.whether_matched(expression, site),
            None => {}
        }
    }
}
