//! The landscape over one input: a line. It is broken where nothing was reached.

use super::colours;
use super::heights::{Heights, Measure, is_covered};
use super::panel::Panel;
use super::picture::hatch;
use super::scale::Scale;
use crate::plot::drawing::{Area, Drawn, px};
use crate::plot::style;
use plotters::prelude::*;

/// Pixels beside the panel, and below it.
const MARGIN: (f64, f64) = (80.0, 48.0);

/// Draws it from `top` on, with so much height.
pub fn draw(
    area: &Area<'_>,
    (top, height): (f64, f64),
    width: f64,
    heights: &Heights,
    measure: Measure,
) -> Drawn {
    let axis = &heights.axes[0];
    let greatest = heights.greatest(measure);
    let panel = Panel {
        left: MARGIN.0,
        top,
        width: width - MARGIN.0 - 30.0,
        height: height - MARGIN.1,
        x: Scale::of_axis(axis, 9),
        y: match measure {
            Measure::Fitness => Scale::of_numbers(0.0, 1.05 * greatest, 8),
            Measure::Raw => Scale::of_logarithms(1.05 * greatest, 8),
        },
    };
    let value = |index: usize| measure.of(heights.at(index, 0));
    // Where nothing was reached, from halfway to the last point that was to halfway to the next one.
    let edges = edges(&axis.positions);
    let mut index = 0;
    while index < axis.positions.len() {
        let run = (index..axis.positions.len()).take_while(|&index| value(index).is_none()).count();
        if run > 0 {
            let left = panel.place(edges[index], 0.0).0;
            let right = panel.place(edges[index + run], 0.0).0;
            let box_ = [(px(left), px(panel.top)), (px(right), px(panel.top + panel.height))];
            area.draw(&Rectangle::new(box_, style::fill(colours::UNREACHED)))?;
            hatch(area, (left, panel.top, right - left, panel.height))?;
        }
        index += run.max(1);
    }
    panel.draw(area, [&heights.inputs[0], measure.description()], true)?;

    let colour = style::colour(0);
    let points: Vec<(usize, f64)> =
        (0..axis.positions.len()).filter_map(|index| Some((index, value(index)?))).collect();
    for part in points.chunk_by(|a, b| a.0 + 1 == b.0) {
        let corners: Vec<_> =
            part.iter().map(|(index, value)| panel.at(axis.positions[*index], *value)).collect();
        match corners[..] {
            [point] => area.draw(&Circle::new(point, px(1.5), style::fill(colour)))?,
            _ => area.draw(&PathElement::new(corners, style::line(colour, 2.0)))?,
        }
    }
    for index in (0..axis.positions.len()).filter(|&index| is_covered(heights.at(index, 0))) {
        let centre = panel.at(axis.positions[index], 0.0);
        area.draw(&Circle::new(centre, px(3.5), style::fill(colours::COVERED)))?;
    }
    Ok(())
}

/// The edges of the cells of values: halfway between neighbours, and at both ends as far out.
pub fn edges(positions: &[f64]) -> Vec<f64> {
    let halfway = positions.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    let (first, last) = (positions[0], positions[positions.len() - 1]);
    let (second, before_last) = (positions[1], positions[positions.len() - 2]);
    let ends = (first - (second - first) / 2.0, last + (last - before_last) / 2.0);
    std::iter::once(ends.0).chain(halfway).chain([ends.1]).collect()
}
