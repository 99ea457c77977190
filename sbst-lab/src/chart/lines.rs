//! Charts of lines.
//!
//! 1. A line has its name at its end. Names of near ends are moved apart, and connected by leaders.
//! 2. A few lines have bands. Bands of many lines would hide one another, so each line can have a
//!    separate chart, with all others in grey.

use super::heading::{draw_heading, widest};
use super::panel::{Grid, Panel};
use super::scale::Scale;
use super::svg::{Anchor, Svg, colour_class, dash_class};

/// The most lines with bands in one chart (rule 2).
const WITH_BANDS: usize = 4;
/// Pixels from one name to the next.
const NAME_HEIGHT: f64 = 14.0;
/// Pixels for the numbers and names at the left, and below.
const MARGIN: (f64, f64) = (62.0, 42.0);
/// Pixels above.
const TOP: f64 = 8.0;

/// A line through points from left to right.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// The corners of its band; empty without a band.
    pub band: Vec<(f64, f64)>,
}

/// A chart of lines.
#[derive(Clone, Debug)]
pub struct LineChart {
    /// The lines.
    pub lines: Vec<Line>,
    /// The horizontal scale.
    pub x: Scale,
    /// The vertical scale.
    pub y: Scale,
    /// The names of the scales.
    pub names: [String; 2],
    /// The greatest possible value of a line, if it is bounded.
    pub limit: Option<f64>,
}

impl LineChart {
    /// Makes a chart of lines on scales from 0 to the greatest values, or on logarithmic ones from
    /// 1 on.
    pub fn fit(lines: Vec<Line>, names: [&str; 2], is_logarithmic: bool) -> LineChart {
        let greatest = |value: fn(&(f64, f64)) -> f64| {
            lines.iter().flat_map(|line| &line.points).map(value).fold(10.0, f64::max)
        };
        let scale = |greatest: f64| match is_logarithmic {
            true => Scale::logarithmic(1.0, greatest, 10),
            false => Scale::from_numbers(0.0, greatest, 10),
        };
        let (x, y) = (scale(greatest(|point| point.0)), scale(greatest(|point| point.1)));
        LineChart { x, y, names: names.map(str::to_owned), limit: None, lines }
    }

    /// Returns the chart as a picture with a title.
    pub fn into_file(self, title: &str) -> String {
        let (width, height) = (900.0, 520.0);
        let mut svg = Svg::new(width, height);
        draw_heading(&mut svg, title, "");
        svg.shift((0.0, 36.0), |svg| self.draw(svg, (width, height - 36.0)));
        svg.into_file()
    }

    /// True if the lines are few enough for bands in one chart.
    pub fn has_bands(&self) -> bool {
        self.lines.len() <= WITH_BANDS
    }

    /// Draws all lines with their names, in this number of pixels.
    pub fn draw(&self, svg: &mut Svg, size: (f64, f64)) {
        let names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
        let panel = self.draw_panel(svg, size, 24.0 + widest(&names));
        for (index, line) in self.lines.iter().enumerate().filter(|_| self.has_bands()) {
            draw_band(svg, &panel, line, index);
        }
        let ends: Vec<f64> = self.lines.iter().map(|line| panel.place(0.0, line.last()).1).collect();
        let places = spread(&ends, (NAME_HEIGHT / 2.0, panel.corner().1));
        let right = panel.corner().0;
        for (index, line) in self.lines.iter().enumerate() {
            svg.group(&format!("algorithm {}", colour_class(index)), &line.name, |svg| {
                draw_line(svg, &panel, line, index);
                let (end, place) = (ends[index], places[index]);
                svg.path("leader", &[(right, end), (right + 8.0, place), (right + 12.0, place)]);
                svg.text("label", Anchor::Start, (right + 15.0, place), &line.name);
            });
        }
    }

    /// Draws all lines without names or bands.
    pub fn draw_small(&self, svg: &mut Svg, size: (f64, f64)) {
        let panel = self.draw_panel(svg, size, 26.0);
        for (index, line) in self.lines.iter().enumerate() {
            svg.group(&colour_class(index), &line.name, |svg| draw_line(svg, &panel, line, index));
        }
    }

    /// Draws one line with its band, the others in grey.
    pub fn draw_one(&self, svg: &mut Svg, size: (f64, f64), index: usize) {
        let panel = self.draw_panel(svg, size, 26.0);
        for (_, other) in self.lines.iter().enumerate().filter(|(other, _)| *other != index) {
            svg.path("other", &panel.places(&other.points));
        }
        let line = &self.lines[index];
        draw_band(svg, &panel, line, index);
        svg.group(&colour_class(index), &line.name, |svg| svg.path("curve", &panel.places(&line.points)));
    }

    fn draw_panel(&self, svg: &mut Svg, (width, height): (f64, f64), right: f64) -> Panel {
        let (left, bottom) = MARGIN;
        let (x, y) = (self.x.clone(), self.y.clone());
        let (width, height) = (width - left - right, height - TOP - bottom);
        let panel = Panel { left, top: TOP, width, height, x, y };
        panel.draw(svg, self.names.each_ref().map(String::as_str), Grid::Horizontal);
        if let Some(limit) = self.limit {
            svg.path("limit", &[panel.place(self.x.start(), limit), panel.place(self.x.end(), limit)]);
        }
        panel
    }
}

impl Line {
    /// The value at its end.
    pub fn last(&self) -> f64 {
        self.points.last().map_or(0.0, |(_, value)| *value)
    }
}

fn draw_line(svg: &mut Svg, panel: &Panel, line: &Line, index: usize) {
    svg.path(&format!("curve{}", dash_class(index)), &panel.places(&line.points));
}

fn draw_band(svg: &mut Svg, panel: &Panel, line: &Line, index: usize) {
    if !line.band.is_empty() {
        svg.area(&format!("band {}", colour_class(index)), &panel.places(&line.band));
    }
}

/// Returns places for names, at least a line apart, and all between the ends if there is room. Each
/// is as near to its preferred place as the names before it allow (rule 1).
fn spread(wanted: &[f64], (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let mut places = vec![0.0; wanted.len()];
    let mut least = top;
    for &index in &order {
        places[index] = wanted[index].max(least);
        least = places[index] + NAME_HEIGHT;
    }
    let mut greatest = bottom;
    for &index in order.iter().rev() {
        places[index] = places[index].min(greatest);
        greatest = places[index] - NAME_HEIGHT;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_moved_apart_and_keep_their_order() {
        assert_eq!(spread(&[100.0, 20.0, 101.0], (0.0, 200.0)), [100.0, 20.0, 114.0]);
        // Names beyond the lower end are moved up.
        assert_eq!(spread(&[199.0, 198.0, 200.0], (0.0, 200.0)), [186.0, 172.0, 200.0]);
        let places = spread(&[5.0; 18], (7.0, 342.0));
        assert!(places.is_sorted_by(|a, b| b - a >= NAME_HEIGHT) && places[17] <= 342.0, "{places:?}");
    }
}
