//! A walk over the body of a function, which finds the fields that each expression is computed
//! from.
//!
//! 1. A value has the known types that its type mentions, the fields, calls and parameters that it
//!    is computed from, and the places that it may refer to. A local variable has the value that it
//!    is bound to, joined with all that it is assigned.
//! 2. A method of the sources gives what its signature says. Any other gives what it is called on
//!    and given: it may be an element, an iterator or a wrapper of that.
//! 3. The conditions around an assignment have a say in what is assigned.
//! 4. `==` of two places looks at all fields in them.
//! 5. An exclusive reference that a function gives may be written through: it counts as a write of
//!    what it refers to.

use std::collections::{BTreeMap, BTreeSet};

use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprAssign, ExprBinary, ExprCall, ExprClosure, ExprIf, ExprMethodCall,
    ExprStruct, ExprWhile, FnArg, Local, Macro, Member, Pat, Path, ReturnType, Type,
};

use super::program::{Function, Names, Program};
use sbst_instrument::analysis::control_flow::builder::is_compound;
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::known_macros::KnownMacro;
use sbst_instrument::condition::patterns::begins_with_capital;
use sbst_instrument::condition::peeled;
use sbst_vocabulary::standard::{changes, changes_interior, lends_exclusively, only_reads};

/// Nested fields that `==` is taken to look at, in types within types.
const COMPARED_DEPTH: usize = 3;

/// A part of an argument or of something that is made: what can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// The field with this index in the program.
    Field(usize),
    /// The referent of the parameter with this index.
    Parameter(usize),
}

/// Origins of a value, by indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sources {
    pub(super) fields: BTreeSet<usize>,
    /// Functions of the program that were called for it.
    pub(super) calls: BTreeSet<usize>,
    pub(super) parameters: BTreeSet<usize>,
}

impl Sources {
    pub(super) fn add(&mut self, other: &Sources) {
        self.fields.extend(&other.fields);
        self.calls.extend(&other.calls);
        self.parameters.extend(&other.parameters);
    }
}

/// The static approximation of a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    pub(super) types: Names,
    pub(super) from: Sources,
    pub(super) places: BTreeSet<Target>,
}

impl Value {
    fn add(&mut self, other: &Value) {
        self.types.extend(&other.types);
        self.places.extend(&other.places);
        self.from.add(&other.from);
    }
}

/// The way in which a place is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Write {
    /// The parameters that the value is computed from.
    pub(super) parameters: BTreeSet<usize>,
    /// The fields that the value is computed from.
    pub(super) fields: BTreeSet<usize>,
    /// True if a parameter is put into a collection, so that it may be done again.
    pub(super) repeats: bool,
    /// True if the value becomes part of a new object.
    pub(super) makes: bool,
}

impl Write {
    fn of(from: &Sources, repeats: bool, makes: bool) -> Write {
        Write { parameters: from.parameters.clone(), fields: from.fields.clone(), repeats, makes }
    }

    /// Both ways to write the same.
    pub(super) fn add(&mut self, other: &Write) {
        self.parameters.extend(&other.parameters);
        self.fields.extend(&other.fields);
        self.repeats |= other.repeats;
        self.makes &= other.makes;
    }
}

/// A call of a function of the program.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) function: usize,
    pub(super) arguments: Vec<Value>,
    /// Origins of the conditions in the caller that decide whether it is called.
    pub(super) control: Sources,
}

/// Reads, writes and calls in the body of a function.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    pub(super) reads: BTreeSet<usize>,
    pub(super) writes: BTreeMap<Target, Write>,
    pub(super) calls: Vec<Call>,
    /// Origins of the expressions that begin at a place.
    pub(super) places: BTreeMap<Place, Sources>,
}

struct Walk<'p> {
    program: &'p Program,
    function: &'p Function,
    found: Accesses,
    /// The variables that are in scope, innermost last.
    variables: Vec<(String, Value)>,
    control: Sources,
    /// Joined values of the expressions met inside the current one.
    inner: Value,
    /// True if the function gives exclusive references.
    lends: bool,
}

