//! A drawing as SVG and as PNG.
//!
//! The plotting library places everything on whole numbers, so it draws on a grid that is finer than the pixels.

use super::canvas::Canvas;
use super::text::{BOLD, FAMILY, REGULAR};
use anyhow::{Context, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use std::io;
use tiny_skia::Pixmap;

/// Steps of the grid to a pixel.
pub const GRID: u32 = 8;
/// Pixels of a PNG to a pixel of the SVG, for screens that are finer than that.
const PNG_SCALE: u32 = 2;

/// Where to draw, by the coordinates `C`.
pub type Plane<'a, C> = DrawingArea<Canvas<'a>, C>;
/// Where to draw, by the grid.
pub type Area<'a> = Plane<'a, Shift>;
/// What comes of drawing.
pub type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// A drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// As SVG.
    pub svg: String,
    /// As PNG.
    pub png: Vec<u8>,
}

/// Pixels on the grid.
pub fn px(pixels: f64) -> i32 {
    (pixels * f64::from(GRID)).round() as i32
}

/// Draws on so many pixels.
pub fn draw(width: u32, height: u32, paint: impl FnOnce(&Area<'_>) -> Drawn) -> anyhow::Result<Drawing> {
    const FAILED: &str = "failed to draw a plot";
    for (style, font) in [(FontStyle::Normal, REGULAR), (FontStyle::Bold, BOLD)] {
        register_font(FAMILY, style, font).map_err(|_| anyhow!("a font cannot be read")).context(FAILED)?;
    }
    let (fine_width, fine_height) = (width * GRID, height * GRID);
    let mut fine = String::new();
    let mut pixels = Pixmap::new(width * PNG_SCALE, height * PNG_SCALE).context(FAILED)?;
    {
        let scale = PNG_SCALE as f32 / GRID as f32;
        let canvas = Canvas::new(&mut fine, &mut pixels, (fine_width, fine_height), scale);
        let area = canvas.into_drawing_area();
        let painted = area.fill(&WHITE).and_then(|()| paint(&area)).and_then(|()| area.present());
        painted.map_err(|error| anyhow!("{error}")).context(FAILED)?;
    }
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {fine_width} {fine_height}\">\n{fine}</svg>\n"
    );
    Ok(Drawing { svg, png: pixels.encode_png().context(FAILED)? })
}
