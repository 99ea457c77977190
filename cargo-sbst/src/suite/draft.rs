//! Which functions go into which file.
//!
//! 1. A function in a module that library and binary share is tested once, in the library.
//! 2. A public function whose arguments another crate cannot write is tested where private functions are; a note says what
//!    stands in the way.
//! 3. If the integration test cannot be written, its functions go nowhere else; a note says what stands in the way.

use super::attributes::Visibility;
use super::crates::{self, Crates};
use super::exports::{Entity, Exports};
use super::items;
use super::placement::{self, Placement};
use super::reach::{OtherCrates, Reach};
use super::test_module::Executable;
use super::{SuiteOptions, files, outline};
use crate::report::TargetReport;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Package, Target, TargetKind};
use sbst_model::TargetDescription;
use sbst_model::messages::TestOutline;
use sbst_model::target::CallForm;
use std::collections::{BTreeMap, BTreeSet};

/// One file in the making.
pub struct Draft<'a> {
    /// Where it is.
    pub placement: Placement,
    /// The crate under test.
    pub exports: &'a Exports,
    /// The functions that it tests, each with what its crate's sources tell of it.
    pub targets: Vec<(&'a TargetReport, Option<Entity>)>,
}

/// Gives every function its file.
pub fn place<'a>(
    package: &Package,
    crates: &'a Crates,
    reports: &[&'a TargetReport],
    options: &SuiteOptions<'_>,
    notes: &mut Vec<String>,
) -> BTreeMap<Utf8PathBuf, Draft<'a>> {
    let mut drafts: BTreeMap<Utf8PathBuf, Draft<'a>> = BTreeMap::new();
    let obstacle = obstacle(package);
    let mut reports = reports.to_vec();
    reports.sort_by_key(|report| (&report.description.id.binary, report.description.place.line));
    let mut places = BTreeSet::new();
    for report in reports {
        let target = &report.description;
        let Some(exports) = crates.own.get(&target.id.binary) else {
            notes.push(format!(
                "{}: cargo knows no such crate in {}; nothing was written",
                target.id, package.name
            ));
            continue;
        };
        // A function in a module that library and binary share is told twice.
        let name = items::definition_names(&target.id.path).pop();
        if !places.insert((&target.place, name)) && target.id.binary.is_some() {
            continue;
        }
        let file = options.workspace_root.join(&target.place.file);
        let found = exports.find_function(&target.id.path, &file, target.place.line as usize);
        let linked =
            target.id.binary.is_none() && crates::library(package).is_some_and(placement::can_be_linked);
        let public = linked
            && match found {
                Some(found) => exports.public_path(found).is_some(),
                None => is_made_public(exports, &crates.others, target, &file),
            };
        let outlines = outline::outlines(report);
        let obstacle_outside = public
            .then(|| outline::obstacle(&Reach::outside(exports, &crates.others), &target.call, &outlines))
            .flatten();
        let placement = if let Some(why) = &obstacle_outside {
            if is_some_written_inside(crates, exports, found, &target.call, &outlines) {
                notes.push(format!(
                    "{}: its tests go where those of private functions go, because {why}; {}",
                    target.id,
                    outline::MAKE_IT_REACHABLE
                ));
            }
            private_placement(package, exports, report, found, options, notes)
        } else if public {
            if let Some(obstacle) = &obstacle {
                notes.extend((!notes.contains(obstacle)).then(|| obstacle.clone()));
                continue;
            }
            placement::public(package, exports, &target.id.path, found)
        } else {
            private_placement(package, exports, report, found, options, notes)
        };
        let draft = drafts.entry(placement.path.clone()).or_insert_with(|| Draft {
            placement,
            exports,
            targets: Vec::new(),
        });
        draft.targets.push((report, found));
    }
    drafts
}

/// Whether other crates see a function that a macro of the crate makes: it is of a trait, or `pub`, and they see what it belongs to.
fn is_made_public(
    exports: &Exports,
    others: &OtherCrates,
    target: &TargetDescription,
    file: &Utf8Path,
) -> bool {
    let Some(made) = exports.sources.made_at(file, target.place.line as usize) else { return false };
    let is_of_trait = items::definition_names(&target.id.path)
        .iter()
        .rev()
        .nth(1)
        .is_some_and(|owner| items::owner_names(owner).1.is_some());
    let outside = Reach::outside(exports, others);
    let is_around_seen = match &target.call.owner {
        Some(owner) => owner.paths().into_iter().all(|path| outside.obstacle_to_name(path).is_none()),
        // It is called by the path of its definition.
        None => {
            let modules = &exports.sources.modules;
            let module = exports.sources.module_around(&target.id.path).map(|module| &modules[module]);
            std::iter::successors(module, |module| module.parent.map(|parent| &modules[parent]))
                .all(|module| module.visibility == Visibility::Public)
        }
    };
    (is_of_trait || made.is_public) && is_around_seen
}

/// Whether a test can be written in the module of its function.
fn is_some_written_inside(
    crates: &Crates,
    exports: &Exports,
    found: Option<Entity>,
    form: &CallForm,
    outlines: &[TestOutline],
) -> bool {
    let Some(Entity::Function(module, _)) = found else { return true };
    let reach = Reach::inside(exports, &crates.others, exports.sources.modules[module].path.clone());
    outlines.iter().any(|outline| outline::obstacle(&reach, form, std::slice::from_ref(outline)).is_none())
}

fn private_placement(
    package: &Package,
    exports: &Exports,
    report: &TargetReport,
    found: Option<Entity>,
    options: &SuiteOptions<'_>,
    notes: &mut Vec<String>,
) -> Placement {
    let id = &report.description.id;
    let executable = id.binary.clone().map_or(Executable::Library, Executable::Binary);
    if options.write_private {
        if let Some(placement) = placement::beside_source(exports, &id.path, found, executable) {
            return placement;
        }
        notes.push(format!(
            "{id}: its source was not found, perhaps a macro makes it; no test stands beside it"
        ));
    }
    let name = id.binary.as_ref().map_or_else(|| id.crate_name.clone(), |binary| format!("bin_{binary}"));
    let directory =
        options.target_directory.join("sbst").join("tests").join(package.name.as_str()).join(name);
    placement::under_target(&directory, exports, &id.path, found)
}

/// Why the integration test cannot be written.
fn obstacle(package: &Package) -> Option<String> {
    let root = placement::suite_directory(package).join("main.rs");
    if !files::is_ours_or_missing(&root) {
        return Some(files::not_ours(&root));
    }
    let same_name = |target: &&Target| target.is_kind(TargetKind::Test) && target.name == "sbst";
    let other = package.targets.iter().filter(same_name).find(|target| target.src_path != root)?;
    Some(format!(
        "{} is a test named `sbst` already; rename it, so that {root} can be written",
        other.src_path
    ))
}
