//! What a condition wants of one operand, given the other.

use crate::trace::{Comparison, Operand, Relation};

/// An operand, and what it would have to be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wish {
    /// What it was.
    pub(super) seen: Operand,
    /// What is wanted instead.
    pub(super) wanted: Operand,
}

/// A relation that is to hold, seen from the operand that is to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// It begins with the other, or ends with it, or has it inside; it has not.
    Begins(bool),
    Ends(bool),
    Has(bool),
    /// It is the beginning of the other, or its end, or inside; it is not.
    IsBeginning(bool),
    IsEnd(bool),
    IsIn(bool),
}

/// What would give the comparison its other outcome: wishes for the left operand and for the right one.
pub(super) fn wishes(comparison: &Comparison) -> Vec<Wish> {
    let (left, right) = wanted(comparison.relation, !comparison.holds);
    let mut wishes = Vec::new();
    if let (Relation::EqualIgnoringCase, Wanted::Equal) = (comparison.relation, left) {
        // Exactly equal may be what is forbidden elsewhere.
        add_in_other_case(&comparison.left, &comparison.right, &mut wishes);
        add_in_other_case(&comparison.right, &comparison.left, &mut wishes);
    }
    add(left, &comparison.left, &comparison.right, &mut wishes);
    add(right, &comparison.right, &comparison.left, &mut wishes);
    wishes
}

fn add_in_other_case(seen: &Operand, other: &Operand, wishes: &mut Vec<Wish>) {
    if let Operand::Text(other) = other {
        let swapped = |c: char| if c.is_ascii_alphabetic() { char::from(c as u8 ^ 0x20) } else { c };
        let wanted = Operand::Text(other.chars().map(swapped).collect());
        wishes.push(Wish { seen: seen.clone(), wanted });
    }
}

/// What is wanted of the left operand, and of the right one.
fn wanted(relation: Relation, holds: bool) -> (Wanted, Wanted) {
    use Wanted::{
        AtLeast, AtMost, Begins, Different, Ends, Equal, Greater, Has, IsBeginning, IsEnd, IsIn, Less,
    };
    match (relation, holds) {
        (Relation::Equal | Relation::EqualIgnoringCase, true) | (Relation::NotEqual, false) => (Equal, Equal),
        (Relation::Equal | Relation::EqualIgnoringCase, false) | (Relation::NotEqual, true) => {
            (Different, Different)
        }
        (Relation::Less, true) | (Relation::GreaterOrEqual, false) => (Less, Greater),
        (Relation::LessOrEqual, true) | (Relation::Greater, false) => (AtMost, AtLeast),
        (Relation::Greater, true) | (Relation::LessOrEqual, false) => (Greater, Less),
        (Relation::GreaterOrEqual, true) | (Relation::Less, false) => (AtLeast, AtMost),
        (Relation::StartsWith, holds) => (Begins(holds), IsBeginning(holds)),
        (Relation::EndsWith, holds) => (Ends(holds), IsEnd(holds)),
        (Relation::Contains, holds) => (Has(holds), IsIn(holds)),
    }
}

fn add(wanted: Wanted, seen: &Operand, other: &Operand, wishes: &mut Vec<Wish>) {
    let mut wish = |wanted| wishes.push(Wish { seen: seen.clone(), wanted });
    match other {
        // What is searched for in a text or is its beginning may be a character.
        Operand::Character(other) if matches!(seen, Operand::Text(_)) => {
            of_text(wanted, seen, &other.to_string(), &mut |text| wish(Operand::Text(text)));
        }
        &Operand::Integer(value, negative) => of_integer(wanted, value, negative, &mut wish),
        &Operand::Float(value) => of_float(wanted, value, &mut |value| wish(Operand::Float(value))),
        &Operand::Character(value) => {
            let scalar = i128::from(u32::from(value));
            of_integer(wanted, scalar as u128, false, &mut |number| {
                let Operand::Integer(value, _) = number else { return };
                if let Some(value) = u32::try_from(value).ok().and_then(char::from_u32) {
                    wish(Operand::Character(value));
                }
            });
        }
        Operand::Text(text) => {
            if let (Operand::Character(_), true) =
                (seen, matches!(wanted, Wanted::IsBeginning(true) | Wanted::IsEnd(true) | Wanted::IsIn(true)))
            {
                let characters = [text.chars().next(), text.chars().next_back()];
                characters.into_iter().flatten().for_each(|character| wish(Operand::Character(character)));
                return;
            }
            of_text(wanted, seen, text, &mut |text| wish(Operand::Text(text)));
        }
        Operand::Bytes(bytes) => of_bytes(wanted, seen, bytes, &mut |bytes| wish(Operand::Bytes(bytes))),
    }
}

