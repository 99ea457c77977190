//! Input-to-state correspondence: an operand of a condition is often a part of the input, or a
//! simple function of it. Then the target value of the condition can be written into the input,
//! through the inverse of the function.
//!
//! Aschermann, Schumilo, Blazytko, Gawlik and Holz, "REDQUEEN: Fuzzing with Input-to-State
//! Correspondence", NDSS 2019. There inputs are bytes. Here they are values of given shapes, so a
//! correspondence is one between values.
//!
//! # Policy
//! 1. The search reads the comparisons that missed the goal. If its condition was not evaluated, it
//!    reads the comparisons that missed the nearest goals above. In a loop, it reads the first
//!    evaluations and the last.
//! 2. Either operand may come from the input. Each is the *observed* one in turn, and the other
//!    determines the *target* value (`target_value.rs`). It is equal, one step past it for
//!    orderings, or has a given beginning, end or part for texts.
//! 3. For each value of the input, functions are assumed that map it to the observed operand
//!    (`numbers.rs`, `texts.rs`, `sequences.rs`). A guess writes a value into the input that the
//!    function maps to the target value.
//! 4. Guesses have ranks: the less freedom a function has, the less likely it fits by accident. The
//!    best are tried first, at most [`MOST`].
//! 5. A guess changes one value, within its bounds.
//! 6. The written part can be *held* while other parts of the value change. It is the value, the
//!    length of a text or sequence, and the characters that were written or belong to the other
//!    operand. Parts for other satisfied conditions are also held: a number that must be equal to
//!    another, the beginning, end or part of a text.
//! 7. No choice is random.

mod target_value;
mod numbers;
mod texts;
mod sequences;

use crate::evaluation::fitness::Dependences;
use crate::local::local_search::Held;
use crate::operator::places::{Place, Places};
use sbst_model::trace::{Comparison, Operand};
use sbst_model::{conforms, NodeKind, Operator, Shape, TestCase, Trace};
use target_value::TargetValue;

/// The most guesses for one goal and test. Correct correspondences are among the first few. Local
/// search finds later ones as fast: it takes two evaluations per value to find the relevant ones.
pub const MOST: usize = 32;
/// Comparisons of a condition read in addition to the last one.
const FIRST: usize = 8;
/// The most goals visited on the way up.
const ABOVE: usize = 32;

/// The freedom of an assumed function, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// The value itself.
    Same,
    /// A function without a constant: negation, cast, other case, length, number as text …
    Function,
    /// A function with a factor, or with a text around: it fits by accident more often than those
    /// above.
    Scaled,
    /// The sum or difference of a constant and the value: always fits.
    Shifted,
    /// No correspondence: the target value itself, for a comparison with a function of the input.
    Offered,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Write {
    /// An integer, in two's complement.
    Integer(u128),
    Float(f64),
    Character(char),
    Text(String),
    /// A number of elements: the first ones stay, the last one is repeated.
    Length(usize),
    /// Elements that are numbers or characters, by payload.
    Elements(Vec<u64>),
}

/// A value to write at a node.
#[derive(Clone, Debug, PartialEq)]
struct Guess {
    rank: Rank,
    node: usize,
    write: Write,
    /// The index of the comparison in the trace.
    comparison: usize,
}

/// Guesses from one test and its trace for one goal.
#[derive(Debug)]
pub struct InputToState {
    parameters: Vec<&'static Shape>,
    places: Places,
    guesses: Vec<Guess>,
    /// The goals whose comparisons are read, and all goals visited on the way.
    goals: Vec<u32>,
    visited: Vec<u32>,
}

impl InputToState {
    pub fn new(parameters: Vec<&'static Shape>) -> InputToState {
        InputToState {
            parameters,
            places: Places::default(),
            guesses: Vec::new(),
            goals: Vec::new(),
            visited: Vec::new(),
        }
    }

