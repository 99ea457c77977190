//! Takes down what is in a file.

use std::collections::BTreeMap;

use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{
    Block, FnArg, Generics, ImplItem, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, ReceiverKind, Signature,
    TraitItem, TypeParamBound, Visibility, WherePredicate,
};

use super::{Function, Program, Source};
use crate::construction::written_type::WrittenType;
use sbst_source::source_text::source_text;
use sbst_source::standing::{Owner, Standing};

/// Walks over a file.
pub(super) struct Reader<'a> {
    program: &'a mut Program,
    file: &'a str,
    module: String,
    standing: Standing,
    owner: Option<Around>,
}

/// What an associated function belongs to.
#[derive(Clone)]
struct Around {
    ty: WrittenType,
    generics: Generics,
    /// Whether its functions are as public as the trait that they are of.
    is_trait: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(program: &'a mut Program, source: Source<'a>) -> Reader<'a> {
        let module = source.module.to_owned();
        Reader { program, file: source.file, module, standing: Standing::free(), owner: None }
    }

    fn function(&mut self, visibility: Option<&Visibility>, signature: &Signature, body: &Block) {
        let index = self.program.functions.len();
        let name = signature.ident.unraw().to_string();
        let owner = self.owner.clone();
        let mut bounds = bounds(&signature.generics);
        let generics = owner.iter().flat_map(|around| around.generics.type_params());
        let generics = generics.map(|parameter| parameter.ident.unraw().to_string()).collect();
        if let Some(around) = &owner {
            bounds.extend(self::bounds(&around.generics));
            let key = (around.ty.name.clone(), name.clone());
            self.program.associated.entry(key).or_default().push(index);
            if signature.receiver().is_some() {
                self.program.methods.entry(name.clone()).or_default().push(index);
            }
        } else {
            self.program.free.entry(name.clone()).or_default().push(index);
        }
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        self.program.functions.push(Function {
            path: format!("{}::{}", self.module, self.standing.path_of(&signature.ident)),
            module: self.module.clone(),
            file: self.file.to_owned(),
            name,
            first_line: line(signature.span().start().line),
            last_line: line(body.span().end().line),
            signature: signature.clone(),
            body: body.clone(),
            is_public: owner.as_ref().is_some_and(|around| around.is_trait)
                || visibility.is_some_and(|visibility| !matches!(visibility, Visibility::Inherited)),
            owner: owner.map(|around| around.ty),
            generics,
            bounds,
        });
        let inside = self.standing.inside(&signature.ident);
        self.within(inside, None, |this| visit::visit_block(this, body));
    }

    fn within(&mut self, standing: Standing, owner: Option<Around>, walk: impl FnOnce(&mut Self)) {
        let standing = std::mem::replace(&mut self.standing, standing);
        let owner = std::mem::replace(&mut self.owner, owner);
        walk(self);
        self.standing = standing;
        self.owner = owner;
    }
}

/// For each parameter of a type the first trait that it must have.
fn bounds(generics: &Generics) -> BTreeMap<String, WrittenType> {
    let mut found = BTreeMap::new();
    let mut add = |name: String, bounds: Vec<&TypeParamBound>| {
        let bound = WrittenType::of_bounds(bounds);
        if !bound.is_unknown() {
            found.entry(name).or_insert(bound);
        }
    };
    for parameter in generics.type_params() {
        add(parameter.ident.unraw().to_string(), parameter.bounds.iter().collect());
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate {
            add(WrittenType::of(&predicate.bounded_ty).name, predicate.bounds.iter().collect());
        }
    }
    found
}

/// Whether something is only there in tests: no story can call it.
pub(super) fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Fn(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let text = || attribute.meta.to_token_stream().to_string().replace(' ', "");
        path.segments.last().is_some_and(|last| last.ident == "test")
            || path.is_ident("cfg") && text() == "cfg(test)"
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.function(Some(&function.vis), &function.sig, &function.block);
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        let standing = self.standing.owned(Owner::of_impl(block));
        let ty = self.program.resolved(WrittenType::of(&block.self_ty), &self.module);
        if let Some((implemented, _)) = &block.trait_ {
            let implemented = WrittenType::of_path(implemented).name;
            self.program.implementors.entry(implemented).or_default().insert(ty.name.clone());
        }
        let around = Around { ty, generics: block.generics.clone(), is_trait: block.trait_.is_some() };
        self.within(standing, Some(around), |this| {
            for item in &block.items {
                if let ImplItem::Fn(method) = item {
                    this.function(Some(&method.vis), &method.sig, &method.block);
                }
            }
        });
    }

    fn visit_item_trait(&mut self, definition: &'ast ItemTrait) {
        let standing = self.standing.owned(Owner::of_trait(definition));
        let name = definition.ident.unraw().to_string();
        self.program.implementors.entry(name.clone()).or_default();
        let ty = WrittenType::named(name);
        let around = Around { ty, generics: definition.generics.clone(), is_trait: true };
        self.within(standing, Some(around), |this| {
            for item in &definition.items {
                if let TraitItem::Fn(method) = item {
                    if let Some(body) = &method.default {
                        this.function(None, &method.sig, body);
                    }
                }
            }
        });
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let standing = self.standing.inside_module(&module.ident);
        let outside = self.module.clone();
        if !self.standing.is_nested() {
            self.module = format!("{outside}::{}", module.ident.unraw());
        }
        self.within(standing, None, |this| visit::visit_item_mod(this, module));
        self.module = outside;
    }
}

impl Function {
    /// The name of the argument with this index, or its pattern; the receiver counts.
    pub fn argument(&self, index: usize) -> String {
        match &self.signature.inputs[index] {
            FnArg::Receiver(_) => "self".to_owned(),
            FnArg::Typed(typed) => source_text(typed.pat.to_token_stream()),
        }
    }

    /// Whether it takes a receiver, and whether that can be changed through it.
    pub fn receiver(&self) -> Option<bool> {
        let receiver = self.signature.receiver()?;
        Some(match &receiver.kind {
            ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
            ReceiverKind::Typed(_, ty) => WrittenType::of(ty).lends_exclusively(),
            _ => true,
        })
    }
}
