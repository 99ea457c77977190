//! Making the values of a test simpler, one change at a time, as long as the test keeps its goals.

use super::candidates::{characters, floats, integers};
use super::simplicity::{of_integer, push_simplest_variant};
use super::trial::Trial;
use super::Candidate;
use crate::places::{Place, Places};
use sbst_model::shape::{Integer, Sequence, Sum};
use sbst_model::{Shape, TestCase};

/// Simplifies until nothing changes or no evaluation is left.
pub(super) fn simplify(candidate: &mut Candidate, parameters: &[&'static Shape], trial: &mut Trial<'_>) {
    if !trial.keeps(&candidate.test, &candidate.goals, candidate.ending) {
        return;
    }
    let mut simplifier = Simplifier {
        candidate,
        parameters,
        trial,
    };
    while simplifier.round() {}
}

struct Simplifier<'a, 'b> {
    candidate: &'a mut Candidate,
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
                Shape::Sequence(sequence) => self.shorten_sequence(sequence, place.node),
                Shape::Sum(sum) => self.simplify_variant(sum, place.node),
                _ => false,
            };
            index += 1;
        }
        changed |= self.scale_integers();
        // Leaves keep their number and nodes while their values change.
        let leaves = self.places().leaves;
        for place in &leaves {
            let equals = self.equal_integers(*place, &leaves);
            changed |= match place.shape {
                Shape::Bool => self.try_payload(place.node, 0),
                Shape::Char => self.simplify_character(place.node),
                Shape::Integer(integer) => {
                    equals.len() > 1 && self.simplify_integers(integer, &equals)
                        || self.simplify_integers(integer, &[*place])
                }
                Shape::Float(float) => {
                    let value = f64::from_bits(self.payload(place.node));
                    floats(*float, value).any(|simpler| self.try_payload(place.node, simpler.to_bits()))
                }
                Shape::Text(_) => self.shorten_text(place.node) | self.simplify_text(place.node),
                _ => false,
            };
        }
        changed
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
    fn attempt(&mut self, change: impl FnOnce(&mut TestCase)) -> bool {
        let mut test = self.candidate.test.clone();
        change(&mut test);
        let good = test != self.candidate.test
            && self
                .trial
                .keeps(&test, &self.candidate.goals, self.candidate.ending);
        if good {
            self.candidate.test = test;
        }
        good
    }

    fn try_payload(&mut self, node: usize, payload: u64) -> bool {
        self.attempt(|test| test.set_payload(node, payload))
    }

    /// Takes elements out, half of them at once, then a quarter …, then each.
    fn shorten_sequence(&mut self, _sequence: &Sequence, node: usize) -> bool {
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

    /// Tries lower variants with the simplest fields; of the same variant, fields as simple as can be.
    fn simplify_variant(&mut self, sum: &Sum, node: usize) -> bool {
        let variant = self.payload(node) as usize;
        (0..variant).any(|lower| {
            let mut value = TestCase::new();
            push_simplest_variant(sum.variants, lower, &mut value);
            self.attempt(|test| test.replace(node, &value))
        })
    }

    /// Divides all integers by the same power of two: relations between them mostly survive.
    fn scale_integers(&mut self) -> bool {
        let leaves = self.places().leaves;
        (1..128).rev().any(|bits| {
            self.attempt(|test| {
                for place in &leaves {
                    if let Shape::Integer(integer) = place.shape {
                        let value = integer.value(integer.ordinal(test.integer(place.node)));
                        let (magnitude, negative) = of_integer(integer, value);
                        let scaled = magnitude >> bits;
                        let scaled = if negative { scaled.wrapping_neg() } else { scaled };
                        let ordinal = integer.nearest(scaled, negative && scaled != 0);
                        let scaled = integer.value(ordinal);
                        if of_integer(integer, scaled) < of_integer(integer, value) {
                            test.set_integer(place.node, scaled);
                        }
                    }
                }
            })
        })
    }

    /// The places whose integers are of the same type and equal: often they must stay so.
    fn equal_integers(&self, place: Place, leaves: &[Place]) -> Vec<Place> {
        let test = &self.candidate.test;
        let equal = |other: &&Place| match (place.shape, other.shape) {
            (Shape::Integer(one), Shape::Integer(two)) => {
                one == two && test.integer(place.node) == test.integer(other.node)
            }
            _ => false,
        };
        leaves.iter().filter(equal).copied().collect()
    }

    /// Gives all `places`, which hold the same integer, a simpler one: a plain one, else the least that bisection finds.
    fn simplify_integers(&mut self, integer: &Integer, places: &[Place]) -> bool {
        let value = integer.value(integer.ordinal(self.candidate.test.integer(places[0].node)));
        let mut set = |number: u128| {
            self.attempt(|test| {
                places
                    .iter()
                    .for_each(|place| test.set_integer(place.node, number))
            })
        };
        if integers(integer, value).any(&mut set) {
            return true;
        }
        let (magnitude, negative) = of_integer(integer, value);
        let lowest = of_integer(integer, integer.value(integer.nearest(0, false))).0;
        let (mut failing, mut holding) = (lowest, magnitude);
        while holding.saturating_sub(failing) > 1 {
            let middle = failing + (holding - failing) / 2;
            let number = if negative { middle.wrapping_neg() } else { middle };
            if set(integer.value(integer.nearest(number, negative))) {
                holding = middle;
            } else {
                failing = middle;
            }
        }
        holding < magnitude
    }

    fn simplify_character(&mut self, node: usize) -> bool {
        let character = crate::sample::character::nearest(self.payload(node) as i64);
        characters(character).any(|simpler| self.try_payload(node, u64::from(u32::from(simpler))))
    }

    /// Takes characters out, half of them at once, then a quarter …, then each.
    fn shorten_text(&mut self, node: usize) -> bool {
        let mut changed = false;
        let mut text: Vec<char> = self.candidate.test.text(node).chars().collect();
        let mut chunk = text.len();
        while chunk > 0 {
            let mut at = 0;
            while at < text.len() {
                let end = (at + chunk).min(text.len());
                let shorter: Vec<char> = [&text[..at], &text[end..]].concat();
                if self.try_text(node, &shorter) {
                    text = shorter;
                    changed = true;
                } else {
                    at = end;
                }
            }
            chunk /= 2;
        }
        changed
    }

    fn simplify_text(&mut self, node: usize) -> bool {
        let mut changed = false;
        let mut text: Vec<char> = self.candidate.test.text(node).chars().collect();
        for at in 0..text.len() {
            let before = text[at];
            for simpler in characters(before) {
                text[at] = simpler;
                if self.try_text(node, &text) {
                    changed = true;
                    break;
                }
                text[at] = before;
            }
        }
        changed
    }

    fn try_text(&mut self, node: usize, characters: &[char]) -> bool {
        let text: String = characters.iter().collect();
        self.attempt(|test| test.set_text(node, &text))
    }
}
