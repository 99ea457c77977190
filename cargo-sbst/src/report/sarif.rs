//! SARIF 2.1.0, as GitHub's code scanning and editors read it.
//!
//! 1. A result is a shown finding, at the place of the fault; one without a place is at its
//!    function. The written test is a related location.
//! 2. A rule is a kind of finding. An explicit panic is a warning, all others are errors.
//! 3. `partialFingerprints` has the fingerprint that also identifies accepted findings, so an alert
//!    stays the same while other lines move. An accepted finding is suppressed.
//! 4. GitHub takes 25,000 results of a run, 20 tags of a rule and 10 MB of compressed text. Results
//!    beyond are left out, and counted in `properties`; messages are cut.

use crate::report::model::{Finding, Report, Standing};
use sbst_model::messages::FindingKind;
use sbst_model::target::Place;
use serde_json::{Map, Value, json};

/// Results that GitHub takes of a run.
const MOST_RESULTS: usize = 25_000;
/// Characters of a message: 25,000 of them, which repeat themselves, stay below 10 MB compressed.
const LONGEST_MESSAGE: usize = 2_000;
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The base of relative paths: the root of the checkout.
const ROOT: &str = "%SRCROOT%";

/// A kind of finding, as a rule.
struct Rule {
    kind: Option<FindingKind>,
    id: &'static str,
    name: &'static str,
    short: &'static str,
    help: &'static str,
}

const RULES: [Rule; 9] = [
    Rule {
        kind: Some(FindingKind::Overflow),
        id: "sbst/overflow",
        name: "ArithmeticOverflow",
        short: "Arithmetic overflows",
        help: "The operation panics where overflow checks are on, and wraps where they are off. Use a \
               `checked_`, `saturating_` or `wrapping_` method, a wider type, or refuse the value before.",
    },
    Rule {
        kind: Some(FindingKind::Division),
        id: "sbst/division",
        name: "DivisionByZero",
        short: "A division has no result",
        help: "The divisor is zero, or the least number is divided by -1. Reject such a divisor before, or use \
               `checked_div`.",
    },
    Rule {
        kind: Some(FindingKind::Index),
        id: "sbst/index",
        name: "IndexOutOfBounds",
        short: "An index or a range is out of bounds",
        help: "Use `get`, check the length before, or split a text at a character boundary.",
    },
    Rule {
        kind: Some(FindingKind::Unwrap),
        id: "sbst/unwrap",
        name: "UnwrapOfTheWrongVariant",
        short: "`unwrap` or `expect` of a missing value",
        help: "Return the error to the caller with `?`, give a default, or document with `expect` why it cannot \
               happen, and ensure that.",
    },
    Rule {
        kind: Some(FindingKind::Panic),
        id: "sbst/panic",
        name: "Panic",
        short: "An operation of the language or the standard library panics",
        help: "Reject the arguments before, use a method that returns an `Option` or a `Result`, or document the \
               panic in a section `# Panics`.",
    },
    Rule {
        kind: Some(FindingKind::Hang),
        id: "sbst/hang",
        name: "Hang",
        short: "A call does not end",
        help: "The call used up its steps or its time. Ensure that each round of the loop makes progress, or \
               bound the rounds.",
    },
    Rule {
        kind: Some(FindingKind::DeepRecursion),
        id: "sbst/deep-recursion",
        name: "DeepRecursion",
        short: "A recursion uses up the stack",
        help: "Bound the depth, or use a loop with an explicit stack.",
    },
    Rule {
        kind: Some(FindingKind::Death),
        id: "sbst/death",
        name: "DeathOfTheProcess",
        short: "A call ends the whole process",
        help: "The process was aborted or killed by a signal. In safe code look for `abort`, a panic within a \
               panic, or `unsafe` code below.",
    },
    Rule {
        kind: None,
        id: "sbst/written-panic",
        name: "PanicThatAPersonWrote",
        short: "Ordinary input causes an explicit panic",
        help: "If it is intended, document it in a section `# Panics`; if not, return an error.",
    },
];

pub fn render(report: &Report<'_>) -> serde_json::Result<String> {
    let results = report.findings.iter().take(MOST_RESULTS);
    let results: Vec<Value> = results.map(|finding| result(report, finding)).collect();
    let totals = report.totals;
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "sbst",
                    "fullName": "Search-based unit tests for Rust",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
                }
            },
            "automationDetails": { "id": "sbst/" },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "description": { "text": "The root of the workspace" } } },
            "properties": {
                "goals": totals.goals,
                "covered": totals.covered,
                "findings": totals.findings,
                "foldedFindings": totals.folded_findings,
                "leftOut": report.findings.len() - results.len(),
                "seed": totals.seed,
            },
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&document)
}

