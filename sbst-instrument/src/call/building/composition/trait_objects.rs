//! Pointers to trait objects within other types: `Vec<Box<dyn Shape>>`, `&[&dyn Shape]`,
//! `Rc<RefCell<dyn Shape>>`. Such a value is a sum with a variant for each type with the trait, by
//! the names in the sources. These types are the same, and as many, as the candidates for a
//! parameter `&dyn Shape` (`plan/ways.rs`). Each variant is the pointer around a value of its type:
//! an input, a composed value, or an object.
//!
//! 1. The compiler decides whether a type has the trait and the other bounds of the trait object
//!    (the runtime's `compose/trait_objects.rs`).
//! 2. Numbers and texts have the traits of the standard library for display, and `Any`.
//! 3. Trait objects of traits with arguments are left alone, and so are those of closures: the
//!    types with these traits are unknown.
//! 4. Only the standard library's pointers become pointers to trait objects. The emitted code names
//!    them by their paths, so another type of the same name counts as unknown.
//! 5. Tests write a cast where the type of the pointer would not follow otherwise.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use syn::punctuated::Punctuated;
use syn::{
    parse_quote, GenericArgument, Path, PathArguments, Token, Type, TypeParamBound, TypePath, TypeTraitObject,
};

use super::{chosen, CHOOSING};
use crate::attribute::template::Pieces;
use crate::call::building::items::bring_from;
use crate::call::building::items::Items;
use crate::call::building::names::Names;
use crate::call::building::names::MOST_OWN;
use crate::call::resolve::view::Executed;
use crate::call::types::mentions::name_of_trait;
use crate::syntax::lifetimes::{peeled, Mentioned};
use crate::syntax::spans::as_ours;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::OwnTypes;
use sbst_vocabulary::standard::traits;
use sbst_vocabulary::standard::types::{is_pointer, kind, Kind};

pub(crate) struct Pointer<'a> {
    /// The whole, with the lifetime of an execution.
    value: Type,
    bounds: Punctuated<TypeParamBound, Token![+]>,
    /// The names of types that implement the trait by the sources; empty if numbers and texts do.
    found: Vec<&'a str>,
}

