//! Recipes for workers: the object construction graphs of targets, with the functions of the executable that set what is in
//! them.
//!
//! The sources are read once for all targets. A condition is found again by its kind and place, as a `#[cfg]` may have taken
//! others away; a function by its path, and by its line if there are several of that path.

use crate::discover::SourceTree;
use crate::module_files::module_files;
use recipes::Recipes;
use sbst_instrument::analysis::construction::{Program, Source};
use sbst_model::TargetDescription;
use sbst_model::construction::Recipe;

pub mod recipes;

/// All of the sources, and what could not be read.
pub fn program(sources: &SourceTree) -> (Program, Vec<String>) {
    let files = module_files(sources);
    let sources =
        files.iter().map(|file| Source { module: &file.module, file: &file.name, text: &file.text });
    Program::of(sources)
}

/// The recipes of those `wanted` targets that have one. `all` are the functions that a worker can call.
pub fn recipes(
    sources: &SourceTree,
    wanted: &[&TargetDescription],
    all: &[&TargetDescription],
) -> Vec<Recipe> {
    let (program, _) = program(sources);
    Recipes::of(&program, all).of_targets(wanted)
}

#[cfg(test)]
mod tests;
