//! Search-based unit-test generation for Rust.
//!
//! Write [`#[sbst::instrument]`](macro@instrument) on a function and run `cargo sbst`. It searches
//! for inputs that reach every outcome of every condition, and writes plain `#[test]`s with
//! assertions on the observed results.
//!
//! ```
//! #[sbst::instrument]
//! fn sign(number: i32) -> i32 {
//!     if number < 0 {
//!         -1
//!     } else if number == 0 {
//!         0
//!     } else {
//!         1
//!     }
//! }
//! assert_eq!(sign(-7), -1);
//! ```
//!
//! # Arguments
//!
//! `cargo sbst` builds numbers, texts, collections, arrays, tuples, ranges, `Option`, `Result`,
//! references, `Box`, `Rc`, cells, locks, durations, paths, addresses and more of the standard
//! library. They may be nested in any way; functions as arguments are supported, too. For other
//! types, use one of these:
//!
//! * [`#[derive(sbst::Input)]`](macro@Input) on your own structures and enums;
//! * `#[sbst(with = path)]` on a parameter or a field: a function makes the value from arguments
//!   that can be built;
//! * the feature `arbitrary` of this crate for types with `arbitrary::Arbitrary`.
//!
//! A function with a parameter that cannot be built is listed with the reason, and with advice.
//!
//! # Builds
//!
//! In a normal build the attribute returns the function unchanged and this crate is empty. `cargo
//! sbst` builds with the feature `search`, and `cargo sbst test`, which shows the coverage of your
//! own tests, with the feature `observe`; both in separate target directories.

/// Makes a function a target of `cargo sbst`.
///
/// The attribute goes on functions of every kind, `impl` blocks, traits and modules, public or
/// private, in libraries and binaries. Its arguments, separated by commas, are values of generic
/// parameters (`T = u32, N = 3`), `unsafe` and `crate = path`. `unsafe` permits calls of an
/// `unsafe` function; the path is that of this crate if it is re-exported from elsewhere. A
/// dependency renamed in `Cargo.toml` is found without it.
///
/// ```
/// #[sbst::instrument]
/// pub fn is_leap(year: u32) -> bool {
///     year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
/// }
/// assert!(is_leap(2000) && !is_leap(1900));
/// ```
///
/// Attributes on parameters define the sensible values, and are removed in a normal build:
///
/// ```
/// const DAYS: u8 = 31;
///
/// fn weekday(number: u8) -> Option<&'static str> {
///     ["Monday", "Tuesday", "Wednesday"].get(usize::from(number)).copied()
/// }
///
/// #[sbst::instrument]
/// pub fn appointment(
///     #[sbst(range = 1..=DAYS)] day: u8,
///     #[sbst(with = weekday)] weekday: &'static str,
///     #[sbst(length = 1..=20, alphabet = ['a'..='z', ' '])] title: &str,
///     #[sbst(range = 0.0..24.0, step = 0.25)] hours: &mut Vec<f64>,
///     is_free: impl Fn(u8, f64) -> bool,
/// ) -> String {
///     hours.retain(|&hour| is_free(day, hour));
///     format!("{title} on {weekday} the {day}")
/// }
/// let text = appointment(3, "Monday", "lunch", &mut vec![12.5], |_, hour| hour > 8.0);
/// assert_eq!(text, "lunch on Monday the 3");
/// ```
pub use sbst_macros::instrument;

/// Lets `cargo sbst` build values of a structure or an enum for the parameters of functions.
///
/// ```
/// #[derive(Debug, PartialEq, sbst::Input)]
/// pub struct Order<'a, T> {
///     pub item: T,
///     #[sbst(range = 1..=99)]
///     pub count: u32,
///     #[sbst(length = ..=40)]
///     pub note: Option<&'a str>,
///     pub discount: Discount,
///     #[sbst(skip)]
///     pub total: f64,
/// }
///
/// #[derive(Debug, PartialEq, sbst::Input)]
/// #[sbst(construct = Self::new)]
/// pub struct Discount {
///     percent: u8,
/// }
///
/// impl Discount {
///     pub fn new(percent: u8) -> Option<Self> {
///         (percent <= 100).then_some(Discount { percent })
///     }
/// }
///
/// #[sbst::instrument]
/// pub fn is_free(order: &Order<'_, char>) -> bool {
///     order.discount.percent == 100 && order.count < 10
/// }
/// let discount = Discount::new(100).unwrap();
/// assert!(is_free(&Order { item: 'x', count: 1, note: None, discount, total: 0.0 }));
/// ```
pub use sbst_macros::Input;

// Not public API: the names used by emitted code.
#[cfg(feature = "observe")]
#[doc(hidden)]
pub mod __private {
    pub use sbst_core::emitted::*;

    /// The entry for `cargo sbst`.
    #[cfg(feature = "search")]
    pub mod worker {
        pub use sbst_worker::entry;
    }

    /// The parts of an evaluation, one by one, for the benchmarks.
    #[cfg(feature = "search")]
    pub mod bench {
        pub use sbst_core::value::function_value::build;
        pub use sbst_worker::FunctionProblem;
    }
}
