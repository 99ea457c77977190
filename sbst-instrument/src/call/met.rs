//! Types that meet bounds, with what else follows of them.

use proc_macro2::Ident;
use quote::{quote, ToTokens as _};
use syn::visit_mut::VisitMut as _;
use syn::{Type, TypeTuple};

use super::substitution::{single, Substitution};

/// A type that meets a bound.
#[derive(Clone)]
pub(super) struct Met {
    pub(super) ty: Type,
    /// Marked parameters, and the types that they are then: `char` is a `Parser<I, char>`.
    pub(super) implied: Vec<(Ident, Type)>,
    /// The number of parameters that had to be chosen for it.
    pub(super) chosen: usize,
}

impl Met {
    /// Substitutes types in all that is said of it.
    pub(super) fn substitute(&mut self, substitution: &mut Substitution) {
        substitution.visit_type_mut(&mut self.ty);
        self.implied.iter_mut().for_each(|(_, ty)| substitution.visit_type_mut(ty));
    }

    pub(super) fn to_text(&self) -> String {
        let Met { ty, implied, chosen } = self;
        let implied = implied.iter().map(|(name, ty)| quote!((#name, #ty)));
        quote!(([(); #chosen], #ty, #(#implied,)*)).to_string()
    }

    /// Reads what [`to_text`](Met::to_text) wrote.
    pub(super) fn from_text(text: &str) -> Option<Met> {
        let Type::Tuple(TypeTuple { elems, .. }) = syn::parse_str(text).ok()? else { return None };
        let mut parts = elems.into_iter();
        let Type::Array(chosen) = parts.next()? else { return None };
        let chosen = chosen.len.to_token_stream().to_string().trim_end_matches("usize").parse().ok()?;
        let ty = parts.next()?;
        let implied = parts.filter_map(|part| match part {
            Type::Tuple(pair) if pair.elems.len() == 2 => {
                Some((single(&pair.elems[0])?.clone(), pair.elems[1].clone()))
            }
            _ => None,
        });
        Some(Met { ty, implied: implied.collect(), chosen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn what_is_met_survives_as_text() {
        let implied = vec![(parse_quote!(__SbstOpenO), parse_quote!((u8, Vec<char>)))];
        let met = Met { ty: parse_quote!(Letter<'a, E>), implied, chosen: 3 };
        let read = Met::from_text(&met.to_text()).unwrap();
        assert_eq!((read.to_text(), read.implied.len(), read.chosen), (met.to_text(), 1, 3));
    }
}
