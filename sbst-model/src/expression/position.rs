//! The position of a value in the source around it. It decides if the value needs parentheses, and
//! if the compiler infers its type.

use crate::shape::{Product, Shape, Template, Wrapper};
use crate::template::{parts, Part, CAST};
use crate::test_case::{NodeKind, TestCase};
use sbst_vocabulary::standard::CRATES;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) neighbour: Neighbour,
    pub(super) expected: Expected,
    /// True if it may be bound by a `let` without a type.
    pub(super) is_bound: bool,
    /// True if a block follows, which would be taken for a structure's fields.
    pub(super) is_condition: bool,
    /// True if it is before the last statement, where a borrowed value may be bound.
    pub(super) is_before: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// Only brackets and commas.
    Nothing,
    Operator,
    /// A method call on it.
    Method,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Here: a reference to an array becomes a slice.
    Here,
    /// Only inside its brackets: a reference is taken to it, for example.
    Inside,
    /// Nowhere: it is converted, and needs the right type by itself.
    Nowhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// A literal, a name, a call: methods can be called on it.
    Tight,
    /// A structure with its fields in braces.
    Structure,
    /// An operator first, as in a reference.
    Prefix,
    /// An expression with an operator, such as a range, or a closure.
    Loose,
}

impl Position {
    pub(super) const ARGUMENT: Position = Position {
        neighbour: Neighbour::Nothing,
        expected: Expected::Here,
        is_bound: false,
        is_condition: false,
        is_before: false,
    };

    pub(super) const BEFORE: Position = Position { is_before: true, ..Position::ARGUMENT };

    pub(super) const VARIABLE: Position = Position { is_bound: true, ..Position::BEFORE };

    /// The position of a placeholder between these parts of a template in this position.
    pub(super) fn at_placeholder(self, before: &str, after: &str) -> Position {
        let (before, after) = (before.trim_end(), after.trim_start());
        if before.is_empty() && after.is_empty() {
            return self;
        }
        let neighbour = if after.starts_with('.') && !after.starts_with("..") || after.starts_with('?') {
            Neighbour::Method
        } else if before.ends_with(['(', '[', '{', ',', ':', '|'])
            && (after.is_empty() || after.starts_with([')', ']', '}', ',']))
        {
            Neighbour::Nothing
        } else {
            Neighbour::Operator
        };
        let is_converted = ["::from(", "::from_iter("].iter().any(|call| before.contains(call))
            || [").", "]."].iter().any(|method| after.contains(method));
        let expected = match neighbour {
            _ if is_converted || self.expected == Expected::Nowhere => Expected::Nowhere,
            Neighbour::Nothing => Expected::Here,
            Neighbour::Operator => Expected::Inside,
            Neighbour::Method => Expected::Nowhere,
        };
        // A bound value may be changed; a declared type determines the types of its fields.
        let is_bound = before.starts_with("&mut")
            || self.is_before && before.starts_with('&')
            || self.is_bound && !is_declared(before);
        let is_condition = before.rsplit_once("if ").is_some_and(|(_, condition)| !condition.contains('{'));
        Position { neighbour, expected, is_bound, is_condition, ..self }
    }

    /// True if the compiler can infer the value's type, so that it becomes a trait object by
    /// itself.
    pub(super) fn is_type_inferred(self) -> bool {
        self.expected == Expected::Here && !self.is_bound
    }

    /// True if a value has to be in parentheses here.
    pub(super) fn needs_parentheses(self, shape: &'static Shape, test: &TestCase, node: usize) -> bool {
        match self.neighbour {
            Neighbour::Nothing => false,
            Neighbour::Operator => match binding(shape, test, node) {
                Binding::Loose => true,
                Binding::Structure => self.is_condition,
                Binding::Tight | Binding::Prefix => false,
            },
            Neighbour::Method => binding(shape, test, node) > Binding::Structure,
        }
    }
}

/// True if source begins with a path into a crate.
fn is_declared(source: &str) -> bool {
    let first = source.trim_start_matches('&').split_once("::").map_or("", |(first, _)| first);
    first.starts_with(|c: char| c.is_lowercase() || c == '_') && !CRATES.contains(&first)
}

/// Returns the binding strength of the expression of a value.
fn binding(shape: &'static Shape, test: &TestCase, node: usize) -> Binding {
    let payload = test.nodes()[node].payload;
    let sign = |is_negative| if is_negative { Binding::Prefix } else { Binding::Tight };
    let is_result = test.nodes()[node].kind == NodeKind::ResultOf;
    if is_result && !matches!(shape, Shape::Wrapper(Wrapper { object: None, .. })) {
        return Binding::Tight;
    }
    match shape.told() {
        Shape::Bool | Shape::Char(_) | Shape::Text(_) => Binding::Tight,
        Shape::Integer(integer) => sign(integer.signed && (test.integer(node) as i128) < 0),
        Shape::Float(_) => sign(f64::from_bits(payload).is_sign_negative()),
        Shape::Sequence(sequence) => template_binding(sequence.template, Binding::Tight),
        Shape::Product(product) => product_binding(product, test, node),
        Shape::Sum(sum) => product_binding(&sum.variants[payload as usize], test, node),
        Shape::Argument(argument) => binding(argument.choice(), test, node),
        Shape::Wrapper(wrapper) => template_binding(wrapper.template, binding((wrapper.inner)(), test, node)),
    }
}

