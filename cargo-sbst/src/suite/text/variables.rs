//! Names of variables.

use crate::source::identifiers;

/// The length of the shortest word that stands for a whole name, in characters.
const SHORTEST: usize = 3;

/// Words that distinguish values of one role.
const ORDINALS: [&str; 9] =
    ["other", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Returns a parameter's name for a variable in use: without the underscores that mark unused
/// parameters. A pattern has no name.
pub fn of_parameter(name: &str) -> &str {
    let trimmed = name.trim_start_matches("mut ").trim_start_matches("r#").trim_start_matches('_');
    let is_name = trimmed.starts_with(char::is_alphabetic)
        && trimmed.chars().all(|c| c.is_alphanumeric() || c == '_')
        && trimmed != "self";
    if is_name { trimmed } else { "value" }
}

/// Returns the last word of a name: `map` for `small_map`, but no `mut` for `iter_mut`.
pub fn last_word(name: &str) -> &str {
    let is_word = |last: &str| last.len() >= SHORTEST && last.chars().all(char::is_alphabetic);
    match name.rsplit_once('_') {
        Some((_, last)) if is_word(last) && identifiers::as_identifier(last) == last => last,
        _ => name,
    }
}

/// Returns names for values of one role: `map`, `other_map`, `third_map`.
pub fn candidates(name: &str) -> impl Iterator<Item = String> {
    let first = identifiers::as_identifier(name);
    let worded = ORDINALS.map(|word| format!("{word}_{name}"));
    let name = name.to_owned();
    let numbered = (ORDINALS.len() + 2..).map(move |number| format!("{name}_{number}"));
    [first].into_iter().chain(worded).chain(numbered)
}
