//! Keys in a table of a TOML file, with their lines and columns.

use super::layer::{self, Layer, Problem};
use super::schema::{Key, Kind, Schema};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads the keys in a table of a file, if both are there. `table` names it from the file's root.
/// Another tool's part of the file is left to that tool.
pub fn read(schema: &Schema, path: &Utf8Path, table: &[&str], problems: &mut Vec<Problem>) -> Layer {
    let file = File { shown: layer::shown(path), folder: path.parent().unwrap_or(path).to_owned() };
    match fs::read_to_string(path) {
        Ok(text) => file.read(schema, &text, table, problems),
        Err(error) => {
            if error.kind() != ErrorKind::NotFound {
                problems.push(Problem::new(&file.shown, format!("it cannot be read: {error}")));
            }
            Layer::default()
        }
    }
}

struct File {
    shown: String,
    folder: Utf8PathBuf,
}

impl File {
    fn read(&self, schema: &Schema, text: &str, table: &[&str], problems: &mut Vec<Problem>) -> Layer {
        let mut layer = Layer::default();
        let root = match DeTable::parse(text) {
            Ok(root) => root.into_inner(),
            Err(error) => {
                let start = error.span().map_or(0, |span| span.start);
                problems.push(Problem::new(&self.place(text, start), error.message().to_owned()));
                return layer;
            }
        };
        let Some(keys) = self.find(text, &root, table, problems) else { return layer };
        let mut keys: Vec<_> = keys.iter().collect();
        keys.sort_by_key(|(name, _)| name.span().start);
        for (name, value) in keys {
            let place = self.place(text, name.span().start);
            let Some(key) = schema.get(name.get_ref()) else {
                problems.push(Problem::new(&place, schema.unknown(name.get_ref())));
                continue;
            };
            match texts(key, value) {
                Ok(texts) => {
                    let with_place = |(value, at): (String, Range<usize>)| {
                        (self.resolve(key, value), self.place(text, at.start))
                    };
                    let texts = texts.into_iter().map(with_place).collect();
                    layer.insert(schema, key, place, texts, problems);
                }
                Err(found) => {
                    let message =
                        format!("the value of `{}` is {}, not {}", key.name, words(key), kind(found));
                    problems.push(Problem::new(&self.place(text, found.span().start), message));
                }
            }
        }
        layer
    }

    /// Returns the table of that name.
    fn find<'t, 'i>(
        &self,
        text: &str,
        root: &'t DeTable<'i>,
        table: &[&str],
        problems: &mut Vec<Problem>,
    ) -> Option<&'t DeTable<'i>> {
        let mut found = root;
        for name in table {
            let value = found.get(*name)?;
            let Some(below) = value.get_ref().as_table() else {
                let message = format!("`{}` is {}, not a table of keys", table.join("."), kind(value));
                problems.push(Problem::new(&self.place(text, value.span().start), message));
                return None;
            };
            found = below;
        }
        Some(found)
    }

    /// A path is relative to the file that it stands in.
    fn resolve(&self, key: &Key, value: String) -> String {
        if key.kind == Kind::Path { self.folder.join(value).into_string() } else { value }
    }

    fn place(&self, text: &str, offset: usize) -> String {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{line}:{column}", self.shown)
    }
}

/// Returns a value as texts for the command line, or the part of it that has the wrong type.
fn texts<'v, 'i>(
    key: &Key,
    value: &'v Spanned<DeValue<'i>>,
) -> Result<Vec<(String, Range<usize>)>, &'v Spanned<DeValue<'i>>> {
    match value.get_ref() {
        DeValue::Array(values) if key.is_list => values.iter().map(|value| text(&key.kind, value)).collect(),
        _ => Ok(vec![text(&key.kind, value)?]),
    }
}

fn text<'v, 'i>(
    kind: &Kind,
    value: &'v Spanned<DeValue<'i>>,
) -> Result<(String, Range<usize>), &'v Spanned<DeValue<'i>>> {
    let text = match (kind, value.get_ref()) {
        (Kind::Boolean, DeValue::Boolean(value)) => value.to_string(),
        (Kind::Integer | Kind::Number | Kind::Bytes, DeValue::Integer(number)) => {
            let decimal = i128::from_str_radix(number.as_str(), number.radix()).ok();
            decimal.map_or_else(|| number.to_string(), |number| number.to_string())
        }
        (Kind::Number, DeValue::Float(number)) => number.to_string(),
        (Kind::Bytes | Kind::Budget | Kind::Path | Kind::Choice(_) | Kind::Text, DeValue::String(text)) => {
            text.to_string()
        }
        _ => return Err(value),
    };
    Ok((text, value.span()))
}

/// The values of a key in words.
fn words(key: &Key) -> String {
    let one = key.kind.words();
    if key.is_list { format!("{one}, or an array of such") } else { one }
}

fn kind(value: &Spanned<DeValue<'_>>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
