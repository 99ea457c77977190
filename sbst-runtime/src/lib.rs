//! Search-based unit-test generation for Rust.
//!
//! Write [`#[sbst::instrument]`](macro@instrument) on a function and run `cargo sbst`: it searches
//! for inputs that reach every outcome of every condition of the function, and writes plain
//! `#[test]`s that assert the observed results.
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
//! library, nested in any way, and functions that are passed to functions. For other types, use
//! one of these:
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
//! In a normal build the attribute hands the function back untouched and this crate is empty.
//! `cargo sbst` builds with the feature `search`, and `cargo sbst test`, which shows the coverage
//! of your own tests, with the feature `observe`; both in target directories of their own.

// The features need a newer compiler than a normal build; see `rust-version` in the manifest.
#![cfg_attr(feature = "observe", allow(clippy::incompatible_msrv))]
// Beside the two macros, only emitted code uses what is public.
#![cfg_attr(feature = "observe", allow(missing_docs))]

/// Makes a function a target of `cargo sbst`.
///
/// The attribute goes on functions of every kind, `impl` blocks, traits and modules, public or
/// private, in libraries and binaries. Its arguments, separated by commas, are values of generic
/// parameters (`T = u32, N = 3`), `unsafe`, which permits calls of an `unsafe` function, and
/// `crate = path`, the path of this crate if it is re-exported from elsewhere. A dependency that
/// is renamed in `Cargo.toml` is found without it.
///
/// ```
/// #[sbst::instrument]
/// pub fn is_leap(year: u32) -> bool {
///     year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
/// }
/// assert!(is_leap(2000) && !is_leap(1900));
/// ```
///
/// Attributes on parameters say which values make sense, and are gone in a normal build:
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

// From the ground up: a module uses only those before it.
#[cfg(feature = "observe")]
mod sorted;
#[cfg(feature = "observe")]
mod probe;
#[cfg(feature = "search")]
mod value;
#[cfg(feature = "observe")]
mod registry;
#[cfg(feature = "search")]
mod recording;
#[cfg(feature = "search")]
mod exchange;
#[cfg(feature = "search")]
mod problem;
#[cfg(feature = "search")]
mod landscape;
#[cfg(feature = "search")]
mod worker;
#[cfg(all(feature = "observe", not(feature = "search")))]
mod observe;

// Not public API. What the code that `#[instrument]` emits refers to.
#[cfg(feature = "observe")]
#[doc(hidden)]
pub mod __private {
    pub use crate::probe::assertion::{asserted, assertion_holds, Assertion};
    pub use crate::probe::call::{inspected as told, keep_receiver as keep, Call};
    pub use crate::probe::comparison::{
        evaluate_boolean, evaluate_condition, Capture, CaptureByReference, CaptureByValue, Captured,
        KnownStructure, Lhs, Operator, Pair, Shaped, UnknownStructure,
    };
    pub use crate::probe::distance_scope::{
        carry as keep_heard, enter as listen, evaluate_called, evaluate_ordered, exit_for_pattern as heard,
        reenter as listen_again,
    };
    pub use crate::probe::eager::{
        connected, decide_boolean, decide_condition, decided, evaluate_eager, negated, Connective,
    };
    pub use crate::probe::early_return::{evaluate_tried_call, evaluate_try};
    pub use crate::probe::iteration::evaluate_loop;
    pub use crate::probe::membership::{
        class, digit, evaluate_looked_at, evaluate_membership, ignoring_case, look_at_membership, multiple,
        note_membership as heard_membership, quality, Class, KnownCall, KnownMembers, Membered, Quality,
        UnknownCall, UnknownMembers,
    };
    pub use crate::probe::parsing::{enter_for_parsing as listen_to_parsing, parsed, Number};
    pub use crate::probe::pattern::{
        all, any, called, constant, evaluate_match, evaluate_pattern, fits, literal, misses, misses_length,
        ordered, range, whether, Arms,
    };
    pub use crate::probe::returned::evaluate_returned as evaluate_heard_condition;
    pub use crate::probe::site::Site;
    pub use crate::probe::standard_call::{
        inspect as look, inspect_argument as beside, inspect_conversion as converting,
        inspect_converted as converted, StdCall as Asked,
    };
    pub use crate::registry::{Condition, Target, TARGETS_0_1_0};
    pub use linkme;
    pub use sbst_model::ConditionKind;
    pub use std::borrow::ToOwned;

