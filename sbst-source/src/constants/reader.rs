//! The calls in one source file, with the places of their evaluation.

use crate::documentation::{self, blocks};
use crate::visit::{self, Visit};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::{
    ConstParam, Expr, ExprCall, ExprConst, ExprMethodCall, ExprRepeat, File, GenericArgument, Ident,
    ImplItemConst, ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMacro, ItemStatic, ItemStruct,
    ItemTrait, ItemUnion, Macro, Path, TraitItemConst, TraitItemFn, TypeArray, UseRename, Variant,
};

use super::{owner_name, sources::Sources, Name, ANY};

impl Sources {
    /// Reads a source file. A file that cannot be parsed is read like the arguments of a macro.
    pub fn add(&mut self, text: &str) {
        Reader::new(self).file(text);
    }

    pub fn add_documentation(&mut self, text: &str) {
        Reader::new(self).documentation(text);
    }
}

#[derive(Clone, Debug)]
enum Place {
    Constant,
    Function(Name),
    Elsewhere,
}

pub(super) struct Reader<'s> {
    sources: &'s mut Sources,
    self_type: Option<String>,
    place: Place,
    is_documentation: bool,
}

impl<'s> Reader<'s> {
    pub(super) fn new(sources: &'s mut Sources) -> Reader<'s> {
        Reader { sources, self_type: None, place: Place::Elsewhere, is_documentation: false }
    }

    /// Reads a source file. A file that cannot be parsed is read like the arguments of a macro.
    pub(super) fn file(&mut self, text: &str) {
        match syn::parse_file(text) {
            Ok(file) => self.visit_file(&file),
            Err(_) => {
                if let Ok(tokens) = text.parse() {
                    self.tokens(tokens);
                }
            }
        }
    }

    fn at(&mut self, place: Place, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.place, place);
        visit(self);
        self.place = outside;
    }

    fn call(&mut self, owner: Option<String>, name: &Ident) {
        self.called(Name { owner, name: name.unraw().to_string() });
    }

    fn called(&mut self, name: Name) {
        match &self.place {
            Place::Constant => _ = self.sources.called.insert(name),
            Place::Function(function) => {
                if let Some(calls) = self.sources.calls.get_mut(function) {
                    calls.insert(name);
                }
            }
            Place::Elsewhere => {}
        }
    }

    fn invocation(&mut self, name: &Ident) {
        let name = Name { owner: None, name: format!("{}!", name.unraw()) };
        self.called(name);
    }

