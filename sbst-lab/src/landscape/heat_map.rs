//! The landscape over two inputs as a map, the first to the right and the second upwards, with its
//! key.

use super::colours;
use super::heights::{Heights, Measure, is_covered, scale_of_input};
use super::line_plot::edges;
use crate::chart::{Anchor, Grid, Panel, Svg};

/// Pixels from the left to the map.
const LEFT: f64 = 76.0;
/// Width of the map.
const WIDTH: f64 = 440.0;
/// Pixels below it.
const BELOW: f64 = 48.0;
/// The distance from the map to its key, and the key's width.
const KEY: (f64, f64) = (18.0, 14.0);

/// A drawn cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The condition was not reached.
    Unreached,
    /// The goal is covered.
    Covered,
    /// A height of this shade.
    Shade(u32),
}

impl Cell {
    /// The cell of a point.
    pub fn new(heights: &Heights, (first, second): (usize, usize), measure: Measure, greatest: f64) -> Cell {
        let height = heights.at(first, second);
        match measure.number(height) {
            None => Cell::Unreached,
            Some(_) if is_covered(height) => Cell::Covered,
            Some(value) => Cell::Shade(colours::shade(value / greatest)),
        }
    }

    /// Its paint.
    pub fn paint(self) -> String {
        match self {
            Cell::Unreached => colours::UNREACHED.to_owned(),
            Cell::Covered => colours::COVERED.to_owned(),
            Cell::Shade(shade) => colours::paint(shade),
        }
    }
}

/// Draws it from `top` on, with this height.
pub fn draw(svg: &mut Svg, (top, height): (f64, f64), heights: &Heights, measure: Measure) {
    let [first, second] = &heights.axes[..] else { return };
    let (x_edges, y_edges) = (edges(&first.positions), edges(&second.positions));
    let room = |edges: &[f64], positions: &[f64]| positions[0] - edges[0];
    let panel = Panel {
        left: LEFT,
        top,
        width: WIDTH,
        height: height - BELOW,
        x: scale_of_input(first, 7).with_room(room(&x_edges, &first.positions)),
        y: scale_of_input(second, 9).with_room(room(&y_edges, &second.positions)),
    };
    let greatest = heights.greatest(measure);
    for row in 0..second.positions.len() {
        let cells: Vec<(usize, Cell)> = (0..first.positions.len())
            .map(|at| (at, Cell::new(heights, (at, row), measure, greatest)))
            .collect();
        // Equal neighbours are drawn as one.
        for same in cells.chunk_by(|a, b| a.1 == b.1) {
            let (from, to, cell) = (same[0].0, same[same.len() - 1].0 + 1, same[0].1);
            let (left, bottom) = panel.place(x_edges[from], y_edges[row]);
            let (right, top) = panel.place(x_edges[to], y_edges[row + 1]);
            let size = (right - left, bottom - top);
            svg.rectangle(&cell.paint(), (left, top), size);
        }
    }
    panel.draw(svg, [&heights.inputs[0], &heights.inputs[1]], Grid::Without);
    draw_key(svg, &panel, measure, greatest);
}

/// Draws the colours with their heights, beside the map.
fn draw_key(svg: &mut Svg, map: &Panel, measure: Measure, greatest: f64) {
    let scale = measure.scale(greatest, 8);
    let left = map.left + map.width + KEY.0;
    let y = |part: f64| map.top + map.height * (1.0 - part);
    let shades = colours::shade(1.0);
    for shade in 0..=shades {
        let part = |shade: u32| f64::from(shade) / f64::from(shades + 1);
        let upper = y(part(shade + 1));
        svg.rectangle(&colours::paint(shade), (left, upper), (KEY.1, y(part(shade)) - upper));
    }
    let right = left + KEY.1;
    for (value, text) in &scale.ticks {
        let y = y(scale.part(*value));
        svg.path("axis", &[(right, y), (right + 4.0, y)]);
        svg.text("tick", Anchor::Start, (right + 7.0, y), text);
    }
    svg.upward_text("name", (right + 54.0, map.top + map.height / 2.0), measure.description());
}
