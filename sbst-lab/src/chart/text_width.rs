//! Widths of text in Arial, Helvetica and metric-compatible fonts, for the layout of pictures.

/// Returns the width of `text` in ems: exact for most characters of the regular font, otherwise
/// slightly too large.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(character_width).sum()
}

fn character_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.24,
        ' ' | '!' | ',' | '.' | '/' | ':' | ';' | '[' | ']' | '\\' | 'I' | 'f' | 't' => 0.28,
        '(' | ')' | '-' | '`' | '{' | '}' | '"' | '*' | 'r' => 0.36,
        'm' | 'w' | 'M' | '%' => 0.86,
        'W' | '@' | '…' => 1.0,
        'A'..='Z' | '&' => 0.74,
        '<' | '>' | '=' | '+' | '~' | '−' => 0.59,
        _ if c.is_ascii() || c.is_lowercase() => 0.56,
        _ => 0.8,
    }
}
