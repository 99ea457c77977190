//! The shadow of the program's memory: places with known values.
//!
//! 1. The value of a place is known if it was written there, and the number is unchanged.
//! 2. Otherwise the place may be an element beside one with a known slot. Then it has the slot at
//!    the same distance, if the numbers agree.
//! 3. Otherwise it may have the number of a slot. Of several such slots, the next after the last
//!    found slot comes first, since code reads its input in order. A loop begins at the first slot.
//!    This is input-to-state correspondence (Aschermann et al., "REDQUEEN", NDSS 2019).
//! 4. Otherwise it may have a computed number: one of the latest ([`RECENT`]), or one that is
//!    rarely met by accident ([`RARE`]).
//! 5. Results of rules 2 to 4 are guesses. A wrong one makes a wrong clause, and the resulting test
//!    does not follow the requested path. Other places than variables are guesses, too: a place may
//!    be reused for another value with the same number.
//! 6. An integer parameter of the target has its slot, with certainty.

use super::number::{Number, Type};
use sbst_model::slot::{Slot, SlotKind};
use sbst_solver::term::{Assignment, Term, TermPool, Variable};
use std::collections::{HashMap, HashSet, VecDeque};

/// The least magnitude of a computed number that is recognised elsewhere. Smaller ones are
/// counters, lengths and bytes.
const RARE: u128 = 1_000;
/// Number of the latest computed numbers that are recognised at any value: as many as in a tuple or
/// in arguments of a call.
const RECENT: usize = 8;
/// The greatest distance between elements of one object, in slots.
const REACH: isize = 4_096;
/// The most places with slots that are remembered for rule 2.
const ANCHORS: usize = 8;

/// A number, and the term that computes it from the slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) number: Number,
    /// `None` for a constant.
    pub(super) term: Option<Term>,
    /// False if the term, or its absence, is a guess.
    pub(super) is_exact: bool,
}

impl Known {
    /// Returns a number that no slot changes.
    pub(super) fn constant(number: Number) -> Known {
        Known { number, term: None, is_exact: true }
    }

    /// Returns a number with a term that is a guess.
    fn guess(number: Number, term: Option<Term>) -> Known {
        Known { number, term, is_exact: false }
    }

    /// Returns it as a guess.
    pub(super) fn guessed(self) -> Known {
        Known { is_exact: false, ..self }
    }
}

struct Anchor {
    address: usize,
    slot: usize,
    /// The size of the number there, in bytes.
    size: usize,
}

#[derive(Default)]
pub(super) struct Shadow {
    places: HashMap<usize, Known>,
    pub(super) slots: Vec<Slot>,
    /// The slots with lengths.
    pub(super) lengths: Vec<usize>,
    /// The values of all slots.
    pub(super) assignment: Assignment,
    /// The slots of lengths and absent characters that occur in terms.
    mentioned: HashSet<usize>,
    /// The slots with a number, by width and value.
    by_value: HashMap<(u32, u128), Vec<usize>>,
    /// The last found slot.
    last: Option<usize>,
    anchors: Vec<Anchor>,
    computed: HashMap<(u32, u128), Term>,
    recent: VecDeque<Known>,
}

/// Returns the variable of a slot.
pub(super) fn variable(index: usize, slot: &Slot, pool: &mut TermPool) -> Term {
    pool.variable(Variable { index: index as u32, width: slot.kind.width() as u8 })
}

impl Shadow {
    /// Adds the slots of a test case as variables.
    pub fn take_in(&mut self, slots: &[Slot], pool: &mut TermPool) {
        self.slots = slots.to_vec();
        let variable = |(index, slot): (usize, &Slot)| {
            (Variable { index: index as u32, width: slot.kind.width() as u8 }, slot.value)
        };
        self.assignment = slots.iter().enumerate().map(variable).collect();
        for (index, slot) in slots.iter().enumerate() {
            match slot.kind {
                SlotKind::Length(_) => self.lengths.push(index),
                // Too many are equal to be recognised by their value.
                SlotKind::Boolean | SlotKind::Absent => {}
                _ => self.recognise(index, slot, pool),
            }
        }
    }

    fn recognise(&mut self, index: usize, slot: &Slot, pool: &mut TermPool) {
        variable(index, slot, pool);
        self.by_value.entry((slot.kind.width(), slot.value)).or_default().push(index);
        if slot.kind == SlotKind::Ascii {
            self.by_value.entry((32, slot.value)).or_default().push(index);
        }
    }

    /// True if a slot is mentioned for the first time.
    pub(super) fn mention(&mut self, slot: usize) -> bool {
        self.mentioned.insert(slot)
    }

    /// Returns the last found slot.
    pub(super) fn last_slot(&self) -> Option<usize> {
        self.last
    }

    /// Binds a new variable to the next slot with its number, and stores that: the place had
    /// another variable before.
    pub(super) fn bind(&mut self, address: usize, number: Number, pool: &mut TermPool) {
        let slot = self.next_with(number);
        self.last = slot.or(self.last);
        let term = match slot {
            Some(slot) => Some(self.term(slot, number.ty, pool)),
            None => self.computed(number).term,
        };
        self.places.insert(address, Known::guess(number, term));
    }

