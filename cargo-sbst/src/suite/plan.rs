//! Plans the files and their tests.
//!
//! [`draft`] assigns functions to files; this module assigns tests to files, including tests of
//! [`earlier`] runs. Files that the user adopted stay unchanged.

use super::blocks;
use super::crates::Crates;
use super::doubles;
use super::draft::{self, Draft, first_two};
use super::file::files;
use super::file::placement::Declaration;
use super::header;
use super::helpers::{self, HELPERS};
use super::outline::Unchecked;
use super::reach::Reach;
use super::test_module::TestModule;
use super::text::call::{BLOCK_ON, SHOWN_BY};
use super::text::observed::Spread;
use super::text::scope::Scope;
use super::text::test_names;
use super::{SuiteOptions, earlier, outline, release};
use crate::search::target_report::TargetReport;
use crate::ui::quantity::count;
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::TargetId;
use sbst_model::target::CallForm;
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, ptr};

pub struct Plan {
    pub modules: Vec<TestModule>,
    /// Declarations in the user's sources for files beside them.
    pub declarations: Vec<(Utf8PathBuf, Declaration)>,
    /// Remarks for the user.
    pub notes: Vec<String>,
    /// Tests without a possible assertion, by their functions.
    pub unchecked: BTreeMap<TargetId, Unchecked>,
}

/// The unwritten tests.
#[derive(Default)]
struct NotWritten {
    /// Functions, each with the number of its tests that cannot be written, by obstacle.
    left_out: BTreeMap<String, Vec<(String, usize)>>,
    unchecked: BTreeMap<TargetId, Unchecked>,
}

pub fn make<'a>(
    package: &Package,
    crates: &'a Crates,
    reports: &[&'a TargetReport],
    options: &SuiteOptions<'_>,
) -> anyhow::Result<Plan> {
    let mut notes = Vec::new();
    for error in crates.own.values().flat_map(|exports| &exports.sources.unknown) {
        notes.push(format!("{error}; its items were taken to be private"));
    }
    let mut drafts = draft::place(package, crates, reports, options, &mut notes);
    earlier::add_files(package, crates, &mut drafts)?;
    drafts.retain(|path, _| {
        let ours = files::is_ours_or_missing(path);
        if !ours {
            notes.push(files::not_ours(path));
        }
        ours
    });
    let mut plan = Plan { modules: Vec::new(), declarations: Vec::new(), notes, unchecked: BTreeMap::new() };
    let mut not_written = NotWritten::default();
    for (path, draft) in drafts {
        // Library and binary may have the same name, and the same paths.
        let same_crate = |report: &&&TargetReport| {
            crates
                .own
                .get(&report.description.id.binary)
                .is_some_and(|exports| ptr::eq(exports, draft.exports))
        };
        let conclusive = reports.iter().filter(same_crate).filter(|report| outline::is_conclusive(report));
        let conclusive = conclusive.map(|report| report.description.id.path.as_str()).collect();
        plan.modules.push(draft_module(package, crates, options, &draft, &conclusive, &mut not_written));
        plan.declarations.extend(draft.placement.declaration.map(|declaration| (path, declaration)));
    }
    plan.unchecked = not_written.unchecked;
    plan.notes
        .extend(not_written.left_out.iter().map(|(obstacle, functions)| note_left_out(obstacle, functions)));
    Ok(plan)
}

