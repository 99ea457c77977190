//! Fingerprints of sliced path conditions: multidimensional Bloom filters.
//!
//! Tardis, section 4.2.
//!
//! 1. A filter has 64 columns and 16 rows of bits. Each clause of the slice, and the negated one,
//!    is inserted by three hashes.
//! 2. The *abstract* clause, without numbers and indices, sets a bit of the first row. Clauses that
//!    differ only in numbers set the same ones.
//! 3. The *concrete* clause sets a bit of the rows below in the same column.
//! 4. Similarity is Jaccard's: bits of both over bits of either. That of two empty filters is 1.
//!
//! # Where the paper is open
//! 5. A clause is hashed by the structure of its term, because its text could be exponentially
//!    longer. Operands of commutative operators may have either order. An abstract variable is the
//!    [name](crate::path_condition::Input::name) of its input.
//! 6. The three hashes are independent: Tardis' own differ by a summand.
//! 7. A condition without variables has its site as a name.

use crate::path_condition::PathCondition;
use sbst_solver::term::{Binary, Node, Term, Variable};
use std::collections::BTreeMap;

/// The rows of a filter. It has as many columns as a number has bits.
const ROWS: usize = 16;
/// Hashes of a clause (rule 1).
const HASHES: u64 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fingerprint([u64; ROWS]);

impl Fingerprint {
    pub(super) fn from_clauses(clauses: impl IntoIterator<Item = Hashed>) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        clauses.into_iter().for_each(|clause| fingerprint.insert(clause));
        fingerprint
    }

    /// Rules 1 to 3.
    fn insert(&mut self, clause: Hashed) {
        for hash in 1..=HASHES {
            let column = 1 << (mix(clause.general, hash) % 64);
            let row = 1 + (mix(clause.specific, hash) % (ROWS as u64 - 1)) as usize;
            self.0[0] |= column;
            self.0[row] |= column;
        }
    }

    /// Rule 4.
    pub(super) fn similarity(&self, other: &Fingerprint) -> f64 {
        let (mut both, mut either) = (0, 0);
        for (own, other) in self.0.iter().zip(&other.0) {
            both += (own & other).count_ones();
            either += (own | other).count_ones();
        }
        if either == 0 {
            1.0
        } else {
            f64::from(both) / f64::from(either)
        }
    }
}

/// The hashes of a clause: abstract and concrete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hashed {
    pub(super) general: u64,
    pub(super) specific: u64,
}

/// Returns the hashes of terms of a path condition, each with its site.
pub(super) fn hash(condition: &PathCondition, terms: &[(u32, Term)]) -> Vec<Hashed> {
    let names: BTreeMap<Variable, u32> =
        condition.inputs.iter().map(|input| (input.variable, input.name)).collect();
    let pool = &condition.pool;
    let roots: Vec<Term> = terms.iter().map(|(_, term)| *term).collect();
    let mut known: BTreeMap<Term, Hashed> = BTreeMap::new();
    for part in pool.parts(&roots) {
        let node = pool.node(part);
        let operands: Vec<Hashed> = node.operands().map(|operand| known[&operand]).collect();
        let (tag, name, number) = describe(node, &names);
        let kind = mix(tag, u64::from(pool.width(part)));
        let commutes = matches!(node, Node::Binary(operation, ..) if commutes(operation));
        let join = |seed: u64, operand: fn(&Hashed) -> u64| match commutes {
            true => mix(seed, operand(&operands[0]).wrapping_add(operand(&operands[1]))),
            false => operands.iter().fold(seed, |hash, next| mix(hash, operand(next))),
        };
        let general = join(mix(kind, name), |operand| operand.general);
        let specific = join(mix(kind, number), |operand| operand.specific);
        known.insert(part, Hashed { general, specific });
    }
    let hashed = terms.iter().map(|(site, term)| match pool.as_constant(*term) {
        Some(_) => Hashed { general: mix(0, u64::from(*site)), specific: mix(0, u64::from(*site)) },
        None => known[term],
    });
    hashed.collect()
}

