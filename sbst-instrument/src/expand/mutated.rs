//! A function with mutants: its points, their registration, and the rewritten body as a block.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned, ToTokens as _};
use sbst_source::source_text::position;
use sbst_source::span::mixed_site;
use sbst_source::standing::Standing;
use syn::{parse_quote_spanned, Block, Expr, ExprBlock, ItemFn, Path, Stmt};

use crate::call::bring_into_scope;
use crate::expand::body::items;
use crate::expand::statics::POINTS;
use crate::expand::survivors::mentions_unsafe;
use crate::mutants::{mutate, Found, Mutated, Place};
use crate::syntax::spans::versioned;

/// Reasons why a function has no mutants.
const UNSAFE: &str = "unsafe";
const CONSTANT: &str = "constant";

/// Gives a function points, if possible, and registers it. `place` is that of its body as written.
pub(crate) fn mutate_body(function: &mut ItemFn, place: Option<Place>, standing: &Standing, runtime: &Path) {
    let left_out = if function.sig.constness.is_some() {
        CONSTANT
    } else if mentions_unsafe(function.sig.to_token_stream())
        || mentions_unsafe(function.block.to_token_stream())
    {
        UNSAFE
    } else {
        ""
    };
    let mutated = Mutated::new(&function.sig.ident, &function.sig.output, place, standing);
    let mut body = (*function.block).clone();
    let found = match left_out {
        "" => mutate(&mut body, &mutated, runtime),
        _ => Found::default(),
    };
    let registration = registration(function, &mutated.name, &found, left_out, runtime);
    let brace_token = body.brace_token;
    if !left_out.is_empty() {
        body.stmts.insert(0, items(registration));
        *function.block = body;
        return;
    }
    let at = mixed_site();
    function
        .attrs
        .push(parse_quote_spanned!(at=> #[allow(unused_variables, unused_assignments, unused_mut)]));
    let capturing: &[&str] = if found.captures { &["CaptureByReference", "CaptureByValue"] } else { &[] };
    let capturing = bring_into_scope(capturing, runtime);
    let body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: body });
    let statements = vec![items(quote!(#registration #capturing)), Stmt::Expr(body, None)];
    *function.block = Block { brace_token, stmts: statements };
}

fn registration(function: &ItemFn, name: &str, found: &Found, left_out: &str, runtime: &Path) -> TokenStream {
    let at = mixed_site();
    let points_name = Ident::new(POINTS, at);
    let registry = versioned("MUTATED");
    let (line, column) = position(function.sig.ident.span());
    let (count, macros) = (found.points.len(), found.macros as u32);
    let points = found.points.iter().map(|point| point.emit(runtime));
    let alternatives = found.points.iter().enumerate().flat_map(|(at, point)| {
        let alternatives = point.alternatives.iter().enumerate();
        alternatives.map(move |(number, alternative)| alternative.emit(at, number + 1, runtime))
    });
    quote_spanned! {at=>
        #[allow(dead_code)]
        static #points_name: [#runtime::__private::mutant::Point; #count] = [#(#points),*];
        #[#runtime::__private::linkme::distributed_slice(#runtime::__private::mutant::#registry)]
        #[linkme(crate = #runtime::__private::linkme)]
        static __SBST_MUTATED: #runtime::__private::mutant::Mutated = #runtime::__private::mutant::Mutated {
            package: ::core::option_env!("CARGO_PKG_NAME"),
            crate_name: ::core::option_env!("CARGO_CRATE_NAME"),
            binary: ::core::option_env!("CARGO_BIN_NAME"),
            module_path: ::core::module_path!(),
            name: #name,
            file: ::core::file!(),
            line: #line,
            column: #column,
            left_out: #left_out,
            macros: #macros,
            points: &#points_name,
            alternatives: &[#(#alternatives),*],
        };
    }
}
