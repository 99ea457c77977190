//! A parameter, and how its argument is made.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::ext::IdentExt as _;
use syn::{
    FnArg, GenericArgument, Pat, Path, PathArguments, Result, ReturnType, Signature, Type, TypePath,
    TypeReference,
};

use crate::attribute::bounds::Bounds;
use crate::attribute::keys::{Keys, Place};
use crate::attribute::template::Template;
use crate::call::building::composition::composition;
use crate::call::building::items::Items;
use crate::call::building::permanent::lasting;
use crate::call::building::permanent::lasts;
use crate::call::signature::function_type::FunctionType;
use crate::syntax::lifetimes::{declared, elide, is_lent_for_the_call, peeled};
use crate::syntax::spans::{as_ours, find_place};
use sbst_source::source_text::source_text;
use sbst_vocabulary::standard::types::is_unsized;

pub struct Parameter {
    /// Its name without `r#`, or `argument_N` if it is bound by a pattern.
    pub name: String,
    pub type_text: String,
    /// True if it can be observed after the call, which may change it.
    is_observed: bool,
    /// True if a part of its type has no name for a call to write.
    pub(crate) is_nameless: bool,
    pub(crate) passing: Passing,
    pub(crate) making: Making,
}

/// The mode of passing an argument. For a reference, its referent is made.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Passing {
    ByValue,
    Shared,
    Mutable,
    /// A `Pin<&mut T>`.
    Pinned,
}

/// The mode of making an argument. Types are written as they can be inside the function.
pub(crate) enum Making {
    Building(Type, Bounds),
    /// From bytes.
    Arbitrary(Type, Bounds),
    Calling(Path, Type),
    /// A function whose results are built.
    Function(FunctionType, Bounds),
    /// A formatter that the standard library makes for the call.
    Formatting(Type),
}

/// The parameters in `signature`, without a receiver, with their attributes.
pub fn parameters(signature: &Signature) -> Result<Vec<Parameter>> {
    let lifetimes = declared(&signature.generics);
    let typed = signature.inputs.iter().enumerate().filter_map(|(position, input)| match input {
        FnArg::Typed(parameter) => Some((position, parameter)),
        FnArg::Receiver(_) => None,
    });
    let formatter = formatter(signature);
    typed
        .enumerate()
        .map(|(index, (position, parameter))| {
            let keys = Keys::from_attributes(&parameter.attrs, Place::Parameter)?;
            let name = match &*parameter.pat {
                Pat::Ident(binding) => binding.ident.unraw().to_string(),
                _ => format!("argument_{index}"),
            };
            let type_text = source_text(parameter.ty.to_token_stream());
            let (passing, ty) = match peeled(&parameter.ty) {
                // No built value lives that long. A function must return the reference itself, or
                // the value is one of the few that the runtime keeps forever.
                Type::Reference(reference)
                    if is_static(reference) && (keys.with.is_some() || lasts(&parameter.ty)) =>
                {
                    (Passing::ByValue, &*parameter.ty)
                }
                Type::Reference(reference) if reference.mutability.is_some() => {
                    (Passing::Mutable, &*reference.elem)
                }
                Type::Reference(reference) => (Passing::Shared, &*reference.elem),
                other if keys.with.is_none() && !keys.arbitrary => match in_pin(other) {
                    Some(pinned) => (Passing::Pinned, pinned),
                    None => (Passing::ByValue, other),
                },
                other => (Passing::ByValue, other),
            };
            let mut ty = peeled(ty).clone();
            elide(&mut ty, &lifetimes);
            let function = FunctionType::from_type(&parameter.ty);
            let making = match (keys.with, keys.arbitrary, function) {
                (Some(path), ..) => Making::Calling(path, ty),
                (None, true, _) => Making::Arbitrary(ty, keys.bounds),
                (None, false, None) if formatter == Some(position) => Making::Formatting(ty),
                (None, false, Some(function)) => Making::Function(function, keys.bounds),
                (None, false, None) => Making::Building(ty, keys.bounds),
            };
            let is_observed = passing == Passing::Mutable
                && !matches!(making, Making::Function(..) | Making::Formatting(_))
                && is_lent_for_the_call(position, signature);
            Ok(Parameter { name, type_text, is_observed, is_nameless: false, passing, making })
        })
        .collect()
}

