//! The fitness at each step of an algorithm towards a goal.

use super::heights::Measure;
use super::heights::is_covered;
use super::options::LandscapeOptions;
use super::{Picture, csv_file, goal_text, walk_plot};
use anyhow::{anyhow, bail};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_sbst::cargo::own_directory;
use cargo_sbst::search::construction::RecipeMaker;
use cargo_sbst::ui::console;
use cargo_sbst::ui::quantity::{count, thousands};
use cargo_sbst::worker::describe::FoundTarget;
use cargo_sbst::worker::directories;
use cargo_sbst::worker::watch::{self, Crash, End};
use sbst_model::Algorithm;
use sbst_model::messages::{Event, SearchSummary, Supply, Task, WalkStep};

/// Makes the picture; `None` if the user interrupted it.
pub fn picture(
    target: &FoundTarget,
    algorithm: &str,
    work: &Utf8Path,
    recipes: &RecipeMaker,
    options: &LandscapeOptions,
) -> anyhow::Result<Option<Picture>> {
    let id = &target.description.id;
    let goal = goal_text(&target.description, options.goal);
    let seed = options.search.seed;
    console::status(&options.common.output, "Drawing", format_args!("{id}, {algorithm}, {goal}"));
    let algorithms: Option<Algorithm> = algorithm.parse().ok();
    let mut budget = options.search.choose_budget(algorithms);
    budget.stall = None;
    let mut orders = options.search.orders(id, algorithm, seed, budget);
    // The recipe is made at once, as only one search runs.
    if RecipeMaker::orders(&target.description, &options.search) == Supply::OnDemand {
        let recipe = recipes.recipe(id).map(Box::new);
        orders.recipe = recipe.map_or(Supply::Without, Supply::Given);
    }
    if RecipeMaker::event_orders(algorithm, &options.search) == Supply::OnDemand {
        let events = recipes.events(id).map(Box::new);
        orders.events = events.map_or(Supply::Without, Supply::Given);
    }
    let directory = Utf8PathBuf::from(format!("{}-walk", directories::for_target(work, id)));
    let hang_timeout = options.search.execution.hang_timeout();
    let (mut steps, mut summary): (Vec<WalkStep>, Option<SearchSummary>) = (Vec::new(), None);
    let task = Task::Walk(Box::new(orders), options.goal);
    let watched = watch::work(&target.host, &directory, task, hang_timeout, |event| match event {
        Event::Step(step) => steps.push(step),
        Event::SearchEnded(ended) => summary = Some(ended),
        _ => {}
    })?;
    match watched.end {
        End::Done => {}
        End::Stopped => return Ok(None),
        End::Refused(reason) => bail!("{reason}"),
        End::Crashed(Crash { death, .. }) => {
            return Err(anyhow!("the worker of `{id}` died: {death}; try another seed with --seed"));
        }
    }
    own_directory::remove(&directory)?;
    let evaluations = summary.map_or(0, |summary| summary.evaluations);
    if steps.iter().all(|step| is_covered(step.height)) {
        warn_without_steps(algorithm, steps.is_empty(), evaluations);
    }
    let restarts = walk_plot::restarts(&steps).len();
    let numbers = [count(steps.len(), "step"), count(restarts, "restart")].join(", ");
    let details = format!("{algorithm}, seed {seed}: {numbers}, {} evaluations", thousands(evaluations));
    let measure = if options.raw { Measure::Raw } else { Measure::Fitness };
    let raw = if options.raw { "-raw" } else { "" };
    let drawing = walk_plot::draw(&id.to_string(), &format!("{goal}; {details}"), &steps, measure);
    let csv = csv_file::write_walk(&steps)?;
    Ok(Some(Picture { name: format!("walk-{algorithm}-seed-{seed}{raw}"), drawing, csv }))
}

fn warn_without_steps(algorithm: &str, is_uncovered: bool, evaluations: u64) {
    let evaluations = thousands(evaluations);
    let what = match is_uncovered {
        true => format!(
            "`{algorithm}` made no steps in {evaluations} evaluations: it has no single current individual, or no input was \
             near the goal"
        ),
        false => format!(
            "`{algorithm}` covered the goal without a step; choose a harder goal, or another seed with --seed"
        ),
    };
    console::warning(what);
}
