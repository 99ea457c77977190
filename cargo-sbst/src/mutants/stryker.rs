//! The report in the format of Stryker's viewer, `mutation-report.json`.

use super::grading::Grading;
use super::judge::{Alive, Judged, Verdict};
use super::report::reason;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The version of the format.
const VERSION: &str = "2";

/// Returns a grading as JSON. `read` reads a source by its path.
pub fn stryker_report(grading: &Grading, root: &str, read: impl Fn(&str) -> Option<String>) -> String {
    let mut files: Map<String, Value> = Map::new();
    for (number, judged) in grading.judged.iter().enumerate() {
        let file = files.entry(judged.mutant.file.clone()).or_insert_with(|| {
            let source = read(&judged.mutant.file).unwrap_or_default();
            json!({ "language": "rust", "source": source, "mutants": [] })
        });
        if let Some(mutants) = file["mutants"].as_array_mut() {
            mutants.push(mutant(number, judged, grading));
        }
    }
    let mut targets: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (number, (name, target)) in grading.tests.iter().enumerate() {
        targets.entry(target).or_default().push(json!({ "id": number.to_string(), "name": name }));
    }
    let tests: Map<String, Value> =
        targets.into_iter().map(|(target, tests)| (target.to_owned(), json!({ "tests": tests }))).collect();
    let report = json!({
        "schemaVersion": VERSION,
        "thresholds": { "high": 80, "low": 60 },
        "projectRoot": root,
        "framework": { "name": "cargo-sbst", "version": env!("CARGO_PKG_VERSION") },
        "performance": {
            "setup": 0,
            "initialRun": milliseconds(grading.recorded),
            "mutation": milliseconds(grading.elapsed),
        },
        "files": files,
        "testFiles": tests,
    });
    format!("{report:#}\n")
}

fn milliseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn mutant(number: usize, judged: &Judged, grading: &Grading) -> Value {
    let Judged { mutant, verdict, tests } = judged;
    let [start, end] = mutant.place.map(|(line, column)| json!({ "line": line, "column": column }));
    let status = match verdict {
        Verdict::Noticed(_) => "Killed",
        Verdict::Alive(Alive::Unexecuted) => "NoCoverage",
        Verdict::Alive(_) => "Survived",
        Verdict::Unknown(_) => "Timeout",
        Verdict::Inapplicable => "Ignored",
    };
    let mut value = json!({
        "id": number.to_string(),
        "mutatorName": mutant.genre,
        "description": mutant.text,
        "replacement": mutant.replacement,
        "location": { "start": start, "end": end },
        "status": status,
        "coveredBy": tests.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    let reason = match verdict {
        Verdict::Inapplicable => Some("it cannot be applied to this type".to_owned()),
        _ => reason(judged, grading),
    };
    if let Some(reason) = reason {
        value["statusReason"] = reason.into();
    }
    if let Verdict::Noticed(test) = verdict {
        value["killedBy"] = json!([test.to_string()]);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::mutant::Mutant;

    #[test]
    fn a_report_has_sources_mutants_and_tests() {
        let mutant = Mutant {
            package: "p".into(),
            file: "src/lib.rs".into(),
            place: [(2, 7), (2, 8)],
            genre: "BinaryOperator".into(),
            text: "replace < with <= in f".into(),
            own_text: String::new(),
            replacement: "<=".into(),
            spots: Vec::new(),
        };
        let judged =
            |verdict, tests: &[usize]| Judged { mutant: mutant.clone(), verdict, tests: tests.to_vec() };
        let grading = Grading {
            judged: vec![
                judged(Verdict::Noticed(0), &[0]),
                judged(Verdict::Alive(Alive::Same), &[0]),
                judged(Verdict::Alive(Alive::Unexecuted), &[]),
                judged(Verdict::Unknown(0), &[0]),
                judged(Verdict::Inapplicable, &[0]),
            ],
            tests: vec![("t".into(), "p lib".into())],
            ..Grading::default()
        };
        let report: Value =
            serde_json::from_str(&stryker_report(&grading, "/p", |_| Some("text".into()))).unwrap();
        let file = &report["files"]["src/lib.rs"];
        assert_eq!((&file["source"], &file["language"]), (&json!("text"), &json!("rust")));
        let mutants = file["mutants"].as_array().unwrap();
        let statuses: Vec<_> = mutants.iter().map(|mutant| mutant["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["Killed", "Survived", "NoCoverage", "Timeout", "Ignored"]);
        assert_eq!(mutants[0]["killedBy"], json!(["0"]));
        assert_eq!(mutants[1]["statusReason"], json!("without a difference in 1 test: t"));
        assert_eq!(
            mutants[0]["location"],
            json!({"start": {"line": 2, "column": 7}, "end": {"line": 2, "column": 8}})
        );
        assert_eq!(report["testFiles"]["p lib"]["tests"], json!([{"id": "0", "name": "t"}]));
    }
}
