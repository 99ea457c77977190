//! How the search calls a function: its parameters, and the functions inside it that build the arguments and make the
//! call; or the reason why it cannot be called.
//!
//! A function that cannot be called keeps its probes and its registration, because others may call it.

mod function_type;
mod obstacle;
mod parameter;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Path, ReturnType, Signature, Type};

use crate::items::Items;
use crate::lifetimes::borrows;
use parameter::Emitted;

pub use obstacle::obstacle;
pub use parameter::{parameters, Parameter};

/// What makes method look-up choose how an argument is built.
const BUILDING: [&str; 3] = ["CanBuild", "CanBuildArbitrary", "CannotBuild"];

/// The functions that the registration refers to, and the `Callable` that names them.
pub(crate) fn emit(
    signature: &Signature,
    parameters: &[Parameter],
    runtime: &Path,
) -> (TokenStream, TokenStream) {
    let at = Span::mixed_site();
    let mut items = Items::new(runtime, Vec::new());
    let emitted: Vec<Emitted> = parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| parameter.emit_making(index, &mut items, runtime))
        .collect();
    let shapes = emitted.iter().map(|parameter| &parameter.shape);
    let making = emitted.iter().map(|parameter| &parameter.making);
    let never = matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)));
    let call = call(signature, &emitted, never, runtime);
    let items = &items.tokens;

    let any = |wanted: fn(&Parameter) -> bool| parameters.iter().any(wanted);
    let building: &[&str] = if any(Parameter::is_built) { &BUILDING } else { &[] };
    let returning: &[&str] = if any(Parameter::is_function) { &["CanReturn", "CannotReturn"] } else { &[] };
    let observing: &[&str] = if never { &[] } else { &["CanObserve", "CannotObserve"] };
    let observing_arguments: &[&str] =
        if any(Parameter::is_observed) { &["CanObserveArgument", "CannotObserveArgument"] } else { &[] };
    let shape_traits = bring_into_scope(&[building, returning].concat(), runtime);
    let call_traits = [building, returning, observing, observing_arguments].concat();
    let call_traits = bring_into_scope(&call_traits, runtime);

    let functions = quote_spanned! {at=>
        #items
        fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
            #shape_traits
            #( shapes.push(#shapes); )*
        }
        fn __sbst_call<'sbst>(frame: &'sbst #runtime::__private::Frame<'sbst>) {
            #call_traits
            #( #making )*
            frame.arguments_built();
            #call
        }
    };
    let borrows = borrows(signature);
    let callable = quote_spanned! {at=>
        #runtime::__private::Callable { borrows: &[#(#borrows),*], shapes: __sbst_shapes, call: __sbst_call }
    };
    (functions, callable)
}

/// The call, and what is done with what it gives. Arguments are looked at when the result is gone, which may have
/// borrowed from them in a way that the signature does not show.
fn call(signature: &Signature, parameters: &[Emitted], never: bool, runtime: &Path) -> TokenStream {
    let at = Span::mixed_site();
    // Resolved where no parameter of the same name is seen.
    let mut name = signature.ident.clone();
    name.set_span(name.span().resolved_at(at));
    let arguments = parameters.iter().map(|parameter| &parameter.argument);
    let call = quote_spanned!(at=> #name(#(#arguments),*));
    if never {
        return quote_spanned!(at=> #call;);
    }
    let observations = parameters.iter().map(|parameter| &parameter.observation);
    // A `match`, so that what is lent for the call lives as long as the result.
    quote_spanned! {at=>
        match #call {
            result => {
                (&#runtime::__private::Observed(&result)).observe(frame);
                frame.keep(result);
            }
        }
        #( #observations )*
    }
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
