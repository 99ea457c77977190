//! From the `{:?}` text of a value and its type to a Rust expression that equals it.
//!
//! 1. The type decides how the text is read; what does not fit the type is given up, never guessed.
//! 2. A type of the crate under test is written if it can be reached, its fields are public and its source derives or
//!    implements `PartialEq`.
//! 3. NaN equals nothing, so no expression stands for it.

use super::debug_text::DebugText;
use super::items;
use super::scope::{Import, Scope};
use syn::{GenericArgument, PathArguments, Type};

/// Where a value stands in what is compared. The nearer to the top, the more freely different types compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The whole: a `String` compares with `"…"`, a `Vec` with an array.
    Top,
    /// An element of a sequence at the top: a `String` compares with `"…"`.
    Element,
    /// Elsewhere: the types must be the same.
    Nested,
}

/// Writes values for one module.
pub struct ValueWriter<'s, 'a> {
    /// The names of the module.
    pub scope: &'s mut Scope<'a>,
    /// What the expressions need imported.
    pub imports: Vec<Import>,
}

/// A type, and the module whose names it is written in; `None` if it is written with full definition paths.
pub type Typed<'t> = (&'t Type, Option<usize>);

impl ValueWriter<'_, '_> {
    /// The expression for a whole text.
    pub fn whole(&mut self, type_: &Type, debug: &str, position: Position) -> Option<String> {
        let mut text = DebugText::new(debug);
        let value = self.value((type_, None), &mut text, position)?;
        text.at_end().then_some(value)
    }

    /// The expression for the value that comes next in a text.
    pub fn value(
        &mut self,
        typed: Typed<'_>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        let (type_, module) = typed;
        match type_ {
            Type::Paren(inner) => self.value((&inner.elem, module), text, position),
            Type::Group(inner) => self.value((&inner.elem, module), text, position),
            Type::Tuple(tuple) => {
                let mut types = tuple.elems.iter();
                let values = text.list(("(", ")"), |text| {
                    let value = self.value((types.next()?, module), text, Position::Nested)?;
                    if tuple.elems.len() == 1 {
                        text.skip(",")?;
                    }
                    Some(value)
                })?;
                let comma = if values.len() == 1 { "," } else { "" };
                (values.len() == tuple.elems.len()).then(|| format!("({}{comma})", values.join(", ")))
            }
            Type::Array(array) => self.sequence((&array.elem, module), text, position, ""),
            Type::Reference(reference) => match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => text.literal('"').map(str::to_owned),
                Type::Slice(slice) if position == Position::Top => {
                    self.sequence((&slice.elem, module), text, position, "")
                }
                Type::Slice(slice) => self
                    .sequence((&slice.elem, module), text, position, "")
                    .map(|list| format!("&{list}[..]")),
                // `&String` compares with `&str`, which a literal is.
                inner if position == Position::Top && is_named(inner, "String") => {
                    text.literal('"').map(str::to_owned)
                }
                inner => self.value((inner, module), text, position).map(|value| format!("&{value}")),
            },
            Type::Path(path) if path.qself.is_none() => self.named(&path.path, module, text, position),
            _ => None,
        }
    }

    fn sequence(
        &mut self,
        element: Typed<'_>,
        text: &mut DebugText<'_>,
        position: Position,
        macro_name: &str,
    ) -> Option<String> {
        let inner = if position == Position::Nested { Position::Nested } else { Position::Element };
        let values = text.list(("[", "]"), |text| self.value(element, text, inner))?;
        let macro_name = if position == Position::Top { "" } else { macro_name };
        Some(format!("{macro_name}[{}]", values.join(", ")))
    }

    fn named(
        &mut self,
        path: &syn::Path,
        module: Option<usize>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        let names = items::path_names(path);
        let local = match module {
            Some(module) => self.scope.exports.resolve_type(module, &names),
            None => self.scope.exports.find_type(&names.join("::")),
        };
        if let Some(local) = local {
            return self.local(local, text);
        }
        let name = names.last()?.as_str();
        let from_standard = ["core", "alloc", "std"].contains(&names[0].as_str());
        if names.len() > 1 && !from_standard {
            return None;
        }
        let arguments = type_arguments(path);
        let mut arguments = arguments.iter().map(|argument| (*argument, module));
        let mut nested = |writer: &mut Self, text: &mut DebugText<'_>| {
            let argument = arguments.next()?;
            writer.value(argument, text, Position::Nested)
        };
        match name {
            "bool" => text.name().filter(|name| ["true", "false"].contains(name)).map(str::to_owned),
            "char" => text.literal('\'').map(str::to_owned),
            "String" => text.literal('"').map(|literal| match (position, literal) {
                (Position::Nested, "\"\"") => String::from("String::new()"),
                (Position::Nested, literal) => format!("String::from({literal})"),
                (_, literal) => literal.to_owned(),
            }),
            "Cow" if position == Position::Top => text.literal('"').map(str::to_owned),
            "f32" | "f64" => match text.number()? {
                "NaN" | "-NaN" => None,
                "inf" => Some(format!("{name}::INFINITY")),
                "-inf" => Some(format!("{name}::NEG_INFINITY")),
                number => Some(number.to_owned()),
            },
            name if is_integer(name) => text.number().map(|number| integer(name, number)),
            "Ordering" => text.name().map(|variant| {
                let ordering = self.scope.standard("std::cmp::Ordering", &mut self.imports);
                format!("{ordering}::{variant}")
            }),
            "Option" => match text.name()? {
                "None" => Some(String::from("None")),
                "Some" => Some(format!("Some({})", parenthesised(text, |text| nested(self, text))?)),
                _ => None,
            },
            "Result" => {
                let variant = text.name()?;
                let argument = type_arguments(path).into_iter().nth(usize::from(variant == "Err"))?;
                let inner = |text: &mut DebugText<'_>| self.value((argument, module), text, Position::Nested);
                Some(format!("{variant}({})", parenthesised(text, inner)?))
            }
            "Vec" => {
                let element = arguments.next()?;
                self.sequence(element, text, position, "vec!")
            }
            "Box" => Some(format!("Box::new({})", nested(self, text)?)),
            "BTreeMap" | "HashMap" => {
                let (key, value) = (arguments.next()?, arguments.next()?);
                let pairs = text.list(("{", "}"), |text| {
                    let key = self.value(key, text, Position::Nested)?;
                    text.skip(": ")?;
                    Some(format!("({key}, {})", self.value(value, text, Position::Nested)?))
                })?;
                Some(self.collection(name, &pairs))
            }
            "BTreeSet" | "HashSet" => {
                let element = arguments.next()?;
                let values = text.list(("{", "}"), |text| self.value(element, text, Position::Nested))?;
                Some(self.collection(name, &values))
            }
            _ => None,
        }
    }

    fn collection(&mut self, name: &str, parts: &[String]) -> String {
        let called = self.scope.standard(&format!("std::collections::{name}"), &mut self.imports);
        match parts {
            [] => format!("{called}::new()"),
            parts => format!("{called}::from([{}])", parts.join(", ")),
        }
    }
}

