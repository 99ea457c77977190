//! Choices of values, as assignments in their branches.
//!
//! 1. `let x = if c { 1 } else { 2 }`, and `x = match …`, are assignments in the branches.
//! 2. A function's result is assigned at its end or by `return`, to a separate variable.
//!
//! The rest keeps its place.

use proc_macro2::{Ident, Span};
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, spanned::Spanned as _, Block, Expr, ExprAssign, ExprAsync, ExprClosure, ExprReturn, Item,
    Local, Pat, Stmt,
};

/// The name of the result's variable.
pub(super) const RESULT: &str = "__sbst_result";

/// A body with choices as assignments.
pub(super) fn with_assignments(body: &Block) -> Block {
    let mut body = body.clone();
    Choices.visit_block_mut(&mut body);
    body
}

/// A body with results as assignments, too.
pub(super) fn with_results(body: &Block) -> Block {
    let mut body = with_assignments(body);
    Returns.visit_block_mut(&mut body);
    assign_end(&mut body, &result);
    let name = Ident::new(RESULT, Span::call_site());
    body.stmts.insert(0, parse_quote!(let mut #name;));
    body
}

fn result(span: Span) -> Expr {
    named(&Ident::new(RESULT, span))
}

fn named(name: &Ident) -> Expr {
    parse_quote!(#name)
}

struct Choices;

impl VisitMut for Choices {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let mut statements = Vec::with_capacity(block.stmts.len());
        for statement in std::mem::take(&mut block.stmts) {
            match statement {
                Stmt::Local(local) => declare(local, &mut statements),
                other => statements.push(other),
            }
        }
        block.stmts = statements;
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Expr::Assign(assignment) = expression {
            if is_choice(&assignment.right) {
                let left = assignment.left.clone();
                let mut value = (*assignment.right).clone();
                assign(&mut value, &|_| (*left).clone());
                *expression = value;
            }
        }
    }
}

/// Adds the declaration of a variable, and separately a choice of its value.
fn declare(mut local: Local, statements: &mut Vec<Stmt>) {
    let pattern = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    };
    let name = match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(name.ident.clone()),
        _ => None,
    };
    let is_chosen = local.init.as_ref().is_some_and(|init| init.diverge.is_none() && is_choice(&init.expr));
    let chosen = name.filter(|_| is_chosen).and_then(|name| Some((name, local.init.take()?)));
    statements.push(Stmt::Local(local));
    if let Some((name, mut init)) = chosen {
        assign(&mut init.expr, &|span| named(&Ident::new(&name.to_string(), span)));
        statements.push(Stmt::Expr(*init.expr, Some(syn::Token![;](init.eq_token.span))));
    }
}

fn is_choice(value: &Expr) -> bool {
    match value {
        Expr::If(choice) => choice.else_branch.is_some(),
        Expr::Match(_) => true,
        _ => false,
    }
}

struct Returns;

impl VisitMut for Returns {
    fn visit_expr_return_mut(&mut self, expression: &mut ExprReturn) {
        visit_mut::visit_expr_return_mut(self, expression);
        if let Some(value) = &mut expression.expr {
            assign(value, &result);
        }
    }

    // These return from other functions.
    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_expr_async_mut(&mut self, _: &mut ExprAsync) {}
}

fn assign_end(block: &mut Block, place: &dyn Fn(Span) -> Expr) {
    if let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() {
        assign(value, place);
    }
}

/// Assigns the possible values of an expression, each in its branch, to a place.
fn assign(value: &mut Expr, place: &dyn Fn(Span) -> Expr) {
    match value {
        Expr::If(choice) if choice.else_branch.is_some() => {
            assign_end(&mut choice.then_branch, place);
            if let Some((_, otherwise)) = &mut choice.else_branch {
                assign(otherwise, place);
            }
        }
        Expr::Match(choice) => choice.arms.iter_mut().for_each(|arm| assign(&mut arm.body, place)),
        Expr::Block(block) => assign_end(&mut block.block, place),
        Expr::Unsafe(block) => assign_end(&mut block.block, place),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) => {}
        _ => {
            *value = Expr::Assign(ExprAssign {
                attrs: Vec::new(),
                left: Box::new(place(value.span())),
                eq_token: syn::Token![=](value.span()),
                right: Box::new(value.clone()),
            });
        }
    }
}
