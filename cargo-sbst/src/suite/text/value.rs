//! Converts the `{:?}` text of a value and its type to a Rust expression equal to the value.
//!
//! 1. The type determines how the text is parsed. A text that does not fit the type has no
//!    expression.
//! 2. A type of the crate under test is written if it can be reached, its fields are public and its
//!    source derives or implements `PartialEq`.
//! 3. NaN is not equal to itself, so it has no expression.

pub mod debug_text;
pub mod constant;
pub mod type_name;
mod constructor;
mod standard;
mod local;

use super::scope::{Import, Scope};
use crate::source::exports::Exports;
use crate::source::items;
pub use debug_text::DebugText;
use sbst_model::expression::byte_string;
use sbst_vocabulary::standard::CRATES;
use syn::{GenericArgument, PathArguments, Type};

/// Position of a value in a comparison. Nearer to the top, more pairs of different types compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The whole value: a `String` compares with `"…"`, a `Vec` with an array.
    Top,
    /// An element of a sequence at the top: a `String` compares with `"…"`.
    Element,
    /// Deeper: the types must be equal.
    Nested,
}

pub struct ValueWriter<'s, 'a> {
    /// The names of the module.
    pub scope: &'s mut Scope<'a>,
    /// Imports of the expressions.
    pub imports: Vec<Import>,
}

/// A type, and the module whose names it uses; `None` for full definition paths.
pub type Typed<'t, 'a> = (&'t Type, Option<(&'a Exports, usize)>);

impl<'a> ValueWriter<'_, 'a> {
    /// Returns the expression for a whole text.
    pub fn whole(&mut self, type_: &Type, debug: &str, position: Position) -> Option<String> {
        let mut text = DebugText::new(debug);
        let value = self.value((type_, None), &mut text, position)?;
        text.is_at_end().then_some(value)
    }

    /// Returns the expression for the next value in a text.
    pub fn value(
        &mut self,
        typed: Typed<'_, 'a>,
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
            // The referent of an argument; values of such a type occur nowhere else.
            Type::Slice(slice) if position == Position::Top => {
                let literal = byte_string_of(&slice.elem, &mut text.clone());
                let list = self.sequence((&slice.elem, module), text, position, "");
                // Bytes with zeros are rather numbers.
                literal
                    .filter(|literal| !literal.contains("\\0"))
                    .map(|literal| format!("*{literal}"))
                    .or(list)
            }
            Type::Reference(reference) => self.reference(reference, module, text, position),
            Type::Path(path) if path.qself.is_none() => self.named(&path.path, module, text, position),
            _ => None,
        }
    }

    /// Reads a reference: `&mut` compares with `&` at the top, but not inside another value.
    fn reference(
        &mut self,
        reference: &syn::TypeReference,
        module: Option<(&'a Exports, usize)>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        let changeable = reference.mutability.is_some() && position != Position::Top;
        match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => {
                text.literal('"').filter(|_| !changeable).map(str::to_owned)
            }
            Type::Slice(slice) => {
                if !changeable && let Some(literal) = byte_string_of(&slice.elem, text) {
                    return Some(if position == Position::Top { literal } else { format!("&{literal}[..]") });
                }
                let list = self.sequence((&slice.elem, module), text, position, "")?;
                match position {
                    Position::Top => Some(list),
                    _ => Some(format!("{}{list}[..]", if changeable { "&mut " } else { "&" })),
                }
            }
            inner if is_named(inner, "Path") => self.operating_system_text(("std::path::Path", "new"), text),
            inner if is_named(inner, "OsStr") => self.operating_system_text(("std::ffi::OsStr", "new"), text),
            // `&String` compares with `&str`, the type of a literal.
            inner if position == Position::Top && is_named(inner, "String") => {
                text.literal('"').map(str::to_owned)
            }
            inner => {
                let value = self.value((inner, module), text, Position::Nested)?;
                // `&1..2` would be a range of a reference, and `&a + b` a sum with one.
                let is_operation = is_range(inner) || is_named(inner, "SystemTime");
                let value = if is_operation { format!("({value})") } else { value };
                Some(format!("{}{value}", if changeable { "&mut " } else { "&" }))
            }
        }
    }

    /// Reads a list in brackets, with the name of a macro before it if the types must be equal.
    pub fn sequence(
        &mut self,
        element: Typed<'_, 'a>,
        text: &mut DebugText<'_>,
        position: Position,
        macro_name: &str,
    ) -> Option<String> {
        if macro_name == "vec!"
            && let Some(literal) = byte_string_of(element.0, text)
        {
            return Some(if position == Position::Top { literal } else { format!("{literal}.to_vec()") });
        }
        let inner = if position == Position::Nested { Position::Nested } else { Position::Element };
        let values = text.list(("[", "]"), |text| self.value(element, text, inner))?;
        let macro_name = if position == Position::Top { "" } else { macro_name };
        Some(format!("{macro_name}[{}]", values.join(", ")))
    }

    fn named(
        &mut self,
        path: &syn::Path,
        module: Option<(&'a Exports, usize)>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        let names = items::path_names(path);
        if let [.., module, name] = &names[..]
            && module == "streams"
            && names.iter().any(|name| name == "stand_ins")
        {
            // Only values that accept everything are written this way.
            return match name.as_str() {
                "Writer" => {
                    let byte = syn::parse_quote!(u8);
                    self.sequence((&byte, None), text, position, "vec!")
                }
                "TextWriter" => {
                    let string = syn::parse_quote!(String);
                    self.standard(&string, None, text, position)
                }
                _ => None,
            };
        }
        let resolved = module.and_then(|(exports, module)| {
            exports.sources.resolve_type(module, &names).map(|found| (exports, found))
        });
        // Arguments of a generic type have full paths.
        if let Some(local) = resolved.or_else(|| self.scope.reach.find_type(&names.join("::"))) {
            return self.local((local, &type_arguments(path), module), text);
        }
        let from_standard = CRATES.contains(&names[0].as_str());
        if names.len() > 1 && !from_standard {
            return None;
        }
        self.standard(path, module, text, position)
    }
}

/// Returns the types among a path's last generic arguments.
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

/// True if the last name of a type is `name`.
pub fn is_named(type_: &Type, name: &str) -> bool {
    matches!(type_, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == name))
}

/// Reads a list of bytes as a byte string, if they are a text.
fn byte_string_of(element: &Type, text: &mut DebugText<'_>) -> Option<String> {
    let mut ahead = text.clone();
    let list = |text: &mut DebugText<'_>| text.number()?.parse().ok();
    let bytes = is_named(element, "u8").then(|| ahead.list(("[", "]"), list))??;
    let literal = byte_string(&bytes)?;
    *text = ahead;
    Some(literal)
}

fn is_range(type_: &Type) -> bool {
    let Type::Path(path) = type_ else { return false };
    path.path.segments.last().is_some_and(|segment| segment.ident.to_string().starts_with("Range"))
}
