//! Arrays that are too long to be built element by element, by the values of the package's
//! constants.

use super::each_item;
use crate::overlay::effects::Source;
use sbst_instrument::syntax::walk::{Node, Walk as _};
use sbst_model::shape::MOST_ELEMENTS;
use std::collections::{BTreeMap, BTreeSet};
use syn::{BinOp, Expr, Item, Lit, Type};

/// Returns the names of constants of the package that are too great for a length. Several constants
/// may share a name; one of them is enough.
pub fn long_lengths(sources: &[Source<'_>]) -> BTreeSet<String> {
    let mut expressions: Vec<(String, &Expr)> = Vec::new();
    for source in sources {
        each_item(&source.parsed.items, "", &mut |item, _| {
            if let Item::Const(constant) = item {
                expressions.push((constant.ident.to_string(), &constant.expr));
            }
        });
    }
    let mut values: BTreeMap<String, u64> = BTreeMap::new();
    // Constants without others in them are evaluated first; few need more than one step.
    for _ in 0..8 {
        let before = values.clone();
        for (name, expression) in &expressions {
            if let Some(value) = value(expression, &before) {
                let known = values.entry(name.clone()).or_default();
                *known = value.max(*known);
            }
        }
        if before == values {
            break;
        }
    }
    values.into_iter().filter(|(_, value)| *value > MOST_ELEMENTS as u64).map(|(name, _)| name).collect()
}

/// Returns the value of an expression of integers, if it consists of literals and known constants.
fn value(expression: &Expr, known: &BTreeMap<String, u64>) -> Option<u64> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(value) => value.base10_parse().ok(),
            _ => None,
        },
        Expr::Paren(inner) => value(&inner.expr, known),
        Expr::Cast(cast) => value(&cast.expr, known),
        Expr::Path(path) => known.get(&path.path.segments.last()?.ident.to_string()).copied(),
        Expr::Binary(binary) => {
            let (left, right) = (value(&binary.left, known)?, value(&binary.right, known)?);
            match binary.op {
                BinOp::Add(_) => left.checked_add(right),
                BinOp::Sub(_) => left.checked_sub(right),
                BinOp::Mul(_) => left.checked_mul(right),
                BinOp::Div(_) => left.checked_div(right),
                BinOp::Shl(_) => 1_u64.checked_shl(u32::try_from(right).ok()?)?.checked_mul(left),
                _ => None,
            }
        }
        _ => None,
    }
}

/// True if a type contains a too long array.
pub fn has_long_array(ty: &Type, long: &BTreeSet<String>) -> bool {
    let all: BTreeMap<String, u64> = long.iter().map(|name| (name.clone(), u64::MAX >> 1)).collect();
    let mut found = false;
    ty.walk(&mut |node| {
        if let Node::Type(Type::Array(array)) = node {
            found |= value(&array.len, &all).is_some_and(|length| length > MOST_ELEMENTS as u64);
        }
        true
    });
    found
}
