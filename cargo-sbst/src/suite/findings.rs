//! The findings of a run: one entry for each cause, sorted for the reader.
//!
//! # Policy
//! 1. A cause is a kind of fault at a place, regardless of the functions that reach it. Hangs, deep
//!    recursions and crashes belong to their function.
//! 2. *Anyone* causes a fault if a public function reaches it with values that other crates can
//!    make. A *private* function may reach it with such values, but its callers may never pass
//!    them. Other faults are caused only by code *inside* the crate.
//! 3. A fault may belong to a *contract*, or need an unrealistic *size*, by the rules of
//!    [`contract`]. Neither is shown.
//! 4. An explicit panic has an entry if anyone causes it. A failed assertion belongs to a contract
//!    instead.
//! 5. Faults by anyone come first, then those of private functions. In both, faults come before
//!    explicit panics, and calls with fewer statements before longer ones.
//! 6. If the whole package was searched and other crates can use it, ten entries by anyone are
//!    shown. Those of private functions and from inside are only counted.
//! 7. If the whole package was searched and no other crate can use it, ten entries of all are
//!    shown.
//! 8. Only shown entries have an ignored test.

mod contract;
mod fingerprint;

use super::crates::{self, Crates};
use super::file::placement;
use super::reach::Reach;
use super::text::story::as_read;
use super::{front_door, outline};
use crate::search::target_report::TargetReport;
use crate::ui::json_lines::message;
#[cfg(test)]
use crate::ui::json_lines::published::{Place as PublishedPlace, Words};
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8Path;
use contract::{Excuse, Fault};
use fingerprint::Sources;
use sbst_model::TargetId;
use sbst_model::messages::{Finding, FindingKind, Observed, TestOutline};
use sbst_model::target::Place;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most entries shown for a package: a page.
pub const MOST_SHOWN: usize = 10;

/// The way to cause a fault: the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reached {
    Anyone,
    Contract,
    Size,
    Private,
    Inside,
}

/// A cause, with the shortest call that leads to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Entry {
    pub reached: Reached,
    /// The kind of the fault; `None` for an explicit panic.
    #[cfg_attr(test, schemars(with = "Option<Words<FindingKind>>"))]
    pub kind: Option<FindingKind>,
    pub message: String,
    #[cfg_attr(test, schemars(with = "Option<PublishedPlace>"))]
    pub place: Option<Place>,
    /// The path of the called function.
    pub function: String,
    /// The statements before the call, and the call, as Rust.
    pub call: Vec<String>,
    /// The other functions that reach it.
    pub others: Vec<String>,
    /// Searches of other functions with the same crash.
    pub also_met: usize,
    /// Stays the same while lines move.
    pub fingerprint: String,
    /// The called function.
    #[serde(skip)]
    pub id: TargetId,
    /// The stored test case, if known.
    #[serde(skip)]
    pub test: Option<String>,
}

/// The entries of a package.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Findings {
    pub package: String,
    pub shown: Vec<Entry>,
    /// Faults beyond the limit of shown entries.
    pub more: usize,
    /// Hidden entries that only private functions cause.
    pub private: usize,
    /// Hidden entries that only code inside the crate causes.
    pub inside: usize,
    /// Faults that belong to contracts.
    pub contracts: usize,
    /// Faults by unrealistic sizes.
    pub sizes: usize,
    /// All entries, shown or not.
    #[serde(skip)]
    pub all: Vec<Entry>,
}

/// A fault or explicit panic of one function.
struct Met<'a> {
    report: &'a TargetReport,
    reached: Reached,
    kind: Option<FindingKind>,
    message: &'a str,
    place: Option<&'a Place>,
    call: Vec<String>,
    test: Option<&'a str>,
    /// Statements before the call, and characters of all.
    length: (usize, usize),
}

