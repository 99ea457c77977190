//! The acts that the sandbox refused, by kind and by function, and the tests withheld for them.

use crate::sandbox::{Act, Refused};
use crate::search::target_report::TargetReport;
use crate::ui::console::HEADING;
use crate::ui::quantity::{count, thousands};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// The most functions that are named for one kind of act.
const MOST_FUNCTIONS: usize = 3;

/// Writes the section, if any act was refused.
pub fn write(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let mut by_act: BTreeMap<Act, Vec<(&Refused, &str)>> = BTreeMap::new();
    for report in reports {
        for (act, refused) in &report.refusals {
            by_act.entry(*act).or_default().push((refused, &report.description.id.path));
        }
    }
    if !by_act.is_empty() {
        writeln!(text, "\n{HEADING}Refused by the sandbox{HEADING:#}")?;
    }
    for (act, mut functions) in by_act {
        functions.sort_by_key(|(refused, path)| (Reverse(refused.count), *path));
        let Some((most, _)) = functions.first() else { continue };
        writeln!(text, "  {} ({})", act.text(), most.example)?;
        for (refused, path) in functions.iter().take(MOST_FUNCTIONS) {
            writeln!(text, "    by {path}: {}", times(refused.count))?;
        }
        if let more @ 1.. = functions.len().saturating_sub(MOST_FUNCTIONS) {
            let rest = functions[MOST_FUNCTIONS..].iter().map(|(refused, _)| refused.count).sum();
            writeln!(text, "    and by {more} more: {}", times(rest))?;
        }
    }
    let withheld: Vec<_> = reports.iter().filter(|report| !report.withheld.is_empty()).collect();
    if !withheld.is_empty() {
        writeln!(text, "\n{HEADING}Tests not written because of their effects{HEADING:#}")?;
    }
    for TargetReport { withheld, description, .. } in withheld {
        let acts: BTreeSet<&str> = withheld.iter().map(|withheld| withheld.act.as_str()).collect();
        let acts = acts.into_iter().collect::<Vec<_>>().join(", ");
        writeln!(
            text,
            "  {}  {} of {}: {acts}",
            description.place,
            count(withheld.len(), "test"),
            description.id
        )?;
    }
    Ok(())
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{} times", thousands(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::target::Obstacle;

    #[test]
    fn refused_acts_are_listed_by_kind_with_their_functions() {
        let report = |path: &str, count: u64| {
            let mut report = TargetReport::not_searched(&fixture::description(path, 1), Obstacle::NoGoals);
            report.refusals.insert(Act::Write, Refused { count, example: format!("/{path}") });
            report
        };
        let mut text = String::new();
        let reports = [report("a", 1), report("b", 2000), report("c", 3), report("d", 4)];
        write(&mut text, &reports).unwrap();
        let expected = "  write a file (/b)\n    by b: 2,000 times\n    by d: 4 times\n    by c: 3 times\n    \
                        and by 1 more: once\n";
        assert!(text.ends_with(expected), "{text}");
        let mut text = String::new();
        write(&mut text, &[TargetReport::not_searched(&fixture::description("e", 1), Obstacle::NoGoals)])
            .unwrap();
        assert_eq!(text, "");
    }
}
