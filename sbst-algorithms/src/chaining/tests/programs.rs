//! The seven programs of the paper's section 6, instrumented by hand. Instead of 0 they use a
//! number without a special probability, because every second individual begins with small numbers.

use super::source::{graph, Statement::*};
use sbst_model::path::{Path, Step};
use sbst_model::shape::Integer;
use sbst_model::{Distance, Shape, TestCase};
use sbst_search::evaluation::events::Events;
use sbst_search::evaluation::problem::{Execution, Problem};
use sbst_search::operator::inputs::Inputs;
use std::rc::Rc;

/// A program with its target, one of its goals; goals are the outcomes of its conditions.
pub(super) struct Program {
    pub(super) name: &'static str,
    inputs: Inputs,
    events: Rc<Events>,
    target: u32,
    /// The number that is 0 in the paper.
    zero: f64,
    run: fn(&Input<'_>, &mut Probes),
}

/// The evaluated conditions, in order.
#[derive(Default)]
pub(super) struct Probes(pub(super) Vec<Step>);

impl Probes {
    pub(super) fn equal(&mut self, condition: u32, left: f64, right: f64) -> bool {
        self.decide(condition, left == right, (left - right).abs())
    }

    /// A condition, and its distance from being true if it is false.
    fn decide(&mut self, condition: u32, outcome: bool, to_true: f64) -> bool {
        let away = if outcome { 1.0 } else { to_true };
        self.0.push(Step { condition, outcome, away: Distance::from_magnitude(away, 0) });
        outcome
    }

    fn flag(&mut self, condition: u32, flag: bool) -> bool {
        self.decide(condition, flag, 1.0)
    }

    pub(super) fn less(&mut self, condition: u32, left: usize, right: usize) -> bool {
        let outcome = left < right;
        let away = if outcome { right - left } else { left - right + 1 };
        self.0.push(Step { condition, outcome, away: Distance::from_magnitude(away as f64, 0) });
        outcome
    }
}

impl Problem for Program {
    fn goals(&self) -> usize {
        self.events.outcomes.len()
    }

    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn events(&mut self) -> Option<Rc<Events>> {
        Some(Rc::clone(&self.events))
    }

    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.record_path(test, execution, &mut Path::default());
    }

    fn record_path(&mut self, test: &TestCase, execution: &mut Execution, path: &mut Path) {
        let mut probes = Probes::default();
        (self.run)(&Input { test, zero: self.zero }, &mut probes);
        for goal in 0..self.goals() as u32 {
            let meets = probes.0.iter().filter(|step| step.condition == goal / 2);
            let wanted = goal.is_multiple_of(2);
            let distance =
                meets.map(|step| if step.outcome == wanted { Distance::ZERO } else { step.away }).min();
            execution.reached.extend(distance.map(|distance| (goal, distance)));
        }
        path.steps = probes.0;
    }
}

impl Program {
    fn new(
        name: &'static str,
        parameters: Vec<&'static Shape>,
        flows: &[Vec<super::source::Statement>],
        condition: u32,
        run: fn(&Input<'_>, &mut Probes),
    ) -> Program {
        let graph = graph(flows);
        let conditions = graph
            .nodes
            .iter()
            .filter(|node| matches!(node.event, sbst_model::event_graph::Event::Condition(_)));
        let outcomes: Vec<Option<u32>> = (0..conditions.count() as u32)
            .flat_map(|condition| [true, false].map(|outcome| graph.outcome(condition, outcome)))
            .collect();
        let zero = match parameters[0] {
            shape if std::ptr::eq(shape, &DOUBLE) => 12_345.678,
            shape if std::ptr::eq(shape, &BYTE) => 90.0,
            _ => 7_919.0,
        };
        let target = 2 * condition;
        let events = Rc::new(Events { graph, outcomes });
        Program { name, inputs: Inputs { parameters, ..Inputs::default() }, events, target, zero, run }
    }

    pub(super) fn events(&self) -> Rc<Events> {
        Rc::clone(&self.events)
    }

    pub(super) fn target(&self) -> u32 {
        self.target
    }
}

/// The integers from -`most` to `most`.
const fn plus_or_minus(most: u128) -> Shape {
    let (lowest, highest) = ((1 << 31) - most, (1 << 31) + most);
    Shape::Integer(Integer { lowest, highest, ..Integer::all("i32", 32, true) })
}

static NUMBER: Shape = plus_or_minus(15_000);
static BYTE: Shape = Shape::Integer(Integer::all("u8", 8, false));
/// The multiples of a thousandth.
static DOUBLE: Shape = plus_or_minus(50_000_000);

/// The arguments of a program, as if its number were 0.
pub(super) struct Input<'t> {
    test: &'t TestCase,
    zero: f64,
}

impl Input<'_> {
    fn number(&self, node: usize) -> f64 {
        f64::from(self.test.integer(node) as i32) - self.zero
    }

    fn double(&self, node: usize) -> f64 {
        f64::from(self.test.integer(node) as i32) / 1_000.0 - self.zero
    }
}

