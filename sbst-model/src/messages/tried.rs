//! Event sequences tried by a search for a goal, by the numbers of the event graph.

/// The most sequences to keep of those tried for a goal: the nearest.
pub const MOST_KEPT: usize = 3;

/// The sequences tried for a goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriedSequences {
    pub count: u32,
    /// Evaluations spent on all sequences, including abandoned ones.
    pub evaluations: u64,
    /// Some of them, the nearest first.
    pub nearest: Vec<TriedSequence>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TriedSequence {
    /// Its definitions in order, each with the variables that must keep their values after it.
    pub definitions: Vec<(u32, Vec<u32>)>,
    /// The missing part of it; `None` if it was executed, but the goal was not reached.
    pub missing: Option<MissingOutcome>,
}

/// The first outcome missing in an execution.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingOutcome {
    pub condition: u32,
    pub outcome: bool,
    /// The least distance to it.
    pub distance: f64,
}

impl TriedSequences {
    pub fn is_empty(&self) -> bool {
        self.evaluations == 0
    }

    /// Records a completely tried sequence.
    pub fn note(&mut self, sequence: TriedSequence) {
        self.count += 1;
        self.keep(sequence);
    }

    /// Adds the sequences of an earlier turn.
    pub fn add(&mut self, earlier: &TriedSequences) {
        self.count += earlier.count;
        self.evaluations += earlier.evaluations;
        earlier.nearest.iter().for_each(|sequence| self.keep(sequence.clone()));
    }

    /// Keeps a sequence if it is among the nearest; of those with the same definitions, the
    /// nearest.
    fn keep(&mut self, sequence: TriedSequence) {
        let same = |other: &TriedSequence| other.definitions == sequence.definitions;
        if let Some(known) = self.nearest.iter().position(same) {
            if self.nearest[known].distance() <= sequence.distance() {
                return;
            }
            self.nearest.remove(known);
        }
        let is_before = |other: &TriedSequence| other.distance() <= sequence.distance();
        let place = self.nearest.partition_point(is_before);
        self.nearest.insert(place, sequence);
        self.nearest.truncate(MOST_KEPT);
    }
}

impl TriedSequence {
    /// The distance to the missing outcome: a sequence executed in vain is the least useful.
    fn distance(&self) -> f64 {
        self.missing.as_ref().map_or(f64::INFINITY, |missing| missing.distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(definition: u32, distance: f64) -> TriedSequence {
        let missing = MissingOutcome { condition: 0, outcome: true, distance };
        TriedSequence { definitions: vec![(definition, vec![0])], missing: Some(missing) }
    }

    #[test]
    fn nearest_sequences_of_all_turns_stay_once() {
        let mut earlier = TriedSequences { evaluations: 70, ..TriedSequences::default() };
        for (node, distance) in [(0, 4.0), (1, 2.0), (2, 9.0), (3, 8.0)] {
            earlier.note(sequence(node, distance));
        }
        let mut tried = TriedSequences { evaluations: 30, ..TriedSequences::default() };
        tried.note(sequence(0, 3.0));
        tried.note(sequence(0, 5.0));
        tried.add(&earlier);
        assert_eq!((tried.count, tried.evaluations), (6, 100));
        assert_eq!(tried.nearest, [sequence(1, 2.0), sequence(0, 3.0), sequence(3, 8.0)]);
    }
}
