//! A panel: a rectangle with two scales, and their ticks and names outside.

use super::scale::Scale;
use crate::plot::drawing::{Area, Drawn, px};
use crate::plot::style::{self, BODY, FAINT_INK, INK, SMALL};
use plotters::prelude::*;
use plotters::style::FontTransform;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A panel, in pixels.
pub struct Panel {
    /// From the left to the left end of the scale.
    pub left: f64,
    /// From the top to the upper end of the scale.
    pub top: f64,
    /// Length of the horizontal scale.
    pub width: f64,
    /// Length of the vertical scale.
    pub height: f64,
    /// From left to right.
    pub x: Scale,
    /// From the bottom upwards.
    pub y: Scale,
}

impl Panel {
    /// Where a point lies, in pixels.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + self.width * self.x.part(x), self.top + self.height * (1.0 - self.y.part(y)))
    }

    /// Where a point lies on the grid.
    pub fn at(&self, x: f64, y: f64) -> (i32, i32) {
        let (x, y) = self.place(x, y);
        (px(x), px(y))
    }

    /// Draws what stands around: lines at the ticks of `y` if there is to be a grid, numbers, and what they are.
    pub fn draw(&self, area: &Area<'_>, [x_name, y_name]: [&str; 2], grid: bool) -> Drawn {
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        let line = |from: (f64, f64), to: (f64, f64), style| {
            area.draw(&PathElement::new([(px(from.0), px(from.1)), (px(to.0), px(to.1))], style))
        };
        let axis = style::line(FAINT_INK, 1.0);
        for (value, text) in &self.y.ticks {
            let y = self.place(0.0, *value).1;
            if grid {
                line((self.left, y), (right, y), style::line(style::GRID_LINE, 1.0))?;
            }
            line((self.left - 4.0, y), (self.left, y), axis)?;
            let label = style::placed(style::text(SMALL, INK), HPos::Right);
            area.draw_text(text, &label, (px(self.left - 7.0), px(y)))?;
        }
        for (value, text) in &self.x.ticks {
            let x = self.place(*value, 0.0).0;
            line((x, bottom), (x, bottom + 4.0), axis)?;
            let label = style::text(SMALL, INK).pos(Pos::new(HPos::Center, VPos::Top));
            area.draw_text(text, &label, (px(x), px(bottom + 7.0)))?;
        }
        line((self.left, self.top), (self.left, bottom), axis)?;
        line((self.left, bottom), (right, bottom), axis)?;
        let name = style::text(BODY, INK).pos(Pos::new(HPos::Center, VPos::Top));
        area.draw_text(x_name, &name, (px(self.left + self.width / 2.0), px(bottom + 24.0)))?;
        let turned = style::text(BODY, INK).pos(Pos::new(HPos::Center, VPos::Bottom));
        let turned = turned.transform(FontTransform::Rotate270);
        area.draw_text(y_name, &turned, (px(self.left - Self::NAME), px(self.top + self.height / 2.0)))
    }

    /// From the name of the vertical scale to the scale, in pixels.
    const NAME: f64 = 52.0;
}
