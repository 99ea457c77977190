//! The comparison as a table in text.

use super::subject::Subject;
use super::summary::Summary;
use crate::statistics::quartiles::{Quantile, Quartiles};
use cargo_sbst::ui::console::HEADING;
use cargo_sbst::ui::quantity::{count, thousands};
use std::fmt::Write;

/// The headings of the columns after that of the algorithm.
const HEADINGS: [&str; 6] =
    ["full coverage", "goals covered", "evaluations to full coverage", "to the last goal", "A12", "p"];

/// Renders the table.
pub fn render(subjects: &[(Subject, Vec<Summary>)], algorithms: &[String]) -> String {
    let blocks: Vec<Vec<[String; 6]>> =
        subjects.iter().map(|(_, lines)| lines.iter().map(cells).collect()).collect();
    let widths: [usize; 6] = std::array::from_fn(|column| {
        let widths = blocks.iter().flatten().map(|cells| cells[column].chars().count());
        // An empty column is omitted.
        widths.max().filter(|width| *width > 0).map_or(0, |width| width.max(HEADINGS[column].len()))
    });
    let name_width = algorithms.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let row = |name: &str, cells: &[String; 6]| {
        let mut text = format!("  {name:name_width$}");
        for (cell, width) in cells.iter().zip(widths).filter(|(_, width)| *width > 0) {
            _ = write!(text, "  {cell:width$}");
        }
        text.trim_end().to_owned()
    };
    let mut text = format!("{HEADING}{}{HEADING:#}\n", row("", &HEADINGS.map(str::to_owned)));
    for ((subject, _), block) in subjects.iter().zip(&blocks) {
        _ = writeln!(text, "{}, {}", subject.name(), count(subject.goals as usize, "goal"));
        for (name, cells) in algorithms.iter().zip(block) {
            _ = writeln!(text, "{}", row(name, cells));
        }
    }
    text.push_str(&footer(algorithms));
    text
}

fn cells(line: &Summary) -> [String; 6] {
    let is_full = line.full_coverage == line.searches;
    let against = |text: &dyn Fn(f64, f64) -> String| {
        line.against_first.map_or_else(String::new, |against| text(against.a12, against.test.p))
    };
    [
        format!("{} of {}", line.full_coverage, line.searches),
        exact_spread(line.covered),
        spread(line.to_full_coverage),
        // The number would equal that of full coverage.
        if is_full { String::new() } else { exact_spread(line.to_last_goal) },
        against(&|a12, _| format!("{a12:.2}")),
        against(&|_, p| probability(p)),
    ]
}

/// Writes a p-value.
pub fn probability(p: f64) -> String {
    if p < 0.0005 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// Writes quartiles without censored values as [`spread`] does.
pub fn exact_spread(quartiles: Quartiles<f64>) -> String {
    let exact = |value| Quantile { value, censored: false };
    let Quartiles { first, median, third } = quartiles;
    spread(Quartiles { first: exact(first), median: exact(median), third: exact(third) })
}

/// Writes the median with the quartiles in brackets, unless all three are equal.
pub fn spread(quartiles: Quartiles<Quantile>) -> String {
    let Quartiles { first, median, third } = quartiles;
    if first == third {
        return quantile(median);
    }
    format!("{} [{}, {}]", quantile(median), quantile(first), quantile(third))
}

/// Writes a number that may be a lower bound.
fn quantile(quantile: Quantile) -> String {
    let Quantile { value, censored } = quantile;
    let number = match value < 100.0 && value.fract() != 0.0 {
        true => format!("{value:.1}"),
        false => thousands(value.round() as u64),
    };
    if censored { format!("> {number}") } else { number }
}

fn footer(algorithms: &[String]) -> String {
    let first = &algorithms[0];
    let mut text = "\
\nMedians, with the quartiles in brackets where they differ. > N: not within N evaluations.\n"
        .to_owned();
    if algorithms.len() > 1 {
        _ = write!(
            text,
            "\
A12: how often a search was better than one with {first}, ties counting half; A12 > 0.5: more often better than \
{first}.
Better: more goals covered, then fewer evaluations to the last of them.
p: of a difference like this by chance alone (Mann-Whitney U test, two-sided).
"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::fixture;

    fn table(subjects: Vec<Subject>, algorithms: &[&str]) -> String {
        let subjects = fixture::summarised(subjects);
        let algorithms: Vec<String> = algorithms.iter().map(|name| name.to_string()).collect();
        anstream::adapter::strip_str(&render(&subjects, &algorithms)).to_string()
    }

    #[test]
    fn a_comparison_as_text() {
        let f =
            fixture::subject("d::f", 4, &[&[&[1, 2, 5, 1_200], &[1, 3, 4, 9_000]], &[&[1, 2], &[2, 4, 8]]]);
        let g = fixture::subject("d::g", 2, &[&[&[1, 1], &[1, 2]], &[&[1, 1], &[1, 2]]]);
        insta::assert_snapshot!(table(vec![f, g], &["mio", "random"]));
    }

    #[test]
    fn single_algorithm_has_no_comparison() {
        let f = fixture::subject("d::f", 2, &[&[&[1, 2], &[1, 3]]]);
        insta::assert_snapshot!(table(vec![f], &["mio"]));
    }
}
