//! Parsing of [templates](crate::shape::Template).

use crate::shape::Template;
use sbst_vocabulary::END_OF_ITEM;

/// The beginning of a cast's template, written only where the type would not follow otherwise.
pub(crate) const CAST: &str = "{0} as ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The template of an item used by the source after it.
    Item(&'static str),
    Source(&'static str),
    /// A path that has to be in scope.
    Path(&'static str),
    Field(usize),
    All,
}

/// The parts of a template, in order. Text in braces is a path unless it is a number or a star, and
/// text that ends with [`END_OF_ITEM`] is an item.
pub(crate) fn parts(template: Template) -> impl Iterator<Item = Part> {
    let (mut item, mut rest) = match template.split_once(END_OF_ITEM) {
        Some((item, rest)) => (Some(item), rest),
        None => (None, template),
    };
    std::iter::from_fn(move || {
        if let Some(item) = item.take() {
            return Some(Part::Item(item));
        }
        let brace = rest.find(['{', '}']).unwrap_or(rest.len());
        if brace > 0 {
            let (source, after) = rest.split_at(brace);
            rest = after;
            return Some(Part::Source(source));
        }
        for doubled in ["{{", "}}"] {
            if let Some(after) = rest.strip_prefix(doubled) {
                rest = after;
                return Some(Part::Source(&doubled[..1]));
            }
        }
        let (inside, after) = rest.strip_prefix('{')?.split_once('}')?;
        rest = after;
        Some(match inside.parse() {
            Ok(index) => Part::Field(index),
            Err(_) if inside == "*" => Part::All,
            Err(_) => Part::Path(inside),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_precedes_value_that_uses_it() {
        let read: Vec<Part> = parts("struct A {{}}\u{1e}{self::A}").collect();
        assert_eq!(read, [Part::Item("struct A {{}}"), Part::Path("self::A")]);
    }

    #[test]
    fn braces_are_fields_paths_and_themselves() {
        let read: Vec<Part> = parts("{demo::Point} {{ x: {0}, y: {12} }} [{*}]").collect();
        let expected = [
            Part::Path("demo::Point"),
            Part::Source(" "),
            Part::Source("{"),
            Part::Source(" x: "),
            Part::Field(0),
            Part::Source(", y: "),
            Part::Field(12),
            Part::Source(" "),
            Part::Source("}"),
            Part::Source(" ["),
            Part::All,
            Part::Source("]"),
        ];
        assert_eq!(read, expected);
    }
}
