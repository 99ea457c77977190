//! Objects: types whose values are made and changed by calls, and their shapes (see
//! [`sbst_model::story`]).
//!
//! # Policy
//! 1. A *step* on a type is a registered function that takes a value of it as `&mut`, in the first
//!    such parameter. So are functions of builders, which take and return a value, and methods by
//!    `&self` that change its contents, according to the attribute. If a step returns another type
//!    with steps as `&mut`, it leads to these; and the returned place may be [assigned](lending).
//! 2. An *origin* of a type is a registered function that returns it and does not take it by value.
//!    An `Option` or a `Result` is unwrapped; without a value in it, no test can use the call. From
//!    a tuple or an enum, [one element](elements) is taken. A reference is the origin of an object
//!    if its referent has no size, since values of that type do not exist by themselves.
//! 3. A type is an *object* if there are steps on it, or if only calls return it. Its value as an
//!    [`Input`] is an origin, too, and [mostly the only one](origins). Types of the standard
//!    library that are inputs are never objects: they are built directly.
//! 4. Some functions cannot be part of a call sequence: unsafe functions, and functions with a
//!    formatter or a lent function as a parameter. Each instance of a generic function is a
//!    separate one.
//! 5. Functions are in the order of their paths, so the same source has the same call sequences for
//!    the same seed.

mod aside;
mod avoided;
mod culprit;
mod elements;
pub mod environment;
pub mod exchange;
pub mod origin_by;
mod given;
mod kind;
mod lending;
mod origins;
mod sharing;
mod written;
pub mod readers;

pub(crate) use aside::{lent, lent_mutably, pinned, taken};
pub use avoided::Avoided;
pub(crate) use elements::element;
pub use elements::{Element, Elements, Kinds};
pub(crate) use given::Gives;
pub use given::{DescribesElements, DescribesInner, DescribesReference, DescribesWhole, Description, Given};
pub(crate) use kind::{Kind, Mode, Takes};
pub use lending::{Assigned, CanAssign, CannotAssign, Lent};
pub use sharing::{arguments, lent_again, Clones, Pointers};
pub use written::statements;

use crate::sorted::{sort, SortedMap};
use crate::value::build::{Build, Input};
use crate::value::callable::Function;
use crate::value::deciding::{decide, Question};
use crate::value::frame::Frame;
use crate::value::parameter::{ParameterShape, Shapes};
use origins::{Origins, Precedence};
use sbst_model::shape::{Object, Product, Sequence, Shape, ShapeRef, Step, StepGives, Sum, Wrapper};
use sbst_model::TargetId;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Once, OnceLock};

/// The most steps on one object. Few tests have more than 40, and these are still readable. More
/// are drawn only while a search stalls, and a test keeps the necessary ones.
const MOST_STEPS: usize = 200;

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
    types: SortedMap<TypeId, Entry>,
    /// The types to which steps lead.
    parts: Vec<Kind>,
}

/// A type with values in call sequences.
#[derive(Default)]
struct Entry {
    /// The statements that give a value of it.
    origins: Vec<u64>,
    /// The statements that give a variant that contains it.
    variants: Vec<u64>,
    steps: Vec<Step>,
    /// True if statements before the last one take it as `&`.
    is_lent: bool,
    /// The shape of references to it in these statements, if it is an object.
    lent_again: OnceLock<Shape>,
    /// The builder of its values as an [`Input`].
    value: OnceLock<Value>,
    made: OnceLock<Option<Made>>,
}

struct Value {
    shape: &'static Shape,
    type_name: &'static str,
    /// Keeps a value as the result of a statement.
    keep: for<'f> fn(&'f Frame<'f>),
    /// Builds a value for code without access to its builder, and sets it aside.
    set_aside: for<'f> fn(&'f Frame<'f>),
    precedence: Precedence,
}

struct Made {
    whole: Shape,
    inner: Shape,
    origins: Origins,
    steps: Shape,
    step: Shape,
    object: &'static Object,
}

