//! The attribute `#[sbst::instrument]` and the derive `#[derive(sbst::Input)]`. Depend on
//! `sbst-runtime`, which re-exports them, instead of on this crate.
//!
//! In a normal build this crate has no dependencies. The attribute returns its item token for
//! token, except for our attributes on parameters, and the derive emits no code. With the feature
//! `rewrite`, which `cargo sbst` turns on, items go to `sbst-instrument`; with `search`, types do,
//! too. The library is part of the command, which expands them in a separate process. With the
//! feature `linked`, for our own tests without the command, it is part of the macro. All builds
//! reject the same mistakes with the same messages, if the tokens show them: a misplaced attribute
//! is an error before the first search.

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
/// The attribute has no effect in a normal build. `cargo sbst` searches for inputs that reach every
/// outcome of every condition in the functions, and writes them as tests. `cargo sbst test` reports
/// the outcomes reached by your own tests.
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
/// It goes on functions of every kind, on whole `impl` blocks (of traits, too), on traits, for their
/// default methods, and on inline modules. Functions within functions are part of them. On the
/// definition of a macro (`macro_rules!`) that is not exported, it is for the decisions in rules
/// whose expansion is a block. A function that cannot be called with built values is not searched
/// itself, but its conditions count when others call it; `cargo sbst list` has the reason and the
/// remedy.
///
/// A function that is `async` or returns a future is run to its end. The receiver of a method is
/// built like an argument, so its type needs [`Input`](macro@Input). Generic parameters,
/// `impl Trait` and `&dyn Trait` get types that meet the bounds: numbers and text, and types for
/// `AsRef`, `Into`, `IntoIterator`, `Iterator`, `Read`, `Write` and other traits of the standard
/// library.
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
/// An attribute `#[sbst(…)]` on a parameter restricts the values that the search may pass. It has no
/// effect in a normal build.
///
/// | key | meaning |
/// |---|---|
/// | `range = -5..LIMIT` | the allowed numbers: a range with one end or two, of literals or constant expressions; of characters, an alphabet |
/// | `step = 0.5` | the distance between floats, which are multiples of it |
/// | `length = 1..=8` | the number of characters in a text, or of elements in a collection; a range or a number |
/// | `alphabet = ['a'..='z', "_-"]` | the allowed characters: a range, a character, the characters of a text, or a list of these |
/// | `elements(length = 3)` | the same for the elements of a collection |
/// | `with = path` | a function that makes the value from built values of its own parameters |
/// | `arbitrary` | the value is made by `arbitrary::Arbitrary`, from `length` bytes (needs the feature `arbitrary`) |
///
/// Bounds reach through references, `Option`, `Box` and the like, tuples and collections; `length`
/// is that of the outermost collection. They end at types with [`Input`](macro@Input), whose fields
/// have their own bounds.
///
/// The function after `with` takes up to twelve arguments of types that can be built, and returns
/// the value or an `Option` or `Result` of it; `None` and errors are not inputs. For a parameter
/// `&T` or `&mut T` it returns a `T` (`String` for `&str`, `Vec<T>` for `&[T]`). If it is private
/// and not called otherwise, it is dead code in a normal build.
///
/// A parameter that takes a function (`fn(A) -> R`, `impl Fn(A) -> R`, `&dyn Fn(A) -> R`,
/// `Box<dyn FnOnce(A) -> R>` …) gets a closure that returns one value of `R`, within the given
/// bounds, for all arguments.
///
/// If the attribute itself is conditional, those on parameters must be, too:
/// `#[cfg_attr(test, sbst(range = 0..=9))]` below `#[cfg_attr(test, sbst::instrument)]`.
///
/// # Arguments
///
/// `T = u32`, `N = 3`: the values of generic parameters in the search, of the function or of the
/// block around it; `Self = u32` for the defaults of a trait.
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
/// `unsafe`: an `unsafe` function is called with any values that can be built for its parameters.
/// Without this argument, it is not searched.
///
/// `crate = path`: the path of the runtime, if another crate re-exports it. A name that `Cargo.toml`
/// gives the dependency is found without it.
///
/// ```ignore
/// #[framework::sbst::instrument(crate = ::framework::sbst)]
/// fn parse(text: &str) -> Option<u8> { text.parse().ok() }
/// ```
#[proc_macro_attribute]
pub fn instrument(arguments: TokenStream, item: TokenStream) -> TokenStream {
    // A rejected item is returned after the error, so that no errors about a missing function
    // follow.
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

// The library finds these mistakes in attributes on parameters again, and more of them.
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

/// Allows the search to build values of a structure or an enum.
///
/// A parameter of such a type, or of a type containing one, gets values built field by field.
/// Fields need not be public, but a test can only be written where it can name them. In a normal
/// build the derive emits no code.
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
/// Type parameters need values themselves; lifetimes, constants and conditions are kept; recursive
/// types are built as deep as the search finds useful. A field's type must not mention `'static`,
/// because no built value lives that long.
///
/// # Fields
///
/// An attribute `#[sbst(…)]` on a field has the keys of [parameters](macro@instrument#parameters),
/// and `skip`: the field is `Default::default()`, in built values and in tests. Constants in bounds
/// may be those of the type (`Self::LIMIT`, a constant parameter).
///
/// # Variants
///
/// `#[sbst(skip)]`: the variant is never built.
///
/// # Types
///
/// `#[sbst(construct = Self::new)]`: this function makes values, instead of field by field. It is
/// needed if fields are private or have to agree. It takes up to twelve arguments of types that can
/// be built, and returns the value or an `Option` or `Result` of it; `None` and errors are not
/// inputs. Given several times, any of the functions may make a value.
///
/// `#[sbst(constant = Self::ZERO)]`: the constant is a value, beside those from functions. The
/// target of a reference is copied or cloned: `*Self::ZERO`, `Self::ZERO.clone()`. Given several
/// times, any of the constants is one.
///
/// `#[sbst(crate = path)]`: the path of the runtime, as for [`instrument`](macro@instrument#arguments).
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
