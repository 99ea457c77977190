//! Types that meet bounds, by the sources of the package.

pub(crate) mod view;
pub(crate) mod well_formed;
pub(crate) mod matching_type;
pub(crate) mod unification;
pub(crate) mod functions;
mod blocks;
pub(crate) mod implementations;
pub(crate) mod defaults;
