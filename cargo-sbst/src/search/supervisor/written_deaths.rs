//! The calls of deaths that no worker has reported: the search ended before another worker began
//! with them.
//!
//! A worker gets the fatal test cases with its orders, and reports them without a search.

use super::Assignment;
use crate::search::record::SearchRecord;
use crate::ui::interrupt;
use crate::worker::watch;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::messages::{Budget, Event, KnownValues, Resume, SearchOrders, Supply, Task};

/// Adds the findings of the deaths that have none.
pub fn add(assignment: &Assignment<'_>, record: &mut SearchRecord) -> anyhow::Result<()> {
    let fatal = record.unreported();
    if fatal.is_empty() || interrupt::requested() {
        return Ok(());
    }
    let resume = Resume {
        deaths: 0,
        evaluations: 0,
        search_seconds: 0.0,
        kept: Vec::new(),
        fatal,
        search_ended: true,
        simplify: false,
    };
    let orders = SearchOrders {
        budget: Budget { evaluations: Some(0), seconds: None, stall: None },
        adopted: Vec::new(),
        seeds: Vec::new(),
        simple: Vec::new(),
        known: KnownValues::default(),
        recipe: Supply::Without,
        events: Supply::Without,
        only_search: true,
        resume: Some(resume),
        turn: None,
        ..assignment.orders.clone()
    };
    let directory = Utf8PathBuf::from(format!("{}-written", assignment.directory));
    let task = Task::Search(Box::new(orders));
    watch::work(assignment.host, &directory, task, assignment.hang_timeout, |event| match event {
        Event::Finding(finding) => record.add_finding(finding),
        Event::Culprit(culprit) => record.take(Event::Culprit(culprit)),
        _ => {}
    })?;
    assignment.host.directories.keep(&directory);
    Ok(())
}
