//! Where a function gives its result back, as definitions of a variable.

use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, spanned::Spanned as _, Block, Expr, ExprAssign, ExprClosure, ExprReturn, Ident, Item, Stmt,
};

/// The variable that is the result.
pub(super) const RESULT: &str = "__sbst_result";

/// A body in which each value that may be its result, at an end of it or behind `return`, is
/// assigned to the variable. Everything else stands where it did.
pub(super) fn with_results(body: &Block) -> Block {
    let mut body = body.clone();
    Returns.visit_block_mut(&mut body);
    assign_end(&mut body);
    let name = Ident::new(RESULT, Span::call_site());
    body.stmts.insert(0, parse_quote!(let mut #name;));
    body
}

struct Returns;

impl VisitMut for Returns {
    fn visit_expr_return_mut(&mut self, expression: &mut ExprReturn) {
        visit_mut::visit_expr_return_mut(self, expression);
        if let Some(value) = &mut expression.expr {
            assign(value);
        }
    }

    // These return from somewhere else.
    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
}

fn assign_end(block: &mut Block) {
    if let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() {
        assign(value);
    }
}

fn assign(value: &mut Expr) {
    match value {
        Expr::If(choice) => {
            assign_end(&mut choice.then_branch);
            if let Some((_, otherwise)) = &mut choice.else_branch {
                assign(otherwise);
            }
        }
        Expr::Match(choice) => choice.arms.iter_mut().for_each(|arm| assign(&mut arm.body)),
        Expr::Block(block) => assign_end(&mut block.block),
        Expr::Unsafe(block) => assign_end(&mut block.block),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) => {}
        _ => {
            let name = Ident::new(RESULT, value.span());
            *value = Expr::Assign(ExprAssign {
                attrs: Vec::new(),
                left: parse_quote!(#name),
                eq_token: syn::Token![=](value.span()),
                right: Box::new(value.clone()),
            });
        }
    }
}
