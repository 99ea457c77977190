//! The literals in a function's body, as seeds for values in the search.
//!
//! A walk over tokens, not over the syntax tree: so patterns and the arguments of macros count too.
//! Attributes do not, and neither do the numbers that name a tuple's fields.

use proc_macro2::{Delimiter, Group, Literal, Spacing, TokenStream, TokenTree};
use quote::quote;
use syn::{Lit, Path};

/// Literals, each once, in the order of their first appearance.
///
/// ```
/// use sbst_instrument::condition::literals::Literals;
///
/// let body: proc_macro2::TokenStream = r#"x == -7 || name.0 == "mo""#.parse().unwrap();
/// let literals = Literals::from_tokens(body);
/// assert_eq!(literals.integers, [(7u128.wrapping_neg(), true)]);
/// assert_eq!(literals.texts, ["mo"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Literals {
    /// The two's complement of each integer or byte, and true if it is negative.
    pub integers: Vec<(u128, bool)>,
    pub floats: Vec<f64>,
    pub characters: Vec<char>,
    /// Strings, and byte strings that are UTF-8.
    pub texts: Vec<String>,
}

impl Literals {
    pub fn from_tokens(tokens: TokenStream) -> Self {
        let mut literals = Literals::default();
        literals.collect(tokens);
        literals
    }

    pub fn emit(&self, runtime: &Path) -> TokenStream {
        let integers = self.integers.iter().map(|(bits, negative)| quote!((#bits, #negative)));
        let floats = self.floats.iter().map(|float| {
            let magnitude = Literal::f64_suffixed(float.abs());
            let sign = float.is_sign_negative().then(|| quote!(-));
            quote!(#sign #magnitude)
        });
        let Literals { characters, texts, .. } = self;
        quote! {
            #runtime::__private::Literals {
                integers: &[#(#integers),*],
                floats: &[#(#floats),*],
                characters: &[#(#characters),*],
                texts: &[#(#texts),*],
            }
        }
    }

    fn collect(&mut self, tokens: TokenStream) {
        let mut before = Context::default();
        for token in tokens {
            match &token {
                TokenTree::Group(group) if before.is_attribute(group) || before.names_variable() => {}
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Literal(literal) if !before.is_field_access() => {
                    self.add(literal, before.is_negation());
                }
                _ => {}
            }
            before.advance(token);
        }
    }

    fn add(&mut self, literal: &Literal, negative: bool) {
        match Lit::new(literal.clone()) {
            Lit::Int(integer) if integer.suffix().starts_with('f') => {
                if let Ok(magnitude) = integer.base10_digits().parse::<f64>() {
                    self.add_float(magnitude, negative);
                }
            }
            Lit::Int(integer) => {
                if let Ok(magnitude) = integer.base10_parse::<u128>() {
                    let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
                    insert(&mut self.integers, (bits, negative && magnitude != 0));
                }
            }
            Lit::Byte(byte) => insert(&mut self.integers, (u128::from(byte.value()), false)),
            Lit::Float(float) => {
                if let Ok(magnitude) = float.base10_parse::<f64>() {
                    self.add_float(magnitude, negative);
                }
            }
            Lit::Char(character) => insert(&mut self.characters, character.value()),
            Lit::Str(text) => insert(&mut self.texts, text.value()),
            Lit::ByteStr(bytes) => {
                if let Ok(text) = String::from_utf8(bytes.value()) {
                    insert(&mut self.texts, text);
                }
            }
            _ => {}
        }
    }

    fn add_float(&mut self, magnitude: f64, negative: bool) {
        let value = if negative { -magnitude } else { magnitude };
        // `1e999` cannot be written again. The zeros differ in their bits.
        if value.is_finite() && !self.floats.iter().any(|known| known.to_bits() == value.to_bits()) {
            self.floats.push(value);
        }
    }
}

fn insert<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if !values.contains(&value) {
        values.push(value);
    }
}

/// The last two tokens, the nearest first.
#[derive(Default)]
struct Context([Option<TokenTree>; 2]);

impl Context {
    fn advance(&mut self, token: TokenTree) {
        self.0.rotate_right(1);
        self.0[0] = Some(token);
    }

    fn sign(&self, back: usize) -> Option<char> {
        match &self.0[back] {
            Some(TokenTree::Punct(sign)) => Some(sign.as_char()),
            _ => None,
        }
    }

    /// `#[…]` or `#![…]`.
    fn is_attribute(&self, group: &Group) -> bool {
        let marked = self.sign(0) == Some('#') || self.sign(0) == Some('!') && self.sign(1) == Some('#');
        group.delimiter() == Delimiter::Bracket && marked
    }

    /// `env!(…)`: not a value of the program.
    fn names_variable(&self) -> bool {
        let name = self.0[1].as_ref().map(TokenTree::to_string);
        self.sign(0) == Some('!') && matches!(name.as_deref(), Some("env" | "option_env"))
    }

    /// A single dot, as against the two of a range.
    fn is_field_access(&self) -> bool {
        let after_dot = matches!(&self.0[1], Some(TokenTree::Punct(sign))
            if sign.as_char() == '.' && sign.spacing() == Spacing::Joint);
        self.sign(0) == Some('.') && !after_dot
    }

    /// A minus without a left operand.
    fn is_negation(&self) -> bool {
        let operand_before = match &self.0[1] {
            Some(TokenTree::Ident(word)) => !["return", "break", "in", "match", "if", "while", "else", "mut"]
                .iter()
                .any(|keyword| word == keyword),
            // A block before a minus is more often the end of a statement than an operand.
            Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
            Some(TokenTree::Literal(_)) => true,
            Some(TokenTree::Punct(sign)) => sign.as_char() == '?',
            None => false,
        };
        self.sign(0) == Some('-') && !operand_before
    }
}
