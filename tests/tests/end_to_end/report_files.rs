//! Files with a report: JUnit, SARIF, Cobertura, LCOV and the page for browsers.

use sbst_tests::Project;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const SOURCE: &str = "
    #[qq::instrument]
    pub fn next(number: u8, text: &str) -> u8 {
        // </script> https://example.org
        if text == \"<b>\" { return 0; }
        number + 1
    }
";

#[test]
fn requested_report_files_are_written_and_agree() {
    let project = Project::copy("renamed", "report-files");
    project.write("src/lib.rs", SOURCE);
    let files = "--junit out/junit.xml --sarif out/sbst.sarif --cobertura out/cobertura.xml \
                 --lcov out/lcov.info --html out/report.html";
    let output =
        project.sbst(&format!("--message-format json --fresh --budget 30000evals {files}")).succeed();
    assert_eq!(output.find_messages("report-written").len(), 5, "{output:?}");
    let summary = &output.find_messages("summary")[0];
    let (goals, findings) = (summary["goals"].as_u64().unwrap(), summary["findings"].as_u64().unwrap());
    assert!(goals >= 2 && findings >= 1, "{summary}");

    let sarif: Value = serde_json::from_str(&project.read("out/sbst.sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len() as u64, findings);
    let related = &results[0]["relatedLocations"][0]["physicalLocation"];
    let file = related["artifactLocation"]["uri"].as_str().unwrap();
    let line = related["region"]["startLine"].as_u64().unwrap() as usize;
    let test = project.read(file);
    assert!(
        test.lines().skip(line - 1).take(8).any(|line| line.contains("#[ignore")),
        "{file}:{line}\n{test}"
    );

    assert!(project.read("out/junit.xml").contains(&format!("failures=\"{findings}\"")));
    assert!(project.read("out/cobertura.xml").contains(&format!("branches-valid=\"{goals}\"")));
    assert!(project.read("out/lcov.info").contains(&format!("BRF:{goals}\n")));

    let page = project.read("out/report.html");
    let (before, rest) = page.split_once("id=\"data\">").unwrap();
    let (data, after) = rest.split_once("</script>").unwrap();
    for outside in [before, after] {
        assert!(
            !outside.contains("http:") && !outside.contains("https:"),
            "the page asks the network for nothing"
        );
    }
    let data: Value = serde_json::from_str(data).unwrap();
    let conditions = data["functions"][0]["conditions"].as_array().unwrap();
    assert_eq!(2 * conditions.len() as u64, goals);
    assert!(!data["tests"].as_array().unwrap().is_empty());
    in_a_browser(&project.directory().join("out/report.html"));
}

/// Skips visibly without a browser.
fn in_a_browser(page: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.mjs");
    match Command::new("node").arg(script).arg(page).output() {
        Ok(output) => {
            eprint!("{}", String::from_utf8_lossy(&output.stdout));
            assert!(output.status.success(), "{output:?}");
        }
        Err(error) => eprintln!("skipped: node could not be started: {error}"),
    }
}
