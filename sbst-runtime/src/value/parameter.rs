//! Parameters of callables: how each takes its argument, and whether values of its type can be built. Method look-up
//! prefers [`CanBuild`], then [`CanBuildArbitrary`](crate::value::arbitrary::CanBuildArbitrary), where they apply, so that code
//! for types without values compiles all the same. Where a type has others in it, [`compose`](crate::value::compose) may say how it is built.

use crate::value::build::Build;
use crate::value::compose::Of;
use crate::value::frame::Frame;
use crate::value::objects::{self, Assigned, Description, Gives, Kind, Mode, Pointers, Takes};
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{ShapeRef, Sum, Template, Wrapper};
use sbst_model::target::{CallForm, Lazy, WrittenTo};
use sbst_model::{expression, Shape};
use std::marker::PhantomData;

/// A parameter taken by value, which is built as `C` says.
#[allow(clippy::type_complexity)]
pub struct ByValue<T, B = Unbounded, C = T>(PhantomData<(fn(B) -> T, fn() -> C)>);
/// A parameter `&T`; what it refers to is built as `C` says.
#[allow(clippy::type_complexity)]
pub struct Shared<T: ?Sized, B = Unbounded, C: ?Sized = T>(PhantomData<(fn(B) -> Box<T>, fn() -> Box<C>)>);
/// A parameter `&mut T`; what it refers to is built as `C` says.
#[allow(clippy::type_complexity)]
pub struct Mutable<T: ?Sized, B = Unbounded, C: ?Sized = T>(PhantomData<(fn(B) -> Box<T>, fn() -> Box<C>)>);

impl<T, B> ByValue<T, B> {
    /// The parameter.
    pub const NEW: Self = ByValue(PhantomData);
}
impl<T: ?Sized, B> Shared<T, B> {
    /// The parameter.
    pub const NEW: Self = Shared(PhantomData);
}
impl<T: ?Sized, B> Mutable<T, B> {
    /// The parameter.
    pub const NEW: Self = Mutable(PhantomData);
}

macro_rules! composed {
    ($($passing:ident $(?$sized:ident)?;)*) => { $(
        impl<T $(: ?$sized)?, B, C $(: ?$sized)?> $passing<T, B, C> {
            /// The parameter, built like this.
            pub fn composed(_: Of<C>) -> Self {
                $passing(PhantomData)
            }
        }
    )* };
}
composed! {
    ByValue;
    Shared ?Sized;
    Mutable ?Sized;
}

/// What is known of the values of a parameter.
#[derive(Default)]
pub struct ParameterShape {
    /// Their shape, if values can be built.
    pub(crate) shape: Option<&'static Shape>,
    /// The same, to be asked for later; none if they are functions, or a way to ask for a text.
    pub(crate) refer: Option<ShapeRef>,
    /// If it takes references `&T`: the same shape, for statements before the last one.
    pub(crate) lent_again: Option<ShapeRef>,
    /// Of which type it takes values, and how.
    pub(crate) takes: Option<Takes>,
    /// If it takes pointers by value that share what they own: these.
    pub(crate) pointers: Option<Pointers>,
    /// A bound that reaches nothing in them.
    pub(crate) unreached: Option<String>,
    /// Whether there may be a type in theirs of which nobody said how its values are built.
    pub(crate) has_unknown: bool,
}

