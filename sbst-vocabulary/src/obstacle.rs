//! Reasons why a function is not searched, and their sentences.
//!
//! 1. The attribute, the runtime and the command each find obstacles, and pass them on as values.
//!    Only this file writes their sentences: the reason, and the remedy after a semicolon.
//! 2. The attribute emits an obstacle, and the command writes one into an attribute, as its `{:?}`
//!    text. The variants for this have no fields, or unnamed ones with texts.
//! 3. All functions of a whole crate are annotated. So the remedy for one of them is another
//!    change, or none: then tests of its callers count.

use std::borrow::Cow;
use std::fmt;

/// A text in an [`Obstacle`]: a literal in emitted code, owned in messages.
pub type Text = Cow<'static, str>;

/// The reason why a function is not searched.
///
/// A parameter is named in backticks, or `number 2`, where a variant concerns one of its pattern.
///
/// ```
/// use sbst_vocabulary::obstacle::{Exclusion, Obstacle};
///
/// let obstacle = Obstacle::Unbuildable { type_text: "Token".into(), parameter: "`token`".into() };
/// assert!(obstacle.reason().contains("Token"));
/// let advice = Exclusion::from(obstacle).remedy().unwrap();
/// assert!(advice.contains("#[derive(sbst::Input)]"), "{advice}");
/// assert_eq!(Exclusion::from(Obstacle::NoGoals).remedy(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A place in the body of the function with this path.
    Nested(Text),
    /// A place in the definition of a macro.
    Macro,
    /// An unknown place in the output of a macro.
    MadeByMacro,
    ConstFn,
    Destructor,
    Unsafe,
    /// A foreign ABI, or a variable number of arguments.
    Extern,
    TargetFeature,
    Receiver,
    /// Its body asserts a condition on this constant at compile time.
    AssertedConstant(Text),
    /// An attribute determines the values of this parameter, whose type has this generic parameter.
    GenericMaking(Text, Text),
    /// A macro in its type hides generic parameters.
    HiddenGenerics,
    /// This parameter is under a `#[cfg]`.
    ConditionalParameter(Text),
    /// This parameter is a function that never returns.
    DivergingFunction(Text),
    /// This parameter is a function that returns an `impl Trait`.
    OpaqueFunction(Text),
    /// This parameter is a function whose result borrows.
    BorrowingFunction(Text),
    /// This parameter is a function that may be called after the call.
    KeptFunction(Text),
    /// This parameter is an `impl Trait`.
    OpaqueParameter(Text),
    /// This parameter mentions `'static`.
    StaticParameter(Text),
    /// This parameter has a lifetime of the function, the second text, in a function's type.
    LifetimeInFunction(Text, Text),
    /// No type has the trait of an `impl Trait` or `dyn Trait` parameter.
    NoType,
    /// No types or constants (the first text) meet the bounds of the generic parameters with these
    /// names, separated by commas.
    NoInstance(Text, Text),

    /// The values of a parameter's type cannot be built.
    Unbuildable {
        type_text: Text,
        parameter: Text,
    },
    /// A parameter's type has no values, or infinite ones.
    Uninhabited {
        type_text: Text,
        parameter: Text,
    },
    /// The least value of a parameter's type has more parts than `most`.
    TooLarge {
        type_text: Text,
        parameter: Text,
        parts: u64,
        most: u64,
    },
    /// An attribute limits a parameter whose type has no part to limit.
    UselessBound {
        bound: Text,
        type_text: Text,
        parameter: Text,
    },
    /// Its required `const`, because constants need it.
    Constant,

    /// The name `main` in a program.
    Program,
    /// Possible effects: the causing function, or an empty text, and the path in its source.
    Effects(Text, Text),
    /// The compiler rejects a call of it, with this message.
    RejectedCall(Text),
    /// The compiler rejects the attribute on it, with this message.
    RejectedProbes(Text),
    /// The total budget ended before its first turn.
    TooLate,
    Interrupted,
    /// No stored results, so a command without a search skips it.
    NotStored,
    /// The run's plan for its shards does not contain it.
    NotPlanned,
    /// Its shard left no result.
    LostByShard {
        shard: u32,
        shards: u32,
    },
    NoGoals,
}

