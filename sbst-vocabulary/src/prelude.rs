//! Names in scope without an import.

/// Types and traits that the prelude has in every edition, in alphabetical order.
const OF_ALL_EDITIONS: [&str; 35] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "Unpin",
    "Vec",
];

/// Traits in the prelude since edition 2021.
const SINCE_2021: [&str; 3] = ["FromIterator", "TryFrom", "TryInto"];

/// True if the name of a type, trait or variant is in the prelude of every edition.
///
/// ```
/// assert!(sbst_vocabulary::prelude::is_in_every_edition("Vec"));
/// assert!(!sbst_vocabulary::prelude::is_in_every_edition("TryFrom"));
/// ```
pub fn is_in_every_edition(name: &str) -> bool {
    OF_ALL_EDITIONS.contains(&name)
}

/// True if the name of a type, trait or variant is in the prelude of some edition.
///
/// ```
/// assert!(sbst_vocabulary::prelude::is_in_some_edition("TryFrom"));
/// assert!(!sbst_vocabulary::prelude::is_in_some_edition("HashMap"));
/// ```
pub fn is_in_some_edition(name: &str) -> bool {
    is_in_every_edition(name) || SINCE_2021.contains(&name)
}
