//! Values of test cases: their shapes, their construction from nodes, and the observation of
//! results.

pub(crate) mod within;
pub(crate) mod reach;
pub(crate) mod size;
mod deciding;
pub mod store;
pub mod frame;
pub(crate) mod observation;
pub(crate) mod spelling;
pub(crate) mod build;
pub mod fit;
pub mod object_types;
pub mod shapes;
pub(crate) mod callable;
pub mod objects;
pub mod parameter;
pub(crate) mod pinned;
pub(crate) mod input;
pub(crate) mod constructor;
pub(crate) mod arbitrary;
pub(crate) mod part;
pub(crate) mod compose;
pub mod instance;
pub(crate) mod permanent;
pub mod function_value;
mod function_pointers;
pub(crate) mod stand_ins;
pub(crate) mod future;
pub(crate) mod consumption;
pub(crate) mod inspection;
pub(crate) mod formatting;
