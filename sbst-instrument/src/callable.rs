//! How the search calls a function: its parameters, and the functions inside it that build the arguments and make the
//! call; or the reason why it cannot be called.
//!
//! A function that cannot be called keeps its probes and its registration, because others may call it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned, ToTokens};
use syn::ext::IdentExt as _;
use syn::{FnArg, GenericParam, ItemFn, Pat, Path, ReturnType, Safety, Signature, Type};

use crate::lifetimes::{borrows, declared, elide, Mentioned};
use crate::source_text::source_text;

/// A parameter of a function.
pub struct Parameter {
    /// Its name without `r#`, or `argument_N` when it is bound by a pattern.
    pub name: String,
    /// Its type as written.
    pub type_text: String,
    /// How the runtime takes it.
    passing: Passing,
    /// The type that `passing` is about, as it can be written inside the function.
    ty: Type,
}

/// How an argument is passed. What is built for a reference is what it points at.
enum Passing {
    ByValue,
    Shared,
    Mutable,
}

/// The parameters that `signature` declares, without a receiver.
pub fn parameters(signature: &Signature) -> Vec<Parameter> {
    let lifetimes = declared(&signature.generics);
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(parameter) => Some(parameter),
        FnArg::Receiver(_) => None,
    });
    typed
        .enumerate()
        .map(|(index, parameter)| {
            let name = match &*parameter.pat {
                Pat::Ident(binding) => binding.ident.unraw().to_string(),
                _ => format!("argument_{index}"),
            };
            let type_text = source_text(parameter.ty.to_token_stream());
            let (passing, mut ty) = match peeled(&parameter.ty) {
                Type::Reference(reference) if reference.mutability.is_some() => {
                    (Passing::Mutable, &*reference.elem)
                }
                Type::Reference(reference) => (Passing::Shared, &*reference.elem),
                other => (Passing::ByValue, other),
            };
            ty = peeled(ty);
            let mut ty = ty.clone();
            elide(&mut ty, &lifetimes);
            Parameter { name, type_text, passing, ty }
        })
        .collect()
}

fn peeled(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Paren(inner) => &inner.elem,
            Type::Group(inner) => &inner.elem,
            _ => return ty,
        }
    }
}

/// Why the search cannot call `function`, and what can be done about it.
pub fn obstacle(function: &ItemFn) -> Option<String> {
    let signature = &function.sig;
    if let Some(parameter) =
        signature.generics.params.iter().find(|p| !matches!(p, GenericParam::Lifetime(_)))
    {
        let name = match parameter {
            GenericParam::Type(parameter) => &parameter.ident,
            GenericParam::Const(parameter) => &parameter.ident,
            GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
        };
        return Some(format!(
            "it is generic over `{name}`; to search it, annotate a function too that calls it with concrete types"
        ));
    }
    if signature.constness.is_some() {
        return Some(
            "it is a `const fn`, in which probes cannot record; annotate a function that calls it".into(),
        );
    }
    if signature.asyncness.is_some() {
        return Some(
            "it is `async`; to search it, annotate a function too that runs its future to the end".into(),
        );
    }
    if matches!(signature.safety, Safety::Unsafe(_)) {
        return Some("it is `unsafe`; to search it, annotate a safe function too that calls it".into());
    }
    if signature.abi.is_some() || signature.variadic.is_some() {
        return Some(
            "it is `extern`; to search it, annotate a function of Rust's own ABI too that calls it".into(),
        );
    }
    if function.attrs.iter().any(|attribute| attribute.path().is_ident("target_feature")) {
        return Some(
            "it has `#[target_feature]`; to search it, annotate a function too that may call it".into(),
        );
    }
    signature
        .inputs
        .iter()
        .enumerate()
        .find_map(|(index, input)| obstacle_of_parameter(index, input, signature))
}

