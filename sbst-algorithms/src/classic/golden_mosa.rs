//! Fronts and crowding distances against those of the notebook.

use crate::golden::{section, Line};
use sbst_search::algorithm::mosa::{
    crowding::Crowding, fronts::Fronts, objectives::Objectives, population::Individual,
};

/// A population of the notebook, and its results.
#[derive(Default)]
struct Sorting {
    generation: Vec<Individual>,
    covered: Vec<u32>,
    goals: usize,
    fronts: Vec<Vec<u32>>,
    /// The crowding distances of fronts, in the notebook's order.
    crowding: Vec<(Vec<u32>, Vec<f64>)>,
}

fn sortings(program: &str) -> Vec<Sorting> {
    let mut sortings: Vec<Sorting> = Vec::new();
    for line in section(&format!("mosa {program}")) {
        if line.word == "sorting" {
            let goals = if program == "triangle" { 22 } else { 10 };
            sortings.push(Sorting { goals, ..Sorting::default() });
        } else {
            sortings.last_mut().expect("it begins with a sorting").take(&line, program);
        }
    }
    sortings
}

impl Sorting {
    fn take(&mut self, line: &Line, program: &str) {
        match line.word {
            "covered" => self.covered = line.indices(),
            "test" => {
                let mut individual = Individual { test: line.test(program, 0), ..Individual::default() };
                individual.near = line.reached();
                individual.near.retain(|(goal, _)| !self.covered.contains(goal));
                self.generation.push(individual);
            }
            "front" => self.fronts.push(line.indices()),
            "crowding" => self.crowding.push((line.indices(), line.reals())),
            word => panic!("unknown word {word}"),
        }
    }

    fn is_objective(&self) -> impl Fn(u32) -> bool + '_ {
        |goal| !self.covered.contains(&goal)
    }

    /// The notebook's objectives: normalised distances.
    fn objectives(&self) -> Objectives {
        let mut objectives = Objectives::default();
        objectives.all(self.goals, &self.generation, self.is_objective());
        objectives
    }

    fn sorted(&self, objectives: &Objectives, wanted: usize) -> Vec<Vec<u32>> {
        let test = |index: u32| &self.generation[index as usize].test;
        let mut fronts = Fronts::default();
        // Twice, because buffers are reused.
        for _ in 0..2 {
            fronts.sort(objectives, wanted, |_| 0, |one, other| test(one) == test(other));
        }
        fronts.iter().map(<[u32]>::to_vec).collect()
    }
}

#[test]
fn fronts_and_ranks_are_those_of_the_notebook() {
    let mut fronts = 0;
    for sorting in ["triangle", "cgi_decode"].into_iter().flat_map(sortings) {
        let ours = sorting.sorted(&sorting.objectives(), usize::MAX);
        assert_eq!(ours[0], sorting.fronts[0]);
        let mut theirs = sorting.fronts;
        theirs[1..].iter_mut().for_each(|front| front.sort_unstable());
        assert_eq!(ours, theirs);
        fronts += ours.len();
    }
    assert!(fronts > 30, "{fronts}");
}

#[test]
fn the_first_fronts_are_the_same_with_a_limit() {
    for sorting in ["triangle", "cgi_decode"].into_iter().flat_map(sortings) {
        let objectives = sorting.objectives();
        let all = sorting.sorted(&objectives, usize::MAX);
        for wanted in 1..sorting.generation.len() {
            let some = sorting.sorted(&objectives, wanted);
            assert_eq!(some, all[..some.len()]);
            let members = |fronts: &[Vec<u32>]| fronts.iter().map(Vec::len).sum::<usize>();
            assert!(members(&some) >= wanted.min(members(&all)));
            assert!(some.len() == 1 || members(&some[..some.len() - 1]) < wanted, "a front too many");
        }
    }
}

#[test]
fn raw_distances_give_the_same_fronts_if_all_goals_are_reached() {
    let mut same = 0;
    for sorting in ["triangle", "cgi_decode"].into_iter().flat_map(sortings) {
        let normalised = sorting.objectives();
        let mut raw = Objectives::default();
        raw.reached(sorting.goals, &sorting.generation, sorting.is_objective());
        if raw.count() == normalised.count() {
            let (raw, normalised) =
                (sorting.sorted(&raw, usize::MAX), sorting.sorted(&normalised, usize::MAX));
            assert_eq!(raw, normalised);
            same += 1;
        }
    }
    assert!(same >= 2, "{same}");
}

#[test]
fn crowding_distances_are_those_of_the_notebook() {
    let (mut crowding, mut finite) = (Crowding::default(), 0);
    for sorting in ["triangle", "cgi_decode"].into_iter().flat_map(sortings) {
        let objectives = sorting.objectives();
        for (front, distances) in &sorting.crowding {
            assert_eq!(crowding.calculate(&objectives, front), distances);
            finite += distances.iter().filter(|distance| distance.is_finite() && **distance > 0.0).count();
        }
    }
    assert!(finite > 40, "{finite}");
}
