//! Assigns functions to files.
//!
//! 1. A function in a module shared by library and binary is tested once, in the library.
//! 2. Some tests of a public function cannot be written in another crate, because of an argument or
//!    an earlier call. These go with the tests of private functions; a note gives the obstacle.
//! 3. A test that cannot be written in its function's module goes to the first possible module of
//!    the crate.
//! 4. If the integration test cannot be written, the tests of its functions are not written
//!    anywhere; a note gives the obstacle.

use super::crates::Crates;
use super::draft_target::DraftTarget;
use super::file::declare;
use super::file::placement::{self, Placement};
use super::reach::Reach;
use crate::search::target_report::TargetReport;
use crate::source::exports::Exports;
use crate::source::items;
use crate::source::name_resolution::Entity;
use crate::suite::file::files;
use crate::suite::test_module::Executable;
use crate::suite::{SuiteOptions, front_door, outline};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Package, Target, TargetKind};
use sbst_model::messages::TestOutline;
use sbst_model::target::CallForm;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

pub struct Draft<'a> {
    pub placement: Placement,
    /// The crate under test.
    pub exports: &'a Exports,
    pub targets: Vec<DraftTarget<'a>>,
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
    let mut modules = Modules::default();
    for report in reports {
        let target = &report.description;
        let Some(exports) = crates.own.get(&target.id.binary) else {
            notes.push(format!("{}: no crate of that name in {}; no tests written", target.id, package.name));
            continue;
        };
        // Reports contain a function twice if library and binary share its module.
        let name = items::definition_names(&target.id.path).pop();
        if !seen.insert((&target.place, name)) && target.id.binary.is_some() {
            continue;
        }
        let file = options.workspace_root.join(&target.place.file);
        let found = exports.find_function(&target.id.path, &file, target.place.line as usize);
        let public = front_door::is_public(package, crates, exports, target, &file, found);
        let Division { outside, inside, why_inside } =
            modules.divide((exports, crates), found, public, report);
        if let Some((why, note)) = why_inside {
            moved.entry(why).or_default().push((target.id.to_string(), note));
        }
        let mut places = Vec::new();
        if let Some(tests) = outside {
            match &obstacle {
                Some(obstacle) => notes.extend((!notes.contains(obstacle)).then(|| obstacle.clone())),
                None => places.push((placement::public(package, exports, &target.id.path, found), tests)),
            }
        }
        for (module, tests) in inside {
            places.push((private_placement(package, exports, report, module, options, notes), tests));
        }
        for (placement, tests) in places {
            let draft = drafts.entry(placement.path.clone()).or_insert_with(|| Draft {
                placement,
                exports,
                targets: Vec::new(),
            });
            draft.targets.push(DraftTarget { report, found, tests });
        }
    }
    notes.extend(moved.iter().map(|(why, functions)| {
        format!("{}, because {why}; {}", note_moved_tests(functions), outline::MAKE_IT_REACHABLE)
    }));
    drafts
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

/// Lists two names, and counts the others.
pub fn first_two(names: &[&str]) -> String {
    match names {
        [first, second] => format!("{first} and {second}"),
        [first, second, more @ ..] => format!("{first}, {second} and {} more", more.len()),
        names => names.concat(),
    }
}

/// The views from modules of crates; finding one is slow.
#[derive(Default)]
struct Modules<'a> {
    views: BTreeMap<(*const Exports, usize), Reach<'a>>,
}

/// The tests of a function, by their indices, and their destinations.
struct Division {
    /// To another crate, if the function is public.
    outside: Option<Vec<usize>>,
    /// To modules of the crate; `None` if the function's own was not found.
    inside: BTreeMap<Option<usize>, Vec<usize>>,
    /// The obstacle to tests of a public function in another crate, and the resulting note.
    why_inside: Option<(String, String)>,
}

