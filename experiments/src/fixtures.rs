//! The object construction graphs and events of the fixture crates `objects` and `subjects`, as
//! made by the command. The sources of a crate are read once, at a search's request.

use cargo_sbst::search::construction::recipes::Recipes;
use sbst::__private::bench::FunctionProblem;
use sbst_analysis::construction::{Program, Source};
use sbst_model::TargetDescription;
use sbst_model::construction::Recipe;
use sbst_model::event_graph::EventGraph;
use sbst_source::files::ParsedFile;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The maker of recipes of a crate, for the lifetime of the process.
type Maker = &'static RefCell<Recipes<'static>>;

thread_local! {
    static MAKERS: RefCell<BTreeMap<String, Maker>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the recipe of a target of this crate.
pub fn recipe(crate_name: &str, target: &TargetDescription) -> Option<Recipe> {
    maker(crate_name).borrow_mut().recipe(target)
}

/// Returns the events of a target of this crate.
pub fn events(crate_name: &str, target: &TargetDescription) -> Option<EventGraph> {
    maker(crate_name).borrow().events(target)
}

fn maker(crate_name: &str) -> Maker {
    MAKERS.with_borrow_mut(|makers| {
        *makers.entry(crate_name.to_owned()).or_insert_with(|| {
            let program: &'static Program = Box::leak(Box::new(program(crate_name)));
            let all: &'static [TargetDescription] = Box::leak(FunctionProblem::registered().into());
            let is_own = |target: &&TargetDescription| target.id.crate_name == crate_name;
            let own: Vec<&TargetDescription> = all.iter().filter(is_own).collect();
            Box::leak(Box::new(RefCell::new(Recipes::new(program, &own))))
        })
    })
}

fn program(crate_name: &str) -> Program {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(crate_name).join("src");
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort();
    let read: Vec<(String, String, ParsedFile)> = files
        .iter()
        .map(|file| {
            let inside = file.strip_prefix(&root).unwrap_or(file).with_extension("");
            let names: Vec<String> = inside
                .iter()
                .map(|name| name.to_string_lossy().into_owned())
                .filter(|name| name != "lib")
                .collect();
            let module = [vec![crate_name.to_owned()], names].concat().join("::");
            let parsed = ParsedFile::from_text(fs::read_to_string(file).unwrap_or_default());
            (module, file.display().to_string(), parsed)
        })
        .collect();
    Program::read(read.iter().map(|(module, file, parsed)| Source { module, file, parsed })).0
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
