//! Scales from values to places along a line, with their ticks.

use sbst_model::messages::LandscapeAxis;

/// From this on numbers are written with their power of ten, so that they have room.
const LARGE: f64 = 1e6;

/// A scale.
#[derive(Clone, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
    /// Values and how they are written.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// Numbers, with at most so many ticks at round ones.
    pub fn of_numbers(from: f64, to: f64, most: usize) -> Scale {
        let least = (to - from) / (most - 1) as f64;
        let power = 10f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
        let step = steps.into_iter().find(|step| *step >= least * 0.999_999).unwrap_or(10.0 * power);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        // What rounding left beside an end is at the end.
        let (first, last) = ((from / step - 1e-9).ceil() as i64, (to / step + 1e-9).floor() as i64);
        let tick = |number: i64| {
            let value = number as f64 * step;
            match from.abs().max(to.abs()) < LARGE {
                true => (value, number_text(value, decimals)),
                false => (value, large_text(value)),
            }
        };
        Scale { from, to, ticks: (first..=last).map(tick).collect() }
    }

    /// Logarithms of numbers, with a tick at each power of ten, or at some of them.
    pub fn of_logarithms(to: f64, most: usize) -> Scale {
        let every = (to.floor() as usize / most + 1).max(1);
        let powers = (0..=to.floor() as usize).step_by(every);
        Scale { from: 0.0, to, ticks: powers.map(|power| (power as f64, power_text(power))).collect() }
    }

    /// The values of an input.
    pub fn of_axis(axis: &LandscapeAxis, most: usize) -> Scale {
        let LandscapeAxis { texts, positions } = axis;
        let (from, to) = (positions[0], positions[positions.len() - 1]);
        let is_number =
            |(text, position): (&String, &f64)| text.parse().is_ok_and(|number: f64| number == *position);
        if texts.iter().zip(positions).all(is_number) {
            return Scale::of_numbers(from, to, most);
        }
        let every = texts.len().div_ceil(most);
        let ticks = positions.iter().copied().zip(texts.iter().map(|text| visible(text))).step_by(every);
        Scale { from, to, ticks: ticks.collect() }
    }

    /// The same scale with room at both ends.
    pub fn with_room(self, room: f64) -> Scale {
        Scale { from: self.from - room, to: self.to + room, ticks: self.ticks }
    }

    /// How far along a value lies, from 0 to 1.
    pub fn part(&self, value: f64) -> f64 {
        if self.to > self.from { ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0) } else { 0.5 }
    }
}

/// A number with its thousands apart.
fn number_text(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), crate::ui::quantity::thousands);
    let sign = if value < 0.0 && text.contains(|c: char| ('1'..='9').contains(&c)) { "−" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// A number with its power of ten: `1.5e9`.
fn large_text(value: f64) -> String {
    // Ticks are some digits from zero; what lies behind those is rounding.
    let text = format!("{:.3e}", value.abs());
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    match digits {
        "0" => "0".to_owned(),
        _ => format!("{}{digits}e{power}", if value < 0.0 { "−" } else { "" }),
    }
}

fn power_text(power: usize) -> String {
    match power {
        0..=5 => crate::ui::quantity::thousands(10u64.pow(power as u32)),
        _ => format!("1e{power}"),
    }
}

/// A character as it can be seen.
fn visible(text: &str) -> String {
    match text {
        " " => "' '".to_owned(),
        _ => text.escape_default().to_string(),
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
        assert_eq!(texts(&Scale::of_numbers(-100.0, 100.0, 5)), ["−100", "−50", "0", "50", "100"]);
        assert_eq!(texts(&Scale::of_numbers(0.0, 1.1, 7)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(&Scale::of_numbers(-4e9, 4e9, 5)), ["−4e9", "−2e9", "0", "2e9", "4e9"]);
        assert_eq!(texts(&Scale::of_numbers(-8_000.0, 8_000.0, 5)), ["−5,000", "0", "5,000"]);
        assert_eq!(texts(&Scale::of_numbers(1e12, 2e12, 3)), ["1e12", "1.5e12", "2e12"]);
    }

    #[test]
    fn powers_of_ten_are_ticks_of_logarithms() {
        assert_eq!(texts(&Scale::of_logarithms(3.3, 6)), ["1", "10", "100", "1,000"]);
        assert_eq!(texts(&Scale::of_logarithms(19.0, 6)), ["1", "10,000", "1e8", "1e12", "1e16"]);
    }

    #[test]
    fn characters_are_ticks_as_they_are_written() {
        let axis = LandscapeAxis {
            texts: ["0", "1", "2", " "].map(str::to_owned).into(),
            positions: vec![48.0, 49.0, 50.0, 51.0],
        };
        assert_eq!(texts(&Scale::of_axis(&axis, 9)), ["0", "1", "2", "' '"]);
    }

    #[test]
    fn a_value_lies_between_the_ends() {
        let scale = Scale::of_numbers(-10.0, 10.0, 5);
        assert_eq!([-10.0, 0.0, 10.0, 99.0].map(|value| scale.part(value)), [0.0, 0.5, 1.0, 1.0]);
    }
}
