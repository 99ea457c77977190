//! The places of faults that the standard library or a dependency raises: the innermost line of the
//! package in the backtrace.
//!
//! # Policy
//! 1. The test case is executed once more in a worker that writes backtraces.
//! 2. The innermost frame of the package is the place. Without one, as in an executable without
//!    line tables, the place stays as it is.

use super::{Assignment, blame};
use crate::search::target_report::TargetReport;
use crate::ui::interrupt;
use crate::worker::backtrace::{self, Frame};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::messages::{BACKTRACES, Finding, Observed, SearchOrders};
use sbst_model::target::Place;
use std::fs;

/// Moves faults of a report that were raised elsewhere to places in the package.
pub fn find(assignment: &Assignment<'_>, report: &mut TargetReport) -> anyhow::Result<()> {
    for index in 0..report.findings.len() {
        let fault = report.findings[index].clone();
        let Some(raised) = fault.place.clone().filter(is_foreign) else { continue };
        let shows =
            |observed: &Observed| matches!(observed, Observed::Fault(other) if is_same(other, &fault));
        let test = report.tests.iter().find(|test| shows(&test.observed)).map(|test| test.test.clone());
        let Some(test) = test.filter(|test| !test.is_empty() && !interrupt::requested()) else { continue };
        let Some(place) = last_own_line(assignment, &test, &raised)? else { continue };
        for test in &mut report.tests {
            if let Observed::Fault(other) = &mut test.observed
                && is_same(other, &fault)
            {
                other.place = Some(place.clone());
            }
        }
        report.findings[index].place = Some(place);
    }
    Ok(())
}

/// Executes a test case again (rule 1).
fn last_own_line(assignment: &Assignment<'_>, test: &str, raised: &Place) -> anyhow::Result<Option<Place>> {
    let orders = SearchOrders { backtraces: true, ..assignment.orders.clone() };
    let traced = Assignment { orders, ..assignment.clone() };
    let directory = Utf8PathBuf::from(format!("{}-traced", assignment.directory));
    blame::repeat(&traced, &directory, test, None)?;
    let text = fs::read_to_string(directory.join(BACKTRACES)).unwrap_or_default();
    _ = fs::remove_file(directory.join(BACKTRACES));
    assignment.host.directories.keep(&directory);
    let Some(root) = root(assignment) else { return Ok(None) };
    let frames = backtrace::frames(&text, &raised.to_string(), root, false);
    Ok(frames.first().and_then(place))
}

/// The root of the workspace; the function's place is relative to it.
fn root<'a>(assignment: &'a Assignment<'_>) -> Option<&'a Utf8Path> {
    let manifest = &assignment.host.executable.package.manifest_path;
    let file = &assignment.description.place.file;
    manifest.ancestors().skip(1).find(|folder| folder.join(file).is_file())
}

fn is_same(one: &Finding, other: &Finding) -> bool {
    (one.kind, &one.place) == (other.kind, &other.place)
}

/// True for a file outside of the workspace: those inside have relative paths.
fn is_foreign(place: &Place) -> bool {
    place.file.starts_with('/') || place.file.get(1..3) == Some(":\\")
}

/// Reads `src/lib.rs:3:9`.
fn place(frame: &Frame) -> Option<Place> {
    let (rest, column) = frame.place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Place { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_places_and_only_files_elsewhere_are_foreign() {
        let own = place(&Frame { function: "d::f".into(), place: "src/lib.rs:3:9".into() }).unwrap();
        assert_eq!((own.file.as_str(), own.line, own.column), ("src/lib.rs", 3, 9));
        assert!(!is_foreign(&own));
        let raised = Place { file: "/rustc/59807616/library/alloc/src/raw_vec/mod.rs".into(), ..own };
        assert!(is_foreign(&raised));
        assert_eq!(place(&Frame { function: "d::f".into(), place: String::new() }), None);
    }
}