fn rule(rule: &Rule) -> Value {
    let level = level(rule.kind);
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": format!("{}.", rule.short) },
        "help": { "text": rule.help, "markdown": rule.help },
        "defaultConfiguration": { "level": level },
        "properties": {
            "precision": "very-high",
            "problem.severity": level,
            "tags": ["reliability", "sbst"],
        },
    })
}

/// Rule 2.
fn level(kind: Option<FindingKind>) -> &'static str {
    if kind.is_some() { "error" } else { "warning" }
}

fn result(report: &Report<'_>, finding: &Finding<'_>) -> Value {
    let entry = finding.entry;
    let index = RULES.iter().position(|rule| rule.kind == entry.kind).unwrap_or_default();
    let function = finding.function.map(|function| &report.functions[function].target().place);
    let place = entry.place.as_ref().or(function);
    let test = finding.test.map(|test| &report.tests[test]);
    let mut message = format!("{}\nby {}", entry.message, entry.call.join("\n"));
    if let Some((cut, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
        message.truncate(cut);
        message.push('…');
    }
    // In a message, a bracket begins a link.
    let mut message = message.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    let mut result = Map::new();
    if let Some(test) = test {
        message.push_str(&format!("\nshown by the test [{}](1)", test.name));
        let at = Place { file: report.path(&test.file).to_owned(), line: test.line as u32, column: 1 };
        result.insert(
            "relatedLocations".into(),
            json!([{
                "id": 1,
                "message": { "text": format!("The test `{}` shows it", test.name) },
                "physicalLocation": physical(&at),
            }]),
        );
    }
    let mut location = Map::new();
    location.extend(place.map(|place| ("physicalLocation".to_owned(), physical(place))));
    location.insert(
        "logicalLocations".into(),
        json!([{ "fullyQualifiedName": entry.function, "kind": "function" }]),
    );
    result.insert("ruleId".into(), json!(RULES[index].id));
    result.insert("ruleIndex".into(), json!(index));
    result.insert("level".into(), json!(level(entry.kind)));
    result.insert("message".into(), json!({ "text": message }));
    result.insert("locations".into(), json!([location]));
    result.insert("partialFingerprints".into(), json!({ "sbstFinding/v1": entry.fingerprint }));
    if let Some(is_new) = finding.is_new {
        result.insert("baselineState".into(), json!(if is_new { "new" } else { "unchanged" }));
    }
    if finding.standing == Standing::Accepted {
        result.insert("suppressions".into(), json!([{ "kind": "external", "status": "accepted" }]));
    }
    result.into()
}

fn physical(place: &Place) -> Value {
    let is_absolute = place.file.starts_with('/') || place.file.get(1..2) == Some(":");
    let artifact = match is_absolute {
        true => json!({ "uri": format!("file://{}", uri(&place.file)) }),
        false => json!({ "uri": uri(&place.file), "uriBaseId": ROOT }),
    };
    json!({
        "artifactLocation": artifact,
        "region": { "startLine": place.line.max(1), "startColumn": place.column.max(1) },
    })
}

/// Returns a path as a part of a URI: `/` between names, and reserved characters percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::fixtures::Run;

    #[test]
    fn a_result_is_at_its_fault_and_related_to_its_test() {
        let run = Run::example();
        let document: Value = serde_json::from_str(&render(&run.report()).unwrap()).unwrap();
        insta::assert_snapshot!(serde_json::to_string_pretty(&document["runs"][0]["results"]).unwrap());
    }

    #[test]
    fn rules_keep_within_the_limits_and_cover_all_kinds() {
        for rule in RULES.map(|of| rule(&of)) {
            assert!(rule["properties"]["tags"].as_array().unwrap().len() <= 20);
            assert!(rule["help"]["text"].as_str().unwrap().ends_with('.'));
        }
        let kinds: std::collections::BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(kinds.len(), RULES.len());
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        let mut run = Run::example();
        run.findings[0].shown[0].message = "ä[".repeat(5_000);
        let document: Value = serde_json::from_str(&render(&run.report()).unwrap()).unwrap();
        let message = document["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
        assert!(message.chars().count() < 2 * LONGEST_MESSAGE && message.contains("ä\\["));
    }

    #[test]
    fn names_in_a_uri_are_written_with_percents() {
        assert_eq!(uri("a b\\c#d/ü.rs"), "a%20b/c%23d/%C3%BC.rs");
    }
}
