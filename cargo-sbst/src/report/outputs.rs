//! The report files of a run, for other programs and for browsers.

use crate::report::model::Report;
use crate::report::{cobertura, html, junit, lcov, sarif};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::OutputOptions;
use crate::ui::{console, whole_file};
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use serde::Serialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// Options for files with a report.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Report files")]
pub struct ReportFiles {
    /// Write findings and functions as JUnit XML to this file
    #[arg(long, value_name = "FILE")]
    pub junit: Option<Utf8PathBuf>,
    /// Write findings as SARIF 2.1.0 to this file
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<Utf8PathBuf>,
    /// Write coverage of goals as Cobertura XML to this file
    #[arg(long, value_name = "FILE")]
    pub cobertura: Option<Utf8PathBuf>,
    /// Write coverage of goals as an LCOV tracefile, with a branch for each goal, to this file
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<Utf8PathBuf>,
    /// Write goals, tests and findings as an HTML page to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<Utf8PathBuf>,
}

/// A format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    Junit,
    Sarif,
    Cobertura,
    Lcov,
    Html,
}

impl Format {
    const ALL: [Format; 5] = [Format::Junit, Format::Sarif, Format::Cobertura, Format::Lcov, Format::Html];

    /// Returns the report in this format.
    pub fn render(self, report: &Report<'_>) -> anyhow::Result<String> {
        Ok(match self {
            Format::Junit => junit::render(report)?,
            Format::Sarif => sarif::render(report)?,
            Format::Cobertura => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
                cobertura::render(&report.counted(), report.workspace_root, now)?
            }
            Format::Lcov => lcov::tracefile(&report.counted(), report.workspace_root),
            Format::Html => html::render(report)?,
        })
    }
}

impl ReportFiles {
    fn path(&self, format: Format) -> Option<&Utf8Path> {
        let path = match format {
            Format::Junit => &self.junit,
            Format::Sarif => &self.sarif,
            Format::Cobertura => &self.cobertura,
            Format::Lcov => &self.lcov,
            Format::Html => &self.html,
        };
        path.as_deref()
    }

    /// Writes the requested files, each wholly or not at all.
    pub fn write(&self, report: &Report<'_>, output: &OutputOptions) -> anyhow::Result<()> {
        for format in Format::ALL {
            let Some(path) = self.path(format) else { continue };
            let text = format.render(report).with_context(|| format!("failed to create {path}"))?;
            whole_file::replace(path, text.as_bytes())?;
            JsonLines::new(output).emit(&ReportWritten { format, path: path.as_str() })?;
            console::status(output, "Written", path);
        }
        Ok(())
    }
}

/// A file with a report was written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReportWritten<'a> {
    format: Format,
    path: &'a str,
}

message!("report-written": ReportWritten<'_>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::closing;
    use crate::report::function_line::TargetFinished;
    use crate::report::model::Standing;
    use crate::report::model::fixtures::Run;
    use serde_json::Value;

    /// The number of goals and of those covered.
    type Goals = (usize, usize);

    fn lcov(text: &str) -> Goals {
        let sum =
            |key: &str| text.lines().filter_map(|line| line.strip_prefix(key)?.parse::<usize>().ok()).sum();
        (sum("BRF:"), sum("BRH:"))
    }

    /// The numbers in an attribute or property, added up.
    fn xml(text: &str, before: &str) -> usize {
        let numbers = text.split(before).skip(1);
        numbers.filter_map(|rest| rest.split('"').next()?.parse::<usize>().ok()).sum()
    }

    #[test]
    fn all_outputs_count_the_same() {
        let run = Run::example();
        let report = run.report();
        let totals = &run.totals;
        let expected = (totals.goals, totals.covered);
        let render = |format: Format| format.render(&report).unwrap();

        assert_eq!(lcov(&render(Format::Lcov)), expected);
        let cobertura = render(Format::Cobertura);
        assert_eq!((xml(&cobertura, "branches-valid=\""), xml(&cobertura, "branches-covered=\"")), expected);
        let junit = render(Format::Junit);
        let property = |name: &str| xml(&junit, &format!("name=\"{name}\" value=\""));
        assert_eq!((property("goals"), property("covered")), expected);
        let sarif: Value = serde_json::from_str(&render(Format::Sarif)).unwrap();
        let properties = &sarif["runs"][0]["properties"];
        assert_eq!(properties["goals"], totals.goals);
        assert_eq!(html::counts(&render(Format::Html)), expected);
        let lines = run.reports.iter().map(TargetFinished::from_report);
        let json = lines.fold((0, 0), |sum, line| (sum.0 + line.goals, sum.1 + line.covered));
        assert_eq!(json, expected);
        let text = closing::closing_line(totals);
        assert!(text.contains(&format!("{} of {} goals covered", totals.covered, totals.goals)), "{text}");

        let open = report.findings.iter().filter(|finding| finding.standing == Standing::Open).count();
        assert_eq!(open, totals.findings - 1, "one is accepted");
        assert_eq!(xml(junit.lines().nth(1).unwrap(), "failures=\""), open);
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), totals.findings);
        assert_eq!(results.iter().filter(|result| result["suppressions"].is_array()).count(), 1);
    }
}
