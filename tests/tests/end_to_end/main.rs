//! The whole command on crates as users have them. Each module has a fixture or a question of its own.

mod binaries;
mod callables;
mod compare;
mod constants;
mod dependencies;
mod determinism;
mod disks;
mod errors;
mod features;
mod inputs;
mod interruptions;
mod layouts;
mod library;
mod lints;
mod listing;
mod messages;
mod methods;
mod normal_builds;
mod observed;
mod others_files;
mod patterns;
mod private_functions;
mod reach;
mod readme;
mod trouble;
mod workspaces;
