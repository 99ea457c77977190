//! The values of an input on one axis.
//!
//! 1. The default ends are those of a type with at most 256 values. For other types they are plus
//!    and minus twice the greatest literal of the function, at least 100 and at most a million.
//!    Most decisive values lie within. Characters are the visible ones of ASCII.
//! 2. Values lie evenly between the ends, which are included. If fewer exist than requested, all
//!    are taken.

use super::inputs::{Leaf, LeafKind, Value};
use sbst_model::messages::Varied;
use sbst_model::shape::{Alphabet, Float, Integer};
use sbst_model::{Literals, TestCase};

/// The least and the greatest end that literals choose.
const REACH: (f64, f64) = (100.0, 1e6);
/// Types with at most this number of values are shown as a whole.
const FEW: u128 = 256;

pub(super) struct Axis {
    leaf: Leaf,
    values: Vec<Value>,
}

impl Axis {
    pub(super) fn new(varied: &Varied, leaf: Leaf, literals: &Literals) -> Result<Axis, String> {
        let read = |end: &Option<String>| match end {
            Some(text) => {
                let wrong = |wanted| format!("`{}` is {wanted}, not `{text}`", varied.input.text);
                leaf.read(text).map(Some).map_err(wrong)
            }
            None => Ok(None),
        };
        let (from, to) = (read(&varied.from)?, read(&varied.to)?);
        let steps = varied.steps.max(2);
        let values = match leaf.kind {
            LeafKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
            LeafKind::Integer(integer) => {
                let (first, last) = integers(integer, literals);
                let ordinal =
                    |end, default| if let Some(Value::Integer(ordinal)) = end { ordinal } else { default };
                let (from, to) = (ordinal(from, first), ordinal(to, last));
                spread(from, to, steps)
                    .filter(|&ordinal| integer.allows(ordinal))
                    .map(Value::Integer)
                    .collect()
            }
            LeafKind::Float(float) => {
                let (first, last) = floats(float, literals);
                let number =
                    |end, default| if let Some(Value::Float(number)) = end { number } else { default };
                let (from, to) = (number(from, first), number(to, last));
                let part = |step: usize| step as f64 / (steps - 1) as f64;
                let at = |step| float.nearest(from * (1.0 - part(step)) + to * part(step));
                (0..steps).filter(|_| from <= to).map(at).map(Value::Float).collect()
            }
            LeafKind::Character(alphabet) | LeafKind::CharacterOf(alphabet, _) => {
                let index = |end: Option<Value>, default: char| {
                    let end =
                        if let Some(Value::Character(end)) = end { end } else { alphabet.nearest(default) };
                    alphabet.index(end).unwrap_or_default().into()
                };
                let values = spread(index(from, ' '), index(to, '~'), steps);
                values.map(|index| Value::Character(character(alphabet, index))).collect()
            }
            LeafKind::Text(_) => {
                let name = &varied.input.text;
                return Err(format!(
                    "`{name}` is a text: name one of its characters, `{name}[0]` for example"
                ));
            }
        };
        let mut axis = Axis { leaf, values };
        // Rounding to allowed values may have made values equal.
        axis.values.dedup();
        if axis.values.len() < 2 {
            return Err(format!("`{}` has no two values between these ends", varied.input.text));
        }
        Ok(axis)
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Sets the input to the value with this index.
    pub(super) fn set(&self, test: &mut TestCase, index: usize) {
        self.leaf.set(test, self.values[index]);
    }

    pub(super) fn texts(&self) -> Vec<String> {
        let text = |value: &Value| match *value {
            Value::Bool(value) => value.to_string(),
            Value::Integer(ordinal) => match self.leaf.kind {
                LeafKind::Integer(integer) if integer.signed => (integer.value(ordinal) as i128).to_string(),
                _ => ordinal.to_string(),
            },
            Value::Float(value) => value.to_string(),
            Value::Character(value) => value.to_string(),
        };
        self.values.iter().map(text).collect()
    }

    pub(super) fn positions(&self) -> Vec<f64> {
        let position = |value: &Value| match *value {
            Value::Bool(value) => f64::from(u8::from(value)),
            Value::Integer(ordinal) => match self.leaf.kind {
                LeafKind::Integer(integer) if integer.signed => integer.value(ordinal) as i128 as f64,
                _ => ordinal as f64,
            },
            Value::Float(value) => value,
            Value::Character(value) => f64::from(u32::from(value)),
        };
        self.values.iter().map(position).collect()
    }
}

fn character(alphabet: &Alphabet, index: u128) -> char {
    alphabet.at(index as u32)
}

/// Returns numbers from one end to the other, up to a limit (rule 2).
fn spread(from: u128, to: u128, most: usize) -> impl Iterator<Item = u128> {
    let span = to.saturating_sub(from);
    let intervals = span.min(most as u128 - 1);
    let number = move |step: u128| match intervals {
        0 => from,
        _ => from + span / intervals * step + span % intervals * step / intervals,
    };
    let count = if from <= to { intervals + 1 } else { 0 };
    (0..count).map(number)
}

/// Returns the default ends of integers, as ordinals (rule 1).
fn integers(integer: &Integer, literals: &Literals) -> (u128, u128) {
    let Integer { lowest, highest, .. } = *integer;
    if highest - lowest < FEW {
        return (lowest, highest);
    }
    let reach = reach(literals) as u128;
    let (first, last) = (integer.nearest(reach.wrapping_neg(), true), integer.nearest(reach, false));
    // For a range elsewhere, the values nearest to zero.
    match (first == last, first == lowest) {
        (false, _) => (first, last),
        (true, true) => (lowest, highest.min(lowest.saturating_add(2 * reach))),
        (true, false) => (lowest.max(highest.saturating_sub(2 * reach)), highest),
    }
}

/// Returns the default ends of floats (rule 1).
fn floats(float: &Float, literals: &Literals) -> (f64, f64) {
    let reach = reach(literals);
    let (first, last) = (float.nearest(-reach), float.nearest(reach));
    match (first == last, first == float.lowest) {
        (false, _) => (first, last),
        (true, true) => (first, float.nearest(first + 2.0 * reach)),
        (true, false) => (float.nearest(last - 2.0 * reach), last),
    }
}

fn reach(literals: &Literals) -> f64 {
    let integers = literals.integers.iter().map(|&(value, negative)| {
        let magnitude = if negative { value.wrapping_neg() } else { value };
        magnitude as f64
    });
    let floats = literals.floats.iter().map(|value| value.abs()).filter(|value| value.is_finite());
    let greatest = integers.chain(floats).fold(0.0, f64::max);
    (2.0 * greatest).ceil().clamp(REACH.0, REACH.1)
}
