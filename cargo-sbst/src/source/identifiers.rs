//! Conversion of texts to words of Rust names.

/// Returns the ASCII words of a text, in lower case; splits `CamelCase`. The sign of a raw name is
/// no word.
pub fn from_text(text: &str) -> Vec<String> {
    let text = text.strip_prefix("r#").unwrap_or(text);
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    let characters: Vec<char> = text.chars().collect();
    for (at, &c) in characters.iter().enumerate() {
        let next_is_lower = characters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        let starts = !previous.is_ascii_alphanumeric()
            || (c.is_ascii_uppercase()
                && (previous.is_ascii_lowercase()
                    || (previous.is_ascii_uppercase() || previous.is_ascii_digit()) && next_is_lower));
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
        assert_eq!(from_text("Utf8Error"), ["utf8", "error"]);
        assert_eq!(from_text("größe"), ["gr", "e"]);
        assert_eq!(from_text("r#mut"), ["mut"]);
    }

    #[test]
    fn keywords_are_made_raw_where_that_is_possible() {
        assert_eq!(
            [as_identifier("match"), as_identifier("a"), as_identifier("self")],
            ["r#match", "a", "self"]
        );
    }
}
