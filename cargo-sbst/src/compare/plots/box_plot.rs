//! A box plot (Tukey, "Exploratory Data Analysis", 1977).
//!
//! 1. The box goes from the first to the third quartile; its line is the median.
//! 2. Whiskers go to the farthest values within one and a half lengths of the box; those beyond stand alone.
//! 3. A censored value is a triangle at the limit of the axis. A box or whisker that would rest on one is open
//!    towards it, and a median is not drawn. Where the first quartile is one there is no box, and all other values
//!    stand alone.

use crate::compare::quartiles::{Quantile, Quartiles, Time};
use crate::plot::axis::Axis;
use crate::plot::drawing::{Drawn, Plane, px};
use crate::plot::style;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// The plane that boxes lie in: values from left to right, and one row below the other.
pub type Rows<'a> = Plane<'a, Cartesian2d<Axis, RangedCoordf64>>;

/// What there is to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxPlot {
    quartiles: Quartiles<Quantile>,
    /// Ends of the whiskers; the upper one may be open.
    whiskers: (f64, Option<f64>),
    alone: Vec<f64>,
    /// Values that are censored.
    censored: usize,
}

/// Where to draw it.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its middle, in rows.
    pub row: f64,
    /// Half its height, in pixels.
    pub half_height: f64,
    /// The place of what is censored.
    pub limit: f64,
    /// Its colour.
    pub colour: RGBColor,
}

impl BoxPlot {
    /// The plot of times, which need not be sorted.
    ///
    /// # Panics
    /// If there are none.
    pub fn of(times: &[Time]) -> BoxPlot {
        let quartiles = Quartiles::of_times(times);
        let seen = |time: &Time| match time {
            Time::Seen(evaluations) => Some(*evaluations as f64),
            Time::Censored(_) => None,
        };
        let mut seen: Vec<f64> = times.iter().filter_map(seen).collect();
        seen.sort_by(f64::total_cmp);
        let Quartiles { first, third, .. } = quartiles;
        let reach = if third.censored { f64::INFINITY } else { 1.5 * (third.value - first.value) };
        let reached = first.value - reach..=third.value + reach;
        let is_near = |value: &f64| !first.censored && reached.contains(value);
        let (near, alone): (Vec<f64>, Vec<f64>) = seen.into_iter().partition(is_near);
        let (least, greatest) = (near.first().copied(), near.last().copied());
        let censored = times.iter().filter(|time| matches!(time, Time::Censored(_))).count();
        let whiskers = (least.unwrap_or(first.value), greatest.filter(|_| !third.censored));
        BoxPlot { quartiles, whiskers, alone, censored }
    }

    /// Draws it.
    pub fn draw(&self, rows: &Rows<'_>, place: Place) -> Drawn {
        let Place { row, half_height, limit, colour } = place;
        let Quartiles { first, median, third } = self.quartiles;
        let at = |quantile: Quantile| if quantile.censored { limit } else { quantile.value };
        let half = px(half_height);
        let horizontal =
            |from: f64, to: f64| PathElement::new([(from, row), (to, row)], style::line(colour, 1.2));
        let vertical = |value: f64, half: i32, width: f64| {
            EmptyElement::at((value, row))
                + PathElement::new([(0, -half), (0, half)], style::line(colour, width))
        };
        if !first.censored {
            rows.draw(&horizontal(self.whiskers.0, first.value))?;
            rows.draw(&vertical(self.whiskers.0, half / 2, 1.2))?;
            draw_box(rows, place, (first.value, at(third)), third.censored)?;
            if let Some(end) = self.whiskers.1 {
                rows.draw(&horizontal(third.value, end))?;
                rows.draw(&vertical(end, half / 2, 1.2))?;
            }
        }
        if !median.censored {
            rows.draw(&vertical(median.value, half, 2.6))?;
        }
        for value in &self.alone {
            rows.draw(&Circle::new((*value, row), px(2.2), style::line(colour, 1.0)))?;
        }
        if self.censored > 0 {
            let (width, height) = (px(7.0), px(4.5));
            let triangle = [(0, -height), (width, 0), (0, height)];
            rows.draw(&(EmptyElement::at((limit, row)) + Polygon::new(triangle, style::fill(colour))))?;
        }
        Ok(())
    }
}

/// The box, without its right side if it is open.
fn draw_box(rows: &Rows<'_>, place: Place, (from, to): (f64, f64), open: bool) -> Drawn {
    let Place { row, half_height, colour, .. } = place;
    let half = px(half_height);
    let width = rows.map_coordinate(&(to, row)).0 - rows.map_coordinate(&(from, row)).0;
    let inside = Rectangle::new([(0, -half), (width, half)], style::fill(colour.mix(style::LIGHT)));
    let mut outline = vec![(width, -half), (0, -half), (0, half), (width, half)];
    if !open {
        outline.push((width, -half));
    }
    let outline = PathElement::new(outline, style::line(colour, 1.2));
    rows.draw(&(EmptyElement::at((from, row)) + inside + outline))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(seen: &[u64], censored: usize) -> BoxPlot {
        let seen = seen.iter().copied().map(Time::Seen);
        BoxPlot::of(&seen.chain((0..censored).map(|_| Time::Censored(1_000))).collect::<Vec<_>>())
    }

    #[test]
    fn values_far_from_the_box_stand_alone() {
        let plot = plot(&[1, 20, 21, 22, 23, 24, 25, 31, 90], 0);
        assert_eq!((plot.quartiles.first.value, plot.quartiles.third.value), (21.0, 25.0));
        assert_eq!(plot.whiskers, (20.0, Some(31.0)), "one and a half lengths are 6");
        assert_eq!(plot.alone, [1.0, 90.0]);
    }

    #[test]
    fn a_box_that_rests_on_censored_values_is_open() {
        let open = plot(&[10, 20, 300], 2);
        assert_eq!((open.whiskers, open.censored), ((10.0, None), 2));
        assert!(open.quartiles.third.censored && !open.quartiles.median.censored);
        assert!(open.alone.is_empty());
        let alone = plot(&[10, 20], 7);
        assert_eq!((alone.whiskers.1, &alone.alone[..]), (None, &[10.0, 20.0][..]), "there is no box");
        let closed = plot(&[10, 11, 12, 13, 14, 15], 1);
        assert_eq!((closed.whiskers, closed.censored), ((10.0, Some(15.0)), 1));
    }
}
