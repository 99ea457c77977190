//! Types that meet bounds, as the sources of the package show them.

pub(crate) mod view;
pub(crate) mod well_formed;
pub(crate) mod met;
pub(crate) mod unified;
pub(crate) mod functions;
mod blocks;
pub(crate) mod implementing;
pub(crate) mod defaults;