    #[cfg(not(feature = "search"))]
    pub use crate::probe::counting::step;
    #[cfg(feature = "search")]
    pub use of_search::*;

    #[cfg(feature = "search")]
    mod of_search {
        pub use crate::probe::branch_distance::known::{
            Kind, Known, KnownType, Part as KnownPart, Parts, KNOWN_0_1_0,
        };
        pub use crate::probe::limits::{step, step_into};
        pub use crate::recording::written::{
            write_constructed, write_parts, CanWrite, CannotWrite, Compared, ComparedByEquality,
            ComparedByText, Incomparable, ToWrite, Written,
        };
        pub use crate::recording::{begin_call, record_call, record_generic_call, record_lost_call};
        pub use crate::registry::{Callable, Literals, Parameter};
        pub use crate::value::arbitrary::{arbitrary_shape, Arbitrary, CanBuildArbitrary};
        pub use crate::value::build::{Build, Input};
        pub use crate::value::compose::{HasNoTrait, HasTrait};
        pub use crate::value::compose::{IsArbitrary, IsComposed, IsDefault, IsInput, IsUnknown};
        pub use crate::value::constructor::{
            constructed_parameter, constructed_shape, Constructor, Template, Yields,
        };
        pub use crate::value::consumption::{CannotConsume, Consumes, ConsumesShown, Lazy, LazyInner};
        pub use crate::value::erased::{ArgumentType, Copied, Erased, NoArguments};
        pub use crate::value::formatting::{CanFormat, CannotFormat, Formatting};
        pub use crate::value::frame::Frame;
        pub use crate::value::function_value::{CanReturn, CannotReturn, FunctionParameter};
        pub use crate::value::future::block_on;
        pub use crate::value::instance::{
            AsComposed, AsInput, AsObject, Behind, Choice, Instance, Made, NoInstance, OtherInstance,
            PinnedForGood, Purpose,
        };
        pub use crate::value::objects::{
            shape_of, shape_of_last_resort, Assigned, CanAssign, CannotAssign, DescribesElements,
            DescribesInner, DescribesReference, DescribesWhole, Description, Given, Lent,
        };
        pub use crate::value::observation::{
            CanObserve, CanObserveArgument, CannotObserve, CannotObserveArgument, Observed, ObservedArgument,
        };
        pub use crate::value::parameter::{
            ByValue, CanBuild, CanPin, CannotBuild, CannotPin, Mutable, ParameterShape, Pinned, Shapes,
            Shared,
        };
        pub use crate::value::part::{CanBuildPart, CannotBuildPart, Part, Without};
        pub use crate::value::permanent::{Lasting, Permanent, PermanentCow, PermanentValue};
        pub use crate::value::reach::Reach;
        pub use crate::value::within::{Unbounded, Within, WithoutLength};
        pub use sbst_model::{shape, NodeKind, TestCase};

        pub mod compose {
            pub use crate::value::compose::*;
        }

        #[cfg(feature = "symbolic")]
        pub use crate::probe::symbolic::probes::{
            address, bound, cast_operand, changed, compared, complemented_operand, computed,
            constant as followed_constant, copied, decided_on, entered, evaluated, no_operand, operand,
            parameter, place_operand, read, read_variable, written, written_constant, written_result,
        };
        #[cfg(feature = "symbolic")]
        pub use crate::probe::symbolic::{Computation, Operation, Origin, Policy};

        pub use crate::probe::check::{
            after, demand_of_receiver, demanded, held_index, left_operand, negated_operand,
            operand_and_literal, operand_and_place, right_operand, Arithmetic, Bounded, CheckSite, Demand,
            KnownBounds, KnownState, NotPropagated as Unheard, Stateful as Asked, UnknownBounds,
            UnknownState,
        };
        pub use crate::registry::Check;
        pub use sbst_model::CheckKind;

        /// Types for type parameters.
        pub mod stand_ins {
            pub use crate::value::stand_ins::*;
        }
    }

    /// The way in for `cargo sbst`.
    #[cfg(feature = "search")]
    pub mod worker {
        pub use crate::worker::entry;
    }

    /// For the benchmarks: the parts of an evaluation, one by one.
    #[cfg(feature = "search")]
    pub mod bench {
        pub use crate::problem::function_problem::FunctionProblem;
        pub use crate::value::function_value::build;
    }
}
