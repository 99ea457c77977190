//! The facts about a test for its name, in words.
//!
//! 1. The outcome: a variant, an error, a panic's message, or a simple value such as none, empty,
//!    zero or true. An error without a variant has the first words of its text.
//! 2. The class of an argument: empty, zero, negative, the largest, omitted, a variant, one or
//!    several elements; then the [signs](signs) in its texts. Arguments of earlier calls do not
//!    count.
//! 3. The calls that changed the receiver before, and the result of an earlier call of the
//!    function. A call that returns its receiver is a set-up: `parse_with_optflag`, but
//!    `get_after_insert`.
//! 4. The kind of the result: a number, a text, items, or a type of the crate.

mod signs;

use crate::source::{identifiers, items};
use sbst_model::TargetDescription;
use sbst_model::messages::{FindingKind, Observed, TestOutline};
use sbst_vocabulary::standard::types::is_number;

/// Limit on the words of a text in an error.
const MOST_WORDS: usize = 4;
/// Limit on the words of a panic's message: a short sentence. A longer one is cut at its first
/// sign, if the part before is short.
const MOST_MESSAGE_WORDS: usize = 5;
/// Words without a meaning of their own.
const FILLERS: [&str; 3] = ["a", "an", "the"];

/// The word before a call that changed the receiver.
pub const AFTER: &str = "after_";
/// The word before a call that set the receiver up.
pub const WITH: &str = "with_";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The words of the result; may be empty.
    Value(String),
    /// The words of the error.
    Error(String),
    /// The words of the message.
    Panic(String),
    Fault(FindingKind),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub outcome: Outcome,
    pub inputs: Vec<String>,
    /// Methods called before, the last one first, each behind [`AFTER`] or [`WITH`].
    pub story: Vec<String>,
    /// The kind of the result; may be empty.
    pub kind: String,
}

impl Default for Facts {
    fn default() -> Facts {
        let (inputs, story, kind) = Default::default();
        Facts { outcome: Outcome::Value(String::new()), inputs, story, kind }
    }
}

impl Facts {
    pub fn from_outline(target: &TargetDescription, outline: &TestOutline) -> Facts {
        let skipped = usize::from(target.call.has_receiver);
        let arguments = target.parameters.iter().zip(&outline.arguments).skip(skipped);
        let inputs = arguments.filter_map(|(parameter, argument)| {
            input(super::variables::of_parameter(&parameter.name), &argument.to_string())
        });
        let changes = outline.before.iter().rev().filter(|statement| statement.variable.is_none());
        let own = items::definition_names(&target.id.path).pop().unwrap_or_default();
        let mut story: Vec<String> = Vec::new();
        for statement in changes {
            let Some(called) = &statement.called else { continue };
            let name = items::definition_names(&called.id.path).pop().unwrap_or_default();
            let result = statement.result.as_ref().filter(|_| name == own);
            let earlier = result.map(|result| value_words(&result.type_name, &result.debug));
            let fact = if name == own { earlier.unwrap_or_default() } else { name };
            let is_set_up = called.form.has_receiver && called.borrows.contains(&0);
            let word = if is_set_up { WITH } else { AFTER };
            let fact = format!("{word}{}", fact.trim_start_matches(WITH));
            if fact != word && !story.contains(&fact) {
                story.push(fact);
            }
        }
        let sources = outline.arguments.iter().map(ToString::to_string);
        let inputs = inputs.chain(signs::of_texts(sources)).collect();
        let kind = match &outline.observed {
            Observed::Returned { type_name, .. } => kind(type_name),
            _ => String::new(),
        };
        Facts { outcome: outcome(target, &outline.observed), inputs, story, kind }
    }

    /// Returns the facts that hold for all of several tests.
    pub fn common<'f>(&self, all: impl Iterator<Item = &'f Facts> + Clone) -> Facts {
        let is_shared =
            |of: fn(&Facts) -> &Vec<String>, fact: &String| all.clone().all(|facts| of(facts).contains(fact));
        let shared = |of: fn(&Facts) -> &Vec<String>| {
            of(self).iter().filter(|fact| is_shared(of, fact)).cloned().collect()
        };
        let outcome = match &self.outcome {
            same if all.clone().all(|facts| facts.outcome == *same) => same.clone(),
            Outcome::Error(_) => Outcome::Error(String::new()),
            _ => Outcome::Value(String::new()),
        };
        let kind = self.kind.clone();
        Facts { outcome, inputs: shared(|facts| &facts.inputs), story: shared(|facts| &facts.story), kind }
    }
}

