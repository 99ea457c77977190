//! Recipes for workers: the object construction graphs of targets, with the functions of the
//! executable that write their fields; and the events of targets.
//!
//! A separate thread makes them at the first request of a search, and reads the sources once for
//! all targets. A condition is identified by its kind and place, because a `#[cfg]` may have
//! removed others. A function is identified by its path, and by its line if several have that path.

use crate::cargo::workspace::SourceTree;
use crate::search::options::{SearchOptions, With, Without};
use crate::search::session::Session;
use crate::source::module_files::module_files;
use recipes::Recipes;
use sbst_analysis::construction::{Program, Source};
use sbst_model::construction::Recipe;
use sbst_model::event_graph::EventGraph;
use sbst_model::messages::Supply;
use sbst_model::{Algorithm, TargetDescription, TargetId};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;

mod events;
pub mod recipes;

/// Reads the sources. Also returns the files that could not be parsed, and why.
pub fn program(sources: &SourceTree) -> (Program, Vec<String>) {
    let files = module_files(sources);
    let sources =
        files.iter().map(|file| Source { module: &file.module, file: &file.name, parsed: &file.source });
    Program::read(sources)
}

/// Makes recipes for workers, one after the other, in a thread.
#[derive(Debug)]
pub struct RecipeMaker {
    sources: Arc<SourceTree>,
    /// The functions that a worker can call.
    all: Arc<[TargetDescription]>,
    /// The channel to the thread, which starts with the first request.
    thread: OnceLock<Sender<Request>>,
}

/// A target, and the channel for the answer.
#[derive(Debug)]
enum Request {
    Recipe(TargetId, Sender<Option<Recipe>>),
    Events(TargetId, Sender<Option<EventGraph>>),
}

impl RecipeMaker {
    /// Returns a maker that has not read the sources yet. `all` are the functions that a worker can
    /// call.
    pub fn new(sources: SourceTree, all: impl IntoIterator<Item = TargetDescription>) -> RecipeMaker {
        RecipeMaker { sources: Arc::new(sources), all: all.into_iter().collect(), thread: OnceLock::new() }
    }

    /// Returns a maker for the functions of a session.
    pub fn from_session(session: &Session) -> RecipeMaker {
        let packages = session.workspace.packages.iter().map(|package| &package.package);
        let sources = SourceTree::from_packages(&session.workspace.metadata.workspace_root, packages);
        RecipeMaker::new(sources, session.callable.iter().cloned())
    }

    /// Returns the orders of a search. It can request a recipe if calls may make its arguments, and
    /// if the user has [enabled](With::Graph) templates.
    pub fn orders(description: &TargetDescription, options: &SearchOptions) -> Supply<Recipe> {
        let is_wanted = description.call.has_story && options.with.contains(&With::Graph);
        if is_wanted { Supply::OnDemand } else { Supply::Without }
    }

    /// Returns the recipe of a target, if it has one. Waits until it is made.
    pub fn recipe(&self, target: &TargetId) -> Option<Recipe> {
        self.ask(target).recv().ok().flatten()
    }

    /// Requests the recipe of a target, if it has one. The receiver is disconnected if the thread
    /// has ended.
    pub fn ask(&self, target: &TargetId) -> Receiver<Option<Recipe>> {
        let (sender, recipe) = mpsc::channel();
        self.send(Request::Recipe(target.clone(), sender));
        recipe
    }

    /// Returns the orders of a search with regard to events. It can request them if its algorithm
    /// follows executions, unless the user has [excluded](Without::Sequences) sequences.
    pub fn event_orders(algorithm: &str, options: &SearchOptions) -> Supply<EventGraph> {
        let is_wanted = match algorithm.parse() {
            Ok(Algorithm::Chaining) => true,
            Ok(Algorithm::Hybrid) => !options.without.contains(&Without::Sequences),
            _ => false,
        };
        if is_wanted { Supply::OnDemand } else { Supply::Without }
    }

    /// Returns the events of a target, unless they are too many. Waits until they are found.
    pub fn events(&self, target: &TargetId) -> Option<EventGraph> {
        self.ask_for_events(target).recv().ok().flatten()
    }

    /// Requests the events of a target, like [`ask`](Self::ask).
    pub fn ask_for_events(&self, target: &TargetId) -> Receiver<Option<EventGraph>> {
        let (sender, events) = mpsc::channel();
        self.send(Request::Events(target.clone(), sender));
        events
    }

    fn send(&self, request: Request) {
        let thread = self.thread.get_or_init(|| {
            let (sender, requests) = mpsc::channel::<Request>();
            let (sources, all) = (Arc::clone(&self.sources), Arc::clone(&self.all));
            thread::spawn(move || make(&sources, &all, requests));
            sender
        });
        // the thread ends early only by a panic, whose message is on standard error
        _ = thread.send(request);
    }
}

/// Answers requests until the maker is dropped.
fn make(sources: &SourceTree, all: &[TargetDescription], requests: Receiver<Request>) {
    let (program, _) = program(sources);
    let all: Vec<&TargetDescription> = all.iter().collect();
    let mut recipes = Recipes::new(&program, &all);
    let named = |target: &TargetId| all.iter().find(|description| description.id == *target).copied();
    for request in requests {
        // the receiver may have ended
        match request {
            Request::Recipe(target, sender) => {
                _ = sender.send(named(&target).and_then(|wanted| recipes.recipe(wanted)));
            }
            Request::Events(target, sender) => {
                _ = sender.send(named(&target).and_then(|wanted| recipes.events(wanted)));
            }
        }
    }
}

#[cfg(test)]
mod tests;
