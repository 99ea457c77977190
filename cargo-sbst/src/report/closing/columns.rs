//! The width of a run's brief report.

/// Columns of a line.
pub const WIDTH: usize = 100;

/// Returns a text in this number of columns.
pub fn shortened(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some(_) => {
            let end = text.char_indices().nth(width.saturating_sub(1)).map_or(0, |(end, _)| end);
            format!("{}…", &text[..end])
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shortened_to_its_columns() {
        assert_eq!(shortened("äbcd", 4), "äbcd");
        assert_eq!(shortened("äbcde", 4), "äbc…");
    }
}
