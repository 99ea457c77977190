//! The landscape over one input: a line, broken at unreached points.

use super::colours;
use super::heights::{Heights, Measure, is_covered, scale_of_input};
use crate::chart::{Grid, Panel, Svg};

/// Pixels beside the panel, and below it.
pub const MARGIN: (f64, f64) = (80.0, 48.0);
/// Pixels to the right of the panel.
pub const RIGHT: f64 = 30.0;

/// Draws it from `top` on, with this height.
pub fn draw(svg: &mut Svg, (top, height): (f64, f64), heights: &Heights, measure: Measure) {
    let axis = &heights.axes[0];
    let panel = Panel {
        left: MARGIN.0,
        top,
        width: svg.width() - MARGIN.0 - RIGHT,
        height: height - MARGIN.1,
        x: scale_of_input(axis, 9),
        y: measure.scale(1.05 * heights.greatest(measure), 8),
    };
    let value = |index: usize| measure.number(heights.at(index, 0));
    // The gaps without a height, between the midpoints to the neighbours with one.
    let edges = edges(&axis.positions);
    let points: Vec<usize> = (0..axis.positions.len()).collect();
    for run in points.chunk_by(|a, b| value(*a).is_none() == value(*b).is_none()) {
        if value(run[0]).is_none() {
            let left = panel.place(edges[run[0]], 0.0).0;
            let right = panel.place(edges[run[0] + run.len()], 0.0).0;
            svg.rectangle(colours::UNREACHED, (left, panel.top), (right - left, panel.height));
        }
    }
    panel.draw(svg, [&heights.inputs[0], measure.description()], Grid::Horizontal);
    let points: Vec<(usize, f64)> = points.iter().filter_map(|&index| Some((index, value(index)?))).collect();
    for part in points.chunk_by(|a, b| a.0 + 1 == b.0) {
        let points: Vec<_> = part.iter().map(|&(index, value)| (axis.positions[index], value)).collect();
        draw_part(svg, &panel, &points);
    }
    for index in (0..axis.positions.len()).filter(|&index| is_covered(heights.at(index, 0))) {
        svg.circle(colours::COVERED, panel.place(axis.positions[index], 0.0), 3.5);
    }
}

/// Draws a part of a line between two breaks, which may be a point.
pub fn draw_part(svg: &mut Svg, panel: &Panel, points: &[(f64, f64)]) {
    match panel.places(points)[..] {
        [point] => svg.circle("mark k0", point, 1.5),
        ref corners => svg.path("curve k0", corners),
    }
}

/// Returns the edges of the cells of values: halfway between neighbours, and equally far out at
/// both ends.
pub fn edges(positions: &[f64]) -> Vec<f64> {
    let halfway = positions.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    let (first, last) = (positions[0], positions[positions.len() - 1]);
    let (second, before_last) = (positions[1], positions[positions.len() - 2]);
    let ends = (first - (second - first) / 2.0, last + (last - before_last) / 2.0);
    std::iter::once(ends.0).chain(halfway).chain([ends.1]).collect()
}
