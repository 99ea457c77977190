//! The expression that computes the fit of a value to a pattern.
//!
//! It takes the pattern apart from the outside to the inside. A structure is matched as written,
//! with a name of ours for each part that can fail; then the fits of the parts are computed in
//! turn. The user's names are not bound, so no value is moved.
//!
//! * A structure is matched through a shared reference, so that its parts are references in any
//!   binding mode. That mode may be `ref mut` where the value is behind a `&mut`, but here only a
//!   shared reference is possible. Without names of ours the value itself is matched, because a
//!   constant is not compared through a reference.
//! * `&pattern` is the pattern for the reference's target. It need not be matched.
//! * If the place must not be referred to as a whole, the place itself is matched, and the parts
//!   are bound as references. If that is not allowed either, or the pattern does not read all of a
//!   part, only the outcome of the match is computed.
//! * Literals and ranges are passed as expressions of the same tokens, and take their type from the
//!   value.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use sbst_source::span::Spanned as _;
use syn::{Attribute, Pat, PatIdent, PatRest, PatWild, Path, Token};

use super::{can_fail, is_rest, levels, names_constant, unbound::unbound, Referable};
use crate::syntax::spans::located;

/// Writes expressions that call the runtime at a path.
pub(crate) struct Fits<'a> {
    pub(crate) runtime: &'a Path,
    pub(crate) referable: Referable,
}

/// A structure: its pattern, and its parts that can fail, with their attributes and names in it.
struct Structure<'p> {
    shell: Pat,
    parts: Vec<(Vec<Attribute>, Ident, &'p Pat)>,
}