impl ParameterShape {
    /// Of values of a type, within bounds.
    pub(crate) fn of<'f, T: Build<'f>, B: Within>() -> ParameterShape {
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

    /// Of values of a type that nothing builds, which a parameter takes like this: they are objects, or there are none.
    fn of_unknown<T: ?Sized>(mode: Mode, refer: ShapeRef) -> ParameterShape {
        let kind = Kind::of::<T>();
        let shape = objects::shape_of_unknown(&kind).map(|_| refer());
        let takes = Some(Takes { kind, mode });
        ParameterShape { shape, refer: Some(refer), takes, has_unknown: true, ..ParameterShape::default() }
    }

    /// Of values that only an attribute on the parameter tells how to make.
    pub fn made(refer: ShapeRef) -> ParameterShape {
        ParameterShape { shape: Some(refer()), refer: Some(refer), ..ParameterShape::default() }
    }

    /// Of objects of this kind, in something: they are not what the parameter takes.
    pub(crate) fn of_objects(kind: &Kind, refer: ShapeRef) -> ParameterShape {
        let shape = objects::shape_of_unknown(kind).map(|_| refer());
        ParameterShape { shape, refer: Some(refer), ..ParameterShape::default() }
    }

    /// With what the parameter takes.
    fn taking<T: ?Sized>(self, mode: Mode) -> ParameterShape {
        ParameterShape { takes: Some(Takes { kind: Kind::of::<T>(), mode }), ..self }
    }

    /// With a type in it of which nobody said how its values are built, if it is composed of others.
    fn composed<T: ?Sized, C: ?Sized>(self) -> ParameterShape {
        ParameterShape { has_unknown: typeid::of::<T>() != typeid::of::<C>(), ..self }
    }
}

impl From<&'static Shape> for ParameterShape {
    fn from(shape: &'static Shape) -> ParameterShape {
        ParameterShape { shape: Some(shape), ..ParameterShape::default() }
    }
}

/// The shapes of a callable's parameters, and how its calls are written.
#[derive(Default)]
pub struct Shapes {
    /// Of each parameter.
    pub(crate) parameters: Vec<ParameterShape>,
    /// How calls are written.
    pub(crate) call: CallForm,
    /// Why there are none after all, and what to do.
    pub(crate) refusal: Option<&'static str>,
    /// What it gives, if that can be named.
    pub(crate) gives: Option<Gives>,
    /// If it lends something as `&mut`: how that is assigned another value.
    pub(crate) assigned: Option<Assigned>,
    /// Whether it may change its receiver although it takes that as `&`.
    pub(crate) changes_receiver: bool,
}

impl Shapes {
    /// Adds that of the next parameter.
    pub fn push(&mut self, shape: impl Into<ParameterShape>) {
        self.parameters.push(shape.into());
    }

    /// Adds that of the next parameter, whose type `T` the function does not name: values that do not tell it have to.
    pub fn push_nameless<T>(&mut self, shape: impl Into<ParameterShape>) {
        self.call.types.push((self.parameters.len(), std::any::type_name::<T>().to_owned()));
        self.push(shape);
    }

    /// Says what it gives.
    pub fn gives(&mut self, description: Description) {
        self.gives = Some(description.0);
    }

    /// Says how what it lends as `&mut` is assigned another value.
    pub fn lends(&mut self, assigned: Option<Assigned>) {
        self.assigned = assigned;
    }

    /// Says that what is called gives a future.
    pub fn is_async(&mut self) {
        self.call.is_async = true;
    }

    /// Says that what is called gives an iterator, or what makes one, which may be in an `Option` or a `Result`.
    pub fn is_lazy(&mut self, is_iterator: bool, is_inner: bool) {
        self.call.lazy = Some(Lazy { is_iterator, is_inner });
    }

    /// Says that what is called is `unsafe`.
    pub fn is_unsafe(&mut self) {
        self.call.is_unsafe = true;
    }

    /// Says with which generic arguments it is called.
    pub fn generics(&mut self, generics: Template) {
        self.call.generics = expression::of_template(generics);
    }

    /// Says what it belongs to.
    pub fn owner(&mut self, owner: Template) {
        self.call.owner = Some(expression::of_template(owner));
    }

    /// Says that the argument with this index is a formatter. If the standard library calls the function for a format string
    /// with these letters before the closing brace, a test need not.
    pub fn writes_to(&mut self, parameter: usize, letters: Option<&str>) {
        self.call.written_to = Some(WrittenTo { parameter, letters: letters.map(str::to_owned) });
    }