/// A number for the kind of a node, and the properties that distinguish the abstract and the
/// concrete node from others of its kind.
fn describe(node: Node, names: &BTreeMap<Variable, u32>) -> (u64, u64, u64) {
    match node {
        Node::Variable(variable) => {
            let name = names.get(&variable).map_or(u64::MAX, |&name| u64::from(name));
            (1, name, u64::from(variable.index))
        }
        Node::Constant(value) => (2, 0, mix(value as u64, (value >> 64) as u64)),
        Node::Unary(operation, _) => (16 + operation as u64, 0, 0),
        Node::Binary(operation, ..) => (32 + operation as u64, 0, 0),
        Node::Extract { low, .. } => (3, 0, u64::from(low)),
        Node::SignExtend(_) => (4, 0, 0),
        Node::Ite(..) => (5, 0, 0),
    }
}

fn commutes(operation: Binary) -> bool {
    matches!(operation, Binary::And | Binary::Or | Binary::Xor | Binary::Add | Binary::Mul | Binary::Eq)
}

/// Mixes two numbers: splitmix64 of their sum, the second one spread by the golden ratio.
fn mix(one: u64, other: u64) -> u64 {
    let mut hash = one.wrapping_add((other.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::super::doubles::{condition, Less};
    use super::*;
    use proptest::prelude::*;

    fn hashed(clauses: &[Less], objects: &[(u32, u32)]) -> Vec<Hashed> {
        let condition = condition(clauses, objects);
        let terms: Vec<_> = condition.clauses.iter().map(|clause| (clause.site, clause.term)).collect();
        hash(&condition, &terms)
    }

    #[test]
    fn similarity_is_bits_of_both_over_bits_of_either() {
        let [mut one, mut other] = [Fingerprint::default(); 2];
        (one.0[0], one.0[3]) = (0b0111, 0b0001);
        (other.0[0], other.0[3]) = (0b1110, 0b0000);
        // Both: bits 1 and 2 of the first row. Either: four bits of it, and one below.
        assert_eq!(one.similarity(&other), 2.0 / 5.0);
    }

    #[test]
    fn clauses_with_different_numbers_share_columns() {
        let clauses = hashed(&[Less::Than(0, 3), Less::Than(0, 900_000), Less::Of(0, 1)], &[]);
        assert_eq!(clauses[0].general, clauses[1].general);
        assert_ne!(clauses[0].specific, clauses[1].specific);
        assert_ne!(clauses[0].general, clauses[2].general);
        let [one, other] = [0, 1].map(|index| Fingerprint::from_clauses([clauses[index]]));
        assert_eq!(one.0[0], other.0[0]);
        assert!(one.similarity(&other) > 0.0 && one != other);
    }

    #[test]
    fn elements_of_one_array_differ_in_the_index_only() {
        let clauses = hashed(&[Less::Than(0, 3), Less::Than(1, 3), Less::Than(2, 3)], &[(0, 9), (1, 9)]);
        assert_eq!(clauses[0].general, clauses[1].general);
        assert_ne!(clauses[0].specific, clauses[1].specific);
        assert_ne!(clauses[0].general, clauses[2].general, "it belongs to no array");
    }

    #[test]
    fn a_clause_sets_three_columns_at_most_and_a_bit_below_each() {
        let fingerprint = Fingerprint::from_clauses(hashed(&[Less::Than(0, 3)], &[]));
        let below = fingerprint.0[1..].iter().fold(0, |bits, row| bits | row);
        assert_eq!(fingerprint.0[0], below);
        assert!((1..=3).contains(&fingerprint.0[0].count_ones()));
    }

    #[test]
    fn conditions_without_variables_differ_by_site() {
        let clauses = hashed(&[Less::Holds, Less::Holds], &[]);
        assert_ne!(clauses[0], clauses[1]);
    }

    fn any_fingerprint() -> impl Strategy<Value = Fingerprint> {
        let clause = any::<(u64, u64)>().prop_map(|(general, specific)| Hashed { general, specific });
        prop::collection::vec(clause, 0..30).prop_map(Fingerprint::from_clauses)
    }

    proptest! {
        #[test]
        fn similarity_is_symmetric_and_1_for_equal_ones(one in any_fingerprint(), other in any_fingerprint()) {
            prop_assert_eq!(one.similarity(&other), other.similarity(&one));
            prop_assert!((0.0..=1.0).contains(&one.similarity(&other)));
            prop_assert_eq!(one.similarity(&one), 1.0);
            prop_assert!(one == other || one.similarity(&other) < 1.0);
        }
    }
}
