//! The source of closures that compare their arguments.

use super::key::{ClosureParameter, Sort};
use sbst_model::shape::{Alphabet, Shape, ShapeRef, Template, Text};

/// The keys that are equal to a text, with the operator.
static EQUAL_TEXT: Shape = text(" == {0}", Some(".is_empty()"), 0);

/// The texts that are not empty.
static SOME_TEXT: Shape = text("{0}", None, 1);

const fn text(template: Template, empty: Option<Template>, shortest: usize) -> Shape {
    Shape::Text(Text { template, empty, shortest, longest: 256, alphabet: Alphabet::ALL })
}

/// A compared parameter, in its readable form.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) name: &'static str,
    pub(super) sort: Sort,
    pub(super) references: usize,
}

impl Operand {
    pub(super) fn from_parameter(parameter: &ClosureParameter) -> Option<Operand> {
        let keys = parameter.keys?;
        Some(Operand { name: parameter.name, sort: keys.sort, references: keys.references })
    }

    /// Returns the operand of a comparison with a key: a text is compared behind a reference.
    pub(super) fn written(&self) -> String {
        let dereferenced = match self.sort {
            Sort::Text | Sort::OwnedText => self.references.saturating_sub(1),
            _ => self.references,
        };
        format!("{}{}", "*".repeat(dereferenced), self.name)
    }

    /// Returns a reference to a member of an array of keys.
    pub(super) fn referred(&self) -> String {
        match (self.sort, self.references) {
            (Sort::OwnedText, _) => format!("&{}.as_str()", self.name),
            (Sort::Text, references) => match references {
                0 | 1 => format!("&{}", self.name),
                more => format!("{}{}", "*".repeat(more - 2), self.name),
            },
            (_, 0) => format!("&{}", self.name),
            (_, more) => format!("{}{}", "*".repeat(more - 1), self.name),
        }
    }

    fn is_text(&self) -> bool {
        matches!(self.sort, Sort::Text | Sort::OwnedText)
    }

    /// True for a text that is written as its name alone.
    fn is_method_receiver(&self) -> bool {
        self.is_text() && self.references < 2
    }

    /// Returns the keys in a comparison with an operator: an empty text is tested by `is_empty`, or
    /// not at all.
    pub(super) fn keys_of_comparison(&self, keys: ShapeRef, is_equal: bool) -> ShapeRef {
        match self.is_text() {
            true if is_equal && self.is_method_receiver() => || &EQUAL_TEXT,
            true => || &SOME_TEXT,
            false => keys,
        }
    }

    pub(super) fn may_be_member(&self) -> bool {
        self.sort != Sort::Boolean
    }

    /// Returns the condition that it equals the key in this field.
    fn equals(&self, field: usize) -> String {
        match self.sort {
            Sort::Boolean => format!("{{{field}}}{}", self.written()),
            _ if self.is_method_receiver() => format!("{}{{{field}}}", self.name),
            _ => format!("{} == {{{field}}}", self.written()),
        }
    }
}

/// True if these operands are compared as a tuple, which moves none of them.
pub(super) fn is_tuple(operands: &[Operand]) -> bool {
    let is_copied = |operand: &Operand| {
        matches!(operand.sort, Sort::Integer(_) | Sort::Character | Sort::Float | Sort::Text)
    };
    operands.len() > 1 && operands.iter().all(is_copied)
}

fn tuples(operands: &[Operand], operator: &str, field: usize) -> String {
    let written: Vec<String> = operands.iter().map(Operand::written).collect();
    let keys: Vec<String> = (field..).take(operands.len()).map(|field| format!("{{{field}}}")).collect();
    format!("({}) {operator} ({})", written.join(", "), keys.join(", "))
}

/// Returns the condition that the operands equal the keys from this field on.
pub(super) fn condition(operands: &[Operand], field: usize) -> String {
    if is_tuple(operands) {
        return tuples(operands, "==", field);
    }
    let all = operands.iter().enumerate().map(|(index, operand)| operand.equals(field + index));
    all.collect::<Vec<_>>().join(" && ")
}

/// Returns the condition that they differ from the keys in the first fields, if it is readable.
pub(super) fn negation(operands: &[Operand]) -> Option<String> {
    match operands {
        [one] if one.sort == Sort::Boolean => None,
        [one] => Some(format!("{} != {{0}}", one.written())),
        all => is_tuple(all).then(|| tuples(all, "!=", 0)),
    }
}

/// Returns the parameters of a closure between bars, with names for the used ones.
pub(super) fn pattern(
    parameters: &[ClosureParameter],
    is_used: impl Fn(usize, &ClosureParameter) -> bool,
) -> String {
    let names = parameters.iter().enumerate().map(|(index, parameter)| match is_used(index, parameter) {
        true => parameter.name,
        false => "_",
    });
    format!("|{}|", names.collect::<Vec<_>>().join(", "))
}
