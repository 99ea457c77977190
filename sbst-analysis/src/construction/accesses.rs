//! The accesses of a function to fields and parameters, and the values in them.

use std::collections::{BTreeMap, BTreeSet};

use super::program::Names;
use sbst_instrument::analysis::Place;

/// A part of an argument or of a new object: a target of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Field(usize),
    /// The referent of the parameter with this index.
    Parameter(usize),
}

/// Origins of a value, by indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sources {
    pub(super) fields: BTreeSet<usize>,
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
    pub(super) fn add(&mut self, other: &Value) {
        self.types.extend(&other.types);
        self.places.extend(&other.places);
        self.from.add(&other.from);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Write {
    pub(super) parameters: BTreeSet<usize>,
    pub(super) fields: BTreeSet<usize>,
    /// True if a parameter is put into a collection, so that the call may be repeated.
    pub(super) repeats: bool,
    /// True if the value becomes part of a new object.
    pub(super) makes: bool,
}

impl Write {
    pub(super) fn from_sources(from: &Sources, repeats: bool, makes: bool) -> Write {
        Write { parameters: from.parameters.clone(), fields: from.fields.clone(), repeats, makes }
    }

    /// Combines two ways to write one target.
    pub(super) fn add(&mut self, other: &Write) {
        self.parameters.extend(&other.parameters);
        self.fields.extend(&other.fields);
        self.repeats |= other.repeats;
        self.makes &= other.makes;
    }
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) function: usize,
    pub(super) arguments: Vec<Value>,
    /// Origins of the caller's conditions for its call.
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

pub(super) fn joined(values: impl IntoIterator<Item = Value>) -> Value {
    let mut all = Value::default();
    values.into_iter().for_each(|value| all.add(&value));
    all
}
