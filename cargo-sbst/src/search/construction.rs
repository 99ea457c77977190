//! Recipes for workers: the object construction graphs of targets, with the functions of the
//! executable that set the parts of objects.
//!
//! They are made in a thread of their own when a search wants one. The sources are read once for
//! all targets, and facts about a type are shared by all targets. A condition is found again by its
//! kind and place, as a `#[cfg]` may have removed others; a function by its path, and by its line
//! if there are several of that path.

use crate::cargo::workspace::SourceTree;
use crate::search::options::{SearchOptions, Without};
use crate::search::session::Session;
use crate::source::module_files::module_files;
use recipes::Recipes;
use sbst_analysis::construction::{Program, Source};
use sbst_model::construction::Recipe;
use sbst_model::messages::RecipeOrders;
use sbst_model::{TargetDescription, TargetId};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;

pub mod recipes;

/// Reads all sources. Returns the names of those that could not be read too.
pub fn program(sources: &SourceTree) -> (Program, Vec<String>) {
    let files = module_files(sources);
    let sources =
        files.iter().map(|file| Source { module: &file.module, file: &file.name, text: &file.text });
    Program::of(sources)
}

/// Makes recipes on request, one after the other.
#[derive(Debug)]
pub struct RecipeMaker {
    sources: Arc<SourceTree>,
    /// The functions that a worker can call.
    all: Arc<[TargetDescription]>,
    /// The channel of requests, from the first one on.
    thread: OnceLock<Sender<Request>>,
}

/// A target, and where its recipe is waited for.
type Request = (TargetId, Sender<Option<Recipe>>);

impl RecipeMaker {
    /// One that has not begun. `all` are the functions that a worker can call.
    pub fn new(sources: SourceTree, all: impl IntoIterator<Item = TargetDescription>) -> RecipeMaker {
        RecipeMaker { sources: Arc::new(sources), all: all.into_iter().collect(), thread: OnceLock::new() }
    }

    /// One for the functions of a session.
    pub fn from_session(session: &Session) -> RecipeMaker {
        let packages = session.workspace.packages.iter().map(|package| &package.package);
        let sources = SourceTree::from_packages(&session.workspace.metadata.workspace_root, packages);
        RecipeMaker::new(sources, session.callable.iter().cloned())
    }

    /// Returns the orders of a search: a worker may ask for a recipe if its arguments may be made
    /// by calls, and templates are not [excluded](Without::Graph).
    pub fn orders(description: &TargetDescription, options: &SearchOptions) -> RecipeOrders {
        let is_wanted = description.call.has_story && !options.without.contains(&Without::Graph);
        if is_wanted { RecipeOrders::OnDemand } else { RecipeOrders::Without }
    }

    /// The recipe of a target, if it has one. Waits until it is made.
    pub fn recipe(&self, target: &TargetId) -> Option<Recipe> {
        self.ask(target).recv().ok().flatten()
    }

    /// Asks for the recipe of a target, if it has one. The channel is closed if it cannot be made.
    pub fn ask(&self, target: &TargetId) -> Receiver<Option<Recipe>> {
        let thread = self.thread.get_or_init(|| {
            let (sender, requests) = mpsc::channel::<Request>();
            let (sources, all) = (Arc::clone(&self.sources), Arc::clone(&self.all));
            thread::spawn(move || make(&sources, &all, requests));
            sender
        });
        let (sender, recipe) = mpsc::channel();
        // The thread ends early only by a panic, which is reported.
        _ = thread.send((target.clone(), sender));
        recipe
    }
}

/// Makes recipes until there can be no more requests.
fn make(sources: &SourceTree, all: &[TargetDescription], requests: Receiver<Request>) {
    let (program, _) = program(sources);
    let all: Vec<&TargetDescription> = all.iter().collect();
    let mut recipes = Recipes::new(&program, &all);
    for (target, sender) in requests {
        let wanted = all.iter().find(|description| description.id == target).copied();
        let recipe = wanted.and_then(|wanted| recipes.make(&[wanted]).pop());
        // The receiver may be gone.
        _ = sender.send(recipe);
    }
}

#[cfg(test)]
mod tests;
