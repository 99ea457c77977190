//! The fields of a structure or of a variant.

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::VisitMut as _;
use syn::{ext::IdentExt as _, Error, Fields, Index, LitStr, Result, Type};

use super::{generics::Unify, Naming};
use crate::attribute::keys::{Keys, Place};
use crate::attribute::template::name_of_double;
use crate::attribute::template::Pieces;
use crate::attribute::template::Template;
use crate::call::building::composition::part;
use crate::call::building::composition::trait_objects::has_any;
use crate::call::building::items::bring_into_scope;
use crate::call::building::items::Items;
use crate::call::building::permanent::lasting;
use crate::call::building::permanent::lasts;
use crate::syntax::lifetimes::Mentioned;
use crate::syntax::spans::{as_ours, find_place};

pub(super) struct Product {
    of_type: Ident,
    variant: Option<Ident>,
    style: Style,
    fields: Vec<Field>,
    /// The source of the type in a file of tests, if it is a double.
    double: Option<LitStr>,
}

#[derive(Clone, Copy)]
enum Style {
    Named,
    Unnamed,
    Unit,
}

/// Traits for the method look-up that decides whether a field can be built.
const PARTS: [&str; 2] = ["CanBuildPart", "CannotBuildPart"];

struct Field {
    name: Option<Ident>,
    /// Its type, with the lifetime of an execution in it.
    ty: Type,
    keys: Keys,
    /// True if its type may be impossible to build.
    lenient: bool,
}

impl Product {
    /// The fields of a type, or of one of its variants, with their attributes.
    pub(super) fn from_fields(
        of_type: &Ident,
        variant: Option<&Ident>,
        fields: &Fields,
        unify: &mut Unify,
        lenient: bool,
    ) -> Result<Product> {
        let style = match fields {
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(_) => Style::Unnamed,
            Fields::Unit => Style::Unit,
        };
        let read = |field: &syn::Field| {
            let mut keys = Keys::from_attributes(&field.attrs, Place::Field)?;
            keys.bounds.name_self(of_type);
            let mut ty = field.ty.clone();
            unify.visit_type_mut(&mut ty);
            Ok(Field { name: field.ident.clone(), ty, keys, lenient })
        };
        let fields = fields.iter().map(read).collect::<Result<_>>()?;
        Ok(Product { of_type: of_type.clone(), variant: variant.cloned(), style, fields, double: None })
    }

    /// The product of a double, which has this source in a file of tests.
    pub(super) fn written_as(self, double: Option<&LitStr>) -> Product {
        Product { double: double.cloned(), ..self }
    }

    pub(super) fn variant(&self) -> Option<&Ident> {
        self.variant.as_ref()
    }

    /// True if its source has all of its fields.
    pub(super) fn is_written(&self) -> bool {
        self.fields.iter().all(Field::is_built)
    }

    pub(super) fn given(&self) -> impl Iterator<Item = &Ident> {
        self.fields.iter().flat_map(|field| &field.keys.given)
    }

    /// The types of the fields that are built by their types.
    pub(super) fn types(&self) -> impl Iterator<Item = &Type> {
        self.fields.iter().filter(|field| field.is_built()).map(|field| &field.ty)
    }

    /// Rejects fields that cannot be built.
    pub(super) fn check(&self) -> Result<()> {
        let strict = self.fields.iter().filter(|field| field.is_built() && !field.lenient);
        match strict.map(|field| &field.ty).find(|ty| Mentioned::from_type(ty).is_static && !lasts(ty)) {
            Some(ty) => Err(Error::new_spanned(
                ty,
                "the type mentions `'static`, which no built value outlives; take a lifetime of the type's own instead, \
                 or give `#[sbst(with = path)]` or `#[sbst(skip)]`",
            )),
            None => Ok(()),
        }
    }

    pub(super) fn shape(&self, naming: &Naming, items: &mut Items<'_>) -> TokenStream {
        let (at, runtime) = (mixed_site(), items.runtime);
        let of = [Some(&self.of_type), self.variant.as_ref()].into_iter().flatten();
        let of: String = of.map(|name| format!("{}_", name.unraw())).collect();
        let fields = self.fields.iter().enumerate().filter(|(_, field)| !field.keys.skip);
        let shape = |(index, field): (usize, &Field)| {
            let name = field.name.as_ref().map_or_else(|| index.to_string(), |name| name.unraw().to_string());
            field.shape(&self.of_type, &format!("{of}{name}"), items)
        };
        let fields: Vec<TokenStream> = fields.map(shape).collect();
        let template = match &self.double {
            Some(source) => {
                let value =
                    format!("{{self::{}}}{}", name_of_double(&self.of_type.to_string()), self.values());
                Pieces::with_item(&source.value(), &value).emit()
            }
            None => self.template(naming).emit(),
        };
        quote_spanned! {at=>
            #runtime::__private::shape::Product { fields: &[#(#fields),*], template: #template, fallible: false }
        }
    }

    pub(super) fn template(&self, naming: &Naming) -> Template {
        let variant = self.variant.as_ref().map(|variant| format!("::{variant}")).unwrap_or_default();
        Template::item(&naming.in_tests, &(variant + &self.values()))
    }