impl Obstacle {
    /// Returns the sentence without the remedy.
    pub fn reason(&self) -> Text {
        use Obstacle::*;
        let text = match self {
            Macro => return "it is a macro".into(),
            MadeByMacro => return "a macro makes it, so it is not certain where it stands".into(),
            ConstFn => return "it is a `const fn`, in which probes cannot record".into(),
            Destructor => return "it is a destructor, which cannot be called directly".into(),
            Unsafe => return "it is `unsafe`".into(),
            Extern => return "it is `extern`".into(),
            TargetFeature => return "it has `#[target_feature]`".into(),
            Receiver => return "it takes `self`".into(),
            HiddenGenerics => return "a macro in its type hides generic parameters".into(),
            NoType => {
                return "none of the types that are tried for an `impl Trait` or `dyn Trait` among its parameters has the \
                        trait and can be built"
                    .into()
            }
            Constant => {
                return "constants need it, so it stays a `const fn`, in which probes cannot record".into()
            }
            Program => return "it is the program itself".into(),
            TooLate => return "the total budget was spent before its turn came".into(),
            Interrupted => return "interrupted before its turn came".into(),
            NotStored => return "nothing of it is stored".into(),
            NotPlanned => return "it is not in the plan of the run".into(),
            NoGoals => return "it has no goals".into(),

            Nested(outer) => format!("it is within the function `{outer}`, out of reach of other code"),
            AssertedConstant(name) => {
                format!("an assertion in its body allows only some values of the constant `{name}`")
            }
            GenericMaking(parameter, _) => {
                format!("an attribute decides how its parameter {parameter} is made, but the type is generic")
            }
            ConditionalParameter(parameter) => format!("its parameter {parameter} is under a `#[cfg]`"),
            DivergingFunction(parameter) => format!("its parameter {parameter} never returns"),
            OpaqueFunction(parameter) => format!("its parameter {parameter} returns an `impl Trait`"),
            BorrowingFunction(parameter) => format!(
                "its parameter {parameter} returns a value that borrows, but values built for a call are owned or live \
                 for ever"
            ),
            KeptFunction(parameter) => format!("its parameter {parameter} may be needed after the call"),
            OpaqueParameter(parameter) => format!("its parameter {parameter} is an `impl Trait`"),
            StaticParameter(parameter) => {
                format!("its parameter {parameter} mentions `'static`, which no built value outlives")
            }
            LifetimeInFunction(parameter, lifetime) => {
                format!("its parameter {parameter} has the lifetime `'{lifetime}` in a function's type")
            }
            NoInstance(tried, names) => {
                let names = names.split(',').map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                format!(
                    "none of the {tried} that are tried for {names} meets the bounds and makes parameters that can be built"
                )
            }
            Unbuildable { type_text, parameter } => {
                format!("no value of type `{type_text}` can be built for the parameter `{parameter}`")
            }
            Uninhabited { type_text, parameter } => format!(
                "there is no value of type `{type_text}` for the parameter `{parameter}`: the type has no values, or each \
                 has another one of the same type in it"
            ),
            TooLarge { type_text, parameter, parts, most } => format!(
                "values of type `{type_text}` for the parameter `{parameter}` are too large: they have at least {parts} \
                 parts, more than {most}"
            ),
            UselessBound { bound, type_text, parameter } => format!(
                "`{bound}` has no effect on the parameter `{parameter}`: `{type_text}` has no part that it could bound"
            ),
            Effects(through, mention) => {
                let through = match through.as_ref() {
                    "" => String::new(),
                    name => format!("reaches `{name}`, which "),
                };
                format!("it {through}mentions `{mention}` (`--allow-effects` calls it anyway)")
            }
            RejectedCall(message) => format!("a call of it does not compile ({message})"),
            RejectedProbes(message) => format!("it does not compile with probes ({message})"),
            LostByShard { shard, shards } => format!("shard {shard} of {shards} left nothing of it"),
        };
        text.into()
    }

