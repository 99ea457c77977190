//! Tables of cases: `for (text, expected) in [("", 0), ("a", 1)] { assert_eq!(f(text), expected); }`.

use super::story;
use crate::source::identifiers;
use sbst_model::target::Parameter;
use std::collections::BTreeSet;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Token};

/// The most values that differ between the rows: more columns are hard to tell apart.
const MOST_COLUMNS: usize = 3;
/// The longest row, in characters: it fits on a line.
const LONGEST: usize = 90;

/// An assertion of the result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The texts around the values: one more than there are values.
    around: Vec<String>,
    values: Vec<Value>,
    expected: String,
}

/// A value in a row: an argument of a call, or a literal or a constant before a dot.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    text: String,
    /// Its index among the arguments of the outermost call with any.
    argument: Option<usize>,
}

impl Row {
    /// Returns the texts around the values: rows of one table have the same.
    pub fn shape(&self) -> &[String] {
        &self.around
    }

    /// Takes `assert_eq!(f(1, 2), 3);` or `assert!(f(1));` apart.
    pub fn from_assertion(line: &str) -> Option<Row> {
        let inside = |name: &str| line.strip_prefix(name)?.strip_suffix(");");
        let (call, expected) = match inside("assert_eq!(") {
            Some(sides) => {
                let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(sides).ok()?;
                let (call, expected) = (parsed.first()?, parsed.get(1).filter(|_| parsed.len() == 2)?);
                (sides.get(call.span().byte_range())?, sides.get(expected.span().byte_range())?)
            }
            None => match inside("assert!(!") {
                Some(call) => (call, "false"),
                None => (inside("assert!(")?, "true"),
            },
        };
        let parsed: Expr = syn::parse_str(call).ok()?;
        let mut found = Vec::new();
        find_values(&parsed, true, &mut found)?;
        let mut around = Vec::new();
        let mut values = Vec::new();
        let mut done = 0;
        for (value, argument) in found {
            let range = value.span().byte_range();
            around.push(call.get(done..range.start)?.to_owned());
            values.push(Value { text: call.get(range.clone())?.to_owned(), argument });
            done = range.end;
        }
        around.push(call.get(done..)?.to_owned());
        Some(Row { around, values, expected: expected.to_owned() })
    }
}

impl Row {
    /// The row as it stands in a table with a column for each value.
    pub fn cells(&self) -> String {
        let values = self.values.iter().map(|value| &value.text).chain([&self.expected]);
        format!("({})", values.cloned().collect::<Vec<_>>().join(", "))
    }
}

/// Finds the values in a chain of calls, in order: `"mo 9-10".parse::<T>().unwrap().is_open(1, 2)`.
fn find_values<'e>(
    expression: &'e Expr,
    is_outermost: bool,
    found: &mut Vec<(&'e Expr, Option<usize>)>,
) -> Option<()> {
    match expression {
        Expr::Call(call) => {
            found.extend(arguments(&call.args, is_outermost));
            Some(())
        }
        Expr::MethodCall(call) => {
            find_values(&call.receiver, is_outermost && call.args.is_empty(), found)?;
            found.extend(arguments(&call.args, is_outermost));
            Some(())
        }
        Expr::Lit(_) => {
            found.push((expression, None));
            Some(())
        }
        // A variant or a constant; anything else is a variable.
        Expr::Path(path) if path.path.segments.len() > 1 => {
            found.push((expression, None));
            Some(())
        }
        Expr::Path(_) => Some(()),
        _ => None,
    }
}

fn arguments(
    arguments: &Punctuated<Expr, Token![,]>,
    is_outermost: bool,
) -> impl Iterator<Item = (&Expr, Option<usize>)> {
    arguments.iter().enumerate().map(move |(index, argument)| (argument, is_outermost.then_some(index)))
}

