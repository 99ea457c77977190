//! Classes of outputs. Output coverage requires a test of every class: Rojas, Campos, Vivanti,
//! Fraser and Arcuri, *Combining multiple coverage criteria in search-based unit test generation*,
//! SSBSE 2015.
//!
//! # Policy
//! 1. Each boolean is a separate class.
//! 2. A result is [blank](OutputClass::Blank) if its `{:?}` text contains only parts of default
//!    values: zero, false, none, empty, equal. So is an error.
//! 3. If a call writes to a formatter, the written text is its result, unless writing failed.
//! 4. A call with a blank result, or without one, is *distinctive*
//!    ([`Telling`](OutputClass::Telling)) if a getter returns another value after it. Without
//!    getters, a call without a result is distinctive.

use crate::words::outside_quotes;

/// A class of outputs of a call that returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputClass {
    /// A function without any effect would have it, too.
    Blank,
    False,
    True,
    Telling,
}

/// The output of a call that returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    pub class: OutputClass,
    /// The [fingerprint](crate::fingerprint) of its text: equal for equal outputs.
    pub fingerprint: u64,
    /// True if the result is made of [literals](is_literal).
    pub is_literal: bool,
}

/// Words of default values.
const BLANK_WORDS: [&str; 5] = ["None", "Ok", "Some", "Equal", "false"];
/// The most bytes of a text to read: a longer value does not only consist of defaults.
const LONGEST: usize = 512;

impl OutputClass {
    /// The class of a result by its `{:?}` text.
    ///
    /// ```
    /// use sbst_model::OutputClass;
    ///
    /// assert_eq!(OutputClass::from_debug("(0, Some(0))"), OutputClass::Blank);
    /// assert_eq!(OutputClass::from_debug("Point { x: 0, y: 3 }"), OutputClass::Telling);
    /// ```
    pub fn from_debug(text: &str) -> OutputClass {
        match text {
            "true" => OutputClass::True,
            "false" => OutputClass::False,
            _ if is_blank(text) => OutputClass::Blank,
            _ => OutputClass::Telling,
        }
    }

    /// The text of a call's result (rule 3). `written` is the text in a formatter.
    pub fn result_text<'t>(result: Option<&'t str>, written: Option<&'t str>) -> Option<&'t str> {
        match (result, written) {
            (Some("Ok(())"), Some(written)) => Some(written),
            _ => result,
        }
    }

    /// The class of a call by the text of its result, if any, and by its arguments' getters: true
    /// for each that returns its earlier value.
    pub fn from_call(result: Option<&str>, mut unchanged: impl Iterator<Item = bool>) -> OutputClass {
        let class = result.map(OutputClass::from_debug);
        if class.is_some_and(|class| class != OutputClass::Blank) {
            return class.unwrap_or(OutputClass::Blank);
        }
        let changes = match unchanged.next() {
            Some(first) => !first || unchanged.any(|unchanged| !unchanged),
            None => class.is_none(),
        };
        if changes {
            OutputClass::Telling
        } else {
            OutputClass::Blank
        }
    }
}

/// True if the `{:?}` text of a result contains only numbers, texts and words of the standard
/// library. Then a test can assert it, also for an earlier call.
///
/// ```
/// use sbst_model::output_class::is_literal;
///
/// assert!(is_literal("Some((1, \"a b\"))"));
/// assert!(!is_literal("Some(Entry { key: 1 })"));
/// ```
pub fn is_literal(text: &str) -> bool {
    let outside: String = outside_quotes(text).map(|(_, sign)| sign).collect();
    let is_known = |word: &str| {
        word.starts_with(|sign: char| sign.is_ascii_digit())
            || ["None", "Ok", "Some", "true", "false"].contains(&word)
    };
    let words = outside.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    words.filter(|word| !word.is_empty()).all(is_known)
}

/// Rule 2.
fn is_blank(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    if text.starts_with("Err(") {
        return true;
    }
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|sign: char| !sign.is_alphanumeric() && !"\"'_".contains(sign));
        let Some(first) = rest.chars().next() else { return true };
        let word = match first {
            '"' if rest.starts_with("\"\"") => &rest[..2],
            '"' | '\'' => return false,
            _ => {
                let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '.');
                &rest[..end.unwrap_or(rest.len())]
            }
        };
        rest = &rest[word.len()..];
        // A zero duration is `0ns`.
        let digits = word.trim_end_matches(|sign: char| sign.is_ascii_lowercase());
        let is_zero = digits.starts_with('0') && digits.chars().all(|sign| sign == '0' || sign == '.');
        // The name of a type or of a field.
        let is_name = first.is_alphabetic() && (rest.starts_with([':', '(']) || rest.starts_with(" {"));
        if word != "\"\"" && !is_zero && !is_name && !BLANK_WORDS.contains(&word) {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OutputClass::{self, *};

    #[test]
    fn result_of_defaults_is_blank() {
        let blank = [
            "",
            "0",
            "0.0",
            "None",
            "\"\"",
            "[]",
            "{}",
            "Ok(())",
            "Some(0)",
            "(0, Some(0))",
            "Some(Equal)",
            "Point { x: 0, y: 0.0, name: \"\" }",
            "Wrapper(None)",
            "[0, 0]",
            "0ns",
            "Duration(0.0s)",
            "Err(TooLong(5))",
            "Err(\"x\")",
        ];
        for text in blank {
            assert_eq!(OutputClass::from_debug(text), Blank, "{text}");
        }
    }

    #[test]
    fn any_other_value_within_a_result_is_telling() {
        let telling = [
            "1",
            "-1",
            "0.5",
            "10",
            "Some(3)",
            "\"a\"",
            "'a'",
            "Red",
            "Less",
            "[0, 1]",
            "Point { x: 0, y: 1 }",
            "Ok(true)",
            "{1: 0}",
            "\"\\\"\"",
            "NaN",
            "some",
        ];
        for text in telling {
            assert_eq!(OutputClass::from_debug(text), Telling, "{text}");
        }
        assert_eq!(["true", "false"].map(OutputClass::from_debug), [True, False]);
    }

    #[test]
    fn a_call_with_a_blank_result_is_telling_by_its_changes() {
        let class = |result, unchanged: &[bool]| OutputClass::from_call(result, unchanged.iter().copied());
        assert_eq!(class(None, &[true, false]), Telling);
        assert_eq!(class(None, &[true]), Blank);
        assert_eq!(class(None, &[]), Telling, "nothing is known");
        assert_eq!(class(Some("None"), &[]), Blank);
        assert_eq!(class(Some("None"), &[false]), Telling);
        assert_eq!(class(Some("false"), &[false]), False);
    }
}
