//! MIO and MOSA as in Fraser's notebook ("Search-Based Test Generation", part 2), as baselines: its
//! operators, its parameters and its budget of 500 generations of 50 tests. Values are never
//! literals of the source, special values, or copies from elsewhere in the test; these sources stay
//! off. The notebook has no random search.
//!
//! # Parameters
//! * Population 50, 500 generations: 25,000 evaluations. Crossover with probability 0.7, at a
//!   single point.
//! * Each of n positions is changed with probability 1/n.
//! * Integers: with probability 0.9 a Gaussian step with a deviation of 1 % of MAX, truncated and
//!   clamped; else drawn again from MIN to MAX. MIN and MAX are the ends of the shape's range, and
//!   if MIN is the farther from zero, 1 % of that.
//! * Texts: 10 characters from the blank to the tilde. Each of n characters is deleted with
//!   probability 1/n. With the same probability, each remaining character takes a Gaussian step
//!   with a deviation of 100, modulo 65,536. New ones are inserted at random places with
//!   probability 0.1, a second with 0.01 and so on, up to 10 in all.
//! * MIO: P goes from 0.5 to 0, n from 10 to 1 and m from 1 to 10, truncated, until half of the
//!   budget is spent (F).
//!
//! # Peculiarities of the notebook that are kept
//! * Distances are normalised before comparison; a distance rounded to 1 counts as unreached.
//! * Random strings always have 10 characters, within the allowed lengths.
//! * A mutated test may equal its parent, and is evaluated nevertheless.
//! * A text of one character loses it whenever it is mutated.
//! * Crossover may cut before the first or after the last position. Both parents are cut at the
//!   same position, though it is drawn for the first.
//! * MIO: P, n and m are updated after the old ones have made an offspring, and before the archive
//!   is updated.
//! * MIO: `current` is the last test that the archive accepted, even long ago; an empty one counts
//!   as none. New and sampled tests replace it only if accepted.
//! * MIO: drawing and sampling count as the first mutation, so with m = 1 no test is mutated twice.
//! * MIO: a covering test that is shorter, in positions, is an update too, and becomes `current`.
//!   The counter of a covered goal is reset then; the goal is sampled again if no other goal has
//!   tests.
//! * MIO: a better test replaces the worst of a population even if the population already contains
//!   it, or has room.
//! * MIO: ties between counters are broken at random.
//! * MOSA: copies of a preferred test are left out, so the population may shrink, and its offspring
//!   with it.
//! * MOSA: the first test of the population is preferred for a goal without a test; of equals, the
//!   first, which is older. Length does not count.
//! * MOSA: of tests with equal crowding distances in a tournament the first wins.
//!
//! # Peculiarities that are not kept
//! * MOSA: the order of tests within a front, which decides ties, is the order of the sorting. Here
//!   they are ordered by age; the fronts are the same.
//! * MOSA: an infinite crowding distance is the greatest integer, which further objectives may
//!   raise by one. Here it is infinite.
//! * MOSA: all 500 generations are made, and one population before: 25,050 evaluations. Here it is
//!   25,000; both end when everything is covered.
//! * The notebook takes the first or the shorter of two tests that cover a goal. Here the tool's
//!   archive decides for all algorithms; MIO's own archive is the notebook's.
//! * Characters are numbers below 65,536, surrogates among them. Here a surrogate becomes the
//!   nearest character.
//! * `random.gauss` has unlimited tails. Here [`Random::gaussian`](sbst_search::Random::gaussian)
//!   ends at 6 deviations.
//!
//! # Other shapes
//! The notebook has integers and texts. Here the positions of a test are its leaves (numbers,
//! booleans, characters, texts) and its structures (lengths of sequences, variants of sums). Floats
//! are treated like integers; unbounded ones end at a million. Characters are treated like those of
//! a text; booleans are inverted. Elements of a sequence are deleted and inserted like characters
//! of a text; a variant is redrawn. The tool's own operators decide the number of elements and the
//! variants of a random test, with the above sources of values disabled. All bounds are kept.

mod leaves;
mod operators;
mod archive;
pub(crate) mod mio;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod golden_mosa;

pub use operators::ClassicOperators;
