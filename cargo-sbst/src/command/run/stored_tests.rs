//! The execution of stored tests, without a search.
//!
//! 1. The tests of each function are executed and made ready, as at the end of a search.
//! 2. A test may be stored for goals of other functions alone. So the uncovered goals are then
//!    sought by all functions of their executable.
//! 3. The first function that covers such a goal holds it, as after a search
//!    ([`adoption`](crate::search::schedule)). All functions are executed once more with the goals
//!    that they hold.

use crate::report::{attribution, incidental_coverage};
use crate::search::options::ExecutionOptions;
use crate::search::schedule::{self, Plan};
use crate::search::session::Session;
use crate::search::supervisor::{Assignment, KnownDeaths};
use crate::search::target_report::TargetReport;
use crate::ui::interrupt;
use crate::ui::json_lines::JsonLines;
use crate::ui::options::OutputOptions;
use crate::worker::describe::FoundTarget;
use crate::worker::directories;
use sbst_model::TargetId;
use sbst_model::messages::{GoalsOf, KnownValues, Observed, SearchOrders};
use sbst_model::target::Obstacle;
use std::collections::{BTreeMap, BTreeSet};

/// Goals by function.
pub type Goals = BTreeMap<TargetId, Vec<u32>>;

/// Stored tests, and how to execute them.
pub struct StoredTests<'a> {
    pub session: &'a Session,
    pub execution: &'a ExecutionOptions,
    pub output: &'a OutputOptions,
    pub lines: JsonLines,
    pub tests: BTreeMap<TargetId, Vec<String>>,
    pub deaths: BTreeMap<TargetId, KnownDeaths>,
    /// The shared values of the searches.
    pub known: KnownValues,
    /// Functions that were searched, even if no tests of them are stored.
    pub searched: BTreeSet<TargetId>,
    /// The reason for another function without stored tests.
    pub reason: &'a dyn Fn(&TargetId) -> Obstacle,
}

/// The reports of all functions, and true if all workers did their work.
pub type Executed = (Vec<TargetReport>, bool);

impl StoredTests<'_> {
    /// Executes the tests by all rules.
    pub fn execute_for_all_goals(&self) -> anyhow::Result<Executed> {
        let first = self.execute(|_| Vec::new())?;
        let open: Goals = first.0.iter().filter_map(uncovered).collect();
        if open.is_empty() || interrupt::requested() {
            return Ok(first);
        }
        let second = self.execute(|target| self.beside(target, &open))?;
        let held = holders(&second.0);
        if held.is_empty() || interrupt::requested() {
            return Ok(first);
        }
        self.execute(|target| held.get(&target.description.id).cloned().unwrap_or_default())
    }

    /// Executes the tests with goals of other functions.
    pub fn execute(&self, adopted: impl Fn(&FoundTarget) -> Vec<GoalsOf>) -> anyhow::Result<Executed> {
        let is_left = |target: &&FoundTarget| {
            let id = &target.description.id;
            target.description.not_searched.is_none()
                && (self.tests.contains_key(id) || self.deaths.contains_key(id) || self.searched.contains(id))
        };
        let (some, others): (Vec<&FoundTarget>, Vec<&FoundTarget>) =
            self.session.targets.iter().partition(is_left);
        let assignment = |target: &&'_ FoundTarget| (target.description.id.clone(), adopted(target));
        let adopted: Vec<(TargetId, Vec<GoalsOf>)> = some.iter().map(assignment).collect();
        let assignments: Vec<Assignment<'_>> = some
            .iter()
            .zip(adopted)
            .map(|(target, (id, adopted))| Assignment {
                description: &target.description,
                is_public: false,
                name: id.to_string(),
                host: &target.host,
                directory: directories::for_target(&self.session.work, &id),
                orders: SearchOrders {
                    seeds: self.tests.get(&id).cloned().unwrap_or_default(),
                    adopted,
                    known: self.known.clone(),
                    ..self.execution.orders(&id)
                },
                recipes: None,
                known_deaths: self.deaths.get(&id).cloned().unwrap_or_default(),
                only_checks: true,
                hang_timeout: self.execution.hang_timeout(),
            })
            .collect();
        let plan = Plan {
            assignments: &assignments,
            jobs: self.execution.jobs(),
            total_budget: None,
            adopts: false,
            counts_goals: true,
            state: None,
        };
        let mut reports = Vec::new();
        let (done, _) = schedule::search_all(&plan, self.output, self.lines, |_, report, _| {
            reports.push(report);
            Ok(())
        })?;
        reports.extend(others.iter().map(|target| {
            TargetReport::not_searched(&target.description, (self.reason)(&target.description.id))
        }));
        reports.sort_by(|a, b| a.description.id.cmp(&b.description.id));
        attribution::attribute(&mut reports);
        incidental_coverage::share(&mut reports, &BTreeSet::new());
        Ok((reports, done))
    }

    /// Returns those of the given goals that belong to other functions in a function's executable.
    pub fn beside(&self, target: &FoundTarget, goals: &Goals) -> Vec<GoalsOf> {
        let is_beside = |other: &FoundTarget| {
            other.description.id != target.description.id
                && other.host.executable.path == target.host.executable.path
        };
        let others = self.session.targets.iter().filter(|other| is_beside(other));
        others
            .filter_map(|other| {
                let goals = goals.get(&other.description.id)?.clone();
                Some(GoalsOf { target: other.description.id.clone(), goals })
            })
            .collect()
    }
}

