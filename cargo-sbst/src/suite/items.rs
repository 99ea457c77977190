//! What is kept of the items in a module: names, visibility and `#[cfg]`s of functions, types and `use` declarations.

use super::attributes::{ItemAttributes, Visibility};
use super::crate_sources::Module;
use super::use_tree;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// A function that stands in a module, or in an `impl` block in it.
pub struct Function {
    /// Its name.
    pub name: String,
    /// The name of the type if it stands in an `impl` block.
    pub owner: Option<String>,
    /// From where it is seen.
    pub visibility: Visibility,
    /// Its own `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    /// Whether it is `#[doc(hidden)]`.
    pub hidden: bool,
    /// Its first and its last line.
    pub lines: (usize, usize),
}

/// A struct or an enum.
pub struct TypeDefinition {
    /// Its name.
    pub name: String,
    /// From where it is seen.
    pub visibility: Visibility,
    /// Its own `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    /// Whether it is `#[doc(hidden)]`.
    pub hidden: bool,
    /// Whether it derives `PartialEq`.
    pub compared: bool,
    /// Whether other crates may not build it: a `#[non_exhaustive]` struct.
    pub non_exhaustive: bool,
    /// The names of its type parameters.
    pub parameters: Vec<String>,
    /// Its fields or variants.
    pub body: TypeBody,
}

/// What a type is made of.
pub enum TypeBody {
    /// A struct.
    Struct(syn::Fields),
    /// An enum.
    Enum(Vec<syn::Variant>),
}

/// One name that a `use` declaration brings in.
pub struct Use {
    /// The path, as written.
    pub path: Vec<String>,
    /// The name in this module; `None` for a glob.
    pub name: Option<String>,
    /// From where it is seen.
    pub visibility: Visibility,
    /// The declaration's `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    /// Whether it is `#[doc(hidden)]`.
    pub hidden: bool,
}

/// A name without `r#`.
pub fn name_of(ident: &proc_macro2::Ident) -> String {
    ident.unraw().to_string()
}

/// The names in a path, without generic arguments.
pub fn path_names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| name_of(&segment.ident)).collect()
}

/// Notes an item in its module. Modules are not noted here.
pub fn collect(item: &syn::Item, module: &mut Module) {
    match item {
        syn::Item::Fn(item) => module.functions.push(Function {
            name: name_of(&item.sig.ident),
            owner: None,
            visibility: Visibility::of(&item.vis, &module.path),
            lines: lines(item),
            ..function(&item.attrs)
        }),
        syn::Item::Impl(item) => collect_impl(item, module),
        syn::Item::Struct(item) => {
            let body = TypeBody::Struct(item.fields.clone());
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, body, &module.path));
        }
        syn::Item::Enum(item) => {
            let body = TypeBody::Enum(item.variants.iter().cloned().collect());
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, body, &module.path));
        }
        syn::Item::Use(item) if item.leading_colon.is_none() => collect_use(item, module),
        _ => {}
    }
}

fn collect_impl(item: &syn::ItemImpl, module: &mut Module) {
    let syn::Type::Path(syn::TypePath { path, qself: None, .. }) = &*item.self_ty else { return };
    match &item.trait_ {
        Some((implemented, _)) => {
            if implemented.segments.last().is_some_and(|segment| segment.ident == "PartialEq") {
                module.compared.push(path_names(path));
            }
        }
        None => {
            let Some(owner) = path.segments.last().filter(|_| path.segments.len() == 1) else { return };
            let owner = name_of(&owner.ident);
            for part in &item.items {
                if let syn::ImplItem::Fn(method) = part {
                    let mut function = Function {
                        name: name_of(&method.sig.ident),
                        owner: Some(owner.clone()),
                        visibility: Visibility::of(&method.vis, &module.path),
                        lines: lines(method),
                        ..function(&method.attrs)
                    };
                    function.cfgs.extend(ItemAttributes::of(&item.attrs).cfgs);
                    module.functions.push(function);
                }
            }
        }
    }
}

fn function(attributes: &[syn::Attribute]) -> Function {
    let ItemAttributes { cfgs, hidden, .. } = ItemAttributes::of(attributes);
    Function { name: String::new(), owner: None, visibility: Visibility::Public, cfgs, hidden, lines: (0, 0) }
}

fn lines(item: &impl ToTokens) -> (usize, usize) {
    (item.span().start().line, item.span().end().line)
}

fn type_definition(
    (ident, visibility, generics): (&proc_macro2::Ident, &syn::Visibility, &syn::Generics),
    attributes: &[syn::Attribute],
    body: TypeBody,
    module: &[String],
) -> TypeDefinition {
    let ItemAttributes { cfgs, hidden, derives_partial_eq, non_exhaustive, .. } =
        ItemAttributes::of(attributes);
    TypeDefinition {
        name: name_of(ident),
        visibility: Visibility::of(visibility, module),
        cfgs,
        hidden,
        compared: derives_partial_eq,
        // A non-exhaustive enum can be built all the same; it only cannot be matched without a wildcard.
        non_exhaustive: non_exhaustive && matches!(body, TypeBody::Struct(_)),
        parameters: generics.type_params().map(|parameter| name_of(&parameter.ident)).collect(),
        body,
    }
}

fn collect_use(item: &syn::ItemUse, module: &mut Module) {
    let ItemAttributes { cfgs, hidden, .. } = ItemAttributes::of(&item.attrs);
    let visibility = Visibility::of(&item.vis, &module.path);
    module.uses.extend(use_tree::names(&item.tree).into_iter().map(|(path, name)| Use {
        path,
        name,
        visibility: visibility.clone(),
        cfgs: cfgs.clone(),
        hidden,
    }));
}