    /// Replaces the guesses by those for `goal` from the trace of `test`. Returns their number.
    pub fn find(&mut self, test: &TestCase, trace: &Trace, goal: u32, dependences: &Dependences) -> usize {
        self.guesses.clear();
        self.blocking(trace, goal, dependences);
        if self.goals.is_empty() {
            return 0;
        }
        self.places.find(&self.parameters, test);
        for &goal in &self.goals {
            let missed = || {
                let all = trace.comparisons.iter().enumerate();
                all.filter(|(_, comparison)| comparison.misses == goal)
            };
            let count = missed().count();
            let last = missed().next_back().filter(|_| count > FIRST);
            for (index, comparison) in missed().take(FIRST).chain(last) {
                guess(test, &self.places, (index, comparison), &mut self.guesses);
            }
        }
        self.guesses.sort_by_key(|guess| guess.rank);
        without_repetitions(&mut self.guesses);
        self.guesses.len()
    }

    /// True if the function of this guess fits by more than its constant.
    pub(crate) fn is_specific(&self, index: usize) -> bool {
        self.guesses[index].rank < Rank::Shifted
    }

    /// True if the last test for which guesses were found contains this operand as a value.
    pub(crate) fn is_input(&self, test: &TestCase, operand: &Operand) -> bool {
        self.places.leaves.iter().any(|place| {
            let payload = test.nodes()[place.node].payload;
            match (place.shape, operand) {
                (Shape::Integer(integer), &Operand::Integer(value, _)) => {
                    integer.value(integer.ordinal(test.integer(place.node))) == value
                }
                (Shape::Float(_), Operand::Float(value)) => value.to_bits() == payload,
                (Shape::Char(_), &Operand::Character(value)) => u64::from(u32::from(value)) == payload,
                (Shape::Text(_), Operand::Text(value)) => test.text(place.node) == value,
                _ => false,
            }
        })
    }

    /// Makes `candidate` a copy of the guesses' test, with the guess of this index written into it.
    /// True if that test is within the bounds. Panics if the guess does not exist.
    pub fn write(&self, index: usize, test: &TestCase, candidate: &mut TestCase) -> bool {
        let Guess { node, write, .. } = &self.guesses[index];
        candidate.clone_from(test);
        match write {
            Write::Integer(value) => candidate.set_integer(*node, *value),
            Write::Float(value) => candidate.set_payload(*node, value.to_bits()),
            Write::Character(value) => candidate.set_payload(*node, u64::from(u32::from(*value))),
            Write::Text(value) => candidate.set_text(*node, value),
            Write::Length(length) => sequences::resize(*node, *length, candidate),
            Write::Elements(payloads) => sequences::rewrite(*node, payloads, candidate),
        }
        candidate != test && {
            let mut arguments = self.parameters.iter().zip(candidate.children(0));
            arguments.all(|(shape, argument)| {
                candidate.nodes()[argument].kind == NodeKind::ResultOf || conforms(shape, candidate, argument)
            })
        }
    }

    /// Rule 6: returns the parts that the guess of this index, found from `test` and its trace,
    /// wrote into `candidate`. Adds the parts for other conditions.
    pub(crate) fn held(
        &self,
        index: usize,
        test: &TestCase,
        trace: &Trace,
        candidate: &TestCase,
    ) -> Vec<Held> {
        let Guess { node, write, comparison, .. } = &self.guesses[index];
        let written = match write {
            Write::Text(new) => {
                let Comparison { left, right, .. } = &trace.comparisons[*comparison];
                let characters = texts::held(test.text(*node), new, [left, right]);
                Held { subtree: *node..*node + 1, characters }
            }
            _ => Held { subtree: candidate.subtree(*node), characters: 0..0 },
        };
        let mut held = vec![written];
        // A sequence of another length has moved the values behind it.
        let leaves = self.places.leaves.iter().filter(|place| {
            candidate.nodes().get(place.node) == test.nodes().get(place.node) || place.node == *node
        });
        for place in leaves {
            for comparison in trace.comparisons.iter().filter(|comparison| comparison.holds) {
                held.extend(in_value(candidate, *place, comparison));
            }
        }
        held
    }

    /// Rule 1.
    fn blocking(&mut self, trace: &Trace, goal: u32, dependences: &Dependences) {
        let missed = |goal: u32| trace.comparisons.iter().any(|comparison| comparison.misses == goal);
        let InputToState { goals, visited, .. } = self;
        visited.clear();
        visited.push(goal);
        let mut level = 0..1;
        loop {
            goals.clear();
            goals.extend(visited[level.clone()].iter().copied().filter(|&goal| missed(goal)));
            if !goals.is_empty() || level.is_empty() || visited.len() > ABOVE {
                return;
            }
            for index in level.clone() {
                for &parent in dependences.parents(visited[index]) {
                    if !visited.contains(&parent) {
                        visited.push(parent);
                    }
                }
            }
            level = level.end..visited.len();
        }
    }
}

