//! Functions with executions that were ended as too long, with the smallest such call, and the
//! growth of its time.

use crate::search::target_report::TargetReport;
use crate::suite;
use crate::ui::console::HEADING;
use crate::ui::quantity::{count, seconds, thousands};
use sbst_model::messages::{SlowCall, TimeUpTo};
use std::cmp::Reverse;
use std::fmt::{self, Write};

/// The most functions listed.
const MOST: usize = 10;
/// The last statements before a call that are shown.
const LINES: usize = 3;
/// Seconds below which times are not distinguished: most of it is not the call itself.
const SHORT: f64 = 1e-4;

/// Writes the section, if any execution was slow.
pub fn write(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let mut slow: Vec<_> = reports.iter().filter(|report| report.slow.executions > 0).collect();
    if slow.is_empty() {
        return Ok(());
    }
    slow.sort_by_key(|report| Reverse(report.slow.executions));
    writeln!(text, "\n{HEADING}Slow executions, ended early{HEADING:#}")?;
    for TargetReport { slow, description, .. } in slow.iter().take(MOST) {
        let path = &description.id.path;
        writeln!(text, "  {path}: {}", count(slow.executions, "execution"))?;
        let Some(call) = &slow.call else { continue };
        let (before, arguments) = suite::as_read(&call.before, &call.arguments);
        let name = path.rsplit("::").next().unwrap_or(path);
        if let hidden @ 1.. = before.len().saturating_sub(LINES) {
            writeln!(text, "    … ({})", count(hidden, "more statement"))?;
        }
        let shown = &before[before.len().saturating_sub(LINES)..];
        shown.iter().try_for_each(|line| writeln!(text, "    {line}"))?;
        writeln!(text, "    {name}({})", arguments.join(", "))?;
        if let Some(growth) = growth(call) {
            writeln!(text, "    {growth}")?;
        }
    }
    match slow.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(text, "  and {}", count(more, "more function")),
    }
}

/// The least number of steps to report: fewer are those around the call.
const STEPS: u64 = 1_000;

/// Returns the time of a call and its growth, in words.
fn growth(call: &SlowCall) -> Option<String> {
    if let Some(steps) = call.steps {
        return Some(format!("ends after {} steps", thousands(steps)));
    }
    let last = call.times.last()?;
    let limit = if call.is_by_length { "characters" } else { "as the greatest number" };
    let time = match last {
        TimeUpTo { steps, .. } if *steps >= STEPS => format!("{} steps", thousands(*steps)),
        TimeUpTo { seconds: short, .. } if *short < SHORT => format!("less than {}", seconds(SHORT)),
        TimeUpTo { seconds: long, .. } => seconds(*long),
    };
    let time = format!("{time} with 2^{} {limit}", last.bits);
    Some(match call.growth() {
        Some(factor) => format!("{time}, and {factor:.1} times as long with each doubling"),
        None => time,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_that_of_the_last_time() {
        let times = [(8, 0.001), (10, 0.004)].map(|(bits, seconds)| TimeUpTo { bits, seconds, steps: 9 });
        let (before, arguments) = (Vec::new(), Vec::new());
        let call = SlowCall { before, arguments, is_by_length: true, times: times.to_vec(), steps: None };
        assert_eq!(
            growth(&call).unwrap(),
            "4.0 ms with 2^10 characters, and 2.0 times as long with each doubling"
        );
        let short = SlowCall { times: vec![TimeUpTo { bits: 4, seconds: 2e-6, steps: 9 }], ..call };
        assert_eq!(growth(&short).unwrap(), "less than 0.1 ms with 2^4 characters");
        let steps = |bits, steps| TimeUpTo { bits, seconds: 2e-6, steps };
        let by_steps = SlowCall { times: vec![steps(10, 2_000), steps(12, 8_000)], ..short };
        assert_eq!(
            growth(&by_steps).unwrap(),
            "8,000 steps with 2^12 characters, and 2.0 times as long with each doubling"
        );
        let constant = SlowCall { steps: Some(1_112_064), ..by_steps };
        assert_eq!(growth(&constant).unwrap(), "ends after 1,112,064 steps");
    }
}
