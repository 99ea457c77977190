//! The rewriting of a function's body.
//!
//! One walk over the syntax tree finds the conditions, numbers them in the order in which they are evaluated, and puts a
//! probe around each. What is found is decided on the tree as it was written: a condition's text is taken, and its
//! operands are classified, before anything inside them is rewritten.
//!
//! Left alone is what is no part of the function's own execution (items within it, constant expressions) and what is no
//! expression (types, patterns, attributes). Macro invocations are left alone too: nobody but the macro knows whether its
//! tokens are expressions.

use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Attribute, Block, Expr, ExprBinary, ExprConst, ExprForLoop, ExprIf, ExprLoop, ExprRepeat, ExprWhile,
    GenericArgument, Item, Macro, Pat, Path, Type,
};

use crate::capture;
use crate::conditions::{is_comparison, is_connective, Condition, Decision};
use crate::probes::Probes;

/// What the rewriting of a body found.
pub struct Rewritten {
    /// The conditions, in the order of their sites.
    pub conditions: Vec<Condition>,
    /// Whether a comparison captures its left operand, for which traits of the runtime have to be in scope.
    pub captures: bool,
}

/// Puts probes, which call the runtime at `runtime`, around the conditions of `body` and a step into its loops.
pub fn rewrite(body: &mut Block, runtime: &Path) -> Rewritten {
    let mut rewriter = Rewriter { probes: Probes { runtime }, conditions: Vec::new(), captures: false };
    rewriter.visit_block_mut(body);
    Rewritten { conditions: rewriter.conditions, captures: rewriter.captures }
}

struct Rewriter<'a> {
    probes: Probes<'a>,
    conditions: Vec<Condition>,
    captures: bool,
}

impl Rewriter<'_> {
    /// Numbers a condition whose parts have been visited.
    fn number(&mut self, condition: Condition) -> usize {
        self.conditions.push(condition);
        self.conditions.len() - 1
    }

    /// Visits what the program decides on: an operand of `&&` or `||`, or the condition of an `if`, a `while` or a
    /// guard.
    fn visit_decision(&mut self, expression: &mut Expr) {
        match Decision::of(expression) {
            Decision::Constant => {}
            Decision::Pattern | Decision::Comparison | Decision::Connective | Decision::Diverging => {
                self.visit_expr_mut(expression);
            }
            Decision::Around => match expression {
                Expr::Paren(around) => self.visit_decision(&mut around.expr),
                Expr::Group(around) => self.visit_decision(&mut around.expr),
                Expr::Unary(around) => self.visit_decision(&mut around.expr),
                _ => self.visit_expr_mut(expression),
            },
            Decision::Boolean => {
                let condition = Condition::of(expression);
                self.visit_expr_mut(expression);
                let site = self.number(condition);
                self.probes.boolean(expression, site);
            }
        }
    }

    fn visit_connective(&mut self, connective: &mut ExprBinary) {
        self.visit_decision(&mut connective.left);
        self.visit_decision(&mut connective.right);
    }

    fn visit_comparison(&mut self, expression: &mut Expr) {
        let condition = Condition::of(expression);
        let Expr::Binary(comparison) = expression else {
            return;
        };
        let captured = capture::is_needed(&comparison.left, &comparison.right);
        self.captures |= captured;
        self.visit_expr_mut(&mut comparison.left);
        self.visit_expr_mut(&mut comparison.right);
        let site = self.number(condition);
        self.probes.comparison(expression, site, captured);
    }

    fn visit_loop_body(&mut self, body: &mut Block) {
        self.visit_block_mut(body);
        body.stmts.insert(0, self.probes.step());
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Binary(binary) if is_connective(&binary.op) => self.visit_connective(binary),
            Expr::Binary(binary) if is_comparison(binary) => self.visit_comparison(expression),
            _ => visit_mut::visit_expr_mut(self, expression),
        }
    }

    fn visit_expr_if_mut(&mut self, branch: &mut ExprIf) {
        self.visit_decision(&mut branch.cond);
        self.visit_block_mut(&mut branch.then_branch);
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if let Pat::Guard(guarded) = &mut arm.pat {
            self.visit_decision(&mut guarded.guard);
        }
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_expr_while_mut(&mut self, repetition: &mut ExprWhile) {
        self.visit_decision(&mut repetition.cond);
        self.visit_loop_body(&mut repetition.body);
    }

    fn visit_expr_for_loop_mut(&mut self, repetition: &mut ExprForLoop) {
        self.visit_expr_mut(&mut repetition.expr);
        self.visit_loop_body(&mut repetition.body);
    }

    fn visit_expr_loop_mut(&mut self, repetition: &mut ExprLoop) {
        self.visit_loop_body(&mut repetition.body);
    }

    // The length of an array is a constant.
    fn visit_expr_repeat_mut(&mut self, array: &mut ExprRepeat) {
        self.visit_expr_mut(&mut array.expr);
    }

    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut GenericArgument) {}
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_macro_mut(&mut self, _: &mut Macro) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
}