    fn path(&mut self, path: &Path) {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.unraw());
        let Some(name) = names.next() else { return };
        match names.next() {
            Some(owner) if owner == "Self" => {
                let owner = self.self_type.clone().unwrap_or_else(|| ANY.to_owned());
                self.call(Some(owner), &name);
            }
            Some(owner) if owner.to_string().starts_with(char::is_uppercase) => {
                self.call(Some(owner.to_string()), &name);
            }
            _ => self.call(None, &name),
        }
    }

    fn function(&mut self, name: &Ident, is_const: bool, visit: impl FnOnce(&mut Self)) {
        let name = Name { owner: self.self_type.clone(), name: name.unraw().to_string() };
        let place = match is_const {
            true => {
                self.sources.calls.entry(name.clone()).or_default();
                Place::Function(name)
            }
            false => Place::Elsewhere,
        };
        self.at(place, visit);
    }

    fn enter_type(&mut self, self_type: Option<String>, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.self_type, self_type);
        visit(self);
        self.self_type = outside;
    }

    /// Records all calls in a macro's tokens.
    fn tokens(&mut self, tokens: TokenStream) {
        let place = match (&self.place, mentions_constant(tokens.clone())) {
            (Place::Elsewhere, false) => return,
            (_, true) => Place::Constant,
            (place, false) => place.clone(),
        };
        self.at(place, |this| this.calls_in(tokens));
    }

    fn calls_in(&mut self, tokens: TokenStream) {
        let mut before: Option<Ident> = None;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => before = Some(name),
                TokenTree::Punct(sign) if sign.as_char() == '!' => {
                    if let Some(name) = before.take() {
                        self.invocation(&name);
                    }
                }
                TokenTree::Group(group) => {
                    if let Some(name) = before.take().filter(|_| group.delimiter() == Delimiter::Parenthesis)
                    {
                        self.call(None, &name);
                        self.call(Some(ANY.to_owned()), &name);
                    }
                    self.calls_in(group.stream());
                }
                _ => before = None,
            }
        }
    }

    pub(super) fn documentation(&mut self, text: &str) {
        blocks(text).iter().for_each(|(_, code)| self.example(code));
    }

    fn example(&mut self, code: &str) {
        let wrapped = format!("fn main() {{ {code} }}");
        let parsed = syn::parse_file(code).or_else(|_| syn::parse_file(&wrapped));
        if let Ok(file) = parsed {
            let outside = std::mem::replace(&mut self.is_documentation, true);
            self.enter_type(None, |this| this.at(Place::Elsewhere, |this| this.visit_file(&file)));
            self.is_documentation = outside;
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_file(&mut self, file: &'ast File) {
        self.attributes(&file.attrs);
        visit::visit_file(self, file);
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.attributes(&item.attrs);
        self.visit_type(&item.ty);
        self.at(Place::Constant, |this| visit::visit_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        self.attributes(&item.attrs);
        self.at(Place::Constant, |this| visit::visit_item_static(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast ImplItemConst) {
        self.attributes(&item.attrs);
        self.at(Place::Constant, |this| visit::visit_impl_item_const(this, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast TraitItemConst) {
        self.at(Place::Constant, |this| visit::visit_trait_item_const(this, item));
    }

    fn visit_type_array(&mut self, array: &'ast TypeArray) {
        self.visit_type(&array.elem);
        self.at(Place::Constant, |this| this.visit_expr(&array.len));
    }

    fn visit_expr_repeat(&mut self, array: &'ast ExprRepeat) {
        self.visit_expr(&array.expr);
        self.at(Place::Constant, |this| this.visit_expr(&array.len));
    }

    fn visit_expr_const(&mut self, block: &'ast ExprConst) {
        self.at(Place::Constant, |this| visit::visit_expr_const(this, block));
    }

    fn visit_generic_argument(&mut self, argument: &'ast GenericArgument) {
        match argument {
            GenericArgument::Const(value) => self.at(Place::Constant, |this| this.visit_expr(value)),
            other => visit::visit_generic_argument(self, other),
        }
    }

    fn visit_const_param(&mut self, parameter: &'ast ConstParam) {
        self.at(Place::Constant, |this| visit::visit_const_param(this, parameter));
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.attributes(&variant.attrs);
        self.visit_fields(&variant.fields);
        if let Some((_, discriminant)) = &variant.discriminant {
            self.at(Place::Constant, |this| this.visit_expr(discriminant));
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.attributes(&function.attrs);
        // The name of an item in a function is local; here it counts like any other name.
        self.enter_type(None, |this| {
            this.function(&function.sig.ident, function.sig.constness.is_some(), |this| {
                visit::visit_item_fn(this, function);
            });
        });
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.attributes(&function.attrs);
        self.function(&function.sig.ident, function.sig.constness.is_some(), |this| {
            visit::visit_impl_item_fn(this, function);
        });
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.attributes(&function.attrs);
        self.at(Place::Elsewhere, |this| visit::visit_trait_item_fn(this, function));
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        self.attributes(&block.attrs);
        let self_type = owner_name(&block.self_ty).unwrap_or_else(|| ANY.to_owned());
        self.enter_type(Some(self_type), |this| visit::visit_item_impl(this, block));
    }

    fn visit_item_trait(&mut self, definition: &'ast ItemTrait) {
        self.attributes(&definition.attrs);
        self.enter_type(Some(ANY.to_owned()), |this| visit::visit_item_trait(this, definition));
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.define(&item.ident, &item.attrs);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.define(&item.ident, &item.attrs);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.define(&item.ident, &item.attrs);
        visit::visit_item_union(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.attributes(&module.attrs);
        self.enter_type(None, |this| visit::visit_item_mod(this, module));
    }

    fn visit_use_rename(&mut self, renamed: &'ast UseRename) {
        let [new, old] = [&renamed.rename, &renamed.ident].map(|name| name.unraw().to_string());
        self.sources.renamed.entry(new).or_default().insert(old);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(function) = &*call.func {
            match &function.qself {
                None => self.path(&function.path),
                Some(_) => {
                    if let Some(name) = function.path.segments.last() {
                        self.call(Some(ANY.to_owned()), &name.ident);
                    }
                }
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.call(Some(ANY.to_owned()), &call.method);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        self.attributes(&item.attrs);
        match &item.ident {
            // The expansion is evaluated where the macro is used.
            Some(name) => {
                let name = Name { owner: None, name: format!("{}!", name.unraw()) };
                self.sources.calls.entry(name.clone()).or_default();
                self.at(Place::Function(name), |this| this.calls_in(item.mac.tokens.clone()));
                self.tokens(item.mac.tokens.clone());
            }
            None => self.visit_macro(&item.mac),
        }
    }

    fn visit_macro(&mut self, invocation: &'ast Macro) {
        if let Some(name) = invocation.path.segments.last() {
            self.invocation(&name.ident);
        }
        self.tokens(invocation.tokens.clone());
    }
}

impl Reader<'_> {
    fn define(&mut self, name: &Ident, attributes: &[syn::Attribute]) {
        if !self.is_documentation {
            self.sources.types.insert(name.unraw().to_string());
        }
        self.attributes(attributes);
    }

    fn attributes(&mut self, attributes: &[syn::Attribute]) {
        let text = documentation::text(attributes);
        if text.contains("```") {
            self.documentation(&text);
        }
    }
}

fn mentions_constant(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "const" || word == "static",
        TokenTree::Group(group) => mentions_constant(group.stream()),
        _ => false,
    })
}
