//! The paper's own numbers, its tree, and its seven programs.

mod programs;
mod source;

use super::flow::{Flow, Passed};
use super::sequence::{Event, EventSequence, Objective, Problem};
use super::tree::Tree;
use crate::evaluation::fitness::Fitness;
use crate::evaluation::observer::{Observer, Outcome, Progress};
use crate::evaluation::options::Options;
use crate::path::Path;
use crate::search::search;
use programs::{Probes, Program};
use sbst_model::event_graph::Event as Node;
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::{Algorithm, TestCase};

fn flow(program: &Program) -> Flow {
    Flow::new(program.events())
}

fn passed(flow: &mut Flow, probes: Probes) -> Vec<Passed> {
    let mut passed = Vec::new();
    flow.pass(&Path { steps: probes.0 }, &mut passed);
    passed
}

/// The definition nodes in the order of the source.
fn definitions(flow: &Flow, nodes: usize) -> Vec<u32> {
    (0..nodes as u32).filter(|&node| matches!(flow.node(node).event, Node::Definition(_))).collect()
}

fn event(node: u32, kept: &[u32]) -> Event {
    Event { node, kept: kept.to_vec() }
}

/// The path of the program of figure 3 with these numbers.
fn scanned(values: [f64; 10]) -> Probes {
    let mut probes = Probes::default();
    let mut flag = true;
    for (index, value) in values.into_iter().enumerate() {
        probes.less(0, index, 10);
        flag &= probes.equal(1, value, 0.0);
    }
    probes.less(0, 10, 10);
    probes.equal(2, if flag { 1.0 } else { 0.0 }, 1.0);
    probes
}

#[test]
fn each_avoidable_assignment_costs_the_distance_of_the_branch_that_avoids_it() {
    let program = programs::flag_avoid_loop_assignment();
    let mut flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    let (before, problem) = (nodes[0], flow.condition(2));
    let sequence = vec![event(before, &[0]), event(problem, &[]), event(flow.goal(4).unwrap(), &[])];
    let mut objective = Objective::new(&flow, sequence);
    let mut fitness = |first: f64, second: f64| {
        let mut values = [0.0; 10];
        values[..2].copy_from_slice(&[first, second]);
        let passed = passed(&mut flow, scanned(values));
        objective.assess(&flow, &passed)
    };
    // The paper's own: section 5 and figure 5 (b).
    let inputs = [(1000.0, 1000.0), (500.0, 1000.0), (0.0, 1000.0), (0.0, 0.0)];
    let [both, nearer, one, none] = inputs.map(|(first, second)| fitness(first, second).fitness);
    assert!(both > nearer && nearer > one && one > none, "{both:?} {nearer:?} {one:?}");
    assert_eq!(none, Fitness::COVERED);
    let normalised = |distance: i32| 1.0 - 1.001f64.powi(-distance);
    let expected = 2.0 * normalised(1000) + normalised(1);
    assert!((both.distance.magnitude() - expected).abs() < 1e-9, "once for each execution: {both:?}");
    let [far, farther] = [60_000.0, 60_001.0].map(|first| fitness(first, 0.0).fitness);
    assert!(far < farther, "what rounding makes equal is told apart");
    assert_eq!(fitness(7.0, 0.0).problem, Some(Problem { event: 1, condition: 1 }), "the violation is first");
}

#[test]
fn the_branch_behind_a_call_is_approached_through_the_callee() {
    let program = programs::deceptive();
    let mut flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    let sequence =
        vec![event(nodes[0], &[0]), event(flow.condition(0), &[]), event(flow.goal(0).unwrap(), &[])];
    let mut objective = Objective::new(&flow, sequence);
    let mut fitness = |x: f64| {
        let mut probes = Probes::default();
        let inverse = if probes.equal(1, x, 0.0) { 0.0 } else { 1.0 / x };
        probes.equal(0, inverse, 0.0);
        let passed = passed(&mut flow, probes);
        objective.assess(&flow, &passed).fitness
    };
    assert!(fitness(500.0) > fitness(100.0) && fitness(100.0) > fitness(0.0));
    assert_eq!(fitness(0.0), Fitness::COVERED);
}

