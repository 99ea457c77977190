//! The exchange with one worker of a search: its events, the replies that it waits for, and its
//! end.

use super::{Assignment, Supervisor, patience};
use crate::worker::directories;
use crate::worker::watch::Follower;
use sbst_model::messages::{EVENT_GRAPH, Event, RECIPE};
use std::time::{Duration, Instant};

/// The exchange with one worker of a search.
pub struct SearchExchange<'s, 'a> {
    pub supervisor: &'s mut Supervisor<'a>,
    pub progress: &'s dyn Fn(u64, usize),
    pub started: Instant,
    /// Seconds of search before this worker.
    pub seconds_before: f64,
}

impl Follower for SearchExchange<'_, '_> {
    fn take(&mut self, event: Event) {
        let Assignment { recipes, description, .. } = *self.supervisor.assignment;
        match event {
            Event::WantsRecipe => {
                self.supervisor.recipe.ask(|| Some(recipes.as_ref()?.ask(&description.id)));
            }
            Event::WantsEvents => {
                self.supervisor.events.ask(|| Some(recipes.as_ref()?.ask_for_events(&description.id)));
            }
            event => self.supervisor.record.take(event),
        }
    }

    fn reply(&mut self) -> anyhow::Result<bool> {
        let waits = self.supervisor.waits();
        let directory = &self.supervisor.assignment.directory;
        let mut has_replied = false;
        if let Some(recipe) = self.supervisor.recipe.receive(waits) {
            directories::give(directory, RECIPE, recipe)?;
            has_replied = true;
        }
        if let Some(events) = self.supervisor.events.receive(waits) {
            directories::give(directory, EVENT_GRAPH, events)?;
            has_replied = true;
        }
        Ok(has_replied)
    }

    fn is_done(&mut self) -> bool {
        let supervisor = &mut *self.supervisor;
        (self.progress)(supervisor.record.evaluations, supervisor.record.covered());
        if !supervisor.record.is_finished() && supervisor.is_searching() {
            let seconds = self.started.elapsed().as_secs_f64();
            supervisor.record.search_seconds = self.seconds_before + seconds;
        }
        supervisor.record.is_finished()
    }

    fn slow(&self) -> Option<Duration> {
        self.supervisor.slow()
    }

    fn must_stop(&mut self) -> bool {
        let supervisor = &mut *self.supervisor;
        let one = supervisor.slow().unwrap_or(supervisor.assignment.hang_timeout);
        let allowed = patience::for_the_turn(supervisor.budget, supervisor.turn, one);
        let is_searching = supervisor.is_searching();
        supervisor.stopping.must_stop(is_searching, allowed)
    }
}
