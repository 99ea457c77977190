//! `cargo sbst landscape`: the fitness landscape of a goal over one or two inputs, as plotted in
//! the papers, or the path of an algorithm through it.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004,
//! figures 4 to 7. Fraser, "Search-Based Test Generation", the plots of landscapes and of the
//! fitness at each step.
//!
//! [`inputs`] reads the names of inputs; workers measure the heights for [`grid`] and the steps for
//! [`walk`]. [`line_plot`], [`heat_map`] and [`surface`] draw [`heights`], and [`walk_plot`] the
//! steps.

pub mod options;

mod inputs;
mod heights;
mod colours;
mod csv_file;
mod line_plot;
mod heat_map;
mod surface;
mod picture;
mod walk_plot;
mod grid;
mod walk;

#[cfg(test)]
mod tests;

use crate::chart::Svg;
use anyhow::{Context, bail};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_sbst::cargo::own_directory;
use cargo_sbst::cargo::workspace::Instrumentation;
use cargo_sbst::search::construction::RecipeMaker;
use cargo_sbst::search::session;
use cargo_sbst::ui::exit_code::{ExitCode, Failure};
use cargo_sbst::ui::json_lines::{BuildFinished, JsonLines, message};
use cargo_sbst::ui::{console, interrupt, whole_file};
use cargo_sbst::worker::describe::FoundTarget;
use cargo_sbst::worker::directories;
use options::LandscapeOptions;
use sbst_model::{Goal, TargetDescription};
use serde::Serialize;
use std::fs;

/// Runs the command.
pub fn landscape(options: &LandscapeOptions) -> Result<ExitCode, Failure> {
    let output = &options.common.output;
    let lines = JsonLines::new(output);
    let session = session::open(
        &options.common,
        Some(&options.search.execution),
        Instrumentation::LIBRARY,
        |executables| lines.emit(&BuildFinished { executables }),
    )?;
    let target = only(&session.targets)?;
    check_goal(&target.description, options.goal)?;
    let directory = options.output.clone();
    let directory =
        directory.unwrap_or_else(|| own_directory::directory(&session.workspace).join("landscape"));

    let made = match &options.walk {
        Some(algorithm) => {
            let recipes = RecipeMaker::from_session(&session);
            walk::picture(target, algorithm, &session.work, &recipes, options)?
        }
        None => grid::picture(target, &session.work, options)?,
    };
    let Some(picture) = made else { return Ok(ExitCode::Interrupted) };
    if interrupt::insisted() {
        return Ok(ExitCode::Interrupted);
    }
    for path in write(&directory, &target.description, options.goal, picture)? {
        console::status(output, "Written", &path);
        lines.emit(&PictureWritten { file: path.as_str() })?;
    }
    Ok(ExitCode::Success)
}

/// The result of the command.
struct Picture {
    /// The suffix of its files' names.
    name: String,
    drawing: Svg,
    csv: Vec<u8>,
}

/// The event of a written picture, or a file with its values.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PictureWritten<'a> {
    file: &'a str,
}

message!("picture-written": PictureWritten<'_>);

/// Returns the function, if exactly one was chosen.
fn only(targets: &[FoundTarget]) -> anyhow::Result<&FoundTarget> {
    match targets {
        [target] => match &target.description.not_searched {
            Some(reason) => bail!("`{}` cannot be executed: {reason}", target.description.id),
            None => Ok(target),
        },
        several => {
            let paths: Vec<String> =
                several.iter().map(|target| format!("`{}`", target.description.id)).collect();
            bail!("that can be any of several functions; give the whole path of one: {}", paths.join(", "))
        }
    }
}

fn check_goal(target: &TargetDescription, goal: u32) -> anyhow::Result<()> {
    let goals = target.goals();
    if goals == 0 {
        bail!("`{}` has no goals: it contains no condition", target.id);
    }
    if goal as usize >= goals {
        let last = goals - 1;
        let only = format!("cargo sbst list --only {}", target.id);
        bail!("`{}` has no goal {goal}, only 0 to {last}; `{only}` shows which they are", target.id);
    }
    Ok(())
}

/// Writes a goal as text: "goal 3: `a == b` is false".
fn goal_text(target: &TargetDescription, goal: u32) -> String {
    let Goal { condition, outcome } = Goal::from_index(goal as usize);
    let condition = &target.conditions[condition as usize];
    format!("goal {goal}: {} {}", condition.text, condition.kind.predicate(outcome))
}

fn write(
    directory: &Utf8Path,
    target: &TargetDescription,
    goal: u32,
    Picture { name, drawing, csv }: Picture,
) -> anyhow::Result<Vec<Utf8PathBuf>> {
    fs::create_dir_all(directory).with_context(|| format!("failed to create {directory}"))?;
    let name = format!("{}-goal-{goal}-{name}", directories::readable_name(&target.id));
    let files = [("svg", drawing.into_file().into_bytes()), ("csv", csv)];
    let file = |(extension, content): (&str, Vec<u8>)| {
        let path = directory.join(format!("{name}.{extension}"));
        whole_file::replace(&path, &content)?;
        Ok(path)
    };
    files.into_iter().map(file).collect()
}