/// The sequences of a tree in their order, if each search fails and ends with this problem.
fn explored(
    flow: &Flow,
    goal: u32,
    problem: impl Fn(&EventSequence) -> Option<Problem>,
) -> Vec<EventSequence> {
    let mut tree = Tree::new(flow.goal(goal).unwrap());
    let mut found = Vec::new();
    while let Some((_, sequence)) = tree.first().cloned() {
        tree.expand(flow, problem(&sequence));
        found.push(sequence);
    }
    found
}

#[test]
fn a_counter_is_defined_five_times_in_the_eleventh_sequence() {
    let program = programs::counter();
    let flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    // The target is always missed at the last condition.
    let sequences = explored(&flow, program.target(), |sequence| {
        Some(Problem { event: sequence.len() - 1, condition: 2 })
    });
    assert_eq!(sequences.len(), 11, "as in the paper");
    let (problem, goal) = (event(flow.condition(2), &[]), event(flow.goal(4).unwrap(), &[]));
    let (reset, count) = (event(nodes[0], &[0]), event(nodes[1], &[0]));
    assert_eq!(sequences[1], [reset.clone(), problem.clone(), goal.clone()]);
    assert_eq!(sequences[3], [reset, count.clone(), problem.clone(), goal.clone()]);
    assert_eq!(sequences[10][..5], vec![count; 5]);
    assert_eq!(sequences[10][5..], [problem, goal]);
}

#[test]
fn a_second_flag_is_set_where_the_first_one_lets_it_be() {
    let program = programs::multiple_flag();
    let flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    // Where the first flag is not set in the end, that is the problem; else the second one is.
    let sequences = explored(&flow, program.target(), |sequence| {
        let has_first = sequence.iter().any(|event| event.node == nodes[2]);
        Some(Problem { event: sequence.len() - 1, condition: 3 + u32::from(has_first) })
    });
    let [first, second] = [3, 4].map(|condition| flow.condition(condition));
    let goal = flow.goal(program.target()).unwrap();
    let expected = [
        event(nodes[2], &[0]),
        event(nodes[3], &[0, 1]),
        event(first, &[1]),
        event(second, &[]),
        event(goal, &[]),
    ];
    assert_eq!(sequences[4], expected, "the fifth, as in the paper: {sequences:?}");
}

/// The evaluations when the target was covered, or all if it was not.
fn evaluations(program: &mut Program, algorithm: Algorithm, seed: u64) -> (Outcome, Sequences) {
    let budget = Budget { evaluations: Some(1_000_000), seconds: None, stall: None };
    let without =
        vec![ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals, ValueSource::Operands];
    let mut sequences = Sequences::default();
    let outcome =
        search(program, &Options { without, ..Options::new(algorithm, seed, budget) }, &mut sequences);
    (outcome, sequences)
}

/// The evaluations at which the search for a sequence began.
#[derive(Default)]
struct Sequences(Vec<u64>);

impl Observer for Sequences {
    fn kept(&mut self, _: &TestCase, _: &[u32], _: &Progress) {}
    fn sequence(&mut self, _: u32, _: usize, evaluations: u64) {
        self.0.push(evaluations);
    }
}

#[test]
fn the_seven_programs_are_covered() {
    let programs: [fn() -> Program; 7] = [
        programs::counter,
        programs::deceptive,
        programs::enumeration,
        programs::flag_assignment,
        programs::flag_loop_assignment,
        programs::flag_avoid_loop_assignment,
        programs::multiple_flag,
    ];
    for program in programs {
        let mut covered = 0;
        let mut all = Vec::new();
        for seed in 1..=5 {
            let mut program = program();
            let (outcome, sequences) = evaluations(&mut program, Algorithm::Chaining, seed);
            covered += usize::from(outcome.archive.is_covered(program.target()));
            all.push((outcome.evaluations, sequences.0.len()));
            println!("{:?}", sequences.0);
        }
        println!("{}: {covered} of 5, {:?}", program().name, all);
        assert!(covered >= 4, "{}", program().name);
    }
}
