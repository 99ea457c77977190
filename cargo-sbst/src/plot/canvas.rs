//! Draws everything twice, on an SVG and on pixels, so that both show the same.

use super::text::Font;
use plotters::prelude::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use std::io;
use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// An SVG, and pixels.
pub struct Canvas<'a> {
    svg: SVGBackend<'a>,
    pixels: &'a mut Pixmap,
    /// From the grid to the pixels.
    to_pixels: Transform,
}

type Drawn = Result<(), DrawingErrorKind<io::Error>>;

impl<'a> Canvas<'a> {
    /// A canvas of this size on the grid. `scale` is the size of a step of the grid in pixels.
    pub fn new(svg: &'a mut String, pixels: &'a mut Pixmap, size: (u32, u32), scale: f32) -> Canvas<'a> {
        let to_pixels = Transform::from_scale(scale, scale);
        Canvas { svg: SVGBackend::with_string(svg, size), pixels, to_pixels }
    }

    fn fill(&mut self, path: Option<&Path>, colour: BackendColor, transform: Transform) {
        if let Some(path) = path {
            let transform = transform.post_concat(self.to_pixels);
            self.pixels.fill_path(path, &paint(colour), FillRule::Winding, transform, None);
        }
    }

    fn stroke(&mut self, path: Option<&Path>, style: &impl BackendStyle) {
        let width = style.stroke_width() as f32;
        // What SVG does if nothing else is said.
        let stroke = Stroke { width, line_join: LineJoin::Miter, miter_limit: 4.0, ..Stroke::default() };
        if let Some(path) = path {
            self.pixels.stroke_path(path, &paint(style.color()), &stroke, self.to_pixels, None);
        }
    }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.svg.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.svg.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.svg.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Drawn {
        let (x, y) = at(point);
        let path = Rect::from_xywh(x, y, 1.0, 1.0).map(PathBuilder::from_rect);
        self.fill(path.as_ref(), colour, Transform::identity());
        self.svg.draw_pixel(point, colour)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.stroke(through(&[from, to], false).as_ref(), style);
        self.svg.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let ((left, top), (right, bottom)) = (upper_left, bottom_right);
        let path = through(&[(left, top), (right, top), (right, bottom), (left, bottom)], true);
        match fill {
            true => self.fill(path.as_ref(), style.color(), Transform::identity()),
            false => self.stroke(path.as_ref(), style),
        }
        self.svg.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points: Vec<BackendCoord> = path.into_iter().collect();
        self.stroke(through(&points, false).as_ref(), style);
        self.svg.draw_path(points, style)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let corners: Vec<BackendCoord> = corners.into_iter().collect();
        self.fill(through(&corners, true).as_ref(), style.color(), Transform::identity());
        self.svg.fill_polygon(corners, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (x, y) = at(centre);
        let path = PathBuilder::from_circle(x, y, radius as f32);
        match fill {
            true => self.fill(path.as_ref(), style.color(), Transform::identity()),
            false => self.stroke(path.as_ref(), style),
        }
        self.svg.draw_circle(centre, radius, style, fill)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, position: BackendCoord) -> Drawn {
        let (path, transform) = Font::of(style.style()).place(text, style, at(position));
        self.fill(path.as_ref(), style.color(), transform);
        self.svg.draw_text(text, style, position)
    }
}

fn at((x, y): BackendCoord) -> (f32, f32) {
    (x as f32, y as f32)
}

/// The path through some points; `None` if there are too few.
fn through(points: &[BackendCoord], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, point) in points.iter().enumerate() {
        let (x, y) = at(*point);
        match index {
            0 => path.move_to(x, y),
            _ => path.line_to(x, y),
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn paint(colour: BackendColor) -> Paint<'static> {
    let (red, green, blue) = colour.rgb;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let alpha = (colour.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
    paint.set_color(Color::from_rgba8(red, green, blue, alpha));
    paint
}