    /// Says that it may change its receiver although it takes that as `&`.
    pub fn changes_receiver(&mut self) {
        self.changes_receiver = true;
    }

    /// Says that its first argument is the receiver of a method.
    pub fn has_receiver(&mut self) {
        self.call.has_receiver = true;
    }
}

/// Preferred by method look-up: values can be built, or be the result of an earlier statement.
pub trait CanBuild<'f, A> {
    /// The next argument.
    fn argument(&self, frame: &'f Frame<'f>) -> A;
    /// Its shape.
    fn shape(&self) -> ParameterShape;
}

/// The fallback: values can only be the result of an earlier statement. It is the last that method look-up tries, for
/// its methods take `&mut self`.
pub trait CannotBuild<'f, A> {
    /// The next argument.
    fn argument(&mut self, frame: &'f Frame<'f>) -> A;
    /// None.
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::default()
    }
}

impl<'f, T, B: Within, C: Build<'f, Value = T>> CanBuild<'f, T> for ByValue<T, B, C> {
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> T {
        match frame.result_of::<T>() {
            None => C::build(frame),
            Some(statement) => frame.store().take_result(statement),
        }
    }
    fn shape(&self) -> ParameterShape {
        let shape = ParameterShape::of::<C, B>().taking::<T>(Mode::Value).composed::<T, C>();
        ParameterShape { pointers: Pointers::of::<C>(), ..shape }
    }
}

impl<'f, T, B, C> CannotBuild<'f, T> for &ByValue<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> T {
        objects::taken(frame)
    }
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::of_unknown::<T>(Mode::Value, unknown::<T>)
    }
}

/// The shape of values of a type that nothing builds: objects, or nothing at all.
pub(crate) fn unknown<T: ?Sized>() -> &'static Shape {
    static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });
    objects::shape_of_unknown(&Kind::of::<T>()).unwrap_or(&NOTHING)
}

/// The shape of references to such values.
fn unknown_lent<T: ?Sized>() -> &'static Shape {
    const { &Shape::Wrapper(Wrapper::of(unknown::<T>, "&{0}")) }
}

impl<'f, T: ?Sized, B: Within, C: ?Sized + 'f> CanBuild<'f, &'f T> for Shared<T, B, C>
where
    &'f C: Build<'f, Value = &'f T>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> &'f T {
        <&'f C>::build(frame)
    }
    fn shape(&self) -> ParameterShape {
        let shape = ParameterShape::of::<&'f C, B>().taking::<T>(Mode::Shared).composed::<T, C>();
        ParameterShape { lent_again: Some(|| objects::lent_again::<T>(<&'f C>::shape::<B>)), ..shape }
    }
}

impl<'f, T: ?Sized, B, C: ?Sized> CannotBuild<'f, &'f T> for &Shared<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> &'f T {
        objects::lent(frame)
    }
    fn shape(&mut self) -> ParameterShape {
        let shape = ParameterShape::of_unknown::<T>(Mode::Shared, unknown_lent::<T>);
        ParameterShape { lent_again: Some(|| objects::lent_again::<T>(unknown_lent::<T>)), ..shape }
    }
}

impl<'f, T: ?Sized, B: Within, C: ?Sized + 'f> CanBuild<'f, &'f mut T> for Mutable<T, B, C>
where
    &'f mut C: Build<'f, Value = &'f mut T>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> &'f mut T {
        <&'f mut C>::build(frame)
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::of::<&'f mut C, B>().taking::<T>(Mode::Mutable).composed::<T, C>()
    }
}

impl<'f, T: ?Sized, B, C: ?Sized> CannotBuild<'f, &'f mut T> for &Mutable<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> &'f mut T {
        objects::lent_mutably(frame)
    }
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::of_unknown::<T>(Mode::Mutable, || {
            const { &Shape::Wrapper(Wrapper::of(unknown::<T>, "&mut {0}")) }
        })
    }
}
