//! Numbers for a constant of a function: the usual small one, zero, and the numbers to which the
//! body compares the constant. In comparisons by order, the next number counts, too.

use proc_macro2::Ident;
use syn::{BinOp, Block, Expr, ExprLit, Lit, Pat};

use crate::call::types::values::SMALL_NUMBER;
use crate::syntax::walk::{Node, Walk as _};

/// The most numbers: each is an instance that is compiled.
const MOST: usize = 5;

/// The greatest number: an array has as many elements, each with its own parts.
const GREATEST: u64 = 64;

/// The numbers for a constant of a function with this body.
pub(crate) fn numbers(name: &Ident, body: &Block) -> Vec<u64> {
    let mut compared: Vec<u64> = Vec::new();
    body.walk(&mut |node| {
        match node {
            Node::Expr(Expr::Binary(comparison)) => {
                let number = match (is_named(&comparison.left, name), is_named(&comparison.right, name)) {
                    (true, _) => number(&comparison.right),
                    (_, true) => number(&comparison.left),
                    _ => None,
                };
                match comparison.op {
                    BinOp::Eq(_) | BinOp::Ne(_) => compared.extend(number),
                    BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                        compared.extend(number.into_iter().flat_map(|number| [number, number + 1]));
                    }
                    _ => {}
                }
            }
            Node::Expr(Expr::Match(chosen)) if is_named(&chosen.expr, name) => {
                compared.extend(chosen.arms.iter().filter_map(|arm| match &arm.pat {
                    Pat::Lit(literal) => number(&Expr::Lit(literal.clone())),
                    _ => None,
                }));
            }
            _ => {}
        }
        true
    });
    let small = SMALL_NUMBER.parse().unwrap_or_default();
    let mut numbers = Vec::new();
    for number in [small, 0].into_iter().chain(compared) {
        if number <= GREATEST && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.truncate(MOST);
    numbers
}

fn is_named(expression: &Expr, name: &Ident) -> bool {
    match expression {
        Expr::Path(path) => path.path.is_ident(name),
        Expr::Paren(inner) => is_named(&inner.expr, name),
        _ => false,
    }
}

fn number(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn the_numbers_are_those_that_the_body_distinguishes() {
        let of = |body: Block| numbers(&parse_quote!(N), &body);
        assert_eq!(of(parse_quote!({ first(N) })), [3, 0]);
        assert_eq!(
            of(parse_quote!({
                if N == 16 {
                    a
                } else if (N) > 0 {
                    b
                }
            })),
            [3, 0, 16, 1]
        );
        assert_eq!(of(parse_quote!({ 4 <= N || N != 1000 || M == 7 })), [3, 0, 4, 5]);
        assert_eq!(
            of(parse_quote!({
                match N {
                    1 => a,
                    2 => b,
                    _ => c,
                }
            })),
            [3, 0, 1, 2]
        );
    }
}
