//! Options of `cargo sbst kill`.

use crate::command::run::RunOptions;
use crate::command::run::options::SelectBy;
use crate::command::test::{MostMutants, MutantOptions, ResultOptions, TestOptions, TestTargets, parse_most};
use cargo_metadata::camino::Utf8PathBuf;
use clap::Args;
use std::collections::BTreeSet;

/// The heading above the options of mutants.
const MUTANTS: &str = "Mutant options";

/// Options of `cargo sbst kill`.
#[derive(Debug, Args)]
pub struct KillOptions {
    /// Number of mutants to grade the tests by, or all
    #[arg(long, value_name = "MOST", default_value = "1000", value_parser = parse_most, help_heading = MUTANTS)]
    pub mutants: MostMutants,
    /// Search for the survivors in a mutants.out directory of cargo-mutants, instead of a sample's
    #[arg(long, value_name = "DIR", help_heading = MUTANTS)]
    pub mutants_out: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub run: RunOptions,
}

impl KillOptions {
    /// Returns the options of the grading.
    pub fn tests(&self) -> TestOptions {
        let most = if self.mutants_out.is_some() { MostMutants(None) } else { self.mutants };
        TestOptions {
            name: None,
            arguments: Vec::new(),
            targets: TestTargets { no_fail_fast: true, ..TestTargets::default() },
            results: ResultOptions::default(),
            mutants: MutantOptions {
                mutants: Some(most),
                seed: self.run.search.seed,
                ..MutantOptions::default()
            },
            common: self.run.common.clone(),
        }
    }

    /// Returns the options of the search for mutants with these names.
    pub fn search(&self, survivors: BTreeSet<String>) -> RunOptions {
        let mut run = RunOptions { survivors, ..self.run.clone() };
        // This selection shows which tests notice them.
        run.writing.select_by = SelectBy::Mutants;
        run
    }

    /// Returns a given option that conflicts with mutants.
    pub fn contradiction(&self) -> Option<&'static str> {
        let RunOptions { goals, writing, draw, shards, symbolic, .. } = &self.run;
        let given = [
            (goals.instrumentation().has_checks, "--goals=panic"),
            (self.run.instrumentation().feature == "symbolic" || *symbolic, "--symbolic"),
            (writing.no_write, "--no-write"),
            (writing.propose, "--propose"),
            (draw.is_some(), "--draw"),
            (shards.store.store.is_some(), "--store"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}
