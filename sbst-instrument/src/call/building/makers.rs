//! Functions and constants that make values of a type of another crate with hidden fields.
//!
//! 1. A public `const` function without a receiver, a constant of the type, and a visible constant
//!    of a module: code that the compiler may execute has no effects.
//! 2. `FromStr`, and `From` and `TryFrom` of types by rule 3: conversions, by their contracts.
//!    `Default`, if no other maker has arguments for a search to vary.
//! 3. Arguments are types of the language and texts, and `Option`s, tuples, references and slices
//!    of these. No other type is certainly an input.
//! 4. A function of a generic type has no more bounds than the type, and has no parameter of a type
//!    parameter's type.

use std::rc::Rc;

use quote::{quote, ToTokens as _};
use syn::{
    parse_quote, Attribute, Expr, FnArg, GenericArgument, GenericParam, Generics, ImplItem, ImplItemFn, Item,
    ItemImpl, Path, PathArguments, ReturnType, Safety, Type, TypePath,
};

use crate::call::building::composition::arguments;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::syntax::lifetimes::{peeled, Mentioned};
use sbst_source::package::modules::{Crate, Meaning, Module};
use sbst_vocabulary::standard::types::is_scalar;

/// The most functions, and the most constants of the type itself.
const MOST: usize = 8;

/// The most constants in modules: a catalogue may have hundreds of equal use.
const MOST_FREE: usize = 16;

/// The most arguments of a function: the runtime passes no more.
const MOST_PARAMETERS: usize = 12;

