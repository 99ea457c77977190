//! Evaluations and covered goals of a run, and what follows from them.
//!
//! 1. The rate is that of the last [`WINDOW`], so that it follows the current searches.
//! 2. The remaining time follows from the total budget, if there is one: its remaining time, or its
//!    remaining evaluations at this rate.
//! 3. Otherwise it follows from the budgets of the searches that are left. Most searches end before
//!    their budget does, so that is the most it can be.
//! 4. A search that has covered its goals is done when its turn is over, though its tests are made
//!    ready later. One without goals takes no time.

use crate::ui::progress::snapshot::{Job, Snapshot, TimeLeft};
use sbst_model::messages::Budget;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

/// The time that the rate is measured over (rule 1).
const WINDOW: Duration = Duration::from_secs(5);
/// The least time for a rate.
const LEAST: Duration = Duration::from_secs(1);

/// The work of a run.
#[derive(Clone, Debug)]
pub struct Work {
    /// The status word of the work.
    pub word: &'static str,
    /// The numbers of goals of the searches, by their names.
    pub goals: BTreeMap<String, usize>,
    pub searches: usize,
    /// True if goals are added up: no function is searched twice.
    pub counts_goals: bool,
    /// Searches at the same time.
    pub jobs: usize,
    /// The budget of each search.
    pub own: Budget,
    /// The budget of all together.
    pub total: Option<Budget>,
}

/// A search that has begun and not ended.
#[derive(Clone, Copy, Debug)]
struct Running {
    evaluations: u64,
    covered: usize,
    /// The time of earlier turns.
    before: Duration,
    /// The beginning of the turn, and its place; `None` between turns.
    turn: Option<(Instant, usize)>,
}

/// The state of a run.
#[derive(Debug)]
pub struct Counts {
    work: Work,
    began: Instant,
    running: BTreeMap<String, Running>,
    /// True for places that are taken.
    places: Vec<bool>,
    ended: usize,
    /// Searches with goals among these.
    ended_with_goals: usize,
    /// Evaluations and covered goals of searches that have ended.
    ended_evaluations: u64,
    ended_covered: usize,
    /// Evaluations at moments of the last seconds.
    samples: VecDeque<(Instant, u64)>,
}

impl Counts {
    pub fn new(work: Work, now: Instant) -> Counts {
        Counts {
            work,
            began: now,
            running: BTreeMap::new(),
            places: Vec::new(),
            ended: 0,
            ended_with_goals: 0,
            ended_evaluations: 0,
            ended_covered: 0,
            samples: VecDeque::from([(now, 0)]),
        }
    }

    /// A search begins or goes on.
    pub fn update(&mut self, name: &str, evaluations: u64, covered: usize, now: Instant) {
        let known = self.running.get(name).copied();
        let turn = known.and_then(|running| running.turn).unwrap_or_else(|| (now, self.take_place()));
        let before = known.map_or(Duration::ZERO, |running| running.before);
        let running = Running { evaluations, covered, before, turn: Some(turn) };
        self.running.insert(name.to_owned(), running);
    }

    /// A search's turn is over, and perhaps the search.
    pub fn rest(&mut self, name: &str, now: Instant) {
        if let Some(running) = self.running.get_mut(name)
            && let Some((began, place)) = running.turn.take()
        {
            running.before += now.saturating_duration_since(began);
            self.places[place] = false;
        }
    }

    /// A search is over. One that never began counts for nothing.
    pub fn end(&mut self, name: &str, now: Instant) {
        self.rest(name, now);
        if let Some(Running { evaluations, covered, .. }) = self.running.remove(name) {
            self.ended += 1;
            self.ended_with_goals += usize::from(self.goals(name) > 0);
            self.ended_evaluations += evaluations;
            self.ended_covered += covered;
        }
    }

    /// Returns the state at this moment, and remembers it for the rate.
    pub fn snapshot(&mut self, now: Instant, is_stopping: bool) -> Snapshot {
        let rate = self.sample(now);
        let mut jobs: Vec<Option<Job>> = vec![None; self.places.len()];
        for (name, running) in &self.running {
            let Some((began, place)) = running.turn else { continue };
            jobs[place] = Some(Job {
                name: name.clone(),
                covered: running.covered,
                goals: self.goals(name),
                evaluations: running.evaluations,
                time: running.before + now.saturating_duration_since(began),
            });
        }
        let covered =
            self.ended_covered + self.running.values().map(|running| running.covered).sum::<usize>();
        Snapshot {
            is_stopping,
            searches: self.work.searches,
            ended: self.ended
                + self.running.iter().filter(|(name, running)| self.is_done(name, running)).count(),
            goals: self.work.counts_goals.then(|| (covered, self.work.goals.values().sum())),
            rate,
            left: self.left(rate, now).filter(|_| !is_stopping),
            jobs,
        }
    }

