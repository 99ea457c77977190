//! The call itself: the path to the function, the use of its result, and the code around it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use sbst_source::span::mixed_site;
use syn::{parse_quote, GenericArgument, Path, PathArguments, ReturnType, Token, Type, TypeParamBound};

use crate::call::emit::lazy_results::Lazy;
use crate::call::signature::callee::Callee;
use crate::call::signature::parameter::Emitted;
use crate::call::signature::returned_functions::Applied;
use crate::call::types::ours::is_named_by_us;
use crate::syntax::lifetimes::{declared, elide, peeled};
use crate::syntax::spans::{as_ours, located};
use crate::syntax::walk::{Node, Walk as _};

impl Callee {
    /// True if the function returns a future, of its own body or another one.
    pub(crate) fn gives_future(&self) -> bool {
        let signature = &self.opened.signature;
        let ReturnType::Type(_, output) = &signature.output else { return signature.asyncness.is_some() };
        signature.asyncness.is_some() || is_future(output)
    }

    /// The type of the result, if the caller can write it. For a `Result`, only the value matters,
    /// and an `Option` of it represents both.
    pub(crate) fn gives(&self) -> Option<TokenStream> {
        let signature = &self.opened.signature;
        let ReturnType::Type(_, output) = &signature.output else { return None };
        let mut ty = match value_of_result(output) {
            Some(value) => parse_quote!(::core::option::Option<#value>),
            None => (**output).clone(),
        };
        if signature.asyncness.is_some() || is_future(output) || !is_written_out(&ty) {
            return None;
        }
        elide(&mut ty, &declared(&signature.generics));
        Some(as_ours(ty))
    }

    fn path(&self) -> TokenStream {
        let at = mixed_site();
        let lifetimes = declared(&self.opened.signature.generics);
        // Resolved outside of the scope of parameters, which may have the same name.
        let mut name = self.twin.as_ref().unwrap_or(&self.opened.signature.ident).clone();
        name.set_span(located(name.span()));
        let owned = self.own.as_ref().map(|own| {
            let mut ty = own.ty.clone();
            elide(&mut ty, &lifetimes);
            let ty = as_ours(ty);
            match &own.of_trait {
                None => quote_spanned!(at=> <#ty>::),
                Some(of_trait) => {
                    let mut of_trait: Type = parse_quote!(#of_trait);
                    elide(&mut of_trait, &lifetimes);
                    let of_trait = as_ours(of_trait);
                    quote_spanned!(at=> <#ty as #of_trait>::)
                }
            }
        });
        let choices = self.own_choices();
        let generics = (!choices.is_empty()).then(|| {
            let arguments = choices.iter().map(|choice| as_ours(choice.argument()));
            quote_spanned!(at=> ::<#(#arguments),*>)
        });
        quote_spanned!(at=> #owned #name #generics)
    }

    /// The call, and those of the functions that it returns.
    fn calls(&self, parameters: &[Emitted]) -> TokenStream {
        let (at, path) = (mixed_site(), self.path());
        let ends = self.applied.iter().map(|applied| applied.first).chain([parameters.len()]);
        let ends: Vec<usize> = ends.collect();
        let arguments = |from: usize, to: usize| {
            let arguments = parameters[from..to].iter().map(|parameter| &parameter.argument);
            quote_spanned!(at=> #(#arguments),*)
        };
        let first = arguments(0, ends[0]);
        let mut call = quote_spanned!(at=> #path(#first));
        for (applied, end) in self.applied.iter().zip(&ends[1..]) {
            let first = applied.first + usize::from(applied.earlier.is_some());
            let arguments = arguments(first, *end);
            call = match applied {
                Applied { earlier: Some(count), .. } => {
                    let earlier = &parameters[applied.first].argument;
                    let names: Vec<Ident> = (0..*count)
                        .map(|number| format_ident!("__sbst_earlier_{number}", span = at))
                        .collect();
                    let (items, pattern) = match &names[..] {
                        [] => (quote_spanned!(at=> 0..#earlier.unwrap_or(0)), quote_spanned!(at=> _)),
                        [name] => {
                            (quote_spanned!(at=> #earlier.into_iter().flatten()), quote_spanned!(at=> #name))
                        }
                        names => (
                            quote_spanned!(at=> #earlier.into_iter().flatten()),
                            quote_spanned!(at=> (#(#names),*)),
                        ),
                    };
                    quote_spanned! {at=>
                        {
                            let mut __sbst_function = #call;
                            for #pattern in #items {
                                ::core::mem::drop(__sbst_function(#(#names),*));
                            }
                            __sbst_function(#arguments)
                        }
                    }
                }
                Applied { is_inner: false, .. } => quote_spanned!(at=> #call(#arguments)),
                Applied { is_mutable, .. } => {
                    let mutable = is_mutable.then(|| quote_spanned!(at=> mut));
                    quote_spanned!(at=> #call.map(|#mutable __sbst_function| __sbst_function(#arguments)))
                }
            };
        }
        call
    }

    /// The call, and the use of its result. Arguments are observed when the result is dropped,
    /// because it may have borrowed from them in a way that the signature does not show.
    pub(crate) fn call(&self, parameters: &[Emitted], never: bool, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let mut call = self.calls(parameters);
        if self.is_unsafe() {
            call = quote_spanned!(at=> unsafe { #call });
        }
        if self.gives_future() {
            call = quote_spanned!(at=> #runtime::__private::block_on(#call));
        }
        if never {
            return self.with_formatter(quote_spanned!(at=> #call;), runtime);
        }
        let observations = parameters.iter().map(|parameter| &parameter.observation);
        let keep = match self.gives() {
            Some(_) => {
                quote_spanned! {at=>
                    (&&#runtime::__private::Given::from_result(&result)).keep(__sbst_frame, result);
                }
            }
            None => quote_spanned!(at=> __sbst_frame.keep(result);),
        };
        let look = match self.gives_items() {
            None => quote_spanned! {at=>
                (&#runtime::__private::Observed(&result)).observe(__sbst_frame);
                __sbst_frame.inspect(
                    &|| (&&&&&#runtime::__private::Displayed(&result)).text(),
                    &|| (&&#runtime::__private::Iterated(&result)).items(__sbst_frame),
                    &|| (&&&#runtime::__private::Varied(&result)).variant(),
                );
                #keep
            },
            Some(Lazy { is_inner, .. }) => {
                let marker = Ident::new(if is_inner { "LazyInner" } else { "Lazy" }, at);
                quote_spanned! {at=>
                    if let ::core::option::Option::Some(result) =
                        (&&#runtime::__private::#marker::from_result(&result)).consume(__sbst_frame, result)
                    {
                        #keep
                    }
                }
            }
        };
        // A `match`, so that borrows for the call live as long as the result.
        let observed = quote_spanned! {at=>
            match #call {
                result => {
                    #look
                }
            }
            #( #observations )*
        };
        self.with_formatter(observed, runtime)
    }

    /// A call wrapped in code that provides a formatter, if the function takes one.
    fn with_formatter(&self, call: TokenStream, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let formatters = self.parameters.iter().enumerate();
        let Some((index, ty)) =
            formatters.filter_map(|(index, parameter)| Some((index, parameter.formatter()?))).next()
        else {
            return call;
        };
        let (ty, way) = (as_ours(ty), format_ident!("argument_{index}", span = at));
        quote_spanned! {at=>
            (&#runtime::__private::Formatting::<#ty>::NEW).format(__sbst_frame, #index, &#way, |__sbst_formatter| { #call });
        }
    }
}

/// `impl Future`, and `Pin<Box<dyn Future>>`.
fn is_future(ty: &Type) -> bool {
    let named = |bounds: &syn::punctuated::Punctuated<TypeParamBound, Token![+]>| {
        bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => {
                bound.path.segments.last().is_some_and(|last| last.ident == "Future")
            }
            _ => false,
        })
    };
    match peeled(ty) {
        Type::ImplTrait(opaque) => named(&opaque.bounds),
        Type::TraitObject(object) => named(&object.bounds),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| match &last.arguments {
            PathArguments::AngleBracketed(arguments) if last.ident == "Pin" || last.ident == "Box" => {
                arguments
                    .args
                    .iter()
                    .any(|argument| matches!(argument, GenericArgument::Type(ty) if is_future(ty)))
            }
            _ => false,
        }),
        _ => false,
    }
}

/// The type of the value in an `Ok`.
pub(crate) fn value_of_result(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(value) => Some(value),
        _ => None,
    })
}

/// True if a type can be written elsewhere unchanged. Then it has no opaque types, `!`, associated
/// types named by the user, or `Self`, which is another type there.
pub(crate) fn is_written_out(ty: &Type) -> bool {
    let mut is_written = true;
    ty.walk(&mut |node| {
        is_written &= match node {
            Node::Type(
                Type::ImplTrait(_) | Type::Never(_) | Type::Macro(_) | Type::Infer(_) | Type::Verbatim(_),
            ) => false,
            Node::Type(Type::Path(path)) => path.qself.is_none() || is_named_by_us(path),
            Node::Path(path) => path.segments.first().is_none_or(|first| first.ident != "Self"),
            _ => true,
        };
        is_written
    });
    is_written
}
