//! The report as text at the end of a search: [in brief](brief), or [in full](whole).

mod columns;
mod findings;
mod not_searched;
mod refusals;
mod slow;
mod reasons;
mod written;
mod brief;
mod whole;

use crate::report::stated::Stated;
use crate::report::totals::Totals;
use crate::search::target_report::TargetReport;
use crate::suite::WrittenSuite;
use crate::suite::findings::Findings;
use crate::ui::console::HEADING;
use crate::ui::quantity::{count, seconds, thousands};
use cargo_metadata::camino::Utf8Path;
pub use findings::kind as kind_of_finding;
pub use not_searched::left_out;
pub use written::Proposed;

/// Returns the results of the search: a screen, or in full.
pub fn render_search(
    reports: &[TargetReport],
    found: &[Findings],
    root: &Utf8Path,
    is_verbose: bool,
) -> String {
    let mut text = String::new();
    let stated = Stated::new(root);
    let write = if is_verbose { whole::write } else { brief::write };
    // writing to a string cannot fail
    _ = write(&mut text, reports, found, &stated);
    text
}

/// Returns the written tests: folders, or all files with all notes.
pub fn render_suites(suites: &[WrittenSuite], changes: &Proposed<'_>, is_verbose: bool) -> String {
    let mut text = String::new();
    let write = if is_verbose { written::write } else { written::brief };
    // writing to a string cannot fail
    _ = write(&mut text, suites, changes);
    text
}

/// Returns the functions with tests that differ between runs, or their number.
pub fn flaky(reports: &[TargetReport], is_verbose: bool) -> String {
    let flaky = || reports.iter().filter_map(|report| Some((&report.description, report.flaky.as_ref()?)));
    let number = flaky().count();
    let Some((first, why)) = flaky().next() else { return String::new() };
    if !is_verbose {
        let (functions, verb) = (count(number, "function"), if number == 1 { "differs" } else { "differ" });
        let line = format!("  {functions} {verb} between runs, as {}: {why}", first.id);
        return columns::shortened(&line, columns::WIDTH) + "\n";
    }
    let lines: String =
        flaky().map(|(function, why)| format!("  {}  {}: {why}\n", function.place, function.id)).collect();
    format!("\n{HEADING}Flaky{HEADING:#}\n{lines}")
}