/// Groups and sorts the findings of a package by the policy. `is_whole` is true if all of its
/// functions were searched.
pub fn group(
    package: &Package,
    crates: &Crates,
    reports: &[&TargetReport],
    workspace_root: &Utf8Path,
    is_whole: bool,
) -> Findings {
    let met = reports.iter().flat_map(|report| all_met(package, crates, report, workspace_root)).collect();
    let hides_inside = crates::library(package).is_some_and(placement::can_be_linked);
    let package = package.name.to_string();
    let mut sources = Sources::new(workspace_root);
    Findings { package, ..sort(met, is_whole, is_whole && hides_inside, &mut sources) }
}

fn sort(met: Vec<Met<'_>>, is_whole: bool, hides_inside: bool, sources: &mut Sources) -> Findings {
    let mut groups: BTreeMap<_, Vec<&Met<'_>>> = BTreeMap::new();
    for (index, one) in met.iter().enumerate() {
        let own = one.place.is_none() || one.kind.is_some_and(is_of_its_function);
        groups.entry((one.kind, one.place, own.then_some(index))).or_default().push(one);
    }
    let mut entries: Vec<(&Met<'_>, Vec<&Met<'_>>)> = groups
        .into_values()
        .filter_map(|mut alike| {
            alike.sort_by_key(|met| (met.reached, met.length));
            alike.split_first().map(|(first, others)| (*first, others.to_vec()))
        })
        .filter(|(first, _)| first.kind.is_some() || first.reached == Reached::Anyone)
        .collect();
    entries.sort_by_key(|(first, _)| (first.reached, first.kind.is_none(), first.length, first.place));
    let mut findings = Findings::default();
    for (first, others) in entries {
        let fingerprint = sources.fingerprint(first.kind, first.place, first.function(), first.message);
        let entry = entry(first, &others, fingerprint);
        findings.all.push(entry.clone());
        match first.reached {
            Reached::Contract => findings.contracts += 1,
            Reached::Size => findings.sizes += 1,
            Reached::Private if hides_inside => findings.private += 1,
            Reached::Inside if hides_inside => findings.inside += 1,
            _ if is_whole && findings.shown.len() >= MOST_SHOWN => {
                findings.more += usize::from(first.kind.is_some());
            }
            _ => findings.shown.push(entry),
        }
    }
    findings
}

impl Met<'_> {
    fn function(&self) -> &str {
        &self.report.description.id.path
    }
}

message!("findings": Findings);

impl Findings {
    /// True if an entry is shown for a finding of a report.
    pub fn shows(&self, report: &TargetReport, finding: &Finding) -> bool {
        self.shown.iter().any(|entry| {
            let is_own = !is_of_its_function(finding.kind) && finding.place.is_some()
                || entry.function == report.description.id.path;
            entry.kind == Some(finding.kind) && entry.place == finding.place && is_own
        })
    }
}

fn entry(first: &Met<'_>, others: &[&Met<'_>], fingerprint: String) -> Entry {
    let function = first.function().to_owned();
    let mut others: Vec<String> =
        others.iter().map(|met| met.function().to_owned()).filter(|path| *path != function).collect();
    others.sort();
    others.dedup();
    let is_death = first.kind == Some(FindingKind::Death);
    Entry {
        reached: first.reached,
        kind: first.kind,
        message: first.message.to_owned(),
        place: first.place.cloned(),
        also_met: first.report.also_met.get(first.message).copied().filter(|_| is_death).unwrap_or_default(),
        call: first.call.clone(),
        function,
        others,
        fingerprint,
        id: first.report.description.id.clone(),
        test: first.test.map(str::to_owned),
    }
}

fn is_of_its_function(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::Hang | FindingKind::DeepRecursion | FindingKind::Death)
}

