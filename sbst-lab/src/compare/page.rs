//! A comparison as one page for a browser: tables and charts in a self-contained file, for phones,
//! dark mode and screen readers.

mod html;
#[cfg(test)]
mod tests;

use super::curve_chart::{self, Measure};
use super::duels::Duels;
use super::output_directory::OutputFile;
use super::subject::Subject;
use super::summary::Summary;
use super::table::{exact_spread, probability, spread};
use crate::chart::{Line, LineChart, STYLE, Svg, escape};
use crate::statistics::tally::{LEVEL, Tally};
use cargo_sbst::ui::quantity::{count, thousands};
use html::table;
use std::fmt::Write;

/// The page.
pub const NAME: &str = "comparison.html";

/// The setting common to all searches.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The budget of a search in words: "20,000 evaluations".
    pub limit: String,
    /// The seed of the first repetition.
    pub seed: u64,
    pub repetitions: u32,
}

/// Renders the page.
pub fn render(
    subjects: &[(Subject, Vec<Summary>)],
    algorithms: &[String],
    duels: &Duels,
    setting: &Setting,
) -> OutputFile {
    let page = Page { subjects, algorithms, duels, setting };
    OutputFile { path: NAME.into(), content: page.html().into_bytes() }
}

struct Page<'a> {
    subjects: &'a [(Subject, Vec<Summary>)],
    algorithms: &'a [String],
    duels: &'a Duels,
    setting: &'a Setting,
}

