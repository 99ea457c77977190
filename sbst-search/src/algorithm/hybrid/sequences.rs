//! Event sequences for stalled goals.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004.
//! If the distances to a goal give no guidance, the definitions behind its condition are sought. A
//! sequence is an objective over an execution, so any search can take it. Here it is refinement,
//! from the test of the sequence's origin.
//!
//! 1. A goal has *stalled* when refinement of its best test has ended, if all tests are equally far
//!    away. Otherwise [`RESTARTS`] others must have ended, too. It continues as before, and also
//!    gets sequences. Hidden checks get none.
//! 2. The first sequences follow from the goal's best test, all others from the failure of one
//!    (`event_sequence/expansion.rs`). The *cheapest* is tried next. It is the nearest to the best
//!    test of the sequence that it follows from, of equal ones the earlier. (The paper searches
//!    breadth first, which is free if each of a few sequences gets 15,000 evaluations. Here one
//!    costs some hundreds, and an executed one is free.)
//! 3. A sequence is refined by input-to-state, for the first missing outcome, and local search. At
//!    a local optimum its best test is changed, up to [`CHANGES`] times in a row without a better
//!    one. If it still climbs after [`LONGEST`] evaluations, it waits for another turn.
//! 4. A sequence that is executed but does not cover the goal within [`PATIENCE`] evaluations is
//!    dropped. So is a stalled one. Others follow from it.
//! 5. A goal waits after [`MOST`] sequences, or when none is left: twice as long each time, and at
//!    least as long as they took. Then it begins again, with another test that reached it.
//! 6. Of the goals with due sequences, the one with the fewest evaluations for sequences comes
//!    first.

use crate::algorithm::event_sequence::expansion::expand;
use crate::algorithm::event_sequence::flow::Flow;
use crate::algorithm::event_sequence::pursuit::{Best, SequencePursuit};
use crate::algorithm::event_sequence::sequence::{Event, EventSequence, Measure, Objective, Problem};
use crate::algorithm::goal_queue::GoalState;
use crate::algorithm::heap::GoalHeap;
use crate::algorithm::refinement::{Refinement, SearchContext};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use sbst_model::messages::{MissingOutcome, TriedSequence};
use sbst_model::TestCase;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

/// Restarts of refinement without an improvement (rule 1): one from a changed test, and one from a
/// drawn test.
const RESTARTS: u64 = 2;
/// Approximate evaluations of one turn of a sequence: twice those of a long climb.
const LONGEST: u64 = 2_000;
/// Changed tests in a row without a better one, at a local optimum: enough for a few changes to any
/// of a few values.
const CHANGES: u32 = 50;
/// Evaluations for the goal once all other events are executed, as for a goal without a slope.
const PATIENCE: u64 = 50;
/// The most sequences of one round: those of a counter of thirty, or of three states with five
/// definitions.
const MOST: u32 = 64;
/// The greatest product of the cube of a sequence's events and the events that its execution
/// passed. To assess an execution takes at most some milliseconds, and a loop of fifty rounds can
/// be counted to thirty. (The paper has a depth of 5.)
const MOST_WORK: usize = 1 << 22;

/// The sequences of all stalled goals.
pub(super) struct Sequences {
    events: Events,
    /// The stalled goals, by their next turn.
    waiting: GoalHeap,
    agendas: BTreeMap<u32, Agenda>,
    current: TestCase,
    changed: TestCase,
}

enum Events {
    Unknown,
    Known(Flow),
    Off,
}

/// The sequences of a goal.
#[derive(Default)]
struct Agenda {
    waiting: Vec<Waiting>,
    /// The sequences of this round. Never iterated over.
    known: HashSet<EventSequence>,
    rounds: u32,
    tried: u32,
    /// Evaluations spent, and their number at the start of the round.
    spent: u64,
    begun: u64,
    /// Evaluations of its last wait.
    wait: u64,
}