impl<'a> Pointer<'a> {
    /// Reads a type as such a pointer, if types with the trait are known.
    pub(crate) fn from_type(ty: &Type, types: impl FnOnce() -> &'a OwnTypes) -> Option<Pointer<'a>> {
        object_behind(ty)?;
        let mut value = peeled(ty).clone();
        Executed.visit_type_mut(&mut value);
        let bounds = object_behind(&value)?.bounds.clone();
        let traits: Vec<&Ident> = bounds.iter().filter_map(name_of_trait).collect();
        let others = bounds.iter().filter(|bound| !matches!(bound, TypeParamBound::Lifetime(_))).count();
        if traits.len() < others {
            return None;
        }
        let types = types();
        let found = traits.iter().map(|name| types.with_trait(&name.to_string()).collect::<Vec<_>>());
        let found = found.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        let is_of_any = traits.iter().any(|name| traits::is(&name.to_string(), traits::Fact::Dynamic));
        (is_of_any || !found.is_empty()).then_some(Pointer { value, bounds, found })
    }

    /// The builder type, under this name.
    pub(crate) fn emit(&self, name: &Ident, items: &mut Items<'_>) -> TokenStream {
        let (at, runtime) = (mixed_site(), items.runtime);
        let compose = quote_spanned!(at=> #runtime::__private::compose);
        let module = name.to_string().to_lowercase();
        let mut names = Names::new(format_ident!("{module}_names", span = at));
        let candidates = self.candidates(&mut names, items);
        let (choosing, having) =
            (bring_from(&CHOOSING, &compose), bring_from(&["HasTrait", "HasNoTrait"], &compose));
        let variants = candidates.iter().map(|candidate| {
            let chosen = chosen(&self.around(candidate, runtime), items);
            quote_spanned!(at=> (&#compose::Variant::<#name, #candidate, _>::composed({ #choosing #chosen })))
        });
        let variants: Vec<TokenStream> = variants.collect();
        let last = variants.len() - 1;
        let patterns = (0..=last).map(|index| match index == last {
            true => quote_spanned!(at=> _),
            false => {
                let index = proc_macro2::Literal::usize_unsuffixed(index);
                quote_spanned!(at=> #index)
            }
        });
        let template = Pieces::cast(&self.value).emit();
        let bounds = as_ours(&self.bounds);
        let object: Type = match self.bounds.len() {
            1 => parse_quote!(dyn #bounds),
            _ => parse_quote!((dyn #bounds)),
        };
        let value = as_ours(self.around(&object, runtime));
        let variable = Ident::new("__SbstType", at);
        let around = as_ours(self.around(&parse_quote!(#variable), runtime));
        let borrows = !Mentioned::from_type(&self.value).named.is_empty();
        let names = names.emit();
        quote_spanned! {at=>
            #names
            struct #name;
            impl<
                'sbst,
                #variable: #bounds + 'static,
                __SbstBuilt: #runtime::__private::Build<'sbst, SbstValue = #around>
            > #compose::HasTrait<'sbst, #name> for #compose::Variant<#name, #variable, __SbstBuilt> {
                fn shape_of_variant(&self) -> &'static #runtime::__private::shape::Shape {
                    __SbstBuilt::shape::<#runtime::__private::Unbounded>()
                }
                #[inline]
                fn build_variant(&self, frame: &'sbst #runtime::__private::Frame<'sbst>) -> #value {
                    __SbstBuilt::build(frame)
                }
            }
            #[automatically_derived]
            impl<'sbst> #runtime::__private::Build<'sbst> for #name {
                type SbstValue = #value;
                const BORROWS: ::core::primitive::bool = #borrows;
                fn shape<__SbstBounds: #runtime::__private::Within>()
                    -> &'static #runtime::__private::shape::Shape
                {
                    const {
                        &#runtime::__private::shape::Shape::Sum(#runtime::__private::shape::Sum {
                            variants: &[#(
                                #runtime::__private::shape::Product {
                                    fields: &[|| { #having #variants.shape_of_variant() }],
                                    template: #template,
                                    fallible: false
                                }
                            ),*]
                        })
                    }
                }
                fn build(frame: &'sbst #runtime::__private::Frame<'sbst>) -> #value {
                    #having
                    match frame.variant() {
                        #( #patterns => #variants.build_variant(frame), )*
                    }
                }
            }
        }
    }

    fn candidates(&self, names: &mut Names, items: &mut Items<'_>) -> Vec<Type> {
        let runtime = items.runtime;
        if self.found.is_empty() {
            let text = parse_quote!(#runtime::__private::stand_ins::String);
            return vec![parse_quote!(::core::primitive::i32), text];
        }
        let nearest = names.nearest(self.found.clone(), items).into_iter().take(MOST_OWN);
        let candidates = nearest.map(|name| {
            let (ty, _, built) = names.named(name, items);
            items.register_alias(&ty, built);
            ty
        });
        candidates.collect()
    }

    /// The standard library's pointer to another type.
    fn around(&self, inside: &Type, runtime: &Path) -> Type {
        struct Put<'a>(&'a Type, &'a Path);
        impl VisitMut for Put<'_> {
            fn visit_type_mut(&mut self, ty: &mut Type) {
                let Put(inside, runtime) = *self;
                match peeled(ty) {
                    Type::TraitObject(_) => *ty = inside.clone(),
                    _ => {
                        visit_mut::visit_type_mut(self, ty);
                        let Some((name, inner)) = within(ty) else { return };
                        *ty = parse_quote!(#runtime::__private::compose::pointers::#name<#inner>);
                    }
                }
            }
        }
        let mut value = self.value.clone();
        Put(inside, runtime).visit_type_mut(&mut value);
        value
    }
}

/// True if a type contains such a pointer that can be built.
pub(crate) fn has_any(ty: &Type, items: &Items<'_>) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= matches!(node, Node::Type(ty) if Pointer::from_type(ty, || items.types()).is_some());
        true
    });
    found
}

/// The trait object behind a pointer, perhaps through a cell.
fn object_behind(ty: &Type) -> Option<&TypeTraitObject> {
    let object = |inner| match peeled(inner) {
        Type::TraitObject(object) => Some(object),
        inner => match peeled(find_argument(inner, |name| kind(name) == Some(Kind::Cell))?) {
            Type::TraitObject(object) => Some(object),
            _ => None,
        },
    };
    match peeled(ty) {
        Type::Reference(reference) => object(&reference.elem),
        ty => match find_argument(ty, |name| name == "Pin") {
            Some(pointer) => object_behind(pointer),
            None => object(find_argument(ty, is_pointer)?),
        },
    }
}

/// `T` of `Box<T>`, if the name `Box` is meant.
fn find_argument(ty: &Type, is_meant: impl Fn(&str) -> bool) -> Option<&Type> {
    let (name, inner) = within(ty)?;
    is_meant(&name.to_string()).then_some(inner)
}

/// `Box` and `T` of `Box<T>`, for the known pointers and cells.
fn within(ty: &Type) -> Option<(&Ident, &Type)> {
    let Type::Path(TypePath { qself: None, path, .. }) = peeled(ty) else { return None };
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let is_known = |name: &str| name == "Pin" || matches!(kind(name), Some(Kind::Pointer | Kind::Cell));
    match arguments.args.first() {
        Some(GenericArgument::Type(inner))
            if arguments.args.len() == 1 && is_known(&last.ident.to_string()) =>
        {
            Some((&last.ident, inner))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_str;

    const SOURCE: &str =
        "trait Device {} trait Lonely {} struct Lamp; struct Heater { on: bool } impl Device for Lamp {}
        impl Device for Heater {}";

    fn with_items<T>(ask: impl FnOnce(&mut Items<'_>) -> T) -> T {
        let (runtime, mut types) = (parse_quote!(rt), OwnTypes::default());
        types.read(SOURCE);
        ask(&mut Items::new(&runtime, Vec::new()).with_types(&types))
    }

    #[test]
    fn a_pointer_has_a_variant_for_each_type_with_the_trait() {
        let emitted = with_items(|items| {
            let ty = parse_str("&'_ RefCell<(dyn Device + Send + '_)>").unwrap();
            let (first, again) = (items.pointer(&ty), items.pointer(&ty));
            assert!(first.is_some() && first == again);
            std::mem::take(&mut items.tokens)
        });
        insta::assert_snapshot!(prettyplease::unparse(&syn::parse2(emitted).unwrap()));
    }

    #[test]
    fn trait_objects_are_recognised_by_the_names_of_their_traits() {
        let has = |ty: &str| with_items(|items| has_any(&parse_str(ty).unwrap(), items));
        for ty in [
            "Vec<Box<dyn Device>>",
            "[&'_ mut dyn Device]",
            "HashMap<String, Arc<Mutex<(dyn Device)>>>",
            "Option<Pin<Box<dyn Send + m::Device + '_>>>",
            "&'_ [&'_ (dyn Device + '_)]",
            "&[Box<dyn Display>]",
        ] {
            assert!(has(ty), "{ty}");
        }
        for ty in [
            "Vec<Lamp>",
            "Vec<Box<dyn Lonely>>",
            "Queue<dyn Device>",
            "Vec<Box<dyn Device<u8>>>",
            "Box<dyn Fn(u8) -> u8>",
            "Vec<Box<dyn Error>>",
        ] {
            assert!(!has(ty), "{ty}");
        }
    }

    #[test]
    fn a_cast_has_the_names_of_the_module() {
        let cast = |ty: &str| Pieces::cast(&parse_str(ty).unwrap()).emit().to_string();
        for (ty, expected) in [
            ("Box<dyn Device + 'sbst>", r#"concat ! ("{0} as Box<dyn {" , MODULE , "::Device}>")"#),
            (
                "&'sbst (dyn m::Device + Send)",
                r#"concat ! ("{0} as &(dyn {" , MODULE , "::m::Device} + Send)")"#,
            ),
            (
                "::std::rc::Rc<dyn Device>",
                r#"concat ! ("{0} as {std::rc::Rc}<dyn {" , MODULE , "::Device}>")"#,
            ),
        ] {
            let cast = cast(ty).replace(":: core :: module_path ! ()", "MODULE");
            assert_eq!(cast, format!(":: core :: {expected}"), "{ty}");
        }
    }
}
