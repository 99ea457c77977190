//! The distinction between bugs and faults for which the caller is responsible.
//!
//! # Policy
//! 1. A fault by an unrealistic *size* is no bug. Memory may be refused for a number of at least
//!    2^[`BITS_OF_MEMORY`], or a function may get a capacity, a length or a count of at least
//!    2^[`BITS_OF_COUNT`].
//! 2. A panic belongs to a *contract* if the documentation of the function, its trait's method or
//!    its type mentions panics. So do all faults of an `unsafe` function.
//! 3. So does each panic of an implementation of `Index`.
//! 4. So does an index out of range if the function takes an index, a position or a number, and
//!    returns neither `Option` nor `Result`. So does an overflow if the call also has a number of
//!    at least 2^[`BITS_OF_COUNT`]. A division by zero does if the function's name or a parameter's
//!    name is that of a division.
//! 5. Hangs, deep recursions and crashes are not panics.
//! 6. A call that borrows a variable twice, once mutably, cannot compile.

use super::is_of_its_function;
use crate::source::exports::Exports;
use crate::source::items;
use crate::source::name_resolution::Entity;
use sbst_model::TargetDescription;
use sbst_model::messages::{FindingKind, OUT_OF_MEMORY};
use sbst_vocabulary::standard::types::is_integer;

/// Collections of 65,536 elements fit into memory.
const BITS_OF_MEMORY: u32 = 16;
/// Indices and counts of real programs are below 2^31.
const BITS_OF_COUNT: u32 = 31;

/// Beginnings and parts of messages about memory.
const MEMORY: [&str; 5] =
    [OUT_OF_MEMORY, "capacity overflow", "CapacityOverflow", "LayoutError", "TryReserveError"];
/// Words in the names of parameters for sizes.
const SIZES: [&str; 9] =
    ["capacity", "cap", "additional", "len", "length", "size", "count", "reserve", "times"];
/// Words in the names of parameters for indices.
const INDICES: [&str; 26] = [
    "index", "indices", "idx", "i", "j", "k", "n", "at", "pos", "position", "offset", "start", "end", "from",
    "to", "mid", "nth", "number", "num", "bit", "range", "row", "col", "column", "line", "slot",
];

/// Words in the names of functions that divide.
const DIVISIONS: [&str; 9] =
    ["div", "divide", "mod", "modulo", "rem", "remainder", "quotient", "multiple", "multiples"];
/// Words in the names of parameters for divisors.
const DIVISORS: [&str; 5] = ["divisor", "denominator", "denom", "modulus", "rhs"];

/// A fault or an explicit panic.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'a> {
    pub kind: Option<FindingKind>,
    pub message: &'a str,
    /// The lines of the call, as Rust.
    pub call: &'a [String],
}

/// The reason why a fault is no bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    Contract,
    Size,
}

/// Returns the reason why a fault of a function is no bug, if any. `documents_panics` is true if
/// its documentation mentions panics.
pub fn excuse(target: &TargetDescription, documents_panics: bool, fault: Fault<'_>) -> Option<Excuse> {
    let bits = greatest_number(fault.call);
    let is_size = is_of_memory(fault.message) && bits > BITS_OF_MEMORY
        || bits > BITS_OF_COUNT && takes(target, &SIZES, is_number);
    let is_panic = !fault.kind.is_some_and(is_of_its_function);
    let is_contract = target.call.is_unsafe
        || is_panic && (documents_panics || is_of_index(target) || is_out_of_range(target, fault, bits));
    match (is_size, is_contract) {
        (true, _) => Some(Excuse::Size),
        (_, true) => Some(Excuse::Contract),
        _ => None,
    }
}

/// True if a call, without its path, borrows a variable twice (rule 6).
pub fn borrows_twice(arguments: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = |text: &str| text[..text.find(|c| !is_of_name(c)).unwrap_or(text.len())].to_owned();
    let mut changed = arguments.split("&mut ").skip(1).map(name).filter(|name| !name.is_empty());
    changed.any(|changed| {
        let uses = arguments.match_indices(&changed).filter(|(at, found)| {
            let after = &arguments[at + found.len()..];
            let is_whole = !arguments[..*at].ends_with(is_of_name) && !after.starts_with(is_of_name);
            // The path of a function may begin with the name.
            is_whole && !after.starts_with("::") && !after.starts_with('(')
        });
        uses.count() > 1
    })
}

/// True if the documentation of a function, or of its trait's method or type, mentions panics.
pub fn documents_panics<'a>(
    exports: &'a Exports,
    others: impl Iterator<Item = &'a Exports>,
    found: Option<Entity>,
) -> bool {
    let Some(Entity::Function(module, at)) = found else { return false };
    let function = exports.sources.function((module, at));
    let of_trait = function.of_trait.as_deref();
    function.documents_panics
        || function.owner.as_deref().is_some_and(|owner| exports.type_documents_panics(module, owner))
        || of_trait.is_some_and(|of_trait| {
            let mut crates = others.chain([exports]);
            crates.any(|exports| exports.trait_documents_panics(of_trait, &function.name))
        })
}

