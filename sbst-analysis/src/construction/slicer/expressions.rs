//! Expressions.

use std::rc::Rc;

use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprBinary, ExprClosure, ExprPath, ExprStruct, Macro, Member, UnOp};

use super::{Closure, Nodes, Slicer, Value};
use crate::construction::state::Kind;
use crate::construction::written_type::WrittenType;
use crate::construction::{Uncertainty, EVALUATIONS};
use sbst_instrument::analysis::control_flow::builder::is_compound;
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::known_macros::KnownMacro;
use sbst_instrument::condition::{is_comparison, is_connective, is_decided, panics, peeled, ConditionKind};

/// How deep the fields are compared of types that derive `PartialEq`.
const COMPARED_DEPTH: usize = 3;

impl Slicer<'_> {
    /// What an expression may be.
    pub(super) fn expression(&mut self, expression: &Expr) -> Value {
        self.evaluations += 1;
        if self.evaluations >= EVALUATIONS {
            return Value::default();
        }
        match expression {
            Expr::Paren(inner) => self.expression(&inner.expr),
            Expr::Group(inner) => self.expression(&inner.expr),
            Expr::Reference(inner) => self.expression(&inner.expr),
            Expr::RawAddr(inner) => self.expression(&inner.expr),
            Expr::Await(inner) => self.expression(&inner.base),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => self.expression(&inner.expr),
            Expr::Unary(inner) => {
                let value = self.expression(&inner.expr);
                Value { ty: value.ty.clone(), ..value.computed() }
            }
            Expr::Cast(cast) => Value { ty: Some(self.ty(&cast.ty)), ..self.expression(&cast.expr) },
            Expr::Path(path) => self.name(path),
            Expr::Field(field) => {
                let whole = self.expression(&field.base);
                self.field(&whole, &member(&field.member))
            }
            Expr::Index(index) => {
                let whole = self.expression(&index.expr);
                let at = self.expression(&index.index);
                let is_range = matches!(peeled(&index.index), Expr::Range(_));
                let part = if is_range { whole } else { self.element(&whole) };
                part.decided_by(&at.sources())
            }
            Expr::Binary(binary) => self.binary(expression, binary),
            Expr::Let(_) => Value::of(self.decision(expression)),
            Expr::Assign(assignment) => {
                let value = self.expression(&assignment.right);
                self.assign(&assignment.left, &value);
                Value::default()
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Struct(structure) => self.structure(structure),
            Expr::Tuple(tuple) => {
                let parts: Vec<Value> = tuple.elems.iter().map(|part| self.expression(part)).collect();
                let types =
                    parts.iter().map(|part| part.ty.clone().unwrap_or_else(|| WrittenType::named("_")));
                let ty = WrittenType { name: "()".into(), arguments: types.collect(), is_exclusive: false };
                Value { parts, ty: Some(ty), ..Value::default() }
            }
            Expr::Array(array) => self.collected(array.elems.iter()),
            Expr::Repeat(repeat) => self.repeated(&repeat.expr, &repeat.len),
            Expr::Range(range) => {
                let ends = [&range.start, &range.end].into_iter().flatten();
                let ends: Nodes = ends.map(|end| self.expression(end).sources()).collect();
                Value { of: ends.clone(), ..Value::collection(Value::of(ends)) }
            }
            Expr::If(branch) => self.branch(branch),
            Expr::Match(matching) => self.matching(matching),
            Expr::ForLoop(repetition) => {
                self.for_loop(repetition);
                Value::default()
            }
            Expr::While(repetition) => {
                self.while_loop(repetition);
                Value::default()
            }
            Expr::Loop(repetition) => {
                self.block(&repetition.body);
                self.block(&repetition.body);
                // what is broken off with is joined into it
                Value::of(self.frame().left.clone())
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::Async(block) => self.block(&block.block),
            Expr::TryBlock(block) => self.block(&block.block),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Return(leaving) => {
                let value = leaving.expr.as_ref().map(|value| self.expression(value)).unwrap_or_default();
                self.give_back(value);
                self.leave();
                Value::default()
            }
            Expr::Break(leaving) => {
                let value = leaving.expr.as_ref().map(|value| self.expression(value)).unwrap_or_default();
                self.leave();
                value
            }
            Expr::Continue(_) => {
                self.leave();
                Value::default()
            }
            Expr::Try(tried) => {
                let value = self.expression(&tried.expr);
                let nodes = value.sources();
                if !is_decided(&tried.expr) {
                    self.condition(ConditionKind::Try, Place::of(tried.question_token.span), &nodes);
                }
                self.controlled(&nodes, |this| {
                    this.give_back(Value::default());
                    this.leave();
                });
                value
            }
            Expr::Macro(invocation) => self.invocation(Some(expression), &invocation.mac),
            _ => Value::default(),
        }
    }

    fn name(&mut self, path: &ExprPath) -> Value {
        let name = path.path.get_ident().map(|name| name.unraw().to_string());
        if let Some(slot) = name.as_ref().and_then(|name| self.slot(name)) {
            return self.slots[slot].clone();
        }
        // a unit variant or a constant: nothing that could be made otherwise
        let ty = path.path.segments.iter().rev().nth(1).map(|ty| ty.ident.unraw().to_string());
        let ty = ty.filter(|ty| self.program.type_item(ty, self.module()).is_some());
        let ty = ty.map(|ty| self.program.resolved(WrittenType::named(ty), self.module()));
        Value { ty, ..Value::default() }
    }

    fn binary(&mut self, expression: &Expr, binary: &ExprBinary) -> Value {
        let is_decided = is_connective(&binary.op) || is_comparison(binary);
        if is_decided {
            return Value { ty: Some(WrittenType::named("bool")), ..Value::of(self.decision(expression)) };
        }
        let left = self.expression(&binary.left);
        let right = self.expression(&binary.right);
        let mut nodes = left.sources();
        nodes.add(&right.sources());
        let value = Value { ty: left.ty.or(right.ty), ..Value::of(nodes) };
        if is_compound(&binary.op) {
            self.assign(&binary.left, &value);
            return Value::default();
        }
        value
    }

    /// A comparison: its operands, and what `==` looks at where they are structures.
    pub(super) fn comparison(&mut self, place: Place, comparison: &ExprBinary) -> Nodes {
        let left = self.expression(&comparison.left);
        let right = self.expression(&comparison.right);
        let nodes = self.compared(&left, &right, place, COMPARED_DEPTH);
        self.condition(ConditionKind::Comparison, place, &nodes);
        nodes
    }

    /// What decides whether two values are the same.
    pub(super) fn compared(&mut self, left: &Value, right: &Value, place: Place, depth: usize) -> Nodes {
        let mut nodes = left.sources();
        nodes.add(&right.sources());
        let is_part = |value: &Value| !value.is.is_empty();
        let ty = left.ty.as_ref().or(right.ty.as_ref()).map(|ty| ty.peeled().clone());
        let Some(ty) = ty.filter(|_| depth > 0 && (is_part(left) || is_part(right))) else { return nodes };
        if let [function] = self.program.associated(&ty.name, "eq", self.module())[..] {
            let result = self.invoke(function, vec![left.clone(), right.clone()], place);
            nodes.add(&result.sources());
        } else if let Some(item) =
            self.program.type_item(&ty.name, self.module()).filter(|item| item.is_compared)
        {
            for field in item.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>() {
                let [left, right] = [left, right].map(|side| self.field(side, &field));
                nodes.add(&self.compared(&left, &right, place, depth - 1));
            }
        }
        nodes
    }

    /// `Type { field: value, ..base }`
    fn structure(&mut self, structure: &ExprStruct) -> Value {
        let last =
            structure.path.segments.last().map(|last| last.ident.unraw().to_string()).unwrap_or_default();
        let ty = WrittenType::of_path(&structure.path).substituted(&self.frame().by);
        let mut ty = self.program.resolved(ty, self.module());
        let mut before = String::new();
        let owner = structure.path.segments.iter().rev().nth(1).map(|owner| owner.ident.unraw().to_string());
        let owner = owner.map(|owner| {
            self.program.resolved(WrittenType::named(owner).substituted(&self.frame().by), self.module())
        });
        if let Some(owner) = owner {
            let item = self.program.type_item(&owner.name, self.module());
            if item.is_some_and(|item| item.variants.contains(&last)) {
                (ty, before) = (owner, format!("{last}."));
            }
        }
        let made = self.made(Some(ty));
        for field in &structure.fields {
            let value = self.expression(&field.expr);
            let name = format!("{before}{}", member(&field.member));
            self.set(&made, &name, &value, Place::of_expression(&field.expr));
        }
        if let (Some(rest), Some(&node)) = (&structure.rest, made.is.iter().next().as_ref()) {
            let base = self.expression(rest);
            self.bases.insert(node, base);
        }
        made
    }

    /// Sets a field of a value.
    pub(super) fn set(&mut self, whole: &Value, name: &str, value: &Value, place: Place) {
        let ty = whole.ty.as_ref().and_then(|ty| self.program.field(ty, name, self.module()));
        for node in whole.is.iter() {
            let part = self.states.part(node, Kind::Field(name.to_owned()), ty.clone());
            self.write_node(part, value, place);
        }
    }

    pub(super) fn assign(&mut self, left: &Expr, value: &Value) {
        let place = Place::of_expression(left);
        match peeled(left) {
            Expr::Tuple(tuple) => {
                for (index, part) in tuple.elems.iter().enumerate() {
                    let value = self.field(value, &index.to_string());
                    self.assign(part, &value);
                }
            }
            Expr::Field(field) => {
                let whole = self.expression(&field.base);
                self.set(&whole, &member(&field.member), value, place);
                if whole.is.is_empty() {
                    self.influence(&field.base, value);
                }
            }
            Expr::Index(index) => {
                let whole = self.expression(&index.expr);
                let at = self.expression(&index.index).sources();
                let ty = whole.ty.as_ref().and_then(WrittenType::element);
                for node in whole.is.iter() {
                    let part = self.states.part(node, Kind::Element, ty.clone());
                    self.write_node(part, &value.clone().decided_by(&at), place);
                }
                self.influence(&index.expr, value);
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                let into = self.expression(&unary.expr);
                self.write(&into, value, place);
                self.influence(&unary.expr, value);
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().map(|name| name.unraw().to_string());
                if let Some(slot) = name.and_then(|name| self.slot(&name)) {
                    let value = value.clone().decided_by(&self.frame().control);
                    self.slots[slot] = std::mem::take(&mut self.slots[slot]).join(value);
                }
            }
            _ => {}
        }
    }

    /// A local variable has this in it, too.
    pub(super) fn influence(&mut self, variable: &Expr, value: &Value) {
        let name = match peeled(variable) {
            Expr::Path(path) => path.path.get_ident().map(|name| name.unraw().to_string()),
            Expr::Field(field) => return self.influence(&field.base, value),
            Expr::Index(index) => return self.influence(&index.expr, value),
            _ => None,
        };
        let Some(slot) = name.and_then(|name| self.slot(&name)) else { return };
        if self.slots[slot].is.is_empty() {
            let sources = value.sources();
            self.slots[slot].of.add(&sources);
        }
    }

    pub(super) fn collected<'a>(&mut self, elements: impl Iterator<Item = &'a Expr>) -> Value {
        let item = elements.map(|element| self.expression(element)).reduce(Value::join);
        Value::collection(item.unwrap_or_default())
    }

    fn repeated(&mut self, element: &Expr, length: &Expr) -> Value {
        let length = self.expression(length).sources();
        self.collected([element].into_iter()).decided_by(&length)
    }

    fn closure(&mut self, closure: &ExprClosure) -> Value {
        let scopes = self.frame().scopes.clone();
        self.closures.push(Closure { expression: Rc::new(closure.clone()), scopes, standing: self.standing });
        Value { closure: Some(self.closures.len() - 1), ..Value::default() }
    }

    /// A macro whose arguments are expressions is what these are made into.
    pub(super) fn invocation(&mut self, expression: Option<&Expr>, invocation: &Macro) -> Value {
        let place = expression.map_or_else(|| Place::of(invocation.path.span()), Place::of_expression);
        match KnownMacro::parse(invocation) {
            Some(KnownMacro::Assert(arguments)) => {
                let nodes = self.decision(&arguments[0]);
                self.controlled(&nodes, Self::leave);
                Value::default()
            }
            Some(KnownMacro::AssertCompared(_, arguments)) => {
                let [left, right] = [0, 1].map(|side| self.expression(&arguments[side]));
                let nodes = self.compared(&left, &right, place, COMPARED_DEPTH);
                self.condition(ConditionKind::Comparison, place, &nodes);
                self.controlled(&nodes, Self::leave);
                Value::default()
            }
            Some(KnownMacro::Matches(_)) => match expression {
                Some(expression) => Value::of(self.decision(expression)),
                None => Value::default(),
            },
            Some(KnownMacro::Repeat(repeat)) => self.repeated(&repeat.element, &repeat.length),
            Some(KnownMacro::Other(arguments)) => {
                if panics(invocation) {
                    self.leave();
                }
                self.collected(arguments.iter())
            }
            None => {
                let name = invocation.path.segments.last().map(|name| name.ident.to_string());
                self.unsure(place, Uncertainty::Macro(name.unwrap_or_default()));
                Value::default()
            }
        }
    }
}

fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
