//! Scales from values to places along a line, with round numbers as ticks.

use cargo_sbst::ui::quantity::thousands;
use std::iter;

/// The least ratio of the ends for a logarithmic scale of evaluations: an order of magnitude and a
/// half.
const LARGE_RATIO: f64 = 30.0;
/// The least number written as a power of ten, to save room.
const LARGE: f64 = 1e6;

/// A scale.
#[derive(Clone, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
    is_logarithmic: bool,
    /// Values and their printed form.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// A scale without ticks; it may lead from a greater value to a lesser one.
    pub fn new(from: f64, to: f64) -> Scale {
        Scale { from, to, is_logarithmic: false, ticks: Vec::new() }
    }

    /// A scale of numbers, with at most `most` ticks.
    pub fn from_numbers(from: f64, to: f64, most: usize) -> Scale {
        Scale::with_step(from, to, round_step((to - from) / (most - 1) as f64))
    }

    /// A scale of whole numbers, with at most `most` ticks.
    pub fn from_counts(from: f64, to: f64, most: usize) -> Scale {
        Scale::with_step(from, to, round_step(((to - from) / (most - 1) as f64).max(1.0)))
    }

    fn with_step(from: f64, to: f64, step: f64) -> Scale {
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        // A tick beside an end, because of rounding, is at the end.
        let (first, last) = ((from / step - 1e-9).ceil() as i64, (to / step + 1e-9).floor() as i64);
        let tick = |number: i64| {
            let value = number as f64 * step;
            match from.abs().max(to.abs()) < LARGE {
                true => (value, number_text(value, decimals)),
                false => (value, large_text(value)),
            }
        };
        Scale { ticks: (first..=last).map(tick).collect(), ..Scale::new(from, to) }
    }

    /// A scale of evaluations: logarithmic if its range is large. It has room for its greatest
    /// value.
    pub fn from_evaluations(least: f64, greatest: f64, most: usize) -> Scale {
        let (least, greatest) = (least.max(1.0), greatest.max(2.0));
        if is_large(least, greatest) {
            return Scale::logarithmic(least, greatest, most);
        }
        let room = 0.04 * (greatest - least).max(1.0);
        Scale::from_counts((least - room).max(0.0), greatest + room, most)
    }

    /// A logarithmic scale with room at both ends.
    pub fn logarithmic(least: f64, greatest: f64, most: usize) -> Scale {
        let power = 10f64.powf(least.log10().floor());
        let start = [5.0, 2.0, 1.0].map(|part| part * power).into_iter().find(|start| *start <= least);
        let start = start.unwrap_or(power);
        let room = (greatest / start).powf(0.03);
        let (from, to) = (start / room, greatest * room);
        let powers = iter::successors(Some(power), |power| Some(10.0 * power));
        let powers: Vec<f64> = powers.take_while(|power| *power < to).collect();
        let divide = |parts: &[f64]| -> Vec<f64> {
            let all = powers.iter().flat_map(|power| parts.iter().map(move |part| part * power));
            all.filter(|tick| (from..to).contains(tick)).collect()
        };
        let finest: [&[f64]; 2] = [&[1.0, 2.0, 5.0], &[1.0, 3.0]];
        let ticks = finest.into_iter().map(divide).find(|ticks| ticks.len() <= most);
        let ticks = ticks.unwrap_or_else(|| {
            let powers = divide(&[1.0]);
            let step = powers.len().div_ceil(most);
            powers.into_iter().step_by(step).collect()
        });
        let write = |value: f64| match value < LARGE {
            true => (value, number_text(value, 0)),
            false => (value, large_text(value)),
        };
        Scale { from, to, is_logarithmic: true, ticks: ticks.into_iter().map(write).collect() }
    }

    /// A scale of logarithms to the base of ten, with ticks at whole ones.
    pub fn from_logarithms(to: f64, most: usize) -> Scale {
        let every = (to.floor() as usize / most + 1).max(1);
        let power_text = |power: usize| match power {
            0..=5 => thousands(10u64.pow(power as u32)),
            _ => format!("1e{power}"),
        };
        let powers = (0..=to.floor() as usize).step_by(every);
        Scale {
            ticks: powers.map(|power| (power as f64, power_text(power))).collect(),
            ..Scale::new(0.0, to)
        }
    }

    /// Returns the scale with other ticks.
    pub fn with_ticks(self, ticks: Vec<(f64, String)>) -> Scale {
        Scale { ticks, ..self }
    }

    /// Returns the scale with room at both ends.
    pub fn with_room(self, room: f64) -> Scale {
        Scale { from: self.from - room, to: self.to + room, ..self }
    }

    /// Returns the scale with a unit after each number.
    pub fn with_unit(mut self, unit: &str) -> Scale {
        self.ticks.iter_mut().for_each(|(_, text)| text.push_str(unit));
        self
    }

    /// The value at its start.
    pub fn start(&self) -> f64 {
        self.from
    }

    /// The value at its end.
    pub fn end(&self) -> f64 {
        self.to
    }

    /// Returns the position of a value on the scale, from 0 to 1.
    pub fn part(&self, value: f64) -> f64 {
        let Scale { from, to, .. } = *self;
        let part = match self.is_logarithmic {
            true => (value.max(from) / from).ln() / (to / from).ln(),
            false if from == to => 0.5,
            false => (value - from) / (to - from),
        };
        part.clamp(0.0, 1.0)
    }
}

