//! Axes of numbers: where their ticks are, and how these are written.

use crate::ui::quantity::thousands;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::iter;
use std::ops::Range;

/// Ratio of the ends of an axis from which on it is logarithmic: an order of magnitude and a half.
const LARGE_RATIO: f64 = 30.0;

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    range: Range<f64>,
    logarithmic: bool,
    ticks: Vec<f64>,
    unit: &'static str,
}

impl Axis {
    /// An axis on which values are evenly spread.
    pub fn linear(range: Range<f64>, most_ticks: usize) -> Axis {
        let step = round_step((range.end - range.start) / (most_ticks - 1) as f64);
        let first = (range.start / step).ceil() as i64;
        let last = (range.end / step).floor() as i64;
        let ticks = (first..=last).map(|number| number as f64 * step).collect();
        Axis { range, logarithmic: false, ticks, unit: "" }
    }

    /// An axis of evaluations: logarithmic if its range is large. It has room for its greatest value.
    pub fn of_evaluations(least: f64, greatest: f64, most_ticks: usize) -> Axis {
        let (least, greatest) = (least.max(1.0), greatest.max(2.0));
        if !is_large(least, greatest) {
            let room = 0.04 * (greatest - least).max(1.0);
            return Axis::linear((least - room).max(0.0)..greatest + room, most_ticks);
        }
        let power = 10f64.powf(least.log10().floor());
        let start = [5.0, 2.0, 1.0].map(|part| part * power).into_iter().find(|start| *start <= least);
        let start = start.unwrap_or(power);
        let room = (greatest / start).powf(0.03);
        let range = start / room..greatest * room;
        let powers = iter::successors(Some(power), |power| Some(10.0 * power));
        let powers: Vec<f64> = powers.take_while(|power| *power < range.end).collect();
        let parted = |parts: &[f64]| -> Vec<f64> {
            let all = powers.iter().flat_map(|power| parts.iter().map(move |part| part * power));
            all.filter(|tick| range.contains(tick)).collect()
        };
        let finest: [&[f64]; 2] = [&[1.0, 2.0, 5.0], &[1.0, 3.0]];
        let ticks = finest.into_iter().map(parted).find(|ticks| ticks.len() <= most_ticks);
        let ticks = ticks.unwrap_or_else(|| {
            let powers = parted(&[1.0]);
            let step = powers.len().div_ceil(most_ticks);
            powers.into_iter().step_by(step).collect()
        });
        Axis { range, logarithmic: true, ticks, unit: "" }
    }

    /// The same axis, with a unit after each number.
    pub fn in_unit(self, unit: &'static str) -> Axis {
        Axis { unit, ..self }
    }

    /// Where it begins.
    pub fn start(&self) -> f64 {
        self.range.start
    }

    /// Where it ends.
    pub fn end(&self) -> f64 {
        self.range.end
    }
}

/// Whether evaluations between these are shown on a logarithmic axis.
pub fn is_large(least: f64, greatest: f64) -> bool {
    greatest / least >= LARGE_RATIO
}

/// The least of 1, 2, 5, 10, 20 … that is not smaller: there is nothing between whole numbers.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
    steps.into_iter().find(|round| *round >= step).unwrap_or(10.0 * power)
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let Range { start, end } = self.range;
        let part = match self.logarithmic {
            true => (value.max(start) / start).ln() / (end / start).ln(),
            false => (value - start) / (end - start),
        };
        from + (f64::from(to - from) * part.clamp(0.0, 1.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let number = match value / 1e6 {
            millions if millions >= 1.0 => format!("{} M", (millions * 1e3).round() / 1e3),
            _ => thousands(value.round() as u64),
        };
        format!("{number}{}", self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect()
    }

    fn of_evaluations(least: f64, greatest: f64) -> Vec<String> {
        labels(&Axis::of_evaluations(least, greatest, 6))
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::linear(0.0..8.0, 5)), ["0", "2", "4", "6", "8"]);
        assert_eq!(labels(&Axis::linear(0.0..2.0, 5)), ["0", "1", "2"]);
        assert_eq!(labels(&Axis::linear(3.7..41.0, 5)), ["10", "20", "30", "40"]);
        assert_eq!(labels(&Axis::linear(0.0..100.0, 6).in_unit(" %")).last().unwrap(), "100 %");
    }

    #[test]
    fn a_large_range_is_logarithmic() {
        assert_eq!(of_evaluations(1.0, 100_000.0), ["1", "10", "100", "1,000", "10,000", "100,000"]);
        assert_eq!(of_evaluations(300.0, 9_000.0), ["200", "500", "1,000", "2,000", "5,000", "10,000"]);
        assert_eq!(of_evaluations(420.0, 25_000.0), ["300", "1,000", "3,000", "10,000"]);
        assert_eq!(of_evaluations(4_000.0, 9_000.0), ["4,000", "6,000", "8,000"]);
    }

    #[test]
    fn there_are_never_more_ticks_than_have_room() {
        assert_eq!(of_evaluations(1.0, 2e7), ["1", "100", "10,000", "1 M"]);
        for (least, greatest) in [(1.0, 1e15), (3.0, 100.0), (7.0, 71.0), (1e6, 1.7e6), (40.0, 4e9)] {
            let ticks = of_evaluations(least, greatest);
            assert!((2..=6).contains(&ticks.len()), "{ticks:?}");
        }
    }

    #[test]
    fn every_value_has_its_place_on_the_axis() {
        for axis in [Axis::of_evaluations(1.0, 1_000.0, 5), Axis::of_evaluations(100.0, 200.0, 5)] {
            let ends = [axis.start(), axis.end()].map(|value| axis.map(&value, (10, 20)));
            assert_eq!(ends, [10, 20]);
            assert_eq!(axis.map(&f64::MAX, (10, 20)), 20);
        }
        assert_eq!(Axis::of_evaluations(1.0, 1_000.0, 5).map(&31.623, (0, 1_000)), 500);
    }
}
