//! Every form of pattern, loop, early return, assertion and membership, searched.

use sbst_tests::Project;
use serde_json::Value;

#[test]
fn every_outcome_of_every_form_is_covered_and_tested() {
    let project = Project::copy("patterns", "patterns");
    let output = project.sbst("--message-format json --seed 1").succeed();
    let targets = output.of_type("target-finished");
    assert_eq!(targets.len(), 10);
    for target in targets {
        assert_eq!(target["uncovered"], Value::Array(Vec::new()), "{target:#}");
        assert_eq!(target["goals"], target["covered"], "{target:#}");
    }
    let test = project.cargo("test").succeed();
    assert!(!test.stderr.contains("warning"), "{test:?}");
}

#[test]
fn each_kind_of_condition_is_listed_in_its_own_words() {
    let project = Project::copy("patterns", "patterns-listing");
    let text = project.sbst("list --quiet").succeed().stdout;
    for line in [
        "match number { 1..=9 }  goal 2 matches, goal 3 does not match",
        "let Some(last @ 10..) = list.pop()  goal 4 matches, goal 5 does not match",
        "for number in from..to  goal 0 entered, goal 1 not entered",
        "rest.parse().ok()?  goal 2 goes on, goal 3 returns early",
        "assert_eq!(number % 2, 0)  goal 2 true, goal 3 false",
        "hex_values.contains_key(&digit_high)  goal 6 true, goal 7 false",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}
