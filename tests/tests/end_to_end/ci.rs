//! `cargo sbst ci`, as in a nightly job.

use sbst_tests::{Invocation, Output, Project};

const SOURCE: &str = "
    /// Reached by one number.
    #[qq::instrument]
    pub fn is_answer(number: u64) -> bool {
        number == 42_000_000
    }
";

/// A source whose condition has lost an outcome.
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
fn a_job_fails_for_losses_findings_and_empty_searches() {
    let project = Project::copy("renamed", "ci");
    project.sbst("--no-write --quiet --fresh").succeed();
    project.write("src/lib.rs", SOURCE);
    let output = night(&project, "");
    assert_eq!(output.code, Some(0), "{output:?}");

    project.write("src/lib.rs", LIMITED);
    let output = night(&project, "");
    assert_eq!(output.code, Some(7), "{output:?}");
    let changes = &output.find_messages("changes")[0];
    assert_eq!(changes["lost"][0]["goals"][0], "`number == 42_000_000` true", "{changes}");
    assert_eq!(night(&project, "").code, Some(0), "a goal is lost once");

    project.write("src/lib.rs", &format!("{SOURCE}{OVERFLOWING}"));
    let output = night(&project, "");
    assert_eq!(output.code, Some(3), "{output:?}");
    assert_eq!(
        output.find_messages("changes")[0]["won"][0]["goals"].as_array().unwrap().len(),
        1,
        "{output:?}"
    );
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

/// A function that crashes on one number, and hangs on another.
const DEADLY: &str = "
    #[qq::instrument]
    pub fn stop(number: u8) -> u8 {
        if number == 7 { std::process::abort() }
        number
    }

    #[qq::instrument]
    pub fn spin(number: u8) -> u8 {
        if number == 9 { (0_u64..).for_each(|n| _ = std::hint::black_box(n)) }
        number
    }
";

/// The hang timeout, in seconds.
const HANG: f64 = 6.0;

#[test]
fn crashes_and_hangs_stay_known_until_fixed() {
    let project = Project::copy("renamed", "ci-deaths");
    project.sbst("--no-write --quiet --fresh").succeed();
    project.write("src/lib.rs", DEADLY);
    let night = || night(&project, &format!("--hang-timeout {HANG}"));
    let output = night();
    assert_eq!(output.code, Some(3), "{output:?}");
    let changes = &output.find_messages("changes")[0];
    assert_eq!(changes["new_findings"].as_array().unwrap().len(), 2, "{changes:#}");
    assert!(changes["gone_functions"].to_string().contains("is_answer"), "{changes:#}");
    let shown = |output: &Output| {
        let findings = &output.find_messages("findings")[0]["shown"];
        let calls = findings.as_array().unwrap().iter().map(|entry| entry["call"].to_string());
        calls.collect::<Vec<_>>()
    };
    let first = shown(&output);
    assert_eq!(first.len(), 2, "{output:?}");

    let output = night();
    assert_eq!(output.code, Some(3), "{output:?}");
    let changes = &output.find_messages("changes")[0];
    assert_eq!(changes["new_findings"].as_array().unwrap().len(), 0, "{changes:#}");
    assert_eq!(shown(&output), first);
    let seconds = output.target("fixture_renamed::spin")["search_seconds"].as_f64().unwrap();
    assert!(seconds < HANG, "the time-out was paid again: {seconds} s");

    let mended = DEADLY.replace("std::process::abort()", "return 0").replace("(0_u64..)", "(0_u64..9)");
    project.write("src/lib.rs", &mended);
    let output = night();
    assert_eq!(output.code, Some(0), "{output:?}");
    let gone = output.find_messages("changes")[0]["gone_findings"].as_array().unwrap().clone();
    let gone: Vec<&str> = gone.iter().map(|gone| gone["target"].as_str().unwrap()).collect();
    assert_eq!(gone.len(), 2, "{output:?}");
    assert!(gone.contains(&"fixture_renamed::stop") && gone.contains(&"fixture_renamed::spin"), "{gone:?}");
    output.says("finding").says("Gone");
    let changes = &night().find_messages("changes")[0];
    assert_eq!(changes["gone_findings"].as_array().unwrap().len(), 0, "{changes:#}");
}

const CHAIN: &str = "
    #[qq::instrument]
    pub fn outer(number: u8) -> u8 {
        inner(number)
    }

    #[qq::instrument]
    fn inner(number: u8) -> u8 {
        number / 2
    }

    #[qq::instrument]
    pub fn apart(number: u8) -> u8 {
        number + 1
    }
";

#[test]
fn change_is_searched_with_callers_and_fails_on_new_findings() {
    let project = Project::copy("renamed", "ci-since");
    let git = |arguments: &str| {
        let who = "-c user.name=a -c user.email=a@b -c commit.gpgsign=false";
        let git = Invocation::new("git", project.directory());
        git.arguments(&format!("{who} {arguments}")).succeed()
    };
    _ = std::fs::remove_dir_all(project.directory().join(".git"));
    project.write("src/lib.rs", CHAIN);
    project.write(".gitignore", "target\nsummary.md\n.cargo\n");
    git("init -q -b trunk");
    git("add .");
    git("commit -q -m first");
    project.sbst("--no-write --quiet --fresh").succeed();
    let change = || night(&project, "--since trunk");
    let output = change();
    assert_eq!(output.code, Some(0), "{output:?}");
    output.says("nothing to search");

    project.write("src/lib.rs", &CHAIN.replace("number / 2", "200 / number"));
    for _ in 0..2 {
        let output = change();
        assert_eq!(output.code, Some(3), "it can be repeated\n{output:?}");
        let targets = output.find_messages("target-finished");
        let targets: Vec<&str> = targets.iter().map(|target| target["target"].as_str().unwrap()).collect();
        assert_eq!(targets, ["fixture_renamed::inner", "fixture_renamed::outer"]);
        let changes = &output.find_messages("changes")[0];
        assert_eq!(changes["new_findings"].as_array().unwrap().len(), 1, "{changes:#}");
    }

    // Findings of the revision fail no job, and findings of unsearched functions are not gone.
    project.write("src/lib.rs", &CHAIN.replace("number + 1", "0 + number + 1"));
    project.sbst("--no-write --quiet").going_on().succeed();
    let output = change();
    assert_eq!(output.code, Some(0), "{output:?}");
    output.says("1 finding of earlier runs");

    let unknown = night(&project, "--since nowhere");
    assert_eq!(unknown.code, Some(1), "{unknown:?}");
    unknown.says("git has no revision `nowhere`");
}
