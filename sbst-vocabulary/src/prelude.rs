//! Names in scope without an import.

use crate::standard::{traits, types};

/// True if the name of a type, trait or variant is in the prelude of every edition.
///
/// ```
/// assert!(sbst_vocabulary::prelude::is_in_every_edition("Vec"));
/// assert!(!sbst_vocabulary::prelude::is_in_every_edition("TryFrom"));
/// ```
pub fn is_in_every_edition(name: &str) -> bool {
    types::is(name, types::Fact::Prelude)
        || traits::is(name, traits::Fact::Prelude)
        || ["Err", "None", "Ok", "Some"].contains(&name)
}

/// True if the name of a type, trait or variant is in the prelude of some edition.
///
/// ```
/// assert!(sbst_vocabulary::prelude::is_in_some_edition("TryFrom"));
/// assert!(!sbst_vocabulary::prelude::is_in_some_edition("HashMap"));
/// ```
pub fn is_in_some_edition(name: &str) -> bool {
    is_in_every_edition(name) || traits::is(name, traits::Fact::Prelude2021)
}
