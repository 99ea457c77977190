//! Types that meet bounds, with their implications.

use proc_macro2::Ident;
use quote::{quote, ToTokens as _};
use sbst_source::visit_mut::VisitMut;
use syn::{Type, TypeTuple};

use crate::call::types::mentions::single;

/// A type that meets a bound.
#[derive(Clone)]
pub(crate) struct MatchingType {
    pub(crate) ty: Type,
    /// Marked parameters, and the types implied for them: `char` is a `Parser<I, char>`.
    pub(crate) implied: Vec<(Ident, Type)>,
    /// Marked parameters, and types that meet the implied bounds on them: `char` is a `Parser<I,
    /// char, E>` if `E` is a `Wrong<I>`.
    pub(crate) wished: Vec<(Ident, Type)>,
    /// The number of parameters chosen for it.
    pub(crate) chosen: usize,
    /// True if no implementation in the sources shows it.
    pub(crate) is_guess: bool,
}

impl MatchingType {
    /// The type, without implications.
    pub(crate) fn alone(ty: Type) -> MatchingType {
        MatchingType { ty, implied: Vec::new(), wished: Vec::new(), chosen: 0, is_guess: false }
    }

    /// Substitutes types in it and in its implications.
    pub(crate) fn substitute(&mut self, substitution: &mut impl VisitMut) {
        substitution.visit_type_mut(&mut self.ty);
        let others = self.implied.iter_mut().chain(&mut self.wished);
        others.for_each(|(_, ty)| substitution.visit_type_mut(ty));
    }

    pub(crate) fn to_text(&self) -> String {
        let MatchingType { ty, implied, wished, chosen, is_guess: _ } = self;
        let [implied, wished] = [implied, wished].map(|pairs| {
            let pairs = pairs.iter().map(|(name, ty)| quote!((#name, #ty)));
            quote!((#(#pairs,)*))
        });
        quote!(([(); #chosen], #ty, #implied, #wished)).to_string()
    }

    /// Reads the text of [`to_text`](MatchingType::to_text), as a type.
    pub(crate) fn from_type(ty: &Type) -> Option<MatchingType> {
        let Type::Tuple(TypeTuple { elems, .. }) = ty else { return None };
        let mut parts = elems.iter();
        let Type::Array(chosen) = parts.next()? else { return None };
        let chosen = chosen.len.to_token_stream().to_string().trim_end_matches("usize").parse().ok()?;
        let ty = parts.next()?.clone();
        let mut pairs = || pairs(parts.next()?);
        let (implied, wished) = (pairs()?, pairs()?);
        Some(MatchingType { ty, implied, wished, chosen, is_guess: false })
    }
}

fn pairs(ty: &Type) -> Option<Vec<(Ident, Type)>> {
    let Type::Tuple(TypeTuple { elems, .. }) = ty else { return None };
    let pairs = elems.iter().map(|pair| match pair {
        Type::Tuple(pair) if pair.elems.len() == 2 => {
            Some((single(&pair.elems[0])?.clone(), pair.elems[1].clone()))
        }
        _ => None,
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn a_type_with_its_implications_is_read_back_from_text() {
        let implied = vec![(parse_quote!(__SbstOpenO), parse_quote!((u8, Vec<char>)))];
        let wished = vec![(parse_quote!(__SbstOpenE), parse_quote!(Place<__SbstOpenI>))];
        let matching =
            MatchingType { ty: parse_quote!(Letter<'a, E>), implied, wished, chosen: 3, is_guess: false };
        let read = |matching: &MatchingType| {
            MatchingType::from_type(&syn::parse_str(&matching.to_text()).unwrap()).unwrap()
        };
        let again = read(&matching);
        let lengths = (again.implied.len(), again.wished.len(), again.chosen);
        assert_eq!((again.to_text(), lengths), (matching.to_text(), (1, 1, 3)));
        let alone = MatchingType::alone(parse_quote!(u8));
        assert_eq!(read(&alone).to_text(), alone.to_text());
    }
}
