//! Tables of cases: `for (text, expected) in [("", 0), ("a", 1)] { assert_eq!(f(text), expected);
//! }`.
//!
//! 1. Blocks of statements that differ only in values are rows of one table. The values of a block
//!    are the arguments of its calls, literals and constants before a dot, and the expected sides
//!    of assertions.
//! 2. A column has the name of its parameter, or of its type; for a parsed text, the last word of
//!    the parsed type. An expected side is named `expected`. In a block with several assertions, it
//!    has the name of the method that returns it.
//! 3. Lists of different lengths are written as slices. Passed by value, they are no column.
//! 4. A text within `String::from` is a column, too. The message of a failing row omits owned
//!    values, because the call takes them.

mod block;
mod columns;

pub use block::Block;

use block::{Kind, Line};
use columns::{Column, as_one_type};
use sbst_model::target::Parameter;

/// The most columns besides expected ones: more are hard to distinguish.
const MOST_COLUMNS: usize = 3;
/// The most columns of expected values.
const MOST_EXPECTED: usize = 4;
/// The longest row, in characters: it fits on a line.
const LONGEST: usize = 90;

/// The tested function of a table.
pub struct Called<'t> {
    pub parameters: &'t [Parameter],
    pub has_receiver: bool,
    /// The line of its call in each block.
    pub line: usize,
}

/// Returns the lines of a table; `None` if the rows differ in more than values.
pub fn write(rows: &[Block], called: &Called<'_>) -> Option<Vec<String>> {
    let first = rows.first()?;
    if !rows.iter().all(|row| row.shape() == first.shape()) {
        return None;
    }
    let columns = columns::find(rows, called);
    let (expected, given): (Vec<&Column>, Vec<&Column>) =
        columns.iter().partition(|column| column.is_expected);
    let is_readable = (1..=MOST_COLUMNS).contains(&given.len()) && expected.len() <= MOST_EXPECTED;
    if !is_readable || columns.iter().any(|column| !column.can_stand_in_a_table()) {
        return None;
    }
    let ordered: Vec<&Column> = given.iter().chain(&expected).copied().collect();
    let cells: Vec<Vec<String>> = ordered.iter().map(|column| as_one_type(&column.values)).collect();
    let cases: Vec<String> =
        (0..rows.len()).map(|row| tuple(cells.iter().map(|column| column[row].clone()).collect())).collect();
    if cases.iter().any(|case| case.chars().count() > LONGEST) {
        return None;
    }
    let shown = given.iter().filter(|column| !column.is_owned());
    let shown: Vec<&str> = shown.map(|column| column.name.as_str()).collect();
    let line = |(number, line): (usize, &Line)| {
        let name = |index: usize| {
            let at = |column: &&Column| (column.line, column.index) == (number, index);
            columns.iter().find(at).map(|column| column.name.as_str())
        };
        format!("    {}", written(line, name, &shown))
    };
    let mut lines = vec![format!(
        "for {} in [{}] {{",
        tuple(ordered.iter().map(|column| column.name.clone()).collect()),
        cases.join(", ")
    )];
    lines.extend(first.lines.iter().enumerate().map(line));
    lines.push("}".to_owned());
    Some(lines)
}

fn tuple(mut parts: Vec<String>) -> String {
    if parts.len() == 1 { parts.remove(0) } else { format!("({})", parts.join(", ")) }
}

