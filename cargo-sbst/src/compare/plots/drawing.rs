//! A drawing as SVG and as PNG.
//!
//! The plotting library places everything on whole numbers, so it draws on a grid that is finer than the pixels. The PNG is
//! made from the SVG, so that both look the same; the font is ours, so that they do everywhere. It is Arimo, which takes as
//! much room as Arial and Liberation Sans do: where text of the SVG is shown in those, everything still fits.

use anyhow::{Context, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use resvg::{tiny_skia, usvg};
use std::io;
use std::sync::{Arc, LazyLock};

/// Steps of the grid to a pixel.
pub const GRID: u32 = 8;
/// Pixels of a PNG to a pixel of the SVG, for screens that are finer than that.
const PNG_SCALE: f32 = 2.0;

/// The fonts to show text in, best first. The name by which the plotting library finds ours, to measure text.
pub const FONT_FAMILY: &str = "Arial, Liberation Sans, Arimo, sans-serif";
const REGULAR: &[u8] = include_bytes!("../../../fonts/Arimo-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../../fonts/Arimo-Bold.ttf");

/// Where to draw, by the coordinates `C`.
pub type Plane<'a, C> = DrawingArea<SVGBackend<'a>, C>;
/// Where to draw, by the grid.
pub type Area<'a> = Plane<'a, Shift>;
/// What comes of drawing.
pub type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// Pixels on the grid.
pub fn px(pixels: f64) -> i32 {
    (pixels * f64::from(GRID)).round() as i32
}

/// Draws on so many pixels; gives the SVG.
pub fn svg(width: u32, height: u32, paint: impl FnOnce(&Area<'_>) -> Drawn) -> anyhow::Result<String> {
    for (style, font) in [(FontStyle::Normal, REGULAR), (FontStyle::Bold, BOLD)] {
        register_font(FONT_FAMILY, style, font).map_err(|_| anyhow!("a font cannot be read"))?;
    }
    let (fine_width, fine_height) = (width * GRID, height * GRID);
    let mut fine = String::new();
    {
        let area = SVGBackend::with_string(&mut fine, (fine_width, fine_height)).into_drawing_area();
        let painted = area.fill(&WHITE).and_then(|()| paint(&area)).and_then(|()| area.present());
        painted.map_err(|error| anyhow!("{error}")).context("failed to draw a plot")?;
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {fine_width} {fine_height}\">\n{fine}</svg>\n"
    ))
}

/// Makes an SVG of ours a PNG.
pub fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    static OPTIONS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(REGULAR.to_vec());
        fonts.load_font_data(BOLD.to_vec());
        usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() }
    });
    let failed = "failed to make a plot a PNG";
    let tree = usvg::Tree::from_str(svg, &OPTIONS).context(failed)?;
    let size = tree.size().to_int_size().scale_by(PNG_SCALE).context(failed)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).context(failed)?;
    let scale = tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().context(failed)
}
