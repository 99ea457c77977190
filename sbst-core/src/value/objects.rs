//! The functions of call sequences, and the [types](crate::value::object_types) of which they make
//! and change values.
//!
//! # Policy
//! 1. A *step* on a type is a registered function that takes a value of it as `&mut`, in the first
//!    such parameter. So are functions of builders, which take and return a value, and methods by
//!    `&self` that change its contents, according to the attribute. If a step returns another type
//!    with steps as `&mut`, it leads to these; and the returned place may be assigned
//!    (`object_types/lending.rs`).
//! 2. An *origin* of a type is a registered function that returns it and does not take it by value.
//!    An `Option` or a `Result` is unwrapped; without a value in it, no test can use the call. From
//!    a tuple or an enum, one element is taken (`object_types/elements.rs`). A reference is the
//!    origin of an object if its referent has no size, since values of that type are not
//!    objects.
//! 3. Some functions cannot be part of a call sequence: unsafe functions, and functions with a
//!    formatter or a lent function as a parameter. Each instance of a generic function is a
//!    separate one.
//! 4. Functions are in the order of their paths, so the same source has the same call sequences for
//!    the same seed.

mod products;
mod written;
mod avoided;
mod culprit;
pub mod exchange;
pub mod origin_by;
mod sharing;
pub mod readers;

pub use avoided::Avoided;
pub use sharing::arguments;
pub use written::statements;

use crate::sorted::{sort, SortedMap};
use crate::value::callable::Function;
use crate::value::deciding::{decide, Question};
use crate::value::frame::Frame;
use crate::value::object_types::{
    self, numbers, pointers, Assigned, Call, Element, Entry, Kind, Mode, Types, Value,
};
use crate::value::shapes::{ParameterShape, Shapes};
use sbst_model::shape::{Shape, Step, StepGives};
use sbst_model::TargetId;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Once, OnceLock};

/// The objects of this process.
static KNOWN: OnceLock<Objects> = OnceLock::new();

/// A function that a statement calls.
pub struct Callable {
    pub target: Arc<Function>,
    pub call: for<'f> fn(&'f Frame<'f>),
    pub borrows: &'static [usize],
    /// Its parameters, and the form of its calls.
    pub(crate) shapes: Shapes,
}

/// The types and functions for call sequences.
pub struct Objects {
    /// All registered functions, in the order of their identities.
    functions: Vec<Arc<Function>>,
    /// By the number of a statement, less one.
    callables: Vec<Callable>,
    types: &'static Types,
    /// The types to which steps lead.
    parts: Vec<Kind>,
}

/// Returns the objects of this process, found among all `registered` functions at the first call.
/// Before this, no type is an object.
pub fn known_from(registered: impl FnOnce() -> Vec<Function>) -> &'static Objects {
    static ALL_ASKED: Once = Once::new();
    let known = KNOWN.get_or_init(|| Objects::new(registered()));
    ALL_ASKED.call_once(|| {
        decide(Question::All, || ask_all(known));
        object_types::all_are_known();
    });
    known
}

/// Requests the shapes of all types, which registers inputs as a side effect. Only then can it be
/// decided whether a type has values.
fn ask_all(known: &'static Objects) {
    let parameters = known.callables.iter().flat_map(|callable| &callable.shapes.parameters);
    parameters.filter_map(|parameter| parameter.refer).for_each(|refer| _ = refer().value_shape());
    let assigned = known.callables.iter().filter_map(|callable| callable.shapes.assigned.as_ref());
    assigned.for_each(|assigned| _ = assigned.sides());
    // An input of the standard library is not an object where it is built, and yet there may be
    // steps on it as a part.
    known
        .parts
        .iter()
        .for_each(|part| _ = known.types.entries.get(&(part.key)()).map(|entry| entry.made(part)));
}