/// Writes a line with the names of columns instead of their values.
fn written<'n>(line: &Line, name: impl Fn(usize) -> Option<&'n str>, shown: &[&str]) -> String {
    let mut text = String::new();
    for (index, value) in line.values.iter().enumerate() {
        text += &line.around[index];
        text += name(index).unwrap_or(&value.text);
    }
    text += line.around.last().map_or("", String::as_str);
    let Kind::Assertion { expected } = &line.kind else { return text };
    let inline = shown.iter().map(|name| format!("{{{name}:?}}")).collect::<Vec<_>>().join(", ");
    // Before edition 2021, a message of `assert!` without arguments is no format string.
    let outside = format!("\"{}\", {}", vec!["{:?}"; shown.len()].join(", "), shown.join(", "));
    match (name(line.values.len()), expected.as_str()) {
        (None, "true") if shown.is_empty() => format!("assert!({text});"),
        (None, "false") if shown.is_empty() => format!("assert!(!{text});"),
        (name, expected) if shown.is_empty() => format!("assert_eq!({text}, {});", name.unwrap_or(expected)),
        (None, "true") => format!("assert!({text}, {outside});"),
        (None, "false") => format!("assert!(!{text}, {outside});"),
        (None, expected) => format!("assert_eq!({text}, {expected}, \"{inline}\");"),
        (Some(name), _) => format!("assert_eq!({text}, {name}, \"{inline}\");"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[&str], names: &[&str]) -> String {
        let block = |line: &&str| Block::from_lines(&line.lines().map(str::to_owned).collect::<Vec<_>>());
        let rows: Option<Vec<Block>> = lines.iter().map(block).collect();
        let parameters: Vec<Parameter> = names
            .iter()
            .map(|name| Parameter { name: (*name).to_owned(), type_text: String::new(), can_be_built: true })
            .collect();
        let has_receiver = names.first() == Some(&"self");
        let called = Called { parameters: &parameters, has_receiver, line: 0 };
        let lines = rows.and_then(|rows| write(&rows, &called)).unwrap_or_default();
        lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn arguments_that_differ_are_columns() {
        assert_eq!(
            written(&["assert_eq!(f(1, \"a\"), 2);", "assert_eq!(f(3, \"a\"), 4);"], &["number", "text"]),
            "for (number, expected) in [(1, 2), (3, 4)] { assert_eq!(f(number, \"a\"), expected, \"{number:?}\"); }"
        );
        assert_eq!(
            written(
                &["assert!(hours.is_open(0, 9));", "assert!(!hours.is_open(3, 9));"],
                &["self", "day", "m"]
            ),
            "for (day, expected) in [(0, true), (3, false)] { assert_eq!(hours.is_open(day, 9), expected, \
             \"{day:?}\"); }"
        );
    }

    #[test]
    fn texts_within_conversions_are_a_column() {
        let lines = |text: &str| {
            format!("let name = Name::from(String::from({text:?}));\nassert_eq!(name.len(), {});", text.len())
        };
        assert_eq!(
            written(&[&lines("a"), &lines("bcd")], &["self"]),
            "for (text, expected) in [(\"a\", 1), (\"bcd\", 3)] { let name = Name::from(String::from(text)); \
             assert_eq!(name.len(), expected, \"{text:?}\"); }"
        );
    }

    #[test]
    fn owned_values_are_not_shown() {
        assert_eq!(
            written(&["assert_eq!(sum(vec![1, 2]), 3);", "assert_eq!(sum(vec![4]), 4);"], &["numbers"]),
            "for (numbers, expected) in [(vec![1, 2], 3), (vec![4], 4)] { assert_eq!(sum(numbers), expected); }"
        );
    }

    #[test]
    fn variants_with_values_are_a_column() {
        let line = |fail: &str, text: &str| format!("assert_eq!(Fail::{fail}.to_string(), \"{text}\");");
        assert_eq!(
            written(&[&line("Missing(1)", "no 1"), &line("Twice(2, 3)", "2 and 3")], &["self"]),
            "for (fail, expected) in [(Fail::Missing(1), \"no 1\"), (Fail::Twice(2, 3), \"2 and 3\")] { \
             assert_eq!(fail.to_string(), expected, \"{fail:?}\"); }"
        );
    }

    #[test]
    fn variants_before_a_dot_are_a_column() {
        let line = |variant: &str| format!("assert_eq!(Day::{variant}.to_string(), \"{variant}\");");
        assert_eq!(
            written(&[&line("Mo"), &line("Tu")], &["self"]),
            "for (day, expected) in [(Day::Mo, \"Mo\"), (Day::Tu, \"Tu\")] { \
             assert_eq!(day.to_string(), expected, \"{day:?}\"); }"
        );
    }

    #[test]
    fn one_result_for_all_is_written_once() {
        assert_eq!(
            written(&["assert_eq!(f('a').ok(), None);", "assert_eq!(f('b').ok(), None);"], &["sign"]),
            "for sign in ['a', 'b'] { assert_eq!(f(sign).ok(), None, \"{sign:?}\"); }"
        );
    }

    #[test]
    fn rows_that_differ_in_more_than_values_are_no_table() {
        assert_eq!(written(&["assert_eq!(f(1), 2);", "assert_eq!(g(1), 2);"], &["a"]), "");
        assert_eq!(written(&["assert_eq!(a + b, 2);"], &["a"]), "");
        let many = ["assert_eq!(f(1, 2, 3, 4), 2);", "assert_eq!(f(2, 3, 4, 5), 2);"];
        assert_eq!(written(&many, &["a", "b", "c", "d"]), "");
    }

    #[test]
    fn a_text_before_a_dot_is_a_column() {
        let line =
            |text: &str, day: u8| format!("assert!({text:?}.parse::<Hours>().unwrap().is_open({day}, 9));");
        assert_eq!(
            written(&[&line("mo 9-10", 1), &line("tu 9-10", 2)], &["self", "day", "minute"]),
            "for (hours, day) in [(\"mo 9-10\", 1), (\"tu 9-10\", 2)] { \
             assert!(hours.parse::<Hours>().unwrap().is_open(day, 9), \"{:?}, {:?}\", hours, day); }"
        );
    }

    #[test]
    fn statements_and_several_assertions_are_rows() {
        let block = |text: &str, bytes: u32, shown: &str| {
            format!(
                "let size = {text:?}.parse::<Size>().unwrap();\nassert_eq!(size.bytes(), {bytes});\n\
                 assert_eq!(size.to_string(), {shown:?});"
            )
        };
        assert_eq!(
            written(&[&block("1k", 1000, "1 KB"), &block("2b", 2, "2 B")], &["self"]),
            "for (text, bytes, string) in [(\"1k\", 1000, \"1 KB\"), (\"2b\", 2, \"2 B\")] { \
             let size = text.parse::<Size>().unwrap(); assert_eq!(size.bytes(), bytes, \"{text:?}\"); \
             assert_eq!(size.to_string(), string, \"{text:?}\"); }"
        );
    }

    #[test]
    fn parsed_texts_are_columns() {
        let line = |range: &str, version: &str| {
            format!(
                "assert!({range:?}.parse::<Range>().unwrap().has(&{version:?}.parse::<Version>().unwrap()));"
            )
        };
        assert_eq!(
            written(&[&line("<2", "1.0"), &line("<3", "2.0")], &["self", "other"]),
            "for (range, other) in [(\"<2\", \"1.0\"), (\"<3\", \"2.0\")] { \
             assert!(range.parse::<Range>().unwrap().has(&other.parse::<Version>().unwrap()), \
             \"{:?}, {:?}\", range, other); }"
        );
    }

    #[test]
    fn lists_of_different_lengths_are_slices() {
        assert_eq!(
            written(&["assert_eq!(f(b\"a\"), [1]);", "assert_eq!(f(b\"ab\"), [1, 2]);"], &["bytes"]),
            "for (bytes, expected) in [(&b\"a\"[..], &[1][..]), (b\"ab\", &[1, 2])] { \
             assert_eq!(f(bytes), expected, \"{bytes:?}\"); }"
        );
    }

    #[test]
    fn closures_and_arrays_by_value_are_no_column() {
        assert_eq!(written(&["assert_eq!(f([1]), 1);", "assert_eq!(f([1, 2]), 2);"], &["items"]), "");
        assert_eq!(written(&["assert_eq!(f(|| 1), 1);", "assert_eq!(f(|| 2), 2);"], &["give"]), "");
    }
}
