//! The inputs of a function by name, and the test case with the plainest values.
//!
//! 1. Numbers are zero, characters `a`, and booleans false, or the nearest allowed value. Texts and
//!    sequences are as short as allowed, but contain the named element.
//! 2. A sum has the variant that ends soonest, among those with the named field.

use sbst_model::messages::InputPath;
use sbst_model::shape::{Alphabet, Float, Heights, Integer, Product};
use sbst_model::{NodeKind, Shape, TestCase};

/// The default character.
const PLAIN: char = 'a';

pub(super) struct Inputs {
    parameters: Vec<&'static Shape>,
    test: TestCase,
}

/// A single value in a test case, and its allowed values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) node: usize,
    pub(super) kind: LeafKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum LeafKind {
    Bool,
    Integer(&'static Integer),
    Float(&'static Float),
    Character(&'static Alphabet),
    Text(&'static Alphabet),
    /// The character of a text with this index.
    CharacterOf(&'static Alphabet, usize),
}

/// The named parts of a value, as paths to them.
type Named<'n> = Vec<&'n [usize]>;

impl Inputs {
    /// Returns the plainest test case that has all `named` parts.
    pub(super) fn new(parameters: &[&'static Shape], named: &[&InputPath]) -> Result<Inputs, String> {
        let heights = Heights::from_shapes(parameters);
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        for (index, shape) in parameters.iter().enumerate() {
            let in_it = named.iter().filter(|path| path.parameter == index);
            let builder = Plain { heights: &heights, test: &mut test };
            let build = |mut builder: Plain<'_>| {
                builder.value(shape, &in_it.clone().map(|path| path.parts.as_slice()).collect())
            };
            build(builder).map_err(|problem| {
                let names: Vec<String> = in_it.clone().map(|path| format!("`{}`", path.text)).collect();
                if names.is_empty() {
                    problem
                } else {
                    format!("{}: {problem}", names.join(", "))
                }
            })?;
        }
        test.close(call);
        Ok(Inputs { parameters: parameters.to_vec(), test })
    }

    /// Returns the named value.
    pub(super) fn leaf(&self, path: &InputPath) -> Result<Leaf, String> {
        let mut node = self.test.children(0).nth(path.parameter).ok_or("there is no such parameter")?;
        let mut shape = self.parameters[path.parameter].value_shape();
        for (depth, &part) in path.parts.iter().enumerate() {
            shape = match shape {
                Shape::Text(text) if depth + 1 == path.parts.len() => {
                    return Ok(Leaf { node, kind: LeafKind::CharacterOf(&text.alphabet, part) });
                }
                Shape::Sequence(sequence) => (sequence.element)(),
                Shape::Product(product) => (product.fields[part])(),
                Shape::Sum(sum) => {
                    let variant = self.test.nodes()[node].payload as usize;
                    (sum.variants[variant].fields[part])()
                }
                _ => return Err(format!("`{}` has no parts that far in", path.text)),
            }
            .value_shape();
            node =
                self.test.children(node).nth(part).ok_or_else(|| format!("there is no `{}`", path.text))?;
        }
        let kind = match shape {
            Shape::Bool => LeafKind::Bool,
            Shape::Integer(integer) => LeafKind::Integer(integer),
            Shape::Float(float) => LeafKind::Float(float),
            Shape::Char(alphabet) => LeafKind::Character(alphabet),
            Shape::Text(text) => LeafKind::Text(&text.alphabet),
            Shape::Sequence(_) => return Err(several(path, "elements", "[0]")),
            Shape::Product(_) | Shape::Sum(_) => return Err(several(path, "fields", ".0")),
            Shape::Wrapper(_) | Shape::Argument(_) => return Err(format!("`{}` has no value", path.text)),
        };
        Ok(Leaf { node, kind })
    }

    /// Sets the named value.
    pub(super) fn set(&mut self, path: &InputPath, value: &str) -> Result<(), String> {
        let leaf = self.leaf(path)?;
        if let LeafKind::Text(alphabet) = leaf.kind {
            if let Some(other) = value.chars().find(|&c| !alphabet.contains(c)) {
                return Err(format!("`{}` is a text without {other:?}", path.text));
            }
            self.test.set_text(leaf.node, value);
            return Ok(());
        }
        let value =
            leaf.read(value).map_err(|wanted| format!("`{}` is {wanted}, not `{value}`", path.text))?;
        leaf.set(&mut self.test, value);
        Ok(())
    }

    pub(super) fn into_test(self) -> TestCase {
        self.test
    }
}

fn several(path: &InputPath, parts: &str, example: &str) -> String {
    let name = &path.text;
    format!("`{name}` is not one value but has {parts}: name one of them, `{name}{example}` for example")
}

/// The value of a leaf as a number: the ordinal of an integer, the index of a character in its
/// alphabet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    Integer(u128),
    Float(f64),
    Character(char),
}

impl Leaf {
    /// Parses a value, or returns an error with the expected form.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        match self.kind {
            LeafKind::Bool => text.parse().map(Value::Bool).map_err(|_| "a boolean".to_owned()),
            LeafKind::Integer(integer) => {
                let wanted = || format!("an integer of type {}", integer.name);
                let digits = text.replace('_', "");
                let negative = digits.starts_with('-');
                let value = if negative {
                    digits.parse::<i128>().map(|value| value as u128)
                } else {
                    digits.trim_start_matches('+').parse::<u128>()
                };
                Ok(Value::Integer(integer.nearest(value.map_err(|_| wanted())?, negative)))
            }
            LeafKind::Float(float) => {
                let value: f64 = text.replace('_', "").parse().map_err(|_| "a number".to_owned())?;
                Ok(Value::Float(float.nearest(value)))
            }
            LeafKind::Character(alphabet) | LeafKind::CharacterOf(alphabet, _) => {
                let quoted = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
                let mut characters = quoted.filter(|inside| !inside.is_empty()).unwrap_or(text).chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) => Ok(Value::Character(alphabet.nearest(character))),
                    _ => Err("one character".to_owned()),
                }
            }
            LeafKind::Text(_) => Err("a text, which has no order: name one of its characters".to_owned()),
        }
    }

    /// Sets it in a test case.
    pub(super) fn set(&self, test: &mut TestCase, value: Value) {
        match (self.kind, value) {
            (_, Value::Bool(value)) => test.set_payload(self.node, u64::from(value)),
            (LeafKind::Integer(integer), Value::Integer(ordinal)) => {
                test.set_integer(self.node, integer.value(ordinal));
            }
            (_, Value::Float(value)) => test.set_payload(self.node, value.to_bits()),
            (LeafKind::CharacterOf(_, index), Value::Character(character)) => {
                let replaced = |(at, c)| if at == index { character } else { c };
                let text: String = test.text(self.node).chars().enumerate().map(replaced).collect();
                test.set_text(self.node, &text);
            }
            (_, Value::Character(character)) => test.set_payload(self.node, u64::from(u32::from(character))),
            (_, Value::Integer(_)) => {}
        }
    }
}

