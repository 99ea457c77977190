//! Controls that keep test suites from growing without bounds while a search varies them.
//!
//! Fraser, "Search-Based Test Generation", part 2: a suite with one more test never covers less, so
//! suites grow and use up the budget. Each control is independent, so that its effect can be
//! measured.

use std::{fmt, str::FromStr};

/// Controls of bloat, each enabled or disabled. All are on by default.
///
/// ```
/// use sbst_model::BloatControl;
///
/// let control: BloatControl = "length-in-selection,bounded-insertion".parse().unwrap();
/// assert!(control.bounded_insertion && !control.relative_crossover);
/// assert_eq!(control.to_string(), "length-in-selection,bounded-insertion");
/// assert_eq!("all".parse(), Ok(BloatControl::default()));
/// assert_eq!("none".parse(), Ok(BloatControl::NONE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BloatControl {
    /// Both parents are cut at the same part of their length: no offspring outgrows both parents.
    pub relative_crossover: bool,
    /// Selection takes the shorter of suites with equal fitness.
    pub length_in_selection: bool,
    /// The elite are the shorter of suites with equal fitness.
    pub length_in_elitism: bool,
    /// A suite of the largest initial number of tests gets no insertions.
    pub bounded_insertion: bool,
}

impl BloatControl {
    pub const NONE: BloatControl = BloatControl {
        relative_crossover: false,
        length_in_selection: false,
        length_in_elitism: false,
        bounded_insertion: false,
    };

    pub const ALL: BloatControl = BloatControl {
        relative_crossover: true,
        length_in_selection: true,
        length_in_elitism: true,
        bounded_insertion: true,
    };

    /// The names of the controls, in the order of the fields.
    pub const NAMES: [&'static str; 4] =
        ["relative-crossover", "length-in-selection", "length-in-elitism", "bounded-insertion"];

    fn switches(&mut self) -> [&mut bool; 4] {
        [
            &mut self.relative_crossover,
            &mut self.length_in_selection,
            &mut self.length_in_elitism,
            &mut self.bounded_insertion,
        ]
    }
}

impl Default for BloatControl {
    fn default() -> BloatControl {
        BloatControl::ALL
    }
}

impl fmt::Display for BloatControl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        let on = copy.switches().map(|switch| *switch);
        let names: Vec<&str> =
            BloatControl::NAMES.into_iter().zip(on).filter_map(|(name, on)| on.then_some(name)).collect();
        formatter.pad(&match names.len() {
            0 => "none".to_owned(),
            4 => "all".to_owned(),
            _ => names.join(","),
        })
    }
}

impl FromStr for BloatControl {
    type Err = UnknownBloatControl;

    fn from_str(text: &str) -> Result<BloatControl, UnknownBloatControl> {
        match text {
            "all" => return Ok(BloatControl::ALL),
            "none" => return Ok(BloatControl::NONE),
            _ => {}
        }
        let mut control = BloatControl::NONE;
        for part in text.split(',') {
            let number = BloatControl::NAMES.iter().position(|&name| name == part);
            let number = number.ok_or_else(|| UnknownBloatControl(part.to_owned()))?;
            *control.switches()[number] = true;
        }
        Ok(control)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBloatControl(String);

impl fmt::Display for UnknownBloatControl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = BloatControl::NAMES.join(", ");
        write!(formatter, "unknown bloat control `{}`; known are: all, none, or some of {names}", self.0)
    }
}

impl std::error::Error for UnknownBloatControl {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_read_as_it_is_written() {
        for bits in 0..16 {
            let mut control = BloatControl::NONE;
            for (number, switch) in control.switches().into_iter().enumerate() {
                *switch = bits >> number & 1 == 1;
            }
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }

    #[test]
    fn an_unknown_name_is_named() {
        let error = "relative-crossover,short".parse::<BloatControl>().unwrap_err().to_string();
        assert!(error.starts_with("unknown bloat control `short`; known are: all, none"), "{error}");
    }
}
