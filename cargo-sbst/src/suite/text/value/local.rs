//! Values of the types of the crate under test and its dependencies, for [`value`](super).

use super::constructor::{self, Given};
use super::debug_text::DebugText;
use super::{Position, ValueWriter};
use crate::source::exports::Exports;
use crate::source::identifiers;
use crate::source::items::{self, Function, TypeBody};
use crate::suite::reach::Definition;
use sbst_source::visibility::Visibility;
use sbst_source::visit_mut::{self, VisitMut};
use std::collections::BTreeMap;
use syn::Type;

/// A type with its arguments, and the module whose names the arguments use.
pub type Applied<'t, 'a> = (Definition<'a>, &'t [&'t Type], Option<(&'a Exports, usize)>);

impl<'a> ValueWriter<'_, 'a> {
    /// Returns the expression for the next value in a text, of a struct or an enum.
    pub fn local(
        &mut self,
        (definition, arguments, module): Applied<'_, 'a>,
        text: &mut DebugText<'_>,
    ) -> Option<String> {
        let (exports, found) = definition;
        let type_ = exports.sources.type_definition(found);
        let name = text.name()?;
        let variant = if matches!(type_.body, TypeBody::Enum(_)) { name } else { "" };
        if !exports.is_compared(found) {
            return None;
        }
        let is_hidden = self.scope.reach.obstacle_to_build(definition, variant).is_some();
        let arguments = arguments.iter().map(|argument| in_full(argument, module));
        let replaced: BTreeMap<String, Type> = type_.parameters.iter().cloned().zip(arguments).collect();
        let called = self.scope.type_name(definition, &mut self.imports)?;
        let (called, fields) = match &type_.body {
            TypeBody::Struct(fields) => (name == type_.name).then_some((called, fields))?,
            TypeBody::Trait | TypeBody::Opaque => return None,
            TypeBody::Enum(variants) => {
                let variant = variants.iter().find(|variant| items::plain_name(&variant.ident) == name)?;
                (format!("{called}::{}", identifiers::as_identifier(name)), &variant.fields)
            }
        };
        let types = fields.iter().map(|field| {
            let mut type_ = field.ty.clone();
            Replacement { parameters: &replaced }.visit_type_mut(&mut type_);
            type_
        });
        let mut types: Vec<Type> = types.collect();
        let constructor = match &type_.body {
            TypeBody::Struct(_) if is_hidden => Some(self.constructor(definition, fields)?),
            _ if is_hidden => return None,
            _ => None,
        };
        for Given { field, type_ } in constructor.iter().flat_map(|(_, given)| given) {
            if is_text(type_) {
                types[*field] = type_.clone();
            }
        }
        let values = self.fields(fields, &types, (exports, found.0), text)?;
        Some(match constructor {
            Some((name, given)) => {
                let arguments: Vec<&str> = given.iter().map(|given| values[given.field].as_str()).collect();
                format!("{called}::{name}({})", arguments.join(", "))
            }
            None => literal(&called, fields, &values),
        })
    }

    /// Returns a function that takes the fields of a structure, with the field of each parameter.
    fn constructor(
        &self,
        (exports, found): Definition<'a>,
        fields: &syn::Fields,
    ) -> Option<(String, Vec<Given>)> {
        let is_seen =
            |function: &&Function| !function.hidden && self.scope.reach.sees(exports, &function.visibility);
        let constructors = exports.constructors(found).filter(is_seen);
        let mut given = constructors.filter_map(|function| {
            let given = constructor::given(function.makes.as_ref()?, fields)?;
            Some((identifiers::as_identifier(&function.name), given))
        });
        given.next()
    }

    /// Reads the text of a structure. Returns the named fields that tests see, each with an equal
    /// expression. Omits fields that cannot be written.
    pub fn visible_fields(
        &mut self,
        (definition, arguments, module): Applied<'_, 'a>,
        debug: &str,
    ) -> Vec<(String, String)> {
        let (exports, found) = definition;
        let type_ = exports.sources.type_definition(found);
        let mut text = DebugText::new(debug);
        let TypeBody::Struct(syn::Fields::Named(fields)) = &type_.body else { return Vec::new() };
        if text.name() != Some(&type_.name) || text.skip(" { ").is_none() {
            return Vec::new();
        }
        let arguments = arguments.iter().map(|argument| in_full(argument, module));
        let replaced: BTreeMap<String, Type> = type_.parameters.iter().cloned().zip(arguments).collect();
        let around = &exports.sources.modules[found.0].path;
        let mut seen = Vec::new();
        for (index, field) in fields.named.iter().enumerate() {
            let mut type_ = field.ty.clone();
            Replacement { parameters: &replaced }.visit_type_mut(&mut type_);
            let name = field.ident.as_ref().map(items::plain_name).unwrap_or_default();
            let mut begin = || {
                text.skip(if index == 0 { "" } else { ", " })?;
                (text.name()? == name).then_some(())?;
                text.skip(": ")
            };
            if begin().is_none() {
                break;
            }
            let mut behind = text.clone();
            behind.skip_value();
            let value = self.value((&type_, Some((exports, found.0))), &mut text, Position::Top);
            text = behind;
            if let Some(value) = value
                && self.scope.reach.sees(exports, &Visibility::resolve(&field.vis, around))
            {
                seen.push((identifiers::as_identifier(&name), value));
            }
        }
        seen
    }

    /// Reads the values of fields in their order.
    fn fields(
        &mut self,
        fields: &syn::Fields,
        types: &[Type],
        module: (&'a Exports, usize),
        text: &mut DebugText<'_>,
    ) -> Option<Vec<String>> {
        let mut types = types.iter();
        match fields {
            syn::Fields::Unit => Some(Vec::new()),
            syn::Fields::Unnamed(fields) => {
                let values = text.list(("(", ")"), |text| {
                    self.value((types.next()?, Some(module)), text, Position::Nested)
                })?;
                (values.len() == fields.unnamed.len()).then_some(values)
            }
            syn::Fields::Named(fields) if fields.named.is_empty() => Some(Vec::new()),
            syn::Fields::Named(fields) => {
                text.skip(" { ")?;
                let mut values = Vec::new();
                for (index, field) in fields.named.iter().enumerate() {
                    if index > 0 {
                        text.skip(", ")?;
                    }
                    (text.name()? == items::plain_name(field.ident.as_ref()?)).then_some(())?;
                    text.skip(": ")?;
                    values.push(self.value((types.next()?, Some(module)), text, Position::Nested)?);
                }
                text.skip(" }")?;
                Some(values)
            }
        }
    }
}

