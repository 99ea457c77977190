//! Texts of items, with their parsed forms.
//!
//! In a compiler no token outlives the expansion of one attribute. In a separate process tokens
//! stay, so a text is parsed once.

use std::cell::OnceCell;
use std::rc::Rc;

use syn::parse::Parse;

use crate::span::is_served;

pub struct Parsed<T> {
    text: String,
    parsed: OnceCell<Option<Rc<T>>>,
}

impl<T: Parse> Parsed<T> {
    pub fn from_text(text: String) -> Parsed<T> {
        Parsed { text, parsed: OnceCell::new() }
    }

    /// The parsed text, if it can be parsed.
    pub fn get(&self) -> Option<Rc<T>> {
        let parse = || syn::parse_str(&self.text).ok().map(Rc::new);
        match is_served() {
            true => self.parsed.get_or_init(parse).clone(),
            false => parse(),
        }
    }
}