fn draft_module<'a>(
    package: &Package,
    crates: &'a Crates,
    options: &SuiteOptions<'_>,
    draft: &Draft<'a>,
    conclusive: &BTreeSet<&str>,
    not_written: &mut NotWritten,
) -> TestModule {
    let Draft { placement, exports, targets } = draft;
    let written = fs::read_to_string(&placement.path).unwrap_or_default();
    let reach = match &placement.inside {
        Some(module) => Reach::inside(exports, &crates.others, module.clone()),
        None => Reach::outside(exports, &crates.others),
    };
    let edition = package.edition.as_str();
    let mut scope = Scope::new(reach, edition == "2015").with_prelude_2021(edition >= "2021");
    let kept = earlier::kept_tests(
        exports,
        &blocks::split(&written),
        placement.inside.is_some(),
        conclusive,
        options.choices,
    );
    for import in kept.iter().flat_map(|kept| &kept.imports) {
        scope.take(&import.path);
    }
    let calls = || {
        targets.iter().flat_map(|target| {
            let before = target.report.tests.iter().flat_map(|test| &test.before);
            let called = before.filter_map(|statement| Some(&statement.called.as_ref()?.form));
            [&target.report.description.call].into_iter().chain(called)
        })
    };
    let is_async = calls().any(|form| form.is_async);
    let is_shown = calls().any(CallForm::is_shown_by_a_closure);
    let called: Vec<&str> =
        targets.iter().flat_map(|target| &target.report.tests).flat_map(helpers::called).collect();
    let helpers = HELPERS.iter().map(|helper| (called.contains(&helper.name), helper.name));
    for (is_needed, name) in [(is_async, BLOCK_ON), (is_shown, SHOWN_BY)].into_iter().chain(helpers) {
        if is_needed || kept.iter().any(|kept| kept.block.names.contains(name)) {
            scope.take(&format!("self::{name}"));
        }
    }
    let tests = targets.iter().flat_map(|target| &target.report.tests);
    let of_kept = kept.iter().flat_map(|kept| &kept.doubles).map(|double| double.name.clone());
    for name in tests.flat_map(doubles::names).chain(of_kept) {
        scope.take(&format!("self::{name}"));
    }
    let module_path =
        [std::slice::from_ref(&exports.sources.crate_name), &placement.module[..]].concat().join("::");
    let of_file = Spread::among(targets.iter().flat_map(|target| &target.report.tests));
    let mut groups: Vec<_> =
        targets.iter().map(|target| outline::tests(&mut scope, target, &of_file)).collect();
    let in_scope = scope.names();
    let mut taken = in_scope.clone();
    taken.extend(kept.iter().map(|kept| kept.block.name.clone()));
    for (tests, target) in groups.iter_mut().zip(targets) {
        for test in &mut tests.tests {
            test.name = test_names::provisional(&test.function, &mut taken);
        }
        let line = target.found.and_then(|found| exports.first_line(found));
        tests.tests.iter_mut().for_each(|test| test.line = line.unwrap_or(test.line));
        release::mark(&mut tests.tests, options.workspace_root);
        if let Some((obstacle, number)) = tests.left_out.take() {
            let functions = not_written.left_out.entry(obstacle).or_default();
            functions.push((target.report.description.id.to_string(), number));
        }
        if tests.unchecked.tests > 0 {
            let id = target.report.description.id.clone();
            not_written.unchecked.entry(id).or_default().add(&tests.unchecked);
        }
    }
    let tests: Vec<_> = groups.into_iter().flat_map(|group| group.tests).collect();
    let header = match written.lines().next() {
        Some(_) if tests.is_empty() => written
            .lines()
            .take_while(|line| line.starts_with("//"))
            .map(|line| format!("{line}\n"))
            .collect(),
        _ => header::lines(options.seed, Some(&module_path)),
    };
    TestModule {
        path: placement.path.clone(),
        header,
        private: placement.inside.is_some(),
        is_without_std: placement.inside.is_some() && exports.sources.is_without_std,
        executable: placement.executable.clone(),
        prefix: placement.prefix.clone(),
        tests,
        kept,
        in_scope,
    }
}

fn note_left_out(obstacle: &str, functions: &[(String, usize)]) -> String {
    let names: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
    let number = functions.iter().map(|(_, number)| number).sum();
    let (names, tests) = (first_two(&names), count(number, "test"));
    format!("{names}: {tests} left out, because {obstacle}; {}", outline::MAKE_IT_REACHABLE)
}
