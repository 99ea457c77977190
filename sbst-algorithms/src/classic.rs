//! MIO and MOSA as in Fraser's notebook ("Search-Based Test Generation", part 2), as baselines: its
//! operators, its parameters and its budget of 500 generations of 50 tests. Values are never
//! literals of the source, special values, or copies from elsewhere in the test; these cannot be
//! turned on. The notebook has no random search.
//!
//! # Parameters
//! * Population 50, 500 generations: 25,000 evaluations. Crossover with probability 0.7, at a
//!   single point.
//! * Each of n positions is changed with probability 1/n.
//! * Integers: with probability 0.9 a Gaussian step with a deviation of 1 % of MAX, truncated and
//!   clamped; else drawn again from MIN to MAX. MIN and MAX are the ends of the shape's range, and
//!   if MIN is the farther from zero, 1 % of that.
//! * Texts: 10 characters from the blank to the tilde. Of n characters each is deleted with
//!   probability 1/n; each of those that remain takes a Gaussian step with a deviation of 100,
//!   modulo 65,536, with the same probability; and at random places new ones are inserted with
//!   probability 0.1, a second with 0.01 and so on, up to 10 in all.
//! * MIO: P from 0.5 to 0, n from 10 to 1 and m from 1 to 10, truncated, until half of the budget
//!   is spent (F).
//!
//! # Peculiarities of the notebook that are kept
//! * Distances are normalised before they are compared; one that rounds to 1 counts as unreached.
//! * Random strings always have 10 characters, within the lengths allowed.
//! * A mutated test may equal its parent, and is evaluated all the same.
//! * A text of one character loses it whenever it is mutated.
//! * Crossover may cut before the first or after the last position, and at the same position of
//!   both parents, though it is drawn for the first.
//! * MIO: P, n and m are updated after an offspring was made with the old ones, and before the
//!   archive is.
//! * MIO: `current` is the last test that the archive accepted, even long ago; an empty one counts
//!   as none. New and sampled tests replace it only if accepted.
//! * MIO: drawing and sampling count as the first mutation, so with m = 1 nothing is mutated twice.
//! * MIO: a covering test that is shorter, in positions, is an update too, and becomes `current`.
//!   The counter of a covered goal is reset then; the goal is sampled again if no other goal has
//!   tests.
//! * MIO: the worst of a population is replaced by a better test even if the population has that
//!   already, or has room.
//! * MIO: ties between counters are broken at random.
//! * MOSA: copies of a preferred test are left out, so the population may shrink, and its offspring
//!   with it.
//! * MOSA: for a goal that no test reached, the first test of the population is preferred; among
//!   equals the first, which is an older one. Length does not count.
//! * MOSA: of tests with equal crowding distances in a tournament the first wins.
//!
//! # Peculiarities that are not kept
//! * MOSA: within a front, tests are in the order in which the sorting found them, which decides
//!   ties. Here they are ordered by age; the fronts are the same.
//! * MOSA: an infinite crowding distance is the greatest integer, which further objectives may
//!   raise by one. Here it is infinite.
//! * MOSA: all 500 generations are made, and one population before: 25,050 evaluations. Here it is
//!   25,000; both end when everything is covered.
//! * The notebook takes the first or the shorter of two tests that cover a goal. Here the tool's
//!   archive decides for every algorithm alike; MIO's own archive is the notebook's.
//! * Characters are numbers below 65,536, surrogates among them. Here a surrogate becomes the
//!   nearest character.
//! * `random.gauss` has unlimited tails. Here [`Random::gaussian`](sbst_search::Random::gaussian)
//!   ends at 6 deviations.
//!
//! # Other shapes
//! The notebook has integers and texts. Here the positions of a test are its leaves (numbers,
//! booleans, characters, texts) and its structures (lengths of sequences, variants of sums). Floats
//! are treated like integers; where they have no bounds they end at a million. Characters are
//! treated like those of a text, and booleans are inverted. Elements of a sequence are deleted and
//! inserted like characters of a text; a variant is drawn again. The tool's own operators decide
//! the number of elements and the variants of a random test, with the above sources of values
//! disabled. All bounds are kept.

mod leaves;
mod operators;
mod archive;
pub(crate) mod mio;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod golden_mosa;

pub use operators::ClassicOperators;
