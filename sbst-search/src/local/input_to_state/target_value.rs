//! The target values of a condition's operands. A target value is the value required of one
//! operand, given the other, for the other outcome of the condition.

use sbst_model::trace::{Comparison, Operand, Relation};
use sbst_model::Operator;

/// An operand, and a value that gives the comparison its other outcome.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TargetValue {
    pub(super) seen: Operand,
    pub(super) wanted: Operand,
}

/// A required relation, from the viewpoint of the operand that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requirement {
    Operator(Operator),
    /// Begins with the other, ends with it, contains it; or the contrary.
    Begins(bool),
    Ends(bool),
    Has(bool),
    /// A part of the other: its beginning, its end, inside; or the contrary.
    IsBeginning(bool),
    IsEnd(bool),
    IsIn(bool),
}

/// Returns the target values of the left operand and of the right one.
pub(super) fn target_values(comparison: &Comparison) -> Vec<TargetValue> {
    let (left, right) = requirements(comparison.relation, !comparison.holds);
    let mut targets = Vec::new();
    if comparison.relation == Relation::EqualIgnoringCase && !comparison.holds {
        // Another condition may forbid the exactly equal text.
        add_in_other_case(&comparison.left, &comparison.right, &mut targets);
        add_in_other_case(&comparison.right, &comparison.left, &mut targets);
    }
    add(left, &comparison.left, &comparison.right, &mut targets);
    add(right, &comparison.right, &comparison.left, &mut targets);
    targets
}

fn add_in_other_case(seen: &Operand, other: &Operand, targets: &mut Vec<TargetValue>) {
    if let Operand::Text(other) = other {
        let swapped = |c: char| if c.is_ascii_alphabetic() { char::from(c as u8 ^ 0x20) } else { c };
        let wanted = Operand::Text(other.chars().map(swapped).collect());
        targets.push(TargetValue { seen: seen.clone(), wanted });
    }
}

/// Returns the requirements on the left operand and on the right one.
fn requirements(relation: Relation, holds: bool) -> (Requirement, Requirement) {
    use Requirement::{Begins, Ends, Has, IsBeginning, IsEnd, IsIn};
    match relation {
        Relation::Operator(_) | Relation::EqualIgnoringCase => {
            let operator =
                if let Relation::Operator(operator) = relation { operator } else { Operator::Equal };
            let required = if holds { operator } else { operator.negated() };
            (Requirement::Operator(required), Requirement::Operator(required.mirrored()))
        }
        Relation::StartsWith => (Begins(holds), IsBeginning(holds)),
        Relation::EndsWith => (Ends(holds), IsEnd(holds)),
        Relation::Contains => (Has(holds), IsIn(holds)),
    }
}

fn add(required: Requirement, seen: &Operand, other: &Operand, targets: &mut Vec<TargetValue>) {
    let mut push = |wanted| targets.push(TargetValue { seen: seen.clone(), wanted });
    match other {
        // The other operand may be a character sought in a text, or its beginning.
        Operand::Character(other) if matches!(seen, Operand::Text(_)) => {
            push_texts(required, seen, &other.to_string(), &mut |text| push(Operand::Text(text)));
        }
        &Operand::Integer(value, negative) => push_integers(required, value, negative, &mut push),
        &Operand::Float(value) => push_floats(required, value, &mut |value| push(Operand::Float(value))),
        &Operand::Character(value) => {
            let scalar = i128::from(u32::from(value));
            push_integers(required, scalar as u128, false, &mut |number| {
                let Operand::Integer(value, _) = number else { return };
                if let Some(value) = u32::try_from(value).ok().and_then(char::from_u32) {
                    push(Operand::Character(value));
                }
            });
        }
        Operand::Text(text) => {
            if let (Operand::Character(_), true) = (
                seen,
                matches!(
                    required,
                    Requirement::IsBeginning(true) | Requirement::IsEnd(true) | Requirement::IsIn(true)
                ),
            ) {
                let characters = [text.chars().next(), text.chars().next_back()];
                characters.into_iter().flatten().for_each(|character| push(Operand::Character(character)));
                return;
            }
            push_texts(required, seen, text, &mut |text| push(Operand::Text(text)));
        }
        Operand::Bytes(bytes) => push_bytes(required, seen, bytes, &mut |bytes| push(Operand::Bytes(bytes))),
    }
}

