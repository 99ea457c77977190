//! The title of a picture, its subtitle, and its legend.

use super::svg::{Anchor, Svg, measure};

/// Pixels for the title and the subtitle.
pub const HEADING: f64 = 66.0;
/// Pixels from the left to the heading.
const LEFT: f64 = 20.0;
/// The factor by which the viewer's font may be wider than Arial.
const FONT_RESERVE: f64 = 1.15;
/// Pixels from one row of a legend to the next.
const ROW: f64 = 20.0;

/// Draws the title and the subtitle. Too long a text loses its middle.
pub fn draw_heading(svg: &mut Svg, title: &str, details: &str) {
    let room = (svg.width() - 2.0 * LEFT) / FONT_RESERVE;
    svg.text("title", Anchor::Start, (LEFT, 24.0), &shorten("title", title, room));
    svg.text("details", Anchor::Start, (LEFT, 45.0), &shorten("details", details, room));
}

/// Draws entries side by side, from `top` on, in as many rows as needed, and returns the height in
/// pixels. An entry is a text behind a mark 30 pixels wide, which `draw_mark` draws around the
/// middle of its left side.
pub fn draw_legend(
    svg: &mut Svg,
    top: f64,
    texts: &[impl AsRef<str>],
    mut draw_mark: impl FnMut(&mut Svg, usize),
) -> f64 {
    const MARK: f64 = 36.0;
    let (mut x, mut y) = (LEFT, top + ROW / 2.0);
    for (index, text) in texts.iter().enumerate() {
        let width = MARK + FONT_RESERVE * measure("name", text.as_ref());
        if x + width > svg.width() - LEFT && x > LEFT {
            (x, y) = (LEFT, y + ROW);
        }
        svg.shift((x, y), |svg| draw_mark(svg, index));
        svg.text("name", Anchor::Start, (x + MARK, y), text.as_ref());
        x += width + 24.0;
    }
    y + ROW / 2.0 - top
}

/// Returns the space for the widest text, in pixels.
pub fn widest(texts: &[impl AsRef<str>]) -> f64 {
    FONT_RESERVE * texts.iter().map(|text| measure("name", text.as_ref())).fold(0.0, f64::max)
}

/// Returns a text of at most this number of pixels. Too long a text loses its middle, because a
/// path is recognised by its ends.
pub fn shorten(class: &str, text: &str, room: f64) -> String {
    if measure(class, text) <= room {
        return text.to_owned();
    }
    let characters: Vec<char> = text.chars().collect();
    let shortened = |length: usize| {
        let start = (length - 1) / 3;
        let end = characters.len() - (length - 1 - start);
        format!("{}…{}", String::from_iter(&characters[..start]), String::from_iter(&characters[end..]))
    };
    let shorter = (1..characters.len()).rev().map(shortened);
    shorter.into_iter().find(|text| measure(class, text) <= room).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_loses_its_middle() {
        assert_eq!(shorten("name", "a::b", 24.0), "a::b");
        assert_eq!(shorten("name", "package::module::function", 84.0), "pack…function");
    }
}
