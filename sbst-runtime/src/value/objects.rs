//! Types whose values are made and changed by calls, and the shapes of these (see [`sbst_model::story`]).
//!
//! # Policy
//! 1. A *step* on a type is a registered function that takes a value of it as `&mut`, in its first parameter that does, or by value and
//!    gives it back, as builders do; or a method by `&self` that changes what is in it all the same, as the attribute says. If it gives something of another type with steps as `&mut`, it leads to these;
//!    and what it gives may be [assigned](lending) another value.
//! 2. An *origin* of a type is a registered function that gives it and does not take it by value. An `Option` or a `Result` is unwrapped; if
//!    there is nothing in it, nobody can have a test with that.
//! 3. A type is an *object* if there are steps on it, or if nothing but calls gives it. Its first origin is its value as an
//!    [`Input`], if it is one. Types of the standard library that are inputs are never objects: they are built as they are. One that is
//!    [composed](crate::value::compose) of objects has its value and all of its origins, for its parts may have none.
//! 4. What cannot be called as it stands cannot be a part of a story: unsafe functions, those that write to a formatter, and those that
//!    take a function.
//! 5. Functions come in the order of their paths, so the same source has the same stories for the same seed.

mod aside;
mod avoided;
mod culprit;
mod given;
mod kind;
mod lending;
mod sharing;
mod templates;
mod written;

pub(crate) use aside::{lent, lent_mutably, taken};
pub(crate) use avoided::Avoided;
pub(crate) use given::Gives;
pub use given::{DescribesInner, DescribesReference, DescribesWhole, Description, Given};
pub(crate) use kind::{Kind, Mode, Takes};
pub use lending::{Assigned, CanAssign, CannotAssign, Lent};
pub use sharing::Clones;
pub(crate) use sharing::{arguments, lent_again, Pointers};

use crate::value::build::{Build, Input};
use crate::value::callable::Function;
use crate::value::frame::Frame;
use crate::value::parameter::{ParameterShape, Shapes};
use sbst_model::shape::{Object, Origin, Product, Sequence, Shape, ShapeRef, Step, StepGives, Sum, Wrapper};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Once, OnceLock};

/// The most steps that are drawn on one object: as many as a reader follows, and more than most states need. Those that a search adds
/// one by one count too.
const MOST_STEPS: usize = 40;

/// What all stories of this process are made of.
static KNOWN: OnceLock<Objects> = OnceLock::new();

/// A function that a statement calls.
pub(crate) struct Callable {
    pub(crate) target: Arc<Function>,
    /// Executes the statement.
    pub(crate) call: for<'f> fn(&'f Frame<'f>),
    /// The parameters that its result may borrow from.
    pub(crate) borrows: &'static [usize],
    /// What is known of its parameters, and of how it is written.
    pub(crate) shapes: Shapes,
}

/// The types and functions of which stories are made.
pub(crate) struct Objects {
    /// All registered functions, in the order of their identities.
    functions: Vec<Arc<Function>>,
    /// Those that a statement's number, less one, means.
    callables: Vec<Callable>,
    types: BTreeMap<TypeId, Entry>,
    /// What steps lead to.
    parts: Vec<Kind>,
}

/// What is known of a type.
#[derive(Default)]
struct Entry {
    /// The functions that give it, by index.
    origins: Vec<usize>,
    steps: Vec<Step>,
    /// Whether statements before the last one take it as `&`.
    is_lent: bool,
    /// The shape of references to it which they take, if it is an object.
    lent_again: OnceLock<Shape>,
    /// How its values are built as those of an [`Input`].
    value: OnceLock<Value>,
    made: OnceLock<Option<Made>>,
}

/// Values of an [`Input`].
struct Value {
    shape: &'static Shape,
    type_name: &'static str,
    /// Keeps one as the result of a statement.
    keep: for<'f> fn(&'f Frame<'f>),
    /// Builds one where its type is not known to be an input, and sets it aside.
    set_aside: for<'f> fn(&'f Frame<'f>),
    /// Whether it is composed of values that may be objects.
    is_composed: bool,
}

/// The shapes of an object.
struct Made {
    whole: Shape,
    inner: Shape,
    origin: Shape,
    steps: Shape,
    step: Shape,
    object: &'static Object,
}

