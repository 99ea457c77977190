//! The operations that a store needs from the backend of its objects.

use std::fmt::Debug;
use std::time::SystemTime;

/// An object's name and its content.
pub type Object = (String, Vec<u8>);

/// An object's name, and when it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Relative to the store.
    pub name: String,
    pub written: SystemTime,
}

/// A system that keeps objects by name. A name is a path with `/` between its parts.
pub trait Backend: Debug {
    /// Reads objects, in the order of the names; `None` for a missing one.
    fn read(&self, names: &[String]) -> Vec<anyhow::Result<Option<Vec<u8>>>>;

    /// Writes each object unless there is one of its name: wholly, or not at all. True for an object
    /// that was written; of several writers of one name, one writes.
    fn write_once(&self, objects: &[Object]) -> Vec<anyhow::Result<bool>>;

    /// Lists the objects below a folder, in any order; none for a folder that is not there.
    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>>;
}