impl Page<'_> {
    fn functions(&self) -> impl Iterator<Item = &(Subject, Vec<Summary>)> {
        self.subjects.iter().filter(|(subject, _)| subject.id.is_some())
    }

    /// All functions together, or the only one.
    fn whole(&self) -> &(Subject, Vec<Summary>) {
        let all = self.subjects.iter().find(|(subject, _)| subject.id.is_none());
        all.unwrap_or(&self.subjects[0])
    }

    fn html(&self) -> String {
        let functions = self.functions().count();
        let algorithms = count(self.algorithms.len(), "algorithm");
        let goals = count(self.whole().0.goals as usize, "goal");
        let Setting { limit, seed, repetitions } = self.setting;
        let last_seed = seed.wrapping_add(u64::from(*repetitions) - 1);
        let several = self.algorithms.len() > 1;
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Comparison of {algorithms}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n\
             <h1>Comparison of {algorithms}</h1>\n\
             <p>{} with {goals}; {repetitions} repetitions with the seeds {seed} to {last_seed}, each search with {limit} at most. \
             The numbers are in the CSV files beside this page.</p>\n<nav aria-label=\"Sections\"><ul>",
            include_str!("page/style.css"),
            count(functions, "function"),
        );
        let sections: [(&str, &str, bool, String); 6] = [
            ("summary", "Summary", true, self.summary()),
            ("coverage", "Coverage over evaluations", true, self.curves(Measure::Coverage)),
            ("length", "Suite length over evaluations", true, self.curves(Measure::SuiteSize)),
            ("duels", "Wins, ties and losses", several, self.matrix()),
            ("last-goal", "Evaluations to the last goal", true, self.last_goals()),
            ("functions", "Functions", functions > 1, self.each_function()),
        ];
        for (id, title, ..) in sections.iter().filter(|section| section.2) {
            _ = write!(html, "<li><a href=\"#{id}\">{title}</a></li>");
        }
        html += "</ul></nav>\n";
        for (id, title, _, content) in sections.into_iter().filter(|section| section.2) {
            _ = write!(html, "<section id=\"{id}\">\n<h2>{title}</h2>\n{content}</section>\n");
        }
        html + "</main>\n</body>\n</html>\n"
    }

    /// The name of an algorithm, as HTML.
    fn name(&self, algorithm: usize) -> String {
        escape(&self.algorithms[algorithm])
    }

    fn summary(&self) -> String {
        let (subject, lines) = self.whole();
        let mut columns: Vec<String> =
            ["Algorithm", "goals covered", "full coverage", "evaluations to the last goal", "suite size"]
                .map(str::to_owned)
                .into();
        if self.algorithms.len() > 1 {
            columns.push("won / tied / lost".to_owned());
            columns.push(format!("A₁₂ against {}", self.name(0)));
            columns.push("p".to_owned());
        }
        let rows = lines.iter().enumerate().map(|(index, line)| {
            let mut cells = vec![
                exact_spread(line.covered),
                format!("{} of {}", line.full_coverage, line.searches),
                exact_spread(line.to_last_goal),
                exact_spread(line.suite_size),
            ];
            if self.algorithms.len() > 1 {
                cells.push(tally_text(self.duels.total(index)));
                let against = line.against_first;
                cells.push(against.map_or_else(String::new, |against| format!("{:.2}", against.a12)));
                cells.push(against.map_or_else(String::new, |against| probability(against.test.p)));
            }
            (self.name(index), cells)
        });
        let caption = format!("{}, {}", subject_name(subject), count(subject.goals as usize, "goal"));
        let mut html = table("", &caption, &columns, &rows.collect::<Vec<_>>());
        html += "<p class=\"note\">Medians over the repetitions, with the quartiles in brackets where they differ. Suite size: \
                 values and characters of all tests, each counted once. A search is better than another if it covered more \
                 goals, or as many with fewer evaluations.";
        if self.algorithms.len() > 1 {
            _ = write!(
                html,
                " Won and lost: functions and other algorithms with a significant difference (p &lt; {LEVEL}). A₁₂: how often \
                 a search was better than one with {0}, ties counting half; p: of a difference like this by chance alone \
                 (Mann-Whitney U test, two-sided).</p>\n{1}",
                self.name(0),
                self.first_lost(),
            );
        } else {
            html += "</p>\n";
        }
        html
    }

    /// Lists the functions with a better algorithm than the first.
    fn first_lost(&self) -> String {
        let first = self.name(0);
        let functions: Vec<&Subject> = self.functions().map(|(subject, _)| subject).collect();
        if self.duels.first_lost.is_empty() {
            return format!(
                "<p>On no function is another algorithm significantly better than {first}.</p>\n"
            );
        }
        let mut html = format!("<h3>Where others are significantly better than {first}</h3>\n<ul>\n");
        for at_function in self.duels.first_lost.chunk_by(|a, b| a.0 == b.0) {
            let others: Vec<String> = at_function
                .iter()
                .map(|(_, other, a12)| format!("{} (A₁₂ {a12:.2})", self.name(*other)))
                .collect();
            _ = writeln!(
                html,
                "<li>{}: {}</li>",
                subject_name(functions[at_function[0].0]),
                others.join(", ")
            );
        }
        html + "</ul>\n"
    }

    fn curves(&self, measure: Measure) -> String {
        let (subject, _) = self.whole();
        let name = subject_name(subject);
        let (title, what) = match measure {
            Measure::Coverage => (format!("Coverage over evaluations, {name}"), "Goals covered"),
            Measure::SuiteSize => (
                format!("Size of the suite over evaluations, {name}"),
                "Values and characters of the tests in the archive, each test counted once,",
            ),
        };
        let chart = curve_chart::make_chart(subject, self.algorithms, measure, 8);
        let all = element("large", &title, &chart, (760.0, 380.0), LineChart::draw);
        let mut html = format!(
            "<figure><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">{all}</div>\n\
             <figcaption>{what} after each number of evaluations{}; medians over the repetitions{}.</figcaption></figure>\n",
            if subject.id.is_none() { " of every function, all functions together" } else { "" },
            if chart.has_bands() { ", with bands from the first to the third quartile" } else { "" },
        );
        if !chart.has_bands() {
            html += "<p class=\"note\">Each algorithm with the band between its quartiles, the others in grey:</p>\n<div class=\"grid\">\n";
            let chart = curve_chart::make_chart(subject, self.algorithms, measure, 5);
            for index in 0..self.algorithms.len() {
                let title = format!("{}: {title}", self.algorithms[index]);
                let one = element("one", &title, &chart, (300.0, 180.0), |chart, svg, size| {
                    chart.draw_one(svg, size, index);
                });
                _ = writeln!(html, "<figure><h4>{}</h4>{one}</figure>", self.name(index));
            }
            html += "</div>\n";
        }
        html
    }

    fn matrix(&self) -> String {
        let functions = self.functions().count();
        let columns = std::iter::once("Row against column".to_owned())
            .chain((0..self.algorithms.len()).map(|index| self.name(index)))
            .chain(["all".to_owned()]);
        let cell = |row: usize, column: usize| {
            if row == column {
                return "<td aria-label=\"itself\">·</td>".to_owned();
            }
            let tally = self.duels.tallies[row][column];
            let much = (tally.wins as f64 - tally.losses as f64) / functions.max(1) as f64;
            let class = if much < 0.0 { "loss" } else { "win" };
            let shade = if much == 0.0 { 0.0 } else { 0.12 + 0.55 * much.abs() };
            format!("<td class=\"{class}\" style=\"--much:{shade:.2}\">{}</td>", tally_text(tally))
        };
        let rows = (0..self.algorithms.len()).map(|row| {
            let cells = (0..self.algorithms.len()).map(|column| cell(row, column));
            (self.name(row), cells.chain([tally_text(self.duels.total(row))]).collect())
        });
        let caption = format!(
            "Functions on which the algorithm of the row is significantly better / not different / worse than that of the \
             column; of {}",
            count(functions, "function")
        );
        table("turned", &caption, &columns.collect::<Vec<_>>(), &rows.collect::<Vec<_>>())
            + &format!(
                "<p class=\"note\">Mann-Whitney U test, two-sided, p &lt; {LEVEL} for each function and each pair by itself: of \
                 twenty comparisons of what is the same, about one counts as a difference.</p>\n"
            )
    }

    /// Renders a row for each function, a column for each algorithm; the best is bold.
    fn last_goals(&self) -> String {
        let columns = std::iter::once("Function".to_owned())
            .chain((0..self.algorithms.len()).map(|index| self.name(index)));
        let row = |(subject, lines): &(Subject, Vec<Summary>)| {
            let key = |line: &Summary| (-line.covered.median, line.to_last_goal.median);
            let best =
                lines.iter().map(key).min_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
            let cells = lines.iter().map(|line| {
                let evaluations = thousands(line.to_last_goal.median.round() as u64);
                let class = if Some(key(line)) == best { " class=\"best\"" } else { "" };
                let missing = subject.goals as f64 - line.covered.median;
                let missing = if missing > 0.0 { format!(" (−{missing})") } else { String::new() };
                format!("<td{class}>{evaluations}{missing}</td>")
            });
            (subject_name(subject), cells.collect())
        };
        let rows: Vec<_> = self.functions().map(row).collect();
        table(
            "turned",
            "Median of the evaluations when the last goal was covered that was",
            &columns.collect::<Vec<_>>(),
            &rows,
        ) + "<p class=\"note\">In brackets how many goals the median search did not cover. Bold: most goals, then fewest \
               evaluations.</p>\n"
    }

    fn each_function(&self) -> String {
        let mut html = String::from(
            "<p class=\"note\">Medians of all algorithms, in the colours of the charts above; a curve tells its name to the \
             pointer.</p>\n",
        );
        for (subject, lines) in self.functions() {
            let name = subject_name(subject);
            _ = write!(html, "<article class=\"function\"><h3>{name}</h3>\n<div class=\"pair\">\n");
            for (measure, title) in [
                (Measure::Coverage, "Coverage over evaluations"),
                (Measure::SuiteSize, "Size of the suite over evaluations"),
            ] {
                let title = format!("{title}, {}", subject.name());
                let chart = curve_chart::make_chart(subject, self.algorithms, measure, 6);
                let small = element("small", &title, &chart, (460.0, 230.0), LineChart::draw_small);
                _ = writeln!(html, "<figure>{small}</figure>");
            }
            html += "</div>\n<details><summary>Numbers</summary>\n";
            html += &self.numbers(subject, lines);
            html += "</details></article>\n";
        }
        html
    }

    fn numbers(&self, subject: &Subject, lines: &[Summary]) -> String {
        let columns = [
            "Algorithm",
            "goals covered",
            "full coverage",
            "evaluations to full coverage",
            "to the last goal",
            "suite size",
            "A₁₂",
            "p",
        ];
        let row = |(index, line): (usize, &Summary)| {
            let against = line.against_first;
            let cells = vec![
                exact_spread(line.covered),
                format!("{} of {}", line.full_coverage, line.searches),
                escape(&spread(line.to_full_coverage)),
                exact_spread(line.to_last_goal),
                exact_spread(line.suite_size),
                against.map_or_else(String::new, |against| format!("{:.2}", against.a12)),
                escape(&against.map_or_else(String::new, |against| probability(against.test.p))),
            ];
            (self.name(index), cells)
        };
        let rows: Vec<_> = lines.iter().enumerate().map(row).collect();
        let caption = format!("{}, {}", subject_name(subject), count(subject.goals as usize, "goal"));
        table("", &caption, &columns.map(str::to_owned), &rows)
    }
}

/// Renders a chart as an element of the page, with the values at the ends of its lines as text.
fn element(
    class: &str,
    title: &str,
    chart: &LineChart,
    size: (f64, f64),
    draw: impl Fn(&LineChart, &mut Svg, (f64, f64)),
) -> String {
    let mut svg = Svg::new(size.0, size.1);
    draw(chart, &mut svg, size);
    let end = |line: &Line| format!("{} {}", line.name, (10.0 * line.last()).round() / 10.0);
    let ends: Vec<String> = chart.lines.iter().map(end).collect();
    svg.into_element(class, &format!("{title}. Medians in the end: {}.", ends.join(", ")))
}

/// A subject's name, as HTML.
fn subject_name(subject: &Subject) -> String {
    match &subject.id {
        Some(_) => escape(&subject.name()),
        None => "all functions".to_owned(),
    }
}

fn tally_text(tally: Tally) -> String {
    let Tally { wins, ties, losses } = tally;
    format!("{wins} / {ties} / {losses}")
}
