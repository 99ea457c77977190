//! The choice of the next alternative.
//!
//! Tardis, sections 4.4 and 4.5.
//!
//! 1. Alternatives are in four sets by their [classification](super::classifier): feasible with all
//!    three votes, feasible with fewer, infeasible with fewer, infeasible with all.
//! 2. A set is drawn with 50, 30, 15 and 5 %. If it is empty, the next nonempty one is taken.
//! 3. In the set, an alternative is drawn with its similarity as weight (*cumulative*).
//!
//! # Where the paper is open
//! 4. The last set is followed by the first one.
//! 5. Alternatives labelled *not solved* are never in the last set, because they were not proved
//!    infeasible.
//! 6. Unknown alternatives are in the second set, with the weight [`UNKNOWN`]: they may be
//!    feasible, and give the most information as examples. (Tardis' code puts them behind
//!    infeasible ones.)

use super::classifier::{Classification, Label, NEIGHBOURS};
use sbst_search::operator::random::Random;

/// Percent of the draws, by set.
const SHARES: [u64; 4] = [50, 30, 15, 5];
/// The weight of an unknown alternative: neither similar nor dissimilar.
const UNKNOWN: f64 = 0.5;

/// Returns the index of one of the classified alternatives, which must not be empty.
pub(super) fn select(classifications: &[Classification], random: &mut Random) -> usize {
    let mut sets: [Vec<usize>; 4] = Default::default();
    for (index, classification) in classifications.iter().enumerate() {
        sets[find_set(classification)].push(index);
    }
    let mut draw = random.below(100);
    let mut drawn = 0;
    while draw >= SHARES[drawn] {
        draw -= SHARES[drawn];
        drawn += 1;
    }
    let set = (0..4).map(|next| &sets[(drawn + next) % 4]).find(|set| !set.is_empty());
    set.map_or(0, |set| draw_by_weight(classifications, set, random))
}

/// Rules 1, 5 and 6.
fn find_set(classification: &Classification) -> usize {
    let is_unanimous = classification.votes as usize == NEIGHBOURS;
    match classification.label {
        Some(Label::Feasible) if is_unanimous => 0,
        Some(Label::Feasible) | None => 1,
        Some(Label::Infeasible) if is_unanimous => 3,
        Some(Label::Infeasible | Label::NotSolved) => 2,
    }
}

/// Rule 3.
fn draw_by_weight(classifications: &[Classification], set: &[usize], random: &mut Random) -> usize {
    let weight = |index: usize| match classifications[index] {
        Classification { label: None, .. } => UNKNOWN,
        Classification { similarity, .. } => similarity,
    };
    let total: f64 = set.iter().map(|&index| weight(index)).sum();
    let drawn = random.unit() * total;
    let mut sum = 0.0;
    for &index in set {
        sum += weight(index);
        if drawn < sum {
            return index;
        }
    }
    set[set.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(label: Option<Label>, votes: u32, similarity: f64) -> Classification {
        Classification { label, votes, similarity }
    }

    /// Draws per class, of 10,000.
    fn drawn<const N: usize>(classifications: [Classification; N]) -> [u32; N] {
        let (mut random, mut counts) = (Random::new(1), [0; N]);
        for _ in 0..10_000 {
            counts[select(&classifications, &mut random)] += 1;
        }
        counts
    }

    fn assert_near<const N: usize>(counts: [u32; N], expected: [u32; N]) {
        // Four standard deviations of a binomial count of 10,000 are at most 200.
        let is_near = counts.iter().zip(expected).all(|(count, expected)| count.abs_diff(expected) < 200);
        assert!(is_near, "{counts:?}, not {expected:?}");
    }

    const FEASIBLE: Option<Label> = Some(Label::Feasible);
    const INFEASIBLE: Option<Label> = Some(Label::Infeasible);

    #[test]
    fn the_four_sets_are_drawn_with_50_30_15_and_5_percent() {
        let all = [(INFEASIBLE, 3), (INFEASIBLE, 2), (FEASIBLE, 2), (FEASIBLE, 3)];
        let counts = drawn(all.map(|(label, votes)| classified(label, votes, 0.5)));
        assert_near(counts, [500, 1_500, 3_000, 5_000]);
    }

    #[test]
    fn empty_set_falls_through_to_next_and_last_to_first() {
        let counts = drawn([classified(FEASIBLE, 3, 0.5), classified(INFEASIBLE, 2, 0.5)]);
        // The second set falls through to the third, and the fourth to the first.
        assert_near(counts, [5_500, 4_500]);
    }

    #[test]
    fn within_a_set_similarity_is_the_weight() {
        // The paper's example of a cumulative: 5, 7, 2, 4.
        let counts = drawn([5.0, 7.0, 2.0, 4.0].map(|weight| classified(FEASIBLE, 3, weight)));
        assert_near(counts, [5, 7, 2, 4].map(|weight| 10_000 * weight / 18));
    }

    #[test]
    fn unknown_alternative_is_drawn_as_likely_feasible() {
        let counts = drawn([classified(None, 0, 0.0), classified(FEASIBLE, 2, 0.5)]);
        assert_near(counts, [5_000, 5_000]);
    }

    #[test]
    fn unsolved_alternatives_are_tried_more_than_infeasible_ones() {
        let counts = drawn([classified(Some(Label::NotSolved), 3, 0.5), classified(INFEASIBLE, 3, 0.5)]);
        // The first two sets are empty and fall through to the third.
        assert_near(counts, [9_500, 500]);
    }
}
