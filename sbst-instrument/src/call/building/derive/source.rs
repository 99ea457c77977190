//! The source of a type's values: its fields, its variants, or functions and constants.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use syn::{Data, DeriveInput, Error, ExprPath, LitStr, Path, Result, Type};

use super::{generics::Unify, product::Product, Naming};
use crate::attribute::keys::{Keys, Maker, Place, Reading};
use crate::attribute::template::Template;
use crate::call::building::items::Items;
use crate::syntax::spans::find_place;

pub(super) enum Source {
    Fields(Product),
    Variants(Vec<Product>),
    /// The result of one of these functions and constants.
    Makers(Vec<Maker>),
}

impl Source {
    pub(super) fn from_item(item: &DeriveInput, keys: &Keys) -> Result<Source> {
        if let Data::Union(union) = &item.data {
            let message = "`#[derive(sbst::Input)]` goes on structures and enums, not on a `union`; put the union in a \
                           structure that has `#[sbst(construct = path)]`";
            return Err(Error::new(union.union_token.span, message));
        }
        let Keys { makers, lenient, double, .. } = keys;
        let (source, given) = Source::read_data(item, !makers.is_empty(), *lenient, double.as_ref())?;
        if makers.is_empty() {
            source.products().iter().try_for_each(Product::check)?;
            return Ok(source);
        }
        match given.first() {
            Some(key) => {
                let is_function = |maker: &Maker| matches!(maker, Maker::Function(_));
                let beside = match makers.iter().any(is_function) {
                    true => "`construct`, whose function makes the whole value",
                    false => "`constant`, which is the whole value",
                };
                let message = format!("`{key}` has no effect beside {beside}; keep one of them");
                Err(Error::new(key.span(), message))
            }
            None => Ok(Source::Makers(makers.clone())),
        }
    }

    pub(super) fn is_of_makers(&self) -> bool {
        matches!(self, Source::Makers(..))
    }

    /// Reads the fields or variants, and the keys that are given there.
    fn read_data(
        item: &DeriveInput,
        constructed: bool,
        lenient: bool,
        double: Option<&LitStr>,
    ) -> Result<(Source, Vec<Ident>)> {
        let name = &item.ident;
        let mut unify = Unify::from_generics(&item.generics);
        let variants = match &item.data {
            Data::Enum(data) => &data.variants,
            Data::Struct(data) => {
                let product = Product::from_fields(name, None, &data.fields, &mut unify, lenient)?;
                let product = product.written_as(double);
                let given = product.given().cloned().collect();
                return Ok((Source::Fields(product), given));
            }
            Data::Union(_) => return Ok((Source::Variants(Vec::new()), Vec::new())),
        };
        let (mut products, mut given) = (Vec::new(), Vec::new());
        for variant in variants {
            let keys = Keys::from_attributes(&variant.attrs, Place::Variant)?;
            let product =
                Product::from_fields(name, Some(&variant.ident), &variant.fields, &mut unify, lenient)?;
            given.extend(keys.given.iter().chain(product.given()).cloned());
            if !keys.skip {
                products.push(product);
            }
        }
        if products.is_empty() && !constructed {
            let problem = if variants.is_empty() { "has no variants" } else { "has every variant skipped" };
            let advice = "leave the derive out or give `construct = path`";
            let message = format!("`{name}` {problem}, so no value of it can be built; {advice}");
            return Err(Error::new(name.span(), message));
        }
        Ok((Source::Variants(products), given))
    }

    fn products(&self) -> &[Product] {
        match self {
            Source::Fields(product) => std::slice::from_ref(product),
            Source::Variants(products) => products,
            Source::Makers(..) => &[],
        }
    }

    /// The types of the fields that are built by their types.
    pub(super) fn types(&self) -> impl Iterator<Item = &Type> {
        self.products().iter().flat_map(Product::types)
    }

