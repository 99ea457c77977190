//! The mutants of a function in a search for them, and the second body with these mutants.
//!
//! 1. A file lists the mutants. Functions without one of them stay as for any search.
//! 2. The body with points returns before the one with probes begins, so each is expanded as if
//!    there were no other.
//! 3. A function has one body if two would change its meaning. This is so if the body decides the
//!    type of the result (`impl Trait`), or contains items with state or code, such as the
//!    implementation of a trait.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::{env, fs};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::{file, mixed_site};
use sbst_source::standing::Standing;
use syn::visit::Visit;
use syn::{parse_quote_spanned, Block, Expr, Item, ItemFn, Macro, Path, ReturnType, Stmt, TypeImplTrait};

use crate::call::bring_into_scope;
use crate::expand::statics::POINTS;
use crate::mutants::{mutate, Found, Mutated, Place};
use crate::syntax::runtime::MUTANTS;

/// Macros whose statics and definitions must not exist twice.
const DEFINING: [&str; 3] = ["thread_local", "lazy_static", "macro_rules"];

/// The mutants of a function in a search for them.
#[derive(Default)]
pub(crate) struct Survivors {
    found: Found,
    /// The points of the listed alternatives, and the alternatives' numbers.
    listed: Vec<(usize, usize)>,
    body: Option<Block>,
}

impl Survivors {
    /// Finds the listed mutants, and makes the body with them.
    pub(crate) fn of(function: &ItemFn, standing: &Standing, runtime: &Path) -> Survivors {
        if list().is_empty() || function.sig.constness.is_some() || !may_have_two_bodies(function) {
            return Survivors::default();
        }
        let mutated = Mutated::new(
            &function.sig.ident,
            &function.sig.output,
            Place::of_body(&function.block),
            standing,
        );
        let mut body = (*function.block).clone();
        let found = mutate(&mut body, &mutated, runtime);
        let file = file(function.sig.ident.span());
        let mut listed = Vec::new();
        for (at, point) in found.points.iter().enumerate() {
            for (number, alternative) in (1..).zip(&point.alternatives) {
                if list().contains(&alternative.key(&file)) {
                    listed.push((at, number));
                }
            }
        }
        match listed.is_empty() {
            true => Survivors::default(),
            false => Survivors { found, listed, body: Some(body) },
        }
    }

    /// The static with the points.
    pub(crate) fn points(&self, runtime: &Path) -> Option<TokenStream> {
        self.body.as_ref()?;
        let at = mixed_site();
        let (name, count) = (Ident::new(POINTS, at), self.found.points.len());
        let points = self.found.points.iter().map(|point| point.emit(runtime));
        Some(quote_spanned! {at=>
            #[allow(dead_code)]
            static #name: [#runtime::__private::mutant::Point; #count] = [#(#points),*];
        })
    }

    /// The listed mutants as hidden checks.
    pub(crate) fn checks(&self, runtime: &Path) -> Vec<TokenStream> {
        let check = |(point, number): &(usize, usize)| {
            self.found.points[*point].alternatives[*number - 1].emit_check(*point, *number, runtime)
        };
        self.listed.iter().map(check).collect()
    }

    /// The statement that executes the body with points when the runtime requests it.
    pub(crate) fn body(&self, runtime: &Path) -> Option<Stmt> {
        let body = self.body.as_ref()?;
        let at = mixed_site();
        let capturing: &[&str] =
            if self.found.captures { &["CaptureByReference", "CaptureByValue"] } else { &[] };
        let capturing = bring_into_scope(capturing, runtime);
        Some(parse_quote_spanned! {at=>
            #[allow(unused_variables, unused_assignments, unused_mut, unreachable_code)]
            if #runtime::__private::mutant::trial::is_executed() {
                #capturing
                return #body;
            }
        })
    }
}

/// The mutants in the file named by the environment.
fn list() -> &'static HashSet<String> {
    static LIST: OnceLock<HashSet<String>> = OnceLock::new();
    LIST.get_or_init(|| {
        let text = env::var_os(MUTANTS).and_then(|file| fs::read_to_string(file).ok());
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    })
}

/// True if an item may be in two bodies: it has no state, no name outside, and no instrumented
/// code.
fn may_be_twice(item: &Item) -> bool {
    match item {
        Item::Use(_) | Item::Const(_) | Item::Type(_) | Item::Struct(_) | Item::Enum(_) => true,
        Item::Static(item) => is_plain(&item.expr),
        _ => false,
    }
}

/// True for literals, and for arrays and tuples of these.
fn is_plain(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => true,
        Expr::Unary(negated) => is_plain(&negated.expr),
        Expr::Reference(referred) => referred.mutability.is_none() && is_plain(&referred.expr),
        Expr::Array(array) => array.elems.iter().all(is_plain),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Expr::Repeat(array) => is_plain(&array.expr),
        _ => false,
    }
}

/// Rule 3. Functions with `unsafe` have no mutants.
fn may_have_two_bodies(function: &ItemFn) -> bool {
    struct Single(bool);
    impl<'ast> Visit<'ast> for Single {
        fn visit_item(&mut self, item: &'ast Item) {
            self.0 |= !may_be_twice(item);
        }

        fn visit_macro(&mut self, invocation: &'ast Macro) {
            let name = invocation.path.segments.last().map(|name| name.ident.to_string());
            self.0 |= name.is_some_and(|name| DEFINING.contains(&&*name));
        }

        fn visit_type_impl_trait(&mut self, _: &'ast TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut single = Single(false);
    if let ReturnType::Type(_, output) = &function.sig.output {
        single.visit_type(output);
    }
    single.visit_block(&function.block);
    !single.0
        && !mentions_unsafe(function.sig.to_token_stream())
        && !mentions_unsafe(function.block.to_token_stream())
}

/// True if tokens contain the keyword `unsafe`.
pub(crate) fn mentions_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions_unsafe(group.stream()),
        TokenTree::Ident(word) => word == "unsafe",
        _ => false,
    })
}
