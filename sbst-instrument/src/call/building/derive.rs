//! `#[derive(sbst::Input)]`: values of a type made from values of its fields, or by functions.
//!
//! The emitted code is in a constant without a name, so that its items have no conflicts.

mod generics;
mod product;
mod source;
mod elements;
mod parts;
mod spelled;

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{
    Data, DeriveInput, ExprPath, GenericArgument, GenericParam, Generics, Path, PathArguments, Result, Type,
    Visibility,
};

use crate::attribute::keys::{Keys, Place};
use crate::call::building::items::Items;
use crate::syntax::spans::as_ours;
use generics::{drop_relaxed, Header};
use source::Source;

pub(crate) struct Naming {
    in_code: TokenStream,
    /// In tests, relative to the module with the code.
    in_tests: String,
    /// The generic arguments of the type in tests, which the compiler infers: `<_, _>`.
    inferred: String,
    /// The type of the values.
    value: TokenStream,
    /// True if the code implements this type.
    is_own: bool,
}

impl Naming {
    fn own(name: &Ident, generics: &Generics) -> Naming {
        let in_code = Ident::new("Self", mixed_site()).into_token_stream();
        let parameters = generics.params.iter();
        let count = parameters.filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_))).count();
        let (in_tests, inferred) = (name.to_string(), inferred(count));
        Naming { value: in_code.clone(), in_code, in_tests, inferred, is_own: true }
    }

    /// By a path, whose generic arguments are the compiler's, of values of this type.
    pub(crate) fn path(path: &Path, value: &Type) -> Naming {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let given = path.segments.last().map(|last| &last.arguments);
        let count = match given {
            Some(PathArguments::AngleBracketed(given)) => {
                given.args.iter().filter(|one| !matches!(one, GenericArgument::Lifetime(_))).count()
            }
            _ => 0,
        };
        let inferred = inferred(count);
        let mut path = path.clone();
        path.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
        let (value, in_code) = (as_ours(value), as_ours(path));
        Naming { value, in_code, in_tests: names.join("::"), inferred, is_own: false }
    }

    /// A path to a maker of values, as the emitted code reaches it.
    fn reached(&self, path: &ExprPath) -> TokenStream {
        let is_itself = |path: &Path| path.segments.first().is_some_and(|first| first.ident == "Self");
        let (of, at) = (&self.in_code, mixed_site());
        match &path.qself {
            Some(_) if !self.is_own => {
                let mut path = path.clone();
                let value: TokenStream = self.value.clone();
                if let Some(of) = &mut path.qself {
                    *of.ty = Type::Verbatim(value);
                }
                as_ours(path)
            }
            None if !self.is_own && is_itself(&path.path) => {
                let rest = path.path.segments.iter().skip(1).map(as_ours);
                quote_spanned!(at=> #of #(::#rest)*)
            }
            _ => as_ours(path),
        }
    }
}

/// The shape of the values of a defined type, and the body of the function that builds one.
pub(crate) fn built(
    definition: &DeriveInput,
    naming: &Naming,
    items: &mut Items<'_>,
) -> Result<(TokenStream, TokenStream)> {
    let source = Source::from_item(definition, &Keys::from_attributes(&definition.attrs, Place::Type)?)?;
    Ok((source.shape(naming, items), source.build(naming, items)))
}

/// A list of generic arguments for the compiler to infer.
fn inferred(count: usize) -> String {
    if count == 0 {
        return String::new();
    }
    format!("<{}>", vec!["_"; count].join(", "))
}

/// True for a structure with a field of smaller visibility than its own. A macro may add fields
/// that the command has not seen.
fn keeps_fields(item: &DeriveInput) -> bool {
    let Data::Struct(data) = &item.data else { return false };
    let text = |visibility: &Visibility| visibility.to_token_stream().to_string();
    let kept = data.fields.iter().filter(|field| !matches!(field.vis, Visibility::Public(_)));
    kept.into_iter().any(|field| text(&field.vis) != text(&item.vis))
}

/// Expands `#[derive(sbst::Input)] item`, with the runtime at `default_runtime` unless an attribute
/// names another.
///
/// ```
/// use quote::quote;
/// use sbst_instrument::{derive_input, runtime_path};
///
/// let point = quote!(struct Point { x: u8, #[sbst(range = 1..=9)] y: u8 });
/// assert!(derive_input(point, runtime_path()).is_ok());
/// let text = quote!(struct Text { #[sbst(colour = 1)] length: u8 });
/// assert!(derive_input(text, runtime_path()).is_err());
/// ```
pub fn derive_input(item: TokenStream, default_runtime: Path) -> Result<TokenStream> {
    let at = mixed_site();
    let mut item: DeriveInput = syn::parse2(item)?;
    drop_relaxed(&mut item.generics);
    let keys = Keys::from_attributes(&item.attrs, Place::Type)?;
    let source = Source::from_item(&item, &keys)?;
    let runtime = keys.runtime.unwrap_or(default_runtime);
    let mut items = Items::new(&runtime, item.generics.const_params().collect()).at(item.ident.span());
    let naming = Naming::own(&item.ident, &item.generics);
    let shape = source.shape(&naming, &mut items);
    let build = source.build(&naming, &mut items);
    let is_last_resort = keys.last_resort && (source.is_of_makers() || keeps_fields(&item));
    let shape_of = Ident::new(if is_last_resort { "shape_of_last_resort" } else { "shape_of" }, at);
    let Header { parameters, name, conditions, borrows } =
        Header::from_item(&item, source.types(), keys.conditions, &runtime);
    let items = items.tokens;
    let parts = parts::implementation(&item, &runtime);
    let elements = elements::implementation(&item, &source, &naming, &runtime);
    let build = spelled::building(build, &item, &source, &naming, &runtime);
    Ok(quote_spanned! {at=>
        const _: () = {
            #items
            #parts
            #elements
            #[automatically_derived]
            impl #parameters #runtime::__private::Build<'sbst> for #name #conditions {
                type SbstValue = Self;
                #borrows
                fn shape<__SbstBounds: #runtime::__private::Within>()
                    -> &'static #runtime::__private::shape::Shape
                {
                    #runtime::__private::#shape_of::<Self>(#shape)
                }
                #[inline]
                fn build(frame: &'sbst #runtime::__private::Frame<'sbst>) -> Self {
                    if let ::core::option::Option::Some(taken) = frame.taken() {
                        return taken;
                    }
                    #build
                }
            }
        };
    })
}
