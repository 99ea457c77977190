//! Methods of the standard library, by what they give of what they are called on.
//!
//! 1. Options, results and boxes are looked through: what takes something out of them, or looks at it, gives the same.
//! 2. Collections give their elements, or iterators over them.
//! 3. Iterators are like collections: what they go over is their element.
//! 4. What changes a collection writes into its elements.

use syn::Expr;

use super::{Slicer, Value};
use crate::construction::state::Kind;
use crate::construction::written_type::WrittenType;
use sbst_instrument::analysis::data_flow::known_methods::only_reads;
use sbst_instrument::analysis::Place;

/// A method that is called.
pub(super) struct Method<'a> {
    pub(super) name: &'a str,
    pub(super) place: Place,
    /// What stands before the dot.
    pub(super) variable: &'a Expr,
}

/// They give what they are called on, or what is in it.
const SAME: [&str; 58] = [
    "as_bytes",
    "as_deref",
    "as_deref_mut",
    "as_mut",
    "as_mut_slice",
    "as_mut_str",
    "as_ref",
    "as_slice",
    "as_str",
    "borrow",
    "borrow_mut",
    "by_ref",
    "chain",
    "clone",
    "cloned",
    "copied",
    "cycle",
    "deref",
    "deref_mut",
    "downgrade",
    "err",
    "expect",
    "fuse",
    "get_or_insert",
    "get_or_insert_with",
    "insert_with",
    "into",
    "into_bytes",
    "into_boxed_slice",
    "into_inner",
    "into_string",
    "lock",
    "map_err",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "or_default",
    "or_else",
    "or_insert",
    "or_insert_with",
    "read",
    "rev",
    "skip",
    "split_at",
    "step_by",
    "take",
    "to_owned",
    "to_string",
    "to_vec",
    "try_into",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "upgrade",
    "write",
    "collect",
];

/// They give an element.
const ELEMENT: [&str; 26] = [
    "back",
    "back_mut",
    "entry",
    "first",
    "first_mut",
    "front",
    "front_mut",
    "get_mut",
    "get_unchecked",
    "last",
    "last_mut",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "next",
    "next_back",
    "nth",
    "peek",
    "peek_mut",
    "pop",
    "pop_back",
    "pop_front",
    "swap_remove",
];

/// They give an iterator over the elements.
const ITERATOR: [&str; 16] = [
    "as_chunks",
    "bytes",
    "chars",
    "chunks",
    "drain",
    "into_iter",
    "into_values",
    "iter",
    "iter_mut",
    "lines",
    "peekable",
    "split",
    "split_whitespace",
    "values",
    "values_mut",
    "windows",
];

/// They put something in.
const PUTTING: [&str; 12] = [
    "append",
    "extend",
    "extend_from_slice",
    "fill",
    "insert",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "replace",
    "resize",
    "set",
];

/// They change what is in.
const CHANGING: [&str; 14] = [
    "clear",
    "dedup",
    "fetch_add",
    "remove",
    "resize_with",
    "retain",
    "reverse",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "store",
    "swap",
    "truncate",
];

/// They call a closure with what is in, or with an element, and give something else.
const ASKING: [&str; 16] = [
    "all",
    "any",
    "count",
    "fold",
    "for_each",
    "is_none_or",
    "is_ok_and",
    "is_some_and",
    "map_or",
    "map_or_else",
    "partition_point",
    "position",
    "product",
    "sum",
    "reduce",
    "rposition",
];

/// They call a closure with an element, and give iterators over its results, or over those elements that it wants.
const ADAPTING: [&str; 15] = [
    "and_then",
    "enumerate",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "flatten",
    "get",
    "inspect",
    "map",
    "skip_while",
    "take_while",
    "then",
    "zip",
];

/// Whether the standard library has a method of this name.
pub(super) fn is_known(name: &str) -> bool {
    let lists: [&[&str]; 7] = [&SAME, &ELEMENT, &ITERATOR, &PUTTING, &CHANGING, &ASKING, &ADAPTING];
    lists.iter().any(|list| list.contains(&name)) || only_reads(name)
}

