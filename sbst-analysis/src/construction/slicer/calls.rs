//! Calls: which function is meant, and what it is given.

use syn::ext::IdentExt as _;
use syn::{Expr, ExprCall, ExprMethodCall, Path};

use super::library::{self, Method};
use super::{Nodes, Slicer, Value};
use crate::construction::written_type::WrittenType;
use crate::construction::Uncertainty;
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::patterns::begins_with_capital;
use sbst_instrument::condition::peeled;

/// How a method is found.
enum Found {
    /// It is this function.
    Function(usize),
    /// It is one of the standard library.
    Library,
    /// It is not in the sources.
    Nowhere,
}

impl Slicer<'_> {
    pub(super) fn call(&mut self, call: &ExprCall) -> Value {
        let place = Place::of_expression(&call.func);
        let Expr::Path(path) = peeled(&call.func) else {
            let function = self.expression(&call.func);
            let arguments = self.arguments(call.args.iter());
            return self.closure_called(&function, arguments);
        };
        let names: Vec<String> =
            path.path.segments.iter().map(|name| name.ident.unraw().to_string()).collect();
        let name = names.last().cloned().unwrap_or_default();
        if let Some(slot) = self.slot(&name).filter(|_| names.len() == 1) {
            let function = self.slots[slot].clone();
            let arguments = self.arguments(call.args.iter());
            return self.closure_called(&function, arguments);
        }
        let arguments = self.arguments(call.args.iter());
        let owner = names.iter().rev().nth(1).map(|owner| {
            let ty = WrittenType::named(owner.clone()).substituted(&self.frame().by);
            self.program.resolved(ty, self.module()).name
        });
        if let Some(owner) = &owner {
            let found = self.program.associated(owner, &name, self.module());
            if let [function] = found[..] {
                return self.invoke(function, arguments, place);
            }
            if found.len() > 1 {
                self.unsure(place, Uncertainty::SeveralMethods(name.clone()));
                return all_of(&arguments);
            }
        }
        if path.path.segments.last().is_some_and(|last| begins_with_capital(&last.ident)) {
            return self.constructed(&path.path, arguments, place);
        }
        // of a module, or of none
        let is_of_type =
            path.path.segments.iter().rev().nth(1).is_some_and(|owner| begins_with_capital(&owner.ident));
        if let Some(function) = self.program.free(&name, self.module()).filter(|_| !is_of_type) {
            return self.invoke(function, arguments, place);
        }
        if let (Some("mem"), [into, value]) = (owner.as_deref(), &arguments[..]) {
            self.write(into, value, place);
            return into.clone();
        }
        match library::constructs(owner.as_deref(), &name) {
            true => arguments.into_iter().reduce(Value::join).unwrap_or_else(|| {
                let ty = owner.map(WrittenType::named);
                Value { ty, ..Value::default() }
            }),
            false => {
                self.unsure(place, Uncertainty::UnknownFunction(names.join("::")));
                self.changed(&arguments, place);
                all_of(&arguments)
            }
        }
    }

    fn arguments<'a>(&mut self, arguments: impl Iterator<Item = &'a Expr>) -> Vec<Value> {
        arguments.map(|argument| self.expression(argument)).collect()
    }

    /// What an unknown function is given as an exclusive reference may be anything afterwards.
    fn changed(&mut self, arguments: &[Value], place: Place) {
        for (index, argument) in arguments.iter().enumerate() {
            if argument.ty.as_ref().is_some_and(|ty| ty.is_exclusive) {
                let others = arguments.iter().enumerate().filter(|(other, _)| *other != index);
                let others: Nodes = others.map(|(_, other)| other.sources()).collect();
                self.write(argument, &Value::of(others), place);
            }
        }
    }

    /// `Some(value)`, `Variant(value)`, `Tuple(value)`
    fn constructed(&mut self, path: &Path, arguments: Vec<Value>, place: Place) -> Value {
        let last = path.segments.last().map(|last| last.ident.unraw().to_string()).unwrap_or_default();
        if matches!(&*last, "Some" | "Ok" | "Reverse" | "Borrowed" | "Owned" | "Cell" | "Wrapping") {
            return arguments.into_iter().next().unwrap_or_default();
        }
        if last == "Err" {
            return all_of(&arguments);
        }
        let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.unraw().to_string());
        let named = |name: String| {
            self.program.resolved(WrittenType::named(name).substituted(&self.frame().by), self.module())
        };
        let (ty, before) = match owner.map(named) {
            Some(owner) if self.program.types.contains_key(&owner.name) => (owner, format!("{last}.")),
            _ => (named(last), String::new()),
        };
        let made = self.made(Some(ty));
        for (index, argument) in arguments.iter().enumerate() {
            self.set(&made, &format!("{before}{index}"), argument, place);
        }
        made
    }

    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> Value {
        let place = Place::of_expression(&call.receiver);
        let name = call.method.unraw().to_string();
        let receiver = self.expression(&call.receiver);
        let arguments = self.arguments(call.args.iter());
        match self.found(&receiver, &name, place) {
            Found::Function(function) => {
                let arguments = [receiver].into_iter().chain(arguments).collect();
                self.invoke(function, arguments, place)
            }
            Found::Library => {
                let method = Method { name: &name, place, variable: &call.receiver };
                self.library_method(&method, receiver, arguments)
            }
            Found::Nowhere => {
                self.unsure(place, Uncertainty::UnknownFunction(name));
                self.apply(&arguments, &receiver.computed());
                let given: Nodes = arguments.iter().map(Value::sources).collect();
                if receiver.is.iter().any(|node| self.is_changeable(node)) {
                    self.write(&receiver, &Value::of(given.clone()), place);
                }
                receiver.computed().decided_by(&given)
            }
        }
    }

    /// Whether a node is in something that the function may change.
    fn is_changeable(&self, node: usize) -> bool {
        let root = &self.states.all[self.states.all[node].root];
        self.states.is_made(node) || root.ty.as_ref().is_some_and(|ty| ty.is_exclusive)
    }

    /// Which function a method is: that of the outermost type that has one of its name.
    fn found(&mut self, receiver: &Value, name: &str, place: Place) -> Found {
        let mut ty = receiver
            .ty
            .clone()
            .map(|ty| self.program.resolved(ty, self.module()))
            .filter(|ty| !ty.is_unknown());
        let is_known = ty.is_some();
        while let Some(outer) = ty {
            let found = self.program.associated(&outer.name, name, self.module());
            match found[..] {
                [function] if self.program.functions[function].receiver().is_some() => {
                    return Found::Function(function)
                }
                [] | [_] => {}
                [..] => {
                    self.unsure(place, Uncertainty::SeveralMethods(name.to_owned()));
                    return Found::Library;
                }
            }
            let looks_through = outer.is_pointer() || outer.is_wrapper() && !library::is_known(name);
            ty = match looks_through {
                true => Some(self.program.resolved(outer.arguments[0].clone(), self.module())),
                false => None,
            };
        }
        if library::is_known(name) {
            return Found::Library;
        }
        match self.program.methods(name) {
            [function] if !is_known => {
                self.unsure(place, Uncertainty::AssumedMethod(name.to_owned()));
                Found::Function(*function)
            }
            _ => Found::Nowhere,
        }
    }

    /// Calls the closures among some arguments with this value.
    pub(super) fn apply(&mut self, arguments: &[Value], with: &Value) -> Value {
        let closures = arguments.iter().filter(|argument| argument.closure.is_some());
        let results: Vec<Value> =
            closures.map(|closure| self.closure_called(closure, vec![with.clone()])).collect();
        results.into_iter().reduce(Value::join).unwrap_or_default()
    }

    /// What a closure gives. It may be called with fewer arguments than it has: the others are like the last one.
    pub(super) fn closure_called(&mut self, closure: &Value, arguments: Vec<Value>) -> Value {
        let Some(called) = closure.closure.map(|number| self.closures[number].clone()) else {
            return all_of(&arguments).decided_by(&closure.sources());
        };
        let standing = std::mem::replace(&mut self.standing, called.standing);
        let frame = self.frame_mut();
        let scopes = std::mem::replace(&mut frame.scopes, called.scopes);
        let result = std::mem::take(&mut frame.result);
        let [control, left] = [frame.control.clone(), frame.left.clone()];
        for (index, input) in called.expression.inputs.iter().enumerate() {
            let argument = arguments.get(index).or(arguments.last()).cloned().unwrap_or_default();
            self.bind(input, &argument);
        }
        // itself among what it can name: a closure that calls itself does not end
        let is_nested = self.closures.len() > CLOSURES;
        let value = if is_nested { Value::default() } else { self.expression(&called.expression.body) };
        let frame = self.frame_mut();
        let given = std::mem::replace(&mut frame.result, result);
        frame.scopes = scopes;
        frame.control = control;
        frame.left = left;
        self.standing = standing;
        value.join(given)
    }
}

/// How many closures are looked at: one that calls another that calls the first does not end otherwise.
const CLOSURES: usize = 1_000;

/// What depends on all arguments.
fn all_of(arguments: &[Value]) -> Value {
    Value::of(arguments.iter().map(Value::sources).collect())
}
