//! A module of a crate, with its items.

use super::attributes::ItemAttributes;
use super::constructors;
use super::declared::{self, Declared};
use super::items::{self, Function, Head, MadeFunction, TypeBody, TypeDefinition, Use};
use super::items::{path_names, plain_name};
use cargo_metadata::camino::Utf8PathBuf;
use proc_macro2::{TokenStream, TokenTree};
use sbst_analysis::annotate::macro_tokens;
use sbst_source::module_files::Folders;
use sbst_source::use_tree;
use sbst_source::visibility::Visibility;
use sbst_vocabulary::standard::CRATES;
use std::path::PathBuf;

pub struct Module {
    /// Names from the crate's root, which has none.
    pub path: Vec<String>,
    /// Index of the parent in the crate's modules.
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub file: Utf8PathBuf,
    /// The names of inline modules within the file; empty if the module is the whole file.
    pub inline: Vec<String>,
    /// The folders of its child modules' files.
    pub folders: Folders,
    pub visibility: Visibility,
    /// The `#[cfg]`s of the module and the modules around it, as written.
    pub cfgs: Vec<String>,
    /// True if the module or one around it is `#[doc(hidden)]`.
    pub hidden: bool,
    /// Functions of the module, and the functions in its `impl` blocks.
    pub functions: Vec<Function>,
    /// Structs and enums.
    pub types: Vec<TypeDefinition>,
    /// `use` declarations, one for each name.
    pub uses: Vec<Use>,
    /// Paths of the types with a handwritten `PartialEq` in the module.
    pub compared: Vec<Vec<String>>,
    /// Functions in the definitions of macros.
    pub made: Vec<MadeFunction>,
    /// Types in the definitions of macros.
    pub declared: Declared,
}

impl Module {
    pub fn new(
        path: Vec<String>,
        parent: Option<usize>,
        file: Utf8PathBuf,
        folders: Folders,
        visibility: Visibility,
    ) -> Module {
        Module {
            path,
            parent,
            children: Vec::new(),
            file,
            inline: Vec::new(),
            folders,
            visibility,
            cfgs: Vec::new(),
            hidden: false,
            functions: Vec::new(),
            types: Vec::new(),
            uses: Vec::new(),
            compared: Vec::new(),
            made: Vec::new(),
            declared: Declared::default(),
        }
    }

    /// Returns the path of a file beside those of its child modules.
    pub fn child_file(&self, name: &str) -> Utf8PathBuf {
        utf8(self.folders.modules().join(name))
    }

    /// Adds an item, unless it is a module.
    pub fn add(&mut self, item: &syn::Item) {
        let path = &self.path;
        match item {
            syn::Item::Fn(item) => {
                self.functions.push(items::value(&item.sig.ident, &item.vis, item, &item.attrs, path));
            }
            syn::Item::Const(item) => self.functions.push(Function {
                constant: Some(((*item.ty).clone(), (*item.expr).clone())),
                ..items::value(&item.ident, &item.vis, item, &item.attrs, path)
            }),
            syn::Item::Static(item) => {
                self.functions.push(items::value(&item.ident, &item.vis, item, &item.attrs, path));
            }
            syn::Item::Impl(item) => self.add_block(item),
            syn::Item::Struct(item) => {
                let body = TypeBody::Struct(item.fields.clone());
                self.add_type((&item.ident, &item.vis, &item.generics), &item.attrs, body);
            }
            syn::Item::Enum(item) => {
                let body = TypeBody::Enum(item.variants.iter().cloned().collect());
                self.add_type((&item.ident, &item.vis, &item.generics), &item.attrs, body);
            }
            syn::Item::Trait(item) => {
                self.add_type((&item.ident, &item.vis, &item.generics), &item.attrs, TypeBody::Trait);
                for part in &item.items {
                    if let syn::TraitItem::Fn(method) = part {
                        self.functions.push(Function {
                            name: plain_name(&method.sig.ident),
                            owner: Some(plain_name(&item.ident)),
                            visibility: Visibility::resolve(&item.vis, &self.path),
                            lines: items::lines(method),
                            ..items::function(&method.attrs)
                        });
                    }
                }
            }
            syn::Item::Type(item) => {
                self.add_type((&item.ident, &item.vis, &item.generics), &item.attrs, TypeBody::Opaque);
            }
            syn::Item::Union(item) => {
                self.add_type((&item.ident, &item.vis, &item.generics), &item.attrs, TypeBody::Opaque);
            }
            syn::Item::Macro(item) => match &item.ident {
                Some(name) => self.add_definition(name, item.mac.tokens.clone()),
                None => self.add_call(&item.mac),
            },
            syn::Item::Use(item) => self.add_use(item),
            syn::Item::ExternCrate(item) => self.add_extern_crate(item),
            _ => {}
        }
    }

    fn add_type(&mut self, head: Head<'_>, attributes: &[syn::Attribute], body: TypeBody) {
        self.types.push(items::type_definition(head, attributes, body, &self.path));
    }

