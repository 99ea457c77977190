//! What the builds with the attribute switched on have in common: whom they build, the feature, and how our own crates are
//! compiled.

use crate::cargo_arguments::{CargoArguments, cargo};
use crate::discover::{AnnotatedPackage, Workspace};
use crate::options::{Color, OutputOptions};
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::BTreeSet;
use std::process::Command;

/// Our own crates in the user's executable are tested elsewhere, and here to be fast.
const OWN_PROFILE: [&str; 4] =
    ["opt-level=3", "codegen-units=1", "debug-assertions=false", "overflow-checks=false"];

/// The folder in the user's target directory where everything of ours is.
pub fn directory(workspace: &Workspace) -> Utf8PathBuf {
    workspace.target_directory.join("sbst")
}

/// `cargo test` of packages, as far as all our builds agree.
pub fn cargo_test<'a>(
    packages: impl Iterator<Item = &'a Package>,
    feature: &str,
    annotated: &[AnnotatedPackage],
    arguments: &CargoArguments,
    target_directory: &Utf8Path,
) -> Command {
    let mut command = cargo();
    command.arg("test");
    for package in packages {
        command.args(["--package", &format!("{}@{}", package.name, package.version)]);
    }
    command.args(["--features", &features(annotated, feature)]);
    arguments.apply(&mut command);
    command.args(["--target-dir", target_directory.as_str()]);
    command
}

/// `KEY/feature` for every name that a package gave the runtime.
fn features(packages: &[AnnotatedPackage], feature: &str) -> String {
    let keys: BTreeSet<&str> = packages.iter().map(|package| package.key.as_str()).collect();
    let features: Vec<String> = keys.into_iter().map(|key| format!("{key}/{feature}")).collect();
    features.join(",")
}

/// Lays settings for our own crates over a profile of the user's.
pub fn optimise_own_crates(command: &mut Command, profile: &str, crates: &[&str]) {
    for own in crates {
        for setting in OWN_PROFILE {
            command.args(["--config", &format!("profile.{profile}.package.{own}.{setting}")]);
        }
    }
}

/// Hands on how much cargo shall print, and in which colours.
pub fn show(command: &mut Command, output: &OutputOptions) {
    match output.color {
        Color::Auto => {}
        Color::Always => _ = command.arg("--color=always"),
        Color::Never => _ = command.arg("--color=never"),
    }
    if output.quiet {
        command.arg("--quiet");
    }
    if output.verbose {
        command.arg("--verbose");
    }
}
