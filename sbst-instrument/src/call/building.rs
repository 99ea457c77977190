//! The building of values of a type: the items that emitted code needs for it.

pub(crate) mod items;
pub(crate) mod names;
pub(crate) mod composition;
pub(crate) mod permanent;
pub(crate) mod input;
pub(crate) mod derive;
pub(crate) mod makers;
pub(crate) mod built_types;
