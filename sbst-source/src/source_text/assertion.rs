//! The text shown by a failing `assert!`.
//!
//! The compiler prints the condition again. It has customary gaps, no comma after a last argument,
//! and line breaks in long expressions or those with statements. The result is certain only where
//! the source has the same gaps.

use proc_macro2::TokenStream;

use super::{custom, flatten, gap, Piece, Role};

/// The longest expression printed by the compiler on one line.
const LONGEST_LINE: usize = 76;

/// Returns the certain beginning of the compiler's text for a failed assertion's condition.
pub fn assertion_text(condition: TokenStream) -> String {
    let mut pieces = Vec::new();
    flatten(condition, &mut pieces);
    let has_statements = pieces.iter().any(|piece| piece.text == ";");
    let mut text = String::new();
    let mut brackets = Brackets::default();
    for (index, piece) in pieces.iter().enumerate() {
        let ends_list = |next: &Piece| piece.text == "," && next.role == Role::Close;
        let breaks_line = has_statements && piece.text == "{" || piece.text.contains('\n');
        if breaks_line || pieces.get(index + 1).is_some_and(ends_list) {
            return text;
        }
        if index > 0 {
            let before = index.checked_sub(2).map(|before| &pieces[before]);
            let previous = &pieces[index - 1];
            let (spaced, gap) = (custom(before, previous, piece), gap(previous, piece));
            let is_bracket = brackets.touch(previous, piece);
            if gap.is_some_and(|gap| gap != spaced && !is_bracket) {
                return text;
            }
            if gap.unwrap_or(spaced) {
                text.push(' ');
            }
        }
        text.push_str(&piece.text);
    }
    if text.chars().count() > LONGEST_LINE {
        // A line may be broken at any gap.
        text.truncate(text.find(' ').unwrap_or(text.len()));
    }
    text
}

/// Convention cannot distinguish the bars of a closure and the brackets of generic arguments from
/// operators. Spaces next to them are those of the source.
#[derive(Default)]
struct Brackets {
    /// The number of open `<` after a `::`.
    depth: u32,
    /// True if one is open, or the previous piece closed the last one.
    is_next_to: bool,
}

impl Brackets {
    /// Advances to `piece`, and returns true if it or the previous one is such a bracket.
    fn touch(&mut self, previous: &Piece, piece: &Piece) -> bool {
        // The token after the last `>` is still next to a bracket.
        let was_open = self.is_next_to;
        match &*piece.text {
            "<" if self.depth > 0 || previous.text == ":" => self.depth += 1,
            ">" if previous.text != "-" => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.is_next_to = self.depth > 0 || was_open && piece.text == ">";
        was_open || self.is_next_to || [previous, piece].iter().any(|piece| piece.text == "|")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(condition: &str) -> String {
        assertion_text(condition.parse().unwrap())
    }

    #[test]
    fn formatted_conditions_are_shown_as_written() {
        for condition in [
            "a == b && a + 1 == 7 || !c",
            "v.iter().all(|&x| { *x > 3 })",
            "!s.is_empty() && s.contains(\"q q\")",
            "s.len() > 3_usize && v[0..2] == [1, 3] && &v[..] != &[-1]",
            "v.collect::<Vec<i32>>().len() as u64 > f::<u8, _>(3)",
            "if a == 1 { false } else { true }",
            "matches!(a, Some(3 | 4))",
            "S { a: &mut b }.d? < e.await",
        ] {
            assert_eq!(text(condition), condition);
        }
        assert_eq!(text("v\n    .iter()\n    .any(|x| *x == 7)"), "v.iter().any(|x| *x == 7)");
        assert_eq!(text("f(a,\n  b) /* why */"), "f(a, b)");
    }

    #[test]
    fn parts_printed_differently_by_compiler_are_omitted() {
        assert_eq!([text("a==b"), text("a>b")], ["a", "a"]);
        assert_eq!(text("f(a,b)"), "f(a,");
        assert_eq!(text("f(\n    a,\n)"), "f(a");
        assert_eq!(text("f(|| { a; b })"), "f(||");
        assert_eq!(text("a == \"\n\""), "a ==");
        let long = "v.iter().map(|x| *x + 1).filter(|x| x % 2 == 0).count() == 3 && v.len() == 4 && true";
        assert_eq!(text(long), "v.iter().map(|x|");
    }
}