    /// The source of its fields behind its name.
    fn values(&self) -> String {
        let mut indices = 0..;
        let mut value = |field: &Field| match field.keys.skip {
            true => "Default::default()".to_owned(),
            false => indices.next().map(|index| format!("{{{index}}}")).unwrap_or_default(),
        };
        let fields: Vec<String> = match self.style {
            Style::Named => {
                let name = |field: &Field| field.name.as_ref().map(Ident::to_string).unwrap_or_default();
                self.fields.iter().map(|field| format!("{}: {}", name(field), value(field))).collect()
            }
            _ => self.fields.iter().map(value).collect(),
        };
        match (self.style, &fields[..]) {
            (Style::Unit, _) => String::new(),
            (Style::Named, []) => " {{}}".to_owned(),
            (Style::Named, fields) => format!(" {{{{ {} }}}}", fields.join(", ")),
            (Style::Unnamed, fields) => format!("({})", fields.join(", ")),
        }
    }

    pub(super) fn build(&self, naming: &Naming, items: &mut Items<'_>) -> TokenStream {
        let (at, of) = (mixed_site(), &naming.in_code);
        let values: Vec<TokenStream> = self.fields.iter().map(|field| field.build(items)).collect();
        let members = self.fields.iter().enumerate().map(|(index, field)| match &field.name {
            Some(name) => as_ours(name),
            None => Index { index: index as u32, span: at }.into_token_stream(),
        });
        let variant = self.variant.as_ref().map(as_ours).map(|variant| quote_spanned!(at=> ::#variant));
        match (self.style, naming.is_own) {
            (Style::Unnamed, true) => quote_spanned!(at=> #of #variant (#(#values),*)),
            (Style::Unit, true) => quote_spanned!(at=> #of #variant),
            // If its type is named by an alias, this is the only way to write it.
            _ => quote_spanned!(at=> #of #variant { #(#members: #values),* }),
        }
    }
}

impl Field {
    fn is_built(&self) -> bool {
        let Keys { with, arbitrary, skip, .. } = &self.keys;
        with.is_none() && !arbitrary && !skip
    }

    /// True if the runtime decides whether the field can be built: it has more information on trait
    /// objects than their types.
    fn is_lenient(&self, items: &Items<'_>) -> bool {
        self.lenient || has_any(&self.ty, items)
    }

    /// A function that returns the shape of the field `name` of the type `own`.
    fn shape(&self, own: &Ident, name: &str, items: &mut Items<'_>) -> TokenStream {
        let (at, runtime) = (mixed_site(), items.runtime);
        let ty = as_ours(&self.ty);
        if let Some(path) = &self.keys.with {
            let template = items.template(&Template::call(path, Some(&own.to_string())));
            let (there, path) = (find_place(path), as_ours(path));
            return quote_spanned! {there=>
                || #runtime::__private::constructed_shape::<#template, _, _, #ty>(#path)
            };
        }
        let bounds = items.bounds(&self.keys.bounds, name);
        if self.keys.arbitrary {
            return quote_spanned!(at=> #runtime::__private::arbitrary_shape::<#ty, #bounds>);
        }
        if !self.is_lenient(items) {
            let ty = lasting(&self.ty, items).unwrap_or(ty);
            return quote_spanned!(at=> <#ty as #runtime::__private::Build<'sbst>>::shape::<#bounds>);
        }
        let traits = bring_into_scope(&PARTS, runtime);
        let part = match self.ty {
            // The type of the field is unknown here.
            Type::Infer(_) => quote_spanned!(at=> #runtime::__private::Without::<(), #bounds>::NEW),
            _ => self.part(&bounds, items),
        };
        quote_spanned!(at=> || { #traits (&#part).shape() })
    }

    fn build(&self, items: &mut Items<'_>) -> TokenStream {
        let (at, runtime) = (mixed_site(), items.runtime);
        let ty = as_ours(&self.ty);
        match &self.keys {
            Keys { skip: true, .. } => {
                let there = find_place(&self.ty);
                quote_spanned!(there=> ::core::default::Default::default())
            }
            Keys { with: Some(path), .. } => {
                let (there, path) = (find_place(path), as_ours(path));
                quote_spanned!(there=> frame.construct::<_, _, #ty>(#path))
            }
            Keys { arbitrary: true, .. } => quote_spanned!(at=> frame.arbitrary::<#ty>()),
            _ if self.is_lenient(items) => {
                let unbounded = quote_spanned!(at=> #runtime::__private::Unbounded);
                let (traits, part) = (bring_into_scope(&PARTS, runtime), self.part(&unbounded, items));
                quote_spanned!(at=> { #traits (&#part).build(frame) })
            }
            _ => {
                let ty = lasting(&self.ty, items).unwrap_or(ty);
                quote_spanned!(at=> <#ty as #runtime::__private::Build<'sbst>>::build(frame))
            }
        }
    }

    /// The runtime's test whether the field can be built. Method look-up ignores lifetimes, so
    /// `'static` is handled here.
    fn part(&self, bounds: &TokenStream, items: &mut Items<'_>) -> TokenStream {
        let (at, runtime) = (mixed_site(), items.runtime);
        let ty = as_ours(&self.ty);
        if let Some(lasting) = lasting(&self.ty, items) {
            let lasting = quote_spanned!(at=> #runtime::__private::compose::Of::<#lasting>::NEW);
            return quote_spanned!(at=> #runtime::__private::Part::<#ty, #bounds, _>::composed(#lasting));
        }
        // No value can be built of a type that only the compiler infers.
        if Mentioned::from_type(&self.ty).is_static || matches!(self.ty, Type::Infer(_)) {
            return quote_spanned!(at=> #runtime::__private::Without::<#ty, #bounds>::NEW);
        }
        match part(&self.ty, items) {
            Some(part) => quote_spanned!(at=> #runtime::__private::Part::<#ty, #bounds, _>::composed(#part)),
            None => quote_spanned!(at=> #runtime::__private::Part::<#ty, #bounds>::NEW),
        }
    }
}
