//! The picture of a landscape: a line over one input; over two a map and a surface, side by side.

use super::heights::{Heights, Measure, is_covered};
use super::{colours, heat_map, line_plot, surface};
use crate::chart::{HEADING, Svg, draw_heading, draw_legend};

/// Pixels for the legend.
const LEGEND: f64 = 34.0;
/// Size of the picture of a line, in pixels.
pub const OF_LINE: (f64, f64) = (900.0, 480.0);
/// Size of the picture of a map and a surface.
const OF_MAP: (f64, f64) = (1180.0, 620.0);

/// Draws it.
pub fn draw(function: &str, details: &str, heights: &Heights, measure: Measure) -> Svg {
    let (width, height) = if heights.axes.len() == 1 { OF_LINE } else { OF_MAP };
    let mut svg = Svg::new(width, height);
    svg.define(colours::UNREACHED_PATTERN);
    draw_heading(&mut svg, function, details);
    let room = (HEADING, height - HEADING - LEGEND);
    if heights.axes.len() == 1 {
        line_plot::draw(&mut svg, room, heights, measure);
    } else {
        heat_map::draw(&mut svg, room, heights, measure);
        surface::draw(&mut svg, room, heights, measure);
    }
    // Colours other than heights, if used.
    let is_any_covered = heights.heights.iter().any(|height| is_covered(*height));
    let is_any_unreached = heights.unreached(measure) > 0;
    let paints = [
        (is_any_covered, "goal covered", colours::COVERED),
        (is_any_unreached, "not reached", colours::UNREACHED),
    ];
    let shown: Vec<_> = paints.into_iter().filter(|(is_shown, ..)| *is_shown).collect();
    let texts: Vec<&str> = shown.iter().map(|(_, text, _)| *text).collect();
    draw_legend(&mut svg, height - LEGEND + 7.0, &texts, |svg, index| {
        svg.rectangle(shown[index].2, (14.0, -6.0), (16.0, 12.0));
    });
    svg
}
