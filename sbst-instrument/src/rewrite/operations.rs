//! Values followed from operation to operation, for symbolic execution.
//!
//! 1. Each operation of integers leaves its value in a register of the runtime, and the operation
//!    that uses the value next reads it. An operation stays one, with the user's own tokens, as at
//!    hidden checks (`checks.rs`).
//! 2. An operand has an *origin*. It is a constant, or the value of a variable or another place, or
//!    the last evaluated operation, or the result of other code. Only a place that may be read
//!    twice is passed to the runtime.
//! 3. A variable is reported when it is bound or written, so that its place has the value. For
//!    parts of a value bound by a pattern, only the values are known. The counter of a range is the
//!    number of iterations from its start, and these are steps of the path.
//! 4. The type of an operand may change if it passes through a function (by a borrow for the call,
//!    or a coercion). Such an operand never does: its place is reported beside it.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use sbst_source::span::Spanned as _;
use sbst_source::visit_mut::{self, VisitMut as _};
use syn::ext::IdentExt as _;
use syn::{
    token, Block, Expr, ExprBlock, ExprClosure, ExprMethodCall, FnArg, Ident, ItemFn, Local, Pat, Stmt, Type,
    UnOp,
};

use super::guarded::{guarded, is_plain_place, Guarded};
use super::Rewriter;
use crate::condition::checks::{build_check, is_constant, is_no_integer, literal, CheckKind};
use crate::condition::closed::is_closed;
use crate::condition::computations::{computation, conversion, Computation};
use crate::condition::patterns::begins_with_capital;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, Scrutinee};
use crate::condition::{diverges, is_comparison, is_connective, peeled};
use crate::rewrite::probes::operations::{Origin, Reports};
use crate::rewrite::probes::Probes;
use crate::syntax::operators::arithmetic;
use sbst_vocabulary::standard::only_reads;
use sbst_vocabulary::standard::types::is_integer;

/// The argument of a computation.
enum Argument {
    None,
    /// It is passed through a function.
    Passing(Origin),
    /// It is a reference to a place that the compiler may coerce to another one (rule 4).
    Referred(Guarded),
}

impl Argument {
    /// Returns `None` if the argument cannot be read.
    fn new(computation: Computation, call: &ExprMethodCall) -> Option<Argument> {
        let Some(argument) = call.args.first() else { return Some(Argument::None) };
        match (computation, peeled(argument)) {
            (Computation::Plain("Order", _), Expr::Reference(reference)) => {
                let receiver = origin(&call.receiver);
                let is_place = matches!(receiver, Origin::Variable(_) | Origin::Place(_));
                match origin(&reference.expr) {
                    Origin::Variable(place) | Origin::Place(place)
                        if is_place && reference.mutability.is_none() && place.indices.is_empty() =>
                    {
                        Some(Argument::Referred(place))
                    }
                    _ => None,
                }
            }
            (Computation::Plain("Order", _), _) => None,
            (Computation::Plain("UnwrapOr", _), argument) if literal(argument).is_none() => None,
            _ => Some(Argument::Passing(origin(argument))),
        }
    }
}

