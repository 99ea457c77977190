//! The user's configuration: options that are kept in files and in the environment.
//!
//! 1. A key is a long option of a command that takes `--all`; [`schema`] reads the keys, their
//!    values and their defaults off the definitions of the command line.
//! 2. Places, the strongest first: the command line; variables `SBST_KEY`; `sbst.toml` in the root of
//!    the workspace; `[package.metadata.sbst]`, if one package is selected alone;
//!    `[workspace.metadata.sbst]`; the default. A stronger place gives the whole value of a key.
//! 3. Kept options become arguments in front of the user's own, so that the command line has one
//!    meaning and one parser.
//! 4. An option drops a key of a weaker place that it conflicts with, and a key that needs another
//!    one is ignored without it. Conflicting keys of one place are refused.
//! 5. `--flag=false` takes back a flag that is kept.
//! 6. Unknown keys and wrong values are refused, all at once, with their places.

pub mod schema;
mod layer;
mod toml_file;
mod environment;
mod precedence;
mod json_schema;
mod template;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod tests;

pub use layer::shown;
pub use schema::Schema;

use crate::cargo::selection::SelectionOptions;
use crate::cargo::{own_directory, workspace};
use crate::ui::{console, whole_file};
use anyhow::bail;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Metadata, Package};
use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};
use layer::{Layer, Problem};
use precedence::Given;
use std::ffi::OsString;

/// The help's note on kept options.
pub const HELP: &str = "\
Options can be kept: in sbst.toml, in [workspace.metadata.sbst], or in variables such as SBST_SEED.
`cargo sbst init` writes a file with all of them";
/// The file in the root of a workspace.
pub const FILE: &str = "sbst.toml";
/// The file with the schema, in the folder of ours.
const SCHEMA: &str = "sbst.schema.json";
/// Keys that choose packages, so that they cannot depend on the package.
const CHOOSING: [&str; 3] = ["package", "workspace", "exclude"];

/// Returns the arguments of the process with the kept ones. The arguments of a program that takes
/// none of the keys, and wrong ones, are returned as they are.
pub fn complete(
    program: &clap::Command,
    schema: &Schema,
    arguments: Vec<OsString>,
) -> anyhow::Result<Vec<OsString>> {
    complete_with(program, schema, arguments, std::env::vars_os())
}

fn complete_with(
    program: &clap::Command,
    schema: &Schema,
    arguments: Vec<OsString>,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> anyhow::Result<Vec<OsString>> {
    let given = arguments.clone();
    let (arguments, taken_back) = precedence::take_back(arguments, schema);
    let Some(matches) = parse(program, &arguments) else { return Ok(arguments) };
    // The words before the command's own arguments.
    let (command, matches, words) = match matches.subcommand() {
        Some((name, below)) => (program.find_subcommand(name).unwrap_or(program), below, 2),
        None => (program, &matches, 1),
    };
    if !schema::takes_keys(command) {
        return Ok(given);
    }
    let given = Given::new(command, matches, taken_back);
    let with = |layers: &[Layer]| -> anyhow::Result<Vec<OsString>> {
        let mut problems = Vec::new();
        let kept = precedence::arguments(command, &given, layers, &mut problems);
        refuse(&problems)?;
        Ok([&arguments[..words], &kept, &arguments[words..]].concat())
    };

    let mut problems = Vec::new();
    let mut layers = vec![environment::read(schema, variables, &mut problems)];
    let manifest = matches.try_get_one::<Utf8PathBuf>("manifest_path").ok().flatten();
    // A workspace that cannot be read is the command's to complain of.
    let metadata = workspace::members(manifest).ok();
    if let Some(metadata) = &metadata {
        layers.extend(read_workspace(schema, metadata, &mut problems));
    }
    refuse(&problems)?;
    if let Some(metadata) = &metadata {
        let selected = select_packages(program, &with(&layers)?, metadata);
        let of_package = read_package(schema, &selected, &metadata.workspace_root)?;
        let behind_file = layers.len() - 1;
        layers.splice(behind_file..behind_file, of_package);
    }
    with(&layers)
}

/// Reads the file and the metadata of the workspace, and renews the schema that editors look for.
fn read_workspace(schema: &Schema, metadata: &Metadata, problems: &mut Vec<Problem>) -> [Layer; 2] {
    let root = &metadata.workspace_root;
    let file = root.join(FILE);
    if file.exists() {
        // It is only for editors: a folder that cannot be written is no reason to stop.
        _ = write_schema(schema, metadata);
    }
    let table = ["workspace", "metadata", "sbst"];
    let of_workspace = match metadata.workspace_metadata.get("sbst") {
        Some(_) => toml_file::read(schema, &root.join("Cargo.toml"), &table, problems),
        None => Layer::default(),
    };
    [toml_file::read(schema, &file, &[], problems), of_workspace]
}

/// Parses the arguments as far as they are complete without the configuration.
fn parse(program: &clap::Command, arguments: &[OsString]) -> Option<ArgMatches> {
    match program.clone().try_get_matches_from(arguments) {
        Ok(matches) => Some(matches),
        // Another place may have the missing argument.
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
            program.clone().ignore_errors(true).try_get_matches_from(arguments).ok()
        }
        Err(_) => None,
    }
}

