//! The landscape over two inputs as a map, the first to the right and the second upwards, with its key.

use super::colours;
use super::heights::{Heights, Measure, is_covered};
use super::line_plot::edges;
use super::panel::Panel;
use super::picture::hatch;
use super::scale::Scale;
use crate::plot::drawing::{Area, Drawn, px};
use crate::plot::style::{self, BODY, INK, SMALL};
use plotters::prelude::*;
use plotters::style::FontTransform;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Pixels from the left to the map.
const LEFT: f64 = 76.0;
/// Width of the map.
const WIDTH: f64 = 440.0;
/// Pixels below it.
const BELOW: f64 = 48.0;
/// From the map to its key, and the width of that.
const KEY: (f64, f64) = (18.0, 14.0);

/// How far a cell reaches into the row above, which is drawn later: no light shows between them.
const SEAM: f64 = 0.4;

/// What a cell is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing was reached.
    Unreached,
    /// The goal is covered.
    Covered,
    /// A height of this shade.
    Shade(u32),
}

impl Cell {
    /// The cell of a point.
    pub fn of(heights: &Heights, (first, second): (usize, usize), measure: Measure, greatest: f64) -> Cell {
        let height = heights.at(first, second);
        match measure.of(height) {
            None => Cell::Unreached,
            Some(_) if is_covered(height) => Cell::Covered,
            Some(value) => Cell::Shade(colours::shade(value / greatest)),
        }
    }

    /// Its colour.
    pub fn colour(self) -> RGBColor {
        match self {
            Cell::Unreached => colours::UNREACHED,
            Cell::Covered => colours::COVERED,
            Cell::Shade(shade) => colours::of_shade(shade),
        }
    }
}

/// Draws it from `top` on, with so much height.
pub fn draw(area: &Area<'_>, (top, height): (f64, f64), heights: &Heights, measure: Measure) -> Drawn {
    let [first, second] = &heights.axes[..] else { return Ok(()) };
    let (x_edges, y_edges) = (edges(&first.positions), edges(&second.positions));
    let room = |edges: &[f64], positions: &[f64]| positions[0] - edges[0];
    let panel = Panel {
        left: LEFT,
        top,
        width: WIDTH,
        height: height - BELOW,
        x: Scale::of_axis(first, 7).with_room(room(&x_edges, &first.positions)),
        y: Scale::of_axis(second, 9).with_room(room(&y_edges, &second.positions)),
    };
    let greatest = heights.greatest(measure);
    for row in 0..second.positions.len() {
        let cells: Vec<(usize, Cell)> = (0..first.positions.len())
            .map(|at| (at, Cell::of(heights, (at, row), measure, greatest)))
            .collect();
        // Neighbours that look the same are drawn as one.
        for same in cells.chunk_by(|a, b| a.1 == b.1) {
            let (from, to, cell) = (same[0].0, same[same.len() - 1].0 + 1, same[0].1);
            let (left, bottom) = panel.place(x_edges[from], y_edges[row]);
            let (right, top) = panel.place(x_edges[to], y_edges[row + 1]);
            let corners = [(px(left), px(top - SEAM)), (px(right), px(bottom))];
            area.draw(&Rectangle::new(corners, style::fill(cell.colour())))?;
            if cell == Cell::Unreached {
                hatch(area, (left, top, right - left, bottom - top))?;
            }
        }
    }
    panel.draw(area, [&heights.inputs[0], &heights.inputs[1]], false)?;
    draw_key(area, &panel, measure, greatest)
}

/// Which colour is which height.
fn draw_key(area: &Area<'_>, map: &Panel, measure: Measure, greatest: f64) -> Drawn {
    let scale = match measure {
        Measure::Fitness => Scale::of_numbers(0.0, greatest, 8),
        Measure::Raw => Scale::of_logarithms(greatest, 8),
    };
    let left = map.left + map.width + KEY.0;
    let y = |part: f64| map.top + map.height * (1.0 - part);
    let shades = colours::shade(1.0);
    for shade in 0..=shades {
        let part = |shade: u32| f64::from(shade) / f64::from(shades + 1);
        let upper = (y(part(shade + 1)) - SEAM).max(map.top);
        let corners = [(px(left), px(upper)), (px(left + KEY.1), px(y(part(shade))))];
        area.draw(&Rectangle::new(corners, style::fill(colours::of_shade(shade))))?;
    }
    for (value, text) in &scale.ticks {
        let y = y(scale.part(*value));
        let ends = [(px(left + KEY.1), px(y)), (px(left + KEY.1 + 4.0), px(y))];
        area.draw(&PathElement::new(ends, style::line(INK, 1.0)))?;
        let label = style::placed(style::text(SMALL, INK), HPos::Left);
        area.draw_text(text, &label, (px(left + KEY.1 + 7.0), px(y)))?;
    }
    let name =
        style::text(BODY, INK).pos(Pos::new(HPos::Center, VPos::Top)).transform(FontTransform::Rotate270);
    area.draw_text(measure.description(), &name, (px(left + KEY.1 + 48.0), px(map.top + map.height / 2.0)))
}