/// True if evaluations between these values need a logarithmic scale.
pub fn is_large(least: f64, greatest: f64) -> bool {
    greatest / least >= LARGE_RATIO
}

/// Returns the least of 1, 2, 5, 10, 20 … and of 0.5, 0.2, 0.1 … that is at least this value.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
    steps.into_iter().find(|round| *round >= step * 0.999_999).unwrap_or(10.0 * power)
}

/// A number with separated thousands.
fn number_text(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    let sign = if value < 0.0 && text.contains(|c: char| ('1'..='9').contains(&c)) { "−" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// A number with its power of ten: `1.5e9`.
fn large_text(value: f64) -> String {
    // Ticks are a few digits long; further digits come from rounding.
    let text = format!("{:.3e}", value.abs());
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    match digits {
        "0" => "0".to_owned(),
        _ => format!("{}{digits}e{power}", if value < 0.0 { "−" } else { "" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: &Scale) -> Vec<&str> {
        scale.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_ends() {
        assert_eq!(texts(&Scale::from_numbers(-100.0, 100.0, 5)), ["−100", "−50", "0", "50", "100"]);
        assert_eq!(texts(&Scale::from_numbers(0.0, 1.1, 7)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(&Scale::from_numbers(-4e9, 4e9, 5)), ["−4e9", "−2e9", "0", "2e9", "4e9"]);
        assert_eq!(texts(&Scale::from_numbers(-8_000.0, 8_000.0, 5)), ["−5,000", "0", "5,000"]);
        assert_eq!(texts(&Scale::from_numbers(1e12, 2e12, 3)), ["1e12", "1.5e12", "2e12"]);
        assert_eq!(texts(&Scale::from_counts(0.0, 8.0, 5)), ["0", "2", "4", "6", "8"]);
        assert_eq!(texts(&Scale::from_counts(0.0, 2.0, 5)), ["0", "1", "2"]);
        assert_eq!(texts(&Scale::from_counts(3.7, 41.0, 5)), ["10", "20", "30", "40"]);
        assert_eq!(texts(&Scale::from_counts(0.0, 100.0, 6).with_unit(" %")).last(), Some(&"100 %"));
    }

    #[test]
    fn powers_of_ten_are_ticks_of_logarithms() {
        assert_eq!(texts(&Scale::from_logarithms(3.3, 6)), ["1", "10", "100", "1,000"]);
        assert_eq!(texts(&Scale::from_logarithms(19.0, 6)), ["1", "10,000", "1e8", "1e12", "1e16"]);
    }

    #[test]
    fn a_large_range_of_evaluations_is_logarithmic() {
        let expected: [(f64, f64, &[&str]); 4] = [
            (1.0, 100_000.0, &["1", "10", "100", "1,000", "10,000", "100,000"]),
            (300.0, 9_000.0, &["200", "500", "1,000", "2,000", "5,000", "10,000"]),
            (420.0, 25_000.0, &["300", "1,000", "3,000", "10,000"]),
            (4_000.0, 9_000.0, &["4,000", "6,000", "8,000"]),
        ];
        for (least, greatest, ticks) in expected {
            assert_eq!(texts(&Scale::from_evaluations(least, greatest, 6)), ticks);
        }
    }

    #[test]
    fn ticks_never_exceed_the_room() {
        assert_eq!(texts(&Scale::from_evaluations(1.0, 2e7, 6)), ["1", "100", "10,000", "1e6"]);
        for (least, greatest) in [(1.0, 1e15), (3.0, 100.0), (7.0, 71.0), (1e6, 1.7e6), (40.0, 4e9)] {
            let ticks = Scale::from_evaluations(least, greatest, 6).ticks;
            assert!((2..=6).contains(&ticks.len()), "{ticks:?}");
        }
    }

    #[test]
    fn every_value_has_its_place_between_the_ends() {
        let scale = Scale::from_numbers(-10.0, 10.0, 5);
        assert_eq!([-10.0, 0.0, 10.0, 99.0].map(|value| scale.part(value)), [0.0, 0.5, 1.0, 1.0]);
        for scale in [Scale::from_evaluations(1.0, 1_000.0, 5), Scale::from_evaluations(100.0, 200.0, 5)] {
            let values = [scale.start(), scale.end(), f64::MAX];
            assert_eq!(values.map(|value| scale.part(value)), [0.0, 1.0, 1.0]);
        }
        let middle = Scale::from_evaluations(1.0, 1_000.0, 5).part(31.623);
        assert!((middle - 0.5).abs() < 1e-4, "{middle}");
    }
}
