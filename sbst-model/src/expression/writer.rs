//! The writer of values: an expression from a shape, a test case and its context.

use super::position::{Expected, Neighbour, Position};
use super::{byte_string, from_template, grouped, unsigned, Expression, Piece, Spelling};
use crate::shape::{Float, Integer, Product, Sequence, Shape, ShapeRef, Template, Width, Wrapper, REFERENCE};
use crate::template::{parts, Part, CAST};
use crate::test_case::{NodeKind, TestCase};

/// The template of a value with the lifetime `'static` (see [`Wrapper::template`]). A constant that
/// is a reference needs no leak.
pub const LEAKED: Template = "Box::leak(Box::new({0}))";

/// Writes the value of `shape` at `node`.
///
/// ```
/// use sbst_model::shape::{Alphabet, Shape, Text};
/// use sbst_model::{expression, TestCase};
///
/// static TEXT: Shape = Shape::Text(Text {
///     template: "String::from({0})",
///     empty: Some("String::new()"),
///     shortest: 0,
///     longest: 100,
///     alphabet: Alphabet::ALL,
/// });
/// let mut test = TestCase::new();
/// test.push_text("say \"hi\"");
/// assert_eq!(expression::write(&TEXT, &test, 0).to_string(), r#"String::from("say \"hi\"")"#);
/// ```
pub fn write(shape: &'static Shape, test: &TestCase, node: usize) -> Expression {
    write_in_story(shape, test, node, Context::default())
}

/// The context of written values.
#[derive(Clone, Copy, Default)]
pub struct Context<'a> {
    /// The names of the results of a [story](crate::story)'s statements.
    pub results: &'a [String],
    /// Texts that parse as values.
    pub spellings: &'a [Spelling],
}

/// Writes the value of `shape` at `node` of a [story](crate::story).
pub fn write_in_story(
    shape: &'static Shape,
    story: &TestCase,
    node: usize,
    context: Context<'_>,
) -> Expression {
    write_at(shape, story, node, context, Position::ARGUMENT)
}

/// Writes a value in a statement before the last; `is_value`: the value is the whole statement.
pub fn write_before_last(
    shape: &'static Shape,
    story: &TestCase,
    node: usize,
    context: Context<'_>,
    is_value: bool,
) -> Expression {
    let position = if is_value { Position::VARIABLE } else { Position::BEFORE };
    write_at(shape, story, node, context, position)
}

fn write_at(
    shape: &'static Shape,
    story: &TestCase,
    node: usize,
    context: Context<'_>,
    position: Position,
) -> Expression {
    let mut out = Expression::default();
    Writer { test: story, context, out: &mut out }.value(shape, node, position);
    out
}

struct Writer<'a> {
    test: &'a TestCase,
    context: Context<'a>,
    out: &'a mut Expression,
}

