//! The report of recording seeds.

use super::executables::OwnTests;
use super::harness::Ran;
use super::{Seeds, calls};
use crate::ui::console;
use crate::ui::json_lines::{JsonLines, Warning, message};
use crate::ui::options::OutputOptions;
use crate::ui::quantity::count;
use crate::worker::describe::FoundTarget;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::TargetDescription;
use sbst_model::messages::NotRecorded;
use serde::Serialize;
use std::time::Duration;

/// The most names of tests in one message: enough to find the others.
const MOST_NAMES: usize = 3;

#[derive(Debug, Default)]
pub struct Report {
    tests: usize,
    failed: Vec<String>,
    /// True if one of the executables had a custom harness.
    has_other_harness: bool,
    functions: Vec<FunctionRecords>,
    warnings: Vec<String>,
}

/// Records of a function.
#[derive(Debug)]
struct FunctionRecords {
    path: String,
    calls: usize,
    lost: Vec<Lost>,
}

/// Calls that cannot be seeds.
#[derive(Debug)]
struct Lost {
    reason: String,
    calls: usize,
    /// True if the user need not act on it.
    is_usual: bool,
}

/// Returns the tests to be run, in words.
pub fn what_is_run(all: &[OwnTests]) -> String {
    let integration = all.iter().filter(|tests| tests.integration.is_some()).count();
    let unit = all.len() - integration;
    let kinds = [(unit, "unit tests of ", "crate"), (integration, "", "integration test")];
    let kinds = kinds.iter().filter(|(number, ..)| *number > 0);
    let kinds: Vec<String> =
        kinds.map(|(number, what, noun)| format!("{what}{}", count(*number, noun))).collect();
    format!("your own tests ({}), to record arguments for the search", kinds.join(", "))
}

impl Report {
    pub fn warn(&mut self, text: String) {
        self.warnings.push(text);
    }

    /// Adds the result of running tests with this limit of time.
    pub fn ran(&mut self, tests: &OwnTests, ran: Ran, limit: Duration) {
        let Ran { begun, failed, hung, died, is_cut } = ran;
        self.tests += begun.len();
        self.failed.extend(failed);
        self.has_other_harness |= !tests.has_harness;
        let source = tests.executable.package.manifest_path.parent().map(|root| root.join(&tests.source));
        let source = source.as_deref().unwrap_or(&tests.source);
        let place =
            working_directory().and_then(|root| source.strip_prefix(root).ok().map(Utf8Path::to_owned));
        let place = place.unwrap_or_else(|| source.to_owned());
        let rest = match (is_cut, tests.has_harness) {
            (_, false) => "",
            (true, true) => "; the tests after it were not run",
            (false, true) => "; the other tests were run without it",
        };
        for (index, name) in hung.iter().chain(&died).enumerate() {
            let what = match name.as_str() {
                "" => format!("the tests in {place}"),
                name => format!("test `{name}` in {place}"),
            };
            let end = match index < hung.len() {
                true => format!("did not end within {} s", limit.as_secs()),
                false => "ended its process".to_owned(),
            };
            self.warn(format!("{what} {end}: its records up to then are used{rest}"));
        }
    }

    pub fn recorded(&mut self, targets: &[FoundTarget], seeds: &Seeds, mut lost: calls::Lost) {
        for FoundTarget { description, .. } in targets {
            let lost = lost.remove(&description.id).unwrap_or_default();
            let lost = lost.into_iter().map(|(reason, calls)| Lost {
                reason: in_words(&reason, description),
                calls,
                is_usual: reason == NotRecorded::OtherTypes,
            });
            let lost: Vec<Lost> = lost.collect();
            let calls = seeds.get(&description.id).map_or(0, Vec::len);
            if calls > 0 || !lost.is_empty() {
                self.functions.push(FunctionRecords { path: description.id.path.clone(), calls, lost });
            }
        }
    }

