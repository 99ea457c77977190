//! The chaining approach: what a flag hides is found through the events of the function.

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
}