/// Returns the objects of this process, found among all `registered` functions at the first call.
/// Before this, no type is an object.
pub fn known_from(registered: impl FnOnce() -> Vec<Function>) -> &'static Objects {
    static ALL_ASKED: Once = Once::new();
    let known = KNOWN.get_or_init(|| Objects::new(registered()));
    ALL_ASKED.call_once(|| {
        decide(Question::All, || ask_all(known));
        origins::all_are_known();
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
    known.parts.iter().for_each(|part| _ = known.types.get(&(part.key)()).map(|entry| entry.made(part)));
}

/// True if objects are known.
pub(crate) fn are_known() -> bool {
    KNOWN.get().is_some()
}

/// Returns the shape of `T`: that of an object, if it is one, else `value`, the shape of its values
/// as an input.
pub fn shape_of<'f, T: Input<'f>>(value: &'static Shape) -> &'static Shape {
    shaped::<T>(value, Precedence::First)
}

/// Returns the shape of `T`, whose values as an input are a last resort.
pub fn shape_of_last_resort<'f, T: Input<'f>>(value: &'static Shape) -> &'static Shape {
    shaped::<T>(value, Precedence::Last)
}

/// Returns the shape of a type that `C` composes.
pub(crate) fn shape_of_composed<'f, C: Build<'f>>(value: &'static Shape) -> &'static Shape {
    shaped::<C>(value, Precedence::Alike)
}

fn shaped<'f, C: Build<'f>>(value: &'static Shape, precedence: Precedence) -> &'static Shape {
    let value = Value {
        shape: value,
        type_name: std::any::type_name::<C::SbstValue>(),
        keep: kind::keep_value::<C>(),
        set_aside: kind::set_value_aside::<C>(),
        precedence,
    };
    value.shaped(&Kind::from_type::<C::SbstValue>())
}

impl Value {
    /// Stores the builder of a type's values, and returns the shape of the type.
    fn shaped(self, kind: &Kind) -> &'static Shape {
        let shape = self.shape;
        let Some(known) = KNOWN.get().filter(|known| !known.types.entries().is_empty()) else { return shape };
        let Some(entry) = known.types.get(&(kind.key)()) else { return shape };
        entry.value.get_or_init(|| self);
        entry.object(kind).map_or(shape, |made| &made.whole)
    }
}

/// Returns the shape of a type that is no input, if it is an object.
pub(crate) fn shape_of_unknown(kind: &Kind) -> Option<&'static Shape> {
    Some(&KNOWN.get()?.types.get(&(kind.key)())?.object(kind)?.whole)
}

/// Returns a part of an object's shapes, for the references in shapes.
pub(crate) fn find_part(key: TypeId, which: kind::Which) -> &'static Shape {
    let entry = KNOWN.get().and_then(|known| known.types.get(&key));
    let made = entry.and_then(|entry| entry.made.get()).and_then(Option::as_ref);
    let made = made.expect("shapes refer to objects that are known");
    match which {
        kind::Which::Inner => &made.inner,
        kind::Which::Origin => made.origins.shape(),
        kind::Which::Steps => &made.steps,
        kind::Which::Step => &made.step,
    }
}

/// Returns the shape of a type's values as an input.
pub(crate) fn find_value(key: TypeId) -> &'static Shape {
    let entry = KNOWN.get().and_then(|known| known.types.get(&key));
    entry.and_then(|entry| entry.value.get()).expect("only inputs are requested").shape
}

/// Returns the object of a type known to be one.
pub(crate) fn find_object(kind: &Kind) -> &'static Object {
    let entry = KNOWN.get().and_then(|known| known.types.get(&(kind.key)()));
    entry.and_then(|entry| entry.made(kind)).expect("only types with steps are reached").object
}

