//! The arguments of the attribute, and the attributes `#[sbst(…)]` on parameters, fields and types.

pub(crate) mod ours;
pub mod arguments;
pub mod bounds;
pub(crate) mod stand_ins;
pub(crate) mod template;
pub mod keys;