/// Walks over a function of the program.
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

/// True if `&mut` is in a type.
fn is_exclusive(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            self.0 |= reference.mutability.is_some();
            visit::visit_type_reference(self, reference);
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

/// True if a method that is not in the sources changes what it is called on.
fn is_changing(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or(name);
    !only_reads(name) && (changes(name) || changes(first) || changes_interior(name))
}

impl Walk<'_> {
    fn types(&self, ty: &Type) -> Names {
        self.program.names(ty, &self.function.meanings)
    }

    /// The value of an expression.
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
                self.note(Place::of(binding.let_token.span), &tested);
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
            self.note(Place::of_expression(expression), &value.from);
        }
        value
    }

    /// The value of all expressions that a walk meets.
    fn within(&mut self, walk: impl FnOnce(&mut Self)) -> Value {
        let outside = std::mem::take(&mut self.inner);
        walk(self);
        std::mem::replace(&mut self.inner, outside)
    }

    /// Notes the origins of an expression that begins at a place.
    fn note(&mut self, place: Place, from: &Sources) {
        self.found.places.entry(place).or_default().add(from);
    }

    /// Walks over code that is evaluated only for one outcome of a condition computed from `by`.
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
            // a copy, or what was moved away
            if matches!(peeled(&init.expr), Expr::Field(_) | Expr::Index(_)) {
                value.places.clear();
            }
            if let Some((_, diverging)) = &init.diverge {
                self.value(diverging);
            }
        }
        let tested = self.bind(&local.pat, &value);
        self.note(Place::of(local.let_token.span), &tested);
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
        self.note(Place::of(arm.pat.span()), &tested);
        tested.add(&value.from);
        let given = self.controlled(&tested, |this| this.value(&arm.body));
        self.variables.truncate(names);
        given
    }

    /// Binds the names in a pattern. Returns the fields that the pattern looks at.
    fn bind(&mut self, pattern: &Pat, value: &Value) -> Sources {
        let mut tested = Sources::default();
        let mut all = |this: &mut Self, parts: Vec<(&Pat, Value)>| {
            for (part, value) in parts {
                tested.add(&value.from);
                tested.add(&this.bind(part, &value));
            }
        };
        let as_whole = |part| (part, value.clone());
        match pattern {
            Pat::Ident(name) => {
                self.variables.push((name.ident.unraw().to_string(), value.clone()));
                let inner = name.subpat.iter().map(|(_, inner)| as_whole(&**inner));
                all(self, inner.collect());
            }
            Pat::Type(typed) => {
                let mut types = self.types(&typed.ty);
                if types.is_empty() {
                    types.clone_from(&value.types);
                }
                all(self, vec![(&*typed.pat, Value { types, ..value.clone() })]);
            }
            Pat::Or(or) => all(self, or.cases.iter().map(as_whole).collect()),
            Pat::Paren(inner) => all(self, vec![as_whole(&*inner.pat)]),
            Pat::Reference(inner) => all(self, vec![as_whole(&*inner.pat)]),
            Pat::Guard(inner) => {
                all(self, vec![as_whole(&*inner.pat)]);
                let guard = self.value(&inner.guard);
                tested.add(&guard.from);
            }
            Pat::Tuple(tuple) => all(self, tuple.elems.iter().map(as_whole).collect()),
            Pat::Slice(slice) => all(self, slice.elems.iter().map(as_whole).collect()),
            Pat::TupleStruct(tuple) => {
                let parts = tuple.elems.iter().enumerate();
                let parts = parts
                    .map(|(index, part)| (part, self.pattern_part(&tuple.path, value, &index.to_string())));
                let parts = parts.collect();
                all(self, parts);
            }
            Pat::Struct(structure) => {
                let parts = structure.fields.iter().map(|part| {
                    (&*part.pat, self.pattern_part(&structure.path, value, &member(&part.member)))
                });
                let parts = parts.collect();
                all(self, parts);
            }
            _ => {}
        }
        tested
    }

    /// The part of a value that a pattern of this structure or variant looks at; all of it if it is
    /// none that is known.
    fn pattern_part(&mut self, path: &Path, value: &Value, field: &str) -> Value {
        let Some((types, before)) = self.structure_type(path) else { return value.clone() };
        let typed = Value { types, ..value.clone() };
        self.part(&typed, &format!("{before}{field}"), true).unwrap_or_else(|| value.clone())
    }

    /// The types that a path of a structure or variant may mean, and what the names of its fields
    /// begin with.
    fn structure_type(&self, path: &Path) -> Option<(Names, String)> {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.unraw().to_string());
        let last = names.next()?;
        let named = |name: &str| self.program.named(name, &self.function.meanings);
        if let Some(owners) = names.next().map(|owner| named(&owner)) {
            if owners.iter().any(|&owner| self.program.has_variant(owner, &last)) {
                return Some((owners, format!("{last}.")));
            }
        }
        let own = named(&last);
        (!own.is_empty()).then_some((own, String::new()))
    }

    /// A field of a value, if it is one that is known.
    fn part(&mut self, whole: &Value, name: &str, is_read: bool) -> Option<Value> {
        let mut part = Value { from: whole.from.clone(), ..Value::default() };
        for &ty in &whole.types {
            let Some(field) = self.program.field(ty, name) else { continue };
            if is_read {
                self.found.reads.insert(field);
            }
            part.from.fields.insert(field);
            part.places.insert(Target::Field(field));
            let item = &self.program.fields[field];
            part.types.extend(&item.types);
            if item.is_generic {
                part.types.extend(&whole.types);
            }
        }
        (!part.places.is_empty()).then_some(part)
    }

    fn named(&mut self, path: &Path) -> Value {
        let name = path.get_ident().map(|name| name.unraw().to_string());
        let known = name.and_then(|name| self.variables.iter().rfind(|known| known.0 == name));
        match known {
            Some((_, value)) => value.clone(),
            // a variant without fields, or a constant
            None => {
                let types = self.structure_type(path).map(|(types, _)| types);
                Value { types: types.unwrap_or_default(), ..Value::default() }
            }
        }
    }

    fn binary(&mut self, binary: &ExprBinary) -> Value {
        if is_compound(&binary.op) {
            let mut value = self.value(&binary.right);
            let old = self.value(&binary.left);
            value.add(&old);
            self.assign(&binary.left, &value);
            return Value::default();
        }
        let (left, right) = (self.value(&binary.left), self.value(&binary.right));
        let mut from = left.from.clone();
        from.add(&right.from);
        let is_place = |side: &Expr| match peeled(side) {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
            Expr::Reference(inner) => matches!(peeled(&inner.expr), Expr::Path(_) | Expr::Field(_)),
            _ => false,
        };
        if matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_))
            && is_place(&binary.left)
            && is_place(&binary.right)
        {
            let own = self.program.associated(&left.types, "eq");
            match own.is_empty() {
                true => self.compare(&left.types, &mut from, COMPARED_DEPTH),
                false => from.add(&self.invoke(&own, vec![left.clone(), right]).from),
            }
            self.note(Place::of_expression(&binary.left), &from);
        }
        Value { from, ..Value::default() }
    }

    /// Adds all fields in these types.
    fn compare(&mut self, types: &Names, from: &mut Sources, depth: usize) {
        for field in types.iter().flat_map(|&ty| self.program.fields_of(ty)) {
            if from.fields.insert(field) && depth > 1 {
                self.compare(&self.program.fields[field].types, from, depth - 1);
            }
            self.found.reads.insert(field);
        }
    }

    fn assignment(&mut self, assignment: &ExprAssign) -> Value {
        let value = self.value(&assignment.right);
        self.assign(&assignment.left, &value);
        Value::default()
    }

    /// Writes a value into a place.
    fn assign(&mut self, left: &Expr, value: &Value) {
        let mut value = value.clone();
        value.from.add(&self.control);
        match peeled(left) {
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.assign(part, &value)),
            Expr::Path(path) => self.change(&path.path, &value),
            Expr::Field(field) => {
                let whole = self.value(&field.base);
                let part = self.part(&whole, &member(&field.member), false);
                part.into_iter().for_each(|part| self.write(&part.places, &value, false));
                self.change_variable(&field.base, &value);
            }
            other => {
                let place = self.value(other);
                value.from.add(&place.from);
                self.write(&place.places, &value, false);
                self.change_variable(other, &value);
            }
        }
    }

    /// Adds a value to a variable.
    fn change(&mut self, path: &Path, value: &Value) {
        let name = path.get_ident().map(|name| name.unraw().to_string());
        let known = name.and_then(|name| self.variables.iter_mut().rfind(|known| known.0 == name));
        if let Some((_, variable)) = known {
            variable.from.add(&value.from);
            variable.types.extend(&value.types);
        }
    }

    /// Adds a value to the variable that a place is in.
    fn change_variable(&mut self, place: &Expr, value: &Value) {
        match peeled(place) {
            Expr::Path(path) => {
                self.change(&path.path, &Value { from: value.from.clone(), ..Value::default() })
            }
            Expr::Field(field) => self.change_variable(&field.base, value),
            Expr::Index(index) => self.change_variable(&index.expr, value),
            Expr::Unary(unary) => self.change_variable(&unary.expr, value),
            Expr::MethodCall(call) => self.change_variable(&call.receiver, value),
            _ => {}
        }
    }

    fn write(&mut self, places: &BTreeSet<Target>, value: &Value, repeats: bool) {
        let write = Write::of(&value.from, repeats, false);
        for &place in places {
            add_write(&mut self.found.writes, place, &write);
        }
    }

    /// Takes a value that the function returns: rule 5.
    fn gives(&mut self, value: &Value) {
        if self.lends {
            self.write(&value.places, &Value::default(), false);
        }
    }

    /// Calls functions of the program.
    fn invoke(&mut self, functions: &[usize], arguments: Vec<Value>) -> Value {
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

    fn call(&mut self, call: &ExprCall) -> Value {
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
    fn made(&mut self, path: &Path, parts: Vec<(String, Value)>) -> Value {
        let made = self.structure_type(path);
        let mut whole = joined(parts.iter().map(|(_, part)| part.clone()));
        if let Some((types, before)) = made {
            for (name, part) in &parts {
                let fields =
                    types.iter().filter_map(|&ty| self.program.field(ty, &format!("{before}{name}")));
                for field in fields {
                    let write = Write::of(&part.from, false, true);
                    add_write(&mut self.found.writes, Target::Field(field), &write);
                }
            }
            whole.types = types;
        }
        Value { places: BTreeSet::new(), ..whole }
    }

    fn structure(&mut self, structure: &ExprStruct) -> Value {
        let parts = structure.fields.iter();
        let parts = parts.map(|field| (member(&field.member), self.value(&field.expr))).collect();
        let rest = structure.rest.as_ref().map(|rest| self.value(rest)).unwrap_or_default();
        let mut made = self.made(&structure.path, parts);
        made.from.add(&rest.from);
        made
    }

    fn method_call(&mut self, call: &ExprMethodCall) -> Value {
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
                self.note(Place::of_expression(&matches.scrutinee), &from);
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

/// Any of these values.
fn joined(values: impl IntoIterator<Item = Value>) -> Value {
    let mut all = Value::default();
    values.into_iter().for_each(|value| all.add(&value));
    all
}

/// Adds a write to a table.
pub(super) fn add_write(writes: &mut BTreeMap<Target, Write>, target: Target, write: &Write) -> bool {
    match writes.get_mut(&target) {
        Some(known) => {
            let before = known.clone();
            known.add(write);
            *known != before
        }
        None => {
            writes.insert(target, write.clone());
            true
        }
    }
}

fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
