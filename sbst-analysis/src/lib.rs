//! Static analysis of functions, and the annotation of whole crates. Only the command needs these
//! parts of the instrumentation, so no user's build compiles them.
//!
//! * [`annotate`]: the attribute on all functions of a source file;
//! * [`Analysis`]: the conditions of a function, with their branches and definitions;
//! * [`fields`]: the fields of their types that methods read and write;
//! * [`SourceFile`]: the analysis of all functions of a file;
//! * [`events`]: the events of a function on which its conditions depend;
//! * [`construction`]: the parts of inputs on which a condition depends, also through callees, and
//!   the calls that set them.

// Internal crates have no stable interface: an item has docs if its name is not enough.
#![allow(missing_docs)]

pub mod annotate;
pub mod reaching;
mod analysis;
pub mod fields;
mod source_file;
pub mod construction;
pub mod events;

pub use analysis::{Analysis, Condition};
pub use fields::{MethodFields, Role};
pub use sbst_instrument::analysis::*;
pub use source_file::{Function, SourceFile};
