//! Properties of a pattern that its syntax shows.
//!
//! By convention, a capitalised name is that of a variant or constant, and any other name is bound;
//! the compiler's own lints enforce this. `ALL_CAPITALS` distinguish a constant from a variant,
//! which matters only for distances.

mod unbound;
pub(crate) mod fit;

use quote::ToTokens as _;
use syn::{ext::IdentExt as _, Arm, Expr, FieldPat, Ident, Lit, Pat, Path};

use sbst_source::package::{is_short, sources};

/// The part of a place that a probe may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Referable {
    Whole,
    /// The parts that the pattern reads.
    Parts,
    /// No part: the value can only be read, and matched with a pattern without bindings.
    Nothing,
}

/// True if `pattern` does not match all values.
pub fn can_fail(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => false,
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) => can_fail(inner),
            None => name.by_ref.is_none() && name.mutability.is_none() && begins_with_capital(&name.ident),
        },
        Pat::Paren(inner) => can_fail(&inner.pat),
        Pat::Reference(inner) => can_fail(&inner.pat),
        Pat::Type(inner) => can_fail(&inner.pat),
        Pat::Guard(inner) => can_fail(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(can_fail),
        Pat::Or(or) => or.cases.iter().all(can_fail),
        Pat::Slice(slice) => !(slice.elems.len() == 1 && slice.elems.iter().all(is_rest)),
        _ => true,
    }
}

/// The number of these arms, from the first, that may be skipped. The last arm is taken if the
/// others are not, unless it has a guard. The same applies to arms before it that match at least
/// its values: `Err(e) if …` before `Err(_)`.
pub fn undecided_arms(arms: &[Arm]) -> usize {
    let [others @ .., last] = arms else { return 0 };
    if matches!(last.pat, Pat::Guard(_)) {
        return arms.len();
    }
    let matches_as_much = |arm: &Arm| match &arm.pat {
        Pat::Guard(guarded) if arm.attrs.is_empty() && last.attrs.is_empty() => {
            variant(&guarded.pat).is_some_and(|name| Some(name) == variant(&last.pat))
        }
        _ => false,
    };
    others.len() - others.iter().rev().take_while(|arm| matches_as_much(arm)).count()
}

/// The source of a variant's pattern that matches all of its values.
fn variant(pattern: &Pat) -> Option<String> {
    let written = |path: &Path| path.to_token_stream().to_string();
    match pattern {
        Pat::Paren(inner) => variant(&inner.pat),
        Pat::TupleStruct(variant) if !variant.elems.iter().any(can_fail) => Some(written(&variant.path)),
        Pat::Struct(variant) if !variant.fields.iter().any(|field| can_fail(&field.pat)) => {
            Some(written(&variant.path))
        }
        _ => None,
    }
}

/// True if `pattern` has a part that cannot be taken apart: a macro, an inline constant, unknown
/// syntax, or an ambiguous name. Such a name is, for example, that of a type parameter where
/// constants of this name exist. It may be one of these, or a variable that a macro binds, and the
/// two need different code.
pub fn is_opaque(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) | Pat::Path(_) => false,
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) => is_opaque(inner),
            None => is_ambiguous(&name.ident),
        },
        Pat::Lit(literal) => matches!(literal.lit, Lit::CStr(_) | Lit::Verbatim(_)),
        Pat::Range(range) => ![&range.start, &range.end].into_iter().flatten().all(|end| is_constant(end)),
        Pat::Paren(inner) => is_opaque(&inner.pat),
        Pat::Reference(inner) => is_opaque(&inner.pat),
        Pat::Type(inner) => is_opaque(&inner.pat),
        Pat::Guard(inner) => is_opaque(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(is_opaque),
        Pat::TupleStruct(tuple) => tuple.elems.iter().any(is_opaque),
        Pat::Slice(slice) => slice.elems.iter().any(is_opaque),
        Pat::Or(or) => or.cases.iter().any(is_opaque),
        Pat::Struct(structure) => structure.fields.iter().any(|field| is_opaque(&field.pat)),
        _ => true,
    }
}

fn is_ambiguous(name: &Ident) -> bool {
    let name = name.unraw().to_string();
    is_short(&name) && sources().is_short_constant(&name)
}

/// The number of structures that a value must have to match `pattern`: variants, structs and
/// slices, not tuples. 0 for a pattern of literals, ranges and constants alone.
pub fn levels(pattern: &Pat) -> u32 {
    let sum = |parts: &mut dyn Iterator<Item = &Pat>| parts.map(levels).sum::<u32>();
    match pattern {
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) => levels(inner),
            None => u32::from(can_fail(pattern) && !is_constant_name(&name.ident)),
        },
        Pat::Path(path) => u32::from(path.qself.is_none() && !names_constant(&path.path)),
        Pat::Paren(inner) => levels(&inner.pat),
        Pat::Reference(inner) => levels(&inner.pat),
        Pat::Type(inner) => levels(&inner.pat),
        Pat::Guard(inner) => levels(&inner.pat),
        Pat::Tuple(tuple) => sum(&mut tuple.elems.iter()),
        Pat::TupleStruct(tuple) => 1 + sum(&mut tuple.elems.iter()),
        Pat::Struct(structure) => 1 + sum(&mut structure.fields.iter().map(|FieldPat { pat, .. }| &**pat)),
        Pat::Slice(slice) if can_fail(pattern) => 1 + sum(&mut slice.elems.iter()),
        Pat::Or(or) => or.cases.iter().map(levels).max().unwrap_or(0),
        _ => 0,
    }
}

/// `..` or `name @ ..`, in a slice.
fn is_rest(pattern: &Pat) -> bool {
    match pattern {
        Pat::Rest(_) => true,
        Pat::Ident(name) => matches!(&name.subpat, Some((_, rest)) if matches!(**rest, Pat::Rest(_))),
        _ => false,
    }
}

/// True if an expression may be an end of a range.
fn is_constant(end: &Expr) -> bool {
    matches!(end, Expr::Lit(_) | Expr::Path(_))
}

/// True if `path` certainly names a constant, whose type is fixed: the type of a unit variant may
/// depend on the matched value. `Type::NAME` may be a variant.
pub(crate) fn names_constant(path: &Path) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| &segment.ident);
    segments.next().is_some_and(is_constant_name)
        && segments.next().is_none_or(|qualifier| qualifier == "Self" || !begins_with_capital(qualifier))
}

/// `MAX` or `LINE_FEED`, but no known variant; `A` or `T1` only if a known constant.
fn is_constant_name(name: &Ident) -> bool {
    let name = name.unraw().to_string();
    match is_short(&name) {
        true => sources().is_short_constant(&name),
        false => {
            begins_uppercase(&name)
                && !name.chars().any(char::is_lowercase)
                && !sources().may_be_variant(&name)
        }
    }
}

/// True if `name` begins with a capital letter, as types, variants and constants do.
pub fn begins_with_capital(name: &Ident) -> bool {
    begins_uppercase(&name.unraw().to_string())
}

/// `Some`, but neither `some` nor `SOME`.
pub fn is_camel_case(name: &Ident) -> bool {
    begins_with_capital(name) && name.to_string().chars().any(char::is_lowercase)
}

fn begins_uppercase(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
