//! Hidden checks, if requested.
//!
//! 1. A check is classified before its operands are visited, and rewritten afterwards. So
//!    conditions are found, and numbered, as without checks.
//! 2. An operator, an index or a call stays one, with the user's own tokens. Probes wrap operands,
//!    which are moved or copied there anyway, and pass them on unchanged.
//! 3. An index is read together with the indexed place, if that is only read. If the place may be
//!    mutably borrowed, its length is *held* before it: a statement before the current one does so,
//!    if its name is in scope there. Only names, fields and dereferences are evaluated there, and
//!    elements after a test that they exist. The left operand of a compound assignment is read the
//!    same way.

use sbst_source::span::Spanned as _;
use std::collections::BTreeSet;

use proc_macro2::Span;
use sbst_source::visit_mut::{self, VisitMut as _};
use syn::{ext::IdentExt as _, BinOp, Expr, ExprBinary, ExprIndex, Pat, Stmt, UnOp};

use super::guarded::{guarded, is_packed_index, is_plain_place, Guarded};
use super::operations::may_be_variable;
use super::Rewriter;
use crate::condition::callees::may_propagate;
use crate::condition::checks::{
    build_check, check_of, failing, index_check, literal, may_be_integers, may_fail, negation_may_fail,
    precondition, Check, CheckKind,
};
use crate::condition::computations::computation;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, Scrutinee};
use crate::condition::{diverges, peeled};
use crate::rewrite::probes::checks::{Right, Seen};
use crate::rewrite::probes::operations::Origin;
use crate::syntax::leading_attributes::leading_attributes;
use crate::syntax::operators::{arithmetic, assigns};
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::{only_reads, Precondition};
use sbst_vocabulary::Arithmetic;

/// The hidden checks of a body, if requested.
#[derive(Default)]
pub(super) struct Checks {
    pub(super) all: Vec<Check>,
    /// True if all operations are followed.
    pub(super) follows: bool,
    /// True if failures are sought.
    pub(super) seeks: bool,
    /// The use of the next visited place.
    access: Access,
    /// The beginning of the outermost parentheses around the next visited expression.
    parentheses: Option<Span>,
    /// The visited statement, if code can be put before it.
    statement: Option<Statement>,
}

