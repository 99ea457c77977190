//! Values as Rust expressions, for generated tests and reports.

mod literal;
mod position;
mod spelling;
mod writer;

pub use literal::{byte_string, grouped, unsigned};
pub use spelling::Spelling;
pub use writer::{write, write_before_last, write_in_story, Context, LEAKED};

use crate::shape::Template;
use crate::template::{parts, Part};
use std::fmt::{self, Write as _};

/// A Rust expression with the paths that have to be in scope.
///
/// It is displayed for readers, with the last names of paths only; [`Expression::with_paths`] is
/// for source.
///
/// ```
/// use sbst_model::expression::{Expression, Piece};
///
/// let path = Piece::Path("demo::shapes::Point".into());
/// let point = Expression(vec![path, Piece::Source("::new(1, 2)".into())]);
/// assert_eq!(point.to_string(), "Point::new(1, 2)");
/// assert_eq!(point.with_paths(str::to_owned), "demo::shapes::Point::new(1, 2)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression(pub Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    Source(String),
    /// The full path of a type or a function, from the crate's name.
    Path(String),
    /// A variable: the result of an earlier statement of the story.
    Variable(String),
    /// An item of the file of tests, for a later path `self::…`.
    Item(Expression),
}

impl Expression {
    /// Source without paths.
    pub fn source(source: impl Into<String>) -> Expression {
        Expression(vec![Piece::Source(source.into())])
    }

    /// The source, with each path replaced by `path`.
    pub fn with_paths(&self, path: impl FnMut(&str) -> String) -> String {
        self.with_names(path, str::to_owned)
    }

    /// The source, with each path replaced by `path`, and each variable by `variable`.
    pub fn with_names(
        &self,
        mut path: impl FnMut(&str) -> String,
        mut variable: impl FnMut(&str) -> String,
    ) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Source(source) => source.clone(),
            Piece::Path(full) => path(full),
            Piece::Variable(name) => variable(name),
            Piece::Item(_) => String::new(),
        });
        without_arguments_of_placeholders(pieces.collect())
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Source(_) | Piece::Variable(_) | Piece::Item(_) => None,
            Piece::Path(path) => Some(path.as_str()),
        })
    }

    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Source(_) | Piece::Path(_) | Piece::Item(_) => None,
            Piece::Variable(name) => Some(name.as_str()),
        })
    }

    /// The items of the file of tests that the source refers to.
    pub fn items(&self) -> impl Iterator<Item = &Expression> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Item(item) => Some(item),
            _ => None,
        })
    }

    /// Returns `CONSTANT` if the expression is `*CONSTANT` or `CONSTANT.clone()`.
    fn dereferenced(&self) -> Option<Expression> {
        let (constant, after) = match &self.0[..] {
            [Piece::Source(star), constant @ Piece::Path(_)] if star == "*" => (constant, ""),
            [Piece::Source(star), constant @ Piece::Path(_), Piece::Source(after)] if star == "*" => {
                (constant, after.as_str())
            }
            [constant @ Piece::Path(_), Piece::Source(after)] => (constant, after.strip_suffix(".clone()")?),
            _ => return None,
        };
        let named = Expression(vec![constant.clone(), Piece::Source(after.to_owned())]);
        named.is_constant().then_some(named)
    }

    /// True for the name of a constant: its reference lives as long as the program.
    fn is_constant(&self) -> bool {
        let name = match &self.0[..] {
            [Piece::Path(path)] => path,
            [Piece::Path(path), Piece::Source(after)] if after.is_empty() => path,
            [Piece::Path(_), Piece::Source(after)] if after.starts_with("::") => after,
            _ => return false,
        };
        let last = name.rsplit("::").next().unwrap_or_default();
        let is_sign = |sign: char| sign.is_uppercase() || sign.is_numeric() || sign == '_';
        last.starts_with(char::is_uppercase) && last.chars().all(is_sign)
    }

    fn push(&mut self, arguments: fmt::Arguments<'_>) {
        if !matches!(self.0.last(), Some(Piece::Source(_))) {
            self.0.push(Piece::Source(String::new()));
        }
        if let Some(Piece::Source(source)) = self.0.last_mut() {
            source.write_fmt(arguments).expect("writing to a String does not fail");
        }
    }

    fn push_str(&mut self, source: &str) {
        self.push(format_args!("{source}"));
    }
}

