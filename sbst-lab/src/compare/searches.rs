//! The searches of a comparison.
//!
//! 1. Every algorithm gets the same budget, and uses it up unless it covers all goals.
//! 2. Repetition `r`, counted from 1, has the seed `S + r - 1` for the run's seed `S` with every
//!    algorithm. So `cargo sbst --seed` repeats each search with its tests.
//! 3. The algorithms take turns, so that other load affects them equally.
//! 4. A repetition counts if the searches of all algorithms were completed, so all have the same
//!    repetitions.

use super::options::CompareOptions;
use super::rows::{RunFinished, RunKey, RunRow};
use super::run::{Repeated, Repetition, Run};
use cargo_metadata::camino::Utf8Path;
use cargo_sbst::search::construction::RecipeMaker;
use cargo_sbst::search::schedule::{self, Plan};
use cargo_sbst::search::supervisor::{Assignment, KnownDeaths};
use cargo_sbst::ui::console;
use cargo_sbst::ui::json_lines::JsonLines;
use cargo_sbst::ui::quantity::{count, seconds, thousands};
use cargo_sbst::worker::describe::FoundTarget;
use cargo_sbst::worker::directories;
use sbst_model::messages::Budget;

/// Searches `targets` below `work`. Also returns true if all searches succeeded.
pub fn search<'a>(
    targets: &[&'a FoundTarget],
    work: &Utf8Path,
    recipes: &RecipeMaker,
    options: &CompareOptions,
    lines: JsonLines,
) -> anyhow::Result<(Vec<Repeated<'a>>, bool)> {
    let output = &options.common.output;
    let turns: Vec<Turn<'_>> = turns(targets, options).collect();
    let assignments: Vec<Assignment<'_>> =
        turns.iter().map(|turn| turn.assignment(work, recipes, options)).collect();
    let jobs = options.search.execution.jobs();
    let names = options.algorithms.join(", ");
    console::status(
        output,
        "Comparing",
        format_args!(
            "{names}: {} of {}, {} each, in {}",
            count(options.repetitions as usize, "repetition"),
            count(targets.len(), "function"),
            limit(options.budget()),
            count(jobs, "job"),
        ),
    );
    let plan = Plan {
        assignments: &assignments,
        jobs,
        total_budget: None,
        adopts: false,
        counts_goals: false,
        state: None,
    };
    let mut runs = Vec::new();
    let (done, _) = schedule::search_all(&plan, output, lines, |index, report, whole| {
        let turn = &turns[index];
        let run = Run::from_report(&report, turn.seed).filter(|_| whole);
        if let Some(run) = &run {
            let target = &turn.target.description;
            let key = RunKey::new(target, turn.algorithm, turn.repetition);
            lines.emit(&RunFinished { key, row: RunRow::new(target, run) })?;
        }
        runs.push(run);
        Ok(())
    })?;
    Ok((repeated(targets, &runs, options.algorithms.len(), options.repetitions as usize), done))
}

/// Writes the budget of a search.
pub fn limit(budget: Budget) -> String {
    let evaluations = budget.evaluations.map(|evaluations| format!("{} evaluations", thousands(evaluations)));
    let time = budget.seconds.map(seconds);
    evaluations.into_iter().chain(time).collect::<Vec<_>>().join(" or ")
}

/// One search to be made.
#[derive(Clone, Copy, Debug)]
struct Turn<'a> {
    target: &'a FoundTarget,
    repetition: u32,
    seed: u64,
    algorithm: &'a str,
}

/// Returns all searches, in order (rules 2 and 3).
fn turns<'a>(targets: &'a [&'a FoundTarget], options: &'a CompareOptions) -> impl Iterator<Item = Turn<'a>> {
    targets.iter().flat_map(move |target| {
        (1..=options.repetitions).flat_map(move |repetition| {
            let seed = options.search.seed.wrapping_add(u64::from(repetition - 1));
            let algorithms = options.algorithms.iter();
            algorithms.map(move |algorithm| Turn { target, repetition, seed, algorithm })
        })
    })
}

impl Turn<'_> {
    fn assignment<'a>(
        &'a self,
        work: &Utf8Path,
        recipes: &'a RecipeMaker,
        options: &CompareOptions,
    ) -> Assignment<'a> {
        let Turn { target, repetition, seed, algorithm } = *self;
        let id = &target.description.id;
        let directory = directories::for_target(work, id);
        let mut orders = options.search.orders(id, algorithm, seed, options.budget());
        orders.only_search = true;
        orders.recipe = RecipeMaker::orders(&target.description, &options.search);
        orders.events = RecipeMaker::event_orders(algorithm, &options.search);
        Assignment {
            description: &target.description,
            name: format!("{id}, {algorithm}, repetition {repetition}"),
            host: &target.host,
            directory: format!("{directory}-{algorithm}-{repetition}").into(),
            orders,
            recipes: Some(recipes),
            is_public: false,
            known_deaths: KnownDeaths::default(),
            only_checks: false,
            hang_timeout: options.search.execution.hang_timeout(),
        }
    }
}

/// Groups the runs, which come in the order of the turns, by function and repetition (rule 4).
fn repeated<'a>(
    targets: &[&'a FoundTarget],
    runs: &[Option<Run>],
    algorithms: usize,
    repetitions: usize,
) -> Vec<Repeated<'a>> {
    let of_target = |(target, runs): (&&'a FoundTarget, &[Option<Run>])| {
        let finished = |(number, runs): (u32, &[Option<Run>])| {
            let runs: Option<Vec<Run>> = runs.iter().cloned().collect();
            Some(Repetition { number, runs: runs? })
        };
        Repeated {
            target: &target.description,
            repetitions: (1..).zip(runs.chunks(algorithms)).filter_map(finished).collect(),
        }
    };
    targets.iter().zip(runs.chunks(algorithms * repetitions)).map(of_target).collect()
}
