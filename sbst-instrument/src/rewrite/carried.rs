//! Variables with the outcomes of earlier decisions: `let valid = a == b && c > 3; … if valid { …
//! }`, `let found = find(x)?;`.
//!
//! The distance of the scope around the initialiser is carried beside the variable, and used where
//! a condition decides on the variable (the runtime's `distance_scope.rs`).
//!
//! 1. The variable is bound once in the whole body, by a `let` without other variables, and never
//!    changes. So its name after the `let`, in the same block, means that variable.
//! 2. A condition decides on the variable, or on an expression that begins with it: `if !valid`,
//!    `found?`, `match found`, `found.is_some()`, `found == -1`. Other variables are left alone.
//! 3. A closure is left alone, because it might live longer than the carried distance. So are names
//!    in unknown macros.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use sbst_source::span::{mixed_site, Spanned as _};
use sbst_source::visit::{self, Visit};
use sbst_source::visit_mut::VisitMut as _;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Arm, BinOp, Block, Expr, ExprMatch, ExprTry, ExprUnary, Item, Local, Macro, Pat, PatIdent, Stmt, UnOp,
};

use super::Rewriter;
use crate::condition::callees::{may_propagate, waits};
use crate::condition::known_macros::{KnownMacro, Matches};
use crate::condition::{is_comparison, is_connective, peeled};
use crate::syntax::spans::located;
use sbst_vocabulary::standard::method;

/// The variables that carry a distance.
#[derive(Default)]
pub(super) struct Carried {
    names: BTreeSet<String>,
    /// The carried variables in scope, with their numbers.
    scope: Vec<(String, usize)>,
    /// For each number, the first condition that decides on the variable.
    first_use: Vec<Option<usize>>,
}

