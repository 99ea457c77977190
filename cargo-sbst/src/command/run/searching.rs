//! The searches of a run.

use super::EarlierRuns;
use super::RunOptions;
use super::options::SelectBy;
use crate::cargo::features::Features;
use crate::report::uncovered::warn_of_refuted;
use crate::report::{attribution, incidental_coverage, tried};
use crate::search::construction::RecipeMaker;
use crate::search::schedule::{self, Left, Plan};
use crate::search::session::Session;
use crate::search::supervisor::Assignment;
use crate::search::target_report::TargetReport;
use crate::source::examples::Examples;
use crate::suite::front_door;
use crate::ui::console;
use crate::ui::json_lines::JsonLines;
use crate::ui::options::MessageFormat;
use crate::ui::quantity::count;
use crate::worker::directories;
use cargo_metadata::Package;
use sbst_model::messages::{Budget, Example, SearchOrders};
use sbst_model::{Algorithm, TargetId};
use std::collections::{BTreeMap, BTreeSet};
use tracing::info_span;

/// The result of all searches.
pub struct Results {
    /// A report for each function, in order.
    pub reports: Vec<TargetReport>,
    /// True if a worker did not do its work.
    pub failed: bool,
    /// The rest of the total budget.
    pub left: Left,
}

/// Searches every function that can be.
pub fn search(
    session: &Session,
    options: &RunOptions,
    earlier: &EarlierRuns,
    islands: &BTreeMap<TargetId, u64>,
    lines: JsonLines,
) -> anyhow::Result<Results> {
    let recipes = RecipeMaker::from_session(session);
    let known = earlier.known();
    let examples = examples_of(session);
    let of_calls = of_calls(session, &examples);
    let public = public_functions(session);
    let mut known_deaths = earlier.known_deaths(&session.targets);
    let assignments: Vec<Assignment<'_>> = session
        .targets
        .iter()
        .map(|target| {
            let orders = orders(&target.description.id, options, islands.get(&target.description.id));
            Assignment {
                description: &target.description,
                is_public: public.contains(&target.description.id),
                name: target.description.id.to_string(),
                host: &target.host,
                directory: directories::for_target(&session.work, &target.description.id),
                orders: SearchOrders {
                    seed: earlier.seed(orders.seed),
                    seeds: earlier.tests(&target.description.id),
                    known: known.clone(),
                    examples: examples
                        .get(&*target.description.id.package)
                        .map(|examples| examples.of_target(&target.description))
                        .into_iter()
                        .chain(of_calls.get(&*target.description.id.package).cloned())
                        .flatten()
                        .collect(),
                    simple: earlier.simple_tests(&target.description.id),
                    killing: earlier.killing_tests(&target.description.id),
                    recipe: RecipeMaker::orders(&target.description, &options.search),
                    events: RecipeMaker::event_orders(&options.algorithm, &options.search),
                    ..orders
                },
                recipes: Some(&recipes),
                known_deaths: known_deaths.remove(&target.description.id).unwrap_or_default(),
                only_checks: false,
                hang_timeout: options.search.execution.hang_timeout(),
            }
        })
        .collect();
    let output = &options.common.output;
    let jobs = options.search.execution.jobs();
    console::status(
        output,
        "Searching",
        format_args!("with seed {} in {}", options.search.seed, count(jobs, "job")),
    );
    let total_budget = options.total_budget;
    // Functions that are annotated one by one are meant each by itself, unless they share a budget.
    let adopts = session.workspace.whole || total_budget.is_some();
    let plan = Plan {
        assignments: &assignments,
        jobs,
        total_budget,
        adopts,
        counts_goals: true,
        state: earlier.state_of_rounds(),
    };
    let mut reports = Vec::new();
    let phase = info_span!("search").entered();
    let (done, left) = schedule::search_all(&plan, output, lines, |index, report, _| {
        earlier.end_search(&report, &session.targets[index]);
        reports.push(report);
        Ok(())
    })?;
    drop(phase);
    attribution::attribute(&mut reports);
    // Incidental coverage needs all tests.
    incidental_coverage::share(&mut reports, &public);
    warn_of_refuted(reports.iter().flat_map(TargetReport::refuted));
    tried::tell(&mut reports, &session.workspace.metadata.workspace_root);
    if options.common.output.message_format == MessageFormat::Json {
        count_definitions(&recipes, &mut reports);
    }
    Ok(Results { reports, failed: !done, left })
}

/// Counts the definitions that the conditions of uncovered goals depend on.
fn count_definitions(recipes: &RecipeMaker, reports: &mut [TargetReport]) {
    for report in reports.iter_mut().filter(|report| report.summary.is_some()) {
        let conditions: BTreeSet<u32> =
            report.uncovered().into_iter().map(|(goal, _)| goal.condition).collect();
        if conditions.is_empty() {
            continue;
        }
        let id = &report.description.id;
        let asked = report.events.is_none().then(|| recipes.events(id)).flatten();
        let Some(events) = report.events.as_ref().or(asked.as_ref()) else { continue };
        let count = |condition| Some((condition, events.definitions(id, condition)?));
        report.definitions = conditions.into_iter().filter_map(count).collect();
    }
}

