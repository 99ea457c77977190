//! Places: the variable of an expression, with its definitions and uses.

use std::ops::Range;

use sbst_source::visit::{self, Visit as _};
use syn::{ext::IdentExt as _, BinOp, Expr, ExprBinary, ExprCall, ExprMethodCall, Member, UnOp};

use super::Builder;
use crate::analysis::claim::{Aspect, Operand};
use crate::analysis::data_flow::recorder::Root;
use crate::analysis::data_flow::{DefinitionKind, Step, VariableKind};
use crate::analysis::{Place, Reason};
use crate::condition::patterns::begins_with_capital;
use crate::condition::peeled;
use sbst_vocabulary::standard::{changes, changes_interior, lends_exclusively, only_reads};

/// The value that is matched with patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    pub(super) uses: Range<usize>,
    /// The variable itself, the variable that it refers to, or the one from which it may be
    /// borrowed.
    pub(super) referent: Option<usize>,
    /// True if it is certainly an exclusive reference.
    pub(super) exclusive: bool,
    /// Its parts, if it is a tuple.
    pub(super) parts: Vec<Bound>,
    /// The facts about it.
    pub(super) given: Vec<(Aspect, Operand)>,
}

impl Builder {
    pub(super) fn resolve(&mut self, place: &Expr) -> Option<usize> {
        if self.recorder.is_off {
            return None;
        }
        match peeled(place) {
            Expr::Path(path) => self.recorder.named(&path.path.get_ident()?.unraw().to_string()),
            Expr::Field(field) => {
                let whole = self.resolve(&field.base)?;
                let name = match &field.member {
                    Member::Named(name) => name.unraw().to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                Some(self.recorder.part(whole, Step::Field(name)))
            }
            Expr::Index(index) => {
                let whole = self.resolve(&index.expr)?;
                Some(self.recorder.part(whole, Step::Element))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.resolve(&unary.expr),
            _ => None,
        }
    }

    /// Evaluates the parts of a place: indices, and the place that contains it.
    fn walk_place(&mut self, place: &Expr) {
        match place {
            Expr::Paren(inner) => self.walk_place(&inner.expr),
            Expr::Group(inner) => self.walk_place(&inner.expr),
            Expr::Path(_) => {}
            Expr::Field(field) => self.walk_place(&field.base),
            Expr::Index(index) => {
                self.walk_place(&index.expr);
                self.visit_expr(&index.index);
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.walk_place(&unary.expr),
            other => self.visit_expr(other),
        }
    }

    pub(super) fn read(&mut self, place: &Expr) {
        self.walk_place(place);
        if let Some(variable) = self.resolve(place) {
            let at = Place::from_expression(place);
            if self.recorder.variables[variable].kind == VariableKind::Static {
                let name = self.recorder.variables[variable].name.clone();
                self.imprecise(at, Reason::Static(name));
            }
            self.recorder.record_use(variable, at);
        }
    }

    /// Records a use of a name, if it is that of a variable.
    pub(super) fn use_named(&mut self, name: &str, place: Place) {
        if let Some(variable) = self.recorder.named(name) {
            self.recorder.record_use(variable, place);
        }
    }

    /// A definition, and its effect on the variable's referent.
    pub(super) fn define(&mut self, variable: usize, place: Place, kind: DefinitionKind, uses: Range<usize>) {
        self.recorder.define(variable, place, kind, uses.clone());
        let root = self.recorder.find_root(variable);
        if root.exclusive {
            self.recorder.define_referent(variable, place, uses);
        }
    }

    /// Assigns the result of the evaluation since `mark`.
    pub(super) fn assign(&mut self, left: &Expr, place: Place, mark: usize) {
        match peeled(left) {
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.assign(part, place, mark)),
            Expr::Array(array) => array.elems.iter().for_each(|part| self.assign(part, place, mark)),
            Expr::Call(call) => call.args.iter().for_each(|part| self.assign(part, place, mark)),
            Expr::Struct(structure) => {
                structure.fields.iter().for_each(|field| self.assign(&field.expr, place, mark));
            }
            other => {
                self.walk_place(other);
                if let Some(variable) = self.resolve(other) {
                    self.define_place(other, variable, place, DefinitionKind::Assignment, mark);
                }
            }
        }
    }

    /// Assigns to a place, perhaps a variable's referent.
    fn define_place(
        &mut self,
        left: &Expr,
        variable: usize,
        place: Place,
        kind: DefinitionKind,
        mark: usize,
    ) {
        let uses = self.recorder.since(mark);
        let root = self.recorder.find_root(variable);
        let is_plain = matches!(peeled(left), Expr::Path(_));
        if root.exclusive && is_plain {
            // The variable has another referent from now on.
            self.recorder.define(variable, place, kind, uses);
        } else if !root.exclusive && !root.mutable && !is_plain {
            // The variable must be a reference, or the assignment would not compile.
            self.recorder.define(variable, place, kind, uses.clone());
            self.recorder.define_referent(variable, place, uses);
        } else {
            self.define(variable, place, kind, uses);
        }
    }

    /// `+=` and the like.
    pub(super) fn compound(&mut self, expression: &Expr, binary: &ExprBinary) {
        let mark = self.recorder.mark();
        self.visit_expr(&binary.right);
        self.walk_place(&binary.left);
        if let Some(variable) = self.resolve(&binary.left) {
            let place = Place::from_expression(expression);
            self.recorder.record_use(variable, place);
            self.define_place(&binary.left, variable, place, DefinitionKind::Compound, mark);
        }
    }

    /// `&mut place`
    pub(super) fn borrow(&mut self, place: &Expr, at: Place) {
        let mark = self.recorder.mark();
        self.walk_place(place);
        if let Some(variable) = self.resolve(place) {
            self.recorder.record_use(variable, at);
            let uses = self.recorder.since(mark);
            self.define(variable, at, DefinitionKind::Borrow, uses);
        }
    }

    pub(super) fn call(&mut self, call: &ExprCall) {
        let mark = self.recorder.mark();
        self.visit_expr(&call.func);
        if self.recorder.is_off {
            return call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
        let name = match peeled(&call.func) {
            Expr::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
            _ => None,
        };
        // A variant or a structure stores its arguments.
        let name = name.filter(|name| !begins_with_capital(name)).map(|name| name.unraw().to_string());
        call.args.iter().for_each(|argument| self.given_to_call(argument, mark));
        if let Some(name) = name {
            let place = Place::from_expression(&call.func);
            self.change_arguments(&name, call.args.iter(), place, mark);
            if self.recorder.named(&name).is_none() {
                self.declare_result(&format!("{name}(…)"), place, mark);
            }
        }
    }

    pub(super) fn method_call(&mut self, call: &ExprMethodCall) {
        if self.recorder.is_off {
            return visit::visit_expr_method_call(self, call);
        }
        let mark = self.recorder.mark();
        let name = call.method.unraw().to_string();
        let at = Place::from_span(call.method.span());
        let is_own = matches!(peeled(&call.receiver), Expr::Path(path) if path.path.is_ident("self"));
        let own = self.fields.get(&name).filter(|_| is_own).cloned();
        let receiver = self.resolve(&call.receiver);
        self.walk_place(&call.receiver);
        if let (Some(variable), Some(own)) = (receiver, &own) {
            for field in &own.reads {
                let field = self.field(variable, field);
                self.recorder.record_use(field, Place::from_expression(&call.receiver));
            }
        } else if let Some(variable) = receiver {
            self.recorder.record_use(variable, Place::from_expression(&call.receiver));
        }
        call.args.iter().for_each(|argument| self.given_to_call(argument, mark));
        self.change_arguments(&name, call.args.iter(), at, mark);
        let uses = self.recorder.since(mark);
        if let (Some(variable), Some(own)) = (receiver, own) {
            for field in own.writes {
                let field = self.field(variable, &field);
                self.recorder.define(field, at, DefinitionKind::Method, uses.clone());
            }
        } else if let Some(variable) = receiver {
            let root = self.recorder.find_root(variable);
            // The analysis sees the uses of a borrowed value.
            let is_lent = self.lent == Some(variable) && lends_exclusively(&name);
            if (root.mutable || root.exclusive) && !self.only_reads(&name) && !is_lent {
                self.define(variable, at, DefinitionKind::Method, uses);
            } else if changes_interior(&name) {
                self.imprecise(at, Reason::Interior(name.clone()));
                self.define(variable, at, DefinitionKind::Method, uses);
            }
        }
        if is_own {
            self.own_calls.push(name.clone());
            self.declare_result(&format!("self.{name}(…)"), at, mark);
        }
    }

    /// True if the method of this name does not change its receiver. Declarations around the body
    /// take precedence.
    fn only_reads(&self, name: &str) -> bool {
        match self.receivers.get(name) {
            Some(is_exclusive) => !is_exclusive && !changes(name),
            None => only_reads(name),
        }
    }

    /// The field of `whole` at this path.
    fn field(&mut self, whole: usize, path: &[String]) -> usize {
        path.iter().fold(whole, |whole, field| self.recorder.part(whole, Step::Field(field.clone())))
    }

    /// A static in scope from here on.
    pub(super) fn declare_static(&mut self, name: &str) {
        if self.recorder.is_off {
            return;
        }
        let root = Root { mutable: true, ..Root::default() };
        self.recorder.declare(name, VariableKind::Static, root);
    }

    /// Evaluates an argument; a closure gets the uses of the call so far.
    fn given_to_call(&mut self, argument: &Expr, mark: usize) {
        if matches!(peeled(argument), Expr::Closure(_)) {
            self.given = self.recorder.since(mark);
        }
        self.visit_expr(argument);
    }

    /// Records that a function may change an argument given as an exclusive reference.
    fn change_arguments<'a>(
        &mut self,
        name: &str,
        arguments: impl Iterator<Item = &'a Expr>,
        place: Place,
        mark: usize,
    ) {
        for argument in arguments {
            let is_borrowed =
                matches!(peeled(argument), Expr::Reference(reference) if reference.mutability.is_some());
            let variable = match peeled(argument) {
                Expr::Path(_) => self.resolve(argument),
                _ => None,
            };
            let given = variable.filter(|&variable| self.recorder.find_root(variable).exclusive);
            if let Some(variable) = given {
                let uses = self.recorder.since(mark);
                self.define(variable, Place::from_expression(argument), DefinitionKind::Call, uses);
            }
            if is_borrowed || given.is_some() {
                self.imprecise(place, Reason::Call(name.to_owned()));
            }
        }
    }

    /// The result of a call with the uses since `mark`.
    fn declare_result(&mut self, name: &str, place: Place, mark: usize) {
        if self.recorder.is_off {
            return;
        }
        let result = self.recorder.declare_unseen(name, VariableKind::Result, Root::default());
        let uses = self.recorder.since(mark);
        self.recorder.define(result, place, DefinitionKind::Result, uses);
        self.recorder.record_use(result, place);
    }

    pub(super) fn bound(&mut self, expression: &Expr) -> Bound {
        let mark = self.recorder.mark();
        let mut bound = Bound::default();
        if self.recorder.is_off {
            self.visit_expr(expression);
            return bound;
        }
        match peeled(expression) {
            Expr::Tuple(tuple) => bound.parts = tuple.elems.iter().map(|part| self.bound(part)).collect(),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                bound.exclusive = true;
                bound.referent = self.resolve(&reference.expr);
                match bound.referent {
                    Some(variable) => {
                        self.walk_place(&reference.expr);
                        self.recorder.record_use(variable, Place::from_span(reference.and_token.span));
                    }
                    None => self.visit_expr(expression),
                }
            }
            other => {
                (bound.referent, bound.exclusive) = self.lent_from(other);
                let lent = bound.referent.filter(|_| bound.exclusive);
                let lent = std::mem::replace(&mut self.lent, lent);
                self.visit_expr(other);
                self.lent = lent;
            }
        }
        bound.uses = self.recorder.since(mark);
        bound.given = self.describe_value(expression);
        bound
    }

    /// The variable that a value may refer to, and true if it certainly does so exclusively.
    fn lent_from(&mut self, value: &Expr) -> (Option<usize>, bool) {
        match peeled(value) {
            Expr::Reference(reference) => {
                let (referent, exclusive) = self.lent_from(&reference.expr);
                (referent, exclusive || reference.mutability.is_some())
            }
            Expr::MethodCall(call) => {
                let (referent, exclusive) = self.lent_from(&call.receiver);
                let exclusive = exclusive || lends_exclusively(&call.method.to_string());
                (referent.filter(|_| exclusive), exclusive)
            }
            Expr::Try(tried) => self.lent_from(&tried.expr),
            other => {
                let variable = self.resolve(other);
                let is_whole = matches!(other, Expr::Path(_));
                let exclusive = variable.is_some_and(|variable| self.recorder.find_root(variable).exclusive);
                (variable, exclusive && is_whole)
            }
        }
    }
}

pub fn is_compound(op: &BinOp) -> bool {
    use BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign,
        ShrAssign, SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | BitXorAssign(_)
            | DivAssign(_)
            | MulAssign(_)
            | RemAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
            | SubAssign(_)
    )
}
