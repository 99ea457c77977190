//! What stands above a plot: what it is of, and which colour is which algorithm.

use super::drawing::{Area, Drawn, GRID, px};
use super::style::{self, BODY, FAINT_INK, INK, TITLE};
use super::text::Font;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// Where it begins, in pixels from the left.
const LEFT: f64 = 20.0;
/// Pixels for the title and what stands below it.
const TITLES: f64 = 57.0;
/// From one row of algorithms to the next.
const ROW: f64 = 20.0;
/// From the middle of the last row to the end.
const BELOW: f64 = 19.0;
/// Pixels for the sample of a curve.
const SAMPLE: f64 = 30.0;

/// Pixels for all of it, above a plot of this width.
pub fn height(algorithms: &[String], width: f64) -> f64 {
    let rows = places(algorithms, width).last().map_or(0, |(row, _)| row + 1);
    TITLES + rows.max(1) as f64 * ROW - ROW / 2.0 + BELOW
}

/// The row of each algorithm, and where it begins there, in pixels from the left.
fn places(algorithms: &[String], whole: f64) -> Vec<(usize, f64)> {
    let (mut row, mut x) = (0, LEFT);
    let place = |name: &String| {
        let end = x + SAMPLE + 6.0 + width(name);
        if end > whole - LEFT && x > LEFT {
            (row, x) = (row + 1, LEFT);
        }
        let place = (row, x);
        x += SAMPLE + 6.0 + width(name) + 24.0;
        place
    };
    algorithms.iter().map(place).collect()
}

/// Draws it at the top.
pub fn draw(area: &Area<'_>, title: &str, details: &str, algorithms: &[String]) -> Drawn {
    let left = |style| style::placed(style, HPos::Left);
    area.draw_text(title, &left(style::bold(TITLE, INK)), (px(LEFT), px(24.0)))?;
    area.draw_text(details, &left(style::text(BODY, FAINT_INK)), (px(LEFT), px(45.0)))?;
    let whole = f64::from(area.dim_in_pixel().0) / f64::from(GRID);
    for (index, (name, (row, x))) in algorithms.iter().zip(places(algorithms, whole)).enumerate() {
        let (end, y) = (x + SAMPLE, TITLES + (row as f64 + 0.5) * ROW);
        let band = [(px(x), px(y - 6.0)), (px(end), px(y + 6.0))];
        area.draw(&Rectangle::new(band, style::fill(style::colour(index).mix(style::LIGHT))))?;
        style::draw_curve(area, vec![(px(x), px(y)), (px(end), px(y))], index)?;
        area.draw_text(name, &left(style::text(BODY, INK)), (px(end + 6.0), px(y)))?;
    }
    Ok(())
}

/// The width of text as axes are labelled with it, in pixels.
pub fn width(text: &str) -> f64 {
    BODY * f64::from(Font::of(FontStyle::Normal).width(text))
}

/// The width of the widest.
pub fn widest(texts: &[String]) -> f64 {
    texts.iter().map(|text| width(text)).fold(0.0, f64::max)
}

/// A text of at most so many characters: what is too long loses its middle, for a path is known by its ends.
pub fn shortened(text: &str, length: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= length {
        return text.to_owned();
    }
    let start = (length - 1) / 3;
    let end = characters.len() - (length - 1 - start);
    format!("{}…{}", String::from_iter(&characters[..start]), String::from_iter(&characters[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_loses_its_middle() {
        assert_eq!(shortened("a::b", 4), "a::b");
        assert_eq!(shortened("package::module::function", 13), "pack…function");
    }
}
