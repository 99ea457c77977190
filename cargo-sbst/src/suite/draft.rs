//! Assigns functions to files.
//!
//! 1. A function in a module shared by library and binary is tested once, in the library.
//! 2. Some tests of a public function cannot be written in another crate, because of an argument or
//!    an earlier call. These go with the tests of private functions; a note gives the obstacle.
//! 3. If the integration test cannot be written, the tests of its functions are not written
//!    anywhere; a note gives the obstacle.

use super::crates::{self, Crates};
use super::file::placement::{self, Placement};
use super::reach::{OtherCrates, Reach};
use crate::search::target_report::TargetReport;
use crate::source::exports::{Entity, Exports};
use crate::source::items;
use crate::suite::file::files;
use crate::suite::test_module::Executable;
use crate::suite::{SuiteOptions, outline};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Package, Target, TargetKind};
use sbst_model::TargetDescription;
use sbst_model::messages::TestOutline;
use sbst_model::target::CallForm;
use sbst_source::visibility::Visibility;
use std::collections::{BTreeMap, BTreeSet};

pub struct Draft<'a> {
    pub placement: Placement,
    /// The crate under test.
    pub exports: &'a Exports,
    pub targets: Vec<DraftTarget<'a>>,
}

#[derive(Clone, Copy)]
pub struct DraftTarget<'a> {
    pub report: &'a TargetReport,
    /// The function's item in its crate's sources.
    pub found: Option<Entity>,
    pub which: Which,
}

/// The tests of a function that go into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// Tests that another crate can contain.
    Outside,
    /// All other tests.
    Inside,
}

/// Assigns every function to its file.
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
    let mut seen = BTreeSet::new();
    // Functions whose tests go elsewhere, grouped by reason because many share it.
    let mut moved: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for report in reports {
        let target = &report.description;
        let Some(exports) = crates.own.get(&target.id.binary) else {
            notes.push(format!(
                "{}: cargo knows no such crate in {}; nothing was written",
                target.id, package.name
            ));
            continue;
        };
        // Reports contain a function twice if library and binary share its module.
        let name = items::definition_names(&target.id.path).pop();
        if !seen.insert((&target.place, name)) && target.id.binary.is_some() {
            continue;
        }
        let file = options.workspace_root.join(&target.place.file);
        let found = exports.find_function(&target.id.path, &file, target.place.line as usize);
        let public = is_public(package, crates, exports, target, &file, found);
        let outlines = outline::outlines(report);
        let outside = Reach::outside(exports, &crates.others);
        let why_inside = |outline: &TestOutline| {
            outline::obstacle(&outside, &target.call, std::slice::from_ref(outline)).filter(|_| public)
        };
        let inside: Vec<TestOutline> =
            outlines.iter().filter(|outline| why_inside(outline).is_some()).cloned().collect();
        let (is_inside, is_outside) =
            (!public || !inside.is_empty(), public && (inside.len() < outlines.len() || outlines.is_empty()));
        if let Some(why) = inside.first().and_then(why_inside)
            && is_some_written_inside(crates, exports, found, &target.call, &inside)
        {
            let whose =
                if is_outside { format!("{} of its tests", inside.len()) } else { "its tests".to_owned() };
            let go = if is_outside && inside.len() == 1 { "goes" } else { "go" };
            let note = format!("{whose} {go} where those of private functions go");
            moved.entry(why).or_default().push((target.id.to_string(), note));
        }
        let mut places = Vec::new();
        if is_outside {
            match &obstacle {
                Some(obstacle) => notes.extend((!notes.contains(obstacle)).then(|| obstacle.clone())),
                None => {
                    places.push((placement::public(package, exports, &target.id.path, found), Which::Outside))
                }
            }
        }
        if is_inside {
            let which = if is_outside { Which::Inside } else { Which::All };
            places.push((private_placement(package, exports, report, found, options, notes), which));
        }
        for (placement, which) in places {
            let draft = drafts.entry(placement.path.clone()).or_insert_with(|| Draft {
                placement,
                exports,
                targets: Vec::new(),
            });
            draft.targets.push(DraftTarget { report, found, which });
        }
    }
    notes.extend(moved.iter().map(|(why, functions)| {
        format!("{}, because {why}; {}", note_moved_tests(functions), outline::MAKE_IT_REACHABLE)
    }));
    drafts
}

/// True if other crates can call a function of a package.
pub fn is_public(
    package: &Package,
    crates: &Crates,
    exports: &Exports,
    target: &TargetDescription,
    file: &Utf8Path,
    found: Option<Entity>,
) -> bool {
    let is_linked =
        target.id.binary.is_none() && crates::library(package).is_some_and(placement::can_be_linked);
    is_linked
        && match found {
            Some(found) => exports.public_path(found).is_some(),
            None => is_made_public(exports, &crates.others, target, file),
        }
}

/// Lists the functions whose tests go elsewhere. Each has its name and a remark of its own.
fn note_moved_tests(functions: &[(String, String)]) -> String {
    let go = "tests of theirs go where those of private functions go";
    let names: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
    match functions {
        [(function, note)] => format!("{function}: {note}"),
        _ => format!("{}: {go}", first_two(&names)),
    }
}

/// Lists names, and counts what comes after two.
pub fn first_two(names: &[&str]) -> String {
    match names {
        [first, second] => format!("{first} and {second}"),
        [first, second, more @ ..] => format!("{first}, {second} and {} more", more.len()),
        names => names.concat(),
    }
}

/// True if other crates see a function generated by a macro of the crate: a trait's method, or a
/// `pub` function with a visible owner.
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
        // The test calls it by the path of its definition.
        None => {
            let modules = &exports.sources.modules;
            let module = exports.sources.module_around(&target.id.path).map(|module| &modules[module]);
            std::iter::successors(module, |module| module.parent.map(|parent| &modules[parent]))
                .all(|module| module.visibility == Visibility::Public)
        }
    };
    (is_of_trait || made.is_public) && is_around_seen
}

/// True if at least one test can be written in the module of its function.
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

/// Returns the obstacle to writing the integration test, if any.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_whose_tests_go_elsewhere_for_one_reason_are_told_together() {
        let functions: Vec<(String, String)> =
            ["a", "b", "c"].map(|name| (format!("demo::{name}"), "its tests go".to_owned())).into();
        let go = "tests of theirs go where those of private functions go";
        assert_eq!(note_moved_tests(&functions[..1]), "demo::a: its tests go");
        assert_eq!(note_moved_tests(&functions[..2]), format!("demo::a and demo::b: {go}"));
        assert_eq!(note_moved_tests(&functions), format!("demo::a, demo::b and 1 more: {go}"));
    }
}