/// Returns the objects of this process, found among all `registered` functions at the first call.
/// Before this, nothing is an object.
pub(crate) fn known_from(registered: impl FnOnce() -> Vec<Function>) -> &'static Objects {
    static ALL_ASKED: Once = Once::new();
    let known = KNOWN.get_or_init(|| Objects::new(registered()));
    // Whether a type is an input is known when it was asked for its shape.
    ALL_ASKED.call_once(|| {
        let parameters = known.callables.iter().flat_map(|callable| &callable.shapes.parameters);
        parameters.filter_map(|parameter| parameter.refer).for_each(|refer| _ = refer().value_shape());
        let assigned = known.callables.iter().filter_map(|callable| callable.shapes.assigned.as_ref());
        assigned.for_each(|assigned| _ = assigned.sides());
        // An input of the standard library is no object where it is built, and yet there may be steps on it as a part.
        known.parts.iter().for_each(|part| _ = known.types.get(&(part.key)()).map(|entry| entry.made(part)));
    });
    known
}

/// Whether it is known what is an object.
pub(crate) fn are_known() -> bool {
    KNOWN.get().is_some()
}

/// The shape of `T`, whose values as an input are of the shape `value`: that of an object, if it is one.
pub fn shape_of<'f, T: Input<'f>>(value: &'static Shape) -> &'static Shape {
    shaped::<T>(value, false)
}

/// The same of what is composed as `C` says.
pub(crate) fn shape_of_composed<'f, C: Build<'f>>(value: &'static Shape) -> &'static Shape {
    shaped::<C>(value, true)
}

fn shaped<'f, C: Build<'f>>(value: &'static Shape, is_composed: bool) -> &'static Shape {
    let Some(known) = KNOWN.get().filter(|known| !known.types.is_empty()) else { return value };
    let Some(entry) = known.types.get(&typeid::of::<C::Value>()) else { return value };
    entry.value.get_or_init(|| Value {
        shape: value,
        type_name: std::any::type_name::<C::Value>(),
        keep: kind::keep_value::<C>(),
        set_aside: kind::set_value_aside::<C>(),
        is_composed,
    });
    entry.made(&Kind::of::<C::Value>()).map_or(value, |made| &made.whole)
}

/// The shape of values of a type that is no input, if they are objects.
pub(crate) fn shape_of_unknown(kind: &Kind) -> Option<&'static Shape> {
    Some(&KNOWN.get()?.types.get(&(kind.key)())?.made(kind)?.whole)
}

/// What is asked of a type by the references that shapes are made of.
pub(crate) fn part_of(key: TypeId, which: kind::Which) -> &'static Shape {
    let entry = KNOWN.get().and_then(|known| known.types.get(&key));
    let made = entry.and_then(|entry| entry.made.get()).and_then(Option::as_ref);
    let made = made.expect("shapes refer to objects that are known");
    match which {
        kind::Which::Inner => &made.inner,
        kind::Which::Origin => &made.origin,
        kind::Which::Steps => &made.steps,
        kind::Which::Step => &made.step,
    }
}

/// The shape of the values that a type has as an input.
pub(crate) fn value_of(key: TypeId) -> &'static Shape {
    let entry = KNOWN.get().and_then(|known| known.types.get(&key));
    entry.and_then(|entry| entry.value.get()).expect("only inputs are asked for").shape
}

/// The object of a type, which is known to be one.
pub(crate) fn object_of(kind: &Kind) -> &'static Object {
    let entry = KNOWN.get().and_then(|known| known.types.get(&(kind.key)()));
    entry.and_then(|entry| entry.made(kind)).expect("only what has steps is led to").object
}

