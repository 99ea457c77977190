//! Bounds on values, as they are written, and as constants of the runtime.

mod alphabet;
mod endpoint;

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use syn::{Error, Expr, ExprRange, Path, RangeLimits, Result};

use endpoint::Endpoint;

#[derive(Clone, Default)]
pub struct Bounds {
    range: Option<Range>,
    step: Option<Endpoint>,
    length: Option<Range>,
    alphabet: Option<Vec<(char, char)>>,
    pub elements: Option<Box<Bounds>>,
}

#[derive(Clone)]
struct Range {
    lowest: Option<Endpoint>,
    highest: Option<Endpoint>,
    exclusive: bool,
}

const NO_VALUE: &str = "the range is empty; give it a value";

impl Bounds {
    pub fn is_none(&self) -> bool {
        let Bounds { range, step, length, alphabet, elements } = self;
        range.is_none() && step.is_none() && length.is_none() && alphabet.is_none() && elements.is_none()
    }

    pub(crate) fn read(&mut self, key: &str, value: &Expr) -> Result<()> {
        match (key, bare(value)) {
            ("range", Expr::Range(range)) if !alphabet::is_of_characters(range) => {
                self.range = Some(Range::from_expression(range)?);
            }
            ("range", value @ Expr::Range(_)) | ("alphabet", value) => {
                if self.alphabet.replace(alphabet::read(value)?).is_some() {
                    let message = "a `range` of characters and an `alphabet` say the same; keep one of them";
                    return Err(Error::new_spanned(value, message));
                }
            }
            ("range", value) => {
                return Err(Error::new_spanned(value, "`range` takes a range, such as `0..=100`"));
            }
            ("length", value) => self.length = Some(length(value)?),
            (_, value) => {
                let step = Endpoint::from_expression(value)?;
                if !step.is_positive() {
                    return Err(Error::new_spanned(value, "a step is a positive number"));
                }
                self.step = Some(step);
            }
        }
        Ok(())
    }

    /// Replaces `Self` by the name of the type, because it has another meaning where the bounds are
    /// emitted.
    pub(crate) fn name_self(&mut self, own: &Ident) {
        let Bounds { range, step, length, alphabet: _, elements } = self;
        let ranges = [range, length].into_iter().flatten();
        let ends = ranges.flat_map(|range| [&mut range.lowest, &mut range.highest]).flatten();
        ends.chain(step).for_each(|endpoint| endpoint.name_self(own));
        if let Some(elements) = elements {
            elements.name_self(own);
        }
    }

    /// The equivalent constant of the runtime, without the bounds of elements.
    pub(crate) fn emit(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let range = optional(self.range.as_ref(), |range| {
            let lowest = optional(range.lowest.as_ref(), |endpoint| endpoint.emit(runtime));
            let highest = optional(range.highest.as_ref(), |endpoint| endpoint.emit(runtime));
            let exclusive = range.exclusive;
            quote_spanned! {at=>
                #runtime::__private::shape::Range { lowest: #lowest, highest: #highest, exclusive: #exclusive }
            }
        });
        let step = optional(self.step.as_ref(), Endpoint::emit_real);
        let length = optional(self.length.as_ref(), |length| {
            let shortest = length.lowest.as_ref().map(Endpoint::emit_length);
            let longest = match (length.highest.as_ref().map(Endpoint::emit_length), length.exclusive) {
                (Some(end), true) => quote_spanned!(at=> #end - 1),
                (Some(end), false) => end,
                // Without an upper end, any length.
                (None, _) => quote_spanned!(at=> ::core::primitive::usize::MAX),
            };
            quote_spanned!(at=> (#shortest, #longest))
        });
        let alphabet = optional(self.alphabet.as_ref(), |ranges| {
            let ranges = ranges.iter().map(|(first, last)| quote_spanned!(at=> (#first, #last)));
            quote_spanned!(at=> #runtime::__private::shape::Alphabet::from_ranges(&[#(#ranges),*]))
        });
        quote_spanned! {at=>
            #runtime::__private::shape::Bounds {
                range: #range,
                step: #step,
                length: #length,
                alphabet: #alphabet,
            }
        }
    }
}

impl Range {
    fn from_expression(range: &ExprRange) -> Result<Range> {
        let endpoint = |end: &Option<Box<Expr>>| end.as_deref().map(Endpoint::from_expression).transpose();
        let (lowest, highest) = (endpoint(&range.start)?, endpoint(&range.end)?);
        if lowest.is_none() && highest.is_none() {
            return Err(Error::new_spanned(range, "the range has no end; give it one"));
        }
        let read = Range { lowest, highest, exclusive: matches!(range.limits, RangeLimits::HalfOpen(_)) };
        if read.is_empty() {
            return Err(Error::new_spanned(range, NO_VALUE));
        }
        Ok(read)
    }

    fn is_empty(&self) -> bool {
        match (&self.lowest, &self.highest) {
            (Some(low), Some(high)) => {
                high.is_below(low) == Some(true) || self.exclusive && low.is_below(high) == Some(false)
            }
            _ => false,
        }
    }
}

/// A number of characters or elements, or a range of such numbers.
fn length(value: &Expr) -> Result<Range> {
    let mut length = match value {
        Expr::Range(range) => Range::from_expression(range)?,
        number => {
            let number = Endpoint::from_expression(number)?;
            Range { lowest: Some(number.clone()), highest: Some(number), exclusive: false }
        }
    };
    length.lowest.get_or_insert(Endpoint::ZERO);
    if ![&length.lowest, &length.highest].into_iter().flatten().all(Endpoint::can_be_length) {
        return Err(Error::new_spanned(value, "a length is a whole number and not negative"));
    }
    if length.is_empty() {
        return Err(Error::new_spanned(value, NO_VALUE));
    }
    Ok(length)
}

fn optional<T>(value: Option<T>, emit: impl FnOnce(T) -> TokenStream) -> TokenStream {
    let at = mixed_site();
    match value.map(emit) {
        Some(value) => quote_spanned!(at=> ::core::option::Option::Some(#value)),
        None => quote_spanned!(at=> ::core::option::Option::None),
    }
}

/// An expression without the parentheses around it, written or from a macro.
fn bare(mut expression: &Expr) -> &Expr {
    loop {
        expression = match expression {
            Expr::Paren(around) => &around.expr,
            Expr::Group(around) => &around.expr,
            _ => return expression,
        }
    }
}
