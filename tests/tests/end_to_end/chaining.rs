//! The chaining approach: goals hidden by a flag are found through the events of the function.

use sbst_tests::Project;

const UNTOUCHED: &str = "

/// True if an assignment is avoided ten times.
#[sbst::instrument]
pub fn untouched(#[sbst(range = -15_000..=15_000)] numbers: [i32; 10]) -> bool {
    let mut untouched = true;
    for number in numbers {
        if number != 7_919 {
            untouched = false;
        }
    }
    if untouched { true } else { false }
}
";

#[test]
fn an_assignment_is_avoided_in_every_round_of_a_loop() {
    let project = Project::copy("library", "chaining");
    project.write("src/lib.rs", &(project.read("src/lib.rs") + UNTOUCHED));
    let covered = |algorithm: &str| {
        let output = project
            .sbst("--only untouched --no-write --message-format json --budget 100000evals --seed 1")
            .arguments("--without copying --without special-values --without literals --without operands")
            .arguments(&format!("--algorithm {algorithm}"))
            .succeed();
        let target = output.target("fixture_library::untouched");
        (target["covered"].as_u64().expect("a number"), target["goals"].as_u64().expect("a number"))
    };
    let (with_events, goals) = covered("chaining");
    assert_eq!(with_events, goals, "the assignment is avoided");
    let (without, _) = covered("evolutionary-testing");
    assert_eq!(without, goals - 1, "the flag is never left alone");
    assert_eq!(covered("hybrid").0, goals, "the default search tries sequences, too");
    assert_eq!(covered("hybrid --without sequences").0, goals - 1);
}

/// The source of a function with a goal never reached, despite all attempts.
pub(crate) const ODD: &str = "

/// Never true: twice a number is even.
#[sbst::instrument]
pub fn odd(#[sbst(range = -15_000..=15_000)] number: i32) -> bool {
    let mut is_odd = true;
    if number * 2 != 7_919 {
        is_odd = false;
    }
    if is_odd { true } else { false }
}
";

#[test]
fn tried_assignments_of_an_open_goal_are_reported_and_explained() {
    let project = Project::copy("library", "chaining-tried");
    project.write("src/lib.rs", &(project.read("src/lib.rs") + ODD));
    let line =
        project.read("src/lib.rs").lines().position(|line| line.contains("let mut is_odd")).unwrap() + 1;
    let run = "--only odd --no-write --budget 5000evals --seed 1";
    let explain = |json: &str| project.sbst(&format!("explain odd:{} {json}", line + 4)).succeed();
    let output = project.sbst(&format!("{run} --verbose")).succeed();
    let needs = format!("`is_odd` must stay as line {line} sets it (`let mut is_odd = true;`)");
    let lacks = format!("`number * 2 != 7_919` (src/lib.rs:{}:8) is false", line + 1);
    let tried = format!("{needs}: needs that {lacks}, missed by 1");
    assert!(output.stderr.contains(&tried), "{}", output.stderr);
    assert!(explain("").stdout.contains(&tried), "{}", explain("").stdout);

    let output = project.sbst(&format!("{run} --fresh --message-format json --html page.html")).succeed();
    let target = output.target("fixture_library::odd");
    let uncovered = target["uncovered"].as_array().expect("a list");
    let goal = uncovered.iter().find(|goal| goal["condition"] == "is_odd").expect("it is never true");
    assert_eq!(goal["definitions"], 2);
    assert_eq!(goal["tried"]["nearest"][0]["needs"], needs);
    assert_eq!(goal["tried"]["nearest"][0]["lacks"], lacks);
    assert!(project.read("page.html").contains("must stay as line"));
    let explained = explain("--message-format json").messages();
    let condition = &explained[0]["conditions"][0];
    assert_eq!(condition["uncovered"][0]["tried"], goal["tried"], "the state says what the run said");
    let explained = project.sbst("explain").argument(format!("odd:{}", line + 4)).succeed().stdout;
    let decided = format!("`is_odd` as line {line} sets it, and not as line {} does after that", line + 2);
    assert!(explained.contains(&decided), "{explained}");
    let leads = format!("that is, if `number * 2 != 7_919` (line {}) is true", line + 1);
    assert!(explained.contains(&leads), "{explained}");
}
