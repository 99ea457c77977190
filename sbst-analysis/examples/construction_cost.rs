//! What object construction graphs of all functions of some sources cost, and how large they are.
//!
//! `cargo run --release -p sbst-instrument --example construction_cost -- DIRECTORY…`

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sbst_analysis::construction::{Accessors, Graphs, Program, Source};

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn main() {
    for directory in std::env::args().skip(1) {
        let mut files = Vec::new();
        sources(Path::new(&directory), &mut files);
        files.sort();
        let texts: Vec<(String, String)> = files
            .iter()
            .filter_map(|file| {
                let module = file.with_extension("").display().to_string().replace('/', "::");
                Some((module, fs::read_to_string(file).ok()?))
            })
            .collect();
        let begin = Instant::now();
        let (program, unread) =
            Program::of(texts.iter().map(|(module, text)| Source { module, file: module, text }));
        let reading = begin.elapsed();
        let (mut conditions, mut with_graph, mut nodes, mut cut, mut unresolved) = (0, 0, 0, 0, 0);
        let mut longest = (Duration::ZERO, 0);
        let begin = Instant::now();
        let mut accessors = Accessors::new(&program);
        let (mut leaves, mut set) = (0, 0);
        for function in 0..program.functions.len() {
            let begin = Instant::now();
            let graphs = Graphs::of(&program, function);
            longest = longest.max((begin.elapsed(), function));
            conditions += graphs.own.len();
            unresolved += graphs.unresolved.len();
            for graph in graphs.own.iter().filter(|graph| !graph.nodes.is_empty()) {
                with_graph += 1;
                nodes += graph.nodes.len();
                cut += usize::from(graph.is_cut);
                for node in (0..graph.nodes.len()).filter(|&node| graph.is_leaf(node)) {
                    leaves += 1;
                    let found = accessors.of_node(graph, node, |_| true);
                    set += usize::from(
                        graph.nodes[node].is_public || found.iter().any(|one| one.accessor.role.sets()),
                    );
                }
            }
        }
        let all = begin.elapsed();
        println!(
            "{directory}: {} functions, {conditions} conditions, {with_graph} with graphs of {:.1} nodes ({cut} cut), \
             {unresolved} uncertain; {leaves} leaves, {set} can be set; read in {reading:.2?}, sliced in {all:.2?}, \
             at most {:.2?} ({}); {} files unread",
            program.functions.len(),
            nodes as f64 / f64::from(with_graph.max(1)),
            longest.0,
            program.functions.get(longest.1).map_or("", |function| &function.path),
            unread.len(),
        );
    }
}