fn obstacle_of_parameter(index: usize, input: &FnArg, signature: &Signature) -> Option<String> {
    let FnArg::Typed(parameter) = input else {
        return Some("it takes `self`; to search it, annotate a function that calls it".into());
    };
    let what = match &*parameter.pat {
        Pat::Ident(binding) => format!("its parameter `{}`", binding.ident.unraw()),
        _ => format!("its parameter number {}", index + 1),
    };
    let mentioned = Mentioned::of(&parameter.ty);
    let lifetimes = declared(&signature.generics);
    if mentioned.is_opaque {
        return Some(format!(
            "{what} is an `impl Trait`; to search it, annotate a function too that calls it"
        ));
    }
    if mentioned.is_static {
        return Some(format!(
            "{what} mentions `'static`, which no built value outlives; take a lifetime of the function's instead"
        ));
    }
    if let Some(name) = mentioned.in_functions.iter().find(|name| lifetimes.contains(*name)) {
        return Some(format!(
            "{what} has the lifetime `'{name}` in a function's type; annotate a function too that calls it"
        ));
    }
    if parameter.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
        return Some(format!("{what} is under a `#[cfg]`; annotate a function too that calls it"));
    }
    None
}

/// The functions that the registration refers to, and the `Callable` that names them.
pub(crate) fn emit(
    signature: &Signature,
    parameters: &[Parameter],
    runtime: &Path,
) -> (TokenStream, TokenStream) {
    let at = Span::mixed_site();
    let builders: Vec<TokenStream> = parameters.iter().map(|parameter| parameter.builder(runtime)).collect();
    let arguments: Vec<Ident> =
        (0..parameters.len()).map(|index| format_ident!("argument_{index}", span = at)).collect();
    let name = &signature.ident;
    let never = matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)));
    let observe = if never {
        quote_spanned!(at=> #name(#(#arguments),*);)
    } else {
        quote_spanned! {at=>
            let result = #name(#(#arguments),*);
            (&#runtime::__private::Observed(&result)).observe(frame);
            frame.keep(result);
        }
    };
    let building: &[&str] = if builders.is_empty() { &[] } else { &["CanBuild", "CannotBuild"] };
    let observing: &[&str] = if never { &[] } else { &["CanObserve", "CannotObserve"] };
    let shape_traits = bring_into_scope(building, runtime);
    let call_traits = bring_into_scope(&[building, observing].concat(), runtime);

    let functions = quote_spanned! {at=>
        fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
            #shape_traits
            #( shapes.push(#builders.shape()); )*
        }
        fn __sbst_call<'sbst>(frame: &'sbst #runtime::__private::Frame<'sbst>) {
            #call_traits
            #( let #arguments = #builders.argument(frame); )*
            #observe
        }
    };
    let borrows = borrows(signature);
    let callable = quote_spanned! {at=>
        #runtime::__private::Callable { borrows: &[#(#borrows),*], shapes: __sbst_shapes, call: __sbst_call }
    };
    (functions, callable)
}

/// Imports traits of the runtime, nameless. Of a preferred trait and its fallback one often remains unused.
pub(crate) fn bring_into_scope(traits: &[&str], runtime: &Path) -> TokenStream {
    if traits.is_empty() {
        return TokenStream::new();
    }
    let at = Span::mixed_site();
    let traits = traits.iter().map(|name| Ident::new(name, at));
    quote_spanned! {at=>
        #[allow(unused_imports)]
        use #runtime::__private::{#(#traits as _),*};
    }
}

impl Parameter {
    /// The value whose methods tell the parameter's shape and build its argument.
    fn builder(&self, runtime: &Path) -> TokenStream {
        let at = Span::mixed_site();
        let passing = match self.passing {
            Passing::ByValue => quote_spanned!(at=> ByValue),
            Passing::Shared => quote_spanned!(at=> Shared),
            Passing::Mutable => quote_spanned!(at=> Mutable),
        };
        let ty = &self.ty;
        quote_spanned!(at=> (&#runtime::__private::#passing::<#ty>::NEW))
    }

    /// Writes the parameter as the runtime's `Parameter`.
    pub(crate) fn emit(&self, runtime: &Path) -> TokenStream {
        let Parameter { name, type_text, .. } = self;
        quote!(#runtime::__private::Parameter { name: #name, type_text: #type_text })
    }
}
