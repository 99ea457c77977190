//! Arrays of bytes of any length: magic numbers and keys, `header == *b"TZif"`.
//!
//! Generic code cannot test if a type is an array of some length. So a table has the lengths up to
//! [`LONGEST`], by type identity.

use super::Typed;
use crate::sorted::sort;
use std::any::TypeId;
use std::sync::OnceLock;

/// Length of the longest known arrays: a digest of 512 bits.
const LONGEST: usize = 64;

/// The references between a value and the array.
#[derive(Clone, Copy)]
enum Way {
    Itself,
    Reference,
    References,
}

type Table = Vec<(TypeId, Way, usize)>;

macro_rules! of_lengths {
    ($($length:literal)*) => {
        /// Returns the table of all such types, by identity.
        fn table() -> Table {
            let mut table = vec![$(
                (TypeId::of::<[u8; $length]>(), Way::Itself, $length),
                (TypeId::of::<&[u8; $length]>(), Way::Reference, $length),
                (TypeId::of::<&&[u8; $length]>(), Way::References, $length),
            )*];
            sort(&mut table, |a, b| a.0.cmp(&b.0));
            table
        }
    };
}
of_lengths! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
    48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
}

/// Returns the bytes, if the value is such an array or refers to one.
pub(super) fn bytes(value: Typed<'_>) -> Option<&[u8]> {
    static TABLE: OnceLock<Table> = OnceLock::new();
    // Larger values are not such arrays, and skip the look-up.
    if value.size > LONGEST {
        return None;
    }
    let table = TABLE.get_or_init(table);
    let index = table.binary_search_by_key(&value.identity, |(identity, ..)| *identity).ok()?;
    let (_, way, length) = table[index];
    let value = value.address;
    // SAFETY: by its identity, it is such an array, or a reference to it, or a reference to such a
    // reference, up to lifetimes. The referent lives as long as the reference, and is not used for
    // longer than `value`.
    unsafe {
        let first: *const u8 = match way {
            Way::Itself => value.cast(),
            Way::Reference => value.cast::<*const u8>().read(),
            Way::References => value.cast::<*const *const u8>().read().read(),
        };
        Some(std::slice::from_raw_parts(first, length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<V: ?Sized>(value: &V) -> Option<&[u8]> {
        super::bytes(Typed::new(value))
    }

    #[test]
    fn arrays_of_bytes_are_known_also_behind_references() {
        let magic = *b"TZif";
        for found in [bytes(&magic), bytes(&&magic), bytes(&&&magic)] {
            assert_eq!(found, Some(&magic[..]));
        }
        assert_eq!(bytes(&[7_u8; LONGEST]), Some(&[7; LONGEST][..]));
        assert_eq!(bytes(&[0_u8; 0]), Some(&[][..]));
    }

    #[test]
    fn values_of_other_types_are_no_arrays_of_bytes() {
        assert_eq!(bytes(&[0_u8; LONGEST + 1]), None);
        assert_eq!(bytes(&[0_i8; 4]), None);
        assert_eq!(bytes("TZif"), None);
        assert_eq!(bytes(&7_u32), None);
        assert_eq!(bytes(&[b'a', b'b'][..]), None, "types without a length are recognised elsewhere");
    }
}