/// An untried sequence.
struct Waiting {
    /// The fitness of its first test.
    cost: Fitness,
    number: usize,
    sequence: EventSequence,
    start: Rc<TestCase>,
}

impl Sequences {
    pub(super) fn new(goals: usize, is_off: bool) -> Sequences {
        Sequences {
            events: if is_off { Events::Off } else { Events::Unknown },
            waiting: GoalHeap::new(goals),
            agendas: BTreeMap::new(),
            current: TestCase::new(),
            changed: TestCase::new(),
        }
    }

    /// Rule 1: records a goal with completed refinement.
    pub(super) fn note(&mut self, evaluator: &mut Evaluator<'_>, goal: u32, state: &GoalState) {
        let has_stalled = !state.is_untried() && (state.is_flat() || state.restarts >= RESTARTS);
        if matches!(self.events, Events::Off) || !has_stalled || self.agendas.contains_key(&goal) {
            return;
        }
        if evaluator.archive().is_covered(goal) || evaluator.hidden_goals().contains(&goal) {
            return;
        }
        if matches!(self.events, Events::Unknown) {
            let Some(events) = evaluator.events() else { return };
            self.events = Events::Known(Flow::new(events));
        }
        if matches!(&self.events, Events::Known(flow) if flow.goal(goal).is_some()) {
            self.agendas.insert(goal, Agenda::default());
            self.waiting.set(goal, (0, goal));
        }
    }

    /// Works on the sequences of one goal, if one is due. True if it took an evaluation.
    pub(super) fn work(&mut self, context: &mut SearchContext<'_, '_>, refinement: &mut Refinement) -> bool {
        let before = context.evaluator.evaluations();
        while let Some(goal) = self.waiting.first_until(before) {
            if !context.evaluator.archive().is_covered(goal) {
                self.work_on(context, refinement, goal);
                return context.evaluator.evaluations() > before;
            }
            self.waiting.remove(goal);
        }
        false
    }

    fn work_on(&mut self, context: &mut SearchContext<'_, '_>, refinement: &mut Refinement, goal: u32) {
        let Events::Known(flow) = &mut self.events else { return self.waiting.remove(goal) };
        let Some(agenda) = self.agendas.get_mut(&goal) else { return self.waiting.remove(goal) };
        let before = context.evaluator.evaluations();
        if agenda.waiting.is_empty() && !agenda.begin(context, flow, goal) {
            return self.waiting.remove(goal);
        }
        if let Some(next) = agenda.take_cheapest() {
            let Waiting { number, sequence, start, .. } = next;
            self.current.clone_from(&start);
            let mut pursuit =
                SequencePursuit::new(flow, goal, sequence.clone(), Measure::Raw).with_patience(PATIENCE);
            context.evaluator.tell_sequence(goal, sequence.len());
            let is_cut = pursue(context, refinement, &mut pursuit, &mut self.current, &mut self.changed);
            if let Some(best) = pursuit.best.take() {
                let start = Rc::new(self.current.clone());
                if is_cut {
                    agenda.waiting.push(Waiting { cost: best.fitness, number, sequence, start });
                } else {
                    if !context.evaluator.archive().is_covered(goal) {
                        context.evaluator.note_tried(goal, tried(flow, &sequence, &best));
                    }
                    agenda.expand(flow, &sequence, &best, &start);
                }
            }
        }
        let now = context.evaluator.evaluations();
        agenda.spent += now - before;
        context.evaluator.note_spent(goal, now - before);
        let due = if agenda.waiting.is_empty() || agenda.tried >= MOST {
            agenda.waiting.clear();
            agenda.wait = (2 * agenda.wait).max(agenda.spent - agenda.begun);
            now + agenda.wait
        } else {
            agenda.spent
        };
        self.waiting.set(goal, (due, goal));
    }
}

