//! `cargo sbst merge`: the shards of a run become one run.
//!
//! 1. All results in the store are [read](crate::shard::merged), in any order and with repetitions,
//!    and their tests are executed again. There is no search.
//! 2. Tests and reports are written as by a run, and the result is compared with the previous run,
//!    as [`ci`] does: the run whose state the shards began with.
//! 3. Unfinished shards are named, with their functions without results. Their partial results
//!    count.

use crate::command::ci;
use crate::command::run::options::{SelectPaths, WritingOptions};
use crate::command::run::{self, Mode, RunOptions};
use crate::report::outputs::ReportFiles;
use crate::search::options::{CommonOptions, ExecutionOptions, GoalOptions, SearchOptions};
use crate::shard::environment::{ShardOptions, StoreOptions};
use crate::shard::merged::Merged;
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::quantity::count;
use clap::Args;
use sbst_model::{Algorithm, BloatControl, TargetId};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Display;

/// The most functions of a shard that a log names.
const MOST_NAMED: usize = 10;

/// Options of `cargo sbst merge`.
#[derive(Debug, Args)]
pub struct MergeOptions {
    #[command(flatten)]
    pub store: StoreOptions,
    /// Accept the findings of this run: add them to sbst-accepted.txt in the workspace root
    #[arg(long)]
    pub accept: bool,
    #[command(flatten)]
    pub execution: ExecutionOptions,
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub writing: WritingOptions,
    #[command(flatten)]
    pub files: ReportFiles,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// The missing and unfinished shards of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Shards<'a> {
    run: &'a str,
    /// The number of shards.
    of: u32,
    missing: &'a [u32],
    /// Functions without results.
    unsearched: Vec<Unsearched<'a>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Unsearched<'a> {
    package: &'a str,
    target: &'a str,
    shard: u32,
}

message!("shards": Shards<'_>);

/// Runs the command.
pub fn merge(options: &MergeOptions) -> Result<ExitCode, Failure> {
    let output = &options.common.output;
    let merged = Merged::read(&options.store)?;
    let shards = count(merged.plan.shards as usize, "shard");
    let ended = merged.ended;
    console::status(output, "Merging", format_args!("run {}: {ended} of {shards} finished", merged.run));
    let unsearched = merged.unsearched();
    let named = unsearched.iter().map(|(TargetId { package, path, .. }, shard)| Unsearched {
        package,
        target: path,
        shard: *shard,
    });
    let (of, missing) = (merged.plan.shards, &merged.missing[..]);
    JsonLines::new(output).emit(&Shards { run: &merged.run, of, missing, unsearched: named.collect() })?;
    let run = options.as_run(merged.plan.seed);
    let ended = run::run_to_the_end(&run, Mode::Merge(&merged))?;
    let code = ci::conclude(&ended, &run, options.accept, None)?;
    tell(&merged, &unsearched);
    Ok(match code {
        ExitCode::Success | ExitCode::GoalsLost | ExitCode::NothingSearched if !missing.is_empty() => {
            ExitCode::ShardsMissing
        }
        code => code,
    })
}

/// Rule 3.
fn tell(merged: &Merged, unsearched: &[(TargetId, u32)]) {
    let of = merged.plan.shards;
    for shard in &merged.missing {
        let functions: Vec<&TargetId> =
            unsearched.iter().filter(|(_, other)| other == shard).map(|(id, _)| id).collect();
        let what = match functions.len() {
            0 => "there are some results for all its functions".to_owned(),
            number => format!("no results for {}: {}", count(number, "function"), names(&functions)),
        };
        console::warning(format_args!("shard {shard} of {of} has not finished; {what}"));
    }
    let of_others = unsearched.iter().filter(|(_, shard)| !merged.missing.contains(shard));
    let of_others: Vec<&TargetId> = of_others.map(|(id, _)| id).collect();
    if !of_others.is_empty() {
        console::warning(format_args!(
            "{} had no turn within the budget of their shards: {}",
            count(of_others.len(), "function"),
            names(&of_others)
        ));
    }
}

fn names<T: Display>(functions: &[T]) -> String {
    let named: Vec<String> = functions.iter().take(MOST_NAMED).map(|id| format!("`{id}`")).collect();
    match functions.len().saturating_sub(MOST_NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

impl MergeOptions {
    /// Returns the options of a run without searches, with the seed of the shards.
    fn as_run(&self, seed: u64) -> RunOptions {
        RunOptions {
            algorithm: Algorithm::NAMES[0].to_owned(),
            symbolic: false,
            path_selection: SelectPaths::default(),
            search: SearchOptions {
                budget: None,
                seed,
                execution: self.execution.clone(),
                without: Vec::new(),
                with: Vec::new(),
                bloat_control: BloatControl::default(),
            },
            total_budget: None,
            stall: None,
            fresh: false,
            survivors: BTreeSet::new(),
            draw: None,
            goals: self.goals.clone(),
            writing: self.writing.clone(),
            files: self.files.clone(),
            shards: ShardOptions::default(),
            common: self.common.clone(),
        }
    }
}