/// The position of the first input that is a formatter of the standard library, by names. Its type
/// has the name `Formatter` and is used for the call alone, and the result has the name of a
/// formatting result.
fn formatter(signature: &Signature) -> Option<usize> {
    if !gives_result(&signature.output) {
        return None;
    }
    let is_formatter = |(position, input): (usize, &FnArg)| {
        let FnArg::Typed(typed) = input else { return false };
        let Type::Reference(reference) = peeled(&typed.ty) else { return false };
        let Type::Path(TypePath { qself: None, path, .. }) = peeled(&reference.elem) else { return false };
        let is_named = path.segments.last().is_some_and(|last| {
            let is_elided = |argument: &GenericArgument| matches!(argument, GenericArgument::Lifetime(lifetime) if lifetime.ident == "_");
            last.ident == "Formatter"
                && match &last.arguments {
                    PathArguments::None => true,
                    PathArguments::AngleBracketed(arguments) => arguments.args.iter().all(is_elided),
                    PathArguments::Parenthesized(_) => false,
                }
        });
        let is_parameter = signature.generics.type_params().any(|parameter| path.is_ident(&parameter.ident));
        let is_bare = typed.attrs.is_empty();
        reference.mutability.is_some()
            && is_named
            && !is_parameter
            && is_bare
            && is_lent_for_the_call(position, signature)
    };
    signature.inputs.iter().enumerate().position(is_formatter)
}

fn gives_result(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else { return false };
    let Type::Path(TypePath { qself: None, path, .. }) = peeled(ty) else { return false };
    path.segments.last().is_some_and(|last| {
        let is_of_nothing = match &last.arguments {
            PathArguments::None => true,
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(Type::Tuple(tuple))) => tuple.elems.is_empty(),
                _ => false,
            },
            PathArguments::Parenthesized(_) => false,
        };
        last.ident == "Result" && is_of_nothing
    })
}

pub(crate) struct Emitted {
    pub(crate) shape: TokenStream,
    pub(crate) making: TokenStream,
    pub(crate) argument: TokenStream,
    /// The statement that observes the argument after the call.
    pub(crate) observation: TokenStream,
}

