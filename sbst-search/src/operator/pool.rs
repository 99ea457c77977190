//! The sources of values beside random numbers: literals of the source, special values, other
//! values of the same test case, and operands of conditions. Each can be disabled.
//!
//! # Policy
//! 1. Literals and operands are used across kinds as in source code. An integer is compared with a
//!    float after a cast, and a character is found in a text.
//! 2. The last [`OPERANDS`] operands per kind are kept, each once.
//! 3. If both exist, a quarter are operands. Input-to-state mostly supplies the operands of a
//!    condition, and values computed from inputs would crowd out the literals of the source.
//! 4. In an eighth of the tests drawn or changed, half of the literals are those of the whole
//!    crate. Called helpers compare with them, and functions share words. (EvoSuite draws equally
//!    many of them and of the class's own. Most have no use.)
//! 5. Only algorithms that request traces get operands. Only algorithms that request them have
//!    literals of the crate, and texts as in a [grammar](crate::operator::sample::text).

use crate::operator::random::Random;
use sbst_model::messages::ValueSource;
use sbst_model::{trace::Operand, Literals};

/// The most operands kept of a kind, as in EvoSuite and Pynguin: enough for the conditions of a
/// function.
const OPERANDS: usize = 50;
/// Draws per operand, if literals exist (rule 3).
const OPERAND: u64 = 4;
/// Tests per one with literals of the crate (rule 4).
const OF_CRATE: u64 = 8;
/// The most bytes of a kept text, as in Pynguin.
const LONGEST: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Pool {
    /// True if values may be copied from elsewhere in the test case.
    pub(crate) copying: bool,
    /// True if zero, extremes, powers of two, NaN and similar values are drawn on purpose.
    pub(crate) special_values: bool,
    /// True for the grammar mode: texts are made of words with separators, and of numbers.
    pub(crate) grammar: bool,
    /// Literals; empty if disabled.
    pub(crate) literals: Literals,
    crate_literals: Literals,
    /// True if this test draws crate literals.
    crate_joins: bool,
    /// Operands; `None` if disabled.
    operands: Option<Operands>,
}

/// Operands, and for each kind the index of the next to replace.
#[derive(Debug, Default)]
struct Operands {
    values: Literals,
    next: [usize; 4],
}

impl Pool {
    pub(crate) fn new(literals: &Literals, crate_literals: &Literals, without: &[ValueSource]) -> Pool {
        let allowed = |literals: &Literals| match without.contains(&ValueSource::Literals) {
            true => Literals::default(),
            false => across_kinds(literals.clone()),
        };
        Pool {
            copying: !without.contains(&ValueSource::Copying),
            special_values: !without.contains(&ValueSource::SpecialValues),
            grammar: false,
            literals: allowed(literals),
            crate_literals: allowed(crate_literals),
            crate_joins: false,
            operands: (!without.contains(&ValueSource::Operands)).then(Operands::default),
        }
    }

    /// Returns a copy without literals and operands, for numbers with another meaning.
    pub(crate) fn without_literals(&self) -> Pool {
        let (literals, crate_literals) = Default::default();
        Pool { literals, crate_literals, operands: None, ..*self }
    }

    /// Decides the sources of values for a test (rule 4).
    pub(crate) fn begin(&mut self, random: &mut Random) {
        self.crate_joins = self.grammar && random.one_in(OF_CRATE);
    }

    pub(crate) fn keep(&mut self, operand: &Operand) {
        if let Some(operands) = &mut self.operands {
            operands.keep(operand);
        }
    }

    #[inline]
    pub(crate) fn has_integers(&self) -> bool {
        self.has(|literals| &literals.integers)
    }

    #[inline]
    pub(crate) fn has_floats(&self) -> bool {
        self.has(|literals| &literals.floats)
    }

    #[inline]
    pub(crate) fn has_characters(&self) -> bool {
        self.has(|literals| &literals.characters)
    }

    #[inline]
    pub(crate) fn has_texts(&self) -> bool {
        self.has(|literals| &literals.texts)
    }

    /// Returns one of the integers, in two's complement, and true if it is negative. This method
    /// and those of other kinds panic without values.
    pub(crate) fn integer(&self, random: &mut Random) -> (u128, bool) {
        *self.pick(|literals| &literals.integers, random)
    }

    pub(crate) fn float(&self, random: &mut Random) -> f64 {
        *self.pick(|literals| &literals.floats, random)
    }

    pub(crate) fn character(&self, random: &mut Random) -> char {
        *self.pick(|literals| &literals.characters, random)
    }

    pub(crate) fn text(&self, random: &mut Random) -> &str {
        self.pick::<String>(|literals| &literals.texts, random)
    }

