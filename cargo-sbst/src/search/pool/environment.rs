//! Calls of a function that gives values, executed again under [other
//! conditions](crate::worker::other_conditions), before its results serve as values.
//!
//! A worker that dies or refuses its orders is ignored.

use crate::search::supervisor::Assignment;
use crate::worker::watch;
use sbst_model::messages::{CallOutcome, Event, SearchOrders, Task};

/// True if any of these calls has another outcome under other conditions.
pub fn depends_on_environment(assignment: &Assignment<'_>, outcomes: &[CallOutcome]) -> anyhow::Result<bool> {
    let Some(host) = assignment.host.replay.as_ref().filter(|_| !outcomes.is_empty()) else {
        return Ok(false);
    };
    let orders = SearchOrders { seeds: Vec::new(), simple: Vec::new(), ..assignment.orders.clone() };
    let tests = outcomes.iter().map(|outcome| outcome.test.clone()).collect();
    let task = Task::Compare(Box::new(orders), tests);
    let name = assignment.directory.file_name().unwrap_or_default();
    let directory = assignment.directory.with_file_name("elsewhere").join(name);
    let mut seen = Vec::new();
    watch::work(host, &directory, task, assignment.hang_timeout, |event| {
        if let Event::Outcomes(outcomes) = event {
            seen.extend(outcomes);
        }
    })?;
    host.directories.keep(&directory);
    Ok(seen.iter().any(|seen| !outcomes.contains(seen)))
}
