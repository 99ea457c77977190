//! A drawing of shapes and text as SVG.

use super::text_width::text_width;
use std::fmt::Write;

/// The style sheet of all drawings.
pub const STYLE: &str = include_str!("style.css");
/// Colours that are distinguishable with any colour vision.
const COLOURS: usize = 9;

/// A drawing. Its shapes have a paint: a class of the style sheet, a colour `#rrggbb`, or a pattern
/// `url(#…)`.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    origin: (f64, f64),
    shapes: String,
}

/// The anchor of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

impl Svg {
    /// An empty drawing, with its size in pixels.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, origin: (0.0, 0.0), shapes: String::new() }
    }

    /// Returns the drawing as a file.
    pub fn into_file(self) -> String {
        let Svg { width, height, shapes, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<style>\n{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{shapes}</svg>\n"
        )
    }

    /// Returns the drawing as an element of a page, in a class, and described by a label for screen
    /// readers.
    pub fn into_element(self, class: &str, label: &str) -> String {
        let Svg { width, height, shapes, .. } = self;
        let label = escape(label);
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">\n\
             {shapes}</svg>"
        )
    }

    /// Width in pixels.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Adds shapes whose places are counted from `origin`.
    pub fn shift(&mut self, origin: (f64, f64), draw: impl FnOnce(&mut Svg)) {
        let before = self.origin;
        self.origin = (before.0 + origin.0, before.1 + origin.1);
        draw(self);
        self.origin = before;
    }

    /// Adds shapes as one group in a class, with a title as tooltip.
    pub fn group(&mut self, class: &str, title: &str, draw: impl FnOnce(&mut Svg)) {
        self.write(format_args!("<g class=\"{class}\"><title>{}</title>", escape(title)));
        draw(self);
        self.write(format_args!("</g>"));
    }

    /// Adds a definition that paints refer to.
    pub fn define(&mut self, definition: &str) {
        self.write(format_args!("<defs>{definition}</defs>"));
    }

    /// Adds a line through points.
    pub fn path(&mut self, paint: &str, points: &[(f64, f64)]) {
        let path = self.steps(points);
        self.write(format_args!("<path {} d=\"{path}\"/>", attribute(paint)));
    }

    /// Adds an area with these corners.
    pub fn area(&mut self, paint: &str, corners: &[(f64, f64)]) {
        let path = self.steps(corners);
        self.write(format_args!("<path {} d=\"{path}Z\"/>", attribute(paint)));
    }

    /// Adds a rectangle.
    pub fn rectangle(&mut self, paint: &str, (left, top): (f64, f64), (width, height): (f64, f64)) {
        let ((x, y), width, height) = (self.place((left, top)), hundredth(width), hundredth(height));
        let paint = attribute(paint);
        self.write(format_args!("<rect {paint} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"));
    }

    /// Adds a circle.
    pub fn circle(&mut self, paint: &str, centre: (f64, f64), radius: f64) {
        let (x, y) = self.place(centre);
        self.write(format_args!("<circle {} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>", attribute(paint)));
    }

    /// Adds a text, halfway up at its place.
    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        let (x, y) = self.place((x, y + 0.36 * text_size(class)));
        self.write_text(class, anchor, format_args!("x=\"{x}\" y=\"{y}\""), text);
    }

    /// Adds a text that reads upwards, with its middle at its place.
    pub fn upward_text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let (x, y) = self.place((x + 0.36 * text_size(class), y));
        let place = format_args!("x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\"");
        self.write_text(class, Anchor::Middle, place, text);
    }

    fn write_text(&mut self, class: &str, anchor: Anchor, place: std::fmt::Arguments<'_>, text: &str) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        self.write(format_args!("<text class=\"{class}\" {place} text-anchor=\"{anchor}\">{text}</text>"));
    }

    fn write(&mut self, element: std::fmt::Arguments<'_>) {
        // writing to a string cannot fail
        _ = writeln!(self.shapes, "{element}");
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (hundredth(self.origin.0 + x), hundredth(self.origin.1 + y))
    }

    /// The steps of a path, without invisibly small ones.
    fn steps(&self, points: &[(f64, f64)]) -> String {
        let tenth = |value: f64| (10.0 * value).round() / 10.0 + 0.0;
        let mut path = String::new();
        let mut before: Option<(f64, f64)> = None;
        for point in points {
            let (x, y) = (tenth(self.origin.0 + point.0), tenth(self.origin.1 + point.1));
            _ = match before {
                None => write!(path, "M{x},{y}"),
                Some(before) if before == (x, y) => Ok(()),
                Some(before) if before.1 == y => write!(path, "H{x}"),
                Some(before) if before.0 == x => write!(path, "V{y}"),
                Some(_) => write!(path, "L{x},{y}"),
            };
            before = Some((x, y));
        }
        path
    }
}

/// The class with the colour of a line or a box.
pub fn colour_class(index: usize) -> String {
    format!("k{}", index % COLOURS)
}

/// The class of a line's dashes: none, until colours repeat.
pub fn dash_class(index: usize) -> &'static str {
    match index / COLOURS {
        0 => "",
        1 => " dashed",
        _ => " dotted",
    }
}

/// The size of text of a class, in pixels, as in the style sheet.
pub fn text_size(class: &str) -> f64 {
    match class {
        "title" => 17.0,
        "tick" => 11.0,
        _ => 12.0,
    }
}

/// The width of a text, in pixels.
pub fn measure(class: &str, text: &str) -> f64 {
    let bold = if class == "title" { 1.06 } else { 1.0 };
    bold * text_size(class) * text_width(text)
}

/// Returns the text escaped for XML and HTML, also in attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn attribute(paint: &str) -> String {
    let name = if paint.starts_with('#') || paint.starts_with("url(") { "fill" } else { "class" };
    format!("{name}=\"{paint}\"")
}

/// Rounds to a hundredth of a pixel; adding zero makes a negative zero positive.
fn hundredth(value: f64) -> f64 {
    (100.0 * value).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_contains_each_corner_once() {
        let corners = [(1.0, 9.0), (3.04, 9.0), (3.04, 9.0), (3.0, 2.0), (5.0, 2.0)];
        assert_eq!(Svg::new(9.0, 9.0).steps(&corners), "M1,9H3V2H5");
    }

    #[test]
    fn special_characters_of_html_are_escaped() {
        assert_eq!(escape("<A as B<\"x\">> & c"), "&lt;A as B&lt;&quot;x&quot;&gt;&gt; &amp; c");
    }
}
