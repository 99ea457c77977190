//! Acts that a sandbox refuses.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there is no sandbox"))]
pub enum Act {
    /// Reading a file or a folder.
    Read,
    /// Creating or writing a file, a folder or a link.
    Write,
    /// Deleting a file or a folder.
    Delete,
    /// Changing permissions, owners, times or attributes.
    Permissions,
    /// Writing more than the limits of the scratch directory.
    FillDisk,
    /// Starting a process or another program.
    Process,
    /// Signalling another process, or changing its limits.
    Signal,
    /// Reading or steering another process.
    Inspect,
    /// Opening a socket.
    Network,
    /// Using memory, semaphores or queues that processes share by name.
    SharedMemory,
    /// Changing the system: mounts, clocks, modules, keys.
    System,
}

impl Act {
    /// Describes the act: "write a file".
    pub fn text(self) -> &'static str {
        match self {
            Act::Read => "read a file",
            Act::Write => "write a file",
            Act::Delete => "delete a file",
            Act::Permissions => "change permissions",
            Act::FillDisk => "fill the disk",
            Act::Process => "start a process",
            Act::Signal => "signal a process",
            Act::Inspect => "inspect a process",
            Act::Network => "open a socket",
            Act::SharedMemory => "share memory",
            Act::System => "change the system",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    pub count: u64,
    /// The object of the first act: a path, or the name of the system call.
    pub example: String,
}

/// The refused acts of a process by kind.
pub type Refusals = BTreeMap<Act, Refused>;

/// Adds `more` to `refusals`; existing examples stay.
pub fn merge(refusals: &mut Refusals, more: Refusals) {
    for (act, Refused { count, example }) in more {
        refusals.entry(act).or_insert(Refused { count: 0, example }).count += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_refusals_add_up_and_keep_the_first_example() {
        let once =
            |example: &str| Refusals::from([(Act::Write, Refused { count: 2, example: example.into() })]);
        let mut all = once("/a");
        merge(&mut all, once("/b"));
        assert_eq!(all[&Act::Write], Refused { count: 4, example: "/a".into() });
    }
}
