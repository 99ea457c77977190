//! The cost of the analysis compared with that of an attribute's expansion. Reads all sources below
//! the given directories, and prints the milliseconds of parsing them, rewriting their functions
//! and analysing these.
//!
//! `cargo run --profile bench -p sbst-analysis --example analysis_cost -- DIRECTORY…`

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use sbst_analysis::{condition_dependences, facts, Analysis};
use sbst_instrument::rewrite::rewrite;
use syn::visit::{self, Visit};
use syn::{parse_quote, Block, ImplItemFn, ItemFn, Signature};

#[derive(Default)]
struct Cost {
    functions: usize,
    conditions: usize,
    dependences: usize,
    rewriting: Duration,
    control: Duration,
    facts: Duration,
    infeasible: usize,
    whole: Duration,
}

impl Cost {
    fn add(&mut self, signature: &Signature, body: &Block) {
        let mut copy = body.clone();
        let begin = Instant::now();
        let conditions = rewrite(&mut copy, &parse_quote!(::sbst)).conditions;
        self.rewriting += begin.elapsed();
        let begin = Instant::now();
        let dependences = condition_dependences(body, &conditions);
        self.control += begin.elapsed();
        let begin = Instant::now();
        let facts = facts(Some(signature), body, &conditions);
        self.facts += begin.elapsed();
        self.infeasible += facts.infeasible.iter().map(|proofs| proofs.reasons().count()).sum::<usize>();
        let begin = Instant::now();
        let analysis = Analysis::from_function(signature, body);
        self.whole += begin.elapsed();
        self.functions += 1;
        self.conditions += analysis.conditions.len();
        self.dependences += dependences.pairs().count();
    }
}

impl<'ast> Visit<'ast> for Cost {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }
}

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
    let mut paths = Vec::new();
    env::args().skip(1).for_each(|directory| sources(Path::new(&directory), &mut paths));
    let mut cost = Cost::default();
    let mut parsing = Duration::ZERO;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let begin = Instant::now();
        let file = syn::parse_file(&text);
        parsing += begin.elapsed();
        if let Ok(file) = file {
            cost.visit_file(&file);
        }
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{} functions, {} conditions, {} dependences, {} infeasible outcomes",
        cost.functions, cost.conditions, cost.dependences, cost.infeasible
    );
    println!("parsing                      {:8.1} ms", milliseconds(parsing));
    println!("rewriting                    {:8.1} ms", milliseconds(cost.rewriting));
    println!("dependences alone            {:8.1} ms", milliseconds(cost.control));
    println!("dependences and feasibility  {:8.1} ms", milliseconds(cost.facts));
    println!("whole analysis, with rewriting {:6.1} ms", milliseconds(cost.whole));
}
