//! Places that a probe may read before their statement, or beside another operand.

use proc_macro2::{Literal, TokenStream};
use quote::ToTokens as _;
use std::collections::BTreeSet;
use syn::{ext::IdentExt as _, Expr, UnOp};

use crate::condition::checks::literal;
use crate::condition::peeled;
use crate::condition::pointers::may_be_pointer;
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, Scrutinee};

/// A place that can be read if its indices are within bounds.
#[derive(Clone, Default)]
pub(crate) struct Guarded {
    pub(crate) place: TokenStream,
    /// The indexed expressions with their indices, from the inside out.
    pub(crate) indices: Vec<(TokenStream, TokenStream)>,
    pub(crate) names: BTreeSet<String>,
    /// True if it is a variable that symbolic execution follows.
    pub(crate) is_followed: bool,
}

/// True for a place that can be referred to beside another operand.
pub(super) fn is_plain_place(operand: &Expr) -> bool {
    root_of_plain_place(operand).is_some() && !may_be_packed(operand)
}

/// The variable at the root of names, fields and dereferences.
fn root_of_plain_place(place: &Expr) -> Option<String> {
    match peeled(place) {
        Expr::Path(path) => match Scrutinee::from_expression(place) {
            Scrutinee::Place => path.path.get_ident().map(|name| name.unraw().to_string()),
            _ => None,
        },
        Expr::Field(field) => root_of_plain_place(&field.base),
        // The target of a pointer may not exist.
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && !may_be_pointer(&unary.expr) => {
            root_of_plain_place(&unary.expr)
        }
        _ => None,
    }
}

/// `place`, if reading it has no effect except that an index may fail. It consists of names,
/// fields, dereferences, and indices that are numbers or such places.
pub(super) fn guarded(place: &Expr) -> Option<Guarded> {
    if may_be_packed(place) || is_packed_index(place) {
        return None;
    }
    let mut guarded = Guarded { place: looking_only(place.clone()), ..Guarded::default() };
    guard(place, &mut guarded).then_some(guarded)
}

/// Collects the names in a place, and its indices from the inside out. True if it can be
/// [`guarded`].
fn guard(place: &Expr, guarded: &mut Guarded) -> bool {
    if let Some(name) = root_of_plain_place(place) {
        guarded.names.insert(name);
        return true;
    }
    match peeled(place) {
        Expr::Field(field) => guard(&field.base, guarded),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && !may_be_pointer(&unary.expr) => {
            guard(&unary.expr, guarded)
        }
        Expr::Index(indexed) => {
            let index = match (literal(&indexed.index), root_of_plain_place(&indexed.index)) {
                (Some((number, false)), _) => usize::try_from(number)
                    .ok()
                    .map(|number| Literal::usize_suffixed(number).into_token_stream()),
                (None, Some(name)) if !may_be_packed(&indexed.index) => {
                    guarded.names.insert(name);
                    Some(looking_only((*indexed.index).clone()))
                }
                _ => None,
            };
            let is_known = guard(&indexed.expr, guarded);
            let base = looking_only((*indexed.expr).clone());
            guarded.indices.extend(index.clone().map(|index| (base, index)));
            is_known && index.is_some()
        }
        _ => false,
    }
}

pub(super) fn is_packed_index(place: &Expr) -> bool {
    match peeled(place) {
        Expr::Index(index) => may_be_packed(&index.expr) || is_packed_index(&index.expr),
        Expr::Field(field) => may_be_packed(place) || is_packed_index(&field.base),
        Expr::Unary(unary) => is_packed_index(&unary.expr),
        _ => false,
    }
}
