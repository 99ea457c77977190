//! For tests: whether the texts of a drawing have room.

use super::text::Font;
use plotters_backend::FontStyle;
use roxmltree::{Document, Node};

/// What a text takes up: left, top, right, bottom.
fn place(text: &Node<'_, '_>) -> [f32; 4] {
    let number = |name| text.attribute(name).unwrap().parse::<f32>().unwrap();
    let (x, y, size) = (number("x"), number("y"), number("font-size"));
    let style = if text.attribute("font-weight").is_some() { FontStyle::Bold } else { FontStyle::Normal };
    let width = size * Font::of(style).width(text.text().unwrap().trim());
    let left = match text.attribute("text-anchor").unwrap() {
        "start" => 0.0,
        "middle" => -width / 2.0,
        "end" => -width,
        other => panic!("{other}"),
    };
    // The baseline, a letter's height above it and its depth below.
    let baseline = match text.attribute("dy").unwrap() {
        "0.76em" => 0.76 * size,
        "0.5ex" => 0.26 * size,
        "-0.5ex" => -0.26 * size,
        other => panic!("{other}"),
    };
    let (top, bottom) = (baseline - 0.73 * size, baseline + 0.21 * size);
    match text.attribute("transform") {
        None => [x + left, y + top, x + left + width, y + bottom],
        // turned to the left
        Some(turned) if turned.starts_with("rotate(270") => [x + top, y - left - width, x + bottom, y - left],
        Some(other) => panic!("{other}"),
    }
}

/// Fails if a text of an SVG is cut off, or written over another.
pub fn assert_texts_have_room(name: &str, svg: &str) {
    let document = Document::parse(svg).unwrap();
    let size = document.root_element().attribute("viewBox").unwrap();
    let size: Vec<f32> = size.split(' ').map(|number| number.parse().unwrap()).collect();
    let texts: Vec<Node<'_, '_>> = document.descendants().filter(|node| node.has_tag_name("text")).collect();
    assert!(texts.len() > 8, "{svg}");
    for (index, text) in texts.iter().enumerate() {
        let [left, top, right, bottom] = place(text);
        let what = text.text().unwrap().trim();
        let inside = left >= 0.0 && top >= 0.0 && right <= size[2] && bottom <= size[3];
        assert!(inside, "{name}: `{what}` is cut off");
        for other in &texts[..index] {
            let there = place(other);
            let apart = left >= there[2] || top >= there[3] || right <= there[0] || bottom <= there[1];
            assert!(apart, "{name}: `{what}` is written over `{}`", other.text().unwrap().trim());
        }
    }
}
