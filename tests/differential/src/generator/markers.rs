//! Marks around the removable parts of a function.
//!
//! They are nested pairs of characters absent from all programs, and are removed before
//! compilation.

const STATEMENT: [char; 2] = ['\u{e000}', '\u{e001}'];
const BOOLEAN: [char; 2] = ['\u{e002}', '\u{e003}'];
const INTEGER: [char; 2] = ['\u{e004}', '\u{e005}'];

/// The place of the attribute in the instrumented version.
pub const ATTRIBUTE: char = '\u{e006}';

fn within(marks: [char; 2], text: &str) -> String {
    format!("{}{text}{}", marks[0], marks[1])
}

pub(crate) fn statement(text: &str) -> String {
    within(STATEMENT, text)
}

pub(crate) fn boolean(text: &str) -> String {
    within(BOOLEAN, text)
}

pub(crate) fn integer(text: &str) -> String {
    within(INTEGER, text)
}

/// Returns the text without marks, with `attribute` at its place.
pub fn rendered(marked: &str, attribute: &str) -> String {
    let mut text = String::with_capacity(marked.len());
    for character in marked.chars() {
        match character {
            ATTRIBUTE => text.push_str(attribute),
            '\u{e000}'..='\u{e005}' => {}
            other => text.push(other),
        }
    }
    text
}

/// Returns the texts without one part of `marked`, the greatest parts first.
pub fn smaller(marked: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut open = Vec::new();
    for (index, character) in marked.char_indices() {
        if [STATEMENT, BOOLEAN, INTEGER].iter().any(|marks| marks[0] == character) {
            open.push((index, character));
        } else if [STATEMENT, BOOLEAN, INTEGER].iter().any(|marks| marks[1] == character)
            && let Some((from, mark)) = open.pop()
        {
            parts.push((from..index + character.len_utf8(), mark));
        }
    }
    parts.sort_by_key(|(range, _)| std::cmp::Reverse(range.len()));
    let without = parts.into_iter().filter_map(|(range, mark)| {
        let plain = match mark {
            mark if mark == STATEMENT[0] => "",
            mark if mark == BOOLEAN[0] => "e(0, true)",
            _ => "e(0, 1)",
        };
        let is_smaller = plain.len() < range.len() - 2 * mark.len_utf8();
        is_smaller.then(|| format!("{}{plain}{}", &marked[..range.start], &marked[range.end..]))
    });
    without.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_can_be_removed_with_its_contents() {
        let inner = boolean("a == 3 || b == a + 1");
        let marked =
            format!("{ATTRIBUTE}{}{}", statement(&format!("if {inner} {{}}")), integer("1234567 + 7"));
        let texts: Vec<String> = smaller(&marked).iter().map(|text| rendered(text, "#")).collect();
        assert_eq!(
            texts,
            ["#1234567 + 7", "#if e(0, true) {}1234567 + 7", "#if a == 3 || b == a + 1 {}e(0, 1)",]
        );
        assert_eq!(rendered(&marked, ""), "if a == 3 || b == a + 1 {}1234567 + 7");
    }
}
