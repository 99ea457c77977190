//! Columns of a table: values that differ between its rows.

use super::Called;
use super::block::{Block, Line};
use crate::source::identifiers;
use crate::suite::text::variables;
use std::collections::BTreeSet;
use syn::Expr;

/// Values of the same place in all rows.
pub(super) struct Column {
    pub(super) line: usize,
    /// The index among the values of the line; the expected side comes after them.
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) is_expected: bool,
}

impl Column {
    /// False for closures, which have a type each, for variables, and for arrays of different types
    /// passed by value.
    pub(super) fn can_stand_in_a_table(&self) -> bool {
        let lengths = self.values.iter().filter(|value| value.starts_with('['));
        let lengths: BTreeSet<Option<usize>> = lengths.map(|value| list_length(value)).collect();
        if !self.is_expected && lengths.len() > 1 {
            return false;
        }
        self.values.iter().all(|value| match syn::parse_str::<Expr>(value) {
            Ok(Expr::Closure(_)) | Err(_) => false,
            Ok(Expr::Reference(reference)) => reference.mutability.is_none(),
            Ok(Expr::Path(path)) => path.path.segments.len() > 1 || value.starts_with(char::is_uppercase),
            Ok(_) => true,
        })
    }

    /// True if a call may take the values: vectors, and results of functions.
    pub(super) fn is_owned(&self) -> bool {
        self.values.iter().any(|value| match syn::parse_str::<Expr>(value) {
            Ok(Expr::Macro(_)) => true,
            Ok(Expr::Call(call)) => !matches!(&*call.func, Expr::Path(path) if is_variant(path)),
            _ => false,
        })
    }
}

fn is_variant(path: &syn::ExprPath) -> bool {
    path.path.segments.last().is_some_and(|name| name.ident.to_string().starts_with(char::is_uppercase))
}

/// Returns the columns of rows of one shape, in order.
pub(super) fn find(rows: &[Block], called: &Called<'_>) -> Vec<Column> {
    let first = &rows[0];
    let mut taken: BTreeSet<String> =
        first.lines.iter().flat_map(|line| &line.around).flat_map(|text| names_in(text)).collect();
    let assertions = first.lines.iter().filter(|line| line.expected().is_some()).count();
    if assertions == 1 {
        taken.insert("expected".to_owned());
    }
    let mut columns = Vec::new();
    for (number, line) in first.lines.iter().enumerate() {
        let count = line.values.len() + usize::from(line.expected().is_some());
        for index in 0..count {
            let values: Vec<String> =
                rows.iter().map(|row| text(&row.lines[number], index).to_owned()).collect();
            if values.iter().all(|value| *value == values[0]) {
                continue;
            }
            let is_expected = index == line.values.len();
            let name = match is_expected {
                true if assertions == 1 => "expected".to_owned(),
                true => free(&method(line).unwrap_or_else(|| "expected".to_owned()), &mut taken),
                false => free(&given(line, index, called, number, &taken), &mut taken),
            };
            columns.push(Column { line: number, index, name, values, is_expected });
        }
    }
    columns
}

fn text(line: &Line, index: usize) -> &str {
    match line.values.get(index) {
        Some(value) => &value.text,
        None => line.expected().unwrap_or_default(),
    }
}

/// Returns the name of a given value (rule 2).
fn given(line: &Line, index: usize, called: &Called<'_>, number: usize, taken: &BTreeSet<String>) -> String {
    let value = &line.values[index];
    let argument = value.argument.filter(|_| number == called.line);
    let parameter =
        argument.and_then(|index| called.parameters.get(index + usize::from(called.has_receiver)));
    if let Some(parameter) = parameter {
        return variables::of_parameter(&parameter.name).to_owned();
    }
    if let Some(name) = parsed(line, index).filter(|name| !taken.contains(name)) {
        return name;
    }
    let path = value.text.split('(').next().unwrap_or_default();
    let of_type = path.rsplit("::").nth(1).map(|name| identifiers::from_text(name).join("_"));
    match of_type {
        _ if value.text.starts_with('"') => "text".to_owned(),
        Some(name) if !name.is_empty() => name,
        _ => "value".to_owned(),
    }
}

/// Returns the last word of the type that a value is parsed as.
fn parsed(line: &Line, index: usize) -> Option<String> {
    let (ty, _) = line.around[index + 1].strip_prefix(".parse::<")?.split_once(">()")?;
    let name = ty.split('<').next()?.rsplit("::").next()?;
    identifiers::from_text(name).pop()
}

/// Returns the name of the outermost method of a line.
fn method(line: &Line) -> Option<String> {
    let name = line.around.iter().rev().find_map(|text| {
        let (_, name) = text.rsplit_once('.')?;
        let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
        Some(&name[..end]).filter(|name| !name.is_empty())
    })?;
    Some(if name == "to_string" { "string".to_owned() } else { name.to_owned() })
}

/// Returns a free name similar to this one, and records it.
fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut names = [name.to_owned()].into_iter().chain(variables::candidates(name));
    let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

/// Returns the names in a text, except methods and fields.
fn names_in(text: &str) -> BTreeSet<String> {
    let is_part = |sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.');
    text.split(is_part).filter_map(|path| path.split('.').next()).map(str::to_owned).collect()
}

/// Writes lists of different lengths as slices (rule 3): the first has the type of all.
pub(super) fn as_one_type(values: &[String]) -> Vec<String> {
    let lengths: Vec<Option<usize>> = values.iter().map(|value| list_length(value)).collect();
    let are_lists = lengths.iter().all(Option::is_some);
    if !are_lists || lengths.iter().all(|length| *length == lengths[0]) {
        return values.to_vec();
    }
    let is_array = |value: &String| value.starts_with('[');
    let by_reference = |value: &String| if is_array(value) { format!("&{value}") } else { value.clone() };
    let mut written: Vec<String> = values.iter().map(by_reference).collect();
    written[0] = format!("&{}[..]", written[0].trim_start_matches('&'));
    written
}

/// Returns the length of an array, a reference to one, or a byte string.
fn list_length(value: &str) -> Option<usize> {
    match syn::parse_str(value).ok()? {
        Expr::Array(array) => Some(array.elems.len()),
        Expr::Reference(reference) => match *reference.expr {
            Expr::Array(array) => Some(array.elems.len()),
            _ => None,
        },
        Expr::Lit(literal) => match literal.lit {
            syn::Lit::ByteStr(bytes) => Some(bytes.value().len()),
            _ => None,
        },
        _ => None,
    }
}