struct Plain<'b> {
    heights: &'b Heights,
    test: &'b mut TestCase,
}

impl Plain<'_> {
    fn value(&mut self, shape: &'static Shape, named: &Named<'_>) -> Result<(), String> {
        let has_parts = named.iter().any(|path| !path.is_empty());
        match shape.value_shape() {
            Shape::Sequence(sequence) => {
                let length = most(named).map_or(0, |part| part + 1).max(sequence.shortest);
                if length > sequence.longest {
                    return Err(format!("it has {} elements at most", sequence.longest));
                }
                let node = self.test.open(NodeKind::Sequence, length as u64);
                for index in 0..length {
                    self.value((sequence.element)(), &below(named, index))?;
                }
                self.test.close(node);
            }
            Shape::Text(text) => {
                if named.iter().any(|path| path.len() > 1) {
                    return Err("a character has no parts".to_owned());
                }
                let length = most(named).map_or(0, |part| part + 1).max(text.shortest);
                if length > text.longest {
                    return Err(format!("it has {} characters at most", text.longest));
                }
                let plain = text.alphabet.nearest(PLAIN);
                self.test.push_characters(std::iter::repeat_n(plain, length));
            }
            Shape::Product(product) => {
                let node = self.test.open(NodeKind::Product, 0);
                self.fields(product, named)?;
                self.test.close(node);
            }
            Shape::Sum(sum) => {
                let fields = most(named).map_or(0, |part| part + 1);
                let large =
                    sum.variants.iter().enumerate().filter(|(_, variant)| variant.fields.len() >= fields);
                let heights = large
                    .filter_map(|(index, variant)| Some((self.heights.least_of_product(variant)?, index)));
                let Some((_, index)) = heights.min() else {
                    return Err(format!("none of its variants has {fields} fields"));
                };
                let node = self.test.open(NodeKind::Sum, index as u64);
                self.fields(&sum.variants[index], named)?;
                self.test.close(node);
            }
            _ if has_parts => return Err("a single value has no parts".to_owned()),
            Shape::Bool => _ = self.test.leaf(NodeKind::Bool, 0),
            Shape::Char(alphabet) => {
                _ = self.test.leaf(NodeKind::Char, u64::from(u32::from(alphabet.nearest(PLAIN))));
            }
            Shape::Integer(integer) => {
                let value = integer.value(integer.nearest(0, false));
                let node = self.test.open(NodeKind::Integer, value as u64);
                if integer.bits > 64 {
                    self.test.leaf(NodeKind::Integer, (value >> 64) as u64);
                }
                self.test.close(node);
            }
            Shape::Float(float) => _ = self.test.leaf(NodeKind::Float, float.nearest(0.0).to_bits()),
            Shape::Wrapper(_) | Shape::Argument(_) => return Err("it has no value".to_owned()),
        }
        Ok(())
    }

    fn fields(&mut self, product: &Product, named: &Named<'_>) -> Result<(), String> {
        if let Some(part) = most(named).filter(|&part| part >= product.fields.len()) {
            let fields = product.fields.len();
            return Err(format!("unknown field {part}: there are {fields}, numbered from 0"));
        }
        for (index, field) in product.fields.iter().enumerate() {
            self.value(field(), &below(named, index))?;
        }
        Ok(())
    }
}

/// Returns the greatest index of a named part.
fn most(named: &Named<'_>) -> Option<usize> {
    named.iter().filter_map(|path| path.first().copied()).max()
}

/// Returns the named parts in the part with this index.
fn below<'n>(named: &Named<'n>, index: usize) -> Named<'n> {
    named.iter().filter(|path| path.first() == Some(&index)).map(|path| &path[1..]).collect()
}