pub fn closing_line(totals: &Totals) -> String {
    let checks = match totals.hidden_checks {
        0 => String::new(),
        checks => format!(
            ", {} of {} failed",
            thousands(totals.failed_checks as u64),
            count(checks, "hidden check")
        ),
    };
    let before_faults = match totals.before_faults {
        0 => String::new(),
        goals => format!(", {} only before a fault", thousands(goals as u64)),
    };
    let without_test = match totals.without_test {
        0 => String::new(),
        goals => format!(" ({} without a written test)", thousands(goals as u64)),
    };
    let boundaries = match totals.boundaries {
        0 => String::new(),
        known => {
            let [met, known] = [totals.met_boundaries, known].map(|number| thousands(number as u64));
            format!(", boundaries {met} of {known}")
        }
    };
    let mutants = match totals.mutants {
        0 => String::new(),
        mutants => {
            let percent = 100 * totals.noticed_mutants / mutants;
            let alive = thousands((mutants - totals.noticed_mutants) as u64);
            let same = match totals.same_mutants {
                0 => String::new(),
                same => format!(", {} without a difference", thousands(same as u64)),
            };
            format!(", {percent} % of {} noticed, {alive} alive{same}", count(mutants, "mutant"))
        }
    };
    let assertions = match totals.assertions {
        0 => String::new(),
        assertions => format!(" with {}", count(assertions, "assertion")),
    };
    format!(
        "{}: {} of {} covered{without_test}{before_faults}{checks}{boundaries}, {}{assertions}{mutants}, {} in {} (seed {})",
        count(totals.targets, "function"),
        thousands(totals.covered as u64),
        count(totals.goals, "goal"),
        count(totals.tests, "test"),
        count(totals.findings, "finding"),
        seconds(totals.elapsed_seconds),
        totals.seed
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::search::target_report::Through;
    use crate::suite::findings;
    use sbst_model::Distance;
    use sbst_model::target::Obstacle;

    fn shown(reports: &[TargetReport]) -> String {
        plain(&render_search(reports, &[findings::collect_from_anyone(reports)], "/nowhere".into(), true))
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn a_run_as_text() {
        let generic =
            TargetReport::not_searched(&fixture::description("d::generic", 1), Obstacle::Interrupted);
        let reports = [fixture::report("d::f"), generic];
        let expected = [
            "",
            "function      goals  evaluations          time  tests  findings",
            "d::f            3/4       12,345        0.50 s      0         1",
            "",
            "Not searched",
            "  src/lib.rs:1:1  d::generic: interrupted before its turn came",
            "",
            "Uncovered goals",
            "  d::f",
            "    src/lib.rs:3:8  n > 0  never false  best distance 3",
            "",
            "Findings",
            "  overflow: attempt to negate with overflow",
            "    at src/lib.rs:9:5",
            "    by d::f(i32::MIN)",
        ];
        assert_eq!(shown(&reports).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_goal_reached_only_by_faults_is_open_with_that_reason() {
        let mut report = fixture::report("d::f");
        let uncovered = &mut report.summary.as_mut().unwrap().uncovered[0];
        uncovered.best_distance = Some(Distance::BEFORE_FAULT.magnitude());
        assert_eq!(report.before_faults(), 1);
        let shown = shown(&[report]);
        assert!(shown.contains("n > 0  never false, except before a fault\n"), "{shown}");
    }

    #[test]
    fn only_flaky_functions_list_differences() {
        let flaky = TargetReport { flaky: Some("its result differs".into()), ..fixture::report("d::g") };
        let reports = [fixture::report("d::f"), flaky];
        assert_eq!(
            plain(&self::flaky(&reports, true)),
            "\nFlaky\n  src/lib.rs:1:1  d::g: its result differs\n"
        );
        assert_eq!(self::flaky(&reports[..1], true), "");
    }

    #[test]
    fn many_functions_beyond_the_total_budget_are_counted() {
        let late =
            |line| TargetReport::not_searched(&fixture::description("d::late", line), Obstacle::TooLate);
        let few: Vec<TargetReport> = (1..=5).map(late).collect();
        assert_eq!(plain(&left_out("Not searched", &few)).matches("d::late").count(), 5);
        let many: Vec<TargetReport> = (1..=6).map(late).collect();
        let expected = "\nNot searched\n  6 functions: total budget exhausted; try a larger --total-budget\n";
        assert_eq!(plain(&left_out("Not searched", &many)), expected);
    }

    #[test]
    fn a_finding_of_a_story_is_shown_with_its_statements() {
        let mut report = fixture::report("d::f");
        fixture::tell_a_story(&mut report.findings[0]);
        let expected = "    at src/lib.rs:9:5\n    by\n      let mut stack = Stack::new(3);\n      stack.push(5);\n      \
                        d::f(&mut stack)\n";
        let shown = shown(&[report]);
        assert!(shown.ends_with(expected), "{shown}");
    }

    #[test]
    fn a_skipped_function_has_the_coverage_through_others() {
        let mut helper =
            TargetReport::not_searched(&fixture::description("d::helper", 7), Obstacle::Interrupted);
        let through = |path: &str, goals: &[u32]| Through {
            target: fixture::description(path, 0).id,
            goals: goals.into(),
        };
        helper.through = vec![through("d::eval", &[3]), through("d::Parser::parse", &[0, 1, 3])];
        let expected = "  src/lib.rs:1:1  d::helper: interrupted before its turn came; 3 of 14 goals, through `Parser::parse`, `eval`\n";
        assert!(plain(&left_out("Not searched", &[helper.clone()])).ends_with(expected));
        helper.through.extend(["d::a", "d::b"].map(|path| through(path, &[3])));
        assert!(
            plain(&left_out("", &[helper])).ends_with("through `Parser::parse`, `eval`, `a` and 1 more\n")
        );
    }

    #[test]
    fn the_closing_line_counts() {
        let mut totals = {
            let reports = [fixture::report("d::f")];
            Totals::from_reports(&reports, &[findings::collect_from_anyone(&reports)], 7)
        };
        totals.elapsed_seconds = 2.5;
        assert_eq!(
            closing_line(&totals),
            "1 function: 3 of 4 goals covered, 0 tests, 1 finding in 2.50 s (seed 7)"
        );
        totals.before_faults = 1;
        assert!(closing_line(&totals).contains("3 of 4 goals covered, 1 only before a fault, 0 tests"));
        (totals.boundaries, totals.met_boundaries) = (18, 14);
        assert!(closing_line(&totals).contains("before a fault, boundaries 14 of 18, 0 tests"));
        (totals.tests, totals.assertions) = (40, 212);
        (totals.mutants, totals.noticed_mutants) = (834, 803);
        let line = closing_line(&totals);
        let expected = ", 40 tests with 212 assertions, 96 % of 834 mutants noticed, 31 alive, 1 finding in";
        assert!(line.contains(expected), "{line}");
        totals.same_mutants = 12;
        assert!(closing_line(&totals).contains(", 31 alive, 12 without a difference, 1 finding"));
    }
}
