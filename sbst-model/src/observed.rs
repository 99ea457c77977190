//! Files left for the command by the processes of a user's own tests, in the directory named by
//! [`DIRECTORY`]:
//!
//! * a text *registry* per executable: a line that identifies the executable, then a line for each
//!   of its targets;
//! * binary *counts* per process that evaluated a condition: a header, and consecutive regions of
//!   slots.
//!
//! 1. A registry's name is a hash of its content. So the many processes of one executable write it
//!    once, and the many executables of the documentation's tests share it.
//! 2. A region has a slot for each condition in the executable. Slot 0 is unused. Each thread
//!    records into its own region. So the counts of a condition are the sums over all regions of
//!    all files, and distances are minima.
//! 3. Numbers are in the byte order of the machine, which also reads them.
//! 4. Files may be read at any time: counts only grow, and slots without a record are zero.

use crate::target::TargetDescription;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The environment variable with the directory, absolute. Processes without it use its value from
/// the compilation of the runtime.
pub const DIRECTORY: &str = "SBST_OBSERVE_DIRECTORY";

/// The environment variable by which the command requests only the registry of an executable.
pub const ANNOUNCE: &str = "SBST_OBSERVE_ANNOUNCE";

/// Bytes of the header of a file of counts.
pub const HEADER: usize = 32;
/// Bytes of a slot: the counts of false and of true, and the least distances to both as bits of a
/// magnitude, zero if unmeasured.
pub const SLOT: usize = 32;

/// The first bytes of a file of counts: `sbst`, and the version of the format.
const MAGIC: u64 = u64::from_le_bytes(*b"sbst-c-1");

/// The first line of a registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executable {
    pub version: String,
    pub path: String,
}

/// Each further line of a registry.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedTarget {
    pub description: TargetDescription,
    pub slots: Vec<u32>,
}

pub fn registry_name(hash: u64) -> String {
    format!("registry-{hash:016x}")
}

/// The name of a file of counts: the `attempt`th one for a process, until the name is free.
pub fn counts_name(process: u32, attempt: u32) -> String {
    format!("counts-{process}-{attempt}")
}

/// The header of a file of counts, for an executable with this hash of its registry and this number
/// of slots in a region.
pub fn header(registry: u64, slots: u32) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    for (part, number) in header.chunks_exact_mut(8).zip([MAGIC, registry, slots.into(), 0]) {
        part.copy_from_slice(&number.to_ne_bytes());
    }
    header
}

/// The record of a condition.
///
/// ```
/// use sbst_model::observed::{header, read_counts};
///
/// // one region of one slot: false once, true twice, and 0.5 away from another outcome
/// let slot = [1, 2, 0, 0.5_f64.to_bits()].map(u64::to_ne_bytes).concat();
/// let file = [header(7, 1).to_vec(), slot].concat();
/// let (registry, tallies) = read_counts(&file).unwrap();
/// assert_eq!((registry, tallies[0].counts), (7, [1, 2]));
/// assert_eq!(tallies[0].nearest, [None, Some(0.5)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Occurrences of the outcomes: false, true.
    pub counts: [u64; 2],
    /// The least distances to the outcomes, if measured: to false, to true.
    pub nearest: [Option<f64>; 2],
}

impl Tally {
    pub fn merge(&mut self, other: &Tally) {
        for (count, other) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(other);
        }
        for (nearest, other) in self.nearest.iter_mut().zip(other.nearest) {
            *nearest = match (*nearest, other) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (known, None) | (None, known) => known,
            };
        }
    }
}

/// The reason why a file is not one of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounts {
    /// It is shorter than its header, as if its process had not written that yet.
    TooShort,
    /// It has another beginning: that of another version, or of something else.
    OtherFormat,
    /// It has no slots, or too many.
    SlotCount,
}

impl Display for NotCounts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotCounts::TooShort => "it is too short",
            NotCounts::OtherFormat => "it is no file of counts, or one of another version",
            NotCounts::SlotCount => "its number of slots is wrong",
        })
    }
}

impl Error for NotCounts {}

/// The hash of the registry of a file of counts, and the record of each slot.
///
/// # Errors
/// If the file was not written by [`header`] and its followers, or is still empty.
pub fn read_counts(file: &[u8]) -> Result<(u64, Vec<Tally>), NotCounts> {
    let words = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default())).collect()
    };
    let (header, regions) = file.split_at_checked(HEADER).ok_or(NotCounts::TooShort)?;
    let [magic, registry, slots, _] = words(header)[..] else { return Err(NotCounts::TooShort) };
    if magic != MAGIC {
        return Err(NotCounts::OtherFormat);
    }
    let slots = usize::try_from(slots).ok().filter(|slots| (1..=u32::MAX as usize).contains(slots));
    let slots = slots.ok_or(NotCounts::SlotCount)?;
    let mut tallies = vec![Tally::default(); slots];
    for region in regions.chunks(slots.saturating_mul(SLOT)) {
        for (tally, slot) in tallies.iter_mut().zip(region.chunks_exact(SLOT)) {
            tally.merge(&read_tally(&words(slot)));
        }
    }
    Ok((registry, tallies))
}

fn read_tally(words: &[u64]) -> Tally {
    let [counts_false, counts_true, to_false, to_true] = words[..] else { return Tally::default() };
    // An unmeasured distance is infinite.
    let distance =
        |bits: u64| Some(f64::from_bits(bits)).filter(|distance| distance.is_finite() && *distance > 0.0);
    Tally { counts: [counts_false, counts_true], nearest: [distance(to_false), distance(to_true)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(registry: u64, slots: u32, words: &[u64]) -> Vec<u8> {
        let words = words.iter().flat_map(|word| word.to_ne_bytes());
        header(registry, slots).into_iter().chain(words).collect()
    }

    #[test]
    fn regions_are_added_up_and_distances_are_minima() {
        let bits = f64::to_bits;
        let regions = [
            [0, 0, 0, 0, 3, 0, 0, bits(2.5)],
            [7, 7, 0, 0, 2, 0, 0, bits(0.5)],
            [0, 0, 0, 0, 0, 1, bits(f64::INFINITY), 0],
        ];
        let (registry, tallies) = read_counts(&file(9, 2, regions.as_flattened())).unwrap();
        assert_eq!(registry, 9);
        assert_eq!(tallies[1], Tally { counts: [5, 1], nearest: [None, Some(0.5)] });
    }

    #[test]
    fn incomplete_file_is_read_to_its_end() {
        let whole = file(1, 2, &[0, 0, 0, 0, 1, 2, 0, 0]);
        assert_eq!(read_counts(&whole).unwrap().1[1].counts, [1, 2]);
        assert_eq!(read_counts(&whole[..HEADER]).unwrap().1, [Tally::default(); 2]);
        assert_eq!(read_counts(&whole[..HEADER + 40]).unwrap().1[1].counts, [0, 0]);
        assert_eq!(read_counts(&whole[..HEADER - 1]), Err(NotCounts::TooShort));
        let other = read_counts(b"something else, but long enough for a header");
        assert_eq!(other, Err(NotCounts::OtherFormat));
        assert_eq!(read_counts(&file(1, 0, &[])), Err(NotCounts::SlotCount));
    }
}