impl Entry {
    /// Adds a call that gives the type. `new` is before other functions of types, and these are
    /// before functions of traits: the usual preference among equally simple calls.
    fn add_origin(&mut self, number: u64, callables: &[Callable]) {
        let rank = |number: u64| {
            let path = &callables[elements::callable(number) as usize - 1].target.id().path;
            (path.contains(" as "), !path.ends_with("::new"))
        };
        let at = self.origins.partition_point(|&other| rank(other) <= rank(number));
        self.origins.insert(at, number);
    }
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
                let assigned = assigned.map(|_| lending::assignment(number));
                let entry = types.get_or_insert_with(key, Entry::default);
                parts.extend(part.map(|part| (key, entry.steps.len(), part.kind)));
                entry.steps.push(Step { callable: number, receiver, gives: StepGives::Nothing, assigned });
            }
            if let Some(wide) = gives.as_ref().and_then(|gives| gives.wide) {
                types.get_or_insert_with((wide.key)(), Entry::default).add_origin(number, &callables);
            }
            let Some(gives) = gives.as_ref().filter(|gives| !gives.is_reference) else { continue };
            let key = (gives.kind.key)();
            match taken(Mode::Value).find(|(_, takes)| (takes.kind.key)() == key) {
                Some((receiver, _)) => {
                    let step = Step { callable: number, receiver, gives: StepGives::Itself, assigned: None };
                    types.get_or_insert_with(key, Entry::default).steps.push(step);
                }
                None => types.get_or_insert_with(key, Entry::default).add_origin(number, &callables),
            }
            for (index, Element { kind, pattern }) in gives.elements.iter().enumerate() {
                let key = (kind.key)();
                let is_taken = taken(Mode::Value).any(|(_, takes)| (takes.kind.key)() == key);
                if !is_taken && !(kind.name)().starts_with('&') {
                    let entry = types.get_or_insert_with(key, Entry::default);
                    let number = elements::number(number, index);
                    match pattern {
                        Some(_) => entry.variants.push(number),
                        None => entry.add_origin(number, &callables),
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
        Objects { functions, callables, types, parts: led_to }
    }

    /// Returns the function that the statement with this number calls; `None` for the target
    /// itself, 0, and for values.
    pub(crate) fn callable(&self, number: u64) -> Option<&Callable> {
        self.callables.get(usize::try_from(elements::callable(number)).ok()?.checked_sub(1)?)
    }

    /// Returns the name of the type that the statement with this number gives, if it calls a
    /// function with a result.
    fn given(&self, number: u64) -> Option<&'static str> {
        let gives = self.callable(number)?.shapes.gives.as_ref()?;
        let element = element(number).and_then(|element| gives.elements.get(element));
        Some((element.map_or(gives.kind, |element| element.kind).name)())
    }

    /// Returns the number, among the callables, of the function that a statement calls.
    pub fn called(&self, number: u64) -> u64 {
        elements::callable(number)
    }

    /// Returns the code that executes the statement with this number.
    pub fn call(&self, number: u64) -> for<'f> fn(&'f Frame<'f>) {
        match (self.callable(number), self.assigned(number)) {
            (Some(callable), _) => callable.call,
            (None, Some(assigned)) => assigned.call(),
            (None, None) => {
                sharing::known(number).map_or_else(|| self.value(number).keep, |shared| shared.call)
            }
        }
    }

    /// Returns the assignment of the statement with this number, if it is one.
    fn assigned(&self, number: u64) -> Option<&Assigned> {
        self.callable(lending::lender(number)?)?.shapes.assigned.as_ref()
    }

    /// Returns the shape of the value in the statement with this number.
    pub fn value_shape(&self, number: u64) -> &'static Shape {
        sharing::known(number).map_or_else(|| self.value(number).shape, |shared| shared.shape)
    }

    /// Returns the type name of the value in the statement with this number.
    fn type_name_of_value(&self, number: u64) -> &'static str {
        sharing::known(number).map_or_else(|| self.value(number).type_name, |shared| shared.type_name)
    }

    /// Values are numbered after functions, in the order of the types.
    fn value(&self, number: u64) -> &Value {
        let index = usize::try_from(number).unwrap_or(usize::MAX) - 1 - self.callables.len();
        let entry = self.types.entries().get(index).and_then(|(_, entry)| entry.value.get());
        entry.expect("only objects that are inputs have such statements")
    }

    /// Returns the code that builds a value of this type and sets it aside.
    fn set_aside(&self, key: TypeId) -> Option<for<'f> fn(&'f Frame<'f>)> {
        Some(self.types.get(&key)?.value.get()?.set_aside)
    }

    fn number_of_value(&self, key: TypeId) -> u64 {
        let index = self.types.find(&key).unwrap_or_default();
        (1 + self.callables.len() + index) as u64
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

/// Returns the function as a callable, unless rule 4 excludes it.
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

impl Entry {
    /// Returns the shapes, if it is an object (rule 3).
    fn made(&'static self, kind: &Kind) -> Option<&'static Made> {
        self.made.get_or_init(|| self.make(kind)).as_ref()
    }

    /// Returns the shapes, if it has steps or other origins than its value.
    fn object(&'static self, kind: &Kind) -> Option<&'static Made> {
        self.made(kind).filter(|made| !made.object.steps.is_empty() || !made.origins.is_value())
    }

    fn make(&self, kind: &Kind) -> Option<Made> {
        let known = KNOWN.get()?;
        if self.steps.is_empty() && self.origins.is_empty() && self.variants.is_empty() {
            return None;
        }
        let fields = |index: usize, but: Option<usize>| -> Vec<ShapeRef> {
            let parameters = known.callables[index].shapes.parameters.iter().enumerate();
            parameters
                .filter(|(at, _)| Some(*at) != but)
                .filter_map(|(_, parameter)| parameter.lent_again.or(parameter.refer))
                .collect()
        };
        let origins = self.origins(kind, |index| fields(index, None));
        let steps = self.steps.iter().map(|step| {
            let mut fields = fields(step.callable as usize - 1, Some(step.receiver));
            if let Some(assigned) = step.assigned.and_then(|number| known.assigned(number)) {
                fields.insert(0, assigned.choice());
            }
            if let StepGives::Part(_) = step.gives {
                let part = known.callables[step.callable as usize - 1].shapes.gives.as_ref();
                fields.extend(part.map(|part| part.kind.steps));
            }
            fields
        });
        let object: &'static Object = Box::leak(Box::new(Object {
            value: known.number_of_value((kind.key)()),
            origins: origins.meanings.clone(),
            steps: self.steps.clone(),
        }));
        let inner = match self.steps.is_empty() {
            true => vec![kind.origin],
            false => vec![kind.origin, kind.steps],
        };
        Some(Made {
            whole: Shape::Wrapper(Wrapper { inner: kind.inner, template: "{0}", object: Some(object) }),
            inner: Shape::Product(product(inner)),
            origins,
            steps: Shape::Sequence(Sequence::from_steps(kind.step, MOST_STEPS)),
            step: sum(steps),
            object,
        })
    }
}

/// Shapes are needed until the process ends.
fn product(fields: Vec<ShapeRef>) -> Product {
    Product::new(Vec::leak(fields), "")
}

fn sum(variants: impl Iterator<Item = Vec<ShapeRef>>) -> Shape {
    Shape::Sum(Sum { variants: Vec::leak(variants.map(product).collect()) })
}
