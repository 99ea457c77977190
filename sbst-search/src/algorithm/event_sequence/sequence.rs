//! Event sequences, and the fitness of an execution for one (McMinn and Holcombe, sections 4 and
//! 5).
//!
//! 1. An event sequence is ⟨e₁, … eₖ⟩. An event is a node n and a constraint set C of variables
//!    that must not be defined between it and the next event.
//! 2. Fitness is the sum over all events (equation 2). If control flow diverged down a critical
//!    branch with respect to n, n was missed. It costs approach level and branch distance there,
//!    normalised (equation 1).
//! 3. Each definition of a variable in C between two events costs the normalised distance of the
//!    other branch at the last branching node. It is the latest branch on the way to the
//!    definition; without one the cost is 1.
//!
//! # Details that the paper leaves open
//! 4. Events are executed, or missed, in order: a node is missed where control flow diverged after
//!    the place of the event before. An event may have several places: executions of its node, or
//!    evaluations of a condition. The cheapest assignment of places counts. So five required
//!    executions of `n += 1` have different rounds of the loop. One pass over the execution
//!    (dynamic programming) keeps the cheapest assignment that ends with each event. Of equal ones
//!    it keeps the later: the *last* definition is meant.
//! 5. An event is missed only if its node is not executed between the places of the events around
//!    it. An event has no place if no condition on the way to it was evaluated. It then costs one
//!    level more than it has, and a distance of 1.
//! 6. d is 1 − 1.001⁻ˣ (Baresel, Sthamer and Schmidt; McMinn's survey, 2004). With x / (x + 1) the
//!    deceptive example would be flat: x / (x + 1) + (1/x) / (1/x + 1) = 1.
//! 7. Sums that are equal after rounding are ordered by the sum of the raw distances.
//! 8. A search from one test ([`Measure::Raw`]) compares levels first, and then raw distances: far
//!    from an event its normalised distance is flat. The distance to the goal itself counts once
//!    all other events are executed: it led nowhere, or away. Before raw distances, a later first
//!    violation of a set is better: it may have hidden the one behind it, which may be farther
//!    away.

use super::flow::{Flow, Passed};
use crate::evaluation::fitness::Fitness;
use sbst_model::event_graph::Event as Node;
use sbst_model::path::Step;
use sbst_model::Distance;

/// More than the levels of one goal, and than the events of an execution.
const MOST_LEVELS: u32 = 1 << 15;
/// The base of the normalisation (rule 6).
const BASE: f64 = 1.001;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    pub node: u32,
    /// The variables of its constraint set, sorted.
    pub kept: Vec<u32>,
}

pub type EventSequence = Vec<Event>;

/// The measure of the missing parts of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Equation 2.
    Normalised,
    /// Rule 8.
    Raw,
}

/// The first problem of an execution with a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// The index of the event that was missed in order.
    pub event: usize,
    /// The condition where control flow diverged.
    pub condition: u32,
    /// The outcome needed there.
    pub outcome: bool,
    /// The distance to that outcome.
    pub away: Distance,
}

/// The fitness of an execution for a sequence.
#[derive(Clone, Copy, Debug)]
pub struct Assessment {
    pub fitness: Fitness,
    pub problem: Option<Problem>,
}

/// A sequence, ready to assess executions.
#[derive(Debug)]
pub struct Objective {
    sequence: EventSequence,
    measure: Measure,
    /// The outcomes of the conditions that lead to an event: the event, the outcome, the level.
    wanted: Vec<Vec<(usize, bool, u32)>>,
    /// The numbers of levels of the events.
    levels: Vec<u32>,
    /// The latest evaluations of the conditions, with their numbers.
    latest: Vec<Option<(usize, Step)>>,
    /// The cheapest assignments of places to the first events, by number. The last event is
    /// executed, or missed.
    executed: Vec<Way>,
    missed: Vec<Way>,
    /// The assignments found at one step: the event, true if executed, the cost.
    found: Vec<(usize, bool, Cost)>,
}

/// The cheapest assignment of places to events.
#[derive(Clone, Debug)]
struct Way {
    /// `None` without an assignment.
    cost: Option<Cost>,
    /// True for each event whose node was executed after that.
    passed: Vec<bool>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Equation 2 so far.
    sum: f64,
    /// The sums of the levels and of the raw distances, of the goal and of all events before it.
    goal: (u32, f64),
    before: (u32, f64),
    /// The rank of the first violation: the later the less, 0 without one.
    violation: u32,
    problem: Option<Problem>,
}

