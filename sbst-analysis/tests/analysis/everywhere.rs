//! The analysis over whole crates: every condition numbered by the rewriting has a node in a graph.
//! The dependences computed for a search, without data flow, equal those of the whole analysis.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use sbst_analysis::{condition_dependences, Analysis};
use sbst_instrument::rewrite::rewrite;
use syn::visit::{self, Visit};
use syn::{parse_quote, Block, ImplItemFn, ItemFn, Signature, TraitItemFn};

#[derive(Default)]
struct Functions {
    functions: usize,
    conditions: usize,
    dependent: usize,
    without_node: Vec<String>,
    /// The functions with other dependences in searches.
    deviating: Vec<String>,
}

impl Functions {
    fn in_files<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Functions {
        let mut found = Functions::default();
        for path in paths {
            if let Ok(file) = syn::parse_file(&fs::read_to_string(path).unwrap()) {
                found.visit_file(&file);
            }
        }
        found
    }

    fn add(&mut self, other: Functions) {
        self.functions += other.functions;
        self.conditions += other.conditions;
        self.dependent += other.dependent;
        self.without_node.extend(other.without_node);
        self.deviating.extend(other.deviating);
    }

    fn analyze(&mut self, signature: &Signature, body: &Block) {
        let analysis = Analysis::from_function(signature, body);
        let found = rewrite(&mut body.clone(), &parse_quote!(::sbst)).conditions;
        let for_searches = condition_dependences(body, &found).of;
        if for_searches.iter().ne(analysis.conditions.iter().map(|condition| &condition.depends_on)) {
            self.deviating.push(signature.ident.to_string());
        }
        self.functions += 1;
        self.conditions += analysis.conditions.len();
        for condition in &analysis.conditions {
            self.dependent += usize::from(!condition.depends_on.is_empty());
            if !condition.in_graph {
                self.without_node.push(format!("{}: {}", signature.ident, condition.text));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.analyze(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.analyze(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(body) = &function.default {
            self.analyze(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

/// Collects the source files below a directory, except build artifacts.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Analyzes the functions in every `step`th file of the workspace.
fn functions_in_every(step: usize) -> Functions {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut paths = Vec::new();
    sources(workspace, &mut paths);
    let paths: Vec<PathBuf> = paths.into_iter().step_by(step).collect();
    let mut all = Functions::default();
    let threads = thread::available_parallelism().unwrap().get();
    thread::scope(|scope| {
        let parts = (0..threads).map(|first| paths.iter().skip(first).step_by(threads));
        let parts: Vec<_> = parts.map(|paths| scope.spawn(move || Functions::in_files(paths))).collect();
        parts.into_iter().for_each(|part| all.add(part.join().unwrap()));
    });
    all
}

#[track_caller]
fn assert_complete(step: usize) {
    let all = functions_in_every(step);
    assert_eq!(all.without_node, [""; 0]);
    assert_eq!(all.deviating, [""; 0]);
    let (functions, conditions) = (4_000 / step, 6_000 / step);
    assert!(all.functions > functions && all.conditions > conditions, "{} {}", all.functions, all.conditions);
    assert!(all.dependent * 5 > all.conditions, "{} of {} depend on another", all.dependent, all.conditions);
}

#[test]
fn conditions_have_nodes_and_searches_same_dependences() {
    assert_complete(8);
}

#[test]
#[ignore = "it reads all sources of the workspace: ./night runs it"]
fn every_condition_of_the_workspace_has_its_node() {
    assert_complete(1);
}