impl Objects {
    fn new(registered: Vec<Function>) -> Objects {
        let mut functions: Vec<Arc<Function>> = registered.into_iter().map(Arc::new).collect();
        sort(&mut functions, |a, b| a.id.cmp(&b.id));
        let mut callables: Vec<Callable> = functions.iter().filter_map(callable).collect();
        let mut types: SortedMap<TypeId, Entry> = SortedMap::new();
        let mut parts = Vec::new();
        for (index, callable) in callables.iter().enumerate() {
            let Shapes { parameters, gives, changes_receiver, .. } = &callable.shapes;
            let taken = |wanted: Mode| {
                let takes = parameters.iter().map(|parameter| parameter.takes.as_ref());
                takes.enumerate().filter_map(move |(at, takes)| {
                    takes.filter(|takes| takes.mode == wanted).map(|takes| (at, takes))
                })
            };
            let gives_key = gives.as_ref().map(|gives| (gives.kind.key)());
            let number = index as u64 + 1;
            let changed_all_the_same =
                || taken(Mode::Shared).next().filter(|(receiver, _)| *changes_receiver && *receiver == 0);
            if let Some((receiver, takes)) = taken(Mode::Mutable).next().or_else(changed_all_the_same) {
                let key = (takes.kind.key)();
                let part = gives.as_ref().filter(|gives| gives.is_mutable && gives_key != Some(key));
                let is_lent = |assigned: &&Assigned| part.is_some_and(|part| assigned.is_of(&part.kind));
                let assigned = callable.shapes.assigned.as_ref().filter(is_lent);
                let assigned = assigned.map(|_| numbers::assignment(number));
                let entry = types.get_or_insert_with(key, Entry::default);
                parts.extend(part.map(|part| (key, entry.steps.len(), part.kind)));
                entry.steps.push(Step { callable: number, receiver, gives: StepGives::Nothing, assigned });
            }
            if let Some(wide) = gives.as_ref().and_then(|gives| gives.wide) {
                add_origin(types.get_or_insert_with((wide.key)(), Entry::default), number, &callables);
            }
            let Some(gives) = gives.as_ref().filter(|gives| !gives.is_reference) else { continue };
            let key = (gives.kind.key)();
            match taken(Mode::Value).find(|(_, takes)| (takes.kind.key)() == key) {
                Some((receiver, _)) => {
                    let step = Step { callable: number, receiver, gives: StepGives::Itself, assigned: None };
                    types.get_or_insert_with(key, Entry::default).steps.push(step);
                }
                None => add_origin(types.get_or_insert_with(key, Entry::default), number, &callables),
            }
            for (index, Element { kind, pattern }) in gives.elements.iter().enumerate() {
                let key = (kind.key)();
                let is_taken = taken(Mode::Value).any(|(_, takes)| (takes.kind.key)() == key);
                if !is_taken && !(kind.name)().starts_with('&') {
                    let entry = types.get_or_insert_with(key, Entry::default);
                    let number = numbers::of_element(number, index);
                    match pattern {
                        Some(_) => entry.variants.push(number),
                        None => add_origin(entry, number, &callables),
                    }
                }
            }
        }
        let mut led_to = Vec::new();
        // A lent place only matters if there are steps on it.
        for (key, step, part) in parts {
            if types.get(&(part.key)()).is_some_and(|part| !part.steps.is_empty()) {
                let object = part.object;
                if let Some(entry) = types.get_mut(&key) {
                    entry.steps[step].gives = StepGives::Part(object);
                    led_to.push(part);
                }
            }
        }
        sharing::note_lent(&mut types, &callables);
        callables.shrink_to_fit();
        let types = Types { calls: callables.iter().map(Callable::in_shapes).collect(), entries: types };
        Objects { functions, callables, types: object_types::know(types), parts: led_to }
    }

    /// Returns the function that the statement with this number calls; `None` for the target
    /// itself, 0, and for values.
    pub(crate) fn callable(&self, number: u64) -> Option<&Callable> {
        self.callables.get(usize::try_from(numbers::callable(number)).ok()?.checked_sub(1)?)
    }

