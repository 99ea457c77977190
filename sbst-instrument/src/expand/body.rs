//! The new body of a function: the items that register it, and the rewritten body as a block.

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{parse_quote_spanned, Block, Expr, ExprBlock, ItemFn, Path, Stmt};

use crate::analysis::facts;
use crate::call::{bring_into_scope, Callee};
use crate::expand::statics::{POINTS, SITES};
use crate::expand::survivors::{mentions_unsafe, Survivors};
use crate::rewrite::operations::report_parameters;
use crate::rewrite::{rewrite, rewrite_with_checks, rewrite_with_operations, Rewritten};
use crate::{
    condition::literals::Literals, expand::registration::Registration, expand::Mode, rewrite::probes::Probes,
};
use sbst_source::standing::Standing;

/// The traits of the runtime for the method look-up of hidden checks.
const ASKING: [&str; 4] = ["KnownBounds", "KnownState", "UnknownBounds", "UnknownState"];

pub(crate) fn is_instrumented(block: &Block) -> bool {
    let Some(first) = block.stmts.first() else { return false };
    let is_name = |token| matches!(token, TokenTree::Ident(name) if name == SITES || name == POINTS);
    first.to_token_stream().into_iter().any(is_name)
}

/// Replaces a function's body by the items that register it, and the rewritten body as a block,
/// with a step at its beginning. The braces stay the user's, for their edition.
pub(crate) fn instrument_body(
    function: &mut ItemFn,
    callee: &Callee,
    standing: &Standing,
    runtime: &Path,
    mode: Mode,
    survivors: &Survivors,
) {
    let literals = Literals::from_tokens(function.block.to_token_stream());
    let mut body = (*function.block).clone();
    let Rewritten { conditions, captures, checks } = match (mode.follows(), mode.seeks_panics()) {
        (false, false) => rewrite(&mut body, runtime),
        (false, true) => rewrite_with_checks(&mut body, runtime),
        (true, seeks_panics) => rewrite_with_operations(&mut body, runtime, seeks_panics),
    };
    // In constant evaluation, panics are errors of the compiler.
    let checks = if function.sig.constness.is_some() { Vec::new() } else { checks };
    let facts = facts(Some(&function.sig), &function.block, &conditions);
    let registration = Registration {
        function,
        standing,
        callee,
        conditions: &conditions,
        checks: &checks,
        survivors,
        facts: &facts,
        literals: &literals,
        runtime,
        mode,
    }
    .emit();
    if function.sig.constness.is_some() {
        // Constant evaluation cannot record, and cannot be distinguished from an execution.
        function.block.stmts.insert(0, items(registration));
        return;
    }

    if mentions_unsafe(function.to_token_stream()) {
        // Probes refer to compared and matched operands, which may be mutable statics.
        let at = mixed_site();
        function.attrs.push(parse_quote_spanned!(at=> #[allow(static_mut_refs)]));
    }
    let capturing: &[&str] = if captures { &["CaptureByReference", "CaptureByValue"] } else { &[] };
    let asks = !checks.is_empty() || mode.follows();
    let checking: &[&str] = if asks { &ASKING } else { &[] };
    let capturing = bring_into_scope(&[capturing, checking].concat(), runtime);
    if mode.follows() {
        body.stmts.splice(0..0, report_parameters(function, &Probes { runtime }));
    }
    body.stmts.insert(0, Probes { runtime }.step());
    let brace_token = body.brace_token;
    let body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: body });
    let items_of_function = items(quote!(#registration #capturing));
    let statements = [items_of_function].into_iter().chain(survivors.body(runtime));
    let statements = statements.chain([Stmt::Expr(body, None)]).collect();
    *function.block = Block { brace_token, stmts: statements };
}

pub(crate) fn items(tokens: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), None)
}
