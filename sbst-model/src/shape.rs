//! The shape of an input: its values, their storage in a [`TestCase`](crate::TestCase), and their
//! source in Rust. Sampling, mutation, local search, minimising and printing work on shapes, so
//! that each is written once.

mod alphabet;
mod argument;
mod bounds;
mod float;
mod height;
mod integer;
mod object;

pub use alphabet::Alphabet;
pub use argument::{Argument, Pointer, Same};
pub use bounds::{Bounds, Endpoint, Range};
pub use float::{Float, Width};
pub use height::{least_height, Heights, MOST_ELEMENTS};
pub use integer::Integer;
pub use object::{Object, ObjectRef, Origin, Step, StepGives};

/// The shape of a type, by reference: lazy, so that recursive types can have one.
pub type ShapeRef = fn() -> &'static Shape;

/// The shape of a type. The comment of each variant lists the nodes of a value.
///
/// ```
/// use sbst_model::shape::{Integer, Product, ShapeRef};
/// use sbst_model::{conforms, expression, NodeKind, Shape, TestCase};
///
/// // pub struct Point { pub x: u8, pub y: u8 }
/// static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
/// const FIELDS: &[ShapeRef] = &[|| &U8, || &U8];
/// static POINT: Shape =
///     Shape::Product(Product::new(FIELDS, "{demo::Point} {{ x: {0}, y: {1} }}"));
///
/// let mut test = TestCase::new();
/// let point = test.open(NodeKind::Product, 0);
/// test.leaf(NodeKind::Integer, 1);
/// test.leaf(NodeKind::Integer, 2);
/// test.close(point);
/// assert!(conforms(&POINT, &test, point));
/// assert_eq!(expression::write(&POINT, &test, point).to_string(), "Point { x: 1, y: 2 }");
/// ```
#[derive(Debug)]
pub enum Shape {
    /// `bool`: one [`Bool`](crate::NodeKind::Bool) node, payload 0 or 1.
    Bool,
    /// `char`: one [`Char`](crate::NodeKind::Char) node, payload the scalar value.
    Char(Alphabet),
    /// An integer of up to 128 bits: one [`Integer`](crate::NodeKind::Integer) node, payload the
    /// value in two's complement, sign-extended to 64 bits. For 128-bit types it has a child of the
    /// same kind with the high half.
    Integer(Integer),
    /// `f32` or `f64`: one [`Float`](crate::NodeKind::Float) node, payload the bits as an `f64`.
    Float(Float),
    /// Text: one [`Text`](crate::NodeKind::Text) node, payload its length in bytes; the bytes are
    /// in the text buffer.
    Text(Text),
    /// Any number of elements of one shape: a [`Sequence`](crate::NodeKind::Sequence) node, payload
    /// the number of elements, which follow as children.
    Sequence(Sequence),
    /// A fixed number of fields: a [`Product`](crate::NodeKind::Product) node with the fields as
    /// children.
    Product(Product),
    /// One of several variants: a [`Sum`](crate::NodeKind::Sum) node, payload the variant's index,
    /// with its fields as children.
    Sum(Sum),
    /// A wrapper around a single value, such as a reference or a `Box`: the nodes are those of the
    /// inner shape.
    Wrapper(Wrapper),
    /// An argument that may be an earlier one again: the nodes are those of a sum.
    Argument(Argument),
}

/// Rust source of a value with placeholders in braces.
///
/// * `{0}`, `{1}` …: the source of the field with this index. For texts `{0}` is the literal, for
///   wrappers the inner value.
/// * `{*}`: the source of all fields or elements, separated by commas.
/// * `{demo::shapes::Point}`: the full path of a type or a function, which has to be in scope,
///   without generic arguments. It is written as the test's imports allow.
/// * `{{` and `}}`: a brace.
/// * A part that ends with [`END_OF_ITEM`](sbst_vocabulary::END_OF_ITEM) is an item, which the file
///   of tests contains once; the value uses it as `{self::NAME}`.
/// * A template that begins with `{0} as ` makes a trait object of a value, by a cast, unless the
///   compiler expects one anyway. Such a value has no cast.
pub type Template = &'static str;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub template: Template,
    /// The source of the empty one, if it differs.
    pub empty: Option<Template>,
    /// The least length allowed, in characters.
    pub shortest: usize,
    /// The greatest length allowed, in characters.
    pub longest: usize,
    pub alphabet: Alphabet,
}

#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    pub element: ShapeRef,
    pub template: Template,
    /// The source of the empty one, if it differs.
    pub empty: Option<Template>,
    /// The least length allowed, in elements.
    pub shortest: usize,
    /// The greatest length allowed, in elements.
    pub longest: usize,
    pub distinct: Distinct,
}

/// The distinct parts of a sequence without duplicates: a collection keeps one of equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinct {
    /// No part: duplicates are allowed.
    Nothing,
    /// Elements: those of a set.
    Elements,
    /// The first fields of the elements, which are products: the keys of a map.
    Keys,
}

/// The values of a tuple, a structure, a variant, or a call that makes a value.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    pub fields: &'static [ShapeRef],
    pub template: Template,
    /// True if the source returns an `Option` or a `Result`, so that `.unwrap()` follows.
    pub fallible: bool,
}

impl Product {
    /// A value with these fields and this source.
    pub const fn new(fields: &'static [ShapeRef], template: Template) -> Product {
        Product { fields, template, fallible: false }
    }
}

impl Sequence {
    /// Any number of calls up to a limit: they become statements, and are not written as a value.
    pub const fn from_steps(step: ShapeRef, longest: usize) -> Sequence {
        Sequence {
            element: step,
            template: "",
            empty: None,
            shortest: 0,
            longest,
            distinct: Distinct::Nothing,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The variants; at least one. Their order has no meaning.
    pub variants: &'static [Product],
}

/// The values of a type that wraps one other value.
#[derive(Clone, Copy, Debug)]
pub struct Wrapper {
    pub inner: ShapeRef,
    pub template: Template,
    /// The meaning of the variants of an object's inner shape; an object is made and changed by
    /// calls.
    pub object: Option<&'static Object>,
}

/// The template of a shared reference.
pub const REFERENCE: Template = "&{0}";

impl Wrapper {
    /// A wrapper around a value that is not an object.
    pub const fn new(inner: ShapeRef, template: Template) -> Wrapper {
        Wrapper { inner, template, object: None }
    }
}

impl Shape {
    /// The shapes of its parts: of elements, of fields, of the fields of all variants.
    pub fn parts(&self) -> Vec<&'static Shape> {
        match self {
            Shape::Wrapper(wrapper) => vec![(wrapper.inner)()],
            Shape::Argument(argument) => vec![argument.choice()],
            Shape::Sequence(sequence) => vec![(sequence.element)()],
            Shape::Product(product) => product.fields.iter().map(|field| field()).collect(),
            Shape::Sum(sum) => {
                sum.variants.iter().flat_map(|variant| variant.fields).map(|field| field()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// This shape without wrappers.
    #[inline]
    pub fn value_shape(&'static self) -> &'static Shape {
        let mut shape = self;
        loop {
            match shape {
                Shape::Wrapper(wrapper) => shape = (wrapper.inner)(),
                Shape::Argument(argument) => return argument.choice(),
                shape => return shape,
            }
        }
    }

    /// The shape of this value in a call sequence, where a shared argument has its own value.
    pub fn own(&'static self) -> &'static Shape {
        match self {
            Shape::Argument(argument) => argument.own(),
            shape => shape,
        }
    }
}
