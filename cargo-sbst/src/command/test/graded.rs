//! Tests graded by mutants.

use super::TestOptions;
use super::junit;
use super::options::MostMutants;
use crate::cargo::own_directory;
use crate::cargo::workspace::Workspace;
use crate::command::ci::since::ChangedLines;
use crate::mutants::{self, Counts, Executable, Grading, Mutant, Options};
use crate::search::session::no_functions;
use crate::ui::exit_code::{ExitCode, Failure, TESTS_FAILED};
use crate::ui::json_lines::JsonLines;
use crate::ui::options::MessageFormat;
use crate::ui::quantity::{count, seconds};
use crate::ui::{console, interrupt, whole_file};
use anyhow::{Context, bail};
use std::fs;
use std::time::Instant;

/// The file for `--mutation-report` without a path, in our folder.
const REPORT: &str = "mutation-report.json";

/// Grades the tests in these executables, and reports.
pub fn grade(
    workspace: &Workspace,
    options: &TestOptions,
    executables: &[Executable],
    started: Instant,
) -> Result<ExitCode, Failure> {
    let output = &options.common.output;
    console::status(output, "Built", format_args!("in {}", seconds(started.elapsed().as_secs_f64())));
    let grading = judge(workspace, options, executables, |_| true)?;
    if interrupt::requested() && grading.judged.is_empty() {
        return Ok(ExitCode::Interrupted);
    }
    if !grading.failing.is_empty() && !options.targets.no_fail_fast {
        return Ok(ExitCode::Cargo(TESTS_FAILED));
    }
    if grading.all == 0 && options.common.selection.only.is_empty() && options.mutants.since.is_none() {
        return Err(no_functions(workspace).into());
    }
    let root = &workspace.metadata.workspace_root;
    let read = |file: &str| fs::read_to_string(root.join(file)).ok();
    let lines = JsonLines::new(output);
    mutants::emit(&grading, lines)?;
    if output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", mutants::render(&grading, read));
    }
    if let Some(path) = &options.mutants.mutation_report {
        let path = path.clone().unwrap_or_else(|| own_directory::directory(workspace).join(REPORT));
        whole_file::replace(&path, mutants::stryker_report(&grading, root.as_str(), read).as_bytes())?;
        console::status(output, "Written", &path);
    }
    if let Some(path) = &options.mutants.junit {
        whole_file::replace(path, junit::render(&grading).context("failed to write XML")?.as_bytes())?;
        console::status(output, "Written", path);
    }
    if let Some(left_out) = mutants::left_out(&grading) {
        console::status(output, "Left out", left_out);
    }
    console::status(output, "Finished", mutants::closing_line(&grading));
    Ok(exit_code(&Counts::from_judged(&grading.judged), options.results.fail_under))
}

/// Judges the selected mutants, and warns of tests that do not take part.
pub fn judge(
    workspace: &Workspace,
    options: &TestOptions,
    executables: &[Executable],
    is_meant: impl Fn(&Mutant) -> bool,
) -> anyhow::Result<Grading> {
    if !cfg!(any(target_os = "linux", target_vendor = "apple")) {
        bail!("mutants need GNU/Linux or macOS, where a process can fork before `main`");
    }
    let root = &workspace.metadata.workspace_root;
    let since =
        options.mutants.since.as_ref().map(|revision| ChangedLines::read(root, revision)).transpose()?;
    let is_changed = |mutant: &Mutant| {
        let [(first, _), (last, _)] = mutant.place;
        since.as_ref().is_none_or(|lines| lines.touch(&mutant.file, first..=last))
    };
    let is_run = |test: &str| options.name.as_ref().is_none_or(|name| test.contains(name.as_str()));
    let only = &options.common.selection.only;
    let is_in = |mutant: &Mutant| {
        is_meant(mutant)
            && is_changed(mutant)
            && (only.is_empty() || only.iter().any(|name| mutant.text.contains(name.as_str())))
    };
    let wanted = Options {
        most: options.mutants.mutants.and_then(|MostMutants(most)| most),
        seed: options.mutants.seed,
        has_diet: options.mutants.diet,
        by_test: options.mutants.by_test,
        leaves_failing: options.targets.no_fail_fast,
    };
    let grading = mutants::grade(executables, &mutants::crates(workspace), wanted, is_run, is_in)?;
    if !grading.failing.is_empty() {
        tell_failing(&grading, wanted.leaves_failing);
    }
    for test in &grading.slow {
        console::warning(format_args!("skipping {test}: with probes, it takes more than a minute"));
    }
    for target in &grading.without_harness {
        console::warning(format_args!("skipping the tests of {target}: they have no standard harness"));
    }
    Ok(grading)
}

fn tell_failing(grading: &Grading, are_left_out: bool) {
    let number = grading.failing.len();
    let verb = if number == 1 { "fails" } else { "fail" };
    let advice = match are_left_out {
        true => "left out",
        false => "fix them, or skip them with --no-fail-fast",
    };
    console::warning(format_args!("{} {verb} without a mutant; {advice}:", count(number, "test")));
    grading.failing.iter().for_each(|test| anstream::eprintln!("  {test}"));
}

fn exit_code(counts: &Counts, fail_under: Option<f64>) -> ExitCode {
    match fail_under {
        _ if interrupt::requested() => ExitCode::Interrupted,
        _ if counts.graded() == 0 => ExitCode::NothingSearched,
        Some(wanted) if counts.score() < wanted => ExitCode::TooFewGoals,
        Some(_) => ExitCode::Success,
        None if counts.alive() > 0 => ExitCode::MutantsAlive,
        None => ExitCode::Success,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_shows_the_failure() {
        let counts =
            |noticed, unnoticed, unknown| Counts { noticed, unnoticed, unknown, ..Counts::default() };
        assert_eq!(exit_code(&counts(3, 0, 1), None), ExitCode::Success);
        assert_eq!(exit_code(&counts(3, 1, 0), None), ExitCode::MutantsAlive);
        assert_eq!(exit_code(&counts(3, 1, 0), Some(75.0)), ExitCode::Success);
        assert_eq!(exit_code(&counts(3, 1, 0), Some(76.0)), ExitCode::TooFewGoals);
        assert_eq!(exit_code(&counts(0, 0, 0), None), ExitCode::NothingSearched);
        assert_eq!(exit_code(&counts(0, 0, 5), Some(0.0)), ExitCode::NothingSearched);
    }
}