/// Returns the uncovered goals of a function, if there are any.
fn uncovered(report: &TargetReport) -> Option<(TargetId, Vec<u32>)> {
    let goals: Vec<u32> = report.uncovered().iter().map(|(goal, _)| goal.index() as u32).collect();
    (!goals.is_empty()).then(|| (report.description.id.clone(), goals))
}

/// Returns the goals of others that each function holds: its tests are the first to cover them.
fn holders(reports: &[TargetReport]) -> BTreeMap<TargetId, Vec<GoalsOf>> {
    let mut taken = BTreeSet::new();
    let mut held = BTreeMap::new();
    for report in reports {
        let mut own: BTreeMap<&TargetId, BTreeSet<u32>> = BTreeMap::new();
        let tests = report.covering_tests().filter(|test| !matches!(test.observed, Observed::Fault(_)));
        for of in tests.flat_map(|test| &test.adopted) {
            let new = of.goals.iter().copied().filter(|goal| !taken.contains(&(&of.target, *goal)));
            let new: Vec<u32> = new.collect();
            if !new.is_empty() {
                own.entry(&of.target).or_default().extend(new);
            }
        }
        taken.extend(own.iter().flat_map(|(of, goals)| goals.iter().map(|goal| (*of, *goal))));
        if !own.is_empty() {
            let goals = own.into_iter().map(|(target, goals)| GoalsOf {
                target: target.clone(),
                goals: goals.into_iter().collect(),
            });
            held.insert(report.description.id.clone(), goals.collect());
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::messages::TestOutline;

    #[test]
    fn a_goal_of_another_function_is_held_by_its_first_coverer() {
        let helper = fixture::description("d::helper", 2).id;
        let covering = |path: &str, goals: &[u32]| {
            let mut report = fixture::report(path);
            let fault = TestOutline::from_fault(report.findings[0].clone());
            let adopted = vec![GoalsOf { target: helper.clone(), goals: goals.into() }];
            // A failing test is ignored, so it holds no goal.
            let ignored = TestOutline { adopted: adopted.clone(), ..fault.clone() };
            let observed = Observed::Panicked { message: String::new(), place: None };
            let test = TestOutline { adopted, observed, ..fault };
            report.tests = if path == "d::e" { vec![ignored] } else { vec![test] };
            report
        };
        let reports = [
            covering("d::e", &[0, 1]),
            covering("d::f", &[1]),
            covering("d::g", &[1]),
            covering("d::h", &[0, 1]),
        ];
        let held = holders(&reports);
        let of = |index: usize| held.get(&reports[index].description.id).map(|of| of[0].goals.clone());
        assert_eq!([of(0), of(1), of(2), of(3)], [None, Some(vec![1]), None, Some(vec![0])]);
    }
}