/// Returns the lines of a table; `None` if the rows differ in more than values.
pub fn write(rows: &[Row], parameters: &[Parameter], has_receiver: bool) -> Option<Vec<String>> {
    let first = rows.first()?;
    if !rows.iter().all(|row| row.around == first.around) {
        return None;
    }
    let differs = |index: &usize| rows.iter().any(|row| row.values[*index].text != first.values[*index].text);
    let columns: Vec<usize> = (0..first.values.len()).filter(differs).collect();
    if columns.is_empty() || columns.len() > MOST_COLUMNS {
        return None;
    }
    let mut taken: BTreeSet<String> = first.around.iter().flat_map(|text| names_in(text)).collect();
    taken.insert("expected".to_owned());
    let names: Vec<String> = columns
        .iter()
        .map(|column| {
            let Value { text, argument } = &first.values[*column];
            let parameter = argument.and_then(|index| parameters.get(index + usize::from(has_receiver)));
            let of_type = text.rsplit("::").nth(1).map(|name| identifiers::from_text(name).join("_"));
            let of_literal = match of_type.as_deref() {
                _ if text.starts_with('"') => "text",
                Some(name) if !name.is_empty() => name,
                _ => "value",
            };
            let name = parameter.map_or(of_literal, |parameter| super::argument::variable(&parameter.name));
            let mut names = [name.to_owned(), "value".to_owned()].into_iter().chain(story::candidates(name));
            let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
            taken.insert(free.clone());
            free
        })
        .collect();
    let is_compared = rows.iter().any(|row| row.expected != first.expected);
    let tuple = |mut parts: Vec<String>, expected: &str| {
        parts.extend(is_compared.then(|| expected.to_owned()));
        if parts.len() == 1 { parts.remove(0) } else { format!("({})", parts.join(", ")) }
    };
    let case = |row: &Row| {
        tuple(columns.iter().map(|column| row.values[*column].text.clone()).collect(), &row.expected)
    };
    let cases: Vec<String> = rows.iter().map(case).collect();
    if cases.iter().any(|case| case.chars().count() > LONGEST) {
        return None;
    }
    let pattern = tuple(names.clone(), "expected");
    let mut call = String::new();
    for (index, Value { text, .. }) in first.values.iter().enumerate() {
        let column = columns.iter().position(|column| *column == index);
        call += &first.around[index];
        call += column.map_or(text, |column| &names[column]);
    }
    call += first.around.last().map_or("", String::as_str);
    let shown = names.iter().map(|name| format!("{{{name}:?}}")).collect::<Vec<_>>().join(", ");
    let assertion = match (is_compared, first.expected.as_str()) {
        (false, "true") => format!("assert!({call}, \"{shown}\");"),
        (false, "false") => format!("assert!(!{call}, \"{shown}\");"),
        (false, expected) => format!("assert_eq!({call}, {expected}, \"{shown}\");"),
        (true, _) => format!("assert_eq!({call}, expected, \"{shown}\");"),
    };
    Some(vec![
        format!("for {pattern} in [{}] {{", cases.join(", ")),
        format!("    {assertion}"),
        "}".to_owned(),
    ])
}

fn names_in(text: &str) -> BTreeSet<String> {
    let is_part = |sign: char| !sign.is_alphanumeric() && sign != '_';
    text.split(is_part).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[&str], names: &[&str]) -> String {
        let rows: Option<Vec<Row>> = lines.iter().map(|line| Row::from_assertion(line)).collect();
        let parameters: Vec<Parameter> = names
            .iter()
            .map(|name| Parameter { name: (*name).to_owned(), type_text: String::new(), can_be_built: true })
            .collect();
        let has_receiver = names.first() == Some(&"self");
        let lines = rows.and_then(|rows| write(&rows, &parameters, has_receiver)).unwrap_or_default();
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
    fn what_differs_in_more_is_no_table() {
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
            "for (text, day) in [(\"mo 9-10\", 1), (\"tu 9-10\", 2)] { \
             assert!(text.parse::<Hours>().unwrap().is_open(day, 9), \"{text:?}, {day:?}\"); }"
        );
    }
}
