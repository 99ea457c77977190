//! `&`, `|` and `^` where the program decides on their result: then it is a boolean, and so are
//! their operands.

use sbst_source::visit_mut::VisitMut as _;
use syn::{Expr, UnOp};

use super::Rewriter;
use crate::condition::{Condition, ConditionKind, Decision};
use crate::{condition::membership::Known, rewrite::probes::Form};

impl Rewriter<'_> {
    /// Visits the outermost of these operators: a condition, as are the operands.
    pub(super) fn visit_eager(&mut self, expression: &mut Expr) {
        let condition = Condition::from_expression(ConditionKind::Boolean, expression);
        self.visit_connected(expression);
        let site = self.number(condition);
        self.probes.eager(expression, site);
    }

    fn visit_connected(&mut self, expression: &mut Expr) {
        let Expr::Binary(binary) = expression else {
            return;
        };
        self.visit_eager_operand(&mut binary.left);
        self.visit_eager_operand(&mut binary.right);
        self.probes.connected(expression);
    }

    /// Rewrites an operand so that it returns its distances as well.
    fn visit_eager_operand(&mut self, expression: &mut Expr) {
        match Decision::from_expression(expression) {
            Decision::Comparison => self.visit_comparison(expression, Form::Operand),
            Decision::Eager => self.visit_connected(expression),
            Decision::Around => match expression {
                Expr::Paren(around) => self.visit_eager_operand(&mut around.expr),
                Expr::Group(around) => self.visit_eager_operand(&mut around.expr),
                Expr::Unary(around) if matches!(around.op, UnOp::Not(_)) => {
                    self.visit_eager_operand(&mut around.expr);
                    let operand = std::mem::replace(&mut *around.expr, Expr::PLACEHOLDER);
                    *expression = operand;
                    self.probes.negated(expression);
                }
                _ => self.visit_decided(expression),
            },
            Decision::Boolean if Known::from_condition(expression).is_none() => {
                let condition = Condition::from_expression(ConditionKind::Boolean, expression);
                self.visit_expr_mut(expression);
                let site = self.number(condition);
                self.probes.eager_operand(expression, site);
            }
            _ => self.visit_decided(expression),
        }
    }

    /// An operand whose own distances are not passed on.
    fn visit_decided(&mut self, expression: &mut Expr) {
        self.visit_decision(expression);
        self.probes.decided(expression);
    }
}
