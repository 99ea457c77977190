//! `cargo sbst ci`, as a job runs it night after night.

use sbst_tests::{Output, Project};

const SOURCE: &str = "
    /// Reached by one number.
    #[qq::instrument]
    pub fn is_answer(number: u64) -> bool {
        number == 42_000_000
    }
";

/// The same condition, with an outcome that nothing reaches any more.
const LIMITED: &str = "
    #[qq::instrument]
    pub fn is_answer(number: u64) -> bool {
        let number = std::hint::black_box(0xff) & number;
        number == 42_000_000
    }
";

const OVERFLOWING: &str = "
    #[qq::instrument]
    pub fn next(number: u8) -> u8 {
        number + 1
    }
";

const NOT_CALLABLE: &str = "
    #[qq::instrument]
    pub fn is_long(file: std::fs::Metadata) -> bool {
        file.len() > 60
    }
";

fn night(project: &Project, options: &str) -> Output {
    let job = format!("ci --no-write --message-format json --total-budget 60000evals {options}");
    project.sbst(&job).going_on().with("GITHUB_STEP_SUMMARY", project.directory().join("summary.md")).run()
}

#[test]
fn a_job_fails_for_what_was_lost_or_found_and_for_nothing() {
    let project = Project::copy("renamed", "ci");
    project.sbst("--no-write --quiet --fresh").succeed();
    project.write("src/lib.rs", SOURCE);
    let output = night(&project, "");
    assert_eq!(output.code, Some(0), "{output:?}");

    project.write("src/lib.rs", LIMITED);
    let output = night(&project, "");
    assert_eq!(output.code, Some(7), "{output:?}");
    let changes = &output.of_type("changes")[0];
    assert_eq!(changes["lost"][0]["goals"][0], "`number == 42_000_000` true", "{changes}");
    assert_eq!(night(&project, "").code, Some(0), "a goal is lost once");

    project.write("src/lib.rs", &format!("{SOURCE}{OVERFLOWING}"));
    let output = night(&project, "");
    assert_eq!(output.code, Some(3), "{output:?}");
    assert_eq!(output.of_type("changes")[0]["won"][0]["goals"].as_array().unwrap().len(), 1, "{output:?}");
    let summary = project.read("summary.md");
    assert!(summary.contains("**new** overflow: attempt to add with overflow"), "{summary}");
    assert_eq!(night(&project, "").code, Some(3), "whether it is new or not");
    assert_eq!(night(&project, "--accept").code, Some(0));
    let moved = format!("// A line more.\n{SOURCE}{OVERFLOWING}");
    project.write("src/lib.rs", &moved);
    let output = night(&project, "");
    assert_eq!(output.code, Some(0), "{}\n{output:?}", project.read("sbst-accepted.txt"));

    project.write("src/lib.rs", NOT_CALLABLE);
    let output = night(&project, "");
    assert_eq!(output.code, Some(8), "{output:?}");
    assert!(output.stderr.contains("no function was searched"), "{output:?}");
}