/// Returns the part of a value that matches the other operand of a satisfied comparison.
fn in_value(test: &TestCase, place: Place, comparison: &Comparison) -> Option<Held> {
    let Comparison { relation, left, right, .. } = comparison;
    let subtree = place.node..place.node + 1;
    match (place.shape, left, right) {
        (Shape::Text(_), Operand::Text(_), pattern) => {
            let characters = texts::place_of(test.text(place.node), pattern, *relation)?;
            Some(Held { subtree, characters })
        }
        (Shape::Integer(integer), &Operand::Integer(one, _), &Operand::Integer(other, _)) => {
            let value = integer.value(integer.ordinal(test.integer(place.node)));
            let is_kept = *relation == Operator::Equal.into() && one == other && value == one;
            is_kept.then_some(Held { subtree, characters: 0..0 })
        }
        _ => None,
    }
}

/// Keeps at most [`MOST`], each once.
fn without_repetitions(guesses: &mut Vec<Guess>) {
    let mut kept = 0;
    for index in 0..guesses.len() {
        let repeated = guesses[..kept]
            .iter()
            .any(|there| there.node == guesses[index].node && there.write == guesses[index].write);
        if !repeated {
            guesses.swap(kept, index);
            kept += 1;
            if kept == MOST {
                break;
            }
        }
    }
    guesses.truncate(kept);
}

/// Rules 2 and 3, for a comparison with its index.
fn guess(
    test: &TestCase,
    places: &Places,
    (comparison, compared): (usize, &Comparison),
    guesses: &mut Vec<Guess>,
) {
    for target in target_value::target_values(compared) {
        for &place in &places.leaves {
            in_leaf(test, place, &target, comparison, guesses);
        }
        for &place in &places.structures {
            if let Shape::Sequence(sequence) = place.shape {
                sequences::guess(test, place.node, sequence, &target, &mut |rank, write| {
                    guesses.push(Guess { rank, node: place.node, write, comparison });
                });
            }
        }
    }
}

fn in_leaf(test: &TestCase, place: Place, target: &TargetValue, comparison: usize, guesses: &mut Vec<Guess>) {
    let Place { node, shape, .. } = place;
    let payload = test.nodes()[node].payload;
    let mut push = |rank, write| guesses.push(Guess { rank, node, write, comparison });
    match shape {
        Shape::Integer(integer) => {
            let value = integer.value(integer.ordinal(test.integer(node)));
            let mut write = |rank, value: u128, negative| {
                let ordinal = integer.nearest(value, negative);
                if integer.value(ordinal) == value && (integer.signed || !negative) {
                    push(rank, Write::Integer(value));
                }
            };
            // A number beyond `i128` is compared with itself only.
            if let (&Operand::Integer(seen, _), &Operand::Integer(wanted, negative)) =
                (&target.seen, &target.wanted)
            {
                if seen == value {
                    write(Rank::Same, wanted, negative);
                }
            }
            if !integer.signed && value > i128::MAX as u128 {
                return;
            }
            let value = value as i128;
            let mut emit = |rank, value: i128| write(rank, value as u128, value < 0);
            numbers::guess(integer.bits, value, target, &mut emit);
        }
        Shape::Float(float) => numbers::guess_float(f64::from_bits(payload), target, &mut |rank, value| {
            push(rank, Write::Float(float.nearest(value)));
        }),
        Shape::Char(_) => {
            let Ok(scalar) = u32::try_from(payload) else { return };
            let Some(value) = char::from_u32(scalar) else { return };
            texts::guess_character(value, target, &mut |rank, value| push(rank, Write::Character(value)));
        }
        Shape::Text(_) => {
            debug_assert!(test.nodes()[node].kind == NodeKind::Text);
            texts::guess(test.text(node), target, &mut |rank, value| push(rank, Write::Text(value)));
        }
        Shape::Bool
        | Shape::Sequence(_)
        | Shape::Product(_)
        | Shape::Sum(_)
        | Shape::Wrapper(_)
        | Shape::Argument(_) => {}
    }
}
