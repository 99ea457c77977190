//! The lengths of sequences while a search stalls: of calls on an object, or of elements.
//!
//! # Policy
//! 1. Most goals need short sequences, and short tests are fast, so drawn lengths are geometric
//!    with a mean of [`MEAN`].
//! 2. After [`STALL`] evaluations without an improvement the mean may be doubled, and again
//!    whenever this number of evaluations has doubled, at most [`MOST_DOUBLINGS`] times. An
//!    improvement resets it.
//! 3. Half of the tests keep the lengths of rule 1, since most goals need short ones. Each of the
//!    others has its own number of doublings, all allowed ones equally likely.
//! 4. Only outermost sequences are longer: otherwise sizes would multiply.
//! 5. A mutation that repeats a run of elements may repeat it as many times as the mean has grown.
//!
//! Rule 5 is Randoop's repetition (Pacheco, Lahiri, Ernst and Ball, "Feedback-directed random test
//! generation", ICSE 2007), which fills containers until they grow. There a tenth of all calls is
//! repeated; here none is before a search stalls.

use crate::operator::random::Random;

/// The mean number of elements beyond the least: loops run none, one, several times.
const MEAN: f64 = 3.0;
/// Evaluations without an improvement after which lengths double: most coverable goals are covered
/// by then.
const STALL: u64 = 1_000;
/// The most doublings of the mean: to 48, beyond which most tests would have the greatest size.
const MOST_DOUBLINGS: u32 = 4;

/// The lengths of the test that is being drawn or changed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stretch {
    /// The most doublings of a test.
    allowed: u32,
    /// Doublings of this test.
    doublings: u32,
}

impl Stretch {
    /// Allows doublings after this number of evaluations without an improvement (rule 2).
    pub(crate) fn allow(&mut self, stalled: u64) {
        self.allowed = (stalled / STALL).checked_ilog2().map_or(0, |half| (half + 1).min(MOST_DOUBLINGS));
    }

    /// Rule 3, for the next test. Before a search stalls, no random number is drawn.
    pub(crate) fn begin(&mut self, random: &mut Random) {
        self.doublings = match self.allowed {
            0 => 0,
            _ if random.coin() => 0,
            allowed => 1 + random.below(u64::from(allowed)) as u32,
        };
    }

    /// Returns the chance of one more element in a drawn sequence.
    pub(crate) fn continuing(self) -> f64 {
        let mean = MEAN * self.factor() as f64;
        mean / (mean + 1.0)
    }

    /// Rule 5: returns the most repetitions of a run.
    pub(crate) fn factor(self) -> u64 {
        1 << self.doublings
    }

    /// Rule 4: returns the lengths within a sequence.
    pub(crate) fn within(self) -> Stretch {
        Stretch { doublings: 0, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the doublings of some tests after this number of evaluations without an improvement.
    fn doublings(stalled: u64) -> Vec<u32> {
        let (mut stretch, mut random) = (Stretch::default(), Random::new(1));
        stretch.allow(stalled);
        let drawn = (0..1_000).map(|_| {
            stretch.begin(&mut random);
            stretch.doublings
        });
        let mut drawn: Vec<u32> = drawn.collect();
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }

    #[test]
    fn lengths_double_with_stall_and_short_ones_stay() {
        assert_eq!([0, STALL - 1].map(doublings), [[0], [0]]);
        assert_eq!(doublings(STALL), [0, 1]);
        assert_eq!(doublings(2 * STALL - 1), [0, 1]);
        assert_eq!(doublings(2 * STALL), [0, 1, 2]);
        assert_eq!(doublings(u64::MAX), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn lengths_and_random_numbers_are_unchanged_before_a_stall() {
        let (mut stretch, mut random) = (Stretch::default(), Random::new(1));
        stretch.allow(STALL - 1);
        stretch.begin(&mut random);
        assert_eq!((stretch.continuing(), stretch.factor()), (0.75, 1));
        assert_eq!(random.bits(), Random::new(1).bits());
    }
}