impl From<&str> for Expression {
    fn from(source: &str) -> Expression {
        Expression::source(source)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
        formatter.write_str(&self.with_paths(last))
    }
}

/// Expressions for readers, separated by commas.
pub fn list(expressions: &[Expression]) -> String {
    let mut list = String::new();
    for (index, expression) in expressions.iter().enumerate() {
        if index > 0 {
            list.push_str(", ");
        }
        list.push_str(&expression.to_string());
    }
    list
}

/// The source of a template without values.
///
/// ```
/// let generics = sbst_model::expression::from_template("::<{demo::Point}, u8>");
/// assert_eq!(generics.with_paths(str::to_owned), "::<demo::Point, u8>");
/// ```
pub fn from_template(template: Template) -> Expression {
    let mut out = Expression::default();
    for part in parts(template) {
        match part {
            Part::Source(source) => out.push_str(source),
            Part::Path(path) => out.0.push(Piece::Path(path.to_owned())),
            Part::Item(item) => out.0.push(Piece::Item(from_template(item))),
            Part::Field(_) | Part::All => {}
        }
    }
    out
}

/// Reads a template as a pattern, with a variable for its field.
///
/// ```
/// let pattern = sbst_model::expression::pattern("{demo::Entry}::Occupied({0})", "entry");
/// let source = pattern.with_names(str::to_owned, |name| format!("mut {name}"));
/// assert_eq!(source, "demo::Entry::Occupied(mut entry)");
/// ```
pub fn pattern(template: Template, variable: &str) -> Expression {
    let mut out = Expression::default();
    for part in parts(template) {
        match part {
            Part::Source(source) => out.push_str(source),
            Part::Path(path) => out.0.push(Piece::Path(path.to_owned())),
            Part::Field(_) => out.0.push(Piece::Variable(variable.to_owned())),
            Part::Item(_) | Part::All => {}
        }
    }
    out
}

/// The full path of the function called by the template, if it is a call.
///
/// ```
/// use sbst_model::expression::callee;
///
/// assert_eq!(callee("{demo::Point}::new({0}, {1})").as_deref(), Some("demo::Point::new"));
/// assert_eq!(callee("{demo::Point} {{ x: {0} }}"), None);
/// ```
pub fn callee(template: Template) -> Option<String> {
    let source = from_template(template).with_paths(str::to_owned);
    let (path, _) = source.split_once('(')?;
    let is_path = path.chars().all(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':');
    (is_path && !path.is_empty()).then(|| path.to_owned())
}

/// Removes the generic arguments of `_`, which has none: `AsRef<_<u8>>` becomes `AsRef<_>`.
fn without_arguments_of_placeholders(mut source: String) -> String {
    let mut from = 0;
    while let Some(at) = source[from..].find("_<").map(|at| from + at) {
        from = at + 1;
        let is_part_of_name = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '\'';
        if source[..at].ends_with(is_part_of_name) {
            continue;
        }
        let mut depth = 0_i32;
        let end = source[from..].char_indices().find(|(_, sign)| {
            depth += i32::from(*sign == '<') - i32::from(*sign == '>');
            depth == 0
        });
        let Some((end, _)) = end else { return source };
        source.replace_range(from..=from + end, "");
    }
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_have_no_arguments() {
        let of = |source: &str| without_arguments_of_placeholders(source.to_owned());
        assert_eq!(of("<Buf as AsRef<_<Vec<u8>>>>::as_ref(a)"), "<Buf as AsRef<_>>::as_ref(a)");
        assert_eq!(of("my_<u8>, '_<"), "my_<u8>, '_<");
    }
}
