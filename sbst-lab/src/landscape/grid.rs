//! The landscape over a grid: measures the heights in workers, and draws them.
//!
//! A worker that crashes does so at a point. The next one continues after the last reported
//! heights, and skips that point.

use super::heights::{Heights, Measure};
use super::options::LandscapeOptions;
use super::{Picture, csv_file, goal_text, inputs, picture};
use anyhow::{anyhow, bail};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_sbst::cargo::own_directory;
use cargo_sbst::ui::console;
use cargo_sbst::ui::quantity::{count, thousands};
use cargo_sbst::worker::describe::FoundTarget;
use cargo_sbst::worker::directories;
use cargo_sbst::worker::watch::{self, Crash, End};
use sbst_model::messages::{Event, LandscapeAxis, LandscapeOrders, Task};

/// The most points that may crash workers.
const MOST_DEATHS: usize = 50;

/// Makes the picture; `None` if the user interrupted it.
pub fn picture(
    target: &FoundTarget,
    work: &Utf8Path,
    options: &LandscapeOptions,
) -> anyhow::Result<Option<Picture>> {
    let description = &target.description;
    let over = inputs::varied(description, options)?;
    let names: Vec<String> = over.iter().map(|varied| varied.input.text.clone()).collect();
    let orders = LandscapeOrders {
        target: description.id.clone(),
        goal: options.goal,
        over,
        fixed: inputs::fixed(description, &options.at)?,
        first: 0,
        fatal: Vec::new(),
        step_limit: options.search.execution.step_limit,
        stack_limit: options.search.execution.stack_limit,
        memory_limit: options.search.execution.memory_limit,
    };
    let goal = goal_text(description, options.goal);
    console::status(
        &options.common.output,
        "Drawing",
        format_args!("{} over {}, {goal}", description.id, names.join(" and ")),
    );
    let Some(heights) = measure(target, names, orders, work, options)? else { return Ok(None) };
    let measure = if options.raw { Measure::Raw } else { Measure::Fitness };
    report_unreached(&heights, measure, options);
    let details = match options.at.is_empty() {
        true => goal,
        false => format!("{goal}; {}", options.at.join(", ")),
    };
    let drawing = picture::draw(&description.id.to_string(), &details, &heights, measure);
    let inputs = heights.inputs.iter().map(|input| file_name(input)).collect::<Vec<_>>().join("-");
    let raw = if options.raw { "-raw" } else { "" };
    Ok(Some(Picture {
        name: format!("over-{inputs}{raw}"),
        drawing,
        csv: csv_file::write_heights(&heights)?,
    }))
}

fn report_unreached(heights: &Heights, measure: Measure, options: &LandscapeOptions) {
    let (unreached, points) = (heights.unreached(measure), heights.heights.len());
    if unreached == points {
        console::warning(
            "the goal's condition was evaluated at no point, nor was any that it depends on; set other inputs with --at, or \
             choose other ends with --from and --to",
        );
    } else if unreached > 0 {
        let all = thousands(points as u64);
        let text = format!("{} of {all} not reached", count(unreached, "point"));
        console::status(&options.common.output, "Note", text);
    }
}

/// Returns an input's name for a file.
fn file_name(input: &str) -> String {
    let words = input.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(".")
}

/// Measures the heights in workers; `None` if the user interrupted it.
fn measure(
    target: &FoundTarget,
    inputs: Vec<String>,
    mut orders: LandscapeOrders,
    work: &Utf8Path,
    options: &LandscapeOptions,
) -> anyhow::Result<Option<Heights>> {
    let id = &target.description.id;
    let directory = Utf8PathBuf::from(format!("{}-landscape", directories::for_target(work, id)));
    let hang_timeout = options.search.execution.hang_timeout();
    let mut axes: Vec<LandscapeAxis> = Vec::new();
    let mut heights = Vec::new();
    loop {
        orders.first = heights.len() as u64;
        let task = Task::Landscape(Box::new(orders.clone()));
        let watched = watch::work(&target.host, &directory, task, hang_timeout, |event| match event {
            Event::Axes(values) => axes = values,
            Event::Heights { heights: measured, .. } => heights.extend(measured),
            _ => {}
        })?;
        match watched.end {
            End::Done => break,
            End::Stopped => return Ok(None),
            End::Refused(reason) => bail!("{reason}"),
            End::Crashed(Crash { death, .. }) => {
                let Some(point) = watched.evaluation.and_then(|number| point(&orders, number)) else {
                    return Err(anyhow!("the worker of `{id}` died: {death}"));
                };
                orders.fatal.push(point);
                if orders.fatal.len() > MOST_DEATHS {
                    bail!(
                        "`{id}`: its workers died at {} points, the last one of: {death}",
                        orders.fatal.len()
                    );
                }
            }
        }
    }
    own_directory::remove(&directory)?;
    if !orders.fatal.is_empty() {
        let points = count(orders.fatal.len(), "point");
        console::warning(format_args!("a worker crashed at {points}; these heights are unknown"));
    }
    Ok(Some(Heights { inputs, axes, heights }))
}

/// Returns the point of a worker's evaluation with this number, counted from 1; fatal points are
/// not evaluated.
fn point(orders: &LandscapeOrders, number: u64) -> Option<u64> {
    let executed = (orders.first..).filter(|point| !orders.fatal.contains(point));
    executed.take(usize::try_from(number).ok()?).last().filter(|_| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn the_point_of_an_evaluation_is_found_behind_those_passed_over() {
        let orders = LandscapeOrders {
            target: fixture::description("d::f", 1).id,
            goal: 0,
            over: Vec::new(),
            fixed: Vec::new(),
            first: 512,
            fatal: vec![3, 512, 514],
            step_limit: 1,
            stack_limit: 1,
            memory_limit: 1,
        };
        assert_eq!(point(&orders, 0), None);
        assert_eq!(point(&orders, 1), Some(513));
        assert_eq!(point(&orders, 2), Some(515));
    }

    #[test]
    fn inputs_give_names_for_files() {
        assert_eq!(file_name("list[0].1"), "list.0.1");
    }
}
