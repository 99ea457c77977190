//! Constants that are values of a type, and that a search would not guess (an alphabet of 58
//! letters) or build otherwise.
//!
//! 1. A constant of a type is in one of its blocks, or beside it in its module, and has the type or
//!    a reference to it. The same holds for a `static` beside it. Constants of traits and of
//!    generic types do not count.
//! 2. A value behind a reference, or in a `static`, is copied if the type is `Copy`, otherwise
//!    cloned. If it is not `Clone` either, it is left out.
//! 3. An item under a condition counts only if the enabled features satisfy it.

use super::constructors::{Around, own_name};
use syn::{ImplItem, Item, Type, Visibility};

/// Limit on the constants of a type that serve as values: a type may name many colours, and each is
/// as good as another.
pub const MOST_CONSTANTS: usize = 16;

pub struct Constant {
    /// The path in the type's module.
    path: String,
    /// True if no other module can see it.
    pub is_private: bool,
    /// True for a value, false for a place.
    is_value: bool,
    /// The containing module within the file.
    pub module: String,
    /// True if it is no associated item of the type: then it has its path in that module alone.
    pub is_free: bool,
}

impl Constant {
    /// Returns the expression of the value, for a type with or without `Copy` and `Clone` (rule 2).
    pub fn expression(&self, is_copy: bool, is_clone: bool) -> Option<String> {
        let Constant { path, is_value, .. } = self;
        match (is_value, is_copy, is_clone) {
            (true, ..) => Some(path.clone()),
            (false, true, _) => Some(format!("*{path}")),
            (false, false, true) => Some(format!("{path}.clone()")),
            (false, false, false) => None,
        }
    }
}

/// Returns the constants that an item of a module is or contains, with the names of their types.
pub fn find_in_item(item: &Item, around: &Around<'_>) -> Vec<(String, Constant)> {
    let module = || around.module.to_owned();
    let found = |attributes, name: &syn::Ident, visibility: &Visibility, ty: &Type, is_constant: bool| {
        let (of, is_reference) = match ty {
            Type::Reference(reference) if reference.mutability.is_none() => {
                (own_name(&reference.elem)?, true)
            }
            ty => (own_name(ty)?, false),
        };
        let constant = Constant {
            path: name.to_string(),
            is_private: matches!(visibility, Visibility::Inherited),
            is_value: is_constant && !is_reference,
            module: module(),
            is_free: true,
        };
        // `*STATIC` and `STATIC.clone()` need a reference if the static is one.
        (around.is_compiled(attributes) && (is_constant || is_reference)).then_some((of, constant))
    };
    match item {
        Item::Const(item) if item.generics.params.is_empty() => {
            found(&item.attrs, &item.ident, &item.vis, &item.ty, true).into_iter().collect()
        }
        Item::Static(item) => {
            found(&item.attrs, &item.ident, &item.vis, &item.ty, false).into_iter().collect()
        }
        Item::Impl(block)
            if block.trait_.is_none()
                && block.generics.params.is_empty()
                && around.is_compiled(&block.attrs) =>
        {
            let Some(own) = own_name(&block.self_ty) else { return Vec::new() };
            let constants = block.items.iter().filter_map(|item| match item {
                ImplItem::Const(item) => Some(item),
                _ => None,
            });
            let found =
                constants.filter_map(|item| found(&item.attrs, &item.ident, &item.vis, &item.ty, true));
            let of_self = found.filter(|(of, _)| *of == "Self" || *of == own);
            of_self
                .map(|(_, constant)| {
                    let path = format!("Self::{}", constant.path);
                    (own.clone(), Constant { path, is_free: false, ..constant })
                })
                .collect()
        }
        _ => Vec::new(),
    }
}
