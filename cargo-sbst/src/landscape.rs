//! `cargo sbst landscape`: the fitness landscape of a goal over one or two inputs, as the papers plot it, or the way that an
//! algorithm takes through it.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004, figures 4 to 7; Fraser,
//! "Search-Based Test Generation", the plots of landscapes and of the fitness at each step.
//!
//! [`inputs`] reads which inputs are meant; [`grid`] has a worker tell the heights and [`walk`] the steps, both by
//! [`watched_worker`](crate::worker::watch); [`line_plot`], [`heat_map`] and [`surface`] draw what [`heights`] show, and [`walk_plot`] the steps.

mod colours;
mod csv_file;
mod grid;
mod heat_map;
mod heights;
mod inputs;
mod line_plot;
mod options;
mod panel;
mod picture;
mod scale;
mod surface;

/// A picture, or the values behind it, was written.
#[derive(Debug, Serialize)]
struct PictureWritten<'a> {
    file: &'a str,
}

impl Message for PictureWritten<'_> {
    const TYPE: &'static str = "picture-written";
}

#[cfg(test)]
mod tests;
mod walk;
mod walk_plot;

use crate::cargo::own_directory;
use crate::cargo::workspace::LANDSCAPE;
use crate::plot::drawing::Drawing;
use crate::search::construction::RecipeMaker;
use crate::search::session;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{BuildFinished, JsonLines, Message};
use crate::ui::{console, interrupt, whole_file};
use crate::worker::describe::FoundTarget;
use crate::worker::directories;
use anyhow::{Context, anyhow, bail};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
pub use options::LandscapeOptions;
use sbst_model::{Goal, TargetDescription};
use serde::Serialize;
use std::fs;

/// Runs the command.
pub fn landscape(options: &LandscapeOptions) -> Result<ExitCode, Failure> {
    let output = &options.common.output;
    let lines = JsonLines::new(output);
    let session = session::open(&options.common, Some(&options.search), LANDSCAPE, |executables| {
        lines.emit(&BuildFinished { executables })
    })?;
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

/// What comes of the command.
struct Picture {
    /// What of it the files are named after.
    name: String,
    drawing: Drawing,
    csv: Vec<u8>,
}

/// The function that is meant, if it is one.
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
        bail!("`{}` has no goals: there is no condition in it", target.id);
    }
    if goal as usize >= goals {
        let last = goals - 1;
        let only = format!("cargo sbst list --only {}", target.id);
        bail!("`{}` has no goal {goal}, only 0 to {last}; `{only}` shows which they are", target.id);
    }
    Ok(())
}

/// A goal as people read it: "goal 3: `a == b` is false".
fn goal_text(target: &TargetDescription, goal: u32) -> String {
    let Goal { condition, outcome } = Goal::from_index(goal as usize);
    let condition = &target.conditions[condition as usize];
    format!("goal {goal}: {} {}", condition.text, condition.kind.predicate(outcome))
}

fn write(
    directory: &Utf8Path,
    target: &TargetDescription,
    goal: u32,
    picture: Picture,
) -> anyhow::Result<Vec<Utf8PathBuf>> {
    fs::create_dir_all(directory).with_context(|| format!("failed to create {directory}"))?;
    let Picture { name, drawing, csv } = picture;
    let name = format!("{}-goal-{goal}-{name}", directories::readable_name(&target.id));
    let files = [("svg", drawing.svg.into_bytes()), ("png", drawing.png), ("csv", csv)];
    let file = |(extension, content): (&str, Vec<u8>)| {
        let path = directory.join(format!("{name}.{extension}"));
        whole_file::replace(&path, &content)?;
        Ok(path)
    };
    files.into_iter().map(file).collect()
}

/// What to say when so many workers died.
fn too_many_deaths(target: &TargetDescription, deaths: usize, how: &str) -> anyhow::Error {
    anyhow!("`{}`: its workers died at {deaths} points, the last one of: {how}", target.id)
}