impl Objects {
    fn new(registered: Vec<Function>) -> Objects {
        let mut functions: Vec<Arc<Function>> = registered.into_iter().map(Arc::new).collect();
        functions.sort_by(|a, b| a.id.cmp(&b.id));
        let mut callables: Vec<Callable> = functions.iter().filter_map(callable).collect();
        let mut types: BTreeMap<TypeId, Entry> = BTreeMap::new();
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
                let entry = types.entry(key).or_default();
                parts.extend(part.map(|part| (key, entry.steps.len(), part.kind)));
                entry.steps.push(Step { callable: number, receiver, gives: StepGives::Nothing, assigned });
            }
            let Some(gives) = gives.as_ref().filter(|gives| !gives.is_reference) else { continue };
            let key = (gives.kind.key)();
            match taken(Mode::Value).find(|(_, takes)| (takes.kind.key)() == key) {
                Some((receiver, _)) => {
                    let step = Step { callable: number, receiver, gives: StepGives::Itself, assigned: None };
                    types.entry(key).or_default().steps.push(step);
                }
                None => types.entry(key).or_default().origins.push(index),
            }
        }
        let mut led_to = Vec::new();
        // What is lent matters only if something can be done with it.
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

    /// The function that the statement with this number calls; there is none for the target itself, 0, and for values.
    pub(crate) fn callable(&self, number: u64) -> Option<&Callable> {
        self.callables.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// What executes the statement with this number.
    pub(crate) fn call(&self, number: u64) -> for<'f> fn(&'f Frame<'f>) {
        match (self.callable(number), self.assigned(number)) {
            (Some(callable), _) => callable.call,
            (None, Some(assigned)) => assigned.call(),
            (None, None) => {
                sharing::known(number).map_or_else(|| self.value(number).keep, |shared| shared.call)
            }
        }
    }

    /// What the statement with this number assigns to what was lent, if it does.
    fn assigned(&self, number: u64) -> Option<&Assigned> {
        self.callable(lending::lender(number)?)?.shapes.assigned.as_ref()
    }

    /// The shape of the value that the statement with this number is.
    pub(crate) fn value_shape(&self, number: u64) -> &'static Shape {
        sharing::known(number).map_or_else(|| self.value(number).shape, |shared| shared.shape)
    }

    /// The name of the type of the value that the statement with this number is.
    fn type_name_of_value(&self, number: u64) -> &'static str {
        sharing::known(number).map_or_else(|| self.value(number).type_name, |shared| shared.type_name)
    }

    /// Values come behind functions, in the order of the types.
    fn value(&self, number: u64) -> &Value {
        let index = usize::try_from(number).unwrap_or(usize::MAX) - 1 - self.callables.len();
        let entry = self.types.values().nth(index).and_then(|entry| entry.value.get());
        entry.expect("only objects that are inputs have such statements")
    }

    /// What builds a value of this type where nothing else is known of it, and sets it aside.
    fn set_aside(&self, key: TypeId) -> Option<for<'f> fn(&'f Frame<'f>)> {
        Some(self.types.get(&key)?.value.get()?.set_aside)
    }

    fn number_of_value(&self, key: TypeId) -> u64 {
        let index = self.types.keys().position(|known| *known == key).unwrap_or_default();
        (1 + self.callables.len() + index) as u64
    }
}

/// Rule 4.
fn callable(target: &Arc<Function>) -> Option<Callable> {
    let callable = target.callable?;
    let mut shapes = Shapes::default();
    (callable.shapes)(&mut shapes);
    let is_known = |parameter: &ParameterShape| parameter.refer.is_some() && parameter.unreached.is_none();
    let fits = shapes.refusal.is_none()
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
    /// The shapes, if it is an object (rule 3).
    fn made(&'static self, kind: &Kind) -> Option<&'static Made> {
        self.made.get_or_init(|| self.make(kind)).as_ref()
    }

    fn make(&self, kind: &Kind) -> Option<Made> {
        let known = KNOWN.get()?;
        let value = self.value.get();
        // An input has its own constructors already.
        let has_own = value.is_some_and(|value| !value.is_composed);
        if self.steps.is_empty() && (has_own || self.origins.is_empty()) {
            return None;
        }
        let fields = |index: usize, but: Option<usize>| -> Vec<ShapeRef> {
            let parameters = known.callables[index].shapes.parameters.iter().enumerate();
            parameters
                .filter(|(at, _)| Some(*at) != but)
                .filter_map(|(_, parameter)| parameter.lent_again.or(parameter.refer))
                .collect()
        };
        let mut origins: Vec<(Origin, Vec<ShapeRef>)> = Vec::new();
        origins.extend(value.map(|_| (Origin::Value, vec![kind.value])));
        let others = if has_own { &[][..] } else { &self.origins };
        origins.extend(others.iter().map(|&index| (Origin::Call(index as u64 + 1), fields(index, None))));
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
            origins: origins.iter().map(|(origin, _)| *origin).collect(),
            steps: self.steps.clone(),
        }));
        let inner = match self.steps.is_empty() {
            true => vec![kind.origin],
            false => vec![kind.origin, kind.steps],
        };
        Some(Made {
            whole: Shape::Wrapper(Wrapper { inner: kind.inner, template: "{0}", object: Some(object) }),
            inner: Shape::Product(product(inner)),
            origin: sum(origins.into_iter().map(|(_, fields)| fields)),
            steps: Shape::Sequence(Sequence::of_steps(kind.step, MOST_STEPS)),
            step: sum(steps),
            object,
        })
    }
}

/// Shapes are needed as long as the process lives.
fn product(fields: Vec<ShapeRef>) -> Product {
    Product::of(Vec::leak(fields), "")
}

fn sum(variants: impl Iterator<Item = Vec<ShapeRef>>) -> Shape {
    Shape::Sum(Sum { variants: Vec::leak(variants.map(product).collect()) })
}
