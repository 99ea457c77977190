//! `cargo sbst compare`: repeats the searches of algorithms with the same seeds and the same
//! budget, and compares their results.
//!
//! [`searches`] makes the runs; [`subject`] groups them by function, and adds up all functions.
//! [`summary`] describes each algorithm on a subject, and [`duels`] counts the functions that it
//! won against each other one. The results are a [`table`], [`csv_files`], [`plots`], a [`page`]
//! and JSON ([`rows`]).

pub mod options;

mod output_directory;
mod run;
mod subject;
mod summary;
mod duels;
pub mod rows;
mod searches;
mod table;
mod csv_files;
mod curve;
mod curve_chart;
mod plots;
mod page;

#[cfg(test)]
mod fixture;

use anstream::stdout;
use anyhow::{Context, anyhow};
use cargo_sbst::cargo::own_directory;
use cargo_sbst::report::closing;
use cargo_sbst::search::construction::RecipeMaker;
use cargo_sbst::search::session;
use cargo_sbst::search::target_report::TargetReport;
use cargo_sbst::ui::exit_code::{ExitCode, Failure};
use cargo_sbst::ui::json_lines::{BuildFinished, JsonLines, Warning, message};
use cargo_sbst::ui::options::MessageFormat;
use cargo_sbst::ui::quantity::{count, seconds};
use cargo_sbst::ui::{console, interrupt};
use cargo_sbst::worker::describe::FoundTarget;
use duels::Duels;
use options::CompareOptions;
use output_directory::OutputDirectory;
use rows::SummaryRow;
use run::Repeated;
use sbst_model::TargetId;
use sbst_model::target::Obstacle;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use subject::Subject;
use summary::Summary;

/// Runs the command.
pub fn compare(options: &CompareOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let output = &options.common.output;
    let lines = JsonLines::new(output);
    let session = session::open(
        &options.common,
        Some(&options.search.execution),
        options.instrumentation(),
        |executables| lines.emit(&BuildFinished { executables }),
    )?;
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
        let duels = Duels::count(&functions);
        let mut files = csv_files::write(&repeated, &subjects, &duels, &options.algorithms)?;
        files.extend(plots::draw(&compared, &options.algorithms));
        let setting = page::Setting {
            limit: searches::limit(options.budget()),
            seed: options.search.seed,
            repetitions: options.repetitions,
        };
        files.push(page::render(&subjects, &options.algorithms, &duels, &setting));
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

/// Returns the searchable functions with goals; reports the others.
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
            Some(exclusion) => exclusion.clone(),
            None if description.conditions.is_empty() => Obstacle::NoGoals.into(),
            None => {
                comparable.push(target);
                continue;
            }
        };
        lines.emit(&Warning { message: &format!("`{}` is left out: {reason}", description.id) })?;
        left_out.push(TargetReport::not_searched(description, reason));
    }
    let output = &options.common.output;
    if output.message_format == MessageFormat::Human && !output.quiet {
        anstream::eprint!("{}", closing::left_out("Not compared", &left_out));
    }
    if comparable.is_empty() {
        return Err(anyhow!("nothing to compare: no function can be searched and has goals"));
    }
    Ok(comparable)
}

/// Returns each function, and the sum of several, with their summaries.
fn subjects(repeated: &[Repeated<'_>]) -> Vec<(Subject, Vec<Summary>)> {
    let mut subjects: Vec<Subject> = repeated.iter().map(Subject::from_repeated).collect();
    if repeated.len() > 1 {
        subjects.push(Subject::from_all(repeated));
    }
    let summarised = |subject: Subject| {
        let summaries = summary::summarise(&subject);
        (subject, summaries)
    };
    subjects.into_iter().filter(Subject::is_repeated).map(summarised).collect()
}

fn show(
    subjects: &[(Subject, Vec<Summary>)],
    options: &CompareOptions,
    lines: JsonLines,
) -> anyhow::Result<()> {
    if subjects.is_empty() {
        console::warning("no function was searched twice with every algorithm: nothing to compare");
        return Ok(());
    }
    if options.common.output.message_format == MessageFormat::Human {
        let table = table::render(subjects, &options.algorithms);
        write!(stdout(), "{table}").context("failed to write to standard output")?;
    }
    for (subject, summaries) in subjects {
        for (index, summary) in summaries.iter().enumerate() {
            lines.emit(&SummaryRow::new(subject, &options.algorithms, index, summary))?;
        }
    }
    Ok(())
}

/// The event of a comparison's written files.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComparisonWritten<'a> {
    directory: &'a str,
    files: usize,
}

message!("comparison-written": ComparisonWritten<'_>);
