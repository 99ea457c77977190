//! The picture of a landscape: a line over one input; over two a map and a surface, side by side.

use super::heights::{Heights, Measure};
use super::{colours, heat_map, line_plot, surface};
use crate::plot::drawing::{self, Area, Drawing, Drawn, px};
use crate::plot::style::{self, BODY, FAINT_INK, INK, TITLE};
use crate::plot::{heading, text};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use text::Font;

/// Pixels from the left to the headings.
const LEFT: f64 = 20.0;
/// Pixels for the headings.
pub const HEADING: f64 = 64.0;
/// Pixels for the legend.
const LEGEND: f64 = 34.0;
/// Size of the picture of a line, in pixels.
const OF_LINE: (u32, u32) = (900, 480);
/// Size of the picture of a map and a surface.
const OF_MAP: (u32, u32) = (1180, 620);

/// Draws it.
pub fn draw(function: &str, details: &str, heights: &Heights, measure: Measure) -> anyhow::Result<Drawing> {
    let (width, height) = if heights.axes.len() == 1 { OF_LINE } else { OF_MAP };
    drawing::draw(width, height, |area| {
        draw_heading(area, f64::from(width), function, details)?;
        let room = f64::from(height) - HEADING - LEGEND;
        if heights.axes.len() == 1 {
            line_plot::draw(area, (HEADING, room), f64::from(width), heights, measure)?;
        } else {
            heat_map::draw(area, (HEADING, room), heights, measure)?;
            surface::draw(area, (HEADING, room), f64::from(width), heights, measure)?;
        }
        draw_legend(area, f64::from(height) - LEGEND / 2.0, heights, measure)
    })
}

/// What the picture is of. What is too long for it loses its middle.
pub fn draw_heading(area: &Area<'_>, width: f64, function: &str, details: &str) -> Drawn {
    let left = |style| style::placed(style, HPos::Left);
    let fitting = |text: &str, size: f64, font: FontStyle| {
        let fits = |text: &String| size * f64::from(Font::of(font).width(text)) <= width - 2.0 * LEFT;
        let mut shorter = (1..=text.chars().count()).rev().map(|length| heading::shortened(text, length));
        shorter.find(fits).unwrap_or_default()
    };
    let title = fitting(function, TITLE, FontStyle::Bold);
    area.draw_text(&title, &left(style::bold(TITLE, INK)), (px(LEFT), px(24.0)))?;
    let details = fitting(details, BODY, FontStyle::Normal);
    area.draw_text(&details, &left(style::text(BODY, FAINT_INK)), (px(LEFT), px(45.0)))
}

/// What the colours mean that are no heights, if they are to be seen.
fn draw_legend(area: &Area<'_>, y: f64, heights: &Heights, measure: Measure) -> Drawn {
    let covered = heights.heights.iter().any(|height| super::heights::is_covered(*height));
    let unreached = heights.unreached(measure) > 0;
    let mut x = LEFT + 50.0;
    let shown = [(covered, colours::COVERED, "goal covered"), (unreached, colours::UNREACHED, "not reached")];
    for (_, colour, text) in shown.into_iter().filter(|(is_shown, ..)| *is_shown) {
        let box_ = [(px(x), px(y - 6.0)), (px(x + 16.0), px(y + 6.0))];
        area.draw(&Rectangle::new(box_, style::fill(colour)))?;
        if colour == colours::UNREACHED {
            hatch(area, (x, y - 6.0, 16.0, 12.0))?;
        }
        let label = style::placed(style::text(BODY, INK), HPos::Left);
        area.draw_text(text, &label, (px(x + 22.0), px(y)))?;
        x += 22.0 + heading::width(text) + 28.0;
    }
    Ok(())
}

/// Marks a rectangle (left, top, width, height) as not reached: slanting lines, that are no colour of a height.
pub fn hatch(area: &Area<'_>, (left, top, width, height): (f64, f64, f64, f64)) -> Drawn {
    const APART: f64 = 6.0;
    let (right, bottom) = (left + width, top + height);
    // Lines x + y = c that cut it; all rectangles of a picture lie on the same ones.
    let first = ((left + top) / APART).ceil() as i64;
    let last = ((right + bottom) / APART).floor() as i64;
    for number in first..=last {
        let sum = number as f64 * APART;
        let from = (sum - bottom).max(left);
        let to = (sum - top).min(right);
        if from < to {
            let ends = [(px(from), px(sum - from)), (px(to), px(sum - to))];
            area.draw(&PathElement::new(ends, style::line(colours::UNREACHED_MARK, 1.0)))?;
        }
    }
    Ok(())
}