impl Carried {
    /// The variables of `body`, before its rewriting.
    pub(super) fn from_body(body: &Block, is_in_macro: impl Fn(&str) -> bool) -> Carried {
        let mut search = Search::default();
        search.visit_block(body);
        let Search { bound, used } = search;
        let is_carrier = |name: &String| bound.get(name) == Some(&1) && !is_in_macro(name);
        Carried { names: used.into_iter().filter(is_carrier).collect(), ..Carried::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the number in scope, for [`leave`](Carried::leave).
    pub(super) fn enter(&self) -> usize {
        self.scope.len()
    }

    pub(super) fn leave(&mut self, before: usize) {
        self.scope.truncate(before);
    }

    /// Removes all from the scope, within a closure.
    pub(super) fn hide(&mut self) -> Vec<(String, usize)> {
        std::mem::take(&mut self.scope)
    }

    /// Restores them.
    pub(super) fn show(&mut self, scope: Vec<(String, usize)>) {
        self.scope = scope;
    }

    /// The variable at the beginning of `expression`.
    pub(super) fn variable(&self, expression: &Expr) -> Option<usize> {
        let name = root(expression)?;
        self.scope.iter().rev().find(|(carrier, _)| *carrier == name).map(|(_, number)| *number)
    }

    /// The scope with the distance of a variable that a condition decides on.
    pub(super) fn reenter_scope(
        &mut self,
        number: usize,
        site: usize,
        runtime: &syn::Path,
        at: Span,
    ) -> TokenStream {
        self.first_use[number].get_or_insert(site);
        let name = distance_name(number, at);
        quote_spanned!(at=> #runtime::__private::reenter_scope(#name))
    }

    /// The items with the condition that each initialiser reports to.
    pub(super) fn items(&self) -> Vec<Stmt> {
        let at = mixed_site();
        let items = self.first_use.iter().enumerate().map(|(number, site)| {
            let (name, site) = (site_name(number, at), site.unwrap_or_default());
            Stmt::Expr(
                Expr::Verbatim(quote_spanned!(at=> const #name: ::core::primitive::usize = #site;)),
                None,
            )
        });
        items.collect()
    }
}

/// The variable with the carried distance.
fn distance_name(number: usize, at: Span) -> Ident {
    format_ident!("__sbst_distance_{number}", span = at)
}

/// The constant with the number of a condition.
fn site_name(number: usize, at: Span) -> Ident {
    format_ident!("__SBST_DISTANCE_FOR_{number}", span = at)
}

impl Rewriter<'_> {
    /// Visits a `let` without `else`, and lets its variable carry the distance of the initialiser,
    /// if needed.
    pub(super) fn visit_plain_local(&mut self, mut local: Local, statements: &mut Vec<Stmt>) {
        let name =
            variable_name(&local).filter(|name| self.carried.names.contains(name) && local.attrs.is_empty());
        let before = self.conditions.len();
        let propagates = local.init.as_ref().is_some_and(|init| may_propagate(&init.expr));
        let may_wait = local.init.as_ref().is_some_and(|init| waits(&init.expr));
        self.visit_local_mut(&mut local);
        let decides = propagates || self.conditions.len() > before;
        let (Some(name), Some(init), true, false) = (name, &mut local.init, decides, may_wait) else {
            return statements.push(Stmt::Local(local));
        };
        let number = self.carried.first_use.len();
        let at = located(init.expr.span());
        let (variable, site, runtime) =
            (distance_name(number, at), site_name(number, at), self.probes.runtime);
        let scope = match propagates {
            true => self.probes.enter_scope_at(&mut init.expr, &quote_spanned!(at=> &__SBST_SITES[#site])),
            false => quote_spanned!(at=> #runtime::__private::enter_scope()),
        };
        let statement = |tokens| Stmt::Expr(Expr::Verbatim(tokens), None);
        statements.push(statement(quote_spanned!(at=> let #variable = #scope;)));
        statements.push(Stmt::Local(local));
        statements.push(statement(
            quote_spanned!(at=> let #variable = #runtime::__private::carry_distance(#variable);),
        ));
        self.carried.first_use.push(None);
        self.carried.scope.push((name, number));
    }

    /// The statement that repeats the distance of the variable behind a pattern or `match`.
    pub(super) fn repeat_before(&mut self, scrutinee: &Expr, site: usize) -> Option<TokenStream> {
        let number = self.carried.variable(scrutinee)?;
        let (runtime, at) = (self.probes.runtime, located(scrutinee.span()));
        let repeated = self.carried.reenter_scope(number, site, runtime, at);
        Some(quote_spanned!(at=> #runtime::__private::exit_for_pattern(#repeated, ());))
    }
}

/// The name of the only variable of a `let`, if it does not change.
fn variable_name(local: &Local) -> Option<String> {
    let pattern = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    };
    match pattern {
        Pat::Ident(PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) => {
            Some(ident.to_string())
        }
        // `let (sum, overflows) = a.overflowing_add(b)`
        Pat::Tuple(tuple) if tuple.elems.len() == 2 => {
            let is_overflowing = local.init.as_ref().is_some_and(|init| match peeled(&init.expr) {
                Expr::MethodCall(call) => call.method.to_string().starts_with("overflowing_"),
                _ => false,
            });
            match &tuple.elems[1] {
                Pat::Ident(PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. })
                    if is_overflowing =>
                {
                    Some(ident.to_string())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The variable at the beginning of `expression`, through methods with two outcomes, like the
/// reported distance.
fn root(expression: &Expr) -> Option<String> {
    match peeled(expression) {
        Expr::Path(path) => path.path.get_ident().map(Ident::to_string),
        Expr::Unary(ExprUnary { op: UnOp::Not(_) | UnOp::Deref(_), expr, .. }) => root(expr),
        Expr::Reference(reference) => root(&reference.expr),
        Expr::MethodCall(call) if method(&call.method.to_string())?.keeps_outcome => root(&call.receiver),
        _ => None,
    }
}

/// The names bound by a body, and the names on which its conditions decide.
#[derive(Default)]
struct Search {
    bound: BTreeMap<String, usize>,
    used: BTreeSet<String>,
}

impl Search {
    fn decides_on(&mut self, expression: &Expr) {
        self.used.extend(root(expression));
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        *self.bound.entry(pattern.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::If(branch) => self.decides_on(&branch.cond),
            Expr::While(repetition) => self.decides_on(&repetition.cond),
            Expr::Let(binding) => self.decides_on(&binding.expr),
            Expr::Binary(binary)
                if is_connective(&binary.op) || is_comparison(binary) || is_eager(&binary.op) =>
            {
                self.decides_on(&binary.left);
                self.decides_on(&binary.right);
            }
            Expr::MethodCall(_) => self.decides_on(expression),
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        self.decides_on(&matching.expr);
        visit::visit_expr_match(self, matching);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Pat::Guard(guarded) = &arm.pat {
            self.decides_on(&guarded.guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_try(&mut self, tried: &'ast ExprTry) {
        self.decides_on(&tried.expr);
        visit::visit_expr_try(self, tried);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_some()) {
            self.decides_on(&init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_macro(&mut self, invocation: &'ast Macro) {
        if let Some(matches) = Matches::parse(invocation) {
            self.decides_on(&matches.scrutinee);
            self.visit_pat(&matches.pattern);
        }
        match KnownMacro::parse(invocation) {
            Some(KnownMacro::Assert(arguments)) => {
                arguments.iter().take(1).for_each(|condition| self.decides_on(condition));
                arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
            Some(KnownMacro::Other(arguments)) | Some(KnownMacro::AssertCompared(_, arguments)) => {
                arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
            _ => {}
        }
    }

    // Their variables are others.
    fn visit_item(&mut self, _: &'ast Item) {}
}

fn is_eager(op: &BinOp) -> bool {
    matches!(op, BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_))
}

/// True if an operand is a literal, a constant or a variant.
pub(super) fn is_literal_or_constant(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_literal_or_constant(&unary.expr),
        Expr::Reference(reference) => is_literal_or_constant(&reference.expr),
        Expr::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|name| name.ident.to_string().starts_with(char::is_uppercase)),
        Expr::Call(call) => match peeled(&call.func) {
            Expr::Path(_) => {
                is_literal_or_constant(&call.func) && call.args.iter().all(is_literal_or_constant)
            }
            _ => false,
        },
        Expr::Struct(_) => true,
        _ => false,
    }
}