/// The next value beyond the other, for orderings. Members of collections must be equal.
fn push_integers(required: Requirement, value: u128, negative: bool, push: &mut dyn FnMut(Operand)) {
    let signed = value as i128;
    let fits = negative || signed >= 0;
    let mut near = |step: i128| match signed.checked_add(step) {
        Some(near) if fits => push(Operand::Integer(near as u128, near < 0)),
        _ if !fits => {
            if let Some(near) = value.checked_add_signed(step) {
                push(Operand::Integer(near, false));
            }
        }
        _ => {}
    };
    match required {
        Requirement::Operator(Operator::Equal | Operator::LessOrEqual | Operator::GreaterOrEqual) => near(0),
        Requirement::Operator(Operator::Less) => near(-1),
        Requirement::Operator(Operator::Greater) => near(1),
        Requirement::Has(true)
        | Requirement::IsIn(true)
        | Requirement::Begins(true)
        | Requirement::Ends(true) => near(0),
        Requirement::IsBeginning(true) | Requirement::IsEnd(true) => near(0),
        _ => {
            near(1);
            near(-1);
        }
    }
}

/// The next float and one a unit away, for orderings: lossy rounding would lose the next one.
fn push_floats(required: Requirement, value: f64, push: &mut dyn FnMut(f64)) {
    if !value.is_finite() {
        match required {
            Requirement::Operator(Operator::NotEqual | Operator::Less | Operator::Greater) => push(0.0),
            _ => push(value),
        }
        return;
    }
    match required {
        Requirement::Operator(Operator::Less) => {
            push(value - 1.0);
            push(value.next_down());
        }
        Requirement::Operator(Operator::Greater) => {
            push(value + 1.0);
            push(value.next_up());
        }
        Requirement::Operator(Operator::NotEqual) | Requirement::Has(false) | Requirement::IsIn(false) => {
            push(value + 1.0)
        }
        _ => push(value),
    }
}

/// A character that makes a text different and greater.
const MORE: char = 'a';

fn push_texts(required: Requirement, seen: &Operand, other: &str, push: &mut dyn FnMut(String)) {
    let seen = match seen {
        Operand::Text(seen) => seen.as_str(),
        _ => "",
    };
    let more = || format!("{other}{MORE}");
    match required {
        Requirement::Operator(Operator::Equal | Operator::LessOrEqual | Operator::GreaterOrEqual) => {
            push(other.to_owned())
        }
        Requirement::Operator(Operator::NotEqual | Operator::Greater) => push(more()),
        Requirement::Operator(Operator::Less) => {
            // A text is less without its last character.
            if let Some((last, _)) = other.char_indices().next_back() {
                push(other[..last].to_owned());
            }
        }
        Requirement::Begins(true) => {
            push(other.to_owned());
            push(format!("{other}{seen}"));
            push(other.chars().chain(seen.chars().skip(other.chars().count())).collect());
        }
        Requirement::Ends(true) => {
            push(other.to_owned());
            push(format!("{seen}{other}"));
            let kept = seen.chars().count().saturating_sub(other.chars().count());
            push(seen.chars().take(kept).chain(other.chars()).collect());
        }
        Requirement::Has(true) => {
            push(other.to_owned());
            push(format!("{seen}{other}"));
            push(format!("{other}{seen}"));
        }
        Requirement::IsBeginning(true) | Requirement::IsEnd(true) | Requirement::IsIn(true) => {
            push(other.to_owned());
            push(String::new());
        }
        Requirement::Begins(false) | Requirement::Ends(false) | Requirement::Has(false) => {
            push(String::new())
        }
        Requirement::IsBeginning(false) | Requirement::IsEnd(false) | Requirement::IsIn(false) => {
            push(more())
        }
    }
}

fn push_bytes(required: Requirement, seen: &Operand, other: &[u8], push: &mut dyn FnMut(Vec<u8>)) {
    let seen = match seen {
        Operand::Bytes(seen) => seen.as_slice(),
        _ => &[],
    };
    let more = || [other, &[1]].concat();
    match required {
        Requirement::Operator(Operator::Equal | Operator::LessOrEqual | Operator::GreaterOrEqual) => {
            push(other.to_owned())
        }
        Requirement::Operator(Operator::NotEqual | Operator::Greater) => push(more()),
        Requirement::Operator(Operator::Less) => push(other[..other.len().saturating_sub(1)].to_owned()),
        Requirement::Begins(true) => {
            push(other.to_owned());
            push([other, seen].concat());
            push([other, seen.get(other.len()..).unwrap_or_default()].concat());
        }
        Requirement::Ends(true) => {
            push(other.to_owned());
            push([seen, other].concat());
            push([&seen[..seen.len().saturating_sub(other.len())], other].concat());
        }
        Requirement::Has(true) => {
            push(other.to_owned());
            push([seen, other].concat());
        }
        Requirement::IsBeginning(true) | Requirement::IsEnd(true) | Requirement::IsIn(true) => {
            push(other.to_owned())
        }
        Requirement::Begins(false) | Requirement::Ends(false) | Requirement::Has(false) => push(Vec::new()),
        Requirement::IsBeginning(false) | Requirement::IsEnd(false) | Requirement::IsIn(false) => {
            push(more())
        }
    }
}
