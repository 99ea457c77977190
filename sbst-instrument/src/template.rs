//! Templates: how tests write values. The notation is `sbst_model::shape::Template`'s.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Path;

/// A template, perhaps with a path in it that begins with the module in which the code stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Template {
    before: String,
    /// What goes on after the module's path, which only the compiler knows.
    after_module: Option<String>,
}

impl Template {
    /// Source.
    pub(crate) fn source(source: impl Into<String>) -> Template {
        Template { before: source.into(), after_module: None }
    }

    /// An item of the module, and source after it.
    pub(crate) fn item(name: &Ident, source: &str) -> Template {
        Template { before: "{".into(), after_module: Some(format!("::{name}}}{source}")) }
    }

    /// A call of the function at `path` with all values; `own` is what `Self` means.
    pub(crate) fn call(path: &Path, own: Option<&Ident>) -> Template {
        let name = |ident: &Ident| own.filter(|_| ident == "Self").unwrap_or(ident).to_string();
        let names: Vec<String> = path.segments.iter().map(|segment| name(&segment.ident)).collect();
        // An associated function is reached through its type, whose name begins with a capital.
        let is_type = |name: &String| name.starts_with(char::is_uppercase);
        let item = match &names[..] {
            [.., owner, _] if is_type(owner) => names.len() - 1,
            _ => names.len(),
        };
        let (item, associated) = names.split_at(item);
        let associated: String = associated.iter().map(|name| format!("::{name}")).collect();
        let called = format!("{}}}{associated}({{*}})", item.join("::"));
        match path.leading_colon {
            Some(_) => Template::source(format!("{{{called}")),
            None => Template { before: "{".into(), after_module: Some(format!("::{called}")) },
        }
    }

    /// With source before it.
    pub(crate) fn after(self, source: &str) -> Template {
        Template { before: format!("{source}{}", self.before), ..self }
    }

    /// The template as a constant expression.
    pub(crate) fn emit(&self) -> TokenStream {
        let at = Span::mixed_site();
        let Template { before, after_module } = self;
        match after_module {
            None => quote_spanned!(at=> #before),
            Some(after) => quote_spanned!(at=> ::core::concat!(#before, ::core::module_path!(), #after)),
        }
    }
}