/// Executes a loop over ten numbers: condition 0 is the loop's, condition 1 compares with 0.
fn scan(input: &Input<'_>, probes: &mut Probes, mut visit: impl FnMut(bool)) {
    for (index, value) in (1..11).map(|node| input.number(node)).enumerate() {
        probes.less(0, index, 10);
        let is_zero = probes.equal(1, value, 0.0);
        visit(is_zero);
    }
    probes.less(0, 10, 10);
}

pub(super) fn counter() -> Program {
    let body = vec![If(1, &[], vec![Define(0, &[0])], vec![])];
    let flow = vec![Define(0, &[]), While(0, &[], body), If(2, &[0], vec![], vec![])];
    Program::new("Counter", vec![&NUMBER; 10], &[flow], 2, |input, probes| {
        let mut zeros = 0;
        scan(input, probes, |is_zero| zeros += usize::from(is_zero));
        probes.decide(2, zeros >= 5, 5.0 - zeros as f64);
    })
}

pub(super) fn deceptive() -> Program {
    let inverse = vec![If(1, &[], vec![Define(0, &[])], vec![Define(0, &[])])];
    let flow = vec![If(0, &[0], vec![], vec![])];
    Program::new("Deceptive", vec![&DOUBLE], &[flow, inverse], 0, |input, probes| {
        let x = input.double(1);
        let inverse = if probes.equal(1, x, 0.0) { 0.0 } else { 1.0 / x };
        probes.equal(0, inverse, 0.0);
    })
}

pub(super) fn enumeration() -> Program {
    let other = || vec![Define(0, &[])];
    let white = || {
        let blue = vec![If(5, &[], vec![Define(0, &[])], other())];
        vec![If(3, &[], vec![If(4, &[], blue, other())], other())]
    };
    let black = vec![If(2, &[], vec![Define(0, &[])], white())];
    let flow = vec![If(0, &[], vec![If(1, &[], black, white())], white()), If(6, &[0], vec![], vec![])];
    Program::new("Enumeration", vec![&BYTE, &BYTE, &BYTE], &[flow], 6, |input, probes| {
        let [red, green, blue] = [1, 2, 3].map(|node| input.number(node));
        let black = probes.equal(0, red, 0.0) && probes.equal(1, green, 0.0) && probes.equal(2, blue, 0.0);
        if !black {
            let _ =
                probes.equal(3, red, 165.0) && probes.equal(4, green, 165.0) && probes.equal(5, blue, 165.0);
        }
        probes.flag(6, black);
    })
}

pub(super) fn flag_assignment() -> Program {
    let flow = vec![Define(0, &[]), If(0, &[], vec![Define(0, &[])], vec![]), If(1, &[0], vec![], vec![])];
    Program::new("Flag assignment", vec![&DOUBLE, &DOUBLE], &[flow], 1, |input, probes| {
        let flag = probes.equal(0, input.double(1), 0.0);
        probes.flag(1, flag);
    })
}

/// A flag that is set to `true` if a number is 0, or to `false` if one is not.
fn flag_in_loop(name: &'static str, run: fn(&Input<'_>, &mut Probes), is_avoided: bool) -> Program {
    let assignment = || vec![Define(0, &[])];
    let (when_zero, otherwise) = if is_avoided { (vec![], assignment()) } else { (assignment(), vec![]) };
    let body = vec![If(1, &[], when_zero, otherwise)];
    let flow = vec![Define(0, &[]), While(0, &[], body), If(2, &[0], vec![], vec![])];
    Program::new(name, vec![&NUMBER; 10], &[flow], 2, run)
}

pub(super) fn flag_loop_assignment() -> Program {
    let run = |input: &Input<'_>, probes: &mut Probes| {
        let mut flag = false;
        scan(input, probes, |is_zero| flag |= is_zero);
        probes.flag(2, flag);
    };
    flag_in_loop("Flag loop assignment", run, false)
}

pub(super) fn flag_avoid_loop_assignment() -> Program {
    let run = |input: &Input<'_>, probes: &mut Probes| {
        let mut flag = true;
        scan(input, probes, |is_zero| flag &= is_zero);
        probes.flag(2, flag);
    };
    flag_in_loop("Flag avoid loop assignment", run, true)
}

pub(super) fn multiple_flag() -> Program {
    let set = |condition, variable| If(condition, &[], vec![Define(variable, &[])], vec![]);
    let flow = vec![
        Define(0, &[]),
        Define(1, &[]),
        set(0, 0),
        set(1, 1),
        set(2, 1),
        If(3, &[0], vec![If(4, &[1], vec![], vec![])], vec![]),
    ];
    Program::new("Multiple flag", vec![&DOUBLE, &DOUBLE], &[flow], 4, |input, probes| {
        let (a, b) = (input.double(1), input.double(2));
        let first = probes.equal(0, a, 0.0);
        let second = probes.equal(1, b, 0.0);
        let second = !probes.equal(2, b, 1.0) && second;
        let _ = probes.flag(3, first) && probes.flag(4, second);
    })
}
