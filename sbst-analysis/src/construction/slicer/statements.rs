//! Blocks, decisions and loops.

use syn::spanned::Spanned as _;
use syn::{Block, Expr, ExprForLoop, ExprIf, ExprMatch, ExprWhile, Local, Pat, Stmt, UnOp};

use super::{Nodes, Slicer, Value};
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::known_macros::Matches;
use sbst_instrument::condition::patterns::can_fail;
use sbst_instrument::condition::{is_connective, ConditionKind, Decision};

impl Slicer<'_> {
    /// A block; its value is that of its last expression.
    pub(super) fn block(&mut self, block: &Block) -> Value {
        let names = self.frame().scopes.len();
        let mut last = Value::default();
        for statement in &block.stmts {
            last = Value::default();
            // what comes after a way to leave depends on what decided that it was not taken
            let left = self.frame().left.clone();
            self.frame_mut().control.add(&left);
            match statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expression, None) => last = self.expression(expression),
                Stmt::Expr(expression, Some(_)) => {
                    self.expression(expression);
                }
                Stmt::Macro(invocation) => last = self.invocation(None, &invocation.mac),
                Stmt::Item(_) => {}
            }
        }
        self.frame_mut().scopes.truncate(names);
        last
    }

    fn local(&mut self, local: &Local) {
        let Some(init) = &local.init else { return self.bind(&local.pat, &Value::default()) };
        let value = self.expression(&init.expr);
        if let Some((_, otherwise)) = &init.diverge {
            let mut tested = value.sources();
            self.tested(&local.pat, &value, &mut tested);
            if can_fail(&local.pat) {
                self.condition(ConditionKind::Pattern, Place::of(local.let_token.span), &tested);
            }
            self.controlled(&tested, |this| this.expression(otherwise));
        }
        let control = self.frame().control.clone();
        self.bind(&local.pat, &value.decided_by(&control));
    }

    /// What the program decides on: the nodes that have a say in it. Names that are bound by it stay.
    pub(super) fn decision(&mut self, expression: &Expr) -> Nodes {
        match (Decision::of(expression), expression) {
            (Decision::Constant, _) => Nodes::new(),
            (Decision::Around, Expr::Paren(around)) => self.decision(&around.expr),
            (Decision::Around, Expr::Group(around)) => self.decision(&around.expr),
            (Decision::Around, Expr::Unary(around)) if matches!(around.op, UnOp::Not(_)) => {
                self.decision(&around.expr)
            }
            (Decision::Pattern, Expr::Let(binding)) => {
                let value = self.expression(&binding.expr);
                self.matched(&binding.pat, &value, Place::of(binding.let_token.span))
            }
            (Decision::Pattern, Expr::Macro(invocation)) => match Matches::parse(&invocation.mac) {
                Some(matches) => self.matches(expression, &matches),
                None => self.boolean(expression),
            },
            (Decision::Comparison, Expr::Binary(comparison)) => {
                self.comparison(Place::of_expression(expression), comparison)
            }
            (Decision::Connective, Expr::Binary(connective)) if is_connective(&connective.op) => {
                let mut nodes = self.decision(&connective.left);
                let right = self.controlled(&nodes, |this| this.decision(&connective.right));
                nodes.add(&right);
                nodes
            }
            (Decision::Eager, Expr::Binary(eager)) => {
                let mut nodes = self.decision(&eager.left);
                nodes.add(&self.decision(&eager.right));
                self.condition(ConditionKind::Boolean, Place::of_expression(expression), &nodes);
                nodes
            }
            _ => self.boolean(expression),
        }
    }

    fn boolean(&mut self, expression: &Expr) -> Nodes {
        let nodes = self.expression(expression).sources();
        self.condition(ConditionKind::Boolean, Place::of_expression(expression), &nodes);
        nodes
    }

    /// Whether a value matches a pattern, whose names are bound.
    fn matched(&mut self, pattern: &Pat, value: &Value, place: Place) -> Nodes {
        let mut nodes = value.sources();
        self.tested(pattern, value, &mut nodes);
        if can_fail(pattern) {
            self.condition(ConditionKind::Pattern, place, &nodes);
        }
        self.bind(pattern, value);
        nodes
    }

    fn matches(&mut self, expression: &Expr, matches: &Matches) -> Nodes {
        let value = self.expression(&matches.scrutinee);
        let names = self.frame().scopes.len();
        let mut nodes = self.matched(&matches.pattern, &value, Place::of_expression(expression));
        if let Some((_, guard)) = &matches.guard {
            let guard = self.controlled(&nodes, |this| this.decision(guard));
            nodes.add(&guard);
        }
        self.frame_mut().scopes.truncate(names);
        nodes
    }

    pub(super) fn branch(&mut self, branch: &ExprIf) -> Value {
        let names = self.frame().scopes.len();
        let nodes = self.decision(&branch.cond);
        let then = self.controlled(&nodes, |this| this.block(&branch.then_branch));
        self.frame_mut().scopes.truncate(names);
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => self.controlled(&nodes, |this| this.expression(otherwise)),
            None => return Value::default(),
        };
        then.join(otherwise).decided_by(&nodes)
    }

    pub(super) fn matching(&mut self, matching: &ExprMatch) -> Value {
        let value = self.expression(&matching.expr);
        let mut nodes = value.sources();
        let mut result = Value::default();
        for arm in &matching.arms {
            let names = self.frame().scopes.len();
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            self.tested(pattern, &value, &mut nodes);
            self.condition(ConditionKind::Arm, Place::of(pattern.span()), &nodes);
            self.bind(pattern, &value);
            if let Some(guard) = guard {
                let guard = self.controlled(&nodes, |this| this.decision(guard));
                nodes.add(&guard);
            }
            let taken = self.controlled(&nodes, |this| this.expression(&arm.body));
            result = result.join(taken);
            self.frame_mut().scopes.truncate(names);
        }
        result.decided_by(&nodes)
    }

    pub(super) fn for_loop(&mut self, repetition: &ExprForLoop) {
        let over = self.expression(&repetition.expr);
        let nodes = over.sources();
        self.condition(ConditionKind::Loop, Place::of(repetition.for_token.span), &nodes);
        let item = self.iterated(&over);
        let names = self.frame().scopes.len();
        self.bind(&repetition.pat, &item);
        self.controlled(&nodes, |this| {
            this.block(&repetition.body);
            this.block(&repetition.body);
        });
        self.frame_mut().scopes.truncate(names);
    }

    pub(super) fn while_loop(&mut self, repetition: &ExprWhile) {
        for _ in 0..2 {
            let names = self.frame().scopes.len();
            let nodes = self.decision(&repetition.cond);
            self.controlled(&nodes, |this| this.block(&repetition.body));
            self.frame_mut().scopes.truncate(names);
        }
    }
}