impl Emitted {
    /// The code for an argument behind a node that chooses its type.
    pub(crate) fn behind_choice(self) -> Emitted {
        let making = self.making;
        Emitted { making: quote_spanned!(mixed_site()=> __sbst_frame.skip_choice(); #making), ..self }
    }
}

impl Parameter {
    /// True if the runtime decides how its values are built.
    pub(crate) fn is_built(&self) -> bool {
        matches!(self.making, Making::Building(..))
    }

    pub(crate) fn is_function(&self) -> bool {
        matches!(self.making, Making::Function(..))
    }

    pub(crate) fn formatter(&self) -> Option<&Type> {
        match &self.making {
            Making::Formatting(ty) => Some(ty),
            _ => None,
        }
    }

    pub(crate) fn is_pinned(&self) -> bool {
        self.passing == Passing::Pinned
    }

    pub(crate) fn is_observed(&self) -> bool {
        self.is_observed
    }

    /// Writes the code for the parameter with this index.
    pub(crate) fn emit_making(&self, index: usize, items: &mut Items<'_>, runtime: &Path) -> Emitted {
        let at = mixed_site();
        let variable = format_ident!("argument_{index}", span = at);
        let (shape, value) = match &self.making {
            Making::Building(ty, bounds) if lasts(ty) => {
                let bounds = items.bounds(bounds, &self.name);
                let lasting = lasting(ty, items).into_token_stream();
                let (ty, lasting) =
                    (self.passing.argument_type(&as_ours(ty)), self.passing.argument_type(&lasting));
                let builder =
                    quote_spanned!(at=> (&#runtime::__private::Lasting::<#ty, #bounds, #lasting>::NEW));
                (quote_spanned!(at=> #builder.shape()), quote_spanned!(at=> #builder.argument(__sbst_frame)))
            }
            Making::Building(ty, bounds) => {
                let composition = composition(ty, items);
                let ty = as_ours(ty);
                let passing = self.passing.builder();
                let builder = match composition {
                    Some(composition) => {
                        let bounds = items.bounds(bounds, &self.name);
                        quote_spanned! {at=>
                            (&#runtime::__private::#passing::<#ty, #bounds, _>::composed(#composition))
                        }
                    }
                    None => {
                        let bounds =
                            (!bounds.is_none()).then(|| items.bounds(bounds, &self.name)).into_iter();
                        quote_spanned!(at=> (&#runtime::__private::#passing::<#ty #(, #bounds)*>::NEW))
                    }
                };
                (quote_spanned!(at=> #builder.shape()), quote_spanned!(at=> #builder.argument(__sbst_frame)))
            }
            Making::Arbitrary(ty, bounds) => {
                let (ty, bounds) = (as_ours(ty), items.bounds(bounds, &self.name));
                let shape = quote_spanned!(at=> #runtime::__private::arbitrary_shape::<#ty, #bounds>);
                let shape = match self.passing.sign() {
                    "" => shape,
                    sign => {
                        let template = format!("{sign}{{0}}");
                        quote_spanned! {at=>
                            || const {
                                &#runtime::__private::shape::Shape::Wrapper(
                                    #runtime::__private::shape::Wrapper::new(#shape, #template)
                                )
                            }
                        }
                    }
                };
                let shape = quote_spanned!(at=> #runtime::__private::ParameterShape::made(#shape));
                (shape, self.passing.lend(&quote_spanned!(at=> __sbst_frame.arbitrary::<#ty>())))
            }
            Making::Calling(path, ty) => {
                let ty = as_ours(owned(ty, runtime));
                let template = items.template(&Template::call(path, None).after(self.passing.sign()));
                let (there, path) = (find_place(path), as_ours(path));
                let shape = quote_spanned! {there=>
                    #runtime::__private::constructed_parameter::<#template, _, _, #ty>(#path)
                };
                (
                    shape,
                    self.passing.lend(&quote_spanned!(there=> __sbst_frame.construct::<_, _, #ty>(#path))),
                )
            }
            Making::Formatting(ty) => {
                let ty = as_ours(ty);
                let formatting = quote_spanned!(at=> (&#runtime::__private::Formatting::<#ty>::NEW));
                (quote_spanned!(at=> #formatting.shape()), quote_spanned!(at=> #formatting.way(__sbst_frame)))
            }
            Making::Function(function, bounds) => {
                let (bounds, result) = (items.bounds(bounds, &self.name), as_ours(&function.result));
                let built = lasting(&function.result, items).unwrap_or_else(|| result.clone());
                let template = items.template(&Template::source(function.template()));
                let closure = &function.closure;
                let (keys, parameters) = (closure.keys(runtime), closure.parameters(runtime));
                let builder = quote_spanned! {at=>
                    (&#runtime::__private::FunctionParameter::<#result, #bounds, #template, #built, #keys>::NEW)
                };
                let last = function.is_lent().then(|| quote_spanned!(at=> .for_last_statement()));
                let place = function.place(index);
                return Emitted {
                    shape: quote_spanned!(at=> #builder.shape(#parameters) #last),
                    making: quote_spanned! {at=>
                        let #variable = #place;
                        #builder.install(__sbst_frame, #variable, #parameters);
                    },
                    argument: function.argument((&builder, &variable), index, runtime),
                    observation: TokenStream::new(),
                };
            }
        };
        let making = quote_spanned!(at=> let #variable = #value;);
        if let Making::Formatting(_) = &self.making {
            let argument = format_ident!("__sbst_formatter", span = at).into_token_stream();
            return Emitted { shape, making, argument, observation: TokenStream::new() };
        }
        if self.is_observed {
            let observation = quote_spanned! {at=>
                (&#runtime::__private::ObservedArgument(&*#variable)).observe_argument(__sbst_frame, #index);
                __sbst_frame.inspect_argument(
                    &|| (&&&&&#runtime::__private::Displayed(&*#variable)).text(),
                    &|| (&&#runtime::__private::Iterated(&*#variable)).items(__sbst_frame),
                );
            };
            Emitted { shape, making, argument: quote_spanned!(at=> &mut *#variable), observation }
        } else {
            let argument = variable.into_token_stream();
            Emitted { shape, making, argument, observation: TokenStream::new() }
        }
    }

    pub(crate) fn emit(&self, runtime: &Path) -> TokenStream {
        let Parameter { name, type_text, .. } = self;
        quote!(#runtime::__private::Parameter { name: #name, type_text: #type_text })
    }
}

impl Passing {
    /// The runtime's type for making arguments of this mode.
    pub(crate) fn builder(self) -> TokenStream {
        let at = mixed_site();
        match self {
            Passing::ByValue => quote_spanned!(at=> ByValue),
            Passing::Shared => quote_spanned!(at=> Shared),
            Passing::Mutable => quote_spanned!(at=> Mutable),
            Passing::Pinned => quote_spanned!(at=> Pinned),
        }
    }

    /// The argument's type for a value of this type.
    fn argument_type(self, ty: &TokenStream) -> TokenStream {
        let at = mixed_site();
        match self {
            Passing::ByValue => ty.clone(),
            Passing::Shared => quote_spanned!(at=> &'_ #ty),
            Passing::Mutable => quote_spanned!(at=> &'_ mut #ty),
            Passing::Pinned => quote_spanned!(at=> ::core::pin::Pin<&'_ mut #ty>),
        }
    }

    /// The operator of an argument expression.
    fn sign(self) -> &'static str {
        match self {
            Passing::ByValue | Passing::Pinned => "",
            Passing::Shared => "&",
            Passing::Mutable => "&mut ",
        }
    }

    /// The value as an argument. The target of a reference lives as long as the execution.
    fn lend(self, value: &TokenStream) -> TokenStream {
        let at = mixed_site();
        match self {
            Passing::ByValue | Passing::Pinned => value.clone(),
            Passing::Shared => quote_spanned!(at=> &*__sbst_frame.lend(#value)),
            Passing::Mutable => quote_spanned!(at=> __sbst_frame.lend(#value)),
        }
    }
}

/// `T` of `Pin<&mut T>`.
fn in_pin(ty: &Type) -> Option<&Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return None };
    let last = path.segments.last().filter(|last| last.ident == "Pin")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Type(Type::Reference(reference))), None)
            if reference.mutability.is_some() && !is_static(reference) =>
        {
            Some(&reference.elem)
        }
        _ => None,
    }
}

fn is_static(reference: &TypeReference) -> bool {
    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
}

/// The type of a value to take a reference `&ty` of: `ty` itself, or the owned type if it has no
/// size.
fn owned(ty: &Type, runtime: &Path) -> TokenStream {
    let is_without_size = match ty {
        Type::Slice(_) => true,
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.arguments.is_none() && is_unsized(&last.ident.to_string())),
        _ => false,
    };
    if is_without_size {
        quote_spanned!(mixed_site()=> <#ty as #runtime::__private::ToOwned>::Owned)
    } else {
        ty.to_token_stream()
    }
}
