//! A box plot (Tukey, "Exploratory Data Analysis", 1977).
//!
//! 1. The box goes from the first to the third quartile; its line is the median.
//! 2. Whiskers go to the farthest values within one and a half lengths of the box; values beyond
//!    are single points.
//! 3. A censored value is a triangle at the limit of the axis. A box or whisker that would rest on
//!    one is open towards it, and the median is not drawn. If the first quartile is censored, the
//!    plot has no box, and all other values are single points.

use crate::chart::{Panel, Svg};
use crate::statistics::quartiles::{Quantile, Quartiles, Time};

/// A box plot.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxPlot {
    quartiles: Quartiles<Quantile>,
    /// Ends of the whiskers; the upper one may be open.
    whiskers: (f64, Option<f64>),
    alone: Vec<f64>,
    /// The number of censored values.
    censored: usize,
}

/// The place of a box plot.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The panel, with values from left to right, and one row below the other.
    pub panel: &'a Panel,
    /// Its middle, in rows.
    pub row: f64,
    /// Half its height, in pixels.
    pub half_height: f64,
    /// The place of censored values.
    pub limit: f64,
}

impl BoxPlot {
    /// The plot of times, which need not be sorted.
    ///
    /// # Panics
    /// If the times are empty.
    pub fn from_times(times: &[Time]) -> BoxPlot {
        let quartiles = Quartiles::from_times(times);
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
        let censored = times.iter().filter(|time| time.is_censored()).count();
        let whiskers = (least.unwrap_or(first.value), greatest.filter(|_| !third.censored));
        BoxPlot { quartiles, whiskers, alone, censored }
    }

    /// Draws it in the colour of its group.
    pub fn draw(&self, svg: &mut Svg, Place { panel, row, half_height: half, limit }: Place<'_>) {
        let Quartiles { first, median, third } = self.quartiles;
        let (_, y) = panel.place(limit, row);
        let x = |value: f64| panel.place(value, row).0;
        let horizontal = |svg: &mut Svg, from: f64, to: f64| svg.path("whisker", &[(x(from), y), (x(to), y)]);
        let vertical = |svg: &mut Svg, class: &str, value: f64, half: f64| {
            svg.path(class, &[(x(value), y - half), (x(value), y + half)]);
        };
        if !first.censored {
            horizontal(svg, self.whiskers.0, first.value);
            vertical(svg, "whisker", self.whiskers.0, half / 2.0);
            let (left, right) = (x(first.value), x(if third.censored { limit } else { third.value }));
            svg.rectangle("band", (left, y - half), (right - left, 2.0 * half));
            let mut outline = vec![(right, y - half), (left, y - half), (left, y + half), (right, y + half)];
            // A box that rests on censored values has no right side.
            if !third.censored {
                outline.push((right, y - half));
            }
            svg.path("whisker", &outline);
            if let Some(end) = self.whiskers.1 {
                horizontal(svg, third.value, end);
                vertical(svg, "whisker", end, half / 2.0);
            }
        }
        if !median.censored {
            vertical(svg, "median", median.value, half);
        }
        for value in &self.alone {
            svg.circle("ring", (x(*value), y), 2.2);
        }
        if self.censored > 0 {
            let x = x(limit);
            svg.area("mark", &[(x, y - 4.5), (x + 7.0, y), (x, y + 4.5)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(seen: &[u64], censored: usize) -> BoxPlot {
        let seen = seen.iter().copied().map(Time::Seen);
        BoxPlot::from_times(&seen.chain((0..censored).map(|_| Time::Censored(1_000))).collect::<Vec<_>>())
    }

    #[test]
    fn outliers_are_single_points() {
        let plot = plot(&[1, 20, 21, 22, 23, 24, 25, 31, 90], 0);
        assert_eq!((plot.quartiles.first.value, plot.quartiles.third.value), (21.0, 25.0));
        assert_eq!(plot.whiskers, (20.0, Some(31.0)), "one and a half lengths are 6");
        assert_eq!(plot.alone, [1.0, 90.0]);
    }

    #[test]
    fn box_on_censored_values_is_open() {
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
