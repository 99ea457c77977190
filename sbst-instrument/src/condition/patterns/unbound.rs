//! Patterns without bindings.

use sbst_source::span::mixed_site;
use syn::{token, Pat, PatWild, Token};

use super::can_fail;
use crate::syntax::spans::located;

/// `pattern` without its bindings: it matches the same values, without further moves, borrows and
/// reads.
pub(crate) fn unbound(pattern: &Pat) -> Pat {
    let mut pattern = pattern.clone();
    unbind(&mut pattern);
    pattern
}

fn unbind(pattern: &mut Pat) {
    match pattern {
        Pat::Ident(name) => match name.subpat.take() {
            Some((_, mut inner)) => {
                unbind(&mut inner);
                // A rest pattern may only stay in its place.
                *pattern = *inner;
            }
            None if can_fail(&Pat::Ident(name.clone())) => {}
            None => {
                let underscore_token = Token![_](located(name.ident.span()));
                *pattern = Pat::Wild(PatWild { attrs: Vec::new(), underscore_token });
            }
        },
        Pat::Paren(inner) => {
            // Ours: they may be redundant now, and a lint reports that.
            inner.paren_token = token::Paren(located(inner.paren_token.span.join()));
            unbind(&mut inner.pat);
        }
        Pat::Reference(inner) => unbind(&mut inner.pat),
        Pat::Type(inner) => {
            unbind(&mut inner.pat);
            *pattern = (*inner.pat).clone();
        }
        Pat::Guard(inner) => {
            unbind(&mut inner.pat);
            *pattern = (*inner.pat).clone();
        }
        Pat::Tuple(tuple) => tuple.elems.iter_mut().for_each(unbind),
        Pat::TupleStruct(tuple) => tuple.elems.iter_mut().for_each(unbind),
        Pat::Slice(slice) => slice.elems.iter_mut().for_each(unbind),
        Pat::Or(or) => or.cases.iter_mut().for_each(unbind),
        Pat::Struct(structure) => {
            for field in &mut structure.fields {
                field.colon_token = Some(Token![:](mixed_site()));
                unbind(&mut field.pat);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;
    use syn::parse::Parser as _;

    #[test]
    fn bindings_become_wildcards() {
        let shown = |pattern: &str| {
            let pattern = Pat::parse_multi.parse_str(pattern).unwrap();
            unbound(&pattern).into_token_stream().to_string()
        };
        assert_eq!(shown("(a, ref b, mut c, &d, None)"), "(_ , _ , _ , & _ , None)");
        assert_eq!(
            shown("x @ Some(y @ 1..=3) | S { a, b: 3, .. }"),
            "Some (1 ..= 3) | S { a : _ , b : 3 , .. }"
        );
        assert_eq!(shown("[first, rest @ ..]"), "[_ , ..]");
    }
}
