//! Charts of curves, as SVG within the page: its style sheet gives them their colours, and so they are light or dark as the
//! page is.
//!
//! 1. A curve is named where it ends. Where curves end near each other, the names are moved apart, and lines lead to them.
//! 2. Nine colours are told apart; more curves have the same colours again, dashed and then dotted.
//! 3. With few curves each has the band between its quartiles. With many, bands would hide one another, and each curve gets a
//!    chart of its own beside, with all others in grey.

use super::html::escaped;
use crate::compare::curve::Curve;
use crate::compare::quartiles::Quartiles;
use crate::plot::axis::Axis;
use crate::plot::heading;
use plotters::coord::ranged1d::{BoldPoints, Ranged, ValueFormatter};
use std::fmt::Write;

/// Colours (rule 2).
const COLOURS: usize = 9;
/// Curves that have bands in one chart (rule 3).
const WITH_BANDS: usize = 4;
/// Pixels from one name to the next.
const LINE: f64 = 14.0;
/// Pixels for the numbers at the left, and below.
const MARGIN: (f64, f64) = (58.0, 38.0);
/// Steps of an axis to its length.
const FINE: i32 = 1_000_000;

/// Curves with what they need to be drawn.
pub struct Chart<'a> {
    /// A curve for each algorithm.
    pub curves: &'a [Curve],
    /// The names of the algorithms.
    pub names: &'a [String],
    /// Evaluations.
    pub x: Axis,
    /// What is measured.
    pub y: Axis,
    /// What it is.
    pub y_name: String,
    /// Where it ends at best, if there is such a thing.
    pub limit: Option<f64>,
}

impl Chart<'_> {
    /// All curves in one chart, with their names.
    pub fn all(&self, title: &str) -> String {
        let frame = Frame { width: 760.0, height: 380.0, right: 24.0 + self.widest() };
        let mut svg = self.begin("large", title, frame);
        if self.curves.len() <= WITH_BANDS {
            for (index, curve) in self.curves.iter().enumerate() {
                _ = write!(svg, "<path class=\"band {}\" d=\"{}\"/>", class(index), self.band(curve, frame));
            }
        }
        let ends: Vec<f64> = self.curves.iter().map(|curve| self.y(self.last(curve), frame)).collect();
        let labels = apart(&ends, (LINE / 2.0, frame.height - MARGIN.1));
        let right = frame.width - frame.right;
        for (index, curve) in self.curves.iter().enumerate() {
            let (class, name, style) = (class(index), escaped(&self.names[index]), dashes(index));
            let (end, label) = (ends[index], labels[index]);
            _ = write!(
                svg,
                "<g class=\"algorithm {class}\"><title>{name}</title><path class=\"curve{style}\" d=\"{}\"/>\
                 <path class=\"leader\" d=\"M{right:.1},{end:.1}L{:.1},{label:.1}H{:.1}\"/>\
                 <text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{name}</text></g>",
                self.line(curve, frame),
                right + 8.0,
                right + 12.0,
                right + 15.0,
                label + 4.0,
            );
        }
        svg.push_str("</svg>");
        svg
    }

    /// All curves in a small chart without names.
    pub fn small(&self, title: &str) -> String {
        let frame = Frame { width: 460.0, height: 230.0, right: 12.0 };
        let mut svg = self.begin("small", title, frame);
        for (index, curve) in self.curves.iter().enumerate() {
            let (class, name, style) = (class(index), escaped(&self.names[index]), dashes(index));
            let line = self.line(curve, frame);
            _ = write!(svg, "<path class=\"curve {class}{style}\" d=\"{line}\"><title>{name}</title></path>");
        }
        svg.push_str("</svg>");
        svg
    }

    /// One curve with its band, the others in grey.
    pub fn one(&self, index: usize, title: &str) -> String {
        let frame = Frame { width: 300.0, height: 180.0, right: 10.0 };
        let mut svg = self.begin("one", title, frame);
        for (_, other) in self.curves.iter().enumerate().filter(|(other, _)| *other != index) {
            _ = write!(svg, "<path class=\"other\" d=\"{}\"/>", self.line(other, frame));
        }
        let (class, curve) = (class(index), &self.curves[index]);
        _ = write!(
            svg,
            "<g class=\"{class}\"><path class=\"band\" d=\"{}\"/><path class=\"curve\" d=\"{}\"/></g></svg>",
            self.band(curve, frame),
            self.line(curve, frame),
        );
        svg
    }

    /// What the chart shows, in words: where each curve ends.
    pub fn words(&self) -> String {
        let ends = self.curves.iter().zip(self.names).map(|(curve, name)| {
            let end = (10.0 * self.last(curve)).round() / 10.0;
            format!("{name} {end}")
        });
        format!("Medians in the end: {}.", ends.collect::<Vec<_>>().join(", "))
    }

    fn last(&self, curve: &Curve) -> f64 {
        curve.steps.last().map_or(0.0, |(_, quartiles)| quartiles.median)
    }

    /// Room for the widest name, in a browser's font that may be wider than ours.
    fn widest(&self) -> f64 {
        1.2 * heading::widest(self.names)
    }

    /// The beginning of an SVG, with its axes.
    fn begin(&self, class: &str, title: &str, frame: Frame) -> String {
        let Frame { width, height, .. } = frame;
        let (right, bottom) = (width - frame.right, height - MARGIN.1);
        let mut svg = format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}. {}\">",
            escaped(title),
            escaped(&self.words()),
        );
        for value in self.y.key_points(BoldPoints(0)) {
            let y = self.y(value, frame);
            let text = self.y.format_ext(&value);
            _ = write!(
                svg,
                "<path class=\"gridline\" d=\"M{:.1},{y:.1}H{right:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                MARGIN.0,
                MARGIN.0 - 6.0,
                y + 4.0,
            );
        }
        let ticks = self.x.key_points(BoldPoints(0));
        // As many as have room, each as wide as the widest.
        let texts: Vec<String> = ticks.iter().map(|value| self.x.format_ext(value)).collect();
        let wide = heading::widest(&texts) + 10.0;
        let mut free = f64::NEG_INFINITY;
        for (value, text) in ticks.iter().zip(&texts) {
            let x = self.x(*value, frame);
            _ = write!(svg, "<path class=\"axis\" d=\"M{x:.1},{bottom:.1}v4\"/>");
            let half = wide / 2.0;
            if x - half >= free && x + half <= width + 8.0 {
                free = x + half;
                _ = write!(
                    svg,
                    "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                    bottom + 16.0
                );
            }
        }
        if let Some(limit) = self.limit {
            let y = self.y(limit, frame);
            _ = write!(svg, "<path class=\"limit\" d=\"M{:.1},{y:.1}H{right:.1}\"/>", MARGIN.0);
        }
        _ = write!(
            svg,
            "<path class=\"axis\" fill=\"none\" d=\"M{0:.1},4V{bottom:.1}H{right:.1}\"/>\
             <text class=\"tick\" x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"middle\">evaluations</text>\
             <text class=\"tick\" transform=\"translate(12,{3:.1}) rotate(-90)\" text-anchor=\"middle\">{4}</text>",
            MARGIN.0,
            (MARGIN.0 + right) / 2.0,
            bottom + 32.0,
            bottom / 2.0,
            escaped(&self.y_name),
        );
        svg
    }

    fn x(&self, value: f64, frame: Frame) -> f64 {
        let part = f64::from(self.x.map(&value, (0, FINE))) / f64::from(FINE);
        MARGIN.0 + part * (frame.width - frame.right - MARGIN.0)
    }

    fn y(&self, value: f64, frame: Frame) -> f64 {
        let part = f64::from(self.y.map(&value, (0, FINE))) / f64::from(FINE);
        (frame.height - MARGIN.1) - part * (frame.height - MARGIN.1 - 4.0)
    }

    /// The median's line.
    fn line(&self, curve: &Curve, frame: Frame) -> String {
        let corners = self.corners(curve, |quartiles| quartiles.median, frame);
        path(&corners)
    }

    /// The area between the quartiles.
    fn band(&self, curve: &Curve, frame: Frame) -> String {
        let mut corners = self.corners(curve, |quartiles| quartiles.first, frame);
        corners.extend(self.corners(curve, |quartiles| quartiles.third, frame).into_iter().rev());
        format!("{}Z", path(&corners))
    }

    fn corners(
        &self,
        curve: &Curve,
        quartile: impl Fn(&Quartiles<f64>) -> f64,
        frame: Frame,
    ) -> Vec<(f64, f64)> {
        let corners = curve.corners(quartile, self.x.end());
        corners.into_iter().map(|(x, y)| (self.x(x, frame), self.y(y, frame))).collect()
    }
}

