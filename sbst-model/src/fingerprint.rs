//! Fingerprints: numbers that are equal for equal bytes, on every machine and in every version of
//! Rust.

pub use sbst_vocabulary::{fnv1a, Fnv1a};

/// The fingerprint of a text: FNV-1a, for its simplicity, followed by the finaliser of MurmurHash3
/// (fmix64). Without it, texts with a common beginning are near to each other.
///
/// ```
/// use sbst_model::fingerprint::hash_text;
///
/// assert_eq!(hash_text("a"), hash_text("a"));
/// assert_ne!(hash_text("a"), hash_text("b"));
/// ```
pub fn hash_text(text: &str) -> u64 {
    let mut hash = fnv1a(text.bytes());
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
    }
    hash ^ (hash >> 33)
}
