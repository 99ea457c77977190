//! Values of types of the crate under test, as [`value`](super::value) writes them.

use super::attributes::Visibility;
use super::debug_text::DebugText;
use super::items::{self, TypeBody};
use super::value::{Position, ValueWriter};
use super::words;

impl ValueWriter<'_, '_> {
    /// The expression for the value of a struct or an enum that comes next in a text.
    pub fn local(&mut self, found: (usize, usize), text: &mut DebugText<'_>) -> Option<String> {
        let exports = self.scope.exports;
        let definition = exports.type_definition(found);
        let outside = !self.scope.is_inside();
        if !exports.is_compared(found) || (outside && definition.non_exhaustive) {
            return None;
        }
        let called = self.scope.type_name(found, &mut self.imports)?;
        let name = text.name()?;
        match &definition.body {
            TypeBody::Struct(fields) => {
                let module = &exports.sources.modules[found.0].path;
                let public = |field: &syn::Field| Visibility::of(&field.vis, module) == Visibility::Public;
                let open = !outside || fields.iter().all(public);
                (open && name == definition.name).then_some(())?;
                self.fields(called, fields, found.0, text)
            }
            TypeBody::Enum(variants) => {
                let variant = variants.iter().find(|variant| items::name_of(&variant.ident) == name)?;
                self.fields(format!("{called}::{name}"), &variant.fields, found.0, text)
            }
        }
    }

    fn fields(
        &mut self,
        called: String,
        fields: &syn::Fields,
        module: usize,
        text: &mut DebugText<'_>,
    ) -> Option<String> {
        match fields {
            syn::Fields::Unit => Some(called),
            syn::Fields::Unnamed(fields) => {
                let mut types = fields.unnamed.iter();
                let values = text.list(("(", ")"), |text| {
                    self.value((&types.next()?.ty, Some(module)), text, Position::Nested)
                })?;
                (values.len() == fields.unnamed.len()).then(|| format!("{called}({})", values.join(", ")))
            }
            syn::Fields::Named(fields) if fields.named.is_empty() => Some(format!("{called} {{}}")),
            syn::Fields::Named(fields) => {
                text.skip(" { ")?;
                let mut values = Vec::new();
                for (index, field) in fields.named.iter().enumerate() {
                    let name = items::name_of(field.ident.as_ref()?);
                    if index > 0 {
                        text.skip(", ")?;
                    }
                    (text.name()? == name).then_some(())?;
                    text.skip(": ")?;
                    let value = self.value((&field.ty, Some(module)), text, Position::Nested)?;
                    values.push(format!("{}: {value}", words::as_identifier(&name)));
                }
                text.skip(" }")?;
                Some(format!("{called} {{ {} }}", values.join(", ")))
            }
        }
    }
}
