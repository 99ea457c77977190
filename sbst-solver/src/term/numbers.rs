//! Numbers of a width.

/// Returns the largest number of `width` bits.
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// Returns a number of `width` bits as a signed one.
pub fn sign_extend(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}