    /// Binds a parameter of the target to a slot, with certainty if the slot has the number.
    pub(super) fn bind_parameter(
        &mut self,
        address: usize,
        slot: usize,
        number: Number,
        pool: &mut TermPool,
    ) {
        if !self.is_slot(slot, number) {
            return self.bind(address, number, pool);
        }
        self.last = Some(slot);
        let term = Some(self.term(slot, number.ty, pool));
        self.places.insert(address, Known { number, term, is_exact: true });
    }

    /// Begins a round through values: rule 3 begins with the first slot.
    pub(super) fn begin_round(&mut self) {
        self.last = None;
    }

    /// True if the number at an address was written there.
    pub(super) fn is_known(&self, address: usize, number: Number) -> bool {
        self.places.get(&address).is_some_and(|known| known.number.is(number))
    }

    /// Returns the known value of the number at an address, and stores it.
    pub(super) fn resolve(&mut self, address: Option<usize>, number: Number, pool: &mut TermPool) -> Known {
        if let Some(known) = address.and_then(|address| self.places.get(&address)) {
            if known.number.is(number) {
                return *known;
            }
        }
        let slot = self.beside(address, number).or_else(|| self.next_with(number));
        let term = match slot {
            Some(slot) => {
                self.last = Some(slot);
                if let Some(address) = address {
                    self.anchor(address, slot, number.ty);
                }
                Some(self.term(slot, number.ty, pool))
            }
            None => self.computed(number).term,
        };
        let known = Known::guess(number, term);
        if let Some(address) = address {
            self.places.insert(address, known);
        }
        known
    }

    /// Returns the known value of a computed number (rule 4).
    pub(super) fn computed(&self, number: Number) -> Known {
        if number.is_boolean() {
            return Known::guess(number, None);
        }
        if let Some(recent) = self.recent.iter().rev().find(|recent| recent.number.is(number)) {
            return recent.guessed();
        }
        let magnitude = if number.ty.signed { number.signed().unsigned_abs() } else { number.value };
        let found = self.computed.get(&(number.ty.bits, number.value)).copied();
        Known::guess(number, found.filter(|_| magnitude >= RARE))
    }

    /// Remembers a computed number.
    pub(super) fn compute(&mut self, known: Known) {
        if known.number.is_boolean() {
            return;
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(known);
        let key = (known.number.ty.bits, known.number.value);
        match known.term {
            Some(term) => {
                self.computed.insert(key, term);
            }
            None => {
                self.computed.remove(&key);
            }
        }
    }

    pub(super) fn write(&mut self, address: usize, known: Known) {
        self.places.insert(address, known);
    }

    /// Returns the slot of an element beside a known one, by rule 2.
    fn beside(&self, address: Option<usize>, number: Number) -> Option<usize> {
        let address = address?;
        let size = (number.ty.bits / 8) as usize;
        self.anchors.iter().rev().filter(|anchor| anchor.size == size).find_map(|anchor| {
            let apart = address.wrapping_sub(anchor.address) as isize;
            let elements = apart / size as isize;
            if apart % size as isize != 0 || elements.abs() > REACH {
                return None;
            }
            let slot = anchor.slot.checked_add_signed(elements)?;
            self.is_slot(slot, number).then_some(slot)
        })
    }

    /// Returns the next slot with a number, by rule 3.
    fn next_with(&self, number: Number) -> Option<usize> {
        let with_value = self.by_value.get(&(number.ty.bits, number.value))?;
        let may_be = |slot: &&usize| self.is_slot(**slot, number);
        let after = |slot: &&usize| self.last.is_none_or(|last| **slot > last);
        let mut all = with_value.iter().filter(may_be);
        all.clone().find(after).or_else(|| all.next()).copied()
    }

    /// True if a slot may be seen as this number.
    fn is_slot(&self, slot: usize, number: Number) -> bool {
        self.slots.get(slot).is_some_and(|slot| {
            let fits = match slot.kind {
                SlotKind::Integer(bits) => bits == number.ty.bits && !number.ty.is_character,
                SlotKind::Ascii => number.ty.bits == 8 || number.ty.is_character,
                SlotKind::Character => number.ty.is_character,
                SlotKind::Boolean => number.is_boolean(),
                SlotKind::Length(_) | SlotKind::Absent => false,
            };
            fits && slot.value == number.value
        })
    }

    fn anchor(&mut self, address: usize, slot: usize, ty: Type) {
        if self.anchors.len() == ANCHORS {
            self.anchors.remove(0);
        }
        self.anchors.push(Anchor { address, slot, size: (ty.bits / 8) as usize });
    }

    fn term(&self, slot: usize, ty: Type, pool: &mut TermPool) -> Term {
        let term = variable(slot, &self.slots[slot], pool);
        match pool.width(term) < ty.bits {
            true => pool.zero_extend(term, ty.bits),
            false => term,
        }
    }
}