    pub(super) fn shape(&self, naming: &Naming, items: &mut Items<'_>) -> TokenStream {
        let (at, runtime) = (mixed_site(), items.runtime);
        let variants: Vec<TokenStream> = match self {
            Source::Fields(product) => {
                let product = product.shape(naming, items);
                return quote_spanned!(at=> const { &#runtime::__private::shape::Shape::Product(#product) });
            }
            Source::Variants(products) => {
                products.iter().map(|product| product.shape(naming, items)).collect()
            }
            Source::Makers(makers) => {
                let mut shapes: Vec<TokenStream> =
                    makers.iter().map(|maker| made(naming, maker, items)).collect();
                if shapes.len() == 1 {
                    return shapes.remove(0);
                }
                // The value of each is the only field of a variant.
                let product = |shape| {
                    quote_spanned! {at=>
                        #runtime::__private::shape::Product { fields: &[|| #shape], template: "{0}", fallible: false }
                    }
                };
                shapes.into_iter().map(product).collect()
            }
        };
        quote_spanned! {at=>
            const {
                &#runtime::__private::shape::Shape::Sum(
                    #runtime::__private::shape::Sum { variants: &[#(#variants),*] }
                )
            }
        }
    }

    pub(super) fn build(&self, naming: &Naming, items: &mut Items<'_>) -> TokenStream {
        let at = mixed_site();
        let call = |maker: &Maker| match maker {
            Maker::Function(path) => {
                let (there, path, value) = (find_place(path), naming.reached(path), &naming.value);
                quote_spanned!(there=> frame.construct::<_, _, #value>(#path))
            }
            Maker::Constant(path, reading) => {
                let (there, path) = (find_place(path), naming.reached(&plain(path)));
                let value = match reading {
                    Reading::Itself => path,
                    Reading::Copied => quote_spanned!(there=> *#path),
                    Reading::Cloned => quote_spanned!(there=> ::core::clone::Clone::clone(&*(&#path))),
                };
                quote_spanned!(there=> { frame.open(); #value })
            }
        };
        let values: Vec<TokenStream> = match self {
            Source::Fields(product) => {
                let value = product.build(naming, items);
                return quote_spanned!(at=> frame.open(); #value);
            }
            Source::Makers(makers) if makers.len() == 1 => return call(&makers[0]),
            Source::Makers(makers) => makers.iter().map(call).collect(),
            Source::Variants(products) => {
                products.iter().map(|product| product.build(naming, items)).collect()
            }
        };
        let last = values.len() - 1;
        let patterns = (0..=last).map(|index| match index == last {
            true => quote_spanned!(at=> _),
            false => {
                let index = Literal::usize_unsuffixed(index);
                quote_spanned!(at=> #index)
            }
        });
        quote_spanned!(at=> match frame.variant() { #(#patterns => #values,)* })
    }
}

fn plain(path: &Path) -> ExprPath {
    ExprPath { attrs: Vec::new(), qself: None, path: path.clone() }
}

/// The shape of the values from a maker.
fn made(naming: &Naming, maker: &Maker, items: &mut Items<'_>) -> TokenStream {
    let (runtime, name) = (items.runtime, &*naming.in_tests);
    let path = match maker {
        Maker::Function(path) => path,
        Maker::Constant(path, reading) => {
            let at = mixed_site();
            let template = match reading {
                Reading::Itself => Template::named(path, Some(name), ""),
                Reading::Copied => Template::named(path, Some(name), "").after("*"),
                Reading::Cloned => Template::named(path, Some(name), ".clone()"),
            };
            let template = template.emit();
            return quote_spanned! {at=>
                const {
                    &#runtime::__private::shape::Shape::Product(
                        #runtime::__private::shape::Product { fields: &[], template: #template, fallible: false }
                    )
                }
            };
        }
    };
    let called = Template::from_trait_path(path, name, &naming.inferred)
        .unwrap_or_else(|| Template::call(&path.path, Some(name)));
    let template = items.template(&called);
    let (there, path, value) = (find_place(path), naming.reached(path), &naming.value);
    quote_spanned!(there=> #runtime::__private::constructed_shape::<#template, _, _, #value>(#path))
}
