//! Names of tests: the function, and the facts that distinguish its tests.
//!
//! 1. Three tests have the function's name. They are its only test, the test of all its plain
//!    results, and the only test with a result that is not blank. So does a test without another
//!    name. `test_` precedes the name if the file imports the function.
//! 2. Otherwise the outcome follows, then earlier calls, then the class of an argument or the signs
//!    in texts. A longer name is used only if the shorter ones are shared. An outcome without words
//!    is named by the kind of the result.
//! 3. The type precedes the name of a trait's function, of a constructor, and of a function that
//!    shares its name with one of another type. A conversion is named by its source. So is a
//!    function of a trait that a type implements several times: `error_from_string`.
//! 4. No name is longer than [`LONGEST`].

use super::facts::{AFTER, Facts, Outcome, WITH, fault_words};
use crate::source::{identifiers, items};
use std::collections::BTreeSet;

/// The longest name, in characters: with `fn` and its sign it leaves half a line.
const LONGEST: usize = 60;

/// Suffixes for the names of tests that no fact distinguishes.
const LAST_RESORT: [&str; 5] = ["again", "once_more", "third_case", "fourth_case", "fifth_case"];

/// Words of blank results.
const BLANK: [&str; 4] = ["none", "empty", "zero", "false"];

/// True for the words of a blank result.
pub fn is_blank(words: &str) -> bool {
    BLANK.contains(&words)
}

/// A test to be named.
#[derive(Clone, Debug)]
pub struct Unnamed<'t> {
    /// The path of its function.
    pub function: &'t str,
    pub facts: &'t Facts,
    /// True if it asserts several results.
    pub is_merged: bool,
}