    /// Returns the name of the type that the statement with this number gives, if it calls a
    /// function with a result.
    fn given(&self, number: u64) -> Option<&'static str> {
        let gives = self.callable(number)?.shapes.gives.as_ref()?;
        let element = numbers::element(number).and_then(|element| gives.elements.get(element));
        Some((element.map_or(gives.kind, |element| element.kind).name)())
    }

    /// Returns the number, among the callables, of the function that a statement calls.
    pub fn called(&self, number: u64) -> u64 {
        numbers::callable(number)
    }

    /// Returns the code that executes the statement with this number.
    pub fn call(&self, number: u64) -> for<'f> fn(&'f Frame<'f>) {
        match (self.callable(number), self.assigned(number)) {
            (Some(callable), _) => callable.call,
            (None, Some(assigned)) => assigned.call(),
            (None, None) => {
                pointers::known(number).map_or_else(|| self.value(number).keep, |shared| shared.call)
            }
        }
    }

    /// Returns the assignment of the statement with this number, if it is one.
    fn assigned(&self, number: u64) -> Option<&Assigned> {
        self.callable(numbers::lender(number)?)?.shapes.assigned.as_ref()
    }

    /// Returns the shape of the value in the statement with this number.
    pub fn value_shape(&self, number: u64) -> &'static Shape {
        pointers::known(number).map_or_else(|| self.value(number).shape, |shared| shared.shape)
    }

    /// Returns the type name of the value in the statement with this number.
    fn type_name_of_value(&self, number: u64) -> &'static str {
        pointers::known(number).map_or_else(|| self.value(number).type_name, |shared| shared.type_name)
    }

    fn value(&self, number: u64) -> &Value {
        let value = self.types.entry(number).and_then(|entry| entry.value.get());
        value.expect("only objects that are inputs have such statements")
    }

    /// Returns the numbers of functions among the callables, from 1.
    pub fn numbers(&self) -> BTreeMap<TargetId, u64> {
        let callables = self.callables.iter().enumerate();
        callables.map(|(index, callable)| (callable.target.id(), index as u64 + 1)).collect()
    }

    /// Returns the numbers of the callables by the paths of their functions.
    pub fn numbers_by_path(&self) -> BTreeMap<&str, Vec<u64>> {
        let mut numbers: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (index, callable) in self.callables.iter().enumerate() {
            numbers.entry(&callable.target.id.path).or_default().push(index as u64 + 1);
        }
        numbers
    }
}

impl Callable {
    /// Returns the call as a part of the shapes of objects.
    fn in_shapes(&self) -> Call {
        let Shapes { parameters, assigned, gives, .. } = &self.shapes;
        Call {
            arguments: parameters.iter().map(|parameter| parameter.lent_again.or(parameter.refer)).collect(),
            assigned: assigned.as_ref().map(Assigned::choice),
            steps: gives.as_ref().map(|gives| gives.kind.steps),
        }
    }
}

/// Adds a call that gives a type. `new` is before other functions of types, and these are before
/// functions of traits: the usual preference among equally simple calls.
fn add_origin(entry: &mut Entry, number: u64, callables: &[Callable]) {
    let rank = |number: u64| {
        let path = &callables[numbers::callable(number) as usize - 1].target.id().path;
        (path.contains(" as "), !path.ends_with("::new"))
    };
    let at = entry.origins.partition_point(|&other| rank(other) <= rank(number));
    entry.origins.insert(at, number);
}

/// Returns the function as a callable, unless rule 3 excludes it.
fn callable(target: &Arc<Function>) -> Option<Callable> {
    let callable = target.callable?;
    let mut shapes = Shapes::default();
    (callable.shapes)(&mut shapes);
    let is_known = |parameter: &ParameterShape| parameter.refer.is_some() && parameter.unreached.is_none();
    let fits = shapes.refusal.is_none()
        && !shapes.is_only_for_search
        && !shapes.call.is_unsafe
        && shapes.call.written_to.is_none()
        && shapes.parameters.iter().all(is_known);
    fits.then_some(Callable {
        target: target.clone(),
        call: callable.call,
        borrows: callable.borrows,
        shapes,
    })
}
