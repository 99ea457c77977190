//! The report as text: files, living mutants, and redundant tests.

use super::grading::{Counts, Grading};
use super::judge::{Alive, Judged, Verdict};
use super::mutant::LeftOut;
use super::source_change::changed_lines;
use crate::ui::console::{GOOD, HEADING, WARNING};
use crate::ui::quantity::{count, seconds, thousands};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write};

/// The most tests named beside a mutant.
const MOST_TESTS: usize = 3;

/// Renders a grading. `read` reads a source by its path.
pub fn render(grading: &Grading, read: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    _ = table(&mut text, grading)
        .and_then(|()| not_noticed(&mut text, grading, read))
        .and_then(|()| by_test(&mut text, grading))
        .and_then(|()| superfluous(&mut text, grading));
    text
}

fn table(text: &mut String, grading: &Grading) -> fmt::Result {
    let mut files: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
    for judged in &grading.judged {
        files.entry(&judged.mutant.file).or_default().push(judged);
    }
    let width = files.keys().map(|file| file.chars().count()).max().unwrap_or(0).max("file".len());
    writeln!(
        text,
        "\n{HEADING}{:width$}  {:>7}  {:>8}  {:>7}  {:>5}  {:>10}{HEADING:#}",
        "file", "mutants", "executed", "noticed", "alive", "no verdict"
    )?;
    for (file, judged) in files {
        let counts = Counts::from_judged(judged);
        let style = if counts.alive() == 0 { GOOD } else { WARNING };
        writeln!(
            text,
            "{file:width$}  {:>7}  {:>8}  {style}{:>7}{style:#}  {:>5}  {:>10}",
            counts.all(),
            percent(counts.executed()),
            percent(counts.score()),
            counts.alive(),
            counts.unknown
        )?;
    }
    Ok(())
}

fn not_noticed(text: &mut String, grading: &Grading, read: impl Fn(&str) -> Option<String>) -> fmt::Result {
    let mut sources: HashMap<&str, Option<String>> = HashMap::new();
    let groups = [
        ("Mutants alive that tests execute", [Verdict::Alive(Alive::Unnoticed), Verdict::Alive(Alive::Same)]),
        (
            "Mutants alive that no test executes",
            [Verdict::Alive(Alive::Unexecuted), Verdict::Alive(Alive::Unexecuted)],
        ),
    ];
    for (heading, verdicts) in groups {
        let mut group = grading.judged.iter().filter(|judged| verdicts.contains(&judged.verdict)).peekable();
        if group.peek().is_some() {
            writeln!(text, "\n{HEADING}{heading}{HEADING:#}")?;
        }
        for judged in group {
            writeln!(text, "  {}", judged.mutant.name())?;
            let file = judged.mutant.file.as_str();
            let source = sources.entry(file).or_insert_with(|| read(file));
            for line in changed_lines(&judged.mutant, source.as_deref().unwrap_or_default()) {
                writeln!(text, "      {line}")?;
            }
            if let Some(reason) = reason(judged, grading) {
                writeln!(text, "    {reason}")?;
            }
        }
    }
    let mut unknown =
        grading.judged.iter().filter(|judged| matches!(judged.verdict, Verdict::Unknown(_))).peekable();
    if unknown.peek().is_some() {
        writeln!(text, "\n{HEADING}Mutants without a verdict{HEADING:#}")?;
    }
    for judged in unknown {
        writeln!(text, "  {}", judged.mutant.name())?;
        if let Some(reason) = reason(judged, grading) {
            writeln!(text, "    {reason}")?;
        }
    }
    Ok(())
}

/// Returns the reason why a mutant was not noticed, with the tests in question.
pub(super) fn reason(judged: &Judged, grading: &Grading) -> Option<String> {
    let name = |test: usize| grading.tests.get(test).map_or("?", |(name, _)| name.as_str());
    let tests = || {
        let mut names: Vec<&str> = judged.tests.iter().take(MOST_TESTS).map(|test| name(*test)).collect();
        let more = judged.tests.len().saturating_sub(MOST_TESTS);
        let more = format!("{more} more");
        if judged.tests.len() > MOST_TESTS {
            names.push(&more);
        }
        format!("{}: {}", count(judged.tests.len(), "test"), names.join(", "))
    };
    match judged.verdict {
        Verdict::Alive(Alive::Unnoticed) => Some(format!("executed by {}", tests())),
        Verdict::Alive(Alive::Same) => Some(format!("without a difference in {}", tests())),
        Verdict::Unknown(test) => Some(format!("too many steps in {}", name(test))),
        Verdict::Alive(Alive::Unexecuted) => None,
        Verdict::Noticed(_) | Verdict::Inapplicable => None,
    }
}

fn by_test(text: &mut String, grading: &Grading) -> fmt::Result {
    let Some(by_test) = grading.by_test() else { return Ok(()) };
    let width = grading.tests.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let width = width.max("test".len());
    writeln!(text, "\n{HEADING}{:width$}  {:>7}  {:>7}{HEADING:#}", "test", "notices", "only it")?;
    for ((name, _), [noticed, only]) in grading.tests.iter().zip(by_test) {
        writeln!(text, "{name:width$}  {:>7}  {:>7}", noticed.len(), only.len())?;
    }
    Ok(())
}