/// A chart's size in pixels, and how many of them are right of its axes.
#[derive(Clone, Copy, Debug)]
struct Frame {
    width: f64,
    height: f64,
    right: f64,
}

/// The colour of an algorithm (rule 2).
pub fn class(algorithm: usize) -> String {
    format!("k{}", algorithm % COLOURS)
}

fn dashes(algorithm: usize) -> &'static str {
    match algorithm / COLOURS {
        0 => "",
        1 => " dashed",
        _ => " dotted",
    }
}

/// A path along corners: each step goes straight along or straight up. What is nearer than a tenth of a pixel is one.
fn path(corners: &[(f64, f64)]) -> String {
    let tenth = |value: f64| (10.0 * value).round() / 10.0;
    let mut path = String::new();
    let mut at: Option<(f64, f64)> = None;
    for &(x, y) in corners {
        let (x, y) = (tenth(x), tenth(y));
        _ = match at {
            None => write!(path, "M{x},{y}"),
            Some((x_before, y_before)) if x == x_before && y == y_before => Ok(()),
            Some((_, y_before)) if y == y_before => write!(path, "H{x}"),
            Some((x_before, _)) if x == x_before => write!(path, "V{y}"),
            Some(_) => write!(path, "L{x},{y}"),
        };
        at = Some((x, y));
    }
    path
}

/// Places for names that stand at least a line apart, each as near to where it belongs as those before it in order let it
/// be, and all between these ends if there is room (rule 1).
fn apart(wanted: &[f64], (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let mut places = vec![0.0; wanted.len()];
    let mut least = top;
    for &index in &order {
        places[index] = wanted[index].max(least);
        least = places[index] + LINE;
    }
    let mut greatest = bottom;
    for &index in order.iter().rev() {
        places[index] = places[index].min(greatest);
        greatest = places[index] - LINE;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_moved_apart_and_keep_their_order() {
        assert_eq!(apart(&[100.0, 20.0, 101.0], (0.0, 200.0)), [100.0, 20.0, 114.0]);
        // At the lower end they are moved upwards.
        assert_eq!(apart(&[199.0, 198.0, 200.0], (0.0, 200.0)), [186.0, 172.0, 200.0]);
        let places = apart(&[5.0; 18], (7.0, 342.0));
        assert!(places.is_sorted_by(|a, b| b - a >= LINE) && places[17] <= 342.0, "{places:?}");
    }

    #[test]
    fn a_path_says_each_corner_once() {
        let corners = [(1.0, 9.0), (3.04, 9.0), (3.04, 9.0), (3.0, 2.0), (5.0, 2.0)];
        assert_eq!(path(&corners), "M1,9H3V2H5");
    }
}