impl Writer<'_> {
    fn value(&mut self, shape: &'static Shape, node: usize, position: Position) {
        if position.needs_parentheses(shape, self.test, node) {
            self.out.push_str("(");
            self.value(shape, node, Position { neighbour: Neighbour::Nothing, ..position });
            return self.out.push_str(")");
        }
        let payload = self.test.nodes()[node].payload;
        if self.test.nodes()[node].kind == NodeKind::ResultOf
            && !matches!(shape, Shape::Wrapper(Wrapper { object: None, .. }))
        {
            let name = self
                .context
                .results
                .get(payload as usize)
                .cloned()
                .unwrap_or_else(|| format!("result_{payload}"));
            self.out.0.push(Piece::Variable(name));
            return;
        }
        match shape {
            Shape::Bool => self.out.push_str(if payload == 0 { "false" } else { "true" }),
            Shape::Char(_) => {
                let character = char::from_u32(payload as u32).unwrap_or('\u{fffd}');
                self.out.push(format_args!("{character:?}"));
            }
            Shape::Integer(integer) => write_integer(integer, self.test.integer(node), self.out),
            Shape::Float(float) => write_float(float, f64::from_bits(payload), self.out),
            Shape::Text(text) => {
                let literal = self.test.text(node);
                let template = text.empty.filter(|_| literal.is_empty()).unwrap_or(text.template);
                self.template(template, position, &mut |this, _, _| {
                    this.out.push(format_args!("{literal:?}"))
                });
            }
            Shape::Sequence(sequence) => {
                let template = sequence.empty.filter(|_| payload == 0).unwrap_or(sequence.template);
                // A slice, not a reference to an array.
                let is_slice = template.starts_with('&') && position.expected != Expected::Here;
                match self.byte_string(sequence, node) {
                    Some(literal) => {
                        let sign = if is_slice { "&" } else { "" };
                        self.out.push(format_args!("{sign}{literal}"));
                    }
                    None => self.fields(template, node, &mut std::iter::repeat(sequence.element), position),
                }
                if is_slice {
                    self.out.push_str("[..]");
                }
            }
            Shape::Product(product) => self.product_or_spelling(product, node, position),
            Shape::Sum(sum) => self.product_or_spelling(&sum.variants[payload as usize], node, position),
            Shape::Wrapper(Wrapper { object: Some(_), .. }) => self.value(shape.told(), node, position),
            Shape::Argument(argument) => self.value(argument.choice(), node, position),
            Shape::Wrapper(wrapper) => {
                // `&*CONSTANT` is the constant, and a constant need not be leaked. It has no nodes
                // but its own and that of a choice.
                let is_small = self.test.nodes()[node].length <= 2;
                if is_small && [REFERENCE, LEAKED].contains(&wrapper.template) {
                    let mut inner = Expression::default();
                    Writer { test: self.test, context: self.context, out: &mut inner }.value(
                        (wrapper.inner)(),
                        node,
                        Position::ARGUMENT,
                    );
                    if let Some(constant) = inner.dereferenced() {
                        return self.out.0.extend(constant.0);
                    }
                    if wrapper.template == LEAKED && inner.is_constant() {
                        self.out.push_str("&");
                        return self.out.0.extend(inner.0);
                    }
                }
                self.template(wrapper.template, position, &mut |this, _, inside| {
                    this.value((wrapper.inner)(), node, inside);
                });
            }
        }
    }

    /// Returns the literal of a slice or a vector of bytes that are a text.
    fn byte_string(&self, sequence: &Sequence, node: usize) -> Option<String> {
        let Shape::Integer(Integer { name: "u8", .. }) = (sequence.element)().value_shape() else {
            return None;
        };
        let ending = match sequence.template {
            "&[{*}]" => "",
            "vec![{*}]" => ".to_vec()",
            _ => return None,
        };
        let bytes = self.test.children(node).map(|byte| u8::try_from(self.test.integer(byte)).ok());
        let literal = byte_string(&bytes.collect::<Option<Vec<u8>>>()?)?;
        Some(format!("{literal}{ending}"))
    }

    /// Writes a product, or a text that parses as it, if that is shorter.
    fn product_or_spelling(&mut self, product: &Product, node: usize, position: Position) {
        let spelling = self.context.spellings.iter().find(|spelling| spelling.node == node);
        let Some(spelling) = spelling else { return self.product(product, node, position) };
        let (mut call, mut value) = (Expression::default(), Expression::default());
        let writer = |out| Writer { test: self.test, context: self.context, out };
        writer(&mut value).product(product, node, position);
        writer(&mut call).template(spelling.template, position, &mut |this, _, _| {
            this.out.push(format_args!("{:?}", spelling.text));
        });
        self.out.0.extend(if Spelling::is_shorter(&call, &value) { call.0 } else { value.0 });
    }

    fn product(&mut self, product: &Product, node: usize, position: Position) {
        let is_known = product.template.starts_with(CAST) && position.is_type_inferred();
        let template = if is_known { "{0}" } else { product.template };
        self.fields(template, node, &mut product.fields.iter().copied(), position);
        if product.fallible {
            self.out.push_str(".unwrap()");
        }
    }

    /// Writes a template whose fields are the children of `node`, of these shapes.
    fn fields(
        &mut self,
        template: Template,
        node: usize,
        shapes: &mut dyn Iterator<Item = ShapeRef>,
        position: Position,
    ) {
        let fields: Vec<_> = shapes.zip(self.test.children(node)).collect();
        self.template(template, position, &mut |this, which, inside| {
            let chosen = match which {
                None => &fields[..],
                Some(index) => &fields[index..=index],
            };
            for (index, (shape, node)) in chosen.iter().enumerate() {
                if index > 0 {
                    this.out.push_str(", ");
                }
                this.value(shape(), *node, inside);
            }
        });
    }

    /// Writes a template; `value` writes the field with an index, or all fields.
    fn template(
        &mut self,
        template: Template,
        position: Position,
        value: &mut dyn FnMut(&mut Self, Option<usize>, Position),
    ) {
        let mut parts = parts(template).peekable();
        let mut before = String::new();
        while let Some(part) = parts.next() {
            let which = match part {
                Part::Source(source) => {
                    before.push_str(source);
                    self.out.push_str(source);
                    continue;
                }
                Part::Path(path) => {
                    before.push_str(path);
                    self.out.0.push(Piece::Path(path.to_owned()));
                    continue;
                }
                Part::Item(item) => {
                    self.out.0.push(Piece::Item(from_template(item)));
                    continue;
                }
                Part::Field(index) => Some(index),
                Part::All => None,
            };
            let after = match parts.peek() {
                Some(Part::Source(source)) => source,
                _ => "",
            };
            value(self, which, position.at_placeholder(&before, after));
            before.push('_');
        }
    }
}