    /// Returns the change that makes its function searchable.
    fn remedy(&self) -> Remedy {
        use Obstacle::*;
        match self {
            Nested(_) => Remedy::Caller(
                "its goals are credited when that function is searched, so annotate it as well".into(),
            ),
            Macro => Remedy::ThroughCallers("its goals are credited when its users are searched"),
            MadeByMacro | ConstFn | HiddenGenerics => {
                Remedy::Caller("annotate a function that calls it".into())
            }
            Destructor => Remedy::Caller("annotate a function that drops a value".into()),
            Unsafe => Remedy::Caller(
                "write `#[sbst::instrument(unsafe)]` if it is safe to call with every value that can be built, or \
                 annotate a safe function that calls it"
                    .into(),
            ),
            Extern => Remedy::Caller(
                "to search it, annotate a function of Rust's own ABI too that calls it".into(),
            ),
            TargetFeature => Remedy::Caller("to search it, annotate a function too that may call it".into()),
            Receiver => Remedy::Caller("to search it, annotate a function that calls it".into()),
            ConditionalParameter(_) | LifetimeInFunction(..) => {
                Remedy::Caller("annotate a function too that calls it".into())
            }
            DivergingFunction(_) | OpaqueFunction(_) | BorrowingFunction(_) | KeptFunction(_) => {
                Remedy::Caller("annotate a function too that calls it with a closure".into())
            }
            OpaqueParameter(_) => {
                Remedy::Caller("to search it, annotate a function too that calls it".into())
            }
            TooLarge { .. } => Remedy::Caller(
                "annotate a function that takes a slice, or write `#[sbst(with = path)]` on the parameter, where `path` \
                 is a function that makes one from fewer values"
                    .into(),
            ),
            NoType => Remedy::Other(
                "annotate a function too that calls it with a type that you choose".into(),
                ADD_A_TYPE,
            ),
            NoInstance(_, names) => {
                let first = names.split(',').next().unwrap_or_default();
                let choice = format!(
                    "write `#[sbst::instrument({first} = …)]` with one that does, and `#[derive(sbst::Input)]` on types \
                     of your own"
                );
                Remedy::Other(choice, ADD_A_TYPE)
            }
            Unbuildable { type_text, .. } => {
                // No derive applies to a trait object.
                let of =
                    if type_text.contains("dyn ") { "a type that has the trait" } else { "the type" };
                let derive = format!(
                    "write `#[derive(sbst::Input)]` on {of}, or `#[sbst(with = path)]` on the parameter, where `path` is \
                     a function that makes one of values that can be built; types with `arbitrary::Arbitrary` need the \
                     feature `arbitrary` of sbst-runtime"
                );
                Remedy::Other(
                    derive,
                    "add a constructor whose arguments can be built, or `FromStr`, `From` or `Default`",
                )
            }
            Uninhabited { .. } => Remedy::Other(
                "write `#[sbst(with = path)]` on the parameter or on a field, where `path` is a function that makes one"
                    .into(),
                "add a constructor next to the type",
            ),
            AssertedConstant(name) | GenericMaking(_, name) => {
                Remedy::Own(format!("choose one: `#[sbst::instrument({name} = …)]`"))
            }
            StaticParameter(_) => Remedy::Own("take a lifetime of the function's instead".into()),
            UselessBound { .. } => Remedy::Own("remove it, or write it on the fields of the type".into()),
            Program => Remedy::Own("move its decisions to other functions".into()),
            RejectedProbes(_) => Remedy::Own("it is not recorded".into()),
            RejectedCall(_) => Remedy::ThroughCallers(THROUGH_CALLERS),
            Constant
            | Effects(..)
            | TooLate
            | Interrupted
            | NotStored
            | NotPlanned
            | LostByShard { .. }
            | NoGoals => Remedy::None,
        }
    }
}

/// The remark that stands for a remedy where only callers lead to a function.
const THROUGH_CALLERS: &str = "its goals are credited when reached through callers";
/// The remedy for bounds in a whole crate.
const ADD_A_TYPE: &str =
    "add a type without parameters that implements the traits and `Debug`, or a function that calls it with such a type";

