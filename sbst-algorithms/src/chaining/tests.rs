//! The paper's own numbers, its tree, and its seven programs.

mod programs;
mod source;

use super::tree::Tree;
use super::Parameters;
use crate::search::search;
use programs::{Probes, Program};
use sbst_model::event_graph::Event as Node;
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::{Algorithm, Distance, Path, TestCase};
use sbst_search::algorithm::event_sequence::flow::{Flow, Passed};
use sbst_search::algorithm::event_sequence::sequence::{Event, EventSequence, Measure, Objective, Problem};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::events::Events;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::evaluation::observer::{Observer, Progress, Silent};
use sbst_search::evaluation::options::Options;
use sbst_search::evaluation::problem::Problem as _;
use sbst_search::operator::Operators;
use std::rc::Rc;

fn flow(program: &Program) -> Flow {
    Flow::new(program.events())
}

fn passed(flow: &mut Flow, probes: Probes) -> Vec<Passed> {
    let mut passed = Vec::new();
    flow.pass(&Path { steps: probes.0, ..Path::default() }, &mut passed);
    passed
}

/// The definition nodes in source order.
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
fn avoidable_assignment_costs_distance_of_its_branch() {
    let program = programs::flag_avoid_loop_assignment();
    let mut flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    let (before, problem) = (nodes[0], flow.condition(2));
    let sequence = vec![event(before, &[0]), event(problem, &[]), event(flow.goal(4).unwrap(), &[])];
    let mut objective = Objective::new(&flow, sequence, Measure::Normalised);
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
    assert!(far < farther, "distances that round to the same number differ");
    let first = Problem { event: 1, condition: 1, outcome: true, away: Distance::from_magnitude(7.0, 0) };
    assert_eq!(fitness(7.0, 0.0).problem, Some(first), "the violation is first");
}