impl Cost {
    fn add(&mut self, is_goal: bool, level: u32, distance: Distance, problem: Option<Problem>) {
        self.sum += f64::from(level) + normalised(distance);
        let part = if is_goal { &mut self.goal } else { &mut self.before };
        part.0 += level;
        part.1 += distance.magnitude();
        self.problem = self.problem.or(problem);
    }

    fn is_better(&self, other: &Cost, measure: Measure) -> bool {
        match measure {
            Measure::Normalised => (self.sum, self.raw()) < (other.sum, other.raw()),
            Measure::Raw => self.raw_rank() < other.raw_rank(),
        }
    }

    fn fitness(&self, measure: Measure) -> Fitness {
        let (level, magnitude, tie) = match measure {
            Measure::Normalised => (0, self.sum, self.raw()),
            Measure::Raw if self.before == (0, 0.0) => (self.goal.0.min(MOST_LEVELS - 1), self.goal.1, 0.0),
            // Above the greatest cost of a goal.
            Measure::Raw => {
                let levels = 1 + self.before.0.min(MOST_LEVELS / 4);
                (levels * MOST_LEVELS + self.violation, self.before.1, self.sum)
            }
        };
        Fitness { level, distance: Distance::from_magnitude(magnitude, u128::from(tie.to_bits())) }
    }

    fn raw_rank(&self) -> (u32, u32, f64, (u32, f64)) {
        (self.before.0, self.violation, self.before.1, self.goal)
    }

    /// Returns the sum of all levels and raw distances.
    fn raw(&self) -> f64 {
        f64::from(self.before.0 + self.goal.0) + self.before.1 + self.goal.1
    }
}

/// Rule 6.
fn normalised(distance: Distance) -> f64 {
    -f64::exp_m1(-distance.magnitude() * BASE.ln())
}

impl Objective {
    pub fn new(flow: &Flow, sequence: EventSequence, measure: Measure) -> Objective {
        let mut wanted = vec![Vec::new(); flow.conditions()];
        let mut levels = Vec::new();
        for (index, event) in sequence.iter().enumerate() {
            let mut level = match flow.node(event.node).event {
                Node::Outcome(..) => vec![event.node],
                _ => flow.node(event.node).depends_on.clone(),
            };
            let mut seen: Vec<u32> = Vec::new();
            let mut number = 0;
            while !level.is_empty() {
                let mut next = Vec::new();
                for outcome in level {
                    let Node::Outcome(condition, holds) = flow.node(outcome).event else { continue };
                    if seen.contains(&outcome) {
                        continue;
                    }
                    seen.push(outcome);
                    wanted[condition as usize].push((index, holds, number));
                    next.extend(&flow.node(flow.condition(condition)).depends_on);
                }
                level = next;
                number += 1;
            }
            levels.push(number);
        }
        let way = Way { cost: None, passed: vec![false; sequence.len()] };
        let ways = vec![way; sequence.len() + 1];
        let latest = vec![None; flow.conditions()];
        let (executed, missed) = (ways.clone(), ways);
        Objective { sequence, measure, wanted, levels, latest, executed, missed, found: Vec::new() }
    }

    /// True if this problem is that of the goal, at its own condition: every other event is passed.
    pub fn is_last(&self, problem: &Problem, flow: &Flow) -> bool {
        let last = self.sequence.len() - 1;
        problem.event == last && flow.outcome(problem.condition, problem.outcome) == self.sequence[last].node
    }

    pub fn assess(&mut self, flow: &Flow, passed: &[Passed]) -> Assessment {
        self.begin();
        for (number, &passed) in passed.iter().enumerate() {
            match passed {
                Passed::Definition(node) => {
                    self.execute(node);
                    self.violate(flow, node, number);
                    self.install();
                }
                Passed::Condition(step) => {
                    self.execute(flow.condition(step.condition));
                    self.install();
                    self.execute(flow.outcome(step.condition, step.outcome));
                    self.miss(step);
                    self.install();
                    self.latest[step.condition as usize] = Some((number, step));
                }
            }
        }
        let Some(best) = self.cheapest(self.sequence.len()) else {
            return Assessment { fitness: Fitness::UNREACHED, problem: None };
        };
        Assessment { fitness: best.fitness(self.measure), problem: best.problem }
    }

    fn begin(&mut self) {
        self.executed.iter_mut().chain(&mut self.missed).for_each(|way| way.cost = None);
        self.latest.fill(None);
        self.executed[0].begin(Cost::default());
    }