fn superfluous(text: &mut String, grading: &Grading) -> fmt::Result {
    let tests = grading.superfluous.iter().flatten();
    let mut tests = tests.filter_map(|test| grading.tests.get(*test)).peekable();
    if tests.peek().is_some() {
        let heading = "Tests without which no point and no mutant is lost";
        writeln!(text, "\n{HEADING}{heading}{HEADING:#}")?;
    }
    tests.try_for_each(|(name, target)| writeln!(text, "  {name}  ({target})"))
}

/// Returns the last line, without the time of the build.
pub fn closing_line(grading: &Grading) -> String {
    let counts = Counts::from_judged(&grading.judged);
    let mut line = format!(
        "{} of {} noticed ({}), {} alive",
        thousands(counts.noticed as u64),
        count(counts.graded(), "mutant"),
        percent(counts.score()),
        thousands(counts.alive() as u64),
    );
    // writing to a string cannot fail
    if counts.unknown > 0 {
        _ = write!(line, ", {} without a verdict", counts.unknown);
    }
    if grading.all > grading.judged.len() {
        _ = write!(line, "; a sample of {}", thousands(grading.all as u64));
    }
    _ = write!(
        line,
        "; {}, in {}",
        count(grading.tests.len(), "test"),
        seconds(grading.elapsed.as_secs_f64())
    );
    line
}

/// Returns the code without mutants, as text; `None` if all has some.
pub fn left_out(grading: &Grading) -> Option<String> {
    let LeftOut { unsafe_functions, constant_functions, macros } = grading.left_out;
    let inapplicable = Counts::from_judged(&grading.judged).inapplicable;
    let parts = [
        (unsafe_functions, "function", "with `unsafe`"),
        (constant_functions, "constant function", "that constants need"),
        (macros, "macro call", "not looked into"),
        (inapplicable, "mutant", "of types that it cannot be applied to"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, noun, rest)| format!("{} {rest}", count(number, noun)))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns a percentage, rounded down: 100 % is all.
fn percent(share: f64) -> String {
    format!("{:.1} %", (share * 10.0).floor() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::mutant::Mutant;
    use std::time::Duration;

    fn judged(line: u32, text: &str, replacement: &str, verdict: Verdict, tests: &[usize]) -> Judged {
        let mutant = Mutant {
            package: "p".into(),
            file: "src/lib.rs".into(),
            place: [(line, 7), (line, 8)],
            genre: "BinaryOperator".into(),
            text: text.into(),
            own_text: String::new(),
            replacement: replacement.into(),
            spots: Vec::new(),
        };
        Judged { mutant, verdict, tests: tests.to_vec() }
    }

    #[test]
    fn a_grading_as_text() {
        let source = "fn f(a: i32) -> bool {\n    a < 1\n}\nfn g() {}\n    a + 1\n";
        let test = |name: &str| (name.to_owned(), "p lib".to_owned());
        let grading = Grading {
            judged: vec![
                judged(2, "replace < with == in f", "==", Verdict::Noticed(0), &[0]),
                judged(2, "replace < with <= in f", "<=", Verdict::Alive(Alive::Same), &[0, 1, 2, 3]),
                judged(2, "replace < with > in f", ">", Verdict::Alive(Alive::Unnoticed), &[1]),
                judged(5, "replace + with - in g", "-", Verdict::Alive(Alive::Unexecuted), &[]),
                judged(5, "replace + with * in g", "*", Verdict::Unknown(2), &[2]),
                judged(5, "replace h with Default::default()", "", Verdict::Inapplicable, &[2]),
            ],
            tests: vec![test("a"), test("m::b"), test("c"), test("d")],
            all: 7,
            left_out: LeftOut { unsafe_functions: 1, constant_functions: 0, macros: 3 },
            superfluous: Some(vec![3]),
            elapsed: Duration::from_millis(250),
            ..Grading::default()
        };
        let text = render(&grading, |path| (path == "src/lib.rs").then(|| source.to_owned()));
        let expected = [
            "",
            "file        mutants  executed  noticed  alive  no verdict",
            "src/lib.rs        5    80.0 %   25.0 %      3           1",
            "",
            "Mutants alive that tests execute",
            "  src/lib.rs:2:7: replace < with <= in f",
            "      -     a < 1",
            "      +     a <= 1",
            "    without a difference in 4 tests: a, m::b, c, 1 more",
            "  src/lib.rs:2:7: replace < with > in f",
            "      -     a < 1",
            "      +     a > 1",
            "    executed by 1 test: m::b",
            "",
            "Mutants alive that no test executes",
            "  src/lib.rs:5:7: replace + with - in g",
            "      -     a + 1",
            "      +     a - 1",
            "",
            "Mutants without a verdict",
            "  src/lib.rs:5:7: replace + with * in g",
            "    too many steps in c",
            "",
            "Tests without which no point and no mutant is lost",
            "  d  (p lib)",
        ];
        let text = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        assert_eq!(
            closing_line(&grading),
            "1 of 4 mutants noticed (25.0 %), 3 alive, 1 without a verdict; a sample of 7; 4 tests, in 0.25 s"
        );
        assert_eq!(
            left_out(&grading).unwrap(),
            "1 function with `unsafe`, 3 macro calls not looked into, 1 mutant of types that it cannot be applied to"
        );
    }
}