#[test]
fn the_branch_behind_a_call_is_approached_through_the_callee() {
    let program = programs::deceptive();
    let mut flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    let sequence =
        vec![event(nodes[0], &[0]), event(flow.condition(0), &[]), event(flow.goal(0).unwrap(), &[])];
    let mut objective = Objective::new(&flow, sequence, Measure::Normalised);
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

#[test]
fn by_raw_distances_the_goal_does_not_lead_away_from_an_event() {
    let program = programs::deceptive();
    let mut flow = flow(&program);
    let nodes = definitions(&flow, program.events().graph.nodes.len());
    let sequence =
        vec![event(nodes[0], &[0]), event(flow.condition(0), &[]), event(flow.goal(0).unwrap(), &[])];
    let mut objective = Objective::new(&flow, sequence, Measure::Raw);
    let mut assess = |x: f64| {
        let mut probes = Probes::default();
        let inverse = if probes.equal(1, x, 0.0) { 0.0 } else { 1.0 / x };
        probes.equal(0, inverse, 0.0);
        let passed = passed(&mut flow, probes);
        let assessment = objective.assess(&flow, &passed);
        let is_last = assessment.problem.is_some_and(|problem| objective.is_last(&problem, &flow));
        (assessment.fitness, is_last)
    };
    let fitness = [50_000.0, 49_000.0, 1.0, 0.001, 0.0].map(|x| assess(x).0);
    assert!(fitness.is_sorted_by(|one, other| one > other), "{fitness:?}");
    assert_eq!(fitness[4], Fitness::COVERED);
    assert!(!assess(1.0).1, "the first event is missing, too");
}

#[test]
fn an_earlier_call_without_conditions_passes_its_definitions() {
    use source::Statement::{Define, If};
    let graph = source::graph(&[vec![If(0, &[0], vec![], vec![])], vec![Define(0, &[])]]);
    let definition = (0..).zip(&graph.nodes).find(|(_, node)| matches!(node.event, Node::Definition(_)));
    let definition = definition.unwrap().0;
    let mut flow = Flow::new(Rc::new(Events { graph, outcomes: Vec::new() }));
    let mut probes = Probes::default();
    probes.equal(0, 1.0, 1.0);
    let [step] = probes.0[..] else { panic!("one step") };
    let mut passed = Vec::new();
    flow.pass(&Path { steps: vec![step], entries: vec![(0, 1)] }, &mut passed);
    assert_eq!(passed, [Passed::Definition(definition), Passed::Condition(step)]);
    flow.pass(&Path { steps: vec![step], entries: vec![(1, 1)] }, &mut passed);
    assert_eq!(passed, [Passed::Condition(step), Passed::Definition(definition)]);
}

/// The sequences of a tree in their order, if each search fails with this problem.
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
        Some(Problem { event: sequence.len() - 1, condition: 2, outcome: true, away: Distance::ONE })
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
    // If the first flag is unset at the end, it is the problem; otherwise the second one is.
    let sequences = explored(&flow, program.target(), |sequence| {
        let has_first = sequence.iter().any(|event| event.node == nodes[2]);
        Some(Problem {
            event: sequence.len() - 1,
            condition: 3 + u32::from(has_first),
            outcome: true,
            away: Distance::ONE,
        })
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

const WITHOUT: [ValueSource; 4] =
    [ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals, ValueSource::Operands];

fn options(algorithm: Algorithm, seed: u64, evaluations: u64) -> Options {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    Options { without: WITHOUT.to_vec(), ..Options::new(algorithm, seed, budget) }
}

/// True if the chaining approach covers the target.
fn is_covered(mut program: Program, seed: u64) -> bool {
    let mut operators = Operators::new(program.inputs().clone(), &WITHOUT, seed);
    let (target, options, mut silent) =
        (program.target(), options(Algorithm::Chaining, seed, 1_000_000), Silent);
    let mut evaluator = Evaluator::new(&mut program, &options, &mut silent);
    super::search_goal(&mut evaluator, &mut operators, target, &Parameters::default());
    evaluator.archive().is_covered(target)
}

/// The evaluations until the default search covers the target, and its number of sequences.
fn evaluations(mut program: Program, seed: u64, most: u64) -> (Option<u64>, usize) {
    let mut notes = Notes { target: program.target(), sequences: 0, covered: None };
    search(&mut program, &options(Algorithm::Hybrid, seed, most), &mut notes);
    (notes.covered, notes.sequences)
}

struct Notes {
    target: u32,
    sequences: usize,
    covered: Option<u64>,
}

impl Observer for Notes {
    fn kept(&mut self, _: &TestCase, covers: &[u32], progress: &Progress) {
        if covers.contains(&self.target) {
            self.covered.get_or_insert(progress.evaluations);
        }
    }

    fn sequence(&mut self, _: u32, _: usize, _: u64) {
        self.sequences += 1;
    }
}

const PROGRAMS: [fn() -> Program; 7] = [
    programs::counter,
    programs::deceptive,
    programs::enumeration,
    programs::flag_assignment,
    programs::flag_loop_assignment,
    programs::flag_avoid_loop_assignment,
    programs::multiple_flag,
];

#[test]
fn the_seven_programs_are_covered() {
    for program in PROGRAMS {
        let mut covered = 0;
        for seed in 1..=3 {
            covered += usize::from(is_covered(program(), seed));
        }
        assert!(covered >= 2, "{}", program().name);
    }
}

/// The paper's mean evaluations for each program.
const PAPER: [u64; 7] = [213_546, 23_907, 105_523, 56_687, 49_147, 45_562, 83_867];

#[test]
fn the_default_search_needs_a_tenth_of_the_evaluations() {
    for (program, most) in PROGRAMS.iter().zip(PAPER) {
        for seed in 1..=5 {
            let (covered, _) = evaluations(program(), seed, most / 10);
            assert!(covered.is_some(), "{}, seed {seed}", program().name);
        }
    }
}

#[test]
fn the_default_search_tries_sequences_for_goals_without_a_slope() {
    let (covered, sequences) = evaluations(programs::flag_avoid_loop_assignment(), 1, 4_000);
    assert!(covered.is_some() && sequences > 0);
}