/// Returns the packages that a command would work on.
fn select_packages<'m>(
    program: &clap::Command,
    arguments: &[OsString],
    metadata: &'m Metadata,
) -> Vec<&'m Package> {
    let Some(matches) = parse(program, arguments) else { return Vec::new() };
    let matches = matches.subcommand().map_or(&matches, |(_, below)| below);
    let selection = SelectionOptions::from_arg_matches(matches).ok();
    selection.and_then(|selection| workspace::select(metadata, &selection).ok()).unwrap_or_default()
}

/// Reads the metadata of the selected package, if it is the only one; warns if a package's settings
/// are ignored.
fn read_package(schema: &Schema, selected: &[&Package], root: &Utf8Path) -> anyhow::Result<Option<Layer>> {
    let mut problems = Vec::new();
    let table = ["package", "metadata", "sbst"];
    let mut layers = Vec::new();
    for package in selected {
        let folder = package.manifest_path.parent().unwrap_or(root);
        if folder != root && folder.join(FILE).exists() {
            console::warning(format_args!(
                "{} is not read\n  the file of that name in the root of the workspace counts, and \
                 [package.metadata.sbst] in {}",
                shown(&folder.join(FILE)),
                shown(&package.manifest_path)
            ));
        }
        if package.metadata.get("sbst").is_none() {
            continue;
        }
        if selected.len() > 1 {
            console::warning(format_args!(
                "[package.metadata.sbst] of package `{}` does not count beside other packages\n  select it alone \
                 with `-p {}`, or write common options to [workspace.metadata.sbst] or {FILE}",
                package.name, package.name
            ));
            continue;
        }
        let layer = toml_file::read(schema, &package.manifest_path, &table, &mut problems);
        let choosing = CHOOSING.iter().filter_map(|key| Some((*key, layer.get(key)?)));
        problems.extend(choosing.map(|(key, entry)| {
            let message = format!(
                "`{key}` chooses packages, so it cannot be a package's own\n  write it to {FILE} or to \
                 [workspace.metadata.sbst]"
            );
            Problem::new(&entry.place, message)
        }));
        layers.push(layer);
    }
    refuse(&problems)?;
    Ok(layers.pop())
}

/// Makes one error of all problems.
fn refuse(problems: &[Problem]) -> anyhow::Result<()> {
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if problems.is_empty() { Ok(()) } else { bail!("{}", problems.join("\n")) }
}

/// Writes the schema of this version into the target directory, where the line `#:schema` of the
/// file refers to it, and returns its path.
pub fn write_schema(schema: &Schema, metadata: &Metadata) -> anyhow::Result<Utf8PathBuf> {
    let path = schema_path(metadata);
    whole_file::replace(&path, schema.to_json_schema().as_bytes())?;
    Ok(path)
}

/// Returns the comment by which editors find the schema; none if the target directory is outside
/// the workspace, as no path would be right for every user.
pub fn schema_comment(metadata: &Metadata) -> String {
    match schema_path(metadata).strip_prefix(&metadata.workspace_root) {
        Ok(path) => format!("#:schema ./{path}\n\n"),
        Err(_) => String::new(),
    }
}

fn schema_path(metadata: &Metadata) -> Utf8PathBuf {
    metadata.target_directory.join(own_directory::FOLDER).join(SCHEMA)
}
