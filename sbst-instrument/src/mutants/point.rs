//! Points, and their registration with the runtime.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::source_text::position;
use sbst_source::span::{end, mixed_site};
use sbst_vocabulary::Change;
use syn::{Block, Path};

use crate::syntax::operators::emit_change;

/// The most alternatives of a point: their bits are in one word of a recording.
pub(super) const MOST: usize = 15;

pub(crate) struct Point {
    /// Its alternatives, numbered from 1; at most [`MOST`].
    pub(crate) alternatives: Vec<Alternative>,
}

/// Another behaviour of the code at a point.
pub(crate) struct Alternative {
    change: Change,
    /// The kind of the mutant.
    genre: &'static str,
    /// The name of the mutant after its place.
    text: String,
    /// The text that replaces the original.
    replacement: String,
    /// The first and the last position, counted from 1; the last one is after the text.
    place: [(u32, u32); 2],
}

impl Alternative {
    pub(super) fn new(
        change: Change,
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

impl Alternative {
    /// Returns its line in a list of survivors of this file.
    pub(crate) fn key(&self, file: &str) -> String {
        survivor_key(file, self.place, self.genre, &self.replacement)
    }

    /// Returns its description as a hidden check of a search.
    pub(crate) fn emit_check(&self, point: usize, number: usize, runtime: &Path) -> TokenStream {
        let Alternative { text, place: [(line, column), _], .. } = self;
        let at = mixed_site();
        let (point, number) = (Literal::usize_unsuffixed(point), number as u8);
        quote_spanned! {at=>
            #runtime::__private::Check {
                kind: #runtime::__private::CheckKind::Mutant, text: #text, line: #line, column: #column,
                also: (#line, #column), active: true,
                mutant: ::core::option::Option::Some(#runtime::__private::mutant::trial::Mutant {
                    point: &__SBST_POINTS[#point],
                    number: #number,
                    points: &__SBST_POINTS,
                }),
            }
        }
    }
}

/// Returns the line of a mutant in a list of survivors, by its file, its place and its change.
pub fn survivor_key(file: &str, place: [(u32, u32); 2], genre: &str, replacement: &str) -> String {
    let [(line, column), (end_line, end_column)] = place;
    let replacement = replacement.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{file}:{line}:{column}:{end_line}:{end_column}:{genre}:{replacement}")
}

impl Point {
    /// Returns the value of its static.
    pub(crate) fn emit(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let changes =
            self.alternatives.iter().map(|alternative| emit_change(alternative.change, runtime, at));
        quote_spanned!(at=> #runtime::__private::mutant::Point::new(&[#(#changes),*]))
    }
}

/// The part of a source that a mutant replaces.
#[derive(Clone, Copy)]
pub(crate) struct Place([(u32, u32); 2]);

impl Place {
    pub(super) fn new(first: Span, last: Span) -> Place {
        let last = end(last);
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place([position(first), (narrow(last.line), narrow(last.column + 1))])
    }

    /// The place of a body's statements, if it has any. Functions in it must not be expanded yet:
    /// their tokens have other places then.
    pub(crate) fn of_body(body: &Block) -> Option<Place> {
        let tokens = body.stmts.iter().flat_map(|statement| statement.to_token_stream());
        (!body.stmts.is_empty()).then(|| Place::of(tokens.collect::<TokenStream>()))
    }

    /// The place of these tokens.
    pub(super) fn of(tokens: impl quote::ToTokens) -> Place {
        let mut tokens = tokens.into_token_stream().into_iter();
        let first = tokens.next().map_or_else(mixed_site, |token| token.span());
        let last = tokens.last().map_or(first, |token| token.span());
        Place::new(first, last)
    }
}
