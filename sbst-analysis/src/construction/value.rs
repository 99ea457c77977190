//! What an expression may be, as far as the slicing needs it.

use super::nodes::Nodes;
use super::written_type::WrittenType;

/// What an expression may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value {
    /// The state variables that it may be, or refer to.
    pub(super) is: Nodes,
    /// Those that it is computed from, or that decided that it is this and no other.
    pub(super) of: Nodes,
    /// The calls through which it was handed out.
    pub(super) through: Nodes,
    /// Its type.
    pub(super) ty: Option<WrittenType>,
    /// Its parts, if it is a tuple that was written here.
    pub(super) parts: Vec<Value>,
    /// An element, if it is an iterator or a collection that was made here.
    pub(super) item: Option<Box<Value>>,
    /// The closure that it is, by number.
    pub(super) closure: Option<usize>,
}

impl Value {
    /// What is computed from these nodes.
    pub(super) fn of(nodes: Nodes) -> Value {
        Value { of: nodes, ..Value::default() }
    }

    /// A collection or an iterator with elements like this one.
    pub(super) fn collection(item: Value) -> Value {
        let ty = item.ty.clone().unwrap_or_else(|| WrittenType::named("_"));
        let ty = WrittenType { name: "Iterator".to_owned(), arguments: vec![ty], is_exclusive: false };
        Value { item: Some(Box::new(item)), ty: Some(ty), ..Value::default() }
    }

    /// All nodes that it comes from, calls among them.
    pub(super) fn sources(&self) -> Nodes {
        let mut found = Nodes::new();
        self.add_sources(&mut found);
        found
    }

    fn add_sources(&self, found: &mut Nodes) {
        found.add(&self.is);
        found.add(&self.of);
        found.add(&self.through);
        self.parts.iter().for_each(|part| part.add_sources(found));
        self.item.iter().for_each(|item| item.add_sources(found));
    }

    /// Something that is computed from it.
    pub(super) fn computed(&self) -> Value {
        Value::of(self.sources())
    }

    /// The same, which these nodes have a say in.
    pub(super) fn decided_by(mut self, nodes: &Nodes) -> Value {
        self.of.add(nodes);
        self
    }

    /// One or the other.
    pub(super) fn join(mut self, other: Value) -> Value {
        self.is.add(&other.is);
        self.of.add(&other.of);
        self.through.add(&other.through);
        if self.ty.as_ref().is_none_or(WrittenType::is_unknown) {
            self.ty = other.ty;
        }
        self.closure = self.closure.or(other.closure);
        self.item = match (self.item, other.item) {
            (Some(one), Some(other)) => Some(Box::new(one.join(*other))),
            (one, other) => one.or(other),
        };
        let length = self.parts.len().max(other.parts.len());
        self.parts.resize_with(length, Value::default);
        for (part, other) in self.parts.iter_mut().zip(other.parts) {
            *part = std::mem::take(part).join(other);
        }
        self
    }
}
