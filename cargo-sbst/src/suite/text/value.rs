//! From the `{:?}` text of a value and its type to a Rust expression that equals it.
//!
//! 1. The type decides how the text is read; what does not fit the type is given up, never guessed.
//! 2. A type of the crate under test is written if it can be reached, its fields are public and its source derives or
//!    implements `PartialEq`.
//! 3. NaN equals nothing, so no expression stands for it.

pub mod debug_text;
mod standard;
mod local;

use super::scope::{Import, Scope};
use crate::source::exports::Exports;
use crate::source::items;
use debug_text::DebugText;
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
pub type Typed<'t, 'a> = (&'t Type, Option<(&'a Exports, usize)>);

impl<'a> ValueWriter<'_, 'a> {
    /// The expression for a whole text.
    pub fn whole(&mut self, type_: &Type, debug: &str, position: Position) -> Option<String> {
        let mut text = DebugText::new(debug);
        let value = self.value((type_, None), &mut text, position)?;
        text.at_end().then_some(value)
    }

    /// The expression for the value that comes next in a text.
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
            // What an argument refers to; a value of such a type stands nowhere else.
            Type::Slice(slice) if position == Position::Top => {
                self.sequence((&slice.elem, module), text, position, "")
            }
            Type::Reference(reference) => self.reference(reference, module, text, position),
            Type::Path(path) if path.qself.is_none() => self.named(&path.path, module, text, position),
            _ => None,
        }
    }

    /// `&mut` compares with `&` at the top, but not in what is around it.
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
                let list = self.sequence((&slice.elem, module), text, position, "")?;
                match position {
                    Position::Top => Some(list),
                    _ => Some(format!("{}{list}[..]", if changeable { "&mut " } else { "&" })),
                }
            }
            inner if is_named(inner, "Path") => self.of_system(("std::path::Path", "new"), text),
            inner if is_named(inner, "OsStr") => self.of_system(("std::ffi::OsStr", "new"), text),
            // `&String` compares with `&str`, which a literal is.
            inner if position == Position::Top && is_named(inner, "String") => {
                text.literal('"').map(str::to_owned)
            }
            inner => {
                let value = self.value((inner, module), text, Position::Nested)?;
                // `&1..2` would be a range of a reference.
                let value = if is_range(inner) { format!("({value})") } else { value };
                Some(format!("{}{value}", if changeable { "&mut " } else { "&" }))
            }
        }
    }

    /// A list in brackets, after the name of a macro where types must be the same.
    pub fn sequence(
        &mut self,
        element: Typed<'_, 'a>,
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
        module: Option<(&'a Exports, usize)>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        let names = items::path_names(path);
        if let [.., module, name] = &names[..]
            && module == "streams"
            && names.iter().any(|name| name == "stand_ins")
        {
            // Only values that take everything are written as such.
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
        let resolved = module
            .and_then(|(exports, module)| exports.resolve_type(module, &names).map(|found| (exports, found)));
        // What stands for a parameter of a generic type is written in full.
        if let Some(local) = resolved.or_else(|| self.scope.reach.find_type(&names.join("::"))) {
            return self.local((local, &type_arguments(path), module), text);
        }
        let from_standard = ["core", "alloc", "std"].contains(&names[0].as_str());
        if names.len() > 1 && !from_standard {
            return None;
        }
        self.standard(path, module, text, position)
    }
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

fn is_range(type_: &Type) -> bool {
    let Type::Path(path) = type_ else { return false };
    path.path.segments.last().is_some_and(|segment| segment.ident.to_string().starts_with("Range"))
}