impl Fits<'_> {
    /// The fit of the value in `place` to `pattern`, which can fail and can be taken apart.
    pub(crate) fn emit(&self, pattern: &Pat, place: &TokenStream) -> TokenStream {
        let runtime = self.runtime;
        let at = located(pattern.span());
        if self.referable == Referable::Nothing {
            return self.whether(pattern, place, at);
        }
        match pattern {
            Pat::Paren(inner) => self.emit(&inner.pat, place),
            Pat::Type(inner) => self.emit(&inner.pat, place),
            Pat::Guard(inner) => self.emit(&inner.pat, place),
            Pat::Reference(inner) => self.emit(&inner.pat, &quote_spanned!(at=> *#place)),
            Pat::Ident(PatIdent { subpat: Some((_, inner)), .. }) => self.emit(inner, place),
            Pat::Lit(literal) => quote_spanned!(at=> #runtime::__private::literal(&#place, #literal)),
            Pat::Range(range) => quote_spanned!(at=> #runtime::__private::range(&#place, #range)),
            Pat::Or(or) => self.alternatives(or.cases.iter().collect(), place, at),
            _ if levels(pattern) == 0 && !matches!(pattern, Pat::Tuple(_)) => quote_spanned! {at=>
                #runtime::__private::constant(
                    &#place, &#pattern, match #place { #pattern => true, _ => false },
                )
            },
            _ => self.structure(pattern, place, at),
        }
    }

    fn whether(&self, pattern: &Pat, place: &TokenStream, at: Span) -> TokenStream {
        let runtime = self.runtime;
        let pattern = unbound(pattern);
        quote_spanned!(at=> #runtime::__private::whether(match #place { #pattern => true, _ => false }))
    }

    fn structure(&self, pattern: &Pat, place: &TokenStream, at: Span) -> TokenStream {
        let runtime = self.runtime;
        let by_ref = self.referable == Referable::Parts;
        let Structure { shell, parts } = Structure::from_pattern(pattern, by_ref, at);
        if by_ref && (matches!(pattern, Pat::Slice(_)) || !parts.iter().all(|(.., part)| is_solid(part))) {
            return self.whether(pattern, place, at);
        }
        let seen = match by_ref {
            true => place.clone(),
            false => quote_spanned!(at=> &#place),
        };
        let matched = match parts.is_empty() {
            true => quote_spanned!(at=> #runtime::__private::fits()),
            false => self.all(&parts, at),
        };
        let levels = levels(pattern);
        match pattern {
            Pat::Tuple(_) => quote_spanned!(at=> match #seen { #shell => #matched }),
            Pat::Slice(slice) => {
                let wanted = slice.elems.iter().filter(|element| !is_rest(element)).count();
                quote_spanned! {at=>
                    match #seen {
                        #shell => #matched,
                        [found @ ..] => #runtime::__private::misses_length(#levels, found, #wanted),
                    }
                }
            }
            // A single name may be a variable's, against convention; then this binds a reference.
            Pat::Ident(name) => {
                let mut name = name.ident.clone();
                name.set_span(located(name.span()));
                quote_spanned! {at=>
                    match &#place { #name => #matched, _ => #runtime::__private::misses(#levels) }
                }
            }
            _ => {
                let scrutinee = match parts.is_empty() {
                    true => place.clone(),
                    false => seen,
                };
                quote_spanned! {at=>
                    match #scrutinee { #shell => #matched, _ => #runtime::__private::misses(#levels) }
                }
            }
        }
    }

    fn all(&self, parts: &[(Vec<Attribute>, Ident, &Pat)], at: Span) -> TokenStream {
        let runtime = self.runtime;
        // The parts have their own references.
        let inner = Fits { runtime, referable: Referable::Whole };
        let fits = parts.iter().map(|(attributes, name, part)| {
            let fit = inner.emit(part, &quote_spanned!(at=> *#name));
            quote_spanned!(at=> #(#attributes)* #fit)
        });
        match parts {
            [(attributes, ..)] if attributes.is_empty() => fits.collect(),
            _ => quote_spanned!(at=> #runtime::__private::all([#(#fits),*])),
        }
    }

    /// Variants without parts to compare are matched together.
    fn alternatives(&self, cases: Vec<&Pat>, place: &TokenStream, at: Span) -> TokenStream {
        let runtime = self.runtime;
        let (bare, others): (Vec<&Pat>, Vec<&Pat>) = cases.into_iter().partition(|case| is_bare(case));
        let mut fits: Vec<TokenStream> = others.into_iter().map(|case| self.emit(case, place)).collect();
        if !bare.is_empty() {
            let shells = bare.into_iter().map(|case| Structure::from_pattern(case, false, at).shell);
            fits.push(quote_spanned! {at=>
                match #place {
                    #(#shells)|* => #runtime::__private::fits(),
                    _ => #runtime::__private::misses(1u32),
                }
            });
        }
        match &fits[..] {
            [only] => only.clone(),
            _ => quote_spanned!(at=> #runtime::__private::any([#(#fits),*])),
        }
    }
}

/// True if `pattern` reads all of the matched value.
fn is_solid(pattern: &Pat) -> bool {
    match pattern {
        Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) => true,
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) => is_solid(inner),
            None => can_fail(pattern),
        },
        Pat::Paren(inner) => is_solid(&inner.pat),
        Pat::Reference(inner) => is_solid(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().all(is_solid),
        Pat::TupleStruct(tuple) => tuple.elems.iter().all(is_solid),
        Pat::Struct(structure) => {
            structure.rest.is_none() && structure.fields.iter().all(|field| is_solid(&field.pat))
        }
        Pat::Slice(slice) => slice.elems.iter().all(is_solid),
        Pat::Or(or) => or.cases.iter().all(is_solid),
        _ => false,
    }
}

/// A variant without parts that can fail.
fn is_bare(pattern: &Pat) -> bool {
    match pattern {
        Pat::Path(path) => path.qself.is_none() && !names_constant(&path.path),
        Pat::Ident(name) => name.subpat.is_none() && levels(pattern) == 1,
        Pat::TupleStruct(tuple) => !tuple.elems.iter().any(can_fail),
        Pat::Struct(structure) => !structure.fields.iter().any(|field| can_fail(&field.pat)),
        _ => false,
    }
}

impl<'p> Structure<'p> {
    fn from_pattern(pattern: &'p Pat, by_ref: bool, at: Span) -> Self {
        let mut parts = Vec::new();
        let mut part = |pattern: &'p Pat, attributes: &[Attribute]| -> Pat {
            if is_rest(pattern) {
                return Pat::Rest(PatRest { attrs: Vec::new(), dot2_token: Token![..](at) });
            }
            if !can_fail(pattern) {
                return Pat::Wild(PatWild { attrs: Vec::new(), underscore_token: Token![_](at) });
            }
            let name = Ident::new(&format!("part_{}", parts.len()), at);
            parts.push((attributes.to_vec(), name.clone(), pattern));
            Pat::Ident(PatIdent {
                attrs: Vec::new(),
                by_ref: by_ref.then(|| Token![ref](at)),
                mutability: None,
                ident: name,
                subpat: None,
            })
        };
        let mut shell = pattern.clone();
        match (&mut shell, pattern) {
            (Pat::Tuple(shell), Pat::Tuple(whole)) => {
                let elements = shell.elems.iter_mut().zip(&whole.elems);
                elements.for_each(|(element, whole)| *element = part(whole, &[]));
            }
            (Pat::TupleStruct(shell), Pat::TupleStruct(whole)) => {
                let elements = shell.elems.iter_mut().zip(&whole.elems);
                elements.for_each(|(element, whole)| *element = part(whole, &[]));
            }
            (Pat::Slice(shell), Pat::Slice(whole)) => {
                let elements = shell.elems.iter_mut().zip(&whole.elems);
                elements.for_each(|(element, whole)| *element = part(whole, &[]));
            }
            (Pat::Struct(shell), Pat::Struct(whole)) => {
                // A union's pattern must not have `..`, so fields that always match stay, too.
                for (field, whole) in shell.fields.iter_mut().zip(&whole.fields) {
                    field.colon_token = Some(Token![:](at));
                    *field.pat = part(&whole.pat, &whole.attrs);
                }
            }
            _ => {}
        }
        Structure { shell, parts }
    }
}

/// True if the distance of `pattern` is counted in levels.
pub(crate) fn is_structured(pattern: &Pat) -> bool {
    levels(pattern) > 0
}
