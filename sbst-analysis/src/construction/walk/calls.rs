//! Calls of functions, methods and constructors (rule 2).

use std::collections::BTreeSet;

use syn::{ext::IdentExt as _, Expr, ExprCall, ExprMethodCall, ExprStruct, Path, ReturnType};

use super::super::accesses::{add_write, joined, Call, Target, Value, Write};
use super::{member, Walk};
use sbst_instrument::condition::patterns::begins_with_capital;
use sbst_instrument::condition::peeled;
use sbst_vocabulary::standard::{changes, changes_interior, lends_exclusively, only_reads};

/// True if a method outside of the sources changes its receiver.
fn is_changing(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or(name);
    !only_reads(name) && (changes(name) || changes(first) || changes_interior(name))
}

impl Walk<'_> {
    pub(super) fn invoke(&mut self, functions: &[usize], arguments: Vec<Value>) -> Value {
        let mut result = Value::default();
        arguments.iter().for_each(|argument| result.from.add(&argument.from));
        for &function in functions {
            let item = &self.program.functions[function];
            if let ReturnType::Type(_, ty) = &item.signature.output {
                result.types.extend(self.program.names(ty, &item.meanings));
            }
            result.from.calls.insert(function);
            let (arguments, control) = (arguments.clone(), self.control.clone());
            self.found.calls.push(Call { function, arguments, control });
        }
        result
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> Value {
        let arguments: Vec<Value> = call.args.iter().map(|argument| self.value(argument)).collect();
        let Expr::Path(path) = peeled(&call.func) else {
            let function = self.value(&call.func);
            return joined([function].into_iter().chain(arguments));
        };
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        let (name, owner) = match &names[..] {
            [.., owner, name] => (name, Some(owner)),
            [name] => (name, None),
            [] => return Value::default(),
        };
        if let Some((_, function)) = self.variables.iter().rfind(|known| known.0 == *name && owner.is_none())
        {
            let function = function.clone();
            return joined([function].into_iter().chain(arguments));
        }
        let owners = owner.map(|owner| self.program.named(owner, &self.function.meanings));
        let of_owner = owners.map(|owners| self.program.associated(&owners, name)).unwrap_or_default();
        if !of_owner.is_empty() {
            return self.invoke(&of_owner, arguments);
        }
        if path.path.segments.last().is_some_and(|last| begins_with_capital(&last.ident)) {
            let parts = arguments.iter().enumerate();
            let parts = parts.map(|(index, part)| (index.to_string(), part.clone())).collect();
            return self.made(&path.path, parts);
        }
        let free = self.program.free(name).to_vec();
        match free.is_empty() {
            true => joined(arguments),
            false => self.invoke(&free, arguments),
        }
    }

    /// A structure or variant with these parts. An unknown one is looked through, as `Some` is.
    pub(super) fn made(&mut self, path: &Path, parts: Vec<(String, Value)>) -> Value {
        let made = self.structure_type(path);
        let mut whole = joined(parts.iter().map(|(_, part)| part.clone()));
        if let Some((types, before)) = made {
            for (name, part) in &parts {
                let fields =
                    types.iter().filter_map(|&ty| self.program.field(ty, &format!("{before}{name}")));
                for field in fields {
                    let write = Write::from_sources(&part.from, false, true);
                    add_write(&mut self.found.writes, Target::Field(field), &write);
                }
            }
            whole.types = types;
        }
        Value { places: BTreeSet::new(), ..whole }
    }

    pub(super) fn structure(&mut self, structure: &ExprStruct) -> Value {
        let parts = structure.fields.iter();
        let parts = parts.map(|field| (member(&field.member), self.value(&field.expr))).collect();
        let rest = structure.rest.as_ref().map(|rest| self.value(rest)).unwrap_or_default();
        let mut made = self.made(&structure.path, parts);
        made.from.add(&rest.from);
        made
    }

    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> Value {
        let name = call.method.unraw().to_string();
        let receiver = self.value(&call.receiver);
        let arguments = call.args.iter().map(|argument| match peeled(argument) {
            Expr::Closure(closure) => self.closure(closure, &receiver),
            argument => self.value(argument),
        });
        let arguments: Vec<Value> = arguments.collect();
        let mut functions = self.program.associated(&receiver.types, &name);
        if receiver.types.is_empty() && !only_reads(&name) && !changes(&name) {
            functions.extend(self.program.only_method(&name));
        }
        if !functions.is_empty() {
            return self.invoke(&functions, [receiver].into_iter().chain(arguments).collect());
        }
        if lends_exclusively(&name) {
            self.write(&receiver.places, &Value::default(), false);
        } else if is_changing(&name) {
            let mut given = joined(arguments.clone());
            given.from.add(&self.control);
            let repeats = !changes_interior(&name) && !given.from.parameters.is_empty();
            self.write(&receiver.places, &given, repeats);
            self.change_variable(&call.receiver, &given);
        }
        let mut result = joined([receiver].into_iter().chain(arguments));
        if only_reads(&name) {
            result.places.clear();
        }
        result
    }
}
