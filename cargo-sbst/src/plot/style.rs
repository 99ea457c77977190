//! Colours, lines and text.

use super::drawing::{Drawn, GRID, Plane, px};
use super::text::{FAMILY, LINE_HEIGHT};
use plotters::coord::CoordTranslate;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The colours of Okabe and Ito ("Color Universal Design", 2008), which people with any colour vision tell apart; the
/// yellow, hard to see on white, is left out. A purple and a brown, so that they come again only after nine algorithms.
const COLOURS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(123, 75, 179),
    RGBColor(128, 96, 42),
];

/// Text and axes.
pub const INK: RGBColor = RGBColor(40, 40, 40);
/// Text of less weight.
pub const FAINT_INK: RGBColor = RGBColor(110, 110, 110);
/// Lines of the grid.
pub const GRID_LINE: RGBColor = RGBColor(225, 225, 225);
/// Every second function.
pub const STRIPE: RGBColor = RGBColor(246, 246, 246);

/// Sizes of text, in pixels.
pub const TITLE: f64 = 17.0;
/// Text of legends, axes and names.
pub const BODY: f64 = 12.0;
/// Numbers at axes.
pub const SMALL: f64 = 11.0;

/// How much of an algorithm's colour its areas have.
pub const LIGHT: f64 = 0.2;

/// The colour of an algorithm.
pub fn colour(algorithm: usize) -> RGBColor {
    COLOURS[algorithm % COLOURS.len()]
}

/// A line, so many pixels wide.
pub fn line(colour: impl Into<RGBAColor>, width: f64) -> ShapeStyle {
    ShapeStyle { color: colour.into(), filled: false, stroke_width: (width * f64::from(GRID)).round() as u32 }
}

/// An area.
pub fn fill(colour: impl Into<RGBAColor>) -> ShapeStyle {
    ShapeStyle { color: colour.into(), filled: true, stroke_width: 0 }
}

/// A dashed line, for what limits other things.
pub fn dashed<C: CoordTranslate>(area: &Plane<'_, C>, ends: [C::From; 2]) -> Drawn
where
    C::From: Clone,
{
    area.draw(&DashedPathElement::new(ends, px(5.0), px(4.0), line(FAINT_INK, 1.0)))
}

/// The curve of an algorithm. Those after the first are dashed: what lies below shows between the dashes, where curves
/// are the same. Where colours come again, the dashes are shorter.
pub fn draw_curve<C: CoordTranslate>(area: &Plane<'_, C>, corners: Vec<C::From>, algorithm: usize) -> Drawn
where
    C::From: Clone,
{
    let style = line(colour(algorithm), 2.0);
    let (dash, gap) = match algorithm {
        0 => return area.draw(&PathElement::new(corners, style)),
        _ if algorithm < COLOURS.len() => (7.0, 4.0),
        _ => (2.0, 3.0),
    };
    area.draw(&DashedPathElement::new(corners, px(dash), px(gap), style))
}

/// Text of so many pixels.
pub fn text(size: f64, colour: RGBColor) -> TextStyle<'static> {
    text_in(FontStyle::Normal, size, colour)
}

/// Bold text of so many pixels.
pub fn bold(size: f64, colour: RGBColor) -> TextStyle<'static> {
    text_in(FontStyle::Bold, size, colour)
}

fn text_in(style: FontStyle, size: f64, colour: RGBColor) -> TextStyle<'static> {
    let line = size * f64::from(GRID) * LINE_HEIGHT;
    FontDesc::new(FontFamily::Name(FAMILY), line, style).color(&colour)
}

/// The same text, placed on, left of or right of its point, halfway up.
pub fn placed(style: TextStyle<'static>, horizontal: HPos) -> TextStyle<'static> {
    style.pos(Pos::new(horizontal, VPos::Center))
}
