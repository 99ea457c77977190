//! Expressions in the order of their evaluation.

use sbst_source::span::Spanned as _;
use sbst_source::visit::{self, Visit};
use syn::{
    Arm, Attribute, Block, Expr, ExprAssign, ExprAsync, ExprBlock, ExprBreak, ExprCall, ExprClosure,
    ExprConst, ExprContinue, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprMethodCall, ExprRawAddr,
    ExprReference, ExprRepeat, ExprReturn, ExprTry, ExprTryBlock, ExprWhile, FieldValue, GenericArgument,
    Item, Lifetime, Macro, Pat, Stmt, Type, UnOp,
};

use super::super::{Label, NodeKind, EXIT};
use super::{places::is_compound, Builder, EnclosingKind};
use crate::analysis::{Place, Reason};
use crate::condition::{is_comparison, is_connective, is_decided, peeled, ConditionKind};

/// Functions of the library that do not return, with the usual module before their names.
const ENDS: [(&str, &str); 6] = [
    ("process", "exit"),
    ("process", "abort"),
    ("panic", "panic_any"),
    ("panic", "resume_unwind"),
    ("hint", "unreachable_unchecked"),
    ("intrinsics", "abort"),
];

impl<'ast> Visit<'ast> for Builder {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Binary(binary) if is_connective(&binary.op) => {
                let outcomes = self.connective(binary);
                self.join(outcomes);
            }
            Expr::Binary(binary) if is_comparison(binary) => {
                let outcomes = self.comparison(expression, binary);
                self.join(outcomes);
            }
            Expr::Let(_) => {
                let outcomes = self.decision(expression);
                self.join(outcomes);
            }
            Expr::Macro(invocation) => self.invocation(expression, &invocation.mac),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => self.read(expression),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.read(expression),
            Expr::Binary(binary) if is_compound(&binary.op) => self.compound(expression, binary),
            Expr::Verbatim(_) => self.imprecise(Place::from_span(expression.span()), Reason::Syntax),
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let names = self.recorder.scope();
        block.stmts.iter().for_each(|statement| self.statement(statement));
        self.recorder.leave_scope(names);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        self.statement(statement);
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        let names = self.recorder.scope();
        let outcomes = self.alone(&branch.cond);
        self.ends = outcomes.when_true;
        self.visit_block(&branch.then_branch);
        self.recorder.leave_scope(names);
        let then = self.take_ends();
        self.ends = outcomes.when_false;
        if let Some((_, otherwise)) = &branch.else_branch {
            self.visit_expr(otherwise);
            self.settle();
        }
        self.ends.extend(then);
    }

    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        self.matching(matching);
    }

    fn visit_expr_loop(&mut self, repetition: &'ast ExprLoop) {
        self.endless(repetition);
    }

    fn visit_expr_while(&mut self, repetition: &'ast ExprWhile) {
        self.while_loop(repetition);
    }

    fn visit_expr_for_loop(&mut self, repetition: &'ast ExprForLoop) {
        self.for_loop(repetition);
    }

    fn visit_expr_block(&mut self, block: &'ast ExprBlock) {
        match &block.label {
            Some(label) => {
                let name = Some(label.name.ident.to_string());
                self.within(name, EnclosingKind::Block, |this| this.visit_block(&block.block));
            }
            None => self.visit_block(&block.block),
        }
    }

    fn visit_expr_try_block(&mut self, block: &'ast ExprTryBlock) {
        self.within(None, EnclosingKind::Try, |this| this.visit_block(&block.block));
    }

    fn visit_expr_assign(&mut self, assignment: &'ast ExprAssign) {
        let mark = self.recorder.mark();
        self.visit_expr(&assignment.right);
        let given = self.describe_value(&assignment.right);
        self.assign(&assignment.left, Place::from_expression(&assignment.left), mark);
        if matches!(peeled(&assignment.left), Expr::Path(_)) {
            self.give(given);
        }
    }

    fn visit_expr_reference(&mut self, reference: &'ast ExprReference) {
        match reference.mutability {
            Some(_) => self.borrow(&reference.expr, Place::from_span(reference.and_token.span)),
            None => self.visit_expr(&reference.expr),
        }
    }

    fn visit_expr_raw_addr(&mut self, address: &'ast ExprRawAddr) {
        let place = Place::from_span(address.and_token.span);
        self.imprecise(place, Reason::RawPointer);
        self.borrow(&address.expr, place);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.method_call(call);
    }

    fn visit_expr_try(&mut self, tried: &'ast ExprTry) {
        let mark = self.recorder.mark();
        self.visit_expr(&tried.expr);
        let uses = self.recorder.since(mark);
        let place = Place::from_span(tried.question_token.span);
        if is_decided(&tried.expr) {
            if leaves(&tried.expr) {
                self.node(NodeKind::Statement, place);
                self.return_early();
            }
            return;
        }
        let claims = self.claim_try(&tried.expr);
        let outcomes = self.condition(ConditionKind::Try, place, uses, claims);
        self.ends = outcomes.when_false;
        self.return_early();
        self.ends = outcomes.when_true;
    }

    fn visit_expr_return(&mut self, leaving: &'ast ExprReturn) {
        visit::visit_expr_return(self, leaving);
        self.leave(Place::from_span(leaving.return_token.span), Label::Return);
    }

    fn visit_expr_break(&mut self, leaving: &'ast ExprBreak) {
        if let Some(value) = &leaving.expr {
            self.visit_expr(value);
        }
        self.node(NodeKind::Statement, Place::from_span(leaving.break_token.span));
        self.break_to(leaving.label.as_ref());
    }

    fn visit_expr_continue(&mut self, leaving: &'ast ExprContinue) {
        self.node(NodeKind::Statement, Place::from_span(leaving.continue_token.span));
        self.continue_with(leaving.label.as_ref());
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        self.call(call);
        if ends_process(&call.func) {
            self.panic(call.func.span());
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        let given = std::mem::replace(&mut self.given, 0..0);
        self.apart(Place::from_span(closure.inputs_begin.span), |this| {
            this.closure_parameters(closure, given);
            this.visit_expr(&closure.body);
        });
    }

    fn visit_expr_async(&mut self, block: &'ast ExprAsync) {
        self.apart(Place::from_span(block.async_token.span), |this| this.visit_block(&block.block));
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        self.perhaps(&field.attrs, |this| this.visit_expr(&field.expr));
    }

    // The length of an array is a constant.
    fn visit_expr_repeat(&mut self, array: &'ast ExprRepeat) {
        self.visit_expr(&array.expr);
    }

    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}
    fn visit_item(&mut self, _: &'ast Item) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_arm(&mut self, _: &'ast Arm) {}
    fn visit_macro(&mut self, _: &'ast Macro) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

impl Builder {
    /// Leads the ends to the target of `?`.
    pub(super) fn return_early(&mut self) {
        match self.enclosing.iter_mut().rev().find(|around| around.kind == EnclosingKind::Try) {
            Some(block) => block.left.append(&mut self.ends),
            None => self.lead_to(EXIT),
        }
    }

    /// Leads the ends of a statement to the end of the construct that `break` leaves.
    pub(super) fn break_to(&mut self, label: Option<&Lifetime>) {
        self.relabel(Label::Break);
        let name = label.map(|label| label.ident.to_string());
        let left = self.enclosing.iter_mut().rev().find(|around| match &name {
            Some(_) => around.label == name,
            None => matches!(around.kind, EnclosingKind::Loop(_)),
        });
        match left {
            Some(left) => left.left.append(&mut self.ends),
            // The compiler will report a `break` outside of a loop.
            None => self.lead_to(EXIT),
        }
    }

    /// Leads the ends of a statement to the next iteration.
    pub(super) fn continue_with(&mut self, label: Option<&Lifetime>) {
        self.relabel(Label::Continue);
        let name = label.map(|label| label.ident.to_string());
        let next = self.enclosing.iter().rev().find_map(|around| match around.kind {
            EnclosingKind::Loop(next) if name.is_none() || around.label == name => Some(next),
            _ => None,
        });
        self.lead_to(next.unwrap_or(EXIT));
    }
}

/// True if `?` evidently always leaves with `operand`.
fn leaves(operand: &Expr) -> bool {
    let constructor = match peeled(operand) {
        Expr::Call(call) => peeled(&call.func),
        other => other,
    };
    matches!(constructor, Expr::Path(path) if path.path.segments.last().is_some_and(|name| {
        name.ident == "Err" || name.ident == "None"
    }))
}

fn ends_process(function: &Expr) -> bool {
    let Expr::Path(path) = peeled(function) else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let (Some(name), Some(module)) = (names.next(), names.next()) else {
        return false;
    };
    ENDS.iter().any(|(in_module, ending)| module == in_module && name == ending)
}
