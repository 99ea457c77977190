//! Expansion in another process, the expander: `sbst-instrument`, module `serve`.
//!
//! A first search compiles this crate, but not the library, which is part of the command. So the
//! macro sends its tokens to the command, which runs under another name, and makes tokens of the
//! answer.
//!
//! 1. The command names the program in the compiler's environment.
//! 2. Each compiler has one process, from its first expansion on. The expander ends when its input
//!    does.
//! 3. Spans stay here. A token from the request comes back as its number, others with the number of
//!    a span. So spans and their hygiene, and words that only the compiler can make, are preserved.
//! 4. An expander that does not answer, or has another version, is an error at the macro's call.

// Only `cargo sbst` turns this on, which needs a newer compiler.
#![allow(clippy::incompatible_msrv)]

mod sent;
mod answer;
mod expander;

use proc_macro::{Span, TokenStream};

use crate::misuse::Misuse;
use crate::tokens::text;
use answer::Answer;
use sent::Sent;

const INSTRUMENT: u8 = 0;
#[cfg(feature = "search")]
const DERIVE: u8 = 1;

pub(crate) fn instrument(arguments: TokenStream, item: TokenStream) -> Result<TokenStream, Misuse> {
    expand(INSTRUMENT, arguments, item)
}

#[cfg(feature = "search")]
pub(crate) fn derive(item: TokenStream) -> Result<TokenStream, Misuse> {
    expand(DERIVE, TokenStream::new(), item)
}

fn expand(kind: u8, arguments: TokenStream, item: TokenStream) -> Result<TokenStream, Misuse> {
    let mode = match () {
        () if cfg!(feature = "symbolic") => 2,
        () if cfg!(feature = "search") => 1,
        () => 0,
    };
    let mut sent = Sent::new();
    sent.stream(arguments);
    sent.stream(item);
    match expander::ask(&sent.request(kind, mode), &sent) {
        Ok(content) => Answer::new(&content, &sent).read(),
        Err(problem) => {
            let message = ["failed to expand the attribute: ", &problem];
            Err(Misuse::at(Span::call_site(), &[&text(&message)]))
        }
    }
}