/// Writes a structure or a variant with these values of its fields.
fn literal(called: &str, fields: &syn::Fields, values: &[String]) -> String {
    match fields {
        syn::Fields::Unit => called.to_owned(),
        syn::Fields::Unnamed(_) => format!("{called}({})", values.join(", ")),
        syn::Fields::Named(_) if values.is_empty() => format!("{called} {{}}"),
        syn::Fields::Named(fields) => {
            let names = fields.named.iter().filter_map(|field| field.ident.as_ref().map(items::plain_name));
            let named = names.zip(values);
            let written =
                named.map(|(name, value)| format!("{}: {value}", identifiers::as_identifier(&name)));
            format!("{called} {{ {} }}", written.collect::<Vec<_>>().join(", "))
        }
    }
}

/// True for the type of a literal text.
fn is_text(type_: &Type) -> bool {
    *type_ == syn::parse_quote!(&str)
}

/// Replaces a type's local names by their definitions' full paths, which mean the same everywhere.
fn in_full(type_: &Type, module: Option<(&Exports, usize)>) -> Type {
    let mut type_ = type_.clone();
    if let Some((exports, module)) = module {
        FullPaths { exports, module }.visit_type_mut(&mut type_);
    }
    type_
}

struct FullPaths<'a> {
    exports: &'a Exports,
    module: usize,
}

impl VisitMut for FullPaths<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let found = self.exports.sources.resolve_type(self.module, &items::path_names(path));
        if let (Some((module, at)), Some(last)) = (found, path.segments.last().cloned()) {
            let sources = &self.exports.sources;
            let names = [&sources.crate_name].into_iter().chain(&sources.modules[module].path);
            let around = names.map(|name| syn::PathSegment::from(ident(name)));
            let definition = &self.exports.sources.type_definition((module, at)).name;
            let named = syn::PathSegment { ident: ident(definition), ..last };
            path.segments = around.chain([named]).collect();
        }
    }
}

fn ident(name: &str) -> proc_macro2::Ident {
    syn::parse_str(&identifiers::as_identifier(name)).unwrap_or_else(|_| quote::format_ident!("_"))
}

struct Replacement<'t> {
    parameters: &'t BTreeMap<String, Type>,
}

impl VisitMut for Replacement<'_> {
    fn visit_type_mut(&mut self, type_: &mut Type) {
        match &*type_ {
            Type::Path(path) if path.qself.is_none() => {
                let name = path.path.get_ident().map(items::plain_name);
                match name.and_then(|name| self.parameters.get(&name)) {
                    Some(argument) => *type_ = argument.clone(),
                    None => visit_mut::visit_type_mut(self, type_),
                }
            }
            _ => visit_mut::visit_type_mut(self, type_),
        }
    }
}