fn product_binding(product: &Product, test: &TestCase, node: usize) -> Binding {
    let first = product.fields.first().zip(test.children(node).next());
    template_binding(
        product.template,
        first.map_or(Binding::Tight, |(shape, node)| binding(shape(), test, node)),
    )
}

/// The binding strength of a template, or that of its first field, `inner`, if it only consists of
/// that.
fn template_binding(template: Template, inner: Binding) -> Binding {
    let mut parts = parts(template).peekable();
    let first = parts.peek().copied();
    let (mut depth, mut loose) = (0i32, template.starts_with(CAST));
    for part in parts {
        let Part::Source(source) = part else { continue };
        for (at, character) in source.char_indices() {
            match character {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ if depth > 0 => {}
                '|' => loose = true,
                '.' => loose |= source[at..].starts_with(".."),
                '+' | '-' | '*' | '/' => {
                    loose |= source[..at].ends_with(' ') && source[at + 1..].starts_with(' ')
                }
                _ => {}
            }
        }
    }
    match first {
        _ if loose => Binding::Loose,
        Some(Part::Source(source)) if source.starts_with(['&', '-', '*', '!']) => Binding::Prefix,
        Some(Part::Field(_)) if template.ends_with("}") && template.matches('{').count() == 1 => inner,
        Some(Part::Path(_)) if template.ends_with("}}") => Binding::Structure,
        _ => Binding::Tight,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(template: &'static str) -> Position {
        let (before, after) = template.split_once('_').unwrap();
        Position::ARGUMENT.at_placeholder(before, after)
    }

    #[test]
    fn only_brackets_and_commas_keep_value_unparenthesised() {
        for alone in ["Some(_)", "[_]", "(_, 1)", "(1, _, 2)", "P { x: _ }", "|a| _", "_"] {
            assert_eq!(place(alone).neighbour, Neighbour::Nothing, "{alone}");
        }
        for beside in ["&_", "&mut _", "_..1", "1 + _"] {
            assert_eq!(place(beside).neighbour, Neighbour::Operator, "{beside}");
        }
        assert_eq!(place("_.unwrap()").neighbour, Neighbour::Method);
    }

    #[test]
    fn a_structure_is_in_parentheses_before_a_block() {
        static FIELD: Shape = Shape::Bool;
        static POINT: Shape = Shape::Product(Product::new(&[|| &FIELD], "{a::B} {{ x: {0} }}"));
        let mut test = TestCase::new();
        let point = test.open(NodeKind::Product, 0);
        test.leaf(NodeKind::Bool, 1);
        test.close(point);
        for (template, expected) in [
            ("|x| if x == _ { 1 } else { 0 }", true),
            ("|x| if x == 1 { 1 } else if x == _ { 2 } else { 0 }", true),
            ("|x| if x == Some(_) { 1 } else { 0 }", false),
            ("|x| if x { _ } else { 0 }", false),
            ("|x| x == _", false),
        ] {
            assert_eq!(place(template).needs_parentheses(&POINT, &test, 0), expected, "{template}");
        }
    }

    #[test]
    fn conversion_hides_expected_type() {
        assert_eq!(place("Box::new(_)").expected, Expected::Here);
        assert_eq!(place("&_").expected, Expected::Inside);
        for hidden in ["std::rc::Rc::from(vec![_])", "vec![_].into_boxed_slice()", "_.unwrap()"] {
            assert_eq!(place(hidden).expected, Expected::Nowhere, "{hidden}");
            assert_eq!(place(hidden).at_placeholder("Some(", ")").expected, Expected::Nowhere, "{hidden}");
        }
        assert_eq!(place("&_").at_placeholder("Some(", ")").expected, Expected::Here);
    }

    #[test]
    fn templates_bind_as_rust_does() {
        for tight in ["{a::B}::new({*})", "vec![{*}]", "({0}..{1})", "None"] {
            assert_eq!(template_binding(tight, Binding::Loose), Binding::Tight, "{tight}");
        }
        assert_eq!(template_binding("{a::B} {{ x: {0} }}", Binding::Loose), Binding::Structure);
        for prefix in ["&{0}", "&mut [{*}]", "&{a::make}({*})"] {
            assert_eq!(template_binding(prefix, Binding::Tight), Binding::Prefix, "{prefix}");
        }
        for loose in ["{0}..{1}", "..", "..={0}", "{a::now}() + {0}", "|_, _| {0}"] {
            assert_eq!(template_binding(loose, Binding::Tight), Binding::Loose, "{loose}");
        }
        assert_eq!(template_binding("{0}", Binding::Prefix), Binding::Prefix);
    }
}
