//! Facts about traits of the standard library, by their last names.
//!
//! One line of the table is one trait, with all facts about it. `tests/types.rs` compares them with
//! the real library.

use Fact::{Associated, Auto, Common, Dynamic, Iterator, Number, Operator, Prelude, Prelude2021};

/// A trait of the standard library.
///
/// ```
/// use sbst_vocabulary::standard::traits::{is, operator, Fact};
///
/// assert!(is("Clone", Fact::Common) && !is("Iterator", Fact::Common));
/// assert_eq!(operator("AddAssign"), Some("+="));
/// ```
#[derive(Debug)]
pub struct StandardTrait {
    pub name: &'static str,
    /// The path of its module.
    pub module: &'static str,
    facts: &'static [Fact],
}

/// A fact about a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The prelude of every edition has it.
    Prelude,
    /// The prelude has it since edition 2021.
    Prelude2021,
    /// Types have it because their parts do.
    Auto,
    /// Numbers have it, so that a bound on it alone does not show the use of a parameter.
    Number,
    /// Almost every type has it, so that a bound on it does not narrow the choice.
    Common,
    /// Numbers and texts are values of its trait objects.
    Dynamic,
    /// Only iterators have it.
    Iterator,
    /// Bounds on it name associated types of the trait or of a supertrait.
    Associated,
    /// The sign of the operator implemented by its only method. Numbers have it, except floats.
    Operator(&'static str),
}

macro_rules! traits {
    ($($name:ident $module:literal $first:ident $(($value:literal))? $(, $more:ident $(($other:literal))?)*;)*) => {
        /// The traits, sorted by name.
        pub static TRAITS: &[StandardTrait] = &[$(
            StandardTrait {
                name: stringify!($name),
                module: $module,
                facts: &[$first $(($value))? $(, $more $(($other))?)*],
            }
        ),*];
    };
}

// name, module, facts
traits! {
    Add                 "core::ops"     Associated, Operator("+");
    AddAssign           "core::ops"     Operator("+=");
    Any                 "core::any"     Number, Dynamic;
    AsMut               "core::convert" Prelude;
    AsRef               "core::convert" Prelude;
    AsyncFn             "core::ops"     Associated;
    AsyncFnMut          "core::ops"     Associated;
    AsyncFnOnce         "core::ops"     Associated;
    BitAnd              "core::ops"     Associated, Operator("&");
    BitAndAssign        "core::ops"     Operator("&=");
    BitOr               "core::ops"     Associated, Operator("|");
    BitOrAssign         "core::ops"     Operator("|=");
    BitXor              "core::ops"     Associated, Operator("^");
    BitXorAssign        "core::ops"     Operator("^=");
    Borrow              "core::borrow"  Associated;
    BuildHasher         "core::hash"    Associated;
    Clone               "core::clone"   Prelude, Number, Common;
    Copy                "core::marker"  Prelude, Number;
    Debug               "core::fmt"     Number, Common, Dynamic;
    Default             "core::default" Prelude, Number;
    Deref               "core::ops"     Associated;
    DerefMut            "core::ops"     Associated;
    Display             "core::fmt"     Number, Common, Dynamic;
    Div                 "core::ops"     Associated, Operator("/");
    DivAssign           "core::ops"     Operator("/=");
    DoubleEndedIterator "core::iter"    Prelude, Associated, Iterator;
    Drop                "core::ops"     Prelude;
    Eq                  "core::cmp"     Prelude, Number;
    ExactSizeIterator   "core::iter"    Prelude, Associated, Iterator;
    Extend              "core::iter"    Prelude;
    Fn                  "core::ops"     Prelude, Associated;
    FnMut               "core::ops"     Prelude, Associated;
    FnOnce              "core::ops"     Prelude, Associated;
    From                "core::convert" Prelude;
    FromIterator        "core::iter"    Prelude2021;
    FromStr             "core::str"     Associated;
    FusedIterator       "core::iter"    Associated, Iterator;
    Future              "core::future"  Associated;
    Hash                "core::hash"    Number;
    Index               "core::ops"     Associated;
    IndexMut            "core::ops"     Associated;
    Into                "core::convert" Prelude;
    IntoFuture          "core::future"  Associated;
    IntoIterator        "core::iter"    Prelude, Associated;
    Iterator            "core::iter"    Prelude, Associated, Iterator;
    Mul                 "core::ops"     Associated, Operator("*");
    MulAssign           "core::ops"     Operator("*=");
    Neg                 "core::ops"     Associated, Operator("-");
    Not                 "core::ops"     Associated, Operator("!");
    Ord                 "core::cmp"     Prelude, Number;
    PartialEq           "core::cmp"     Prelude, Number;
    PartialOrd          "core::cmp"     Prelude, Number;
    RefUnwindSafe       "core::panic"   Auto, Number, Common;
    Rem                 "core::ops"     Associated, Operator("%");
    RemAssign           "core::ops"     Operator("%=");
    Send                "core::marker"  Prelude, Auto, Number, Common;
    Shl                 "core::ops"     Associated, Operator("<<");
    ShlAssign           "core::ops"     Operator("<<=");
    Shr                 "core::ops"     Associated, Operator(">>");
    ShrAssign           "core::ops"     Operator(">>=");
    Sized               "core::marker"  Prelude, Number, Common;
    SliceIndex          "core::slice"   Associated;
    Sub                 "core::ops"     Associated, Operator("-");
    SubAssign           "core::ops"     Operator("-=");
    Sync                "core::marker"  Prelude, Auto, Number, Common;
    ToOwned             "std::borrow"   Prelude, Associated;
    ToString            "std::string"   Prelude, Number, Common, Dynamic;
    TryFrom             "core::convert" Prelude2021;
    TryInto             "core::convert" Prelude2021;
    Unpin               "core::marker"  Prelude, Auto, Number, Common;
    UnwindSafe          "core::panic"   Auto, Number, Common;
}

/// Returns the line of a trait.
pub fn standard_trait(name: &str) -> Option<&'static StandardTrait> {
    TRAITS.binary_search_by(|known| known.name.cmp(name)).ok().map(|at| &TRAITS[at])
}

/// True if a trait has this fact.
pub fn is(name: &str, fact: Fact) -> bool {
    standard_trait(name).is_some_and(|known| known.facts.contains(&fact))
}

/// Returns the sign of an operator's trait.
pub fn operator(name: &str) -> Option<&'static str> {
    standard_trait(name)?.facts.iter().find_map(|fact| match fact {
        Operator(sign) => Some(*sign),
        _ => None,
    })
}
