//! The registration of a function: a static in the runtime's registry, and an entry for the test
//! harness.
//!
//! The static is inside the function, so that it works in any module and in functions within
//! functions. The entry is next to it, because the harness collects no tests from within functions.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens};
use sbst_source::span::{file, mixed_site, Spanned as _};
use syn::{ext::IdentExt as _, Item, ItemFn, Path};

use crate::analysis::{Branch, Facts};
use crate::expand::survivors::Survivors;
use crate::{
    call::signature::obstacle, call::Callee, call::Emission, condition::checks::Check,
    condition::literals::Literals, condition::Condition, expand::statics::SITES, expand::Mode,
    syntax::spans::versioned,
};
use sbst_source::source_text::{position, source_text};
use sbst_source::standing::{Owner, Standing};
use sbst_vocabulary::fnv1a;

/// The facts in the registration of a function.
pub(crate) struct Registration<'a> {
    /// The function, for its signature alone.
    pub(crate) function: &'a ItemFn,
    pub(crate) standing: &'a Standing,
    pub(crate) callee: &'a Callee,
    pub(crate) conditions: &'a [Condition],
    pub(crate) checks: &'a [Check],
    pub(crate) survivors: &'a Survivors,
    pub(crate) facts: &'a Facts,
    pub(crate) literals: &'a Literals,
    pub(crate) runtime: &'a Path,
    pub(crate) mode: Mode,
}

impl Registration<'_> {
    pub(crate) fn emit(&self) -> TokenStream {
        let Registration { function, standing, conditions, checks, facts, runtime, mode, .. } = *self;
        let at = mixed_site();
        let signature = &function.sig;
        let name = standing.function_path(&signature.ident);
        let (line, column) = position(signature.ident.span());
        let (functions, of_mode) = match mode {
            Mode::Observe | Mode::Mutate | Mode::AskBounds => (TokenStream::new(), for_observation()),
            Mode::Search
            | Mode::SearchForPanics
            | Mode::SearchForMutants
            | Mode::SearchSymbolically
            | Mode::SearchSymbolicallyForPanics => self.for_search(),
        };
        let (check_sites, checks) = match mode {
            Mode::Observe | Mode::Mutate | Mode::AskBounds => Default::default(),
            Mode::SearchForMutants => with_sites(self.survivors.checks(runtime), runtime),
            _ => with_sites(checks.iter().map(|check| check.emit(runtime)).collect(), runtime),
        };
        let points = self.survivors.points(runtime);
        let file = match standing.owner {
            // The file of the definition, not of the use.
            Owner::Macro | Owner::Unknown | Owner::Type { named: Some(_), .. } => {
                file(signature.ident.span()).into_token_stream()
            }
            _ => quote_spanned!(at=> ::core::file!()),
        };
        let is_constant = signature.constness.is_some();
        let sites = Ident::new(SITES, at);
        let registry = versioned("TARGETS");
        let count = conditions.len();
        let conditions = conditions.iter().zip(&facts.infeasible);
        let conditions = conditions.map(|(condition, proofs)| condition.emit(&proofs.emit(), runtime));

        quote_spanned! {at=>
            static #sites: [#runtime::__private::Site; #count] =
                [const { #runtime::__private::Site::new() }; #count];
            #check_sites
            #points
            #[#runtime::__private::linkme::distributed_slice(#runtime::__private::#registry)]
            #[linkme(crate = #runtime::__private::linkme)]
            static __SBST_TARGET: #runtime::__private::Target = #runtime::__private::Target {
                package: ::core::option_env!("CARGO_PKG_NAME"),
                crate_name: ::core::option_env!("CARGO_CRATE_NAME"),
                binary: ::core::option_env!("CARGO_BIN_NAME"),
                module_path: ::core::module_path!(),
                name: #name,
                file: #file,
                line: #line,
                column: #column,
                is_constant: #is_constant,
                sites: &#sites,
                conditions: &[#(#conditions),*],
                #of_mode
                #checks
            };
            #functions
        }
    }

    /// Returns the parts for a search alone: the functions that make the call, and the fields of
    /// the target.
    fn for_search(&self) -> (TokenStream, TokenStream) {
        let Registration { function, standing, callee, facts, literals, runtime, .. } = *self;
        let at = mixed_site();
        let result_type = &callee.result_type;
        let emitted = match callee.obstacle(function, standing) {
            Some(obstacle) => Err(obstacle),
            None => callee.emit(runtime),
        };
        let (functions, callables) = match emitted {
            Ok(Emission { items, callables }) => {
                (items, quote_spanned!(at=> ::core::result::Result::Ok(&[#(#callables),*])))
            }
            Err(obstacle) => {
                let obstacle = obstacle::emit(&obstacle, runtime);
                (TokenStream::new(), quote_spanned!(at=> ::core::result::Result::Err(#obstacle)))
            }
        };
        let dependences = facts.dependences.pairs().map(|(condition, Branch { condition: on, outcome })| {
            let [condition, on] = [condition, on].map(Literal::usize_unsuffixed);
            quote_spanned!(at=> (#condition, #on, #outcome))
        });
        let literals = literals.emit(runtime);
        let parameters = callee.parameters().iter().map(|parameter| parameter.emit(runtime));
        let fields = quote_spanned! {at=>
            dependences: &[#(#dependences),*],
            literals: #literals,
            parameters: &[#(#parameters),*],
            result_type: #result_type,
            callables: #callables,
        };
        (functions, fields)
    }
}

/// Returns the field of the target for an observation alone: so a process without its environment
/// records, too.
fn for_observation() -> TokenStream {
    quote_spanned!(mixed_site()=> observed: ::core::option_env!("SBST_OBSERVE_DIRECTORY"),)
}

/// The static with the sites of hidden checks, and the fields of the target.
fn with_sites(checks: Vec<TokenStream>, runtime: &Path) -> (TokenStream, TokenStream) {
    let at = mixed_site();
    if checks.is_empty() {
        return (TokenStream::new(), quote_spanned!(at=> check_sites: &[], checks: &[],));
    }
    let count = checks.len();
    let sites = quote_spanned! {at=>
        static __SBST_CHECKS: [#runtime::__private::CheckSite; #count] =
            [const { #runtime::__private::CheckSite::new() }; #count];
    };
    let fields = quote_spanned! {at=>
        check_sites: &__SBST_CHECKS,
        checks: &[#(#checks),*],
    };
    (sites, fields)
}

/// The test through which a worker enters the user's executable.
///
/// It keeps the item's `#[cfg]`, without which it might exist alone or twice. The attribute is
/// named by its path because a module may have its own `test`. The harness collects no tests from
/// within functions, and the compiler warns of these. The module carries the `allow`, which has no
/// effect on the test itself.
pub(crate) fn entry(item: &Item, runtime: &Path) -> TokenStream {
    let at = mixed_site();
    let (attributes, name) = match item {
        Item::Fn(function) => (&function.attrs, function.sig.ident.unraw().to_string()),
        Item::Mod(module) => (&module.attrs, fingerprint(item)),
        Item::Trait(definition) => (&definition.attrs, fingerprint(item)),
        Item::Impl(block) => (&block.attrs, fingerprint(item)),
        _ => return TokenStream::new(),
    };
    let name = format_ident!("__sbst_entry_{name}", span = at);
    let conditional = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
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

/// A name for an unnamed item, unique among types, values and modules: from its tokens and its
/// place.
fn fingerprint(item: &Item) -> String {
    let (line, column) = position(item.span());
    let text = format!("{line}:{column} {}", source_text(item.to_token_stream()));
    format!("{:016x}", fnv1a(text.bytes()))
}
