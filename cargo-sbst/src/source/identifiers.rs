//! Conversion of texts to words of Rust names.

/// Returns the words of a condition: `a_le_0` for `a <= 0`.
pub fn from_condition(text: &str) -> Vec<String> {
    const SIGNS: [(&str, &str); 16] = [
        ("[]", "empty"),
        ("\"\"", "empty"),
        ("<=", "le"),
        (">=", "ge"),
        ("==", "eq"),
        ("!=", "ne"),
        ("&&", "and"),
        ("||", "or"),
        ("->", ""),
        ("<", "lt"),
        (">", "gt"),
        ("+", "plus"),
        ("-", "minus"),
        ("*", "times"),
        ("/", "div"),
        ("%", "rem"),
    ];
    let mut spelled = unambiguous(text);
    for (sign, word) in SIGNS {
        spelled = spelled.replace(sign, &format!(" {word} "));
    }
    from_text(&spelled)
}

/// Rewrites ambiguous signs: `!` after a name calls a macro, and `*` before one dereferences.
fn unambiguous(text: &str) -> String {
    let mut spelled = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let after_operand = spelled.ends_with(|c: char| c.is_alphanumeric() || "_)]\"'".contains(c));
        let before_space = characters.peek().is_some_and(|next| next.is_whitespace());
        match c {
            '!' if !after_operand && characters.peek() != Some(&'=') => spelled.push_str(" not "),
            '!' if after_operand && characters.peek() != Some(&'=') => spelled.push(' '),
            '*' if !after_operand && !before_space => spelled.push(' '),
            c => spelled.push(c),
        }
    }
    spelled
}

/// Returns the ASCII words of a text, in lower case; splits `CamelCase`.
pub fn from_text(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    let characters: Vec<char> = text.chars().collect();
    for (at, &c) in characters.iter().enumerate() {
        let next_is_lower = characters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        let starts = !previous.is_ascii_alphanumeric()
            || (c.is_ascii_uppercase()
                && (previous.is_ascii_lowercase() || previous.is_ascii_uppercase() && next_is_lower));
        if c.is_ascii_alphanumeric() {
            match words.last_mut().filter(|_| !starts) {
                Some(word) => word.push(c.to_ascii_lowercase()),
                None => words.push(c.to_ascii_lowercase().to_string()),
            }
        }
        previous = c;
    }
    words
}

/// Returns a name as in source: `r#match`.
pub fn as_identifier(name: &str) -> String {
    match syn::parse_str::<proc_macro2::Ident>(name).is_ok()
        || syn::parse_str::<syn::Ident>(&format!("r#{name}")).is_err()
    {
        true => name.to_owned(),
        false => format!("r#{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_ascii_and_parted_where_a_reader_parts_them() {
        assert_eq!(from_text("parseURLPart2"), ["parse", "url", "part2"]);
        assert_eq!(from_text("größe"), ["gr", "e"]);
        assert_eq!(from_condition("!a && b[0] <= -1").join("_"), "not_a_and_b_0_le_minus_1");
        assert_eq!(from_condition("matches!(a, Some(!b))").join("_"), "matches_a_some_not_b");
        assert_eq!(from_condition("**a * *b != c*d").join("_"), "a_times_b_ne_c_times_d");
        assert_eq!(from_condition("!matches!(a, [] | [!b])").join("_"), "not_matches_a_empty_not_b");
    }

    #[test]
    fn keywords_are_made_raw_where_that_is_possible() {
        assert_eq!(
            [as_identifier("match"), as_identifier("a"), as_identifier("self")],
            ["r#match", "a", "self"]
        );
    }
}
