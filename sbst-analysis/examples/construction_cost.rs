//! Costs and sizes of the object construction graphs of all functions of some sources.
//!
//! `cargo run --profile bench -p sbst-analysis --example construction_cost -- DIRECTORY…`

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sbst_analysis::construction::{Program, Source, Tables};
use sbst_source::files::ParsedFile;

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
        let parsed: Vec<(&str, ParsedFile)> =
            texts.iter().map(|(module, text)| (&**module, ParsedFile::from_text(text))).collect();
        let (program, unread) =
            Program::read(parsed.iter().map(|(module, parsed)| Source { module, file: module, parsed }));
        let reading = begin.elapsed();
        let begin = Instant::now();
        let mut tables = Tables::new(&program);
        let making = begin.elapsed();
        let begin = Instant::now();
        let (mut conditions, mut with_graph, mut fields, mut set) = (0, 0, 0, 0);
        for function in 0..program.functions.len() {
            for graph in tables.graphs(function).iter().filter(|graph| graph.function == function) {
                conditions += 1;
                with_graph += usize::from(!graph.fields.is_empty());
                fields += graph.fields.len();
                set += graph.fields.iter().filter(|&&field| !tables.setters(field).is_empty()).count();
            }
        }
        println!(
            "{directory}: {} functions, {} fields, {conditions} conditions, {with_graph} with graphs of {:.1} fields, \
             {set} of {fields} with setters; read in {reading:.2?}, tables in {making:.2?}, graphs in {:.2?}; \
             {} files unread",
            program.functions.len(),
            program.fields.len(),
            fields as f64 / f64::from(with_graph.max(1) as u32),
            begin.elapsed(),
            unread.len(),
        );
    }
}