/// The keys of the derive for constants of a type in modules; `None` without any. `path` names the
/// type in the viewing module, with arguments.
pub(crate) fn free_constants(
    own: &Crate,
    home: &Rc<Module>,
    index: usize,
    (path, viewer): (&Path, &Rc<Module>),
) -> Option<Attribute> {
    let wanted = certain_arguments(path)?;
    let same =
        |ty: &Type| matches!(ty, Type::Path(of) if certain_arguments(&of.path).as_ref() == Some(&wanted));
    let found = own.find_constants(home, index, viewer).into_iter().filter(|(_, ty)| same(ty));
    let keys: Vec<_> = found.take(MOST_FREE).map(|(path, _)| quote!(constant = #path)).collect();
    (!keys.is_empty()).then(|| parse_quote!(#[sbst(#(#keys),*)]))
}

/// The source of a path's arguments if they mean the same in each module, otherwise `None`.
fn certain_arguments(path: &Path) -> Option<String> {
    let arguments = match &path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => &arguments.args,
        _ => return Some(String::new()),
    };
    let is_certain = |argument: &GenericArgument| match argument {
        GenericArgument::Type(ty) => single(ty).is_some_and(|name| is_scalar(&name.to_string())),
        GenericArgument::Const(constant) => matches!(constant, Expr::Lit(_)),
        _ => false,
    };
    arguments.iter().all(is_certain).then(|| arguments.to_token_stream().to_string())
}

/// The keys of the derive for the makers of a type; `None` if none are known.
pub(crate) fn makers(item: &Item, own: &Crate, home: &Rc<Module>, index: usize) -> Option<Attribute> {
    let generics = match item {
        Item::Enum(item) => &item.generics,
        Item::Struct(item) => &item.generics,
        _ => return None,
    };
    let look = Look { own, generics };
    let (mut functions, mut constants) = (Vec::new(), Vec::new());
    for block in own.find_makers(home, index).iter().filter(|block| look.asks_for_no_more(block)) {
        for item in &block.items {
            match item {
                ImplItem::Fn(function) if look.makes(function, &block.self_ty, home) => {
                    let name = &function.sig.ident;
                    functions.push(quote!(construct = Self::#name));
                }
                ImplItem::Const(constant) if is_itself(&constant.ty, &block.self_ty) => {
                    let is_there = !own.may_be_missing(home, &constant.attrs);
                    let name = &constant.ident;
                    constants.extend(is_there.then(|| quote!(constant = Self::#name)));
                }
                _ => {}
            }
        }
    }
    if generics.params.is_empty() {
        functions.extend(look.conversions(home, index));
    }
    if functions.is_empty() && constants.is_empty() {
        let has_default = look.has_default(item, home, index);
        functions.extend(has_default.then(|| quote!(construct = Self::default)));
    }
    functions.truncate(MOST);
    constants.truncate(MOST);
    let keys = functions.into_iter().chain(constants);
    let keys: Vec<_> = keys.collect();
    (!keys.is_empty()).then(|| parse_quote!(#[sbst(#(#keys),*)]))
}

#[derive(Clone, Copy)]
struct Look<'a> {
    own: &'a Crate,
    generics: &'a Generics,
}

impl Look<'_> {
    /// Rule 4.
    fn asks_for_no_more(self, block: &ItemImpl) -> bool {
        let bounds = |generics: &Generics| -> Vec<String> {
            let parameters = generics.params.iter().filter_map(|parameter| match parameter {
                GenericParam::Lifetime(_) => None,
                GenericParam::Type(parameter) => Some(parameter.bounds.to_token_stream().to_string()),
                GenericParam::Const(parameter) => Some(parameter.ty.to_token_stream().to_string()),
            });
            parameters.collect()
        };
        let Type::Path(TypePath { path, .. }) = peeled(&block.self_ty) else { return false };
        let names = block.generics.type_params().map(|parameter| &parameter.ident);
        let is_of_parameters = argument_types(path).into_iter().map(single).eq(names.map(Some))
            && block.generics.where_clause.is_none();
        is_of_parameters && bounds(&block.generics) == bounds(self.generics)
    }

    /// True if a function makes values of its block's type.
    fn makes(self, function: &ImplItemFn, of: &Type, home: &Rc<Module>) -> bool {
        let signature = &function.sig;
        let ReturnType::Type(_, result) = &signature.output else { return false };
        let made = match peeled(result) {
            Type::Path(TypePath { qself: None, path, .. }) => match arguments(path) {
                Some((name, types)) if name == "Option" || name == "Result" => types.first().copied(),
                _ => Some(&**result),
            },
            _ => None,
        };
        let has_types = signature.generics.params.iter().any(|one| !matches!(one, GenericParam::Lifetime(_)));
        matches!(signature.safety, Safety::Default)
            && !has_types
            && signature.inputs.len() <= MOST_PARAMETERS
            && made.is_some_and(|made| is_itself(made, of))
            && !self.own.may_be_missing(home, &function.attrs)
            && !function.attrs.iter().any(|attribute| attribute.path().is_ident("deprecated"))
            && signature.inputs.iter().all(|input| match input {
                FnArg::Typed(typed) => self.is_input(&typed.ty, home),
                FnArg::Receiver(_) => false,
            })
    }

    /// Rule 3.
    fn is_input(self, ty: &Type, home: &Rc<Module>) -> bool {
        if Mentioned::from_type(ty).is_static {
            return false;
        }
        match peeled(ty) {
            Type::Reference(reference) if reference.mutability.is_none() => match peeled(&reference.elem) {
                Type::Slice(slice) => self.is_input(&slice.elem, home),
                Type::Path(path) if path.path.is_ident("str") => true,
                other => self.is_input(other, home),
            },
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.is_input(ty, home)),
            Type::Array(array) => matches!(&array.len, Expr::Lit(_)) && self.is_input(&array.elem, home),
            Type::Path(TypePath { qself: None, path, .. }) => {
                let is_foreign = || matches!(self.own.meaning(home, path), Some(Meaning::Foreign));
                let is_plain =
                    path.get_ident().is_some_and(|name| name == "String" || is_scalar(&name.to_string()));
                match arguments(path) {
                    None => is_plain && is_foreign(),
                    Some((name, types)) => match (&*name, &types[..]) {
                        ("Option" | "Vec", [ty]) => is_foreign() && self.is_input(ty, home),
                        _ => false,
                    },
                }
            }
            _ => false,
        }
    }

    /// Rule 2.
    fn conversions(self, home: &Rc<Module>, index: usize) -> Vec<proc_macro2::TokenStream> {
        let mut found = Vec::new();
        for (of_trait, function) in [("FromStr", "from_str"), ("From", "from"), ("TryFrom", "try_from")] {
            let name = syn::Ident::new(function, proc_macro2::Span::call_site());
            for (module, block) in self.blocks(of_trait, home, index) {
                let Some((path, _)) = block.trait_.as_ref().filter(|_| block.generics.params.is_empty())
                else {
                    continue;
                };
                match argument_types(path)[..] {
                    [] if of_trait == "FromStr" => {
                        found.push(quote!(construct = <Self as ::core::str::FromStr>::#name));
                    }
                    [from] if of_trait != "FromStr" && self.is_input(from, &module) => {
                        let of_trait = syn::Ident::new(of_trait, proc_macro2::Span::call_site());
                        found.push(quote!(construct = <Self as ::core::convert::#of_trait<#from>>::#name));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn has_default(self, item: &Item, home: &Rc<Module>, index: usize) -> bool {
        let derives = |attribute: &Attribute| {
            let text = attribute.meta.to_token_stream().to_string();
            attribute.path().is_ident("derive") && text.contains("Default")
        };
        let attributes = sbst_source::conditional::item_attributes(item);
        let has_types = self.generics.params.iter().any(|one| !matches!(one, GenericParam::Lifetime(_)));
        !has_types && (attributes.iter().any(derives) || !self.blocks("Default", home, index).is_empty())
    }

    /// The blocks that implement a trait of the standard library for the type.
    fn blocks(self, of_trait: &str, home: &Rc<Module>, index: usize) -> Vec<(Rc<Module>, ItemImpl)> {
        let Ok(of_trait) = syn::parse_str::<Path>(of_trait) else { return Vec::new() };
        let blocks = self.own.implementing(&of_trait, home);
        let of_type = blocks.iter().filter_map(|(module, header)| {
            let item = header.get()?;
            let Item::Impl(block) = &*item else { return None };
            let Type::Path(TypePath { qself: None, path, .. }) = peeled(&block.self_ty) else { return None };
            match self.own.meaning(module, path) {
                Some(Meaning::Item(found, at)) if at == index && Rc::ptr_eq(&found, home) => {
                    Some((module.clone(), block.clone()))
                }
                _ => None,
            }
        });
        of_type.collect()
    }
}

/// True if a type is that of a block.
fn is_itself(ty: &Type, of: &Type) -> bool {
    single(ty).is_some_and(|name| name == "Self")
        || ty.to_token_stream().to_string() == of.to_token_stream().to_string()
}