/// Whether a function of the standard library makes something out of all that it is given.
pub(super) fn constructs(owner: Option<&str>, name: &str) -> bool {
    let is_standard = |owner: &str| {
        WrittenType { name: owner.to_owned(), arguments: vec![WrittenType::default()], is_exclusive: false }
            .is_wrapper()
            || WrittenType {
                name: owner.to_owned(),
                arguments: vec![WrittenType::default()],
                is_exclusive: false,
            }
            .element()
            .is_some()
            || matches!(owner, "String" | "Default")
            || owner.starts_with(|first: char| first.is_ascii_lowercase())
    };
    owner.is_some_and(is_standard)
        && (matches!(
            name,
            "new" | "from" | "default" | "with_capacity" | "from_iter" | "clone" | "pin" | "min" | "max"
        ) || only_reads(name))
}

impl Slicer<'_> {
    /// What a loop over a value goes over.
    pub(super) fn iterated(&mut self, over: &Value) -> Value {
        let ty = over.ty.as_ref().map(|ty| ty.peeled().name.clone());
        if let Some([next]) = ty.map(|ty| self.program.associated(&ty, "next", self.module())).as_deref() {
            if !over.is.is_empty() {
                return self.invoke(*next, vec![over.clone()], Place::default());
            }
        }
        self.element(over)
    }

    /// What is in an option, or an element of an iterator or a collection.
    fn inner(&mut self, receiver: &Value) -> Value {
        let is_collection = receiver.item.is_some()
            || receiver
                .ty
                .as_ref()
                .is_some_and(|ty| ty.is_unknown() || !ty.is_wrapper() && ty.element().is_some());
        if is_collection {
            self.element(receiver)
        } else {
            receiver.clone()
        }
    }

    pub(super) fn library_method(
        &mut self,
        method: &Method<'_>,
        receiver: Value,
        arguments: Vec<Value>,
    ) -> Value {
        let given = arguments.iter().map(Value::sources).collect();
        match method.name {
            "enumerate" | "zip" => {
                let item = self.element(&receiver);
                let other = match &arguments[..] {
                    [other] => self.iterated(other),
                    _ => Value::default(),
                };
                let parts =
                    if method.name == "zip" { vec![item, other] } else { vec![Value::default(), item] };
                let types =
                    parts.iter().map(|part| part.ty.clone().unwrap_or_else(|| WrittenType::named("_")));
                let ty = WrittenType { name: "()".into(), arguments: types.collect(), is_exclusive: false };
                let pair = Value { parts, ty: Some(ty), ..Value::default() };
                Value::collection(pair).decided_by(&receiver.of)
            }
            "map" | "and_then" | "filter_map" | "flat_map" | "find_map" | "then" => {
                let item = self.inner(&receiver);
                let is_option = item == receiver;
                let result = match arguments.iter().any(|argument| argument.closure.is_some()) {
                    true => self.apply(&arguments, &item).decided_by(&item.of),
                    false => item.computed(),
                };
                match method.name {
                    _ if is_option => result.decided_by(&receiver.sources()),
                    "find_map" | "and_then" | "then" => result.decided_by(&receiver.sources()),
                    "flat_map" => {
                        let result = self.inner(&result);
                        Value::collection(result).decided_by(&receiver.of)
                    }
                    _ => Value::collection(result).decided_by(&receiver.of),
                }
            }
            "filter" | "skip_while" | "take_while" | "inspect" | "find" => {
                let item = self.inner(&receiver);
                let is_option = item == receiver;
                let wanted = self.apply(&arguments, &item).sources();
                match method.name {
                    "find" => item.decided_by(&wanted),
                    _ if is_option => item.decided_by(&wanted),
                    _ => Value::collection(item.decided_by(&wanted)).decided_by(&receiver.of),
                }
            }
            "flatten" => {
                let item = self.inner(&receiver);
                let item = self.inner(&item);
                Value::collection(item)
            }
            "get" if arguments.is_empty() => receiver,
            "get" => {
                let element = self.element(&receiver);
                element.decided_by(&given)
            }
            "take" | "replace" if self.inner(&receiver) == receiver => {
                let value = arguments.into_iter().next().unwrap_or_default();
                self.write(&receiver, &value, method.place);
                receiver
            }
            "sort_by" | "sort_by_key" | "retain" => {
                let item = self.inner(&receiver);
                let decided = self.apply(&arguments, &item);
                self.write(&receiver, &decided, method.place);
                Value::default()
            }
            name if ASKING.contains(&name) => {
                let item = self.inner(&receiver);
                let asked = self.apply(&arguments, &item).sources();
                let value = receiver.computed().decided_by(&item.sources()).decided_by(&given);
                value.decided_by(&asked)
            }
            name if ELEMENT.contains(&name) => {
                let element = self.inner(&receiver);
                if name.starts_with("pop") || name == "swap_remove" {
                    self.write(&receiver, &Value::of(given), method.place);
                    return element;
                }
                let asked = self.apply(&arguments, &element).sources();
                let ordered = if name.starts_with(['m']) { element.sources() } else { asked.clone() };
                element.decided_by(&given).decided_by(&asked).decided_by(&ordered)
            }
            name if ITERATOR.contains(&name) => {
                let element = self.inner(&receiver);
                Value { of: receiver.sources(), ..Value::collection(element) }.decided_by(&given)
            }
            name if PUTTING.contains(&name) => {
                self.put(method, &receiver, &arguments);
                receiver.computed()
            }
            name if CHANGING.contains(&name) => {
                self.write(&receiver, &Value::of(given), method.place);
                self.inner(&receiver)
            }
            name if SAME.contains(&name) => {
                let otherwise = self.apply(&arguments, &receiver.computed());
                let is_alternative = name.starts_with("unwrap_or") || name.starts_with("or");
                let others =
                    arguments.into_iter().filter(|_| is_alternative || name == "chain").reduce(Value::join);
                let value = receiver.join(others.unwrap_or_default()).decided_by(&given);
                if is_alternative {
                    value.join(otherwise)
                } else {
                    value
                }
            }
            _ => {
                let item = if arguments.iter().any(|argument| argument.closure.is_some()) {
                    self.inner(&receiver)
                } else {
                    Value::default()
                };
                let asked = self.apply(&arguments, &item).sources();
                receiver.computed().decided_by(&given).decided_by(&asked)
            }
        }
    }

    /// The last argument becomes an element; those before it say which.
    fn put(&mut self, method: &Method<'_>, receiver: &Value, arguments: &[Value]) {
        let Some((value, keys)) = arguments.split_last() else { return };
        let is_many = matches!(method.name, "append" | "extend" | "extend_from_slice" | "push_str");
        let value = match is_many
            && (value.item.is_some() || value.ty.as_ref().is_some_and(|ty| ty.element().is_some()))
        {
            true => self.element(value),
            false => value.clone(),
        };
        let keys = keys.iter().map(Value::sources).collect();
        let value = value.decided_by(&keys);
        let is_collection = receiver.ty.as_ref().is_none_or(|ty| ty.element().is_some() || ty.is_unknown());
        for node in receiver.is.iter() {
            match is_collection && method.name != "set" {
                true => {
                    let ty = receiver.ty.as_ref().and_then(WrittenType::element);
                    let part = self.states.part(node, Kind::Element, ty);
                    self.write_node(part, &value, method.place);
                }
                false => self.write_node(node, &value, method.place),
            }
        }
        if let Some(slot) = self.variable(method.variable) {
            if self.slots[slot].is.is_empty() {
                let slot = &mut self.slots[slot];
                *slot = std::mem::take(slot).join(Value { item: Some(Box::new(value)), ..Value::default() });
            }
        }
    }

    /// The variable that an expression is.
    fn variable(&self, expression: &Expr) -> Option<usize> {
        match sbst_instrument::condition::peeled(expression) {
            Expr::Path(path) => self.slot(&path.path.get_ident()?.to_string()),
            _ => None,
        }
    }
}
