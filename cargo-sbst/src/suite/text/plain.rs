//! Types without private data in their `{:?}` text, and patterns of variants.
//!
//! 1. A type of [`Fact::Shown`] is plain if all types in it are plain. A type of the crate under
//!    test is plain if tests can see its fields, and their types are plain.
//! 2. Other types of the standard library and all types of other crates are not plain: their next
//!    version may have another text.
//! 3. A pattern names a variant of a reachable enum, perhaps in an `Option` or a `Result`, without
//!    its fields.

use super::claim::Shown;
use super::scope::{Import, Scope};
use super::value::{self, DebugText};
use crate::source::exports::Exports;
use crate::source::identifiers;
use crate::source::items::{self, TypeBody};
use crate::suite::reach::{Definition, Reach};
use sbst_vocabulary::standard::types::{Fact, is};
use std::ptr;
use syn::Type;

/// The most levels of nested types to examine; a recursive type has no end.
const DEEPEST: usize = 8;

/// True if the `{:?}` text of a type has no private data.
pub fn is_plain(reach: &Reach<'_>, type_name: &str) -> bool {
    syn::parse_str(type_name).is_ok_and(|type_| Plain { reach }.holds(&type_, None, DEEPEST))
}

struct Plain<'r, 'a> {
    reach: &'r Reach<'a>,
}

impl<'a> Plain<'_, 'a> {
    /// `module` is the module whose names the type uses; `None` for full paths.
    fn holds(&self, type_: &Type, module: Option<(&'a Exports, usize)>, depth: usize) -> bool {
        let holds = |type_: &Type| self.holds(type_, module, depth.saturating_sub(1));
        match type_ {
            _ if depth == 0 => true,
            Type::Paren(inner) => holds(&inner.elem),
            Type::Group(inner) => holds(&inner.elem),
            Type::Reference(reference) => holds(&reference.elem),
            Type::Array(array) => holds(&array.elem),
            Type::Slice(slice) => holds(&slice.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(holds),
            Type::Path(path) if path.qself.is_none() => {
                let names = items::path_names(&path.path);
                let arguments = value::type_arguments(&path.path);
                let found = module.and_then(|(exports, module)| {
                    exports.sources.resolve_type(module, &names).map(|found| (exports, found))
                });
                arguments.into_iter().all(holds)
                    && match found.or_else(|| self.reach.find_type(&names.join("::"))) {
                        Some(definition) => self.has_plain_fields(definition, depth),
                        None => names.last().is_some_and(|name| {
                            is(name, Fact::Shown) && !names.iter().any(|name| name == "stand_ins")
                        }),
                    }
            }
            _ => false,
        }
    }

    fn has_plain_fields(&self, definition: Definition<'a>, depth: usize) -> bool {
        let (exports, found) = definition;
        let type_ = exports.sources.type_definition(found);
        let fields: Vec<&syn::Field> = match &type_.body {
            TypeBody::Struct(fields) => match self.reach.obstacle_to_build(definition, "") {
                None => fields.iter().collect(),
                Some(_) => return false,
            },
            TypeBody::Enum(variants) => variants.iter().flat_map(|variant| &variant.fields).collect(),
            TypeBody::Trait | TypeBody::Opaque => return false,
        };
        let is_parameter = |field: &syn::Field| match &field.ty {
            Type::Path(path) => {
                path.path.get_ident().is_some_and(|name| type_.parameters.contains(&items::plain_name(name)))
            }
            _ => false,
        };
        ptr::eq(exports, self.reach.exports)
            && fields.into_iter().all(|field| {
                is_parameter(field) || self.holds(&field.ty, Some((exports, found.0)), depth - 1)
            })
    }
}

/// Returns the pattern of a value, and true if the pattern determines the value.
pub fn pattern(
    scope: &mut Scope<'_>,
    shown: &Shown<'_>,
    imports: &mut Vec<Import>,
) -> Option<(String, bool)> {
    pattern_of(scope, &syn::parse_str(shown.type_name).ok()?, shown.debug?, imports)
}

fn pattern_of(
    scope: &mut Scope<'_>,
    type_: &Type,
    debug: &str,
    imports: &mut Vec<Import>,
) -> Option<(String, bool)> {
    let type_ = match type_ {
        Type::Reference(reference) => &reference.elem,
        type_ => type_,
    };
    let Type::Path(path) = type_ else { return None };
    let mut text = DebugText::new(debug);
    let name = text.name()?;
    let names = items::path_names(&path.path).join("::");
    if ["core::option::Option", "core::result::Result"].contains(&&*names) {
        let index = usize::from(name == "Err");
        let inside = *value::type_arguments(&path.path).get(index)?;
        text.skip("(")?;
        let inside_text = debug.get(name.len() + 1..debug.len().checked_sub(1)?)?;
        let (inside, is_all) = pattern_of(scope, inside, inside_text, imports)?;
        return Some((format!("{name}({inside})"), is_all));
    }
    let definition = scope.reach.find_type(&names)?;
    let (exports, found) = definition;
    let TypeBody::Enum(variants) = &exports.sources.type_definition(found).body else { return None };
    let variant = variants.iter().find(|variant| items::plain_name(&variant.ident) == name)?;
    let fields = match &variant.fields {
        syn::Fields::Unit if text.is_at_end() => "",
        syn::Fields::Unit => return None,
        syn::Fields::Unnamed(_) => "(..)",
        syn::Fields::Named(_) => " { .. }",
    };
    if scope.reach.obstacle_to_build(definition, name).is_some() {
        return None;
    }
    let type_name = scope.type_name(definition, imports)?;
    Some((format!("{type_name}::{}{fields}", identifiers::as_identifier(name)), fields.is_empty()))
}
