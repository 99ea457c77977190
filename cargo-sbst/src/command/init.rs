//! `cargo sbst init`: sets a project up. It is not interactive, changes no existing file, and adds
//! no dependency.

mod options;
mod repository;
mod job;

pub use options::InitOptions;

use crate::cargo::workspace;
use crate::configuration::{self, Schema};
use crate::overlay;
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{JsonLines, message};
use anstream::stdout;
use anyhow::Context;
use cargo_metadata::Metadata;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use options::{Ci, Text};
use repository::Repository;
use serde::Serialize;
use std::fs;
use std::io::{ErrorKind, Write};

/// A file to be written.
struct Planned {
    path: Utf8PathBuf,
    what: Text,
    text: String,
}

pub fn init(options: &InitOptions, schema: &Schema) -> Result<ExitCode, Failure> {
    let metadata = workspace::members(options.manifest_path.as_ref())?;
    if options.runtime {
        overlay::build_runtime(&metadata.target_directory, &options.output)?;
        return Ok(ExitCode::Success);
    }
    let repository = Repository::around(&metadata.workspace_root);
    let text = |what| text(what, schema, &metadata, &repository);
    if let Some(what) = options.print {
        write!(stdout(), "{}", text(what)).context("failed to write to standard output")?;
        return Ok(ExitCode::Success);
    }
    let services = options.ci.map_or_else(|| repository.services(), |service| vec![service]);
    let jobs = services.iter().filter_map(|service| match service {
        Ci::Github => Some((repository.root.join(".github/workflows/sbst.yml"), Text::Github)),
        Ci::Gitlab => Some((repository.root.join("sbst.gitlab-ci.yml"), Text::Gitlab)),
        Ci::None => None,
    });
    let configuration = (metadata.workspace_root.join(configuration::FILE), Text::Configuration);
    for (path, what) in std::iter::once(configuration).chain(jobs) {
        write_new(&Planned { path, what, text: text(what) }, options)?;
    }
    configuration::write_schema(schema, &metadata)?;
    say_what_next(options, &services, &metadata);
    Ok(ExitCode::Success)
}

fn text(what: Text, schema: &Schema, metadata: &Metadata, repository: &Repository) -> String {
    let folder = repository.relative(&metadata.workspace_root);
    match what {
        Text::Configuration => {
            schema.to_template(&configuration::schema_comment(metadata), turned_on(metadata))
        }
        Text::Github => job::github(folder),
        Text::Gitlab => job::gitlab(folder),
        Text::Schema => schema.to_json_schema(),
    }
}

/// Returns the keys that are turned on: whole crates, unless functions can be annotated.
fn turned_on(metadata: &Metadata) -> &'static [(&'static str, &'static str)] {
    let is_annotated = metadata.workspace_packages().into_iter().any(workspace::depends_on_runtime);
    if is_annotated { &[] } else { &[("all", "true")] }
}

/// Writes a file, unless a file of its name exists.
fn write_new(file: &Planned, options: &InitOptions) -> anyhow::Result<()> {
    let failed = || format!("failed to write {}", file.path);
    let folder = file.path.parent().unwrap_or(Utf8Path::new("."));
    fs::create_dir_all(folder).with_context(failed)?;
    let new = fs::File::options().write(true).create_new(true).open(&file.path);
    let shown = configuration::shown(&file.path);
    let is_written = match new {
        Ok(mut new) => {
            new.write_all(file.text.as_bytes()).with_context(failed)?;
            console::status(&options.output, "Created", shown);
            true
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let print = format!("`cargo sbst init --print {}`", file.what.name());
            console::status(
                &options.output,
                "Exists",
                format_args!("{shown}, left unchanged; {print} prints the text"),
            );
            false
        }
        Err(error) => return Err(error).with_context(failed),
    };
    JsonLines::new(&options.output).emit(&SetUp { path: file.path.as_str(), written: is_written })
}

fn say_what_next(options: &InitOptions, services: &[Ci], metadata: &Metadata) {
    let next = |text: &str| console::status(&options.output, "Next", text);
    match turned_on(metadata) {
        [] => next("`cargo sbst` searches the annotated functions, `cargo sbst --all` all of them"),
        _ => next("`cargo sbst --total-budget 1m` searches for a minute, and writes tests"),
    }
    if services.contains(&Ci::Github) {
        next("commit the workflow; it runs every night, and by hand on the page of the repository's actions");
    }
    if services.contains(&Ci::Gitlab) {
        next("write `include: [{ local: sbst.gitlab-ci.yml }]` to .gitlab-ci.yml, and create a schedule");
    }
}

/// A file of the set-up.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SetUp<'a> {
    path: &'a str,
    /// False if the file existed; it stays unchanged.
    written: bool,
}

message!("set-up": SetUp<'_>);