/// The change that makes a function searchable.
enum Remedy {
    /// A change that helps in every crate.
    Own(String),
    /// An annotation, of a caller for example; a whole crate has it already.
    Caller(String),
    /// A change for annotated functions, and another one in whole crates.
    Other(String, &'static str),
    /// No change but a remark: callers lead to it.
    ThroughCallers(&'static str),
    None,
}

/// The obstacle to the search of a function, with its crate's way of annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    pub obstacle: Obstacle,
    /// True if all functions of the crate are annotated.
    pub is_in_whole_crate: bool,
}

impl Exclusion {
    /// Returns the remedy, or the remark that callers count; `None` without either.
    pub fn remedy(&self) -> Option<Text> {
        Some(match (self.obstacle.remedy(), self.is_in_whole_crate) {
            (Remedy::Own(text), _) | (Remedy::Caller(text) | Remedy::Other(text, _), false) => text.into(),
            (Remedy::Caller(_), true) => THROUGH_CALLERS.into(),
            (Remedy::Other(_, text), true) | (Remedy::ThroughCallers(text), _) => text.into(),
            (Remedy::None, _) => return None,
        })
    }

    /// True if only callers lead to the function.
    pub fn is_left_to_callers(&self) -> bool {
        match self.obstacle.remedy() {
            Remedy::ThroughCallers(_) => true,
            Remedy::Caller(_) => self.is_in_whole_crate,
            Remedy::Own(_) | Remedy::Other(..) | Remedy::None => false,
        }
    }
}

impl From<Obstacle> for Exclusion {
    fn from(obstacle: Obstacle) -> Exclusion {
        Exclusion { obstacle, is_in_whole_crate: false }
    }
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.obstacle.reason())?;
        match self.remedy() {
            Some(remedy) => write!(f, "; {remedy}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedies_in_whole_crate_are_not_annotations() {
        let text = Text::from("`a`");
        let named = || Text::from("Node");
        for (obstacle, remedy) in [
            (
                Obstacle::Unbuildable { type_text: named(), parameter: named() },
                "add a constructor whose arguments can be built, or `FromStr`, `From` or `Default`",
            ),
            (
                Obstacle::Uninhabited { type_text: named(), parameter: named() },
                "add a constructor next to the type",
            ),
            (Obstacle::NoInstance("types".into(), "T,U".into()), ADD_A_TYPE),
            (Obstacle::Unsafe, THROUGH_CALLERS),
            (Obstacle::MadeByMacro, THROUGH_CALLERS),
            (Obstacle::KeptFunction(text.clone()), THROUGH_CALLERS),
            (Obstacle::StaticParameter(text), "take a lifetime of the function's instead"),
        ] {
            let annotated = Exclusion::from(obstacle.clone());
            let whole = Exclusion { is_in_whole_crate: true, ..annotated.clone() };
            assert_eq!(whole.to_string(), format!("{}; {remedy}", obstacle.reason()));
            assert_eq!(whole.is_left_to_callers(), remedy == THROUGH_CALLERS, "{obstacle:?}");
            assert!(!annotated.is_left_to_callers(), "{obstacle:?}");
        }
        assert!(Exclusion::from(Obstacle::Macro).is_left_to_callers());
    }

    #[test]
    fn a_sentence_names_its_texts() {
        let sentence = |obstacle: Obstacle| Exclusion::from(obstacle).to_string();
        assert_eq!(
            sentence(Obstacle::Effects("leave".into(), "std::fs::write".into())),
            "it reaches `leave`, which mentions `std::fs::write` (`--allow-effects` calls it anyway)"
        );
        assert_eq!(
            sentence(Obstacle::NoInstance("types".into(), "T,U".into())),
            "none of the types that are tried for `T`, `U` meets the bounds and makes parameters that can be built; \
             write `#[sbst::instrument(T = …)]` with one that does, and `#[derive(sbst::Input)]` on types of your own"
        );
    }
}
