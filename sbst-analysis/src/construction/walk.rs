//! A walk over the body of a function, to find the fields used in each expression.
//!
//! 1. A value has the program's types in its own type, the fields, calls and parameters of its
//!    computation, and its possible places. A local variable has its initial value, joined with all
//!    values assigned to it.
//! 2. A method of the sources returns a value by its signature. Any other returns its receiver and
//!    arguments: the result may be an element, an iterator or a wrapper of these.
//! 3. The conditions around an assignment are origins of the assigned value.
//! 4. `==` of two places depends on all fields in them.
//! 5. A function may write through an exclusive reference returned by another: this counts as a
//!    write of the reference's target.

mod parts;
mod calls;
mod writes;

use std::collections::BTreeSet;

use sbst_source::visit::{self, Visit};
use syn::{spanned::Spanned as _, Arm, Block, Expr, ExprClosure, ExprIf, ExprWhile, FnArg, Local, Macro};
use syn::{ReturnType, Type};

use super::accesses::{joined, Accesses, Sources, Target, Value};
use super::program::{Function, Names, Program};
use parts::member;
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::known_macros::KnownMacro;
use sbst_instrument::condition::peeled;
use sbst_instrument::syntax::walk::{Node, Walk as _};

struct Walk<'p> {
    program: &'p Program,
    function: &'p Function,
    found: Accesses,
    /// The variables in scope, innermost last.
    variables: Vec<(String, Value)>,
    control: Sources,
    /// The joined values of the expressions inside the current one.
    inner: Value,
    /// True if the function returns exclusive references.
    lends: bool,
}

pub(super) fn accesses(program: &Program, number: usize) -> Accesses {
    let function = &program.functions[number];
    let mut walk = Walk {
        program,
        function,
        found: Accesses::default(),
        variables: Vec::new(),
        control: Sources::default(),
        inner: Value::default(),
        lends: matches!(&function.signature.output, ReturnType::Type(_, ty) if is_exclusive(ty)),
    };
    for (index, input) in function.signature.inputs.iter().enumerate() {
        let from = Sources { parameters: BTreeSet::from([index]), ..Sources::default() };
        let mut value =
            Value { from, places: BTreeSet::from([Target::Parameter(index)]), ..Value::default() };
        value.types = program.types_of_argument(number, index);
        match input {
            FnArg::Receiver(_) => walk.variables.push(("self".to_owned(), value)),
            FnArg::Typed(typed) => _ = walk.bind(&typed.pat, &value),
        }
    }
    let result = walk.block(&function.body);
    walk.gives(&result);
    walk.found
}

/// True if a type contains `&mut`.
fn is_exclusive(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= matches!(node, Node::Type(Type::Reference(reference)) if reference.mutability.is_some());
        true
    });
    found
}

