//! The selection among the tests that pass.
//!
//! 1. Each goal that a test was kept for stays covered.
//! 2. A test that was kept for no goal of its function stays unless another test calls the
//!    function.
//! 3. Each shown class of a public function's outputs stays shown, and each noticed mutant stays
//!    noticed.
//! 4. Tests of private functions are dropped first: tests of public functions reach the same goals.
//!    Then come tests without an assertion, then spare ones, then long ones, then later ones.
//! 5. A test of a function without parameters is dropped if it was kept for no goal, and an example
//!    in the documentation calls the function.
//! 6. Tests of findings stay, and so do tests of explicit panics of public functions.

use super::test_module::{Test, TestModule};
use sbst_model::{OutputClass, TargetId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Removes superfluous tests. Tests of earlier runs stay.
pub fn select(modules: &mut [TestModule]) {
    let spare = spare(modules);
    remove(modules, |_| true, &spare);
}

/// Removes superfluous variants before other tests are merged. Returns the removed ones by module.
pub fn take_variants(modules: &mut [TestModule]) -> Vec<Vec<Test>> {
    let spare = spare(modules);
    remove(modules, |place| spare.contains(&place), &spare)
}

fn remove(
    modules: &mut [TestModule],
    may_go: impl Fn((usize, usize)) -> bool,
    spare: &BTreeSet<(usize, usize)>,
) -> Vec<Vec<Test>> {
    let mut order: Vec<(usize, usize)> = modules
        .iter()
        .enumerate()
        .flat_map(|(module, its)| (0..its.tests.len()).map(move |test| (module, test)))
        .filter(|place| may_go(*place))
        .filter(|(module, test)| !must_stay(&modules[*module], &modules[*module].tests[*test]))
        .collect();
    order.sort_by_key(|(module, test)| {
        let (its, one) = (&modules[*module], &modules[*module].tests[*test]);
        let form = one.forms.first();
        let asserts = form.is_some_and(|form| form.asserts);
        let lines = form.map_or(0, |form| form.lines.len());
        Reverse((its.private, !asserts, spare.contains(&(*module, *test)), lines, *module, *test))
    });
    let mut uses = Uses::default();
    for test in modules.iter().flat_map(|module| &module.tests) {
        uses.count(test, 1);
    }
    let mut dropped: Vec<(usize, usize)> = Vec::new();
    for (module, test) in order {
        let one = &modules[module].tests[test];
        let shows = if modules[module].private { &[][..] } else { &one.outputs };
        let is_example = one.repeats_example && one.serves.is_empty();
        let is_shown = || shows.iter().all(|class| uses.is_shown_twice(one, *class));
        if is_example || uses.is_superfluous(one) && is_shown() {
            uses.count(one, -1);
            dropped.push((module, test));
        }
    }
    let remove = |(module, its): (usize, &mut TestModule)| {
        let tests = std::mem::take(&mut its.tests).into_iter().enumerate();
        let (removed, kept): (Vec<_>, Vec<_>) =
            tests.partition(|(index, _)| dropped.contains(&(module, *index)));
        its.tests = kept.into_iter().map(|(_, test)| test).collect();
        removed.into_iter().map(|(_, test)| test).collect()
    };
    modules.iter_mut().enumerate().map(remove).collect()
}

/// Returns the tests that were kept for no goal. They show no class of outputs that an earlier test
/// of their function does not show.
fn spare(modules: &[TestModule]) -> BTreeSet<(usize, usize)> {
    let mut shown: BTreeSet<(&str, OutputClass)> = BTreeSet::new();
    let mut spare = BTreeSet::new();
    for (module, its) in modules.iter().enumerate() {
        for (index, test) in its.tests.iter().enumerate() {
            let mut is_spare = test.serves.is_empty();
            for class in &test.outputs {
                is_spare &= !shown.insert((&test.function, *class));
            }
            if is_spare {
                spare.insert((module, index));
            }
        }
    }
    spare
}

/// Rule 6.
fn must_stay(module: &TestModule, test: &Test) -> bool {
    test.ignored || test.cause.is_some() && !module.private
}

/// The number of tests for each goal, function, class of outputs and mutant.
#[derive(Default)]
struct Uses<'t> {
    goals: BTreeMap<(&'t TargetId, u32), i32>,
    functions: BTreeMap<&'t TargetId, i32>,
    outputs: BTreeMap<(&'t TargetId, OutputClass), i32>,
    mutants: BTreeMap<u32, i32>,
}

impl<'t> Uses<'t> {
    fn count(&mut self, test: &'t Test, by: i32) {
        if test.ignored {
            return;
        }
        for goals in &test.covers {
            for goal in &goals.goals {
                *self.goals.entry((&goals.target, *goal)).or_default() += by;
            }
        }
        // A test that calls a function several times is one test of it.
        for function in test.calls.iter().collect::<BTreeSet<_>>() {
            *self.functions.entry(function).or_default() += by;
        }
        for mutant in &test.notices {
            *self.mutants.entry(*mutant).or_default() += by;
        }
        for class in
            test.calls.first().into_iter().flat_map(|own| test.outputs.iter().map(move |class| (own, *class)))
        {
            *self.outputs.entry(class).or_default() += by;
        }
    }

    fn is_shown_twice(&self, test: &Test, class: OutputClass) -> bool {
        let own = test.calls.first();
        own.and_then(|own| self.outputs.get(&(own, class))).is_some_and(|tests| *tests > 1)
    }

    fn is_superfluous(&self, test: &Test) -> bool {
        let own = test.calls.first();
        let has_own_goals = test.serves.iter().any(|of| Some(&of.target) == own);
        let is_called = || own.and_then(|own| self.functions.get(own)).is_some_and(|tests| *tests > 1);
        let mut serves = test.serves.iter().flat_map(|of| of.goals.iter().map(|goal| (&of.target, *goal)));
        let mut mutants = test.notices.iter();
        mutants.all(|mutant| self.mutants.get(mutant).is_some_and(|tests| *tests > 1))
            && serves.all(|goal| self.goals.get(&goal).is_some_and(|tests| *tests > 1))
            && (has_own_goals || is_called())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{module, test};
    use sbst_model::messages::GoalsOf;

    fn id(path: &str) -> TargetId {
        TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() }
    }

    fn of(path: &str, goals: &[u32]) -> Vec<GoalsOf> {
        vec![GoalsOf { target: id(path), goals: goals.into() }]
    }

    fn left(modules: &[TestModule]) -> Vec<&str> {
        modules.iter().flat_map(|module| &module.tests).map(|test| test.name.as_str()).collect()
    }

    fn covering(name: &str, serves: Vec<GoalsOf>, others: Vec<GoalsOf>) -> Test {
        let covers = [serves.clone(), others].concat();
        Test { serves, covers, calls: vec![id("d::f")], ..test(name) }
    }

    #[test]
    fn goals_of_private_functions_are_left_to_public_tests() {
        let public = covering("public", of("d::f", &[0]), of("d::inner", &[0, 1]));
        let private = covering("private", of("d::inner", &[1]), Vec::new());
        let other = covering("other", of("d::inner", &[2]), Vec::new());
        let inside = TestModule { private: true, ..module(vec![private, other]) };
        let mut modules = [module(vec![public]), inside];
        select(&mut modules);
        assert_eq!(left(&modules), ["public", "other"]);
    }

    #[test]
    fn an_example_of_the_documentation_is_not_repeated() {
        let example = || Test { repeats_example: true, ..covering("example", Vec::new(), Vec::new()) };
        let with_goal = Test { serves: of("d::f", &[0]), name: "goal".to_owned(), ..example() };
        let mut modules = [module(vec![example(), with_goal])];
        select(&mut modules);
        assert_eq!(left(&modules), ["goal"]);
    }

    #[test]
    fn one_of_two_tests_for_a_goal_stays() {
        let mut modules = [module(vec![
            covering("first", of("d::f", &[0]), Vec::new()),
            covering("second", of("d::f", &[0]), Vec::new()),
        ])];
        select(&mut modules);
        assert_eq!(left(&modules), ["first"]);
    }

    #[test]
    fn test_with_two_calls_of_its_function_is_not_superfluous() {
        let twice = Test { calls: vec![id("d::pour"), id("d::pour")], ..test("pour") };
        let mut modules = [module(vec![twice])];
        select(&mut modules);
        assert_eq!(left(&modules), ["pour"]);
    }

    #[test]
    fn functions_without_goals_keep_a_test_unless_called_elsewhere() {
        let own = |name: &str, function: &str| Test { calls: vec![id(function)], ..test(name) };
        let story = Test { calls: vec![id("d::push"), id("d::new")], ..test("push") };
        let mut modules = [module(vec![own("new", "d::new"), story, own("len", "d::len")])];
        select(&mut modules);
        assert_eq!(left(&modules), ["push", "len"]);
    }
}
