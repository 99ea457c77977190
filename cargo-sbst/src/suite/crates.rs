//! Crates with items in tests: the package's own, and the dependencies whose types tests need.

use super::file::placement;
use super::reach::{OtherCrate, OtherCrates};
use crate::cargo::features::Features;
use crate::search::target_report::TargetReport;
use crate::source::crate_sources::CrateSources;
use crate::source::exports::Exports;
use crate::suite::outline;
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::{DependencyKind, Edition, Package, Target, TargetKind};
use sbst_model::expression::Expression;
use sbst_model::messages::{Observed, TestOutline};
use sbst_source::files::Files;
use std::collections::{BTreeMap, BTreeSet};

/// Crates with known sources.
pub struct Crates {
    /// The package's crates by the binary's name; `None` for the library.
    pub own: BTreeMap<Option<String>, Exports>,
    /// Dependencies that the tests mention. Their sources show the paths of their items.
    pub others: OtherCrates,
}

impl Crates {
    /// Reads the crates of the reports, the local `packages` that their tests mention, and the
    /// library if an earlier run wrote tests for it.
    pub fn load(
        package: &Package,
        packages: &[Package],
        reports: &[&TargetReport],
        features_of: impl Fn(&Package) -> Features,
    ) -> Crates {
        let (features, files) = (features_of(package), Files::default());
        let mut wanted: BTreeSet<Option<String>> =
            reports.iter().map(|report| report.description.id.binary.clone()).collect();
        if placement::suite_directory(package).exists() {
            wanted.insert(None);
        }
        let load_own = |binary: &Option<String>| {
            let target = match binary {
                Some(name) => {
                    package.targets.iter().find(|target| target.is_bin() && target.name == *name)?
                }
                None => library(package)?,
            };
            Some((binary.clone(), load(target, &features, &files)))
        };
        let own = wanted.iter().filter_map(load_own).collect();
        let mentioned = mentioned(reports);
        let mut others = dependencies(package, packages);
        if wanted.iter().any(Option::is_some) {
            // Binaries use the package's own library as a dependency.
            others.extend(library(package).map(|library| (library, crate_name(&library.name))));
        }
        others.retain(|(library, _)| mentioned.contains(&crate_name(&library.name)));
        let others = others.into_iter().map(|(library, name)| {
            let of_target =
                |package: &&Package| package.targets.iter().any(|target| std::ptr::eq(target, library));
            let features = packages.iter().find(of_target).map(&features_of).unwrap_or_default();
            let exports = load(library, &features, &files);
            (exports.sources.crate_name.clone(), OtherCrate { exports, name })
        });
        // Edition 2015 needs an `extern crate` for each.
        let of_edition = package.dependencies.iter().filter(|_| package.edition != Edition::E2015);
        let names = of_edition.map(|dependency| {
            let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
            crate_name(name)
        });
        Crates { own, others: OtherCrates { known: others.collect(), names: names.collect() } }
    }

    /// Reads the library of a package alone.
    pub fn of_library(package: &Package, features: &Features) -> Crates {
        let own = library(package).map(|library| (None, load(library, features, &Files::default())));
        Crates { own: own.into_iter().collect(), others: OtherCrates::default() }
    }
}

pub fn library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| {
        placement::can_be_linked(target)
            || [TargetKind::CDyLib, TargetKind::StaticLib, TargetKind::ProcMacro]
                .iter()
                .any(|kind| target.kind.contains(kind))
    })
}

fn load(target: &Target, features: &Features, files: &Files) -> Exports {
    Exports::new(CrateSources::load(&crate_name(&target.name), &target.src_path, features, files))
}

fn crate_name(name: &str) -> String {
    name.replace('-', "_")
}

/// Returns the libraries that a package depends on, found by folder, with the package's names for
/// them.
fn dependencies<'a>(package: &Package, packages: &'a [Package]) -> Vec<(&'a Target, String)> {
    let local = package.dependencies.iter().filter(|dependency| dependency.kind != DependencyKind::Build);
    let found = local.filter_map(|dependency| {
        let folder = dependency.path.as_ref()?;
        let of_folder = |other: &&Package| other.manifest_path.parent() == Some(Utf8Path::new(folder));
        let library = library(packages.iter().find(of_folder)?)?;
        let name = dependency.rename.as_ref().unwrap_or(&library.name);
        Some((library, crate_name(name)))
    });
    found.collect()
}

/// Returns the names of crates in arguments and result types.
fn mentioned(reports: &[&TargetReport]) -> BTreeSet<String> {
    let outlines: Vec<TestOutline> = reports.iter().flat_map(|report| outline::outlines(report)).collect();
    let before = || outlines.iter().flat_map(|outline| &outline.before);
    let arguments = before().flat_map(|statement| &statement.arguments);
    let arguments = arguments.chain(outlines.iter().flat_map(|outline| &outline.arguments));
    let called = before().filter_map(|statement| Some(statement.called.as_ref()?.id.path.as_str()));
    let paths = arguments.flat_map(Expression::paths).chain(called);
    let paths = paths.filter_map(|path| path.split("::").next());
    let mut names: BTreeSet<String> = paths.map(str::to_owned).collect();
    for outline in &outlines {
        if let Observed::Returned { type_name, changed, inspection, .. } = &outline.observed {
            let inspections =
                [inspection].into_iter().chain(changed.iter().map(|changed| &changed.inspection));
            let read = inspections.flat_map(|inspection| {
                inspection.items.iter().chain(inspection.getters.iter().map(|getter| &getter.result))
            });
            let types = [type_name].into_iter().chain(changed.iter().map(|changed| &changed.type_name));
            let types = types.chain(read.map(|reading| &reading.type_name));
            let words = types.flat_map(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_'));
            names.extend(words.map(str::to_owned));
        }
    }
    names
}
