//! The work before `main`: it registers the executable's functions, even if no test calls one.
//!
//! The platform calls the functions listed in a certain section. The standard library is not ready
//! then, but files, the environment and memory, which are used here, do not need it to be.

mod registry_file;

use crate::probe::counting::process;
use crate::probe::counting::region::{busy, Stage};
use crate::registry::{Target, TARGETS_0_1_0};
use sbst_model::observed::{ANNOUNCE, DIRECTORY};
use std::path::PathBuf;

/// Programs that load procedural macros, and so may run probes outside of tests.
const COMPILERS: [&str; 4] = ["rustc", "rustdoc", "clippy-driver", "rust-analyzer-proc-macro-srv"];

#[used]
#[cfg_attr(not(any(target_vendor = "apple", windows)), link_section = ".init_array")]
#[cfg_attr(target_vendor = "apple", link_section = "__DATA,__mod_init_func")]
#[cfg_attr(windows, link_section = ".CRT$XCU")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    busy(Stage::Fresh, prepare);
    if std::env::var_os(ANNOUNCE).is_some() {
        std::process::exit(0);
    }
}

/// Assigns a slot to each site, and writes the registry of this executable to the directory.
fn prepare() {
    let targets: &'static [Target] = &TARGETS_0_1_0;
    let mut slots = 1;
    for site in targets.iter().flat_map(|target| target.sites) {
        site.set_slot(slots);
        slots += 1;
    }
    let recorded = directory(targets).and_then(|directory| {
        let hash = registry_file::write(targets, &directory).ok()?;
        Some((directory, hash))
    });
    process::prepare(slots, recorded.as_ref().map(|(directory, hash)| (directory.as_path(), *hash)));
}

/// Returns the directory for records: an absolute path that exists.
fn directory(targets: &[Target]) -> Option<PathBuf> {
    let compiled = || targets.iter().find_map(|target| target.observed).map(Into::into);
    let named = std::env::var_os(DIRECTORY).or_else(compiled)?;
    let directory = PathBuf::from(named);
    let is_compiler = || {
        let executable = std::env::current_exe().ok()?;
        let name = executable.file_stem()?.to_str()?;
        COMPILERS.contains(&name).then_some(())
    };
    (directory.is_absolute() && directory.is_dir() && is_compiler().is_none()).then_some(directory)
}