impl Rewriter<'_> {
    /// True if values are followed.
    pub(super) fn follows(&self) -> bool {
        self.checks.as_ref().is_some_and(|checks| checks.follows)
    }

    /// Returns the origin of an original operand, if values are followed.
    pub(super) fn origin(&self, operand: &Expr) -> Option<Origin> {
        self.follows().then(|| origin(operand))
    }

    /// `place = value`
    pub(super) fn visit_assignment(&mut self, expression: &mut Expr) {
        let Expr::Assign(assignment) = &*expression else { return };
        let place = guarded(&assignment.left).filter(|_| !diverges(&assignment.right));
        let origin = origin(&assignment.right);
        self.may_change();
        let Expr::Assign(assignment) = expression else { return };
        self.visit_expr_mut(&mut assignment.left);
        self.visit_expr_mut(&mut assignment.right);
        if let Some(place) = place {
            self.probes.assigned(expression, &place, origin);
        }
    }

    /// `operand as type`
    pub(super) fn visit_cast(&mut self, expression: &mut Expr) {
        let Expr::Cast(cast) = expression else { return };
        let operand = &cast.expr;
        let is_followed = !is_constant(operand) && !is_no_integer(operand) && !diverges(operand);
        let target = primitive(&cast.ty).filter(|_| is_followed);
        let origin = origin(operand);
        self.visit_expr_mut(&mut cast.expr);
        if let Some(target) = target {
            self.probes.follow(&mut cast.expr, Some(origin));
            self.probes.cast_operand(&mut cast.expr, &target);
        }
    }

    /// `!operand`
    pub(super) fn visit_complement(&mut self, expression: &mut Expr) {
        let Expr::Unary(complement) = &*expression else { return };
        let operand = &complement.expr;
        let is_followed = !is_constant(operand) && !is_no_integer(operand) && !diverges(operand);
        let check = is_followed.then(|| build_check(expression, CheckKind::Overflow, None));
        let origin = origin(operand);
        let Expr::Unary(complement) = expression else { return };
        debug_assert!(matches!(complement.op, UnOp::Not(_)));
        self.visit_expr_mut(&mut complement.expr);
        if check.is_some() {
            self.probes.follow(&mut complement.expr, Some(origin));
            self.probes.complemented_operand(&mut complement.expr);
        }
    }

    /// `receiver.method(argument)`
    pub(super) fn visit_followed_call(&mut self, expression: &mut Expr) {
        let Expr::MethodCall(call) = expression else { return };
        // A place that cannot be read twice must stay one.
        let is_seen = |receiver: &Expr| match origin(receiver) {
            Origin::Evaluated | Origin::Called(_) => Scrutinee::from_expression(receiver) == Scrutinee::Value,
            _ => true,
        };
        let computation = computation(call).filter(|_| is_seen(&call.receiver));
        let computation = computation.and_then(|computation| {
            Some((computation, origin(&call.receiver), Argument::new(computation, call)?))
        });
        if !only_reads(&call.method.unraw().to_string()) {
            self.may_change();
        }
        self.visit_beginning(&mut call.receiver);
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        let Some((computation, receiver, argument)) = computation else { return };
        if let (Some(given), Argument::Passing(origin)) = (call.args.first_mut(), &argument) {
            self.probes.follow(given, Some(origin.clone()));
            self.probes.operand(given);
        }
        let referred = if let Argument::Referred(place) = argument { Some(place) } else { None };
        self.probes.computed(expression, computation, receiver, referred);
    }

    /// Visits the beginning of another expression, whose place depends on it.
    pub(super) fn visit_beginning(&mut self, expression: &mut Expr) {
        let span = expression.span();
        self.visit_expr_mut(expression);
        if let Expr::Paren(passed) = expression {
            passed.paren_token = token::Paren(span);
        }
    }

    /// `type::from(number)`
    pub(super) fn visit_conversion(&mut self, expression: &mut Expr) {
        let Expr::Call(call) = &*expression else { return };
        let found = conversion(call).map(|conversion| (conversion, origin(&call.args[0])));
        visit_mut::visit_expr_mut(self, expression);
        let (Expr::Call(call), Some((conversion, origin))) = (&mut *expression, found) else { return };
        self.probes.follow(&mut call.args[0], Some(origin));
        self.probes.operand(&mut call.args[0]);
        self.probes.converted(expression, conversion);
    }

    /// Returns the statements that report the variables of a `let` (rule 3).
    pub(super) fn report_binding(&self, local: &Local) -> Reports {
        let Some(init) = local.init.as_ref().filter(|init| self.follows() && !diverges(&init.expr)) else {
            return Reports::default();
        };
        if !local.attrs.is_empty() {
            return Reports::default();
        }
        match variable(&local.pat) {
            Some(name) => self.probes.report_variable(name, origin(&init.expr)),
            None => Reports { before: Vec::new(), behind: self.probes.report_parts(&local.pat) },
        }
    }

    /// Reports the variables of a pattern at the beginning of a block.
    pub(super) fn insert_part_reports(&self, pattern: &Pat, block: &mut Block) {
        if self.follows() {
            let reports = self.probes.report_parts(pattern);
            block.stmts.splice(0..0, reports);
        }
    }

    /// Reports the parameters of a closure.
    pub(super) fn report_closure_parameters(&self, closure: &mut ExprClosure) {
        let mut reports = Vec::new();
        closure.inputs.iter().for_each(|pattern| reports.extend(self.probes.report_parts(pattern)));
        if reports.is_empty() {
            return;
        }
        match &mut *closure.body {
            Expr::Block(body) if body.label.is_none() && body.attrs.is_empty() => {
                body.block.stmts.splice(0..0, reports);
            }
            body => {
                let brace_token = token::Brace(body.span());
                let inner = std::mem::replace(body, Expr::PLACEHOLDER);
                reports.push(Stmt::Expr(inner, None));
                let block = Block { brace_token, stmts: reports };
                *body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
            }
        }
    }

    /// Follows the ends of a range that a loop iterates over, by their original forms.
    pub(super) fn follow_ends(&self, written: &Expr, range: &mut Expr) {
        match (written, range) {
            (Expr::Paren(written), Expr::Paren(range)) => self.follow_ends(&written.expr, &mut range.expr),
            (Expr::Range(written), Expr::Range(range)) => {
                let ends = [(&written.start, &mut range.start), (&written.end, &mut range.end)];
                for (written, end) in ends {
                    if let (Some(written), Some(end)) = (written, end) {
                        self.probes.follow(end, Some(origin(written)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Reports the variables of a loop at the beginning of an iteration.
    pub(super) fn report_iteration(&self, pattern: &Pat, iterated: &Expr, block: &mut Block) {
        match (peeled(iterated), variable(pattern)) {
            (Expr::Range(range), Some(name)) if self.follows() => {
                // The runtime evaluates the counter, if it does not begin with a constant.
                let is_constant =
                    range.start.as_ref().is_none_or(|start| matches!(origin(start), Origin::Constant));
                let counter = if is_constant { Origin::Constant } else { Origin::Evaluated };
                let reports = self.probes.report_variable(name, counter);
                block.stmts.splice(0..0, reports.behind);
            }
            _ => self.insert_part_reports(pattern, block),
        }
    }
}

/// Returns the statements that report the parameters of a function.
pub(crate) fn report_parameters(function: &ItemFn, probes: &Probes) -> Vec<Stmt> {
    let mut reports = vec![probes.entered(is_closed(function))];
    for (index, input) in function.sig.inputs.iter().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        match variable(&typed.pat) {
            _ if !may_be_integer(&typed.ty) => {}
            Some(name) => reports.push(probes.report_parameter(name, index)),
            None => reports.extend(probes.report_parts(&typed.pat)),
        }
    }
    reports
}

fn origin(operand: &Expr) -> Origin {
    // The path determines the result of a condition.
    if literal(operand).is_some() || is_constant(operand) || is_decided_value(operand) {
        return Origin::Constant;
    }
    let plain = || {
        is_plain_place(operand)
            .then(|| Guarded { place: looking_only(operand.clone()), ..Guarded::default() })
    };
    match guarded(operand).or_else(plain) {
        Some(place) if may_be_variable(operand) => Origin::Variable(place),
        Some(place) if !may_be_packed(operand) => Origin::Place(place),
        _ if is_operation(operand) => Origin::Evaluated,
        _ => Origin::Called(called(operand)),
    }
}

/// True if a place is a single name.
pub(super) fn may_be_variable(place: &Expr) -> bool {
    matches!(peeled(place), Expr::Path(path) if path.path.get_ident().is_some())
}

/// Returns the name of the function that an operand calls.
fn called(operand: &Expr) -> String {
    match peeled(operand) {
        Expr::MethodCall(call) => call.method.to_string(),
        Expr::Call(call) => match peeled(&call.func) {
            Expr::Path(path) => {
                path.path.segments.last().map_or_else(String::new, |name| name.ident.to_string())
            }
            _ => String::new(),
        },
        Expr::Unary(around) => called(&around.expr),
        Expr::Try(around) => called(&around.expr),
        Expr::Await(around) => called(&around.base),
        _ => String::new(),
    }
}

/// True if an operand depends only on comparisons, which are conditions themselves.
fn is_decided_value(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Binary(binary) if is_connective(&binary.op) => {
            is_decided_value(&binary.left) && is_decided_value(&binary.right)
        }
        Expr::Binary(binary) => is_comparison(binary),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)) && is_decided_value(&unary.expr),
        _ => false,
    }
}

/// True if an operand leaves its value in the register by itself.
fn is_operation(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Binary(binary) => arithmetic(&binary.op).is_some(),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)),
        Expr::Cast(_) => true,
        Expr::MethodCall(call) => computation(call).is_some(),
        Expr::Call(call) => conversion(call).is_some(),
        _ => false,
    }
}

/// Returns the only variable of a pattern.
fn variable(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            (!begins_with_capital(&name.ident)).then_some(&name.ident)
        }
        Pat::Type(typed) => variable(&typed.pat),
        _ => None,
    }
}

/// Returns the primitive integer or character of a type, by its syntax.
fn primitive(ty: &Type) -> Option<TokenStream> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            let name = path.path.get_ident()?;
            (name == "char" || is_integer(&name.to_string())).then(|| name.to_token_stream())
        }
        _ => None,
    }
}

/// True if a parameter of this type may be an integer, or refer to one.
fn may_be_integer(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|name| name.arguments.is_empty()),
        Type::Reference(reference) => may_be_integer(&reference.elem),
        Type::Paren(inner) => may_be_integer(&inner.elem),
        Type::Group(inner) => may_be_integer(&inner.elem),
        _ => false,
    }
}
