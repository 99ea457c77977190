//! The object construction graphs of the fixture crate `objects`, from its sources.

use crate::recipes::Recipes;
use sbst_instrument::analysis::construction::{Program, Source};
use sbst_model::TargetDescription;
use sbst_model::construction::Recipe;
use std::fs;
use std::path::{Path, PathBuf};

/// The recipes of these targets, which are all that the crate has.
pub fn recipes(targets: &[&TargetDescription]) -> Vec<Recipe> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/objects/src");
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort();
    let read: Vec<(String, String, String)> = files
        .iter()
        .map(|file| {
            let inside = file.strip_prefix(&root).unwrap_or(file).with_extension("");
            let names: Vec<String> = inside
                .iter()
                .map(|name| name.to_string_lossy().into_owned())
                .filter(|name| name != "lib")
                .collect();
            let module = [vec![String::from("objects")], names].concat().join("::");
            let text = fs::read_to_string(file).unwrap_or_default();
            (module, file.display().to_string(), text)
        })
        .collect();
    let (program, _) = Program::of(read.iter().map(|(module, file, text)| Source { module, file, text }));
    Recipes::of(&program, targets).of_targets(targets)
}

fn find(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => find(&path, files),
            false => files.push(path),
        }
    }
}
