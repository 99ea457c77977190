//! The lines of the progress display.
//!
//! 1. No line is wider than the terminal, with room for the `^C` that an interruption leaves. Of the
//!    forms of the total, the fullest that fits is taken; names lose their beginning.
//! 2. Columns of jobs have fixed widths, so that nothing moves but digits.
//! 3. No more lines than the terminal has: jobs that do not fit are counted.

use crate::ui::progress::snapshot::{Job, Snapshot, TimeLeft};
use crate::ui::quantity::{approximate, clock, thousands};

/// Columns of the status word and the space behind it.
pub const STATUS: usize = 13;
/// Columns that stay free (rule 1).
const FREE: usize = 3;
/// Terminals below this width have the short columns.
const WIDE: usize = 90;
/// The widest column of names: beyond, the eye loses the line.
const NAME: usize = 48;

/// Returns the lines of the jobs (rules 2 and 3).
pub fn jobs(snapshot: &Snapshot, width: usize, height: usize) -> Vec<String> {
    // The total and the prompt have a line each.
    let room = height.saturating_sub(2);
    let shown = match snapshot.jobs.len() {
        jobs if jobs <= room => jobs,
        _ => room.saturating_sub(1),
    };
    let mut lines: Vec<String> = snapshot.jobs[..shown].iter().map(|job| line(job.as_ref(), width)).collect();
    if shown < snapshot.jobs.len() && room > 0 {
        let more = format!("{:indent$}and {} more", "", snapshot.jobs.len() - shown, indent = indent(width));
        lines.push(fit(&more, width.saturating_sub(FREE)));
    }
    lines
}

fn indent(width: usize) -> usize {
    if width < WIDE { 2 } else { STATUS }
}

fn line(job: Option<&Job>, width: usize) -> String {
    let indent = indent(width);
    let Some(Job { name, covered, goals, evaluations, time }) = job else {
        return fit(&format!("{:indent$}-", ""), width.saturating_sub(FREE));
    };
    let time = clock(time.as_secs());
    let (short, long) = match goals {
        0 => (String::new(), String::new()),
        _ => (format!("{covered}/{goals}"), format!("{covered}/{goals} goals")),
    };
    let cells = match width < WIDE {
        true => {
            format!(" {short:>9} {:>6} {time:>10}", approximate(*evaluations as f64))
        }
        false => {
            format!("  {long:>15} {:>23} {time:>11}", format!("{} evaluations", thousands(*evaluations)))
        }
    };
    let column = width.saturating_sub(indent + cells.chars().count() + FREE).min(NAME);
    let name = keep_end(name, column);
    fit(&format!("{:indent$}{name:column$}{cells}", ""), width.saturating_sub(FREE))
}

/// Returns the total, without the status word (rule 1).
pub fn total(snapshot: &Snapshot, width: usize) -> String {
    let room = width.saturating_sub(STATUS + FREE);
    let forms = [full(snapshot), shorter(snapshot), short(snapshot), shortest(snapshot)];
    let fitting = forms.iter().find(|form| form.chars().count() <= room);
    fit(fitting.unwrap_or(&forms[3]), room)
}

/// Returns the total in full.
pub fn full(snapshot: &Snapshot) -> String {
    let searches = format!("{}/{} functions", snapshot.ended, snapshot.searches);
    let goals = snapshot.goals.map(|(covered, all)| {
        format!("{}/{} goals covered", thousands(covered as u64), thousands(all as u64))
    });
    let rate = snapshot.rate.map(|rate| format!("{} evaluations/s", thousands(rounded(rate))));
    let left = snapshot.left.map(|left| match left {
        TimeLeft::Until(time) => format!("{} left", clock(time.as_secs())),
        TimeLeft::About(time) => format!("about {} left", clock(time.as_secs())),
        TimeLeft::AtMost(time) => format!("at most {} left", clock(time.as_secs())),
    });
    joined([Some(searches), goals, rate, left])
}

fn shorter(snapshot: &Snapshot) -> String {
    let searches = format!("{}/{} functions", snapshot.ended, snapshot.searches);
    joined([Some(searches), goals(snapshot), rate(snapshot), left(snapshot)])
}

fn short(snapshot: &Snapshot) -> String {
    joined([Some(shortest(snapshot)), rate(snapshot), left(snapshot), None])
}

fn shortest(snapshot: &Snapshot) -> String {
    goals(snapshot).unwrap_or_else(|| format!("{}/{}", snapshot.ended, snapshot.searches))
}

