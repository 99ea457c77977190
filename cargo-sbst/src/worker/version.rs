//! The version that worker and command must share.

use crate::cargo::workspace::VERSION;

/// What to say to a worker of another version.
pub fn other_version(version: &str) -> String {
    format!(
        "its executable was built with sbst-runtime {version}, but this is cargo-sbst {VERSION}; run `cargo update \
         -p sbst-runtime --precise {VERSION}`"
    )
}