fn parenthesised<'t>(
    text: &mut DebugText<'t>,
    inner: impl FnOnce(&mut DebugText<'t>) -> Option<String>,
) -> Option<String> {
    text.skip("(")?;
    let value = inner(text)?;
    text.skip(")")?;
    Some(value)
}

/// The types among a path's last generic arguments.
pub fn type_arguments(path: &syn::Path) -> Vec<&Type> {
    let Some(PathArguments::AngleBracketed(arguments)) =
        path.segments.last().map(|segment| &segment.arguments)
    else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(type_) => Some(type_),
        _ => None,
    });
    types.collect()
}

/// Whether the last name of a type is `name`.
pub fn is_named(type_: &Type, name: &str) -> bool {
    matches!(type_, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == name))
}

fn is_integer(name: &str) -> bool {
    let bits = name.strip_prefix(['i', 'u']).unwrap_or_default();
    ["8", "16", "32", "64", "128", "size"].contains(&bits)
}

/// Extremes by name, as in the arguments of the call.
fn integer(name: &str, number: &str) -> String {
    let bits = name[1..].parse().unwrap_or(usize::BITS);
    let (lowest, highest) = match name.starts_with('i') {
        true => (i128::MIN >> (128 - bits), (i128::MAX >> (128 - bits)) as u128),
        false => (0, u128::MAX >> (128 - bits)),
    };
    if number == highest.to_string() {
        format!("{name}::MAX")
    } else if lowest != 0 && number == lowest.to_string() {
        format!("{name}::MIN")
    } else {
        number.to_owned()
    }
}
