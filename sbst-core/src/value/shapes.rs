//! The shapes of a callable's parameters, the form of its calls, and its result.

mod choice;

pub use choice::{Choice, Choices};

use crate::value::build::Build;
use crate::value::object_types::{self, Assigned, Description, Gives, Kind, Mode, Pointers, Takes};
use crate::value::within::Within;
use sbst_model::shape::{ShapeRef, Template};
use sbst_model::target::{Applied, CallForm, Lazy, Obstacle, WrittenTo};
use sbst_model::{expression, Shape};

/// The values of a parameter.
#[derive(Default)]
pub struct ParameterShape {
    /// Their shape, if values can be built.
    pub(crate) shape: Option<&'static Shape>,
    /// A reference to the shape; `None` for formatters, and for lent functions.
    pub(crate) refer: Option<ShapeRef>,
    /// For references `&T`: the shape in statements before the last one.
    pub(crate) lent_again: Option<ShapeRef>,
    /// The type that it takes, and the mode.
    pub takes: Option<Takes>,
    /// For pointers by value that share their contents.
    pub pointers: Option<Pointers>,
    /// A bound without values in them to apply to.
    pub(crate) unreached: Option<String>,
    /// True if their type may contain one without known values.
    pub(crate) has_unknown: bool,
}

impl ParameterShape {
    /// Returns the parameter of a type within bounds.
    pub(crate) fn from_build<'f, T: Build<'f>, B: Within>() -> ParameterShape {
        ParameterShape {
            shape: Some(T::shape::<B>()),
            refer: Some(T::shape::<B>),
            lent_again: None,
            takes: None,
            pointers: None,
            unreached: T::REACH.unreached::<B>(),
            has_unknown: false,
        }
    }

    /// Returns the parameter of a type without a builder: its values are objects, or it has none.
    pub(crate) fn from_unknown<T: ?Sized>(mode: Mode, wide: Option<Kind>, refer: ShapeRef) -> ParameterShape {
        let kind = Kind::from_type::<T>();
        let shape = object_types::shape_of_unknown(&wide.unwrap_or(kind)).map(|_| refer());
        let takes = Some(Takes { kind, mode });
        ParameterShape { shape, refer: Some(refer), takes, has_unknown: true, ..ParameterShape::default() }
    }

    /// Returns the parameter of values made by an attribute on it.
    pub fn made(refer: ShapeRef) -> ParameterShape {
        ParameterShape { shape: Some(refer()), refer: Some(refer), ..ParameterShape::default() }
    }

    /// Keeps the parameter out of statements before the last one.
    pub fn for_last_statement(self) -> ParameterShape {
        ParameterShape { refer: None, ..self }
    }

    /// Adds the type that the parameter takes.
    pub(crate) fn taking<T: ?Sized>(self, mode: Mode) -> ParameterShape {
        ParameterShape { takes: Some(Takes { kind: Kind::from_type::<T>(), mode }), ..self }
    }

    /// Records that the type contains one without known values, if it is composed.
    pub(crate) fn composed<T: ?Sized, C: ?Sized>(self) -> ParameterShape {
        ParameterShape { has_unknown: typeid::of::<T>() != typeid::of::<C>(), ..self }
    }
}

impl From<&'static Shape> for ParameterShape {
    fn from(shape: &'static Shape) -> ParameterShape {
        ParameterShape { shape: Some(shape), ..ParameterShape::default() }
    }
}

/// The shapes of a callable's parameters, and the form of its calls.
#[derive(Default)]
pub struct Shapes {
    pub(crate) parameters: Vec<ParameterShape>,
    /// The form of calls.
    pub(crate) call: CallForm,
    /// The reason why it cannot be called after all.
    pub(crate) refusal: Option<Obstacle>,
    /// The type of its result, if that can be named.
    pub(crate) gives: Option<Gives>,
    /// The assignment to a place that it lends as `&mut`.
    pub(crate) assigned: Option<Assigned>,
    /// True if it may change its receiver behind a `&`.
    pub(crate) changes_receiver: bool,
    /// True if its instances take its place in call sequences.
    pub(crate) is_only_for_search: bool,
    /// The choices of the called instance.
    pub choices: Option<Choices>,
}

impl Shapes {
    /// Notes the reason why the function cannot be called after all.
    pub fn refuse(&mut self, obstacle: Obstacle) {
        self.refusal = Some(obstacle);
    }

    /// Adds the next parameter.
    pub fn push(&mut self, shape: impl Into<ParameterShape>) {
        self.parameters.push(shape.into());
    }

    /// Adds the next parameter, with a type `T` that the function does not name: ambiguous values
    /// must name it.
    pub fn push_nameless<T>(&mut self, shape: impl Into<ParameterShape>) {
        self.call.types.push((self.parameters.len(), std::any::type_name::<T>().to_owned()));
        self.push(shape);
    }

    /// Sets the type of the result.
    pub fn gives(&mut self, description: Description) {
        self.gives = Some(description.0);
    }

    /// Sets the assignment to a place that it lends as `&mut`.
    pub fn lends(&mut self, assigned: Option<Assigned>) {
        self.assigned = assigned;
    }

    /// Notes that a call returns a future.
    pub fn is_async(&mut self) {
        self.call.is_async = true;
    }

    /// Records that a call returns an iterator or an iterable value, perhaps in an `Option` or a
    /// `Result`.
    pub fn is_lazy(&mut self, is_iterator: bool, is_inner: bool) {
        self.call.lazy = Some(Lazy { is_iterator, is_inner });
    }

    /// Records that a call returns a function, to be called with the arguments from `first` on. The
    /// flags are: it is in an `Option` or a `Result`, it is called as `&mut`, and the first
    /// argument represents earlier calls.
    pub fn is_applied(&mut self, first: usize, [is_inner, is_mutable, has_earlier]: [bool; 3]) {
        self.call.applied.push(Applied { first, is_inner, is_mutable, has_earlier });
    }

    /// Notes that a call is `unsafe`.
    pub fn is_unsafe(&mut self) {
        self.call.is_unsafe = true;
    }

    /// Sets the generic arguments of calls.
    pub fn generics(&mut self, generics: Template) {
        self.call.generics = expression::from_template(generics);
    }

    /// Sets the type or trait that the function belongs to.
    pub fn owner(&mut self, owner: Template) {
        self.call.owner = Some(expression::from_template(owner));
    }

    /// Returns the index of the argument that is a formatter.
    pub fn formatter(&self) -> Option<usize> {
        self.call.written_to.as_ref().map(|formatter| formatter.parameter)
    }

    /// Notes that the argument with this index is a formatter. If the standard library calls the
    /// function for a format string with these letters before the closing brace, a test need not
    /// call it.
    pub fn writes_to(&mut self, parameter: usize, letters: Option<&str>) {
        self.call.written_to = Some(WrittenTo { parameter, letters: letters.map(str::to_owned) });
    }

    /// Notes that its instances take its place in call sequences.
    pub fn only_for_search(&mut self) {
        self.is_only_for_search = true;
    }

    /// Notes that it may change its receiver behind a `&`.
    pub fn changes_receiver(&mut self) {
        self.changes_receiver = true;
    }

    /// Notes that its first argument is the receiver of a method.
    pub fn has_receiver(&mut self) {
        self.call.has_receiver = true;
    }
}
