//! A proposal as text: old and new side by side, or one below the other in a narrow terminal.

use super::proposal::{Decision, Kind, Proposal};
use crate::ui::console::{BAD, GOOD, HEADING, WARNING};
use anstyle::Style;
use cargo_metadata::camino::Utf8Path;
use similar::{ChangeTag, TextDiff};

/// The least width of two columns.
const LEAST_WIDTH: usize = 80;
/// Indentation of the text of tests.
const INDENTATION: &str = "  ";
/// The line between the columns.
const BETWEEN: &str = " │ ";

/// A line of one version, and true if the other differs; `None` if the other version has one more.
type Cell<'t> = Option<(&'t str, bool)>;

/// Returns a heading, and the test before and after.
pub fn render(proposal: &Proposal, decision: Option<Decision>, root: &Utf8Path, width: usize) -> String {
    let Proposal { key, kind, test, file, .. } = proposal;
    let style = match kind {
        Kind::Added => GOOD,
        Kind::Changed => WARNING,
        Kind::Removed => BAD,
    };
    let decision = match decision {
        None => "",
        Some(Decision::Accepted) => "  (accepted)",
        Some(Decision::Rejected) => "  (rejected)",
    };
    let file = file.strip_prefix(root).unwrap_or(file);
    let mut text =
        format!("{HEADING}{key}{HEADING:#}  {style}{}{style:#}  {test}  {file}{decision}\n", kind.word());
    if let Some(reason) = &proposal.fails {
        text += &format!("{INDENTATION}{BAD}fails now{BAD:#}: {reason}\n");
    }
    let (old, new) = (proposal.old.as_deref(), proposal.new.as_deref());
    match (old, new) {
        (Some(old), Some(new)) if width >= LEAST_WIDTH => text += &side_by_side(old, new, width),
        _ => text += &below(old.unwrap_or_default(), new.unwrap_or_default()),
    }
    text
}

/// Writes the lines of two texts, equal ones once.
fn below(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let lines = diff.iter_all_changes().map(|change| {
        let (sign, style) = match change.tag() {
            ChangeTag::Delete => ('-', BAD),
            ChangeTag::Insert => ('+', GOOD),
            ChangeTag::Equal => (' ', Style::new()),
        };
        format!("{style}{sign} {}{style:#}\n", change.value().trim_end_matches('\n'))
    });
    lines.collect()
}

/// Writes two texts in columns.
fn side_by_side(old: &str, new: &str, width: usize) -> String {
    let column = (width - INDENTATION.len() - BETWEEN.chars().count()) / 2;
    let mut text = String::new();
    for (left, right) in rows(old, new) {
        let (lefts, rights) = (wrap(left, column), wrap(right, column));
        for row in 0..lefts.len().max(rights.len()) {
            let part = |parts: &[String]| parts.get(row).cloned().unwrap_or_default();
            let style = |of: Cell<'_>, style| match of {
                Some((_, true)) => style,
                _ => Style::new(),
            };
            let (left_style, right_style) = (style(left, BAD), style(right, GOOD));
            let (left, right) = (part(&lefts), part(&rights));
            let line = match right.is_empty() {
                true => format!("{INDENTATION}{left_style}{left:<column$}{left_style:#}{BETWEEN}")
                    .trim_end()
                    .to_owned(),
                false => format!(
                    "{INDENTATION}{left_style}{left:<column$}{left_style:#}{BETWEEN}{right_style}{right}{right_style:#}"
                ),
            };
            text += &line;
            text.push('\n');
        }
    }
    text
}

/// Pairs the lines of two texts. Lines that differ stand beside one another.
fn rows<'t>(old: &'t str, new: &'t str) -> Vec<(Cell<'t>, Cell<'t>)> {
    let (olds, news): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let diff = TextDiff::from_slices(&olds, &news);
    let mut rows = Vec::new();
    for op in diff.ops() {
        let (left, right) = (&olds[op.old_range()], &news[op.new_range()]);
        let differs = op.tag() != similar::DiffTag::Equal;
        let cell = |lines: &[&'t str], index: usize| lines.get(index).map(|line| (*line, differs));
        rows.extend((0..left.len().max(right.len())).map(|index| (cell(left, index), cell(right, index))));
    }
    rows
}

/// Breaks a line at spaces, or within a word that is longer than a column.
fn wrap(cell: Cell<'_>, width: usize) -> Vec<String> {
    let Some((line, _)) = cell else { return Vec::new() };
    let mut left: Vec<char> = line.chars().collect();
    let indentation = line.len() - line.trim_start().len() + INDENTATION.len();
    let indentation = if indentation < width / 2 { indentation } else { 0 };
    let mut parts = Vec::new();
    while left.len() > width {
        let space = left[..=width].iter().rposition(|letter| *letter == ' ');
        let at = space.filter(|at| left[..*at].iter().any(|letter| *letter != ' ')).unwrap_or(width);
        parts.push(left[..at].iter().collect());
        let rest = left[at..].iter().skip_while(|letter| **letter == ' ');
        left = std::iter::repeat_n(&' ', indentation).chain(rest).copied().collect();
    }
    parts.push(left.into_iter().collect());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Reason;

    fn proposal(kind: Kind, old: Option<&str>, new: Option<&str>, fails: Option<&str>) -> Proposal {
        let [old, new] = [old, new].map(|text| text.map(str::to_owned));
        let fails = fails.map(|text| Reason::Failed(text.to_owned()));
        Proposal { kind, old, new, fails, ..Proposal::example() }
    }

    fn shown(proposal: &Proposal, width: usize) -> String {
        let text = render(proposal, None, Utf8Path::new("/demo"), width);
        anstream::adapter::strip_str(&text).to_string()
    }

    const OLD: &str = "#[test]\nfn parse_cases() {\n    assert_eq!(parse(\"mon\"), Some(1));\n}";
    const NEW: &str = "#[test]\nfn parse_cases() {\n    assert_eq!(parse(\"mon\"), Some(Day::Monday));\n    \
                       assert!(parse(\"\").is_none());\n}";

    #[test]
    fn a_changed_test_stands_side_by_side() {
        let fails = Some("assertion `left == right` failed");
        insta::assert_snapshot!(shown(&proposal(Kind::Changed, Some(OLD), Some(NEW), fails), 80));
    }

    #[test]
    fn in_a_narrow_terminal_old_and_new_stand_below_one_another() {
        insta::assert_snapshot!(shown(&proposal(Kind::Changed, Some(OLD), Some(NEW), None), 79));
        insta::assert_snapshot!(shown(&proposal(Kind::Removed, Some(OLD), None, None), 79));
    }

    #[test]
    fn two_columns_fit_the_width() {
        let long = format!("assert!({});", "ü".repeat(200));
        let text = shown(&proposal(Kind::Changed, Some("assert!(x);"), Some(&long), None), 80);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert_eq!(text.matches('ü').count(), 200);
    }
}