impl Agenda {
    /// Rules 2 and 5. False if the goal depends on no event.
    fn begin(&mut self, context: &mut SearchContext<'_, '_>, flow: &mut Flow, goal: u32) -> bool {
        let SearchContext { operators, population, .. } = context;
        let mut test = TestCase::new();
        match (population.best(goal), population.any(goal, operators.random())) {
            (Some((_, best)), _) if self.rounds == 0 => test.clone_from(best),
            (_, Some(any)) => operators.mutate(any, &mut test),
            _ => operators.sample(&mut test),
        }
        self.rounds += 1;
        self.tried = 0;
        self.begun = self.spent;
        self.known.clear();
        let Some(node) = flow.goal(goal) else { return false };
        let root = vec![Event { node, kept: Vec::new() }];
        let mut pursuit = SequencePursuit::new(flow, goal, root.clone(), Measure::Raw);
        context.pursue(&mut pursuit, &test);
        let Some(best) = pursuit.best.take() else { return true };
        self.expand(flow, &root, &best, &Rc::new(test));
        !self.waiting.is_empty() || self.rounds > 1
    }

    /// Adds the sequences that follow from the failure of one.
    fn expand(&mut self, flow: &Flow, sequence: &EventSequence, best: &Best, start: &Rc<TestCase>) {
        let Some(problem) = best.problem else { return };
        for child in expand(flow, sequence, problem) {
            let work = child.len().pow(3) * best.passed.len();
            if work > MOST_WORK || !self.known.insert(child.clone()) {
                continue;
            }
            let cost = Objective::new(flow, child.clone(), Measure::Raw).assess(flow, &best.passed).fitness;
            let number = self.known.len();
            self.waiting.push(Waiting { cost, number, sequence: child, start: Rc::clone(start) });
        }
    }

    fn take_cheapest(&mut self) -> Option<Waiting> {
        let all = self.waiting.iter().enumerate();
        let (index, _) = all.min_by_key(|(_, waiting)| (waiting.cost, waiting.number))?;
        self.tried += 1;
        Some(self.waiting.swap_remove(index))
    }
}

/// Returns a tried sequence, with its missing outcome.
fn tried(flow: &Flow, sequence: &EventSequence, best: &Best) -> TriedSequence {
    let definitions = sequence.iter().filter(|event| !flow.defined(event.node).is_empty());
    let is_before = |problem: &Problem| problem.event + 1 < sequence.len();
    TriedSequence {
        definitions: definitions.map(|event| (event.node, event.kept.clone())).collect(),
        missing: best.problem.filter(is_before).map(|problem| MissingOutcome {
            condition: problem.condition,
            outcome: problem.outcome,
            distance: problem.away.magnitude().min(f64::MAX),
        }),
    }
}

/// Rules 3 and 4. True if the limit came before the end.
fn pursue(
    context: &mut SearchContext<'_, '_>,
    refinement: &mut Refinement,
    pursuit: &mut SequencePursuit<'_>,
    current: &mut TestCase,
    changed: &mut TestCase,
) -> bool {
    let ends = context.evaluator.evaluations() + LONGEST;
    let mut best = context.pursue(pursuit, current);
    loop {
        let left = ends.saturating_sub(context.evaluator.evaluations());
        let climb = refinement.pursue(context, pursuit, current, best, left);
        best = climb.reached;
        if !climb.ended {
            return true;
        }
        let mut tries = 0;
        loop {
            let is_over = context.evaluator.stopped().is_some();
            if is_over || best.is_covered() || pursuit.is_executed() || tries == CHANGES {
                return false;
            }
            if context.evaluator.evaluations() >= ends {
                return true;
            }
            context.operators.mutate(current, changed);
            let fitness = context.pursue(pursuit, changed);
            tries += 1;
            if fitness <= best {
                std::mem::swap(current, changed);
                if std::mem::replace(&mut best, fitness) > fitness {
                    break;
                }
            }
        }
    }
}