    /// Records the execution of a node, a possible place of events.
    fn execute(&mut self, node: u32) {
        for event in (0..self.sequence.len()).rev() {
            if self.sequence[event].node != node {
                continue;
            }
            let found = self.cheapest(event);
            self.found.extend(found.map(|cost| (event, true, cost)));
            self.missed[event + 1].cost = None;
            let ways = self.executed[..=event].iter_mut().chain(&mut self.missed[..=event]);
            ways.for_each(|way| way.passed[event] = true);
        }
    }

    /// Records the evaluation of a condition, where control flow may diverge from events.
    fn miss(&mut self, step: Step) {
        for &(event, outcome, level) in &self.wanted[step.condition as usize] {
            let distance = match (step.outcome == outcome, level) {
                (false, _) => step.away,
                // The execution itself is recorded later.
                (true, 0) => continue,
                (true, _) => Distance::ZERO,
            };
            let Some(mut cost) = self.cheapest_without(event) else { continue };
            let is_goal = event + 1 == self.sequence.len();
            let problem = Problem { event, condition: step.condition, outcome, away: distance };
            cost.add(is_goal, level, distance, Some(problem));
            self.found.push((event, false, cost));
        }
    }

    fn install(&mut self) {
        while let Some((event, is_executed, cost)) = self.found.pop() {
            let ways = if is_executed { &mut self.executed } else { &mut self.missed };
            let way = &mut ways[event + 1];
            if way.cost.is_none_or(|there| !there.is_better(&cost, self.measure)) {
                way.begin(cost);
            }
        }
    }

    /// Returns the cheapest assignment of places to the events before this one, if any.
    fn cheapest(&self, event: usize) -> Option<Cost> {
        self.choose_cheapest(event, |_| true)
    }

    /// Returns the cheapest assignment without a later execution of the event itself.
    fn cheapest_without(&self, event: usize) -> Option<Cost> {
        self.choose_cheapest(event, |way| !way.passed[event])
    }

    fn choose_cheapest(&self, event: usize, is_possible: impl Fn(&Way) -> bool) -> Option<Cost> {
        let mut best: Option<Cost> = None;
        for before in (0..=event).rev() {
            for way in [&self.executed[before], &self.missed[before]] {
                let Some(mut cost) = way.cost.filter(|_| is_possible(way)) else { continue };
                if way.passed[before..event].contains(&true) {
                    continue;
                }
                for index in before..event {
                    let is_goal = index + 1 == self.sequence.len();
                    cost.add(is_goal, self.levels[index] + 1, Distance::ONE, None);
                }
                if best.is_none_or(|best| cost.is_better(&best, self.measure)) {
                    best = Some(cost);
                }
            }
        }
        best
    }

    /// Rule 3.
    fn violate(&mut self, flow: &Flow, node: u32, number: usize) {
        let defined = flow.defined(node);
        let mut last: Option<Option<Step>> = None;
        for (index, event) in self.sequence.iter().enumerate() {
            let Some(cost) = &mut self.executed[index + 1].cost else { continue };
            if index + 1 < self.sequence.len() && event.kept.iter().any(|kept| defined.contains(kept)) {
                let last = *last.get_or_insert_with(|| latest_branch(flow, &self.latest, node));
                let (level, distance) = last.map_or((1, Distance::ZERO), |step| (0, step.away));
                let problem = last.map(|step| Problem {
                    event: index + 1,
                    condition: step.condition,
                    outcome: !step.outcome,
                    away: step.away,
                });
                cost.add(false, level, distance, problem);
                if cost.violation == 0 {
                    let before = u32::try_from(number).unwrap_or(u32::MAX).min(MOST_LEVELS - 2);
                    cost.violation = MOST_LEVELS - 1 - before;
                }
            }
        }
    }
}

impl Way {
    fn begin(&mut self, cost: Cost) {
        self.cost = Some(cost);
        self.passed.fill(false);
    }
}

/// Returns the latest of the branches that lead to a node.
fn latest_branch(flow: &Flow, latest: &[Option<(usize, Step)>], node: u32) -> Option<Step> {
    let mut found: Option<(usize, Step)> = None;
    for &outcome in &flow.node(node).depends_on {
        let Node::Outcome(condition, holds) = flow.node(outcome).event else { continue };
        let Some((number, step)) = latest[condition as usize] else { continue };
        if step.outcome == holds && found.is_none_or(|found| found.0 < number) {
            found = Some((number, step));
        }
    }
    found.map(|found| found.1)
}
