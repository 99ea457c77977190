//! A run as Markdown, for the summary of a job and for a comment.

use crate::report::closing::kind_of_finding;
use crate::report::totals::Totals;
use crate::review::proposal::Proposal;
use crate::state::Since;
use crate::suite::Reason;
use crate::suite::findings::Entry;
use crate::ui::quantity::{count, seconds, thousands};
use sbst_model::TargetId;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most lines of a list: a summary on GitHub holds a mebibyte, and more lines are not read.
const MOST_LINES: usize = 20;

/// The content of a summary.
pub struct Summary<'a> {
    pub totals: &'a Totals,
    pub since: &'a Since,
    /// Findings that are not accepted.
    pub open: &'a [&'a Entry],
    /// The number of accepted ones.
    pub accepted: usize,
    /// Functions that were not searched, with the reason.
    pub not_searched: &'a [(TargetId, String)],
    /// The differences of the written suites.
    pub proposals: &'a [Proposal],
}

pub fn render(summary: &Summary<'_>) -> String {
    let Summary { totals, since, open, accepted, not_searched, proposals } = summary;
    let mut text = String::from("## cargo sbst\n\n");
    let searched = totals.targets - not_searched.len();
    let share = 100.0 * totals.covered as f64 / totals.goals.max(1) as f64;
    _ = writeln!(
        text,
        "**{} of {} goals covered ({share:.1} %)** by {} of {}, in {} with the builds (seed {}).\n",
        thousands(totals.covered as u64),
        thousands(totals.goals as u64),
        count(totals.tests, "test"),
        count(searched, "function"),
        seconds(totals.elapsed_seconds),
        totals.seed,
    );
    if !since.is_known {
        text.push_str("No earlier run is stored here, so there is no comparison.\n\n");
    }
    goals(&mut text, "Goals lost since the last run", &since.lost);
    if !open.is_empty() {
        _ = writeln!(text, "### {} not accepted\n", count(open.len(), "finding"));
        for entry in open.iter().take(MOST_LINES) {
            let place = entry.place.as_ref().map(|place| format!(" at `{place}`")).unwrap_or_default();
            let is_new = since.is_known && since.new_findings.contains(&entry.fingerprint);
            let is_new = if is_new { "**new** " } else { "" };
            let kind = entry.kind.map_or("panic", kind_of_finding);
            _ = writeln!(text, "* {is_new}{kind}: {}{place}\n", entry.message.replace('\n', " "));
            _ = writeln!(text, "  ```rust\n  {}\n  ```", entry.call.join("\n  "));
        }
        text.push('\n');
    }
    if *accepted > 0 {
        _ = writeln!(text, "{} accepted.\n", count(*accepted, "finding"));
    }
    let changed: Vec<&Proposal> = proposals.iter().filter(|proposal| proposal.result_has_changed()).collect();
    list(&mut text, "Earlier tests with another result", &changed, |proposal| {
        let reason = proposal.fails.as_ref().map(Reason::to_string).unwrap_or_default();
        format!("`{}`: {reason}", proposal.test)
    });
    goals(&mut text, "Goals won since the last run", &since.won);
    list(&mut text, "Findings gone since the last run", &since.gone_findings, |finding| {
        let kind = finding.kind.as_deref().unwrap_or("panic");
        format!("{kind} in `{}`: {}", finding.id, finding.message)
    });
    list(&mut text, "Functions gone since the last run", &since.gone_functions, |id| format!("`{id}`"));
    if !not_searched.is_empty() {
        _ = writeln!(
            text,
            "<details><summary>{} not searched</summary>\n",
            count(not_searched.len(), "function")
        );
        let mut sorted: Vec<&(TargetId, String)> = not_searched.iter().collect();
        sorted.sort_by_key(|(id, _)| !since.no_longer_searched.contains(id));
        for (id, reason) in sorted.into_iter().take(MOST_LINES) {
            let before = if since.no_longer_searched.contains(id) { "**searched before** " } else { "" };
            _ = writeln!(text, "* {before}`{id}`: {}", reason.replace('\n', " "));
        }
        more(&mut text, not_searched.len());
        text.push_str("\n</details>\n");
    }
    text
}

fn goals(text: &mut String, heading: &str, changed: &BTreeMap<TargetId, Vec<String>>) {
    if changed.is_empty() {
        return;
    }
    _ = writeln!(text, "### {heading}\n");
    let all = || changed.iter().flat_map(|(id, goals)| goals.iter().map(move |goal| (id, goal)));
    for (id, goal) in all().take(MOST_LINES) {
        _ = writeln!(text, "* `{id}`: {}", goal.replace('\n', " "));
    }
    more(text, all().count());
    text.push('\n');
}

/// Writes a list under a heading, unless it is empty.
fn list<T>(text: &mut String, heading: &str, items: &[T], line: impl Fn(&T) -> String) {
    if items.is_empty() {
        return;
    }
    _ = writeln!(text, "### {heading}\n");
    for item in items.iter().take(MOST_LINES) {
        _ = writeln!(text, "* {}", line(item).replace('\n', " "));
    }
    more(text, items.len());
    text.push('\n');
}

fn more(text: &mut String, all: usize) {
    if let more @ 1.. = all.saturating_sub(MOST_LINES) {
        _ = writeln!(text, "* and {more} more");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::state::StoredFinding;
    use crate::suite::findings::collect_from_anyone;

    #[test]
    fn a_summary_begins_with_lost_goals_and_findings() {
        let report = fixture::report("d::f");
        let found = collect_from_anyone(std::slice::from_ref(&report));
        let id = report.description.id.clone();
        let totals = Totals { goals: 4, covered: 3, targets: 2, tests: 3, ..Totals::default() };
        let since = Since {
            is_known: true,
            won: BTreeMap::from([(id.clone(), (0..25).map(|n| format!("`n > {n}` is true")).collect())]),
            lost: BTreeMap::from([(id.clone(), vec!["`n > 0` is false".into()])]),
            new_findings: vec![found.shown[0].fingerprint.clone()],
            gone_findings: vec![StoredFinding {
                fingerprint: "0123456789abcdef".into(),
                id: fixture::description("d::h", 1).id,
                kind: Some("index".into()),
                message: "index out of bounds".into(),
                place: None,
                call: "d::h(1)".into(),
                test: None,
                is_gone: false,
            }],
            gone_functions: vec![fixture::description("d::old", 1).id],
            no_longer_searched: [id.clone()].into(),
        };
        insta::assert_snapshot!(render(&Summary {
            totals: &totals,
            since: &since,
            open: &found.shown.iter().collect::<Vec<_>>(),
            accepted: 1,
            not_searched: &[(id, "it is `unsafe`".into())],
            proposals: &[Proposal {
                fails: Some(Reason::Failed("left: 1, right: 2".into())),
                ..Proposal::example()
            }],
        }));
    }
}
