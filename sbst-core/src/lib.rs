//! Probes, branch distances and values: the part of `sbst-runtime` that instrumented code calls.
//!
//! Only builds of `cargo sbst` link it, through `sbst-runtime`. It has no stable interface.

// Docs are given where the name does not show the meaning, for readers of the source.
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

// From the ground up: a module uses only earlier ones.
pub mod sorted;
pub mod probe;
#[cfg(feature = "search")]
pub mod value;
pub mod mutant;
pub mod registry;
#[cfg(not(feature = "search"))]
mod observe;

/// The names that emitted code uses. As both lists are imported as a whole, the compiler reports a
/// name with two meanings.
pub mod emitted {
    pub use of_every_mode::*;
    #[cfg(feature = "search")]
    pub use of_search::*;

    mod of_every_mode {
        pub use crate::probe::assertion::{asserted, assertion_holds, Assertion};
        pub use crate::probe::call::{inspected, keep_receiver, Call};
        pub use crate::probe::comparison::{
            evaluate_boolean, evaluate_condition, Capture, CaptureByReference, CaptureByValue, Captured,
            KnownStructure, Lhs, Pair, Shaped, UnknownStructure,
        };
        pub use crate::probe::distance_scope::{
            carry_distance, enter_scope, exit_for_pattern, reenter_scope,
        };
        pub use crate::probe::eager::{
            connected, decide_boolean, decide_condition, decided, evaluate_eager, negated, Connective,
        };
        pub use crate::probe::early_return::{evaluate_tried_call, evaluate_try};
        pub use crate::probe::iteration::evaluate_loop;
        pub use crate::probe::membership::{
            class, digit, evaluate_looked_at, evaluate_membership, ignoring_case, look_at_membership,
            multiple, note_membership, quality, Class, KnownCall, KnownMembers, Membered, Quality,
            UnknownCall, UnknownMembers,
        };
        pub use crate::probe::parsing::{enter_for_parsing, parsed, Number};
        pub use crate::probe::pattern::{
            all, any, called, constant, evaluate_match, evaluate_pattern, fits, literal, misses,
            misses_length, ordered, range, whether, Arms,
        };
        pub use crate::probe::returned::{evaluate_called, evaluate_ordered, evaluate_returned};
        pub use crate::probe::site::Site;
        pub use crate::probe::standard_call::{
            inspect, inspect_argument, inspect_conversion, inspect_converted,
        };
        pub use crate::registry::{Condition, Target, TARGETS_0_1_0};
        pub use linkme;
        pub use sbst_model::{Arithmetic, ConditionKind, Operator, StdCall};
        pub use std::borrow::ToOwned;

        pub use crate::mutant;
        #[cfg(not(feature = "search"))]
        pub use crate::probe::counting::step;
    }

    #[cfg(feature = "search")]
    mod of_search {
        pub use crate::probe::branch_distance::known::{
            Kind, Known, KnownPart, KnownType, Parts, KNOWN_0_1_0,
        };
        pub use crate::probe::limits::step;
        pub use crate::registry::{Callable, Literals, Parameter};
        pub use crate::value::arbitrary::{arbitrary_shape, Arbitrary, CanBuildArbitrary};
        pub use crate::value::build::{Build, Input};
        pub use crate::value::constructor::{
            constructed_parameter, constructed_shape, Constructor, Template,
        };
        pub use crate::value::consumption::{CannotConsume, Consumes, ConsumesShown, Lazy, LazyInner};
        pub use crate::value::formatting::{CanFormat, CannotFormat, Formatting};
        pub use crate::value::frame::Frame;
        pub use crate::value::function_value::{
            CanCompare, CanReturn, CannotCompare, CannotReturn, ClosureParameter, FunctionParameter, Key,
        };
        pub use crate::value::future::block_on;
        pub use crate::value::inspection::{
            CanIterate, CannotDisplay, CannotIterate, CannotVary, Displayed, Displays, DisplaysEither,
            DisplaysError, DisplaysInner, Iterated, Varied, Varies, VariesInError,
        };
        pub use crate::value::instance::{Bounds, Instance};
        pub use crate::value::object_types::{
            shape_of, shape_of_last_resort, CanAssign, CannotAssign, DescribesElements, DescribesInner,
            DescribesReference, DescribesWhole, Element, Elements, Given, Kinds, Lent,
        };
        pub use crate::value::observation::{
            CanObserve, CanObserveArgument, CannotObserve, CannotObserveArgument, Observed, ObservedArgument,
        };
        pub use crate::value::parameter::{ByValue, CanBuild, CannotBuild, Mutable, Shared};
        pub use crate::value::part::{CanBuildPart, CannotBuildPart, Part, Without};
        pub use crate::value::permanent::{Lasting, Permanent, PermanentCow, PermanentValue};
        pub use crate::value::pinned::{CanPin, CannotPin, Pinned};
        pub use crate::value::reach::Reach;
        pub use crate::value::shapes::{Choice, ParameterShape, Shapes};
        pub use crate::value::spelling::{CannotSpell, Spelled, Spells};
        pub use crate::value::within::{Unbounded, Within, WithoutLength};
        pub use sbst_model::shape;
        pub use sbst_model::target::Obstacle;
        pub use std::borrow::Cow;

        pub mod compose {
            pub use crate::value::build::Of;
            pub use crate::value::compose::*;
        }

        #[cfg(feature = "symbolic")]
        pub use crate::probe::symbolic::probes::{
            address, bound, cast_operand, changed, compared, complemented_operand, computed, copied,
            decided_on, entered, evaluated, followed_constant, no_operand, operand, parameter, place_operand,
            read, read_variable, written, written_constant, written_result,
        };
        #[cfg(feature = "symbolic")]
        pub use crate::probe::symbolic::{Computation, Operation, Origin, Policy};

        pub use crate::probe::check::{
            after, demand_of_receiver, demanded, held_index, left_operand, negated_operand,
            operand_and_literal, operand_and_place, right_operand, Bounded, CheckSite, Demand, KnownBounds,
            KnownState, NotPropagated, Stateful, UnknownBounds, UnknownState,
        };
        pub use crate::registry::Check;
        pub use sbst_model::CheckKind;

        /// Types for type parameters.
        pub mod stand_ins {
            pub use crate::value::stand_ins::*;
        }
    }
}
