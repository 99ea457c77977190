//! The characters allowed in a text.

use syn::{Error, Expr, ExprLit, ExprRange, Lit, RangeLimits, Result};

use super::bare;

/// The ends of the gap of surrogates, which are not characters.
const GAP: (char, char) = ('\u{d7ff}', '\u{e000}');

pub(super) fn is_of_characters(range: &ExprRange) -> bool {
    let is_character = |end: &Option<Box<Expr>>| end.as_deref().is_some_and(|end| character(end).is_some());
    is_character(&range.start) || is_character(&range.end)
}

/// The alphabet of an expression: a range of characters, a character, a text, or a list of these.
/// Its ranges are in ascending order, and do not touch one another.
pub(super) fn read(expression: &Expr) -> Result<Vec<(char, char)>> {
    let mut ranges = Vec::new();
    collect(expression, &mut ranges)?;
    if ranges.is_empty() {
        return Err(Error::new_spanned(expression, "an alphabet needs a character"));
    }
    ranges.sort_unstable();
    let mut joined: Vec<(char, char)> = Vec::new();
    for (first, last) in ranges {
        match joined.last_mut() {
            Some(before) if first <= before.1 || predecessor(first) == Some(before.1) => {
                before.1 = before.1.max(last);
            }
            _ => joined.push((first, last)),
        }
    }
    Ok(joined.into_iter().flat_map(without_gap).collect())
}

fn collect(expression: &Expr, ranges: &mut Vec<(char, char)>) -> Result<()> {
    match bare(expression) {
        Expr::Array(list) => list.elems.iter().try_for_each(|element| collect(element, ranges)),
        Expr::Range(range) => {
            ranges.push(read_range(range)?);
            Ok(())
        }
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            ranges.extend(text.value().chars().map(|character| (character, character)));
            Ok(())
        }
        other => {
            let message = "an alphabet is a range of characters, a character, a text, or a list of these: \
                           `['a'..='z', '0'..='9', \"_-\"]`";
            let character = character(other).ok_or_else(|| Error::new_spanned(other, message))?;
            ranges.push((character, character));
            Ok(())
        }
    }
}

fn read_range(range: &ExprRange) -> Result<(char, char)> {
    let end = |end: &Option<Box<Expr>>, otherwise: char| match end.as_deref() {
        None => Ok(otherwise),
        Some(end) => {
            let message = "the ends of an alphabet's ranges are characters, such as `'a'..='z'`";
            character(end).ok_or_else(|| Error::new_spanned(end, message))
        }
    };
    let (first, mut last) = (end(&range.start, '\0')?, Some(end(&range.end, char::MAX)?));
    if range.end.is_some() && matches!(range.limits, RangeLimits::HalfOpen(_)) {
        last = last.and_then(predecessor);
    }
    match last {
        Some(last) if first <= last => Ok((first, last)),
        _ => Err(Error::new_spanned(range, "the range is empty; give it a character")),
    }
}

fn character(expression: &Expr) -> Option<char> {
    match bare(expression) {
        Expr::Lit(ExprLit { lit: Lit::Char(character), .. }) => Some(character.value()),
        _ => None,
    }
}

fn predecessor(character: char) -> Option<char> {
    ('\0'..character).next_back()
}

/// A range without the gap.
fn without_gap((first, last): (char, char)) -> impl Iterator<Item = (char, char)> {
    let ranges = if first <= GAP.0 && last >= GAP.1 {
        [Some((first, GAP.0)), Some((GAP.1, last))]
    } else {
        [Some((first, last)), None]
    };
    ranges.into_iter().flatten()
}
