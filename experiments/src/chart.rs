//! A chart of lines as SVG, written by hand: axes, a grid, a line for each name, and a legend.

use std::fmt::Write as _;

/// A chart.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What stands below the horizontal axis.
    pub x: String,
    /// What stands beside the vertical axis.
    pub y: String,
    /// Whether both axes are logarithmic, from 1 on.
    pub logarithmic: bool,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line through points from left to right.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Where it leads.
    pub points: Vec<(f64, f64)>,
}

/// Pixels.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;
/// Okabe and Ito's colours, which people with any colour vision can tell apart.
const COLOURS: [&str; 7] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The values that an axis shows, and where.
struct Axis {
    logarithmic: bool,
    most: f64,
}

impl Axis {
    /// Where a value stands, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        if self.logarithmic { value.max(1.0).ln() / self.most.ln() } else { value / self.most }
    }

    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let decades = (0..12).map(|decade| 10f64.powi(decade));
            let ticks = decades.flat_map(|decade| [decade, 3.0 * decade]);
            return ticks.take_while(|&tick| tick <= self.most).collect();
        }
        let step = 10f64.powf(self.most.log10().floor());
        let step = if self.most / step < 2.5 { step / 5.0 } else { step };
        (0..).map(|tick| f64::from(tick) * step).take_while(|&tick| tick <= self.most).collect()
    }
}

impl Chart {
    /// The chart as a file.
    ///
    /// ```
    /// use sbst_experiments::chart::{Chart, Line};
    ///
    /// let line = Line { name: "a & b".to_owned(), points: vec![(0.0, 1.0), (10.0, 5.0)] };
    /// let svg = Chart { lines: vec![line], ..Chart::default() }.to_svg();
    /// assert!(svg.starts_with("<svg") && svg.contains("a &amp; b") && svg.contains("<polyline"));
    /// ```
    pub fn to_svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let most = |value: fn(&(f64, f64)) -> f64| points().map(value).fold(10.0, f64::max);
        let across = Axis { logarithmic: self.logarithmic, most: most(|point| point.0) };
        let up = Axis { logarithmic: self.logarithmic, most: most(|point| point.1) };
        let at_x = |value: f64| LEFT + across.place(value) * (WIDTH - LEFT - RIGHT);
        let at_y = |value: f64| HEIGHT - BOTTOM - up.place(value) * (HEIGHT - TOP - BOTTOM);
        let (left, right, top, bottom) = (LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
             <text x=\"{left}\" y=\"24\" font-size=\"16\">{}</text>\n",
            escaped(&self.title)
        );
        for tick in across.ticks() {
            let x = at_x(tick);
            _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#dddddd\"/>"
            );
            let below = bottom + 18.0;
            _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{below}\" text-anchor=\"middle\">{tick}</text>");
        }
        for tick in up.ticks() {
            let y = at_y(tick);
            _ = writeln!(
                svg,
                "<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>"
            );
            let (beside, middle) = (left - 8.0, y + 4.0);
            _ = writeln!(svg, "<text x=\"{beside}\" y=\"{middle:.1}\" text-anchor=\"end\">{tick}</text>");
        }
        let (middle_x, middle_y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let below = HEIGHT - 16.0;
        _ = writeln!(
            svg,
            "<text x=\"{middle_x}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
            escaped(&self.x)
        );
        _ = writeln!(
            svg,
            "<text x=\"18\" y=\"{middle_y}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {middle_y})\">{}</text>",
            escaped(&self.y)
        );
        for (number, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            _ = write!(svg, "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"");
            for &(x, y) in &line.points {
                _ = write!(svg, "{:.1},{:.1} ", at_x(x), at_y(y));
            }
            let (x, y) = (right + 14.0, top + 22.0 * number as f64 + 8.0);
            let (end, text, middle) = (x + 22.0, x + 28.0, y + 4.0);
            _ = writeln!(
                svg,
                "\"/>\n<line x1=\"{x}\" y1=\"{y}\" x2=\"{end}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
                 <text x=\"{text}\" y=\"{middle}\">{}</text>",
                escaped(&line.name)
            );
        }
        svg + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
