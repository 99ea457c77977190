//! The progress bar: how many functions are done, which are being searched, and how many goals are
//! covered. It shows on terminals only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Names shown at a time.
const NAMES: usize = 3;

/// The state of a whole run, for people to watch.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    counts_goals: bool,
    running: Mutex<Running>,
}

/// Evaluations and covered goals of running searches, by name, and the goals covered by those that
/// ended.
#[derive(Debug, Default)]
struct Running {
    names: BTreeMap<String, (u64, usize)>,
    /// Goals covered by functions between two turns, by name.
    resting: BTreeMap<String, usize>,
    covered: usize,
}

impl Progress {
    /// Returns a bar for a number of searches; hidden if `visible` is false or standard error is no
    /// terminal. If `counts_goals`, covered goals are added up.
    pub fn new(searches: usize, visible: bool, counts_goals: bool) -> Progress {
        let bar = match visible {
            true => ProgressBar::new(searches as u64),
            false => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        };
        let template = "{prefix:>12.cyan.bold} [{bar:25}] {pos}/{len}: {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix("Searching");
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, counts_goals, running: Mutex::default() }
    }

    pub fn begin(&self, name: &str) {
        self.update(name, 0, 0);
    }

    /// A function's search goes on.
    pub fn update(&self, name: &str, evaluations: u64, covered: usize) {
        self.change(|running| {
            running.resting.remove(name);
            running.names.insert(name.to_owned(), (evaluations, covered));
        });
    }

    /// A function's turn is over, and perhaps its search.
    pub fn rest(&self, name: &str) {
        self.change(|running| {
            if let Some((name, (_, covered))) = running.names.remove_entry(name) {
                running.resting.insert(name, covered);
            }
        });
    }

    /// A function's search is over.
    pub fn end(&self, name: &str) {
        self.change(|running| {
            let (_, covered) = running.names.remove(name).unwrap_or_default();
            running.covered += covered + running.resting.remove(name).unwrap_or_default();
        });
        self.bar.inc(1);
    }

    /// Prints something without disturbing the bar.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn change(&self, change: impl FnOnce(&mut Running)) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut running);
        if !self.bar.is_hidden() {
            self.bar.set_message(running.message(self.counts_goals));
        }
    }
}

impl Running {
    fn message(&self, counts_goals: bool) -> String {
        let mut names: Vec<&str> = self.names.keys().take(NAMES).map(String::as_str).collect();
        if self.names.len() > NAMES {
            names.push("…");
        }
        let names = names.join(", ");
        if !counts_goals {
            return names;
        }
        let running = self.names.values().map(|(_, covered)| covered);
        let covered = self.covered + running.chain(self.resting.values()).sum::<usize>();
        format!("{covered} goals covered; {names}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_what_runs_and_counts_what_is_covered() {
        let progress = Progress::new(2, false, true);
        progress.update("d::f", 10, 2);
        progress.end("d::f");
        progress.update("d::g", 10, 3);
        let running = progress.running.lock().unwrap();
        assert_eq!(running.message(true), "5 goals covered; d::g");
        assert_eq!(running.message(false), "d::g");
    }

    #[test]
    fn what_functions_covered_counts_between_their_turns_and_once() {
        let progress = Progress::new(2, false, true);
        let message = || progress.running.lock().unwrap().message(true);
        progress.update("d::f", 10, 2);
        progress.rest("d::f");
        assert_eq!(message(), "2 goals covered; ");
        progress.update("d::f", 20, 3);
        assert_eq!(message(), "3 goals covered; d::f");
        progress.rest("d::f");
        progress.end("d::f");
        assert_eq!(message(), "3 goals covered; ");
    }
}
