//! Making the values of a test simpler, one change at a time, as long as the test keeps its goals.

use super::candidates::{characters, floats};
use super::simplicity::push_simplest_variant;
use super::trial::Trial;
use super::Candidate;
use crate::places::{Place, Places};
use sbst_model::shape::Sum;
use sbst_model::{Shape, TestCase};

/// Simplifies the tests in turns, so that none uses up the evaluations of the others, until nothing changes.
pub(super) fn simplify(suite: &mut [Candidate], parameters: &[&'static Shape], trial: &mut Trial<'_>) {
    let mut active: Vec<&mut Candidate> = suite.iter_mut().collect();
    active.retain(|candidate| trial.keeps(&candidate.test, &candidate.goals, candidate.ending));
    while !active.is_empty() {
        active.retain_mut(|candidate| {
            let mut simplifier = Simplifier { candidate, parameters, trial };
            simplifier.round()
        });
    }
}

/// Simplifies one test.
pub(super) struct Simplifier<'a, 'b> {
    pub(super) candidate: &'a mut Candidate,
    parameters: &'a [&'static Shape],
    trial: &'a mut Trial<'b>,
}

impl Simplifier<'_, '_> {
    /// Tries every simplification once, large ones first; says whether the test has changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        let mut index = 0;
        while let Some(&place) = self.places().structures.get(index) {
            changed |= match place.shape {
                Shape::Sequence(_) => self.shorten_sequence(place.node),
                Shape::Sum(sum) => self.simplify_variant(sum, place.node),
                _ => false,
            };
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

    /// Simplifies the leaves `nodes`, which hold the same value, to the same one: often they must stay equal.
    fn simplify_leaf(&mut self, shape: &'static Shape, nodes: &[usize]) -> bool {
        let payload = self.payload(nodes[0]);
        match shape {
            Shape::Bool => self.try_payload(nodes, 0),
            Shape::Char(_) => {
                let character = crate::sample::character::nearest(payload as i64);
                characters(character).any(|simpler| self.try_payload(nodes, u64::from(u32::from(simpler))))
            }
            Shape::Float(float) => {
                let mut simpler = floats(*float, f64::from_bits(payload));
                simpler.any(|simpler| self.try_payload(nodes, simpler.to_bits()))
            }
            Shape::Integer(integer) => self.simplify_integers(integer, nodes),
            Shape::Text(_) => self.shorten_text(nodes) | self.simplify_text(nodes),
            _ => false,
        }
    }

    /// The nodes with the same value as `place`, of the same type, itself included.
    fn equal_to(&self, place: Place, leaves: &[Place]) -> Vec<usize> {
        let test = &self.candidate.test;
        let equal = |other: &&Place| match (place.shape, other.shape) {
            (Shape::Char(_), Shape::Char(_)) => self.payload(place.node) == self.payload(other.node),
            (Shape::Float(one), Shape::Float(two)) => {
                one == two && self.payload(place.node) == self.payload(other.node)
            }
            (Shape::Integer(one), Shape::Integer(two)) => {
                one == two && test.integer(place.node) == test.integer(other.node)
            }
            (Shape::Text(_), Shape::Text(_)) => test.text(place.node) == test.text(other.node),
            _ => false,
        };
        leaves.iter().filter(equal).map(|place| place.node).collect()
    }

    fn places(&self) -> Places {
        let mut places = Places::default();
        places.find(self.parameters, &self.candidate.test);
        places
    }

    fn payload(&self, node: usize) -> u64 {
        self.candidate.test.nodes()[node].payload
    }

    /// Keeps a changed copy of the test if it is as good.
    pub(super) fn attempt(&mut self, change: impl FnOnce(&mut TestCase)) -> bool {
        let mut test = self.candidate.test.clone();
        change(&mut test);
        let good = test != self.candidate.test
            && self.trial.keeps(&test, &self.candidate.goals, self.candidate.ending);
        if good {
            self.candidate.test = test;
        }
        good
    }

    fn try_payload(&mut self, nodes: &[usize], payload: u64) -> bool {
        self.attempt(|test| nodes.iter().for_each(|&node| test.set_payload(node, payload)))
    }

    /// Takes elements out, half of them at once, then a quarter …, then each.
    fn shorten_sequence(&mut self, node: usize) -> bool {
        let mut changed = false;
        let mut chunk = self.payload(node) as usize;
        while chunk > 0 {
            let mut at = 0;
            while at < self.payload(node) as usize {
                let end = (at + chunk).min(self.payload(node) as usize);
                let shorter = self.attempt(|test| (at..end).for_each(|_| test.remove_element(node, at)));
                changed |= shorter;
                if !shorter {
                    at = end;
                }
            }
            chunk /= 2;
        }
        changed
    }

    /// Tries lower variants, with the simplest fields.
    fn simplify_variant(&mut self, sum: &Sum, node: usize) -> bool {
        let variant = self.payload(node) as usize;
        (0..variant).any(|lower| {
            let mut value = TestCase::new();
            push_simplest_variant(sum.variants, lower, &mut value);
            self.attempt(|test| test.replace(node, &value))
        })
    }
}
