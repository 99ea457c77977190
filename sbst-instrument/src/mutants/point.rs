//! Points, and how they are made known to the runtime.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use sbst_source::source_text::position;
use sbst_source::span::{end, mixed_site};
use syn::Path;

/// Alternatives that a point can have: their bits are in one word of a recording.
pub(super) const MOST: usize = 15;

pub(crate) struct Point {
    /// Its alternatives, numbered from 1; at most [`MOST`].
    pub(crate) alternatives: Vec<Alternative>,
}

/// Something else that a point can do.
pub(crate) struct Alternative {
    /// The name of the change in the runtime.
    change: &'static str,
    /// The kind of the mutant.
    genre: &'static str,
    /// The name of the mutant behind its place.
    text: String,
    /// The text that stands in the place.
    replacement: String,
    /// The first and the last position, counted from 1; the last one is behind the text.
    place: [(u32, u32); 2],
}

impl Alternative {
    pub(super) fn new(
        change: &'static str,
        genre: &'static str,
        text: String,
        replacement: impl Into<String>,
        place: Place,
    ) -> Alternative {
        Alternative { change, genre, text, replacement: replacement.into(), place: place.0 }
    }

    /// Returns its description for the registry, as the alternative of a point.
    pub(crate) fn emit(&self, point: usize, number: usize, runtime: &Path) -> TokenStream {
        let Alternative { genre, text, replacement, place: [(line, column), (end_line, end_column)], .. } =
            self;
        let (point, number) = (point as u32, number as u8);
        quote_spanned! {mixed_site()=>
            #runtime::__private::mutant::Alternative {
                point: #point,
                number: #number,
                genre: #genre,
                text: #text,
                replacement: #replacement,
                start: (#line, #column),
                end: (#end_line, #end_column),
            }
        }
    }
}

impl Point {
    /// Returns the value of its static.
    pub(crate) fn emit(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let changes = self.alternatives.iter().map(|alternative| {
            let change = Ident::new(alternative.change, at);
            quote_spanned!(at=> #runtime::__private::mutant::Change::#change)
        });
        quote_spanned!(at=> #runtime::__private::mutant::Point::new(&[#(#changes),*]))
    }
}

/// The part of a source that a mutant replaces.
#[derive(Clone, Copy)]
pub(super) struct Place([(u32, u32); 2]);

impl Place {
    pub(super) fn new(first: Span, last: Span) -> Place {
        let last = end(last);
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place([position(first), (narrow(last.line), narrow(last.column + 1))])
    }

    /// The place of these tokens.
    pub(super) fn of(tokens: impl quote::ToTokens) -> Place {
        let mut tokens = tokens.into_token_stream().into_iter();
        let first = tokens.next().map_or_else(mixed_site, |token| token.span());
        let last = tokens.last().map_or(first, |token| token.span());
        Place::new(first, last)
    }
}