fn is_of_memory(message: &str) -> bool {
    MEMORY.iter().any(|part| message.contains(part))
}

/// Rule 3.
fn is_of_index(target: &TargetDescription) -> bool {
    let names = items::definition_names(&target.id.path);
    let owner = names.len().checked_sub(2).and_then(|at| names.get(at));
    let of_trait = owner.and_then(|owner| items::owner_names(owner).1);
    of_trait.is_some_and(|of_trait| of_trait == "Index" || of_trait == "IndexMut")
}

/// Rule 4.
fn is_out_of_range(target: &TargetDescription, fault: Fault<'_>, bits: u32) -> bool {
    let about_indices =
        ["index", "out of bounds", "out of range"].iter().any(|words| fault.message.contains(words));
    let takes_index = match fault.kind {
        Some(FindingKind::Index) => takes(target, &INDICES, is_number),
        Some(FindingKind::Overflow) => bits > BITS_OF_COUNT && takes(target, &INDICES, is_position),
        Some(FindingKind::Division) => divides(target),
        _ => about_indices && takes(target, &INDICES, is_number),
    };
    let names = items::definition_names(&target.id.path);
    let name = names.last().map_or("", String::as_str);
    let can_answer = ["Option", "Result"].iter().any(|word| target.result_type.contains(word));
    let is_named = fault.kind == Some(FindingKind::Index) || about_indices;
    let is_named = is_named && words(name).any(|word| word == "index" || word == "indices");
    !can_answer && (takes_index || is_named)
}

/// True if a function divides, by its name or the names of its parameters.
fn divides(target: &TargetDescription) -> bool {
    let names = items::definition_names(&target.id.path);
    let name = names.last().map_or("", String::as_str);
    words(name).any(|word| DIVISIONS.contains(&word)) || takes(target, &DIVISORS, |_| true)
}

/// True if a parameter has one of these words in its name, and a type that `is_meant` accepts.
fn takes(target: &TargetDescription, known: &[&str], is_meant: fn(&str) -> bool) -> bool {
    let parameters = target.parameters.iter().filter(|parameter| is_meant(parameter.type_text.trim()));
    parameters.flat_map(|parameter| words(&parameter.name)).any(|word| known.contains(&word))
}

/// True for integers, ranges, and type parameters, which may be either.
fn is_number(type_text: &str) -> bool {
    is_integer(type_text) || is_position(type_text)
}

