//! Text on pixels, where an SVG's viewer would put it.

use ab_glyph::{Font as _, FontRef, OutlineCurve, Point};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendTextStyle, FontStyle, FontTransform};
use std::sync::LazyLock;
use tiny_skia::{Path, PathBuilder, Transform};

/// The fonts to show text in, best first. Also the name by which the plotting library finds ours, to measure text.
///
/// Ours is Arimo. It takes as much room as Arial and Liberation Sans do: where an SVG is shown with those,
/// everything still fits.
pub const FAMILY: &str = "Arial, Liberation Sans, Arimo, sans-serif";
/// The regular font.
pub const REGULAR: &[u8] = include_bytes!("../../fonts/Arimo-Regular.ttf");
/// The bold font.
pub const BOLD: &[u8] = include_bytes!("../../fonts/Arimo-Bold.ttf");

/// What the plotting library divides sizes of text by to get those of fonts.
pub const LINE_HEIGHT: f64 = 1.24;
/// Height of a small letter in ems, in Arimo.
const X_HEIGHT: f32 = 0.519;

/// A font.
pub struct Font(FontRef<'static>);

static FONTS: LazyLock<[Font; 2]> = LazyLock::new(|| {
    [REGULAR, BOLD].map(|font| Font(FontRef::try_from_slice(font).expect("the font is whole")))
});

impl Font {
    /// The regular one, or the bold one.
    pub fn of(style: FontStyle) -> &'static Font {
        &FONTS[usize::from(matches!(style, FontStyle::Bold))]
    }

    /// The width of a text in ems.
    pub fn width(&self, text: &str) -> f32 {
        let last = self.starts(text).last();
        last.map_or(0.0, |(c, start)| start + self.0.h_advance_unscaled(self.0.glyph_id(c))) / self.em()
    }

    /// The outline of a text, and how it comes to `position` by its style.
    pub fn place(
        &self,
        text: &str,
        style: &impl BackendTextStyle,
        (x, y): (f32, f32),
    ) -> (Option<Path>, Transform) {
        let size = (style.size() / LINE_HEIGHT) as f32;
        let anchor = style.anchor();
        let left = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => -0.5 * self.width(text),
            HPos::Right => -self.width(text),
        };
        // The library's `dy`.
        let down = match anchor.v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.5 * X_HEIGHT,
            VPos::Bottom => -0.5 * X_HEIGHT,
        };
        let degrees = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 90.0,
            FontTransform::Rotate180 => 180.0,
            FontTransform::Rotate270 => 270.0,
        };
        let units = size / self.em();
        let transform = Transform::from_scale(units, -units)
            .post_translate(x + left * size, y + down * size)
            .post_concat(Transform::from_rotate_at(degrees, x, y));
        (self.outline(text), transform)
    }

    /// The size of an em in the font's units.
    fn em(&self) -> f32 {
        self.0.units_per_em().unwrap_or(1.0)
    }

    /// Every character and where it starts, in the font's units.
    fn starts(&self, text: &str) -> impl Iterator<Item = (char, f32)> {
        let mut pen = 0.0;
        let mut before = None;
        text.chars().map(move |c| {
            let glyph = self.0.glyph_id(c);
            if let Some(before) = before.replace(glyph) {
                pen += self.0.h_advance_unscaled(before) + self.0.kern_unscaled(before, glyph);
            }
            (c, pen)
        })
    }

    /// The outline of a text in the font's units, upwards; `None` if there is nothing to see.
    fn outline(&self, text: &str) -> Option<Path> {
        let mut path = PathBuilder::new();
        for (c, start) in self.starts(text) {
            let mut end: Option<Point> = None;
            for curve in self.0.outline(self.0.glyph_id(c)).into_iter().flat_map(|outline| outline.curves) {
                let (from, to) = match curve {
                    OutlineCurve::Line(from, to)
                    | OutlineCurve::Quad(from, _, to)
                    | OutlineCurve::Cubic(from, _, _, to) => (from, to),
                };
                if end != Some(from) {
                    path.move_to(start + from.x, from.y);
                }
                match curve {
                    OutlineCurve::Line(..) => path.line_to(start + to.x, to.y),
                    OutlineCurve::Quad(_, by, _) => path.quad_to(start + by.x, by.y, start + to.x, to.y),
                    OutlineCurve::Cubic(_, a, b, _) => {
                        path.cubic_to(start + a.x, a.y, start + b.x, b.y, start + to.x, to.y);
                    }
                }
                end = Some(to);
            }
        }
        path.finish()
    }
}