fn outcome(target: &TargetDescription, observed: &Observed) -> Outcome {
    match observed {
        Observed::Returned { type_name, debug, inspection, .. } => {
            let debug = debug.as_deref().unwrap_or_default();
            let debug = if target.call.written_to.is_some() { "" } else { debug };
            match debug.strip_prefix("Err(").and_then(|inside| inside.strip_suffix(')')) {
                Some(error) => Outcome::Error(error_words(error, inspection.display.as_deref())),
                None => Outcome::Value(value_words(type_name, debug)),
            }
        }
        Observed::Panicked { message, .. } => {
            let line = message.lines().next().unwrap_or_default();
            // The source of a condition has no words for a name.
            let line = if line.starts_with("assertion ") { "" } else { line };
            let clause = line.split([':', ',', ';', '(', '.']).next().unwrap_or_default();
            let words = [line, clause].map(message_words);
            let short = words.iter().find(|words| words.len() <= MOST_MESSAGE_WORDS);
            Outcome::Panic(short.map(|words| words.join("_")).unwrap_or_default())
        }
        Observed::Fault(finding) => Outcome::Fault(finding.kind),
    }
}

/// Returns the words of a message, without fillers and numbers.
fn message_words(text: &str) -> Vec<String> {
    let is_telling = |word: &String| {
        !FILLERS.contains(&word.as_str()) && !word.starts_with(|sign: char| sign.is_ascii_digit())
    };
    identifiers::from_text(&text.replace('\'', "")).into_iter().filter(is_telling).collect()
}

/// Returns the words of a result.
fn value_words(type_name: &str, debug: &str) -> String {
    let inside = |name: &str| debug.strip_prefix(name)?.strip_suffix(')');
    if let Some(inner) = inside("Ok(") {
        return value_words("", inner);
    }
    if let Some(inner) = inside("Some(") {
        let inner = value_words("", inner);
        return if inner.is_empty() { "some".to_owned() } else { inner };
    }
    match debug {
        "None" => return "none".to_owned(),
        "true" | "false" => return debug.to_owned(),
        "\"\"" | "[]" | "{}" => return "empty".to_owned(),
        "0" | "0.0" => return "zero".to_owned(),
        "NaN" => return "nan".to_owned(),
        negative if negative.starts_with('-') => return "negative".to_owned(),
        _ => {}
    }
    let variant = leading_name(debug);
    let own = type_name.split('<').next().and_then(|path| path.rsplit("::").next()).unwrap_or_default();
    if variant.is_empty() || variant == own { String::new() } else { snake(variant) }
}

/// Returns the word for a type of results.
fn kind(type_name: &str) -> String {
    let inside = ["core::option::Option<", "core::result::Result<"]
        .iter()
        .find_map(|name| type_name.strip_prefix(name)?.strip_suffix('>'));
    if let Some(inside) = inside {
        return kind(inside.split(", ").next().unwrap_or_default());
    }
    let name = type_name.trim_start_matches('&').trim_start_matches("mut ");
    if name.starts_with('(') && name != "()" {
        return "tuple".to_owned();
    }
    let last = name.split('<').next().and_then(|path| path.rsplit("::").next()).unwrap_or_default();
    match last {
        "()" | "bool" => String::new(),
        "str" | "String" => "text".to_owned(),
        "Vec" | "VecDeque" => "items".to_owned(),
        list if list.starts_with('[') => "items".to_owned(),
        number if is_number(number) => "number".to_owned(),
        own if own.starts_with(char::is_uppercase) => snake(own),
        _ => String::new(),
    }
}

