//! A hash that is equal for equal bytes on every machine and in every version of Rust.

/// The hash of Fowler, Noll and Vo, version 1a, with 64 bits: chosen for its simplicity.
///
/// ```
/// use sbst_vocabulary::{fnv1a, Fnv1a};
///
/// let mut hash = Fnv1a::default();
/// hash.add(b"fo");
/// hash.add(b"obar");
/// assert_eq!((hash.value(), fnv1a(*b"foobar")), (0x8594_4171_f739_67e8, 0x8594_4171_f739_67e8));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn value(self) -> u64 {
        self.0
    }
}

pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mut hash = Fnv1a::default();
    bytes.into_iter().for_each(|byte| hash.add(&[byte]));
    hash.value()
}
