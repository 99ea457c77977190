//! Making the values of a test simpler, one change at a time, as long as the test keeps its goals.

use super::candidates::{characters, floats};
use super::{trial::Trial, Candidate};
use crate::operator::inputs::Inputs;
use crate::operator::places::{Place, Places};
use crate::operator::recursion::Recursion;
use sbst_model::{conforms, OutputClass, Shape, TestCase};

/// Simplifies the tests in turns until a fixpoint, so that no test uses up all evaluations.
pub(super) fn simplify(
    suite: &mut [Candidate],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    is_simple: &dyn Fn(&TestCase) -> bool,
) {
    let (parameters, recursion) = (inputs.parameters.as_slice(), inputs.recursion());
    let mut active: Vec<&mut Candidate> = suite.iter_mut().collect();
    active.retain(|candidate| !is_simple(&candidate.test));
    active.retain(|candidate| trial.keeps(&candidate.test, candidate));
    while !active.is_empty() {
        active.retain_mut(|candidate| {
            let mut simplifier = Simplifier { candidate, parameters, recursion: &recursion, trial };
            simplifier.round()
        });
    }
}

pub(super) struct Simplifier<'a, 'b> {
    pub(super) candidate: &'a mut Candidate,
    pub(super) parameters: &'a [&'static Shape],
    pub(super) recursion: &'a Recursion,
    pub(super) trial: &'a mut Trial<'b>,
}

impl Simplifier<'_, '_> {
    /// True if the test's output is blank or false.
    pub(super) fn is_blank(&mut self) -> bool {
        let class = self.trial.output_class(&self.candidate.test);
        matches!(class, Some(OutputClass::Blank | OutputClass::False))
    }

    /// Tries every simplification once, large ones first. True if the test has changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        let mut index = 0;
        while index < self.places().structures.len() {
            changed |= self.simplify_structure(index);
            index += 1;
        }
        // Leaves keep their number and nodes while their values change.
        let leaves = self.places().leaves;
        changed |= self.shrink_together(&leaves);
        for place in &leaves {
            let equal = self.equal_to(*place, &leaves);
            changed |= equal.len() > 1 && self.simplify_leaf(place.shape, &equal);
            changed |= self.simplify_leaf(place.shape, &[place.node]);
        }
        changed
    }

    /// Simplifies the leaves `nodes`, which have equal values, together: often they must stay
    /// equal.
    fn simplify_leaf(&mut self, shape: &'static Shape, nodes: &[usize]) -> bool {
        let payload = self.payload(nodes[0]);
        match shape {
            Shape::Bool => self.try_payload(nodes, 0),
            Shape::Char(alphabet) => {
                let character = crate::operator::sample::character::nearest(payload as i64);
                let mut simpler = characters(alphabet, character);
                simpler.any(|simpler| self.try_payload(nodes, u64::from(u32::from(simpler))))
            }
            Shape::Float(float) => {
                let mut simpler = floats(*float, f64::from_bits(payload));
                simpler.any(|simpler| self.try_payload(nodes, simpler.to_bits()))
            }
            Shape::Integer(integer) => self.simplify_integers(integer, nodes),
            Shape::Text(text) => self.shorten_text(text, nodes) | self.simplify_text(text, nodes),
            _ => false,
        }
    }

    /// Returns the nodes with the value of `place` that can become simpler in the same way, and
    /// itself.
    pub(super) fn equal_to(&self, place: Place, leaves: &[Place]) -> Vec<usize> {
        let test = &self.candidate.test;
        let equal = |other: &&Place| match (place.shape, other.shape) {
            (Shape::Char(one), Shape::Char(two)) => {
                one == two && self.payload(place.node) == self.payload(other.node)
            }
            (Shape::Float(one), Shape::Float(two)) => {
                one == two && self.payload(place.node) == self.payload(other.node)
            }
            (Shape::Integer(one), Shape::Integer(two)) => {
                one == two && test.integer(place.node) == test.integer(other.node)
            }
            // Texts never become longer.
            (Shape::Text(one), Shape::Text(two)) => {
                (one.shortest, one.alphabet) == (two.shortest, two.alphabet)
                    && test.text(place.node) == test.text(other.node)
            }
            _ => false,
        };
        leaves.iter().filter(equal).map(|place| place.node).collect()
    }

    pub(super) fn places(&self) -> Places {
        self.places_of(&self.candidate.test)
    }

    pub(super) fn places_of(&self, test: &TestCase) -> Places {
        let mut places = Places::default();
        places.find(self.parameters, test);
        places
    }

    pub(super) fn payload(&self, node: usize) -> u64 {
        self.candidate.test.nodes()[node].payload
    }

    /// Keeps a changed copy of the test if it is as good.
    pub(super) fn attempt(&mut self, change: impl FnOnce(&mut TestCase)) -> bool {
        let mut test = self.candidate.test.clone();
        change(&mut test);
        self.keep_if_good(test)
    }

    pub(super) fn keep_if_good(&mut self, test: TestCase) -> bool {
        let good =
            test != self.candidate.test && self.conforms(&test) && self.trial.keeps(&test, self.candidate);
        if good {
            self.candidate.test = test;
        }
        good
    }

    fn try_payload(&mut self, nodes: &[usize], payload: u64) -> bool {
        self.attempt(|test| nodes.iter().for_each(|&node| test.set_payload(node, payload)))
    }

    /// True if values that must be distinct still are. Changes never violate other bounds.
    fn conforms(&self, test: &TestCase) -> bool {
        let conforms =
            || self.parameters.iter().zip(test.children(0)).all(|(shape, node)| conforms(shape, test, node));
        debug_assert!(self.recursion.has_distinct() || conforms(), "minimising left the bounds: {test:?}");
        !self.recursion.has_distinct() || conforms()
    }
}