impl<'a> Modules<'a> {
    /// Divides the tests of a function by rules 2 and 3.
    fn divide(
        &mut self,
        around: (&'a Exports, &'a Crates),
        found: Option<Entity>,
        is_public: bool,
        report: &TargetReport,
    ) -> Division {
        let (exports, crates) = around;
        let target = &report.description;
        let outlines = outline::outlines(report);
        let outside = Reach::outside(exports, &crates.others);
        let why_inside = |index: usize| {
            outline::obstacle(&outside, &target.call, &outlines[index..=index]).filter(|_| is_public)
        };
        let (to_others, rest): (Vec<usize>, Vec<usize>) =
            (0..outlines.len()).partition(|index| is_public && why_inside(*index).is_none());
        let is_outside = is_public && (!to_others.is_empty() || outlines.is_empty());
        let own = placement::find_module(exports, &target.id.path, found);
        let mut inside: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        if !is_public {
            inside.insert(own, Vec::new());
        }
        let mut is_some_written = false;
        for &index in &rest {
            let home = self.find_home(around, (own, found), &target.call, &outlines[index]);
            is_some_written |= home.is_some();
            inside.entry(home.unwrap_or(own)).or_default().push(index);
        }
        let why = rest.first().filter(|_| is_some_written).and_then(|index| why_inside(*index));
        let whose = if is_outside { format!("{} of its tests", rest.len()) } else { "its tests".to_owned() };
        let go = if is_outside && rest.len() == 1 { "goes" } else { "go" };
        Division {
            outside: is_outside.then_some(to_others),
            inside,
            why_inside: why.map(|why| (why, format!("{whose} {go} where those of private functions go"))),
        }
    }

    fn view(&mut self, (exports, crates): (&'a Exports, &'a Crates), module: usize) -> &Reach<'a> {
        self.views.entry((ptr::from_ref(exports), module)).or_insert_with(|| {
            Reach::inside(exports, &crates.others, exports.sources.modules[module].path.clone())
        })
    }

    /// Returns the module for a test of a function, by rule 3; `None` if no module can contain it.
    /// A function that was not found in the sources keeps its own module.
    fn find_home(
        &mut self,
        around: (&'a Exports, &'a Crates),
        (own, found): (Option<usize>, Option<Entity>),
        form: &CallForm,
        outline: &TestOutline,
    ) -> Option<Option<usize>> {
        let (Some(own), Some(found)) = (own, found) else { return Some(own) };
        let modules = &around.0.sources.modules;
        let others = (0..modules.len()).filter(|index| {
            let is_for_tests = modules[*index].path.last().is_some_and(|name| name == declare::MODULE);
            *index != own && modules[*index].cfgs.is_empty() && !is_for_tests
        });
        let mut candidates = [own].into_iter().chain(others);
        candidates
            .find(|module| {
                let view = self.view(around, *module);
                (*module == own || view.can_call(found))
                    && outline::obstacle(view, form, std::slice::from_ref(outline)).is_none()
            })
            .map(Some)
    }
}

fn private_placement(
    package: &Package,
    exports: &Exports,
    report: &TargetReport,
    module: Option<usize>,
    options: &SuiteOptions<'_>,
    notes: &mut Vec<String>,
) -> Placement {
    let id = &report.description.id;
    let executable = id.binary.clone().map_or(Executable::Library, Executable::Binary);
    if options.write_private {
        if let Some(module) = module {
            return placement::beside_source(exports, module, executable);
        }
        notes.push(format!(
            "{id}: its source was not found, perhaps a macro makes it; no test stands beside it"
        ));
    }
    let name = id.binary.as_ref().map_or_else(|| id.crate_name.clone(), |binary| format!("bin_{binary}"));
    let directory =
        options.target_directory.join("sbst").join("tests").join(package.name.as_str()).join(name);
    placement::under_target(&directory, exports, module)
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
    fn functions_with_tests_moved_for_one_reason_share_a_note() {
        let functions: Vec<(String, String)> =
            ["a", "b", "c"].map(|name| (format!("demo::{name}"), "its tests go".to_owned())).into();
        let go = "tests of theirs go where those of private functions go";
        assert_eq!(note_moved_tests(&functions[..1]), "demo::a: its tests go");
        assert_eq!(note_moved_tests(&functions[..2]), format!("demo::a and demo::b: {go}"));
        assert_eq!(note_moved_tests(&functions), format!("demo::a, demo::b and 1 more: {go}"));
    }
}
