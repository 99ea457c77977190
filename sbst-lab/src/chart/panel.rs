//! A panel: a rectangle with two scales, with their ticks and names outside.

use super::scale::Scale;
use super::svg::{Anchor, Svg, measure};

/// Pixels from the name of the vertical scale to the scale.
const NAME: f64 = 50.0;

/// A panel, in pixels.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The distance from the left to the left end of the scale.
    pub left: f64,
    /// The distance from the top to the upper end of the scale.
    pub top: f64,
    /// Length of the horizontal scale.
    pub width: f64,
    /// Length of the vertical scale.
    pub height: f64,
    /// The horizontal scale, from left to right.
    pub x: Scale,
    /// The vertical scale, from the bottom upwards.
    pub y: Scale,
}

/// The lines at the ticks of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// No lines.
    Without,
    /// Lines at the ticks of the vertical scale.
    Horizontal,
    /// Lines at the ticks of the horizontal scale.
    Vertical,
}

impl Panel {
    /// Returns the place of a point, in pixels.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + self.width * self.x.part(x), self.top + self.height * (1.0 - self.y.part(y)))
    }

    /// Returns the places of points.
    pub fn places(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        points.iter().map(|&(x, y)| self.place(x, y)).collect()
    }

    /// The end of the horizontal scale, and that of the vertical one, in pixels.
    pub fn corner(&self) -> (f64, f64) {
        (self.left + self.width, self.top + self.height)
    }

    /// Draws the lines, the numbers and the names of the scales.
    pub fn draw(&self, svg: &mut Svg, [x_name, y_name]: [&str; 2], grid: Grid) {
        let (right, bottom) = self.corner();
        for (value, text) in &self.y.ticks {
            let y = self.place(0.0, *value).1;
            if grid == Grid::Horizontal {
                svg.path("gridline", &[(self.left, y), (right, y)]);
            }
            svg.path("axis", &[(self.left - 4.0, y), (self.left, y)]);
            svg.text("tick", Anchor::End, (self.left - 7.0, y), text);
        }
        // As many numbers as have room, each as wide as the widest.
        let widths = self.x.ticks.iter().map(|(_, text)| measure("tick", text));
        let width = 10.0 + widths.fold(0.0, f64::max);
        let mut free = f64::NEG_INFINITY;
        for (value, text) in &self.x.ticks {
            let x = self.place(*value, 0.0).0;
            if grid == Grid::Vertical {
                svg.path("gridline", &[(x, self.top), (x, bottom)]);
            }
            svg.path("axis", &[(x, bottom), (x, bottom + 4.0)]);
            if x - width / 2.0 >= free {
                free = x + width / 2.0;
                svg.text("tick", Anchor::Middle, (x, bottom + 13.0), text);
            }
        }
        let start = if self.y.ticks.is_empty() { bottom } else { self.top };
        svg.path("axis", &[(self.left, start), (self.left, bottom), (right, bottom)]);
        svg.text("name", Anchor::Middle, (self.left + self.width / 2.0, bottom + 29.0), x_name);
        if !y_name.is_empty() {
            svg.upward_text("name", (self.left - NAME, self.top + self.height / 2.0), y_name);
        }
    }
}
