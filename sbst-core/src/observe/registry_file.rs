//! The registry of this executable, for the command.

use crate::registry::Target;
use sbst_model::fingerprint::Fnv1a;
use sbst_model::observed::{registry_name, Executable, ObservedTarget};
use sbst_wire::to_line;
use std::fs;
use std::io;
use std::path::Path;

/// Writes the registry to the directory, unless it exists, and returns its hash.
///
/// # Errors
/// If it does not exist, and cannot be written.
pub(super) fn write(targets: &[Target], directory: &Path) -> io::Result<u64> {
    let hash = hash(targets);
    let path = directory.join(registry_name(hash));
    if !path.exists() {
        let lines = lines(targets);
        // Whole or not at all: other processes of this executable may write it at the same time.
        let unfinished = directory.join(format!(".{}-{}", registry_name(hash), std::process::id()));
        fs::write(&unfinished, lines)?;
        fs::rename(&unfinished, &path)?;
    }
    Ok(hash)
}

fn lines(targets: &[Target]) -> Vec<u8> {
    let path = std::env::current_exe().unwrap_or_default().to_string_lossy().into_owned();
    let executable = Executable { version: env!("CARGO_PKG_VERSION").to_owned(), path };
    let mut lines = to_line(&executable);
    let mut slot = 1;
    for target in targets {
        let slots = target.active_conditions().map(|(site, _)| slot + site as u32).collect();
        let observed = ObservedTarget { description: target.outline(), slots };
        lines.push(b'\n');
        lines.extend(to_line(&observed));
        slot += target.sites.len() as u32;
    }
    lines.push(b'\n');
    lines
}

/// Returns a hash of the registry, FNV-1a for its simplicity. Every process computes it in a
/// millisecond, where writing a registry of some ten thousand conditions takes twenty.
fn hash(targets: &[Target]) -> u64 {
    let mut hash = Fnv1a::default();
    let mut add = |bytes: &[u8]| {
        hash.add(bytes);
        hash.add(&[0xff]);
    };
    for target in targets {
        let Target {
            package, crate_name, binary, module_path, name, file, line, column, is_constant, ..
        } = target;
        let optional = [package, crate_name, binary].map(|name| name.unwrap_or_default());
        for text in optional.iter().chain([module_path, name, file]) {
            add(text.as_bytes());
        }
        add(&line.to_le_bytes());
        add(&column.to_le_bytes());
        add(&[u8::from(*is_constant)]);
        add(&target.sites.len().to_le_bytes());
        for condition in target.conditions {
            add(condition.text.as_bytes());
            condition.infeasible.iter().for_each(|reason| add(reason.as_bytes()));
            add(&condition.line.to_le_bytes());
            add(&condition.column.to_le_bytes());
            add(&[condition.kind as u8, u8::from(condition.active)]);
        }
    }
    hash.value()
}