/// Returns the words of an error: its variants, and a short text in it; without a variant, the
/// first words of its text.
fn error_words(debug: &str, display: Option<&str>) -> String {
    let inner = debug.split_once("{ kind: ").map_or("", |(_, kind)| leading_name(kind));
    let variant = snake(if inner.is_empty() { leading_name(debug) } else { inner });
    if variant.is_empty() {
        let text = display.unwrap_or_default().replace('\'', "");
        let end = text.find(|sign: char| !sign.is_alphabetic() && sign != ' ').unwrap_or(text.len());
        let words = identifiers::from_text(&text[..end]).into_iter();
        let telling = words.filter(|word| !FILLERS.contains(&word.as_str()));
        return telling.take(MOST_WORDS).collect::<Vec<_>>().join("_");
    }
    let text =
        debug.split_once("(\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(text, _)| text);
    let words = identifiers::from_text(text);
    let is_plain = !text.is_empty() && text.chars().all(|sign| sign.is_alphabetic() || sign == ' ');
    match is_plain && words.len() <= MOST_WORDS {
        true => format!("{variant}_{}", words.join("_")),
        false => variant,
    }
}

/// Returns the class of an argument in words.
fn input(name: &str, source: &str) -> Option<String> {
    let value = source.trim_start_matches('&').trim_start_matches("mut ");
    let is_number = value.starts_with(|sign: char| sign.is_ascii_digit());
    let elements = ["vec![", "["].iter().find_map(|open| value.strip_prefix(open));
    Some(match value {
        "\"\"" | "String::new()" | "vec![]" | "[]" | "[][..]" | "Vec::new()" | "b\"\"" => {
            format!("empty_{name}")
        }
        "None" | "false" => format!("without_{name}"),
        "true" => format!("with_{name}"),
        _ if value.starts_with("Some(") => format!("with_{name}"),
        _ if is_number && value.trim_matches(['0', '.', '_']).is_empty() => format!("zero_{name}"),
        _ if value.starts_with('-') && !value.contains("INFINITY") => format!("negative_{name}"),
        _ if value.ends_with("::MAX") => format!("largest_{name}"),
        _ if value.ends_with("::MIN") => format!("smallest_{name}"),
        _ if value.ends_with("::NAN") => format!("nan_{name}"),
        _ if elements.is_some() => {
            let number = elements.map_or(0, |elements| elements.matches(", ").count() + 1);
            if number == 1 { format!("one_{name}") } else { format!("several_{name}") }
        }
        _ => {
            let variant = value.rsplit("::").next().filter(|variant| value.len() > variant.len())?;
            let is_variant = variant.starts_with(char::is_uppercase)
                && variant.chars().any(char::is_lowercase)
                && variant.chars().all(char::is_alphanumeric);
            is_variant.then(|| snake(variant))?
        }
    })
}

/// Returns the name of a variant or a structure at the beginning of a text.
fn leading_name(debug: &str) -> &str {
    let end = debug.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(debug.len());
    if debug.starts_with(char::is_uppercase) { &debug[..end] } else { "" }
}

fn snake(name: &str) -> String {
    identifiers::from_text(name).join("_")
}

/// Returns the words of a fault.
pub fn fault_words(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Overflow => "overflows",
        FindingKind::Division => "divides_by_zero",
        FindingKind::Index => "indexes_out_of_bounds",
        FindingKind::Unwrap => "unwraps_nothing",
        FindingKind::Panic => "panics_unexpectedly",
        FindingKind::Hang => "does_not_end",
        FindingKind::DeepRecursion => "recurses_too_deeply",
        FindingKind::Death => "ends_the_process",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_errors_are_named_by_their_variants() {
        let value = |debug| value_words("demo::Kind", debug);
        assert_eq!(value("Scalene"), "scalene");
        assert_eq!(value("Ok(Some(LongName(3)))"), "long_name");
        assert_eq!(value("Some(5)"), "some");
        assert_eq!(value("Kind { x: 1 }"), "", "it says nothing about the value");
        assert_eq!(["5", "-5", "0", "\"a\"", "[]"].map(value), ["", "negative", "zero", "", "empty"]);
        assert_eq!(error_words("Missing(\"closing hours\")", None), "missing_closing_hours");
        assert_eq!(error_words("ParseIntError { kind: InvalidDigit }", None), "invalid_digit");
        assert_eq!(error_words("bad: 7", Some("an odd number of: 7")), "odd_number_of");
        assert_eq!(error_words("BadTime(\"24:01\")", None), "bad_time");
    }

    #[test]
    fn a_panic_is_named_by_a_whole_sentence_or_clause() {
        let words = |message: &str| {
            let target = crate::fixture::description("d::f", 1);
            outcome(&target, &Observed::Panicked { message: message.to_owned(), place: None })
        };
        let panic = |words: &str| Outcome::Panic(words.to_owned());
        assert_eq!(words("the key is missing\nand more"), panic("key_is_missing"));
        assert_eq!(words("assertion failed: self.len() <= self.capacity()"), panic(""));
        assert_eq!(words("this map of many keys has none of that name"), panic(""));
    }

    #[test]
    fn results_without_words_are_named_by_their_kinds() {
        let kinds = ["core::option::Option<u8>", "&str", "alloc::vec::Vec<u8>", "demo::BigSet<u8>", "()"];
        assert_eq!(kinds.map(kind), ["number", "text", "items", "big_set", ""]);
    }

    #[test]
    fn arguments_are_named_by_their_classes() {
        let of = |source| input("text", source).unwrap_or_default();
        assert_eq!(
            ["\"\"", "0", "-3", "u8::MAX"].map(of),
            ["empty_text", "zero_text", "negative_text", "largest_text"]
        );
        assert_eq!(
            ["None", "Kind::BigOne", "vec![1]", "&[1, 2]"].map(of),
            ["without_text", "big_one", "one_text", "several_text"]
        );
        assert_eq!(["7", "\"a\"", "QUERY"].map(of), ["", "", ""]);
    }
}
