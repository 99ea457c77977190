//! Quantities as text: parsing of the command line's, and readable output.

use anyhow::{Context, bail};
use sbst_model::messages::Budget;
use std::time::Duration;

/// Parses a budget: a duration, or a number of evaluations as in `100000evals`.
pub fn parse_budget(text: &str) -> anyhow::Result<Budget> {
    let mut budget = Budget::UNLIMITED;
    if let Some(number) = text.strip_suffix("evals").or_else(|| text.strip_suffix("eval")) {
        budget.evaluations = Some(parse_count(number)?);
    } else {
        let duration = parse_duration(text).context("write 30s, 5m or 100000evals")?;
        budget.seconds = Some(duration.as_secs_f64());
    }
    Ok(budget)
}

/// Parses a duration: a number, which may have a fraction, and a unit: ms, s, m or h.
pub fn parse_duration(text: &str) -> anyhow::Result<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        "" => bail!("a unit is missing: ms, s, m or h"),
        unit => bail!("unknown unit `{unit}`: the units are ms, s, m and h"),
    };
    let number: f64 = digits
        .replace('_', "")
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && *number > 0.0)
        .with_context(|| format!("`{digits}` is not a positive number"))?;
    Duration::try_from_secs_f64(number * unit).context("too long a duration")
}

/// Parses a number of things, above zero.
pub fn parse_count(text: &str) -> anyhow::Result<u64> {
    let number = text.replace('_', "").parse::<u64>().ok();
    number.filter(|number| *number > 0).with_context(|| format!("`{text}` is not a positive integer"))
}

/// Parses a number of bytes: a whole number, with or without KiB, MiB or GiB.
pub fn parse_bytes(text: &str) -> anyhow::Result<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        unit => bail!("unknown unit `{unit}`: the units are KiB, MiB and GiB"),
    };
    parse_count(digits)?.checked_mul(unit).context("too many bytes")
}

/// A number with its thousands apart: `100,000`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A duration as text: `0.2 ms`, `1.50 s`, `12.3 s`, `3 min 20 s`.
pub fn seconds(seconds: f64) -> String {
    if seconds < 0.09995 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 9.95 {
        format!("{seconds:.2} s")
    } else if seconds < 99.5 {
        format!("{seconds:.1} s")
    } else {
        let seconds = seconds.round() as u64;
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

/// A duration in whole seconds, for something that changes: `42 s`, `3 min 20 s`, `1 h 05 min`.
pub fn clock(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

/// A number in two or three digits: `950`, `1.2k`, `340k`, `5.6M`.
pub fn approximate(number: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match UNITS.into_iter().find(|(unit, _)| number >= *unit) {
        None => format!("{number:.0}"),
        // Cut, not rounded: 999,999 is less than a million.
        Some((unit, name)) if number < 10.0 * unit => {
            format!("{:.1}{name}", (number / unit * 10.0).floor() / 10.0)
        }
        Some((unit, name)) => format!("{:.0}{name}", (number / unit).floor()),
    }
}

/// A number with its noun, `1 test` or `2 tests`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str) -> Option<(Option<u64>, Option<f64>)> {
        parse_budget(text).ok().map(|budget| (budget.evaluations, budget.seconds))
    }

    #[test]
    fn a_budget_is_a_duration_or_a_number_of_evaluations() {
        assert_eq!(budget("30s"), Some((None, Some(30.0))));
        assert_eq!(budget("250ms"), Some((None, Some(0.25))));
        assert_eq!(budget("1.5m"), Some((None, Some(90.0))));
        assert_eq!(budget("2h"), Some((None, Some(7200.0))));
        assert_eq!(budget("100_000evals"), Some((Some(100_000), None)));
    }

    #[test]
    fn nonsense_is_no_budget() {
        for text in [
            "", "s", "30", "-1s", "0s", "0evals", "1.5evals", "10d", "infs", "nans", "1e400s", "9e99h",
            "evals", "30 s", "٣s",
        ] {
            assert_eq!(budget(text), None, "{text}");
        }
    }

    #[test]
    fn bytes_have_binary_units() {
        assert_eq!(parse_bytes("8MiB").unwrap(), 8 << 20);
        assert_eq!(parse_bytes("65_536").unwrap(), 65_536);
        assert!(parse_bytes("8MB").is_err());
        assert!(parse_bytes("99999999999999GiB").is_err());
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(seconds(0.000_16), "0.2 ms");
        assert_eq!(seconds(0.16), "0.16 s");
        assert_eq!(seconds(200.2), "3 min 20 s");
        assert_eq!([42, 200, 3_900].map(clock), ["42 s", "3 min 20 s", "1 h 05 min"]);
        let numbers = [0.0, 950.0, 1_250.0, 340_999.0, 999_999.0, 5_670_000.0, 2e13];
        assert_eq!(numbers.map(approximate), ["0", "950", "1.2k", "340k", "999k", "5.6M", "20T"]);
        assert_eq!((count(1, "test"), count(2, "test")), ("1 test".into(), "2 tests".into()));
    }
}