    pub fn tell(&self, output: &OutputOptions, lines: JsonLines) -> anyhow::Result<()> {
        for warning in &self.warnings {
            console::warning(warning);
            lines.emit(&Warning { message: warning })?;
        }
        if !self.failed.is_empty() {
            let text = format!("{}: the calls of failing tests are used, too", self.failures());
            console::warning(&text);
            lines.emit(&Warning { message: &text })?;
        }
        let calls = self.functions.iter().map(|function| function.calls).sum();
        let functions = self.functions.iter().filter(|function| function.calls > 0).count();
        let others = if self.has_other_harness { ", and from tests with another harness" } else { "" };
        console::status(
            output,
            "Recorded",
            format_args!(
                "{} of {}, from {}{others}",
                count(calls, "different call"),
                count(functions, "function"),
                count(self.tests, "test"),
            ),
        );
        let is_told = |lost: &&Lost| output.verbose || !lost.is_usual;
        for FunctionRecords { path, lost, .. } in &self.functions {
            for Lost { reason, calls, .. } in lost.iter().filter(is_told) {
                console::status(
                    output,
                    "Skipped",
                    format_args!("{} of `{path}`: {reason}", count_calls(*calls)),
                );
            }
        }
        lines.emit(&SeedsRecorded {
            tests: self.tests,
            failed: &self.failed,
            calls,
            functions: self.functions.iter().map(FunctionRecords::emitted).collect(),
        })
    }

    fn failures(&self) -> String {
        let names: Vec<String> =
            self.failed.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
        let more = if self.failed.len() > MOST_NAMES { ", …" } else { "" };
        format!("{} failed ({}{more})", count(self.failed.len(), "test"), names.join(", "))
    }
}

impl FunctionRecords {
    fn emitted(&self) -> SeededFunction<'_> {
        let not_recorded = self.lost.iter();
        SeededFunction {
            target: &self.path,
            calls: self.calls,
            not_recorded: not_recorded
                .map(|lost| NotRecordedCalls { calls: lost.calls, reason: &lost.reason })
                .collect(),
        }
    }
}

/// Returns the current directory: paths below it are printed relative to it.
fn working_directory() -> Option<Utf8PathBuf> {
    Utf8PathBuf::from_path_buf(std::env::current_dir().ok()?).ok()
}

/// Returns a number of calls in words; of very many, only the first are counted.
fn count_calls(calls: usize) -> String {
    match calls {
        sbst_model::messages::MOST_LOST.. => format!("{} or more", count(calls, "call")),
        _ => count(calls, "call"),
    }
}

/// Returns the reason why calls were not recorded, in words.
fn in_words(reason: &NotRecorded, function: &TargetDescription) -> String {
    let parameter = |index: usize| match function.parameters.get(index) {
        Some(parameter) => format!("`{}: {}`", parameter.name, parameter.type_text),
        None => "an argument".to_owned(),
    };
    match reason {
        NotRecorded::Unreadable(index) => {
            format!("the value of {} does not show its parts, or is very large", parameter(*index))
        }
        NotRecorded::OutOfBounds(index) => {
            format!(
                "the value of {} is out of its bounds, or longer than those that a search builds",
                parameter(*index)
            )
        }
        NotRecorded::OtherTypes => "with other type arguments than the search has chosen".to_owned(),
        NotRecorded::Never(reason) => reason.clone(),
    }
}

/// The user's own tests have run, and searches begin with their calls.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SeedsRecorded<'a> {
    /// Number of tests that ran, except in custom harnesses.
    tests: usize,
    failed: &'a [String],
    /// Different calls recorded.
    calls: usize,
    functions: Vec<SeededFunction<'a>>,
}

message!("seeds-recorded": SeedsRecorded<'_>);

/// Calls of a function by the user's own tests.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SeededFunction<'a> {
    target: &'a str,
    /// Different calls that its search begins with.
    calls: usize,
    /// Calls that it cannot begin with.
    not_recorded: Vec<NotRecordedCalls<'a>>,
}

/// Calls that cannot be seeds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NotRecordedCalls<'a> {
    /// Number of calls, up to 64 in each process.
    calls: usize,
    reason: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn reasons_name_the_parameter_as_it_was_written() {
        let function = fixture::description("p::f", 1);
        let words = |reason| in_words(&reason, &function);
        assert!(
            words(NotRecorded::Unreadable(0)).starts_with("the value of `n: i32` does not show its parts")
        );
        assert!(words(NotRecorded::OutOfBounds(7)).starts_with("the value of an argument is out of"));
        assert_eq!(words(NotRecorded::Never("for a reason".into())), "for a reason");
    }

    #[test]
    fn a_few_of_the_tests_that_failed_are_named() {
        let failed = |names: &[&str]| {
            let failed = names.iter().map(ToString::to_string).collect();
            Report { failed, ..Report::default() }.failures()
        };
        assert_eq!(failed(&["a::b"]), "1 test failed (`a::b`)");
        assert_eq!(failed(&["a", "b", "c", "d"]), "4 tests failed (`a`, `b`, `c`, …)");
    }
}
