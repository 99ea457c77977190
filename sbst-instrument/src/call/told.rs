//! Constants that an argument tells: for `table: &[u16; N]`, a call with an array says what `N` is,
//! so a search may choose among numbers.
//!
//! 1. The constant is the length of an array in the type of one parameter. Nothing else that is
//!    taken or given depends on it, and a call names no types beside it.
//! 2. The numbers are the small one that stands for all others, none at all, and those with which
//!    the body compares the constant; where it asks for their order, also the next one.

use proc_macro2::Ident;
use syn::{BinOp, Block, ConstParam, Expr, ExprLit, FnArg, Lit, Pat, ReturnType, Signature, Type};

use super::constants::SMALL_NUMBER;
use super::generics::Own;
use super::mentions::{mentions_any, mentions_path};
use crate::syntax::walk::{Node, Walk as _};

/// The most numbers among which a search chooses: each is an instance that is compiled.
const MOST: usize = 5;

/// The greatest number: an array has as many parts, each with parts of its own.
const GREATEST: u64 = 64;

/// Rule 1.
pub(super) fn is_told(constant: &ConstParam, signature: &Signature, own: Option<&Own>) -> bool {
    let name = &constant.ident;
    let is_of_own = own.is_some_and(|own| {
        mentions_any(&own.ty, [name]) || own.of_trait.as_ref().is_some_and(|path| mentions_path(path, name))
    });
    let is_given = match &signature.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => mentions_any(ty, [name]),
    };
    parameter(name, signature).is_some() && !is_of_own && !is_given
}

/// The index of the one parameter in whose type a constant is the length of an array, if no other
/// type mentions it.
pub(super) fn parameter(name: &Ident, signature: &Signature) -> Option<usize> {
    let mut mentioning = signature.inputs.iter().enumerate().filter_map(|(index, input)| match input {
        FnArg::Typed(typed) if mentions_any(&typed.ty, [name]) => Some((index, &typed.ty)),
        _ => None,
    });
    let (index, ty) = mentioning.next().filter(|_| mentioning.next().is_none())?;
    let mut is_length = false;
    ty.walk(&mut |node| {
        is_length |= matches!(node, Node::Type(Type::Array(array)) if is_named(&array.len, name));
        true
    });
    is_length.then_some(index)
}

/// Rule 2: the numbers for a constant of a function with this body.
pub(super) fn numbers(name: &Ident, body: &Block) -> Vec<u64> {
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
    use syn::{parse_quote, parse_str, GenericParam, ItemFn};

    fn told(function: &str) -> bool {
        let function: ItemFn = parse_str(function).unwrap();
        let GenericParam::Const(constant) = &function.sig.generics.params[0] else {
            panic!("it is a constant")
        };
        is_told(constant, &function.sig, None)
    }

    #[test]
    fn a_constant_is_told_by_the_array_of_one_argument() {
        assert!(told("fn f<const N: usize>(crc: u16, table: &[[u16; 256]; N]) -> u16 { crc }"));
        assert!(told("fn f<const N: usize>(all: Vec<[u8; N]>) {}"));
        for function in [
            "fn f<const N: usize>() {}",
            "fn f<const N: usize>(a: [u8; N], b: [u8; N]) {}",
            "fn f<const N: usize>(a: [u8; N]) -> [u8; N] { a }",
            "fn f<const N: usize>(a: Table<N>) {}",
        ] {
            assert!(!told(function), "{function}");
        }
    }

    #[test]
    fn the_numbers_are_those_that_the_body_tells_apart() {
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
