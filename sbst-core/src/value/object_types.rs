//! The types of call sequences: how statements make, take, give, lend and share their values; and
//! the shapes of those that are *objects*, which calls make and change (see [`sbst_model::story`]).
//!
//! A type is an object if there are steps on it, or if only calls return it. Its value as an
//! [`Input`] is an origin, too, and [mostly the only one](origins). Types of the standard library
//! that are inputs are never objects: they are built directly.

mod aside;
pub(crate) mod numbers;
mod elements;
pub mod environment;
mod given;
mod kind;
pub(crate) mod pointers;
mod lending;
mod origins;

pub(crate) use aside::{lent, lent_mutably, pinned, taken};
pub use elements::{Element, Elements, Kinds};
pub(crate) use given::Gives;
pub use given::{DescribesElements, DescribesInner, DescribesReference, DescribesWhole, Description, Given};
pub(crate) use kind::{Kind, Mode, Takes};
pub use lending::{Assigned, CanAssign, CannotAssign, Lent};
pub use pointers::Pointers;

use crate::sorted::SortedMap;
use crate::value::build::{Build, Input};
use crate::value::frame::Frame;
pub(crate) use origins::all_are_known;
use origins::{Origins, Precedence};
use sbst_model::shape::{
    Argument, Object, Product, Sequence, Shape, ShapeRef, Step, StepGives, Sum, Wrapper,
};
use std::any::TypeId;
use std::sync::OnceLock;

/// The most steps on one object. Few tests have more than 40, and these are still readable. More
/// are drawn only while a search stalls, and a test keeps the necessary ones.
const MOST_STEPS: usize = 200;

/// The types of this process.
static KNOWN: OnceLock<Types> = OnceLock::new();

/// The types with values in call sequences, and the calls that make and change these.
pub(crate) struct Types {
    /// By the number of a statement, less one.
    pub(crate) calls: Vec<Call>,
    pub(crate) entries: SortedMap<TypeId, Entry>,
}

/// The shapes of a call, as a part of those of objects.
pub(crate) struct Call {
    /// Shapes of its arguments in statements before the last one.
    pub(crate) arguments: Vec<Option<ShapeRef>>,
    /// The choice between no assignment to the place that it lends, and a value.
    pub(crate) assigned: Option<ShapeRef>,
    /// The steps on its result.
    pub(crate) steps: Option<ShapeRef>,
}

/// A type with values in call sequences.
#[derive(Default)]
pub(crate) struct Entry {
    /// The statements that give a value of it.
    pub(crate) origins: Vec<u64>,
    /// The statements that give a variant that contains it.
    pub(crate) variants: Vec<u64>,
    pub(crate) steps: Vec<Step>,
    /// True if statements before the last one take it as `&`.
    pub(crate) is_lent: bool,
    /// The shape of references to it in these statements, if it is an object.
    lent_again: OnceLock<Shape>,
    /// The builder of its values as an [`Input`].
    pub(crate) value: OnceLock<Value>,
    made: OnceLock<Option<Made>>,
}

pub(crate) struct Value {
    pub(crate) shape: &'static Shape,
    pub(crate) type_name: &'static str,
    /// Keeps a value as the result of a statement.
    pub(crate) keep: for<'f> fn(&'f Frame<'f>),
    /// Builds a value for code without access to its builder, and sets it aside.
    set_aside: for<'f> fn(&'f Frame<'f>),
    precedence: Precedence,
}

pub(crate) struct Made {
    pub(crate) whole: Shape,
    inner: Shape,
    pub(crate) origins: Origins,
    steps: Shape,
    step: Shape,
    pub(crate) object: &'static Object,
}

/// Sets the types of this process, once. Before this, no type is an object.
pub(crate) fn know(types: Types) -> &'static Types {
    KNOWN.get_or_init(|| types)
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
        let Some(known) = KNOWN.get().filter(|known| !known.entries.entries().is_empty()) else {
            return shape;
        };
        let Some(entry) = known.entries.get(&(kind.key)()) else { return shape };
        entry.value.get_or_init(|| self);
        entry.object(kind).map_or(shape, |made| &made.whole)
    }
}

/// Returns the shape of a type that is no input, if it is an object.
pub(crate) fn shape_of_unknown(kind: &Kind) -> Option<&'static Shape> {
    Some(&KNOWN.get()?.entries.get(&(kind.key)())?.object(kind)?.whole)
}

/// Returns a part of an object's shapes, for the references in shapes.
pub(crate) fn find_part(key: TypeId, which: kind::Which) -> &'static Shape {
    let entry = KNOWN.get().and_then(|known| known.entries.get(&key));
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
    let entry = KNOWN.get().and_then(|known| known.entries.get(&key));
    entry.and_then(|entry| entry.value.get()).expect("only inputs are requested").shape
}