/// One step past the other for orderings. Members of collections are wanted equal.
fn of_integer(wanted: Wanted, value: u128, negative: bool, wish: &mut impl FnMut(Operand)) {
    let signed = value as i128;
    let fits = negative || signed >= 0;
    let mut near = |step: i128| match signed.checked_add(step) {
        Some(near) if fits => wish(Operand::Integer(near as u128, near < 0)),
        _ if !fits => {
            if let Some(near) = value.checked_add_signed(step) {
                wish(Operand::Integer(near, false));
            }
        }
        _ => {}
    };
    match wanted {
        Wanted::Equal | Wanted::AtMost | Wanted::AtLeast => near(0),
        Wanted::Less => near(-1),
        Wanted::Greater => near(1),
        Wanted::Has(true) | Wanted::IsIn(true) | Wanted::Begins(true) | Wanted::Ends(true) => near(0),
        Wanted::IsBeginning(true) | Wanted::IsEnd(true) => near(0),
        _ => {
            near(1);
            near(-1);
        }
    }
}

/// For orderings, the next float and one that is a unit away: where rounding is lossy, the next one is lost.
fn of_float(wanted: Wanted, value: f64, wish: &mut impl FnMut(f64)) {
    if !value.is_finite() {
        match wanted {
            Wanted::Different | Wanted::Less | Wanted::Greater => wish(0.0),
            _ => wish(value),
        }
        return;
    }
    match wanted {
        Wanted::Less => {
            wish(value - 1.0);
            wish(value.next_down());
        }
        Wanted::Greater => {
            wish(value + 1.0);
            wish(value.next_up());
        }
        Wanted::Different | Wanted::Has(false) | Wanted::IsIn(false) => wish(value + 1.0),
        _ => wish(value),
    }
}

/// What differs from a text, or comes behind it: the text and one more character.
const MORE: char = 'a';

fn of_text(wanted: Wanted, seen: &Operand, other: &str, wish: &mut impl FnMut(String)) {
    let seen = match seen {
        Operand::Text(seen) => seen.as_str(),
        _ => "",
    };
    let more = || format!("{other}{MORE}");
    match wanted {
        Wanted::Equal | Wanted::AtMost | Wanted::AtLeast => wish(other.to_owned()),
        Wanted::Different | Wanted::Greater => wish(more()),
        Wanted::Less => {
            // Without its last character a text is less.
            if let Some((last, _)) = other.char_indices().next_back() {
                wish(other[..last].to_owned());
            }
        }
        Wanted::Begins(true) => {
            wish(other.to_owned());
            wish(format!("{other}{seen}"));
            wish(other.chars().chain(seen.chars().skip(other.chars().count())).collect());
        }
        Wanted::Ends(true) => {
            wish(other.to_owned());
            wish(format!("{seen}{other}"));
            let kept = seen.chars().count().saturating_sub(other.chars().count());
            wish(seen.chars().take(kept).chain(other.chars()).collect());
        }
        Wanted::Has(true) => {
            wish(other.to_owned());
            wish(format!("{seen}{other}"));
            wish(format!("{other}{seen}"));
        }
        Wanted::IsBeginning(true) | Wanted::IsEnd(true) | Wanted::IsIn(true) => {
            wish(other.to_owned());
            wish(String::new());
        }
        Wanted::Begins(false) | Wanted::Ends(false) | Wanted::Has(false) => wish(String::new()),
        Wanted::IsBeginning(false) | Wanted::IsEnd(false) | Wanted::IsIn(false) => wish(more()),
    }
}

fn of_bytes(wanted: Wanted, seen: &Operand, other: &[u8], wish: &mut impl FnMut(Vec<u8>)) {
    let seen = match seen {
        Operand::Bytes(seen) => seen.as_slice(),
        _ => &[],
    };
    let more = || [other, &[1]].concat();
    match wanted {
        Wanted::Equal | Wanted::AtMost | Wanted::AtLeast => wish(other.to_owned()),
        Wanted::Different | Wanted::Greater => wish(more()),
        Wanted::Less => wish(other[..other.len().saturating_sub(1)].to_owned()),
        Wanted::Begins(true) => {
            wish(other.to_owned());
            wish([other, seen].concat());
            wish([other, seen.get(other.len()..).unwrap_or_default()].concat());
        }
        Wanted::Ends(true) => {
            wish(other.to_owned());
            wish([seen, other].concat());
            wish([&seen[..seen.len().saturating_sub(other.len())], other].concat());
        }
        Wanted::Has(true) => {
            wish(other.to_owned());
            wish([seen, other].concat());
        }
        Wanted::IsBeginning(true) | Wanted::IsEnd(true) | Wanted::IsIn(true) => wish(other.to_owned()),
        Wanted::Begins(false) | Wanted::Ends(false) | Wanted::Has(false) => wish(Vec::new()),
        Wanted::IsBeginning(false) | Wanted::IsEnd(false) | Wanted::IsIn(false) => wish(more()),
    }
}
