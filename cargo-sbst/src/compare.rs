//! `cargo sbst compare`: repeats the searches of algorithms with the same seeds and the same budget, and says which
//! does better.
//!
//! [`searches`] makes the runs; [`subject`] puts those of a function together, and those of all; [`comparison`] says
//! what [`quartiles`] and [`statistics`] make of them, by the order of [`score`], and [`duels`] who beats whom. What comes of it
//! is shown as a [`table`], as [`csv_files`], as [`plots`], on a [`page`] and as JSON ([`rows`]).

mod comparison;
mod csv_files;
mod curve;
mod duels;
#[cfg(test)]
mod fixture;
pub mod options;
mod output_directory;
mod plots;
mod page;
mod quartiles;
mod rows;
mod run;
mod score;
mod searches;
pub mod statistics;
mod subject;
mod table;

use crate::cargo::own_directory;
use crate::report::closing;
use crate::search::construction::RecipeMaker;
use crate::search::session;
use crate::search::target_report::TargetReport;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{BuildFinished, JsonLines, Message, Warning};
use crate::ui::options::MessageFormat;
use crate::ui::quantity::{count, seconds};
use crate::ui::{console, interrupt};
use crate::worker::describe::FoundTarget;
use anstream::stdout;
use anyhow::{Context, anyhow};
use comparison::Line;
use duels::Duels;
use options::CompareOptions;
use output_directory::OutputDirectory;
pub use rows::{RunRow, SummaryRow};
use run::Repeated;
use sbst_model::TargetId;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use subject::Subject;

/// Runs the command.
pub fn compare(options: &CompareOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let output = &options.common.output;
    let lines = JsonLines::new(output);
    let session =
        session::open(&options.common, Some(&options.search), options.goals.feature(), |executables| {
            lines.emit(&BuildFinished { executables })
        })?;
    let targets = comparable(&session.targets, options, lines)?;
    let directory = options.output.clone();
    let directory = directory.unwrap_or_else(|| own_directory::directory(&session.workspace).join("compare"));
    let ids: Vec<&TargetId> = targets.iter().map(|target| &target.description.id).collect();
    let mut names = plots::file_names(&ids, options.algorithms.len());
    names.extend(csv_files::NAMES.map(str::to_owned));
    names.push(page::NAME.to_owned());
    let directory = OutputDirectory::open(&directory, &names)?;

    let recipes = RecipeMaker::from_session(&session);
    let (repeated, done) = searches::search(&targets, &session.work, &recipes, options, lines)?;
    let subjects = subjects(&repeated);
    show(&subjects, options, lines)?;
    if !subjects.is_empty() && !interrupt::insisted() {
        let compared: Vec<&Subject> = subjects.iter().map(|(subject, _)| subject).collect();
        let functions: Vec<&Subject> =
            compared.iter().copied().filter(|subject| subject.id.is_some()).collect();
        let duels = Duels::of(&functions);
        let mut files = csv_files::of(&repeated, &subjects, &duels, &options.algorithms)?;
        files.extend(plots::of(&compared, &options.algorithms)?);
        let setting = page::Setting {
            limit: searches::limit(options.budget()),
            seed: options.search.seed,
            repetitions: options.repetitions,
        };
        files.push(page::of(&subjects, &options.algorithms, &duels, &setting));
        directory.write(&files)?;
        let (path, files) = (directory.path(), files.len());
        lines.emit(&ComparisonWritten { directory: path.as_str(), files })?;
        console::status(output, "Written", format_args!("{} in {path}", count(files, "file")));
    }
    let repetitions = repeated.iter().flat_map(|repeated| &repeated.repetitions);
    let runs = repetitions.map(|repetition| repetition.runs.len()).sum();
    let elapsed = seconds(started.elapsed().as_secs_f64());
    console::status(output, "Finished", format_args!("{} in {elapsed}", count(runs, "run")));
    Ok(if interrupt::requested() {
        ExitCode::Interrupted
    } else if done {
        ExitCode::Success
    } else {
        ExitCode::WorkerFailed
    })
}

/// The functions that have something to compare; says why the others have not.
fn comparable<'a>(
    targets: &'a [FoundTarget],
    options: &CompareOptions,
    lines: JsonLines,
) -> anyhow::Result<Vec<&'a FoundTarget>> {
    let mut comparable = Vec::new();
    let mut left_out = Vec::new();
    for target in targets {
        let description = &target.description;
        let reason = match &description.not_searched {
            Some(reason) => reason.as_str(),
            None if description.conditions.is_empty() => "it has no goals",
            None => {
                comparable.push(target);
                continue;
            }
        };
        left_out.push(TargetReport::not_searched(description, reason));
        lines.emit(&Warning { message: &format!("`{}` is left out: {reason}", description.id) })?;
    }
    let output = &options.common.output;
    if output.message_format == MessageFormat::Human && !output.quiet {
        anstream::eprint!("{}", closing::left_out("Not compared", &left_out));
    }
    if comparable.is_empty() {
        return Err(anyhow!(
            "there is nothing to compare: none of the functions can be searched and has goals"
        ));
    }
    Ok(comparable)
}

/// What there is to say of each function, and of all of them if they are several.
fn subjects(repeated: &[Repeated<'_>]) -> Vec<(Subject, Vec<Line>)> {
    let mut subjects: Vec<Subject> = repeated.iter().map(Subject::of).filter(Subject::is_repeated).collect();
    if repeated.len() > 1 {
        subjects.extend(Some(Subject::of_all(repeated)).filter(Subject::is_repeated));
    }
    let with_lines = |subject: Subject| {
        let lines = comparison::lines(&subject);
        (subject, lines)
    };
    subjects.into_iter().map(with_lines).collect()
}

fn show(subjects: &[(Subject, Vec<Line>)], options: &CompareOptions, json: JsonLines) -> anyhow::Result<()> {
    if subjects.is_empty() {
        console::warning("no function was searched twice with every algorithm: there is nothing to tell");
        return Ok(());
    }
    if options.common.output.message_format == MessageFormat::Human {
        let table = table::of(subjects, &options.algorithms);
        write!(stdout(), "{table}").context("failed to write to standard output")?;
    }
    for (subject, lines) in subjects {
        for (index, line) in lines.iter().enumerate() {
            json.emit(&SummaryRow::of(subject, &options.algorithms, index, line))?;
        }
    }
    Ok(())
}

/// The files of a comparison were written.
#[derive(Debug, Serialize)]
struct ComparisonWritten<'a> {
    directory: &'a str,
    files: usize,
}

impl Message for ComparisonWritten<'_> {
    const TYPE: &'static str = "comparison-written";
}
