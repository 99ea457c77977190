//! The confirmation of hangs: a call that exceeded the step limit is executed once more.
//!
//! # Policy
//! 1. A separate worker measures how the steps grow with the values of the call. It executes the
//!    call with a hundredfold limit, unless the growth predicts more steps.
//! 2. If the call ends, or if only its growth is known after [`LONGEST`], the function is *slow*.
//!    That is no finding, and has no test.
//! 3. If a fault or the death of the worker ends it, that is the finding.
//! 4. If it still runs, or nothing is known, it hangs.
//! 5. Each test of a hang is measured. The finding stays as long as one of them hangs.

use super::Assignment;
use crate::search::target_report::TargetReport;
use crate::ui::interrupt;
use crate::worker::watch::{self, Cause, Crash, End};
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::messages::{ENDLESS, Event, Finding, FindingKind, Observed, SlowCall, Task, TestOutline};
use sbst_model::target::Place;
use std::time::Duration;

/// The time of a hundred million steps; their durations vary.
const LONGEST: Duration = Duration::from_secs(5);

/// A measurement of a call that takes too long.
#[derive(Default)]
pub struct Measured {
    call: Option<SlowCall>,
    /// The fault that ended it, or the hang.
    fault: Option<(FindingKind, String, Option<Place>)>,
}

/// Removes the hangs from a report that end after all.
pub fn confirm(assignment: &Assignment<'_>, report: &mut TargetReport) -> anyhow::Result<()> {
    let mut ended = Vec::new();
    for test in std::mem::take(&mut report.tests) {
        let Some(hang) = hang(&test).filter(|_| !test.test.is_empty() && !interrupt::requested()) else {
            report.tests.push(test);
            continue;
        };
        match measure(assignment, &test.test)? {
            Measured { fault: Some((kind, message, place)), .. } if kind != FindingKind::Hang => {
                ended.push(Finding { kind, message, place, ..hang.clone() });
            }
            Measured { fault: None, call: Some(call) } if call.has_end() => {
                report.slow.executions += 1;
                report.slow.call.get_or_insert(call);
            }
            _ => report.tests.push(test),
        }
    }
    let left: Vec<&Finding> = report.tests.iter().filter_map(hang).collect();
    report.findings.retain_mut(|finding| {
        let left = left.iter().find(|hang| hang.place == finding.place);
        if let Some(&left) = left.filter(|_| is_by_steps(finding)) {
            *finding = Finding { evaluations: finding.evaluations, ..left.clone() };
        }
        !is_by_steps(finding) || left.is_some()
    });
    report.findings.extend(ended);
    Ok(())
}

/// Rule 1.
pub fn measure(assignment: &Assignment<'_>, test: &str) -> anyhow::Result<Measured> {
    let directory = Utf8PathBuf::from(format!("{}-endless", assignment.directory));
    let task = Task::Measure(Box::new(assignment.orders.clone()), test.to_owned());
    let within = LONGEST.min(assignment.hang_timeout);
    let mut measured = Measured::default();
    let watched = watch::work(assignment.host, &directory, task, within, |event| match event {
        Event::Slow(call) => measured.call = Some(*call),
        Event::Finding(fault) => measured.fault = Some((fault.kind, fault.message, fault.place)),
        _ => {}
    })?;
    if let End::Crashed(Crash { death, cause: Cause::Code, .. }) = watched.end {
        let place = assignment.description.place.clone();
        measured.fault = Some((FindingKind::Death, death.to_string(), Some(place)));
    }
    assignment.host.directories.keep(&directory);
    Ok(measured)
}

impl Measured {
    /// True if the call's time is explained by the size of its values.
    pub fn grows(&self) -> bool {
        self.call.as_ref().is_some_and(SlowCall::grows)
    }
}

fn is_by_steps(finding: &Finding) -> bool {
    finding.kind == FindingKind::Hang && finding.message.starts_with(ENDLESS)
}

/// Returns the hang by steps in a test, if any.
fn hang(test: &TestOutline) -> Option<&Finding> {
    match &test.observed {
        Observed::Fault(finding) if is_by_steps(finding) => Some(finding),
        _ => None,
    }
}
