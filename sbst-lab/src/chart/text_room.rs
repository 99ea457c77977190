//! For tests: a check that the texts of a drawing have room.

use super::svg::{measure, text_size};
use roxmltree::{Document, Node};

/// The left, top, right and bottom of a text.
fn room(text: &Node<'_, '_>) -> [f64; 4] {
    let number = |name| text.attribute(name).unwrap().parse::<f64>().unwrap();
    let (x, y, class) = (number("x"), number("y"), text.attribute("class").unwrap());
    let (width, size) = (measure(class, text.text().unwrap()), text_size(class));
    let left = match text.attribute("text-anchor").unwrap() {
        "start" => 0.0,
        "middle" => -width / 2.0,
        "end" => -width,
        other => panic!("{other}"),
    };
    let (top, bottom) = (-0.73 * size, 0.21 * size);
    match text.attribute("transform") {
        None => [x + left, y + top, x + left + width, y + bottom],
        // turned to the left
        Some(_) => [x + top, y - left - width, x + bottom, y - left],
    }
}

/// Fails if a text of an SVG is cut off, or written over another.
pub fn assert_texts_have_room(name: &str, svg: &str) {
    let document = Document::parse(svg).unwrap();
    let size = document.root_element().attribute("viewBox").unwrap();
    let size: Vec<f64> = size.split(' ').map(|number| number.parse().unwrap()).collect();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let texts: Vec<(&str, [f64; 4])> = texts.map(|text| (text.text().unwrap(), room(&text))).collect();
    assert!(texts.len() > 8, "{svg}");
    for (index, (text, [left, top, right, bottom])) in texts.iter().enumerate() {
        let inside = *left >= 0.0 && *top >= 0.0 && *right <= size[2] && *bottom <= size[3];
        assert!(inside, "{name}: `{text}` is cut off");
        for (other, there) in &texts[..index] {
            let apart = *left >= there[2] || *top >= there[3] || *right <= there[0] || *bottom <= there[1];
            assert!(apart, "{name}: `{text}` is written over `{other}`");
        }
    }
}
