//! Properties of patterns that matter for counting: refutability, and macros among them.

use syn::ext::IdentExt as _;
use syn::{Expr, Pat};

/// True if the pattern may fail to match, by its syntax. A capitalised name is a constant or a
/// variant, and structures without a path (tuples, references) fail if a part does.
pub(super) fn can_fail(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => false,
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) => can_fail(inner),
            None => {
                let begins_with_capital = name.ident.unraw().to_string().starts_with(char::is_uppercase);
                name.by_ref.is_none() && name.mutability.is_none() && begins_with_capital
            }
        },
        Pat::Paren(inner) => can_fail(&inner.pat),
        Pat::Reference(inner) => can_fail(&inner.pat),
        Pat::Type(inner) => can_fail(&inner.pat),
        Pat::Guard(inner) => can_fail(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(can_fail),
        Pat::Or(or) => or.cases.iter().all(can_fail),
        Pat::Slice(slice) => match slice.elems.first() {
            Some(Pat::Rest(_)) if slice.elems.len() == 1 => false,
            Some(Pat::Ident(name)) if slice.elems.len() == 1 => {
                !matches!(&name.subpat, Some((_, inner)) if matches!(**inner, Pat::Rest(_)))
            }
            _ => true,
        },
        _ => true,
    }
}

/// True if a macro or a constant block is part of the pattern.
pub(super) fn has_macro(pattern: &Pat) -> bool {
    match pattern {
        Pat::Macro(_) | Pat::Const(_) | Pat::Verbatim(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, inner)| has_macro(inner)),
        Pat::Range(range) => [&range.start, &range.end]
            .into_iter()
            .flatten()
            .any(|end| matches!(**end, Expr::Macro(_) | Expr::Const(_) | Expr::Block(_))),
        Pat::Paren(inner) => has_macro(&inner.pat),
        Pat::Reference(inner) => has_macro(&inner.pat),
        Pat::Type(inner) => has_macro(&inner.pat),
        Pat::Guard(inner) => has_macro(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(has_macro),
        Pat::TupleStruct(tuple) => tuple.elems.iter().any(has_macro),
        Pat::Slice(slice) => slice.elems.iter().any(has_macro),
        Pat::Or(or) => or.cases.iter().any(has_macro),
        Pat::Struct(structure) => structure.fields.iter().any(|field| has_macro(&field.pat)),
        _ => false,
    }
}
