//! Types that meet bounds, by the sources of the package.

pub(crate) mod view;
pub(crate) mod well_formed;
pub(crate) mod met;
pub(crate) mod unified;
pub(crate) mod functions;
mod blocks;
pub(crate) mod implementing;
pub(crate) mod defaults;