/// Returns names for the tests of a module, in order. Adds them to `taken`, the names in use.
pub fn assign(tests: &[Unnamed<'_>], taken: &mut BTreeSet<String>) -> Vec<String> {
    let functions: BTreeSet<&str> = tests.iter().map(|test| test.function).collect();
    let mut names: Vec<Option<String>> = vec![None; tests.len()];
    let mut function = 0;
    while function < tests.len() {
        let of = tests[function].function;
        let group: Vec<usize> = (0..tests.len()).filter(|index| tests[*index].function == of).collect();
        if group[0] == function {
            name_group(tests, &group, &function_words(of, &functions), taken, &mut names);
        }
        function += 1;
    }
    names.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns a free name that begins like another one.
fn last_resort(name: &str, taken: &BTreeSet<String>) -> String {
    let worded = LAST_RESORT.iter().map(|word| cut(name, word));
    let numbered = (LAST_RESORT.len() + 1..).map(|number| cut(name, &format!("case_{number}")));
    worded.chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// Returns a provisional name for a test of a function, before tests are selected.
pub fn provisional(path: &str, taken: &mut BTreeSet<String>) -> String {
    let words = function_words(path, &BTreeSet::new());
    let mut names = (1..).map(|number| format!("{words}_{number}"));
    let name = names.find(|name| !taken.contains(name)).unwrap_or(words);
    taken.insert(name.clone());
    name
}

fn name_group(
    tests: &[Unnamed<'_>],
    group: &[usize],
    base: &str,
    taken: &mut BTreeSet<String>,
    names: &mut [Option<String>],
) {
    // The file imports the function.
    let plain = if taken.contains(base) { format!("test_{base}") } else { base.to_owned() };
    let of = |index: &usize| candidates((base, &plain), &tests[*index], group.len() == 1);
    let candidates: Vec<Vec<String>> = group.iter().map(of).collect();
    let levels = candidates.iter().map(Vec::len).max().unwrap_or_default();
    for level in 0..levels {
        for (at, index) in
            group.iter().enumerate().filter(|(_, index)| names[**index].is_none()).collect::<Vec<_>>()
        {
            let Some(name) = candidates[at].get(level).filter(|name| !name.is_empty()) else { continue };
            let is_shared = group.iter().enumerate().any(|(other, of)| {
                let mut others = candidates[other].iter().take(level + 1);
                other != at && names[*of].is_none() && others.any(|other| other == name)
            });
            if !is_shared && !taken.contains(name) {
                taken.insert(name.clone());
                names[*index] = Some(name.clone());
            }
        }
    }
    for (at, index) in
        group.iter().enumerate().filter(|(_, index)| names[**index].is_none()).collect::<Vec<_>>()
    {
        let shared = candidates[at].iter().rev().find(|name| !name.is_empty()).cloned();
        let shared = shared.unwrap_or_else(|| base.to_owned());
        if taken.insert(shared.clone()) {
            names[*index] = Some(shared);
            continue;
        }
        let name = last_resort(&shared, taken);
        taken.insert(name.clone());
        names[*index] = Some(name);
    }
}

/// Returns names for a test, the shortest first. They begin with the function's name, and one may
/// be equal to it. An empty name stands for none.
fn candidates((base, plain): (&str, &str), test: &Unnamed<'_>, is_alone: bool) -> Vec<String> {
    let Facts { outcome, inputs, story, kind } = test.facts;
    let result = match outcome {
        Outcome::Value(words) if words.is_empty() => String::new(),
        Outcome::Value(words) => format!("returns_{words}"),
        Outcome::Error(words) if test.is_merged && words.is_empty() => "errors".to_owned(),
        Outcome::Error(words) if words.is_empty() => "fails".to_owned(),
        Outcome::Error(words) => format!("fails_with_{words}"),
        Outcome::Panic(words) if words.is_empty() || is_alone => "panics".to_owned(),
        Outcome::Panic(words) => format!("panics_{words}"),
        Outcome::Fault(kind) => fault_words(*kind).to_owned(),
    };
    let is_plain = matches!(outcome, Outcome::Value(_));
    let is_telling = matches!(outcome, Outcome::Value(words) if !is_blank(words));
    let how = match outcome {
        Outcome::Error(_) => "fails",
        Outcome::Panic(_) => "panics",
        Outcome::Value(_) | Outcome::Fault(_) => "",
    };
    let join = |parts: &[&str]| {
        let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        Some(parts.join("_")).filter(|name| name.chars().count() <= LONGEST).unwrap_or_default()
    };
    let after = story.first().cloned().unwrap_or_default();
    let is_main = is_plain && (is_alone || test.is_merged);
    let named = |is_so: bool, name: String| if is_so { name } else { String::new() };
    let mut found = vec![
        named(is_main, plain.to_owned()),
        named(is_telling, plain.to_owned()),
        join(&[base, &result]),
        join(&[base, &after]),
        join(&[base, &result, &after]),
    ];
    if is_plain && result.is_empty() && !kind.is_empty() {
        found.push(join(&[base, "returns", kind]));
    }
    for input in inputs {
        let with = match input.split_once('_') {
            Some(("with" | "without", _)) => input.clone(),
            _ => format!("with_{input}"),
        };
        found.extend([
            join(&[base, how, &with]),
            join(&[base, &with, &result]),
            join(&[base, &with, &result, &after]),
        ]);
    }
    if let [_, before, ..] = &story[..] {
        let last = story[0].trim_start_matches(AFTER).trim_start_matches(WITH);
        found.push(join(&[base, &result, &format!("{before}_and_{last}")]));
    }
    if matches!(outcome, Outcome::Panic(_) | Outcome::Error(_)) {
        found.push(cut(&format!("{base}_{result}"), ""));
    }
    if is_plain && result.is_empty() {
        found.push(plain.to_owned());
    }
    found
}

/// Returns a name with a word appended, cut between words if it is too long.
fn cut(name: &str, word: &str) -> String {
    let room = LONGEST.saturating_sub(word.len() + usize::from(!word.is_empty()));
    let start = match name.get(..room) {
        Some(start) if name.len() > room => start.rfind('_').map_or(start, |end| &start[..end]),
        _ => name,
    };
    if word.is_empty() { start.to_owned() } else { format!("{start}_{word}") }
}

/// Returns the words of a function among the tested ones of its module (rule 3).
fn function_words(path: &str, functions: &BTreeSet<&str>) -> String {
    let names = items::definition_names(path);
    let name = names.last().map_or("", String::as_str);
    let owner = names.len().checked_sub(2).map(|at| names[at].as_str()).unwrap_or_default();
    let (of_type, of_trait) = items::owner_names(owner);
    let of_type = Some(of_type).filter(|name| name.starts_with(char::is_uppercase));
    let is_shared = || {
        functions
            .iter()
            .filter(|other| **other != path && items::definition_names(other).last() == names.last())
            .count()
            > 0
    };
    let is_constructor = name == "new" || name.starts_with("from_") || name.starts_with("with_");
    let called = match (of_trait.as_deref(), name) {
        (Some("Display"), "fmt") => "display",
        (Some("Debug"), "fmt") => "debug",
        (Some("FromStr"), "from_str") => "parse",
        (_, name) => name,
    };
    let with_type = of_trait.is_some() || is_constructor || is_shared();
    let argument = trait_argument(owner);
    let is_told = ["From", "TryFrom"].contains(&of_trait.as_deref().unwrap_or_default()) || {
        let is_alike = |other: &&&str| {
            let others = items::definition_names(other);
            others.last() == names.last()
                && others.len() == names.len()
                && others
                    .len()
                    .checked_sub(2)
                    .is_some_and(|at| items::owner_names(&others[at]) == items::owner_names(owner))
        };
        functions.iter().filter(|other| **other != path).any(|other| is_alike(&other))
    };
    let argument = argument.filter(|_| is_told && of_trait.is_some()).unwrap_or_default();
    let words: Vec<String> = of_type
        .iter()
        .filter(|_| with_type)
        .map(String::as_str)
        .chain([called, argument.as_str()])
        .flat_map(identifiers::from_text)
        .collect();
    match words.first() {
        None => String::from("function"),
        Some(first) if first.starts_with(|sign: char| sign.is_ascii_digit()) => {
            format!("function_{}", words.join("_"))
        }
        Some(_) => keep_apart(words.join("_")),
    }
}

/// Returns the name of the type argument of a trait: `String` for `<Error as From<String>>`.
fn trait_argument(owner: &str) -> Option<String> {
    let (_, of_trait) = owner.strip_prefix('<')?.strip_suffix('>')?.rsplit_once(" as ")?;
    let (_, arguments) = of_trait.split_once('<')?;
    let first = arguments.strip_suffix('>')?;
    last_type_name(&syn::parse_str(first).ok()?)
}

fn last_type_name(of: &syn::Type) -> Option<String> {
    match of {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        syn::Type::Reference(reference) => last_type_name(&reference.elem),
        syn::Type::Slice(_) => Some("slice".to_owned()),
        syn::Type::Array(_) => Some("array".to_owned()),
        syn::Type::Tuple(_) => Some("tuple".to_owned()),
        _ => None,
    }
}

/// Appends a word to a keyword, which cannot be a name.
fn keep_apart(name: String) -> String {
    if identifiers::as_identifier(&name) == name { name } else { format!("{name}_it") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(outcome: Outcome, inputs: &[&str], story: &[&str]) -> Facts {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Facts { outcome, inputs: owned(inputs), story: owned(story), kind: String::new() }
    }

    fn value(words: &str) -> Outcome {
        Outcome::Value(words.to_owned())
    }

    fn names(tests: &[(&str, Facts, bool)]) -> Vec<String> {
        let unnamed: Vec<Unnamed<'_>> = tests
            .iter()
            .map(|(function, facts, is_merged)| Unnamed { function, facts, is_merged: *is_merged })
            .collect();
        assign(&unnamed, &mut BTreeSet::new())
    }

    #[test]
    fn a_function_with_one_test_names_it() {
        let tests = [
            ("demo::Set::contains", facts(value(""), &[], &[]), true),
            ("demo::<Set as Not>::not", facts(value("empty"), &[], &[]), false),
            ("demo::Set::new", facts(value(""), &[], &[]), false),
            ("demo::<Set as Display>::fmt", facts(value(""), &[], &[]), false),
        ];
        assert_eq!(names(&tests), ["contains", "set_not", "set_new", "set_display"]);
    }

    #[test]
    fn outcomes_then_calls_then_arguments_distinguish_tests() {
        let tests = [
            ("demo::Map::get", facts(value("none"), &["empty_key"], &[]), false),
            ("demo::Map::get", facts(value("some"), &[], &["after_insert"]), false),
            ("demo::Map::get", facts(value("some"), &[], &["after_remove", "after_insert"]), false),
            ("demo::Map::get", facts(Outcome::Error("bad_key".to_owned()), &[], &[]), false),
            ("demo::Map::get", facts(Outcome::Panic("no_key".to_owned()), &[], &[]), false),
        ];
        assert_eq!(
            names(&tests),
            [
                "get_returns_none",
                "get_after_insert",
                "get_after_remove",
                "get_fails_with_bad_key",
                "get_panics_no_key"
            ]
        );
    }

    #[test]
    fn a_table_has_the_name_of_its_function() {
        let tests = [
            ("demo::Pattern::new", facts(value(""), &[], &[]), true),
            ("demo::Pattern::new", facts(value(""), &["empty_text"], &[]), false),
            ("demo::Pattern::get", facts(value("some"), &[], &[]), false),
            ("demo::Pattern::get", facts(value("none"), &[], &[]), false),
        ];
        let expected = ["pattern_new", "pattern_new_with_empty_text", "get", "get_returns_none"];
        assert_eq!(names(&tests), expected);
    }

    #[test]
    fn tests_with_equal_facts_have_suffixes() {
        let same = || ("demo::f", facts(value("some"), &[], &[]), false);
        assert_eq!(
            names(&[same(), same(), same()]),
            ["f_returns_some", "f_returns_some_again", "f_returns_some_once_more"]
        );
    }

    #[test]
    fn conversions_are_named_by_their_sources() {
        let of = |path: &'static str| (path, facts(value(""), &[], &[]), false);
        let tests = [
            of("demo::<Error as From<String>>::from"),
            of("demo::<Error as From<&'a str>>::from"),
            of("demo::<Error as From<[u8; 2]>>::from"),
            of("demo::<Sum as Add<u8>>::add"),
        ];
        let expected = ["error_from_string", "error_from_str", "error_from_array", "sum_add"];
        assert_eq!(names(&tests), expected);
    }

    #[test]
    fn names_shared_by_two_types_contain_the_type() {
        let tests = [
            ("demo::Map::len", facts(value(""), &[], &[]), false),
            ("demo::Set::len", facts(value(""), &[], &[]), false),
        ];
        assert_eq!(names(&tests), ["map_len", "set_len"]);
    }
}