fn goals(snapshot: &Snapshot) -> Option<String> {
    snapshot.goals.map(|(covered, all)| format!("{covered}/{all} goals"))
}

fn rate(snapshot: &Snapshot) -> Option<String> {
    snapshot.rate.map(|rate| format!("{}/s", approximate(rate)))
}

fn left(snapshot: &Snapshot) -> Option<String> {
    snapshot.left.map(|left| match left {
        TimeLeft::Until(time) => format!("{} left", clock(time.as_secs())),
        TimeLeft::About(time) => format!("~{} left", clock(time.as_secs())),
        TimeLeft::AtMost(time) => format!("<{} left", clock(time.as_secs())),
    })
}

fn joined(parts: [Option<String>; 4]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns a rate in three digits: the others are noise.
fn rounded(rate: f64) -> u64 {
    let rate = rate as u64;
    let unit = 10_u64.pow((rate.max(1).ilog10() + 1).saturating_sub(3));
    rate / unit * unit
}

/// Returns the end of a name, with `…` instead of its beginning if it is too long.
fn keep_end(name: &str, width: usize) -> String {
    let length = name.chars().count();
    if length <= width {
        return name.to_owned();
    }
    let kept: String = name.chars().skip(length - width.saturating_sub(1).min(length)).collect();
    if width == 0 { String::new() } else { format!("…{kept}") }
}

fn fit(line: &str, width: usize) -> String {
    line.chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn job(name: &str) -> Option<Job> {
        Some(Job {
            name: name.to_owned(),
            covered: 12,
            goals: 22,
            evaluations: 1_234_567,
            time: Duration::from_secs(75),
        })
    }

    fn snapshot() -> Snapshot {
        Snapshot {
            is_stopping: false,
            searches: 40,
            ended: 12,
            goals: Some((130, 1_220)),
            rate: Some(1_234_567.8),
            left: Some(TimeLeft::AtMost(Duration::from_secs(200))),
            jobs: vec![
                job("demo::shapes::triangle"),
                None,
                job("demo::text::<impl Display for Very>::long_name"),
            ],
        }
    }

    #[test]
    fn wide_terminals_have_whole_words() {
        assert_eq!(
            jobs(&snapshot(), 120, 24),
            [
                "             demo::shapes::triangle                                12/22 goals   1,234,567 evaluations  1 min 15 s",
                "             -",
                "             demo::text::<impl Display for Very>::long_name        12/22 goals   1,234,567 evaluations  1 min 15 s",
            ]
        );
        assert_eq!(
            total(&snapshot(), 120),
            "12/40 functions, 130/1,220 goals covered, 1,230,000 evaluations/s, at most 3 min 20 s left"
        );
        assert_eq!(total(&snapshot(), 80), "12/40 functions, 130/1220 goals, 1.2M/s, <3 min 20 s left");
    }

    #[test]
    fn narrow_terminals_have_short_columns() {
        assert_eq!(
            jobs(&snapshot(), 60, 24),
            [
                "  demo::shapes::triangle          12/22   1.2M 1 min 15 s",
                "  -",
                "  …splay for Very>::long_name     12/22   1.2M 1 min 15 s",
            ]
        );
        assert_eq!(total(&snapshot(), 60), "130/1220 goals, 1.2M/s, <3 min 20 s left");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in 0..200 {
            for height in 0..6 {
                let lines = jobs(&snapshot(), width, height);
                assert!(lines.len() <= height.saturating_sub(2), "{width} {height} {lines:?}");
                assert!(lines.iter().all(|line| line.chars().count() <= width.saturating_sub(FREE)));
                assert!(total(&snapshot(), width).chars().count() <= width.saturating_sub(STATUS + FREE));
            }
        }
    }

    #[test]
    fn jobs_that_do_not_fit_are_counted() {
        let lines = jobs(&snapshot(), 120, 4);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1].trim(), "and 2 more");
    }

    #[test]
    fn the_total_has_only_known_parts() {
        let snapshot = Snapshot { searches: 8, ..Snapshot::default() };
        assert_eq!(full(&snapshot), "0/8 functions");
        assert_eq!(total(&snapshot, 30), "0/8 functions");
        assert_eq!(total(&snapshot, 20), "0/8");
    }

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([0.4, 9.9, 987.0, 1_234.0, 1_239_999.0].map(rounded), [0, 9, 987, 1_230, 1_230_000]);
    }
}
