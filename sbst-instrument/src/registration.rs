//! What makes a function known to the search: a static in the runtime's registry, and an entry for the test harness.
//!
//! The static stands inside the function, where it works in any module and in functions within functions. The entry
//! stands beside it, because the harness collects no tests from within functions.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens};
use syn::ext::IdentExt as _;
use syn::{ItemFn, Path, ReturnType};

use crate::callable::{self, obstacle, Parameter};
use crate::conditions::Condition;
use crate::literals::Literals;
use crate::source_text::{position, source_text};

/// The items that register `function`, of which only the signature is looked at.
pub(crate) fn registration(
    function: &ItemFn,
    parameters: &[Parameter],
    conditions: &[Condition],
    literals: &Literals,
    runtime: &Path,
) -> TokenStream {
    let at = Span::mixed_site();
    let signature = &function.sig;
    let name = signature.ident.unraw().to_string();
    let (line, column) = position(signature.ident.span());
    let result_type = match &signature.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, ty) => source_text(ty.to_token_stream()),
    };
    let (functions, callable) = match obstacle(function, parameters) {
        Some(reason) => (TokenStream::new(), quote_spanned!(at=> ::core::result::Result::Err(#reason))),
        None => {
            let (functions, callable) = callable::emit(signature, parameters, runtime);
            (functions, quote_spanned!(at=> ::core::result::Result::Ok(#callable)))
        }
    };
    let registry = registry();
    let count = conditions.len();
    let conditions = conditions.iter().map(|condition| condition.emit(runtime));
    let literals = literals.emit(runtime);
    let parameters = parameters.iter().map(|parameter| parameter.emit(runtime));

    quote_spanned! {at=>
        static __SBST_SITES: [#runtime::__private::Site; #count] =
            [const { #runtime::__private::Site::new() }; #count];
        #[#runtime::__private::linkme::distributed_slice(#runtime::__private::#registry)]
        #[linkme(crate = #runtime::__private::linkme)]
        static __SBST_TARGET: #runtime::__private::Target = #runtime::__private::Target {
            package: ::core::option_env!("CARGO_PKG_NAME"),
            crate_name: ::core::option_env!("CARGO_CRATE_NAME"),
            binary: ::core::option_env!("CARGO_BIN_NAME"),
            module_path: ::core::module_path!(),
            name: #name,
            file: ::core::file!(),
            line: #line,
            column: #column,
            sites: &__SBST_SITES,
            conditions: &[#(#conditions),*],
            literals: #literals,
            parameters: &[#(#parameters),*],
            result_type: #result_type,
            callable: #callable,
        };
        #functions
    }
}

/// The test by which a worker gets into the user's executable.
///
/// It keeps the function's `#[cfg]`, without which it might stand there alone or twice. The attribute is named by its
/// path because a module may have a `test` of its own. Of a function within a function the harness collects no tests,
/// which the compiler warns of; the module is there to carry the `allow`, which has no effect on the test itself.
pub(crate) fn entry(function: &ItemFn, runtime: &Path) -> TokenStream {
    let at = Span::mixed_site();
    let name = format_ident!("__sbst_entry_{}", function.sig.ident.unraw(), span = at);
    let conditional = function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    quote_spanned! {at=>
        #(#conditional)*
        #[doc(hidden)]
        #[allow(non_snake_case, unnameable_test_items)]
        mod #name {
            #[::core::prelude::v1::test]
            #[ignore = "an entry of cargo sbst"]
            fn entry() {
                #runtime::__private::worker::entry()
            }
        }
    }
}

/// The registry's name has the version in it: an attribute cannot register with another version's runtime.
fn registry() -> Ident {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    format_ident!("TARGETS_{version}", span = Span::mixed_site())
}