/// Returns the functions of all searched packages that other crates can call.
fn public_functions(session: &Session) -> BTreeSet<TargetId> {
    let metadata = &session.workspace.metadata;
    let of_package = |package: &Package| {
        let features = Features::from_metadata(metadata, &package.id, session.workspace.known);
        let targets = session.targets.iter().map(|target| &target.description);
        let own = targets.filter(|target| target.id.package == package.name.as_str());
        front_door::public_functions(package, &features, own, &metadata.workspace_root)
    };
    session.workspace.packages.iter().flat_map(|annotated| of_package(&annotated.package)).collect()
}

/// Returns the examples of all searched packages, by name.
fn examples_of(session: &Session) -> BTreeMap<&str, Examples> {
    let packages = session.workspace.packages.iter().map(|annotated| &annotated.package);
    packages.map(|package| (package.name.as_str(), Examples::from_package(package))).collect()
}

/// Returns the texts that functions take in the examples of their packages, by the names of the
/// packages.
fn of_calls<'s>(
    session: &Session,
    examples: &BTreeMap<&'s str, Examples>,
) -> BTreeMap<&'s str, Vec<Example>> {
    let of_package = |package: &&str, examples: &Examples| {
        let targets = session.targets.iter().map(|target| &target.description);
        examples.of_calls(targets.filter(|target| target.id.package == *package))
    };
    examples.iter().map(|(package, examples)| (*package, of_package(package, examples))).collect()
}

/// Returns the orders of a search; each island has its own seed.
fn orders(target: &TargetId, options: &RunOptions, island: Option<&u64>) -> SearchOrders {
    let algorithm = options.algorithm.as_str();
    let seed = options.search.seed.wrapping_add(island.copied().unwrap_or_default());
    let orders = options.search.orders(target, algorithm, seed, budget(options));
    SearchOrders {
        draw: options.draw,
        path_selection: options.path_selection.into(),
        has_variants: options.writing.select_by == SelectBy::Mutants && !options.writing.no_write,
        ..orders
    }
}

/// The least default of `--stall`: at millions of evaluations a second they are over in
/// milliseconds.
const LEAST_STALL: u64 = 25_000;

/// Returns the budget of each function. A search with a budget in seconds uses it up; with a budget
/// in evaluations it ends early without progress. A classic algorithm is a yardstick, and always
/// uses up its budget.
fn budget(options: &RunOptions) -> Budget {
    let algorithm: Algorithm = options.algorithm.parse().expect("only known names pass the command line");
    // A search with a total budget uses it up.
    let unlimited = Budget::UNLIMITED;
    let shared = options.total_budget.filter(|_| options.search.budget.is_none());
    let budget = shared.map_or_else(|| options.search.choose_budget([algorithm]), |_| unlimited);
    let stalls = !algorithm.is_classic();
    let evaluations = shared.unwrap_or(budget).evaluations;
    let stall = evaluations.filter(|_| stalls).map(|evaluations| (evaluations / 4).max(LEAST_STALL));
    Budget { stall: options.stall.or(stall), ..budget }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Command, CommandLine};
    use std::ffi::OsString;

    /// Returns the evaluations of a search and of a stall.
    fn limits(arguments: &[&str]) -> (Option<u64>, Option<u64>) {
        let arguments = ["cargo-sbst"].iter().chain(arguments).map(OsString::from);
        let Command::Run(options) = CommandLine::from_arguments(arguments) else { panic!("not a run") };
        let budget = budget(&options);
        (budget.evaluations, budget.stall)
    }

    #[test]
    fn a_classic_algorithm_has_its_own_budget_and_never_stalls() {
        for algorithm in ["classic-mio", "classic-mosa"] {
            assert_eq!(limits(&["--algorithm", algorithm]), (Some(25_000), None));
            assert_eq!(limits(&["--algorithm", algorithm, "--budget", "7evals"]), (Some(7), None));
            assert_eq!(limits(&["--algorithm", algorithm, "--stall", "9"]), (Some(25_000), Some(9)));
        }
    }

    #[test]
    fn other_searches_stall_unless_their_budget_is_a_time() {
        assert_eq!(limits(&[]), (Some(100_000), Some(25_000)));
        assert_eq!(limits(&["--algorithm", "mosa"]), (Some(100_000), Some(25_000)));
        assert_eq!(limits(&["--budget", "1000000evals"]), (Some(1_000_000), Some(250_000)));
        assert_eq!(limits(&["--budget", "30s"]), (None, None));
        assert_eq!(limits(&["--budget", "30s", "--stall", "9"]), (None, Some(9)));
    }

    #[test]
    fn a_total_budget_replaces_individual_ones_unless_given() {
        assert_eq!(limits(&["--total-budget", "1000000evals"]), (None, Some(250_000)));
        assert_eq!(limits(&["--total-budget", "10m"]), (None, None));
        let both = ["--total-budget", "1000000evals", "--budget", "50000evals"];
        assert_eq!(limits(&both), (Some(50_000), Some(25_000)));
        let classic = ["--total-budget", "1000000evals", "--algorithm", "classic-mio"];
        assert_eq!(limits(&classic), (None, None));
    }
}
