//! The candidates at the end of searches along variables (rule 6): constants, and single changes of
//! structure. The variables have their turn in order, each with at most [`MOST`] constants from a
//! random one on.

use super::{Ascent, Halt, LocalSearch, Part, Place, Scale, Shape, TestCase, Variable};
use crate::operator::mutate::token::{retype, tokens, Class};
use crate::operator::{variables::set_characters, Operators};
use sbst_model::shape::{Distinct, Float, Integer};

/// The most constants of one kind for one variable: most functions and crates have fewer, and each
/// costs an evaluation.
const MOST: usize = 64;
/// A character per class in common conditions.
const CLASSES: [char; 16] =
    ['0', 'a', 'A', ' ', '-', '.', ',', '/', '_', ':', '"', '\\', '\n', '(', '%', 'é'];
/// Floats with special arithmetic and comparisons.
const SPECIAL_FLOATS: [f64; 6] = [0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

impl Ascent<'_, '_> {
    /// Tries candidates until one is better. Then finds the variables again, and returns true.
    pub(super) fn try_candidates(&mut self) -> Result<bool, Halt> {
        let before = self.best;
        for index in 0..self.search.variables.len() {
            let variable = self.search.variables[index];
            if self.search.still[index] {
                self.try_constants(variable)?;
            }
            match (variable.place.shape, variable.part) {
                _ if self.best < before => {}
                (Shape::Text(_), Part::Length) => {
                    self.try_classes(variable.place)?;
                    if self.best == before {
                        self.try_texts(variable.place)?;
                    }
                }
                (Shape::Text(text), Part::Character(at)) => {
                    let longer = self.test.text(variable.place.node).chars().count() < text.longest;
                    let shorter = self.test.text(variable.place.node).chars().count() > text.shortest;
                    self.try_character_changes(variable.place, at, shorter, longer)?;
                }
                (Shape::Sequence(_), Part::Length) => self.try_element_changes(variable)?,
                _ => {}
            }
            if self.best < before {
                self.find_variables(0);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Replaces each digit by all others in turn, until one is better. Sums of digits that are
    /// compared by a remainder have many local optima.
    pub(super) fn try_digits(&mut self) -> Result<bool, Halt> {
        let before = self.best;
        for index in 0..self.search.variables.len() {
            let Variable { place, part } = self.search.variables[index];
            let (Shape::Text(text), Part::Character(at)) = (place.shape, part) else { continue };
            let old = self.test.text(place.node).chars().nth(at);
            if !old.is_some_and(|old| old.is_ascii_digit()) {
                continue;
            }
            for digit in ('0'..='9').filter(|digit| text.alphabet.contains(*digit)) {
                self.try_one(|operators, test| {
                    edit(operators, place.node, test, |characters| characters[at] = digit);
                })?;
                if self.best < before {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn try_constants(&mut self, variable: Variable) -> Result<(), Halt> {
        let node = variable.place.node;
        match (variable.place.shape, variable.part) {
            (Shape::Integer(integer), _) => self.try_each(integers, |operators, test, index| {
                let ordinal = integer_at(operators, integer, index)?;
                test.set_integer(node, integer.value(ordinal));
                Some(())
            }),
            (Shape::Float(float), _) => self.try_each(floats, |operators, test, index| {
                test.set_payload(node, float_at(operators, float, index)?.to_bits());
                Some(())
            }),
            (Shape::Char(alphabet), _) => self.try_each(characters, |operators, test, index| {
                let character = alphabet.nearest(character_at(operators, index)?);
                test.set_payload(node, u64::from(u32::from(character)));
                Some(())
            }),
            (Shape::Text(text), Part::Character(at)) => {
                self.try_each(characters, |operators, test, index| {
                    let character = text.alphabet.nearest(character_at(operators, index)?);
                    edit(operators, node, test, |characters| characters[at] = character);
                    Some(())
                })
            }
            _ => Ok(()),
        }
    }

    /// Writes the tokens of a text in each class of characters, and then all tokens if they are
    /// several.
    fn try_classes(&mut self, place: Place) -> Result<(), Halt> {
        let Shape::Text(text) = place.shape else { return Ok(()) };
        let characters = &mut self.operators.scratch.characters;
        characters.clear();
        characters.extend(self.test.text(place.node).chars());
        let found = tokens(characters).count();
        let choices = if found > 1 { found + 1 } else { found };
        let count = |_: &Operators| choices * Class::ALL.len();
        self.try_each(count, |operators, test, index| {
            let (class, choice) = (Class::ALL[index % Class::ALL.len()], index / Class::ALL.len());
            let characters = &mut operators.scratch.characters;
            characters.clear();
            characters.extend(test.text(place.node).chars());
            let token = tokens(characters).nth(choice).unwrap_or(0..characters.len());
            retype(&text.alphabet, characters, token, class, &mut operators.random);
            if characters.len() > text.longest {
                return None;
            }
            set_characters(operators, place.node, test);
            Some(())
        })
    }

    /// Tries a literal or operand instead of a text, and before and behind it.
    fn try_texts(&mut self, place: Place) -> Result<(), Halt> {
        let Shape::Text(text) = place.shape else { return Ok(()) };
        let count = |operators: &Operators| 3 * operators.pool.seeds(|literals| &literals.texts).count();
        self.try_each(count, |operators, test, index| {
            let literal = operators.pool.seeds(|literals| &literals.texts).nth(index / 3)?;
            let own = test.text(place.node);
            let (before, behind) = [("", ""), (own, ""), ("", own)][index % 3];
            let characters = &mut operators.scratch.characters;
            characters.clear();
            characters.extend(before.chars());
            characters.extend(literal.chars());
            characters.extend(behind.chars());
            characters.retain(|&character| text.alphabet.contains(character));
            if !(text.shortest..=text.longest).contains(&characters.len()) {
                return None;
            }
            set_characters(operators, place.node, test);
            Some(())
        })
    }

    fn try_character_changes(
        &mut self,
        place: Place,
        at: usize,
        shorter: bool,
        longer: bool,
    ) -> Result<(), Halt> {
        if shorter {
            self.try_one(|operators, test| {
                edit(operators, place.node, test, |characters| _ = characters.remove(at));
            })?;
        }
        if longer && self.test.text(place.node).chars().count() > at {
            self.try_one(|operators, test| {
                edit(operators, place.node, test, |characters| characters.insert(at, characters[at]));
            })?;
        }
        Ok(())
    }

    fn try_element_changes(&mut self, variable: Variable) -> Result<(), Halt> {
        let (place, Shape::Sequence(sequence)) = (variable.place, variable.place.shape) else {
            return Ok(());
        };
        let node = place.node;
        let before = self.best;
        let mut index = 0;
        while self.best == before && index < self.test.nodes()[node].payload as usize {
            if self.test.nodes()[node].payload as usize > sequence.shortest {
                self.try_one(|_, test| test.remove_element(node, index))?;
            }
            let positions = variable.positions(self.operators, self.test, Scale::ONE[0]);
            let may_grow = positions.is_some_and(|positions| positions.at < positions.highest);
            if self.best == before && may_grow && sequence.distinct == Distinct::Nothing {
                self.try_one(|operators, test| {
                    let mut element = operators.scratch.take();
                    let copied = test.children(node).nth(index).expect("the index is below the length");
                    test.copy_subtree(copied, &mut element);
                    test.insert_element(node, index, &element);
                    operators.scratch.give_back(element);
                })?;
            }
            index += 1;
        }
        Ok(())
    }

    fn try_one(&mut self, change: impl FnOnce(&mut Operators, &mut TestCase)) -> Result<(), Halt> {
        let LocalSearch { candidate, .. } = &mut *self.search;
        candidate.clone_from(self.test);
        change(self.operators, candidate);
        self.operators.make_all_distinct(candidate);
        self.attempt().map(drop)
    }

    /// Tries changes by number, from a random one on, until one is better.
    fn try_each(
        &mut self,
        count: impl Fn(&Operators) -> usize,
        change: impl Fn(&mut Operators, &mut TestCase, usize) -> Option<()>,
    ) -> Result<(), Halt> {
        let (count, before) = (count(self.operators), self.best);
        let first = self.operators.random.index(count);
        for index in 0..count.min(MOST) {
            if self.best < before {
                break;
            }
            let mut changed = None;
            self.try_one(|operators, test| changed = change(operators, test, (first + index) % count))?;
        }
        Ok(())
    }
}

fn edit(operators: &mut Operators, node: usize, test: &mut TestCase, change: impl FnOnce(&mut Vec<char>)) {
    let characters = &mut operators.scratch.characters;
    characters.clear();
    characters.extend(test.text(node).chars());
    change(characters);
    set_characters(operators, node, test);
}

/// Returns the number of candidates: the literals and operands with both neighbours; then zero,
/// one, minus one and the extremes.
fn integers(operators: &Operators) -> usize {
    let seeds = operators.pool.seeds(|literals| &literals.integers).count();
    3 * seeds + if operators.pool.special_values { 5 } else { 0 }
}

fn integer_at(operators: &Operators, integer: &Integer, index: usize) -> Option<u128> {
    let mut seeds = operators.pool.seeds(|literals| &literals.integers);
    let count = operators.pool.seeds(|literals| &literals.integers).count();
    if let Some(&(value, negative)) = seeds.nth(index / 3) {
        let ordinal = integer.nearest(value, negative);
        return Some(
            integer.clamp([ordinal, ordinal.saturating_sub(1), ordinal.saturating_add(1)][index % 3]),
        );
    }
    let special = [
        integer.nearest(0, false),
        integer.nearest(1, false),
        integer.nearest(u128::MAX, true),
        integer.lowest,
        integer.highest,
    ];
    special.get(index - 3 * count).copied()
}

fn floats(operators: &Operators) -> usize {
    let special = if operators.pool.special_values { SPECIAL_FLOATS.len() } else { 0 };
    operators.pool.seeds(|literals| &literals.floats).count() + special
}

fn float_at(operators: &Operators, float: &Float, index: usize) -> Option<f64> {
    let seeds = operators.pool.seeds(|literals| &literals.floats);
    seeds.chain(&SPECIAL_FLOATS).nth(index).map(|&value| float.nearest(value))
}

fn characters(operators: &Operators) -> usize {
    let special = if operators.pool.special_values { CLASSES.len() } else { 0 };
    operators.pool.seeds(|literals| &literals.characters).count() + special
}

fn character_at(operators: &Operators, index: usize) -> Option<char> {
    operators.pool.seeds(|literals| &literals.characters).chain(&CLASSES).nth(index).copied()
}
