//! The prediction if an alternative is feasible: k-nearest neighbours.
//!
//! Tardis, sections 4.3 and 4.5.
//!
//! 1. An example is a fingerprint with its fate. The [`NEIGHBOURS`] examples most similar to an
//!    alternative vote.
//! 2. The label is that of the majority; the *vote* is the size of the majority. (Tardis' code
//!    takes the minority's, so a vote is never unanimous.)
//! 3. Classified alternatives are reclassified when the number of examples has grown by a
//!    threshold; others at once.
//!
//! # Where the paper is open, or mistaken
//! 4. There are three labels, because a solver proves infeasibility. Tardis treats alternatives
//!    unsolved in time as infeasible ([`Labels::Tardis`]).
//! 5. *Infeasible* and *not solved* vote together against *feasible*, and the more frequent of them
//!    is the label; of equally frequent ones, the nearer. Its vote counts its own voters.
//! 6. An example without a common bit has no vote. With fewer than three voters, the majority is
//!    that of the existing ones. A tie is decided by the most similar one.
//! 7. Of equally similar examples the newer one votes: recent examples are about the current
//!    attempts.
//! 8. Without any voter an alternative is *unknown*.
//! 9. An example with an existing fingerprint and label is not added: copies of one clause would
//!    fill all three places. Beyond [`MOST_EXAMPLES`], the oldest is dropped.

use super::fingerprint::Fingerprint;
use std::collections::{BTreeSet, VecDeque};

/// k (paper, section 4.3).
pub(super) const NEIGHBOURS: usize = 3;
/// The most examples to keep: comparing with all of them takes about 50 µs.
const MOST_EXAMPLES: usize = 2_048;

/// The fate of an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    Feasible,
    /// Proved.
    Infeasible,
    NotSolved,
}

/// The distinguished labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    #[default]
    Three,
    /// Two, as in Tardis: an unsolved alternative counts as infeasible.
    Tardis,
}

/// A prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Classification {
    /// `None` if unknown.
    pub(super) label: Option<Label>,
    /// The voters for this label.
    pub(super) votes: u32,
    /// The mean similarity of all voters.
    pub(super) similarity: f64,
}

#[derive(Debug)]
pub(super) struct Classifier {
    labels: Labels,
    examples: VecDeque<(Fingerprint, Label)>,
    known: BTreeSet<(Fingerprint, Label)>,
    added: usize,
}

impl Classifier {
    pub(super) fn new(labels: Labels) -> Classifier {
        Classifier { labels, examples: VecDeque::new(), known: BTreeSet::new(), added: 0 }
    }

    /// Examples added so far.
    pub(super) fn added(&self) -> usize {
        self.added
    }

    pub(super) fn add(&mut self, fingerprint: Fingerprint, label: Label) {
        let label = match (self.labels, label) {
            (Labels::Tardis, Label::NotSolved) => Label::Infeasible,
            _ => label,
        };
        if !self.known.insert((fingerprint, label)) {
            return;
        }
        self.examples.push_back((fingerprint, label));
        self.added += 1;
        if self.examples.len() > MOST_EXAMPLES {
            if let Some(oldest) = self.examples.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }

    /// Rules 1, 2 and 5 to 8.
    pub(super) fn classify(&self, fingerprint: &Fingerprint) -> Classification {
        let voters = self.neighbours(fingerprint);
        let count =
            |wanted: &[Label]| voters.iter().filter(|(_, label)| wanted.contains(label)).count() as u32;
        let nearest =
            |wanted: &[Label]| voters.iter().map(|(_, label)| *label).find(|label| wanted.contains(label));
        let against = [Label::Infeasible, Label::NotSolved];
        let majority = match (count(&[Label::Feasible]), count(&against)) {
            (feasible, others) if feasible > others => Some(Label::Feasible),
            (feasible, others) if feasible < others => match (count(&against[..1]), count(&against[1..])) {
                (infeasible, unsolved) if infeasible > unsolved => Some(Label::Infeasible),
                (infeasible, unsolved) if infeasible < unsolved => Some(Label::NotSolved),
                _ => nearest(&against),
            },
            _ => voters.first().map(|(_, label)| *label),
        };
        let sum: f64 = voters.iter().map(|(similarity, _)| similarity).sum();
        Classification {
            label: majority,
            votes: majority.map_or(0, |label| count(&[label])),
            similarity: if voters.is_empty() { 0.0 } else { sum / voters.len() as f64 },
        }
    }

    /// The voters with their similarities, the most similar first.
    fn neighbours(&self, fingerprint: &Fingerprint) -> Vec<(f64, Label)> {
        let mut voters: Vec<(f64, Label)> = Vec::with_capacity(NEIGHBOURS + 1);
        for (example, label) in self.examples.iter().rev() {
            let similarity = fingerprint.similarity(example);
            let place = voters.partition_point(|(other, _)| *other >= similarity);
            if similarity > 0.0 && place < NEIGHBOURS {
                voters.insert(place, (similarity, *label));
                voters.truncate(NEIGHBOURS);
            }
        }
        voters
    }
}

#[cfg(test)]
mod tests {
    use super::super::fingerprint::Hashed;
    use super::Label::{Feasible, Infeasible, NotSolved};
    use super::*;