/// Returns the faults and the explicit panics of a report.
fn all_met<'a>(
    package: &Package,
    crates: &Crates,
    report: &'a TargetReport,
    workspace_root: &Utf8Path,
) -> Vec<Met<'a>> {
    let target = &report.description;
    let Some(exports) = crates.own.get(&target.id.binary) else { return Vec::new() };
    let file = workspace_root.join(&target.place.file);
    let found = exports.find_function(&target.id.path, &file, target.place.line as usize);
    let is_public = front_door::is_public(package, crates, exports, target, &file, found);
    let others = || crates.others.known.values().map(|other| &other.exports);
    let documents_panics = contract::documents_panics(exports, others(), found);
    let outside = Reach::outside(exports, &crates.others);
    let reached = |outline: &TestOutline, fault: Fault<'_>| {
        let is_made = outline::obstacle(&outside, &target.call, std::slice::from_ref(outline)).is_none();
        match contract::excuse(target, documents_panics, fault) {
            Some(Excuse::Contract) => Reached::Contract,
            Some(Excuse::Size) => Reached::Size,
            None if !is_made => Reached::Inside,
            None if is_public => Reached::Anyone,
            None => Reached::Private,
        }
    };
    met_by(report, reached)
}

fn met_by<'a>(
    report: &'a TargetReport,
    reached: impl Fn(&TestOutline, Fault<'_>) -> Reached,
) -> Vec<Met<'a>> {
    let met = |outline: &TestOutline, kind, message: &'a str, place, test| {
        let call = call(report, outline);
        let characters = call.iter().map(|line| line.chars().count()).sum();
        let length = (call.len(), characters);
        let reached = reached(outline, Fault { kind, message, call: &call });
        Met { report, reached, kind, message, place, call, test, length }
    };
    let can_be_called = |met: &Met<'_>| {
        let arguments =
            met.call.last().and_then(|call| call.strip_prefix(report.description.id.path.as_str()));
        !arguments.is_some_and(contract::borrows_twice)
    };
    let faults = report.findings.iter().map(|finding| {
        let outline = TestOutline::from_fault(finding.clone());
        let test = test_case(report, finding);
        met(&outline, Some(finding.kind), &finding.message, finding.place.as_ref(), test)
    });
    let panics = report.tests.iter().filter_map(|outline| match &outline.observed {
        Observed::Panicked { message, place } => {
            let met = met(outline, None, message, place.as_ref(), Some(outline.test.as_str()));
            let reached = match met.reached {
                Reached::Anyone if is_assertion(message) => Reached::Contract,
                reached => reached,
            };
            Some(Met { reached, ..met })
        }
        _ => None,
    });
    faults.chain(panics).filter(can_be_called).collect()
}

/// Returns the stored test case that causes a fault.
fn test_case<'a>(report: &'a TargetReport, finding: &Finding) -> Option<&'a str> {
    if finding.kind == FindingKind::Death {
        let mut deaths = report.deaths.iter();
        return deaths.find(|fatal| fatal.is_shown_by(finding)).map(|fatal| fatal.test.as_str());
    }
    let shows = |outline: &&TestOutline| match &outline.observed {
        Observed::Fault(fault) => (fault.kind, &fault.place) == (finding.kind, &finding.place),
        _ => false,
    };
    report.covering_tests().find(shows).map(|outline| outline.test.as_str()).filter(|test| !test.is_empty())
}

/// True for the message of a failed assertion without one of its own.
fn is_assertion(message: &str) -> bool {
    message.starts_with("assertion failed: ") || message.starts_with("assertion `")
}

/// Returns the call of an outline as Rust: the statements before it, and itself.
fn call(report: &TargetReport, outline: &TestOutline) -> Vec<String> {
    let path = &report.description.id.path;
    if outline.arguments.len() != report.description.parameters.len() {
        return vec![format!("{path} (arguments cannot be displayed)")];
    }
    let (mut lines, arguments) = as_read(&outline.before, &outline.arguments);
    lines.push(format!("{path}({})", arguments.join(", ")));
    lines
}

/// Returns the findings of reports as if anyone could cause them.
#[cfg(test)]
pub fn collect_from_anyone(reports: &[TargetReport]) -> Findings {
    sort(
        reports.iter().flat_map(|report| met_by(report, |_, _| Reached::Anyone)).collect(),
        false,
        false,
        &mut Sources::none(),
    )
}

#[cfg(test)]
mod tests;