    /// Returns the status word.
    pub fn word(&self, snapshot: &Snapshot) -> &'static str {
        if snapshot.is_stopping { "Stopping" } else { self.work.word }
    }

    fn goals(&self, name: &str) -> usize {
        self.work.goals.get(name).copied().unwrap_or_default()
    }

    /// Rule 4.
    fn is_done(&self, name: &str, running: &Running) -> bool {
        running.turn.is_none() && running.covered >= self.goals(name)
    }

    fn take_place(&mut self) -> usize {
        let free = self.places.iter().position(|is_taken| !is_taken);
        let place = free.unwrap_or(self.places.len());
        self.places.resize(self.places.len().max(place + 1), false);
        self.places[place] = true;
        place
    }

    fn evaluations(&self) -> u64 {
        self.ended_evaluations + self.running.values().map(|running| running.evaluations).sum::<u64>()
    }

    /// Rule 1.
    fn sample(&mut self, now: Instant) -> Option<f64> {
        let evaluations = self.evaluations();
        self.samples.push_back((now, evaluations));
        // The last sample before the window is where it begins.
        while self.samples.get(1).is_some_and(|(then, _)| now.saturating_duration_since(*then) >= WINDOW) {
            self.samples.pop_front();
        }
        let (then, before) = *self.samples.front()?;
        let time = now.saturating_duration_since(then);
        (time >= LEAST).then(|| evaluations.saturating_sub(before) as f64 / time.as_secs_f64())
    }

    /// Rules 2 to 4.
    fn left(&self, rate: Option<f64>, now: Instant) -> Option<TimeLeft> {
        let at_rate = |evaluations: u64| {
            let rate = rate.filter(|rate| *rate > 0.0)?;
            Duration::try_from_secs_f64(evaluations as f64 / rate).ok()
        };
        if let Some(total) = self.work.total {
            let of_time = total.seconds.and_then(|seconds| {
                let left = seconds - now.saturating_duration_since(self.began).as_secs_f64();
                Duration::try_from_secs_f64(left).ok().map(TimeLeft::Until)
            });
            let left = |total: u64| at_rate(total.saturating_sub(self.evaluations()));
            return of_time.or_else(|| total.evaluations.and_then(left).map(TimeLeft::About));
        }
        let Budget { evaluations, seconds, .. } = self.work.own;
        let without_goals = self.work.goals.values().filter(|goals| **goals == 0).count();
        let touched = self.running.keys().filter(|name| self.goals(name) > 0).count();
        let untouched = self.work.searches.saturating_sub(without_goals + self.ended_with_goals + touched);
        let open = || {
            let open = self.running.iter().filter(|(name, running)| !self.is_done(name, running));
            open.map(|(_, running)| running)
        };
        let of_evaluations = evaluations.and_then(|own| {
            let begun = open().map(|running| own.saturating_sub(running.evaluations));
            at_rate(own.saturating_mul(untouched as u64).saturating_add(begun.sum()))
        });
        let of_time = seconds.and_then(|own| {
            let begun = open().map(|running| {
                let turn = running.turn.map(|(began, _)| now.saturating_duration_since(began));
                (own - (running.before + turn.unwrap_or_default()).as_secs_f64()).max(0.0)
            });
            let jobs = self.work.jobs.clamp(1, (untouched + open().count()).max(1));
            Duration::try_from_secs_f64((own * untouched as f64 + begun.sum::<f64>()) / jobs as f64).ok()
        });
        of_evaluations.into_iter().chain(of_time).min().map(TimeLeft::AtMost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// The counts of searches of four goals each, and the moment at which they begin.
    fn counts(names: &[&str], own: Budget, total: Option<Budget>) -> (Counts, Instant) {
        let goals = names.iter().map(|name| ((*name).to_owned(), 4)).collect();
        let work =
            Work { word: "Searching", goals, searches: names.len(), counts_goals: true, jobs: 2, own, total };
        let now = Instant::now();
        (Counts::new(work, now), now)
    }

    fn evaluations(number: u64) -> Budget {
        Budget { evaluations: Some(number), ..Budget::UNLIMITED }
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn goals_of_searches_count_while_they_run_rest_and_have_ended() {
        let (mut counts, now) = counts(&["f", "g", "h"], Budget::UNLIMITED, None);
        counts.update("f", 10, 2, now);
        counts.end("f", now);
        counts.update("g", 10, 3, now);
        counts.rest("g", now);
        counts.end("never began", now);
        let snapshot = counts.snapshot(now, false);
        assert_eq!((snapshot.goals, snapshot.ended), (Some((5, 12)), 1));
        counts.update("g", 20, 4, now);
        assert_eq!(counts.snapshot(now, false).goals, Some((6, 12)));
    }

    #[test]
    fn a_search_keeps_its_place_and_the_next_one_takes_the_free_one() {
        let (mut counts, now) = counts(&["f", "g", "h"], Budget::UNLIMITED, None);
        let names = |counts: &mut Counts| {
            let jobs = counts.snapshot(now, false).jobs.into_iter();
            jobs.map(|job| job.map_or_else(|| "-".to_owned(), |job| job.name)).collect::<Vec<_>>()
        };
        counts.update("g", 0, 0, now);
        counts.update("f", 0, 0, now);
        assert_eq!(names(&mut counts), ["g", "f"]);
        counts.rest("g", now);
        assert_eq!(names(&mut counts), ["-", "f"]);
        counts.update("h", 0, 0, now);
        assert_eq!(names(&mut counts), ["h", "f"]);
    }

    #[test]
    fn the_time_of_a_search_is_that_of_its_turns() {
        let (mut counts, now) = counts(&["f"], Budget::UNLIMITED, None);
        counts.update("f", 0, 0, now);
        counts.rest("f", now + seconds(3));
        counts.update("f", 0, 0, now + seconds(60));
        let job = counts.snapshot(now + seconds(62), false).jobs.remove(0).unwrap();
        assert_eq!((job.time, job.goals), (seconds(5), 4));
    }

    #[test]
    fn the_rate_is_that_of_the_last_seconds() {
        let (mut counts, now) = counts(&["f"], Budget::UNLIMITED, None);
        assert_eq!(counts.snapshot(now, false).rate, None);
        for second in 0..=20 {
            // A thousand a second at first, then a hundred.
            let evaluations = if second <= 10 { 1_000 * second } else { 10_000 + 100 * (second - 10) };
            counts.update("f", evaluations, 0, now + seconds(second));
            counts.snapshot(now + seconds(second), false);
        }
        assert_eq!(counts.snapshot(now + seconds(20), false).rate, Some(100.0));
    }

    #[test]
    fn the_time_left_follows_from_the_total_budget_or_from_those_of_functions_left() {
        let left = |own, total| {
            let (mut counts, now) = counts(&["f", "g", "h"], own, total);
            counts.update("f", 400, 0, now);
            counts.end("f", now);
            counts.update("g", 600, 0, now);
            counts.snapshot(now + seconds(4), false).left
        };
        // 250 evaluations a second.
        let time = |seconds| Budget { seconds: Some(seconds), ..Budget::UNLIMITED };
        assert_eq!(left(Budget::UNLIMITED, Some(time(10.0))), Some(TimeLeft::Until(seconds(6))));
        assert_eq!(left(Budget::UNLIMITED, Some(evaluations(2_000))), Some(TimeLeft::About(seconds(4))));
        assert_eq!(left(evaluations(1_100), None), Some(TimeLeft::AtMost(Duration::from_millis(6_400))));
        assert_eq!(left(time(10.0), None), Some(TimeLeft::AtMost(seconds(8))));
        assert_eq!(left(time(1.0), Some(time(3.0))), None, "the time is over");
    }

    #[test]
    fn a_search_whose_goals_are_covered_is_done_when_its_turn_is_over() {
        let (mut counts, now) = counts(&["f", "g"], evaluations(1_000), None);
        counts.update("f", 100, 4, now);
        counts.update("g", 100, 3, now);
        assert_eq!(counts.snapshot(now, false).ended, 0);
        counts.rest("f", now);
        counts.rest("g", now);
        let snapshot = counts.snapshot(now + seconds(2), false);
        assert_eq!((snapshot.ended, snapshot.left), (1, Some(TimeLeft::AtMost(seconds(9)))));
        counts.end("f", now);
        assert_eq!(counts.snapshot(now, false).ended, 1);
    }

    #[test]
    fn an_interrupted_run_has_no_time_left() {
        let (mut counts, now) =
            counts(&["f"], Budget::UNLIMITED, Some(Budget { seconds: Some(9.0), ..Budget::UNLIMITED }));
        assert!(counts.snapshot(now, false).left.is_some());
        assert_eq!(counts.snapshot(now, true).left, None);
    }
}
