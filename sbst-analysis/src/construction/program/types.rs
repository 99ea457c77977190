//! Takes down the types of a file, and what is imported there.

use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, Generics, Item, ItemEnum, ItemMod, ItemStruct, ItemUse, UseTree, Visibility};

use super::reader::is_test;
use super::{Field, Program, TypeItem};
use crate::construction::written_type::WrittenType;

/// Walks over a file.
pub(super) struct TypeReader<'a> {
    program: &'a mut Program,
    types: &'a mut Vec<(String, TypeItem)>,
    module: String,
}

impl<'a> TypeReader<'a> {
    pub(super) fn new(
        program: &'a mut Program,
        types: &'a mut Vec<(String, TypeItem)>,
        module: &str,
    ) -> TypeReader<'a> {
        TypeReader { program, types, module: module.to_owned() }
    }

    fn type_item(&self, generics: &Generics, attributes: &[Attribute]) -> TypeItem {
        let parameters = generics.type_params().map(|parameter| parameter.ident.unraw().to_string());
        TypeItem {
            module: self.module.clone(),
            generics: parameters.collect(),
            is_compared: derives(attributes, "PartialEq"),
            ..TypeItem::default()
        }
    }

    fn import(&mut self, tree: &UseTree, path: &[String]) {
        let mut add = |name: String, path: &[String]| {
            let is_relative = |name: &&String| matches!(name.as_str(), "crate" | "self" | "super");
            let path = path.iter().skip_while(is_relative).cloned().collect();
            self.program.imports.insert((self.module.clone(), name), path);
        };
        match tree {
            UseTree::Path(inner) => {
                let path = [path, &[inner.ident.unraw().to_string()]].concat();
                self.import(&inner.tree, &path);
            }
            UseTree::Name(name) => add(name.ident.unraw().to_string(), path),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path)),
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

/// The fields, with names that begin with `before`.
fn fields(fields: &Fields, before: &str) -> Vec<Field> {
    let named = |(index, field): (usize, &syn::Field)| Field {
        name: match &field.ident {
            Some(name) => format!("{before}{}", name.unraw()),
            None => format!("{before}{index}"),
        },
        ty: WrittenType::of(&field.ty),
        is_public: matches!(field.vis, Visibility::Public(_)),
    };
    fields.iter().enumerate().map(named).collect()
}

fn derives(attributes: &[Attribute], name: &str) -> bool {
    let is_named = |attribute: &Attribute| {
        let text = attribute.meta.to_token_stream().to_string();
        text.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == name)
    };
    attributes.iter().any(|attribute| attribute.path().is_ident("derive") && is_named(attribute))
}

impl<'ast> Visit<'ast> for TypeReader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(item) {
            return;
        }
        if let Item::Type(alias) = item {
            let name = alias.ident.unraw().to_string();
            self.program.aliases.insert(name, (WrittenType::of(&alias.ty), self.module.clone()));
        }
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        let name = item.ident.unraw().to_string();
        let made = self.type_item(&item.generics, &item.attrs);
        self.types.push((name, TypeItem { fields: fields(&item.fields, ""), ..made }));
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        let name = item.ident.unraw().to_string();
        let variants: Vec<String> =
            item.variants.iter().map(|variant| variant.ident.unraw().to_string()).collect();
        let all = item.variants.iter().zip(&variants);
        let all = all.flat_map(|(variant, name)| fields(&variant.fields, &format!("{name}.")));
        let all = all.map(|field| Field { is_public: true, ..field }).collect();
        let made = self.type_item(&item.generics, &item.attrs);
        self.types.push((name, TypeItem { fields: all, variants, ..made }));
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let inside = format!("{}::{}", self.module, module.ident.unraw());
        let outside = std::mem::replace(&mut self.module, inside);
        visit::visit_item_mod(self, module);
        self.module = outside;
    }
}
