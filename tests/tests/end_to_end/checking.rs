//! `cargo sbst check` and `cargo sbst replay`: stored tests of earlier runs, executed again.

use sbst_tests::{Output, Project};

const SOURCE: &str = "
    #[qq::instrument]
    pub fn is_answer(number: u64) -> bool {
        number == 42_000_000
    }

    #[qq::instrument]
    pub fn next(number: u8) -> u8 {
        after(number)
    }

    #[inline(never)]
    fn after(number: u8) -> u8 {
        number + 1
    }

    #[qq::instrument]
    pub fn stop(number: u8) -> u8 {
        if number == 7 { std::process::abort() }
        number
    }
";

fn check(project: &Project) -> Output {
    project.sbst("check --message-format json").going_on().run()
}

fn status(output: &Output) -> Vec<(String, String)> {
    let findings = output.find_messages("checked-finding");
    let told = |field: &str, finding: &serde_json::Value| finding[field].as_str().unwrap().to_owned();
    findings.iter().map(|finding| (told("target", finding), told("status", finding))).collect()
}

#[test]
fn check_fails_without_stored_tests() {
    // A place without results of an earlier run.
    let project = Project::copy("renamed", &format!("checking-{}", std::process::id()));
    let nothing = project.sbst("check").run();
    std::fs::remove_dir_all(project.directory()).unwrap();
    assert_eq!(nothing.code, Some(8), "{nothing:?}");
    nothing.says("nothing was checked");
}

#[test]
fn check_reports_lost_goals_open_findings_and_unfit_tests() {
    let project = Project::copy("renamed", "checking");
    project.write("src/lib.rs", SOURCE);
    project.sbst("--quiet --budget 60000evals").succeed();

    let output = check(&project);
    assert_eq!(output.code, Some(3), "{output:?}");
    let named = |of: &str, how: &str| (format!("fixture_renamed::{of}"), how.to_owned());
    let mut found = status(&output);
    found.sort();
    assert_eq!(found, [named("next", "reproduces"), named("stop", "reproduces")]);
    let checked = &output.find_messages("checked")[0];
    assert_eq!((&checked["lost"], &checked["unfit"]), (&0.into(), &0.into()), "{checked:#}");
    assert!(checked["passed"].as_u64().unwrap() > 0, "{checked:#}");

    let changed = SOURCE
        .replace("number == 42_000_000", "number > 42_000_000")
        .replace("number + 1", "number / 2")
        .replace("std::process::abort()", "return 1")
        .replace("stop(number: u8) -> u8", "stop(number: u8, _: bool) -> u8");
    project.write("src/lib.rs", &changed);
    let output = project.sbst("check --only-stored --message-format json").going_on().run();
    assert_eq!(output.code, Some(7), "{output:?}");
    let mut found = status(&output);
    found.sort();
    assert_eq!(found, [named("next", "gone"), named("stop", "gone")]);
    let checked = &output.find_messages("checked")[0];
    assert!(checked["unfit"].as_u64().unwrap() > 0, "{checked:#}");
    output.says("no longer fit");

    project.write("src/lib.rs", SOURCE);
    let again = check(&project);
    assert_eq!(status(&again).len(), 2, "a check leaves the state as it is\n{again:?}");
}

#[test]
fn replay_accepts_fingerprint_prefix_and_prints_backtrace() {
    let project = Project::copy("renamed", "replaying");
    project.write("src/lib.rs", SOURCE);
    project.sbst("--no-write --quiet").succeed();
    let state = check(&project).find_messages("checked-finding");
    let fingerprint = |target: &str| {
        let path = format!("fixture_renamed::{target}");
        let finding = state.iter().find(|finding| finding["target"] == path.as_str()).unwrap();
        finding["fingerprint"].as_str().unwrap().to_owned()
    };
    let (next, stop) = (fingerprint("next"), fingerprint("stop"));
    let replay =
        |finding: &str, format: &str| project.sbst(&format!("replay {finding} {format}")).going_on().run();

    let output = replay(&next[..8], "--message-format json");
    assert_eq!(output.code, Some(3), "{output:?}");
    let replayed = &output.find_messages("replayed")[0];
    assert_eq!(replayed["message"], "attempt to add with overflow", "{replayed:#}");
    let frames = replayed["backtrace"].as_array().unwrap();
    let frames: Vec<(&str, &str)> = frames
        .iter()
        .map(|frame| (frame["function"].as_str().unwrap(), frame["place"].as_str().unwrap()))
        .collect();
    assert!(frames[0].0.ends_with("after") && frames[0].1.starts_with("src/lib.rs:14"), "{frames:?}");
    assert!(frames.iter().any(|frame| frame.0.ends_with("next")), "{frames:?}");
    // In the sandbox, too.
    let text = replay(&next, "--all").stdout;
    assert!(text.contains("after\n        at src/lib.rs:14"), "{text}");
    let text = replay(&next, "").stdout;
    assert!(text.contains("attempt to add with overflow") && text.contains("src/lib.rs:14"), "{text}");

    let output = replay(&stop, "");
    assert_eq!(output.code, Some(3), "{output:?}");
    assert!(output.stdout.contains("fixture_renamed::stop(7)"), "{output:?}");
    project.write("src/lib.rs", &SOURCE.replace("number + 1", "number / 2"));
    let output = replay(&next, "");
    assert_eq!((output.code, output.stdout.contains("does not come back")), (Some(0), true), "{output:?}");
    let unknown = replay("xyz", "");
    assert_eq!(unknown.code, Some(1), "{unknown:?}");
    unknown.says(&next).says("no finding matches `xyz`");
}
