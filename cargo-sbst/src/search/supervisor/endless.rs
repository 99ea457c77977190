//! The confirmation of hangs: what took more steps than the limit is executed once more.
//!
//! # Policy
//! 1. A worker of its own measures how the steps grow with the values of the call, and executes the
//!    call with a hundredfold limit if they do not.
//! 2. If the steps grow, or the call ends, the function is *slow*: that is no finding, and has no
//!    test.
//! 3. If it still goes on, or nothing is known after [`LONGEST`], it hangs.

use super::Assignment;
use crate::search::target_report::TargetReport;
use crate::ui::interrupt;
use crate::worker::watch;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::messages::{ENDLESS, Event, Finding, FindingKind, Observed, SlowCall, Task, TestOutline};
use std::time::Duration;

/// The time of hundred million steps, some of which take longer than others.
const LONGEST: Duration = Duration::from_secs(5);

/// Takes the hangs out of a report that have an end.
pub fn confirm(assignment: &Assignment<'_>, report: &mut TargetReport) -> anyhow::Result<()> {
    let Some(test) = report.tests.iter().find(|test| shows_hang(test)).map(|test| test.test.clone()) else {
        return Ok(());
    };
    if test.is_empty() || interrupt::requested() {
        return Ok(());
    }
    let slow = measure(assignment, test)?;
    if let Some(slow) = slow.filter(SlowCall::has_end) {
        report.findings.retain(|finding| !is_by_steps(finding));
        report.tests.retain(|test| !shows_hang(test));
        report.slow.executions += 1;
        report.slow.call.get_or_insert(slow);
    }
    Ok(())
}

/// Rule 1.
fn measure(assignment: &Assignment<'_>, test: String) -> anyhow::Result<Option<SlowCall>> {
    let directory = Utf8PathBuf::from(format!("{}-endless", assignment.directory));
    let task = Task::Measure(Box::new(assignment.orders.clone()), test);
    let within = LONGEST.min(assignment.hang_timeout);
    let mut slow = None;
    watch::work(assignment.host, &directory, task, within, |event| {
        if let Event::Slow(call) = event {
            slow = Some(*call);
        }
    })?;
    assignment.host.directories.keep(&directory);
    Ok(slow)
}

fn is_by_steps(finding: &Finding) -> bool {
    finding.kind == FindingKind::Hang && finding.message.starts_with(ENDLESS)
}

fn shows_hang(test: &TestOutline) -> bool {
    matches!(&test.observed, Observed::Fault(finding) if is_by_steps(finding))
}
