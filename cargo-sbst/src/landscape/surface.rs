//! The landscape over two inputs as a surface, seen from above at an angle at which all three directions are as long.
//! Nothing is drawn where nothing was reached.

use super::heat_map::Cell;
use super::heights::{Heights, Measure};
use super::scale::Scale;
use crate::plot::drawing::{Area, Drawn, px};
use crate::plot::style::{self, BODY, FAINT_INK, INK, SMALL};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// Pixels from the left to the room for it.
const LEFT: f64 = 650.0;
/// How long the sides of the floor are, as parts of the width there is: cosine of 30 degrees for half of it.
const SIDE: f64 = 0.5;
/// How high the highest point is, as a part of the length of a side.
const HEIGHT: f64 = 0.8;

/// From inputs and heights, each from 0 to 1, to pixels.
struct View {
    /// Where both inputs are least and the height is 0: the corner farthest away.
    origin: (f64, f64),
    side: f64,
}

impl View {
    /// The first input goes down to the right, the second down to the left.
    fn place(&self, first: f64, second: f64, height: f64) -> (f64, f64) {
        let (cosine, sine) = (30f64.to_radians().cos(), 30f64.to_radians().sin());
        (
            self.origin.0 + self.side * cosine * (first - second),
            self.origin.1 + self.side * (sine * (first + second) - HEIGHT * height),
        )
    }

    fn at(&self, first: f64, second: f64, height: f64) -> (i32, i32) {
        let (x, y) = self.place(first, second, height);
        (px(x), px(y))
    }
}

/// Draws it from `top` on, with so much height.
pub fn draw(
    area: &Area<'_>,
    (top, height): (f64, f64),
    width: f64,
    heights: &Heights,
    measure: Measure,
) -> Drawn {
    let [first, second] = &heights.axes[..] else { return Ok(()) };
    let room = width - LEFT - 40.0;
    let side = (SIDE * room / 30f64.to_radians().cos()).min((height - 60.0) / (1.0 + HEIGHT));
    let view = View { origin: (LEFT + room / 2.0 + 10.0, top + 10.0 + HEIGHT * side), side };
    let scales = [Scale::of_axis(first, 5), Scale::of_axis(second, 5)];
    draw_floor(area, &view, &scales, &heights.inputs)?;

    let greatest = heights.greatest(measure);
    let value = |at: (usize, usize)| measure.of(heights.at(at.0, at.1));
    // From the back to the front, so that what is nearer hides what is farther.
    for i in 0..first.positions.len() - 1 {
        for j in 0..second.positions.len() - 1 {
            let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
            let values: Vec<f64> = corners.iter().filter_map(|&at| value(at)).collect();
            let &[a, b, c, d] = &values[..] else { continue };
            let at = |(i, j): (usize, usize), value: f64| {
                let parts = [scales[0].part(first.positions[i]), scales[1].part(second.positions[j])];
                view.at(parts[0], parts[1], value / greatest)
            };
            let points: Vec<_> =
                corners.iter().zip([a, b, c, d]).map(|(&corner, value)| at(corner, value)).collect();
            let is_covered =
                corners.iter().any(|&at| Cell::of(heights, at, measure, greatest) == Cell::Covered);
            let colour = match is_covered {
                true => Cell::Covered.colour(),
                false => Cell::Shade(super::colours::shade((a + b + c + d) / 4.0 / greatest)).colour(),
            };
            area.draw(&Polygon::new(points.clone(), style::fill(colour)))?;
            let outline = points.iter().copied().chain([points[0]]);
            area.draw(&PathElement::new(outline.collect::<Vec<_>>(), style::line(colour.mix(0.6), 0.4)))?;
        }
    }
    draw_height(area, &view, measure, greatest)
}

/// The floor with the values of the inputs along its near sides.
fn draw_floor(area: &Area<'_>, view: &View, scales: &[Scale; 2], inputs: &[String]) -> Drawn {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(a, b)| view.at(a, b, 0.0));
    area.draw(&Polygon::new(corners, style::fill(style::STRIPE)))?;
    area.draw(&PathElement::new([corners[1], corners[2], corners[3]], style::line(FAINT_INK, 1.0)))?;
    // The first input along the side at the lower left, where the second one is greatest.
    let side = |tick: f64, is_first: bool| if is_first { (tick, 1.0) } else { (1.0, tick) };
    for (index, scale) in scales.iter().enumerate() {
        let is_first = index == 0;
        let (anchor, away) = if is_first { (HPos::Right, -1.0) } else { (HPos::Left, 1.0) };
        for (value, text) in &scale.ticks {
            let (a, b) = side(scale.part(*value), is_first);
            let (x, y) = view.place(a, b, 0.0);
            let ends = [(px(x), px(y)), (px(x + 4.0 * away), px(y + 3.0))];
            area.draw(&PathElement::new(ends, style::line(FAINT_INK, 1.0)))?;
            let label = style::placed(style::text(SMALL, INK), anchor);
            area.draw_text(text, &label, (px(x + 7.0 * away), px(y + 7.0)))?;
        }
        let (a, b) = side(0.5, is_first);
        let (x, y) = view.place(a, b, 0.0);
        let label = style::placed(style::text(BODY, INK), anchor);
        area.draw_text(&inputs[index], &label, (px(x + 48.0 * away), px(y + 26.0)))?;
    }
    Ok(())
}

/// The height, at the corner at the left.
fn draw_height(area: &Area<'_>, view: &View, measure: Measure, greatest: f64) -> Drawn {
    let scale = match measure {
        Measure::Fitness => Scale::of_numbers(0.0, greatest, 5),
        Measure::Raw => Scale::of_logarithms(greatest, 5),
    };
    area.draw(&PathElement::new(
        [view.at(0.0, 1.0, 0.0), view.at(0.0, 1.0, 1.0)],
        style::line(FAINT_INK, 1.0),
    ))?;
    // Nothing is where the least value of the first input stands.
    for (value, text) in scale.ticks.iter().filter(|(value, _)| *value > 0.0) {
        let (x, y) = view.place(0.0, 1.0, scale.part(*value));
        area.draw(&PathElement::new([(px(x - 4.0), px(y)), (px(x), px(y))], style::line(FAINT_INK, 1.0)))?;
        let label = style::placed(style::text(SMALL, INK), HPos::Right);
        area.draw_text(text, &label, (px(x - 7.0), px(y)))?;
    }
    Ok(())
}
