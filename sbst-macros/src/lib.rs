//! The attribute `#[sbst::instrument]` and the derive `#[derive(sbst::Input)]`. Depend on
//! `sbst-runtime`, which re-exports them, instead of on this crate.
//!
//! In a normal build the attribute hands its item back token for token, but for attributes of ours
//! on parameters, the derive adds nothing, and this crate depends on nothing. With the feature
//! `rewrite`, which `cargo sbst` turns on, items go to `sbst-instrument`; with `search`, types do,
//! too. The library is part of the command, which expands them in a process of its own; with the
//! feature `linked`, for tests of ours that run without the command, it is part of the macro. All
//! builds refuse the same with the same words, if the tokens show it: a misplaced attribute
//! is refused before the first search.

mod tokens;
mod misuse;
mod keys;
mod parameters;
#[cfg(all(feature = "rewrite", feature = "linked"))]
mod linked;
#[cfg(all(feature = "rewrite", any(feature = "compared", not(feature = "linked"))))]
mod served;
#[cfg(all(feature = "rewrite", feature = "compared"))]
mod compared;
#[cfg(not(feature = "search"))]
mod input;

use proc_macro::TokenStream;

#[cfg(all(feature = "rewrite", feature = "compared"))]
use compared as expansion;
#[cfg(all(feature = "rewrite", feature = "linked", not(feature = "compared")))]
use linked as expansion;
use misuse::Misuse;
#[cfg(all(feature = "rewrite", not(feature = "linked")))]
use served as expansion;

/// Marks functions as targets of the search: one, or all in an `impl` block, a trait or a module.
///
/// The attribute changes nothing in a normal build. `cargo sbst` searches for inputs that reach
/// every outcome of every condition in the functions, and writes them down as tests;
/// `cargo sbst test` tells which of them your own tests reach.
///
#[cfg_attr(feature = "rewrite", doc = "```ignore")]
#[cfg_attr(not(feature = "rewrite"), doc = "```")]
/// # mod sbst { pub use sbst_macros::instrument; }
/// #[sbst::instrument]
/// fn grade(points: u32) -> char {
///     if points >= 90 { 'A' } else if points >= 50 { 'B' } else { 'F' }
/// }
/// # fn main() { assert_eq!(grade(60), 'B'); }
/// ```
///
/// It goes on functions of every kind, on whole `impl` blocks (of traits, too), on traits, for the functions that they give
/// as defaults, and on modules that are written in place. Functions within functions are part of them. On the definition of
/// a macro (`macro_rules!`) that is not exported, it goes for what the macro's rules decide, if they are blocks. A function that cannot be
/// called with built values is not searched itself, but its conditions count when others call it; `cargo sbst list` says
/// why, and what to do.
///
/// A function that is `async` or returns a future is run to its end. The receiver of a method is built like an argument, so its type
/// needs [`Input`](macro@Input). For generic parameters, `impl Trait` and `&dyn Trait` there are types that meet the bounds:
/// numbers and text, and what fits `AsRef`, `Into`, `IntoIterator`, `Iterator`, `Read`, `Write` and other traits of the
/// standard library.
///
#[cfg_attr(feature = "rewrite", doc = "```ignore")]
#[cfg_attr(not(feature = "rewrite"), doc = "```")]
/// # mod sbst { pub use sbst_macros::instrument; }
/// struct Range { low: u8, high: u8 }
///
/// #[sbst::instrument]
/// impl Range {
///     fn contains(&self, number: u8) -> bool { self.low <= number && number <= self.high }
/// }
/// # fn main() { assert!(Range { low: 1, high: 3 }.contains(2)); }
/// ```
///
/// # Parameters
///
/// An attribute `#[sbst(…)]` on a parameter says which values the search may pass. It means nothing in a normal build.
///
/// | key | meaning |
/// |---|---|
/// | `range = -5..LIMIT` | which numbers: a range with one end or two, of literals or constant expressions; of characters, an alphabet |
/// | `step = 0.5` | the distance between floats, which are multiples of it |
/// | `length = 1..=8` | how many characters a text has, how many elements a collection; a range or a number |
/// | `alphabet = ['a'..='z', "_-"]` | which characters: a range, a character, the characters of a text, or a list of these |
/// | `elements(length = 3)` | the same of the elements of a collection |
/// | `with = path` | a function that makes the value out of what is built for its own parameters |
/// | `arbitrary` | the value is made by `arbitrary::Arbitrary`, out of `length` bytes (needs the feature `arbitrary`) |
///
/// Bounds reach through references, `Option`, `Box` and their like, tuples and collections; `length` is that of the
/// outermost collection. They end at types with [`Input`](macro@Input), whose fields have bounds of their own.
///
/// The function after `with` takes up to twelve arguments of types that values can be built of, and returns the value
/// or an `Option` or `Result` of it; `None` and errors are no inputs. For a parameter `&T` or `&mut T` it returns a `T`
/// (`String` for `&str`, `Vec<T>` for `&[T]`). A private one that nothing else calls is dead code in a normal build.
///
/// A parameter that takes a function (`fn(A) -> R`, `impl Fn(A) -> R`, `&dyn Fn(A) -> R`, `Box<dyn FnOnce(A) -> R>` …) gets
/// a closure that returns one value of `R`, within the bounds given, whatever it is called with.
///
/// Where the attribute itself is conditional, those on parameters are, too: `#[cfg_attr(test, sbst(range = 0..=9))]` below
/// `#[cfg_attr(test, sbst::instrument)]`.
///
/// # Arguments
///
/// `T = u32`, `N = 3`: what generic parameters stand for in the search, of the function or of the block around it; `Self = u32`
/// for the defaults of a trait.
///
#[cfg_attr(feature = "rewrite", doc = "```ignore")]
#[cfg_attr(not(feature = "rewrite"), doc = "```")]
/// # mod sbst { pub use sbst_macros::instrument; }
/// #[sbst::instrument(T = u16, N = 4)]
/// fn is_flat<T: PartialEq, const N: usize>(values: [T; N]) -> bool {
///     values.windows(2).all(|pair| pair[0] == pair[1])
/// }
/// # fn main() { assert!(is_flat([1, 1])); }
/// ```
///
/// `unsafe`: an `unsafe` function is called with whatever can be built for its parameters. Without, it is not searched.
///
/// `crate = path`: where the runtime is, if it is re-exported by another crate. A name that `Cargo.toml` gives the
/// dependency is found without.
///
/// ```ignore
/// #[framework::sbst::instrument(crate = ::framework::sbst)]
/// fn parse(text: &str) -> Option<u8> { text.parse().ok() }
/// ```
#[proc_macro_attribute]
pub fn instrument(arguments: TokenStream, item: TokenStream) -> TokenStream {
    // An item that is refused is handed back beside the error, so that no errors about a missing
    // function follow.
    let (stripped, on_parameters) = parameters::strip(item.clone());
    match misuse::check(arguments.clone(), stripped.clone()) {
        None => expand(arguments, item, stripped, on_parameters),
        Some(misuse) => misuse.compile_error(stripped),
    }
}