fn write_integer(integer: &Integer, value: u128, out: &mut Expression) {
    let all = Integer::all(integer.name, integer.bits, integer.signed);
    let ordinal = integer.ordinal(value);
    if ordinal == all.highest {
        out.push(format_args!("{}::MAX", integer.name));
    } else if ordinal == all.lowest && integer.signed {
        out.push(format_args!("{}::MIN", integer.name));
    } else if integer.signed {
        out.push(format_args!("{}", grouped(integer.value(ordinal) as i128)));
    } else {
        out.push(format_args!("{}", unsigned(integer.value(ordinal))));
    }
}

fn write_float(float: &Float, value: f64, out: &mut Expression) {
    let name = match float.width {
        Width::Single => "f32",
        Width::Double => "f64",
    };
    if value.is_nan() {
        out.push(format_args!("{name}::NAN"));
    } else if value.is_infinite() {
        out.push(format_args!("{name}::{}INFINITY", if value < 0.0 { "NEG_" } else { "" }));
    } else if float.width == Width::Single {
        out.push(format_args!("{:?}", value as f32));
    } else {
        out.push(format_args!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Alphabet, Distinct, Sequence, Sum, Text};

    static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
    static STR: Shape =
        Shape::Text(Text { template: "{0}", empty: None, shortest: 0, longest: 10, alphabet: Alphabet::ALL });
    static PAIR: Shape =
        Shape::Product(Product { fields: &[|| &STR, || &I32], template: "({0}, {1})", fallible: false });
    static PAIRS: Shape = Shape::Sequence(Sequence {
        element: || &PAIR,
        template: "{std::collections::HashMap}::from([{*}])",
        empty: Some("{std::collections::HashMap}::new()"),
        shortest: 0,
        longest: 10,
        distinct: Distinct::Keys,
    });
    static OPTION: Shape = Shape::Sum(Sum {
        variants: &[
            Product { fields: &[], template: "None", fallible: false },
            Product { fields: &[|| &PAIRS], template: "Some({0})", fallible: false },
        ],
    });
    static REFERENCE: Shape = Shape::Wrapper(Wrapper::new(|| &OPTION, "&{0}"));

    fn leaf(kind: NodeKind, payload: u64) -> TestCase {
        let mut test = TestCase::new();
        test.leaf(kind, payload);
        test
    }

    fn shown(shape: &'static Shape, test: &TestCase) -> String {
        write(shape, test, 0).to_string()
    }

    #[test]
    fn integers_are_written_plainly_and_extremes_by_name() {
        let i32 = |value: i32| shown(&I32, &leaf(NodeKind::Integer, value as u64));
        assert_eq!([i32(-5), i32(0), i32(i32::MAX), i32(i32::MIN)], ["-5", "0", "i32::MAX", "i32::MIN"]);
        let u8 = |value: u8| shown(&U8, &leaf(NodeKind::Integer, value.into()));
        assert_eq!([u8(0), u8(255), u8(200)], ["0", "u8::MAX", "200"]);
    }

    #[test]
    fn floats_without_literal_are_written_by_name() {
        static F64: Shape = Shape::Float(Float::all(Width::Double));
        static F32: Shape = Shape::Float(Float::all(Width::Single));
        let f64 = |value: f64| shown(&F64, &leaf(NodeKind::Float, value.to_bits()));
        assert_eq!(
            [f64(f64::NAN), f64(-f64::INFINITY), f64(-0.0)],
            ["f64::NAN", "f64::NEG_INFINITY", "-0.0"]
        );
        assert_eq!([f64(1e300), f64(0.1)], ["1e300", "0.1"]);
        assert_eq!(shown(&F32, &leaf(NodeKind::Float, f64::from(0.1f32).to_bits())), "0.1");
    }

    static BOXED: Shape = Shape::Wrapper(Wrapper::new(|| &U8, "Box::new({0})"));
    static SHOWN: Shape =
        Shape::Sum(Sum { variants: &[Product::new(&[|| &BOXED], "{0} as Box<dyn {std::fmt::Display}>")] });

    /// The source as an argument of the last statement, of an earlier one, and as a statement.
    fn written(shape: &'static Shape, is_sequence: bool) -> [String; 3] {
        let mut test = TestCase::new();
        let sequence = is_sequence.then(|| test.open(NodeKind::Sequence, 1));
        let sum = test.open(NodeKind::Sum, 0);
        test.leaf(NodeKind::Integer, 7);
        test.close(sum);
        sequence.into_iter().for_each(|sequence| test.close(sequence));
        let before = |is_value| write_before_last(shape, &test, 0, Context::default(), is_value).to_string();
        [write(shape, &test, 0).to_string(), before(false), before(true)]
    }

    const fn sequence(template: Template) -> Shape {
        let (empty, shortest, longest, distinct) = (None, 0, 9, Distinct::Nothing);
        Shape::Sequence(Sequence { element: || &SHOWN, template, empty, shortest, longest, distinct })
    }

    #[test]
    fn value_is_cast_to_trait_object_if_type_is_not_inferred() {
        static VECTOR: Shape = sequence("vec![{*}]");
        static SLICE: Shape = sequence("&[{*}]");
        static LIST: Shape = sequence("{std::collections::LinkedList}::from([{*}])");
        static SCENE: Shape = Shape::Wrapper(Wrapper::new(|| &VECTOR, "{demo::Scene} {{ all: {0} }}"));
        static LENT: Shape = Shape::Wrapper(Wrapper::new(|| &SHOWN, "&{0}"));
        static CHANGED: Shape = Shape::Wrapper(Wrapper::new(|| &VECTOR, "&mut {0}"));
        const CAST: &str = "Box::new(7) as Box<dyn Display>";
        let (plain, cast) = ("vec![Box::new(7)]".to_owned(), format!("vec![{CAST}]"));
        assert_eq!(written(&VECTOR, true), [plain.clone(), plain, cast]);
        let cast = format!("&[{CAST}]");
        assert_eq!(written(&SLICE, true), ["&[Box::new(7)]".to_owned(), cast.clone(), cast]);
        assert_eq!(written(&LIST, true), [(); 3].map(|()| format!("LinkedList::from([{CAST}])")));
        assert_eq!(written(&SCENE, true), [(); 3].map(|()| "Scene { all: vec![Box::new(7)] }"));
        assert_eq!(written(&LENT, false), [(); 3].map(|()| format!("&({CAST})")));
        assert_eq!(written(&CHANGED, true), [(); 3].map(|()| format!("&mut vec![{CAST}]")));
    }

    #[test]
    fn nested_values_are_written_inside_out() {
        let mut test = TestCase::new();
        let some = test.open(NodeKind::Sum, 1);
        let pairs = test.open(NodeKind::Sequence, 1);
        let pair = test.open(NodeKind::Product, 0);
        test.push_text("a\n{0}");
        test.leaf(NodeKind::Integer, 1);
        test.close(pair);
        test.close(pairs);
        test.close(some);
        assert_eq!(shown(&REFERENCE, &test), r#"&Some(HashMap::from([("a\n{0}", 1)]))"#);
        let full = write(&REFERENCE, &test, 0).with_paths(str::to_owned);
        assert_eq!(full, r#"&Some(std::collections::HashMap::from([("a\n{0}", 1)]))"#);
        assert_eq!(shown(&OPTION, &leaf(NodeKind::Sum, 0)), "None");
        assert_eq!(shown(&PAIRS, &leaf(NodeKind::Sequence, 0)), "HashMap::new()");
    }
}