    /// Adds the definition of a macro.
    fn add_definition(&mut self, name: &proc_macro2::Ident, definition: TokenStream) {
        let rules = macro_tokens::rules(definition);
        self.declared.define(name, rules.iter().map(|rule| &rule.stands_for));
        self.made.extend(rules.iter().flat_map(macro_tokens::in_rule).map(|made| MadeFunction {
            lines: (made.first.start().line, made.last.end().line),
            is_public: made.is_public,
        }));
    }

    /// Adds the types that a macro call may declare: those among its tokens that are no items, but
    /// taken to become some (`bitflags!`), and those of the macro's definition.
    fn add_call(&mut self, call: &syn::Macro) {
        let tokens: Vec<TokenTree> = call.tokens.clone().into_iter().collect();
        for (at, pair) in tokens.windows(2).enumerate() {
            let [TokenTree::Ident(keyword), TokenTree::Ident(name)] = pair else { continue };
            if ["struct", "enum", "union"].iter().any(|known| keyword == known) {
                self.add_opaque(name, &declared::visibility(&tokens[..at]));
            }
        }
        let Some(last) = call.path.segments.last() else { return };
        for (name, visibility) in self.declared.of_call(&last.ident, call.tokens.clone()) {
            self.add_opaque(&name, &visibility);
        }
    }

    /// Adds a type of which only the name is known.
    fn add_opaque(&mut self, name: &proc_macro2::Ident, visibility: &syn::Visibility) {
        if self.types.iter().all(|known| known.name != plain_name(name)) {
            self.add_type((name, visibility, &syn::Generics::default()), &[], TypeBody::Opaque);
        }
    }

    fn add_block(&mut self, item: &syn::ItemImpl) {
        let path = match &*item.self_ty {
            syn::Type::Path(syn::TypePath { path, qself: None, .. }) => Some(path),
            _ => None,
        };
        let last = |path: &syn::Path| path.segments.last().map(|segment| plain_name(&segment.ident));
        let of_trait = item.trait_.as_ref().and_then(|(implemented, _)| last(implemented));
        if let Some(path) = path.filter(|_| of_trait.as_deref() == Some("PartialEq")) {
            self.compared.push(path_names(path));
        }
        let owner = path.filter(|path| path.segments.len() == 1 || of_trait.is_some()).and_then(last);
        if owner.is_none() && of_trait.is_none() {
            return;
        }
        let ItemAttributes { cfgs, documents_panics, .. } = ItemAttributes::from_attributes(&item.attrs);
        for part in &item.items {
            if let syn::ImplItem::Const(constant) = part
                && of_trait.is_none()
            {
                let mut function =
                    items::value(&constant.ident, &constant.vis, constant, &constant.attrs, &self.path);
                function.owner.clone_from(&owner);
                function.constant = Some((constant.ty.clone(), constant.expr.clone()));
                function.cfgs.extend(cfgs.iter().cloned());
                self.functions.push(function);
            }
            if let syn::ImplItem::Fn(method) = part {
                let visibility = match of_trait {
                    Some(_) => Visibility::Public,
                    None => Visibility::resolve(&method.vis, &self.path),
                };
                let mut function = Function {
                    name: plain_name(&method.sig.ident),
                    // A type without a path has no name that could clash with another type's.
                    owner: Some(owner.clone().unwrap_or_default()),
                    of_trait: of_trait.clone(),
                    visibility,
                    lines: items::lines(method),
                    makes: constructors::parameters(&method.sig, owner.as_deref().unwrap_or_default()),
                    ..items::function(&method.attrs)
                };
                function.cfgs.extend(cfgs.iter().cloned());
                function.documents_panics |= documents_panics;
                self.functions.push(function);
            }
        }
    }

    fn add_use(&mut self, item: &syn::ItemUse) {
        let ItemAttributes { cfgs, hidden, .. } = ItemAttributes::from_attributes(&item.attrs);
        let visibility = Visibility::resolve(&item.vis, &self.path);
        // The path of another crate begins with an empty name.
        let first = item.leading_colon.map(|_| String::new());
        self.uses.extend(use_tree::names(&item.tree).into_iter().map(|(path, name)| Use {
            path: first.iter().cloned().chain(path).collect(),
            name,
            visibility: visibility.clone(),
            cfgs: cfgs.clone(),
            hidden,
        }));
    }

    /// Adds a crate of the standard library, or one with another name here, which `crate::std::str`
    /// refers to.
    fn add_extern_crate(&mut self, item: &syn::ItemExternCrate) {
        let ItemAttributes { cfgs, hidden, .. } = ItemAttributes::from_attributes(&item.attrs);
        let of_crate = plain_name(&item.ident);
        let name = item.rename.as_ref().map_or_else(|| of_crate.clone(), |(_, name)| plain_name(name));
        let is_standard = CRATES.contains(&of_crate.as_str());
        if of_crate != "self" && name != "_" && (is_standard || name != of_crate) {
            self.uses.push(Use {
                path: vec![String::new(), of_crate],
                name: Some(name),
                visibility: Visibility::resolve(&item.vis, &self.path),
                cfgs,
                hidden,
            });
        }
    }
}

/// Returns a path as text. Names that are none were not found by a name in the sources.
pub fn utf8(path: PathBuf) -> Utf8PathBuf {
    Utf8PathBuf::from_path_buf(path).unwrap_or_else(|path| path.to_string_lossy().into_owned().into())
}
