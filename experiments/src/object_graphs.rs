//! Object construction graphs of the fixture crate `objects`. Its sources are read once; the graphs
//! of a target are made when a search asks for them, as the command does.

use cargo_sbst::search::construction::recipes::Recipes;
use sbst_analysis::construction::{Program, Source};
use sbst_model::TargetDescription;
use sbst_model::construction::Recipe;
use std::fs;
use std::path::{Path, PathBuf};

thread_local! {
    /// The functions and types of the crate, for as long as the process lasts.
    static PROGRAM: &'static Program = Box::leak(Box::new(program()));
}

/// Returns the recipe of a target. `all` are the targets of the crate.
pub fn recipe(target: &TargetDescription, all: &[TargetDescription]) -> Option<Recipe> {
    let program = PROGRAM.with(|program| *program);
    let all: Vec<&TargetDescription> = all.iter().collect();
    Recipes::new(program, &all).recipe(target)
}

fn program() -> Program {
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
    Program::parse(read.iter().map(|(module, file, text)| Source { module, file, text })).0
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
