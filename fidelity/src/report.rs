//! The report: a table with a row for each crate, and the differences.

use std::fmt::Write as _;

use crate::check::{Checked, Side};
use crate::outcomes::Outcome;
use sbst_analysis::annotate::Origin;

/// The head of the table.
pub const HEAD: &str = "| crate | items | tests plain | normal build | observe build | conditions | recording | with macros' own syntax |\n|---|---|---|---|---|---:|---:|---:|";

/// Lists the differences of one build from the plain crate.
pub fn differences(checked: &Checked, side: &Side, is_observe: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for taken in &side.taken_back {
        // A macro without support for attributes warns in any build, independent of the attribute.
        if !is_observe && taken.site.origin != Origin::Source {
            continue;
        }
        let message = taken.remark.message.replace('\n', " ");
        lines.push(format!("does not compile: {}:{}: {message}", taken.file, taken.site.lines.start()));
    }
    if !side.build.succeeded {
        let errors: Vec<String> = side
            .build
            .errors()
            .take(3)
            .map(|remark| format!("{} {:?}", remark.message, remark.places.first()))
            .collect();
        let why = if side.build.too_long { "took too long".to_owned() } else { errors.join("; ") };
        lines.push(format!("the build failed: {why}"));
        return lines;
    }
    for warning in side.build.warnings() {
        if !checked.plain.build.warnings().any(|known| known.identity() == warning.identity()) {
            let place =
                warning.places.first().map(|(file, line)| format!("{file}:{line}")).unwrap_or_default();
            lines.push(format!("warning: {place}: {}", warning.message));
        }
    }
    if side.too_long && !checked.plain.too_long {
        lines.push("the tests took too long".to_owned());
    }
    let before = lines.len();
    for ((executable, test), what) in checked.plain.outcomes.differences(&side.outcomes) {
        let is_flaky = checked.flaky.contains(&(executable.clone(), test.clone()));
        if !is_flaky {
            lines.push(format!("test: {executable}: {test}: {what}"));
        }
    }
    if side.ended_badly && !checked.plain.ended_badly && lines.len() == before {
        lines.push(
            "the run ended with an error, although the tests ended as they did; see the log".to_owned(),
        );
    }
    lines
}

/// Returns the row of a crate.
pub fn row(checked: &Checked) -> String {
    let outcomes = &checked.plain.outcomes;
    let tests = format!(
        "{} ok, {} failed, {} ignored",
        outcomes.count(Outcome::Passed),
        outcomes.count(Outcome::Failed),
        outcomes.count(Outcome::Ignored)
    );
    let verdict = |side: &Side, is_observe| match differences(checked, side, is_observe).len() {
        0 => "same".to_owned(),
        1 => "1 difference".to_owned(),
        count => format!("{count} differences"),
    };
    format!(
        "| {} | {} | {tests} | {} | {} | {} | {:.1} % | {:.1} % |",
        checked.name,
        checked.sites,
        verdict(&checked.normal, false),
        verdict(&checked.observe, true),
        checked.recording.eligible,
        checked.recording.percent(),
        checked.recording.percent_with_macro_syntax()
    )
}

/// Returns the details of one check outside of its row.
pub fn details(checked: &Checked, verbose: bool, times: bool) -> String {
    let mut text = format!("{}\n", checked.name);
    for note in &checked.notes {
        let _ = writeln!(text, "  note: {note}");
    }
    for (executable, test) in &checked.flaky {
        let _ = writeln!(text, "  note: {executable}: {test} is not the same twice, and not compared");
    }
    for taken in &checked.normal.taken_back {
        if let Origin::MacroDefinition(name) | Origin::MacroArguments(name) = &taken.site.origin {
            let line = taken.site.lines.start();
            let _ =
                writeln!(text, "  note: {}:{line}: the macro `{name}` takes no attribute there", taken.file);
        }
    }
    for (name, side, is_observe) in [("normal", &checked.normal, false), ("observe", &checked.observe, true)]
    {
        for line in differences(checked, side, is_observe) {
            let _ = writeln!(text, "  {name}: {line}");
        }
    }
    let recording = &checked.recording;
    let _ = writeln!(
        text,
        "  conditions: {} of {} record; besides {} in const fns that constants need, {} in functions that macros dropped, {} in \
         macros' own syntax",
        recording.recorded,
        recording.eligible,
        recording.constant,
        recording.dropped,
        recording.in_macro_syntax
    );
    for (reason, places) in &recording.exceptions {
        let _ = writeln!(text, "  does not record: {}: {reason}", places.len());
        for place in places.iter().filter(|_| verbose) {
            let _ = writeln!(text, "    {place}");
        }
    }
    if !recording.uncounted.is_empty() {
        let _ = writeln!(text, "  recorded, but not counted: {}", recording.uncounted.len());
        for place in recording.uncounted.iter().filter(|_| verbose) {
            let _ = writeln!(text, "    {place}");
        }
    }
    for cost in &checked.costs {
        let ratio = cost.observed as f64 / cost.plain.max(1) as f64;
        let _ = writeln!(
            text,
            "  instructions: {}: {} plain, {} observed: {ratio:.2} times",
            cost.executable, cost.plain, cost.observed
        );
    }
    if times {
        let seconds = |side: &Side| (side.build.time.as_secs_f64(), side.test_time.as_secs_f64());
        let (plain, normal, observe) =
            (seconds(&checked.plain), seconds(&checked.normal), seconds(&checked.observe));
        let _ = writeln!(
            text,
            "  seconds: build {:.1} plain, {:.1} normal; tests {:.1} plain, {:.1} normal; {:.1} observe, build and tests",
            plain.0, normal.0, plain.1, normal.1, observe.0
        );
    }
    let _ = writeln!(text, "  logs: {}", checked.logs.display());
    text
}
