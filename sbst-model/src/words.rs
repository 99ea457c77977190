//! Words in texts of types and values.

/// Returns the last name of a path in the form of a variable.
///
/// ```
/// use sbst_model::words::snake_case;
///
/// assert_eq!(snake_case("demo::gangs::GameState"), "game_state");
/// ```
pub fn snake_case(path: &str) -> String {
    let name = path.rsplit("::").next().unwrap_or_default();
    let mut snake = String::new();
    let mut before_is_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && before_is_lower {
            snake.push('_');
        }
        before_is_lower = !character.is_uppercase();
        snake.extend(character.to_lowercase());
    }
    snake
}

/// True for the name of a getter of a value's memory: it depends on the allocator.
///
/// ```
/// use sbst_model::words::is_of_memory;
///
/// assert!(is_of_memory("capacity") && !is_of_memory("len"));
/// ```
pub fn is_of_memory(name: &str) -> bool {
    ["capacity", "alloc"].iter().any(|word| name.contains(word))
}

/// Returns the characters of a `{:?}` text outside of literals of texts and characters, with their
/// offsets.
///
/// ```
/// use sbst_model::words::outside_quotes;
///
/// let outside: String = outside_quotes(r#"(1, "a\", b", 'c')"#).map(|(_, sign)| sign).collect();
/// assert_eq!(outside, "(1, , )");
/// ```
pub fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut quote = None;
    let mut signs = text.char_indices();
    std::iter::from_fn(move || loop {
        let (at, sign) = signs.next()?;
        match (quote, sign) {
            (Some(_), '\\') => _ = signs.next(),
            (Some(open), sign) => quote = Some(open).filter(|open| *open != sign),
            (None, '"' | '\'') => quote = Some(sign),
            (None, sign) => return Some((at, sign)),
        }
    })
}
