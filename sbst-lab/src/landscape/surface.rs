//! The landscape over two inputs as a surface, in isometric projection from above. Unreached points
//! are left out.

use super::heat_map::Cell;
use super::heights::{Heights, Measure, scale_of_input};
use crate::chart::{Anchor, Scale, Svg};

/// Pixels from the left to the room for it.
const LEFT: f64 = 650.0;
/// Length of the floor's sides, as a part of the available width: cosine of 30 degrees for half of
/// it.
const SIDE: f64 = 0.5;
/// Height of the highest point, as a part of the length of a side.
const HEIGHT: f64 = 0.8;

/// The projection from inputs and heights, each from 0 to 1, to pixels.
struct View {
    /// The point of the least inputs and of height 0: the farthest corner.
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
}

/// Draws it from `top` on, with this height.
pub fn draw(svg: &mut Svg, (top, height): (f64, f64), heights: &Heights, measure: Measure) {
    let [first, second] = &heights.axes[..] else { return };
    let room = svg.width() - LEFT - 40.0;
    let side = (SIDE * room / 30f64.to_radians().cos()).min((height - 60.0) / (1.0 + HEIGHT));
    let view = View { origin: (LEFT + room / 2.0 + 10.0, top + 10.0 + HEIGHT * side), side };
    let scales = [scale_of_input(first, 5), scale_of_input(second, 5)];
    draw_floor(svg, &view, &scales, &heights.inputs);

    let greatest = heights.greatest(measure);
    let value = |at: (usize, usize)| measure.number(heights.at(at.0, at.1));
    // From the back to the front, so that nearer parts hide farther ones.
    for i in 0..first.positions.len() - 1 {
        for j in 0..second.positions.len() - 1 {
            let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
            let values: Vec<f64> = corners.iter().filter_map(|&at| value(at)).collect();
            let &[a, b, c, d] = &values[..] else { continue };
            let at = |(i, j): (usize, usize), value: f64| {
                let parts = [scales[0].part(first.positions[i]), scales[1].part(second.positions[j])];
                view.place(parts[0], parts[1], value / greatest)
            };
            let points: Vec<_> =
                corners.iter().zip([a, b, c, d]).map(|(&corner, value)| at(corner, value)).collect();
            let is_covered =
                corners.iter().any(|&at| Cell::new(heights, at, measure, greatest) == Cell::Covered);
            let cell = match is_covered {
                true => Cell::Covered,
                false => Cell::Shade(super::colours::shade((a + b + c + d) / 4.0 / greatest)),
            };
            svg.area(&cell.paint(), &points);
        }
    }
    draw_height(svg, &view, &measure.scale(greatest, 5));
}

/// Draws the floor with the values of the inputs along its near sides.
fn draw_floor(svg: &mut Svg, view: &View, scales: &[Scale; 2], inputs: &[String]) {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(a, b)| view.place(a, b, 0.0));
    svg.area("stripe", &corners);
    svg.path("axis", &corners[1..]);
    // The first input along the side at the lower left, where the second one is greatest.
    let side = |tick: f64, is_first: bool| if is_first { (tick, 1.0) } else { (1.0, tick) };
    for (index, scale) in scales.iter().enumerate() {
        let is_first = index == 0;
        let (anchor, away) = if is_first { (Anchor::End, -1.0) } else { (Anchor::Start, 1.0) };
        for (value, text) in &scale.ticks {
            let (a, b) = side(scale.part(*value), is_first);
            let (x, y) = view.place(a, b, 0.0);
            svg.path("axis", &[(x, y), (x + 4.0 * away, y + 3.0)]);
            svg.text("tick", anchor, (x + 7.0 * away, y + 7.0), text);
        }
        let (a, b) = side(0.5, is_first);
        let (x, y) = view.place(a, b, 0.0);
        svg.text("name", anchor, (x + 48.0 * away, y + 26.0), &inputs[index]);
    }
}

/// Draws the scale of the height, at the corner at the left.
fn draw_height(svg: &mut Svg, view: &View, scale: &Scale) {
    svg.path("axis", &[view.place(0.0, 1.0, 0.0), view.place(0.0, 1.0, 1.0)]);
    // No tick at the floor, the place of the first input's least value.
    for (value, text) in scale.ticks.iter().filter(|(value, _)| *value > 0.0) {
        let (x, y) = view.place(0.0, 1.0, scale.part(*value));
        svg.path("axis", &[(x - 4.0, y), (x, y)]);
        svg.text("tick", Anchor::End, (x - 7.0, y), text);
    }
}