/// True for the types of positions.
fn is_position(type_text: &str) -> bool {
    let is_parameter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    ["usize", "isize"].contains(&type_text)
        || ["Range", "Size"].iter().any(|word| type_text.contains(word))
        || !type_text.is_empty() && type_text.chars().all(is_parameter)
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// Returns the bits of the greatest number in lines of Rust. `MAX` and `MIN` have those of their
/// type.
fn greatest_number(lines: &[String]) -> u32 {
    let separated = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
    let tokens = lines.iter().flat_map(|line| line.split(separated));
    tokens.map(bits).max().unwrap_or_default()
}

/// Returns the bits of a literal, with or without a suffix, or of a constant of a type.
fn bits(token: &str) -> u32 {
    if let Some(of) = token.strip_suffix("::MAX").or_else(|| token.strip_suffix("::MIN")) {
        let width = of.trim_start_matches(|c: char| !c.is_ascii_digit());
        return if of.ends_with("size") { usize::BITS } else { width.parse().unwrap_or_default() };
    }
    let plain: String = token.chars().filter(|c| *c != '_').collect();
    let number = match plain.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => {
            let end = plain.find(|c: char| !c.is_ascii_digit()).unwrap_or(plain.len());
            plain[..end].parse().ok()
        }
    };
    number.map_or(0, |number: u128| u128::BITS - number.leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::target::Parameter;

    fn target(path: &str, parameter: (&str, &str), result: &str) -> TargetDescription {
        let mut target = fixture::description(path, 1);
        let (name, type_text) = (parameter.0.to_owned(), parameter.1.to_owned());
        target.parameters = vec![Parameter { name, type_text, can_be_built: true }];
        target.result_type = result.to_owned();
        target
    }

    fn by(target: &TargetDescription, kind: FindingKind, message: &str, call: &str) -> Option<Excuse> {
        excuse(target, false, Fault { kind: Some(kind), message, call: &[call.to_owned()] })
    }

    #[test]
    fn refused_memory_is_a_size_only_with_a_great_number() {
        let grow = target("d::grow", ("n", "u64"), "");
        let refused = |call| by(&grow, FindingKind::Death, OUT_OF_MEMORY, call);
        assert_eq!(refused("d::grow(1_402_059_926_107)"), Some(Excuse::Size));
        assert_eq!(refused("d::grow(7)"), None);
        assert_eq!(
            by(&grow, FindingKind::Panic, "Hash table capacity overflow", "f(usize::MAX)"),
            Some(Excuse::Size)
        );
    }

    #[test]
    fn only_lengths_beyond_any_program_are_sizes() {
        let repeat = target("d::repeat", ("min_len", "usize"), "String");
        let overflows = |call| by(&repeat, FindingKind::Overflow, "attempt to add with overflow", call);
        assert_eq!(overflows("d::repeat(usize::MAX)"), Some(Excuse::Size));
        assert_eq!(overflows("d::repeat(0xffff_ffff_ff)"), Some(Excuse::Size));
        assert_eq!(overflows("d::repeat(2_000)"), None);
        assert_eq!(
            by(&repeat, FindingKind::Hang, "does not end", "d::repeat(usize::MAX)"),
            Some(Excuse::Size)
        );
        let text = target("d::repeat", ("length", "&str"), "String");
        assert_eq!(by(&text, FindingKind::Overflow, "", "d::repeat(\"99999999999\")"), None);
    }

    #[test]
    fn index_out_of_range_is_a_contract_without_option_or_result() {
        let out = |target: &TargetDescription| {
            by(target, FindingKind::Index, "index out of bounds: the len is 0 but the index is 0", "f(0)")
        };
        assert_eq!(out(&target("d::List::remove", ("index", "usize"), "u8")), Some(Excuse::Contract));
        assert_eq!(
            out(&target("d::List::cut", ("range", "impl RangeBounds<usize>"), "")),
            Some(Excuse::Contract)
        );
        assert_eq!(out(&target("d::List::remove", ("index", "usize"), "Option<u8>")), None);
        assert_eq!(out(&target("d::parse", ("text", "&str"), "u8")), None);
        assert_eq!(out(&target("d::List::swap_indices", ("a", "usize"), "")), Some(Excuse::Contract));
        assert_eq!(
            out(&target("d::<d::List as Index<usize>>::index", ("key", "Key"), "&u8")),
            Some(Excuse::Contract)
        );
    }

    #[test]
    fn overflow_is_a_contract_only_with_an_unrealistic_index() {
        let at = target("d::get", ("i", "usize"), "u8");
        let overflows = |call| by(&at, FindingKind::Overflow, "attempt to add with overflow", call);
        assert_eq!(overflows("d::get(usize::MAX)"), Some(Excuse::Contract));
        assert_eq!(overflows("d::get(255)"), None);
        let sum = target("d::sum", ("i", "i64"), "i64");
        let overflow = by(&sum, FindingKind::Overflow, "attempt to add with overflow", "d::sum(i64::MAX)");
        assert_eq!(overflow, None, "a number is no position");
    }

    #[test]
    fn division_by_zero_is_a_contract_of_dividing_functions() {
        let divided = |target: &TargetDescription| {
            by(target, FindingKind::Division, "attempt to divide by zero", "f(1, 0)")
        };
        assert_eq!(divided(&target("d::Number::div_floor", ("other", "&i8"), "i8")), Some(Excuse::Contract));
        assert_eq!(divided(&target("d::scale", ("divisor", "u32"), "u32")), Some(Excuse::Contract));
        assert_eq!(divided(&target("d::checked_div", ("other", "u32"), "Option<u32>")), None);
        assert_eq!(divided(&target("d::mean", ("values", "&[u8]"), "u8")), None);
    }

    #[test]
    fn another_borrow_beside_a_mutable_one_is_detected() {
        assert!(borrows_twice("(&mut index_map, &index_map)"));
        assert!(borrows_twice("(&mut a, &[1], &mut a)"));
        assert!(!borrows_twice("(&mut map, &mut maps, &bitmap)"));
        assert!(!borrows_twice("(&mut slab, slab::Key::new(1), slab(2))"));
        assert!(!borrows_twice("(&a, &a)"));
    }

    #[test]
    fn documented_panics_are_contracts_and_hangs_are_not() {
        let target = target("d::f", ("text", "&str"), "u8");
        let documented = |kind| excuse(&target, true, Fault { kind, message: "", call: &[] });
        assert_eq!(documented(Some(FindingKind::Unwrap)), Some(Excuse::Contract));
        assert_eq!(documented(None), Some(Excuse::Contract));
        assert_eq!(documented(Some(FindingKind::Hang)), None);
        let mut unsafe_one = target.clone();
        unsafe_one.call.is_unsafe = true;
        let death = Fault { kind: Some(FindingKind::Death), message: "SIGSEGV", call: &[] };
        assert_eq!(excuse(&unsafe_one, false, death), Some(Excuse::Contract));
    }
}
