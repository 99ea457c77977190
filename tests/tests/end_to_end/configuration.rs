//! Options in files, and `cargo sbst init`.

use sbst_tests::{Output, Project};

#[track_caller]
fn assert_lists(output: &Output, name: &str) {
    let listed = output.find_messages("target");
    assert!(!listed.is_empty(), "{output:?}");
    let paths = listed.iter().map(|target| target["target"].as_str().unwrap_or_default());
    paths.for_each(|path| assert!(path.ends_with(name), "{path}: {output:?}"));
}

#[test]
fn keys_of_a_file_count_unless_a_stronger_place_has_them() {
    let project = Project::shared("both");
    let metadata = "[package.metadata.sbst]\nonly = \"nothing_of_that_name\"\nmessage-format = \"json\"\n";
    project.write("Cargo.toml", &format!("{}\n{metadata}", project.read("Cargo.toml")));
    project.write("sbst.toml", "quiet = true\nonly = [\"same_name\"]\n");
    assert_lists(&project.sbst("list").succeed(), "same_name");
    let output = project.sbst("list").with("SBST_MESSAGE_FORMAT", "human").succeed();
    assert!(output.stdout.contains("same_name  src/"), "{output:?}");
    project.sbst("list --only=other").with("SBST_ONLY", "same_name").end_with(1).says("`other`");
}

#[test]
fn a_misspelt_key_is_refused_before_anything_is_built() {
    let project = Project::copy("both", "configuration-misspelt");
    project.write("sbst.toml", "seed = 7\ntotal-buget = \"10m\"\njobs = \"two\"\n");
    let output = project.sbst("").end_with(2);
    output
        .says("error: sbst.toml:2:1: unknown key `total-buget`\n  did you mean `total-budget`?")
        .says("\nsbst.toml:3:8: the value of `jobs` is a whole number, not a text");
    assert!(!output.stderr.contains("panicked") && !output.stderr.contains("Compiling"), "{output:?}");
    let output = project.sbst("list").with("SBST_JOBS", "0").end_with(2);
    output.says("the variable SBST_JOBS: ");
}

#[test]
fn init_writes_only_missing_files() {
    let project = Project::copy("both", "configuration-init");
    project.write(".github/keep", "");
    let output = project.sbst("init").succeed();
    output.says("Created sbst.toml").says("Next `cargo sbst` searches the annotated functions");
    assert!(!project.has("sbst.gitlab-ci.yml"));
    assert!(!project.read("sbst.toml").contains("\nall = true"), "functions are annotated");

    project.write("sbst.toml", "only = \"same_name\"\n");
    let workflow = project.read(".github/workflows/sbst.yml");
    project.write(".github/workflows/sbst.yml", &format!("# mine\n{workflow}"));
    let before = project.contents("");
    let output = project.sbst("init --message-format json").succeed();
    output.says("Exists sbst.toml, left unchanged; `cargo sbst init --print configuration`");
    assert!(output.find_messages("set-up").iter().all(|file| file["written"] == false), "{output:?}");
    assert_eq!(output.find_messages("set-up").len(), 2);
    assert_eq!(project.contents(""), before);

    project.sbst("init --ci gitlab").succeed().says("Created sbst.gitlab-ci.yml");
    let printed = project.sbst("init --print gitlab").succeed().stdout;
    assert_eq!(printed, project.read("sbst.gitlab-ci.yml"));
}
