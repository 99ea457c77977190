//! `cargo sbst explain FN[:LINE]`: a function's conditions and their dependences without an
//! execution, and the failed attempts of earlier runs. It reads only the sources, annotated or not,
//! and builds no crate.

mod find;
mod dot;
pub mod graph;
mod tried;
pub mod rows;
mod sequences;
mod text;

pub use rows::Explanation;

use crate::cargo::arguments::EarlierRunsOptions;
use crate::cargo::workspace;
use crate::search::construction;
use crate::state::State;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::JsonLines;
use crate::ui::options::{MessageFormat, OutputOptions};
use crate::ui::{console, whole_file};
use anstream::stdout;
use anyhow::{Context, bail};
use cargo_metadata::camino::Utf8PathBuf;
use find::Found;
use graph::Construction;
use std::io::Write;

/// Options of `cargo sbst explain`.
#[derive(Debug, clap::Args)]
pub struct ExplainOptions {
    /// The function: its path or the end of it, or FILE:LINE for the conditions on that line
    #[arg(value_name = "FN[:LINE]")]
    pub function: String,
    /// Write the control-flow graph to this file, in Graphviz (DOT) format; with --graph, the
    /// object construction graphs
    #[arg(long, value_name = "FILE")]
    pub dot: Option<Utf8PathBuf>,
    /// Show the fields read by the conditions, also through callees, and the functions that write
    /// them
    #[arg(long)]
    pub graph: bool,
    /// Only in this package of the workspace; may be repeated
    #[arg(short, long = "package", value_name = "PACKAGE", help_heading = "Selection")]
    pub packages: Vec<String>,
    #[command(flatten)]
    pub earlier: EarlierRunsOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// Runs the command.
pub fn explain(options: &ExplainOptions) -> Result<ExitCode, Failure> {
    let sources = workspace::sources(&options.packages, options.earlier.manifest_path.as_ref())?;
    let wanted = find::Wanted::parse(&options.function);
    let (found, unread) = find::find(&sources, &wanted)?;
    for file in unread {
        console::warning(format_args!("skipping {file}"));
    }
    let conditions = conditions(&found, wanted.line)?;
    // A single condition is explained with the assignments that decide it elsewhere.
    let is_one = wanted.line.is_some_and(|line| line != found.function.first_line);
    let needs_program = options.graph || is_one;
    let (program, _) = if needs_program { construction::program(&sources) } else { Default::default() };
    let graphs = options.graph.then(|| Construction::new(&program, &found, &conditions)).transpose()?;
    let workspace = workspace::members(options.earlier.manifest_path.as_ref())?;
    let target_directory = options.earlier.target_directory(&workspace);
    let state = State::open_if_there(&State::path(target_directory, &workspace.workspace_root));
    let uncovered = tried::uncovered(&state, &found);
    match options.output.message_format {
        MessageFormat::Json => {
            let graphs = graphs.as_ref().map(graph::rows::rows);
            let explanation = Explanation::from_found(&found, &conditions, &uncovered, graphs);
            JsonLines::new(&options.output).emit(&explanation)?
        }
        MessageFormat::Human => {
            let mut text = text::render(&found, &conditions);
            if is_one {
                text.push_str(&sequences::text(&program, &found, &conditions)?);
            }
            text.push_str(&tried::text(&found, &conditions, &uncovered));
            text.extend(graphs.iter().map(Construction::text));
            write!(stdout(), "{text}").context("failed to write to standard output")?;
        }
    }
    if let Some(file) = &options.dot {
        let (text, what) = match &graphs {
            Some(graphs) => (graphs.dot(), "object construction graphs"),
            None => (dot::render(&found), "control-flow graph"),
        };
        whole_file::replace(file, text.as_bytes())?;
        console::status(&options.output, "Wrote", format_args!("the {what} to {file}"));
    }
    Ok(ExitCode::Success)
}

/// Returns the conditions on the line if it is in the body, else all.
fn conditions(found: &Found, line: Option<u32>) -> anyhow::Result<Vec<usize>> {
    let conditions = &found.function.analysis.conditions;
    let all = 0..conditions.len();
    let Some(line) = line.filter(|line| *line != found.function.first_line) else { return Ok(all.collect()) };
    let meant: Vec<usize> = all.filter(|&index| conditions[index].place.line == line).collect();
    if meant.is_empty() {
        let mut lines: Vec<u32> = conditions.iter().map(|condition| condition.place.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let where_else = match lines.as_slice() {
            [] => "it has none at all".to_owned(),
            lines => format!("there are some on lines {}", lines.join(", ")),
        };
        bail!("no condition of `{}` begins on line {line}\n  {where_else}", found.path);
    }
    Ok(meant)
}
