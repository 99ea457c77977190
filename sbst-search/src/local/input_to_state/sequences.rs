//! Functions that may map a sequence of the input to an operand: its length, its bytes, and
//! integers made of some of them.

use super::{numbers::whole, target_value::TargetValue, Rank, Write};
use crate::operator::sample::LARGE;
use sbst_model::{distinct::element, trace::Operand};
use sbst_model::{shape::Sequence, NodeKind, Shape, TestCase};

/// Guesses elements that replace those of the sequence at `node`.
pub(super) fn guess(
    test: &TestCase,
    node: usize,
    sequence: &Sequence,
    target: &TargetValue,
    emit: &mut dyn FnMut(Rank, Write),
) {
    let length = test.nodes()[node].payload as usize;
    if let (Some(seen), Some(wanted)) = (whole(&target.seen), whole(&target.wanted)) {
        let wanted = usize::try_from(wanted).ok().filter(|wanted| {
            // An empty sequence has no element to repeat.
            (sequence.shortest..=sequence.longest).contains(wanted)
                && (length > 0 || *wanted == 0)
                && test.nodes().len() + wanted.saturating_sub(length) <= LARGE
        });
        if let (Ok(true), Some(wanted)) = (i128::try_from(length).map(|length| length == seen), wanted) {
            emit(Rank::Function, Write::Length(wanted));
        }
    }
    match (sequence.element)().value_shape() {
        Shape::Integer(integer) if integer.bits == 8 => {
            let bytes: Vec<u8> =
                test.children(node).map(|element| test.nodes()[element].payload as u8).collect();
            let signed = integer.signed;
            guess_bytes(&bytes, target, &mut |rank, bytes| {
                let payload = |&byte: &u8| if signed { byte as i8 as i64 as u64 } else { byte.into() };
                emit(rank, Write::Elements(bytes.iter().map(payload).collect()));
            });
        }
        Shape::Char(_) => {
            let character =
                |element: usize| u32::try_from(test.nodes()[element].payload).ok().and_then(char::from_u32);
            let text: String = test.children(node).filter_map(character).collect();
            if let (Operand::Text(seen), Operand::Text(wanted)) = (&target.seen, &target.wanted) {
                let rank = if text == *seen { Rank::Same } else { Rank::Offered };
                emit(
                    rank,
                    Write::Elements(wanted.chars().map(|character| u32::from(character).into()).collect()),
                );
            }
        }
        _ => {}
    }
}

fn guess_bytes(x: &[u8], target: &TargetValue, emit: &mut dyn FnMut(Rank, Vec<u8>)) {
    let (seen, wanted) = match (&target.seen, &target.wanted) {
        (Operand::Bytes(seen), Operand::Bytes(wanted)) => (seen.as_slice(), wanted.as_slice()),
        (Operand::Text(seen), Operand::Text(wanted)) => (seen.as_bytes(), wanted.as_bytes()),
        (seen, wanted) => {
            if let (Some(seen), Some(wanted)) = (whole(seen), whole(wanted)) {
                integers(x, seen, wanted, emit);
            }
            return;
        }
    };
    let replaced = |place: usize| [&x[..place], wanted, &x[place + seen.len()..]].concat();
    if x == seen {
        emit(Rank::Same, wanted.to_owned());
    } else if !seen.is_empty() {
        if let Some(place) = x.windows(seen.len()).position(|window| window == seen) {
            emit(Rank::Function, replaced(place));
        }
    }
    emit(Rank::Offered, wanted.to_owned());
}

/// Guesses an integer made of 2, 4 or 8 bytes of `x`, from either end.
fn integers(x: &[u8], seen: i128, wanted: i128, emit: &mut dyn FnMut(Rank, Vec<u8>)) {
    for width in [2, 4, 8] {
        let from = |bytes: &[u8]| bytes.iter().rfold(0, |value: u64, &byte| value << 8 | u64::from(byte));
        let (Some(seen), Some(wanted)) = (unsigned(seen, width), unsigned(wanted, width)) else { continue };
        for place in 0..(x.len() + 1).saturating_sub(width) {
            let window = &x[place..place + width];
            let swapped = |value: u64| value.swap_bytes() >> (64 - 8 * width);
            let little = from(window);
            let orders = [(little == seen, wanted), (swapped(little) == seen, swapped(wanted))];
            for (_, written) in orders.into_iter().filter(|order| order.0) {
                let mut bytes = x.to_owned();
                bytes[place..place + width].copy_from_slice(&written.to_le_bytes()[..width]);
                emit(Rank::Function, bytes);
            }
        }
    }
}

/// Returns a number as stored in this number of bytes, if it fits.
fn unsigned(value: i128, width: usize) -> Option<u64> {
    let bits = 8 * width;
    let fits = -(1 << (bits - 1)) <= value && value < 1 << bits;
    fits.then_some(value as u64 & (u64::MAX >> (64 - bits)))
}

/// Resizes the sequence at `node`: cuts off the end, or repeats the last element.
pub(super) fn resize(node: usize, length: usize, test: &mut TestCase) {
    let before = test.nodes()[node].payload as usize;
    for last in (length..before).rev() {
        test.remove_element(node, last);
    }
    if before < length && before > 0 {
        let mut last = TestCase::new();
        test.copy_subtree(element(test, node, before - 1), &mut last);
        for index in before..length {
            test.insert_element(node, index, &last);
        }
    }
}

/// Replaces the elements of the sequence at `node`, which are all numbers or characters.
pub(super) fn rewrite(node: usize, payloads: &[u64], test: &mut TestCase) {
    let first = test.children(node).next();
    let kind = first.map_or(NodeKind::Integer, |element| test.nodes()[element].kind);
    let mut sequence = TestCase::new();
    let opened = sequence.open(NodeKind::Sequence, payloads.len() as u64);
    for &payload in payloads {
        sequence.leaf(kind, payload);
    }
    sequence.close(opened);
    test.replace(node, &sequence);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(value: u32) -> Operand {
        Operand::Integer(value.into(), false)
    }

    proptest! {
        #[test]
        fn integers_made_of_bytes_become_the_wanted_ones(
            x in proptest::collection::vec(any::<u8>(), 4..10), place in 0..6_usize, wanted: u32
        ) {
            let place = place.min(x.len() - 4);
            for read in [u32::from_le_bytes, u32::from_be_bytes] {
                let of = |bytes: &[u8]| read(bytes[place..place + 4].try_into().unwrap());
                let target = TargetValue { seen: number(of(&x)), wanted: number(wanted) };
                let mut found = false;
                guess_bytes(&x, &target, &mut |_, guess| found |= of(&guess) == wanted);
                prop_assert!(found);
            }
        }

        #[test]
        fn parts_of_bytes_become_the_wanted_ones(x in proptest::collection::vec(any::<u8>(), 4..10), wanted: [u8; 3]) {
            let target = TargetValue { seen: Operand::Bytes(x[1..4].to_vec()), wanted: Operand::Bytes(wanted.to_vec()) };
            let mut found = false;
            guess_bytes(&x, &target, &mut |_, guess| found |= guess.len() > 3 && guess[1..4] == wanted);
            prop_assert!(found);
        }
    }
}