    /// A fingerprint of these clauses, all with the same abstract clause.
    fn print(clauses: &[u64]) -> Fingerprint {
        Fingerprint::from_clauses(clauses.iter().map(|&specific| Hashed { general: 1, specific }))
    }

    fn trained(labels: Labels, examples: &[(&[u64], Label)]) -> Classifier {
        let mut classifier = Classifier::new(labels);
        examples.iter().for_each(|(clauses, label)| classifier.add(print(clauses), *label));
        classifier
    }

    fn predicted(labels: Labels, examples: &[(&[u64], Label)]) -> (Option<Label>, u32) {
        let classification = trained(labels, examples).classify(&print(&[1]));
        (classification.label, classification.votes)
    }

    #[test]
    fn the_majority_of_three_wins_and_its_votes_are_counted() {
        let near: &[u64] = &[1];
        let examples = [(near, Feasible), (&[1, 2], Infeasible), (&[1, 3], Infeasible)];
        assert_eq!(predicted(Labels::Three, &examples), (Some(Infeasible), 2));
        let examples = [(near, Feasible), (&[1, 2], Feasible), (&[1, 3], Feasible)];
        assert_eq!(predicted(Labels::Three, &examples), (Some(Feasible), 3), "unanimous");
    }

    #[test]
    fn only_the_three_most_similar_vote() {
        let examples: [(&[u64], Label); 5] = [
            (&[1, 2, 3, 4, 5, 6], Infeasible),
            (&[1, 2, 3, 4, 5, 6, 7], Infeasible),
            (&[1], Feasible),
            (&[1, 2], Feasible),
            (&[1, 3], Feasible),
        ];
        assert_eq!(predicted(Labels::Three, &examples), (Some(Feasible), 3));
    }

    #[test]
    fn infeasible_and_unsolved_examples_vote_together() {
        let examples: [(&[u64], Label); 3] =
            [(&[1], Feasible), (&[1, 2], Infeasible), (&[1, 3, 4], NotSolved)];
        let (label, votes) = predicted(Labels::Three, &examples);
        assert_eq!((label, votes), (Some(Infeasible), 1), "the nearer of the two");
        assert_eq!(predicted(Labels::Tardis, &examples), (Some(Infeasible), 2));
    }

    #[test]
    fn two_voters_that_disagree_follow_the_nearer() {
        let examples: [(&[u64], Label); 2] = [(&[1], Infeasible), (&[1, 2], Feasible)];
        assert_eq!(predicted(Labels::Three, &examples), (Some(Infeasible), 1));
    }

    #[test]
    fn of_equally_similar_examples_the_newer_votes() {
        let examples: [(&[u64], Label); 2] = [(&[1], Infeasible), (&[1], Feasible)];
        assert_eq!(predicted(Labels::Three, &examples), (Some(Feasible), 1));
    }

    #[test]
    fn without_a_similar_example_the_label_is_unknown() {
        let mut classifier = Classifier::new(Labels::Three);
        classifier.add(Fingerprint::default(), Feasible);
        let classification = classifier.classify(&print(&[1]));
        assert_eq!(classification, Classification { label: None, votes: 0, similarity: 0.0 });
    }

    #[test]
    fn similarity_is_the_mean_of_the_voters() {
        let classifier = trained(Labels::Three, &[(&[1], Feasible), (&[1, 2], Feasible)]);
        let expected = (1.0 + print(&[1]).similarity(&print(&[1, 2]))) / 2.0;
        assert_eq!(classifier.classify(&print(&[1])).similarity, expected);
    }

    #[test]
    fn duplicate_examples_are_ignored_and_oldest_dropped() {
        let mut classifier = trained(Labels::Three, &[(&[1], Feasible), (&[1], Feasible)]);
        assert_eq!(classifier.classify(&print(&[1])).votes, 1);
        for number in 0..3 * MOST_EXAMPLES as u64 {
            let clause = Hashed { general: number, specific: number };
            classifier.add(Fingerprint::from_clauses([clause]), NotSolved);
        }
        assert!(classifier.examples.len() <= MOST_EXAMPLES);
        assert_eq!(classifier.examples.len(), classifier.known.len());
    }
}