#[cfg(not(feature = "rewrite"))]
fn expand(_: TokenStream, _: TokenStream, stripped: TokenStream, misuse: Option<Misuse>) -> TokenStream {
    match misuse {
        None => stripped,
        Some(misuse) => misuse.compile_error(stripped),
    }
}

// The library finds mistakes in attributes on parameters again, and knows more of them.
#[cfg(feature = "rewrite")]
fn expand(
    arguments: TokenStream,
    item: TokenStream,
    stripped: TokenStream,
    _: Option<Misuse>,
) -> TokenStream {
    match expansion::instrument(arguments, item) {
        Ok(tokens) => tokens,
        Err(misuse) => misuse.compile_error(stripped),
    }
}

/// Lets the search build values of a structure or an enum.
///
/// A parameter of such a type, or of one with such a type in it, gets values that are built field
/// by field. Fields need not be public, but a test can only be written where it can name them. In a
/// normal build the derive adds nothing.
///
#[cfg_attr(feature = "rewrite", doc = "```ignore")]
#[cfg_attr(not(feature = "rewrite"), doc = "```")]
/// # mod sbst { pub use sbst_macros::{instrument, Input}; }
/// #[derive(sbst::Input)]
/// enum Shape<'a> {
///     Circle { #[sbst(range = 0.0..=100.0)] radius: f64 },
///     Group(#[sbst(length = ..=4)] &'a [Shape<'a>]),
///     #[sbst(skip)]
///     Unknown,
/// }
///
/// #[sbst::instrument]
/// fn area(shape: &Shape) -> f64 {
///     match shape {
///         Shape::Circle { radius } => radius * radius * std::f64::consts::PI,
///         Shape::Group(shapes) => shapes.iter().map(area).sum(),
///         Shape::Unknown => 0.0,
///     }
/// }
/// # fn main() { assert_eq!(area(&Shape::Group(&[Shape::Unknown])), 0.0); }
/// ```
///
/// Type parameters need values themselves; lifetimes, constants and conditions are kept; recursive types are built as deep
/// as the search finds useful. A `'static` in a field's type is more than anything built has.
///
/// # Fields
///
/// An attribute `#[sbst(…)]` on a field has the keys of [parameters](macro@instrument#parameters), and `skip`: the field is
/// `Default::default()`, in values built and in tests. Constants in bounds may be those of the type (`Self::LIMIT`, a
/// constant parameter).
///
/// # Variants
///
/// `#[sbst(skip)]`: the variant is never built.
///
/// # Types
///
/// `#[sbst(construct = Self::new)]`: values are made by this function instead of field by field, which is needed where
/// fields are private or have to agree. It takes up to twelve arguments of types that values can be built of, and returns
/// the value or an `Option` or `Result` of it; `None` and errors are no inputs. Given several times, any of the functions
/// may make a value.
///
/// `#[sbst(constant = Self::ZERO)]`: the constant is a value, beside what functions make. What is behind a reference is copied
/// or cloned: `*Self::ZERO`, `Self::ZERO.clone()`. Given several times, any of the constants is one.
///
/// `#[sbst(crate = path)]`: where the runtime is, as for [`instrument`](macro@instrument#arguments).
#[proc_macro_derive(Input, attributes(sbst))]
pub fn input(item: TokenStream) -> TokenStream {
    derive(item)
}

#[cfg(not(feature = "search"))]
fn derive(item: TokenStream) -> TokenStream {
    match input::check(item) {
        None => TokenStream::new(),
        Some(misuse) => misuse.compile_error(TokenStream::new()),
    }
}

#[cfg(feature = "search")]
fn derive(item: TokenStream) -> TokenStream {
    match expansion::derive(item) {
        Ok(tokens) => tokens,
        Err(misuse) => misuse.compile_error(TokenStream::new()),
    }
}