/// Returns the object of a type known to be one.
pub(crate) fn find_object(kind: &Kind) -> &'static Object {
    let entry = KNOWN.get().and_then(|known| known.entries.get(&(kind.key)()));
    entry.and_then(|entry| entry.made(kind)).expect("only types with steps are reached").object
}

/// Returns the shape of an argument `&T` of a statement before the last one, whose own values have
/// the shape `own` (rule 3 of `objects/sharing.rs`).
pub fn lent_again<T: ?Sized>(own: ShapeRef) -> &'static Shape {
    lent_again_as(typeid::of::<T>(), own)
}

fn lent_again_as(key: TypeId, own: ShapeRef) -> &'static Shape {
    let shape = own();
    let entry = KNOWN.get().and_then(|known| known.entries.get(&key));
    match entry.filter(|_| is_lent_object(shape)) {
        Some(entry) => {
            entry.lent_again.get_or_init(|| Shape::Argument(Argument::lent_again(own, Vec::new())))
        }
        None => shape,
    }
}

/// True if values of a shape are references to objects.
pub(crate) fn is_lent_object(shape: &'static Shape) -> bool {
    let Shape::Wrapper(Wrapper { inner, object: None, .. }) = shape else { return false };
    matches!(inner(), Shape::Wrapper(Wrapper { object: Some(_), .. }))
}

/// True if statements before the last one take values of a type as `&`.
pub(crate) fn is_lent(key: TypeId) -> bool {
    KNOWN.get().and_then(|known| known.entries.get(&key)).is_some_and(|entry| entry.is_lent)
}

impl Types {
    /// Returns the code that builds a value of this type and sets it aside.
    fn set_aside(&self, key: TypeId) -> Option<for<'f> fn(&'f Frame<'f>)> {
        Some(self.entries.get(&key)?.value.get()?.set_aside)
    }

    /// Returns the entry of the value that is the statement with this number. Values are numbered
    /// after functions, in the order of the types.
    pub(crate) fn entry(&self, number: u64) -> Option<&Entry> {
        let index = usize::try_from(number).unwrap_or(usize::MAX) - 1 - self.calls.len();
        self.entries.entries().get(index).map(|(_, entry)| entry)
    }

    fn number_of_value(&self, key: TypeId) -> u64 {
        let index = self.entries.find(&key).unwrap_or_default();
        (1 + self.calls.len() + index) as u64
    }

    /// Returns the shapes of the arguments of a call, but for one parameter.
    fn fields(&self, call: usize, but: Option<usize>) -> Vec<ShapeRef> {
        let arguments = self.calls[call].arguments.iter().enumerate();
        arguments.filter(|(at, _)| Some(*at) != but).filter_map(|(_, shape)| *shape).collect()
    }
}

impl Entry {
    /// Returns the shapes, if it is an object.
    pub(crate) fn made(&'static self, kind: &Kind) -> Option<&'static Made> {
        self.made.get_or_init(|| self.make(kind)).as_ref()
    }

    /// Returns the shapes, if it has steps or other origins than its value.
    fn object(&'static self, kind: &Kind) -> Option<&'static Made> {
        self.made(kind).filter(|made| !made.object.steps.is_empty() || !made.origins.is_value())
    }

    /// Returns the shapes that were made, if call sequences have more of it than its value.
    pub(crate) fn exchanged(&'static self) -> Option<&'static Made> {
        let made = self.made.get()?.as_ref()?;
        (!made.object.steps.is_empty() || !made.origins.is_value()).then_some(made)
    }

    /// Returns the origins of this type: `fields` gives the parameters of a callable.
    fn all_origins(&self, kind: &Kind, fields: impl Fn(usize) -> Vec<ShapeRef>) -> Origins {
        let value = self.value.get().map(|value| (value.precedence, kind.value));
        let calls = |numbers: &[u64]| {
            let calls =
                numbers.iter().map(|&number| (number, fields(numbers::callable(number) as usize - 1)));
            calls.collect()
        };
        Origins::new(value, calls(&self.origins), calls(&self.variants))
    }

    fn make(&self, kind: &Kind) -> Option<Made> {
        let known = KNOWN.get()?;
        if self.steps.is_empty() && self.origins.is_empty() && self.variants.is_empty() {
            return None;
        }
        let origins = self.all_origins(kind, |index| known.fields(index, None));
        let steps = self.steps.iter().map(|step| {
            let call = step.callable as usize - 1;
            let mut fields = known.fields(call, Some(step.receiver));
            if let Some(choice) = known.calls[call].assigned.filter(|_| step.assigned.is_some()) {
                fields.insert(0, choice);
            }
            if let StepGives::Part(_) = step.gives {
                fields.extend(known.calls[call].steps);
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