impl Checks {
    pub(super) fn new(follows: bool, seeks: bool) -> Checks {
        Checks { follows, seeks, ..Checks::default() }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Access {
    #[default]
    Read,
    /// It may be mutably borrowed.
    Unknown,
}

pub(super) struct Statement {
    binds: BTreeSet<String>,
    before: Vec<Stmt>,
}

impl Rewriter<'_> {
    /// The next expression is a place that may be mutably borrowed.
    pub(super) fn may_change(&mut self) {
        if let Some(checks) = &mut self.checks {
            checks.access = Access::Unknown;
        }
    }

    /// The facts about a statement before its visit, if needed.
    pub(super) fn statement(&self, statement: &mut Stmt) -> Option<Statement> {
        let is_known = self.checks.is_some() && !has_attributes(statement);
        is_known.then(|| Statement { binds: bound_in(statement), before: Vec::new() })
    }

    /// Visits a statement and appends it to `statements`, after the code that holds lengths.
    pub(super) fn visit_in(
        &mut self,
        inside: Option<Statement>,
        statements: &mut Vec<Stmt>,
        visit: impl FnOnce(&mut Self, &mut Vec<Stmt>),
    ) {
        let Some(checks) = &mut self.checks else {
            return visit(self, statements);
        };
        let outside = std::mem::replace(&mut checks.statement, inside);
        let begin = statements.len();
        visit(self, statements);
        let Some(checks) = &mut self.checks else { return };
        let inside = std::mem::replace(&mut checks.statement, outside);
        let before = inside.map(|inside| inside.before).unwrap_or_default();
        statements.splice(begin..begin, before);
    }

    /// Visits an expression that may have a hidden check. True if it has visited it.
    pub(super) fn visit_checked(&mut self, expression: &mut Expr) -> bool {
        let follows = self.follows();
        let Some(checks) = &mut self.checks else { return false };
        let access = std::mem::take(&mut checks.access);
        let around = std::mem::take(&mut checks.parentheses);
        match expression {
            Expr::Binary(binary) if probed(&binary.op, follows).is_some() => {
                self.visit_arithmetic(expression, around)
            }
            Expr::Assign(_) if follows => self.visit_assignment(expression),
            Expr::Cast(_) if follows => self.visit_cast(expression),
            Expr::Unary(unary) if follows && matches!(unary.op, UnOp::Not(_)) => {
                self.visit_complement(expression)
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => self.visit_negation(expression, around),
            Expr::Index(_) => self.visit_index(expression, access, around),
            Expr::MethodCall(call) if follows && (!checks.seeks || computation(call).is_some()) => {
                self.visit_followed_call(expression)
            }
            Expr::Call(_) if follows => self.visit_conversion(expression),
            Expr::MethodCall(_) => self.visit_call(expression),
            Expr::Unary(unary) => self.inherit(access, matches!(unary.op, UnOp::Deref(_)), expression),
            Expr::Paren(inner) => {
                if is_operation(&inner.expr) {
                    checks.parentheses = around.or_else(|| Some(inner.paren_token.span.open()));
                }
                self.inherit(access, true, expression);
            }
            Expr::Field(_) | Expr::Group(_) => self.inherit(access, true, expression),
            Expr::Reference(reference) => {
                let exclusive = reference.mutability.is_some();
                self.inherit(Access::Unknown, exclusive, expression);
            }
            Expr::Assign(_) | Expr::RawAddr(_) => self.inherit(Access::Unknown, true, expression),
            Expr::Match(_) => {
                self.may_change();
                return false;
            }
            _ => return false,
        }
        true
    }

    /// Visits an expression whose first operand has this access.
    fn inherit(&mut self, access: Access, inherits: bool, expression: &mut Expr) {
        if let Some(checks) = self.checks.as_mut().filter(|_| inherits) {
            checks.access = access;
        }
        visit_mut::visit_expr_mut(self, expression);
        if let Some(checks) = &mut self.checks {
            checks.access = Access::Read;
            checks.parentheses = None;
        }
    }

    pub(super) fn number_check(&mut self, check: Check) -> usize {
        let cfgs = self.cfgs.clone();
        let Some(checks) = &mut self.checks else { return 0 };
        checks.all.push(Check { cfgs, is_sought: checks.seeks && check.is_sought, ..check });
        checks.all.len() - 1
    }

    /// `left op right`
    fn visit_arithmetic(&mut self, expression: &mut Expr, around: Option<Span>) {
        let Expr::Binary(binary) = expression else { return };
        let ExprBinary { left, op, right, .. } = &*binary;
        let is_assignment = assigns(op);
        let seen_place = is_assignment.then(|| guarded(left)).flatten();
        let can_be_seen = !is_assignment || seen_place.is_some();
        let is_variable = may_be_variable(left);
        let is_sought = failing(op).is_some() && may_fail(op, left, right);
        let is_wanted = if self.follows() { may_be_integers(left, right) } else { is_sought };
        let found = probed(op, self.follows()).filter(|_| is_wanted && can_be_seen);
        let origins = [left, right].map(|operand| self.origin(operand));
        let spans = [left.span(), right.span()];
        let check = |operator| Check { is_sought, ..build_check(expression, check_of(operator), around) };
        let check = found.map(|operator| (operator, check(operator)));
        let Expr::Binary(binary) = expression else { return };
        let seen = match literal(&binary.right) {
            Some((value, negative)) => Right::Literal(value, negative),
            None if self.follows() && may_be_variable(&binary.right) => Right::Other,
            None if is_plain_place(&binary.right) => Right::Place(looking_only((*binary.right).clone())),
            None => Right::Other,
        };
        if is_assignment {
            self.may_change();
        }
        self.visit_expr_mut(&mut binary.left);
        self.visit_expr_mut(&mut binary.right);
        let Some((operator, check)) = check else { return };
        let [left, right] = origins;
        if !is_assignment {
            self.probes.follow(&mut binary.left, left);
        }
        if let Right::Other = seen {
            self.probes.follow(&mut binary.right, right);
        }
        let number = self.number_check(check);
        match seen_place {
            Some(mut place) => {
                place.is_followed = self.follows() && is_variable;
                self.probes.arithmetic_assigned(expression, operator, &place, seen, number, spans);
                if self.follows() {
                    self.probes.written_behind(expression, &place);
                }
            }
            None => self.probes.arithmetic(expression, operator, seen, number, spans),
        }
    }

    /// `-operand`
    fn visit_negation(&mut self, expression: &mut Expr, around: Option<Span>) {
        let Expr::Unary(negation) = &*expression else { return };
        let may_fail = negation_may_fail(&negation.expr);
        let check = may_fail.then(|| build_check(expression, CheckKind::Overflow, around));
        let origin = self.origin(&negation.expr);
        let span = negation.expr.span();
        // A literal below is part of the number.
        visit_mut::visit_expr_mut(self, expression);
        let Some(check) = check else { return };
        let number = self.number_check(check);
        let Expr::Unary(negation) = expression else { return };
        self.probes.follow(&mut negation.expr, origin);
        self.probes.negated_operand(&mut negation.expr, number, span);
    }

    fn visit_index(&mut self, expression: &mut Expr, access: Access, around: Option<Span>) {
        let Expr::Index(indexed) = &*expression else { return };
        let seen = index_check(indexed).and_then(|kind| Some((kind, self.seen_base(indexed, access)?)));
        let check = seen.map(|(kind, seen)| (build_check(expression, kind, around), seen));
        let Expr::Index(indexed) = expression else { return };
        let origin = self
            .origin(&indexed.index)
            .filter(|origin| matches!(origin, Origin::Variable(_) | Origin::Place(_)));
        if let Some(checks) = &mut self.checks {
            checks.access = access;
        }
        self.visit_beginning(&mut indexed.expr);
        self.visit_expr_mut(&mut indexed.index);
        let Some((check, seen)) = check else { return };
        self.probes.follow(&mut indexed.index, origin);
        let number = self.number_check(check);
        if let Seen::Held(place) = &seen {
            let held = self.probes.held_length(place, number, indexed.expr.span());
            self.hold(held);
        }
        self.probes.indexed(indexed, seen, number);
    }

    fn seen_base(&self, indexed: &ExprIndex, access: Access) -> Option<Seen> {
        let base = &indexed.expr;
        match Scrutinee::from_expression(base) {
            Scrutinee::Place if may_be_packed(base) || is_packed_index(base) => None,
            Scrutinee::Place if access == Access::Read => Some(Seen::Place(looking_only((**base).clone()))),
            Scrutinee::Place => self.held(base).map(Seen::Held),
            Scrutinee::Value if is_call(base) => Some(Seen::Value),
            _ => None,
        }
    }

    fn visit_call(&mut self, expression: &mut Expr) {
        let Expr::MethodCall(call) = &*expression else { return };
        let receiver = &call.receiver;
        let scrutinee = match Scrutinee::from_expression(receiver) {
            Scrutinee::Place if may_be_packed(receiver) || is_packed_index(receiver) => Scrutinee::Unknown,
            Scrutinee::Value if !is_call(receiver) => Scrutinee::Unknown,
            other => other,
        };
        let place = looking_only((**receiver).clone());
        let known = match scrutinee {
            Scrutinee::Place | Scrutinee::Value => precondition(call),
            _ => None,
        };
        let known = known.filter(|precondition| works_on(*precondition, scrutinee));
        let check = known.map(|known| (build_check(expression, known.kind(), None), known));
        let Expr::MethodCall(call) = expression else { return };
        // A reported distance would replace the followed values.
        let propagates = may_propagate(&call.receiver) && !self.follows();
        let reads = only_reads(&call.method.unraw().to_string());
        if !reads {
            self.may_change();
        }
        match self.follows() {
            true => self.visit_beginning(&mut call.receiver),
            false => self.visit_expr_mut(&mut call.receiver),
        }
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        let Some((check, precondition)) = check else { return };
        let number = self.number_check(check);
        let is_place = scrutinee == Scrutinee::Place;
        match precondition {
            Precondition::Variant(wanted) if is_place => {
                self.probes.place_asked(expression, &place, "expect_variant", wanted, number);
            }
            Precondition::Variant(wanted) => {
                self.probes.value_unwrapped(&mut call.receiver, wanted, propagates, number);
            }
            Precondition::Free(exclusively) => {
                self.probes.place_asked(expression, &place, "expect_free", exclusively, number);
            }
            Precondition::Demand(demand, _) => self.probes.demanding(expression, &place, demand, number),
        }
    }

    /// `place`, if it can be read before the statement: its names are in scope there.
    fn held(&self, place: &Expr) -> Option<Guarded> {
        let statement = self.checks.as_ref().and_then(|checks| checks.statement.as_ref())?;
        guarded(place).filter(|guarded| guarded.names.is_disjoint(&statement.binds))
    }

    fn hold(&mut self, held: Stmt) {
        let Some(statement) = self.checks.as_mut().and_then(|checks| checks.statement.as_mut()) else {
            return;
        };
        statement.before.push(held);
    }
}

/// Returns an operator that has a probe.
fn probed(op: &BinOp, follows: bool) -> Option<Arithmetic> {
    if follows {
        arithmetic(op)
    } else {
        failing(op)
    }
}

/// Only `unwrap` and similar methods work on a value that is passed on.
fn works_on(precondition: Precondition, scrutinee: Scrutinee) -> bool {
    scrutinee == Scrutinee::Place || matches!(precondition, Precondition::Variant(_))
}

/// True if the contents of parentheses are an operation, or parentheses again.
fn is_operation(expression: &Expr) -> bool {
    match expression {
        Expr::Binary(binary) => failing(&binary.op).is_some(),
        other => matches!(other, Expr::Unary(_) | Expr::Index(_) | Expr::Paren(_)),
    }
}

/// True if `expression` is a call, or the value of `?`: a temporary.
fn is_call(expression: &Expr) -> bool {
    matches!(
        peeled(expression),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) | Expr::Await(_) | Expr::Macro(_)
    ) && !diverges(expression)
}

fn bound_in(statement: &Stmt) -> BTreeSet<String> {
    let mut bound = BTreeSet::new();
    statement.walk(&mut |node| {
        if let Node::Pat(Pat::Ident(pattern)) = node {
            bound.insert(pattern.ident.unraw().to_string());
        }
        true
    });
    bound
}

/// True if a statement has attributes, which may remove it: then no code can be put before it.
fn has_attributes(statement: &mut Stmt) -> bool {
    match statement {
        Stmt::Local(local) => !local.attrs.is_empty(),
        Stmt::Macro(invocation) => !invocation.attrs.is_empty(),
        Stmt::Expr(expression, _) => {
            leading_attributes(expression).is_some_and(|attributes| !attributes.is_empty())
        }
        Stmt::Item(_) => true,
    }
}