impl Walk<'_> {
    fn types(&self, ty: &Type) -> Names {
        self.program.names(ty, &self.function.meanings)
    }

    fn value(&mut self, expression: &Expr) -> Value {
        let value = match expression {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Path(path) => self.named(&path.path),
            Expr::Field(field) => {
                let whole = self.value(&field.base);
                let part = self.part(&whole, &member(&field.member), true);
                part.unwrap_or(whole)
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assignment) => self.assignment(assignment),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Struct(structure) => self.structure(structure),
            Expr::If(branch) => self.branch(branch),
            Expr::While(repetition) => self.repetition(repetition),
            Expr::Match(matching) => {
                let value = self.value(&matching.expr);
                let arms = matching.arms.iter().map(|arm| self.arm(arm, &value)).collect::<Vec<_>>();
                joined(arms)
            }
            Expr::ForLoop(repetition) => {
                let elements = self.value(&repetition.expr);
                let names = self.variables.len();
                self.bind(&repetition.pat, &elements);
                self.controlled(&elements.from, |this| this.block(&repetition.body));
                self.variables.truncate(names);
                Value::default()
            }
            Expr::Let(binding) => {
                let value = self.value(&binding.expr);
                let tested = self.bind(&binding.pat, &value);
                self.note(Place::from_span(binding.let_token.span), &tested);
                value
            }
            Expr::Closure(closure) => self.closure(closure, &Value::default()),
            Expr::Return(leaving) => {
                let value = leaving.expr.as_ref().map(|value| self.value(value)).unwrap_or_default();
                self.gives(&value);
                Value::default()
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::Macro(invocation) => self.invocation(&invocation.mac),
            Expr::Cast(cast) => Value { types: self.types(&cast.ty), ..self.value(&cast.expr) },
            other => self.within(|this| visit::visit_expr(this, other)),
        };
        if matches!(
            expression,
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Call(_) | Expr::MethodCall(_)
        ) {
            self.note(Place::from_expression(expression), &value.from);
        }
        value
    }

    fn within(&mut self, walk: impl FnOnce(&mut Self)) -> Value {
        let outside = std::mem::take(&mut self.inner);
        walk(self);
        std::mem::replace(&mut self.inner, outside)
    }

    /// Records the origins of an expression that begins at a place.
    fn note(&mut self, place: Place, from: &Sources) {
        self.found.places.entry(place).or_default().add(from);
    }

    /// Walks over code evaluated only for one outcome of a condition computed from `by`.
    fn controlled<T>(&mut self, by: &Sources, walk: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.control.clone();
        self.control.add(by);
        let walked = walk(self);
        self.control = before;
        walked
    }

    fn block(&mut self, block: &Block) -> Value {
        let names = self.variables.len();
        let mut last = Value::default();
        for statement in &block.stmts {
            last = match statement {
                syn::Stmt::Local(local) => {
                    self.local(local);
                    Value::default()
                }
                syn::Stmt::Expr(expression, semicolon) => {
                    let value = self.value(expression);
                    if semicolon.is_some() {
                        Value::default()
                    } else {
                        value
                    }
                }
                syn::Stmt::Macro(statement) => self.invocation(&statement.mac),
                syn::Stmt::Item(_) => Value::default(),
            };
        }
        self.variables.truncate(names);
        last
    }

    fn local(&mut self, local: &Local) {
        let mut value = Value::default();
        if let Some(init) = &local.init {
            value = self.value(&init.expr);
            // A copy, or a moved value.
            if matches!(peeled(&init.expr), Expr::Field(_) | Expr::Index(_)) {
                value.places.clear();
            }
            if let Some((_, diverging)) = &init.diverge {
                self.value(diverging);
            }
        }
        let tested = self.bind(&local.pat, &value);
        self.note(Place::from_span(local.let_token.span), &tested);
    }

    fn branch(&mut self, branch: &ExprIf) -> Value {
        let names = self.variables.len();
        let condition = self.value(&branch.cond).from;
        let then = self.controlled(&condition, |this| this.block(&branch.then_branch));
        self.variables.truncate(names);
        let other = branch.else_branch.as_ref();
        let other = other.map(|(_, other)| self.controlled(&condition, |this| this.value(other)));
        joined([then].into_iter().chain(other))
    }

    fn repetition(&mut self, repetition: &ExprWhile) -> Value {
        let names = self.variables.len();
        let condition = self.value(&repetition.cond).from;
        self.controlled(&condition, |this| this.block(&repetition.body));
        self.variables.truncate(names);
        Value::default()
    }

    fn arm(&mut self, arm: &Arm, value: &Value) -> Value {
        let names = self.variables.len();
        let mut tested = self.bind(&arm.pat, value);
        self.note(Place::from_span(arm.pat.span()), &tested);
        tested.add(&value.from);
        let given = self.controlled(&tested, |this| this.value(&arm.body));
        self.variables.truncate(names);
        given
    }

    /// Handles a returned value: rule 5.
    fn gives(&mut self, value: &Value) {
        if self.lends {
            self.write(&value.places, &Value::default(), false);
        }
    }

    /// A closure whose arguments are, or are in, `given`.
    fn closure(&mut self, closure: &ExprClosure, given: &Value) -> Value {
        let names = self.variables.len();
        closure.inputs.iter().for_each(|input| _ = self.bind(input, given));
        let value = self.value(&closure.body);
        self.variables.truncate(names);
        value
    }

    fn invocation(&mut self, invocation: &Macro) -> Value {
        match KnownMacro::parse(invocation) {
            Some(KnownMacro::Matches(matches)) => {
                let value = self.value(&matches.scrutinee);
                let tested = self.bind(&matches.pattern, &value);
                let guard = matches.guard.as_ref().map(|(_, guard)| self.value(guard)).unwrap_or_default();
                let mut from = value.from;
                from.add(&tested);
                from.add(&guard.from);
                self.note(Place::from_expression(&matches.scrutinee), &from);
                Value { from, ..Value::default() }
            }
            Some(
                KnownMacro::Assert(arguments)
                | KnownMacro::AssertCompared(_, arguments)
                | KnownMacro::Other(arguments),
            ) => joined(arguments.iter().map(|argument| self.value(argument)).collect::<Vec<_>>()),
            Some(KnownMacro::Repeat(repeat)) => {
                joined([&repeat.element, &repeat.length].map(|part| self.value(part)))
            }
            None => Value::default(),
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let value = self.value(expression);
        self.inner.add(&value);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let value = self.block(block);
        self.inner.add(&value);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