    /// Iterates over the literals of the function, then over the operands.
    pub(crate) fn seeds<T: 'static>(&self, kind: fn(&Literals) -> &Vec<T>) -> impl Iterator<Item = &T> {
        kind(&self.literals).iter().chain(self.operands(kind))
    }

    #[inline]
    fn has<T>(&self, kind: fn(&Literals) -> &Vec<T>) -> bool {
        !kind(&self.literals).is_empty()
            || !self.operands(kind).is_empty()
            || !self.crate_values(kind).is_empty()
    }

    /// Rules 3 and 4. With literals only, no random number is drawn.
    #[inline]
    fn pick<T>(&self, kind: fn(&Literals) -> &Vec<T>, random: &mut Random) -> &T {
        let (own, operands, of_crate) =
            (kind(&self.literals).as_slice(), self.operands(kind), self.crate_values(kind));
        let no_own = own.is_empty() && operands.is_empty();
        if !of_crate.is_empty() && (no_own || random.coin()) {
            return random.pick(of_crate);
        }
        let from_operands = !operands.is_empty() && (own.is_empty() || random.one_in(OPERAND));
        random.pick(if from_operands { operands } else { own })
    }

    #[inline]
    fn operands<T>(&self, kind: fn(&Literals) -> &Vec<T>) -> &[T] {
        self.operands.as_ref().map_or(&[], |operands| kind(&operands.values))
    }

    #[inline]
    fn crate_values<T>(&self, kind: fn(&Literals) -> &Vec<T>) -> &[T] {
        if self.crate_joins {
            kind(&self.crate_literals)
        } else {
            &[]
        }
    }
}

impl Operands {
    /// Rules 1 and 2.
    fn keep(&mut self, operand: &Operand) {
        let Operands { values, next: [integers, floats, characters, texts] } = self;
        match *operand {
            Operand::Integer(value, negative) => {
                put((value, negative), &mut values.integers, integers);
                put(as_float(value, negative), &mut values.floats, floats);
            }
            Operand::Float(value) if !value.is_nan() => {
                put(value, &mut values.floats, floats);
                if value.fract() == 0.0 && value.abs() < i64::MAX as f64 {
                    put((value as i128 as u128, value < 0.0), &mut values.integers, integers);
                }
            }
            Operand::Float(_) => {}
            Operand::Character(value) => put(value, &mut values.characters, characters),
            Operand::Text(ref value) => put_text(value, &mut values.texts, texts),
            Operand::Bytes(ref value) => {
                if let Ok(text) = std::str::from_utf8(value) {
                    put_text(text, &mut values.texts, texts);
                }
            }
        }
    }
}

/// Rule 1.
fn across_kinds(mut literals: Literals) -> Literals {
    for &(value, negative) in &literals.integers {
        literals.floats.push(as_float(value, negative));
    }
    let in_texts = literals.texts.iter().flat_map(|text| text.chars());
    literals.characters.extend(in_texts);
    literals.characters.sort_unstable();
    literals.characters.dedup();
    literals.texts.retain(|text| !text.is_empty());
    literals
}

fn as_float(value: u128, negative: bool) -> f64 {
    if negative {
        -(value.wrapping_neg() as f64)
    } else {
        value as f64
    }
}

fn put<T: PartialEq>(value: T, values: &mut Vec<T>, next: &mut usize) {
    if values.contains(&value) {
        return;
    }
    if values.len() < OPERANDS {
        values.push(value);
    } else {
        values[*next] = value;
        *next = (*next + 1) % OPERANDS;
    }
}

fn put_text(value: &str, values: &mut Vec<String>, next: &mut usize) {
    if !value.is_empty() && value.len() <= LONGEST && !values.iter().any(|there| there == value) {
        put(value.to_owned(), values, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(pool: &mut Pool, number: i128, text: &str) {
        pool.keep(&Operand::Integer(number as u128, number < 0));
        pool.keep(&Operand::Text(text.to_owned()));
    }

    #[test]
    fn the_last_operands_are_kept_and_drawn() {
        let mut pool = Pool::new(&Literals::default(), &Literals::default(), &[]);
        assert!(!pool.has_integers() && !pool.has_texts());
        for value in 0..60 {
            keep(&mut pool, -value, "text");
            keep(&mut pool, -value, "text");
        }
        let mut random = Random::new(1);
        let mut drawn: Vec<i128> = (0..2_000).map(|_| pool.integer(&mut random).0 as i128).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, (-59..=-10).collect::<Vec<_>>());
        assert_eq!(pool.text(&mut random), "text");
        assert!(pool.float(&mut random) < 0.0);
    }

    #[test]
    fn operands_can_be_switched_off() {
        let mut pool = Pool::new(&Literals::default(), &Literals::default(), &[ValueSource::Operands]);
        keep(&mut pool, 1, "text");
        assert!(!pool.has_integers() && !pool.has_texts());
    }

    #[test]
    fn crate_literals_are_drawn_rarely_and_only_on_request() {
        let integers = |value| Literals { integers: vec![(value, false)], ..Literals::default() };
        let mut pool = Pool::new(&integers(1), &integers(2), &[]);
        let of_crate = |pool: &mut Pool| {
            let mut random = Random::new(1);
            let drawn = (0..16_000).filter(|_| {
                pool.begin(&mut random);
                pool.has_integers() && pool.integer(&mut random).0 == 2
            });
            drawn.count()
        };
        assert_eq!(of_crate(&mut pool), 0);
        pool.grammar = true;
        let drawn = of_crate(&mut pool);
        assert!((900..1_100).contains(&drawn), "{drawn}");
        let mut helper = Pool::new(&Literals::default(), &integers(2), &[]);
        assert_eq!(of_crate(&mut helper), 0);
        helper.grammar = true;
        let drawn = of_crate(&mut helper);
        assert!((1_850..2_150).contains(&drawn), "{drawn}");
        helper = helper.without_literals();
        assert_eq!(of_crate(&mut helper), 0);
    }
}
